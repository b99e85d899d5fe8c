"""Wild tiles of a winner at the table, each beside what it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mjtool.game_log import HandStory, Item, Worth
from mjtool.in_play import held
from mjtool.scoring import Score


class Standing(NamedTuple):
    """A tile by its value; ``kind`` is what it stands for, None where that is itself or unknown."""

    tile: int
    kind: int | None = None


Scores = Mapping[int, Score]
"""What the win of each winner is worth, by its seat."""


def standing(
    tiles: Iterable[int], apart: int | None, found: Score | None
) -> tuple[list[Standing], Standing | None]:
    """Return a winner's tiles, and the one it won with, each with what it stands for.

    Of several alike the winning tile is the last that is written.
    """
    mine = list(tiles)
    if found is None or not found.stand_for:
        return [Standing(tile) for tile in mine], None if apart is None else Standing(apart)
    kinds: dict[int, list[int]] = {}
    for tile, kind in zip(held(found.hand, found.rules).wilds, found.stand_for, strict=True):
        kinds.setdefault(tile, []).append(kind)
    last = None
    if apart is not None:
        last = Standing(apart, kinds[apart].pop() if kinds.get(apart) else None)
    out = []
    for tile in mine:
        left = kinds.get(tile)
        out.append(Standing(tile, left.pop(0) if left else None))
    return out, last


def scores_in(story: HandStory, items: Iterable[Item]) -> dict[int, Score]:
    """Return what the wins of a hand are worth, of all that a replay comes to."""
    return {
        item.seat: item.score
        for item in items
        if isinstance(item, Worth)
        and item.file == story.file
        and story.first <= item.line <= story.last
    }
