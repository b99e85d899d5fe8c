"""The keys of today's tables in ``score``, each with each of its values."""

import json

import pytest

from mjtool import answer
from mjtool.errors import MjtoolError

DRAWN = {"hand": "[222p]333m444888s55z", "self_drawn": True, "seat": "S"}  # 3 fan, X 8
FED = {"hand": "[222p]333m444888s55z", "seat": "S", "from": "N"}  # 2 fan, X 4
ROBBED = {  # 鸡胡, lifted to 3 fan: X 8
    **{"hand": "[123m]456m789p55p234s", "win": "4s", "seat": "S", "from": "N"},
    "events": ["robbing_kong"],
}
PUSHED = {"hand": "123456789m123p22z", "self_drawn": True, "seat": "S"}  # 推倒胡: X 2
BIG = {"hand": "11223344556677p", "self_drawn": True}  # 推倒胡: two big hands
KONG = {"seat": "W", "kind": "concealed"}
LATE = {"seat": "W", "kind": "added", "late": True}

EVENTS = {
    "kong_draw": {"hand": "(1111m)456m789p11222z", "self_drawn": True},
    "robbing_kong": ROBBED,
    "last_tile": DRAWN,
    "triple_win": FED,
    "heavenly_hand": {"hand": "123456m789p11222z", "self_drawn": True, "seat": "E"},
    "earthly_hand": {"hand": "123456m789p11222z", "self_drawn": True, "seat": "S"},
    "human_hand": {"hand": "123456m789p11222z", "seat": "S", "from": "E"},
    "kong_discard": FED,
    "last_discard": FED,
    "before_discard": DRAWN,
}
"""A hand that may be won so."""

WINNER = 'horses.owner = "winner"\nhorses.count = '
GROUPS = 'horses.groups = [["5z"], ["2", "1z"], ["9"], ["1"]]'


def horses(*tiles, **more):
    return {**PUSHED, "horses": list(tiles), **more}


def five(east, south, west, north, bank=0):
    return {"payments": {"E": east, "S": south, "W": west, "N": north}, "bank": bank}


def each(points, dealer=0):
    """Return what a self-drawn win of South brings in, the dealer paying so much more."""
    return five(-points - dealer, 3 * points + dealer, -points, -points)


BELOW = {"won": False, "reason": "below_minimum"}
J, T = "jipinghu", "tuidaohu"

