"""Who pays whom, and why: one hand's wins, kongs, horses, escape and fee.

Seats are 0..3 in playing order, the bank is a fifth account. A payment has both ends, so a
ledger balances by construction. Points are whole points, coins whole coins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct

from mjtool.horses import horse_points, horse_seat, turns_up
from mjtool.rules.model import KongKind, RuleSet
from mjtool.tiles import NAMES

SEATS: Final = range(4)
_OTHERS: Final = tuple(tuple(each for each in SEATS if each != seat) for seat in SEATS)
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

    def to_dict(self) -> dict[str, Any]:
        """Return each seat's change, the bank's, and every payment as plain tables.

        >>> Ledger((Payment(0, 4, 8, "escape"),)).to_dict()["payments"]
        [-8, 0, 0, 0]
        """
        *payments, bank = self.net()
        ledger = [
            each._asdict()
            | {end: "bank" for end in ("payer", "payee") if getattr(each, end) == BANK}
            for each in self.payments
        ]
        return {"payments": payments, "bank": bank, "ledger": ledger}


Seat = Annotated[int, Meta(ge=0, le=3)]
Hands = Annotated[int, Meta(ge=0)]
"""A number of hands in a row."""
TileValue = Annotated[int, Meta(ge=0, lt=len(NAMES))]


class Winner(NamedTuple):
    """A seat that won, its X in points, and the one seat that pays this win for all, if one does.

    ``liable`` counts where the win is self-drawn or robs a kong that counts as self-drawn; there it
    may be another than the robbed seat, where a house puts another liability first.
    """

    seat: Seat
    points: int
    liable: Seat | None = None
    streak: Hands = 0
    """Hands that the seat has won in a row before this one."""


class KongClaim(NamedTuple):
    """A kong that was made: by whom, of which kind, who fed an exposed one.

    ``late``: the tile of an added kong was not the one just drawn.
    """

    seat: Seat
    kind: KongKind
    feeder: Seat | None = None
    late: bool = False


class Room(NamedTuple):
    """A room of the game: coins for a point, and the fee every seat pays for a hand."""

    coefficient: int
    fee: int


class HandResult(Struct, frozen=True):
    """How a hand ended, as far as payments need to know.

    ``source`` is the discarder or the robbed seat, None for a self-drawn win. ``horses`` are tile
    values, None where they are not known. ``streak``: hands that the deal has stayed before this
    one; ``followed``: the first four discards were of one kind 跟庄.
    """

    dealer: Seat
    winners: tuple[Winner, ...] = ()
    source: Seat | None = None
    robbed: bool = False
    kongs: tuple[KongClaim, ...] = ()
    horses: tuple[TileValue, ...] | None = ()
    escaped: Seat | None = None
    streak: Hands = 0
    followed: bool = False

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
        payments += settle_win(rules, winner, result)
    return settle_rest(rules, result, payments)


def settle_rest(rules: RuleSet, result: HandResult, wins: list[Payment]) -> Ledger:
    """Return every payment of a hand whose ``wins`` are paid so: kongs, follow, bought horses."""
    payments = list(wins)
    winners = [winner.seat for winner in result.winners]
    if winners or (rules.kong.pay_on_washout and rules.kong.paid == "always"):
        for kong in result.kongs:
            if rules.kong.paid == "always" or kong.seat in winners:
                payments += settle_kong(rules, kong)
    shared = tuple(payments)  # what the bought horses share in; not the follow
    if result.followed and (winners or rules.follow.on_washout):
        payments += _follow(rules, result.dealer)
    if result.horses and rules.horses.owner == "dealer":
        payments += list(_bought_horses(rules, result, shared))
    return Ledger(tuple(payments))


def settle_win(rules: RuleSet, winner: Winner, result: HandResult) -> Iterator[Payment]:
    """Yield what one win brings: from the discarder, the robbed, the liable or all others."""
    source, liable = result.source, winner.liable
    drawn = source is None or (result.robbed and rules.rob.self_drawn)
    if _is_plain(rules):  # nearly always
        seat, points = winner.seat, winner.points
        if drawn and liable is not None and liable != source:
            yield Payment(liable, seat, 3 * points, "liable")
        elif source is None:
            yield from [Payment(other, seat, points, "self_drawn") for other in _OTHERS[seat]]
        elif result.robbed and robbed_pays_all(rules):
            yield Payment(source, seat, 3 * points, "robbed")
        else:
            yield Payment(source, seat, points, "discard")
        return
    others = list(_OTHERS[winner.seat])
    if drawn and liable is not None and liable != source:
        yield from _shares(rules, winner, result, [(liable, others)], "liable")
    elif source is None:
        yield from _shares(rules, winner, result, _each(others), "self_drawn")
    elif result.robbed and robbed_pays_all(rules):
        yield from _shares(rules, winner, result, [(source, others)], "robbed")
    elif rules.payment.discard == "all":
        yield from _shares(rules, winner, result, _each(others), "discard")
    else:
        paid = [source] if rules.payment.discard == "discarder" else others
        yield from _shares(rules, winner, result, [(source, paid)], "discard")


def robbed_pays_all(rules: RuleSet) -> bool:
    """Return whether the robbed seat pays three shares; else it pays as a discarder would."""
    pays = rules.rob.pays
    return rules.rob.self_drawn if pays is None else pays == "all"


Shares = list[tuple[int, list[int]]]
"""Who pays, and the seats whose shares it pays."""


def _each(seats: list[int]) -> Shares:
    return [(seat, [seat]) for seat in seats]


def _shares(
    rules: RuleSet, winner: Winner, result: HandResult, shares: Shares, reason: str
) -> Iterator[Payment]:
    """Yield what the payers owe: X, then horses, then the streaks' points, each for a reason."""
    seat, dealer = winner.seat, result.dealer
    horses = 0
    drawn = result.source is None or (result.robbed and rules.rob.self_drawn)
    if result.horses is not None and turns_up(rules, self_drawn=drawn):
        horses = horse_points(rules, result.horses, seat, dealer, winner.points)
    won_before = winner.streak * rules.winner.streak_points
    stayed = result.streak * rules.dealer.streak_points
    for payer, paid in shares:
        times = 0
        met = 0  # of the seats paid for, how many meet the dealer's seat or are it
        for other in paid:
            is_met = dealer in (seat, other)
            met += is_met
            times += rules.payment.dealer_factor if is_met else 1
        factor = 1
        if reason == "discard" and rules.payment.discard == "all" and payer == result.source:
            factor = rules.payment.discarder_factor
        yield Payment(payer, seat, winner.points * times * factor, reason)
        for points, why in (
            (horses * times, "winner_horse"),
            (stayed * met, "deal_streak"),
            (won_before * len(paid), "winner_streak"),
        ):
            if points:
                yield Payment(payer, seat, points * factor, why)


