"""Shanten 向听数: how many tiles a hand is from being ready."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mjtool import kernel
from mjtool.hand import Hand, WildHand
from mjtool.in_play import FLOWERS_HELD, held
from mjtool.records.hands import ShantenRecord
from mjtool.rules.model import RuleSet
from mjtool.tiles import KINDS
from mjtool.wild import NO_WILDS
from mjtool.wild_completion import lacks_of
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
    kinds, forms, any_copies, lacks = rules.memo.get("shanten with wilds") or _asked(rules)
    counted = not ignore_sets
    others: int | None = 0
    if type(hand) is WildHand:
        flowers = hand.others
        others = len(flowers) if flowers in rules.memo.get(FLOWERS_HELD, ()) else None
    if kinds is not None and others is not None and not hand.sets:  # nearly always
        try:
            standard, pairs, orphans, wilds = kernel.wild_shantens(
                hand.counts, kinds, others, 0, forms, any_copies, lacks
            )
        except ValueError:
            pass  # it holds what the set lacks, which is refused below
        else:
            return Shanten(hand, rules, standard, pairs, orphans, counted, wilds)
    mine = held(hand, rules)
    hand, sets = mine.hand, len(mine.hand.sets)
    if lacks:
        rules.stock.used(hand.counts, hand.used)
    standard, pairs, orphans, wilds = kernel.wild_shantens(  # own sets are never counted
        mine.naturals, 0, len(mine.wilds), sets, forms, any_copies, lacks
    )
    return Shanten(hand, rules, standard, pairs, orphans, counted, wilds)


def _asked(rules: RuleSet) -> tuple[int | None, int, bool, int]:
    """Return what is asked of the kernel, kept: the kinds that are wild, forms, copies, lacks.

    None stands for kinds where more has to be asked of a hand first.
    """
    wilds, kinds = rules.wilds, None
    if wilds.known and wilds.indicator is None:
        kinds = sum(1 << kind for kind in wilds.kinds if kind < KINDS)
    found = kinds, rules.form_mask, rules.wild.copies == "any", lacks_of(rules)
    rules.memo["shanten with wilds"] = found
    return found


def tiles_of(mask: int) -> tuple[int, ...]:
    """Return the kinds of a kernel mask, ascending.

    >>> tiles_of(0b1001)
    (0, 3)
    """
    return kinds(mask)
