"""How fast logs are read and replayed: events a second, beside the JSON libraries' floor.

The log is simulated and so has every kind of event; all checks are on, settlement included.
"""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pairs
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


def drain(items: Iterable[object]) -> None:
    """Use up an iterable."""
    for _ in items:
        pass


def test_reading(log, capsys):
    data = log.read_bytes()
    lines = data.splitlines()
    ours = pairs.Side(lambda: drain(native.read(io.BytesIO(data))), len(lines))
    others = {"msgspec, untyped": msgspec.json.decode, "json of the standard library": json.loads}
    for name, decode in others.items():
        found = pairs.compare(ours, pairs.over(decode, lines), 7)
        with capsys.disabled():
            print(
                f"\nread {len(lines):,} events: {1e9 / found.ours:,.0f} a second; "
                f"{name} {1e9 / found.theirs:,.0f}: {found}",
                end="",
            )


def test_replay_on_one_core(log, capsys):
    items = list(replay([log]))
    assert not [item for item in items if isinstance(item, Finding)]
    [counts] = [item for item in items if isinstance(item, Counts)]
    taken = pairs.alone(pairs.Side(lambda: drain(replay([log])), counts.events), 5)
    with capsys.disabled():
        print(f"\nreplay {counts.events:,} events: {1e9 / taken:,.0f} a second")


def test_two_processes(tmp_path, capsys):
    """Wall time, the only one that processes can save; a busy machine has no core to spare."""
    for number in range(12):
        with (tmp_path / f"{number}.jsonl").open("wb") as stream:
            for game in simulate(load_rules(FAMILIES[number % 3]), GAMES // 4, seed=number):
                stream.writelines(game.lines)

    def seconds(jobs: int) -> float:
        before = time.perf_counter()
        drain(replay([tmp_path], jobs=jobs))
        return time.perf_counter() - before

    ratios = [seconds(1) / seconds(2) for _ in range(5)]
    with capsys.disabled():
        print(f"\ntwo processes, 12 files: {pairs.spread(ratios)} times the speed, wall time")
