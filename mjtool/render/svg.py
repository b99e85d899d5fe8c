"""Hands as pictures: SVG of our own, an HTML page around it, PNG by the extra ``png``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib import import_module
from typing import Any, Final, NamedTuple

from mjtool.errors import MissingExtraError, RequestError, did_you_mean
from mjtool.hand import FixedSet, Hand, SetKind
from mjtool.messages import Listed, tag_of
from mjtool.notation import ANONYMOUS
from mjtool.records.rules import DrawnRecord
from mjtool.render.drawing import EDGE, HEIGHT, LIGHT, WIDTH, Theme, drawn_tile
from mjtool.tiles import HELD, TILES, Piece, Tile

GAP: Final = 20
"""Between sets, and before the winning or drawn tile."""
MARGIN: Final = 16
CAPTION: Final = 30


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG drawing, with its size in pixels."""

    svg: str
    width: int
    height: int
    title: str
    ground: str = LIGHT.ground


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a tile goes: ``None`` lies face down; ``lying`` turns it; ``above`` stacks it.

    ``wild`` marks it; ``stands_for`` is shown in its corner.
    """

    tile: Piece | None
    x: int
    lying: bool = False
    above: bool = False
    wild: bool = False
    stands_for: Tile | None = None


class Marked(NamedTuple):
    """A hand of which it is known what is wild, and perhaps what each wild tile stands for.

    ``kinds`` are the values of what is wild; ``stand_for`` the kinds that the wild tiles stand for,
    in the order in which they are written.
    """

    hand: Hand
    kinds: tuple[int, ...] = ()
    stand_for: bytes = b""


def picture(
    marked: Sequence[Hand | Marked], *, captions: bool = True, theme: Theme = LIGHT
) -> Picture:
    """Return the drawing of hands, one below the other.

    A wild tile has a star on its face, and below it what it stands for where that is known.

    Fixed sets come first: of a pung or kong the claimed tile lies on its side, the fourth of an
    added kong above it, the outer tiles of a concealed kong face down. In a chow no tile lies:
    nobody knows which was claimed. The winning or drawn tile stands apart.
    """
    drawn = [each if isinstance(each, Marked) else Marked(each) for each in marked]
    hands = [each.hand for each in drawn]
    rows = [list(_places(each)) for each in drawn]
    heights = [_height(row) + (CAPTION if captions else 0) for row in rows]
    width = 2 * MARGIN + max((_end(row) for row in rows), default=0)
    height = 2 * MARGIN + sum(heights) + max(len(rows) - 1, 0) * GAP
    title = " ".join(map(str, hands))
    pieces = [head(width, height, escape(title), theme)]
    top = MARGIN
    for hand, row, row_height in zip(hands, rows, heights, strict=True):
        bottom = top + _height(row) - EDGE
        pieces += [_tile(place, bottom, theme) for place in row]
        if captions:
            pieces.append(
                f'<text x="{MARGIN}" y="{bottom + EDGE + 20}" font-size="16" fill="{theme.text}" '
                f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">'
                f"{escape(str(hand))}</text>"
            )
        top += row_height + GAP
    return Picture("\n".join([*pieces, "</svg>", ""]), width, height, title, theme.ground)


def head(width: int, height: int, title: str, theme: Theme) -> str:
    """Return the beginning of a drawing: its size, its title (escaped), its ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{title}">\n<title>{title}</title>\n'
        f'<rect width="{width}" height="{height}" fill="{theme.ground}"/>'
    )


def _end(row: list[_Place]) -> int:
    last = row[-1]
    return last.x + (HEIGHT if last.lying else WIDTH)


def _height(row: list[_Place]) -> int:
    return (2 * WIDTH if any(place.above for place in row) else HEIGHT) + EDGE


def _places(marked: Marked) -> Iterator[_Place]:
    """Yield the tiles of a hand from left to right; x starts at 0."""
    x, hand = 0, marked.hand
    for fixed in hand.sets:
        for place in _set_places(fixed, x):
            yield place
            x = max(x, _end([place]))
        x += GAP
    concealed = list(_concealed(marked))
    apart = hand.last if hand.is_full else None
    last = None
    if apart is not None:  # of several alike the last one written
        last = max(at for at, place in enumerate(concealed) if place.tile == apart)
    for at, place in enumerate(concealed):
        if at != last:
            yield replace(place, x=x)
            x += WIDTH
    if last is not None:
        yield replace(concealed[last], x=x + (GAP if len(concealed) > 1 else 0))


