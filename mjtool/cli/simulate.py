"""``mjtool simulate``."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from mjtool.cli import options, streams, values
from mjtool.cli.app import DONE, language, note
from mjtool.cli.command import Command
from mjtool.cli.progress import Watch
from mjtool.messages import text
from mjtool.records.logs import Played, PlayedRecord
from mjtool.records.record import encode
from mjtool.requests import RuleBook
from mjtool.rules import BUILTINS, RuleSet
from mjtool.rules.load import files_of
from mjtool.simulation import Options, simulate
from mjtool.simulation.game import Game

app = typer.Typer(add_completion=False, rich_markup_mode=None)

Games = Annotated[int, typer.Option("--games", metavar="N", parser=values.whole("--games", 0))]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=values.whole("--seed"))]
Hands = Annotated[int, typer.Option("--hands", metavar="H", parser=values.whole("--hands", 1))]
Players = Annotated[str, typer.Option("--players", metavar="styles")]
Rigged = Annotated[
    float, typer.Option("--rigged", metavar="share", parser=values.number("--rigged"))
]
Escapes = Annotated[
    float, typer.Option("--escapes", metavar="share", parser=values.number("--escapes"))
]
Props = Annotated[float, typer.Option("--props", metavar="share", parser=values.number("--props"))]
Dice = Annotated[float, typer.Option("--dice", metavar="share", parser=values.number("--dice"))]
Wall = Annotated[bool, typer.Option("--wall/--no-wall")]


@app.command(
    "simulate",
    cls=Command,
    epilog="mjtool simulate --rules tuidaohu --games 2 --seed 7 --hands 4",
)
def simulate_games(  # noqa: PLR0913, PLR0917
    games: Games = 1,
    seed: Seed = 0,
    hands: Hands = 8,
    players: Players = "greedy",
    room: options.Room = None,
    rare: Annotated[bool, typer.Option("--rare")] = False,
    rigged: Rigged = 0.0,
    escapes: Escapes = 0.0,
    props: Props = 0.0,
    dice: Dice = 0.0,
    wall: Wall = True,
    output: options.LogOutput = None,
    tally: Annotated[bool, typer.Option("--tally")] = False,
    rules: options.Rules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Play whole games between simple players and write them as native logs."""
    chosen = Options(
        hands=hands,
        players=tuple(name.strip() for name in players.split(",")),
        room=options.room_of(room),
        rigged=rigged,
        escapes=escapes,
        props=props,
        dice=dice,
        wall=wall,
    )
    if rare:
        chosen = chosen.rare()
    told = RuleBook(rules).get(None)
    streams.refuse_inputs(files_of(told.id), output)
    played = simulate(_named(told, output), games, seed, chosen)
    counts: Counter[str] = Counter()
    shared = output in (None, streams.STD) and sys.stdout.isatty()
    watch = Watch(language(lang), "games", lambda: games)
    with streams.output(output, packed=True) as out, watch:
        for game in watch.each(played):
            if shared:
                watch.clear()
            out.write(b"".join(game.lines))
            if tally or watch.seen:
                counts += _count(game)
    if tally and as_json:
        typer.echo(encode(_tallied(told, seed, games, counts)), err=True)
    elif tally:
        typer.echo(_summary(games, counts, language(lang)), err=True)
    elif watch.seen:
        told_ = {"files": 1, "games": games, "hands": _hands(counts), "findings": 0}
        note(text("progress.written", language(lang), **told_), language(lang))
    raise typer.Exit(DONE)


def _named(rules: RuleSet, output: str | None) -> RuleSet:
    """Return ``rules`` by the name that the log tells: a file's path leads there from the log."""
    if output in (None, streams.STD) or rules.id in BUILTINS or Path(rules.id).is_absolute():
        return rules
    path = Path(os.path.relpath(rules.id, Path(output or "").parent)).as_posix()
    return msgspec.structs.replace(rules, id=path)


def _count(game: Game) -> Counter[str]:
    """Return how often each type of event and each circumstance came up."""
    types = Counter(str(event.__struct_config__.tag) for event in game.events)
    return types + game.tally


def _hands(counts: Counter[str]) -> int:
    """Return how many hands there were, and take out of ``counts`` what every game has."""
    hands = counts.pop("start_hand", 0)
    for name in ("start_game", "end_game", "end_hand"):
        counts.pop(name, None)
    return hands


def _tallied(rules: RuleSet, seed: int, games: int, counts: Counter[str]) -> PlayedRecord:
    hands, sorted_counts = _hands(counts), dict(sorted(counts.items()))
    summary = Played(rules=rules.id, seed=seed, games=games, hands=hands, counts=sorted_counts)
    return PlayedRecord(summary=summary)


def _summary(games: int, counts: Counter[str], lang: str) -> str:
    hands = _hands(counts)
    listed = (f"{name} {number}" for name, number in sorted(counts.items()))
    shown = text("list.words", lang).join(listed)
    return text("simulated", lang, games=games, hands=hands, counts=shown)
