"""Tiles in a page: each drawn once, in the style sheet; a tile in the text is one short element."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final
from urllib.parse import quote

from markupsafe import Markup, escape

from mjtool.game_log.board import Meld, Thrown
from mjtool.render.drawing import LIGHT, tile_picture
from mjtool.table.wall import HIDDEN
from mjtool.tiles import HELD, NAMES

_CLASSES: Final = [name[1] + name[0] for name in NAMES]
_BACK: Final = "b"


@cache
def sheet() -> str:
    """Return the style rules that give each tile its face."""
    faces = [*enumerate(_CLASSES), (None, _BACK)]
    return "".join(
        f'.T .{name}{{background-image:url("data:image/svg+xml,{_picture(tile)}")}}'
        for tile, name in faces
    )


def _picture(tile: int | None) -> str:
    piece = None if tile is None else HELD[tile]
    return quote(tile_picture(piece, LIGHT).replace('"', "'"), safe=" ='():/,;-.")


def row(cells: Sequence[tuple[int, str]], told: str) -> Markup:
    """Return tiles side by side, each with further classes; ``told`` is read instead of them."""
    if not cells:
        return Markup("–")
    inner = "".join(
        f"<i class={_class(tile)}></i>" if not more else f'<i class="{_class(tile)} {more}"></i>'
        for tile, more in cells
    )
    return Markup(f'<span class=T role=img aria-label="{escape(told)}">{inner}</span>')


def hand(tiles: Iterable[int], apart: int | None = None) -> Markup:
    """Return the tiles of a hand; ``apart`` is one of them that stands apart, the last drawn."""
    held = list(tiles)
    if apart is not None and apart in held:
        held.remove(apart)
    cells = [(tile, "") for tile in held]
    told = written(held)
    if apart is not None:
        cells.append((apart, "a"))
        told = f"{told} {written([apart])}"
    return row(cells, told)


def river(thrown: Iterable[Thrown], marked: frozenset[int] = frozenset()) -> Markup:
    """Return a river; faded tiles were claimed, those ``marked`` by their place are framed."""
    cells, told = [], []
    for at, each in enumerate(thrown):
        classes = [
            name
            for name, holds in (
                ("g", each.taken is not None),
                ("d", each.drawn),
                ("x", at in marked),
            )
            if holds
        ]
        cells.append((each.tile, " ".join(classes)))
        told.append(written([each.tile]))
    return row(cells, " ".join(told))


def meld(found: Meld) -> Markup:
    """Return a set: its claimed tile lies, the outer ones of a concealed kong face down."""
    tiles = list(found.tiles)
    told = written(tiles)
    if found.kind == "concealed":
        return row([(HIDDEN, ""), (tiles[1], ""), (tiles[2], ""), (HIDDEN, "")], f"({told})")
    lies = tiles.index(found.claimed) if found.claimed in tiles else 0
    return row([(tile, "r" if at == lies else "") for at, tile in enumerate(tiles)], f"[{told}]")


def written(tiles: Iterable[int]) -> str:
    """Return tiles in notation, those of a suit together.

    >>> written([0, 1, 8, 33])
    '129m7z'
    """
    out: list[str] = []
    for tile in tiles:
        name = NAMES[tile] if tile < HIDDEN else "?"
        if out and name != "?" and out[-1][-1] == name[-1]:
            out[-1] = out[-1][:-1] + name
        else:
            out.append(name)
    return "".join(out)


def _class(tile: int) -> str:
    return _CLASSES[tile] if tile < HIDDEN else _BACK
