"""How long the program takes as a whole process, beside an empty Typer program."""

from __future__ import annotations

import os
import statistics
import sys
import sysconfig
from pathlib import Path

import pairs
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


@pytest.mark.parametrize("name", COMMANDS)
def test_process_start(name, tmp_path, capsys):
    script = tmp_path / "empty.py"
    script.write_text(EMPTY, "utf-8")
    # Both with bytecode on disk, as installed programs have it.
    unset = "PYTHONDONTWRITEBYTECODE"
    environment = {key: value for key, value in os.environ.items() if key != unset}
    empty, ours = [sys.executable, str(script)], COMMANDS[name]
    times = [
        (
            pairs.processor_seconds(empty, env=environment),
            pairs.processor_seconds(ours, env=environment),
        )
        for _ in range(ROUNDS + 1)
    ][1:]
    typer, mjtool = (statistics.median(side) for side in zip(*times, strict=True))
    with capsys.disabled():
        print(
            f"\n  mjtool {name}: {mjtool * 1e3:.0f} ms of the processor, empty Typer program "
            f"{typer * 1e3:.0f} ms, {pairs.spread([b / a for a, b in times])} times"
        )
