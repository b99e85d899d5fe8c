"""How far a run is: on a terminal once it takes a while, nowhere else; and what it came to."""

from __future__ import annotations

import re
import subprocess
import sys
from time import sleep

import pytest

from mjtool.cli import progress
from mjtool.cli.progress import Watch, lines_of
from tests.screens import Terminal, folder, screen

READY = "123m456p789s1122z"


@pytest.fixture
def watched(monkeypatch):
    """Return a function that watches a run on a terminal: the watch, and what is shown."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")

    def watch(*arguments, silence=0.0, pause=-1.0, **more):
        monkeypatch.setattr(progress, "SILENCE", silence)
        monkeypatch.setattr(progress, "_PAUSE", pause)
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        return Watch(*arguments, **more), terminal.shown

    return watch


def plain(shown):
    return re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", shown)


GONE = "\033[1A\033[2K"


@pytest.mark.parametrize(("lang", "rate"), [("en", r"\d+/s"), ("zh", r"每秒\d+")])
def test_it_tells_share_rate_and_remaining_time(watched, lang, rate):
    watch, shown = watched(lang, "games", lambda: 4, forks=True)
    with watch:
        assert list(watch.each(range(3))) == [0, 1, 2]
    assert re.search(rf"75% 3 {rate} +(--:--|\d\d:\d\d)", plain(shown()).replace(",", ""))
    assert shown().endswith(GONE)


def test_without_a_total_it_tells_number_and_seconds(watched):
    watch, shown = watched("en", "lines", forks=True)
    with watch:
        list(watch.each(range(2)))
    assert re.search(r"lines . 2 [\d,]+/s 0 s", plain(shown()))


def test_what_counts_nothing_is_watched_from_beside(watched):
    watch, shown = watched("en", "rules", pause=0.001)
    with watch:
        for _ in range(1000):
            if "comparing" in shown():
                break
            sleep(0.01)
    assert "comparing" in shown()
    assert shown().endswith(GONE)


def test_it_makes_room_for_what_is_said(watched):
    watch, shown = watched("en", "lines", forks=True)
    with watch:
        for _ in watch.each(range(2)):
            watch.clear()
            assert shown().endswith(GONE)


def test_within_a_second_nothing_is_shown(watched):
    watch, shown = watched("en", "lines", silence=60.0)
    with watch:
        list(watch.each(range(1000)))
    assert shown() == ""


def test_where_nobody_looks_nothing_is_shown_nor_imported(environment):
    code = (
        "import sys; from mjtool.cli.app import run; from mjtool.cli import progress;"
        "progress.SILENCE = progress._PAUSE = 0.0;"
        "code = run(['shanten', '-']); assert 'rich' not in sys.modules, 'rich'; sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=f"{READY}\n" * 3000,
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert done.stdout.count("\n") == 3000
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", r"note: 2 lines: 1 answered, 1 refused, in \d+\.\d s\n"),
        ("zh", r"提示：共2行：1行有答案，1行不能用，用时\d+\.\d秒\n"),
        ("zh-hant", r"提示：共2行：1行有答案，1行不能用，用時\d+\.\d秒\n"),
    ],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_batch_tells_what_it_came_to(lang, told, jobs):
    with folder():
        out, err = screen("mjtool shanten --input batch.txt", lang, 80, "--jobs", jobs)
    assert out.count("\n") == 2
    assert re.fullmatch(told, plain(err))


def test_and_does_not_where_nobody_looks(program, tmp_path):
    file = tmp_path / "batch.txt"
    file.write_text(f"{READY}\n12x\n", "utf-8")
    assert program("shanten", "--input", str(file)).stderr == ""


def test_the_lines_of_a_file_are_its_measure(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"a\nb\n")
    assert [lines_of(file), lines_of(None), lines_of(tmp_path), lines_of(tmp_path / "b")] == [
        2,
        None,
        None,
        None,
    ]
