"""Hands as they are written the canonical way: read, built and written without a detour.

Dialects, faults and all that a message tells are matters of ``notation`` and ``hand``. ``counts``
and ``left`` are 34 bytes; a mask has bit k for kind k.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mjtool.hand import FixedSet, Hand
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.tiles import Piece, Tile

def prepare(
    hand: type[Hand],
    slots: Sequence[str],
    wild_hand: type[Hand],
    others: str,
    set_of_code: Mapping[int, FixedSet],
    pieces: Sequence[Piece],
    names: Sequence[str],
) -> None:
    """Tell what hands are made of; once, by the module that defines them.

    ``slots`` are the names of what ``trusted_hand`` takes, in that order; ``others`` is the slot
    that only hands of the class ``wild_hand`` have.
    """

def is_deeper(data: bytes, most: int) -> bool:
    """Return whether lists and objects of JSON stand in each other more than ``most`` times.

    What is no JSON may be called either.
    """

def trusted_hand(sets: tuple[FixedSet, ...], counts: bytes, last: Tile | None, size: int) -> Hand:
    """Return the hand of parts that are known to be legal; nothing is checked."""

def read_hand(text: str, flowers: bool = True) -> Hand | None:
    """Return the hand of text written the canonical way, None for any other.

    Sets in brackets, then runs in the order m p s z with tiles in any order inside a run; then
    flowers in any order and anonymous wild tiles, unless ``flowers`` is false. None also where it
    would be no legal hand: whoever reads other dialects knows every fault.
    """

def write_counts(counts: bytes) -> str:
    """Return the canonical text of 34 counts."""

def one_more(counts: bytes, kind: int) -> bytes:
    """Return 34 counts with one more of a kind."""

def copies_left(own: bytes, seen: bytes, gone: bytes) -> bytes | None:
    """Return the copies of each kind that are left of four beside what a hand has and others saw.

    ``gone`` cannot come at all. None where own and seen are more than four, or seen and gone.
    """

def kinds(mask: int) -> tuple[int, ...]:
    """Return the kinds of a mask, ascending."""

def total(mask: int, left: bytes) -> int:
    """Return the copies left of the kinds in a mask, added up."""

def by_name(mask: int, left: bytes) -> dict[str, int]:
    """Return the copies left of each kind in a mask, by the tile's name, ascending."""

def json_by_name(mask: int, left: bytes) -> bytes:
    """Return what ``by_name`` returns as JSON."""

def prepare_score(
    slow: Callable[..., Score],
    score_so: Callable[..., Score],
    rules: type[RuleSet],
    tile: type[Tile],
    score: type[Score],
    facts: Callable[..., tuple[int, ...]],
) -> None:
    """Tell what a score is asked of and made of; once, by the module that offers it."""

def score(hand: Any, rules: Any, win: Any = None, **how: Any) -> Score:
    """Return what ``front.score`` returns; where all is what it should be, on the short way.

    What was judged in such a way before is looked up here, all else is asked of ``front``.
    """
