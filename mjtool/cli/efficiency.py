"""``mjtool efficiency``."""

from __future__ import annotations

from typing import Annotated

import typer

from mjtool.cli import notes, options, values
from mjtool.cli.command import Command
from mjtool.cli.hands import Run, answer_hands

app = typer.Typer(add_completion=False, rich_markup_mode=None)

Draws = Annotated[int | None, typer.Option("--draws", metavar="T", parser=values.whole("--draws"))]
Swaps = Annotated[int, typer.Option("--swaps", metavar="S", parser=values.whole("--swaps"))]
Order = Annotated[str, options.choice("--sort", "tiles", "win", "value")]


@app.command(cls=Command, epilog="mjtool efficiency 123566789m45699s --draws 18")
def efficiency(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    visible: options.Visible = "",
    improvements: Annotated[bool, typer.Option("--improvements")] = False,
    targets: Annotated[bool, typer.Option("--targets")] = False,
    draws: Draws = None,
    swaps: Swaps = 0,
    sort: Order = "tiles",
    seat: options.Seat = None,
    round: options.Round = None,
    wild: options.Wild = None,
    indicator: options.Indicator = None,
    no_wild: options.NoWild = False,
    rules: options.Rules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.Color = "auto",
    tiles: options.Tiles = "auto",
    input: options.Input = None,
    output: options.TableOutput = None,
    passed: options.Passed = None,
    jobs: options.Jobs = 1,
    dask: options.Dask = None,
    fail_fast: options.FailFast = False,
) -> None:
    """Rank the discards of each hand by the useful tiles they leave."""
    fields = {
        "visible": visible,
        "improvements": improvements,
        "targets": targets,
        "draws": draws,
        "swaps": swaps,
        "sort": sort,
        "seat": seat,
        "round": round,
        "wild": wild,
        "indicator": indicator,
        "no_wild": no_wild,
    }
    run = Run(
        rules,
        lang,
        as_json,
        color,
        input,
        options.crew(jobs, dask),
        fail_fast,
        tiles,
        output=output,
        passed=tuple(passed or ()),
    )
    answer_hands("efficiency", hands, fields, run, notes.of_efficiency)
