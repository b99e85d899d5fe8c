"""The props 道具 of the QQ game that meet the table: where each may be used and what it does."""

from typing import Final

from mjtool.table.fault import Fault
from mjtool.table.moves import CLAIMED, FLOWER, KONG, OWN, Table
from mjtool.table.wall import name

ANY_TIME: Final = frozenset({"golden_finger", "voice"})
BETWEEN_HANDS: Final = frozenset({"great_shift"})
SWAPS: Final = frozenset({"swap_chosen", "swap_random"})


def listen(table: Table, seat: int, tile: int) -> Fault | None:
    """Let ``seat`` hear that ``tile`` is the wall's next 顺风耳."""
    following = table.wall.next_tile(table.state in (KONG, FLOWER))
    if table.wall.left > 0 and following in (None, tile):
        return None
    expected = None if following is None else name(following)
    return Fault("P601", "P601.next", None, seat, expected, name(tile))


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
