"""``mjtool convert``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from mjtool.cli import options, streams
from mjtool.cli.app import CANNOT, DONE, FOUND, NOTHING, fail, language
from mjtool.cli.command import Command
from mjtool.errors import MjtoolError, RequestError
from mjtool.game_log.convert import to_native
from mjtool.game_log.formats import Read
from mjtool.game_log.formats.opening import open_log, read_log, walk

app = typer.Typer(add_completion=False, rich_markup_mode=None)


Logs = Annotated[list[str] | None, typer.Argument(metavar="logs")]
Format = Annotated[
    str, options.choice("--format", "auto", "native", "mjai", "tenhou", "botzone", "ijcai")
]


@app.command(cls=Command, epilog="mjtool convert game.mjlog --to native")
def convert(
    logs: Logs = None,
    to: Annotated[str, options.choice("--to", "native")] = "native",
    output: options.LogOutput = None,
    format: Format = "auto",
    lang: options.Lang = None,
) -> None:
    """Write each log as a native log; what cannot be read goes to stderr, as replay tells it."""
    if not logs:
        raise RequestError("bad_option.no_log")
    streams.refuse_inputs(logs, output)
    passing = streams.written(output)
    with streams.output(output, packed=True) as out:
        conversion = Conversion(out, format, language(lang))
        for log in logs:
            if log == streams.STD:
                conversion.add(log, read_log(streams.stdin(), "", format))
            else:
                for path in walk([Path(log)], passing):
                    conversion.add_file(path)
        if not conversion.lines and conversion.code in (CANNOT, NOTHING):
            raise typer.Exit(conversion.code)  # nothing came: the old file stays
    raise typer.Exit(conversion.code)


class Conversion:
    """Logs converted one after the other, and what came of it."""

    def __init__(self, out: BinaryIO, format: str, lang: str) -> None:
        self.lines = 0
        self._out = out
        self._format = format
        self._lang = lang
        self._codes: list[int] = []

    @property
    def code(self) -> int:
        """The exit code so far."""
        return max(self._codes, default=NOTHING)

    def add_file(self, path: Path) -> None:
        """Convert a log; one that cannot be read is told on stderr."""
        try:
            with open_log(path, self._format) as items:
                self.add(str(path), items)
        except MjtoolError as error:
            self._codes.append(fail(error.message(self._lang), self._lang))

    def add(self, file: str, items: Iterable[Read]) -> None:
        """Convert the events of a log; what is none is told on stderr."""
        self._codes.append(DONE)
        for made in to_native(file, items):
            if isinstance(made, bytes):
                self._out.write(made)
                self.lines += 1
            else:
                typer.echo(made.line_text(self._lang), err=True)
                self._codes[-1] = FOUND
