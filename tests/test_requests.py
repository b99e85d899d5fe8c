"""Requests: every field read, every fault named, settled where the seats are known."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool.answers import ANSWERS, answer_score
from mjtool.errors import MjtoolError, RequestError
from mjtool.messages import LANGUAGES
from mjtool.records.record import encode
from mjtool.requests import Request, RuleBook, id_of, read_request, request_of

PUNGS = "[222p]333m444888s55z"


def result(lang="zh", **fields):
    """Return what ``score`` writes for these fields, decoded again."""
    found = answer_score(request_of(fields), RuleBook())
    return json.loads(encode(found.record(lang)))


def test_the_example_of_the_command_line_page():
    found = result(
        hand="[222p]333m444888s55z",
        win="5z",
        self_drawn=True,
        seat="S",
        round="E",
        room={"coefficient": 600, "fee": 250},
    )
    expected = {
        "hand": "[222p]333m444888s55z",
        "rules": "jipinghu",
        "win": "5z",
        "self_drawn": True,
        "seat": "S",
        "round": "E",
        "room": {"coefficient": 600, "fee": 250},
        "won": True,
        "fan": 3,
        "points": 8,
        "capped": False,
        "patterns": [
            {"id": "all_pungs", "name": "碰碰胡", "fan": 2},
            {"id": "self_draw", "name": "自摸", "fan": 1},
        ],
        "reading": ["[222p]", "333m", "444s", "888s", "55z"],
        "payments": {"E": -8, "S": 24, "W": -8, "N": -8},
        "bank": 0,
        "coins": {"E": -5050, "S": 14150, "W": -5050, "N": -5050},
    }
    assert found == expected
    assert list(found) == list(expected)
    assert [list(found[key]) for key in ("payments", "coins")] == [list("ESWN")] * 2


@pytest.mark.parametrize(
    ("fields", "payments"),
    [
        pytest.param({"self_drawn": True}, None, id="no-seat"),
        pytest.param({"seat": "S"}, None, id="a-discard-from-nobody"),
        pytest.param({"seat": "S", "from": "N"}, (0, 4, 0, -4), id="a-discard"),
        pytest.param({"seat": "S", "self_drawn": True}, (-8, 24, -8, -8), id="self-drawn"),
        pytest.param(
            {"seat": "S", "self_drawn": True, "from": "N"},
            (-8, 24, -8, -8),
            id="from-on-a-self-draw-means-nothing",
        ),
        pytest.param(
            {"seat": "S", "self_drawn": True, "liable": "W"}, (0, 24, -24, 0), id="liable"
        ),
        pytest.param(
            {"seat": "S", "from": "N", "liable": "W"}, (0, 4, 0, -4), id="liable-on-a-discard"
        ),
        pytest.param(
            {"seat": "S", "from": "N", "liable": "S"}, (0, 4, 0, -4), id="liable-oneself-discard"
        ),
        pytest.param(
            {"seat": "S", "from": "N", "events": ["triple_win"]}, (0, 8, 0, -8), id="triple-win"
        ),
    ],
)
def test_payments_where_the_seats_are_known(fields, payments):
    found = result(hand=PUNGS, **fields)
    assert found["won"]
    if payments is None:
        assert not {"payments", "bank", "coins"} & found.keys()
        return
    assert tuple(found["payments"][seat] for seat in "ESWN") == payments
    assert found["bank"] == 0
    assert "coins" not in found


def test_robbing_pays_three_shares():
    found = result(hand="[123m]456m789p55p234s", win="4s", seat="S", events=["robbing_kong"])
    assert "payments" not in found
    found = result(
        **{"hand": "[123m]456m789p55p234s", "win": "4s", "seat": "S", "from": "W"},
        events=["robbing_kong"],
    )
    assert found["payments"] == {"E": 0, "S": 24, "W": -24, "N": 0}
    assert found["events"] == ["robbing_kong"]


def test_kongs_and_horses_settle():
    fields = {
        "hand": "111999m22444555z",
        "win": "4z",
        "rules": "tuidaohu",
        "self_drawn": True,
        "seat": "N",
        "kongs": [
            {"seat": "W", "kind": "concealed"},
            {"seat": "S", "kind": "exposed", "from": "E"},
        ],
        "horses": ["8m", "红中"],
    }
    found = result(**fields)
    # X is 4; W earns 2 from each, S 3 from E: E -4 -2 -3, S -4 -2 +3, W -4 +6, N +12 -2
    assert (found["payments"]["S"], found["payments"]["W"], found["payments"]["N"]) == (-3, 2, 10)
    # 8 and 中 (5): N's 10 and the dealer's own -9
    assert found["payments"]["E"] == -9 + 10 - 9
    assert found["bank"] == -10 + 9
    assert (found["multiplier"], "fan" in found) == (4, False)
    # kongs written in the hand settle only where they are listed
    plain = result(hand="(1111m)99m222444555z", rules="tuidaohu", self_drawn=True, seat="N")
    assert plain["payments"] == {"E": -4, "S": -4, "W": -4, "N": 12}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({"hand": "123m456p789s1122z"}, {"won": False, "shanten": 0}, id="thirteen"),
        pytest.param({"hand": "123m456p789s11223z"}, {"won": False, "shanten": 0}, id="fourteen"),
        pytest.param(
            {"hand": "123m456p789s11222z", "rules": "tuidaohu"},
            {"won": False, "reason": "discard_win_not_allowed"},
            id="no-win-on-a-discard",
        ),
        pytest.param(
            {"hand": "123m456p789s11223z", "rules": "tuidaohu"},
            {"won": False, "shanten": 0},
            id="not-complete-comes-first",
        ),
    ],
)
def test_no_win(fields, expected):
    found = result(**fields)
    assert list(found)[-2:] == list(expected)
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("fields", "win"),
    [
        pytest.param({}, "5z", id="the-last-written"),
        pytest.param({"win": "3m"}, "3m", id="named"),
        pytest.param({"win": "三万"}, "3m", id="named-in-chinese"),
    ],
)
def test_the_winning_tile(fields, win):
    assert result(hand=PUNGS, **fields)["win"] == win


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        pytest.param({}, "bad_request", id="no-hand"),
        pytest.param({"hand": None}, "bad_request", id="null-hand"),
        pytest.param({"hand": ""}, "empty_hand", id="empty"),
        pytest.param({"hand": "123x"}, "bad_character", id="bad-character"),
        pytest.param({"hand": "123m"}, "wrong_tile_count", id="three-tiles"),
        pytest.param({"hand": PUNGS, "win": "9m"}, "winning_tile_not_held", id="win-not-held"),
        pytest.param({"hand": PUNGS, "win": "2p"}, "winning_tile_not_held", id="win-in-a-set"),
        pytest.param({"hand": PUNGS, "win": "33m"}, "wrong_tile_count", id="two-winning-tiles"),
        pytest.param({"hand": PUNGS, "win": ""}, "wrong_tile_count", id="empty-winning-tile"),
        pytest.param({"hand": PUNGS, "rules": "nope"}, "unknown_rules", id="unknown-rules"),
        pytest.param({"hand": PUNGS, "rules": ""}, "unknown_rules", id="empty-rules"),
        pytest.param({"hand": PUNGS, "rules": "a\0b"}, "unknown_rules", id="rules-with-nul"),
        pytest.param({"hand": 14}, "bad_request", id="hand-of-wrong-type"),
        pytest.param({"hand": PUNGS, "seat": "Q"}, "bad_request", id="no-such-seat"),
        pytest.param({"hand": PUNGS, "seat": "e"}, "bad_request", id="small-letter-seat"),
        pytest.param({"hand": PUNGS, "events": ["luck"]}, "bad_request", id="no-such-event"),
        pytest.param({"hand": PUNGS, "events": "last_tile"}, "bad_request", id="events-no-list"),
        pytest.param({"hand": PUNGS, "self_drawn": "yes"}, "bad_request", id="no-bool"),
        pytest.param({"hand": PUNGS, "sead": "E"}, "bad_request", id="unknown-field"),
        pytest.param({"hand": PUNGS, "room": {"coefficient": 1}}, "bad_request", id="half-a-room"),
        pytest.param(
            {"hand": PUNGS, "room": {"coefficient": -1, "fee": 0}},
            "bad_request",
            id="negative-room",
        ),
        pytest.param(
            {"hand": PUNGS, "room": {"coefficient": 10**30, "fee": 0}},
            "bad_request",
            id="huge-room",
        ),
        pytest.param(
            {"hand": PUNGS, "kongs": [{"seat": "E", "kind": "big"}]}, "bad_request", id="kong-kind"
        ),
        pytest.param(
            {"hand": PUNGS, "kongs": [{"seat": "E", "kind": "exposed"}]},
            "bad_request",
            id="nobody-fed-an-exposed-kong",
        ),
        pytest.param(
            {"hand": PUNGS, "kongs": [{"seat": "E", "kind": "exposed", "from": "E"}]},
            "bad_request",
            id="own-exposed-kong",
        ),
        pytest.param({"hand": PUNGS, "horses": ["1m"]}, "bad_request", id="no-horses-here"),
        pytest.param(
            {"hand": PUNGS, "rules": "tuidaohu", "horses": ["1m"] * 5},
            "bad_request",
            id="five-horses",
        ),
        pytest.param(
            {"hand": PUNGS, "rules": "tuidaohu", "horses": ["1x"]}, "bad_character", id="bad-horse"
        ),
        pytest.param(
            {"hand": PUNGS, "seat": "S", "from": "S"}, "impossible_request", id="from-oneself"
        ),
        pytest.param(
            {"hand": "[123m]456m789p11222z", "rules": "tuidaohu", "self_drawn": True},
            "impossible_request",
            id="a-chow-where-there-is-none",
        ),
        pytest.param(
            {"hand": PUNGS, "seat": "S", "self_drawn": True, "liable": "S"},
            "impossible_request",
            id="liable-to-oneself",
        ),
        pytest.param(
            {"hand": PUNGS, "self_drawn": True, "events": ["robbing_kong"]},
            "impossible_request",
            id="robbing-self-drawn",
        ),
        pytest.param(
            {"hand": PUNGS, "events": ["robbing_kong"]}, "impossible_request", id="robbed-copy"
        ),
        pytest.param(
            {"hand": PUNGS, "self_drawn": True, "events": ["kong_draw"]},
            "impossible_request",
            id="kong-draw-without-a-kong",
        ),
    ],
)
def test_refused_requests(fields, code):
    with pytest.raises(MjtoolError) as refused:
        answer_score(request_of(fields), RuleBook())
    error = refused.value
    assert error.code == code
    for lang in LANGUAGES:
        assert error.message(lang)
        assert "\n" not in error.message(lang)
    assert error.message("zh") != error.message("en")


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        pytest.param(
            b'{"hand": "1m", "colour": "E"}', "bad_request.unknown", "colour", id="unknown"
        ),
        pytest.param(
            b'{"hand": "1m", "sead": "E"}',
            "bad_request.unknown",
            "sead: unknown field (did you mean 'seat'?)",
            id="misspelt",
        ),
        pytest.param(
            b'{"hand": "1m", "seat": 3}', "bad_request.value", "seat: expected", id="type"
        ),
        pytest.param(
            b'{"hand": "1m", "kongs": [{"seat": "E", "kind": 1}]}',
            "bad_request.value",
            "kongs[0].kind: expected",
            id="nested",
        ),
        pytest.param(
            b'{"hand": "1m", "events": ["foo"]}',
            "bad_request.value",
            "events[0]: 'foo' is none of kong_draw, robbing_kong, ",
            id="choice",
        ),
        pytest.param(
            b'{"hand": "1m", "room": {"coefficient": -1, "fee": 0}}',
            "bad_request.value",
            "room.coefficient: expected a whole number >= 0",
            id="range",
        ),
        pytest.param(
            b'{"hand": "1m", "kongs": [{"seat": "E"}]}',
            "bad_request.value",
            "kongs[0]: 'kind' is missing",
            id="missing",
        ),
        pytest.param(b'{"hand": "1m"', "bad_json", "too early", id="truncated"),
        pytest.param(b'{"hand": "1m"} 5', "bad_json", "JSON at byte 16", id="trailing"),
        pytest.param(b'{"hand": "\xff"}', "bad_json", "UTF-8", id="bytes"),
        pytest.param(b'{"id":' + b"[" * 100_000, "bad_json", "too deeply", id="deep"),
    ],
)
def test_faults_of_a_line(line, key, words):
    with pytest.raises(RequestError) as refused:
        read_request(line)
    assert refused.value.key == key
    assert words in str(refused.value)


def test_defaults_give_way_to_what_a_line_says():
    defaults = {"seat": "E", "self_drawn": True}
    found = read_request(b'{"hand": "1m", "seat": "S"}', defaults)
    assert (found.seat, found.self_drawn) == ("S", True)
    assert read_request(b"1m\r\n", defaults) == Request(hand="1m", seat="E", self_drawn=True)
    assert read_request(b"  1m 2m \n") == Request(hand="  1m 2m ")


def test_cases_bring_fields_that_are_passed_over():
    found = read_request(b'{"hand": "1m", "do": "score", "expect": {}, "source": 1, "note": ""}')
    assert found.hand == "1m"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        pytest.param(b'{"id": "a", "sead": 1}', "a", id="beside-a-fault"),
        pytest.param(b'{"id": null}', None, id="null"),
        pytest.param(b'{"seat": "Q"}', msgspec.UNSET, id="none"),
        pytest.param(b'{"id": 1', msgspec.UNSET, id="truncated"),
        pytest.param(b"\xff", msgspec.UNSET, id="no-json"),
    ],
)
def test_the_id_of_a_line(line, name):
    assert id_of(line) == name


@pytest.mark.parametrize("copies", [5, 256, 100_000])
@pytest.mark.parametrize("do", ["waits", "efficiency"])
def test_any_number_of_visible_tiles_is_refused_alike(do, copies):
    asked = request_of({"hand": "2223m456p789s555z", "visible": "9" * copies + "p"})
    with pytest.raises(RequestError) as caught:
        ANSWERS[do](asked, RuleBook())
    assert caught.value.code == "too_many_copies"


def test_a_rule_book_reads_each_rule_file_once(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "jipinghu"\ncap = 4\n', "utf-8")
    book = RuleBook()
    assert book.get(str(file)) is book.get(str(file))
    assert book.get(None) is book.get("jipinghu")
    assert RuleBook(str(file)).get(None).cap == 4
    assert RuleBook(str(file)).get("jipinghu").cap == 3
    assert RuleBook(str(file), override=True).get("jipinghu").cap == 4


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from(sorted(field.encode_name for field in msgspec.structs.fields(Request)))


@given(st.dictionaries(fields, json_values, max_size=6))
def test_any_json_object_is_answered_or_refused(table):
    line = json.dumps(table).encode()
    try:
        shown = answer_score(read_request(line), RuleBook()).to_dict("zh")
    except MjtoolError as error:
        shown = error.to_dict("zh")
    assert msgspec.json.encode(shown)


CHOW = "[123m]456m789p1112z"


@pytest.mark.parametrize("do", ["waits", "efficiency"])
def test_hands_with_a_chow_are_worth_nothing_where_there_is_none(do):
    asked = {"hand": CHOW, "draws": 2 if do == "efficiency" else None}
    assert ANSWERS[do](request_of({**asked, "rules": "xinmajiang"}), RuleBook())
    with pytest.raises(RequestError) as refused:
        ANSWERS[do](request_of({**asked, "rules": "tuidaohu"}), RuleBook())
    assert refused.value.message("en") == (
        "these rules have no chow, so no seat can have laid [123m] open"
    )


@pytest.mark.parametrize("do", ["shanten", "efficiency"])
def test_how_far_a_hand_with_a_chow_is_can_be_asked_all_the_same(do):
    found = ANSWERS[do](request_of({"hand": CHOW, "rules": "tuidaohu"}), RuleBook())
    assert found.to_dict()["shanten"] == 0
