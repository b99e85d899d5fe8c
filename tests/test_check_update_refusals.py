"""What ``check --update`` does not write: it says why, stays red, and goes on with the rest."""

from __future__ import annotations

import json
import os

import pytest

from mjtool.cli.app import run
from mjtool.regression import check, read_cases
from mjtool.regression.checker import Plan
from mjtool.regression.editor import Editor
from mjtool.regression.update import updating
from mjtool.render import text

WIN = "[222p]333m444888s55z"
TYPO = {"id": "typo", "do": "score", "hand": WIN + "x", "expect": {"fan": 2}}
WRONG = {"id": "wrong", "do": "score", "hand": WIN, "expect": {"fan": 9}}
READY = '[[case]]\ndo = "shanten"\nhand = "1234567789m444p"\n'


def lines(*cases):
    """Return cases as JSON Lines."""
    return "".join(json.dumps(case) + "\n" for case in cases)


def in_toml(case):
    """Return a case of few fields as TOML."""
    (name, value), *_ = case["expect"].items()
    fields = "".join(f'{key} = "{case[key]}"\n' for key in ("id", "do", "hand"))
    return f"[[case]]\n{fields}expect = {{{name} = {value}}}\n"


@pytest.mark.parametrize("name", ["x.jsonl", "x.toml"])
def test_an_answer_that_is_an_error_now_is_not_written(tmp_path, capsys, name):
    told = {"x.jsonl": lines, "x.toml": lambda *cases: "".join(map(in_toml, cases))}[name]
    file = tmp_path / name
    file.write_text(told(TYPO, WRONG), "utf-8")
    assert run(["check", "--update", str(file)]) == 1
    right = {**WRONG, "expect": {"fan": 2}}
    assert file.read_text("utf-8") == told(TYPO, right)
    shown = capsys.readouterr().out
    assert f"{file}:1: FAILED typo" in shown
    assert "\n  not updated: the answer is an error now (--update-errors takes it over)\n" in shown
    assert "0 passed, 1 failed, 0 errors, 1 updated" in shown
    assert run(["check", "--update", "--update-errors", str(file)]) == 0
    assert run(["check", str(file)]) == 0
    assert '"bad_character"' in file.read_text("utf-8")


def test_a_new_case_with_an_error_is_not_written_either(tmp_path):
    file = tmp_path / "x.jsonl"
    new = [{key: case[key] for key in ("id", "do", "hand")} for case in (TYPO, WRONG)]
    file.write_text(lines(*new), "utf-8")
    assert run(["check", "--update", str(file)]) == 1
    first, second = map(json.loads, file.read_text("utf-8").splitlines())
    assert "expect" not in first
    assert second["expect"]["fan"] == 2


def test_an_expected_error_may_become_another_or_none(tmp_path):
    file = tmp_path / "x.jsonl"
    cases = [{**case, "expect": {"error": {"code": "bad_tile"}}} for case in (TYPO, WRONG)]
    file.write_text(lines(*cases), "utf-8")
    assert run(["check", "--update", str(file)]) == 0
    first, second = map(json.loads, file.read_text("utf-8").splitlines())
    assert first["expect"] == {"error": {"code": "bad_character"}}
    assert second["expect"]["fan"] == 2


NULLS = [
    pytest.param("expect = {seven_pairs = 3}\n", "seven_pairs", id="alone"),
    pytest.param("expect = {shanten = 5, seven_pairs = 3}\n", "seven_pairs", id="among-others"),
    pytest.param("[case.expect]\nshanten = 0\nseven_pairs = 3\n", "seven_pairs", id="header"),
]


@pytest.mark.parametrize(("expect", "path"), NULLS)
def test_a_null_that_toml_cannot_say_is_not_left_out(tmp_path, capsys, expect, path):
    file = tmp_path / "x.toml"
    wrong = READY + "expect = {shanten = %s} # ready\n"
    file.write_text(READY + expect + wrong % 3, "utf-8")
    assert run(["check", "--update", str(file)]) == 1
    assert file.read_text("utf-8") == READY + expect + wrong % 0
    shown = capsys.readouterr()
    assert f"not updated: {path} is null now, and TOML has no null\n" in shown.out
    assert shown.err == ""


def test_json_can_say_null(tmp_path):
    file = tmp_path / "x.jsonl"
    case = {"do": "shanten", "hand": "1234567789m444p", "expect": {"seven_pairs": 3}}
    file.write_text(lines(case), "utf-8")
    assert run(["check", "--update", str(file)]) == 0
    assert json.loads(file.read_text("utf-8"))["expect"] == {"seven_pairs": None}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with three files to update, the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_text(lines(WRONG), "utf-8")
    (tmp_path / "b.toml").write_text(in_toml(WRONG) + in_toml({**WRONG, "id": "two"}), "utf-8")
    (tmp_path / "c.jsonl").write_text(lines(WRONG), "utf-8")
    return tmp_path


