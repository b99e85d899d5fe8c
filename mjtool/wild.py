"""Wild tiles 鬼牌: which tiles are wild in a hand of play, a value that everything else asks.

Tiles are values here: the 34 kinds, and the flowers behind them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from msgspec import Struct

from mjtool.tiles import KINDS

Turned = Literal["none", "next", "next_two", "both_sides", "itself_and_next", "itself"]
"""What of an indicator 翻鬼 is wild."""
Order = Literal["one_cycle", "winds_dragons"]
"""What follows what among honors."""

_SUITS: Final = tuple(tuple(range(first, first + 9)) for first in (0, 9, 18))
_WINDS: Final = (27, 28, 29, 30)
_DRAGONS: Final = (33, 32, 31)  # 中 发 白
_CYCLES: Final[dict[Order, tuple[tuple[int, ...], ...]]] = {
    "one_cycle": (*_SUITS, _WINDS + _DRAGONS),
    "winds_dragons": (*_SUITS, _WINDS, _DRAGONS),
}
_STEPS: Final[dict[Turned, tuple[int, ...]]] = {
    "none": (),
    "next": (1,),
    "next_two": (1, 2),
    "both_sides": (-1, 1),
    "itself_and_next": (0, 1),
    "itself": (0,),
}


class Wilds(Struct, frozen=True):
    """The tiles that are wild in a hand of play.

    ``kinds`` are their values in order; ``indicator`` the tile that was turned up and is out of the
    wall. ``known`` is false where the rules turn one up and nobody told which. ``anonymous``: wild
    tiles are held of which no kind is told.
    """

    kinds: tuple[int, ...] = ()
    indicator: int | None = None
    known: bool = True
    anonymous: bool = False

    @property
    def there(self) -> bool:
        """Whether a tile may be wild."""
        return bool(self.kinds) or self.anonymous

    @property
    def one(self) -> int | None:
        """The wild kind where there is just one."""
        return self.kinds[0] if len(self.kinds) == 1 else None


NO_WILDS: Final = Wilds()
"""Nothing is wild."""


def following(tile: int, steps: int, order: Order, lacks: Collection[int] = ()) -> int:
    """Return the kind that comes so many steps after ``tile``; kinds of ``lacks`` are no steps.

    >>> following(31, 1, "one_cycle"), following(31, 1, "winds_dragons")
    (27, 33)
    """
    cycle = next(each for each in _CYCLES[order] if tile in each)
    there = [each for each in cycle if each == tile or each not in lacks]
    return there[(there.index(tile) + steps) % len(there)]


def indicated(
    turned: Turned, order: Order, tile: int, lacks: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the kinds that are wild where ``tile`` was turned up, in order.

    >>> indicated("both_sides", "one_cycle", 0)
    (1, 8)
    """
    if tile >= KINDS:
        raise ValueError(f"no kind follows {tile}")
    return tuple(sorted({following(tile, steps, order, lacks) for steps in _STEPS[turned]}))
