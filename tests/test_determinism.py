"""The same input gives the same bytes, whatever the processes and the seed of hashes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"
NATIVE = DATA / "logs" / "native"
GOOD = str(NATIVE / "good" / "jipinghu-010.jsonl")
HANDS = ("[222p]333m444888s55z", "123456789m1111z", "11123m", "123m456p789s1122z", "what?")
RULES = '\nname = "乙"\nname_en = "Other"\nextends = "jipinghu"\n[patterns.full_flush]\nfan = 9\n'


def batch():
    """Return lines for the commands on hands: plain ones, JSON, ones that are refused."""
    hands = [HANDS[number % len(HANDS)] for number in range(700)]
    lines = [
        json.dumps({"hand": hand, "id": number, "rules": ("jipinghu", "tuidaohu")[number % 2]})
        if number % 3
        else hand
        for number, hand in enumerate(hands)
    ]
    return "\n".join(lines)


SHARED = [
    pytest.param(("replay", str(NATIVE / "bad"), GOOD, "--table", "--json"), id="replay-json"),
    pytest.param(("replay", str(NATIVE / "bad"), "--lang", "zh"), id="replay-text"),
    pytest.param(("replay", str(NATIVE / "bad"), GOOD, "--report", "-"), id="replay-report"),
    pytest.param(
        ("replay", str(NATIVE / "bad"), GOOD, "--score-as", "tuidaohu", "--json"), id="replay-worth"
    ),
    pytest.param(("check", str(DATA / "cases" / "values.jsonl"), "--json"), id="check"),
    pytest.param(("score", "-"), id="score"),
    pytest.param(("waits", "-"), id="waits"),
    pytest.param(("shanten", "-"), id="shanten"),
    pytest.param(("efficiency", "-"), id="efficiency"),
    pytest.param(("rules", "impact", "jipinghu", "other.toml", "--hands", "64"), id="impact"),
]
ALONE = [
    pytest.param(("simulate", "--games", "2", "--seed", "7"), id="simulate"),
    pytest.param(("rules", "diff", "jipinghu", "other.toml", "--json"), id="diff"),
    pytest.param(("rules", "fit", "game.jsonl", "--from", "other.toml", "--json"), id="fit"),
    pytest.param(("rules", "ask", "jipinghu", "other.toml"), id="ask"),
    pytest.param(("convert", "game.jsonl"), id="convert"),
    pytest.param(("review", "game.jsonl", "--seat", "0", "--draws", "2", "--json"), id="review"),
    pytest.param(("replay", "game.jsonl", "--report", "-"), id="report"),
    pytest.param(("replay", "game.jsonl", "--score-as", "tuidaohu", "--json"), id="score-as"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, program):
    """Return a folder with a rule file and a simulated game."""
    path = tmp_path_factory.mktemp("same")
    (path / "other.toml").write_text(RULES, "utf-8")
    done = program("simulate", "--games", "1", "--seed", "5", "--hands", "2")
    (path / "game.jsonl").write_text(done.stdout, "utf-8")
    return path


def written(program, folder, arguments, seed):
    """Return what a command writes and its exit code, with a seed of hashes of its own."""
    done = program(*arguments, stdin=batch(), cwd=folder, PYTHONHASHSEED=seed)
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout
    return done.stdout, done.stderr, done.returncode


@pytest.mark.parametrize("arguments", SHARED)
def test_however_many_processes(program, folder, arguments):
    one = written(program, folder, (*arguments, "--jobs", "1"), "0")
    for jobs, seed in (("2", "1"), ("3", "20"), ("auto", "4000000000")):
        assert written(program, folder, (*arguments, "--jobs", jobs), seed) == one


@pytest.mark.parametrize("arguments", ALONE)
def test_whatever_the_seed_of_hashes(program, folder, arguments):
    one = written(program, folder, arguments, "0")
    for seed in ("1", "4000000000"):
        assert written(program, folder, arguments, seed) == one
