"""The props 道具 of the QQ game: where each may be used and what it does (P601)."""

from typing import Final

from msgspec import UNSET

from mjtool.game_log.events import Fault, Prop
from mjtool.game_log.spelling import TileSet
from mjtool.game_log.table import CLAIMED, FLOWER, KONG, OWN, Table
from mjtool.game_log.wall import name

NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "swap_chosen": ("out", "in_"),
    "swap_random": ("out", "in_"),
    "clairvoyance": ("tile",),
    "clairaudience": ("tile",),
}
"""The fields that a prop needs beside its seat."""

ANY_TIME: Final = frozenset({"golden_finger", "voice"})
BETWEEN_HANDS: Final = frozenset({"great_shift"})
SWAPS: Final = frozenset({"swap_chosen", "swap_random"})


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
        following = table.wall.next_tile(table.state in (KONG, FLOWER))
        none_left = table.wall.left <= 0
        if none_left or (following is not None and following != tiles[str(event.tile)]):
            expected = None if following is None else name(following)
            return Fault("P601", "P601.next", None, event.seat, expected, event.tile)
    return None


def swap(table: Table, seat: int, out: int, into: int, prop: str) -> Fault | None:
    """Change ``out`` of the hand for ``into`` of the wall, which counts as drawn afterwards."""
    if table.state > CLAIMED or seat != table.turn:
        return Fault("P601", "P601", None, seat, None, prop)
    hand = table.hands[seat]
    if not hand[out]:
        return Fault("P601", "P601.out", None, seat, None, name(out))
    if not table.wall.exchange(out, into):
        return Fault("P601", "P601.in", None, seat, None, name(into))
    hand[out] -= 1
    hand[into] += 1
    table.waits[seat] = -1
    table.drawn = into
    table.state = OWN  # after a claim too: there is a drawn tile now
    table.swapped[seat] = True
    return None
