"""Hands with wild tiles at the table: what completes them, asked often and of nothing else."""

from collections.abc import Iterable, Sequence
from typing import Final

from mjtool import kernel
from mjtool.appraisal import rank
from mjtool.in_play import held
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score, forms_for, judge_of
from mjtool.tiles import KINDS
from mjtool.wild_sights import seen_in

FOUR: Final = 4
"""So many wild tiles win whatever the rest, where the rules have it."""


def mask_of(tiles: Iterable[int]) -> int:
    """Return the tiles as a mask, bit k for value k."""
    return sum(1 << tile for tile in tiles)


def wild_waits(rules: RuleSet, natural: bytes, wild: int, sets: int, *, fresh: bool) -> int:
    """Return the tiles, wild ones too, that complete 3n + 1 tiles, as a mask.

    ``natural`` are those that are not wild; ``fresh``: the seat has not discarded yet.
    """
    wilds, stock = mask_of(rules.wilds.kinds), rules.stock
    has_four_win = _has_four_win(rules, fresh)
    if wild >= FOUR and has_four_win:
        return stock.mask | wilds
    forms, any_copies = 1 if sets else rules.form_mask, rules.wild.copies == "any"
    lacks = mask_of(stock.lacks)
    found = kernel.filling(natural, sets, forms, wild, any_copies, lacks) & ~wilds
    if (wild >= FOUR - 1 and has_four_win) or kernel.is_filled(
        natural, sets, forms, wild + 1, any_copies, lacks
    ):
        found |= wilds
    return found


def is_filled_up(rules: RuleSet, natural: bytes, wild: int, sets: int, *, fresh: bool) -> bool:
    """Return whether 3n + 2 tiles win: the ``natural`` ones and so many wild ones."""
    if wild >= FOUR and _has_four_win(rules, fresh):
        return True
    forms, any_copies = 1 if sets else rules.form_mask, rules.wild.copies == "any"
    return kernel.is_filled(natural, sets, forms, wild, any_copies, mask_of(rules.stock.lacks))


def _has_four_win(rules: RuleSet, fresh: bool) -> bool:
    """Return whether four wild tiles win whatever the rest."""
    four_win = rules.wild.four_win
    return four_win == "any_time" or (four_win == "before_first_discard" and fresh)


def is_best(found: Score, tiles: Sequence[int], kinds: Sequence[int]) -> bool:
    """Return whether a win is worth what it is with its wild ``tiles`` as these ``kinds``."""
    rules, win = found.rules, found.win
    mine = held(found.hand, rules)
    if not found.stand_for or bytes(tiles) != mine.wilds:
        return not found.stand_for and not tiles
    counts = bytearray(mine.naturals)
    for kind in kinds:
        if kind >= KINDS or kind in rules.stock.lacks:
            return False
        counts[kind] += 1
    if rules.wild.copies == "four" and max(counts) > FOUR:
        return False
    forms, given = forms_for(found.hand, rules), "robbing_kong" in found.how.events
    given = given or not found.how.self_drawn
    words = seen_in(mine, rules, win, bytes(kinds), forms=forms, given=given)
    if not words or found.verdict is None:
        return False
    other = judge_of(rules, found.how).verdict(words)
    return rank(other.winner) == rank(found.verdict.winner)
