"""Playing alone by rules that facts words cannot judge: own patterns, and minimums."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from oracles_efficiency import Alone
from test_solo import ask, deal

from mjtool import efficiency, kernel
from mjtool.hand import Hand
from mjtool.rules import load_rules
from mjtool.tiles import KINDS, Wind

RULES = Path(__file__).parent / "data" / "cases" / "rules"

MINIMUM = """
extends = "jipinghu"
name = "起和"
{more}
[win]
minimum_fan = {fan}
minimum_points = {points}
events_count = {events}
[limit]
points = {limit}
[multipliers]
self_draw = {factor}
"""
OWN = """
[bonuses.nines]
name = "九"
times = "tiles('9m9p9s')"
fan = 1
[patterns.low]
name = "小牌"
when = "only('12345m12345p12345s') and wait != 'pair'"
fan = 5
absorbs = ["all_chows"]
"""


def minimum(tmp_path, *, more="", fan=0, points=0, events="true", limit=0, factor=1):
    path = tmp_path / "minimum.toml"
    given = {"fan": fan, "points": points, "events": events, "limit": limit, "factor": factor}
    text = MINIMUM.format(more='value = "linear"' if points else "", **given)
    path.write_text(text + more, "utf-8")
    return load_rules(str(path))


def agrees(rules, rng, hands):
    """Compare values with the model in exact numbers; whether some hand was worth something."""
    tried, worth = 0, 0.0
    while tried < hands:
        hand, visible = deal(rng)
        draws = rng.randint(1, 4)
        found = ask(hand, rules, visible, draws, 0)
        if found.shanten > min(2, draws - 1):
            continue
        tried += 1
        args = (hand, rules, visible, draws, 0, "value")
        model = Alone(*args, seat=Wind.SOUTH, round=Wind.EAST)
        for row in found.rows:
            if row.shanten <= 2:
                exact = float(model.after(row.discard))
                assert row.rates.value == pytest.approx(exact, rel=1e-11), (hand, row.discard)
                worth += exact
    return worth > 0


@pytest.mark.parametrize("file", sorted(RULES.glob("own-*.toml")), ids=lambda file: file.stem)
def test_values_by_own_patterns_agree_with_the_model(file):
    assert agrees(load_rules(str(file)), random.Random(file.stem), 12)


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param({"fan": 2}, id="fan"),
        pytest.param({"points": 3}, id="points"),
        pytest.param({"points": 4, "factor": 2}, id="points-after-factors"),
        pytest.param({"fan": 1, "events": "false"}, id="events-aside"),
        pytest.param({"fan": 2, "events": "false", "more": OWN}, id="events-aside-own"),
        pytest.param({"fan": 3, "more": OWN}, id="fan-own"),
        pytest.param({"limit": 3}, id="limit"),
        pytest.param({"limit": 5, "factor": 3}, id="limit-and-factor"),
    ],
)
def test_values_by_minimums_and_limits_agree_with_the_model(tmp_path, keys):
    assert agrees(minimum(tmp_path, **keys), random.Random(str(keys)), 12)


def test_a_hand_below_the_minimum_wins_and_is_worth_nothing(tmp_path):
    hand = "123m456789p234s5z"
    for fan, value in ((2, 4), (3, 0)):  # four chows, self-drawn
        (row,) = efficiency(hand, minimum(tmp_path, fan=fan), draws=1).rows
        assert row.rates.win == pytest.approx(3 / 123)
        assert row.rates.value == pytest.approx(3 / 123 * value)


def test_the_reading_that_counts_is_the_one_held_against_the_minimum(tmp_path):
    # 123 123 123 and 111 222 333: each reading by itself would say another thing
    rules = minimum(tmp_path, fan=3, events="false")
    for text in ("111222333m444p5z", "[222z]111222333p4p"):
        hand = Hand.parse(text)
        (row,) = efficiency(hand, rules, draws=1, seat="S", round="E").rows
        model = Alone(hand, rules, bytes(KINDS), 1, 0, "value", seat=Wind.SOUTH, round=Wind.EAST)
        assert row.rates.value == pytest.approx(float(model.after(None)))


def test_points_are_asked_once_for_all_sights_of_a_hand():
    asked = []

    def ask_points(seen):
        asked.append(seen)
        return len(seen)

    points = kernel.Points(ask_points, kernel.Asked([("chows", 0)]))
    hand = Hand.parse("111222333m444p5z")
    arguments = (hand.counts, bytes(KINDS), bytes([3] * KINDS), b"", 1, 1, 0, [None])
    left = bytes(4 - each for each in hand.counts)
    arguments = (*arguments[:2], left, *arguments[3:])
    ((win, _, value),) = kernel.solo(*arguments, points)
    assert value == pytest.approx(2 * win)
    assert asked == [
        kernel.sights(
            Hand.parse("111222333m444p55z").counts, b"", 31, 1, False, kernel.Asked([("chows", 0)])
        )
    ]
    assert kernel.solo(*arguments, points) == kernel.solo(*arguments, points)
    assert len(asked) == 1


def test_what_goes_wrong_while_asking_is_raised():
    def broken(seen):
        raise KeyError("no")

    points = kernel.Points(broken, kernel.Asked(()))
    hand = Hand.parse("111222333m444p5z")
    left = bytes(4 - each for each in hand.counts)
    with pytest.raises(KeyError, match="no"):
        kernel.solo(hand.counts, bytes(KINDS), left, b"", 1, 1, 0, [None], points)
    points = kernel.Points(lambda seen: -1, kernel.Asked(()))
    with pytest.raises(ValueError, match="below 0"):
        kernel.solo(hand.counts, bytes(KINDS), left, b"", 1, 1, 0, [None], points)
