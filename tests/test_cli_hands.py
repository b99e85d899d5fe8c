"""``score``, ``waits`` and ``shanten`` as a user meets them: output, exit codes, both languages."""

import json
import subprocess
import sys

import pytest

PUNGS = "[222p]333m444888s55z"


def objects(out):
    return [json.loads(line) for line in out.splitlines()]


# The examples of the command line page


def test_score_as_the_page_shows_it(mjtool):
    code, out, err = mjtool(
        *("score", PUNGS, "--self-drawn", "--seat", "S", "--round", "E", "--room", "600,250"),
        *("--json", "--lang", "zh"),
    )
    assert (code, err) == (0, "")
    assert out == (
        '{"hand":"[222p]333m444888s55z","rules":"jipinghu","win":"5z","self_drawn":true,'
        '"seat":"S","round":"E","won":true,"fan":3,"points":8,"capped":false,'
        '"patterns":[{"id":"all_pungs","name":"碰碰胡","fan":2},'
        '{"id":"self_draw","name":"自摸","fan":1}],'
        '"reading":["[222p]","333m","444s","888s","55z"],'
        '"payments":{"E":-8,"S":24,"W":-8,"N":-8},"bank":0,'
        '"coins":{"E":-5050,"S":14150,"W":-5050,"N":-5050}}\n'
    )


def test_waits_as_the_page_shows_them(mjtool):
    code, out, err = mjtool("waits", "2223m456p789s555z", "--json")
    assert (code, err) == (0, "")
    worth = '"self_drawn":{"fan":2,"points":4},"discard":{"fan":1,"points":2}'
    assert out == (
        '{"hand":"2223m456p789s555z","rules":"jipinghu","shanten":0,"waits":['
        f'{{"tile":"1m","left":4,{worth}}},{{"tile":"3m","left":3,{worth}}},'
        f'{{"tile":"4m","left":4,{worth}}}],"dead_waits":[],"total":11}}\n'
    )


def test_waits_of_a_full_hand(mjtool):
    code, out, _ = mjtool("waits", "2223m456p789s5556z", "--json")
    (found,) = objects(out)
    assert code == 0
    assert list(found) == ["hand", "rules", "shanten", "discards"]
    assert [row["discard"] for row in found["discards"]] == ["6z", "3m"]
    assert list(found["discards"][0]) == ["discard", "waits", "total"]


def test_shanten_as_the_page_shows_it(mjtool):
    code, out, err = mjtool("shanten", "123m456p789s1136z", "--json")
    assert (code, err) == (0, "")
    assert out == (
        '{"hand":"123m456p789s1136z","rules":"jipinghu",'
        '"shanten":1,"standard":1,"seven_pairs":null,"thirteen_orphans":7}\n'
    )
    assert mjtool("shanten", "123m456p789s1136z", "1m1m1m2m3m,456p|789s_1z1z")[1] == "1\n0\n"


