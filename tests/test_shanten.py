"""Shanten by form, own fixed sets counted or not, and how a drawn tile moves it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hands, of_families, tiles, winning_hands

from mjtool.analysis.shanten import Shanten, shanten, tiles_of
from mjtool.hand import Hand
from mjtool.rules import load_rules
from mjtool.tiles import HELD, TILES


@pytest.mark.parametrize(
    ("text", "rules", "least", "forms"),
    [
        pytest.param("123m456p789s1122z", "jipinghu", 0, (0, None, 8), id="ready"),
        pytest.param("123m456p789s11222z", "jipinghu", -1, (-1, None, 8), id="complete"),
        pytest.param("123m456p789s11222z", "tuidaohu", -1, (-1, 4, 8), id="pairs-too"),
        pytest.param("123456789m1111z", "jipinghu", 1, (1, None, 9), id="four-of-a-kind"),
        pytest.param("19m19p19s1234567z", "jipinghu", 0, (8, None, 0), id="orphans-thirteen"),
        pytest.param("19m19p19s12345677z", "tuidaohu", -1, (7, 5, -1), id="orphans"),
        pytest.param("1122m3344p5566s7z", "tuidaohu", 0, (3, 0, 10), id="seven-pairs-ready"),
        pytest.param("1111m3344p5566s7z", "tuidaohu", 0, (2, 0, 10), id="four-alike-two-pairs"),
        pytest.param("[123m]456p789s1122z", "tuidaohu", 0, (0, None, None), id="a-set"),
        pytest.param("[123m][456p][789s][111z]2z", "jipinghu", 0, (0, None, None), id="four-sets"),
        pytest.param("[123m][456p][789s](1111z)22z", "xinmajiang", -1, (-1, None, None), id="pair"),
    ],
)
def test_forms(text, rules, least, forms):
    found = shanten(Hand.parse(text), load_rules(rules))
    assert found.shanten == least
    assert (found.standard, found.seven_pairs, found.thirteen_orphans) == forms
    assert least == min(form for form in forms if form is not None)
    assert found.sets_counted


@pytest.mark.parametrize(
    ("text", "counted", "ignored"),
    [
        pytest.param("[444z][111z][555z][777z]4z", 1, 0, id="no-fifth-to-wait-for"),
        pytest.param("[444z][111z][555z][777z]45z", 1, 0, id="after-any-discard"),
        pytest.param("[111m][222m][333m][444m]2m", 1, 0, id="one-suit"),
        pytest.param("[123m][456p][789s][111z]2z", 0, 0, id="no-difference"),
        pytest.param("[2222m]3344m556677p", 0, 0, id="a-kong"),
    ],
)
def test_own_sets_are_counted_unless_told_otherwise(text, counted, ignored):
    hand, rules = Hand.parse(text), load_rules("jipinghu")
    assert shanten(hand, rules).shanten == counted
    other = shanten(hand, rules, ignore_sets=True)
    assert (other.shanten, other.sets_counted) == (ignored, False)


@given(of_families(hands, full=False), tiles)
def test_a_drawn_tile_never_raises_shanten_and_lowers_it_by_one_at_most(asked, drawn):
    hand, rules = asked
    if hand.own[drawn] == rules.stock.copies(drawn):
        return
    before = shanten(hand, rules)
    after = shanten(hand.with_tile(drawn), rules)
    assert before.shanten - 1 <= after.shanten <= before.shanten
    for form in ("standard", "seven_pairs", "thirteen_orphans"):
        one, two = getattr(before, form), getattr(after, form)
        assert (one is None) == (two is None)
        assert one is None or one - 1 <= two <= one


@given(of_families(hands, full=True))
def test_the_best_discard_keeps_the_shanten(asked):
    hand, rules = asked
    level = shanten(hand, rules).shanten
    kinds = [*(kind for kind in TILES if hand.counts[kind]), *map(HELD.__getitem__, hand.extra)]
    after = [shanten(hand.without_tile(kind), rules).shanten for kind in kinds]
    assert min(after) == max(level, 0)


@given(of_families(winning_hands))
def test_complete_hands_are_below_ready(asked):
    assert shanten(*asked).shanten == -1


@given(of_families(hands))
def test_sets_that_are_ignored_never_raise_it(asked):
    hand, rules = asked
    counted = shanten(hand, rules)
    assert shanten(hand, rules, ignore_sets=True).shanten <= counted.shanten
    if not hand.sets:
        assert shanten(hand, rules, ignore_sets=True).standard == counted.standard


@given(st.sets(st.integers(0, 33)))
def test_masks_as_kinds(kinds):
    assert tiles_of(sum(1 << kind for kind in kinds)) == tuple(sorted(kinds))


def test_a_result_says_what_it_is_of():
    hand, rules = Hand.parse("123m456p789s1122z"), load_rules("jipinghu")
    assert shanten(hand, rules) == Shanten(hand, rules, 0, None, 8)
