"""Logs, cases and rule files in one folder: each command takes its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mjtool.cli.app import run
from mjtool.game_log.formats.opening import walk

LOGS = Path(__file__).parent / "data" / "logs" / "native" / "good"
CASE = json.dumps({"do": "shanten", "hand": "123456789m1111z", "expect": {"shanten": 1}})


@pytest.fixture
def folder(tmp_path):
    """Return a folder that holds a log, cases in two files, and rules."""
    shutil.copy(sorted(LOGS.iterdir())[0], tmp_path / "log.jsonl")
    (tmp_path / "a.mjcases.jsonl").write_text(CASE + "\n", "utf-8")
    (tmp_path / "b.jsonl").write_text("\n" + CASE + "\n", "utf-8")
    (tmp_path / "house.toml").write_text('extends = "jipinghu"\n', "utf-8")
    return tmp_path


def test_replay_passes_over_cases_and_check_over_logs(folder, capsys):
    assert run(["replay", str(folder)]) == 0
    assert capsys.readouterr().out.startswith("1 file, ")
    assert run(["check", str(folder)]) == 0
    told = "2 cases in 2 files: 2 passed, 0 failed, 0 errors; 2 files without cases passed over\n"
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"type": "start_game", "do": "x"}\n', id="event-with-another-field"),
        pytest.param("{broken\n", id="no-json"),
        pytest.param("", id="empty"),
        pytest.param("[" * 100_000, id="deep"),
        pytest.param('{"do": 3}\n', id="no-word"),
    ],
)
def test_what_may_be_a_broken_log_is_replayed(tmp_path, text):
    (tmp_path / "x.jsonl").write_text(text, "utf-8")
    assert [path.name for path in walk([tmp_path])] == ["x.jsonl"]


def test_a_case_file_that_is_named_is_read_as_a_log(folder, capsys):
    assert run(["replay", str(folder / "a.mjcases.jsonl")]) == 1
    assert "F002" in capsys.readouterr().out
