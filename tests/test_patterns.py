"""Predicates and bonuses: what each sees in a reading, and how they are registered."""

import pytest
from hypothesis import given
from strategies import winning_hands

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.patterns import BONUSES, EVENTS, PATTERNS, Circumstances, Facts, Options
from mjtool.patterns.registry import bonus, pattern
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.model import EventName

ALL_FORMS = 1 | 2 | 8


CLAIMED = Circumstances(False)
DEFAULTS = Options()


def facts(text, how=CLAIMED, options=DEFAULTS, forms=3):
    """Return the facts of every reading of the hand; the last tile written wins."""
    hand = Hand.parse(text)
    words = kernel.facts(hand.counts, hand.codes, hand.last, 1 if hand.sets else forms)
    return [Facts(word, how, options) for word in words]


def shown(text, **more):
    """Return the ids of the patterns that some reading shows."""
    return {key for each in facts(text, **more) for key in PATTERNS if PATTERNS[key](each)}


ALWAYS = {"chicken_hand", "small_hand"}


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param("[123m]456m789p11222z", set(), id="nothing"),
        pytest.param("[123m]456m789p123s11z", {"all_chows"}, id="all-chows"),
        pytest.param("[111m]444m777p222s99s", {"all_pungs"}, id="all-pungs"),
        pytest.param("[123p]456p789p11122z", {"half_flush"}, id="half-flush"),
        pytest.param("[123p]456p789p23455p", {"full_flush", "all_chows"}, id="full-flush"),
        pytest.param(
            "[111p]444p777p222z33z",
            {"half_flush", "half_flush_pungs", "all_pungs"},
            id="half-flush-pungs",
        ),
        pytest.param(
            "[111p]444p777p222p33p",
            {"full_flush", "full_flush_pungs", "all_pungs"},
            id="full-flush-pungs",
        ),
        pytest.param(
            "[111p]999m111s222z33z", {"mixed_terminals", "all_pungs"}, id="mixed-terminals"
        ),
        pytest.param("[111m]999m111p999p11s", {"all_terminals", "all_pungs"}, id="all-terminals"),
        pytest.param("[111m]999m111p999p88s", {"all_pungs"}, id="one-pair-of-eights"),
        pytest.param("[123m]456p555z666z77z", {"little_three_dragons"}, id="little-three-dragons"),
        pytest.param("[123m]456p555z666z77p", set(), id="two-dragons-another-pair"),
        pytest.param("[123m]456p555z666z11z", set(), id="two-dragons-a-pair-of-winds"),
        pytest.param("[123m]555z666z777z44p", {"big_three_dragons"}, id="big-three-dragons"),
        pytest.param("[123m]111z222z333z44z", {"half_flush", "little_four_winds"}, id="little-4"),
        pytest.param("[123m]111z222z333z55z", {"half_flush"}, id="three-winds-a-dragon-pair"),
        pytest.param(
            "[111z]222z333z444z44p",
            {"half_flush", "half_flush_pungs", "all_pungs", "big_four_winds"},
            id="big-four-winds",
        ),
        pytest.param("[111z]222z333z555z66z", {"all_honors", "all_pungs"}, id="all-honors"),
        pytest.param("19m19p19s12345677z", {"thirteen_orphans"}, id="thirteen-orphans"),
        pytest.param("11123456789995m", {"nine_gates", "full_flush"}, id="nine-gates"),
        pytest.param("11123456789999m", {"full_flush", "nine_gates"}, id="nine-on-nine"),
        pytest.param(
            "[1111m](4444m)[7777p+](2222s)99s", {"all_pungs", "four_kongs"}, id="four-kongs"
        ),
        pytest.param("[1111m](4444m)[7777p+]222s99s", {"all_pungs"}, id="three-kongs"),
        pytest.param("111m444m777p222s99s", {"all_pungs", "four_concealed_pungs"}, id="pair-wait"),
        pytest.param("111m444m777p99s222s", {"all_pungs"}, id="a-pung-won-on-a-discard"),
    ],
)
def test_what_a_hand_shows(text, ids):
    assert shown(text) - ALWAYS == ids
    assert shown(text) >= ALWAYS


@pytest.mark.parametrize(
    ("win", "drawn", "found"),
    [
        pytest.param("99s222s", False, False, id="pung-on-a-discard"),
        pytest.param("99s222s", True, True, id="pung-self-drawn"),
        pytest.param("222s99s", False, True, id="pair-on-a-discard"),
    ],
)
def test_the_last_of_four_concealed_pungs(win, drawn, found):
    ids = shown(f"111m444m777p{win}", how=Circumstances(drawn))
    assert ("four_concealed_pungs" in ids) == found


