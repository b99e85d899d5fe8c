"""Options that several commands share, each declared once."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mjtool.errors import RequestError
from mjtool.messages import add
from mjtool.settlement import Room

add(
    {
        "bad_option.no_hand": (
            "no hand given (a hand, - for stdin, or --input FILE)",
            "没有手牌（写一手牌，或用 - 读标准输入，或用 --input 文件）",
        ),
        "bad_option.no_log": (
            "no log given (a file, a folder, or - for stdin)",
            "没有给出日志（文件、文件夹，或用 - 表示标准输入）",
        ),
        "bad_option.formats": (
            "--json and --output-format {view} exclude each other",
            "--json 和 --output-format {view} 不能同时用",
        ),
        "bad_option.folder": (
            "{file}: a folder; name the file to write in it",
            "{file}：这是文件夹，请写出要写入的文件名",
        ),
        "bad_option.input": (
            "--input reads its hands from the file; no hand can be given beside it",
            "--input 从文件读手牌，不能再另写手牌",
        ),
        "bad_option.exists": (
            "{file}: already exists (--force replaces it)",
            "{file}：已经存在（加 --force 才会替换）",
        ),
        "bad_option.room": (
            "--room takes N,A (two whole numbers), not {text!r}",
            "--room 的写法是 N,A（两个整数），不是 {text!r}",
        ),
        "bad_option.kong": (
            "--kong takes SEAT:KIND[:FROM], not {text!r}",
            "--kong 的写法是 SEAT:KIND[:FROM]，不是 {text!r}",
        ),
    }
)


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
