"""Logs as games and hands, kept as far as a rule set that is tried for them asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import UNSET, Struct

from mjtool.game_log.events import (
    EndGame,
    EndHand,
    Escape,
    Event,
    StartGame,
    StartHand,
    Washout,
    Win,
)
from mjtool.game_log.formats import Read
from mjtool.settlement import Room
from mjtool.table.fault import Fault
from mjtool.table.legality import legality_of

Told = tuple[int, Event]
Points = tuple[int, ...]
NOBODY: Final = (0, 0, 0, 0)


class LoggedHand(Struct, eq=False):
    """A hand of a log, from what comes before its ``start_hand`` to its ``end_hand``.

    ``broken``: it cannot be followed whatever the rules are. ``before``: the running scores that
    the log tells before it. ``previous``: the hand before it, of the same game.
    """

    game: LoggedGame
    number: int
    line: int
    start: StartHand | None
    moves: list[Told]
    end: EndHand | None
    last_line: int
    broken: bool
    before: Points | None
    winners: tuple[int, ...] = ()
    source: int | None = None
    ended: str = ""

    @property
    def file(self) -> str:
        """The log that the hand is in."""
        return self.game.file

    @property
    def previous(self) -> LoggedHand | None:
        """The hand before this one in the same game."""
        return self.game.hands[self.number - 1] if self.number else None


class LoggedGame(Struct, eq=False):
    """A game of a log."""

    file: str
    start: StartGame
    room: Room | None
    hands: list[LoggedHand]


def games_of(events: Iterable[Read], file: str) -> Iterator[LoggedGame]:
    """Yield the games of a log that our rules could judge; foreign games are passed over."""
    game: LoggedGame | None = None
    moves: list[Told] = []
    is_broken = False
    for line, event in events:
        if isinstance(event, StartGame):
            if game is not None:
                _close(game, moves, is_broken)
                yield game
            game, moves, is_broken = _game(event, file), [], False
        elif game is None:
            continue
        elif isinstance(event, Fault):
            is_broken = True
            moves = moves or []
        elif isinstance(event, EndGame):
            _close(game, moves, is_broken)
            yield game
            game, moves = None, []
        elif isinstance(event, EndHand):
            _add(game, moves, event, line, is_broken)
            moves, is_broken = [], False
        else:
            if isinstance(event, StartHand) and any(isinstance(e, StartHand) for _, e in moves):
                _add(game, moves, None, line, True)
                moves, is_broken = [], False
            moves.append((line, event))
    if game is not None:
        _close(game, moves, is_broken)
        yield game


def is_judged(event: StartGame) -> bool:
    """Return whether a game that begins so is one that our rules can judge, no foreign one."""
    try:
        return legality_of(event.rules) is None
    except KeyError:
        return False


def _game(event: StartGame, file: str) -> LoggedGame | None:
    if not is_judged(event):
        return None
    room = None if event.room is UNSET else Room(event.room.coefficient, event.room.fee)
    return LoggedGame(file, event, room, [])


def _close(game: LoggedGame, moves: list[Told], is_broken: bool) -> None:
    """Take what is left of a game that ends inside a hand."""
    if is_broken or any(isinstance(event, StartHand) for _, event in moves):
        _add(game, moves, None, moves[-1][0] if moves else 0, True)


def _add(
    game: LoggedGame, moves: list[Told], end: EndHand | None, line: int, is_broken: bool
) -> None:
    start = next((event for _, event in moves if isinstance(event, StartHand)), None)
    wins = [event for _, event in moves if isinstance(event, Win)]
    ended = next(
        (event for _, event in reversed(moves) if isinstance(event, Win | Washout | Escape)), None
    )
    first = wins[0] if wins else None
    source = None
    if first is not None and first.from_ is not UNSET and first.from_ != first.seat:
        source = first.from_
    game.hands.append(
        LoggedHand(
            game,
            len(game.hands),
            moves[0][0] if moves else line,
            start,
            moves,
            end,
            line,
            is_broken or start is None or end is None or ended is None,
            _before(game),
            tuple(dict.fromkeys(win.seat for win in wins)),
            source,
            "" if ended is None else _ENDED[type(ended)],
        )
    )


_ENDED: Final[dict[Any, str]] = {Win: "win", Washout: "washout", Escape: "escape"}


def _before(game: LoggedGame) -> Points | None:
    """Return the running scores that the log tells before the next hand of a game."""
    if not game.hands:
        return NOBODY if game.start.scores is UNSET else tuple(game.start.scores)
    end = game.hands[-1].end
    return None if end is None or end.scores is UNSET else tuple(end.scores)
