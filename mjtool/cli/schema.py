"""``mjtool schema``."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from mjtool.cli import options
from mjtool.cli.app import language
from mjtool.cli.command import Command
from mjtool.errors import RequestError, did_you_mean
from mjtool.records.record import OutputRecord, encode
from mjtool.schemas import NAMES, about, schema

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command, epilog="mjtool schema score > score.schema.json")
def show(
    names: Annotated[list[str] | None, typer.Argument(metavar="outputs")] = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Print the JSON Schema of what a command reads or writes; without a name, list them."""
    lang_ = language(lang)
    if not names:
        for name in NAMES:
            told = encode(OutputRecord(output=name, about=about(name, lang_)))
            lines = options.screen(lang_).fit([f"{name:16}{about(name, lang_)}"])
            typer.echo(told if as_json else "\n".join(lines))
        return
    name = "-".join(names)
    if name not in NAMES:
        known, hint = ", ".join(NAMES), did_you_mean(name, NAMES)
        raise RequestError("bad_option.schema", name=name, known=known, hint=hint)
    text = encode(schema(name))
    typer.echo(text if as_json else msgspec.json.format(text, indent=2))
