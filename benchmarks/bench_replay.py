"""How fast logs are read and replayed: events a second, beside the JSON libraries' floor.

The log is simulated and so has every kind of event; all checks are on, settlement included.
"""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest

from mjtool.game_log import Counts, Finding, replay
from mjtool.game_log.formats import native
from mjtool.rules import load_rules
from mjtool.simulation import simulate

GAMES = int(os.environ.get("BENCH_GAMES", "300"))
FAMILIES = ("jipinghu", "xinmajiang", "tuidaohu")


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> Path:
    """Return a log of simulated games of all families."""
    path = tmp_path_factory.mktemp("logs") / "games.jsonl"
    with path.open("wb") as stream:
        for family in FAMILIES:
            for game in simulate(load_rules(family), GAMES, seed=1):
                stream.writelines(game.lines)
    return path


def best(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the least processor time of several runs."""
    times = []
    for _ in range(rounds):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times)


def drain(items: Iterable[object]) -> None:
    """Use up an iterable."""
    for _ in items:
        pass


def test_reading(log, capsys):
    data = log.read_bytes()
    lines = data.splitlines()
    decode = msgspec.json.decode
    floor = best(lambda: drain(map(decode, lines)))
    python = best(lambda: drain(map(json.loads, lines)), 2)
    ours = best(lambda: drain(native.read(io.BytesIO(data))))
    count = len(lines)
    with capsys.disabled():
        print(
            f"\nread {count:,} events: {count / ours:,.0f} a second; "
            f"msgspec untyped {count / floor:,.0f} ({ours / floor:.2f} times its time), "
            f"json {count / python:,.0f} ({ours / python:.2f} times)"
        )


def test_replay_on_one_core(log, capsys):
    items = list(replay([log]))
    assert not [item for item in items if isinstance(item, Finding)]
    [counts] = [item for item in items if isinstance(item, Counts)]
    seconds = best(lambda: drain(replay([log])), 3)
    with capsys.disabled():
        print(f"\nreplay {counts.events:,} events: {counts.events / seconds:,.0f} a second")


def test_two_processes(log, capsys):
    def seconds(jobs: int) -> float:
        before = time.perf_counter()
        drain(replay([log], jobs=jobs))
        return time.perf_counter() - before

    one, two = min(seconds(1) for _ in range(3)), min(seconds(2) for _ in range(3))
    with capsys.disabled():
        print(f"\ntwo processes: {one / two:.2f} times the speed of one")
