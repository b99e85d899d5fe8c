"""Who fed what: the liabilities of a hand as its claims bring them about."""

from typing import Final

from mjtool.rules.sections import LiabilitySection
from mjtool.tiles import KINDS, Tile

PATTERN_KINDS: Final[dict[str, tuple[frozenset[int], int]]] = {
    "big_three_dragons": (frozenset(range(Tile.WHITE, Tile.RED + 1)), 3),
    "big_four_winds": (frozenset(range(Tile.EAST, Tile.NORTH + 1)), 4),
}
"""For each pattern that can make a feeder liable: the kinds of its sets, and how many."""

CONCEALED: Final = 4
"""The kernel's kind of set of a concealed kong."""


class Feeders:
    """The seats that fed sets in this hand, as far as the rules make somebody pay for it."""

    __slots__ = ("_rules", "_watched", "pattern", "pungs", "twelve_tiles")

    def __init__(self, rules: LiabilitySection) -> None:
        self._rules = rules
        self._watched = tuple(
            PATTERN_KINDS[pattern] for pattern, counts in rules.pattern.items() if counts
        )
        self.pattern: dict[int, int] = {}
        """For each seat, who fed the last set of a pattern that it shows."""
        self.twelve_tiles: dict[int, int] = {}
        """For each seat, who fed its fourth exposed set."""
        self.pungs: dict[tuple[int, int], int] = {}
        """For each seat and tile, who fed the pung or the exposed kong."""

    def claimed(self, seat: int, code: int, tile: int, feeder: int, codes: list[int]) -> None:
        """Take note that ``feeder`` fed the last of the fixed sets ``codes`` of ``seat``."""
        if code >= KINDS:
            self.pungs[seat, tile] = feeder
            for kinds, needed in self._watched:
                if tile in kinds and self._shown(codes, kinds) == needed:
                    self.pattern[seat] = feeder
        if (
            self._rules.twelve_tiles
            and len(codes) == 4
            and all(each // KINDS != CONCEALED for each in codes)
            and feeder not in self.twelve_tiles.values()  # 包先不包后: for one seat only
        ):
            self.twelve_tiles[seat] = feeder

    def _shown(self, codes: list[int], kinds: frozenset[int]) -> int:
        """Return how many sets of ``kinds`` lie open."""
        counts_concealed = self._rules.concealed_kong_counts
        return sum(
            code >= KINDS
            and code % KINDS in kinds
            and (counts_concealed or code // KINDS != CONCEALED)
            for code in codes
        )
