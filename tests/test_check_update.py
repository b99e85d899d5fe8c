"""``check --update``: the found values in, every other byte as it was."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool.cli.app import run
from mjtool.regression.update import updated_line

WIN = "[222p]333m444888s55z"

LINES = [
    pytest.param(
        '{"id": 1,  "do": "score", "hand": "%s", "expect": {"fan": 9,  "points": 4}, "note": "" }',
        '{"id": 1,  "do": "score", "hand": "%s", "expect": {"fan": 2,  "points": 4}, "note": "" }',
        id="spaced",
    ),
    pytest.param(
        '{"do":"score","hand":"%s","expect":{"patterns":["all_chows"],"fan":2}}',
        '{"do":"score","hand":"%s","expect":{"patterns":["all_pungs"],"fan":2}}',
        id="compact",
    ),
    pytest.param(
        '{"do":"score","hand":"%s","expect":{"patterns":[{"id":"all_chows","fan":1}]}}',
        '{"do":"score","hand":"%s","expect":{"patterns":[{"id":"all_pungs","fan":2}]}}',
        id="pattern-rows",
    ),
    pytest.param(
        '{"do":"score","hand":"%s","expect":{"multiplier":2,"fan":2}}',
        '{"do":"score","hand":"%s","expect":{"fan":2}}',
        id="a-key-that-is-gone",
    ),
    pytest.param(
        '{"do":"score","hand":"%s","seat":"E","from":"S","expect":{"payments":{"E":1}}}',
        '{"do":"score","hand":"%s","seat":"E","from":"S","expect":{"payments":{"E":4,"S":-4,"W":0,"N":0}}}',
        id="whole-map",
    ),
    pytest.param(
        '{"do": "score", "hand": "%s"}',
        '{"do": "score", "hand": "%s", "expect": {"won": true, "fan": 2, "points": 4, '
        '"capped": false, "patterns": ["all_pungs"]}}',
        id="nothing-expected-yet",
    ),
    pytest.param(
        '{"do":"score","hand":"%sx","expect":{"fan":2}}',
        '{"do":"score","hand":"%sx","expect":{"error":{"code":"bad_character"}}}',
        id="an-error-now",
    ),
    pytest.param(
        '{"do":"score","hand":"%s","expect":{"error":{"code":"bad_tile"}}}',
        '{"do":"score","hand":"%s","expect":{"won":true,"fan":2,"points":4,"capped":false,'
        '"patterns":["all_pungs"]}}',
        id="no-error-any-more",
    ),
    pytest.param(
        '{"do":"waits","hand":"123456789m1122z","expect":{"waits":[{"left":9}]}}%.0s',
        '{"do":"waits","hand":"123456789m1122z","expect":{"waits":[{"left":2},{"left":2}]}}%.0s',
        id="rows-keep-their-keys",
    ),
    pytest.param(
        '{"expect":{"fan":1},"do":"score","hand":"%s","expect":{"fan":9}}',
        '{"expect":{"fan":1},"do":"score","hand":"%s","expect":{"fan":2}}',
        id="the-last-of-two-counts",
    ),
    pytest.param(
        '{"id":"\\u4e00 \\"expect\\":","do":"score","hand":"%s","expect":{"fan":9}}',
        '{"id":"\\u4e00 \\"expect\\":","do":"score","hand":"%s","expect":{"fan":2}}',
        id="escapes-stay",
    ),
    pytest.param(
        '{"do":"score","hand":"%s","expect":{ "patterns" : [ "all_chows" ] , "fan" : 2 }}',
        '{"do":"score","hand":"%s","expect":{ "patterns" : [ "all_pungs" ] , "fan" : 2 }}',
        id="the-layout-inside-stays",
    ),
    pytest.param(
        '{"do":"score","hand":"[555z]666z77z111z222z%.0s","expect":{"patterns":'
        '["all_pungs", {"id": "all_honors"}, "x"]}}',
        '{"do":"score","hand":"[555z]666z77z111z222z%.0s","expect":{"patterns":'
        '[{"id": "all_honors"}]}}',
        id="patterns-that-are-found-keep-their-order",
    ),
    pytest.param(
        '{"do":"waits","hand":"1234567789m444p%.0s","expect":{"waits":'
        '[{"tile":"2m"},{"tile":"4m","left":9},{"tile":"7m"}]}}',
        '{"do":"waits","hand":"1234567789m444p%.0s","expect":{"waits":'
        '[{"tile":"1m"},{"tile":"4m","left":3},{"tile":"7m"}]}}',
        id="rows-by-their-tile",
    ),
    pytest.param(
        '{"do":"efficiency","hand":"123566789m45699s%.0s","expect":{"rates":'
        '[{"discard":"9s","shanten":7},{"discard":"1p"},{"discard":"6m"}]}}',
        '{"do":"efficiency","hand":"123566789m45699s%.0s","expect":{"rates":'
        '[{"discard":"9s","shanten":1},{"discard":"6m"}]}}',
        id="only-the-rates-that-were-listed",
    ),
]


@pytest.mark.parametrize(("before", "after"), LINES)
def test_a_line_gets_the_found_values(tmp_path, before, after):
    file = tmp_path / "x.jsonl"
    around = '\n# no case\n{"do":"shanten","hand":"123456789m1111z","expect":{"shanten":1}}  \r\n'
    file.write_bytes((around + before % WIN + around).encode())
    assert run(["check", "--update-errors", str(file)]) == 1  # "# no case" stays an error
    assert file.read_bytes().decode() == around + after % WIN + around
    assert run(["check", str(file), "--select", "line 4"]) in (0, 5)


def test_a_file_without_a_last_line_break_stays_so(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({"do": "score", "hand": WIN, "expect": {"fan": 9}}), "utf-8")
    assert run(["check", "--update", str(file)]) == 0
    assert not file.read_text("utf-8").endswith("\n")
    assert run(["check", str(file)]) == 0


BEFORE = """# cases of the house
[[case]]
id = "one"          # the first
do = "score"
hand = "[222p]333m444888s55z"
[case.expect]
fan = 9             # was three
points    = 4
patterns = [ # a list
  "all_chows",
] # only

