"""Scores: one row for each line of the rules."""

from itertools import product

import pytest

from mjtool.hand import Hand
from mjtool.rules import load_rules
from mjtool.scoring import format_code, score
from mjtool.tiles import Tile, Wind


def asked(text, rules="jipinghu", *, win=None, drawn=False, seat=None, round=None, events=()):
    hand = Hand.parse(text)
    return score(
        hand,
        load_rules(rules),
        hand.last if win is None else Tile[win],
        self_drawn=drawn,
        seat=None if seat is None else Wind(seat),
        round=None if round is None else Wind(round),
        events=frozenset(events),
    )


# Patterns by fan. A row is what the hand shows with nothing added: its fan in 鸡平胡 and 新麻将,
# and the ids. Fixed sets keep 门前清 away where 新麻将 would add it.

FAN_ROWS = [
    ("[123m]456m789p11222z", (0, 0), ("chicken_hand",), "chicken"),
    ("[123m]456m789p123s11z", (1, 1), ("all_chows",), "all-chows"),
    ("[123m]456m789p123s55p", (1, 1), ("all_chows",), "all-chows-any-pair"),
    ("[111m]444m777p222s99s", (2, 2), ("all_pungs",), "all-pungs"),
    ("[1111m](4444m)777p222s99s", (2, 2), ("all_pungs",), "kongs-are-pungs"),
    ("[123p]456p789p11122z", (2, 2), ("half_flush",), "half-flush"),
    ("[123p]456p789p234p11z", (3, 3), ("all_chows", "half_flush"), "half-flush-all-chows"),
    ("[123p]456p789p23455p", (4, 6), ("full_flush",), "full-flush"),
    ("[111p]444p777p222z33z", (4, 6), ("half_flush_pungs",), "half-flush-pungs"),
    ("[111p]444p777p222p33p", (5, 7), ("full_flush_pungs",), "full-flush-pungs"),
    ("[111p]999m111s222z33z", (5, 7), ("mixed_terminals",), "mixed-terminals"),
    ("[111p]999p111s222z33z", (5, 7), ("mixed_terminals",), "mixed-terminals-two-suits"),
    ("[123m]456p555z666z77z", (5, 7), ("little_three_dragons",), "little-three-dragons"),
    ("[123m]111z222z333z44z", (5, 7), ("little_four_winds",), "little-four-winds"),
    ("[111z]222z333z555z66z", (6, 8), ("all_honors",), "all-honors"),
    ("[111m]999m111p999p11s", (6, 8), ("all_terminals",), "all-terminals"),
    ("[123m]555z666z777z44p", (6, 8), ("big_three_dragons",), "big-three-dragons"),
    ("[111z]222z333z444z44p", (6, 8), ("big_four_winds",), "big-four-winds"),
    ("11123456789995m", (6, 8), ("nine_gates",), "nine-gates"),
    ("19m19p19s12345677z", (6, 9), ("thirteen_orphans",), "thirteen-orphans"),
]


@pytest.mark.parametrize(
    ("text", "fan", "ids"), [pytest.param(*row[:3], id=row[3]) for row in FAN_ROWS]
)
def test_patterns_by_fan(text, fan, ids):
    for rules, worth in zip(("jipinghu", "xinmajiang"), fan, strict=True):
        found = asked(text, rules)
        assert (found.fan, found.points, found.pattern_ids) == (worth, 2**worth, ids), rules
        assert found.multiplier is None
        assert not found.capped


