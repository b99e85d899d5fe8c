"""Processes that are killed: the record that kills one is named, and no other is lost."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from multiprocessing import current_process
from pathlib import Path

import pytest

from mjtool import MjtoolError, answers
from mjtool.game_log import Counts, Finding, Unread, replay
from mjtool.game_log import run as run_module
from mjtool.impact import impact as impact_module
from mjtool.lines import Job, run
from mjtool.regression import check, read_cases
from mjtool.regression.checker import Plan as CasePlan
from mjtool.regression.kinds import KINDS
from mjtool.render import text
from mjtool.spread import spread

GOOD = Path(__file__).parent / "data" / "logs" / "native" / "good" / "jipinghu-010.jsonl"
HAND = b"[222p]333m444888s55z"


def doubling(deadly):
    """Return a worker that doubles, and dies of the numbers in ``deadly``."""

    def work(number):
        if number in deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number

    return work


@pytest.mark.parametrize("deadly", [(), (0,), (57,), (99,), (3, 4, 5, 50)])
@pytest.mark.parametrize("block", [1, 7])
def test_only_what_kills_its_process_is_lost(deadly, block):
    found = list(spread(range(100), doubling, deadly, 2, block, lost=lambda number: -number - 1))
    assert found == [-n - 1 if n in deadly else 2 * n for n in range(100)]


def test_where_nobody_says_what_is_lost_it_is_an_error():
    with pytest.raises(MjtoolError, match="was killed"):
        list(spread(range(10), doubling, (3,), 2, 1))


def once(path):
    """Return a worker that dies of the number 5 the first time it meets it."""

    def work(number):
        if number == 5 and not path.exists():
            path.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    return work


def test_what_was_killed_by_chance_is_done_anew(tmp_path):
    assert list(spread(range(30), once, tmp_path / "met", 2, 3)) == list(range(30))


def large(plan):
    """Return a worker whose results do not fit into a pipe at once."""
    return lambda number: bytes([number]) * 1_000_000


def test_whatever_a_process_does_when_it_is_killed_nothing_waits_for_it():
    """One that is killed while it sends leaves half a message."""
    rng, ended = random.Random(5), threading.Event()

    def kill():
        while not ended.wait(0.01 + 0.04 * rng.random()):
            for child in multiprocessing.active_children()[:1]:
                with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                    os.kill(child.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = list(spread(range(120), large, None, 2, 3, lost=lambda number: b""))
        assert len(found) == 120
        assert all(each[:1] in {b"", bytes([number])} for number, each in enumerate(found))
    finally:
        ended.set()
        killer.join()


def refusing(plan):
    """Return a worker that raises what it is given, or cannot send what it finds."""

    def work(number):
        if number == 5:
            raise plan
        return (lambda: None) if number == 7 else number

    return work


@pytest.mark.parametrize("error", [OSError(28, "full"), MjtoolError("process_lost"), KeyError("x")])
def test_what_a_worker_raises_is_raised_here(error):
    found = spread(range(6), refusing, error, 2, 2)
    assert [next(found) for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(type(error)):
        next(found)


def test_what_cannot_travel_is_an_error():
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        list(spread([6, 7], refusing, None, 2, 1))


@pytest.fixture
def forked():
    """Let processes begin as copies of this one, so that they see what is patched here."""
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method("fork", force=True)
    yield
    multiprocessing.set_start_method(before, force=True)


def killing(real, is_deadly):
    """Return ``real``, but that it kills its process where the arguments are deadly."""

    def work(*arguments, **more):
        if is_deadly(*arguments):
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **more)

    return work


@pytest.mark.usefixtures("forked")
def test_a_batch_names_the_line(monkeypatch):
    real = answers.ANSWERS["score"]
    work = killing(real, lambda request, book: request.id == 700)
    monkeypatch.setitem(answers.ANSWERS, "score", work)
    lines = [b'{"id": %d, "hand": "%s"}\n' % (number, HAND) for number in range(1, 1201)]
    outcomes = list(run(lines, Job("score", {}), 2))
    found = [json.loads(line) for outcome in outcomes for line in outcome.text.splitlines()]
    assert [row["id"] for row in found] == list(range(1, 1201))
    lost = [row for row in found if "error" in row]
    assert [(row["line"], row["error"]["code"]) for row in lost] == [(700, "process_lost")]
    assert [outcome.refused for outcome in outcomes if outcome.refused] == [True]


@pytest.mark.usefixtures("forked")
def test_a_replay_names_the_log(monkeypatch, tmp_path):
    names = [f"{number}.jsonl" for number in range(6)]
    for name in names:
        (tmp_path / name).write_bytes(GOOD.read_bytes())
    work = killing(run_module._audit, lambda events, file, *_: file.endswith("3.jsonl"))
    monkeypatch.setattr(run_module, "_audit", work)
    items = list(replay(tmp_path, jobs=2))
    assert [item.file for item in items if isinstance(item, Counts)] == [
        str(tmp_path / name) for name in names if name != "3.jsonl"
    ]
    (unread,) = [item for item in items if isinstance(item, Unread)]
    assert unread.file == str(tmp_path / "3.jsonl")
    assert unread.error.message() == (
        f"{unread.file}: the process that replayed it was killed (is there enough memory?)"
    )
    assert not [item for item in items if isinstance(item, Finding)]


@pytest.mark.usefixtures("forked")
def test_a_check_names_the_case(monkeypatch, tmp_path):
    file = tmp_path / "cases.jsonl"
    row = '{"id":"k%d","do":"shanten","hand":"123456789m1111z","expect":{"shanten":1}}\n'
    file.write_text("".join(row % number for number in range(1, 21)), "utf-8")
    kind = KINDS["shanten"]
    answer = killing(kind.answer, lambda request, book: request.id == "k13")
    monkeypatch.setitem(KINDS, "shanten", kind._replace(answer=answer))
    outcomes = list(check(read_cases(str(file)), CasePlan(text.VIEWS), 2))
    assert [outcome.id for outcome in outcomes] == [f"k{number}" for number in range(1, 21)]
    (lost,) = [outcome for outcome in outcomes if not outcome.passed]
    assert (lost.id, lost.line, lost.error.code) == ("k13", 13, "process_lost")


@pytest.mark.usefixtures("forked")
def test_figures_without_some_games_are_not_told(monkeypatch):
    real = impact_module.play
    work = killing(real, lambda *_: current_process().name != "MainProcess")
    monkeypatch.setattr(impact_module, "play", work)
    with pytest.raises(MjtoolError, match="games 1 to 4 was killed"):
        impact_module.impact("jipinghu", hands=64, jobs=2)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_a_batch_goes_on_when_somebody_kills_a_process(environment):
    with subprocess.Popen(
        [sys.executable, "-m", "mjtool", "score", "-", "--jobs", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        try:
            half = b"\n".join([HAND] * 4000) + b"\n"
            process.stdin.write(half)
            process.stdin.flush()
            os.kill(child_of(process.pid), signal.SIGKILL)
            out, err = process.communicate(half, timeout=120)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, b"")
    assert [json.loads(line)["won"] for line in out.splitlines()] == [True] * 8000


def child_of(pid):
    """Return a child of a process, at most half a minute later."""
    until = time.monotonic() + 30
    children = Path(f"/proc/{pid}/task/{pid}/children")
    while time.monotonic() < until:
        if found := children.read_text("ascii").split():
            return int(found[0])
        time.sleep(0.02)
    raise AssertionError
