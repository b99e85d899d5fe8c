"""Single changes to what a log tells of wild tiles, as ``tests/mutations.py`` has them of the rest.

What is wild in a hand is asked of the log itself: its own ``wild``, or the faces that always are.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from mjtool.tiles import NAMES
from tests.mutations import Event, another_tile, other

Wild = frozenset[str]
Kind = Callable[[Random, list[Event], Wild], list[Any] | None]

WILD_KINDS: dict[str, Kind] = {}


def kind(function: Kind) -> Kind:
    """Register a kind of change under its name."""
    WILD_KINDS[function.__name__] = function
    return function


def hands(events: list[Event], always: Wild) -> list[tuple[int, Event, Wild]]:
    """Return the events of hands with their places, and what is wild in each."""
    found, wild = [], always
    for at, event in enumerate(events):
        if event["type"] == "start_hand":
            wild = always | frozenset(event.get("wild", ()))
        found.append((at, event, wild))
    return found


def put(events: list[Event], at: int, **fields: Any) -> list[Event]:
    """Return the events with fields of one of them changed."""
    return [*events[:at], {**events[at], **fields}, *events[at + 1 :]]


def a_place(rng: Random, places: list[int]) -> int | None:
    return rng.choice(places) if places else None


def starts(events: list[Event], field: str) -> list[int]:
    return [at for at, e in enumerate(events) if e["type"] == "start_hand" and field in e]


@kind
def indicator(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    at = a_place(rng, starts(events, "indicator"))
    if at is None:
        return None
    return put(events, at, indicator=another_tile(rng, events[at]["indicator"]))


@kind
def indicator_gone(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    at = a_place(rng, starts(events, "indicator"))
    if at is None:
        return None
    changed = {key: value for key, value in events[at].items() if key != "indicator"}
    return [*events[:at], changed, *events[at + 1 :]]


@kind
def indicator_flower(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    at = a_place(rng, starts(events, "indicator"))
    return None if at is None else put(events, at, indicator="1f")


@kind
def wild_other(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    at = a_place(rng, starts(events, "wild"))
    if at is None:
        return None
    wild = list(events[at]["wild"])
    wild[rng.randrange(len(wild))] = other(rng, NAMES[:34], wild[0])
    return put(events, at, wild=wild)


@kind
def wild_more(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    at = a_place(rng, starts(events, "wild"))
    if at is None:
        return None
    return put(events, at, wild=[*events[at]["wild"], rng.choice(NAMES[:34])])


@kind
def wild_gone(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    at = a_place(rng, starts(events, "wild"))
    return None if at is None else put(events, at, wild=events[at]["wild"][1:])


@kind
def wild_told(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """Rules whose wild tiles are always the same: the log tells others."""
    places = [at for at, e in enumerate(events) if e["type"] == "start_hand" and "wild" not in e]
    at = a_place(rng, places)
    return None if at is None else put(events, at, wild=["3m"])


@kind
def wild_thrown(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A wild tile that was just drawn is thrown away instead of another."""
    places = [
        at + 1
        for at, event, wild in hands(events, always)[:-1]
        if event["type"] == "draw"
        and event["tile"] in wild
        and events[at + 1]["type"] == "discard"
        and events[at + 1]["tile"] != event["tile"]
    ]
    at = a_place(rng, places)
    return None if at is None else put(events, at, tile=events[at - 1]["tile"])


