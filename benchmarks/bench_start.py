"""How long the program takes as a whole process, beside an empty Typer program."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

EMPTY = """\
import typer

app = typer.Typer()


@app.command()
def main(name: str = "world") -> None:
    pass


app()
"""
PROGRAM = str(Path(sysconfig.get_path("scripts")) / "mjtool")
ROUNDS = 15

COMMANDS = {
    "version": [PROGRAM, "--version"],
    "score": [PROGRAM, "score", "[222p]333m444888s55z", "--self-drawn", "--seat", "S"],
    "waits": [PROGRAM, "waits", "2223m456p789s555z"],
    "shanten": [PROGRAM, "shanten", "123m456p789s1122z"],
    "efficiency": [PROGRAM, "efficiency", "123566789m45699s"],
}


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Return how long one run of ``command`` takes."""
    before = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - before


@pytest.mark.parametrize("name", COMMANDS)
def test_process_start(name, tmp_path, capsys):
    script = tmp_path / "empty.py"
    script.write_text(EMPTY, "utf-8")
    # Both with bytecode on disk, as installed programs have it.
    unset = "PYTHONDONTWRITEBYTECODE"
    environment = {key: value for key, value in os.environ.items() if key != unset}
    empty, ours = [sys.executable, str(script)], COMMANDS[name]
    pairs = [(seconds(empty, environment), seconds(ours, environment)) for _ in range(ROUNDS + 1)][
        1:
    ]
    typer, mjtool = (statistics.median(times) for times in zip(*pairs, strict=True))
    with capsys.disabled():
        print(
            f"\n  mjtool {name}: {mjtool * 1e3:.0f} ms, empty Typer program {typer * 1e3:.0f} ms, "
            f"{mjtool / typer:.2f} times"
        )
