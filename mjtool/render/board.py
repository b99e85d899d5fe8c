"""The whole table of a moment as a picture: four hands, sets and rivers, the wall in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from mjtool.game_log.board import Board, Meld
from mjtool.game_log.story import HandStory
from mjtool.messages import text
from mjtool.render.drawing import EDGE, HEIGHT, LIGHT, WIDTH, Theme, drawn_tile
from mjtool.render.phrases import account
from mjtool.render.svg import Picture, head
from mjtool.table.wall import HIDDEN
from mjtool.tiles import HELD, NAMES

SIZE: Final = 1000
SCALE: Final = 0.62
ACROSS: Final = WIDTH * SCALE
DEEP: Final = (HEIGHT + EDGE) * SCALE
IN_ROW: Final = 6
"""Tiles in a row of a river, but for its last."""
ROWS: Final = 4
_MIDDLE: Final = SIZE / 2
_INNER: Final = 118
"""From the middle to the rivers."""
_GAP: Final = 14
_FONT: Final = 'font-family="system-ui, sans-serif"'
_LONGEST: Final = 22


class Scene(NamedTuple):
    """A table to be drawn: the board, the players' names, what has just happened, in words."""

    board: Board
    players: Sequence[str]
    told: str
    lang: str = "en"
    wild: frozenset[int] = frozenset()


def scene_at(story: HandStory, line: int, lang: str) -> Scene:
    """Return the table of a hand once its events up to ``line`` are done."""
    events = [event for at, event in story.moves if at <= line]
    told = moment(story, line, len(events), lang)
    return Scene(story.board_at(line), story.players, told, lang)


def moment(story: HandStory, line: int, number: int, lang: str) -> str:
    """Return which moment of which hand this is, in words."""
    return text(
        "table.moment", lang, game=story.game, hand=story.start.hand, line=line, number=number
    )


def table_picture(scene: Scene, theme: Theme = LIGHT) -> Picture:
    """Return the table as a picture, complete in itself; seat 0 sits below."""
    body = "".join(drawing(scene, theme))
    title = f"{scene.told}. {in_words(scene)}"
    pieces = [
        head(SIZE, SIZE, escape(title), theme),
        symbols(theme, used(scene), scene.wild),
        body,
        "</svg>\n",
    ]
    return Picture("\n".join(pieces), SIZE, SIZE, title)


def in_words(scene: Scene) -> str:
    """Return who has just done what, and how many tiles are left, in words."""
    board, lang = scene.board, scene.lang
    parts = []
    if board.winners:
        names = text("list.words", lang).join(map(_name, (scene.players[s] for s in board.winners)))
        parts.append(text("table.won", lang, player=names))
    elif board.live is not None:
        seat, tile = board.live
        player = _name(scene.players[seat])
        parts.append(text("table.live", lang, player=player, tile=_tile(tile)))
    elif board.drawn is not None:
        player = _name(scene.players[board.turn])
        parts.append(text("table.drawn", lang, player=player, tile=_tile(board.drawn)))
    else:
        parts.append(text("table.turn", lang, player=_name(scene.players[board.turn])))
    if board.left is not None:
        parts.append(text("table.left", lang, left=board.left))
    return text("list.comma", lang).join(parts)


def used(scene: Scene) -> set[int | None]:
    """Return the tiles that a drawing of the table needs; None for one that lies face down."""
    board = scene.board
    found: set[int | None] = {None}
    for seat in range(4):
        found.update(board.hands[seat], board.flowers[seat])
        found.update(thrown.tile for thrown in board.rivers[seat])
        found.update(tile for meld in board.melds[seat] for tile in meld.tiles)
    if board.live is not None:
        found.add(board.live[1])
    return {None if tile == HIDDEN else tile for tile in found}


def symbols(theme: Theme, tiles: set[int | None], wild: frozenset[int] = frozenset()) -> str:
    """Return each of ``tiles`` drawn once, to be used by its name."""
    inner = "".join(
        f'<g id="{_id(tile)}">{_drawn(tile, theme, wild)}</g>'
        for tile in sorted(tiles, key=lambda tile: -1 if tile is None else tile)
    )
    return f"<defs>{inner}</defs>"


def _drawn(tile: int | None, theme: Theme, wild: frozenset[int]) -> str:
    return drawn_tile(None if tile is None else HELD[tile], theme, wild=tile in wild)


def drawing(scene: Scene, theme: Theme) -> Iterator[str]:
    """Yield the elements of the table; the tiles are used by their names."""
    yield from _middle(scene, theme)
    for seat in range(4):
        turned = f"rotate({-90 * seat} {_MIDDLE:g} {_MIDDLE:g})"
        yield f'<g transform="{turned}">{"".join(_side(scene, seat, theme))}</g>'


def _middle(scene: Scene, theme: Theme) -> Iterator[str]:
    board, lang = scene.board, scene.lang
    low, size = _MIDDLE - _INNER + 14, 2 * (_INNER - 14)
    yield (
        f'<rect x="{low:g}" y="{low:g}" width="{size}" height="{size}" rx="10" fill="none" '
        f'stroke="{theme.faint}" stroke-width="2"/>'
    )
    left = "?" if board.left is None else str(board.left)
    yield _text(_MIDDLE, _MIDDLE - 4, left, 44, theme.text, "middle", bold=True)
    yield _text(_MIDDLE, _MIDDLE + 24, text("table.wall", lang), 18, theme.text, "middle")


