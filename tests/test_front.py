"""What Python calls: text where a hand is meant, any iterable of events, and one kind of error."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import mjtool
from mjtool import (
    FixedSet,
    Hand,
    HandResult,
    KongClaim,
    MjtoolError,
    Plan,
    RequestError,
    Room,
    Tile,
    Wind,
    Winner,
    answer,
    load_rules,
    score,
)
from mjtool.messages import LANGUAGES
from mjtool.patterns.facts import EVENTS
from mjtool.simulation import Options, simulate

PUNGS = "[222p]333m444888s55z"
FOURTEEN = "123m456p789s11222z"
RULES = load_rules("jipinghu")


def test_text_and_names_are_taken_where_objects_are_meant(tmp_path):
    found = mjtool.score(Hand.parse(PUNGS), RULES, Tile.WHITE, self_drawn=True, seat=Wind.SOUTH)
    assert mjtool.score(PUNGS, "jipinghu", "白", self_drawn=True, seat="S") == found
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\ncap = 2\n', "utf-8")
    assert mjtool.score(PUNGS, house, self_drawn=True).fan == 2
    assert mjtool.score(PUNGS, str(house), self_drawn=True).fan == 2
    assert mjtool.shanten(FOURTEEN, "jipinghu") == mjtool.shanten(Hand.parse(FOURTEEN), RULES)
    assert repr(mjtool.efficiency(FOURTEEN, "jipinghu")) == repr(
        mjtool.efficiency(Hand.parse(FOURTEEN), RULES)
    )


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(["last_tile"], id="list"),
        pytest.param(("last_tile",), id="tuple"),
        pytest.param({"last_tile"}, id="set"),
        pytest.param(frozenset({"last_tile"}), id="frozenset"),
        pytest.param({"last_tile": 1}.keys(), id="keys"),
        pytest.param((event for event in EVENTS if event == "last_tile"), id="generator"),
    ],
)
def test_events_come_in_any_iterable(events):
    found = mjtool.score(FOURTEEN, "jipinghu", self_drawn=True, events=events)
    assert found.fan == 3
    assert found.how.events == {"last_tile"}


@pytest.mark.parametrize(
    "visible",
    [
        pytest.param("1m 4m4m", id="text"),
        pytest.param([Tile.M1, Tile.M4, Tile.M4], id="tiles"),
        pytest.param(("1m", "四万", Tile.M4), id="mixed"),
        pytest.param(bytes([1, 0, 0, 2, *[0] * 30]), id="counts"),
        pytest.param(bytearray([1, 0, 0, 2, *[0] * 30]), id="bytearray"),
    ],
)
@pytest.mark.parametrize("ask", [mjtool.waits, mjtool.efficiency], ids=["waits", "efficiency"])
def test_visible_tiles_come_as_they_are_at_hand(ask, visible):
    plain = bytes([1, 0, 0, 2, *[0] * 30])
    hand = "2223m456p789s555z"
    assert repr(ask(hand, RULES, visible=visible)) == repr(ask(hand, RULES, visible=plain))


def test_thirteen_tiles_take_in_the_tile_that_wins():
    whole = mjtool.score("123m456p789s11222z", RULES, "2z", self_drawn=True)
    assert mjtool.score("123m456p789s1122z", RULES, "2z", self_drawn=True) == whole
    assert mjtool.score("123m456p789s1122z", RULES, Tile.SOUTH, self_drawn=True) == whole


def test_circumstances_are_verified_where_that_is_asked():
    asked = {"self_drawn": True, "seat": "S", "events": ["heavenly_hand"]}
    assert mjtool.score(FOURTEEN, RULES, **asked).fan == 6
    with pytest.raises(RequestError) as one:
        mjtool.score(FOURTEEN, RULES, **asked, verify=True)
    with pytest.raises(RequestError) as two:
        mjtool.verify_circumstances(FOURTEEN, RULES, **asked)
    assert one.value.key == two.value.key == "impossible_request.dealer"
    mjtool.verify_circumstances(FOURTEEN, RULES, self_drawn=True, seat="E", events=asked["events"])


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        pytest.param({"kongs": [("S", "added")]}, "impossible_request.own_kongs", id="own-kong"),
        pytest.param({"kongs": [("W", "exposed")]}, "bad_request.kong_feeder", id="feeder"),
        pytest.param({"horses": ["1m"]}, "bad_request.horses", id="no-horses-here"),
        pytest.param({"liable": "S"}, "impossible_request.own_tile", id="liable"),
        pytest.param({"rules": "tuidaohu", "hand": "[123m]456p789s11222z"}, None, id="chow"),
        pytest.param(
            {"rules": "tuidaohu", "hand": "(1111m)456p789s11222z", "horses": [Tile.M1]},
            "too_many_copies.horses",
            id="fifth-copy",
        ),
    ],
)
def test_all_that_a_request_can_hold_is_verified(asked, key):
    fields = {"hand": FOURTEEN, "rules": "jipinghu", "seat": "S", "self_drawn": True, **asked}
    with pytest.raises(MjtoolError) as refused:
        mjtool.verify_circumstances(fields.pop("hand"), fields.pop("rules"), **fields)
    assert refused.value.key == (key or "impossible_request.chow")


def test_an_answer_is_what_the_command_tells():
    asked = {"hand": PUNGS, "seat": "S", "from": "E", "room": {"coefficient": 2, "fee": 1}}
    found = mjtool.answer("score", asked)
    assert (found.score.points, found.settled.coins) == (4, (-9, 7, -1, -1))
    assert found.to_dict()["payments"] == {"E": -4, "S": 4, "W": 0, "N": 0}
    assert mjtool.answer("waits", {"hand": FOURTEEN}).waits.shanten == -1
    with pytest.raises(RequestError, match="nosuch"):
        mjtool.answer("score", {**asked, "nosuch": 1})


# Whatever stands in the place of an argument, the answer is an answer or an MjtoolError.

JUNK = (
    *(
        None,
        True,
        5,
        -1,
        10**30,
        1.5,
        "",
        "x",
        "E",
        "S",
        "1z",
        "9m9m",
        "\0",
        "\ud800",
        b"",
        b"123m",
    ),
    *(
        b"",
        b"123m",
        [],
        [1],
        ["x"],
        {},
        {"a": 1},
        (),
        ("E", "concealed"),
        [("E", "added")],
        object(),
    ),
    *(Tile.M1, Wind.EAST, RULES, Hand.parse(FOURTEEN), bytes(34), bytes([9] * 34), [99] * 34),
    *(Path("missing"), Path("/"), float("nan"), {1, 2}, Winner(9, 1), [Winner(0, "x")], print),
    *([KongClaim(0, "big")], [KongClaim(7, "added")], [[None]], range(3), "\U0001f000"),
)
RESULT = HandResult(dealer=0, winners=(Winner(1, 8),))
CALLS = {
    "score": (mjtool.score, {"hand": FOURTEEN, "rules": RULES, "win": "2z", "self_drawn": True}
        | {"seat": "S", "round": "E", "events": (), "verify": True}),
    "verify_circumstances": (
        mjtool.verify_circumstances,
        {"hand": FOURTEEN, "rules": RULES, "win": "2z", "self_drawn": True, "seat": "S"}
        | {"events": (), "source": None, "liable": None, "kongs": (), "horses": ()},
    ),
    "waits": (mjtool.waits, {"hand": FOURTEEN, "rules": RULES, "visible": "", "seat": "S"}
        | {"round": "E"}),
    "shanten": (mjtool.shanten, {"hand": FOURTEEN, "rules": RULES, "ignore_sets": False}),
    "efficiency": (
        mjtool.efficiency,
        {"hand": FOURTEEN, "rules": RULES, "visible": "", "improvements": True, "targets": True}
        | {"draws": 1, "swaps": 0, "sort": "tiles", "seat": None, "round": None},
    ),
    "answer": (mjtool.answer, {"command": "score", "request": {"hand": FOURTEEN}}),
    "settle": (mjtool.settle, {"rules": RULES, "result": RESULT}),
    "coins": (
        mjtool.coins,
        {"rules": RULES, "net": (1, -1, 0, 0), "room": Room(1, 1), "washout": False},
    ),
    "load_rules": (mjtool.load_rules, {"name": "jipinghu"}),
    "parse_tiles": (mjtool.parse_tiles, {"text": "1m"}),
    "Hand.parse": (Hand.parse, {"text": FOURTEEN}),
    "Hand.build": (Hand.build, {"sets": (), "counts": bytes(34), "last": None}),
    "Hand.with_tile": (Hand.parse("123m456p789s1122z").with_tile, {"tile": Tile.EAST}),
    "Hand.without_tile": (Hand.parse(FOURTEEN).without_tile, {"tile": Tile.EAST}),
    "FixedSet.parse": (FixedSet.parse, {"text": "[111m]"}),
    "FixedSet": (FixedSet, {"kind": mjtool.SetKind.PUNG, "tile": Tile.M1}),
    "Tile.parse": (Tile.parse, {"text": "1m"}),
    "Tile": (Tile, {"value": 0}),
    "Wind": (Wind, {"value": "E"}),
    "replay": (lambda **given: list(mjtool.replay(**given)),
        {"logs": [], "plan": Plan(), "jobs": 1}),
    "Plan": (lambda **given: list(mjtool.replay([], Plan(**given))),
        {"format": "auto", "rules": None, "score_as": None}),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "parameter"), [(name, each) for name, (_, given) in CALLS.items() for each in given]
)
def test_junk_in_any_place_is_answered_or_refused(name, parameter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a path among the junk leads nowhere
    call, given = CALLS[name]
    call(**given) if name != "Hand.build" else None
    for junk in JUNK:
        if name == "replay" and parameter == "logs" and junk == Path("/"):
            continue  # a folder that may be long
        refused = None
        try:
            call(**{**given, parameter: junk})
        except MjtoolError as error:
            refused = error
        except Exception as error:
            pytest.fail(f"{name}({parameter}={junk!r}): {type(error).__name__}: {error}")
        told = [refused.message(lang) for lang in LANGUAGES] if refused else ["answered"]
        assert all(told)
        assert "\n" not in "".join(told)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Return a result of every kind."""
    log = tmp_path_factory.mktemp("logs") / "game.jsonl"
    [game] = simulate(RULES, 1, seed=7, options=Options(hands=2))
    log.write_bytes(b"".join(game.lines).replace(b'"points":[', b'"points":[1', 1))
    plan = Plan(table=True, score_as="tuidaohu")
    items = [*mjtool.replay([log, "missing.jsonl"], plan)]
    return [
        mjtool.score(PUNGS, RULES, self_drawn=True),
        mjtool.waits(FOURTEEN, RULES),
        mjtool.shanten(FOURTEEN, RULES),
        mjtool.efficiency(FOURTEEN, RULES, draws=1),
        *(mjtool.answer(each, {"hand": FOURTEEN}) for each in ("score", "waits", "shanten")),
        mjtool.answer("efficiency", {"hand": FOURTEEN}),
        mjtool.settle(RULES, RESULT),
        RULES,
        *items,
        *(item.error for item in items if isinstance(item, mjtool.Unread)),
    ]


