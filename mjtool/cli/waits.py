"""``mjtool waits``."""

from __future__ import annotations

import typer

from mjtool.cli import notes, options
from mjtool.cli.command import Command
from mjtool.cli.hands import Run, answer_hands

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command, epilog="mjtool waits 2223m456p789s555z --seat S --round E")
def waits(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    visible: options.Visible = "",
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
    """List the tiles that complete each hand, how many are left and what they win."""
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
    told = {"wild": wild, "indicator": indicator, "no_wild": no_wild}
    fields = {"visible": visible, "seat": seat, "round": round, **told}
    answer_hands("waits", hands, fields, run, notes.of_waits)