def _concealed(marked: Marked) -> Iterator[_Place]:
    """Yield the concealed tiles in order, wild ones marked."""
    hand = marked.hand
    tiles = [kind for kind, copies in enumerate(hand.counts) for _ in range(copies)]
    stand_for = iter(marked.stand_for)
    wilds = {
        at: next(stand_for, None)
        for wild in (*marked.kinds, ANONYMOUS)
        for at, tile in enumerate((*tiles, *hand.extra))
        if tile == wild
    }
    for at, tile in enumerate((*tiles, *hand.extra)):
        kind = wilds.get(at)
        yield _Place(
            HELD[tile], 0, wild=at in wilds, stands_for=None if kind is None else TILES[kind]
        )


def _set_places(fixed: FixedSet, x: int) -> Iterator[_Place]:
    tiles = fixed.tiles
    if fixed.kind == SetKind.CONCEALED_KONG:
        for at, tile in enumerate(tiles):
            yield _Place(None if at in (0, 3) else tile, x + at * WIDTH)
        return
    if fixed.kind == SetKind.CHOW:  # notation does not tell which of the three was claimed
        for at, tile in enumerate(tiles):
            yield _Place(tile, x + at * WIDTH)
        return
    added = fixed.kind == SetKind.ADDED_KONG
    claimed = 2 if added else len(tiles) - 1
    for at, tile in enumerate(tiles[:claimed]):
        yield _Place(tile, x + at * WIDTH)
    x += claimed * WIDTH
    if added:
        yield _Place(tiles[3], x, lying=True, above=True)
    yield _Place(tiles[claimed], x, lying=True)


def _tile(place: _Place, bottom: int, theme: Theme) -> str:
    height = WIDTH if place.lying else HEIGHT
    x, y = MARGIN + place.x, bottom - height - (WIDTH if place.above else 0)
    drawn = drawn_tile(
        place.tile, theme, lying=place.lying, wild=place.wild, stands_for=place.stands_for
    )
    return f'<g transform="translate({x} {y})">{drawn}</g>'


def encode(drawn: Picture, suffix: str, lang: str = "en") -> bytes:
    """Return the drawing as a file with ``suffix`` holds it; RequestError for another suffix.

    ``lang`` is the language that a page says it is in.
    """
    maker = _maker(suffix)
    return html(drawn, lang).encode() if maker is _page else maker(drawn)


def verify_suffix(suffix: str) -> None:
    """Raise RequestError for a suffix that no picture can have, or MissingExtraError."""
    if _maker(suffix) is png:
        _resvg()


def _maker(suffix: str) -> Callable[[Picture], bytes]:
    maker = _MAKERS.get(suffix.lower())
    if maker is None:
        hint = did_you_mean(suffix, _MAKERS)
        raise RequestError(
            "unknown_picture", suffix=suffix, known=Listed(tuple(_MAKERS), "list.words"), hint=hint
        )
    return maker


def described(drawn: Picture, hands: Sequence[Hand], file: str) -> DrawnRecord:
    """Return what was written where, as JSON output tells it."""
    return DrawnRecord(
        file=file, hands=[str(hand) for hand in hands], width=drawn.width, height=drawn.height
    )


def html(drawn: Picture, lang: str = "en") -> str:
    """Return a page that shows the drawing, complete in itself, and says its language."""
    # what is not higher than wide, as a table, is seen whole
    whole = ";max-height:max(20rem,100vh - 4rem)" if drawn.height <= drawn.width else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{tag_of(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(drawn.title)}</title>\n<style>"
        f"body{{margin:2rem;background:{drawn.ground}}}svg{{max-width:100%;height:auto{whole}}}"
        f"</style>\n</head>\n<body>\n<main>\n{drawn.svg}</main>\n</body>\n</html>\n"
    )


def _page(drawn: Picture) -> bytes:
    return html(drawn).encode()


def png(drawn: Picture, zoom: float = 2) -> bytes:
    """Return the drawing as a PNG, ``zoom`` pixels for each of its own."""
    return bytes(_resvg().svg_to_bytes(svg_string=drawn.svg, zoom=zoom))


def _resvg() -> Any:
    try:
        return import_module("resvg_py")
    except ImportError:
        raise MissingExtraError("missing_extra.png") from None


_MAKERS: Final[dict[str, Callable[[Picture], bytes]]] = {
    ".svg": lambda drawn: drawn.svg.encode(),
    ".png": png,
    ".html": _page,
}