def test_ignoring_sets(mjtool):
    hand = "[444z][111z][555z][777z]4z"
    assert mjtool("shanten", hand)[1] == "1\n"
    assert mjtool("shanten", "--ignore-sets", hand)[1] == "0\n"
    (found,) = objects(mjtool("shanten", "--ignore-sets", "--json", hand)[1])
    assert (found["shanten"], found["sets_counted"]) == (0, False)
    assert "sets_counted" not in objects(mjtool("shanten", "--json", hand)[1])[0]


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        pytest.param(["--win", "3m"], {"win": "3m"}, id="win"),
        pytest.param(["--self-drawn"], {"self_drawn": True, "fan": 3}, id="self-drawn"),
        pytest.param(["--seat", "S"], {"seat": "S"}, id="seat"),
        pytest.param(["--round", "W"], {"round": "W"}, id="round"),
        pytest.param(
            ["--event", "last_tile", "--self-drawn"], {"events": ["last_tile"]}, id="event"
        ),
        pytest.param(
            ["--seat", "S", "--from", "N"],
            {"payments": {"E": 0, "S": 4, "W": 0, "N": -4}},
            id="from",
        ),
        pytest.param(
            ["--seat", "S", "--self-drawn", "--liable", "N"],
            {"payments": {"E": 0, "S": 24, "W": 0, "N": -24}},
            id="liable",
        ),
        pytest.param(
            ["--seat", "S", "--from", "N", "--room", "10,1"],
            {"coins": {"E": -1, "S": 39, "W": -1, "N": -41}},
            id="room",
        ),
        pytest.param(
            [
                *("--rules", "tuidaohu", "--seat", "S", "--self-drawn"),
                *("--kong", "W:concealed", "--kong", "N:exposed:E", "--horse", "2m"),
            ],
            # S wins 2 from each; W's kong takes 2 from each, N's 3 from E; E gains what S has
            {
                "payments": {"E": -2 - 2 - 3 + 4, "S": 6 - 2, "W": -2 + 6, "N": -2 - 2 + 3},
                "bank": -4,
            },
            id="kongs-and-a-horse",
        ),
        pytest.param(["--rules", "xinmajiang"], {"rules": "xinmajiang"}, id="rules"),
    ],
)
def test_options_of_score(mjtool, options, fields):
    code, out, err = mjtool("score", PUNGS, "--json", *options)
    assert (code, err) == (0, "")
    (found,) = objects(out)
    assert {key: found[key] for key in fields} == fields


def test_many_hands(mjtool):
    code, out, err = mjtool("score", "--json", PUNGS, "11123456789995m", "123m456p789s1122z")
    assert (code, err) == (0, "")
    assert [found["won"] for found in objects(out)] == [True, True, False]
    code, out, err = mjtool("score", "--json", PUNGS, "1x", PUNGS)
    assert (code, len(objects(out)), err.count("\n")) == (2, 2, 1)


def test_rules_from_the_environment(mjtool, monkeypatch, tmp_path):
    monkeypatch.setenv("MJTOOL_RULES", "xinmajiang")
    assert objects(mjtool("score", "--json", PUNGS)[1])[0]["rules"] == "xinmajiang"
    found = objects(mjtool("score", "--json", "--rules", "jipinghu", PUNGS)[1])
    assert found[0]["rules"] == "jipinghu"
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\n[patterns.all_pungs]\nfan = 3\n', "utf-8")
    found = objects(mjtool("score", "--json", "--rules", str(house), PUNGS)[1])
    assert (found[0]["rules"], found[0]["fan"]) == (str(house), 3)


