"""``mjtool efficiency``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from mjtool.cli import options
from mjtool.cli.hands import Run, answer_hands

app = typer.Typer(add_completion=False, rich_markup_mode=None)


class Order(StrEnum):
    """What rows are sorted by."""

    TILES = "tiles"
    WIN = "win"
    VALUE = "value"


@app.command()
def efficiency(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    visible: options.Visible = "",
    improvements: Annotated[
        bool,
        typer.Option("--improvements", help="Add draws that widen without coming nearer 改良."),
    ] = False,
    targets: Annotated[
        bool, typer.Option("--targets", help="Add the distance to each pattern of the rules.")
    ] = False,
    draws: Annotated[
        int | None,
        typer.Option(
            "--draws",
            metavar="T",
            help="Add the chances to win and to be ready within 1 to 20 own draws, playing alone, "
            "and the points to expect.",
        ),
    ] = None,
    swaps: Annotated[
        int,
        typer.Option(
            "--swaps", metavar="S", help="With --draws: tiles that may be kept in exchange, 0 to 4."
        ),
    ] = 0,
    sort: Annotated[
        Order, typer.Option("--sort", help="Sort by shanten and tiles, or by a figure of --draws.")
    ] = Order.TILES,
    seat: options.Seat = None,
    round: options.Round = None,
    rules: options.Rules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.ColorOption = options.Color.AUTO,
    input: options.Input = None,
    jobs: options.Jobs = 1,
    fail_fast: options.FailFast = False,
) -> None:
    """Rank the discards of each HAND by the useful tiles they leave.

    With 13 tiles: the useful draws.

    Example: mjtool efficiency 123566789m45699s --draws 18
    """
    fields = {
        "visible": visible,
        "improvements": improvements,
        "targets": targets,
        "draws": draws,
        "swaps": swaps,
        "sort": sort.value,
        "seat": seat,
        "round": round,
    }
    run = Run(rules, lang, as_json, color, input, jobs, fail_fast)
    answer_hands("efficiency", hands, fields, run)
