"""How a hand ends: wins and whether they are allowed, washouts, escapes."""

from mjtool.table.fault import Fault
from mjtool.table.moves import (
    CLAIMED,
    ESCAPED,
    FLOWER,
    KONG,
    LIVE,
    OWN,
    WASHED,
    WON,
    Table,
    wrong_turn,
)
from mjtool.table.wall import HIDDEN, name


def win(table: Table, seat: int, tile: int, source: int) -> Fault | None:
    """Let ``seat`` win on ``tile`` of ``source``, or self-drawn where that is itself."""
    fault = hindrance(table, seat, tile, source)
    if fault is not None:
        return fault
    if not table.winners:
        table.self_drawn = source == seat
        if table.state == KONG:  # a robbed kong does not come about
            table.robbed = True
            table.kongs.pop()
    table.winners.append(seat)
    table.state = WON
    return None


def hindrance(table: Table, seat: int, tile: int, source: int) -> Fault | None:
    """Return why ``seat`` may not win on ``tile`` of ``source`` here and now, None where it may."""
    if source == seat:
        fault = _self_drawn(table, seat, tile)
    else:
        fault = _on_tile(table, seat, tile, source)
        if fault is None and "W" in table.legality.checks:
            fault = _allowed(table, seat, source)
    if fault is None and "W" in table.legality.checks:
        fault = _complete(table, seat, tile, source)
    return fault


def _self_drawn(table: Table, seat: int, tile: int) -> Fault | None:
    again = table.state == WON and table.self_drawn
    if (table.state != OWN and not again) or seat != table.turn:
        expected = table.turn if table.state <= CLAIMED else None
        return wrong_turn("A201.win", seat, expected)
    if table.drawn == HIDDEN and tile != HIDDEN and not again:
        lacks = Fault("A202", "A202.drawn", None, seat, name(HIDDEN), name(tile))
        fault = table.reveal(seat, (tile,) * (table.hands[seat][tile] + 1), lacks)
        if fault is not None:
            return fault
        table.drawn = tile
    if tile != table.drawn:
        return Fault("A202", "A202.drawn", None, seat, name(table.drawn), name(tile))
    return Fault("W305", "W305", None, seat) if again else None


def _on_tile(table: Table, seat: int, tile: int, source: int) -> Fault | None:
    """Return the fault of a win on a tile that does not lie there to be taken (A201, A202)."""
    again = table.state == WON and not table.self_drawn
    if table.state not in (LIVE, KONG) and not again:
        return wrong_turn("A201.claim", seat)
    if seat == table.live_seat:
        return wrong_turn("A201.own", seat)
    if tile != table.live_tile:
        key = "A202.robbed" if _robs(table) else "A202"
        return Fault("A202", key, None, seat, name(table.live_tile), name(tile))
    if source != table.live_seat:
        return Fault("A202", "A202.from", None, seat, table.live_seat, source)
    return None


def _robs(table: Table) -> bool:
    return table.state == KONG or table.robbed


def _allowed(table: Table, seat: int, source: int) -> Fault | None:
    """Return why the rules forbid a win on the live tile (W302, W304, W305)."""
    rules = table.rules
    if not _robs(table):
        if not table.may_win_on_discard():
            key = "W302.wild" if rules.win.on_discard else "W302"
            return Fault("W302", key, None, seat)
    elif table.kong_kind not in rules.rob.kinds or not table.may_rob(seat):
        return Fault("W304", "W304", None, seat, None, table.kong_kind)
    if table.winners:
        if rules.multiple_wins == "nearest":
            return Fault("W305", "W305", None, seat)
        before = table.winners[-1]
        if (seat - source) & 3 <= (before - source) & 3:
            return Fault("W305", "W305.order", None, seat)
    return None


def _complete(table: Table, seat: int, tile: int, source: int) -> Fault | None:
    """Return why a hand does not win: incomplete (W301), below the minimum, let go before."""
    waits = source != seat and table.waits_of(seat) >> tile & 1
    if not (waits or (source == seat and table.is_complete(seat))):
        return Fault("W301", "W301", None, seat)
    if table.is_below_minimum(seat, drawn=source == seat):
        return Fault("W306", "W306", None, seat)
    if source != seat and table.barred[seat] >> tile & 1:
        return Fault("W303", "W303", None, seat, None, name(tile))
    return None if source == seat else table.is_no_more(seat)


def washout(table: Table, reason: str | None) -> Fault | None:
    """End the hand without a win: the wall is used up and its last tile is discarded."""
    if reason is None or not table.legality.aborts:
        left = _left(table) - table.wall.slack
        if left > 0:
            return Fault("A205", "A205", None, None, 0, left)
        if table.state not in (LIVE, KONG, FLOWER):  # nothing may be left to replace a flower
            return Fault("A201", "A201.washout")
        table.wall.end()
    table.state = WASHED
    return None


def is_washed_out(table: Table) -> bool:
    """Return whether only a washout can follow, unless the last discard is claimed."""
    return table.state == LIVE and _left(table) <= 0


def _left(table: Table) -> int:
    """Return how many tiles are left to the seat that would draw next."""
    return table.wall.left_for((table.turn + (table.state == LIVE)) & 3)


def escape(table: Table, seat: int) -> None:
    """End the hand because ``seat`` leaves, which is never a fault."""
    table.turn = seat
    table.state = ESCAPED