# What cannot be done: exit code 2 and one line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["score"], "no hand given", id="no-hand"),
        pytest.param(["score", ""], "the hand is empty", id="empty-hand"),
        pytest.param(["score", "123x"], "'x' at column 4", id="bad-hand"),
        pytest.param(["score", PUNGS, "--win", "9s"], "does not hold 9s", id="win-not-held"),
        pytest.param(["score", PUNGS, "--win", ""], "one tile is needed", id="no-winning-tile"),
        pytest.param(["score", PUNGS, "--seat", "X"], "--seat", id="bad-seat"),
        pytest.param(["score", PUNGS, "--from", "X"], "--from", id="bad-from"),
        pytest.param(["score", PUNGS, "--event", "luck"], "luck", id="bad-event"),
        pytest.param(["score", PUNGS, "--room", "600"], "--room takes N,A", id="half-a-room"),
        pytest.param(["score", PUNGS, "--room", "a,b"], "--room takes N,A", id="room-of-words"),
        pytest.param(["score", PUNGS, "--room", "-1,0"], "room", id="negative-room"),
        pytest.param(["score", PUNGS, "--kong", "E"], "--kong takes", id="half-a-kong"),
        pytest.param(["score", PUNGS, "--kong", "E:a:b:c"], "--kong takes", id="long-kong"),
        pytest.param(["score", PUNGS, "--kong", "E:big"], "big", id="kind-of-kong"),
        pytest.param(["score", PUNGS, "--kong", "X:added"], "X", id="seat-of-kong"),
        pytest.param(["score", PUNGS, "--kong", "E:exposed"], "from", id="kong-from-nobody"),
        pytest.param(["score", PUNGS, "--horse", "1m"], "0 horses", id="no-horses-here"),
        pytest.param(
            ["score", PUNGS, "--rules", "tuidaohu", "--horse", "1x"], "'x'", id="bad-horse"
        ),
        pytest.param(
            ["score", PUNGS, "--event", "robbing_kong"], "another 5z", id="impossible-request"
        ),
        pytest.param(["score", PUNGS, "--rules", "nope"], "nope: no built-in", id="unknown-rules"),
        pytest.param(["score", PUNGS, "--rules", "."], "error: ", id="rules-of-a-folder"),
        pytest.param(["score", PUNGS, "--lang", "fr"], "--lang", id="bad-language"),
        pytest.param(["score", PUNGS, "--color", "red"], "--color", id="bad-color"),
        pytest.param(["score", PUNGS, "--jobs", "0"], "--jobs", id="no-processes"),
        pytest.param(["score", PUNGS, "--nope"], "--nope", id="unknown-option"),
        pytest.param(["score", "--input", "no/such.jsonl"], "no/such.jsonl", id="missing-file"),
        pytest.param(["score", "--input", "."], "error: .", id="input-of-a-folder"),
        pytest.param(["score", PUNGS, "--input", "x"], "--input", id="hand-and-input"),
        pytest.param(["waits"], "no hand given", id="waits-no-hand"),
        pytest.param(["waits", PUNGS, "--visible", "5x"], "'x'", id="bad-visible"),
        pytest.param(["waits", "2223m456p789s555z", "--visible", "22m"], "5 of 2m", id="fifth"),
        pytest.param(["shanten"], "no hand given", id="shanten-no-hand"),
        pytest.param(["shanten", "1m"], "1 concealed tile with 0", id="shanten-one-tile"),
        pytest.param(["nope"], "nope", id="unknown-command"),
        pytest.param(["--nope"], "--nope", id="unknown-option-of-the-program"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_two(mjtool, arguments, words):
    code, out, err = mjtool(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert words in err


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        pytest.param(["score"], "no hand given", "没有手牌", id="no-hand"),
        pytest.param(["score", "1x"], "is not part of any tile", "不属于任何牌", id="bad-hand"),
        pytest.param(["score", PUNGS, "--rules", "nope"], "no built-in", "没有这个", id="rules"),
        pytest.param(["score", PUNGS, "--room", "1"], "two whole numbers", "两个整数", id="room"),
        pytest.param(
            ["score", PUNGS, "--event", "robbing_kong"], "another 5z", "另有一张5z", id="impossible"
        ),
    ],
)
def test_messages_in_both_languages(mjtool, monkeypatch, arguments, english, chinese):
    assert english in mjtool(*arguments)[2]
    for given_ in (["--lang", "zh"], ["--lang=zh"]):
        assert chinese in mjtool(*arguments, *given_)[2]
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert chinese in mjtool(*arguments)[2]
    assert english in mjtool(*arguments, "--lang", "en")[2]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param("zh_CN.UTF-8", "碰碰胡", id="zh-cn"),
        pytest.param("zh_TW", "碰碰胡", id="zh-tw"),
        pytest.param("de_DE.UTF-8", "All Pungs", id="other"),
        pytest.param("C", "All Pungs", id="c"),
    ],
)
def test_names_follow_the_locale(mjtool, monkeypatch, value, name):
    monkeypatch.setenv("LC_ALL", value)
    found = objects(mjtool("score", PUNGS, "--json")[1])[0]
    assert (found["patterns"][0]["id"], found["patterns"][0]["name"]) == ("all_pungs", name)
    assert name in mjtool("score", PUNGS)[1]


