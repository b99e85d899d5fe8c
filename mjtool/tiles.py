"""Tiles: the 34 kinds, their suits, and counts, the one currency of the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Any, Final, Literal, overload

from mjtool import notation
from mjtool.errors import NotationError, RequestError
from mjtool.messages import Say
from mjtool.notation import TILE_BY_NAME, read_groups

KINDS: Final = notation.KINDS
"""The number of kinds that enter a hand."""
NAMES: Final = notation.NAMES
"""Canonical text of each tile by value, the flowers after the 34 kinds."""
WRITTEN: Final = notation.WRITTEN
"""The same with the anonymous wild tile behind the flowers."""


class Suit(StrEnum):
    """A suit's letter in notation: characters, dots, bamboos, honors."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOOS = "s"
    HONORS = "z"


class Tile(IntEnum):
    """One of the 34 kinds of tile; its value is its index in counts.

    >>> Tile.P5, str(Tile.RED), Tile.RED.is_honor
    (<Tile.P5: 13>, '7z', True)
    """

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Return the tile that ``text`` names, in any dialect.

        >>> Tile.parse("红中"), Tile.parse("5p")
        (<Tile.RED: 33>, <Tile.P5: 13>)
        """
        if not isinstance(text, str):
            raise RequestError.unfit("text", Say("word.str"), text)
        return parse_tile(text)

    @classmethod
    def of(cls, tile: Tile | str | int, field: str = "tile") -> Tile:
        """Return the tile that is meant by itself, by its text or by its value.

        Anything else is refused; ``field`` is what the error calls it.
        """
        if isinstance(tile, Tile):
            return tile
        if isinstance(tile, str):
            return parse_tile(tile)
        if isinstance(tile, int) and not isinstance(tile, bool) and 0 <= tile < KINDS:
            return TILES[tile]
        raise RequestError.unfit(field, Say("word.a_tile"), tile)

    @classmethod
    def _missing_(cls, value: object) -> Tile:
        raise RequestError.unfit("tile", Say("word.a_tile_value"), value)

    @property
    def suit(self) -> Suit:
        """The suit the tile belongs to."""
        return SUITS[self // 9]

    @property
    def rank(self) -> int:
        """1-9 in a suit; 1-7 (East .. Red) among honors."""
        return self % 9 + 1

    @property
    def is_honor(self) -> bool:
        """Whether the tile is a wind or a dragon."""
        return self >= Tile.EAST

    @property
    def is_terminal(self) -> bool:
        """Whether the tile is a one or a nine of a suit."""
        return self < Tile.EAST and self % 9 in (0, 8)

    def __str__(self) -> str:
        return NAMES[self]


class Flower(IntEnum):
    """One of the eight flowers of a 144-tile set; they never enter counts."""

    PLUM, ORCHID, BAMBOO, CHRYSANTHEMUM, SPRING, SUMMER, AUTUMN, WINTER = range(34, 42)

    def __str__(self) -> str:
        return NAMES[self]


class Anonymous(IntEnum):
    """A wild tile of which only that is told; it never enters counts either."""

    WILD = notation.ANONYMOUS

    def __str__(self) -> str:
        return WRITTEN[self]


Piece = Tile | Flower | Anonymous
"""Any tile that a hand may hold."""

SUITS: Final = tuple(Suit)
TILES: Final[tuple[Tile, ...]] = tuple(Tile)
"""The tiles by value: ``TILES[i]`` is cheaper than ``Tile(i)``."""
PIECES: Final[tuple[Tile | Flower, ...]] = (*Tile, *Flower)
"""The 34 kinds and the eight flowers by value."""
HELD: Final[tuple[Piece, ...]] = (*PIECES, Anonymous.WILD)
"""All that a hand may hold by value: behind them the anonymous wild tile."""


@overload
def parse_tiles(text: str) -> tuple[Tile, ...]: ...
@overload
def parse_tiles(text: str, *, flowers: Literal[False]) -> tuple[Tile, ...]: ...
@overload
def parse_tiles(text: str, *, flowers: bool) -> tuple[Tile | Flower, ...]: ...
def parse_tiles(text: str, *, flowers: bool = False) -> tuple[Any, ...]:
    """Return the tiles of ``text`` in the order written; none for blank text.

    >>> [str(tile) for tile in parse_tiles("一万 2筒,33s 红中")]
    ['1m', '2p', '3s', '3s', '7z']
    """
    return tuple(
        PIECES[tile] for group in read_groups(text, flowers=flowers) for tile in group.tiles
    )


def parse_piece(text: str) -> Piece:
    """Return the one tile that ``text`` names, a flower or an anonymous wild tile too.

    >>> parse_piece("0z"), parse_piece("1f")
    (<Anonymous.WILD: 42>, <Flower.PLUM: 34>)
    """
    return _one_of(text, flowers=True, wild=True)


@overload
def parse_tile(text: str, *, flowers: Literal[False] = False) -> Tile: ...
@overload
def parse_tile(text: str, *, flowers: bool) -> Tile | Flower: ...
def parse_tile(text: str, *, flowers: bool = False) -> Any:
    """Return the one tile that ``text`` names, with ``flowers`` perhaps a flower.

    >>> parse_tile("白板")
    <Tile.WHITE: 31>
    """
    canonical = TILE_BY_NAME.get(text, KINDS)
    return TILES[canonical] if canonical < KINDS else _one_of(text, flowers=flowers, wild=False)


def _one_of(text: str, *, flowers: bool, wild: bool) -> Piece:
    groups = read_groups(text, flowers=flowers, wild=wild)
    tiles = [HELD[tile] for group in groups for tile in group.tiles]
    if len(tiles) != 1:
        raise NotationError("wrong_tile_count.one", text=text, column=1, found=len(tiles))
    return tiles[0]


def count(tiles: Iterable[int]) -> bytes:
    """Return the 34 counts the kernel reads: immutable, hashable, passed without a copy."""
    counts = bytearray(KINDS)
    for tile in tiles:
        counts[tile] += 1
    return bytes(counts)


class Wind(StrEnum):
    """A wind that names a seat or a round; East is the dealer."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @classmethod
    def _missing_(cls, value: object) -> Wind:
        raise RequestError.no_choice("wind", cls, value)

    __hash__ = str.__hash__  # that of Enum is a call into Python, felt where winds are keys


WINDS: Final = tuple(Wind)