@pytest.mark.parametrize(
    ("text", "pure", "loose"),
    [
        pytest.param("11123456789995p", True, True, id="waited-on-nine"),
        pytest.param("51112345678999p", False, True, id="another-tile-won"),
        pytest.param("[111p]23456789995p", False, False, id="a-fixed-set"),
        pytest.param("11123456778999p", False, True, id="eight-and-seven"),
        pytest.param("11122345678999p", False, True, id="won-on-a-nine"),
    ],
)
def test_nine_gates_pure_or_loose(text, pure, loose):
    for ruling, expected in (("pure", pure), ("loose", loose)):
        ids = shown(text, options=Options(nine_gates=ruling))
        assert ("nine_gates" in ids) == expected


@pytest.mark.parametrize(
    ("ruling", "found"),
    [pytest.param("sets", False, id="sets"), pytest.param("any", True, id="any")],
)
def test_all_honors_in_seven_pairs_is_a_ruling(ruling, found):
    ids = shown("11223344556677z", options=Options(all_honors=ruling), forms=ALL_FORMS)
    assert "seven_pairs" in ids
    assert ("all_honors" in ids) == found
    assert "all_honors" in shown("[111z]222z333z555z66z", options=Options(all_honors=ruling))


def earned(text, seat=None, round=None, drawn=False):
    best = facts(text, how=Circumstances(drawn, seat, round))[0]
    always = {"no_wild"}
    return {key: times for key in BONUSES if key not in always and (times := BONUSES[key](best))}


@pytest.mark.parametrize(
    ("text", "how", "bonuses"),
    [
        pytest.param("[123m]456m789p11222z", {}, {}, id="none"),
        pytest.param("[123m]456m789p11222z", {"drawn": True}, {"self_draw": 1}, id="self-draw"),
        pytest.param("[123m]456m789p11222z", {"seat": 1}, {"seat_wind": 1}, id="seat-wind"),
        pytest.param("[123m]456m789p11222z", {"round": 1}, {"round_wind": 1}, id="round-wind"),
        pytest.param("[123m]456m789p11222z", {"seat": 0, "round": 0}, {}, id="pair-of-winds"),
        pytest.param("[123m]456m789p22555z", {}, {"dragon_pung": 1}, id="one-dragon"),
        pytest.param("[777z](5555z)666z789p22z", {}, {"dragon_pung": 3}, id="three-dragons"),
        pytest.param("123m456m789p11222z", {}, {"concealed_hand": 1}, id="concealed"),
        pytest.param("(1111p)456m789p11222z", {}, {"concealed_hand": 1}, id="concealed-kong"),
        pytest.param("[1111p+]456m789p11222z", {}, {}, id="added-kong"),
    ],
)
def test_bonuses(text, how, bonuses):
    assert earned(text, **how) == bonuses


@pytest.mark.parametrize("event", ["heavenly_hand", "earthly_hand", "human_hand"])
def test_patterns_of_circumstance(event):
    how = Circumstances(True, events=frozenset([event]))
    assert shown("123m456m789p11222z", how=how) - ALWAYS == {event}


def test_a_second_predicate_of_a_name_is_refused():
    def all_pungs(facts):
        return True

    before = (dict(PATTERNS), dict(BONUSES))
    for register in (pattern, bonus):
        with pytest.raises(ValueError, match="'all_pungs' exists already"):
            register(all_pungs)
    assert before == (PATTERNS, BONUSES)


def test_every_predicate_is_documented_in_chinese_and_used_by_some_rules():
    used = {key for name in BUILTINS for key in load_rules(name).patterns}
    used |= {key for name in BUILTINS for key in load_rules(name).bonuses}
    known = PATTERNS.keys() | BONUSES.keys()
    assert used & known | set(EVENTS) == known  # a house may value any event
    for function in (*PATTERNS.values(), *BONUSES.values()):
        assert any("\u4e00" <= char <= "\u9fff" for char in function.__doc__)


def test_facts_name_every_field_of_the_kernel():
    assert [*Facts.__annotations__] == [*kernel.FACT_FIELDS, "how", "options"]
    word = 0x0123456789ABCDEF
    seen = Facts(word, CLAIMED, DEFAULTS)
    for name, (shift, width) in kernel.FACT_FIELDS.items():
        assert getattr(seen, name) == word >> shift & ((1 << width) - 1), name


def test_events_are_the_same_in_the_model():
    assert EventName.__args__ == EVENTS


@given(winning_hands(forms=("standard", "seven_pairs", "thirteen_orphans")))
def test_composed_patterns_are_what_they_are_made_of(hand):
    for each in facts(str(hand), forms=ALL_FORMS):
        seen = {key: PATTERNS[key](each) for key in PATTERNS}
        assert seen["half_flush_pungs"] == (seen["half_flush"] and seen["all_pungs"])
        assert seen["full_flush_pungs"] == (seen["full_flush"] and seen["all_pungs"])
        assert not (seen["half_flush"] and seen["full_flush"])
        assert not (seen["all_chows"] and seen["all_pungs"])
        assert each.chows + each.pungs == (4 if each.is_standard else 0)
        if seen["nine_gates"]:
            assert seen["full_flush"]
