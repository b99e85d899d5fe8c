"""``mjtool score``."""

from __future__ import annotations

from typing import Annotated, Any, Final, get_args

import typer

from mjtool.cli import notes, options, values
from mjtool.cli.command import Command
from mjtool.cli.hands import Run, answer_hands
from mjtool.errors import RequestError
from mjtool.rules.model import EventName, KongKind

app = typer.Typer(add_completion=False, rich_markup_mode=None)

EVENTS: Final[tuple[str, ...]] = get_args(EventName)
KONGS: Final[tuple[str, ...]] = get_args(KongKind)

Event = Annotated[
    list[str] | None,
    typer.Option(
        "--event",
        metavar="event",
        parser=values.one_of("--event", *EVENTS, also=values.named("event.{}", *EVENTS)),
    ),
]
Discarder = Annotated[
    str | None, typer.Option("--from", metavar="seat", parser=values.seat("--from"))
]
Liable = Annotated[
    str | None, typer.Option("--liable", metavar="seat", parser=values.seat("--liable"))
]


@app.command(
    cls=Command,
    epilog='mjtool score "[222p]333m444888s55z" --self-drawn --seat S --round E',
)
def score(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    win: Annotated[str | None, typer.Option("--win", metavar="tile")] = None,
    self_drawn: Annotated[bool, typer.Option("--self-drawn")] = False,
    seat: options.Seat = None,
    round: options.Round = None,
    event: Event = None,
    discarder: Discarder = None,
    liable: Liable = None,
    room: options.Room = None,
    kong: Annotated[list[str] | None, typer.Option("--kong", metavar="kong")] = None,
    horse: Annotated[list[str] | None, typer.Option("--horse", metavar="tile")] = None,
    explain: Annotated[bool, typer.Option("--explain")] = False,
    rules: options.Rules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.Color = "auto",
    input: options.Input = None,
    jobs: options.Jobs = 1,
    fail_fast: options.FailFast = False,
) -> None:
    """Score each complete hand: patterns, fan, points, and who pays."""
    stakes = options.room_of(room)
    fields: dict[str, Any] = {
        "win": win,
        "self_drawn": self_drawn,
        "seat": seat,
        "round": round,
        "events": event,
        "from": discarder,
        "liable": liable,
        "room": stakes and stakes._asdict(),
        "kongs": [_kong(entry) for entry in kong or ()],
        "horses": horse,
        "explain": explain,
    }
    run = Run(rules, lang, as_json, color, input, jobs, fail_fast)
    answer_hands("score", hands, fields, run, notes.of_score)


def _kong(text: str) -> dict[str, str]:
    parts = text.split(":")
    if len(parts) not in (2, 3):
        raise RequestError("bad_option.kong", text=text)
    entry = {"seat": _seat(parts[0]), "kind": _kind(parts[1])}
    return entry if len(parts) == 2 else {**entry, "from": _seat(parts[2])}


_seat = values.seat("--kong")
_kind = values.one_of("--kong", *KONGS, also=values.named("reason.{}_kong", *KONGS))
