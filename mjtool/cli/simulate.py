"""``mjtool simulate``."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from mjtool.cli import options, streams
from mjtool.cli.app import DONE, language
from mjtool.messages import text
from mjtool.requests import RuleBook
from mjtool.rules import BUILTINS, RuleSet
from mjtool.rules.load import files_of
from mjtool.simulation import STYLES, Options, simulate
from mjtool.simulation.game import Game

app = typer.Typer(add_completion=False, rich_markup_mode=None)

Games = Annotated[int, typer.Option("--games", min=0, metavar="N", help="How many games to play.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", help="What chance begins with: same seed, same bytes.")
]
Hands = Annotated[
    int, typer.Option("--hands", min=1, metavar="H", help="Hands of a game, unless a seat leaves.")
]
Players = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="STYLE[,STYLE,STYLE,STYLE]",
        help=f"How the seats play: {', '.join(STYLES)}.",
    ),
]
Rare = Annotated[
    bool,
    typer.Option(
        "--rare",
        help="Make rare things frequent: all styles, rigged deals, escapes, props, dice.",
    ),
]
Rigged = Annotated[
    float, typer.Option("--rigged", metavar="SHARE", help="Hands dealt for something rare, 0..1.")
]
Escapes = Annotated[
    float, typer.Option("--escapes", metavar="SHARE", help="Hands that a seat leaves 逃跑, 0..1.")
]
Props = Annotated[
    float,
    typer.Option("--props", metavar="SHARE", help="Events with a prop 道具 beside them, 0..1."),
]
Dice = Annotated[
    float, typer.Option("--dice", metavar="SHARE", help="Hands with dice and built walls, 0..1.")
]
Wall = Annotated[bool, typer.Option("--wall/--no-wall", help="Whether the logs tell the wall.")]
Tally = Annotated[bool, typer.Option("--tally", help="Count on stderr what came up.")]


@app.command("simulate")
def simulate_games(  # noqa: PLR0913, PLR0917
    games: Games = 1,
    seed: Seed = 0,
    hands: Hands = 8,
    players: Players = "greedy",
    room: Annotated[
        str | None,
        typer.Option("--room", metavar="N,A", help="Coins for a point, and the fee a hand."),
    ] = None,
    rare: Rare = False,
    rigged: Rigged = 0.0,
    escapes: Escapes = 0.0,
    props: Props = 0.0,
    dice: Dice = 0.0,
    wall: Wall = True,
    output: options.LogOutput = None,
    tally: Tally = False,
    rules: options.Rules = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON Lines, which native logs are in any case.")
    ] = False,
    lang: options.Lang = None,
) -> None:
    """Play whole games between simple players and write them as native logs.

    Example: mjtool simulate --rules tuidaohu --games 2 --seed 7 --hands 4
    """
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
    with streams.output(output, packed=True) as out:
        for game in played:
            out.write(b"".join(game.lines))
            if tally:
                counts += _count(game)
    if tally:
        typer.echo(_summary(games, counts, language(lang)), err=True)
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


def _summary(games: int, counts: Counter[str], lang: str) -> str:
    hands = counts.pop("start_hand", 0)
    for name in ("start_game", "end_game", "end_hand"):
        counts.pop(name, None)
    shown = ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))
    return text("simulated", lang, games=games, hands=hands, counts=shown)
