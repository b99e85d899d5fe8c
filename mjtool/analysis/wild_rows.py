"""Useful tiles and what widens, of hands under rules with wild tiles."""

from __future__ import annotations

from typing import NamedTuple

from mjtool.analysis.wild_tiles import thrown, tiles_left, wild_draws
from mjtool.analysis.wishes import mask_of
from mjtool.hand import Hand
from mjtool.in_play import Held, held
from mjtool.rules.model import RuleSet
from mjtool.scoring import forms_for
from mjtool.tiles import HELD, KINDS, Piece
from mjtool.wild_completion import missing, useful

__all__ = ["Useful", "tiles_left", "useful_rows", "widening"]


class Useful(NamedTuple):
    """A hand of 13 tiles after a discard, or as it is (None): a mask of useful tiles by value."""

    discard: Piece | None
    shanten: int
    useful: int
    total: int


def useful_rows(hand: Hand, rules: RuleSet, left: bytes) -> list[Useful]:
    """Return the useful tiles of a hand, or of each discard, in order of the tiles thrown."""
    mine = held(hand, rules)
    if hand.is_waiting:
        return [_row(None, mine, rules, left)]
    return [
        _row(tile, held(hand.without_tile(tile), rules), rules, left)
        for tile in thrown(mine, rules)
    ]


def _row(discard: Piece | None, mine: Held, rules: RuleSet, left: bytes) -> Useful:
    forms = forms_for(mine.hand, rules)
    level, mask = missing(mine, rules, forms), useful(mine, rules, forms)
    mask &= ~mask_of(rules.wilds.kinds)
    if level >= 0:
        mask |= mask_of(wild_draws(rules, mine))
    total = sum(copies for tile, copies in enumerate(left) if mask >> tile & 1)
    return Useful(discard, level, mask, total)


def widening(
    hand: Hand, rules: RuleSet, left: bytes, row: Useful
) -> list[tuple[Piece, Piece, int]]:
    """Return the draws after which some discard leaves more live useful tiles than ``row`` has.

    Each is the tile, the best discard after it, and the live useful tiles then.
    """
    rest = hand if row.discard is None else hand.without_tile(row.discard)
    found = []
    for kind in range(KINDS):
        tile = HELD[kind]
        if not left[kind] or row.useful >> kind & 1:
            continue
        after = bytearray(left)
        after[kind] -= 1
        totals = [
            (each.total, -int(each.discard), each.discard)
            for each in useful_rows(rest.with_tile(tile), rules, bytes(after))
            if each.shanten == row.shanten and each.discard is not None
        ]
        total, _, best = max(totals)
        if total > row.total:
            found.append((tile, best, total))
    return found
