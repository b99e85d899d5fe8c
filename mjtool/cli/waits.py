"""``mjtool waits``."""

from __future__ import annotations

import typer

from mjtool.cli import options
from mjtool.cli.hands import Run, answer_hands

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def waits(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    visible: options.Visible = "",
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
    """List the tiles that complete each HAND, how many are left and what they win.

    With 14 tiles: the waits after each discard that leaves the hand ready.

    Example: mjtool waits 2223m456p789s555z --seat S --round E
    """
    run = Run(rules, lang, as_json, color, input, jobs, fail_fast)
    answer_hands("waits", hands, {"visible": visible, "seat": seat, "round": round}, run)
