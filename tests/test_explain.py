"""``score --explain``: why a hand is worth what it is, and who pays whom for what."""

import json
from typing import get_args

import pytest

from mjtool.rules.model import EventName

PUNGS = "[222p]333m444888s55z"


def objects(out):
    return [json.loads(line) for line in out.splitlines()]


WINDS = ("score", "[222z]111222333p44p", "--self-drawn", "--seat", "S", "--round", "S", "--explain")


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        pytest.param(
            WINDS,
            [
                "reading 1: [222z] 123p 123p 123p 44p",
                "+ Half Flush 2 fan  [000 六.一]",
                "+ Round Wind 1 fan  [003 附加情况 3]",
                "sum 5",
                "held at the cap of 3 fan  [003 五.番.3: 爆胡为3番]",
                "= 3 fan, 8 points",
                "reading 3: [222z] 111p 222p 333p 44p <- counts: the most fan",
                "+ Half Flush Pungs 4 fan  [000 六.二]",
                "not counted, because Half Flush Pungs stands alone outside the cap  "
                "[000 六.二: 爆胡以外]",
                "- All Pungs 2 fan  [000 六.一]",
                "= 4 fan, 16 points",
            ],
            id="capped-and-absorbed",
        ),
        pytest.param(
            (*WINDS, "--lang", "zh"),
            ["拆法3：[222z] 111p 222p 333p 44p <- 采用：番最高", "= 4番，16分"],
            id="in-chinese",
        ),
        pytest.param(
            ("score", "(1111m)456m789p55666z", "--self-drawn", "--event", "kong_draw", "--explain"),
            [
                "reading 1: (1111m) 456m 789p 666z 55z <- counts",
                "+ Chicken Hand 0 fan  [000 六.一]",
                "lifted to 3 fan by kong draw  [003 七.2]",
                "= 3 fan, 8 points",
            ],
            id="lifted",
        ),
        pytest.param(
            ("score", "11223344556677z", "--rules", "tuidaohu", "--self-drawn", "--explain"),
            [
                "+ All Honors x2  [001 六.2, 七]",
                "+ Seven Pairs x2  [001 六.2, 七]",
                "big hands count once, they never multiply each other",
                "+ self-draw x2  [001 六.2]",
                "= x4, 4 points",
            ],
            id="multipliers",
        ),
        pytest.param(
            ("score", "11122233355577m", "--rules", "tuidaohu", "--self-drawn", "--explain"),
            ["reading 2: 111m 222m 333m 555m 77m <- counts: shows the most big hands"],
            id="most-big-hands",
        ),
        pytest.param(
            ("score", "[789p]11122233355p", "--explain"),
            ["reading 2: [789p] 111p 222p 333p 55p <- counts: worth the same, more pungs"],
            id="more-pungs",
        ),
        pytest.param(
            ("score", "[222z]111222333m55p", *WINDS[2:]),
            ["reading 2: [222z] 111m 222m 333m 55p <- counts: as many fan, more before the cap"],
            id="higher-sum",
        ),
    ],
)
def test_explanations(mjtool, arguments, lines):
    code, out, err = mjtool(*arguments)
    assert (code, err) == (0, "")
    told = [line.strip() for line in out.splitlines()]
    at = -1
    for line in lines:
        assert line in told[at + 1 :], out
        at = told.index(line, at + 1)


def test_explanations_as_json(mjtool):
    (found,) = objects(mjtool(*WINDS, "--json")[1])
    first, _, best = found["readings"]
    assert first["reading"] == ["[222z]", "123p", "123p", "123p", "44p"]
    assert (first["best"], best["best"], best["best_by"]) == (False, True, "fan")
    assert first["cap"] == {"fan": 3, "source": "003 五.番.3: 爆胡为3番"}
    assert (first["sum"], first["fan"], first["points"]) == (5, 3, 8)
    assert best["stands_alone"] == {
        "id": "half_flush_pungs",
        "name": "Half Flush Pungs",
        "source": "000 六.二: 爆胡以外",
    }
    assert {item["id"] for item in best["absorbed"]} == {
        *("all_pungs", "half_flush", "self_draw", "seat_wind", "round_wind")
    }
    for entry in found["readings"]:
        for item in (*entry["patterns"], *entry["absorbed"]):
            assert item["source"]


