"""``mjtool shanten``."""

from __future__ import annotations

from typing import Annotated

import typer

from mjtool.cli import options
from mjtool.cli.command import Command
from mjtool.cli.hands import Run, answer_hands

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command, epilog="mjtool shanten 123m456p789s1122z")
def shanten(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    ignore_sets: Annotated[bool, typer.Option("--ignore-sets")] = False,
    wild: options.Wild = None,
    indicator: options.Indicator = None,
    no_wild: options.NoWild = False,
    rules: options.Rules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.Color = "auto",
    input: options.Input = None,
    output: options.TableOutput = None,
    passed: options.Passed = None,
    jobs: options.Jobs = 1,
    dask: options.Dask = None,
    fail_fast: options.FailFast = False,
) -> None:
    """Tell how far each hand is from ready: -1 complete, 0 ready."""
    run = Run(
        rules,
        lang,
        as_json,
        color,
        input,
        options.crew(jobs, dask),
        fail_fast,
        output=output,
        passed=tuple(passed or ()),
    )
    told = {"wild": wild, "indicator": indicator, "no_wild": no_wild}
    answer_hands("shanten", hands, {"ignore_sets": ignore_sets, **told}, run)
