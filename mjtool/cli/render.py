"""``mjtool render``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from mjtool.cli import options, streams
from mjtool.cli.app import DONE, FOUND, language
from mjtool.cli.command import Command
from mjtool.cli.hands import verify_quoted
from mjtool.errors import MjtoolError, RequestError
from mjtool.hand import Hand
from mjtool.records.record import Problem, Record, Refused, encode
from mjtool.records.rules import DrawnHandRecord
from mjtool.render import svg
from mjtool.requests import id_of, read_request

app = typer.Typer(add_completion=False, rich_markup_mode=None)


Output = Annotated[str, typer.Option("-o", "--output", metavar="file")]
Captions = Annotated[bool, typer.Option("--captions/--no-captions")]


@app.command(cls=Command, epilog='mjtool render "[222p](7777z)333m44455s" -o hand.svg')
def render(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    output: Output = "-",
    win: Annotated[str | None, typer.Option("--win", metavar="tile")] = None,
    captions: Captions = True,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    input: options.Input = None,
    fail_fast: options.FailFast = False,
) -> None:
    """Draw the tiles of each hand, one hand below the other."""
    if input is not None and hands:
        raise RequestError("bad_option.input")
    if not hands and input is None:
        raise RequestError("bad_option.no_hand")
    suffix = Path(output).suffix if output != streams.STD else ".svg"
    svg.verify_suffix(suffix)
    batch = hands == [streams.STD] or input is not None
    drawing = Drawing(win, output, language(lang), fail_fast)
    if batch:
        with streams.batch(input, output) as lines:
            drawing.read(lines)
    else:
        verify_quoted(hands or [])
        drawing.hands = [
            hand_of(hand.encode("utf-8", "surrogateescape"), win)[0] for hand in hands or ()
        ]
    if drawing.hands:
        picture = svg.picture(drawing.hands, captions=captions)
        with streams.output(output) as out:
            out.write(svg.encode(picture, suffix))
        if as_json and not batch and output != streams.STD:
            typer.echo(encode(svg.described(picture, drawing.hands, output)))
    elif drawing.code == DONE:
        raise RequestError("bad_option.no_hand")  # an empty batch
    raise typer.Exit(drawing.code)


class Drawing:
    """The hands of a batch that can be drawn; a line of JSON for each line of input."""

    def __init__(self, win: str | None, output: str, lang: str, fail_fast: bool) -> None:
        self.win = win
        self.output = output
        self.lang = lang
        self.fail_fast = fail_fast
        self.hands: list[Hand] = []
        self.code = DONE

    def read(self, lines: Iterable[bytes]) -> None:
        """Read every line, and tell what became of it."""
        for number, line in enumerate(lines, 1):
            told: Record
            try:
                hand, name = hand_of(line, self.win)
            except MjtoolError as error:
                self.code = FOUND
                problem = Problem(**error.to_dict(self.lang))
                told = Refused(line=number, id=id_of(line), error=problem)
            else:
                self.hands.append(hand)
                told = DrawnHandRecord(id=name, hand=str(hand), file=self.output)
            # Where the picture goes to stdout, nothing else does: faults are told on stderr.
            if self.output != "-" or isinstance(told, Refused):
                typer.echo(encode(told), err=self.output == "-")
            if isinstance(told, Refused) and self.fail_fast:
                return


def hand_of(line: bytes, win: str | None) -> tuple[Hand, Any]:
    """Return the hand of a line, its winning tile last, and its id; MjtoolError if it is none."""
    request = read_request(line, {"win": win} if win else None)
    if not request.win:
        return request.parsed_hand(), request.id
    hand, tile = request.won_hand()
    return replace(hand, last=tile), request.id
