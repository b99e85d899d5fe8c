"""The props of a log: their fields read, and handed to the table."""

from typing import Final

from msgspec import UNSET

from mjtool.game_log.events import Prop
from mjtool.game_log.spelling import TileSet
from mjtool.table.fault import Fault
from mjtool.table.moves import Table
from mjtool.table.props import ANY_TIME, BETWEEN_HANDS, SWAPS, listen, swap

NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "swap_chosen": ("out", "in_"),
    "swap_random": ("out", "in_"),
    "clairvoyance": ("tile",),
    "clairaudience": ("tile",),
}
"""The fields that a prop needs beside its seat."""


def unreadable(event: Prop, tiles: TileSet) -> Fault | None:
    """Return what cannot be read of ``event``: a missing field (F003), no tile (F004)."""
    needed = NEEDS.get(event.name, ())
    for field in needed:
        if getattr(event, field) is UNSET:
            return Fault("F003", "F003", "prop", event.seat, field.rstrip("_"))
    tile = tiles.unknown(getattr(event, field) for field in needed)
    return None if tile is None else Fault("F004", "F004", "prop", event.seat, None, tile)


def use(event: Prop, tiles: TileSet, table: Table | None) -> Fault | None:
    """Use a prop that can be read; ``table`` is None between hands."""
    if event.name in ANY_TIME:
        return None
    if (table is None) != (event.name in BETWEEN_HANDS):
        return Fault("P601", "P601", None, event.seat, None, event.name)
    if table is None:
        return None
    if event.name in SWAPS:
        return swap(table, event.seat, tiles[str(event.out)], tiles[str(event.in_)], event.name)
    if event.name == "clairaudience":
        return listen(table, event.seat, tiles[str(event.tile)])
    return None
