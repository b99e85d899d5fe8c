"""``make fuzz ARGS="[NAME ...] [--seconds N] [--at-once N]"``: harnesses under atheris, one by one.

Each begins with its seeds, what was found before, and what an earlier run kept in build/fuzz. Where
one finds a fault, what it says and the input are shown, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from fuzz.harnesses import HARNESSES
from fuzz.seeds import SEEDS, kept

BUILD: Final = Path("build", "fuzz")
LIMITS: Final = (
    "-timeout=20",  # seconds for one input: more is a hang
    "-rss_limit_mb=1024",
    "-max_len=16384",
    "-print_final_stats=1",
    "-verbosity=1",
)
STATE: Final = re.compile(r"^#\d+\s.* cov: (\d+) .* corp: (\d+)/", re.MULTILINE)
RUNS: Final = re.compile(r"number_of_executed_units: (\d+)")
MEMORY: Final = re.compile(r"peak_rss_mb: +(\d+)")
NOISE: Final = re.compile(r"^(INFO|WARNING|#\d+|stat::|###|Done|\"|0x)")


class Run(NamedTuple):
    """What a harness came to."""

    name: str
    seconds: float
    told: str
    code: int

    def line(self) -> str:
        """Return its row of the table."""
        coverage, corpus = (STATE.findall(self.told) or [("-", "-")])[-1]
        inputs, memory = ((found.findall(self.told) or ["-"])[-1] for found in (RUNS, MEMORY))
        result = "nothing" if self.code == 0 else "A FAULT"
        return (
            f"{self.name:9} {self.seconds:7.0f} {inputs:>9} {corpus:>7} {coverage:>9} {memory:>5}"
            f"  {result}"
        )


HEAD: Final = "harness   seconds    inputs  corpus  branches    MB  found"


def run(name: str, seconds: int, seed: int) -> Run:
    """Run a harness for so long, or until it finds a fault; seed 0 is another every time."""
    seeds, corpus, found = (BUILD / part / name for part in ("seeds", "corpus", "found"))
    for folder in (seeds, corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate([*SEEDS[name](), *(path.read_bytes() for path in kept(name))]):
        (seeds / f"{number:03}").write_bytes(data)
    start = time.monotonic()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "fuzz.one", name, *LIMITS, f"-max_total_time={seconds}"),
            f"-seed={seed}",
            *(f"-artifact_prefix={found}{os.sep}", str(corpus), str(seeds)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    told = done.stdout.decode("utf-8", "replace")
    return Run(name, time.monotonic() - start, told, done.returncode)


def main(arguments: Iterable[str]) -> int:
    """Run what is asked for, show a row each, and return the exit code."""
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(HARNESSES)}; all")
    parser.add_argument("--seconds", type=int, default=60, help="for each harness (60)")
    parser.add_argument("--at-once", type=int, default=1, help="processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="the same inputs every time")
    asked = parser.parse_args([*arguments])
    if unknown := set(asked.names) - set(HARNESSES):
        parser.error(f"no harness {', '.join(sorted(unknown))}; there are {', '.join(HARNESSES)}")
    if importlib.util.find_spec("atheris") is None:
        print(f"not fuzzed: there is no atheris for this Python ({sys.version.split()[0]})")
        return 0
    print(HEAD, flush=True)
    code = 0
    with ThreadPoolExecutor(asked.at_once) as pool:
        for done in pool.map(
            lambda name: run(name, asked.seconds, asked.seed), asked.names or HARNESSES
        ):
            print(done.line(), flush=True)
            if done.code:
                code = 1
                kept_lines = [line for line in done.told.splitlines() if not NOISE.match(line)]
                print("\n".join(kept_lines[-60:]), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
