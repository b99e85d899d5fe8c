"""Wishes: what complete hands are sought, and how far a hand is from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from mjtool import kernel
from mjtool.analysis.shanten import PAIRS, tiles_of
from mjtool.hand import Hand
from mjtool.rules.model import RuleSet
from mjtool.tiles import KINDS

Found = tuple[int, int]
"""Tiles missing, and the mask of kinds that lower them."""


class Wish(NamedTuple):
    """Complete hands of the standard form: what concealed sets they may and must have."""

    chows: int = 0
    pungs: int = 0
    pairs: int = 0
    wanted_pungs: int = 0
    wanted_pair: int | None = None
    some_suit: bool = False
    some_honor: bool = False


class Asked(NamedTuple):
    """A hand under a rule set, as the functions of the patterns see it."""

    hand: Hand
    rules: RuleSet
    forms: int
    counts: bytes
    """The concealed tiles that are not wild."""
    wilds: int = 0
    """Wild tiles that are held."""

    @property
    def fixed(self) -> int:
        """The kinds in the fixed sets."""
        return mask_of(tile for fixed in self.hand.sets for tile in fixed.tiles)

    @property
    def fixed_pungs(self) -> int:
        """The kinds of the fixed pungs and kongs."""
        return mask_of(fixed.tile for fixed in self.hand.sets if fixed.kind)

    @property
    def fixed_chows(self) -> bool:
        """Whether one of the fixed sets is a chow."""
        return any(not fixed.kind for fixed in self.hand.sets)


Reach = Iterator[Wish | Found]

ALL: Final = (1 << KINDS) - 1
SUITS: Final = tuple(0x1FF << 9 * suit for suit in range(3))
NUMBERS: Final = SUITS[0] | SUITS[1] | SUITS[2]
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
HONORS: Final = WINDS | DRAGONS
TERMINALS: Final = 0b100000001 * (1 | 1 << 9 | 1 << 18)
NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def mask_of(kinds: Iterable[int]) -> int:
    """Return the mask of some kinds.

    >>> mask_of((0, 3, 3))
    9
    """
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


def form_of(asked: Asked, bits: int) -> Reach:
    """Yield the distance to a form of these bits that is open to the hand."""
    forms = asked.forms & bits
    if forms and not asked.hand.sets:
        counts, wilds = asked.counts, asked.wilds
        any_copies = asked.rules.wild.copies == "any" and asked.rules.wilds.there
        missing = kernel.shanten(counts, 0, forms, wilds, any_copies) + 1
        yield missing, kernel.useful(counts, 0, forms, wilds, any_copies)


def pairs_of(asked: Asked, kinds: int, also: int) -> Reach:
    """Yield seven pairs of these kinds, of both masks where there is ``also``."""
    if asked.hand.sets or not asked.forms & PAIRS:
        return
    counts = asked.counts
    kinds, also = (mask & mask_of(asked.rules.stock.kinds) for mask in (kinds, also))

    def missing(counts: bytes) -> int | None:
        first, second = (_pair_costs(asked, counts, mask) for mask in (kinds, also))
        if not also:
            return max(0, sum(first[:7]) - asked.wilds) if len(first) >= 7 else None
        ways = [
            max(0, sum(first[:n]) + sum(second[: 7 - n]) - asked.wilds)
            for n in range(1, 7)
            if len(first) >= n and len(second) >= 7 - n
        ]
        return min(ways, default=None)

    now = missing(counts)
    if now is None:
        return
    mask = 0
    for kind in tiles_of(kinds | also):
        more = bytearray(counts)
        more[kind] += 1
        nearer = missing(bytes(more)) if counts[kind] < 4 else None
        if nearer is not None and nearer < now:
            mask |= 1 << kind
    yield now, mask


def _pair_costs(asked: Asked, counts: bytes, kinds: int) -> list[int]:
    """Return the tiles that each pair of these kinds lacks, cheapest first."""
    twice = asked.rules.forms.seven_pairs == "quads"
    costs = []
    for kind in tiles_of(kinds):
        costs.append(max(0, 2 - counts[kind]))
        if twice:
            costs.append(min(2, 4 - counts[kind]))
    return sorted(costs)
