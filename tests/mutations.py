"""Single changes to a game log: each kind takes the events and returns the lines with one change.

A kind returns None where the log has nothing that it could change. A change may leave a legal
log: ``tests/plain_replay.py`` says whether it does, and if not, which line is at fault.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from mjtool.tiles import NAMES

Event = dict[str, Any]
Kind = Callable[[Random, list[Event]], list[Any] | None]

KINDS: dict[str, Kind] = {}
TILES = NAMES[:34]
PLAYED = ("draw", "discard", "chow", "pung", "kong", "win")
TYPES = (*PLAYED, "prop", "washout", "escape", "start_hand", "end_hand", "start_game", "end_game")
CLAIMS = ("chow", "pung", "kong", "win")


def kind(function: Kind) -> Kind:
    """Register a kind of change under its name."""
    KINDS[function.__name__] = function
    return function


def lines_of(events: list[Any]) -> list[bytes]:
    """Return the lines of a log; what is bytes already stays as it is."""
    return [
        each if isinstance(each, bytes) else json.dumps(each, separators=(",", ":")).encode()
        for each in events
    ]


def find(rng: Random, events: list[Event], types: tuple[str, ...], field: str = "type"):
    """Return a place in the log with an event of these types that has the field, or None."""
    wanted = rng.choice(types)  # rare types as often as common ones
    for each in ((wanted,), types):
        places = [at for at, e in enumerate(events) if e["type"] in each and field in e]
        if places:
            return rng.choice(places)
    return None


def other(rng: Random, values: Any, than: Any) -> Any:
    """Return one of the values that is not ``than``."""
    return rng.choice([value for value in values if value != than])


def near(rng: Random, number: int) -> int:
    """Return another number near this one."""
    return number + rng.choice((-600, -2, -1, 1, 2, 3, 250))


def changes(types: tuple[str, ...], field: str, change: Callable[[Random, Any], Any]) -> Kind:
    """Return the kind that puts ``change`` of its value into the field of one event."""

    def apply(rng: Random, events: list[Event]) -> list[Any] | None:
        at = find(rng, events, types, field)
        if at is None:
            return None
        changed = deepcopy(events[at])
        changed[field] = change(rng, changed[field])
        if changed == events[at]:
            return None
        return [*events[:at], changed, *events[at + 1 :]]

    return apply


def in_first(change: Kind) -> Kind:
    """Return the kind that does ``change`` to the first hand of the log."""

    def apply(rng: Random, events: list[Event]) -> list[Any] | None:
        changed = change(rng, events[:2])
        return None if changed is None else [*changed, *events[2:]]

    return apply


def behind_first(change: Kind) -> Kind:
    """Return the kind that does ``change`` to a later hand than the first."""

    def apply(rng: Random, events: list[Event]) -> list[Any] | None:
        ends = [at for at, event in enumerate(events) if event["type"] == "end_hand"]
        changed = change(rng, events[ends[0] :])
        return None if changed is None else [*events[: ends[0]], *changed]

    return apply


def in_list(change: Callable[[Random, Any], Any]):
    """Return a change of one element of a list."""

    def apply(rng: Random, values: list[Any]) -> list[Any]:
        if not values:
            return values
        at = rng.randrange(len(values))
        return [*values[:at], change(rng, values[at]), *values[at + 1 :]]

    return apply


def in_row(field: str, change: Callable[[Random, Any], Any]):
    """Return a change of a field in one row of a list of objects."""

    def apply(rng: Random, row: Event) -> Event:
        return {**row, field: change(rng, row[field])} if field in row else row

    return in_list(apply)


def another_tile(rng: Random, value: str) -> str:
    return other(rng, TILES, value)


def another_seat(rng: Random, value: int) -> int:
    return other(rng, range(4), value)


def swapped(rng: Random, values: list[Any]) -> list[Any]:
    """Return the list with two of its elements exchanged."""
    values = list(values)
    if len(values) > 1:
        one, two = rng.sample(range(len(values)), 2)
        values[one], values[two] = values[two], values[one]
    return values


def moved(rng: Random, values: list[int]) -> list[int]:
    """Return the amounts with something moved from one seat to another."""
    one, two = rng.sample(range(len(values)), 2)
    values = list(values)
    values[one] += 1
    values[two] -= 1
    return values


def exchanged(rng: Random, hands: list[list[str]]) -> list[list[str]]:
    """Return the hands with a tile of one exchanged for one of another."""
    hands = [list(hand) for hand in hands]
    one, two = rng.sample(range(4), 2)
    a, b = rng.randrange(len(hands[one])), rng.randrange(len(hands[two]))
    hands[one][a], hands[two][b] = hands[two][b], hands[one][a]
    return hands


def other_patterns(rng: Random, ids: list[str]) -> list[str]:
    choice = rng.randrange(3)
    if choice == 0:
        return ids[1:]
    return [*ids, "no_such_pattern"] if choice == 1 else [*ids[1:], "nine_gates"]


HAND, END, GAME = ("start_hand",), ("end_hand",), ("start_game",)
for name, apply in {
    "draw_tile": changes(("draw",), "tile", another_tile),
    "draw_seat": changes(("draw",), "seat", another_seat),
    "discard_tile": changes(("discard",), "tile", another_tile),
    "discard_seat": changes(("discard",), "seat", another_seat),
    "chow_tile": changes(("chow",), "tile", another_tile),
    "chow_seat": changes(("chow",), "seat", another_seat),
    "chow_with": changes(("chow",), "with", in_list(another_tile)),
    "pung_tile": changes(("pung",), "tile", another_tile),
    "pung_seat": changes(("pung",), "seat", another_seat),
    "kong_tile": changes(("kong",), "tile", another_tile),
    "kong_seat": changes(("kong",), "seat", another_seat),
    "kong_kind": changes(
        ("kong",), "kind", lambda rng, v: other(rng, ("exposed", "concealed", "added"), v)
    ),
    "win_tile": changes(("win",), "tile", another_tile),
    "win_seat": changes(("win",), "seat", another_seat),
    "win_from": changes(("win",), "from", another_seat),
    "escape_seat": changes(("escape",), "seat", another_seat),
    "prop_tile": changes(("prop",), "tile", another_tile),
    "prop_out": changes(("prop",), "out", another_tile),
    "prop_in": changes(("prop",), "in", another_tile),
    "prop_seat": changes(("prop",), "seat", another_seat),
    "prop_name": changes(
        ("prop",),
        "name",
        lambda rng, v: other(rng, ("great_shift", "swap_chosen", "voice", "clairaudience"), v),
    ),
    "type": changes(TYPES, "type", lambda rng, v: other(rng, TYPES, v)),
    "unknown_type": changes(TYPES, "type", lambda rng, v: rng.choice((v + "s", "", 7, None))),
    "seat_out_of_range": changes(
        (*PLAYED, "prop", "escape"), "seat", lambda rng, v: rng.choice((-1, 4, 7, "1", None, [v]))
    ),
    "no_tile": changes(
        PLAYED, "tile", lambda rng, v: rng.choice(("10m", "8z", "1f", "x", "", "0z"))
    ),
    "dealer": changes(HAND, "dealer", another_seat),
    "round": behind_first(changes(HAND, "round", lambda rng, v: other(rng, "ESWN", v))),
    "horses_number": behind_first(
        changes(HAND, "horses", lambda rng, v: other(rng, range(1, 5), v))
    ),
    "first_round": in_first(changes(HAND, "round", lambda rng, v: other(rng, "ESWN", v))),
    "first_horses": in_first(changes(HAND, "horses", lambda rng, v: other(rng, range(1, 5), v))),
    "hand_number": changes(HAND, "hand", lambda rng, v: v + rng.choice((1, 7))),
    "deal_tile": changes(HAND, "deal", in_list(in_list(another_tile))),
    "deal_exchanged": changes(HAND, "deal", exchanged),
    "deal_order": changes(HAND, "deal", in_list(swapped)),
    "deal_size": changes(HAND, "deal", in_list(lambda rng, v: rng.choice((v[1:], [*v, "1m"])))),
    "wall_tile": changes(HAND, "wall", in_list(another_tile)),
    "wall_order": changes(HAND, "wall", swapped),
    "wall_size": changes(HAND, "wall", lambda rng, v: rng.choice((v[1:], [*v, "1m"]))),
    "dice": changes(HAND, "dice", in_list(lambda rng, v: other(rng, range(1, 7), v))),
    "built_walls": changes(HAND, "wall_built", in_list(swapped)),
    "win_points": changes(END, "wins", in_row("points", near)),
    "win_fan": changes(END, "wins", in_row("fan", near)),
    "win_patterns": changes(END, "wins", in_row("patterns", other_patterns)),
    "win_liable": changes(END, "wins", in_row("liable", another_seat)),
    "win_row_seat": changes(END, "wins", in_row("seat", another_seat)),
    "win_row_gone": changes(END, "wins", lambda rng, v: v[1:]),
    "win_row_more": changes(END, "wins", lambda rng, v: [*v, {"seat": len(v), "points": 1}]),
    "points": changes(END, "points", in_list(near)),
    "points_moved": changes(END, "points", moved),
    "bank": changes(END, "bank", near),
    "horse_tile": changes(END, "horses", in_list(another_tile)),
    "horse_gone": changes(END, "horses", lambda rng, v: v[1:]),
    "coins": changes(END, "coins", in_list(near)),
    "scores": changes(END, "scores", in_list(near)),
    "scores_moved": changes(END, "scores", moved),
    "last_scores": changes(("end_game",), "scores", in_list(near)),
    "coefficient": changes(GAME, "room", lambda rng, v: {**v, "coefficient": v["coefficient"] + 1}),
    "fee": changes(GAME, "room", lambda rng, v: {**v, "fee": v["fee"] + 1}),
    "rules": changes(
        GAME,
        "rules",
        lambda rng, v: other(rng, ("jipinghu", "xinmajiang", "tuidaohu", "no_such_rules"), v),
    ),
    "players": changes(GAME, "players", lambda rng, v: v[1:]),
    "version": changes(GAME, "version", lambda rng, v: 2),
}.items():
    KINDS[name] = apply

FLOWERS = NAMES[34:]
SET_ASIDE = ("flower",)
FLOWER_KINDS: dict[str, Kind] = {
    "flower_tile": changes(SET_ASIDE, "tile", lambda rng, v: other(rng, FLOWERS, v)),
    "flower_seat": changes(SET_ASIDE, "seat", another_seat),
    "flower_as": changes(SET_ASIDE, "type", lambda rng, v: rng.choice(PLAYED)),
    "as_flower": changes(PLAYED, "type", lambda rng, v: "flower"),
    "flower_for_tile": changes(PLAYED, "tile", lambda rng, v: rng.choice(FLOWERS)),
    "tile_for_flower": changes(SET_ASIDE, "tile", another_tile),
    "flower_in_prop": changes(("prop",), "in", lambda rng, v: rng.choice(FLOWERS)),
    "flower_horse": changes(END, "horses", in_list(lambda rng, v: rng.choice(FLOWERS))),
    "flower_twice": changes(HAND, "deal", in_list(in_list(lambda rng, v: rng.choice(FLOWERS)))),
    "flower_in_wall": changes(HAND, "wall", in_list(lambda rng, v: rng.choice(FLOWERS))),
}
"""Changes of logs with flowers, and of others by a flower."""


@kind
def first_scores(rng: Random, events: list[Event]) -> list[Any]:
    """Totals that do not begin with zeros."""
    return [{**events[0], "scores": [1, 0, 0, -1]}, *events[1:]]


def carried(events: list[Event], at: int, points: list[int], coins: list[int]) -> list[Event]:
    """Return the log with other ``points`` and ``coins`` at ``at``, and all totals behind it."""
    events = deepcopy(events)
    event = events[at]
    room = "room" in events[0]
    change = [a - b for a, b in zip(points, event["points"], strict=True)]
    event["points"] = points
    if room:
        change = [a - b for a, b in zip(coins, event["coins"], strict=True)]
        event["coins"] = coins
    for later in events[at:]:
        if "scores" in later:
            later["scores"] = [a + b for a, b in zip(later["scores"], change, strict=True)]
    return events


def in_coins(events: list[Event], at: int, points: list[int]) -> list[int]:
    """Return the coins that follow from other points of the hand that ends at ``at``."""
    event = events[at]
    if "room" not in events[0]:
        return points
    coefficient = events[0]["room"]["coefficient"]
    pairs = zip(points, event["points"], event["coins"], strict=True)
    return [coins + (new - old) * coefficient for new, old, coins in pairs]


@kind
def liable_carried(rng: Random, events: list[Event]) -> list[Any] | None:
    """A seat named liable for a win on a discard, which then pays it in the discarder's place."""
    places = [
        at
        for at, event in enumerate(events)
        if event["type"] == "end_hand"
        and len(event["wins"]) == 1
        and "liable" not in event["wins"][0]
        and "from" in events[at - 1]
    ]
    if not places:
        return None
    at = rng.choice(places)
    win, paid = events[at]["wins"][0], list(events[at]["points"])
    source = events[at - 1]["from"]
    payer = rng.choice([seat for seat in range(4) if seat not in (source, win["seat"])])
    paid[source] += win["points"]
    paid[payer] -= win["points"]
    changed = carried(events, at, paid, in_coins(events, at, paid))
    changed[at]["wins"][0]["liable"] = payer
    return changed


