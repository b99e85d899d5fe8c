"""Scores of any hand: laws, and a slow oracle that has the rules written down once more."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles_scoring import score as oracle
from strategies import winning_hands

from mjtool.errors import RequestError
from mjtool.hand import Hand, SetKind
from mjtool.rules import BUILTINS, load_rules
from mjtool.scoring import score
from mjtool.tiles import TILES, Wind
from mjtool.verify import verify_circumstances

FAMILIES = ("jipinghu", "xinmajiang", "tuidaohu")
"""Those that the slow oracle has written down."""
OF_ALL_KINDS = [name for name in BUILTINS if not load_rules(name).stock.lacks]
"""Those by whose set any of these hands can be held."""
MARKS = ("chow", "pung", "exposed", "added", "concealed")

winds = st.sampled_from([None, *Wind])


@st.composite
def wins(draw, forms=("standard", "standard", "standard", "seven_pairs", "thirteen_orphans")):
    """Draw a winning hand and circumstances that a game can bring about."""
    hand = draw(winning_hands(forms=forms))
    how = {
        "self_drawn": draw(st.booleans()),
        "seat": draw(winds),
        "round": draw(winds),
        "events": frozenset(draw(st.lists(st.sampled_from(EVENT_LIST), max_size=2))),
    }
    try:
        asked = {key: value for key, value in how.items() if key != "round"}
        verify_circumstances(hand, ALL_WIN, hand.last, **asked)
    except RequestError:
        how["events"] = frozenset()
    return hand, how


ALL_WIN = load_rules("jipinghu")
"""Rules that let all win who can, so that no event is left out."""

EVENT_LIST = (
    "kong_draw",
    "robbing_kong",
    "last_tile",
    "triple_win",
    "heavenly_hand",
    "earthly_hand",
    "human_hand",
)


def _plain(hand):
    fixed = [(MARKS[s.kind], [str(tile) for tile in s.tiles]) for s in hand.sets]
    tiles = [str(tile) for tile in TILES for _ in range(hand.counts[tile])]
    return fixed, tiles


@pytest.mark.parametrize("rules", FAMILIES)
@settings(max_examples=400)
@given(won=wins())
def test_the_slow_oracle_agrees(rules, won):
    hand, how = won
    found = score(hand, load_rules(rules), hand.last, **how)
    fixed, tiles = _plain(hand)
    expected = oracle(
        rules,
        fixed,
        tiles,
        win=str(hand.last),
        self_drawn=how["self_drawn"],
        seat=how["seat"] and str(how["seat"]),
        round=how["round"] and str(how["round"]),
        events=how["events"],
    )
    if expected is None:
        assert not found.won
        return
    assert found.points == expected["points"]
    assert found.fan == expected.get("fan")
    assert found.multiplier == expected.get("multiplier")
    assert set(found.pattern_ids) in expected["patterns"]
    assert len(set(found.pattern_ids)) == len(found.pattern_ids)
    if "capped" in expected:
        assert found.capped == expected["capped"]


@pytest.mark.parametrize("rules", OF_ALL_KINDS)
@given(won=wins(), data=st.data())
def test_the_order_of_sets_and_tiles_never_matters(rules, won, data):
    hand, how = won
    order = data.draw(st.permutations(hand.sets))
    tiles = data.draw(st.permutations([t for t in TILES for _ in range(hand.counts[t])]))
    text = "".join(map(str, order)) + "".join(map(str, tiles))
    again = score(Hand.parse(text), load_rules(rules), hand.last, **how)
    found = score(hand, load_rules(rules), hand.last, **how)
    assert again.verdict == found.verdict
    assert again.reason == found.reason
    assert sorted(again.reading) == sorted(found.reading)


@given(won=wins(forms=("standard",)))
def test_a_reading_uses_exactly_the_tiles(won):
    hand, how = won
    for rules in OF_ALL_KINDS:
        found = score(hand, load_rules(rules), hand.last, **how)
        for reading in found.readings():
            assert reading[: len(hand.sets)] == tuple(map(str, hand.sets))
            own = [tile for group in reading[len(hand.sets) :] for tile in _tiles(group)]
            assert sorted(own) == sorted(_plain(hand)[1])


def _tiles(run):
    return [rank + run[-1] for rank in run[:-1]]


@given(won=wins(forms=("standard",)))
def test_a_kong_scores_like_its_pung(won):
    # By fan a kong counts as a pung everywhere, but for 门前清 and what only kongs can do.
    hand, how = won
    how["events"] = frozenset()
    pungs = tuple(
        type(fixed)(SetKind.PUNG, fixed.tile) if fixed.is_kong else fixed for fixed in hand.sets
    )
    plain = Hand.build(pungs, hand.counts, hand.last)
    rules = load_rules("jipinghu")
    assert (
        score(plain, rules, hand.last, **how).verdict.patterns
        == score(hand, rules, hand.last, **how).verdict.patterns
    )
