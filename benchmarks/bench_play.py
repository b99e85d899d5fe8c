"""How fast hands are played: with their logs, and for their outcome alone."""

from __future__ import annotations

import os

import pairs
import pytest

from mjtool.rules import BUILTINS, load_rules
from mjtool.simulation import Options, play, simulate

GAMES = int(os.environ.get("BENCH_GAMES", "30"))


@pytest.mark.parametrize("rules", BUILTINS)
def test_hands_a_second(rules, capsys):
    """Greedy players, eight hands a game; the logs as bytes, without a file."""
    table = load_rules(rules)
    hands = GAMES * Options().hands

    def alone() -> None:
        for _ in play(table, GAMES, 1):
            pass

    def logged() -> None:
        for game in simulate(table, GAMES, 1):
            b"".join(game.lines)

    found = pairs.compare(pairs.Side(alone, hands), pairs.Side(logged, hands), 9)
    with capsys.disabled():
        print(
            f"\n{rules}: {1e9 / found.ours:,.0f} hands a second alone, "
            f"{1e9 / found.theirs:,.0f} with logs: {found}",
            end="",
        )
