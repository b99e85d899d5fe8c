"""The props 道具 of the QQ game: where each may be used and what it does (P601)."""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from mjtool.replay.events import Fault, Prop
from mjtool.replay.table import CLAIMED, Table, name
from mjtool.tiles import KINDS

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


def unreadable(event: Prop, tiles: Mapping[str, int]) -> Fault | None:
    """Return what cannot be read of ``event``: a missing field (F003), no tile (F004)."""
    needed = NEEDS.get(event.name, ())
    for field in needed:
        if getattr(event, field) is UNSET:
            return Fault("F003", "F003", "prop", event.seat, field.rstrip("_"))
    for field in needed:
        tile = getattr(event, field)
        if tile not in tiles:
            return Fault("F004", "F004", "prop", event.seat, None, tile)
    return None


def use(event: Prop, tiles: Mapping[str, int], table: Table | None) -> Fault | None:
    """Use a prop that can be read; ``table`` is None between hands."""
    if event.name in ANY_TIME:
        return None
    if event.name in BETWEEN_HANDS:
        return None if table is None else Fault("P601", "P601", None, event.seat, None, event.name)
    if table is None:
        return Fault("P601", "P601", None, event.seat, None, event.name)
    if event.name in SWAPS:
        return swap(table, event.seat, tiles[str(event.out)], tiles[str(event.in_)], event.name)
    if event.name == "clairaudience":
        if table.left <= 0:
            return Fault("P601", "P601.next", None, event.seat, None, event.tile)
        following = table.next_tile()
        if following is not None and following != tiles[str(event.tile)]:
            return Fault("P601", "P601.next", None, event.seat, name(following), event.tile)
    return None


def swap(table: Table, seat: int, out: int, into: int, prop: str) -> Fault | None:
    """Change ``out`` of the hand for ``into`` of the wall, which counts as drawn afterwards."""
    if table.state > CLAIMED or seat != table.turn:
        return Fault("P601", "P601", None, seat, None, prop)
    hand = table.hands[seat]
    if not hand[out]:
        return Fault("P601", "P601.out", None, seat, None, name(out))
    wall = table.wall
    if wall is not None:
        end = len(wall) if table.slack else table.tail
        try:
            at = wall.index(into, table.front, end)
        except ValueError:
            return Fault("P601", "P601.in", None, seat, None, name(into))
        wall[at] = out
    else:
        if table.seen[into] >= (4 if into < KINDS else 1):
            return Fault("P601", "P601.in", None, seat, None, name(into))
        table.seen[into] += 1
        table.seen[out] -= 1
    hand[out] -= 1
    hand[into] += 1
    table.waits[seat] = -1
    table.drawn = into
    table.swapped[seat] = True
    return None
