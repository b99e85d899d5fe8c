"""Options that several commands share, each declared once.

What is said of an option is the message ``option.NAME``, or ``option.COMMAND.NAME`` where a command
means something else by it; what stands for its value is ``metavar.NAME``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mjtool.cli import values
from mjtool.errors import RequestError
from mjtool.messages import LANGUAGES, texts

if TYPE_CHECKING:
    from mjtool import settlement
    from mjtool.render.look import Look
    from mjtool.spread import Jobs as Crew


def choice(option: str, *choices: str) -> Any:
    """Return the declaration of an option that takes one of few words."""
    read = values.one_of(option, *choices)
    return typer.Option(option, metavar="|".join(choices), parser=read)


Hands = Annotated[list[str] | None, typer.Argument(metavar="hands")]
Logs = Annotated[list[str] | None, typer.Argument(metavar="logs")]
Format = Annotated[str, choice("--format", "auto", "native", "mjai", "tenhou", "botzone", "ijcai")]
Input = Annotated[Path | None, typer.Option("--input", metavar="file")]
TableOutput = Annotated[str | None, typer.Option("-o", "--output", metavar="file")]
Passed = Annotated[list[str] | None, typer.Option("--pass", metavar="field")]
LogOutput = Annotated[str | None, typer.Option("-o", "--output", metavar="file")]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="rules", envvar="MJTOOL_RULES", show_envvar=False),
]
LogRules = Annotated[str | None, typer.Option("--rules", metavar="rules")]
AsJson = Annotated[bool, typer.Option("--json")]
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="|".join(LANGUAGES), parser=values.language("--lang")),
]
Color = Annotated[str, choice("--color", "auto", "always", "never")]
Tiles = Annotated[str, choice("--tiles", "auto", "words", "unicode", "mpsz")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="jobs", parser=values.jobs("--jobs"))]
Dask = Annotated[str | None, typer.Option("--dask", metavar="cluster")]
FailFast = Annotated[bool, typer.Option("--fail-fast")]
Seat = Annotated[str | None, typer.Option("--seat", metavar="seat", parser=values.seat("--seat"))]
Round = Annotated[
    str | None, typer.Option("--round", metavar="seat", parser=values.seat("--round"))
]
Wild = Annotated[str | None, typer.Option("--wild", metavar="tiles")]
Indicator = Annotated[str | None, typer.Option("--indicator", metavar="tile")]
NoWild = Annotated[bool, typer.Option("--no-wild")]
Visible = Annotated[str, typer.Option("--visible", metavar="tiles")]
Room = Annotated[str | None, typer.Option("--room", metavar="N,A")]

OutcomeFormat = Annotated[
    str, choice("--output-format", "text", "json", "github", "junit", "tap", "markdown")
]
DiffFormat = Annotated[str, choice("--output-format", "text", "json", "markdown")]


def one_format(as_json: bool, chosen: str) -> None:
    """Raise RequestError where ``--json`` stands beside another format."""
    if as_json and chosen not in ("text", "json"):
        raise RequestError("bad_option.formats", view=chosen)


def crew(jobs: int, dask: str | None, **alone: str | None) -> Crew:
    """Return who works: so many processes, or a cluster.

    RequestError where both are asked for, or a cluster beside the options ``alone``, which have one
    process do all.
    """
    if dask is None:
        return jobs
    from mjtool.cluster import Cluster  # noqa: PLC0415  # most runs have none

    others = {"--jobs": None if jobs == 1 else str(jobs), **alone}
    for option, value in others.items():
        if value is not None:
            raise RequestError("bad_option.both", first="--dask", second=option)
    return Cluster(dask).verify()


def use_color(wanted: str, environ: dict[str, str]) -> bool:
    """Return whether stdout gets colour: as asked, else on a terminal without NO_COLOR."""
    if wanted == "auto":
        return sys.stdout.isatty() and not environ.get("NO_COLOR")
    return wanted == "always"


def look_of(lang: str, color: str, tiles: str = "auto") -> Look:
    """Return how text is set on stdout: as asked, else as a terminal can show it.

    Whoever asks for colour asks for what a terminal gets.
    """
    from mjtool.render.look import Look  # noqa: PLC0415  # `mjtool --version` starts without it

    screen = color == "always" or sys.stdout.isatty()
    if tiles == "auto":
        tiles = "words" if screen and "tile.1m" in texts(lang) else "mpsz"
    columns = 0
    if screen:
        import shutil  # noqa: PLC0415  # where text is piped the program starts faster without it

        columns = max(shutil.get_terminal_size().columns, NARROWEST)
    return Look(use_color(color, dict(os.environ)), tiles, columns)


def screen(lang: str) -> Look:
    """Return how text is set on stdout for a command without options for it."""
    return look_of(lang, "auto")


NARROWEST: Final = 40
"""Columns below which text is not broken further."""


def room_of(text: str | None) -> settlement.Room | None:
    """Return the room that ``N,A`` writes; RequestError where it is no two whole numbers."""
    from mjtool import settlement  # noqa: PLC0415  # `mjtool --version` starts faster without it

    if text is None:
        return None
    try:
        coefficient, fee = map(int, text.split(","))
    except ValueError:
        raise RequestError("bad_option.room", text=text) from None
    return settlement.Room(coefficient, fee)