@kind
def points_carried(rng: Random, events: list[Event]) -> list[Any]:
    """Wrong payments that coins and all totals follow."""
    at = find(rng, events, END)
    paid = moved(rng, events[at]["points"])
    return carried(events, at, paid, in_coins(events, at, paid))


@kind
def coins_carried(rng: Random, events: list[Event]) -> list[Any] | None:
    """Wrong coins that all totals follow."""
    at = find(rng, events, END)
    if "room" not in events[0]:
        return None
    return carried(events, at, events[at]["points"], moved(rng, events[at]["coins"]))


@kind
def win_from_gone(rng: Random, events: list[Event]) -> list[Any] | None:
    """A win on another's tile told as self-drawn."""
    at = find(rng, events, ("win",), "from")
    if at is None:
        return None
    return [*events[:at], {k: v for k, v in events[at].items() if k != "from"}, *events[at + 1 :]]


@kind
def field_gone(rng: Random, events: list[Event]) -> list[Any]:
    """Any field of any event left out, needed or not."""
    at = find(rng, events, TYPES)
    gone = rng.choice(list(events[at]))
    return [*events[:at], {k: v for k, v in events[at].items() if k != gone}, *events[at + 1 :]]


@kind
def field_retyped(rng: Random, events: list[Event]) -> list[Any]:
    """Any field of any event with a value of another type (an ``id`` may be of any)."""
    at = find(rng, events, TYPES)
    field = rng.choice([name for name in events[at] if name != "id"])
    value = events[at][field]
    wrong = rng.choice([None, True, "x", 1.5, {}, [value]])
    return [*events[:at], {**events[at], field: wrong}, *events[at + 1 :]]