def _is_plain(rules: RuleSet) -> bool:
    """Return whether a share of a win is X and nothing else, and the discarder pays its own."""
    plain: bool | None = rules.memo.get("plain payment")
    if plain is None:
        payment = rules.payment
        plain = rules.memo["plain payment"] = (
            payment.discard == "discarder"
            and payment.dealer_factor == 1
            and not rules.winner.streak_points
            and not rules.dealer.streak_points
            and rules.horses.owner != "winner"
        )
    return plain


def _follow(rules: RuleSet, dealer: int) -> Iterator[Payment]:
    """Yield what the dealer pays where the first four discards were of one kind."""
    if rules.follow.points:
        for other in SEATS:
            if other != dealer:
                yield Payment(dealer, other, rules.follow.points, "follow")


def settle_kong(rules: RuleSet, kong: KongClaim) -> Iterator[Payment]:
    """Yield what one kong earns: from its feeder when exposed, else from all others."""
    points: int = getattr(rules.kong, kong.kind)
    if kong.kind == "added" and kong.late and rules.kong.added_late is not None:
        points = rules.kong.added_late
    if not points:
        return
    if kong.kind == "exposed":
        if kong.feeder is not None:
            yield Payment(kong.feeder, kong.seat, points, "exposed_kong")
        return
    for other in SEATS:
        if other != kong.seat:
            yield Payment(other, kong.seat, points, f"{kong.kind}_kong")


def _bought_horses(
    rules: RuleSet, result: HandResult, payments: tuple[Payment, ...]
) -> Iterator[Payment]:
    """Yield what the dealer wins or loses by each horse, from the hand's other payments."""
    dealer, net = result.dealer, Ledger(payments).net()
    for tile in result.horses or ():
        seat = horse_seat(rules, tile, dealer)
        if seat is None:
            continue
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
