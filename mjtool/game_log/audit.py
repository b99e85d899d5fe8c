"""The audit: one walk over a log's events that keeps the table and yields what is wrong.

After a finding that leaves the table unknown the rest of the hand is passed over; what carries
over between hands (:mod:`~mjtool.table.rotation`, running totals) then goes on from what the log
says. Memory does not grow with the log.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec import UNSET

from mjtool.game_log.accounts import Accounts, Totals
from mjtool.game_log.acts import act, unfit
from mjtool.game_log.deal import read_deal, rules_of, tile_set
from mjtool.game_log.events import (
    Discard,
    Draw,
    EndGame,
    EndHand,
    Escape,
    Event,
    Prop,
    StartGame,
    StartHand,
    Washout,
    Win,
)
from mjtool.game_log.finding import Finding
from mjtool.game_log.held import Held
from mjtool.game_log.props import unreadable, use
from mjtool.game_log.settle import Settlement, best, logged_net, unpriced
from mjtool.game_log.spelling import TileSet, canonical
from mjtool.game_log.tally import Counts, HandRow, hand_row
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.settlement import Room
from mjtool.table.deal import check_deal
from mjtool.table.fault import Fault
from mjtool.table.legality import NATIVE, legality_of
from mjtool.table.moves import ESCAPED, WASHED, WON, Table
from mjtool.table.props import BETWEEN_HANDS, SWAPS
from mjtool.table.rotation import ROUNDS, Rotation
from mjtool.table.wall import Wall
from mjtool.table.wins import is_washed_out

NOTHING, LOST_GAME, BETWEEN, PLAYING, DECIDED, LOST_HAND, LEFT = range(7)
"""Where the log is: outside a game, in a game that could not be read, between hands, in a hand, in
a hand that is won, washed out or left, in a hand that cannot be followed, behind an escape."""


Aside = TypeVar("Aside")


def _ends_game(event: Event | Fault) -> bool:
    """Return whether no hand of the game can follow ``event``."""
    if isinstance(event, Fault):
        return event.type in ("start_game", "end_game")
    return isinstance(event, StartGame | EndGame)


class Audit:
    """The fold over one log: :meth:`run` yields findings, ``counts`` says how much there was.

    ``rules`` stands instead of the log's own; ``on_hand`` is given a row for each settled hand,
    ``on_win`` the table, the line of each win and the round wind (0 East, None: not known).
    """

    def __init__(
        self,
        file: str = "-",
        rules: RuleSet | None = None,
        on_hand: Callable[[HandRow], None] | None = None,
        on_win: Callable[[Table, int, int | None], None] | None = None,
    ) -> None:
        self.file = file
        self.counts = Counts(files=1, file=file)
        self._override = rules
        self._folder = Path(file).parent
        self._on_hand = on_hand
        self._on_win = on_win
        self._place = NOTHING
        self._played = False  # whether any game has begun
        self._open = False  # whether the file would end inside a game
        self._rules: RuleSet | None = rules
        self._legality = NATIVE
        self._tiles: TileSet | None = None
        self._known: dict[str, int] = {}  # the tiles as they are usually written
        self._table: Table | None = None
        self._start: StartHand | None = None
        self._rotation: Rotation | None = None
        self._accounts: Accounts | None = None
        self._totals = Totals(None)
        self._line = 0

    @property
    def is_open(self) -> bool:
        """Whether the log, if it stopped here, would stop inside a game."""
        return self._open

    def run(self, items: Iterable[tuple[int, Event | Fault]]) -> Iterator[Finding]:
        """Yield the findings of ``items``, the events of a log with their lines, in line order."""
        for told in self.tell(items, []):
            assert isinstance(told, Finding)
            yield told

    def tell(
        self, items: Iterable[tuple[int, Event | Fault]], asides: list[Aside]
    ) -> Iterator[Finding | Aside]:
        """Yield findings, and behind each event what was put into ``asides`` meanwhile."""
        counts = self.counts
        file = self.file
        held: Held[Aside] = Held()
        line = 0
        for line, event in items:
            kind = event.__class__
            table = self._table if self._place == PLAYING else None
            if table is not None and (kind is Draw or kind is Discard):
                # nine of ten events: no detour
                tile = self._known.get(event.tile)  # type: ignore[union-attr, arg-type]
                if tile is not None:
                    if kind is Draw:
                        fault = table.draw(event.seat, tile)  # type: ignore[union-attr, arg-type]
                    else:
                        fault = table.discard(event.seat, tile)  # type: ignore[union-attr, arg-type]
                    counts.events += 1
                    if fault is None:
                        continue
                    self._lose_hand()
                    counts.findings += 1
                    yield from held.behind(Finding.of(file, line, fault))
                    continue
            if held.accounts is not None and _ends_game(event):
                yield from held.release()
            self._line = line
            for fault in self._take(event):
                counts.findings += 1
                finding = Finding.of(file, line, fault)
                if self._accounts is not None and fault is self._accounts.room_fault:
                    held.hold(finding, self._accounts)
                else:
                    yield from held.behind(finding)
            for aside in asides:
                yield from held.behind(aside)
            asides.clear()
        yield from held.release()
        if self._open and not self._legality.hidden:
            counts.findings += 1
            yield Finding.of(file, line, Fault("F006", "F006"))

    def _take(self, event: Event | Fault) -> Iterable[Fault]:
        """Return the faults of one event, having moved on."""
        if isinstance(event, EndHand) and "S" in self._legality.checks:
            event = unpriced(event) or event
        if isinstance(event, Fault):
            return self._unreadable(event)
        self.counts.events += 1
        match event:
            case StartGame():
                return self._start_game(event)
            case StartHand():
                return self._start_hand(event)
            case EndHand():
                return self._end_hand(event)
            case EndGame():
                return self._end_game(event)
            case _:
                return self._play(event)

    # lines that are no event

    def _unreadable(self, fault: Fault) -> Iterable[Fault]:
        """Take a line that could not be read; what it was decides how much is lost."""
        place = self._place
        if fault.lost == "game":
            self._lose_game(is_open=False)
        elif place == LOST_GAME and fault.type != "start_game":
            self._open = self._open or fault.type is not None
            return ()
        elif place == NOTHING or fault.type == "start_game":
            self._lose_game(is_open=fault.type not in (None, "end_game"))
        elif place == LOST_HAND and fault.type != "start_hand" and fault.lost is None:
            self._pass_over()
            if fault.type == "end_game":
                self._close()
            return ()
        else:
            self._lose_hand()
            if fault.type == "start_hand":
                self._pass_over()
        return (fault,)

    def _lose_hand(self) -> None:
        """Go on at the next ``start_hand``.

        Between hands the misplaced or unreadable line may have been the start of a hand, or the
        end of the game: what follows tells.
        """
        if self._place in (PLAYING, DECIDED):
            self._pass_over()
        else:
            self._open = False
        self._place = LOST_HAND
        self._table = None

    def _pass_over(self) -> None:
        """Take note that a hand is skipped: what follows from it is not known."""
        self._open = True
        self._totals.set(None)
        if self._rotation is not None:
            self._rotation.lose()

    def _lose(self) -> None:
        """Pass over what can no longer be followed."""
        if self._place == NOTHING:
            self._lose_game(is_open=False)
        else:
            self._lose_hand()

    def _lose_game(self, *, is_open: bool) -> None:
        """Go on at the next ``start_game``."""
        self._place = LOST_GAME
        self._table = None
        self._open = is_open

    def _close(self) -> None:
        self._place = NOTHING
        self._table = None
        self._open = False

    # games

    def _start_game(self, event: StartGame) -> Iterable[Fault]:
        faults: list[Fault] = []
        rules = rules_of(event.rules, self._folder, self._override)
        if isinstance(rules, Fault):
            self._lose_game(is_open=True)
            return (rules,)
        may_stop = self._legality.hidden or self._place in (NOTHING, LOST_GAME, LOST_HAND)
        if not may_stop:
            faults.append(Fault("F005", "F005.in_game", None))
        self.counts.games += 1
        self._rules = rules
        self._legality = legality_of(event.rules) or NATIVE
        self.counts.unjudged += not self._legality.judges
        self._tiles = tile_set(rules, self._legality)
        self._known = self._tiles.known
        self._rotation = Rotation(rules)
        self._accounts = Accounts(
            rules,
            None if event.room is UNSET else Room(event.room.coefficient, event.room.fee),
            (0, 0, 0, 0) if event.scores is UNSET else tuple(event.scores),
        )
        self._totals = self._accounts.totals
        self._start = None
        self._table = None
        self._open = True
        self._played = True
        self._place = BETWEEN
        return faults

    def _end_game(self, event: EndGame) -> Iterable[Fault]:
        fault = None
        if self._place == NOTHING:
            fault = self._misplaced()
            if not self._played:
                self._lose_game(is_open=False)
                return (fault,)
        elif self._place in (PLAYING, DECIDED):
            self._lose_hand()
            self._open = False  # unless something follows
            return (Fault("F005", "F005.in_hand"),)
        elif self._place != LOST_GAME and "S" in self._legality.checks:
            fault = None if event.scores is UNSET else self._totals.check(tuple(event.scores))
        self._close()
        return () if fault is None else (fault,)

    # hands

    def _start_hand(self, event: StartHand) -> Iterable[Fault]:
        rules = self._rules
        place = self._place
        tiles = self._tiles
        if place == LOST_GAME or rules is None or tiles is None:
            if place == LOST_GAME:
                self._open = True
                return ()
            self._lose_game(is_open=True)
            return (Fault("F005", "F005.no_game"),)
        self._open = True
        rotation = self._rotation
        assert rotation is not None
        read = read_deal(event, tiles, self._legality)
        if isinstance(read, Fault):
            self._lose_hand()
            self._pass_over()
            return (read,)
        faults: list[Fault] = []
        if place not in (BETWEEN, LOST_HAND):
            in_hand = place in (PLAYING, DECIDED)
            faults.append(Fault("F005", "F005.in_hand") if in_hand else self._misplaced())
            rotation.lose()
            self._totals.set(None)
        self._place = BETWEEN
        flowers = rules.tiles.flowers or self._legality.flowers
        fault = check_deal(read, flowers=flowers)
        if fault is not None:
            if fault.code != "T105":  # then the dealer is as sure as the size of its hand
                rotation.note(event.dealer)
            self._lose_hand()
            self._pass_over()
            return faults or (fault,)
        departure = rotation.start(
            event.dealer,
            None if event.round is UNSET else ROUNDS.index(event.round),
            None if event.horses is UNSET else event.horses,
        )
        if departure is not None and "D" in self._legality.checks and not faults:
            faults.append(departure)
        self.counts.hands += 1
        self._start = event
        self._place = PLAYING
        self._table = Table(
            rules,
            self._legality,
            event.dealer,
            read.hands,
            Wall(rules, self._legality, read.hands, read.wall, rotation.horses, read.walls),
        )
        return faults

    def _play(self, event: Event) -> Iterable[Fault]:
        """Take an event of a hand."""
        place, table = self._place, self._table
        if place in (LOST_GAME, LOST_HAND):
            if not (isinstance(event, Prop) and event.name in BETWEEN_HANDS):
                self._pass_over()
            return ()
        if isinstance(event, Prop):
            return self._prop(event)
        tiles = self._tiles
        fault = None if tiles is None else unfit(event, tiles)
        if fault is None:
            goes_on = place == PLAYING or (
                place == DECIDED and isinstance(event, Win) and table and table.state == WON
            )
            if not goes_on or table is None or tiles is None:
                fault = self._misplaced(getattr(event, "seat", None))
            else:
                fault = act(table, event, tiles)
                if fault is None:
                    self._acted(table, event)
        if fault is None:
            return ()
        self._lose()
        return (fault,)

    def _acted(self, table: Table, event: Event) -> None:
        """Take note of what the table took: whether it ends the hand."""
        if isinstance(event, Win | Washout | Escape):
            self._place = DECIDED
            if isinstance(event, Win) and self._on_win is not None:
                self._on_win(table, self._line, self._round())

    def _misplaced(self, seat: int | None = None) -> Fault:
        """Return that an event has no place here (F005)."""
        nothing = "F005.over" if self._played else "F005.no_game"
        keys = {NOTHING: nothing, LEFT: "F005.escaped", BETWEEN: "F005.no_hand"}
        keys |= {DECIDED: "F005.decided", PLAYING: "F005.undecided"}
        return Fault("F005", keys[self._place], None, seat)

    def _prop(self, event: Prop) -> Iterable[Fault]:
        rules, tiles = self._rules, self._tiles
        fault = None if tiles is None else unreadable(event, tiles)
        lost = True
        if fault is None:
            if self._place == NOTHING or rules is None or tiles is None:
                fault = self._misplaced(event.seat)
            elif event.name not in rules.props.allowed:
                fault = Fault("A204", "A204", None, event.seat, None, event.name)
            else:
                fault = use(event, tiles, self._table)
                lost = event.name in SWAPS and self._table is not None
        if fault is None:
            return ()
        if lost:
            self._lose()
        return (fault,)

    def _end_hand(self, event: EndHand) -> Iterable[Fault]:
        place, table, start = self._place, self._table, self._start
        scores = None if event.scores is UNSET else tuple(event.scores)
        if place in (LOST_GAME, LOST_HAND):
            self._pass_over()
            self._totals.set(scores)
            self._place = BETWEEN if place == LOST_HAND else LOST_GAME
            return ()
        fault = None
        if event.horses is not UNSET and self._tiles is not None:
            tile = self._tiles.unknown(event.horses)
            if tile is not None:
                fault = Fault("F004", "F004", None, None, None, tile)
        if fault is None and place == PLAYING and table is not None and is_washed_out(table):
            fault = Fault("A205", "A205.missing")
        if fault is None and (place != DECIDED or table is None or start is None):
            fault = self._misplaced()
        if fault is not None or table is None or start is None:
            ended = place == DECIDED or (fault is not None and fault.code == "A205")
            self._lose()
            if scores is not None:
                self._totals.go_on(scores)
            if ended:
                self._place = BETWEEN
            return () if fault is None else (fault,)
        return self._settle(event if event.horses is UNSET else canonical(event), table, start)

    def _settle(self, event: EndHand, table: Table, start: StartHand) -> Iterable[Fault]:
        rotation, accounts = self._rotation, self._accounts
        assert rotation is not None
        assert accounts is not None
        found: Settlement | None = None
        faults: list[Fault] = []
        washout = table.state == WASHED
        if "S" in self._legality.checks:
            numbers = table.wall.horses if rotation.counts_horses else (None,)
            found, faults = best(
                event,
                (
                    Settlement(table, event, round_, number)
                    for round_ in rotation.rounds
                    for number in numbers
                ),
            )
            net = found.true_net(event)
            faults += accounts.settle(event, logged_net(event), net, washout=washout)
        else:
            told = None if event.points is UNSET else logged_net(event)
            accounts.settle(event, told, None, washout=washout)
        if self._on_hand is not None:
            self._on_hand(self._row(event, table, start, {} if found is None else found.scores))
        rotation.finish(table.dealer, table.winners)
        self._place = LEFT if table.state == ESCAPED else BETWEEN
        self._table = None
        return faults

    def _round(self) -> int | None:
        return None if self._rotation is None else self._rotation.round

    def _row(
        self, event: EndHand, table: Table, start: StartHand, scores: dict[int, Score]
    ) -> HandRow:
        game, totals, wind = self.counts.games, self._totals.logged, self._round()
        return hand_row(self.file, self._line, game, start, event, table, wind, scores, totals)
