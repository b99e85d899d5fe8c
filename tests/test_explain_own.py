"""What ``score`` tells where a table has patterns and payments of its own, and ``waits`` too."""

from __future__ import annotations

import json
import re

import pytest

from mjtool import answer
from mjtool.messages import texts
from mjtool.render.text import score

TABLE = """
extends = "tuidaohu"
name = "自家"
[win]
minimum_points = 4 # four at least
[limit]
points = 30 # the table's limit
[multipliers]
last_tile = 2 # 海底加倍
[payment]
dealer_factor = 2 # 庄家加倍
[dealer]
streak_points = 1 # 连庄
[winner]
streak_points = 2 # 节节高
[kong]
added_late = 0 # 后补杠
[follow]
points = 3 # 跟庄
[horses]
owner = "winner"
count = 2
points = 1 # 一马一分
[patterns.luxury_seven_pairs]
name = "豪华七对"
name_en = "Luxury Seven Pairs"
when = "form == 'seven_pairs' and quads >= 1 and not dealer"
multiplier = 8 # house
absorbs = ["seven_pairs"] # 不计
[bonuses.hidden_pungs]
name = "暗刻"
name_en = "Hidden Pungs"
times = "concealed_pungs"
multiplier = 2 # each
"""
PAIRS = ("1111p2255m3366s44z", "--self-drawn")
PUNGS = ("111222333m444p55z", "--self-drawn")


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Write the rules to where the commands run."""
    monkeypatch.chdir(tmp_path)

    def write(text=TABLE):
        (tmp_path / "own.toml").write_text(text, "utf-8")
        return "own.toml"

    return write


def told(mjtool, *arguments):
    code, out, err = mjtool(*arguments)
    assert (code, err) == (0, "")
    return [line.strip() for line in out.splitlines()]


def in_order(lines, found):
    at = -1
    for line in lines:
        assert line in found[at + 1 :], (line, found)
        at = found.index(line, at + 1)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        pytest.param(
            "en",
            [
                "Luxury Seven Pairs",
                "+ Luxury Seven Pairs x8  [house]",
                "form == 'seven_pairs' and quads >= 1 and not dealer: "
                "form = 'seven_pairs', quads = 1, dealer = false",
                "- Seven Pairs is not counted beside Luxury Seven Pairs  [不计]",
                "+ self-draw x2  [001 六.2]",
                "+ last tile x2  [海底加倍]",
                "held at the limit of 30 points  [the table's limit]",
                "= x16, 30 points",
            ],
            id="english",
        ),
        pytest.param(
            "zh",
            [
                "豪华七对",
                "+ 豪华七对 8倍  [house]",
                "form == 'seven_pairs' and quads >= 1 and not dealer："
                "form = 'seven_pairs'，quads = 1，dealer = false",
                "- 七对子不计，已含在豪华七对里  [不计]",
                "封顶30分  [the table's limit]",
                "= 16倍，30分",
            ],
            id="chinese",
        ),
    ],
)
def test_an_own_pattern_is_explained_by_what_made_it_true(mjtool, table, lang, lines):
    arguments = ("--rules", table(), "--seat", "S", "--event", "last_tile", "--explain")
    in_order(lines, told(mjtool, "score", *PAIRS, *arguments, "--lang", lang))


def test_the_json_tells_expressions_with_their_values(mjtool, table):
    (line,) = told(
        mjtool, "score", *PAIRS, "--rules", table(), "--seat", "S", "--explain", "--json"
    )
    (reading,) = json.loads(line)["readings"]
    (luxury,) = reading["patterns"]
    assert luxury["expression"] == "form == 'seven_pairs' and quads >= 1 and not dealer"
    assert luxury["values"] == {"form": "seven_pairs", "quads": 1, "dealer": False}
    (removed,) = reading["removed"]
    assert (removed["id"], removed["by"]) == ("seven_pairs", "luxury_seven_pairs")
    assert "expression" not in removed


def test_each_reading_has_values_of_its_own(mjtool, table):
    lines = told(mjtool, "score", *PUNGS, "--rules", table(), "--explain")
    in_order(
        [
            "reading 1: 123m 123m 123m 444p 55z",
            "+ Hidden Pungs x2  [each]",
            "concealed_pungs: concealed_pungs = 1",
            "reading 2: 111m 222m 333m 444p 55z <- counts: worth the most",
            "+ Hidden Pungs 4 times x2  [each]",
            "concealed_pungs: concealed_pungs = 4",
        ],
        lines,
    )
    assert not any("big hands count once" in line for line in lines)


def test_an_own_pattern_may_ask_for_others(mjtool, table):
    asked = TABLE.replace("quads >= 1 and not dealer", "hidden_pungs == 0 and seven_pairs")
    lines = told(mjtool, "score", *PAIRS, "--rules", table(asked), "--explain")
    assert (
        "form == 'seven_pairs' and hidden_pungs == 0 and seven_pairs: "
        "form = 'seven_pairs', hidden_pungs = 0, seven_pairs = true" in lines
    )


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        pytest.param(
            "en",
            [
                "payments: E -47  S +77  W -13  N -17",
                "horses: 2m 3m - 1 hit",
                "horse 2m: hits",
                "horse 3m: misses",
                "between the dealer and another seat everything counts 2 times  [庄家加倍]",
                "E -> S 32: self-drawn",
                "E -> S 2: the winner's horses  [一马一分]",
                "E -> S 1: deal streak  [连庄]",
                "E -> S 2: winning streak  [节节高]",
                "W -> S 16: self-drawn",
                "W -> S 1: the winner's horses  [一马一分]",
                "W -> S 2: winning streak  [节节高]",
                "E -> W 1: added kong  [001 六.4]",
                "E -> S 3: four alike discards  [跟庄]",
            ],
            id="english",
        ),
        pytest.param(
            "zh",
            [
                "马：2m 3m，中马1个",
                "马2m：中马",
                "马3m：不中",
                "庄家与其他家之间，2倍计算  [庄家加倍]",
                "东 -> 南 2：奖马  [一马一分]",
                "东 -> 南 1：连庄  [连庄]",
                "东 -> 南 2：连胡  [节节高]",
                "东 -> 南 3：跟庄  [跟庄]",
            ],
            id="chinese",
        ),
    ],
)
def test_the_command_line_settles_what_a_table_pays(mjtool, table, lang, lines):
    # X 16; the dealer 32 + 2 + 1 + 2, the others 16 + 1 + 2 each; kongs: W's, N's late one is 0;
    # the dealer pays 3 to each for the four alike discards.
    options = (
        *("--seat", "S", "--horse", "2m", "--horse", "3m", "--streak", "1"),
        *("--winner-streak", "1", "--follow", "--kong", "W:added", "--kong", "N:added:late"),
    )
    found = told(mjtool, "score", *PAIRS, "--rules", table(), *options, "--explain", "--lang", lang)
    in_order(lines, found)
    asked = json.loads(told(mjtool, "score", *PAIRS, "--rules", "own.toml", *options, "--json")[0])
    assert (asked["streak"], asked["winner_streak"], asked["follow"]) == (1, 1, True)
    assert asked["horses"] == {"tiles": ["2m", "3m"], "hits": 1}
    assert asked["kongs"] == [
        {"seat": "W", "kind": "added"},
        {"seat": "N", "kind": "added", "late": True},
    ]
    assert sum(asked["payments"].values()) + asked["bank"] == 0


@pytest.mark.parametrize(
    ("worth", "none_left", "lines"),
    [
        pytest.param("number", "nothing", ["horses: 2m 7z", "horse 7z: worth 10"], id="number"),
        pytest.param("points", "nothing", ["horses: none left - 0 hits"], id="none-left"),
        pytest.param(
            "x",
            "all_hit",
            ["horses: none left - 2 hits", "no tile was left to turn up: 2 hits"],
            id="all-hit",
        ),
    ],
)
def test_horses_of_other_kinds_are_told(mjtool, table, worth, none_left, lines):
    text = TABLE.replace('owner = "winner"', f'owner = "winner"\nworth = "{worth}"')
    rules = table(text.replace("count = 2", f'count = 2\nnone_left = "{none_left}"'))
    asked = {
        "hand": PAIRS[0],
        "self_drawn": True,
        "seat": "S",
        "rules": rules,
        "horses": ["2m", "7z"] if worth == "number" else [],
        "explain": True,
    }
    found = [line.strip() for line in score(answer("score", asked), "en").splitlines()]
    in_order(lines, found)


@pytest.mark.parametrize(
    ("events_count", "line"),
    [
        pytest.param("true", "below the minimum of 4 points  [four at least]", id="all-counts"),
        pytest.param(
            "false",
            "below the minimum of 4 points, events and self-draw aside  [four at least]",
            id="events-aside",
        ),
    ],
)
def test_a_hand_below_the_minimum_tells_what_it_would_be(mjtool, table, events_count, line):
    text = TABLE.replace("[limit]", f"events_count = {events_count}\n[limit]")
    options = ("--self-drawn", "--rules", table(text), "--seat", "S", "--explain")
    hand = "123m456789p234s55z"
    found = told(mjtool, "score", hand, *options)
    in_order(
        [
            f"{hand}  complete, but below the minimum of these rules",
            "it would be x2, 2 points",
            "Small Hand",
            line,
            "= x2, 2 points",
        ],
        found,
    )
    assert "who pays:" not in found
    answer = json.loads(told(mjtool, "score", hand, *options, "--json")[0])
    assert (answer["won"], answer["reason"], answer["points"]) == (False, "below_minimum", 2)
    assert "payments" not in answer
    (least,) = answer["readings"][0]["minimum"]
    found_points = 2 if events_count == "true" else 1
    assert least == {"id": "points", "least": 4, "found": found_points, "source": "four at least"}


def test_a_wait_below_the_minimum_is_told(mjtool, table):
    rules = table(
        TABLE.replace('"tuidaohu"', '"jipinghu"')
        .replace("minimum_points", "minimum_fan")
        .replace("multiplier =", "fan =")
    )
    lines = told(mjtool, "waits", "123m456789p234s5z", "--rules", rules, "--seat", "S")
    assert lines[-1].endswith("discard nothing, below the minimum"), lines
    found = json.loads(told(mjtool, "waits", "123m456789p234s5z", "--rules", rules, "--json")[0])
    assert found["waits"][0]["discard"] is None
    assert found["waits"][0]["reason"] == "below_minimum"


@pytest.mark.parametrize("kind", ["exposed", "concealed"])
def test_only_an_added_kong_can_be_late(mjtool, kind):
    feeder = ":S" if kind == "exposed" else ""
    code, out, err = mjtool("score", PUNGS[0], "--seat", "S", "--kong", f"E:{kind}{feeder}:late")
    assert (code, out) == (2, "")
    assert "only an added kong can be late" in err


@pytest.mark.parametrize("option", ["--streak", "--winner-streak"])
def test_a_streak_is_a_number_from_0(mjtool, option):
    code, out, err = mjtool("score", *PUNGS, option, "-1")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert option in err


def test_each_reason_to_pay_has_words_in_every_language():
    reasons = ("winner_horse", "deal_streak", "winner_streak", "follow")
    for lang in ("en", "zh"):
        assert [reason for reason in reasons if f"reason.{reason}" not in texts(lang)] == []


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("11123334m567p888s", id="chow-or-pair"),
        pytest.param("123345m567888p88s", id="chow-or-chow"),
        pytest.param("11122233344455m", id="many"),
        pytest.param("11123334m567p88s1f", id="wild"),
    ],
)
@pytest.mark.parametrize("win", ["3m"])
def test_no_two_readings_look_alike(mjtool, hand, win):
    """Where own patterns ask where the winning tile stands, its place tells readings apart."""
    line = ("score", hand, "--win", win, "--self-drawn", "--rules", "guangdong_mil")
    out = mjtool(*line, "--explain", "--lang", "en")[1]
    heads = re.findall(r"^  reading \d+: (.*?)(?: <- .*)?$", out, re.MULTILINE)
    assert heads
    assert len(set(heads)) == len(heads)
    told = json.loads(mjtool(*line, "--explain", "--json")[1])["readings"]
    shown = [(tuple(each["reading"]), each.get("place")) for each in told]
    assert len(set(shown)) == len(shown)
    for sets, place in shown:
        assert place is None or place in sets


def test_the_place_is_told_only_where_it_tells_readings_apart(mjtool):
    out = mjtool("score", "123m456p789s11122z", "--rules", "guangdong_mil", "--explain")[1]
    assert "completes" not in out
