"""Decisions of a seat: the options that it had, the one that it took, and what that cost."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import UNSET, Struct

from mjtool.analysis.efficiency import PLACES
from mjtool.analysis.targets import live
from mjtool.records import review as records
from mjtool.tiles import NAMES, Piece, Tile

Action = Literal["discard", "pass", "chow", "pung", "kong", "win"]
Kind = Literal["discard", "claim", "kong", "win"]
Order = Literal["value", "win"]
KINDS_OF_DECISION: Final[tuple[Kind, ...]] = ("discard", "claim", "kong", "win")

_ACTIONS: Final[tuple[Action, ...]] = ("win", "discard", "pass", "kong", "pung", "chow")


class Option(Struct, frozen=True):
    """One thing that could be done, and what it leaves: shanten, useful tiles, rates.

    ``own`` are the own tiles of a chow, ``discard`` what is best thrown after a claim. Of a win,
    ``value`` is what it pays; ``win``, ``ready`` and ``value`` are None where they were not found.
    """

    action: Action
    tile: Piece | None
    shanten: int
    tiles: tuple[tuple[Piece, int], ...] = ()
    total: int = 0
    win: float | None = 0.0
    ready: float | None = 0.0
    value: float | None = 0.0
    own: tuple[Tile, ...] = ()
    discard: Piece | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What tells one option of a decision from another."""
        return self.action, self.tile, self.own

    def sort_key(self, order: Order) -> tuple[float, ...]:
        """Return what options are ordered by, the best least; a win is always the best."""
        figures = [self.value, self.win] if order == "value" else [self.win, self.value]
        rates = [-1.0 if each is None else round(each, PLACES) for each in figures]
        tile = -1 if self.tile is None else int(self.tile)
        return (
            float(self.action != "win"),
            *(-each for each in rates),
            self.shanten,
            -self.total,
            _ACTIONS.index(self.action),
            tile,
            *self.own,
        )

    def record(self) -> records.OptionRecord:
        """Return the option as JSON output tells it."""
        out = records.OptionRecord(
            action=self.action,
            shanten=self.shanten,
            tiles=live(self.tiles),
            total=self.total,
            win_rate=_rounded(self.win),
            ready_rate=_rounded(self.ready),
            value=_rounded(self.value),
        )
        if self.tile is not None:
            out.tile = NAMES[self.tile]
        if self.own:
            out.own = [NAMES[tile] for tile in self.own]
        if self.discard is not None:
            out.discard = NAMES[self.discard]
        return out


class Decision(Struct, frozen=True):
    """One moment at which the seat had a choice: ``options`` best first, ``played`` of them taken.

    ``tile`` is the tile drawn, or another's that could be claimed from ``source``. ``visible`` are
    the tiles seen outside the own hand and sets, ``left`` those still to draw, ``draws`` how many
    of them the seat may hope for. The costs are the best option's figures less the played one's,
    None where they were not found.
    """

    file: str
    line: int
    game: int
    number: int
    seat: int
    kind: Kind
    rules: str
    hand: str
    tile: Tile | None
    source: int | None
    visible: tuple[Tile, ...]
    left: int
    draws: int
    options: tuple[Option, ...]
    played: int
    order: Order = "value"

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    @property
    def choice(self) -> Option:
        """The option that was taken."""
        return self.options[self.played]

    @property
    def is_best(self) -> bool:
        """Whether the best was done, or what comes to the same figures."""
        return self.played == 0 or (self.win_cost == 0 and self.value_cost == 0)

    @property
    def win_cost(self) -> float | None:
        """The chance to win that was given away; less than 0 where it was gained for points."""
        return _difference(self.best.win, self.choice.win)

    @property
    def value_cost(self) -> float | None:
        """The points that were given away."""
        return _difference(self.best.value, self.choice.value)

    @property
    def badness(self) -> tuple[float, float, str, int]:
        """What decisions are ordered by, the worst least.

        What was not the best, at a cost that is not known, stands before what cost nothing.
        """
        costs = [self.value_cost, self.win_cost]
        if self.order == "win" or self.best.action == "win":
            costs.reverse()
        unknown = 0.0 if self.is_best else 0.1**PLACES
        first, second = (unknown if each is None else each for each in costs)
        return -first, -second, self.file, self.line

    def record(self) -> records.DecisionRecord:
        """Return the decision as JSON output tells it."""
        return records.DecisionRecord(
            file=self.file,
            line=self.line,
            game=self.game,
            number=self.number,
            seat=self.seat,
            rules=self.rules,
            kind=self.kind,
            hand=self.hand,
            tile=UNSET if self.tile is None else NAMES[self.tile],
            discarder=UNSET if self.source is None else self.source,
            visible=[NAMES[tile] for tile in self.visible],
            left=self.left,
            draws=self.draws,
            played=self.choice.record(),
            best=self.best.record(),
            cost=records.CostRecord(
                win_rate=_rounded(self.win_cost), value=_rounded(self.value_cost)
            ),
            options=[option.record() for option in self.options],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as plain tables, named as in JSON output."""
        return self.record().to_dict()


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, PLACES) + 0.0


def _difference(best: float | None, played: float | None) -> float | None:
    if best is None or played is None:
        return None
    found = round(best - played, PLACES)
    return found or 0.0
