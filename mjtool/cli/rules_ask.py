"""``mjtool rules ask``."""

from __future__ import annotations

from typing import Annotated

import typer

from mjtool.cli import options, streams
from mjtool.cli.app import DONE, language
from mjtool.cli.progress import Watch
from mjtool.messages import text

Files = Annotated[list[str], typer.Argument(metavar="rule_files")]
Cases = Annotated[str | None, typer.Option("--cases", metavar="file")]


def ask(
    rule_files: Files,
    cases: Cases = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Find the fewest questions whose answers tell rule files apart."""
    # what only this command needs
    from mjtool.asking.ask import ask as ask_files  # noqa: PLC0415
    from mjtool.records.record import encode  # noqa: PLC0415
    from mjtool.render import ask as view  # noqa: PLC0415
    from mjtool.rules.load import files_of  # noqa: PLC0415

    lang_ = language(lang)
    streams.refuse_inputs([file for name in rule_files for file in files_of(name)], cases)
    with Watch(lang_, "rules"):
        found = ask_files(rule_files)
    if cases is not None:
        with streams.output(cases) as out:
            out.writelines(encode(case) + b"\n" for case in view.cases(found))
    if cases == streams.STD:
        raise typer.Exit(DONE)
    if as_json:
        typer.echo(encode(found.record(lang_)))
    else:
        for line in options.screen(lang_).fit(view.lines(found, lang_)):
            typer.echo(line)
        if cases is not None:
            typer.echo(text("label.rules_written", lang_, file=cases))
    raise typer.Exit(DONE)
