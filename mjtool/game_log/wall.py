"""The wall of a hand: what is left in it, and whether a drawn tile is the one that lies there."""

from typing import Final

from mjtool.game_log.events import Fault, Legality
from mjtool.rules.model import RuleSet
from mjtool.tiles import KINDS, NAMES

HIDDEN: Final = 42
"""The value of a tile that nobody saw."""


class Wall:
    """The tiles not dealt: the whole wall where the log tells it, else how many there are.

    ``left`` counts the tiles still to draw. Where nothing tells how many horses are set aside,
    it counts as if there were none, and up to ``slack`` of them may be horses.
    """

    __slots__ = ("_front", "_lefts", "_seen", "_tail", "_walls", "left", "slack", "tiles")

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        rules: RuleSet,
        legality: Legality,
        deal: list[list[int]],
        tiles: list[int] | None,
        horses: int | None,
        walls: list[list[int]] | None,
    ) -> None:
        flowers = rules.tiles.flowers or legality.flowers
        uncertain = rules.horses.most if horses is None else 0
        if horses and not rules.horses.most:
            # where the rules have no horses, nothing says whether the log plays on into them
            uncertain, horses = horses, None
        reserve = legality.reserve + (horses or 0)
        self.tiles = tiles
        self.left = (144 if flowers else 136) - 53 - reserve
        self.slack = uncertain
        self._front = 0
        self._tail = 0 if tiles is None else len(tiles) - reserve
        self._walls = walls
        quarter = 36 if flowers else 34
        self._lefts = [quarter - len(hand) for hand in deal] if legality.own_walls else None
        self._seen = bytearray(HIDDEN + 1)
        for hand in deal:
            for tile in hand:
                self._seen[tile] += tile != HIDDEN

    def draw(self, seat: int, tile: int, replaces: bool) -> Fault | None:
        """Take ``tile`` for ``seat`` from the front, a replacement from the tail."""
        if self._lefts is not None:
            return self._draw_own(self._lefts, seat, tile)
        if self.left <= 0:
            return Fault("T104", "T104", None, seat)
        tiles = self.tiles
        if tiles is None:
            if not self.appear(tile):
                return Fault("T101", "T101", None, seat, None, name(tile))
        elif not replaces:
            following = tiles[self._front]
            if tile != following:
                return Fault("T103", "T103", None, seat, name(following), name(tile))
            self._front += 1
        elif not self.slack:
            following = tiles[self._tail - 1]
            if tile != following:
                return Fault("T103", "T103.tail", None, seat, name(following), name(tile))
            self._tail -= 1
        self.left -= 1
        return None

    def _draw_own(self, lefts: list[int], seat: int, tile: int) -> Fault | None:
        """Take ``tile`` from the front of the seat's own wall."""
        if lefts[seat] <= 0:
            return Fault("T104", "T104", None, seat)
        if self._walls is None:
            if not self.appear(tile):
                return Fault("T101", "T101", None, seat, None, name(tile))
        else:
            wall = self._walls[seat]
            following = wall[-lefts[seat]] if len(wall) >= lefts[seat] else None
            if following != tile:
                expected = None if following is None else name(following)
                return Fault("T103", "T103", None, seat, expected, name(tile))
        lefts[seat] -= 1
        self.left -= 1
        return None

    def appear(self, tile: int) -> bool:
        """Count one more ``tile`` that has been seen; False if the set has no more of it."""
        if tile != HIDDEN:
            if self._seen[tile] >= (4 if tile < KINDS else 1):
                return False
            self._seen[tile] += 1
        return True

    def exchange(self, out: int, into: int) -> bool:
        """Put ``out`` in the place of the first ``into``; False if there is none to be had."""
        if self.tiles is None:
            if not self.appear(into):
                return False
            self._seen[out] -= 1
            return True
        end = len(self.tiles) if self.slack else self._tail
        try:
            at = self.tiles.index(into, self._front, end)
        except ValueError:
            return False
        self.tiles[at] = out
        return True

    def next_tile(self, replaces: bool) -> int | None:
        """Return the tile to be drawn next, where the log tells it."""
        if self.tiles is None or self.left <= 0 or (replaces and self.slack):
            return None
        return self.tiles[self._tail - 1 if replaces else self._front]

    def left_for(self, seat: int) -> int:
        """Return how many tiles ``seat`` could draw at most."""
        return self.left if self._lefts is None else self._lefts[seat]


def name(tile: int) -> str:
    """Return the text of a tile, "?" for a hidden one."""
    return NAMES[tile] if tile < HIDDEN else "?"