@kind
def field_more(rng: Random, events: list[Event]) -> list[Any]:
    """A field that the format does not know, which is allowed and ignored."""
    at = find(rng, events, TYPES)
    return [*events[:at], {**events[at], "comment": "x"}, *events[at + 1 :]]


@kind
def field_of_foreign_games(rng: Random, events: list[Event]) -> list[Any]:
    """A field that only games of others have, or none has any more: ignored, whatever it holds."""
    kind_, name = rng.choice(
        (("start_game", "legality"), ("start_hand", "walls"), ("washout", "reason"))
    )
    value = rng.choice(
        ({"checks": ""}, {"reserve": 99, "aborts": True}, [], [["1m"]] * 4, "x", 7, None, True)
    )
    changed = [{**e, name: value} if e["type"] == kind_ else e for e in events]
    return changed if changed != events else [{**events[0], "legality": value}, *events[1:]]


@kind
def field_of_foreign_games_beside_a_fault(rng: Random, events: list[Event]) -> list[Any]:
    """Such a field in a log whose settlement is wrong: it switches nothing off."""
    return points_carried(rng, field_of_foreign_games(rng, events))


@kind
def line_gone(rng: Random, events: list[Event]) -> list[Any]:
    """A line dropped."""
    at = find(rng, events, TYPES)
    return [*events[:at], *events[at + 1 :]]


