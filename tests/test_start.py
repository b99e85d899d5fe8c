"""The program starts quickly and leaves the interpreter as it found it."""

from __future__ import annotations

import gc
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from mjtool import cli
from mjtool.cli.app import COMMANDS, app, run
from mjtool.rules import load_rules
from mjtool.simulation import simulate


def test_the_collector_sleeps_only_while_the_program_starts(monkeypatch, capsys):
    seen = []
    monkeypatch.setattr("sys.argv", ["mjtool", "shanten", "123m456p789s1122z"])
    monkeypatch.setattr("mjtool.cli.app.run", lambda arguments: seen.append(gc.isenabled()) or 0)
    try:
        with pytest.raises(SystemExit):
            cli.main()
        asleep = gc.isenabled()
        monkeypatch.undo()
        assert run(["shanten", "123m456p789s1122z"]) == 0
        assert (seen, asleep, gc.isenabled()) == ([False], False, True)
        kept = gc.get_freeze_count()
        assert kept > 0  # what the start loaded is never looked through
        assert run(["shanten", "123m456p789s1122z"]) == 0
        assert gc.get_freeze_count() <= kept  # but what a caller's process has is
    finally:
        gc.enable()
        gc.unfreeze()
    assert capsys.readouterr().out == "0\n0\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command, capsys):
    assert run([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: mjtool {command}")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="nothing"),
        pytest.param(["scroe"], id="command"),
        pytest.param(["score", "--colour"], id="option"),
        pytest.param(["score", "--seat", "X", "19m19p19s1234567z"], id="choice"),
        pytest.param(["score", "--jobs", "0", "-"], id="range"),
        pytest.param(["score", "--room", "1", "19m19p19s12345677z"], id="room"),
        pytest.param(["score"], id="no-hand"),
        pytest.param(["waits", "--input", "no-such-file"], id="no-file"),
        pytest.param(["score", "12m"], id="no-hand-of-that-size"),
        pytest.param(["score", "--rules", "nope", "19m19p19s12345677z"], id="no-rules"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_two(arguments, capsys):
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1


def test_closed_pipe_ends_quietly(environment):
    lines = "123m456p789s1122z\n" * 20000
    done = subprocess.run(
        ["bash", "-c", "set -o pipefail; mjtool shanten - | head -n 1"],
        input=lines,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    assert done.returncode == 0


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["score", "--help"]])
def test_nobody_reads_the_help(environment, arguments):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "mjtool", *arguments]
    done = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, env=environment, check=False
    )
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 0


def test_a_closed_stdout_is_no_bug(environment):
    done = subprocess.run(
        ["bash", "-c", "mjtool shanten 123m456p789s1122z >&-"],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.stderr == b""
    assert done.returncode == 0


def test_a_test_runner_sees_the_same_errors():
    result = CliRunner().invoke(app, ["shanten", "11m"])
    assert result.exit_code == 2
    assert result.stderr.startswith("error: 2 concealed tiles")


ASKED_FOR_BY_NOBODY = {
    "pydantic",  # the library's validators, one a parameter
    "junitparser",
    "tomlkit",
    "importlib.resources",
    "mjtool.game_log",
    "mjtool.regression.update",
    "mjtool.render.junit",
    "multiprocessing",
}
OF_LOGS = {"mjtool.game_log", "multiprocessing"}
"""What the commands that read logs do need: they may ask for several processes."""


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["score", "[222p]333m444888s55z", "--self-drawn", "--seat", "S"], id="score"),
        pytest.param(["waits", "2223m456p789s555z", "--visible", "1m"], id="waits"),
        pytest.param(["shanten", "123m456p789s1122z", "--lang", "zh"], id="shanten"),
        pytest.param(["efficiency", "123566789m45699s", "--draws", "3"], id="efficiency"),
        pytest.param(["check", "FILE", "--max-failures", "2"], id="check"),
        pytest.param(["render", "123m456p789s1122z"], id="render"),
        pytest.param(["rules", "list"], id="rules list"),
    ],
)
def test_what_nobody_asks_for_is_not_loaded(arguments, tmp_path, environment):
    file = tmp_path / "one.mjcases.jsonl"
    file.write_text('{"do": "shanten", "hand": "123m456p789s1122z", "expect": {"shanten": 0}}\n')
    arguments = [str(file) if each == "FILE" else each for each in arguments]
    assert sorted(ASKED_FOR_BY_NOBODY & loaded_by(arguments, environment)) == []


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["replay", "LOG"], id="replay"),
        pytest.param(["review", "LOG", "--seat", "0"], id="review"),
        pytest.param(["rules", "fit", "LOG", "--from", "jipinghu"], id="rules fit"),
    ],
)
def test_a_log_is_read_without_what_nobody_asks_for(arguments, tmp_path, environment):
    (game,) = simulate(load_rules("jipinghu"), 1, seed=1)
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"".join(game.lines))
    arguments = [str(log) if each == "LOG" else each for each in arguments]
    unwanted = (ASKED_FOR_BY_NOBODY - OF_LOGS) | {"json", "mjtool.regression.checker"}
    assert sorted(unwanted & loaded_by(arguments, environment)) == []


def loaded_by(arguments, environment):
    """Return the modules that are there after the program has run with success."""
    program = (
        "import sys; from mjtool.cli.app import run; code = run(sys.argv[1:]);"
        "print(code, *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    code, *loaded = done.stderr.split()
    assert code == "0"
    return set(loaded)
