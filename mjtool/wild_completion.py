"""How far hands with wild tiles are from complete, what completes them, and in how many ways."""

from __future__ import annotations

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.in_play import Held
from mjtool.rules.model import RuleSet
from mjtool.stock import COPIES
from mjtool.tiles import KINDS


def lacks_of(rules: RuleSet) -> int:
    """Return the mask of kinds that no wild tile stands for: the set lacks them."""
    found: int | None = rules.memo.get("lacks")
    if found is None:
        found = rules.memo["lacks"] = sum(1 << kind for kind in rules.stock.lacks)
    return found


def unnatural(hand: Hand, rules: RuleSet) -> bytes:
    """Return 34 counts of what cannot come as a natural tile beside the concealed ones.

    These are the tiles of the fixed sets, kinds that the set lacks, and wild kinds.
    """
    if not (hand.sets or rules.stock.lacks):
        found: bytes | None = rules.memo.get("wild kinds")
        if found is None:
            found = rules.memo["wild kinds"] = _without(bytes(KINDS), rules)
        return found
    return _without(rules.stock.used(hand.counts, hand.used), rules)


def _without(used: bytes, rules: RuleSet) -> bytes:
    more = bytearray(used)
    for kind in rules.wilds.kinds:
        if kind < KINDS:
            more[kind] = COPIES
    return bytes(more)


def assignments(held: Held, rules: RuleSet) -> int:
    """Return how many multisets of kinds complete the hand in the place of its wild tiles."""
    sets = len(held.hand.sets)
    return kernel.count_assignments(
        held.naturals,
        sets,
        1 if sets else rules.form_mask,
        len(held.wilds),
        rules.wild.copies == "any",
        lacks_of(rules),
    )


def completing(held: Held, rules: RuleSet, forms: int) -> tuple[int, int]:
    """Return the masks of natural kinds that complete a hand that waits: live ones, dead ones.

    Every wild tile completes what waits for anything.
    """
    used, sets = unnatural(held.hand, rules), len(held.hand.sets)
    any_copies, lacks = rules.wild.copies == "any", lacks_of(rules)
    wilds = len(held.wilds)
    return kernel.completing(held.naturals, used, sets, forms, wilds, any_copies, lacks)


def missing(held: Held, rules: RuleSet, forms: int) -> int:
    """Return the shanten of a hand with wild tiles towards some of the kernel's forms.

    What the own fixed sets use up may still come through wild tiles, so it is not counted.
    """
    used, sets = unnatural(held.hand, rules), len(held.hand.sets)
    any_copies, lacks = rules.wild.copies == "any", lacks_of(rules)
    wilds = len(held.wilds)
    return kernel.limited_shanten(held.naturals, used, sets, forms, wilds, any_copies, lacks)


def useful(held: Held, rules: RuleSet, forms: int) -> int:
    """Return the mask of natural kinds that lower the shanten of a hand that waits.

    Of none of them does the hand hold all four.
    """
    used, sets = unnatural(held.hand, rules), len(held.hand.sets)
    any_copies, lacks = rules.wild.copies == "any", lacks_of(rules)
    wilds = len(held.wilds)
    return kernel.limited_useful(held.naturals, used, sets, forms, wilds, any_copies, lacks)
