"""``mjtool check``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

import typer

from mjtool.cli import options
from mjtool.cli.app import CANNOT, DONE, FOUND, NOTHING, fail, language
from mjtool.errors import MjtoolError
from mjtool.regression import Case, check, read_cases
from mjtool.regression.cases import find_files
from mjtool.regression.checker import Plan, Views
from mjtool.render import json, text
from mjtool.render.outcomes import Tally, json_lines, text_lines

app = typer.Typer(add_completion=False, rich_markup_mode=None)


class OutputFormat(StrEnum):
    """How outcomes are written."""

    TEXT = "text"
    JSON = "json"


@app.command("check")
def check_cases(  # noqa: PLR0913, PLR0917
    cases: Annotated[
        list[str],
        typer.Argument(metavar="CASES...", help="Case files, folders of them, or - for stdin."),
    ],
    rules: options.Rules = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="ID-GLOB", help="Only cases with such ids; repeatable."),
    ] = None,
    jobs: options.Jobs = 1,
    output_format: Annotated[
        OutputFormat, typer.Option("--output-format", help="How outcomes are written.")
    ] = OutputFormat.TEXT,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.ColorOption = options.Color.AUTO,
) -> None:
    """Check regression CASES: every answer against what its case expects.

    Example: mjtool check tests/house.mjcases.jsonl
    """
    lang_ = language(lang)
    plan = Plan(Views(json.VIEWS, text.VIEWS), rules, tuple(select or ()), lang_)
    tally, reader = Tally(), Reader(lang_)
    outcomes = tally.count(check(reader.read(cases), plan, jobs))
    if as_json or output_format is OutputFormat.JSON:
        lines = json_lines(outcomes, tally, lang_)
    else:
        colored = options.use_color(color, dict(os.environ))
        lines = text_lines(outcomes, tally, lang_, colored)
    for line in lines:
        typer.echo(line)
    raise typer.Exit(exit_code(tally, reader.failed))


class Reader:
    """Reads case files one after the other; one that cannot be read is told and passed over."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.failed = False

    def read(self, paths: Iterable[str]) -> Iterator[Case]:
        """Yield every case of ``paths``."""
        for file, named in find_files(paths):
            try:
                yield from read_cases(file, named, sys.stdin.buffer)
            except MjtoolError as error:
                self.failed = True
                fail(error.message(self.lang))


def exit_code(tally: Tally, unreadable: bool) -> int:
    """Return the exit code: cannot be done, something found, nothing to check, or done."""
    if unreadable:
        return CANNOT
    if tally.failed or tally.errors:
        return FOUND
    return DONE if tally.cases else NOTHING