def test_every_result_can_be_plain_tables(results):
    kinds = {type(result).__name__ for result in results}
    assert kinds >= {"Finding", "HandRow", "Worth", "Counts", "Unread", "SourceError", "Ledger"}
    for result in results:
        told = result.to_dict()
        assert told
        assert msgspec.json.decode(msgspec.json.encode(told)) == told


def test_a_result_tells_what_the_command_does(mjtool):
    lines = mjtool("score", PUNGS, "--self-drawn", "--seat", "S", "--lang", "zh", "--json")[1]
    asked = {"self_drawn": True, "seat": "S"}
    found = score(PUNGS, RULES, **asked).to_dict("zh")
    row = msgspec.json.decode(lines)
    assert {key: row[key] for key in found} == found
    assert row == answer("score", {"hand": PUNGS, **asked}).to_dict("zh")


@pytest.mark.parametrize("rules", ["tuidaohu", "jipinghu", "hongzhong_mil"])
@pytest.mark.parametrize("told", [{}, {"no_wild": True}], ids=["nothing-told", "no-wild"])
def test_a_flower_that_is_not_wild_wins_no_hand(rules, told):
    with pytest.raises(mjtool.RequestError) as caught:
        mjtool.score("1112345667899s", rules, win="6f", self_drawn=True, **told)
    assert caught.value.code == "not_in_set"
