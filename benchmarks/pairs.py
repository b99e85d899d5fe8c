"""Two sides measured in turn: what counts is the ratio of each pair of rounds, not two averages.

Time is that of the thread, so that other work on the machine is not counted; it still takes caches
and clock rate away, from both sides of a pair alike. Rounds of both sides last equally long.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterable
from math import log10
from statistics import median, quantiles
from time import thread_time_ns
from typing import Any, NamedTuple

ROUND = 20_000_000
"""Nanoseconds that a round lasts at least."""
PAIRS = 15


class Side(NamedTuple):
    """A loop over ``items`` things, with nothing else in it; ``before`` is not measured."""

    loop: Callable[[], object]
    items: int
    before: Callable[[], object] = lambda: None


class Found(NamedTuple):
    """Nanoseconds an item of both sides (medians), and the ratios theirs / ours of all pairs."""

    ours: float
    theirs: float
    ratios: tuple[float, ...]

    def __str__(self) -> str:
        return f"{spread(self.ratios)} times"


def spread(values: Iterable[float]) -> str:
    """Return the median, and the quarters around it."""
    low, middle, high = map(_written, quantiles(values, n=4))
    return f"{middle} ({low} to {high})"


def _written(value: float) -> str:
    return f"{value:,.{max(0, 2 - int(log10(max(value, 1))))}f}"


def once(side: Side) -> int:
    """Return the nanoseconds of one run."""
    side.before()
    start = thread_time_ns()
    side.loop()
    return thread_time_ns() - start


def alone(side: Side, rounds: int = 9) -> float:
    """Return the median nanoseconds an item of one side by itself."""
    runs = _runs(side)
    return median(_round(side, runs) for _ in range(rounds))


def compare(ours: Side, theirs: Side, pairs: int = PAIRS) -> Found:
    """Measure both sides in turn, each first in every other pair."""
    runs = _runs(ours), _runs(theirs)
    times: list[tuple[float, float]] = []
    for number in range(pairs):
        if number % 2:
            b = _round(theirs, runs[1])
            a = _round(ours, runs[0])
        else:
            a = _round(ours, runs[0])
            b = _round(theirs, runs[1])
        times.append((a, b))
    return Found(
        median(a for a, _ in times),
        median(b for _, b in times),
        tuple(b / a for a, b in times),
    )


def _runs(side: Side) -> int:
    """Return how many runs fill a round; this also warms up."""
    once(side)
    return max(1, -(-ROUND // max(once(side), 1)))


def _round(side: Side, runs: int) -> float:
    return sum(once(side) for _ in range(runs)) / (runs * side.items)


def processor_seconds(command: list[str], **how: Any) -> float:
    """Return what a program takes of the processor, its own children too; it must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **how)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def instructions(command: list[str], **how: Any) -> int | None:
    """Return how many instructions a program takes, as cachegrind counts; None without valgrind.

    Their number hangs on no other work of the machine.
    """
    if shutil.which("valgrind") is None:
        return None
    counting = [
        "valgrind",
        "--tool=cachegrind",
        "--cache-sim=no",
        "--cachegrind-out-file=/dev/null",
    ]
    done = subprocess.run([*counting, *command], check=True, capture_output=True, text=True, **how)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    return int(found[1].replace(",", "")) if found else None


def over(function: Callable[[Any], object], things: list[Any]) -> Side:
    """Return a side that calls ``function`` on each of ``things``."""

    def loop() -> None:
        for thing in things:
            function(thing)

    return Side(loop, len(things))
