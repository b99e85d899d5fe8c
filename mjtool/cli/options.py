"""Options that several commands share, each declared once."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mjtool.errors import RequestError
from mjtool.settlement import Room


class Language(StrEnum):
    """Languages of names and messages."""

    ZH = "zh"
    EN = "en"


class Color(StrEnum):
    """When to use colour and tables."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class OutputFormat(StrEnum):
    """How outcomes are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    JUNIT = "junit"
    TAP = "tap"
    MARKDOWN = "markdown"


class SeatName(StrEnum):
    """A seat or round by its wind."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"


Hands = Annotated[
    list[str] | None,
    typer.Argument(metavar="HAND...", help="Hands in any notation, or - for lines on stdin."),
]
Input = Annotated[
    Path | None, typer.Option("--input", metavar="FILE", help="Read a batch from FILE.")
]
LogOutput = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write to FILE (.gz and .zst are packed), or - for stdout.",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME|FILE",
        envvar="MJTOOL_RULES",
        show_envvar=False,
        help="Rule set: a built-in or a TOML file [default: jipinghu, or MJTOOL_RULES].",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a result, one line each.")]
Lang = Annotated[
    Language | None,
    typer.Option("--lang", help="Language of names and messages [default: the locale's]."),
]
ColorOption = Annotated[
    Color, typer.Option("--color", help="Colour and tables: auto means on a terminal.")
]
OutcomeFormat = Annotated[
    OutputFormat, typer.Option("--output-format", help="How outcomes are written.")
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes for a batch.")]
FailFast = Annotated[
    bool, typer.Option("--fail-fast", help="Stop a batch at the first line that is refused.")
]
Seat = Annotated[SeatName | None, typer.Option("--seat", help="Own seat; E is the dealer.")]
Round = Annotated[SeatName | None, typer.Option("--round", help="Round wind.")]
Visible = Annotated[
    str, typer.Option("--visible", metavar="TILES", help="Tiles seen elsewhere: out of the wall.")
]


def one_format(as_json: bool, chosen: str) -> None:
    """Raise RequestError where ``--json`` stands beside another format."""
    if as_json and chosen not in ("text", "json"):
        raise RequestError("bad_option.formats", view=str(chosen))


def use_color(wanted: Color, environ: dict[str, str]) -> bool:
    """Return whether stdout gets colour: as asked, else on a terminal without NO_COLOR."""
    if wanted is Color.AUTO:
        return sys.stdout.isatty() and not environ.get("NO_COLOR")
    return wanted is Color.ALWAYS


def room_of(text: str | None) -> Room | None:
    """Return the room that ``N,A`` writes; RequestError where it is no two whole numbers."""
    if text is None:
        return None
    try:
        coefficient, fee = map(int, text.split(","))
    except ValueError:
        raise RequestError("bad_option.room", text=text) from None
    return Room(coefficient, fee)
