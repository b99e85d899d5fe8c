"""``mjtool replay``: streams, exit codes, views."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from mjtool.game_log import CODES, Plan, replay
from mjtool.render import github, junit, sarif
from tests.logs import DATA

BAD = DATA / "bad" / "jipinghu-S501-0.jsonl"
GOOD = DATA / "good" / "jipinghu-000.jsonl"


def test_clean_log(program):
    done = program("replay", str(GOOD))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 file, 1 game, 2 hands, 117 events: 0 findings\n"


def test_findings(program):
    done = program("replay", str(GOOD), str(BAD))
    assert (done.returncode, done.stderr) == (1, "")
    first, summary = done.stdout.splitlines()
    assert first == f"{BAD}:84: S501 the fan count differs (seat 1, expected 0, found -1)"
    assert summary.endswith("1 finding")


def test_standard_input(program):
    done = program("replay", "-", stdin=BAD.read_text("utf-8"))
    assert done.returncode == 1
    assert done.stdout.startswith("-:84: S501 ")
    assert program("replay", "-", "--jobs", "2", stdin=BAD.read_text("utf-8")).stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        pytest.param([], 2, "error: no log given (a file, a folder, or - for stdin)", id="none"),
        pytest.param(["--select", "X", str(GOOD)], 2, "error: no finding has a code", id="code"),
        pytest.param(["--rules", "nowhere.toml", str(GOOD)], 2, "error: nowhere.toml", id="rules"),
        pytest.param(["missing.jsonl", str(GOOD)], 2, "error: cannot read missing", id="missing"),
        pytest.param(["--format", "sgf", str(GOOD)], 2, "error: --format: 'sgf'", id="format"),
    ],
)
def test_what_cannot_be_done(program, tmp_path, arguments, code, error):
    done = program("replay", *arguments, cwd=tmp_path)
    assert done.returncode == code
    assert done.stderr.startswith(error)
    assert done.stderr.count("\n") == 1


def test_others_are_checked_beside_a_missing_one(program, tmp_path):
    done = program("replay", "missing.jsonl", str(BAD), "--jobs", "2", cwd=tmp_path)
    assert done.returncode == 2
    assert "S501" in done.stdout


def test_no_logs(program, tmp_path):
    assert program("replay", str(tmp_path)).returncode == 5


def test_json(program):
    done = program("replay", "--json", "--table", "--lang", "zh", str(BAD))
    assert done.returncode == 1
    *rows, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert last == {"summary": {"files": 1, "games": 1, "hands": 4, "events": 422, "findings": 1}}
    [finding] = [row for row in rows if "code" in row]
    assert finding == {
        "file": str(BAD),
        "line": 84,
        "code": "S501",
        "seat": 1,
        "message": "番数不对",
        "expected": 0,
        "found": -1,
    }
    tables = [row["table"] for row in rows if "table" in row]
    assert [table["number"] for table in tables] == [1, 2, 3, 4]
    assert all(table["rules"] == "jipinghu" for table in tables)


def test_table_for_people(program):
    done = program("replay", "--table", "--lang", "zh", str(GOOD))
    assert done.stdout.splitlines()[0] == (
        f"{GOOD}:48: 第1场第1局 东 庄家0：座位2自摸 平胡 自摸 2番 每份4分"
        " | 分数 -4 -4 +12 -4 | 累计 -4 -4 12 -4"
    )


def test_colour_only_when_asked(program):
    assert "\033[" not in program("replay", str(BAD)).stdout
    assert "\033[31mS501\033[39m" in program("replay", str(BAD), "--color", "always").stdout


def test_select_and_ignore(program):
    assert program("replay", "--ignore", "S5", str(BAD)).returncode == 0
    assert program("replay", "--select", "D, S501", str(BAD)).returncode == 1


def test_closed_pipe(program, environment):
    done = program("replay", "--output-format", "json", str(DATA / "bad"))
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 347


def test_github(program):
    done = program("replay", "--output-format", "github", str(BAD))
    assert done.stdout == (
        f"::error file={BAD},line=84,title=S501::"
        "the fan count differs (seat 1, expected 0, found -1)\n"
    )
    assert github.annotation("a:b", 1, "x,y", "50%\nmore") == (
        "::error file=a%3Ab,line=1,title=x%2Cy::50%25%0Amore"
    )


def test_junit(program, tmp_path):
    pytest.importorskip("junitparser")
    done = program(
        "replay", "--output-format", "junit", str(GOOD), str(BAD), "none.jsonl", cwd=tmp_path
    )
    root = ElementTree.fromstring(done.stdout.encode())
    assert [root.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    cases = {case.get("name"): [child.tag for child in case] for case in root.iter("testcase")}
    assert cases == {str(GOOD): [], str(BAD): ["failure"], "none.jsonl": ["error"]}


def test_junit_takes_any_text():
    pytest.importorskip("junitparser")
    case = junit.Case("s", "a\x00b\ud800", (junit.Problem("K", "\x1b[1m<&>"),))
    ElementTree.fromstring(junit.report([case]).encode())


def test_sarif():
    items = list(replay([BAD, "missing.jsonl"]))
    document = json.loads(sarif.report(items, "1.2.3", "en"))
    [run] = document["runs"]
    driver = run["tool"]["driver"]
    assert (document["version"], driver["version"]) == ("2.1.0", "1.2.3")
    assert [rule["id"] for rule in driver["rules"]] == list(CODES)
    [result] = run["results"]
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "S501"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 84}
    assert not run["invocations"][0]["executionSuccessful"]


def test_rows_tell_the_log_and_the_rules():
    rows = [item for item in replay([GOOD], Plan(table=True)) if hasattr(item, "wins")]
    assert [row.ended for row in rows] == ["self_drawn", "discard"]
    assert [shown.id for shown in rows[0].wins[0].patterns] == ["all_chows", "self_draw"]
    assert rows[1].source == 3
    assert rows[1].scores == (-4, -4, 14, -6)


@pytest.mark.parametrize(("name", "round_wind"), [("jipinghu-000", "E"), ("tuidaohu-escape", None)])
def test_a_row_tells_the_round_where_the_rules_count_winds(name, round_wind):
    rows = replay([DATA / "good" / f"{name}.jsonl"], Plan(table=True))
    assert next(item for item in rows if hasattr(item, "wins")).round == round_wind


def test_the_table_tells_what_held_or_lifted_the_fan(program, tmp_path):
    line = (*("simulate", "--rules", "jipinghu", "--games", "3"), *("--rare", "--seed", "5"))
    (tmp_path / "game.jsonl").write_text(program(*line).stdout, "utf-8")
    table = program("replay", "--table", str(tmp_path / "game.jsonl")).stdout
    assert "Self-draw 3 fan (lifted to 3 fan by kong draw) X 8" in table
    rows = program("replay", "--table", "--json", str(tmp_path / "game.jsonl")).stdout
    assert '"capped":false,"lifted_by":"kong_draw"' in rows