@pytest.mark.parametrize(
    ("text", "rules", "asked_for", "ids"),
    [
        pytest.param(
            "[123m]456m789p11222z", "jipinghu", {"drawn": True}, {"self_draw": 1}, id="self-draw"
        ),
        pytest.param(
            "[123m]456m789p11222z", "jipinghu", {"seat": "S"}, {"seat_wind": 1}, id="seat-wind"
        ),
        pytest.param(
            "[123m]456m789p11222z", "jipinghu", {"round": "S"}, {"round_wind": 1}, id="round-wind"
        ),
        pytest.param(
            "[123m]456m789p11222z",
            "jipinghu",
            {"seat": "S", "round": "S"},
            {"seat_wind": 1, "round_wind": 1},
            id="both-winds",
        ),
        pytest.param(
            "[123m]456m789p11222z",
            "jipinghu",
            {"seat": "E", "round": "E"},
            {},
            id="a-pair-of-winds-is-no-pung",
        ),
        pytest.param(
            "[123m]456m(2222z)11p789s",
            "jipinghu",
            {"seat": "S"},
            {"seat_wind": 1},
            id="wind-kong",
        ),
        pytest.param("[123m]456m777z55p789s", "jipinghu", {}, {"dragon_pung": 1}, id="dragon-pung"),
        pytest.param(
            "[123m]456m[777z]55p555z", "jipinghu", {}, {"dragon_pung": 2}, id="two-dragon-pungs"
        ),
        pytest.param(
            "[123m]456m[7777z+]55p789s", "jipinghu", {}, {"dragon_pung": 1}, id="dragon-kong"
        ),
        pytest.param(
            "123m456m789p11222z", "xinmajiang", {}, {"concealed_hand": 1}, id="concealed-on-discard"
        ),
        pytest.param(
            "123m456m789p11222z",
            "xinmajiang",
            {"drawn": True},
            {"concealed_hand": 1, "self_draw": 1},
            id="concealed-self-drawn",
        ),
        pytest.param(
            "(1111m)456m789p11222z", "xinmajiang", {}, {"concealed_hand": 1}, id="concealed-kong"
        ),
        pytest.param("[1111m]456m789p11222z", "xinmajiang", {}, {}, id="exposed-kong-opens"),
        pytest.param("[1111m+]456m789p11222z", "xinmajiang", {}, {}, id="added-kong-opens"),
        pytest.param("[111m]456m789p11222z", "xinmajiang", {}, {}, id="pung-opens"),
        pytest.param("[123m]456m789p11222z", "xinmajiang", {}, {}, id="chow-opens"),
        pytest.param("123m456m789p11222z", "jipinghu", {}, {}, id="no-such-bonus-in-jipinghu"),
    ],
)
def test_bonuses(text, rules, asked_for, ids):
    found = asked(text, rules, **asked_for)
    assert {item.id: item.fan for item in found.patterns} == {"chicken_hand": 0, **ids}
    assert found.fan == sum(ids.values())


@pytest.mark.parametrize(
    ("text", "asked_for", "rules", "fan", "capped"),
    [
        # 碰碰胡 2 + 自摸 1 = 3 reaches the cap of 鸡平胡, nothing is held down
        pytest.param("[222p]333m444888s55z", {"drawn": True}, "jipinghu", 3, False, id="at-cap"),
        # 碰碰胡 2 + 三元刻 1 + 自摸 1 = 4
        pytest.param("[222p]333m444s77755z", {"drawn": True}, "jipinghu", 3, True, id="over-cap"),
        pytest.param("[222p]333m444s77755z", {"drawn": True}, "xinmajiang", 4, False, id="below-5"),
        # 混一色 2 + 三元刻 2 + 自摸 1 = 5; with both winds 7, held at 5
        pytest.param("[123m]456m555777z22m", {"drawn": True}, "xinmajiang", 5, False, id="at-5"),
        pytest.param(
            "[222z]456m555777z22m",
            {"drawn": True, "seat": "S", "round": "S"},
            "xinmajiang",
            5,
            True,
            id="over-5",
        ),
        # outside the cap nothing is added and nothing held
        pytest.param("[123p]456p789p23455p", {"drawn": True}, "jipinghu", 4, False, id="outside"),
        pytest.param(
            "[123p]456p789p23455p", {"drawn": True}, "xinmajiang", 6, False, id="outside-5"
        ),
    ],
)
def test_cap(text, asked_for, rules, fan, capped):
    found = asked(text, rules, **asked_for)
    assert (found.fan, found.capped) == (fan, capped)


@pytest.mark.parametrize(
    ("text", "ids", "absorbed"),
    [
        # 清碰 5 beside 清一色 4 and 碰碰胡
        pytest.param(
            "[111p]444p777p222p33p",
            ("full_flush_pungs",),
            {"full_flush", "all_pungs"},
            id="best-alone",
        ),
        # 混碰 4 with two dragon pungs: neither bonus nor 混一色 is added
        pytest.param(
            "[555z]777z222p333p44p",
            ("half_flush_pungs",),
            {"all_pungs", "half_flush", "dragon_pung"},
            id="no-bonus-outside",
        ),
        # 混幺九 and 小三元 both 5: the first in the file counts
        pytest.param(
            "[555z]777z111p999m66z",
            ("mixed_terminals",),
            {"little_three_dragons", "all_pungs", "dragon_pung"},
            id="tie-mixed-terminals-first",
        ),
        # 字一色 and 大三元 both 6
        pytest.param(
            "[555z]777z666z111z22z",
            ("all_honors",),
            {"big_three_dragons", "all_pungs", "dragon_pung"},
            id="tie-all-honors-first",
        ),
        # 字一色 before 大四喜
        pytest.param(
            "[111z]222z333z444z55z",
            ("all_honors",),
            {"big_four_winds", "all_pungs"},
            id="tie-all-honors-before-big-four-winds",
        ),
    ],
)
def test_outside_the_cap_one_pattern_stands_alone(text, ids, absorbed):
    found = asked(text)
    assert found.pattern_ids == ids
    assert {item.id for item in found.verdict.winner.absorbed} == absorbed


