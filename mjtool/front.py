"""What Python calls: text is taken where a hand or a tile is meant, a name where rules are.

Everything that cannot be meant is refused with an :class:`~mjtool.errors.MjtoolError`; below, the
functions of the core trust what they are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from mjtool import kernel, scoring, settlement, written
from mjtool.arguments import (
    NOTHING_VISIBLE,
    AnyHand,
    AnyRules,
    AnySeat,
    AnyTile,
    AnyTiles,
    counts_of,
    events_of,
    flag_of,
    kong_of,
    listed_of,
    played,
    result_of,
    rules_of,
    seat_of,
    tile_of,
    whole_of,
)
from mjtool.errors import RequestError
from mjtool.hand import won_hand
from mjtool.messages import Say
from mjtool.requests import RuleBook, request_of
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score, score_so
from mjtool.settlement import HandResult, Ledger, Room
from mjtool.tiles import Tile
from mjtool.verify import verify_circumstances as verify_win
from mjtool.verify import verify_sets, verify_settlement, verify_wild_discarded

if TYPE_CHECKING:
    from mjtool.analysis.efficiency import Efficiency
    from mjtool.analysis.shanten import Shanten
    from mjtool.analysis.waits import Waits
    from mjtool.answers import EfficiencyAnswer, ScoreAnswer, ShantenAnswer, WaitsAnswer

_NO_EVENTS: Final[frozenset[str]] = frozenset()
_COMMANDS: Final = ("score", "waits", "shanten", "efficiency")


def score(  # noqa: PLR0913
    hand: AnyHand,
    rules: AnyRules,
    win: AnyTile | None = None,
    *,
    self_drawn: bool,
    seat: AnySeat | None = None,
    round: AnySeat | None = None,
    events: Iterable[str] = _NO_EVENTS,
    verify: bool = False,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
    wild_discarded: int = 0,
) -> Score:
    """Return what ``hand`` is worth under ``rules``, won with ``win`` or the last tile written.

    A hand of 13 tiles takes ``win`` in. ``seat`` and ``round`` are needed for wind bonuses only.
    The circumstances are taken as given; with ``verify`` what no game can bring about is refused.
    ``wild`` are the tiles that are wild and ``indicator`` the one turned up, where the rules leave
    them open; with ``no_wild`` none is. The winner threw ``wild_discarded`` of them away.

    >>> found = score("[222p]333m444888s55z", "jipinghu", self_drawn=True, events=["last_tile"])
    >>> found.fan, found.points, found.pattern_ids
    (3, 8, ('all_pungs', 'self_draw'))
    """
    chosen, whole, named = played(hand, rules, win, wild=wild, indicator=indicator, no_wild=no_wild)
    whole, tile = won_hand(whole, named)
    happened = events_of(events) if events else _NO_EVENTS
    wind = None if seat is None else seat_of("seat", seat)
    drawn = flag_of("self_drawn", self_drawn)
    if verify:
        verify_sets(whole, chosen)
        verify_win(whole, chosen, tile, self_drawn=drawn, seat=wind, events=happened)
    discarded = whole_of("wild_discarded", wild_discarded)
    if discarded:
        verify_wild_discarded(whole, chosen, discarded)
    return scoring.score(
        whole,
        chosen,
        tile,
        self_drawn=drawn,
        seat=wind,
        round=None if round is None else seat_of("round", round),
        events=happened,
        wild_discarded=discarded,
    )


if not TYPE_CHECKING:
    # Nearly always all is what it should be; asking that first costs less than making it so.
    written.prepare_score(score, score_so, RuleSet, Tile, Score, kernel.facts)
    score = update_wrapper(written.score, score)


def verify_circumstances(  # noqa: PLR0913
    hand: AnyHand,
    rules: AnyRules,
    win: AnyTile | None = None,
    *,
    self_drawn: bool,
    seat: AnySeat | None = None,
    events: Iterable[str] = _NO_EVENTS,
    source: AnySeat | None = None,
    liable: AnySeat | None = None,
    kongs: Iterable[Sequence[str]] = (),
    horses: Iterable[AnyTile] = (),
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
    wild_discarded: int = 0,
) -> None:
    """Raise RequestError for a win that no game can bring about; the command line asks this too.

    ``source`` is the discarder or the robbed seat. Each of ``kongs`` is a seat, a kind and, of an
    exposed one, the seat that fed it.

    >>> verify_circumstances(
    ...     "(1111m)234m567p789s55z", "jipinghu", self_drawn=True, seat="E",
    ...     events=["kong_draw", "last_tile"], kongs=[("E", "concealed"), ("N", "exposed", "W")])
    """
    chosen, whole, named = played(hand, rules, win, wild=wild, indicator=indicator, no_wild=no_wild)
    whole, tile = won_hand(whole, named)
    happened = events_of(events)
    winds = {
        name: None if value is None else seat_of(name, value)
        for name, value in (("seat", seat), ("source", source), ("liable", liable))
    }
    verify_sets(whole, chosen)
    verify_win(
        whole, chosen, tile, self_drawn=flag_of("self_drawn", self_drawn), events=happened, **winds
    )
    if whole_of("wild_discarded", wild_discarded):
        verify_wild_discarded(whole, chosen, wild_discarded)
    flowers = chosen.stock.flowers > 0
    verify_settlement(
        whole,
        chosen,
        tile,
        seat=winds["seat"],
        events=happened,
        source=winds["source"],
        kongs=[kong_of(kong) for kong in listed_of("kongs", kongs)],
        horses=[tile_of("horses", horse, flowers) for horse in listed_of("horses", horses)],
    )


def waits(  # noqa: PLR0913
    hand: AnyHand,
    rules: AnyRules,
    *,
    visible: AnyTiles = NOTHING_VISIBLE,
    seat: AnySeat | None = None,
    round: AnySeat | None = None,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
) -> Waits:
    """Return the waits of ``hand``, or of each discard that leaves it ready, best first.

    ``visible`` are tiles seen elsewhere. A wait whose four tiles are all in the own hand is dead;
    one whose tiles are all visible stays listed with 0 left.

    >>> [(str(wait.tile), wait.left) for wait in waits("2223456m555666z", "jipinghu").waits]
    [('1m', 4), ('3m', 3), ('4m', 3), ('6m', 3), ('7m', 4)]
    """
    from mjtool.analysis import waits as core  # noqa: PLC0415  # loaded when it is asked

    chosen, whole, _ = played(hand, rules, wild=wild, indicator=indicator, no_wild=no_wild)
    return core.waits(
        whole,
        chosen,
        visible=counts_of(visible, chosen),
        seat=None if seat is None else seat_of("seat", seat),
        round=None if round is None else seat_of("round", round),
    )


def shanten(  # noqa: PLR0913
    hand: AnyHand,
    rules: AnyRules,
    *,
    ignore_sets: bool = False,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
) -> Shanten:
    """Return the exact shanten of ``hand``: the fewest tiles to exchange until it is ready.

    No more than four of a kind are ever counted on, own fixed sets included; ``ignore_sets``
    leaves the tiles of the fixed sets out of that count, as many other tools do.

    >>> shanten("[444z][111z][555z][777z]4z", "jipinghu").shanten
    1
    """
    from mjtool.analysis import shanten as core  # noqa: PLC0415  # loaded when it is asked

    chosen, whole, _ = played(hand, rules, wild=wild, indicator=indicator, no_wild=no_wild)
    return core.shanten(whole, chosen, ignore_sets=flag_of("ignore_sets", ignore_sets))


def efficiency(  # noqa: PLR0913
    hand: AnyHand,
    rules: AnyRules,
    *,
    visible: AnyTiles = NOTHING_VISIBLE,
    improvements: bool = False,
    targets: bool = False,
    draws: int | None = None,
    swaps: int = 0,
    sort: str = "tiles",
    seat: AnySeat | None = None,
    round: AnySeat | None = None,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
) -> Efficiency:
    """Return the useful tiles of ``hand``, or of each discard, best first.

    ``visible`` are tiles seen elsewhere. ``draws`` adds the chances to win and to be ready, and
    the points to expect, when drawing alone so often; seat and round earn their bonuses.

    >>> best = efficiency("123566789m45699s", "jipinghu").rows[0]
    >>> str(best.discard), best.total, [(str(tile), left) for tile, left in best.tiles]
    ('6m', 7, [('4m', 4), ('7m', 3)])
    """
    from mjtool.analysis import efficiency as core  # noqa: PLC0415  # loaded when it is asked

    if sort not in tuple(core.ORDERS):
        raise RequestError.no_choice("sort", core.ORDERS, sort)
    chosen, whole, _ = played(hand, rules, wild=wild, indicator=indicator, no_wild=no_wild)
    return core.efficiency(
        whole,
        chosen,
        visible=counts_of(visible, chosen),
        improvements=flag_of("improvements", improvements),
        targets=flag_of("targets", targets),
        draws=None if draws is None else whole_of("draws", draws),
        swaps=whole_of("swaps", swaps),
        sort=sort,
        seat=None if seat is None else seat_of("seat", seat),
        round=None if round is None else seat_of("round", round),
    )


def settle(rules: AnyRules, result: HandResult) -> Ledger:
    """Return every payment of a hand; seats are 0 to 3 in playing order, the bank is account 4.

    >>> from mjtool.settlement import Winner
    >>> settle("jipinghu", HandResult(dealer=0, winners=(Winner(1, 8),))).net()
    (-8, 24, -8, -8, 0)
    """
    return settlement.settle(rules_of(rules), result_of(result))


def coins(
    rules: AnyRules, net: Sequence[int], room: Room, *, washout: bool = False
) -> tuple[int, int, int, int]:
    """Return each seat's change in coins: points times the room's coefficient, less its fee.

    >>> coins("jipinghu", (12, -4, -4, -4, 0), Room(600, 250))
    (6950, -2650, -2650, -2650)
    """
    points = tuple(whole_of("net", each) for each in listed_of("net", net))
    if len(points) not in (4, 5):
        raise RequestError.unfit("net", Say("word.four_points"), net)
    if not isinstance(room, tuple) or len(room) != 2:
        raise RequestError.unfit("room", Say("word.a_room"), room)
    of = Room(whole_of("room", room[0]), whole_of("room", room[1]))
    return settlement.coins(rules_of(rules), points, of, washout=flag_of("washout", washout))


@overload
def answer(command: Literal["score"], request: Mapping[str, Any]) -> ScoreAnswer: ...
@overload
def answer(command: Literal["waits"], request: Mapping[str, Any]) -> WaitsAnswer: ...
@overload
def answer(command: Literal["shanten"], request: Mapping[str, Any]) -> ShantenAnswer: ...
@overload
def answer(command: Literal["efficiency"], request: Mapping[str, Any]) -> EfficiencyAnswer: ...
def answer(command: str, request: Mapping[str, Any]) -> Any:
    """Return what ``command`` (``score``, ``waits``, ``shanten``, ``efficiency``) answers.

    ``request`` holds the fields of a batch line. All is checked as there, and what comes back is
    what the command shows, payments included; its ``to_dict`` is the command's JSON.

    >>> asked = {"hand": "[222p]333m444888s55z", "self_drawn": True, "seat": "S"}
    >>> answer("score", asked).to_dict()["payments"]
    {'E': -8, 'S': 24, 'W': -8, 'N': -8}
    """
    from mjtool.answers import ANSWERS  # noqa: PLC0415  # loaded when it is asked

    if command not in _COMMANDS:
        raise RequestError.no_choice("command", _COMMANDS, command)
    if not isinstance(request, Mapping):
        raise RequestError.unfit("request", Say("word.a_request"), request)
    return ANSWERS[command](request_of(dict(request)), RuleBook())