def is_updated(folder):
    """Return which of the files say what was found."""
    return {file.name: "9" not in file.read_text("utf-8") for file in sorted(folder.iterdir())}


GARBLED = [
    pytest.param(lambda text: text + "[[case]]\n", id="a-case-too-many"),
    pytest.param(lambda text: text.replace("fan = 2", "fan = 2.0"), id="another-type"),
    pytest.param(lambda text: text.replace('"two"', '"three"'), id="another-case-changed"),
    pytest.param(lambda text: text.replace("expect", "expect.expect", 1), id="moved"),
    pytest.param(lambda text: text + "[", id="no-toml"),
]


@pytest.mark.parametrize("garble", GARBLED)
def test_what_does_not_read_as_meant_is_not_written_and_stops_no_other_file(
    folder, monkeypatch, capsys, garble
):
    result = Editor.result
    monkeypatch.setattr(
        Editor,
        "result",
        lambda self: garble(result(self)) if self.style.is_toml else result(self),
    )
    old = (folder / "b.toml").read_bytes()
    assert run(["check", "--update", "."]) == 2
    assert is_updated(folder) == {"a.jsonl": True, "b.toml": False, "c.jsonl": True}
    assert (folder / "b.toml").read_bytes() == old
    out, err = capsys.readouterr()
    reason = "b.toml: written in a way that cannot be updated; update it by hand"
    assert err == f"error: {reason}\n"
    assert out.count(f"  not updated: {reason}\n") == 2
    assert "4 cases in 3 files: 0 passed, 2 failed, 0 errors, 2 updated" in out


def test_a_line_that_does_not_read_as_meant_stops_no_other_line(tmp_path, monkeypatch):
    file = tmp_path / "x.jsonl"
    file.write_text(lines(WRONG, {**WRONG, "id": "two"}), "utf-8")
    result = Editor.result
    monkeypatch.setattr(Editor, "result", lambda self: result(self).replace('"wrong"', '"right"'))
    assert run(["check", "--update", str(file)]) == 2
    assert file.read_text("utf-8") == lines(WRONG, {**WRONG, "id": "two", "expect": {"fan": 2}})


def test_a_file_that_cannot_be_written_stops_no_other(folder, monkeypatch, capsys):
    access = os.access
    monkeypatch.setattr(
        os, "access", lambda file, mode: "b." not in str(file) and access(file, mode)
    )
    assert run(["check", "--update", ".", "--json"]) == 2
    assert is_updated(folder) == {"a.jsonl": True, "b.toml": False, "c.jsonl": True}
    out, err = capsys.readouterr()
    assert err == "error: b.toml: cannot be written: access is denied\n"
    rows = list(map(json.loads, out.splitlines()))
    assert [row.get("outcome") for row in rows[:-1]] == ["updated", "failed", "failed", "updated"]
    assert rows[1]["not_updated"]["code"] == "not_updated"
    assert "not_updated" not in rows[0]


@pytest.mark.parametrize("name", ["a.jsonl", "b.toml"])
def test_a_file_that_changed_meanwhile_is_left_alone(folder, name):
    outcomes = list(check(read_cases(name), Plan(text.VIEWS)))
    edited = (folder / name).read_text("utf-8").replace("[222p]", "[222s]")
    (folder / name).write_text(edited, "utf-8")
    found = list(updating(outcomes))
    assert {each.not_updated.key for each in found} == {"not_updated.changed"}
    assert (folder / name).read_text("utf-8") == edited


def test_an_outcome_says_updated_when_its_file_is(folder):
    cases = (case for name in ("a.jsonl", "c.jsonl") for case in read_cases(name))
    found = updating(check(cases, Plan(text.VIEWS)))
    assert next(found).updated
    assert is_updated(folder) == {"a.jsonl": True, "b.toml": False, "c.jsonl": False}


@pytest.mark.parametrize("view", ["text", "json", "github", "junit", "tap", "markdown"])
def test_why_a_case_stays_is_told_in_every_format(tmp_path, capsys, view):
    file = tmp_path / "x.jsonl"
    file.write_text(lines(TYPO), "utf-8")
    assert run(["check", "--update", str(file), "--output-format", view]) == 1
    assert "the answer is an error now" in capsys.readouterr().out
    assert run(["check", "-q", "--update", str(file)]) == 1
    assert "the answer is an error now" in capsys.readouterr().out