@pytest.mark.parametrize("event", ["kong_draw", "robbing_kong", "last_tile", "triple_win"])
@pytest.mark.parametrize(
    ("text", "rules", "fan"),
    [
        pytest.param("[1111m]456m789p55p234s", "jipinghu", 3, id="chicken-lifted"),
        pytest.param("[1111m]444m777p55p222s", "jipinghu", 3, id="pungs-lifted"),
        pytest.param("[1111m]222m333m444m55m", "jipinghu", 5, id="above-the-floor"),
        pytest.param("[1111m]456m789p55p234s", "xinmajiang", None, id="no-floors-in-xinmajiang"),
    ],
)
def test_floors(text, rules, fan, event):
    drawn = event in ("kong_draw", "last_tile")
    found = asked(text, rules, drawn=drawn, events=[event])
    counts_as_drawn = drawn or event == "robbing_kong"
    if fan is None:
        assert found.fan == int(counts_as_drawn)
        assert found.verdict.winner.lifted_by is None
        return
    assert found.fan == fan
    plain = asked(text, rules, drawn=counts_as_drawn).fan
    assert found.verdict.winner.lifted_by == (event if plain < 3 else None)
    # the patterns that made the sum are listed, also where the floor decides
    assert found.pattern_ids == asked(text, rules, drawn=counts_as_drawn).pattern_ids


def test_a_floor_never_lowers():
    held = asked("[222p]333m444s77755z", drawn=True, events=["last_tile"])
    assert (held.fan, held.capped, held.verdict.winner.lifted_by) == (3, True, None)


@pytest.mark.parametrize("rules", ["jipinghu", "xinmajiang"])
def test_robbing_a_kong_counts_as_self_drawn(rules):
    found = asked("[123m]456m789p55p234s", rules, win="S3", events=["robbing_kong"])
    assert "self_draw" in found.pattern_ids
    assert found.how.self_drawn


@pytest.mark.parametrize(
    ("event", "drawn"),
    [
        pytest.param("heavenly_hand", True, id="heavenly"),
        pytest.param("earthly_hand", True, id="earthly"),
        pytest.param("human_hand", False, id="human"),
    ],
)
@pytest.mark.parametrize(("rules", "fan"), [("jipinghu", 6), ("xinmajiang", 9)])
def test_hands_of_the_first_turn(event, drawn, rules, fan):
    found = asked("123m456m789p11222z", rules, drawn=drawn, events=[event])
    assert (found.fan, found.pattern_ids) == (fan, (event,))
    # of equals the first in the order of the rule file: 十三幺 is listed before 天和
    orphans = asked("19m19p19s12345677z", rules, drawn=drawn, events=[event])
    assert (orphans.fan, orphans.pattern_ids) == (fan, ("thirteen_orphans",))


@pytest.mark.parametrize(
    ("text", "win", "ids"),
    [
        pytest.param("11123456789995m", None, ("nine_gates",), id="five"),
        *[
            pytest.param(f"1112345678999{rank}s", None, ("nine_gates",), id=f"wins-on-{rank}")
            for rank in range(1, 10)
        ],
        pytest.param("11123456789995m", "M1", ("full_flush",), id="another-tile-won"),
        pytest.param("[123m]11145678999m", None, ("full_flush",), id="a-fixed-set-spoils-it"),
        pytest.param("11123456789999m", "M8", ("full_flush",), id="a-tile-short-before-it"),
    ],
)
def test_nine_gates_pure(text, win, ids):
    found = asked(text, win=win)
    assert found.pattern_ids == (ids or ())
    assert found.won == (ids is not None)


@pytest.mark.parametrize(
    ("text", "fan", "ids"),
    [
        # 111222333 as three pungs (碰碰胡 2) or three chows (平胡 1)
        pytest.param("[777p]11122233355s", 2, ("all_pungs",), id="pungs-over-chows"),
        # 平胡 1 against nothing: the chows count
        pytest.param("[123m]111222333m55s", 1, ("all_chows",), id="chows-over-one-chow"),
        # both readings 4: 清一色 either way
        pytest.param("[789p]11122233355p", 4, ("full_flush",), id="same-both-ways"),
    ],
)
def test_the_best_reading_counts(text, fan, ids):
    found = asked(text)
    assert (found.fan, found.pattern_ids) == (fan, ids)
    assert len(found.readings()) == len(found.verdict.appraisals) == 2