def _side(scene: Scene, seat: int, theme: Theme) -> Iterator[str]:
    """Yield what lies before a seat, as it sees it: the river, the hand, the sets, its name."""
    board = scene.board
    yield from _river(board, seat, theme)
    hand, melds = board.hands[seat], board.melds[seat]
    won = seat in board.winners
    apart = board.drawn if seat == board.turn and board.live is None else None
    held = list(hand)
    if won and board.live is not None and apart is None:
        apart = board.live[1]
    elif apart is not None and apart in held:
        held.remove(apart)
    sets_width = sum(_width(meld) + _GAP for meld in melds)
    flowers = board.flowers[seat]
    width = (len(held) + (apart is not None)) * ACROSS + _GAP * 2 + sets_width
    width += len(flowers) * ACROSS
    x, y = _MIDDLE - width / 2, SIZE - 44 - DEEP
    for tile in held:
        yield _use(tile, x, y)
        x += ACROSS
    if apart is not None:
        x += _GAP / 2
        yield _use(apart, x, y)
        if won or (seat == board.turn and not board.winners):
            yield _frame(x, y, theme)
        x += ACROSS
    x += _GAP
    for meld in melds:
        yield from _meld(meld, x, y)
        x += _width(meld) + _GAP
    for tile in flowers:
        yield _use(tile, x, y)
        x += ACROSS
    yield from _label(scene, seat, theme)


def _label(scene: Scene, seat: int, theme: Theme) -> Iterator[str]:
    """Yield the name of a seat, its wind, and whether it is its turn or it has won."""
    board, lang = scene.board, scene.lang
    parts = [account("ESWN"[(seat - board.dealer) & 3], lang), _name(scene.players[seat])]
    if seat == board.dealer:
        parts.append(text("table.dealer", lang))
    if seat in board.winners:
        parts.append(text("table.winner", lang))
    acts = seat in board.winners or (seat == board.turn and not board.winners)
    color = theme.mark if acts else theme.text
    told = " · ".join(parts)
    yield _text(_MIDDLE, SIZE - 16, told, 20, color, "middle", bold=acts)


def _river(board: Board, seat: int, theme: Theme) -> Iterator[str]:
    for at, thrown in enumerate(board.rivers[seat]):
        row = min(at // IN_ROW, ROWS - 1)
        column = at - row * IN_ROW
        x = _MIDDLE - IN_ROW * ACROSS / 2 + column * ACROSS
        y = _MIDDLE + _INNER + row * (DEEP + 1)
        yield _use(thrown.tile, x, y, faded=thrown.taken is not None)
        is_live = board.live is not None and board.live[0] == seat and thrown.taken is None
        if is_live and at == len(board.rivers[seat]) - 1 and board.live == (seat, thrown.tile):
            yield _frame(x, y, theme)


def _width(meld: Meld) -> float:
    lies = meld.claimed is not None
    return (len(meld.tiles) - lies) * ACROSS + lies * DEEP


def _meld(meld: Meld, x: float, y: float) -> Iterator[str]:
    """Yield the tiles of a set; the claimed one lies, and points at the seat that it came from."""
    lies = meld.tiles.index(meld.claimed) if meld.claimed in meld.tiles else -1
    for at, tile in enumerate(meld.tiles):
        if at == lies:
            turned = f"translate({x:.1f} {y + DEEP:.1f}) rotate(-90) scale({SCALE})"
            yield f'<use href="#{_id(tile)}" transform="{turned}"/>'
            x += DEEP
            continue
        is_down = meld.kind == "concealed" and at in (0, 3)
        yield _use(None if is_down else tile, x, y)
        x += ACROSS


def _use(tile: int | None, x: float, y: float, *, faded: bool = False) -> str:
    shown = None if tile == HIDDEN else tile
    faint = ' opacity="0.35"' if faded else ""
    return (
        f'<use href="#{_id(shown)}" transform="translate({x:.1f} {y:.1f}) scale({SCALE})"{faint}/>'
    )


def _frame(x: float, y: float, theme: Theme) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{ACROSS:.1f}" height="{DEEP:.1f}" rx="4" '
        f'fill="none" stroke="{theme.mark}" stroke-width="4"/>'
    )


def _text(  # noqa: PLR0913, PLR0917
    x: float, y: float, told: str, size: int, color: str, anchor: str, *, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{color}" text-anchor="{anchor}" '
        f"{_FONT}{weight}>{escape(told)}</text>"
    )


def _name(player: str) -> str:
    """Return a player's name as a picture shows it: printable, cut where long."""
    shown = "".join(char if char.isprintable() else "\ufffd" for char in player)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _tile(tile: int) -> str:
    return "?" if tile == HIDDEN else NAMES[tile]


def _id(tile: int | None) -> str:
    """Return the name of a tile's symbol."""
    return "t-back" if tile is None else f"t-{NAMES[tile]}"
