"""Completion: what may stand where the cursor is, and that shells complete with it."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

from mjtool.cli.app import COMMANDS, app
from mjtool.cli.completion import FILES, SHELLS, candidates, script
from mjtool.game_log import CODES
from mjtool.rules import BUILTINS
from mjtool.schemas import NAMES
from mjtool.simulation import STYLES

PROGRAM = typer.main.get_command(app)


def words(*before, lang="en"):
    *before, current = before
    return [word.value for word in candidates(PROGRAM, list(before), current, lang)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        pytest.param(("",), list(COMMANDS), id="commands"),
        pytest.param(("sc",), ["score", "schema"], id="commands-begun"),
        pytest.param(("rules", "d"), ["diff"], id="commands-below"),
        pytest.param(("--lang", ""), ["en", "zh", "zh-hant"], id="languages"),
        pytest.param(("--lang", "zh", "sco"), ["score"], id="behind-an-option"),
        pytest.param(("score", "--sea"), ["--seat"], id="options"),
        pytest.param(("score", "--seat", ""), ["E", "S", "W", "N"], id="seats"),
        pytest.param(("score", "--seat", "东"), ["东"], id="seats-chinese"),
        pytest.param(
            ("score", "--seat=S"),
            ["--seat=S"],
            id="equals",
        ),
        pytest.param(("score", "--event", "kong"), ["kong_draw", "kong_discard"], id="events"),
        pytest.param(("score", "--event", "海"), ["海底捞月", "海底炮"], id="events-chinese"),
        pytest.param(("score", "--rules", ""), [*BUILTINS, FILES], id="rule-sets"),
        pytest.param(("score", "--kong", "S:e"), ["S:exposed"], id="kongs"),
        pytest.param(
            ("score", "--kong", "S:exposed:"),
            ["S:exposed:E", "S:exposed:S", "S:exposed:W", "S:exposed:N"],
            id="kongs-from",
        ),
        pytest.param(("rules", "show", "jip"), ["jipinghu", FILES], id="argument"),
        pytest.param(
            ("rules", "diff", "jipinghu", "x"), ["xinmajiang", FILES], id="second-argument"
        ),
        pytest.param(("rules", "diff", "a", "b", ""), [], id="no-third-argument"),
        pytest.param(("replay", ""), [FILES], id="logs"),
        pytest.param(("replay", "a.jsonl", ""), [FILES], id="more-logs"),
        pytest.param(("check", ""), [FILES], id="cases"),
        pytest.param(("score", "--input", ""), [FILES], id="input"),
        pytest.param(("simulate", "-o", ""), [FILES], id="output"),
        pytest.param(
            ("replay", "--select", "D402,D4"),
            [f"D402,{c}" for c in CODES if c[:2] == "D4"],
            id="codes",
        ),
        pytest.param(("simulate", "--players", ""), list(STYLES), id="styles"),
        pytest.param(("schema", "rules-v"), ["rules-validate"], id="outputs"),
        pytest.param(
            ("rules", "fit", "--keys", "patterns.full_flush.f"),
            ["patterns.full_flush.fallback", "patterns.full_flush.fan"],
            id="patterns",
        ),
        pytest.param(("efficiency", "--sort", ""), ["tiles", "win", "value"], id="choices"),
        pytest.param(("waits", "--tiles", "u"), ["unicode"], id="choices-begun"),
        pytest.param(("score", "123"), [], id="hands-are-typed"),
        pytest.param(("score", "--streak", ""), [], id="numbers-are-typed"),
        pytest.param(("replay", "--jobs", ""), ["auto"], id="a-word-or-a-number"),
        pytest.param(("nothing", ""), [], id="no-command"),
        pytest.param(("waits", "--", "--se"), [], id="behind-two-dashes"),
    ],
)
def test_what_may_stand_there(line, found):
    assert words(*line) == found


def test_every_option_and_every_choice_is_offered():
    for name in COMMANDS:
        command = PROGRAM.get_command(None, name)
        names = command.list_commands(None) if hasattr(command, "list_commands") else [None]
        for below in names:
            each = command.get_command(None, below) if below else command
            path = [name, below] if below else [name]
            offered = words(*path, "--")
            for param in each.params:
                if param.param_type_name != "option":
                    continue
                assert [
                    long for long in param.opts if long.startswith("--") and long not in offered
                ] == []
                if "|" in (param.metavar or "") and not param.is_flag:
                    assert words(*path, param.opts[0], "") == param.metavar.split("|")
    assert words("schema", "") == list(NAMES)


def test_what_is_offered_is_explained_in_the_language_asked_for(environment):
    def told(*arguments, shell="zsh"):
        done = subprocess.run(
            [sys.executable, "-m", "mjtool", *arguments],
            env={**environment, "_MJTOOL_COMPLETE": shell},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        assert done.stderr == ""
        return done.stdout.splitlines()

    assert (
        "rules\tLook at rule sets, check rule files, compare them over every winning hand"
        in told("")
    )
    assert told("--lang", "zh", "score", "--seat", "E") == ["E\t东"]
    assert told("--lang", "zh-hant", "rules", "show", "xin")[0] == "xinmajiang\t廣東新麻將"
    assert told("score", "--seat", "E", shell="bash") == ["E"]


SETUP = {
    "bash": "PS1='> '; bind 'set enable-bracketed-paste off' 2>/dev/null; source '{script}'",
    "zsh": "PS1='> '; unsetopt zle_bracketed_paste; autoload -Uz compinit; "
    "compinit -u -D; source '{script}'",
    "fish": "function fish_prompt; echo '> '; end; source '{script}'",
}
START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
TYPED = [
    pytest.param("mjtool effi", "mjtool efficiency ", id="command"),
    pytest.param("mjtool rules val", "mjtool rules validate ", id="command-below"),
    pytest.param("mjtool score --self-d", "mjtool score --self-drawn ", id="option"),
    pytest.param("mjtool waits --rules tui", "mjtool waits --rules tuidaohu ", id="rule-set"),
    pytest.param("mjtool score --event robb", "mjtool score --event robbing_kong ", id="event"),
    pytest.param("mjtool score --kong S:conc", "mjtool score --kong S:concealed ", id="kong"),
    pytest.param("mjtool replay only-o", "mjtool replay only-one.jsonl ", id="file"),
    pytest.param("mjtool rules show only-o", "mjtool rules show only-one.jsonl ", id="rule-file"),
]


def has(shell):
    """Skip where a shell is not there; in CI, which installs them, that is a failure."""
    if shutil.which(shell) is None:
        told = f"{shell} is not installed (Debian: apt-get install {shell})"
        if os.environ.get("CI"):
            pytest.fail(told)
        pytest.skip(told)


def typed(shell, text, folder, environment):
    """Return what an interactive shell has on its line after TEXT and the tabulator key."""
    file = folder / f"script.{shell}"
    file.write_text(script(shell), "utf-8")
    (folder / "only-one.jsonl").touch()
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(folder)
        settings = {
            "HOME": str(folder),
            "TERM": "dumb",
            "INPUTRC": "/dev/null",
            "LC_ALL": "C.UTF-8",
        }
        os.execvpe(START[shell][0], START[shell], {**environment, **settings, "HISTFILE": ""})
    seen = ""

    def until(pattern, seconds=30.0):
        nonlocal seen
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, seen):
                return
            if select.select([terminal], [], [], 0.2)[0]:
                seen += os.read(terminal, 65536).decode("utf-8", "replace")
        raise AssertionError(f"{shell} shows {seen!r}, not {pattern!r}")

    try:
        os.write(terminal, (SETUP[shell].format(script=file) + "; echo re''ady\n").encode())
        until("ready")
        seen = ""
        os.write(terminal, text.encode() + b"\t")
        until(re.escape(text))
        yield until
    finally:
        os.close(terminal)
        os.kill(pid, 9)
        os.waitpid(pid, 0)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(("text", "completed"), TYPED)
def test_a_real_shell_completes(shell, text, completed, tmp_path, environment):
    has(shell)
    for until in typed(shell, text, tmp_path, environment):
        until(re.escape(completed.removeprefix(text)))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_shown_and_installed(shell, program, tmp_path):
    shown = program("--show-completion", "--shell", shell)
    assert (shown.returncode, shown.stdout) == (0, script(shell))
    where = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "", "ZDOTDIR": ""}
    start = {"bash": ".bashrc", "zsh": ".zshrc"}.get(shell)
    if start:
        (tmp_path / start).write_text("alias x=y", "utf-8")
    for _ in range(2):  # a second time changes nothing
        done = program("--install-completion", "--shell", shell, **where)
        assert done.returncode == 0, done.stderr
    file = Path(done.stdout.split(": ")[-1].strip())
    assert file.read_text("utf-8") == script(shell)
    assert file.is_relative_to(tmp_path)
    if start:
        lines = (tmp_path / start).read_text("utf-8").splitlines()
        assert (lines[0], len(lines)) == ("alias x=y", 2)


def test_an_unknown_shell_is_told(program):
    done = program("--show-completion", "--shell", "csh")
    assert done.returncode == 2
    assert "bash, zsh, fish" in done.stderr


def test_bash_starts_with_what_was_installed(tmp_path, environment):
    """A login of one's own: the start file, then the function."""
    home = {**environment, "HOME": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-m", "mjtool", "--install-completion", "--shell", "bash"],
        env=home,
        check=True,
        capture_output=True,
    )
    done = subprocess.run(
        ["bash", "-c", f"source {tmp_path}/.bashrc; complete -p mjtool"],
        env=home,
        check=True,
        capture_output=True,
        text=True,
    )
    assert "_mjtool_completion" in done.stdout