@kind
def line_doubled(rng: Random, events: list[Event]) -> list[Any]:
    """A line written twice."""
    at = find(rng, events, TYPES)
    return [*events[: at + 1], *events[at:]]


@kind
def lines_swapped(rng: Random, events: list[Event]) -> list[Any]:
    """A line and the next exchanged."""
    at = min(find(rng, events, TYPES), len(events) - 2)
    return [*events[:at], events[at + 1], events[at], *events[at + 2 :]]


@kind
def line_moved(rng: Random, events: list[Event]) -> list[Any]:
    """A line moved a few lines further down."""
    at = find(rng, events, TYPES)
    to = min(at + rng.randrange(2, 8), len(events) - 1)
    return [*events[:at], *events[at + 1 : to + 1], events[at], *events[to + 1 :]]


@kind
def line_torn(rng: Random, events: list[Event]) -> list[Any]:
    """A line that ends in the middle."""
    at = find(rng, events, TYPES)
    [line] = lines_of([events[at]])
    return [*events[:at], line[: rng.randrange(1, len(line))], *events[at + 1 :]]


@kind
def no_object(rng: Random, events: list[Event]) -> list[Any]:
    """A line that is JSON but no object, or no JSON, or no UTF-8."""
    at = find(rng, events, TYPES)
    return [
        *events[:at],
        rng.choice((b"[]", b"7", b"null", b"\xff", b"{]", b"NaN")),
        *events[at + 1 :],
    ]


@kind
def log_cut(rng: Random, events: list[Event]) -> list[Any]:
    """A log that stops early."""
    return events[: rng.randrange(1, len(events))]


@kind
def game_again(rng: Random, events: list[Event]) -> list[Any]:
    """The whole game a second time behind the first, which is another game and legal."""
    return [*events, *events]