PAID = [
    pytest.param(
        ["--self-drawn"],
        ["E -> S 8: self-drawn", "W -> S 8: self-drawn", "N -> S 8: self-drawn"],
        [("E", "S", 8, "self_drawn"), ("W", "S", 8, "self_drawn"), ("N", "S", 8, "self_drawn")],
        id="self-drawn",
    ),
    pytest.param(
        ["--from", "N", "--room", "10,2"],
        ["N -> S 4: the discard", "coins: points x 10, less the fee of 2"],
        [("N", "S", 4, "discard")],
        id="discard",
    ),
    pytest.param(
        ["--self-drawn", "--liable", "W", "--lang", "zh"],
        ["西 -> 南 24：包自摸"],
        [("W", "S", 24, "liable")],
        id="liable",
    ),
    pytest.param(
        ["--self-drawn", "--rules", "tuidaohu", "--kong", "W:added", "--horse", "2m"],
        [
            "horse 2m stands for S: E wins or loses once more what S does",
            *("E -> S 2: self-drawn", "W -> S 2: self-drawn", "N -> S 2: self-drawn"),
            "E -> W 1: added kong  [001 六.4]",
            "S -> W 1: added kong  [001 六.4]",
            "N -> W 1: added kong  [001 六.4]",
            "bank -> E 5: horse  [decided: 001 names no payer]",
        ],
        [
            *(("E", "S", 2, "self_drawn"), ("W", "S", 2, "self_drawn")),
            *(("N", "S", 2, "self_drawn"), ("E", "W", 1, "added_kong")),
            *(("S", "W", 1, "added_kong"), ("N", "W", 1, "added_kong")),
            ("bank", "E", 5, "horse"),
        ],
        id="kong-and-horse",
    ),
]


@pytest.mark.parametrize(("options", "lines", "rows"), PAID)
def test_an_explanation_tells_every_payment(mjtool, options, lines, rows):
    arguments = ("score", PUNGS, "--seat", "S", "--explain", *options)
    told = [line.strip() for line in mjtool(*arguments)[1].splitlines()]
    at = told.index(lines[0])
    assert told[at : at + len(lines)] == lines
    (found,) = objects(mjtool(*arguments, "--json")[1])
    assert [tuple(row.values()) for row in found["ledger"]] == rows
    assert list(found["ledger"][0]) == ["payer", "payee", "points", "reason"]
    change = dict.fromkeys(("E", "S", "W", "N", "bank"), 0)
    for row in found["ledger"]:
        change[row["payer"]] -= row["points"]
        change[row["payee"]] += row["points"]
    assert change == {**found["payments"], "bank": found["bank"]}


def test_a_robbed_kong_is_explained(mjtool):
    out = mjtool(
        *("score", "[222p]333m444s678s55z", "--win", "7s", "--from", "W", "--seat", "S"),
        *("--event", "robbing_kong", "--explain"),
    )[1]
    assert "W -> S 24: robbed kong, paid for all three" in out


def test_without_seats_no_payment_is_explained(mjtool):
    assert "who pays" not in mjtool("score", PUNGS, "--self-drawn", "--explain")[1]
    assert "ledger" not in objects(mjtool("score", PUNGS, "--explain", "--json")[1])[0]


def test_an_explanation_knows_the_notes_of_a_house_file(mjtool, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\n[patterns.all_pungs]\nfan = 3 # our table\n', "utf-8")
    out = mjtool("score", PUNGS, "--self-drawn", "--explain", "--rules", str(house))[1]
    assert "+ All Pungs 3 fan  [our table]" in out
    assert "held at the cap of 3 fan  [003 五.番.3: 爆胡为3番]" in out


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        pytest.param("en", "3 fan, 8 points (lifted to 3 fan by kong draw)", id="en"),
        pytest.param("zh", "3番 8分（杠上开花，按3番计）", id="zh"),
    ],
)
def test_a_floor_is_told_as_a_cap_is(mjtool, lang, told):
    hand = ("score", "(1111m)456m789p11222p", "--self-drawn", "--event", "kong_draw")
    assert told in mjtool(*hand, "--lang", lang)[1].splitlines()[1]


@pytest.mark.parametrize("event", get_args(EventName))
def test_a_floor_of_any_event_is_told(mjtool, tmp_path, event):
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "jipinghu"\n[floor]\n{event} = 9\n', "utf-8")
    claimed = ("robbing_kong", "human_hand", "triple_win", "kong_discard", "last_discard")
    more = () if event in claimed else ("--self-drawn",)
    hand = "(1111m)456m789p11222p" if event == "kong_draw" else "123456m789p11222p"
    line = ("score", hand, "--win", "4m", "--event", event, "--rules", str(house), "--explain")
    for lang, told in (("en", "lifted to 9 fan by "), ("zh", "，按9番计")):
        code, out, err = mjtool(*line, *more, "--lang", lang)
        assert (code, err) == (0, "")
        assert out.count(told) == 2


@pytest.mark.parametrize(
    ("line", "first"),
    [
        pytest.param("", "jipinghu): on a discard, winning tile 5z", id="discard"),
        pytest.param("--self-drawn --win 8s", "jipinghu): self-drawn, winning tile 8s", id="win"),
        pytest.param(
            "--win 4s --event robbing_kong --rules xinmajiang",
            "(xinmajiang): robbing the kong, winning tile 4s",
            id="no-such-kong",
        ),
        pytest.param("--lang zh", "广东鸡平胡（jipinghu）：点炮，胡牌张 5z", id="chinese"),
    ],
)
def test_a_text_answer_begins_with_what_it_takes_for_granted(mjtool, line, first):
    hand = "[222p]333m456888s55z"
    assert mjtool("score", hand, *line.split())[1].splitlines()[0].endswith(first)
