"""``mjtool convert``."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from mjtool.cli import options, streams
from mjtool.cli.app import CANNOT, DONE, FOUND, NOTHING, fail, language, note
from mjtool.cli.command import Command
from mjtool.cli.progress import Watch
from mjtool.errors import MjtoolError, RequestError
from mjtool.game_log import Counts, Finding, Unread
from mjtool.game_log.convert import to_native
from mjtool.game_log.formats.native import Ahead
from mjtool.game_log.formats.opening import open_ahead, read_ahead, walk
from mjtool.messages import text
from mjtool.outputs import Identity
from mjtool.records.logs import SummaryRecord
from mjtool.records.record import encode

app = typer.Typer(add_completion=False, rich_markup_mode=None)


_GAME, _HAND = b'{"type":"start_game"', b'{"type":"start_hand"'


@app.command(cls=Command, epilog="mjtool convert game.mjlog --to native")
def convert(  # noqa: PLR0913, PLR0917
    logs: options.Logs = None,
    to: Annotated[str, options.choice("--to", "native")] = "native",
    output: options.LogOutput = None,
    format: options.Format = "auto",
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Write each log as a native log; what cannot be read goes to stderr, as replay tells it."""
    if not logs:
        raise RequestError("bad_option.no_log")
    streams.refuse_inputs(logs, output)
    passing = streams.written(output)
    with streams.output(output, packed=True) as out:
        told = Told(as_json, language(lang), err=output in (None, streams.STD))
        conversion = Conversion(out, format, told)
        with told.watch:
            for log in told.watch.each(_each_of(logs, passing)):
                if log == streams.STD:
                    conversion.add(log, read_ahead(streams.stdin(), "", format))
                else:
                    conversion.add_file(Path(log))
        if not conversion.lines and conversion.code in (CANNOT, NOTHING):
            told.end()
            raise typer.Exit(conversion.code)  # nothing came: the old file stays
    told.end()
    raise typer.Exit(conversion.code)


def _each_of(logs: Iterable[str], passing: Container[Identity]) -> Iterator[str]:
    for log in logs:
        if log == streams.STD:
            yield log
        else:
            yield from map(str, walk([Path(log)], passing))


class Told:
    """What is told beside the logs that are written: text on stderr, or JSON Lines.

    JSON goes to stderr as well where stdout holds the logs.
    """

    def __init__(self, as_json: bool, lang: str, *, err: bool) -> None:
        self.counts = Counts()
        self._as_json = as_json
        self._lang = lang
        self._err = err
        self.watch = Watch(lang, "logs")

    def finding(self, found: Finding) -> None:
        """Tell what cannot be read in a log."""
        self.counts.findings += 1
        self.watch.clear()
        if self._as_json:
            typer.echo(encode(found.record(self._lang)), err=self._err)
        else:
            typer.echo(found.line_text(self._lang), err=True)

    def unread(self, file: str, error: MjtoolError) -> int:
        """Tell that a log cannot be read at all, and return the exit code."""
        self.watch.clear()
        if self._as_json:
            typer.echo(encode(Unread(file, error).record(self._lang)), err=self._err)
        return fail(error.message(self._lang), self._lang)

    def end(self) -> None:
        """Tell how much there was, in JSON, or to whoever looks on."""
        if self._as_json:
            typer.echo(encode(SummaryRecord(summary=self.counts.record())), err=self._err)
        elif self.watch.seen:
            told = {
                key: getattr(self.counts, key) for key in ("files", "games", "hands", "findings")
            }
            note(text("progress.written", self._lang, **told), self._lang)


class Conversion:
    """Logs converted one after the other, and what came of it."""

    def __init__(self, out: BinaryIO, format: str, told: Told) -> None:
        self.lines = 0
        self._out = out
        self._format = format
        self._told = told
        self._codes: list[int] = []

    @property
    def code(self) -> int:
        """The exit code so far."""
        return max(self._codes, default=NOTHING)

    def add_file(self, path: Path) -> None:
        """Convert a log; one that cannot be read is told on stderr."""
        try:
            with open_ahead(path, self._format) as items:
                self.add(str(path), items)
        except MjtoolError as error:
            self._codes.append(self._told.unread(str(path), error))

    def add(self, file: str, items: Iterable[Ahead]) -> None:
        """Convert the events of a log; what is none is told on stderr."""
        self._codes.append(DONE)
        counts = self._told.counts
        counts.files += 1
        for made in to_native(file, items):
            if isinstance(made, bytes):
                self._out.write(made)
                lines = made.count(b"\n")
                self.lines += lines
                counts.events += lines
                counts.games += made.startswith(_GAME)
                counts.hands += made.startswith(_HAND)
            else:
                self._told.finding(made)
                self._codes[-1] = FOUND
