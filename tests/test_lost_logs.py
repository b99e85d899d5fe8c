"""Processes killed in the middle of a replay of many logs: every byte is there once, in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

BAD = Path(__file__).parent / "data" / "logs" / "native" / "bad"


@pytest.fixture
def logs(tmp_path):
    """Return what makes a folder of so many logs with findings, none of them like its neighbour."""

    def make(number):
        kept = [file.read_bytes() for file in sorted(BAD.glob("*.jsonl"))]
        for each in range(number):
            (tmp_path / f"{each:05d}.jsonl").write_bytes(kept[each * 7 % len(kept)])
        return tmp_path

    return make


def children_of(pid):
    """Return the processes that a process has started and that still run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")  # any of its threads may have started one
    return [int(each) for task in tasks for each in task.read_text("ascii").split()]


def replayed(folder, environment, *, jobs, killing=()):
    """Return what a replay writes; a process of it is killed behind each of the lines ``killing``.

    Lines are read as they come, and a replay that nobody reads waits: it is in its middle.
    """
    lines, killed = [], 0
    with subprocess.Popen(
        [sys.executable, "-m", "mjtool", "replay", ".", "--table", "--json", "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        cwd=folder,
        env=environment,
    ) as process:
        for number, line in enumerate(process.stdout, 1):
            lines.append(line)
            if number in killing:
                for child in children_of(process.pid)[-1:]:
                    os.kill(child, signal.SIGKILL)
                    killed += 1
    assert process.returncode == 1
    return b"".join(lines), killed


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize(
    "number", [300, pytest.param(10_000, marks=pytest.mark.slow)], ids=["some", "10000"]
)
def test_nothing_is_lost_and_nothing_doubled(logs, environment, number):
    folder = logs(number)
    whole, _ = replayed(folder, environment, jobs=1)
    rows = whole.count(b"\n")
    shared, killed = replayed(
        folder, environment, jobs=2, killing=(1, rows // 5, rows // 3, rows // 2)
    )
    assert killed >= 3
    assert shared == whole
