"""A long log replayed by one process and by two: seconds, and the memory of the largest process.

``python benchmarks/jobs.py [HANDS [HANDS...]]``: simulates a log of each size (a log that is there
already is taken), replays it with ``--jobs 1`` and ``--jobs 2`` and compares what they write. The
memory is flat where a log ten times as long takes no more of it.
"""

from __future__ import annotations

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
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


def replayed(path: Path, jobs: int) -> tuple[float, float, float, str]:
    """Return wall seconds, processor seconds, MB of the largest process, and a hash of the output.

    A process that does nothing but start the program is asked, so that its children are all there
    are: the largest of them is what the system tells.
    """
    began = time.perf_counter()
    command = [sys.executable, __file__, "--replay", str(path), str(jobs)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    memory, processor, found = done.stdout.split()
    return time.perf_counter() - began, float(processor), float(memory), found


def _replay(path: str, jobs: str) -> None:
    command = [sys.executable, "-m", "mjtool", "replay", path, "--table", "--json", "--jobs", jobs]
    found = hashlib.sha256()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while block := process.stdout.read(1 << 16):
            found.update(block)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(used.ru_maxrss / 1024, used.ru_utime + used.ru_stime, found.hexdigest())


def main(sizes: list[int]) -> None:
    """Print a line for each size and number of processes."""
    for hands in sizes:
        path = log_of(hands)
        size = path.stat().st_size / 1e6
        one = replayed(path, 1)
        for jobs, told in ((1, one), (2, replayed(path, 2))):
            seconds, processor, memory, found = told
            assert found == one[3], "another output"
            print(
                f"{hands:>9,} hands {size:7.0f} MB  jobs {jobs}  {seconds:7.1f} s"
                f"  processor {processor:7.1f} s  {memory:5.0f} MB  {one[0] / seconds:.2f} times"
                f"  load {os.getloadavg()[0]:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--replay"]:
        _replay(*sys.argv[2:4])
    else:
        main([int(each) for each in sys.argv[1:]] or [*HANDS])