# Text for people


def test_score_as_text(mjtool):
    out = mjtool("score", PUNGS, "--self-drawn", "--seat", "S", "--room", "600,250")[1]
    assert out.splitlines() == [
        "[222p]333m444888s55z  3 fan, 8 points",
        "  All Pungs 2 fan, Self-draw 1 fan",
        "  [222p] 333m 444s 888s 55z",
        "  payments: E -8  S +24  W -8  N -8",
        "  coins: E -5050  S +14150  W -5050  N -5050",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["score", "123m456p789s1122z"], "not complete: shanten 0", id="not-complete"),
        pytest.param(
            ["score", "123m456p789s11222z", "--rules", "tuidaohu"],
            "these rules do not allow winning on a discard",
            id="no-such-win",
        ),
        pytest.param(["score", "[222p]333m444s77755z", "--self-drawn"], "(capped)", id="capped"),
        pytest.param(["score", "[123m]456m789p11222z"], "  0 fan, 1 point\n", id="one-point"),
        pytest.param(["waits", "159m159p159s12345z"], "not ready: shanten", id="waits-far"),
        pytest.param(["waits", "159m159p159s1234z"], "not ready: shanten", id="waits-far-13"),
        pytest.param(["waits", "[444z][111z][555z][777z]4z"], "dead waits: 4z", id="dead-waits"),
        pytest.param(["waits", "123m456p789s11222z"], "discard 1z: 2 tiles", id="waits-full"),
        pytest.param(["waits", "123m456p789s1122z"], "ready, 4 tiles", id="waits"),
    ],
)
def test_text(mjtool, arguments, words):
    code, out, err = mjtool(*arguments)
    assert (code, err) == (0, "")
    assert words in out


def test_color_only_when_it_is_asked_for(mjtool, monkeypatch):
    assert "\033[" not in mjtool("score", PUNGS)[1]
    assert "\033[" in mjtool("score", PUNGS, "--color", "always")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033[" not in mjtool("score", PUNGS)[1]
    assert "\033[" not in mjtool("score", PUNGS, "--color", "always", "--json")[1]


# --explain

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
            ["读法3: [222z] 111p 222p 333p 44p <- 采用：番最高", "= 4番，16分"],
            id="in-chinese",
        ),
        pytest.param(
            ("score", "(1111m)456m789p11222z", "--self-drawn", "--event", "kong_draw", "--explain"),
            [
                "reading 1: (1111m) 456m 789p 222z 11z <- counts",
                "+ Chicken Hand 0 fan  [000 六.一]",
                "lifted to 3 fan: won on the replacement tile of a kong  [003 七.2]",
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
    assert first["capped"] == {"cap": 3, "source": "003 五.番.3: 爆胡为3番"}
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
        ["W -> S 24：包自摸"],
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
    assert told[-len(lines) :] == lines
    (found,) = objects(mjtool(*arguments, "--json")[1])
    assert [tuple(row.values()) for row in found["ledger"]] == rows
    assert list(found["ledger"][0]) == ["from", "to", "points", "reason"]
    change = dict.fromkeys(("E", "S", "W", "N", "bank"), 0)
    for row in found["ledger"]:
        change[row["from"]] -= row["points"]
        change[row["to"]] += row["points"]
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


def test_the_program_as_a_process_of_its_own(program):
    done = program("score", PUNGS, "--lang", "zh")
    assert (done.returncode, done.stderr) == (0, "")
    assert "碰碰胡" in done.stdout
    done = program("score", "1x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: 'x' at column 2 of '1x' is not part of any tile\n"


def test_output_that_cannot_be_encoded_is_no_fault(environment):
    done = subprocess.run(
        [sys.executable, "-m", "mjtool", "score", PUNGS, "--lang", "zh"],
        capture_output=True,
        env={**environment, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "碰碰胡" in done.stdout.decode("utf-8")