ROWS = [
    (J, 'value = "double"', DRAWN, {"fan": 3, "points": 8}),
    (J, 'value = "double"\nbase = 5', DRAWN, {"points": 40}),
    (J, 'value = "linear"', DRAWN, {"fan": 3, "points": 3}),
    (J, 'value = "linear"\nbase = 5', DRAWN, {"points": 15}),
    (J, 'value = "table"\npoints = [0, 1, 5, 9]\nbase = 5', DRAWN, {"points": 9}),
    (J, 'value = "table"\npoints = [0, 1]', DRAWN, {"points": 1}),
    (J, "win.minimum_fan = 0", DRAWN, {"won": True}),
    (J, "win.minimum_fan = 3", DRAWN, {"won": True, "fan": 3}),
    (J, "win.minimum_fan = 4", DRAWN, {**BELOW, "fan": 3, "points": 8}),
    (J, "win.minimum_points = 0", DRAWN, {"won": True}),
    (J, "win.minimum_points = 8", DRAWN, {"won": True}),
    (J, "win.minimum_points = 9", DRAWN, {**BELOW, "points": 8}),
    (J, "win.minimum_fan = 3\nwin.events_count = true", DRAWN, {"won": True}),
    (J, "win.minimum_fan = 3\nwin.events_count = false", DRAWN, {**BELOW, "fan": 3}),
    (J, "win.minimum_fan = 2\nwin.events_count = false", DRAWN, {"won": True, "fan": 3}),
    (J, "limit.points = 0", DRAWN, {"points": 8}),
    (J, "limit.points = 5", DRAWN, {"points": 5, **each(5)}),
    (J, "limit.points = 50", DRAWN, {"points": 8}),
    (J, 'payment.discard = "discarder"', FED, five(0, 4, 0, -4)),
    (J, 'payment.discard = "discarder_for_all"', FED, five(0, 12, 0, -12)),
    (J, 'payment.discard = "all"', FED, five(-4, 12, -4, -4)),
    (J, 'payment.discard = "all"\npayment.discarder_factor = 1', FED, five(-4, 12, -4, -4)),
    (J, 'payment.discard = "all"\npayment.discarder_factor = 3', FED, five(-4, 20, -4, -12)),
    (J, "payment.dealer_factor = 1", DRAWN, each(8)),
    (J, "payment.dealer_factor = 3", DRAWN, each(8, dealer=16)),
    (J, "payment.dealer_factor = 3", {**DRAWN, "seat": "E"}, five(72, -24, -24, -24)),
    (J, 'rob.pays = "all"', ROBBED, five(0, 24, 0, -24)),
    (J, 'rob.pays = "one"', ROBBED, five(0, 8, 0, -8)),
    (J, 'rob.pays = "all"\nrob.self_drawn = false', ROBBED, five(0, 24, 0, -24)),
    (J, 'rob.pays = "one"\nrob.self_drawn = false', ROBBED, five(0, 8, 0, -8)),
    (J, "rob.self_drawn = true", ROBBED, five(0, 24, 0, -24)),
    (J, "rob.self_drawn = false", ROBBED, five(0, 8, 0, -8)),
    (J, "dealer.streak_points = 0", {**DRAWN, "streak": 2}, each(8)),
    (J, "dealer.streak_points = 5", {**DRAWN, "streak": 2}, each(8, dealer=10)),
    (J, "winner.streak_points = 0", {**DRAWN, "winner_streak": 2}, each(8)),
    (J, "winner.streak_points = 5", {**DRAWN, "winner_streak": 2}, each(18)),
    (J, "follow.points = 0", {**DRAWN, "follow": True}, each(8)),
    (J, "follow.points = 3", {**DRAWN, "follow": True}, five(-8 - 9, 27, -5, -5)),
    (J, "follow.points = 3", {**DRAWN, "follow": False}, each(8)),
    (J, "multipliers.self_draw = 1", DRAWN, {"points": 8}),
    (J, "multipliers.self_draw = 3", DRAWN, {"fan": 3, "points": 24}),
    (J, "multipliers.self_draw = 3", FED, {"points": 4}),
    (T, "multipliers.self_draw = 1", PUSHED, {"points": 1}),
    (T, "multipliers.self_draw = 3", PUSHED, {"points": 3}),
    (T, 'multipliers.combine = "max"\n%s', BIG, {"multiplier": 2 * 5}),
    (T, 'multipliers.combine = "product"\n%s', BIG, {"multiplier": 2 * 15}),
    (T, 'multipliers.combine = "sum"\n%s', BIG, {"multiplier": 2 * 8}),
    (T, 'kong.paid = "always"', {**PUSHED, "kongs": [KONG]}, five(-4, 4, 4, -4)),
    (T, 'kong.paid = "winner"', {**PUSHED, "kongs": [KONG]}, each(2)),
    (T, "kong.added = 2", {**PUSHED, "kongs": [LATE]}, five(-4, 4, 4, -4)),
    (T, "kong.added = 2\nkong.added_late = 0", {**PUSHED, "kongs": [LATE]}, each(2)),
    (T, "kong.added_late = 3", {**PUSHED, "kongs": [LATE]}, five(-5, 3, 7, -5)),
    (T, "tiles.without = []", PUSHED, {"won": True}),
    (T, 'tiles.without = ["2z"]', PUSHED, "not_in_set"),
    (T, 'tiles.without = ["1z", "7z"]', PUSHED, {"won": True}),
    (T, "tiles.flowers = false", horses("1f"), "bad_tile"),
    (T, "tiles.flowers = true", horses("2f"), five(4, 6, -2, -2, -6)),
    (T, 'horses.owner = "dealer"', horses("2z"), five(4, 6, -2, -2, -6)),
    (T, WINNER + "1", horses("2z"), {"horses": {"tiles": ["2z"], "hits": 1}, **each(3)}),
    (T, WINNER + "0", horses("2z"), "bad_request"),
    (T, WINNER + "1", horses("2z", "1m"), "bad_request"),
    (T, WINNER + "2", horses("2z", "1m"), each(3)),
    (T, WINNER + "2", horses("2z", "6m"), each(4)),
    (J, WINNER + '1\nhorses.when = "self_draw"', {**FED, "horses": []}, five(0, 4, 0, -4)),
    (J, WINNER + '1\nhorses.when = "win"', {**FED, "horses": ["2m"]}, five(0, 5, 0, -5)),
    (J, WINNER + '1\nhorses.when = "self_draw"', {**DRAWN, "horses": ["2m"]}, each(9)),
    (T, WINNER + '2\nhorses.counted_from = "dealer"', horses("2z", "9m"), each(3)),
    (T, WINNER + '2\nhorses.counted_from = "winner"', horses("2p", "9m"), each(3)),
    (T, WINNER + '2\nhorses.counted_from = "winner"', horses("1p", "9m"), each(4)),
    (T, WINNER + '3\nhorses.worth = "points"', horses("2z", "6m", "7z"), each(2 + 2)),
    (T, WINNER + '3\nhorses.worth = "x"', horses("2z", "6m", "7z"), each(2 + 4)),
    (T, WINNER + '3\nhorses.worth = "number"', horses("3z", "6m", "7p"), each(2 + 10 + 6 + 7)),
    (T, WINNER + "2\nhorses.points = 0", horses("2z", "6m"), each(2)),
    (T, WINNER + "2\nhorses.points = 7", horses("2z", "6m"), each(2 + 14)),
    (T, WINNER + '1\nhorses.worth = "number"\nhorses.points = 7', horses("9m"), each(65)),
    (T, WINNER + '1\nhorses.worth = "number"\nhorses.honor_number = 10', horses("3z"), each(12)),
    (T, WINNER + '1\nhorses.worth = "number"\nhorses.honor_number = 0', horses("3z"), each(2)),
    (T, WINNER + '3\nhorses.none_left = "nothing"', horses(), each(2)),
    (T, WINNER + '3\nhorses.none_left = "all_hit"', horses(), each(5)),
    (T, WINNER + '3\nhorses.none_left = "all_hit"', horses("9m"), each(2)),
    (T, WINNER + "2\n" + GROUPS, horses("1z", "6m"), each(3)),
    (T, 'horses.groups = [["1z"], ["3"], ["1"], ["2"]]', horses("1z"), five(-4, 6, -2, -2, 2)),
    (T, GROUPS, horses("1z"), five(4, 6, -2, -2, -6)),
    (T, GROUPS, horses("5z"), five(-4, 6, -2, -2, 2)),
    *[(J, f"multipliers.{event} = 1", {**asked, "events": [event]}, {"won": True})
      for event, asked in EVENTS.items()],
    *[(J, f"multipliers.{event} = 3", {**asked, "events": [event]}, 3)
      for event, asked in EVENTS.items()],
    *[(J, f"floor.{event} = 0", {**asked, "events": [event]}, {"won": True})
      for event, asked in EVENTS.items()],
    *[(J, f"floor.{event} = 11", {**asked, "events": [event]}, {"fan": 11, "points": 2048})
      for event, asked in EVENTS.items()],
]  # fmt: skip
"""(base, keys, request, what the answer holds: the code of an error, or how many times X it is)."""


@pytest.fixture
def rules(tmp_path):
    """Return a function that writes a rule file and names it."""

    def write(base, keys):
        worths = "patterns.full_flush.multiplier = 3\npatterns.seven_pairs.multiplier = 5"
        text = f'extends = "{base}"\n{keys.replace("%s", worths)}\n'
        (tmp_path / "house.toml").write_text(text, "utf-8")
        return str(tmp_path / "house.toml")

    return write


@pytest.mark.parametrize(("base", "keys", "request_", "expected"), ROWS)
def test_what_a_value_does(rules, base, keys, request_, expected):
    asked = {**request_, "rules": rules(base, keys)}
    if isinstance(expected, str):
        with pytest.raises(MjtoolError) as refused:
            answer("score", asked)
        assert refused.value.code == expected
        return
    found = json.loads(json.dumps(answer("score", asked).to_dict()))
    if isinstance(expected, int):
        plain = answer("score", {**asked, "rules": base}).to_dict()
        expected = {"points": expected * plain["points"]}
        without = answer("score", {**asked, "events": []}).to_dict()
        assert without["points"] < found["points"]
    assert {key: found.get(key) for key in expected} == expected
