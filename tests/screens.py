"""What every command shows on a terminal, in every language and at several widths.

``python -m tests.screens`` writes the pages in tests/data/screens anew; tests/test_screens.py
compares. What differs from run to run is no part of them.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from mjtool.census import diff
from mjtool.cli import progress
from mjtool.cli.app import run
from mjtool.messages import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "tests" / "data" / "screens"
WIDTHS = (60, 80, 120)
MOST = 40
"""Lines that a page shows of a screen."""

FILES = {
    "house.toml": 'extends = "jipinghu"\nname = "街坊"\nname_en = "Neighbours"\n'
    "cap = 4 # agreed upon at the table, after some talk that nobody remembers\n",
    "wrong.toml": 'extends = "jipinghu"\ncpa = 4\nkong_chain = "last_olny"\n',
    "cases.jsonl": '{"id":"right","do":"shanten","hand":"123m456p789s1122z",'
    '"expect":{"shanten":0}}\n'
    '{"id":"wrong","do":"score","hand":"[222p]333m444888s55z","self_drawn":true,'
    '"expect":{"fan":4,"patterns":["all_pungs","self_draw","half_flush_pungs"]}}\n'
    '{"id":"none","do":"waits","hand":"123x","expect":{"total":3}}\n',
    "batch.txt": "123m456p789s1122z\n12x\n",
}

COMMANDS = (
    "mjtool --help",
    "mjtool waits --help",
    "mjtool score '[222p]333m444888s55z' --self-drawn --seat S --round E --room 50,100",
    "mjtool score 123m456p789s11125z",
    "mjtool score '[222p]333m444888s55z' --self-drawn --seat S --round E --explain",
    "mjtool score '[1111z]222z33344455s' --rules tuidaohu --self-drawn --seat S --kong S:exposed:W"
    " --horse 3z --horse 5m --explain",
    "mjtool waits 2223m456p789s555z",
    "mjtool waits 22233m456p789s555z --tiles unicode",
    "mjtool waits 123m456p789s1125z",
    "mjtool score 123m456p1233366s7z --rules hongzhong_mil --self-drawn --explain",
    "mjtool shanten 123m456p789s1122z",
    "mjtool efficiency 123566789m45699s --draws 3 --improvements",
    "mjtool efficiency 123m456p789s1257z --targets",
    "mjtool efficiency 123566789m45699s --tiles mpsz",
    "mjtool replay --table LOGS/good/jipinghu-000.jsonl LOGS/bad/jipinghu-A205-0.jsonl",
    "mjtool replay --score-as tuidaohu LOGS/good/jipinghu-000.jsonl",
    "mjtool review LOGS/good/jipinghu-000.jsonl --seat 1 --worst 2",
    "mjtool check cases.jsonl",
    "mjtool check cases.jsonl --quiet",
    "mjtool rules list",
    "mjtool rules show house.toml",
    "mjtool rules validate house.toml wrong.toml",
    "mjtool rules new - --extends tuidaohu",
    "mjtool rules diff jipinghu house.toml",
    "mjtool rules fit LOGS/good/jipinghu-000.jsonl --from jipinghu --most 1 --keys cap",
    "mjtool rules ask jipinghu house.toml",
    "mjtool rules impact jipinghu house.toml --hands 16",
    "mjtool convert LOGS/good/jipinghu-000.jsonl -o out.jsonl",
    "mjtool simulate --games 1 --hands 1 --tally -o out.jsonl",
    "mjtool render 123m456p789s1122z -o out.svg --json",
    "mjtool schema",
    "mjtool waits 123m --seat X",
    "mjtool wait",
)


class Terminal(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8", newline="\n")

    def isatty(self) -> bool:
        """Return True."""
        return True

    def shown(self) -> str:
        """Return what was written."""
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


diff_of = diff.diff
_found: dict[tuple[str, str], diff.RulesDiff] = {}


def _diff(a: diff.Side, b: diff.Side, examples: int = 3) -> diff.RulesDiff:
    key = (a.name, b.name)
    if key not in _found:
        _found[key] = diff_of(a, b, examples)
    return _found[key]


@contextlib.contextmanager
def folder() -> Iterator[None]:
    """Be in a folder with the files that the commands read."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        for file, text in FILES.items():
            Path(name, file).write_text(text, "utf-8")
        Path(name, "LOGS").symlink_to(ROOT / "tests" / "data" / "logs" / "native")
        os.chdir(name)
        try:
            yield
        finally:
            os.chdir(before)


def screen(command: str, lang: str, columns: int, *more: str) -> tuple[str, str]:
    """Return what a command shows on stdout and stderr of a terminal so wide."""
    out, err = Terminal(), Terminal()
    kept = {key: value for key, value in os.environ.items() if not key.startswith("MJTOOL_")}
    settings = {"COLUMNS": str(columns), "LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"}
    with (
        mock.patch.dict(os.environ, {**kept, **settings}, clear=True),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
        mock.patch.object(diff, "diff", _diff),
        mock.patch.object(progress, "SILENCE", 1e9),
    ):
        run([*shlex.split(command)[1:], "--lang", lang, *more])
    return out.shown(), err.shown()


def page(lang: str, columns: int) -> Iterator[str]:
    """Yield every command with what it shows, line by line."""
    for command in COMMANDS:
        out, err = screen(command, lang, columns)
        yield f"$ {command}"
        lines = [*out.splitlines(), *err.splitlines()]
        yield from lines[:MOST]
        if len(lines) > MOST:
            yield "..."
        yield ""


def file_of(lang: str, columns: int) -> Path:
    """Return the file of a page."""
    return PAGES / f"{lang}.{columns}.txt"


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    with folder():
        for each in LANGUAGES:
            for wide in WIDTHS:
                file_of(each, wide).write_text("\n".join(page(each, wide)) + "\n", "utf-8")
