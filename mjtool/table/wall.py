"""The wall of a hand: what is left in it, and whether a drawn tile is the one that lies there."""

from typing import Final

from mjtool.kernel import Pile
from mjtool.rules.model import RuleSet
from mjtool.table.fault import Fault
from mjtool.table.legality import Legality, stock_of
from mjtool.tiles import NAMES

HIDDEN: Final = 42
"""The value of a tile that nobody saw."""


class Wall(Pile):
    """The tiles not dealt: the whole wall where the log tells it, else how many there are.

    ``horses`` are the numbers of tiles that may be set aside at the end: one, or several where the
    log's is wrong or none is told; what is drawn leaves of them those that it agrees with.
    ``left`` counts the tiles still to draw, with the least of them; the rules' ``reserve`` is
    never drawn, wherever it lies.
    """

    __slots__ = ("_end", "_lefts", "_walls", "horses", "reserve")

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        rules: RuleSet,
        legality: Legality,
        deal: list[list[int]],
        tiles: list[int] | None,
        horses: tuple[int, ...],
        walls: list[list[int]] | None,
        indicator: int | None = None,
    ) -> None:
        stock = stock_of(rules, legality)
        beside = [] if indicator is None else [indicator]
        self.hold(stock.counts, [*deal, beside])
        self.tiles = tiles
        self.horses = horses
        self.reserve = rules.wall.reserve if legality.judges else legality.reserve
        self.left = stock.wall - len(beside) - self.reserve - min(horses)
        self.sure = len(horses) == 1
        if not self.sure:
            self._drop()
        self.front = 0
        self._end = 0 if tiles is None else len(tiles) - legality.reserve  # behind it the horses
        self._walls = walls
        quarter = stock.size // 4
        self._lefts = [quarter - len(hand) for hand in deal] if legality.own_walls else None
        self.own = self._lefts is not None

    @property
    def slack(self) -> int:
        """How many of the tiles that are ``left`` may be horses."""
        return max(self.horses) - min(self.horses)

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
            following = tiles[self.front]
            if tile != following:
                return Fault("T103", "T103", None, seat, name(following), name(tile))
            self.front += 1
        else:
            fitting = tuple([n for n in self.horses if tiles[self._end - n - 1] == tile])
            if not fitting:
                following = tiles[self._end - self.horses[0] - 1]
                return Fault("T103", "T103.tail", None, seat, name(following), name(tile))
            self._keep(fitting)
            self._end -= 1
        self.left -= 1
        if not self.sure:
            self._drop()
        return None

    def _drop(self) -> None:
        """Drop the numbers of horses that would leave less than nothing to draw."""
        least = min(self.horses)
        self._keep(tuple([n for n in self.horses if n - least <= max(0, self.left)]))

    def _keep(self, horses: tuple[int, ...]) -> None:
        """Go on with those numbers of horses that agree with what was drawn."""
        self.left -= min(horses) - min(self.horses)
        self.horses = horses
        self.sure = len(horses) == 1

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
            if self.seen[tile] >= self.copies[tile]:
                return False
            self.seen[tile] += 1
        return True

    def has(self, tile: int, number: int = 1) -> bool:
        """Return whether the set has ``number`` more of ``tile`` than have been seen."""
        return self.seen[tile] + number <= self.copies[tile]

    def exchange(self, out: int, into: int) -> bool:
        """Put ``out`` in the place of the first ``into``; False if there is none to be had."""
        if self.tiles is None:
            if not self.appear(into):
                return False
            self.seen[out] -= 1
            return True
        end = self._end - min(self.horses)
        try:
            at = self.tiles.index(into, self.front, end)
        except ValueError:
            return False
        self.tiles[at] = out
        return True

    def next_tile(self, replaces: bool) -> int | None:
        """Return the tile to be drawn next, where the log tells it."""
        if self.tiles is None or self.left <= 0 or (replaces and len(self.horses) > 1):
            return None
        return self.tiles[self._end - self.horses[0] - 1 if replaces else self.front]

    def turned_up(self, number: int, *, from_tail: bool) -> list[int] | None:
        """Return the tiles that a winner turns up, as many as are left; None: they are not told."""
        if self.tiles is None:
            return None
        rest = self.tiles[self.front : self._end]
        return rest[::-1][:number] if from_tail else rest[:number]

    @property
    def lying(self) -> int:
        """How many tiles lie in the wall, those that are never drawn among them."""
        return max(0, self.left + self.reserve)

    def left_for(self, seat: int, horses: int | None = None) -> int:
        """Return how many tiles ``seat`` could draw, of ``horses`` set aside; at most without."""
        if self._lefts is not None:
            return self._lefts[seat]
        return self.left if horses is None else self.left + min(self.horses) - horses

    def end(self) -> None:
        """Take it that nothing is left to draw: of the numbers of horses those that say so stay."""
        if len(self.horses) > 1:
            least = min(self.horses)
            ended = [number for number in self.horses if number - least >= self.left]
            self._keep(tuple(ended) or self.horses)


def name(tile: int) -> str:
    """Return the text of a tile, "?" for a hidden one."""
    return NAMES[tile] if tile < HIDDEN else "?"
