"""One request in, one answer out: what every command, batch and case asks of the core.

An answer holds the request and what was found; its record is what JSON output tells, and
``render.text`` turns the same answer into text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from msgspec import UNSET

from mjtool.analysis.shanten import Shanten, shanten
from mjtool.analysis.waits import Waits, waits
from mjtool.horses import hits, turns_up
from mjtool.records import hands as records
from mjtool.records.record import WIND_NAMES, Record, WindName, encode
from mjtool.requests import KongField, Request, RuleBook, seat_of
from mjtool.rules import RuleSet
from mjtool.scoring import Score, score
from mjtool.settlement import BANK, HandResult, KongClaim, Ledger, Room, Winner, coins, settle
from mjtool.tiles import NAMES
from mjtool.verify import (
    verify_circumstances,
    verify_sets,
    verify_settlement,
    verify_wild_discarded,
)
from mjtool.written import by_name

if TYPE_CHECKING:
    from mjtool.analysis.efficiency import Efficiency

SEATS = {str(wind): index for index, wind in enumerate(WIND_NAMES)}
"""The seats by wind as settlement numbers them, the dealer's being 0."""


class Answer(Protocol):
    """What every answer can tell of itself."""

    @property
    def request(self) -> Request:
        """What was asked."""

    def record(self, lang: str = "en") -> Record:
        """Return what JSON output tells, the request's fields among it."""

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the record as plain tables."""

    def line(self, lang: str = "en") -> bytes:
        """Return the record as a line of JSON, without the line break."""


class Settled(NamedTuple):
    """Who pays what for one win; seats are winds, E the dealer."""

    ledger: Ledger
    net: tuple[int, int, int, int, int]
    coins: tuple[int, int, int, int] | None


class ScoreAnswer(NamedTuple):
    """A score with what was asked and, where the seats are known, the payments."""

    request: Request
    score: Score
    settled: Settled | None

    def record(self, lang: str = "en") -> records.ScoreRecord:
        """Return what ``mjtool score`` tells."""
        asked, settled = self.request, self.settled
        out = self.score.record(lang)
        out.id = asked.id
        if asked.seat is not None:
            out.seat = asked.seat
        if asked.round is not None:
            out.round = asked.round
        if asked.discarder is not None:
            out.discarder = asked.discarder
        if asked.liable is not None:
            out.liable = asked.liable
        if asked.events:
            out.events = list(asked.events)
        self._add_stakes(out)
        if settled is not None:
            out.payments, out.bank = _by_wind(settled.net), settled.net[BANK]
            if settled.coins is not None:
                out.coins = _by_wind(settled.coins)
        if asked.explain and self.score.verdict is not None:
            from mjtool.explained import explained  # noqa: PLC0415  # only explain pays for it

            out.readings = [each.record(self.score, lang) for each in explained(self.score)]
            if self.score.rules.wilds.there:
                out.assignments = self.score.assignments
            if settled is not None:
                out.ledger = ledger(settled)
        return out

    def _add_stakes(self, out: records.ScoreRecord) -> None:
        """Add what was asked of the settlement beside the win itself."""
        asked, settled = self.request, self.settled
        if asked.room is not None:
            out.room = records.Room(coefficient=asked.room.coefficient, fee=asked.room.fee)
        if asked.kongs:
            out.kongs = [
                records.Kong(
                    seat=kong.seat,
                    kind=kong.kind,
                    feeder=kong.source or UNSET,
                    late=kong.late or UNSET,
                )
                for kong in asked.kongs
            ]
        if asked.wild or asked.indicator or asked.no_wild or asked.wild_discarded:
            _add_wild(out, asked)
            out.wild_discarded = asked.wild_discarded or UNSET
        if asked.streak or asked.winner_streak or asked.follow:
            out.streak, out.winner_streak = asked.streak or UNSET, asked.winner_streak or UNSET
            out.follow = asked.follow or UNSET
        if asked.horses is not None:
            tiles = asked.horse_tiles(self.score.rules) or ()
            out.horses = records.Horses(tiles=[NAMES[tile] for tile in tiles])
            if settled is not None and asked.seat is not None and self._has_hits:
                out.horses.hits = hits(self.score.rules, tiles, SEATS[asked.seat], 0)

    @property
    def _has_hits(self) -> bool:
        """Whether the horses are the winner's, and count by whom they point at."""
        rules = self.score.rules
        counted = rules.horses.worth != "number"
        return counted and turns_up(rules, self_drawn=self.score.how.self_drawn)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the record as plain tables."""
        return self.record(lang).to_dict()

    def line(self, lang: str = "en") -> bytes:
        """Return the record as a line of JSON, without the line break."""
        return encode(self.record(lang))


class WaitsAnswer(NamedTuple):
    """Waits with what was asked."""

    request: Request
    waits: Waits

    def record(self, lang: str = "en") -> records.WaitsRecord:
        """Return what ``mjtool waits`` tells."""
        out = self.waits.record()
        out.id, out.visible = self.request.id, self.request.visible_text() or UNSET
        out.seat, out.round = self.request.seat or UNSET, self.request.round or UNSET
        _add_wild(out, self.request)
        return out

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the record as plain tables."""
        return self.record(lang).to_dict()

    def line(self, lang: str = "en") -> bytes:
        """Return the record as a line of JSON, without the line break."""
        return encode(self.record(lang))


