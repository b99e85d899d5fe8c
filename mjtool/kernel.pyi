"""Exact answers about counts of tiles: shanten, useful kinds, readings and their facts.

Everywhere ``counts`` are the concealed tiles: 34 uint8, each at most 4, of kinds m1..9 p1..9 s1..9
z1..7 (E S W N white green red), as ``bytes`` (fastest) or any C-contiguous buffer. ``sets`` is the
number of fixed sets; there are 13 - 3 * sets or 14 - 3 * sets concealed tiles. ``forms`` adds up
1 standard, 2 thirteen orphans, 4 seven different pairs, 8 seven pairs with four alike as two; with
fixed sets only the standard form remains. A mask has bit k for kind k.

Arguments that are no hand raise ValueError or TypeError, which say what is wrong.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Final, overload

from typing_extensions import Buffer

#: A reading is bytes of codes, a code the number here plus a kind: of a chow its lowest tile.
CHOW: Final[int]  # 0
PUNG: Final[int]  # 34
EXPOSED_KONG: Final[int]  # 68
ADDED_KONG: Final[int]  # 102
CONCEALED_KONG: Final[int]  # 136
PAIR: Final[int]  # 170
THIRTEEN_ORPHANS: Final[int]  # 204, plus the kind that is there twice

#: Where each field of a facts word is: name -> (lowest bit, number of bits). ``form`` is 0
#: standard, 1 seven pairs, 2 thirteen orphans; ``pungs`` count kongs too; ``exposed`` are the fixed
#: sets that are no concealed kong; ``open_pungs`` those of them that are no chow; ``wind_pungs``
#: and ``pair_wind`` have a bit each for E S W N, ``dragon_pungs`` and ``pair_dragon`` for white,
#: green, red (the pair: of the standard form), ``suits`` for m p s; ``pair_win``: the winning
#: tile's kind is the pair of the standard form; ``quads``: seven pairs with four alike;
#: ``nine_gates_shape``: concealed, one suit, holds 1112345678999; ``nine_gates_wait``: and is just
#: that without the winning tile.
FACT_FIELDS: Final[dict[str, tuple[int, int]]]

#: ``stored_bytes`` (in the binary), ``expanded_bytes`` (in memory), ``expand_ns`` (taken at
#: import), ``suit_classes``, ``honor_classes``, ``suit_pair_classes``, ``mixed_classes``, ``path``.
TABLE_INFO: Final[dict[str, int | str]]

def shanten(counts: Buffer, sets: int = 0, forms: int = 3) -> int:
    """Return the shanten: -1 complete, 0 ready.

    The concealed target takes at most four of a kind; the tiles of fixed sets are not counted
    (``limited_shanten`` does). Of 3n + 2 tiles: the tiles missing, less one.
    """

def shanten_batch(counts: Buffer, sets: int = 0, forms: int = 3, threads: int = 1) -> array[int]:
    """Return the shanten of each row of an (N, 34) buffer as N int8; an error names the row."""

def useful(counts: Buffer, sets: int = 0, forms: int = 3) -> int:
    """Return the mask of kinds that lower the shanten, without those of which four are held.

    Of 3n + 2 tiles: kinds with which fewer tiles would be missing (drawn in exchange for another).
    """

def useful_batch(counts: Buffer, sets: int = 0, forms: int = 3, threads: int = 1) -> array[int]:
    """Return the ``useful`` mask of each row of an (N, 34) buffer as N uint64."""

def is_complete(counts: Buffer, sets: int = 0, forms: int = 3) -> bool:
    """Return whether the counts and ``sets`` fixed sets are a complete hand."""

def readings(counts: Buffer, sets: int = 0, forms: int = 3) -> list[bytes]:
    """Return every reading of the concealed counts, in a fixed order; none if not complete.

    Standard: 4 - sets set codes by ascending kind, a chow before a pung, then the pair's code.
    Seven pairs: seven pair codes, twice the same for four alike. Thirteen orphans: one code.
    """

def facts(counts: Buffer, fixed: Buffer, win: int, forms: int = 3) -> tuple[int, ...]:
    """Return a facts word (``FACT_FIELDS``) for each of ``readings(counts, len(fixed), forms)``.

    ``fixed`` are the codes of up to four fixed sets, ``win`` the kind of the winning tile, which
    ``counts`` hold. Suits, honors, terminals and simples are of all tiles, fixed sets too.
    """

QUESTIONS: Final[dict[str, int]]
"""What :class:`Asked` can ask of a reading, by name; ext/asked.c says what each comes to."""
TEXTS: Final[tuple[str, ...]]
"""The texts that the answers to ``form`` and ``wait`` stand for."""

class Asked:
    """Questions, each a name and the mask of kinds that it is asked of, in the order of answers."""

    number: int
    def __init__(self, questions: Iterable[tuple[str, int]]) -> None: ...

def sights(
    counts: Buffer, fixed: Buffer, win: int, forms: int, given: bool, asked: Asked
) -> tuple[tuple[int, bytes], ...]:
    """Return (facts word, answers) for each reading and place of the winning tile in it.

    ``given``: another seat gave the winning tile. Answers are one byte for each question.
    """

def places(counts: Buffer, fixed: Buffer, win: int, forms: int = 3) -> tuple[tuple[int, int], ...]:
    """Return (number of the reading, code of the place) for each of ``sights``, in their order.

    A place is the code of the set or pair in which the winning tile stands; the tile's kind where
    the reading is not of the standard form.
    """

class OwnCensus:
    """The parts of all hands without fixed sets that win in ``forms``, by what ``asked`` asks.

    A question ``waits`` stands with the forms in place of its kinds.
    """

    number: int
    def __init__(self, asked: Asked, forms: int = 11) -> None: ...

class OwnWalk:
    """One of so many shares of the walk over all winning hands, each of their tiles winning."""

    def __init__(self, census: OwnCensus, share: int = 0, shares: int = 1) -> None: ...
    def find(self) -> list[tuple[int, bytes]]:
        """Return the distinct sights of this share: facts word and answers. Without the GIL."""

    def count(
        self, rank_a: Buffer, result_a: Buffer, rank_b: Buffer, result_b: Buffer
    ) -> tuple[int, list[tuple[int, int, int, int, bytes, int]]]:
        """Return how many hands win on a side, and the changes.

        Ranks and results are uint32, one for each sight of ``find``, by side: the higher rank is
        the better reading, 0 none; equal results are worth the same, 0 is no win. A change is
        (best sight of a or -1, of b, hands, ways, counts of one of them, its winning kind), for
        the first winning tile under which they differ.
        """

def limited_shanten(counts: Buffer, used: Buffer, sets: int, forms: int = 1) -> int:
    """Return the exact shanten beside own fixed sets.

    ``used`` are the 34 counts of the tiles in them, four for a kong; the concealed target takes at
    most ``4 - used[k]`` of kind k.
    """

def limited_useful(counts: Buffer, used: Buffer, sets: int, forms: int = 1) -> int:
    """Return the mask of kinds that lower ``limited_shanten``; never one held four times."""

def limited_discards(
    counts: Buffer, used: Buffer, sets: int, forms: int = 1
) -> tuple[tuple[int, int, int], ...]:
    """Return (kind, shanten, useful mask) after each discard of 3n + 2 tiles, by ascending kind.

    A kind of which four are left in hand and sets after the discard is not in its mask; one whose
    fourth was just thrown is, when it lowers the shanten.
    """

def completing(counts: Buffer, used: Buffer, sets: int, forms: int = 1) -> tuple[int, int]:
    """Return the masks of kinds that complete 3n + 1 tiles: live ones, and dead ones.

    Dead are those that would complete the hand, but hand and sets hold all four.
    """

def distance(
    counts: Buffer,
    used: Buffer,
    sets: int,
    wishes: Iterable[tuple[int, int, int, int, int | None, bool, bool]],
) -> tuple[int, int] | None:
    """Return the tiles missing from the nearest of ``wishes`` and the mask of kinds that lower it.

    A wish is a kind of complete hand of the standard form: the masks of chows (by their lowest
    kind), pungs and pairs allowed beside the ``sets`` fixed sets; the mask of pungs and the pair
    (or None) that must be there as well; whether something of the suits, of the honors must be
    there. None where no wish can come true.
    """

class Points:
    """What hands are worth: ``ask`` is called once for each facts word, and remembered.

    With ``asked`` it is called for what :func:`sights` of a hand that was drawn returns, and its
    answer is what the hand is worth.
    """

    @overload
    def __init__(self, ask: Callable[[int], float]) -> None: ...
    @overload
    def __init__(
        self, ask: Callable[[tuple[tuple[int, bytes], ...]], float], asked: Asked
    ) -> None: ...

def solo(
    counts: Buffer,
    used: Buffer,
    left: Buffer,
    fixed: bytes,
    forms: int,
    draws: int,
    swaps: int,
    discards: Sequence[int | None],
    points: Points,
    figures: int = 7,
    budget: int = 1 << 20,
    cores_from: int = 3,
) -> tuple[tuple[float, float, float] | None, ...]:
    """Return (win, ready, value) after each of ``discards``, playing on alone for ``draws`` draws.

    ``discards`` are kinds of 3n + 2 tiles, or one None for 3n + 1 tiles as they are; ``left`` are
    the copies in the wall, ``fixed`` the codes of the fixed sets. ``figures`` adds up 1 win,
    2 ready, 4 value; one not asked for is 0. A row is None where ``budget``, the number of hands
    that may be looked at, did not last; give first what matters most. ``cores_from`` is the shanten
    from which on hands that come to the same figures are looked at once: it changes the time only.
    """

def complete_parts(
    part: int,
) -> list[
    tuple[
        tuple[int, bool, int | None, tuple[int, ...], frozenset[tuple[int, ...]]], int, int, bytes
    ]
]:
    """Return every kind of complete part: 0..2 a suit, 3 the honors; 21,743 vectors of a suit.

    A kind is the number of sets (0 to 4), whether there is a pair, the facts word among seven pairs
    (None where the tiles are no pairs), the facts words as sets, sorted, and those that it has with
    one or another of its tiles winning. Then how many count vectors are of this kind, in how many
    ways four of each tile give them, and the first of them in the order of base-5 numbers.
    """

def paired_parts(part: int) -> list[tuple[tuple[int, int, int], int, int, bytes]]:
    """Return every kind of part that is nothing but pairs, as ``complete_parts`` does.

    A kind is the number of pairs, the number of pairs beside the sets that the tiles split into
    as well (-1: they do not), and the facts word among seven pairs.
    """

def orphan_part(part: int) -> int:
    """Return the facts word of a part of thirteen orphans."""

def together(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the facts words of hands, ``first`` and ``second`` being those of two parts.

    All of one with all of the other, in ascending order, each but once. A fact of several parts is
    the sum of theirs, or their bits together, as the fact has it; 0 is the word of no part.
    """

def _use_path(name: str) -> None: ...
