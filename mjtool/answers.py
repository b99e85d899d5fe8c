"""One request in, one result out: what every command, batch and case asks of the core.

A :class:`Command` reads a request, asks the core and returns a result object; ``render.json``
and ``render.text`` turn the same object into output.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from mjtool.analysis.shanten import Shanten, shanten
from mjtool.analysis.waits import Waits, waits
from mjtool.requests import Request, RuleBook, seat_of
from mjtool.rules import RuleSet
from mjtool.scoring import Score, score
from mjtool.settlement import HandResult, KongClaim, Ledger, Room, Winner, coins, settle
from mjtool.tiles import WINDS
from mjtool.verify import verify_circumstances, verify_sets, verify_settlement

if TYPE_CHECKING:
    from mjtool.analysis.efficiency import Efficiency

_SEATS = {str(wind): index for index, wind in enumerate(WINDS)}


class Settled(NamedTuple):
    """Who pays what for one win; seats are winds, E the dealer."""

    ledger: Ledger
    net: tuple[int, int, int, int, int]
    coins: tuple[int, int, int, int] | None


class ScoreResult(NamedTuple):
    """A score with what was asked and, where the seats are known, the payments."""

    request: Request
    score: Score
    settled: Settled | None


def answer_score(request: Request, book: RuleBook) -> ScoreResult:
    """Return the score of a request and its payments; MjtoolError where it cannot be."""
    rules = book.get(request.rules)
    hand, win = request.won_hand()
    seat, events = seat_of(request.seat), frozenset(request.events)
    source = seat_of(request.discarder)
    verify_sets(hand, rules)
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
    found = score(
        hand,
        rules,
        win,
        self_drawn=request.self_drawn,
        seat=seat,
        round=seat_of(request.round),
        events=events,
    )
    return ScoreResult(request, found, _settled(request, rules, found))


def _settled(request: Request, rules: RuleSet, found: Score) -> Settled | None:
    """Return the payments, where the seat and, on another's tile, its seat are known."""
    if not found.won or request.seat is None:
        return None
    if not request.self_drawn and request.discarder is None:
        return None
    result = HandResult(
        dealer=0,
        winners=(
            Winner(_SEATS[request.seat], found.points, _liable(request), request.winner_streak),
        ),
        source=None if request.self_drawn else _seat(request.discarder),
        robbed="robbing_kong" in request.events,
        kongs=tuple(
            [
                KongClaim(_SEATS[kong.seat], kong.kind, _seat(kong.source), kong.late)
                for kong in request.kongs
            ]
        ),
        horses=request.horse_tiles(rules),
        streak=request.streak,
        followed=request.follow,
    )
    ledger = settle(rules, result)
    net = ledger.net()
    room = request.room
    paid = coins(rules, net, Room(room.coefficient, room.fee)) if room else None
    return Settled(ledger, net, paid)


def _liable(request: Request) -> int | None:
    """Return the seat that pays for all, of which only a self-drawn win asks."""
    return _seat(request.liable) if request.self_drawn else None


def _seat(name: str | None) -> int | None:
    return None if name is None else _SEATS[name]


def answer_waits(request: Request, book: RuleBook) -> Waits:
    """Return the waits of a request; MjtoolError where it cannot be."""
    rules, hand = book.get(request.rules), request.parsed_hand()
    verify_sets(hand, rules)
    return waits(
        hand,
        rules,
        visible=request.visible_counts(),
        seat=seat_of(request.seat),
        round=seat_of(request.round),
    )


def answer_shanten(request: Request, book: RuleBook) -> Shanten:
    """Return the shanten of a request; MjtoolError where it cannot be."""
    rules = book.get(request.rules)
    return shanten(request.parsed_hand(), rules, ignore_sets=request.ignore_sets)


def answer_efficiency(request: Request, book: RuleBook) -> Efficiency:
    """Return the discards or draws of a request, ranked; MjtoolError where it cannot be."""
    # The other commands start faster without it.
    from mjtool.analysis.efficiency import efficiency  # noqa: PLC0415

    rules, hand = book.get(request.rules), request.parsed_hand()
    if request.draws is not None:
        verify_sets(hand, rules)
    return efficiency(
        hand,
        rules,
        visible=request.visible_counts(),
        improvements=request.improvements,
        targets=request.targets,
        draws=request.draws,
        swaps=request.swaps,
        sort=request.sort,
        seat=seat_of(request.seat),
        round=seat_of(request.round),
    )


Answer = Callable[[Request, RuleBook], Any]

ANSWERS: dict[str, Answer] = {
    "score": answer_score,
    "waits": answer_waits,
    "shanten": answer_shanten,
    "efficiency": answer_efficiency,
}
"""What answers a request, by the name of its command."""
