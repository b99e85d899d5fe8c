"""Two checkouts side by side: what a change does to the speed of each kind of work.

    python benchmarks/before_after.py OTHER [WORK ...]

OTHER is the folder of another checkout with its kernel built; this one is the other side. Both run
the loops of workloads.py in processes of their own, in turn, in time of the thread. A ratio above
1: this checkout is faster.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pairs

HERE = Path(__file__).resolve().parent


class Checkout:
    """A process that works for one of the two folders."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "workloads.py")],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (folder, HERE)))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.names = self._line().rstrip("\n").split("\t")

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def run(self, name: str, runs: int) -> int:
        """Return the nanoseconds of so many runs."""
        assert self.process.stdin is not None
        print(name, runs, sep="\t", file=self.process.stdin, flush=True)
        return int(self._line())


def main() -> None:
    """Compare the two checkouts named on the command line."""
    other, here = Checkout(Path(sys.argv[1]).resolve()), Checkout(HERE.parent)
    for name in sys.argv[2:] or here.names:
        runs = max(1, -(-pairs.ROUND // min(each.run(name, 1) for each in (other, here))))
        ratios = []
        for number in range(pairs.PAIRS):
            first, second = (other, here) if number % 2 else (here, other)
            times = {first: first.run(name, runs), second: second.run(name, runs)}
            ratios.append(times[other] / times[here])
        print(f"{name}: {pairs.spread(ratios)}", flush=True)


if __name__ == "__main__":
    main()
