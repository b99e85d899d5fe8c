"""How long the program takes as a whole process, beside an empty Typer program."""

from __future__ import annotations

import json
import os
import statistics
import sys
import sysconfig
from pathlib import Path

import pairs
import pytest

from mjtool.rules import load_rules
from mjtool.simulation import simulate

EMPTY = """\
import typer

app = typer.Typer()


@app.command()
def main(name: str = "world") -> None:
    pass


app()
"""
TWICE = str(Path(__file__).with_name("twice.py"))
PROGRAM = str(Path(sysconfig.get_path("scripts")) / "mjtool")
ROUNDS = 15

HAND = "[222p]333m444888s55z"
COMMANDS = {
    "version": ["--version"],
    "score": ["score", HAND, "--self-drawn", "--seat", "S"],
    "waits": ["waits", "2223m456p789s555z"],
    "shanten": ["shanten", "123m456p789s1122z"],
    "efficiency": ["efficiency", "123566789m45699s"],
    "check": ["check", "FILE.mjcases.jsonl"],
    "replay": ["replay", "FILE.jsonl"],
    "convert": ["convert", "FILE.jsonl"],
    "simulate": ["simulate", "--games", "1"],
    "render": ["render", "123m456p789s1122z"],
    "rules list": ["rules", "list"],
    "rules show": ["rules", "show", "jipinghu"],
    "rules validate": ["rules", "validate", "jipinghu"],
    "rules new": ["rules", "new", "-", "--extends", "tuidaohu"],
    "rules schema": ["rules", "schema"],
    "rules impact": ["rules", "impact", "jipinghu", "xinmajiang", "--hands", "1", "--game", "1"],
    "rules fit": ["rules", "fit", "FILE.jsonl", "--from", "jipinghu"],
    "rules ask": ["rules", "ask", "jipinghu", "xinmajiang"],
    "review": ["review", "FILE.jsonl", "--seat", "0"],
    "schema": ["schema", "score"],
}


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """Return the empty program, and the folder with the files that the commands read."""
    folder = tmp_path_factory.mktemp("start")
    (folder / "empty.py").write_text(EMPTY, "utf-8")
    case = {"do": "score", "hand": HAND, "self_drawn": True, "expect": {"fan": 3}}
    (folder / "FILE.mjcases.jsonl").write_text(json.dumps(case) + "\n", "utf-8")
    (game,) = simulate(load_rules("jipinghu"), 1, seed=1)
    (folder / "FILE.jsonl").write_bytes(b"".join(game.lines))
    # Both with bytecode on disk, as installed programs have it.
    unset = "PYTHONDONTWRITEBYTECODE"
    environment = {key: value for key, value in os.environ.items() if key != unset}
    return [sys.executable, str(folder / "empty.py")], {"env": environment, "cwd": folder}


@pytest.mark.parametrize("name", COMMANDS)
def test_process_start(name, started, capsys):
    empty, how = started
    ours = [PROGRAM, *COMMANDS[name]]
    times = [
        (pairs.processor_seconds(empty, **how), pairs.processor_seconds(ours, **how))
        for _ in range(ROUNDS + 1)
    ][1:]
    typer, mjtool = (statistics.median(side) for side in zip(*times, strict=True))
    told = (
        f"\n  mjtool {name}: {mjtool * 1e3:.0f} ms of the processor, empty Typer program "
        f"{typer * 1e3:.0f} ms, {pairs.spread([b / a for a, b in times])} times"
    )
    others = ([TWICE, way, *COMMANDS[name]] for way in ("again", "parsed"))
    counts = [
        pairs.instructions([sys.executable, *command], **how)
        for command in (empty[1:], ours, *others)
    ]
    if all(counts):
        base, whole, again, parsed = counts
        start = whole - (again - parsed)
        told += (
            f"; {whole / 1e6:.0f} million instructions, {whole / base:.3f} times; "
            f"of them {(again - parsed) / 1e6:.0f} work, start {start / base:.3f} times"
        )
    with capsys.disabled():
        print(told)
