"""The stock: which tiles a set is made of, as a value that everything else asks.

The kinds that a set lacks are treated as used up: no target counts on them, none is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from msgspec import Struct

from mjtool.errors import RequestError
from mjtool.tiles import KINDS, NAMES

COPIES: Final = 4
"""How many tiles of a kind there are."""
FLOWERS: Final = 8
DEALT: Final = 53
"""How many tiles the four hands hold after the deal."""


class Stock(Struct, frozen=True, dict=True):
    """The tiles of a set: four of each kind but for those it lacks, and so many flowers."""

    lacks: frozenset[int] = frozenset()
    flowers: int = 0

    @classmethod
    def of(cls, without: Iterable[str], flowers: int) -> Stock:
        """Return the stock without these kinds, each named in notation."""
        return cls(frozenset(map(NAMES.index, without)), flowers)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kinds there are, flowers aside."""
        return tuple(kind for kind in range(KINDS) if kind not in self.lacks)

    @cached_property
    def mask(self) -> int:
        """The kinds there are, bit k for kind k."""
        return sum(1 << kind for kind in self.kinds)

    @cached_property
    def size(self) -> int:
        """How many tiles there are."""
        return COPIES * len(self.kinds) + self.flowers

    @cached_property
    def wall(self) -> int:
        """How many tiles are left after the deal."""
        return self.size - DEALT

    @cached_property
    def gone(self) -> bytes:
        """34 counts of tiles that cannot come because the set lacks their kind: 4 or 0."""
        return bytes(COPIES if kind in self.lacks else 0 for kind in range(KINDS))

    @cached_property
    def counts(self) -> bytes:
        """How many tiles of each value there are: of the kinds, then of the flowers."""
        kinds = [0 if kind in self.lacks else COPIES for kind in range(KINDS)]
        return bytes([*kinds, *(int(flower < self.flowers) for flower in range(FLOWERS))])

    @cached_property
    def tiles(self) -> list[int]:
        """The tiles there are, in order."""
        return [tile for tile, copies in enumerate(self.counts) for _ in range(copies)]

    def copies(self, tile: int) -> int:
        """Return how many tiles of this value there are: of a kind, or a flower."""
        return self.counts[tile]

    def used(self, counts: bytes, used: bytes) -> bytes:
        """Return the 34 counts of what cannot come beside a hand: its fixed sets, what is lacking.

        Raises RequestError (``not_in_set``) where the hand holds what there is not.

        >>> Stock.of(["1z"], 0).used(bytes(34), bytes(34))[27]
        4
        """
        if not self.lacks:
            return used
        for kind in self.lacks:
            if counts[kind] or used[kind]:
                raise RequestError("not_in_set", tile=NAMES[kind])
        return bytes(map(max, used, self.gone))