class ShantenAnswer(NamedTuple):
    """Shanten with what was asked."""

    request: Request
    shanten: Shanten

    def record(self, lang: str = "en") -> records.ShantenRecord:
        """Return what ``mjtool shanten`` tells."""
        out = self.shanten.record()
        out.id = self.request.id
        _add_wild(out, self.request)
        return out

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the record as plain tables."""
        return self.record(lang).to_dict()

    def line(self, lang: str = "en") -> bytes:
        """Return the record as a line of JSON, without the line break."""
        return encode(self.record(lang))


class EfficiencyAnswer(NamedTuple):
    """Ranked discards or draws with what was asked."""

    request: Request
    efficiency: Efficiency

    def record(self, lang: str = "en") -> records.EfficiencyRecord:
        """Return what ``mjtool efficiency`` tells."""
        return self._told(by_name)

    def _told(self, named: Callable[[int, bytes], dict[str, int]]) -> records.EfficiencyRecord:
        out = self.efficiency.record(named)
        out.id, out.visible = self.request.id, self.request.visible_text() or UNSET
        out.seat, out.round = self.request.seat or UNSET, self.request.round or UNSET
        _add_wild(out, self.request)
        return out

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the record as plain tables."""
        return self.record(lang).to_dict()

    def line(self, lang: str = "en") -> bytes:
        """Return the record as a line of JSON, without the line break."""
        from mjtool.analysis.efficiency import ready  # noqa: PLC0415

        return encode(self._told(ready))


def _add_wild(out: _Told, asked: Request) -> None:
    """Add what was asked of wild tiles."""
    if asked.wild or asked.indicator or asked.no_wild:
        out.wild, out.indicator = asked.wild_text() or UNSET, asked.indicator_text() or UNSET
        out.no_wild = asked.no_wild or UNSET


_Told = records.ScoreRecord | records.WaitsRecord | records.ShantenRecord | records.EfficiencyRecord


def _by_wind(values: tuple[int, ...]) -> dict[WindName, int]:
    east, south, west, north = values[:4]
    return {"E": east, "S": south, "W": west, "N": north}


def account_name(number: int) -> str:
    """Return the wind of a seat, the dealer's being E, or ``bank``."""
    return "bank" if number == BANK else WIND_NAMES[number]


def ledger(settled: Settled) -> list[records.Payment]:
    """Return every payment in the order they fell due; one end of it may be the bank."""
    return [
        records.Payment(
            payer=account_name(each.payer),
            payee=account_name(each.payee),
            points=each.points,
            reason=each.reason,
        )
        for each in settled.ledger.payments
    ]


def answer_score(request: Request, book: RuleBook) -> ScoreAnswer:
    """Return the score of a request and its payments; MjtoolError where it cannot be."""
    rules, hand, win = request.won_in_play(book.get(request.rules))
    seat, events = seat_of(request.seat), frozenset(request.events)
    source = seat_of(request.discarder)
    verify_sets(hand, rules)
    if events or source is not None or request.liable is not None:
        verify_circumstances(
            hand,
            rules,
            win,
            self_drawn=request.self_drawn,
            seat=seat,
            events=events,
            source=source,
            liable=seat_of(request.liable),
        )
    if request.kongs or request.horses:
        verify_settlement(
            hand,
            rules,
            win,
            seat=seat,
            events=events,
            source=source,
            kongs=request.kongs,
            horses=request.horse_tiles(rules) or (),
        )
    if request.wild_discarded:
        verify_wild_discarded(hand, rules, request.wild_discarded)
    found = score(
        hand,
        rules,
        win,
        self_drawn=request.self_drawn,
        seat=seat,
        round=seat_of(request.round),
        events=events,
        wild_discarded=request.wild_discarded,
    )
    return ScoreAnswer(request, found, _settled(request, rules, found))


