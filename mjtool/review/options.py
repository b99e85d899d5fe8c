"""What a seat can do at a moment, each with the figures of efficiency for what it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from mjtool.analysis.efficiency import ORDERS, Row, efficiency
from mjtool.analysis.solo import MOST_DRAWS, Rates, Solo, solo
from mjtool.game_log.game import Game
from mjtool.hand import FixedSet, Hand, SetKind, trusted_hand
from mjtool.review.decision import Action, Option, Order
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.table.moves import LIVE, OWN, Table
from mjtool.table.wins import hindrance
from mjtool.tiles import KINDS, TILES, WINDS, Piece, Tile


class View(NamedTuple):
    """What a seat knows: its hand and sets, what lies open elsewhere, how many tiles are left."""

    rules: RuleSet
    table: Table
    seat: int
    visible: bytes
    order: Order
    most: int
    round: int | None

    @property
    def counts(self) -> bytes:
        """The concealed tiles."""
        return bytes(self.table.hands[self.seat][:KINDS])

    @property
    def sets(self) -> tuple[FixedSet, ...]:
        """The own fixed sets."""
        return tuple([FixedSet.from_code(code) for code in self.table.codes[self.seat]])

    @property
    def hand(self) -> Hand:
        """The hand as it is, the tile just drawn last."""
        table = self.table
        is_drawn = table.state == OWN and table.turn == self.seat and table.drawn < KINDS
        return _hand(self.sets, self.counts, TILES[table.drawn] if is_drawn else None)

    def draws(self, distance: int, left: int | None = None) -> int:
        """Return how many of the tiles left the seat draws, the first of them the so-manieth."""
        wall = self.table.wall
        if self.table.legality.own_walls:
            return max(0, min(self.most, wall.left_for(self.seat)))
        tiles = max(0, wall.left if left is None else left)
        own = (tiles - distance) // 4 + 1 if tiles >= distance else 0
        return min(self.most, own)

    def rows(self, hand: Hand, draws: int, visible: bytes, played: Tile | None = None) -> list[Row]:
        """Return the rows of efficiency, best first; those that matter have rates if any has.

        These are the first by tiles and that of ``played``.
        """
        seen = bytes([min(one, 4 - own) for one, own in zip(visible, hand.own, strict=True)])
        if not draws:
            return list(efficiency(hand, self.rules, visible=seen).rows)
        seat = WINDS[(self.seat - self.table.dealer) & 3]
        wind = None if self.round is None else WINDS[self.round]
        rows = list(
            efficiency(
                hand,
                self.rules,
                visible=seen,
                draws=draws,
                sort=self.order,
                seat=seat,
                round=wind,
                budget=BUDGET,
            ).rows
        )
        first = min(rows, key=ORDERS["tiles"])
        wanted = [row for row in rows if row is first or row.discard == played]
        if all(row.rates is not None and row.rates.known for row in wanted):
            return rows
        # of wild flowers too, and without the tile that was turned up
        asked = Solo(hand, self.rules, first.left, draws, 0, seat, wind, DEEP)
        found = solo(asked, tuple(row.discard for row in wanted))
        for row, rates in zip(wanted, found, strict=True):
            rows[rows.index(row)] = replace(row, rates=rates)
        return sorted(rows, key=ORDERS[self.order])


def view_of(  # noqa: PLR0913, PLR0917
    game: Game, table: Table, seat: int, visible: bytes, order: Order, most: int
) -> View:
    """Return what ``seat`` knows at the table of ``game``."""
    return View(
        rules=table.rules,  # with what is wild in this hand
        table=table,
        seat=seat,
        visible=visible,
        order=order,
        most=min(most, MOST_DRAWS),
        round=game.rotation.round,
    )


BUDGET: Final = 1 << 17
"""Hands that one option may look at: where it ends, far from ready, hardly anything is at stake."""
DEEP: Final = 1 << 19
"""The same for what was played and the first by tiles."""
AFTER_DISCARD: Final = 4
"""Behind an own discard the fourth tile drawn is the own one."""
REPLACEMENT: Final = 1
"""Behind a kong the next tile is."""


def on_own_turn(view: View, played: Tile | None) -> Iterator[Option]:
    """Yield what can be done with the turn: win, kong, discard, of which ``played`` is one."""
    table, seat = view.table, view.seat
    drawn = table.drawn
    judged = "W" in table.legality.checks
    if judged and table.state == OWN and hindrance(table, seat, drawn, seat) is None:
        yield won(view, drawn, own=True)
    if table.state == OWN:
        yield from _own_kongs(view)
    hand = view.hand
    for row in view.rows(hand, view.draws(AFTER_DISCARD), view.visible, played):
        if row.discard is not None:
            yield _option("discard", row.discard, row)


def _own_kongs(view: View) -> Iterator[Option]:
    table, seat, counts = view.table, view.seat, view.counts
    if table.wall.left_for(seat) <= 0:
        return
    for kind in range(KINDS):
        if counts[kind] == 4 and kind not in table.wild:
            yield _kong(view, SetKind.CONCEALED_KONG, kind, view.sets, 4)
    for fixed in view.sets:
        if fixed.kind == SetKind.PUNG and counts[fixed.tile]:
            rest = tuple(each for each in view.sets if each is not fixed)
            yield _kong(view, SetKind.ADDED_KONG, int(fixed.tile), rest, 1)


def _kong(view: View, kind: SetKind, tile: int, sets: tuple[FixedSet, ...], own: int) -> Option:
    counts = _less(view.counts, [tile] * own)
    hand = _hand((*sets, FixedSet(kind, TILES[tile])), counts)
    visible = view.visible
    if kind == SetKind.EXPOSED_KONG:
        visible = _less(visible, [tile])
    (row,) = view.rows(hand, view.draws(REPLACEMENT), visible)
    return _option("kong", TILES[tile], row, pays=_kong_points(view, kind, tile))


def _kong_points(view: View, kind: SetKind, tile: int) -> float:
    """Return what the kong itself pays, as a win's X: from each of the three others."""
    worth = view.rules.kong
    if worth.paid != "always":
        return 0.0
    if kind == SetKind.EXPOSED_KONG:
        return worth.exposed / 3
    if kind == SetKind.CONCEALED_KONG:
        return float(worth.concealed)
    late = worth.added_late if tile != view.table.drawn else None
    return float(worth.added if late is None else late)


