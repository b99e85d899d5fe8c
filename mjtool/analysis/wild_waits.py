"""Waits of hands under rules with wild tiles, whether they hold one or not."""

from __future__ import annotations

from typing import NamedTuple

from mjtool.analysis.wild_tiles import thrown, tiles_left, wild_draws
from mjtool.analysis.wishes import mask_of
from mjtool.in_play import Held
from mjtool.rules.model import RuleSet
from mjtool.scoring import forms_for
from mjtool.stock import COPIES
from mjtool.tiles import HELD, KINDS, TILES, Piece, Tile
from mjtool.wild_completion import completing, missing
from mjtool.wild_sights import FOUR

__all__ = ["Completing", "completing_tiles", "thrown", "tiles_left"]


class Completing(NamedTuple):
    """What completes a hand of 13 tiles: tiles by value in order, dead kinds, whether any tile."""

    tiles: tuple[Piece, ...]
    dead: tuple[Tile, ...]
    any: bool


def completing_tiles(mine: Held, rules: RuleSet) -> Completing:
    """Return which tiles complete a hand that waits; none where it does not."""
    own, number = mine.hand.own, len(mine.wilds)
    forms = forms_for(mine.hand, rules)
    live, dead = completing(mine, rules, forms)
    wild = {kind for kind in rules.wilds.kinds if kind < KINDS}
    kinds = [kind for kind in rules.stock.kinds if kind not in wild]
    can_come = [kind for kind in kinds if own[kind] < COPIES]
    drawn = wild_draws(rules, mine)
    if rules.wild.four_win == "any_time" and number >= FOUR - 1:
        if number >= FOUR:  # whatever comes
            live, dead = mask_of(can_come), 0
    elif missing(mine, rules, forms) > 0:
        drawn = ()
    tiles = sorted((*[kind for kind in kinds if live >> kind & 1], *drawn))
    return Completing(
        tuple([HELD[tile] for tile in tiles]),
        tuple([TILES[kind] for kind in kinds if dead >> kind & 1]),
        bool(tiles) and len(tiles) == len(can_come) + len(wild_draws(rules, mine)),
    )
