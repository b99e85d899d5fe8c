"""Tiles of logs however they are written: ``5m`` at once, every other form when it comes."""

from collections.abc import Iterable
from typing import Final, TypeVar

from msgspec import structs

from mjtool.errors import NotationError
from mjtool.game_log.events import Event, LoggedWild, LoggedWin
from mjtool.notation import TILE_BY_NAME
from mjtool.tiles import KINDS, NAMES, parse_tile

_KEPT: Final = 1 << 12


class TileSet:
    """The values of the tiles of a set by text, in whatever form it writes them.

    ``tiles[text]`` is a KeyError where ``text`` names no tile of the set. ``known`` has the
    canonical texts, the text asked for last, and others that came; it is there for those who ask
    very often. ``lacks`` are kinds that the set does not have.

    >>> tiles = TileSet(flowers=False)
    >>> tiles["5p"], tiles["0p"], tiles["五筒"], tiles.unknown(["1m", "1f"])
    (13, 13, 13, '1f')
    """

    __slots__ = ("_flowers", "_lacks", "_usual", "known")

    def __init__(
        self,
        *,
        flowers: bool,
        more: Iterable[tuple[str, int]] = (),
        lacks: frozenset[int] = frozenset(),
    ) -> None:
        names = NAMES if flowers else NAMES[:KINDS]
        there = {name: value for value, name in enumerate(names) if value not in lacks}
        self._usual = there | dict(more)
        self.known = dict(self._usual)
        self._flowers = flowers
        self._lacks = lacks

    def __getitem__(self, text: str) -> int:
        known = self.known.get(text)
        if known is not None:
            return known
        try:
            tile = int(parse_tile(text, flowers=self._flowers))
        except NotationError:
            raise KeyError(text) from None
        if tile in self._lacks:
            raise KeyError(text)
        if len(self.known) >= _KEPT:
            self.known.clear()
            self.known.update(self._usual)
        self.known[text] = tile
        return tile

    def unknown(self, texts: Iterable[str]) -> str | None:
        """Return the first of ``texts`` that names no tile of the set, None where all do."""
        for text in texts:
            if text not in self.known:
                try:
                    self[text]
                except KeyError:
                    return text
        return None


def are_usual(texts: Iterable[str]) -> bool:
    """Return whether every one of ``texts`` is a tile as it is always written."""
    return TILE_BY_NAME.keys() >= set(texts)


_TILES: Final = (
    *("tile", "with_", "out", "in_", "deal", "indicator", "wild", "wall", "wall_built", "horses"),
    *("as_", "wins", "wilds"),
)
"""The fields of events that hold tiles."""


E = TypeVar("E", bound=Event | LoggedWin | LoggedWild)


def canonical(event: E) -> E:
    """Return ``event`` with its tiles as they are always written; texts that are none stay.

    >>> from mjtool.game_log.events import Draw
    >>> canonical(Draw(seat=0, tile="中"))
    Draw(seat=0, tile='7z')
    """
    changed = {}
    for field in _TILES:
        value = getattr(event, field, None)
        if isinstance(value, str | list):
            respelled = _canonical(value)
            if respelled != value:
                changed[field] = respelled
    return structs.replace(event, **changed) if changed else event


def _canonical(value: object) -> object:
    if isinstance(value, list):
        return [_canonical(each) for each in value]
    if isinstance(value, LoggedWin | LoggedWild):
        return canonical(value)
    if not isinstance(value, str) or value in TILE_BY_NAME:
        return value
    try:
        return NAMES[parse_tile(value, flowers=True)]
    except NotationError:
        return value
