"""The audit: one walk over a log's events that keeps the table and yields what is wrong.

What is done with an event is for the place that the log is at to say
(:data:`mjtool.game_log.places.PLACES`). Memory does not grow with the log.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from mjtool.game_log.accounts import Accounts
from mjtool.game_log.events import Discard, Draw, EndGame, EndHand, Event, StartGame
from mjtool.game_log.finding import Finding
from mjtool.game_log.formats.native import Ahead, Block, event_of
from mjtool.game_log.game import Game
from mjtool.game_log.places import PLACES, Told, Walk, faulty
from mjtool.game_log.settle import unpriced
from mjtool.game_log.stream import GAME_OVER, Raw, Shared, Won, summed_up
from mjtool.game_log.tally import Counts, HandRow
from mjtool.rules.model import RuleSet
from mjtool.table.fault import Fault
from mjtool.table.moves import Table

ENDS: Final = frozenset({StartGame, EndHand, EndGame, Fault})
"""What may end a hand or a game."""

Events = Iterable[Ahead]

_MOST: Final = 256
"""How many more events of a block are decoded one by one than followed undecoded."""


class Audit:
    """The fold over one log: :meth:`items` yields what it comes to, :meth:`run` the findings.

    ``rules`` stands instead of the log's own; with ``rows`` there is a row for each settled hand,
    with ``wins`` each win as it lay on the table.
    """

    def __init__(
        self,
        file: str = "-",
        rules: RuleSet | None = None,
        *,
        rows: bool = False,
        wins: bool = False,
    ) -> None:
        self._walk = Walk(file, rules, rows=rows, wins=wins)
        self._table: Table | None = None  # that of the hand being played

    @property
    def counts(self) -> Counts:
        """How much there was so far."""
        return self._walk.counts

    @property
    def game(self) -> Game | None:
        """The game at hand with its table, as far as it is followed; None before the first."""
        return self._walk.game

    @property
    def is_open(self) -> bool:
        """Whether the log, if it stopped here, would stop inside a game."""
        return PLACES[self._walk.place].is_open

    def run(self, events: Events) -> Iterator[Finding]:
        """Yield the findings of ``events``, a log's with their lines, in line order."""
        for item in self.items(events):
            if isinstance(item, Finding):
                yield item

    def items(self, events: Events) -> Iterator[Finding | HandRow | Won]:
        """Yield what ``events`` come to, in the order of the log."""
        return summed_up(self._raw(events))

    def _raw(self, events: Events) -> Iterator[Raw]:
        walk = self._walk
        counts = walk.counts
        known: dict[str, int] = {}
        event: Any
        for line, event in self._followed(events):
            kind, table = event.__class__, self._table
            if table is not None and (kind is Draw or kind is Discard):
                # nine of ten events where none are followed undecoded: no detour
                tile = known.get(event.tile)
                if tile is not None:
                    move = table.draw if kind is Draw else table.discard
                    fault = move(event.seat, tile)
                    counts.events += 1
                    if fault is not None:
                        self._table, walk.line = None, line
                        yield self._finding(faulty(walk, fault))
                    continue
            walk.line = line
            taken = event
            if kind in ENDS:
                taken = self._priced(event)
                if _ends_game(taken):
                    yield GAME_OVER
            counts.events += taken.__class__ is not Fault
            game = walk.game
            told = PLACES[walk.place].takes[taken.__class__](walk, taken)
            if told:
                yield from self._told(told, None if game is None else game.accounts)
            self._table = None
            if walk.place == "playing" and walk.game is not None and walk.game.hand is not None:
                self._table, known = walk.game.hand.table, walk.game.tiles.known
        yield GAME_OVER
        if self.is_open and not walk.may_stop:
            yield self._finding(Fault("F006", "F006"))

    def _followed(self, events: Events) -> Iterator[tuple[int, Event | Fault]]:
        """Yield the events that are more than plain draws and discards; those the table follows.

        It does so as long as all is well, so that whatever is to be told is yielded.
        """
        for line, event in events:
            if isinstance(event, Block):
                yield from self._block(event)
            else:
                yield line, event
            self._walk.line = line

    def _block(self, block: Block) -> Iterator[tuple[int, Event | Fault]]:
        number, lines = block
        counts = self._walk.counts
        at = by_one = 0
        while at < len(lines):
            if self._table is not None:
                at, taken = self._table.run(lines, at)
                number += taken
                counts.events += taken
                by_one -= taken
            behind = lines.index(b"\n", at) + 1
            line = lines[at : behind - 1]
            if by_one > _MOST or not line or line.isspace():
                yield from Block(number, lines[at:]).events()
                return
            yield number, event_of(line, number)
            number += 1
            by_one += 1
            at = behind

    def _priced(self, event: Event | Fault) -> Event | Fault:
        """Return ``event``, or that it settles a hand without points where they are judged."""
        game = self._walk.game
        is_judged = game is None or game.checks("S")
        unsettled = unpriced(event) if isinstance(event, EndHand) and is_judged else None
        return event if unsettled is None else unsettled

    def _told(self, told: Iterable[Told], accounts: Accounts | None) -> Iterator[Raw]:
        """Yield what an event came to in a game with ``accounts``."""
        for each in told:
            if not isinstance(each, Fault):
                yield each
            elif accounts is not None and each is accounts.room_fault:
                yield Shared(self._finding(each), accounts)
            else:
                yield self._finding(each)

    def _finding(self, fault: Fault) -> Finding:
        walk = self._walk
        walk.counts.findings += 1
        return Finding.of(walk.file, walk.line, fault)


def _ends_game(event: Event | Fault) -> bool:
    """Return whether no hand of the game can follow ``event``."""
    if isinstance(event, Fault):
        return event.type in ("start_game", "end_game")
    return isinstance(event, StartGame | EndGame)
