"""``mjtool convert``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from mjtool.cli import options
from mjtool.cli.app import DONE, FOUND, NOTHING, fail, language
from mjtool.errors import RequestError, SourceError
from mjtool.game_log.convert import to_native
from mjtool.game_log.formats import Read
from mjtool.game_log.formats.opening import open_log, read_log, walk

app = typer.Typer(add_completion=False, rich_markup_mode=None)


class LogFormat(StrEnum):
    """The formats of logs; auto looks at how a log begins."""

    AUTO = "auto"
    NATIVE = "native"
    MJAI = "mjai"
    TENHOU = "tenhou"
    BOTZONE = "botzone"
    IJCAI = "ijcai"


class Target(StrEnum):
    """The formats that logs are converted to."""

    NATIVE = "native"


Logs = Annotated[
    list[str] | None,
    typer.Argument(metavar="LOG...", help="Logs, folders of logs, or - for stdin."),
]
Format = Annotated[LogFormat, typer.Option("--format", help="The format of the logs.")]


@app.command()
def convert(
    logs: Logs = None,
    to: Annotated[Target, typer.Option("--to", help="What to convert to.")] = Target.NATIVE,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE.")
    ] = None,
    format: Format = LogFormat.AUTO,
    lang: options.Lang = None,
) -> None:
    """Write each LOG as a native log; what cannot be read goes to stderr, as replay tells it.

    Example: mjtool convert game.mjlog --to native
    """
    if not logs:
        raise RequestError("bad_option.no_log")
    if output is None:
        raise typer.Exit(_convert(logs, format, sys.stdout.buffer, language(lang)))
    with output.open("wb") as out:
        raise typer.Exit(_convert(logs, format, out, language(lang)))


def _convert(logs: list[str], format: LogFormat, out: BinaryIO, lang: str) -> int:
    """Convert the logs one after the other and return the exit code."""
    codes = []
    for log in logs:
        if log == "-":
            items = read_log(sys.stdin.buffer, "", format)
            codes.append(_write("-", items, out, lang))
            continue
        for path in walk([Path(log)]):
            try:
                with open_log(path, format) as items:
                    codes.append(_write(str(path), items, out, lang))
            except SourceError as error:
                codes.append(fail(error.message(lang)))
    out.flush()
    return max(codes, default=NOTHING)


def _write(file: str, items: Iterator[Read], out: BinaryIO, lang: str) -> int:
    code = DONE
    for made in to_native(file, items):
        if isinstance(made, bytes):
            out.write(made)
        else:
            typer.echo(made.line_text(lang), err=True)
            code = FOUND
    return code