def _settled(request: Request, rules: RuleSet, found: Score) -> Settled | None:
    """Return the payments, where the seat and, on another's tile, its seat are known."""
    if not found.won or request.seat is None:
        return None
    if not request.self_drawn and request.discarder is None:
        return None
    known: dict[Any, Settled] | None = rules.memo.get("settled")
    if known is None:
        known = rules.memo["settled"] = {}
    # All that payments hang on; they are few and come again and again.
    asked = (
        request.seat,
        found.points,
        request.self_drawn,
        request.discarder,
        request.liable,
        request.winner_streak,
        "robbing_kong" in request.events,
        request.kongs,
        request.horses,
        request.streak,
        request.follow,
        request.room,
    )
    settled = known.get(asked)
    if settled is None:
        if len(known) >= _KEPT:
            known.clear()
        settled = known[asked] = _reckoned(request, rules, found)
    return settled


_KEPT: Final = 1 << 12
"""Payments that are kept with a rule set."""


def _reckoned(request: Request, rules: RuleSet, found: Score) -> Settled:
    assert request.seat is not None
    result = HandResult(
        dealer=0,
        winners=(
            Winner(SEATS[request.seat], found.points, _liable(request), request.winner_streak),
        ),
        source=None if request.self_drawn else _seat(request.discarder),
        robbed="robbing_kong" in request.events,
        kongs=tuple(map(_claim, request.kongs)) if request.kongs else (),
        horses=request.horse_tiles(rules),
        streak=request.streak,
        followed=request.follow,
    )
    ledger = settle(rules, result)
    net = ledger.net()
    room = request.room
    paid = coins(rules, net, Room(room.coefficient, room.fee)) if room else None
    return Settled(ledger, net, paid)


def _claim(kong: KongField) -> KongClaim:
    return KongClaim(SEATS[kong.seat], kong.kind, _seat(kong.source), kong.late)


def _liable(request: Request) -> int | None:
    """Return the seat that pays for all, of which only a self-drawn win asks."""
    return _seat(request.liable) if request.self_drawn else None


def _seat(name: str | None) -> int | None:
    return None if name is None else SEATS[name]


def answer_waits(request: Request, book: RuleBook) -> WaitsAnswer:
    """Return the waits of a request; MjtoolError where it cannot be."""
    rules, hand = request.in_play(book.get(request.rules))
    verify_sets(hand, rules)
    found = waits(
        hand,
        rules,
        visible=request.visible_counts(rules),
        seat=seat_of(request.seat),
        round=seat_of(request.round),
    )
    return WaitsAnswer(request, found)


def answer_shanten(request: Request, book: RuleBook) -> ShantenAnswer:
    """Return the shanten of a request; MjtoolError where it cannot be."""
    rules, hand = request.in_play(book.get(request.rules))
    found = shanten(hand, rules, ignore_sets=request.ignore_sets)
    return ShantenAnswer(request, found)


def answer_efficiency(request: Request, book: RuleBook) -> EfficiencyAnswer:
    """Return the discards or draws of a request, ranked; MjtoolError where it cannot be."""
    # The other commands start faster without it.
    from mjtool.analysis.efficiency import efficiency  # noqa: PLC0415

    rules, hand = request.in_play(book.get(request.rules))
    if request.draws is not None:
        verify_sets(hand, rules)
    found = efficiency(
        hand,
        rules,
        visible=request.visible_counts(rules),
        improvements=request.improvements,
        targets=request.targets,
        draws=request.draws,
        swaps=request.swaps,
        sort=request.sort,
        seat=seat_of(request.seat),
        round=seat_of(request.round),
    )
    return EfficiencyAnswer(request, found)


ANSWERS: dict[str, Callable[[Request, RuleBook], Answer]] = {
    "score": answer_score,
    "waits": answer_waits,
    "shanten": answer_shanten,
    "efficiency": answer_efficiency,
}
"""What answers a request, by the name of its command."""
