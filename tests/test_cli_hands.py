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
        '"seat":"S","round":"E","room":{"coefficient":600,"fee":250},'
        '"won":true,"fan":3,"points":8,"capped":false,'
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


@pytest.mark.parametrize("command", ["score", "waits", "shanten", "efficiency", "render"])
@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(["123m", "456p", "789s", "11222z"], id="fourteen"),
        pytest.param(["一万二万三万", "456p789s", "1122z"], id="thirteen"),
        pytest.param(["[123m]", "(5555z)", "456p789s11z"], id="sets"),
    ],
)
def test_a_hand_without_its_quotes_is_told_so(mjtool, command, hand):
    code, out, err = mjtool(command, *hand, "--lang", "en")
    told = f'{len(hand)} arguments make one hand together: quote it, "{" ".join(hand)}"'
    assert (code, out) == (2, "")
    assert err == f"error: {told} (see mjtool {command} --help)\n"


def test_several_hands_are_several_hands(mjtool):
    code, out, err = mjtool("shanten", "123m456p789s1136z", "123m", "--lang", "en")
    assert (code, out) == (2, "1\n")
    assert err.startswith("error: 3 concealed tiles")


def test_thirteen_tiles_take_in_the_winning_tile(mjtool):
    code, out, _ = mjtool("score", "123m456p789s1122z", "--win", "2z", "--json")
    assert (code, out) == (0, mjtool("score", "123m456p789s11222z", "--json")[1])
    (found,) = objects(mjtool("score", "123m456p789s1122z", "--win", "9m", "--json")[1])
    assert (found["hand"], found["win"], found["won"]) == ("1239m456p789s1122z", "9m", False)
    code, out, err = mjtool("score", "123m456p789s1111z", "--win", "1z", "--lang", "en")
    assert (code, out) == (2, "")
    assert err.startswith("error: a fifth 1z")


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
        "Guangdong Chicken Hand (jipinghu): self-drawn, winning tile 5z",
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
        pytest.param(["score", "[123m]456m789p11222m"], "  0 fan, 1 point\n", id="one-point"),
        pytest.param(["waits", "159m159p159s12345z"], "not ready: shanten", id="waits-far"),
        pytest.param(["waits", "159m159p159s1234z"], "not ready: shanten", id="waits-far-13"),
        pytest.param(["waits", "[444z][111z][555z][777z]4z"], "dead waits: 4z", id="dead-waits"),
        pytest.param(["waits", "123m456p789s55777z"], "discard 5z: 2 tiles", id="waits-full"),
        pytest.param(
            ["waits", "123m456p789s1155z", "--seat", "S", "--round", "E"],
            "ready, 4 tiles",
            id="waits",
        ),
    ],
)
def test_text(mjtool, arguments, words):
    code, out, err = mjtool(*arguments)
    assert (code, err) == (0, "")
    assert words in out


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        pytest.param("123m456p789s1122z", "the hand lacks its last tile", id="tile-missing"),
        pytest.param("123m456p789s11223z", "shanten 0\n", id="not-complete"),
    ],
)
def test_a_hand_of_a_tile_too_few_says_so(mjtool, hand, told):
    assert told in mjtool("score", hand)[1]


def test_waits_of_a_complete_hand_say_so_and_go_on(mjtool):
    rules, first, *rest = mjtool("waits", "123m456p789s11222z")[1].splitlines()
    assert rules == "Guangdong Chicken Hand (jipinghu)"
    assert first == "123m456p789s11222z  already complete"
    assert "  discard 1z: 2 tiles" in rest


def test_tiles_on_a_chinese_terminal_have_their_names(mjtool):
    out = mjtool("waits", "123m456p789s1122z", "--lang", "zh", "--color", "always")[1]
    assert "  \033[35m东\033[39m  剩2张" in out
    assert "  1z  剩2张" in mjtool("waits", "123m456p789s1122z", "--lang", "zh")[1]


def test_color_only_when_it_is_asked_for(mjtool, monkeypatch):
    assert "\033[" not in mjtool("score", PUNGS)[1]
    assert "\033[" in mjtool("score", PUNGS, "--color", "always")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033[" not in mjtool("score", PUNGS)[1]
    assert "\033[" not in mjtool("score", PUNGS, "--color", "always", "--json")[1]


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
