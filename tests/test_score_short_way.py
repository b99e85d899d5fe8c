"""``mjtool.score`` takes a short way where it can: what it returns and refuses is the same."""

from __future__ import annotations

from itertools import product

import pytest

import mjtool
from mjtool import MjtoolError, Tile, Wind, load_rules
from mjtool.hand import Hand

LONG = mjtool.score.__wrapped__
FAMILIES = ["jipinghu", "xinmajiang", "tuidaohu", "guangdong_mil", "hongzhong_mil"]
EVENTS = [frozenset(), frozenset({"last_tile"}), ["kong_draw"], frozenset({"robbing_kong"})]
HANDS = [
    pytest.param(text, id=text)
    for text in (
        "[222p]333m444888s55z",
        "(1111z)234567m567p99s",
        "123456789m11123p",
        "19m19p19s12345677z",
        "1122m3344p5566s77z",
        "123566789m45699s",
        "2223m456p789s555z",  # 13 tiles
        "123m456p789s11z234f",
        "[222p]333m444888s5z1f",
        "123m456p789s1122z0z",
        "123m456p789s115z00z",
    )
]


def told(ask, *arguments, **how):
    """Return the score, or the refusal."""
    try:
        return ask(*arguments, **how)
    except MjtoolError as error:
        return error.code, error.key, error.message("en")


@pytest.mark.parametrize("rules", FAMILIES)
@pytest.mark.parametrize("text", HANDS)
def test_both_ways_are_one(text, rules):
    hand, known = Hand.parse(text), load_rules(rules)
    for drawn, seat, events in product((True, False), (None, Wind.SOUTH, "S"), EVENTS):
        how = {"self_drawn": drawn, "seat": seat, "round": Wind.EAST, "events": events}
        for win in (None, hand.last, Tile.M1, Tile.RED, "5z"):
            expected = told(LONG, hand, known, win, **how)
            for _ in range(3):  # the first time it is judged, the second it is known
                assert told(mjtool.score, hand, known, win, **how) == expected


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"self_drawn": 1}, id="a number for a flag"),
        pytest.param({"self_drawn": None}, id="nothing for a flag"),
        pytest.param({"self_drawn": True, "seat": []}, id="a list for a seat"),
        pytest.param({"self_drawn": True, "seat": "X"}, id="no seat"),
        pytest.param({"self_drawn": True, "round": 1}, id="a number for a round"),
        pytest.param({"self_drawn": True, "events": frozenset({"x"})}, id="no event"),
        pytest.param({"self_drawn": True, "events": "last_tile"}, id="text for events"),
        pytest.param({"self_drawn": True, "win": Tile.S1}, id="a tile that is not held"),
        pytest.param({"self_drawn": True, "win": 3.5}, id="no tile"),
        pytest.param({"self_drawn": True, "wild_discarded": "x"}, id="text for a number"),
    ],
)
def test_what_is_refused_is_refused_on_both(how):
    hand, known = Hand.parse("[222p]333m444888s55z"), load_rules("jipinghu")
    for drawn in (True, False):
        mjtool.score(hand, known, self_drawn=drawn)
    refused = told(mjtool.score, hand, known, **how)
    assert isinstance(refused, tuple)
    assert refused == told(LONG, hand, known, **how)
