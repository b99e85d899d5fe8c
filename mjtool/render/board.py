"""The whole table of a moment as a picture: four hands, sets and rivers, the wall in the middle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from mjtool.game_log.board import Board, Meld
from mjtool.game_log.story import HandStory
from mjtool.messages import text
from mjtool.render.drawing import EDGE, HEIGHT, LIGHT, WIDTH, Theme, drawn_tile
from mjtool.render.phrases import account
from mjtool.render.standing import Scores, Standing, standing
from mjtool.render.svg import Picture, head
from mjtool.table.wall import HIDDEN
from mjtool.tiles import HELD, NAMES, TILES

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
    """A table to be drawn: a hand's board at one moment, which is ``told`` in words.

    ``scores`` are those of the winners: they tell what wild tiles stand for.
    """

    board: Board
    story: HandStory
    told: str
    lang: str
    scores: Scores

    @property
    def players(self) -> Sequence[str]:
        """The players' names by their seats."""
        return self.story.players

    def held(self, seat: int) -> tuple[list[Standing], Standing | None]:
        """Return the tiles in a seat's hand, and the one that stands apart, drawn or won with."""
        board = self.board
        tiles, won = list(board.hands[seat]), seat in board.winners
        apart = board.drawn if seat == board.turn and board.live is None else None
        if won and board.live is not None:
            apart = board.live[1]
        elif apart is not None and apart in tiles:
            tiles.remove(apart)
        return standing(tiles, apart, self.scores.get(seat) if won else None)


Face = tuple[int | None, int | None]
"""What a tile shows, None where it lies face down; and what it stands for, where that is told."""


def scene_at(story: HandStory, line: int, lang: str, scores: Scores) -> Scene:
    """Return the table of a hand once its events up to ``line`` are done."""
    events = [event for at, event in story.moves if at <= line]
    told = moment(story, line, len(events), lang)
    return Scene(story.board_at(line), story, told, lang, scores)


def moment(story: HandStory, line: int, number: int, lang: str) -> str:
    """Return which moment of which hand this is, in words."""
    return text(
        "table.moment", lang, game=story.game, hand=story.start.hand, line=line, number=number
    )


def table_picture(scene: Scene, theme: Theme = LIGHT) -> Picture:
    """Return the table as a picture, complete in itself; seat 0 sits below."""
    body = "".join(drawing(scene, theme))
    title = told_whole(scene)
    pieces = [
        head(SIZE, SIZE, escape(title), theme),
        symbols(theme, used(scene), scene.story.wild),
        body,
        "</svg>\n",
    ]
    return Picture("\n".join(pieces), SIZE, SIZE, title, theme.ground)


def told_whole(scene: Scene) -> str:
    """Return which moment it is and what has just happened, in words."""
    return text("list.sentence", scene.lang).join((scene.told, in_words(scene)))


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
    story = scene.story
    if story.wild:
        wild = "".join(map(_tile, story.wild))
        key = "table.wild" if story.indicator is None else "table.turned_up"
        turned = "" if story.indicator is None else _tile(story.indicator)
        parts.append(text(key, lang, wild=wild, indicator=turned))
    stand = [
        f"{_tile(tile)}={_tile(kind)}"
        for seat in board.winners
        for held, apart in (scene.held(seat),)
        for tile, kind in (*held, *(() if apart is None else (apart,)))
        if kind is not None
    ]
    if stand:
        parts.append(" ".join(stand))
    return text("list.comma", lang).join(parts)


def used(scene: Scene) -> set[Face]:
    """Return the faces that a drawing of the table needs."""
    board, story = scene.board, scene.story
    found = {Standing(HIDDEN), *map(Standing, story.wild)}
    if story.indicator is not None:
        found.add(Standing(story.indicator))
    for seat in range(4):
        tiles, apart = scene.held(seat)
        found.update(tiles, () if apart is None else (apart,))
        found.update(map(Standing, board.flowers[seat]))
        found.update(Standing(thrown.tile) for thrown in board.rivers[seat])
        found.update(Standing(tile) for meld in board.melds[seat] for tile in meld.tiles)
    return {(None if tile == HIDDEN else tile, kind) for tile, kind in found}


def symbols(theme: Theme, faces: Iterable[Face], wild: Sequence[int] = ()) -> str:
    """Return each of ``faces`` drawn once, to be used by its name."""
    inner = "".join(
        f'<g id="{_id(tile, kind)}">{_drawn(tile, kind, theme, wild)}</g>'
        for tile, kind in sorted(faces, key=lambda face: _id(*face))
    )
    return f"<defs>{inner}</defs>"


def _drawn(tile: int | None, kind: int | None, theme: Theme, wild: Sequence[int]) -> str:
    return drawn_tile(
        None if tile is None else HELD[tile],
        theme,
        wild=tile in wild,
        stands_for=None if kind is None else TILES[kind],
    )


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
    wild = scene.story.wild
    middle = _MIDDLE - (30 if wild else 0)
    yield _text(_MIDDLE, middle - 4, left, 44, theme.text, "middle", bold=True)
    yield _text(_MIDDLE, middle + 24, text("table.wall", lang), 18, theme.text, "middle")
    if wild:
        yield from _wild(scene, theme, middle + 38, size - 24)


def _wild(scene: Scene, theme: Theme, y: float, room: float) -> Iterator[str]:
    """Yield what is wild, behind the tile that was turned up to tell it, where there is one."""
    story = scene.story
    turned = story.indicator
    number = len(story.wild) + (0 if turned is None else 2)
    scale = min(0.6, room / (number * WIDTH))
    x = _MIDDLE - number * WIDTH * scale / 2
    if turned is not None:
        yield _use(turned, x, y, scale=scale)
        x += 2 * WIDTH * scale
        arrow, below = x - WIDTH * scale / 2, y + HEIGHT * scale / 2
        yield _text(arrow, below + 8, "\u2192", 24, theme.text, "middle")
    for tile in story.wild:
        yield _use(tile, x, y, scale=scale)
        x += WIDTH * scale


def _side(scene: Scene, seat: int, theme: Theme) -> Iterator[str]:
    """Yield what lies before a seat, as it sees it: the river, the hand, the sets, its name."""
    board = scene.board
    yield from _river(board, seat, theme)
    melds, won = board.melds[seat], seat in board.winners
    held, apart = scene.held(seat)
    sets_width = sum(_width(meld) + _GAP for meld in melds)
    flowers = board.flowers[seat]
    width = (len(held) + (apart is not None)) * ACROSS + _GAP * 2 + sets_width
    width += len(flowers) * ACROSS
    x, y = _MIDDLE - width / 2, SIZE - 44 - DEEP
    for each in held:
        yield _use(each.tile, x, y, each.kind)
        x += ACROSS
    if apart is not None:
        x += _GAP / 2
        yield _use(apart.tile, x, y, apart.kind)
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


def _use(  # noqa: PLR0913
    tile: int | None,
    x: float,
    y: float,
    kind: int | None = None,
    *,
    faded: bool = False,
    scale: float = SCALE,
) -> str:
    shown = _id(None if tile == HIDDEN else tile, kind)
    faint = ' opacity="0.35"' if faded else ""
    return f'<use href="#{shown}" transform="translate({x:.1f} {y:.1f}) scale({scale:g})"{faint}/>'


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


def _id(tile: int | None, kind: int | None = None) -> str:
    """Return the name of a face's symbol."""
    if tile is None:
        return "t-back"
    return f"t-{NAMES[tile]}" if kind is None else f"t-{NAMES[tile]}-{NAMES[kind]}"
