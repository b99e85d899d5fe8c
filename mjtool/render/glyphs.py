"""The faces of the tiles as drawings of our own: strokes, dots and sticks, no font needed.

Characters are brush strokes on a field of 100 by 100; a face is 60 wide and 80 high.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin
from typing import Final

from mjtool.tiles import Flower, Piece, Suit, Tile

RED: Final = "#b3261e"
GREEN: Final = "#1b7a3d"
BLUE: Final = "#1d4f91"
INK: Final = "#222222"

_STROKES: Final = {
    "一": "M10 52H90",
    "二": "M22 30H78M10 76H90",
    "三": "M20 20H80M26 50H74M10 82H90",
    "四": "M15 20H85V84H15ZM40 20Q40 50 27 62M60 20V50Q60 60 82 59",
    "五": "M16 16H84M48 16L36 86M24 48H74L70 86M8 86H92",
    "六": "M48 8L54 22M8 34H92M38 50L16 90M62 50L84 90",
    "七": "M8 52L92 38M44 10V76Q44 88 56 88H86V72",
    "八": "M38 22Q36 62 8 90M56 14Q66 64 94 88",
    "九": "M12 36H68V78Q68 88 80 88H93V70M42 8Q44 66 8 92",
    "万": "M8 18H92M37 44H80Q79 78 70 90L56 84M46 18Q44 66 10 92",
    "东": "M12 22H88M46 6L24 48H86M54 34V88L42 82M30 62L14 82M70 62L88 82",
    "南": "M10 20H90M50 6V38M16 94V38H84V90L74 86M36 46L43 56M64 46L57 56M30 62H70M28 76H72"
    "M50 62V92",
    "西": "M10 16H90M16 40H84V90H16ZM39 16V40Q39 60 26 68M61 16V56Q61 66 80 64",
    "北": "M8 36H38M38 12V90M8 82L38 68M86 26L60 46M60 10V76Q60 88 72 88H92V70",
    "中": "M14 28H86V64H14ZM50 6V96",
    "发": "M28 10L20 38H90M48 8Q44 62 8 92M42 56H76Q66 82 28 94M44 62Q60 84 92 94M66 10L80 24",
}
_RANKS: Final = "一二三四五六七八九"
_HONORS: Final = {
    Tile.EAST: ("东", INK),
    Tile.SOUTH: ("南", INK),
    Tile.WEST: ("西", INK),
    Tile.NORTH: ("北", INK),
    Tile.GREEN: ("发", GREEN),
    Tile.RED: ("中", RED),
}

# Rows of dots and sticks: how many stand in each, from top to bottom.
_DOTS: Final = {
    2: ((30, 22, GREEN), (30, 58, BLUE)),
    3: ((14, 16, BLUE), (30, 40, RED), (46, 64, GREEN)),
    4: ((17, 22, BLUE), (43, 22, GREEN), (17, 58, GREEN), (43, 58, BLUE)),
    5: ((15, 18, BLUE), (45, 18, GREEN), (30, 40, RED), (15, 62, GREEN), (45, 62, BLUE)),
    6: tuple((x, y, GREEN if y < 30 else RED) for y in (17, 42, 65) for x in (18, 42)),
    7: (
        *((x, y, GREEN) for x, y in ((13, 12), (30, 20), (47, 28))),
        *((x, y, RED) for y in (48, 68) for x in (18, 42)),
    ),
    8: tuple((x, y, BLUE) for y in (13, 31, 49, 67) for x in (19, 41)),
    9: tuple((x, y, c) for y, c in ((16, GREEN), (40, RED), (64, BLUE)) for x in (12, 30, 48)),
}
_STICKS: Final = {
    2: ((30, 22, GREEN), (30, 58, GREEN)),
    3: ((30, 22, GREEN), (17, 58, GREEN), (43, 58, GREEN)),
    4: tuple((x, y, GREEN) for y in (22, 58) for x in (17, 43)),
    5: (*((x, y, GREEN) for y in (20, 60) for x in (14, 46)), (30, 40, RED)),
    6: tuple((x, y, GREEN) for y in (22, 58) for x in (12, 30, 48)),
    7: ((30, 14, RED), *((x, y, GREEN) for y in (40, 66) for x in (12, 30, 48))),
    9: tuple((x, y, RED if x == 30 else GREEN) for y in (14, 40, 66) for x in (12, 30, 48)),
}
_BIRD: Final = (
    f'<g fill="none" stroke="{GREEN}" stroke-width="4" stroke-linecap="round">'
    '<path d="M26 50L10 72M30 52L22 76M34 52L36 77M38 50L50 72"/></g>'
    f'<ellipse cx="32" cy="40" rx="13" ry="15" fill="{GREEN}"/>'
    f'<path d="M20 36Q10 46 18 56Q30 54 34 40Z" fill="{BLUE}"/>'
    f'<circle cx="36" cy="19" r="8" fill="{RED}"/>'
    f'<path d="M43 17L53 21L43 24Z" fill="{INK}"/>'
    '<circle cx="38" cy="17" r="1.8" fill="#fff"/>'
)


@cache
def face(tile: Piece) -> str:
    """Return the drawing on a tile as SVG elements, inside 60 by 80."""
    return f'<g transform="translate(3 4) scale(0.9)">{"".join(_face(tile))}</g>'


def star(x: float, y: float, radius: float, color: str) -> str:
    """Return a star with five points: what is wild has one."""
    at = [
        (x + reach * sin(turn * pi / 5), y - reach * cos(turn * pi / 5))
        for turn in range(10)
        for reach in (radius if turn % 2 == 0 else radius * 0.42,)
    ]
    points = " ".join(f"{round(a, 2)},{round(b, 2)}" for a, b in at)
    return f'<polygon points="{points}" fill="{color}"/>'


def _flower(number: int) -> Iterator[str]:
    """Yield a blossom, of the plants red and of the seasons green, and its number in dots."""
    color = RED if number <= 4 else GREEN
    for turn in range(5):
        x, y = 30 + 13 * sin(turn * 2 * pi / 5), 32 - 13 * cos(turn * 2 * pi / 5)
        yield f'<circle cx="{round(x, 2)}" cy="{round(y, 2)}" r="9" fill="{color}"/>'
    yield '<circle cx="30" cy="32" r="6" fill="#f2c14e"/>'
    dots = (number - 1) % 4 + 1
    for at in range(dots):
        yield f'<circle cx="{30 + 10 * at - 5 * (dots - 1)}" cy="70" r="3.5" fill="{INK}"/>'


def _face(tile: Piece) -> Iterator[str]:
    if isinstance(tile, Flower):
        yield from _flower(tile - Flower.PLUM + 1)
    elif isinstance(tile, Tile):
        yield from _kind(tile)
    else:
        yield star(30, 40, 24, RED)


def _kind(tile: Tile) -> Iterator[str]:
    rank = tile.rank
    if tile.suit == Suit.CHARACTERS:
        yield _brush(_RANKS[rank - 1], 12, 5, 0.36, INK)
        yield _brush("万", 12, 41, 0.36, RED)
    elif tile.suit == Suit.DOTS:
        if rank == 1:
            yield _ring(30, 40, 21, RED)
        for x, y, color in _DOTS.get(rank, ()):
            yield _ring(x, y, {6: 10, 7: 9, 8: 8.5, 9: 8.5}.get(rank, 12), color)
    elif tile.suit == Suit.BAMBOOS:
        yield from _bamboos(rank)
    elif tile in _HONORS:
        glyph, color = _HONORS[tile]
        yield _brush(glyph, 6, 16, 0.48, color)
    else:
        yield from (
            f'<rect x="{inset}" y="{inset + 2}" width="{60 - 2 * inset}" '
            f'height="{76 - 2 * inset}" rx="3" fill="none" stroke="{BLUE}" stroke-width="{width}"/>'
            for inset, width in ((9, 3), (14, 1.5))
        )


def _brush(glyph: str, x: float, y: float, scale: float, color: str) -> str:
    return (
        f'<path transform="translate({x} {y}) scale({scale})" d="{_STROKES[glyph]}" fill="none" '
        f'stroke="{color}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _ring(x: float, y: float, radius: float, color: str) -> str:
    inner = round(radius * 0.42, 2)
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius - 1}" fill="#fff" stroke="{color}" '
        f'stroke-width="{round(radius * 0.28, 2)}"/>'
        f'<circle cx="{x}" cy="{y}" r="{inner}" fill="{color}"/>'
    )


def _bamboos(rank: int) -> Iterator[str]:
    if rank == 1:
        yield _BIRD
    elif rank == 8:  # two rows that lean towards each other, an M above a W
        for y, sign in ((22, 1), (58, -1)):
            for x, tilt in ((9, 0), (22, -28 * sign), (38, 28 * sign), (51, 0)):
                yield _stick(x, y, 30, GREEN, tilt)
    height = 23 if rank in (7, 9) else 26 if rank == 5 else 33
    for x, y, color in _STICKS.get(rank, ()):
        yield _stick(x, y, height, color)


def _stick(x: float, y: float, height: float, color: str, tilt: int = 0) -> str:
    top, end = y - height / 2, y + height / 2
    turned = f' transform="rotate({tilt} {x} {y})"' if tilt else ""
    return (
        f'<g{turned}><rect x="{x - 4}" y="{top}" width="8" height="{height}" rx="4" '
        f'fill="{color}"/><path d="M{x - 5} {y}H{x + 5}" stroke="{color}" stroke-width="4" '
        f'stroke-linecap="round"/><path d="M{x} {top + 4}V{y - 4}M{x} {y + 4}V{end - 4}" '
        'stroke="#fff" stroke-width="1.5" stroke-linecap="round"/></g>'
    )
