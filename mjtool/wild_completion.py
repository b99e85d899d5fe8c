"""How far hands with wild tiles are from complete, what completes them, and in how many ways."""

from __future__ import annotations

from itertools import combinations

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.in_play import Held
from mjtool.rules.model import RuleSet
from mjtool.stock import COPIES
from mjtool.tiles import KINDS
from mjtool.written import one_more


def lacks_of(rules: RuleSet) -> int:
    """Return the mask of kinds that no wild tile stands for: the set lacks them."""
    return sum(1 << kind for kind in rules.stock.lacks)


def assignments(held: Held, rules: RuleSet) -> int:
    """Return how many multisets of kinds complete the hand in the place of its wild tiles."""
    forms = 1 if held.hand.sets else rules.form_mask
    return _ways(held.naturals, held.hand, rules, len(held.wilds), forms)


def completing(
    naturals: bytes, hand: Hand, rules: RuleSet, wilds: int, forms: int
) -> tuple[int, int]:
    """Return the masks of natural kinds that complete 13 tiles, so many wild: live ones, dead ones.

    Every wild tile completes what waits for anything.
    """
    used = rules.stock.used(hand.counts, hand.used)
    if not wilds:
        return kernel.completing(naturals, used, len(hand.sets), forms)
    live = dead = 0
    for kind in rules.stock.kinds:
        if naturals[kind] < COPIES and _completes(naturals, kind, hand, rules, wilds, forms):
            if naturals[kind] + hand.used[kind] < COPIES:
                live |= 1 << kind
            else:
                dead |= 1 << kind
    return live, dead


def _completes(  # noqa: PLR0913, PLR0917
    naturals: bytes, kind: int, hand: Hand, rules: RuleSet, wilds: int, forms: int
) -> bool:
    return _ways(one_more(naturals, kind), hand, rules, wilds, forms) > 0


def _ways(naturals: bytes, hand: Hand, rules: RuleSet, wilds: int, forms: int) -> int:
    any_copies = rules.wild.copies == "any"
    sets = len(hand.sets)
    return kernel.count_assignments(naturals, sets, forms, wilds, any_copies, lacks_of(rules))


def missing(held: Held, rules: RuleSet, forms: int) -> int:
    """Return the shanten of a hand with wild tiles towards some of the kernel's forms.

    What the own fixed sets use up may still come through wild tiles, so it is not counted.
    """
    return shanten_of(held.naturals, len(held.wilds), held.hand, rules, forms)


def shanten_of(naturals: bytes, wilds: int, hand: Hand, rules: RuleSet, forms: int) -> int:
    """Return the shanten of natural tiles and so many wild ones beside the fixed sets of a hand.

    The fewest natural tiles are sought that, wild themselves, leave a complete hand.
    """
    sets = len(hand.sets)
    if not wilds and rules.wild.copies == "four":
        if rules.stock.lacks:
            return kernel.limited_shanten(naturals, rules.stock.gone, sets, forms)
        return kernel.shanten(naturals, sets, forms)
    lacking = 14 - 3 * sets - sum(naturals) - wilds
    tiles = [kind for kind in range(KINDS) for _ in range(naturals[kind])]
    for more in range(len(tiles) + 1):
        for gone in dict.fromkeys(combinations(tiles, more)):
            kept = bytearray(naturals)
            for kind in gone:
                kept[kind] -= 1
            if _ways(bytes(kept), hand, rules, wilds + more + lacking, forms) > 0:
                return more + lacking - 1
    raise AssertionError("no hand is complete")


def useful_of(naturals: bytes, wilds: int, hand: Hand, rules: RuleSet, forms: int) -> int:
    """Return the mask of natural kinds that lower the shanten of 13 tiles, so many of them wild.

    Of none of them does the hand hold all four.
    """
    level = shanten_of(naturals, wilds, hand, rules, forms)
    used = hand.used
    mask = 0
    for kind in rules.stock.kinds:
        if naturals[kind] + used[kind] < COPIES:
            after = shanten_of(one_more(naturals, kind), wilds, hand, rules, forms)
            mask |= (after < level) << kind
    return mask
