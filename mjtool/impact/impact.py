"""Both sides played with the same deals, block by block, over one process or many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct

from mjtool.errors import MjtoolError, RequestError
from mjtool.impact.counting import Sums, count_game
from mjtool.impact.moments import Estimate, Figure, Moments
from mjtool.records import impact as records
from mjtool.rules.kept import current_rules
from mjtool.rules.model import RuleSet
from mjtool.simulation import Options, play
from mjtool.spread import Jobs, spread

HANDS: Final = 20_000
GAME: Final = 16
"""Hands of a game; each game is a batch."""
_BLOCK: Final = 25
"""Games that are played at a time."""


class Row(NamedTuple):
    """A figure of A, of B, and what B has more; None where a side does not tell it."""

    name: str
    a: Estimate | None
    b: Estimate | None
    change: Estimate | None

    def record(self) -> records.FigureRecord:
        """Return the row as JSON output tells it."""
        return records.FigureRecord(
            name=self.name,
            a=_estimate(self.a),
            b=UNSET if self.b is None else _estimate(self.b),
            change=UNSET if self.change is None else _estimate(self.change),
        )


def _estimate(found: Estimate | None) -> records.EstimateRecord | None:
    if found is None:
        return None
    return records.EstimateRecord(value=found.value, low=found.low, high=found.high)


class Impact(Struct, frozen=True):
    """What rule set ``a`` makes of the game, and what ``b`` changes; ``b`` is None where one is.

    ``longest`` is the longest deal streak that was seen, of each side.
    """

    a: str
    b: str | None
    hands: int
    games: int
    seed: int
    players: tuple[str, ...]
    longest: tuple[int, ...]
    rows: tuple[Row, ...]

    def find(self, name: str) -> Estimate | None:
        """Return the figure of a name as ``--expect`` knows it: of B, ``a.NAME``, ``change.NAME``.

        None where there is none; KeyError for a name that no figure has.
        """
        side, _, rest = name.partition(".")
        rows = {row.name: row for row in self.rows}
        if side == "change" and rest in rows and self.b is not None:
            return rows[rest].change
        if side == "a" and rest in rows:
            return rows[rest].a
        row = rows[name]
        return row.a if self.b is None else row.b

    def record(self) -> records.ImpactRecord:
        """Return the answer as JSON output tells it."""
        return records.ImpactRecord(
            a=self.a,
            b=UNSET if self.b is None else self.b,
            hands=self.hands,
            games=self.games,
            seed=self.seed,
            players=list(self.players),
            longest=list(self.longest),
            figures=[row.record() for row in self.rows],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain tables, named as in JSON output."""
        return self.record().to_dict()


class _Plan(NamedTuple):
    """What every process plays."""

    names: tuple[str, ...]
    seed: int
    players: tuple[str, ...]
    hands: int


def impact(  # noqa: PLR0913
    a: str,
    b: str | None = None,
    *,
    hands: int = HANDS,
    seed: int = 0,
    players: tuple[str, ...] = ("greedy",),
    game: int = GAME,
    jobs: Jobs = 1,
    progress: Callable[[int, int], None] = lambda done, all: None,
) -> Impact:
    """Return what ``a`` makes of the game, and what ``b`` changes, from so many hands each side.

    Games have ``game`` hands; the number of hands is rounded up to whole games. The answer depends
    on the seed alone, not on ``jobs``.

    >>> impact("jipinghu", "jipinghu", hands=64).find("change.mean_x")
    Estimate(value=0.0, low=0.0, high=0.0)
    """
    if hands < 1:
        raise RequestError("impossible_request.at_least", field="hands", least=1, value=hands)
    names = (a,) if b is None else (a, b)
    for name in names:
        current_rules(name)
    Options(hands=game, players=players)  # what cannot be played stops everything
    games = max(2, -(-hands // game))
    plan = _Plan(names, seed, players, game)
    found = Moments.empty(len(names))
    for part in spread(_blocks(games), _worker, plan, jobs, 1, lost=_lost):
        found.merge(part)
        progress(found.games * game, games * game)
    return Impact(
        a,
        b,
        games * game,
        games,
        seed,
        players,
        tuple(found.most_streak),
        tuple(_row(found, figure, len(names)) for figure in found.figures()),
    )


def _row(found: Moments, figure: Figure, sides: int) -> Row:
    two = sides > 1
    return Row(
        figure.name,
        found.of_side(0, figure),
        found.of_side(1, figure) if two else None,
        found.change(figure) if two else None,
    )


def _blocks(games: int) -> Iterator[tuple[int, int]]:
    """Yield the first number and the number of games of each block."""
    for first in range(1, games + 1, _BLOCK):
        yield first, min(_BLOCK, games + 1 - first)


def _lost(block: tuple[int, int]) -> Moments:
    """Raise the error of games whose process was killed: figures without them would be wrong."""
    first, number = block
    raise MjtoolError("process_lost.games", first=first, last=first + number - 1)


def _worker(plan: _Plan) -> Callable[[tuple[int, int]], Moments]:
    """Return what plays a block of games on every side."""
    options = Options(hands=plan.hands, players=plan.players)

    def side(rules: RuleSet, first: int, number: int) -> Iterator[Sums]:
        hands = play(rules, number, plan.seed, options, first=first)
        for _, played in groupby(hands, key=lambda hand: hand.game):
            yield count_game(rules, played)

    def work(block: tuple[int, int]) -> Moments:
        first, number = block
        sides = [side(current_rules(name), first, number) for name in plan.names]
        found = Moments.empty(len(sides))
        for game in zip(*sides, strict=True):
            found.add_game(list(game))
        return found

    return work
