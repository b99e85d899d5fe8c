"""One tile as SVG elements: its face and side, in a theme, with the marks it may bear."""

from __future__ import annotations

from typing import Final, NamedTuple

from mjtool.render.glyphs import face, star
from mjtool.tiles import Piece, Tile

WIDTH, HEIGHT, EDGE = 60, 80, 7
"""A tile's face, and the side of it that shows below."""


class Theme(NamedTuple):
    """The colours of a picture: its ground and text, the tiles' faces, sides, edges and backs."""

    ground: str
    text: str
    face: str
    side: str
    line: str
    back: str
    mark: str
    """What stands out: a wild tile, the tile that lies to be claimed."""
    faint: str
    """Edges between parts of a table."""


LIGHT: Final = Theme(
    *("#f3f1ea", "#444444", "#fffdf4", "#d9c9a3", "#7d7562", "#2f7d5b", "#c2410c", "#cfc9b8")
)
DARK: Final = Theme(
    *("#1b1e1c", "#e6e3da", "#e8e2d0", "#a8966a", "#4c4637", "#1f5a41", "#d9531e", "#5c655e")
)
THEMES: Final = {"light": LIGHT, "dark": DARK}


def drawn_tile(
    tile: Piece | None,
    theme: Theme,
    *,
    lying: bool = False,
    wild: bool = False,
    stands_for: Tile | None = None,
) -> str:
    """Return a tile with its upper left corner at 0, 0; None lies face down.

    A ``wild`` one has a star in its corner, and below it the tile that it ``stands_for``.
    """
    width, height = (HEIGHT, WIDTH) if lying else (WIDTH, HEIGHT)
    body = (
        f'<rect x="1" y="1" width="{width - 2}" height="{height + EDGE - 2}" rx="6" '
        f'fill="{theme.side}" stroke="{theme.line}" stroke-width="1.5"/>'
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" '
        f'fill="{theme.face if tile is not None else theme.back}" stroke="{theme.line}" '
        'stroke-width="1"/>'
    )
    drawn = face(tile) if tile is not None else ""
    if lying:
        drawn = f'<g transform="translate(0 {WIDTH}) rotate(-90)">{drawn}</g>'
    if wild:
        drawn += star(width - 12, 13, 9, theme.mark)
    if stands_for is not None:
        drawn += (
            f'<rect x="3" y="{height - 37}" width="26" height="34" rx="3" fill="{theme.face}" '
            f'stroke="{theme.mark}" stroke-width="1.5"/>'
            f'<g transform="translate(4 {height - 36}) scale(0.4)">{face(stands_for)}</g>'
        )
    told = "" if stands_for is None else f" = {stands_for}"
    label = f"<title>{tile}{told}</title>" if tile is not None else ""
    return f"{label}{body}{drawn}"


def tile_picture(tile: Piece | None, theme: Theme) -> str:
    """Return one tile as a picture of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + EDGE}">'
        f"{drawn_tile(tile, theme)}</svg>"
    )