[[case]]
id = 'two'
do = "shanten"
hand = "123456789m1111z"
expect = { shanten = 0,   standard = 1 }   # inline

  [[case]]
  id = "three"
  do = "score"
  hand = "123x"
"""
AFTER = """# cases of the house
[[case]]
id = "one"          # the first
do = "score"
hand = "[222p]333m444888s55z"
[case.expect]
fan = 2             # was three
points    = 4
patterns = [ # a list
  "all_pungs",
] # only

[[case]]
id = 'two'
do = "shanten"
hand = "123456789m1111z"
expect = { shanten = 1,   standard = 1 }   # inline

  [[case]]
  id = "three"
  do = "score"
  hand = "123x"
  expect = {error = {code = "bad_character"}}
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_toml_keeps_comments_order_and_layout(tmp_path, end):
    file = tmp_path / "x.toml"
    file.write_bytes(BEFORE.replace("\n", end).encode())
    assert run(["check", "--update", "--update-errors", str(file)]) == 0
    lines = file.read_bytes().decode().replace("\r\n", "\n")
    assert lines == AFTER
    assert run(["check", str(file)]) == 0
    if end == "\r\n":
        untouched = [line for line in BEFORE.split("\n") if line in AFTER.split("\n") and line]
        assert all(f"{line}\r\n".encode() in file.read_bytes() for line in untouched)


def test_what_passes_is_not_written(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({"do": "score", "hand": WIN, "expect": {"fan": 2}}) + "\n", "utf-8")
    os.utime(file, (1, 1))
    assert run(["check", "--update", str(file)]) == 0
    assert file.stat().st_mtime == 1


def test_only_selected_cases_are_updated(tmp_path):
    file = tmp_path / "x.jsonl"
    lines = [
        json.dumps({"id": name, "do": "score", "hand": WIN, "expect": {"fan": 9}}) for name in "ab"
    ]
    file.write_text("\n".join(lines), "utf-8")
    assert run(["check", "--update", "--select", "b", str(file)]) == 0
    first, second = file.read_text("utf-8").split("\n")
    assert first == lines[0]
    assert json.loads(second)["expect"] == {"fan": 2}


def test_a_crash_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "x.jsonl"
    text = json.dumps({"do": "score", "hand": WIN, "expect": {"fan": 9}})
    file.write_text(text, "utf-8")

    def crash(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", crash)
    assert run(["check", "--update", str(file)]) == 130
    assert file.read_text("utf-8") == text
    assert list(tmp_path.iterdir()) == [file]


def test_a_full_disk_is_one_error_line(tmp_path, monkeypatch, capsys):
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({"do": "score", "hand": WIN, "expect": {"fan": 9}}), "utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert run(["check", "--update", str(file)]) == 2
    assert capsys.readouterr().err == f"error: {file}: cannot be written: no space is left\n"
    assert list(tmp_path.iterdir()) == [file]


def test_the_mode_stays_and_a_link_stays_a_link(tmp_path):
    file, link = tmp_path / "x.jsonl", tmp_path / "link.jsonl"
    file.write_text(json.dumps({"do": "score", "hand": WIN, "expect": {"fan": 9}}), "utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run(["check", "--update", str(link)]) == 0
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert run(["check", str(file)]) == 0


def test_stdin_cannot_be_updated(capsys):
    assert run(["check", "--update", "-"]) == 2
    assert "--update" in capsys.readouterr().err


def test_the_summary_tells_what_was_updated(tmp_path, capsys):
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({"do": "score", "hand": WIN, "expect": {"fan": 9}}), "utf-8")
    assert run(["check", "--update", str(file), "--json"]) == 0
    row, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert row["outcome"] == "updated"
    assert summary["summary"]["updated"] == 1


def test_a_changed_rule_is_taken_over_in_a_whole_file(tmp_path):
    source = Path(__file__).parent / "data" / "cases" / "score-jipinghu.jsonl"
    (tmp_path / "house.toml").write_text('extends = "jipinghu"\npatterns.full_flush.fan = 5\n')
    old = source.read_text("utf-8").replace('"rules": "jipinghu"', '"rules": "house.toml"')
    file = tmp_path / "x.jsonl"
    file.write_text(old, "utf-8")
    assert run(["check", str(file)]) == 1
    assert run(["check", "--update", str(file), "--jobs", "2"]) == 0
    assert run(["check", str(file)]) == 0
    lines = list(zip(old.splitlines(), file.read_text("utf-8").splitlines(), strict=True))
    changed = [(was, now) for was, now in lines if was != now]
    assert 0 < len(changed) < len(lines) / 2
    # full_flush_pungs has 5 fan as well and comes later in the rule file
    assert all('"fan": 5' in now and '["full_flush"]' in now for _, now in changed)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.text(max_size=6), JSON, max_size=4)


@given(OBJECTS, OBJECTS, OBJECTS, st.sampled_from([None, 1]))
def test_only_expect_changes(case, old, new, indent):
    case = {**case, "expect": old, "last": 1}
    line = json.dumps(case, indent=indent)
    assert json.loads(updated_line(line, new)) == {**case, "expect": new}
    assert updated_line(line, old) == line
