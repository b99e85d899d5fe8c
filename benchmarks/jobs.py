"""Long work done by one process and by two: seconds, and the memory of the largest process.

``python benchmarks/jobs.py [--impact] [HANDS [HANDS...]]``: simulates a log of each size (one
that is there is taken), replays it with ``--jobs 1`` and ``--jobs 2`` and compares what they
write; with ``--impact`` it plays so many hands under two rule sets instead. The memory is flat
where ten times as many hands take no more of it.
"""

from __future__ import annotations

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from mjtool.rules import load_rules
from mjtool.simulation import Options, simulate

HANDS = (10_000, 100_000)
GAME = 8
FOLDER = Path(os.environ.get("BENCH_FOLDER", tempfile.gettempdir()))


def log_of(hands: int) -> Path:
    """Return a log of so many simulated hands."""
    path = FOLDER / f"mjtool-jobs-{hands}.jsonl"
    if not path.exists():
        part = path.with_suffix(".part")
        with part.open("wb") as stream:
            for game in simulate(load_rules("jipinghu"), hands // GAME, 1, Options(hands=GAME)):
                stream.writelines(game.lines)
        part.rename(path)
    return path


def replaying(hands: int) -> list[str]:
    """Return what replays a log of so many hands."""
    return ["replay", str(log_of(hands)), "--table", "--json"]


def playing(hands: int) -> list[str]:
    """Return what plays so many hands under each of two rule sets that play alike."""
    house = FOLDER / "mjtool-jobs.toml"
    house.write_text('extends = "jipinghu"\npatterns.full_flush.fan = 5\n', "utf-8")
    return ["rules", "impact", "jipinghu", str(house), "--hands", str(hands), "--json"]


def measured(arguments: list[str], jobs: int) -> tuple[float, float, float, str]:
    """Return wall seconds, processor seconds, MB of the largest process, and a hash of the output.

    A process that does nothing but start the program is asked, so that its children are all there
    are: the largest of them is what the system tells.
    """
    began = time.perf_counter()
    command = [sys.executable, __file__, "--run", *arguments, "--jobs", str(jobs)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    memory, processor, found = done.stdout.split()
    return time.perf_counter() - began, float(processor), float(memory), found


def _run(arguments: list[str]) -> None:
    found = hashlib.sha256()
    command = [sys.executable, "-m", "mjtool", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while block := process.stdout.read(1 << 16):
            found.update(block)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(used.ru_maxrss / 1024, used.ru_utime + used.ru_stime, found.hexdigest())


def main(work: Callable[[int], list[str]], sizes: list[int]) -> None:
    """Print a line for each size and number of processes."""
    for hands in sizes:
        arguments = work(hands)
        one = measured(arguments, 1)
        for jobs, told in ((1, one), (2, measured(arguments, 2))):
            seconds, processor, memory, found = told
            assert found == one[3], "another output"
            print(
                f"{hands:>9,} hands  jobs {jobs}  {seconds:7.1f} s"
                f"  processor {processor:7.1f} s  {memory:5.0f} MB  {one[0] / seconds:.2f} times"
                f"  load {os.getloadavg()[0]:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    told = sys.argv[1:]
    if told[:1] == ["--run"]:
        _run(told[1:])
    else:
        is_impact = told[:1] == ["--impact"]
        sizes = [int(each) for each in told[is_impact:]] or [*HANDS]
        main(playing if is_impact else replaying, sizes)
