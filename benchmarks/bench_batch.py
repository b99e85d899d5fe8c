"""Batches through the program: lines a second, and memory for ten times as many lines."""

import json
import os
import random
import subprocess
import sys
from time import perf_counter

import pytest
from deals import winning_hands

from mjtool.notation import format_tiles


def any_hands(number, seed=34):
    """Yield random hands of 14 tiles as bare text."""
    source = random.Random(seed)
    wall = [kind for kind in range(34) for _ in range(4)]
    for _ in range(number):
        yield format_tiles(source.sample(wall, 14))


def score_requests(number, seed=34):
    """Yield score requests as JSON: winning hands, half of them on a discard, every seat."""
    source = random.Random(seed)
    hands = winning_hands(2000, seed)
    for at in range(number):
        tiles = source.choice(hands)
        seat, other = source.sample("ESWN", 2)
        request = {
            "id": at,
            "hand": format_tiles(tiles),
            "win": format_tiles([source.choice(tiles)]),
            "self_drawn": source.random() < 0.5,
            "seat": seat,
            "round": "E",
        }
        if not request["self_drawn"]:
            request["from"] = other
        yield json.dumps(request)


def ready_hands(number, seed=34):
    """Yield winning hands that lack one of their tiles, as bare text."""
    source = random.Random(seed)
    for tiles in winning_hands(number, seed):
        yield format_tiles(source.sample(tiles, 13))


KINDS = {
    "shanten": (any_hands, 200_000),
    "score": (score_requests, 200_000),
    "waits": (ready_hands, 100_000),
    "efficiency": (any_hands, 50_000),
}
"""The lines of each command, and how many of them."""

PROGRAM = """\
import resource, sys
from mjtool.cli.app import run
code = run(sys.argv[1:])
usage = resource.getrusage(resource.RUSAGE_SELF)
with open("/proc/self/status") as status:  # ru_maxrss would be that of the starting process
    peak = next(line.split()[1] for line in status if line.startswith("VmHWM"))
print(peak, usage.ru_utime + usage.ru_stime, file=sys.stderr)
sys.exit(code)
"""


def measure(file, command, *more):
    """Return the seconds on the wall and of the processor, kB of memory, and lines written."""
    began = perf_counter()
    # As Python writes to a pipe if nobody asks for each line at once.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, command, "--json", "--input", str(file), *more],
        env=environment,
        capture_output=True,
        check=True,
    )
    wall = perf_counter() - began
    memory, processor = done.stderr.split()
    return wall, float(processor), int(memory), done.stdout.count(b"\n")


@pytest.mark.parametrize("command", sorted(KINDS))
def test_batch(command, tmp_path, capsys):
    of, most = KINDS[command]
    lines = list(of(most))
    told, spent = [], []
    for number in (most // 10, most):
        file = tmp_path / f"{number}.txt"
        file.write_text("\n".join(lines[:number]) + "\n", "utf-8")
        wall, processor, memory, written = measure(file, command)
        assert written == number
        spent.append(processor)
        told.append(
            f"{number} lines {wall:.2f} s ({number / wall:,.0f} a second; "
            f"{number / processor:,.0f} a second of processor time), {memory / 1024:.0f} MB"
        )
    rest = most - most // 10
    told.append(f"start aside {rest / (spent[1] - spent[0]):,.0f} a second of processor time")
    wall, _, _, written = measure(tmp_path / f"{most}.txt", command, "--jobs", "2")
    assert written == most
    told.append(f"--jobs 2: {wall:.2f} s ({most / wall:,.0f} a second)")
    with capsys.disabled():
        print(f"\n{command} -: " + "; ".join(told), end="")
