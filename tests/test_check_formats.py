"""Outcomes as text, JSON, GitHub annotations, JUnit and TAP: red at the right place in each."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
import xmlschema
import yaml
from defusedxml import ElementTree
from markdown_it import MarkdownIt

from mjtool.cli.app import run
from mjtool.regression.compare import ABSENT
from mjtool.render.columns import width
from mjtool.render.sides import beside

HERE = Path(__file__).parent
XSD = xmlschema.XMLSchema(str(HERE / "junit.xsd"))
WIN = "[222p]333m444888s55z"
CASES = [
    {"id": "good", "do": "score", "hand": WIN, "expect": {"fan": 2}},
    {
        "id": "bad,one:1%",
        "do": "score",
        "hand": WIN,
        "expect": {"fan": 3, "patterns": ["all_chows"]},
    },
    {"id": "# 坏\x07\x1b\n", "do": "scor"},
]


@pytest.fixture
def cases(tmp_path, monkeypatch):
    """Write one case that passes, one that fails and one that is none; the second on line 3."""
    monkeypatch.chdir(tmp_path)
    lines = [json.dumps(case) for case in CASES]
    (tmp_path / "a,b.jsonl").write_text(f"{lines[0]}\n\n{lines[1]}\n{lines[2]}\n", "utf-8")
    return "a,b.jsonl"


def shown(capsys, *arguments, code=1):
    """Return what ``check`` writes to stdout."""
    assert run(["check", *arguments]) == code
    return capsys.readouterr().out


def test_text_shows_both_sides_and_why(cases, capsys):
    lines = shown(capsys, cases).splitlines()
    at = lines.index("a,b.jsonl:3: FAILED bad,one:1% (score, jipinghu)")
    assert lines[at + 1] == f"  {WIN}"
    head, fan, patterns = lines[at + 2 : at + 5]
    for line, left, right in (
        (head, "expected", "found"),
        (fan, "3", "2"),
        (patterns, "all_chows", "all_pungs"),
    ):
        assert line.index(left) == head.index("expected")
        assert line.index(right) == head.index("found")
    assert "000 六.一" in "\n".join(lines)
    assert any(line.startswith("a,b.jsonl:4: ERROR ") for line in lines)
    assert lines[-1] == "3 cases in 1 file: 1 passed, 1 failed, 1 error"


def test_text_lines_up_in_chinese(cases, capsys):
    lines = shown(capsys, cases, "--lang", "zh").splitlines()
    head = next(line for line in lines if "应为" in line)
    fan = lines[lines.index(head) + 1]
    assert width(head[: head.index("实为")]) == width(fan[: fan.index("2", fan.index("3"))])


def test_colour_only_where_asked(cases, capsys):
    assert "\033[" not in shown(capsys, cases)
    assert "\033[31mFAILED\033[39m" in shown(capsys, cases, "--color", "always")


def test_json_has_a_line_a_case_and_a_summary(cases, capsys):
    by_option = shown(capsys, cases, "--json")
    assert by_option == shown(capsys, cases, "--output-format", "json")
    rows = [json.loads(line) for line in by_option.splitlines()]
    assert [row.get("outcome") for row in rows] == ["passed", "failed", "error", None]
    assert [row.get("line") for row in rows] == [1, 3, 4, None]
    assert rows[0]["rules"] == "jipinghu"
    assert rows[1]["differences"] == [
        {"key": "fan", "expected": 3, "found": 2},
        {"key": "patterns", "expected": ["all_chows"], "found": ["all_pungs"]},
    ]
    assert rows[2]["error"]["code"] == "bad_case"
    counts = {"files": 1, "cases": 3, "passed": 1, "failed": 1, "errors": 1, "passed_over": 0}
    assert rows[3] == {"summary": counts}


ANNOTATION = re.compile(r"::error file=([^,:]*),line=(\d+),title=([^,:]*)::([^\r\n]*)")


def test_github_annotates_file_and_line(cases, capsys):
    *lines, summary = shown(capsys, cases, "--output-format", "github").splitlines()
    found = [ANNOTATION.fullmatch(line) for line in lines]
    assert [(each[1], each[2]) for each in found if each] == [
        ("a%2Cb.jsonl", "3"),
        ("a%2Cb.jsonl", "4"),
    ]
    assert found[0][3] == "failed bad%2Cone%3A1%25"
    assert found[0][4].startswith("fan: expected 3, found 2%0A")
    assert summary.startswith("3 cases")


def test_junit_holds_to_its_schema(cases, capsys):
    report = shown(capsys, cases, "nothing.jsonl", "--output-format", "junit", code=2)
    XSD.validate(report)
    root = ElementTree.fromstring(report)
    assert {key: root.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "1",
        "errors": "2",
    }
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["a,b.jsonl", "nothing.jsonl"]
    good, bad, none = suites[0].findall("testcase")
    assert list(good) == []
    failure = bad.find("failure")
    assert failure.get("message").startswith("a,b.jsonl:3: fan: ")
    assert "a,b.jsonl:3: FAILED" in failure.text
    assert none.find("error").get("type") == "bad_case"
    assert suites[1].find("testcase/error").get("type") == "unreadable_cases"


def test_junit_of_green_cases_holds_too(cases, capsys):
    report = shown(capsys, cases, "--select", "good", "--output-format", "junit", code=0)
    XSD.validate(report)
    assert ElementTree.fromstring(report).get("tests") == "1"


def test_the_schema_refuses_what_is_no_report():
    assert not XSD.is_valid("<testsuites><testsuite/></testsuites>")
    assert not XSD.is_valid(
        '<testsuites><testsuite name="a"><testcase name="b"/></testsuite></testsuites>'
    )


def test_junit_tells_when_its_library_is_missing(cases, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "junitparser", None)
    assert run(["check", cases, "--output-format", "junit"]) == 2
    assert "mjtool[junit]" in capsys.readouterr().err


TYPES = [
    pytest.param("4", 4, ('"4"', "4"), id="text-for-a-number"),
    pytest.param(4, "4", ("4", '"4"'), id="a-number-for-text"),
    pytest.param("true", True, ('"true"', "true"), id="text-for-true"),
    pytest.param("null", None, ('"null"', "null"), id="text-for-null"),
    pytest.param("-", ABSENT, ('"-"', "-"), id="text-for-nothing"),
    pytest.param("1m", ABSENT, ("1m", "-"), id="nothing"),
    pytest.param("a b", ["a", "b"], ('"a b"', '["a","b"]'), id="text-for-a-list"),
    pytest.param(["a b"], ["a", "b"], ('["a b"]', '["a","b"]'), id="lists-of-other-words"),
    pytest.param("E ", "E", ('"E "', '"E"'), id="a-space"),
    pytest.param("", "E", ('""', '"E"'), id="empty"),
    pytest.param("a\nb", "a", ('"a\\nb"', '"a"'), id="a-line-break"),
    pytest.param("E", "S", ("E", "S"), id="words"),
    pytest.param(["a"], ["a", "b"], ("a", "a b"), id="lists"),
    pytest.param([], ["a"], ("[]", "a"), id="an-empty-list"),
    pytest.param({"E": 1}, 1, ('{"E":1}', "1"), id="a-table"),
]


@pytest.mark.parametrize(("expected", "found", "told"), TYPES)
def test_values_are_told_apart(expected, found, told):
    assert beside(expected, found) == told


@pytest.mark.parametrize("view", ["text", "github", "junit", "tap", "markdown"])
def test_a_type_that_differs_shows_in_every_format(tmp_path, capsys, view):
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({"do": "score", "hand": WIN, "expect": {"points": "4"}}), "utf-8")
    assert re.search(r'["&quot;]4["&quot;]\W', shown(capsys, str(file), "--output-format", view))


def test_quiet_is_a_line_a_case_and_nothing_where_all_pass(cases, capsys):
    lines = shown(capsys, cases, "-q").splitlines()
    fan = "fan: expected 3, found 2; patterns: expected all_chows, found all_pungs"
    assert lines[0] == f"a,b.jsonl:3: FAILED bad,one:1%: {fan}"
    assert lines[1].startswith("a,b.jsonl:4: ERROR ")
    assert shown(capsys, cases, "--quiet", "--select", "good", code=0) == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_more_is_looked_at_than_failures_were_asked_for(cases, capsys, jobs):
    lines = shown(capsys, cases, "--max-failures", "1", "--jobs", jobs).splitlines()
    assert not any("ERROR" in line for line in lines)
    told = "2 cases in 1 file: 1 passed, 1 failed, 0 errors; stopped there (--max-failures)"
    assert lines[-1] == told
    assert len(shown(capsys, cases, "--max-failures", "9", "--json").splitlines()) == 4
    *_, summary = shown(capsys, cases, "--max-failures", "1", "--json").splitlines()
    assert json.loads(summary)["summary"]["stopped"] is True


def test_failures_are_at_least_one_and_none_with_update(cases, capsys):
    shown(capsys, cases, "--max-failures", "0", code=2)
    shown(capsys, cases, "--max-failures", "1", "--update", code=2)


def test_a_replay_case_without_rules_claims_none(tmp_path, capsys):
    log = LOGS / "jipinghu-A205-0.jsonl"
    case = {"id": "r", "do": "replay", "log": str(log), "expect": {"findings": []}}
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps(case), "utf-8")
    assert f"{file}:1: FAILED r (replay)\n" in shown(capsys, str(file))
    row, _ = map(json.loads, shown(capsys, str(file), "--json").splitlines())
    assert row["rules"] is None
    file.write_text(json.dumps({**case, "rules": "xinmajiang"}), "utf-8")
    assert "FAILED r (replay, xinmajiang)\n" in shown(capsys, str(file))


def test_markdown_is_a_summary_a_table_and_the_answers(cases, capsys):
    lines = shown(capsys, cases, "--output-format", "markdown").splitlines()
    assert lines[:4] == [
        "**3 cases in 1 file: 1 passed, 1 failed, 1 error**",
        "",
        "| case | key | expected | found |",
        "| --- | --- | --- | --- |",
    ]
    assert lines[4] == "| `a,b.jsonl:3` `bad,one:1%` | `fan` | `3` | `2` |"
    assert lines[5].startswith("| `a,b.jsonl:3` `bad,one:1%` | `patterns` |")
    assert lines[6].startswith("| `a,b.jsonl:4` `# 坏` |  |  | `unknown 'do': 'scor'")
    assert lines[8] == "<details><summary><code>a,b.jsonl:3 bad,one:1%</code></summary>"
    assert "000 六.一" in "\n".join(lines)
    assert lines.count("</details>") == 2


def test_markdown_reads_nothing_of_what_it_shows(tmp_path, capsys):
    name = "@me `x` | <b> ```\n# 1"
    case = {"id": name, "do": "score", "hand": WIN, "expect": {"reason": name}}
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps(case), "utf-8")
    out = shown(capsys, str(file), "--output-format", "markdown")
    html = MarkdownIt("gfm-like", {"linkify": False}).render(out)
    assert html.count("<td") == 4
    assert "<code>@me `x` | &lt;b&gt; ``` # 1</code>" in html
    assert "<h1" not in html
    assert "<b>" not in html


def test_markdown_has_room_in_a_comment(tmp_path, capsys):
    case = {"do": "score", "hand": WIN, "seat": "E", "from": "S", "expect": {"fan": 9, "bank": 7}}
    file = tmp_path / "x.jsonl"
    file.write_text(f"{json.dumps(case)}\n" * 500, "utf-8")
    out = shown(capsys, str(file), "--output-format", "markdown")
    assert 50_000 < len(out) < 65_000
    told = re.search(r"^(\d+) more cases that do not pass: no room here\.$", out, re.MULTILINE)
    assert int(told[1]) + out.count("<details>") == 500


def test_tap(cases, capsys):
    lines = shown(capsys, cases, "--output-format", "tap").splitlines()
    assert lines[0] == "TAP version 14"
    assert lines[-1] == "1..3"
    tests = [line for line in lines if re.match(r"(not )?ok \d+ - ", line)]
    assert tests[0] == "ok 1 - a,b.jsonl: good"
    assert tests[1] == "not ok 2 - a,b.jsonl: bad,one:1%"
    assert tests[2].startswith("not ok 3 - a,b.jsonl: \\# 坏")
    start = lines.index("  ---")
    block = yaml.safe_load("\n".join(lines[start + 1 : lines.index("  ...")]))
    assert block["message"].startswith("a,b.jsonl:3: FAILED")


def test_a_green_run_is_green_everywhere(cases, capsys):
    for view in ("text", "json", "github", "junit", "tap", "markdown"):
        out = shown(capsys, cases, "--select", "good", "--output-format", view, code=0)
        assert not re.search(r"not ok|::error|<failure|<error|FAILED", out)


LOGS = HERE / "data" / "logs" / "native" / "bad"
WRONG = [
    pytest.param({"do": "score", "hand": WIN, "expect": {"points": 5}}, "points", id="wrong-case"),
    pytest.param(
        {"do": "rules", "rules": "house.toml", "expect": {"valid": True}},
        "house.toml: cpa: unknown key",
        id="wrong-rule-file",
    ),
    pytest.param(
        {"do": "score", "rules": "house.toml", "hand": WIN, "expect": {"points": 4}},
        "house.toml: cpa: unknown key",
        id="case-of-a-wrong-rule-file",
    ),
    pytest.param(
        {"do": "replay", "log": "wrong-log.jsonl", "expect": {"findings": []}},
        "A205",
        id="wrong-log",
    ),
]


@pytest.mark.parametrize(("case", "why"), WRONG)
@pytest.mark.parametrize("view", ["text", "json", "github", "junit", "tap", "markdown"])
def test_a_wrong_case_rule_file_or_log_is_red(tmp_path, monkeypatch, capsys, view, case, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text('extends = "jipinghu"\ncpa = 3\n', "utf-8")
    shutil.copy(LOGS / "jipinghu-A205-0.jsonl", tmp_path / "wrong-log.jsonl")
    (tmp_path / "x.jsonl").write_text(f"\n{json.dumps({'id': 'wrong', **case})}\n", "utf-8")
    out = shown(capsys, "x.jsonl", "--output-format", view)
    red = {
        "text": "x.jsonl:2: FAILED wrong",
        "json": '"file":"x.jsonl","line":2,"id":"wrong"',
        "github": "::error file=x.jsonl,line=2,title=failed wrong::",
        "junit": '<failure message="x.jsonl:2: ',
        "tap": "not ok 1 - x.jsonl: wrong",
        "markdown": "| `x.jsonl:2` `wrong` |",
    }
    assert red[view] in out
    assert why in out
