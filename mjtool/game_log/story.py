"""Hands of a log as stories: how each began, all that was done, how it ended.

A :class:`Recorder` looks at the events on their way into an audit; a :class:`HandStory` is plain
data, from which a :class:`~mjtool.game_log.board.Board` tells how the table stood at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from mjtool.game_log.board import Board
from mjtool.game_log.events import EndGame, EndHand, Event, StartGame, StartHand
from mjtool.game_log.spelling import canonical
from mjtool.table.fault import Fault

if TYPE_CHECKING:
    from mjtool.game_log.audit import Audit

Read = tuple[int, Event | Fault]
See = Callable[[int, Event | Fault], None]


class HandStory(Struct):
    """One hand of a log: the lines from ``first`` to ``last``, its events with their lines.

    ``game`` counts the games of the log from 1; ``left`` are the tiles to draw after the deal,
    None where the hand could not be followed from its start. ``wild`` are the values of what is
    wild, ``indicator`` that of the tile that was turned up to tell it, where rules have one.
    """

    file: str
    game: int
    players: list[str]
    rules: str
    first: int
    start: StartHand
    last: int
    left: int | None = None
    wild: tuple[int, ...] = ()
    indicator: int | None = None
    moves: list[tuple[int, Event]] = []
    end: EndHand | None = None

    def boards(self) -> Iterator[tuple[int, Event | None, Board]]:
        """Yield the one board of the hand after the deal and after each event, with its line.

        It ends where the tiles cannot be followed any further.
        """
        board = Board(self.start, self.left)
        yield self.first, None, board
        for line, event in self.moves:
            if not board.take(event):
                return
            yield line, event, board

    def moved(self, lines: int, games: int) -> HandStory:
        """Return the hand as it stands ``lines`` and ``games`` further down."""
        return replace(
            self,
            game=self.game + games,
            first=self.first + lines,
            last=self.last + lines,
            moves=[(line + lines, event) for line, event in self.moves],
        )

    def board_at(self, line: int) -> Board:
        """Return the board once the events up to ``line`` are done, as far as they can be."""
        board = Board(self.start, self.left)
        for at, event in self.moves:
            if at > line or not board.take(event):
                break
        return board


def watched(events: Iterable[Read], see: See) -> Iterator[Read]:
    """Yield ``events``, each shown to ``see`` first: the audit has then taken all before it."""
    for line, event in events:
        see(line, event)
        yield line, event


class Recorder:
    """Takes down the hands of a log as its events go into ``audit``."""

    def __init__(self, file: str, audit: Audit) -> None:
        self._file = file
        self._audit = audit
        self._game: StartGame | None = None
        self._games = 0
        self._story: HandStory | None = None
        self._done: list[HandStory] = []

    def see(self, line: int, event: Event | Fault) -> None:
        """Take note of ``event``, which the audit is about to take."""
        story = self._story
        if story is not None and not story.moves and story.left is None:
            game = self._audit.game
            if game is not None and game.hand is not None:
                table = game.hand.table
                story.left = table.wall.left
                story.wild, story.indicator = table.wild, table.rules.wilds.indicator
        if isinstance(event, StartGame | StartHand | EndGame):
            self._finish()
        match event:
            case StartGame():
                self._game = event
                self._games += 1
            case StartHand() if self._game is not None:
                self._story = HandStory(
                    file=self._file,
                    game=self._games,
                    players=players_of(self._game),
                    rules=self._game.rules,
                    first=line,
                    start=canonical(event),
                    last=line,
                    moves=[],
                )
            case EndHand() if story is not None:
                story.last, story.end = line, canonical(event)
                self._finish()
            case Fault() | EndGame():
                pass
            case _ if self._story is not None:
                self._story.moves.append((line, canonical(event)))
                self._story.last = line

    def finished(self) -> list[HandStory]:
        """Return the hands that are over since the last time that this was asked."""
        done, self._done = self._done, []
        return done

    def close(self) -> None:
        """Take it that no event follows."""
        self._finish()

    def _finish(self) -> None:
        if self._story is not None:
            self._done.append(self._story)
        self._story = None


def players_of(game: StartGame) -> list[str]:
    """Return the names of a game's players, as any output can carry them."""
    return [name.encode("utf-8", "replace").decode() for name in game.players]
