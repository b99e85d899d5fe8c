"""Write docs/cli.md from the --help of every command; ``make docs`` runs it, a test compares."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path

from mjtool.cli.app import COMMANDS, run

PAGE = Path(__file__).with_name("cli.md")

HEAD = """\
# The command line

Written by `make docs` from `--help`; do not edit.

Data goes to stdout, messages and progress to stderr; `-` is stdin. Exit codes:

| code | meaning |
| --- | --- |
| 0 | done |
| 1 | done, and something was found: a finding, a failing case, a refused line, a difference |
| 2 | cannot be done: usage, unreadable input, an argument that is no hand |
| 3 | a bug of ours |
| 5 | nothing to check |
| 130 | stopped by Ctrl-C |
"""


def help_of(*words: str) -> str:
    """Return what ``mjtool WORDS --help`` prints, 80 columns wide."""
    out = io.StringIO()
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    try:
        with contextlib.redirect_stdout(out):
            code = run([*words, "--help"])
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    if code:
        raise SystemExit(f"mjtool {' '.join(words)} --help ends with {code}")
    return "\n".join(line.rstrip() for line in out.getvalue().strip().splitlines())


def subcommands(text: str) -> Iterator[str]:
    """Yield the names that a help text lists below ``Commands:``."""
    _, _, listed = text.partition("\nCommands:\n")
    for line in listed.splitlines():
        if line.startswith("  ") and not line.startswith("   "):
            yield line.split()[0]


def sections() -> Iterator[str]:
    """Yield the page piece by piece."""
    yield HEAD
    yield f"```text\n{help_of()}\n```\n"
    for command in COMMANDS:
        text = help_of(command)
        yield f"## mjtool {command}\n\n```text\n{text}\n```\n"
        for inner in subcommands(text):
            yield f"### mjtool {command} {inner}\n\n```text\n{help_of(command, inner)}\n```\n"


def page() -> str:
    """Return the whole page."""
    return "\n".join(sections())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
