"""Rule files: what is refused, and where the fault is said to be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mjtool.errors import RuleError
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.load import merge

BASE = 'extends = "jipinghu"\n'

FAULTS = [
    pytest.param(
        "[patterns.full_flush]\nfna = 5\n",
        "unknown_key",
        "patterns.full_flush.fna",
        id="misspelt-key",
    ),
    pytest.param("[knog]\nadded = 1\n", "unknown_key", "knog", id="misspelt-table"),
    pytest.param(
        "[kong]\nneedswall = true\n", "unknown_key", "kong.needswall", id="misspelt-in-section"
    ),
    pytest.param("id = 'x'\n", "unknown_key", "id", id="id-is-not-a-key"),
    pytest.param(
        "[patterns.ful_flush]\nfan = 5\n",
        "unknown_pattern",
        "patterns.ful_flush",
        id="unknown-pattern",
    ),
    pytest.param(
        "[bonuses.self_drow]\nfan = 5\n", "unknown_pattern", "bonuses.self_drow", id="unknown-bonus"
    ),
    pytest.param(
        "[patterns.full_flush]\nfan = '5'\n",
        "bad_value",
        "patterns.full_flush.fan",
        id="text-for-number",
    ),
    pytest.param(
        "[patterns.full_flush]\nfan = 5.0\n",
        "bad_value",
        "patterns.full_flush.fan",
        id="float-for-number",
    ),
    pytest.param("cap = true\n", "bad_value", "cap", id="boolean-for-number"),
    pytest.param("cap = -1\n", "bad_value", "cap", id="negative"),
    pytest.param(f"cap = {10**30}\n", "bad_value", "cap", id="huge-number"),
    pytest.param(f"base = {2**63}\n", "bad_value", "base", id="beyond-64-bits"),
    pytest.param("base = -5\n", "bad_value", "base", id="negative-points"),
    pytest.param("base = inf\n", "bad_value", "base", id="infinite"),
    pytest.param("missed_win = 'of'\n", "bad_value", "missed_win", id="no-such-choice"),
    pytest.param("patterns = 3\n", "bad_value", "patterns", id="number-for-table"),
    pytest.param(
        "[patterns]\nfull_flush = 3\n", "bad_value", "patterns.full_flush", id="number-for-pattern"
    ),
    pytest.param("[[kong]]\nadded = 1\n", "bad_value", "kong", id="list-for-table"),
    pytest.param(
        "[liability.pattern]\nnine_gates = true\n",
        "bad_value",
        "liability.pattern.nine_gates",
        id="no-such-liability",
    ),
    pytest.param("[horses]\nhonors = ['1z']\n", "bad_value", "horses.honors", id="honors-missing"),
    pytest.param("[horses]\nfirst = 92\n", "bad_value", "horses.first", id="more-than-any-wall"),
    pytest.param("[horses]\nstep = 92\n", "bad_value", "horses.step", id="step-beyond-any-wall"),
    pytest.param("[horses]\nmost = 84\n", "bad_value", "horses.most", id="more-than-the-wall"),
    pytest.param(
        f"[multipliers]\nself_draw = {10**7}\n",
        "bad_value",
        "multipliers.self_draw",
        id="huge-factor",
    ),
    pytest.param(
        f"[patterns.chicken_hand]\nmultiplier = {10**7}\n",
        "bad_value",
        "patterns.chicken_hand.multiplier",
        id="huge-multiplier",
    ),
    pytest.param(
        "[patterns.chicken_hand]\nenabled = false\n", "bad_value", "patterns", id="no-fallback-left"
    ),
    pytest.param(
        "[patterns.four_kongs]\nname = '十八罗汉'\n",
        "missing_key",
        "patterns.four_kongs.fan",
        id="pattern-without-fan",
    ),
    pytest.param("cap = \n", "bad_toml", "", id="no-toml"),
    pytest.param("cap = 3\ncap = 4\n", "bad_toml", "", id="key-twice"),
    pytest.param(f"cap = {'9' * 5000}\n", "bad_toml", "", id="number-too-long-to-read"),
    pytest.param(f"cap = {'[' * 5000}{']' * 5000}\n", "bad_toml", "", id="nested-too-deep"),
]


@pytest.mark.parametrize(("text", "code", "path"), FAULTS)
def test_a_fault_names_file_key_and_reason(tmp_path, text, code, path):
    file = tmp_path / "house.toml"
    file.write_text(BASE + text, "utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(str(file))
    error = caught.value
    assert (error.code, error.source, error.path) == (code, str(file), path)
    assert error.message("en").startswith(f"{file}: {path + ': ' if path else ''}")
    assert "\n" not in error.message("en")


@pytest.mark.parametrize(("flowers", "most"), [("false", 83), ("true", 91)])
def test_a_wall_may_be_all_horses(tmp_path, flowers, most):
    file = tmp_path / "house.toml"
    file.write_text(f"{BASE}tiles.flowers = {flowers}\n[horses]\nmost = {most}\n", "utf-8")
    assert load_rules(file).horses.most == most


def test_a_base_whose_dealer_has_horses_takes_no_room_from_the_winners(tmp_path):
    file = tmp_path / "house.toml"
    text = 'extends = "tuidaohu"\nwall.reserve = 81\nhorses.owner = '  # four horses at most there
    file.write_text(f'{text}"winner"\n', "utf-8")
    assert load_rules(file).horses.most == 4
    file.write_text(f'{text}"dealer"\n', "utf-8")
    with pytest.raises(RuleError, match=r"horses\.most"):
        load_rules(file)


def test_a_misspelt_name_gets_a_suggestion(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(BASE + "[patterns.ful_flush]\nfan = 5\n", "utf-8")
    with pytest.raises(RuleError, match=r"did you mean 'full_flush'\?"):
        load_rules(file)


def test_a_file_that_extends_nothing_must_say_what_scores(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("name = '我家'\n", "utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(file)
    assert (caught.value.code, caught.value.path) == ("missing_key", "scoring")


def test_extends_in_a_circle(tmp_path):
    for name, parent in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.toml").write_text(f'extends = "{parent}.toml"\n', "utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(tmp_path / "a.toml")
    assert (caught.value.code, caught.value.path) == ("circular_extends", "extends")
    assert "a.toml -> b.toml -> c.toml -> a.toml" in caught.value.message()


def test_a_missing_parent_is_told_at_the_file_that_names_it(tmp_path):
    (tmp_path / "a.toml").write_text('extends = "nothing.toml"\n', "utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(tmp_path / "a.toml")
    assert caught.value.source == str(tmp_path / "a.toml")
    assert caught.value.path == "extends"
    assert "nothing.toml" in caught.value.message()


def test_a_fault_in_a_parent_is_told_at_the_parent(tmp_path):
    (tmp_path / "parent.toml").write_text(BASE + "[patterns.full_flush]\nfna = 5\n", "utf-8")
    (tmp_path / "child.toml").write_text('extends = "parent.toml"\ncap = 4\n', "utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(tmp_path / "child.toml")
    assert Path(caught.value.source).name == "parent.toml"
    assert caught.value.path == "patterns.full_flush.fna"


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda path: None, id="missing"),
        pytest.param(lambda path: path.mkdir(), id="folder"),
        pytest.param(lambda path: path.write_bytes(b'name = "\xff"'), id="not-utf-8"),
        pytest.param(lambda path: path.symlink_to(path), id="link-to-itself"),
        pytest.param(lambda path: path.write_bytes(b"a = \x00"), id="null-byte"),
        pytest.param(lambda path: path.write_bytes(b""), id="empty"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_error_line_a_fault(tmp_path, make, program):
    path = tmp_path / "house.toml"
    make(path)
    with pytest.raises(RuleError):
        load_rules(path)
    for command in (("rules", "validate", "house.toml"), ("score", "--rules", "house.toml", "11m")):
        done = program(*command, cwd=tmp_path)
        assert done.returncode == 2
        assert done.stdout == ""
        lines = done.stderr.splitlines()
        assert all(line.startswith("error: house.toml:") for line in lines)
        assert len(lines) == 1 or command[0] == "rules"


def test_a_name_with_a_null_byte_is_no_file():
    with pytest.raises(RuleError):
        load_rules("a\0b")


def test_a_path_with_the_name_of_a_built_in_is_reached_by_its_folder(tmp_path):
    file = tmp_path / "tuidaohu"
    file.write_text(BASE + "cap = 7\n", "utf-8")
    assert load_rules(str(file)).cap == 7
    assert load_rules("tuidaohu").cap is None


def test_a_relative_parent_is_looked_up_from_the_file(tmp_path, monkeypatch):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "base.toml").write_text(BASE + "cap = 7\n", "utf-8")
    (tmp_path / "house.toml").write_text('extends = "deep/base.toml"\n', "utf-8")
    monkeypatch.chdir(os.sep)
    assert load_rules(tmp_path / "house.toml").cap == 7


def test_merging_goes_by_key_and_leaves_both_alone():
    base = {"cap": 3, "kong": {"added": 1, "exposed": 3}, "list": [1]}
    variant = {"kong": {"added": 2}, "list": [2], "new": {"x": 1}}
    assert merge(base, variant) == {
        "cap": 3,
        "kong": {"added": 2, "exposed": 3},
        "list": [2],
        "new": {"x": 1},
    }
    assert base["kong"] == {"added": 1, "exposed": 3}


def test_the_built_ins_are_there():
    five = ("guangdong_mil", "hongzhong_mil", "jipinghu", "tuidaohu", "xinmajiang")
    assert five == BUILTINS
