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
Streak = Annotated[int, typer.Option("--streak", metavar="K", parser=values.whole("--streak", 0))]
WildDiscarded = Annotated[
    int,
    typer.Option("--wild-discarded", metavar="N", parser=values.whole("--wild-discarded", 0)),
]
WinnerStreak = Annotated[
    int, typer.Option("--winner-streak", metavar="K", parser=values.whole("--winner-streak", 0))
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
    streak: Streak = 0,
    winner_streak: WinnerStreak = 0,
    follow: Annotated[bool, typer.Option("--follow")] = False,
    explain: Annotated[bool, typer.Option("--explain")] = False,
    wild: options.Wild = None,
    indicator: options.Indicator = None,
    no_wild: options.NoWild = False,
    wild_discarded: WildDiscarded = 0,
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
        "streak": streak,
        "winner_streak": winner_streak,
        "follow": follow,
        "explain": explain,
        "wild": wild,
        "indicator": indicator,
        "no_wild": no_wild,
        "wild_discarded": wild_discarded,
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
    answer_hands("score", hands, fields, run, notes.of_score)


_LATE: Final = "late"


def _kong(text: str) -> dict[str, Any]:
    seat, *rest = text.split(":")
    late = len(rest) > 1 and rest[-1] == _LATE
    if len(rest) - late not in (1, 2):
        raise RequestError("bad_option.kong", text=text)
    entry: dict[str, Any] = {"seat": _seat(seat), "kind": _kind(rest[0])}
    if len(rest) - late == 2:
        entry["from"] = _seat(rest[1])
    return {**entry, "late": True} if late else entry


_seat = values.seat("--kong")
_kind = values.one_of("--kong", *KONGS, also=values.named("reason.{}_kong", *KONGS))