@kind
def wild_pung(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    return _claimed(rng, events, always, type="pung")


@kind
def wild_chow(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A chow with a wild tile in it, of whatever was thrown away."""
    for at, event, wild in hands(events, always):
        if event["type"] != "discard" or event["tile"][1] in "zf" or rng.random() < 0.8:
            continue
        rank, suit = int(event["tile"][0]), event["tile"][1]
        own = [f"{each}{suit}" for each in (rank + 1, rank + 2)]
        if rank < 8 and wild.intersection(own):
            seat = (event["seat"] + 1) % 4
            chow = {"type": "chow", "seat": seat, "tile": event["tile"], "with": own}
            return [*events[: at + 1], chow, *events[at + 1 :]]
    return None


@kind
def wild_exposed_kong(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    return _claimed(rng, events, always, type="kong", kind="exposed")


@kind
def wild_won_on(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A wild tile that was thrown away is won on."""
    places = [
        at
        for at, event, wild in hands(events, always)
        if event["type"] == "discard" and event["tile"] in wild
    ]
    at = a_place(rng, places)
    if at is None:
        return None
    seat = (events[at]["seat"] + rng.randrange(1, 4)) % 4
    win = {"type": "win", "seat": seat, "tile": events[at]["tile"], "from": events[at]["seat"]}
    return [*events[: at + 1], win, *events[at + 1 :]]


def _claimed(rng: Random, events: list[Event], always: Wild, **fields: Any) -> list[Any] | None:
    places = [
        at
        for at, event, wild in hands(events, always)
        if event["type"] == "discard" and event["tile"] in wild
    ]
    at = a_place(rng, places)
    if at is None:
        return None
    seat = (events[at]["seat"] + rng.randrange(1, 4)) % 4
    claim = {**fields, "seat": seat, "tile": events[at]["tile"]}
    return [*events[: at + 1], claim, *events[at + 1 :]]


@kind
def wild_concealed_kong(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A kong of wild tiles by a seat on its turn."""
    places = [
        at
        for at, event, wild in hands(events, always)
        if event["type"] == "draw" and event["tile"] in wild
    ]
    at = a_place(rng, places)
    if at is None:
        return None
    tile, seat = events[at]["tile"], events[at]["seat"]
    kong = {"type": "kong", "seat": seat, "kind": "concealed", "tile": tile}
    return [*events[: at + 1], kong, *events[at + 1 :]]


@kind
def wild_flower(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A wild flower is set aside like any other."""
    places = [
        at
        for at, event, wild in hands(events, always)
        if event["type"] == "draw" and event["tile"] in wild and event["tile"][1] == "f"
    ]
    at = a_place(rng, places)
    if at is None:
        return None
    aside = {"type": "flower", "seat": events[at]["seat"], "tile": events[at]["tile"]}
    return [*events[: at + 1], aside, *events[at + 1 :]]


def _with_wilds(events: list[Event]) -> list[tuple[int, int]]:
    """Return the places of wins that tell what wild tiles stand for: event and row."""
    return [
        (at, row)
        for at, event in enumerate(events)
        if event["type"] == "end_hand"
        for row, win in enumerate(event["wins"])
        if win.get("wilds")
    ]


def _in_wilds(rng: Random, events: list[Event], change: Callable[[list[Any]], Any]) -> Any:
    places = _with_wilds(events)
    if not places:
        return None
    at, row = rng.choice(places)
    changed = deepcopy(events)
    changed[at]["wins"][row]["wilds"] = change(changed[at]["wins"][row]["wilds"])
    return changed


@kind
def stands_for_other(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    def change(wilds: list[Event]) -> list[Event]:
        each = rng.choice(wilds)
        each["as"] = another_tile(rng, each["as"])
        return wilds

    return _in_wilds(rng, events, change)


@kind
def stands_for_flower(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    def change(wilds: list[Event]) -> list[Event]:
        rng.choice(wilds)["as"] = "3f"
        return wilds

    return _in_wilds(rng, events, change)


@kind
def wilds_of_another_tile(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    def change(wilds: list[Event]) -> list[Event]:
        each = rng.choice(wilds)
        each["tile"] = another_tile(rng, each["tile"])
        return wilds

    return _in_wilds(rng, events, change)


@kind
def wilds_fewer(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    return _in_wilds(rng, events, lambda wilds: wilds[1:])


@kind
def wilds_twice(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    return _in_wilds(rng, events, lambda wilds: [*wilds, wilds[-1]])


@kind
def wilds_not_told(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """What wild tiles stand for is left out, which a log may."""
    changed = _in_wilds(rng, events, lambda wilds: None)
    for event in changed or ():
        for win in event.get("wins", ()):
            if win.get("wilds", ()) is None:
                del win["wilds"]
    return changed


@kind
def wilds_of_none(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A hand without wild tiles says that it has one."""
    places = [
        at
        for at, event in enumerate(events)
        if event["type"] == "end_hand"
        and event["wins"]
        and not any(win.get("wilds") for win in event["wins"])
    ]
    at = a_place(rng, places)
    if at is None:
        return None
    changed = deepcopy(events)
    changed[at]["wins"][0]["wilds"] = [{"tile": "7z", "as": "1m"}]
    return changed


@kind
def horse_more(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    places = [at for at, event in enumerate(events) if event.get("horses")]
    places = [at for at in places if events[at]["type"] == "end_hand"]
    at = a_place(rng, places)
    return None if at is None else put(events, at, horses=[*events[at]["horses"], "1m"])


@kind
def points_doubled(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A factor counted once more: X doubled, nothing else."""
    places = [at for at, event in enumerate(events) if event.get("wins")]
    at = a_place(rng, places)
    if at is None:
        return None
    changed = deepcopy(events)
    win = rng.choice(changed[at]["wins"])
    win["points"] *= 2
    return changed


@kind
def wild_not_wild(rng: Random, events: list[Event], always: Wild) -> list[Any] | None:
    """A wild tile of a dealt hand has become another: the hand is told to be what it is not."""
    places = [
        (at, seat, place)
        for at, event, wild in hands(events, always)
        if event["type"] == "start_hand" and "wall" in event
        for seat, hand in enumerate(event["deal"])
        for place, tile in enumerate(hand)
        if tile in wild
    ]
    if not places:
        return None
    at, seat, place = rng.choice(places)
    changed = deepcopy(events)
    hand = changed[at]["deal"][seat]
    hand[place] = another_tile(rng, hand[place])
    return changed
