"""Tiles in a page: each drawn once, in the style sheet; a tile in the text is one short element."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import Final
from urllib.parse import quote

from markupsafe import Markup, escape

from mjtool.game_log.board import Meld, Thrown
from mjtool.render.drawing import LIGHT, tile_picture
from mjtool.render.glyphs import star
from mjtool.render.standing import Standing
from mjtool.table.wall import HIDDEN
from mjtool.tiles import HELD, NAMES

_CLASSES: Final = [name[1] + name[0] for name in NAMES]
_BACK: Final = "b"
_STAR: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
    f"{star(10, 10, 9, LIGHT.mark)}</svg>"
)


@cache
def sheet() -> str:
    """Return the style rules that give each tile its face."""
    faces = [*enumerate(_CLASSES), (None, _BACK)]
    return (
        "".join(
            f'.T .{name}{{background-image:url("data:image/svg+xml,{_picture(tile)}")}}'
            for tile, name in faces
        )
        + f'.T .w::after{{background-image:url("data:image/svg+xml,{_quoted(_STAR)}")}}'
    )


def _picture(tile: int | None) -> str:
    return _quoted(tile_picture(None if tile is None else HELD[tile], LIGHT))


def _quoted(svg: str) -> str:
    return quote(svg.replace('"', "'"), safe=" ='():/,;-.")


def row(cells: Sequence[tuple[int, str]], told: str, kinds: Sequence[int | None] = ()) -> Markup:
    """Return tiles side by side, each with further classes; ``told`` is read instead of them.

    ``kinds`` are what the tiles stand for, None for each that stands for itself.
    """
    if not cells:
        return Markup("–")
    small = ["" if kind is None else f"<i class={_class(kind)}></i>" for kind in kinds]
    small += [""] * (len(cells) - len(small))
    inner = "".join(
        f"<i class={_class(tile)}>{kind}</i>"
        if not more
        else f'<i class="{_class(tile)} {more}">{kind}</i>'
        for (tile, more), kind in zip(cells, small, strict=True)
    )
    return Markup(f'<span class=T role=img aria-label="{escape(told)}">{inner}</span>')


def hand(tiles: Sequence[Standing], apart: Standing | None, wild: Container[int] = ()) -> Markup:
    """Return the tiles of a hand; ``apart`` is the one that stands apart, the last drawn.

    A tile that is ``wild`` has a star, and below it what it stands for where that is told.
    """
    cells = [(tile, "w" if tile in wild else "") for tile, _ in tiles]
    told = written([tile for tile, _ in tiles])
    shown = list(tiles)
    if apart is not None:
        cells.append((apart.tile, "a w" if apart.tile in wild else "a"))
        told = f"{told} {written([apart.tile])}"
        shown.append(apart)
    as_ = [f"{NAMES[tile]}={NAMES[kind]}" for tile, kind in shown if kind is not None]
    if as_:
        told += f" ({' '.join(as_)})"
    return row(cells, told, [kind for _, kind in shown])


def river(
    thrown: Iterable[Thrown],
    marked: frozenset[int] = frozenset(),
    wild: Container[int] = (),
) -> Markup:
    """Return a river; faded tiles were claimed, those ``marked`` by their place are framed."""
    cells, told = [], []
    for at, each in enumerate(thrown):
        classes = [
            name
            for name, holds in (
                ("g", each.taken is not None),
                ("d", each.drawn),
                ("x", at in marked),
                ("w", each.tile in wild),
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
