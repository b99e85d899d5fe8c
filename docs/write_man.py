"""Write docs/mjtool.1 from the commands and their messages; ``make docs`` runs it, a test compares.

The page is installed with the package, so that ``man mjtool`` finds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import typer

from mjtool.cli import manual
from mjtool.cli.app import COMMANDS, app
from mjtool.cli.usage import metavar
from mjtool.messages import Say, text, texts

PAGE = Path(__file__).with_name("mjtool.1")

EXIT = (
    (0, "done"),
    (1, "done, and something was found: a finding, a failing case, a refused line, a difference"),
    (2, "cannot be done: usage, unreadable input, an argument that is no hand"),
    (3, "a bug of ours"),
    (5, "nothing to check"),
    (130, "stopped by Ctrl-C"),
)
ENVIRONMENT = (
    ("MJTOOL_RULES", "The rule set where no --rules is given."),
    ("NO_COLOR", "Where it is set and not empty, text has no colour."),
    ("LC_ALL, LC_MESSAGES, LANG", "The language where no --lang is given."),
    ("COLUMNS", "The width of the screen."),
)


def escaped(told: str) -> str:
    """Return text as roff shows it to the letter."""
    told = told.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + told if told.startswith((".", "'")) else told


def named(param: Any) -> str:
    """Return a parameter: names bold, what stands for its value in italics."""
    told = metavar(param)
    value = told.text("en") if isinstance(told, Say) else told or ""
    shown = f"\\fI{escaped(value)}\\fR" if value else ""
    if param.param_type_name == "argument":
        return shown
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in (*param.opts, *param.secondary_opts))
    return f"{names} {shown}" if shown else names


def about(command: Any, path: str, title: str) -> Iterator[str]:
    """Yield what a command does, and each of its arguments and options."""
    yield f'.SS "{escaped(title)}"'
    for key in (f"help.{path}", f"help.{path}.more"):
        if key in texts("en"):
            yield escaped(text(key))
            yield ".PP"
    for param in command.params:
        yield ".TP"
        yield named(param)
        yield escaped(text(manual.key_of(param, path)))
    if command.epilog:
        yield ".PP"
        yield f"Example: \\fB{escaped(command.epilog)}\\fR"


def lines() -> Iterator[str]:
    """Yield the page line by line."""
    program: Any = typer.main.get_command(app)
    yield '.\\" Written by make docs from the commands; do not edit.'
    yield f'.TH MJTOOL 1 "" "mjtool {version("mjtool")}" "User Commands"'
    yield ".SH NAME"
    yield "mjtool \\- " + escaped(text("help.mjtool").rstrip("."))
    yield ".SH SYNOPSIS"
    yield "\\fBmjtool\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGS\\fR]..."
    yield ".SH DESCRIPTION"
    yield escaped(text("help.mjtool.more"))
    yield ".PP"
    yield "Data goes to stdout, messages and progress to stderr; \\- is stdin."
    yield ".SH OPTIONS"
    for param in program.params:
        yield ".TP"
        yield named(param)
        yield escaped(text(manual.key_of(param, "mjtool")))
    yield ".SH COMMANDS"
    for name in COMMANDS:
        command = program.get_command(None, name)
        yield from about(command, name, f"mjtool {name}")
        for below in command.list_commands(None) if hasattr(command, "list_commands") else ():
            each = command.get_command(None, below)
            yield from about(each, f"{name}.{below}", f"mjtool {name} {below}")
    yield ".SH EXIT STATUS"
    for code, told in EXIT:
        yield from (".TP", f"\\fB{code}\\fR", escaped(told))
    yield ".SH ENVIRONMENT"
    for variable, told in ENVIRONMENT:
        yield from (".TP", f"\\fB{variable}\\fR", escaped(told))


def page() -> str:
    """Return the whole page."""
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