def test_of_equal_fan_the_higher_sum_counts():
    # three chows: both winds and 自摸, 3 in all; three pungs: 碰碰胡 beside them, 5, held at 3
    found = asked("[222z]111222333m55p", drawn=True, seat="S", round="S")
    assert sorted(each.total for each in found.verdict.appraisals) == [3, 5]
    assert {each.fan for each in found.verdict.appraisals} == {3}
    assert (found.capped, found.pattern_ids[0]) == (True, "all_pungs")


def test_of_equal_sums_the_reading_with_more_pungs_counts():
    # 清一色 either way
    found = asked("[789p]11122233355p")
    assert {(each.fan, each.total) for each in found.verdict.appraisals} == {(4, 4)}
    assert found.reading == ("[789p]", "111p", "222p", "333p", "55p")


# 推倒胡


@pytest.mark.parametrize(
    ("text", "asked_for", "ids"),
    [
        pytest.param("123m456m789p11222z", {}, ("small_hand",), id="small"),
        pytest.param("123p456p789p23455p", {}, ("full_flush",), id="full-flush"),
        pytest.param("[111z]222z333z555z66z", {}, ("all_honors",), id="all-honors"),
        pytest.param(
            "11223344556677z", {}, ("all_honors", "seven_pairs"), id="all-honors-in-pairs"
        ),
        pytest.param("1133m2255p446688s", {}, ("seven_pairs",), id="seven-pairs"),
        pytest.param("1111m2255p446688s", {}, ("seven_pairs",), id="four-alike-two-pairs"),
        pytest.param(
            "111m444m777p222s99s", {}, ("four_concealed_pungs",), id="four-concealed-pungs"
        ),
        pytest.param(
            "(1111m)444m777p222s99s", {}, ("four_concealed_pungs",), id="concealed-kong-too"
        ),
        pytest.param("[111m]444m777p222s99s", {}, ("small_hand",), id="a-pung-spoils-it"),
        pytest.param("[1111m+]444m777p222s99s", {}, ("small_hand",), id="an-added-kong-too"),
        pytest.param(
            "[1111m](4444m)[7777p+](2222s)99s", {}, ("four_kongs",), id="four-kongs-of-any-kind"
        ),
        pytest.param(
            "(1111m)(4444m)(7777p)(2222s)99s",
            {},
            ("four_concealed_pungs", "four_kongs"),
            id="four-concealed-kongs",
        ),
        pytest.param("[123m]555z666z777z44p", {}, ("big_three_dragons",), id="big-three-dragons"),
        pytest.param("[111z]222z333z444z44p", {}, ("big_four_winds",), id="big-four-winds"),
        pytest.param("[111z]222z333z456p44z", {}, ("little_four_winds",), id="little-four-winds"),
        pytest.param("19m19p19s12345677z", {}, ("thirteen_orphans",), id="thirteen-orphans"),
        pytest.param(
            "123m456m789p11222z",
            {"events": ["heavenly_hand"]},
            ("heavenly_hand",),
            id="heavenly-hand",
        ),
        pytest.param(
            "123m456m789p11222z", {"events": ["earthly_hand"]}, ("small_hand",), id="no-earthly"
        ),
        pytest.param(
            "[111m]456m789p11222z", {"events": ["last_tile"]}, ("small_hand",), id="no-last-tile"
        ),
        pytest.param(
            "[123m]555z666z11m789s", {"seat": "E"}, ("small_hand",), id="dragon-pungs-earn-nothing"
        ),
        pytest.param(
            "[111m]999m111p999p11s", {}, ("small_hand",), id="all-terminals-is-no-big-hand"
        ),
        pytest.param("[123p]456p789p11122z", {}, ("small_hand",), id="half-flush-is-no-big-hand"),
        pytest.param("11123456789995m", {}, ("full_flush",), id="nine-gates-is-a-full-flush"),
    ],
)
def test_big_hands(text, asked_for, ids):
    found = asked(text, "tuidaohu", drawn=True, **asked_for)
    assert set(found.pattern_ids) == set(ids)
    factor = 2 if ids == ("small_hand",) else 4  # 001's worked example: 4 from each of three
    assert (found.multiplier, found.points, found.fan) == (factor, factor, None)


