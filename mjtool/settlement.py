"""Who pays whom, and why: one hand's wins, kongs, horses, escape and fee.

Seats are 0..3 in playing order, the bank is a fifth account. A payment has both ends, so a
ledger balances by construction. Points are whole points, coins whole coins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from mjtool.rules.model import KongKind, RuleSet
from mjtool.tiles import NAMES

SEATS: Final = range(4)
BANK: Final = 4
"""The account that horses, escapes and fees pass through."""


class Payment(NamedTuple):
    """Points that move from one account to another, and why (``reason`` is a stable id)."""

    payer: int
    payee: int
    points: int
    reason: str


class Ledger(NamedTuple):
    """Payments in the order they fell due.

    >>> Ledger((Payment(0, 1, 8, "discard"),)).net()
    (-8, 8, 0, 0, 0)
    """

    payments: tuple[Payment, ...] = ()

    def net(self) -> tuple[int, int, int, int, int]:
        """Return each account's change in points: seats 0..3, then the bank; the sum is 0."""
        accounts = [0, 0, 0, 0, 0]
        for payer, payee, points, _ in self.payments:
            accounts[payer] -= points
            accounts[payee] += points
        first, second, third, fourth, bank = accounts
        return first, second, third, fourth, bank


Seat = Annotated[int, Meta(ge=0, le=3)]
TileValue = Annotated[int, Meta(ge=0, lt=len(NAMES))]


class Winner(NamedTuple):
    """A seat that won, its X in points, and the one seat that pays this win for all, if one does.

    ``liable`` counts where the win is self-drawn or robs a kong that counts as self-drawn; there it
    may be another than the robbed seat, where a house puts another liability first.
    """

    seat: Seat
    points: int
    liable: Seat | None = None


class KongClaim(NamedTuple):
    """A kong that was made: by whom, of which kind, and who fed an exposed one."""

    seat: Seat
    kind: KongKind
    feeder: Seat | None = None


class Room(NamedTuple):
    """A room of the game: coins for a point, and the fee every seat pays for a hand."""

    coefficient: int
    fee: int


class HandResult(Struct, frozen=True):
    """How a hand ended, as far as payments need to know.

    ``source`` is the discarder or the robbed seat, None for a self-drawn win. ``horses`` are tile
    values.
    """

    dealer: Seat
    winners: tuple[Winner, ...] = ()
    source: Seat | None = None
    robbed: bool = False
    kongs: tuple[KongClaim, ...] = ()
    horses: tuple[TileValue, ...] = ()
    escaped: Seat | None = None

    @property
    def is_washout(self) -> bool:
        """Whether nobody won and nobody left."""
        return not self.winners and self.escaped is None


def settle(rules: RuleSet, result: HandResult) -> Ledger:
    """Return every payment of a hand.

    >>> from mjtool.rules import load_rules
    >>> won = HandResult(dealer=0, winners=(Winner(1, 8),))
    >>> settle(load_rules("jipinghu"), won).net()
    (-8, 24, -8, -8, 0)
    """
    if result.escaped is not None:
        return Ledger(tuple(_escape(rules, result.escaped)))
    payments: list[Payment] = []
    for winner in result.winners:
        payments += settle_win(rules, winner, result.source, result.robbed)
    return settle_rest(rules, result, payments)


def settle_rest(rules: RuleSet, result: HandResult, wins: list[Payment]) -> Ledger:
    """Return every payment of a hand whose ``wins`` are paid so: kongs and horses follow."""
    payments = list(wins)
    if result.winners or rules.kong.pay_on_washout:
        for kong in result.kongs:
            payments += settle_kong(rules, kong)
    if result.horses:
        payments += list(_horses(rules, result, tuple(payments)))
    return Ledger(tuple(payments))


def settle_win(
    rules: RuleSet, winner: Winner, source: int | None, robbed: bool
) -> Iterator[Payment]:
    """Yield what one win brings: from the discarder, the robbed, the liable or all others."""
    seat, points, liable = winner
    if source is not None and not (robbed and rules.rob.self_drawn):
        yield Payment(source, seat, points, "discard")
    elif source is not None and liable in (None, source):
        yield Payment(source, seat, 3 * points, "robbed")
    elif liable is not None:
        yield Payment(liable, seat, 3 * points, "liable")
    else:
        for other in SEATS:
            if other != seat:
                yield Payment(other, seat, points, "self_drawn")


def settle_kong(rules: RuleSet, kong: KongClaim) -> Iterator[Payment]:
    """Yield what one kong earns: from its feeder when exposed, else from all others."""
    points: int = getattr(rules.kong, kong.kind)
    if not points:
        return
    if kong.kind == "exposed":
        if kong.feeder is not None:
            yield Payment(kong.feeder, kong.seat, points, "exposed_kong")
        return
    for other in SEATS:
        if other != kong.seat:
            yield Payment(other, kong.seat, points, f"{kong.kind}_kong")


def horse_seat(rules: RuleSet, tile: int, dealer: int) -> int:
    """Return the seat that a horse points at: by its number, counted from the dealer as 1.

    Honors are numbered by the rules' order; flowers as they are called, ``1f`` to ``8f``.
    """
    name = NAMES[tile]
    steps = rules.horses.honors.index(name) if name[1] == "z" else int(name[0]) - 1
    return (dealer + steps) % 4


def _horses(rules: RuleSet, result: HandResult, payments: tuple[Payment, ...]) -> Iterator[Payment]:
    """Yield what the dealer wins or loses by each horse, from the hand's other payments."""
    dealer, net = result.dealer, Ledger(payments).net()
    for tile in result.horses:
        seat = horse_seat(rules, tile, dealer)
        if rules.horses.funding == "mirror":
            for payment in payments:
                payer, payee = (
                    dealer if account == seat else account
                    for account in (payment.payer, payment.payee)
                )
                if seat in (payment.payer, payment.payee) and payer != payee:
                    yield Payment(payer, payee, payment.points, "horse")
        elif net[seat] > 0:
            yield Payment(BANK, dealer, net[seat], "horse")
        elif net[seat] < 0:
            yield Payment(dealer, BANK, -net[seat], "horse")


def _escape(rules: RuleSet, seat: int) -> Iterator[Payment]:
    if rules.escape.points:
        yield Payment(seat, BANK, rules.escape.points, "escape")
    if rules.escape.compensation:
        for other in SEATS:
            if other != seat:
                yield Payment(BANK, other, rules.escape.compensation, "compensation")


def coins(
    rules: RuleSet, net: tuple[int, ...], room: Room, *, washout: bool = False
) -> tuple[int, int, int, int]:
    """Return each seat's change in coins: points times the room's coefficient, less its fee.

    >>> from mjtool.rules import load_rules
    >>> coins(load_rules("jipinghu"), (12, -4, -4, -4, 0), Room(600, 250))
    (6950, -2650, -2650, -2650)
    """
    fee = 0 if washout and not rules.fee.on_washout else room.fee
    first, second, third, fourth = (net[seat] * room.coefficient - fee for seat in SEATS)
    return first, second, third, fourth


def liable_seat(rules: RuleSet, candidates: dict[str, int]) -> tuple[str, int] | None:
    """Return which of ``candidates`` (kind of liability to seat) pays, by the rules' order."""
    for kind in rules.liability.order:
        if kind in candidates:
            return kind, candidates[kind]
    return None