def on_tile(view: View, *, sets: bool, chows: bool) -> Iterator[Option]:
    """Yield what can be done with another's tile, nothing where it can only be let go.

    ``sets`` and ``chows`` tell whether others left the seat the choice.
    """
    table, seat = view.table, view.seat
    tile, source = table.live_tile, table.live_seat
    can_pass = False
    if "W" in table.legality.checks and hindrance(table, seat, tile, source) is None:
        can_pass = True
        yield won(view, tile, own=False)
    if sets and table.state == LIVE and tile < KINDS:
        for option in _claims(view, tile, chows and seat == (source + 1) & 3):
            can_pass = True
            yield option
    if can_pass:
        yield passing(view)


def passing(view: View) -> Option:
    """Return what it leaves to let the tile go."""
    table = view.table
    distance = (view.seat - table.live_seat) & 3
    # behind a kong its replacement is drawn first
    left = table.wall.left - (table.state != LIVE)
    hand = _hand(view.sets, view.counts)
    (row,) = view.rows(hand, view.draws(distance, left), view.visible)
    return _option("pass", None, row)


def _claims(view: View, tile: int, chows: bool) -> Iterator[Option]:
    counts, rules = view.counts, view.rules
    if tile in view.table.wild:  # never claimed, nor with one
        return
    counts = _less(counts, [kind for kind in view.table.wild if kind < KINDS] * 4)
    if counts[tile] >= 3 and view.table.wall.left_for(view.seat) > 0:
        yield _kong(view, SetKind.EXPOSED_KONG, tile, view.sets, 3)
    if counts[tile] >= 2:
        yield _claim(view, "pung", FixedSet(SetKind.PUNG, TILES[tile]), tile, (tile, tile))
    if not (chows and rules.claims.chow) or tile >= Tile.EAST:
        return
    for low in range(tile - 2, tile + 1):
        own = tuple(each for each in (low, low + 1, low + 2) if each != tile)
        if low // 9 == tile // 9 == (low + 2) // 9 and low >= 0 and all(counts[o] for o in own):
            yield _claim(view, "chow", FixedSet(SetKind.CHOW, TILES[low]), tile, own)


def _claim(view: View, action: Action, fixed: FixedSet, tile: int, own: tuple[int, ...]) -> Option:
    hand = _hand((*view.sets, fixed), _less(view.counts, own))
    row = view.rows(hand, view.draws(AFTER_DISCARD), _less(view.visible, [tile]))[0]
    told = tuple(TILES[each] for each in own) if action == "chow" else ()
    return _option(action, TILES[tile], row, own=told)


def won(view: View, tile: int, *, own: bool) -> Option:
    """Return what it is to win here and now."""
    found: Score | None = next(view.table.prospects(view.seat, view.round, drawn=own), None)
    points = found.points if found is not None and found.won else 0
    return Option("win", TILES[tile], -1, win=1.0, ready=1.0, value=float(points))


def _option(
    action: Action,
    tile: Piece | None,
    row: Row,
    *,
    own: tuple[Tile, ...] = (),
    pays: float = 0.0,
) -> Option:
    rates = row.rates or Rates(0.0, float(row.shanten <= 0), 0.0)
    return Option(
        action,
        tile,
        row.shanten,
        row.tiles,
        row.total,
        rates.win,
        rates.ready,
        None if rates.value is None else rates.value + pays,
        own,
        row.discard if action in ("pung", "chow") else None,
    )


def _hand(sets: tuple[FixedSet, ...], counts: bytes, last: Tile | None = None) -> Hand:
    return trusted_hand(sets, counts, last, sum(counts))


def _less(counts: bytes, tiles: Iterable[int]) -> bytes:
    out = bytearray(counts)
    for tile in tiles:
        out[tile] = max(0, out[tile] - 1)
    return bytes(out)