@pytest.mark.parametrize(
    ("text", "win", "drawn", "shown"),
    [
        pytest.param("111m444m777p222s99s", "S9", False, True, id="pair-wait-on-robbed-tile"),
        pytest.param("111m444m777p222s99s", "M1", False, True, id="robbed-counts-as-drawn"),
        pytest.param("111m444m777p222s99s", "M1", True, True, id="self-drawn"),
        pytest.param("[123m]444m777p222s99s", "S9", True, False, id="three-only"),
    ],
)
def test_four_concealed_pungs(text, win, drawn, shown):
    events = [] if drawn else ["robbing_kong"]
    found = asked(text, "tuidaohu", win=win, drawn=drawn, events=events)
    assert ("four_concealed_pungs" in found.pattern_ids) == shown


def test_every_big_hand_of_any_reading_is_listed():
    # seven pairs in one reading, four sets and a pair in another; one suit either way
    found = asked("11223344556677p", "tuidaohu", drawn=True)
    assert set(found.pattern_ids) == {"full_flush", "seven_pairs"}
    # three pungs or three chows and a pung: 四暗刻 shows in one of them only
    found = asked("11122233355577m", "tuidaohu", drawn=True)
    assert set(found.pattern_ids) == {"full_flush", "four_concealed_pungs"}


def test_a_win_on_a_discard_where_the_rules_forbid_it():
    found = asked("123m456m789p11222z", "tuidaohu")
    assert (found.won, found.reason, found.points, found.shanten) == (
        False,
        "discard_win_not_allowed",
        0,
        None,
    )
    assert found.pattern_ids == found.reading == found.patterns == ()
    assert asked("123m456m789p11222z", "tuidaohu", win="M1", events=["robbing_kong"]).points == 2


@pytest.mark.parametrize(
    ("text", "rules", "shanten"),
    [
        pytest.param("123m456m789p11223z", "jipinghu", 0, id="ready"),
        pytest.param("1122m3355p4466s77z", "jipinghu", 3, id="seven-pairs-are-no-win-here"),
        pytest.param("123m456m789p1122z", "jipinghu", 0, id="thirteen-tiles"),
        pytest.param("[444z][111z][555z][777z]45z", "jipinghu", 1, id="sets-counted"),
        pytest.param("[444z][111z][555z][777z]4z", "jipinghu", 1, id="sets-counted-waiting"),
        pytest.param("159m159p159s12345z", "tuidaohu", None, id="far"),
    ],
)
def test_a_hand_that_is_not_complete(text, rules, shanten):
    found = asked(text, rules, drawn=True)
    assert (found.won, found.reason, found.points, found.fan) == (False, None, 0, None)
    assert found.multiplier is None
    assert found.pattern_ids == found.reading == ()
    if shanten is not None:
        assert found.shanten == shanten
    assert found.shanten >= 0


@pytest.mark.parametrize(
    ("code", "text"),
    [
        pytest.param(0, "123m", id="chow"),
        pytest.param(24, "789s", id="last-chow"),
        pytest.param(34 + 33, "777z", id="pung"),
        pytest.param(170, "11m", id="pair"),
        pytest.param(204 + 27, "19m19p19s11234567z", id="orphans"),
    ],
)
def test_codes_in_notation(code, text):
    assert format_code(code) == text


def test_memory_of_verdicts_is_bounded(monkeypatch):
    monkeypatch.setattr("mjtool.scoring._KEPT", 2)
    rules = load_rules("jipinghu")
    rules.memo.clear()
    texts = [row[0] for row in FAN_ROWS]
    first = [asked(text).pattern_ids for text in texts]
    again = [asked(text).pattern_ids for text in texts]
    assert first == again
    kept = [len(way.verdicts) for way in rules.memo.values() if hasattr(way, "verdicts")]
    assert kept
    assert max(kept) <= 2


def test_ways_to_win_keep_together_what_eight_would(monkeypatch):
    """Else a game's hundred ways keep many times what a batch of one way does."""
    monkeypatch.setattr("mjtool.scoring._KEPT", 8)
    rules = load_rules("jipinghu")
    rules.memo.clear()
    for seat, round, drawn in product("ESWN", "ESWN", (False, True)):
        for row in FAN_ROWS:
            asked(row[0], drawn=drawn, seat=seat, round=round)
    kept = [len(way.verdicts) for way in rules.memo.values() if hasattr(way, "verdicts")]
    assert len(kept) > 8
    assert 0 < sum(kept) <= 8 * 8
    rules.memo.clear()
