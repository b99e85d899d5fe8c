"""``mjtool score``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mjtool.answers import ScoreResult
from mjtool.cli import options
from mjtool.cli.hands import Run, answer_hands
from mjtool.errors import RequestError
from mjtool.messages import text

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def score(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    win: Annotated[
        str | None,
        typer.Option("--win", metavar="TILE", help="Winning tile [default: the last written]."),
    ] = None,
    self_drawn: Annotated[
        bool, typer.Option("--self-drawn", help="The winner drew the tile 自摸.")
    ] = False,
    seat: options.Seat = None,
    round: options.Round = None,
    event: Annotated[
        list[str] | None,
        typer.Option(
            "--event",
            metavar="NAME",
            help="kong_draw, robbing_kong, last_tile, triple_win, heavenly_hand, earthly_hand "
            "or human_hand; may be repeated.",
        ),
    ] = None,
    source: Annotated[
        options.SeatName | None, typer.Option("--from", help="The discarder or robbed seat.")
    ] = None,
    liable: Annotated[
        options.SeatName | None,
        typer.Option("--liable", help="The seat that pays a self-drawn win for all 包自摸."),
    ] = None,
    room: Annotated[
        str | None,
        typer.Option("--room", metavar="N,A", help="Coins for a point, and the fee a hand."),
    ] = None,
    kong: Annotated[
        list[str] | None,
        typer.Option(
            "--kong",
            metavar="SEAT:KIND[:FROM]",
            help="A kong to settle: exposed (with FROM), added or concealed; may be repeated.",
        ),
    ] = None,
    horse: Annotated[
        list[str] | None,
        typer.Option("--horse", metavar="TILE", help="A horse 马 to settle; may be repeated."),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell why: every reading and every value's source.")
    ] = False,
    rules: options.Rules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.ColorOption = options.Color.AUTO,
    input: options.Input = None,
    jobs: options.Jobs = 1,
    fail_fast: options.FailFast = False,
) -> None:
    """Score each complete HAND: patterns, fan, points, and who pays.

    Example: mjtool score "[222p]333m444888s55z" --self-drawn --seat S --round E
    """
    stakes = options.room_of(room)
    fields: dict[str, Any] = {
        "win": win,
        "self_drawn": self_drawn,
        "seat": seat,
        "round": round,
        "events": event,
        "from": source,
        "liable": liable,
        "room": stakes and stakes._asdict(),
        "kongs": [_kong(entry) for entry in kong or ()],
        "horses": horse,
        "explain": explain,
    }
    run = Run(rules, lang, as_json, color, input, jobs, fail_fast)
    answer_hands("score", hands, fields, run, unused)


def unused(result: ScoreResult, lang: str) -> str:
    """Return which options did nothing for this hand, and why; empty where all of them count."""
    asked, told = result.request, []
    waiting = [
        option
        for option, given in (
            ("--from", asked.discarder and not asked.self_drawn),
            ("--liable", asked.liable and asked.self_drawn),
            ("--room", asked.room),
            ("--kong", asked.kongs),
            ("--horse", asked.horses),
        )
        if given
    ]
    if asked.self_drawn and asked.discarder:
        told.append(text("note.from", lang))
    if asked.liable and not asked.self_drawn:
        told.append(text("note.liable", lang))
    worth = result.score.rules.kong
    if asked.kongs and not any(getattr(worth, kong.kind) for kong in asked.kongs):
        told.append(text("note.kong", lang))
    if waiting and result.score.won and result.settled is None:
        key = "note.seat" if asked.seat is None else "note.source"
        told.append(text(key, lang, options=", ".join(waiting)))
    return text("list.semicolon", lang).join(told)


def _kong(text: str) -> dict[str, str]:
    parts = text.split(":")
    if len(parts) not in (2, 3):
        raise RequestError("bad_option.kong", text=text)
    return dict(zip(("seat", "kind", "from"), parts, strict=False))
