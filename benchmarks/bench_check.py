"""Rules under regression: cases a second, the census of winning hands, logs and cases together."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import pytest

from mjtool.census import signatures as census
from mjtool.census.diff import Side, diff
from mjtool.cli.app import run
from mjtool.regression import check, read_cases
from mjtool.regression.checker import Plan
from mjtool.render import text
from mjtool.rules import load_rules
from mjtool.simulation import simulate

CASES = Path(__file__).resolve().parent.parent / "tests" / "data" / "cases"
FAMILIES = ("jipinghu", "xinmajiang", "tuidaohu")
NUMBER = int(os.environ.get("BENCH_CASES", "20000"))
LOGS = int(os.environ.get("BENCH_LOGS", "2000"))


def lasted(work: Callable[[], object], rounds: int = 3) -> tuple[float, float]:
    """Return the median processor and wall time of several runs."""
    times = []
    for _ in range(rounds):
        before = time.process_time(), time.perf_counter()
        work()
        times.append((time.process_time() - before[0], time.perf_counter() - before[1]))
    return median(each[0] for each in times), median(each[1] for each in times)


def passing(file: Path) -> list[bytes]:
    """Return the cases that pass: of a horse that is a fifth tile, none does."""
    lines = file.read_bytes().splitlines(keepends=True)
    outcomes = check(read_cases(str(file)), Plan(text.VIEWS))
    return [lines[outcome.line - 1] for outcome in outcomes if outcome.passed]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Return a folder of score cases and of simulated logs."""
    made = tmp_path_factory.mktemp("house")
    lines = [line for family in FAMILIES for line in passing(CASES / f"score-{family}.jsonl")]
    (made / "cases").mkdir()
    (made / "logs").mkdir()
    with (made / "cases" / "score.jsonl").open("wb") as stream:
        stream.writelines(islice(cycle(lines), NUMBER))
    for number, family in zip(range(LOGS), cycle(FAMILIES), strict=False):
        (game,) = simulate(load_rules(family), 1, seed=number)
        (made / "logs" / f"{number}.jsonl").write_bytes(b"".join(game.lines))
    return made


def test_score_cases(folder, capsys):
    file = str(folder / "cases" / "score.jsonl")
    plan = Plan(text.VIEWS)

    def work() -> None:
        assert all(outcome.passed for outcome in check(read_cases(file), plan))

    work()  # warm
    processor, wall = lasted(work)
    with capsys.disabled():
        print(f"\nscore cases, one core: {NUMBER / processor:,.0f} a second ({wall:.2f} s)")


def test_every_winning_hand(capsys):
    sides = [Side(name, load_rules(name)) for name in FAMILIES]

    def work() -> None:
        census.signatures.cache_clear()
        diff(sides[0], sides[1])

    processor, _ = lasted(work)
    again, _ = lasted(lambda: diff(sides[1], sides[2]))
    with capsys.disabled():
        print(f"\nrules diff: {processor:.2f} s, each further one {again:.2f} s")


def test_logs_and_cases_together(folder, capsys):
    def work() -> None:
        for command in ("check", "replay"):
            kind = "cases" if command == "check" else "logs"
            assert run([command, str(folder / kind), "--jobs", "2"]) == 0

    _, wall = lasted(work, 1)
    capsys.readouterr()
    with capsys.disabled():
        print(f"\n{NUMBER:,} cases and {LOGS:,} logs, two processes: {wall:.1f} s")
