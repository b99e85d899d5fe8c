"""Which wins a game can bring about: what contradicts the hand, the rules or itself is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, get_args

from mjtool.errors import RequestError
from mjtool.hand import Hand, SetKind
from mjtool.horses import most_horses
from mjtool.in_play import held, most_wilds
from mjtool.messages import Say
from mjtool.requests import KongField
from mjtool.rules.model import EventName, KongKind, RuleSet
from mjtool.tiles import KINDS, NAMES, WINDS, Piece, Wind

MOST_KONGS: Final = 4
"""Kongs that one hand has room for."""

_SET_KINDS: Final[dict[KongKind, SetKind]] = {
    "exposed": SetKind.EXPOSED_KONG,
    "added": SetKind.ADDED_KONG,
    "concealed": SetKind.CONCEALED_KONG,
}
_EVENTS: Final = {event: Say(f"circumstance.{event}") for event in get_args(EventName)}
"""How an event is called in a message."""

_ALWAYS_CLAIMED: Final = (
    "robbing_kong",
    "human_hand",
    "triple_win",
    "kong_discard",
    "last_discard",
)
_ALWAYS_DRAWN: Final = ("kong_draw", "last_tile", "heavenly_hand", "earthly_hand")
_BEFORE_ANY_SET: Final = ("heavenly_hand", "earthly_hand", "human_hand")
_EXCLUSIVE: Final = (
    # Only pairs of one way to win: the two ways exclude each other anyhow.
    ("heavenly_hand", "earthly_hand"),  # one is the dealer's, one is not
    ("heavenly_hand", "last_tile"),  # the whole wall is left
    ("earthly_hand", "last_tile"),
    ("human_hand", "robbing_kong"),  # a discard is no kong
    ("kong_discard", "robbing_kong"),
    ("last_discard", "robbing_kong"),  # no tile is left that the kong would need
    ("human_hand", "kong_discard"),  # before any kong
    ("human_hand", "last_discard"),  # the whole wall is left
)


def verify_sets(hand: Hand, rules: RuleSet) -> None:
    """Raise RequestError for a tile (``not_in_set``) or a fixed set that ``rules`` do not have."""
    if rules.stock.lacks:
        rules.stock.used(hand.counts, hand.used)
    if not rules.claims.chow:
        for fixed in hand.sets:
            if fixed.kind == SetKind.CHOW:
                raise RequestError("impossible_request.chow", chow=str(fixed))


def verify_circumstances(  # noqa: PLR0913
    hand: Hand,
    rules: RuleSet,
    win: Piece,
    *,
    self_drawn: bool,
    seat: Wind | None = None,
    events: frozenset[str] = frozenset(),
    source: Wind | None = None,
    liable: Wind | None = None,
) -> None:
    """Raise RequestError (``impossible_request``) for a win that no game can bring about.

    ``source`` is the discarder or the robbed seat, passed over for a self-drawn win. ``liable``
    is taken as given: who is liable depends on the whole hand of play.
    """
    if events:
        _verify_events(hand, rules, win, self_drawn, seat, events)
        if "human_hand" in events:
            _verify_first_discard(rules, seat, source)
    if seat is None:
        return
    if source is seat:
        raise RequestError("impossible_request.own_tile", field="from")
    if liable is seat and self_drawn:  # on another's tile nobody asks who is liable
        raise RequestError("impossible_request.own_tile", field="liable")


def _verify_events(  # noqa: PLR0913, PLR0917
    hand: Hand,
    rules: RuleSet,
    win: Piece,
    self_drawn: bool,
    seat: Wind | None,
    events: frozenset[str],
) -> None:
    for event in _ALWAYS_CLAIMED if self_drawn else _ALWAYS_DRAWN:
        if event in events:
            key = "self_drawn" if self_drawn else "not_self_drawn"
            raise RequestError(f"impossible_request.{key}", event=_EVENTS[event])
    if "kong_draw" in events and not any(fixed.is_kong for fixed in hand.sets):
        raise RequestError("impossible_request.no_kong")
    for event in _BEFORE_ANY_SET:
        if event in events:
            if hand.sets:
                raise RequestError("impossible_request.fixed_sets", event=_EVENTS[event])
            if seat is not None and (seat is Wind.EAST) != (event == "heavenly_hand"):
                raise RequestError(
                    "impossible_request.dealer", event=_EVENTS[event], seat=str(seat)
                )
    for event, other in _EXCLUSIVE:
        if event in events and other in events:
            raise RequestError(
                "impossible_request.both", event=_EVENTS[event], other=_EVENTS[other]
            )
    if "robbing_kong" in events and win in rules.wilds.kinds:
        raise RequestError("impossible_request.wild_kong", tile=str(win))
    if "robbing_kong" in events and win < KINDS and hand.own[win] > 1:
        raise RequestError("impossible_request.robbed_copy", tile=str(win))
    if "triple_win" in events and rules.multiple_wins == "nearest":
        raise RequestError("impossible_request.nearest", event=_EVENTS["triple_win"])


def _verify_first_discard(rules: RuleSet, seat: Wind | None, source: Wind | None) -> None:
    """Raise RequestError unless ``source`` may have thrown the tile of a human hand."""
    if source is None:
        return
    if rules.human_hand.window == "dealer_first_discard":
        if source is not Wind.EAST:
            raise RequestError("impossible_request.first_discard", event=_EVENTS["human_hand"])
    elif seat is not None and source is not seat and WINDS.index(source) > WINDS.index(seat):
        # Nothing was claimed: who threw a tile before the winner's first draw sits before it.
        raise RequestError(
            "impossible_request.early_discard", event=_EVENTS["human_hand"], seat=str(source)
        )


def verify_wild_discarded(hand: Hand, rules: RuleSet, number: int) -> None:
    """Raise RequestError (``impossible_request``) where the winner cannot have thrown so many.

    They are none of those held, and there are only so many.
    """
    most = most_wilds(rules) - len(held(hand, rules).wilds) if rules.wilds.there else 0
    if not rules.wild.discard:
        most = 0
    if not 0 <= number <= most:
        raise RequestError("impossible_request.wild_discarded", number=number, most=most)


def verify_settlement(  # noqa: PLR0913
    hand: Hand,
    rules: RuleSet,
    win: Piece,
    *,
    seat: Wind | None,
    events: frozenset[str],
    source: Wind | None,
    kongs: Sequence[KongField],
    horses: Sequence[int],
) -> None:
    """Raise RequestError for kongs and horses that cannot lie beside this hand."""
    robbed = "robbing_kong" in events
    if kongs:
        _verify_kongs(hand, seat, source if robbed else None, kongs)
    most = most_horses(rules)
    if len(horses) > most:
        raise RequestError("bad_request.horses", most=most, number=len(horses))
    seen: Counter[int] = Counter(horses)
    for tile, number in seen.items():
        if not rules.stock.copies(tile):
            raise RequestError("not_in_set", tile=NAMES[tile])
        own = hand.own[tile] if tile < KINDS else hand.extra.count(tile)
        own += tile == rules.wilds.indicator
        if robbed and tile == win:
            own = 4  # the robbed seat has the other three
        if own + number > (4 if tile < KINDS else 1):
            raise RequestError("too_many_copies.horses", number=own + number, tile=NAMES[tile])


def _verify_kongs(
    hand: Hand, seat: Wind | None, robbed: Wind | None, kongs: Sequence[KongField]
) -> None:
    for kong in kongs:
        if kong.late and kong.kind != "added":
            raise RequestError("impossible_request.late_kong")
        if kong.kind == "exposed":
            if kong.source in (None, kong.seat):
                raise RequestError("bad_request.kong_feeder")
        elif kong.kind == "concealed" and kong.source is not None:
            raise RequestError("impossible_request.kong_feeder")
        elif kong.source == kong.seat:  # who fed the pung of an added kong changes nothing
            raise RequestError("impossible_request.own_feeder")
    made = Counter(kong.seat for kong in kongs)
    for owner, number in made.items():
        # The kong that is robbed needs room as well.
        most = MOST_KONGS - (owner == robbed)
        if number > most:
            raise RequestError(
                "impossible_request.kongs", seat=str(owner), number=number, most=most
            )
    if seat is None or seat not in made:
        return
    shown = Counter(fixed.kind for fixed in hand.sets)
    listed = Counter(kong.kind for kong in kongs if kong.seat == seat)
    for kind, number in listed.items():
        if number > shown[_SET_KINDS[kind]]:
            raise RequestError(
                "impossible_request.own_kongs",
                kind=kind,
                number=number,
                shown=shown[_SET_KINDS[kind]],
            )
