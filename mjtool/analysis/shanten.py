"""Shanten 向听数: how many tiles a hand is from being ready."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.in_play import held
from mjtool.records.hands import ShantenRecord
from mjtool.rules.model import RuleSet
from mjtool.wild import NO_WILDS
from mjtool.wild_completion import missing
from mjtool.written import kinds

STANDARD, ORPHANS, PAIRS = 1, 2, 12


class Shanten(Struct, frozen=True):
    """Shanten by form: -1 complete, 0 ready; None for a form the rules or fixed sets exclude."""

    hand: Hand
    rules: RuleSet
    standard: int
    seven_pairs: int | None
    thirteen_orphans: int | None
    sets_counted: bool = True
    wilds: int | None = None
    """Wild tiles that are held; None under rules without any."""

    @property
    def shanten(self) -> int:
        """The least of the forms."""
        least = self.standard
        for other in (self.seven_pairs, self.thirteen_orphans):
            if other is not None and other < least:
                least = other
        return least

    def record(self) -> ShantenRecord:
        """Return the shanten as JSON output tells it."""
        out = ShantenRecord(
            hand=str(self.hand),
            rules=self.rules.id,
            shanten=self.shanten,
            standard=self.standard,
            seven_pairs=self.seven_pairs,
            thirteen_orphans=self.thirteen_orphans,
        )
        if self.wilds is not None:
            out.wilds = self.wilds
        if not self.sets_counted:
            out.sets_counted = False
        return out

    def to_dict(self) -> dict[str, Any]:
        """Return the shanten as plain tables, named as in JSON output."""
        return self.record().to_dict()


def shanten(hand: Hand, rules: RuleSet, *, ignore_sets: bool = False) -> Shanten:
    """Return the exact shanten of ``hand``: the fewest tiles to exchange until it is ready.

    No more than four of a kind are ever counted on, own fixed sets included; ``ignore_sets``
    leaves the tiles of the fixed sets out of that count, as many other tools do.

    >>> from mjtool.rules import load_rules
    >>> shanten(Hand.parse("[444z][111z][555z][777z]4z"), load_rules("jipinghu")).shanten
    1
    """
    if rules.wilds is not NO_WILDS:
        return _with_wilds(hand, rules, ignore_sets)
    counts, forms = hand.counts, rules.form_mask
    stock = rules.stock
    if hand.sets:
        used = stock.used(counts, hand.used)
        used = stock.gone if ignore_sets else used
        if ignore_sets and not stock.lacks:
            standard = kernel.shanten(counts, len(hand.sets), STANDARD)
        else:
            standard = kernel.limited_shanten(counts, used, len(hand.sets), STANDARD)
        return Shanten(hand, rules, standard, None, None, not ignore_sets)
    pairs = forms & PAIRS
    return Shanten(
        hand,
        rules,
        kernel.limited_shanten(counts, stock.used(counts, hand.used), 0, STANDARD),
        kernel.shanten(counts, 0, pairs) if pairs else None,
        kernel.shanten(counts, 0, ORPHANS) if forms & ORPHANS else None,
        not ignore_sets,
    )


def _with_wilds(hand: Hand, rules: RuleSet, ignore_sets: bool) -> Shanten:
    """Return the shanten of a hand under rules with wild tiles, whether it holds one or not."""
    mine = held(hand, rules)
    standard = missing(mine, rules, STANDARD)  # own sets are never counted
    pairs = orphans = None
    if not hand.sets:
        forms = rules.form_mask
        pairs = missing(mine, rules, forms & PAIRS) if forms & PAIRS else None
        orphans = missing(mine, rules, ORPHANS) if forms & ORPHANS else None
    return Shanten(mine.hand, rules, standard, pairs, orphans, not ignore_sets, len(mine.wilds))


def tiles_of(mask: int) -> tuple[int, ...]:
    """Return the kinds of a kernel mask, ascending.

    >>> tiles_of(0b1001)
    (0, 3)
    """
    return kinds(mask)
