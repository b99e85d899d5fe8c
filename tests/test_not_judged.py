"""What is not judged is told, and no field of a native log decides what is."""

from __future__ import annotations

import json
import subprocess
import sys

import foreign_games as write
import pytest

from mjtool.game_log import Counts, HandRow, Plan, replay
from tests.logs import Log

HANDS = ["19m19p19s11223345z", "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
ODD = [{"checks": ""}, {"checks": "F", "aborts": True, "reserve": 40}, "", 0, None, [], [[]], True]


def invented() -> Log:
    """Return a log whose one hand is won by nobody, with points of nowhere."""
    log = Log().hand(*HANDS).play("d0:1m t1:7p w1:7p")
    return log.end(points=[1000, -1000, 0, 0]).over()


@pytest.mark.parametrize("value", ODD, ids=str)
@pytest.mark.parametrize("name", ["legality", "walls", "reason", "checks", "converted"])
def test_no_field_of_a_native_log_switches_a_check_off(name, value):
    log = invented()
    expected = log.codes()
    assert [code for _, code in expected] == ["S509", "S504"]
    for event in log.events:
        event[name] = value
    assert log.codes() == expected


@pytest.mark.parametrize("value", ODD, ids=str)
def test_a_washout_with_tiles_left_needs_another_game(value):
    log = Log(legality={"aborts": True}).hand(*HANDS).play("d0:1m").add("washout", reason=value)
    assert log.end().over().codes() == [(4, "A205")]


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        pytest.param("foreign:riichi", [], id="riichi"),
        pytest.param("foreign:chinese-standard+flowers", [], id="marked"),
        pytest.param("foreign:checkers", [(1, "F003")], id="no-such-game"),
        pytest.param("foreign:riichi+lenient", [(1, "F003")], id="no-such-mark"),
        pytest.param("foreign:", [(1, "F003")], id="no-name"),
    ],
)
def test_the_games_of_others_are_named_by_the_rules(rules, codes):
    log = invented()
    log.events[0]["rules"] = rules
    assert log.codes() == codes


@pytest.mark.parametrize("walls", [7, "x", [], [["1m"]], [["1m"], [], [], [1]], [[], [], [], None]])
def test_walls_that_cannot_be_read_are_told_where_they_count(walls):
    log = Log("foreign:chinese-standard").hand(*HANDS, walls=walls).play("d0:1m")
    assert log.codes()[0] == (2, "F003")
    assert Log().hand(*HANDS, walls=walls).play("d0:1m").codes() == [(3, "F006")]


def run(path, *options):
    command = [sys.executable, "-m", "mjtool", "replay", str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(params=["foreign", "converted"])
def unjudged(request, tmp_path):
    """Return a log of two games of others, as it is and converted."""
    path = tmp_path / "log.mjson"
    path.write_bytes(write.mjai([write.play(1)]) + write.mjai([write.play(2)]))
    if request.param == "foreign":
        return path
    native = tmp_path / "log.jsonl"
    convert = [sys.executable, "-m", "mjtool", "convert", str(path), "-o", str(native)]
    assert subprocess.run(convert, check=False).returncode == 0
    return native


def test_rows_name_the_game_that_was_played(unjudged):
    rows = [item for item in replay([unjudged], Plan(table=True)) if isinstance(item, HandRow)]
    assert {row.rules for row in rows} == {"foreign:riichi"}


def test_the_result_tells_that_wins_are_not_judged(unjudged):
    counts = [item for item in replay([unjudged]) if isinstance(item, Counts)]
    assert [each.unjudged for each in counts] == [2]
    assert run(unjudged, "--lang", "en").stdout.endswith("; wins not judged in 2 games\n")
    assert "2 场" in run(unjudged, "--lang", "zh").stdout.rsplit("；", 1)[1]
    summary = json.loads(run(unjudged, "--json").stdout.splitlines()[-1])["summary"]
    assert summary["wins_not_judged"] == 2
    github = run(unjudged, "--output-format", "github", "--lang", "en")
    assert (github.stdout, github.returncode) == (
        "::notice title=mjtool::wins not judged in 2 games\n",
        0,
    )
    junit = run(unjudged, "--output-format", "junit", "--lang", "en").stdout
    assert "<system-out>wins not judged in 2 games</system-out>" in junit
    sarif = json.loads(run(unjudged, "--output-format", "sarif", "--lang", "en").stdout)
    [invocation] = sarif["runs"][0]["invocations"]
    [note] = invocation["toolExecutionNotifications"]
    assert (note["level"], note["message"]["text"]) == ("note", "wins not judged in 2 games")
    assert invocation["executionSuccessful"]


def test_a_native_log_is_judged_and_says_nothing_of_it(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join(invented().lines))
    lines = run(path, "--lang", "en").stdout.splitlines()
    assert lines[-1] == "1 file, 1 game, 1 hand, 7 events: 2 findings"
    summary = json.loads(run(path, "--json").stdout.splitlines()[-1])["summary"]
    assert list(summary) == ["files", "games", "hands", "events", "findings"]
