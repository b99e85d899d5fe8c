"""``mjtool render``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from mjtool.cli import options
from mjtool.cli.app import fail, language
from mjtool.errors import MjtoolError
from mjtool.hand import Hand, winning_tile
from mjtool.render import svg
from mjtool.render.json import encode
from mjtool.requests import read_request

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def render(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="A .svg, .png or .html file, or - for SVG."
        ),
    ] = "-",
    win: Annotated[
        str | None,
        typer.Option("--win", metavar="TILE", help="Tile set apart [default: the last written]."),
    ] = None,
    captions: Annotated[
        bool, typer.Option("--captions/--no-captions", help="Write each hand below its picture.")
    ] = True,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Draw the tiles of each HAND, one hand below the other.

    Example: mjtool render "[222p](7777z)333m44455s" -o hand.svg
    """
    lines = sys.stdin.buffer if hands == ["-"] else [hand.encode() for hand in hands or ()]
    try:
        drawn = [_hand(line, win) for line in lines]
        if not drawn:
            raise typer.Exit(fail("no hand given (a hand, or - for lines on stdin)"))
        picture = svg.picture(drawn, captions=captions)
        data = svg.encode(picture, Path(output).suffix if output != "-" else ".svg")
    except MjtoolError as error:
        raise typer.Exit(fail(error.message(language(lang)))) from None
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    Path(output).write_bytes(data)
    if as_json:
        typer.echo(encode(svg.described(picture, drawn, output)))


def _hand(line: bytes, win: str | None) -> Hand:
    request = read_request(line, {"win": win} if win else None)
    hand = request.parsed_hand()
    return replace(hand, last=winning_tile(hand, request.win)) if request.win else hand
