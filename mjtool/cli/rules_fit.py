"""``mjtool rules fit``."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from msgspec import UNSET

from mjtool.cli import options, progress, streams, values
from mjtool.cli.app import CANNOT, DONE, FOUND, NOTHING, fail, language, note
from mjtool.errors import RequestError
from mjtool.messages import text

Base = Annotated[str, typer.Option("--from", metavar="rules")]
Output = Annotated[str | None, typer.Option("-o", "--output", metavar="file")]
Most = Annotated[int, typer.Option("--most", metavar="N", parser=values.whole("--most", 0))]
Outliers = Annotated[
    float, typer.Option("--outliers", metavar="share", parser=values.number("--outliers"))
]
Keys = Annotated[list[str] | None, typer.Option("--keys", metavar="globs")]
NotKeys = Annotated[list[str] | None, typer.Option("--not-keys", metavar="globs")]


def fit(  # noqa: PLR0913, PLR0917
    base: Base,
    logs: options.Logs = None,
    output: Output = None,
    outliers: Outliers = 0.0,
    keys: Keys = None,
    not_keys: NotKeys = None,
    most: Most = 4,
    undecided: Annotated[bool, typer.Option("--undecided")] = False,
    format: options.Format = "auto",
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Tell which rules the hands of logs were played by: the fewest changes to a rule set."""
    # what only this command needs
    from mjtool.fitting.fit import FitPlan  # noqa: PLC0415
    from mjtool.fitting.fit import fit as fit_logs  # noqa: PLC0415
    from mjtool.fitting.house import house_text  # noqa: PLC0415
    from mjtool.records.record import encode  # noqa: PLC0415
    from mjtool.render import fit as view  # noqa: PLC0415
    from mjtool.rules.load import files_of, name_from  # noqa: PLC0415

    lang_ = language(lang)
    if not logs:
        raise RequestError("bad_option.no_log")
    streams.refuse_inputs([*logs, *files_of(base)], output)
    extends = base
    if output is not None and output != streams.STD:
        extends = name_from(Path(output).parent, base)
    plan = FitPlan(
        most=most,
        outliers=outliers,
        keys=tuple(keys or ()),
        not_keys=tuple(not_keys or ()),
        format=format,
    )
    told = _Progress(lang_)
    found = fit_logs(
        list(logs),
        base,
        plan,
        stdin=streams.open_stdin(),
        passing=streams.written(output),
        progress=told.tell,
    )
    told.clear()
    code = DONE if found.is_explained else FOUND
    for _, error in found.unread:
        code = fail(error.message(lang_), lang_)
    if not found.hands:
        raise typer.Exit(code if code == CANNOT else _nothing(lang_))
    if output is not None:
        with streams.output(output) as out:
            out.write(house_text(found, extends, lang_).encode())
    if output == streams.STD:
        raise typer.Exit(code)
    if as_json:
        record = found.record()
        if output is not None:
            record.rules = output
        if not undecided:
            record.undecided = UNSET
        typer.echo(encode(record))
    else:
        shown = view.lines(found, lang_, undecided=undecided)
        for line in options.screen(lang_).fit(shown):
            typer.echo(line)
        if output is not None:
            typer.echo(text("label.rules_written", lang_, file=output))
    raise typer.Exit(code)


def _nothing(lang: str) -> int:
    """Say that no hand can be judged, and return the exit code of that."""
    note(text("note.no_hand_judged", lang), lang)
    return NOTHING


class _Progress:
    """Tells on a terminal, in one line of stderr, how far a long run is."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._shows = sys.stderr is not None and sys.stderr.isatty()
        self._width = 0
        self._start = monotonic()

    def tell(self, stage: str, one: int, two: int) -> None:
        """Write how far ``stage`` is over what was there before, once a run takes a while."""
        if not self._shows or monotonic() - self._start < progress.SILENCE:
            return
        told = text(f"progress.{stage}", self._lang, one=one, two=two)
        typer.echo("\r" + told.ljust(self._width), nl=False, err=True)
        self._width = len(told)

    def clear(self) -> None:
        """Take the line away again."""
        if self._width:
            typer.echo("\r" + " " * (2 * self._width) + "\r", nl=False, err=True)
