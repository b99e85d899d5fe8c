"""``mjtool review``."""

from __future__ import annotations

from typing import Annotated

import typer

from mjtool.cli import options, streams, values
from mjtool.cli.app import DONE, NOTHING, fail, language, note
from mjtool.cli.command import Command
from mjtool.cli.progress import Watch
from mjtool.errors import RequestError
from mjtool.game_log import Plan, Unread
from mjtool.messages import text
from mjtool.records.record import encode
from mjtool.render import review as views
from mjtool.render.look import Look
from mjtool.review import Decision, Reviewed
from mjtool.review import review as review_logs

app = typer.Typer(add_completion=False, rich_markup_mode=None)

WORST = 10

Seat = Annotated[int | None, typer.Option("--seat", metavar="N", parser=values.whole("--seat", 0))]
Draws = Annotated[int, typer.Option("--draws", metavar="T", parser=values.whole("--draws", 1))]
Order = Annotated[str, options.choice("--sort", "value", "win")]
Worst = Annotated[int, typer.Option("--worst", metavar="N", parser=values.whole("--worst", 0))]


@app.command("review", cls=Command, epilog="mjtool review game.jsonl --seat 0")
def review(  # noqa: PLR0913, PLR0917
    logs: options.Logs = None,
    seat: Seat = None,
    draws: Draws = 18,
    sort: Order = "value",
    worst: Worst = WORST,
    format: options.Format = "auto",
    rules: options.LogRules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.Color = "auto",
    tiles: options.Tiles = "auto",
) -> None:
    """Rank what could be done at each own decision of a log, and tell what was played cost."""
    lang_ = language(lang)
    if not logs:
        raise RequestError("bad_option.no_log")
    if seat is None:
        raise RequestError("bad_option.review_seat")
    if seat not in range(4):
        raise values.no_choice("--seat", str(seat), ("0", "1", "2", "3"))
    streams.refuse_inputs(logs)
    look = options.look_of(lang_, color, tiles)
    plan = Plan(format=format, rules=rules)
    code, shown = DONE, 0
    found = review_logs(
        logs,
        seat,
        plan,
        order="win" if sort == "win" else "value",
        most=draws,
        stdin=streams.open_stdin(),
        passing=streams.written(),
    )
    with Watch(lang_, "review") as watch:
        for item in found:
            watch.clear()
            if isinstance(item, Unread):
                code = fail(item.error.message(lang_), lang_)
                if as_json:
                    typer.echo(encode(item.record(lang_)))
            elif isinstance(item, Decision):
                if as_json:
                    typer.echo(encode(item.record()))
                elif not item.is_best and shown < worst:
                    shown += 1
                    for line in (*views.decision_lines(item, lang_, look), ""):
                        typer.echo(line, color=look.colored)
            elif isinstance(item, Reviewed):
                _sum_up(item, as_json, lang_, look)
                if not item.counts.events and code == DONE:
                    code = NOTHING
    raise typer.Exit(code)


def _sum_up(found: Reviewed, as_json: bool, lang: str, look: Look) -> None:
    """Write what all decisions came to; faults of the logs are noted on stderr."""
    if found.counts.findings:
        note(text("review.faulty", lang, findings=found.counts.findings), lang)
    if as_json:
        typer.echo(encode(found.record()))
        return
    for line in look.fit(views.summary_lines(found, lang)):
        typer.echo(line)
