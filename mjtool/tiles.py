"""Tiles: the 34 kinds, their suits, and counts, the one currency of the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Final


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


SUITS: Final = tuple(Suit)
KINDS: Final = 34
NAMES: Final[tuple[str, ...]] = tuple(
    f"{rank}{suit}"
    for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    for rank in range(1, ranks + 1)
)
"""Canonical text of each tile by value, the flowers after the 34 kinds."""

TILES: Final[tuple[Tile, ...]] = tuple(Tile)
"""The tiles by value: ``TILES[i]`` is cheaper than ``Tile(i)``."""


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

    __hash__ = str.__hash__  # that of Enum is a call into Python, felt where winds are keys


WINDS: Final = tuple(Wind)
