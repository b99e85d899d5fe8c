"""Where a log may be, and what is done there with what comes next: :data:`PLACES`.

A :class:`Walk` is the state of an audit; each function here takes an event at the place it is for,
moves the walk on and returns what there is to tell. After a fault that leaves the hand unknown the
rest of it is passed over; what carries over to the next (:mod:`~mjtool.game_log.game`) then goes on
from what the log says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from mjtool.game_log.acts import act, unfit
from mjtool.game_log.deal import rules_of
from mjtool.game_log.events import (
    TYPES,
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
from mjtool.game_log.game import Game
from mjtool.game_log.props import unreadable, use
from mjtool.game_log.spelling import are_usual, canonical
from mjtool.game_log.stream import Won
from mjtool.game_log.tally import Counts, HandRow, hand_row
from mjtool.rules.model import RuleSet
from mjtool.table.fault import Fault
from mjtool.table.moves import ESCAPED, WON
from mjtool.table.props import BETWEEN_HANDS, SWAPS
from mjtool.table.wins import is_washed_out

Told = Fault | HandRow | Won


class Walk:
    """Where the audit of one log is: its place, the game at hand, the line, how much there was.

    ``rules`` stand instead of the log's own; ``rows`` and ``wins`` say what is told beside faults.
    """

    __slots__ = ("counts", "file", "folder", "game", "line", "place", "rows", "rules", "wins")

    def __init__(self, file: str, rules: RuleSet | None, *, rows: bool, wins: bool) -> None:
        self.file = file
        self.folder = Path(file).parent
        self.rules = rules
        self.rows = rows
        self.wins = wins
        self.counts = Counts(files=1, file=file)
        self.place = "before"
        self.game: Game | None = None
        self.line = 0

    @property
    def playing(self) -> Game:
        """The game at hand, asked for at places where there is one."""
        assert self.game is not None
        return self.game

    @property
    def may_stop(self) -> bool:
        """Whether the log may stop anywhere: it is what one seat saw."""
        return self.game is not None and self.game.legality.hidden


Take = Callable[[Walk, Any], Iterable[Told]]


class Place(NamedTuple):
    """A place, and what is done there with each kind of event.

    ``misplaced`` is the finding of what has no place here; ``behind`` the place that a fault leads
    to; ``is_open`` whether a file that ends here ends inside a game.
    """

    is_open: bool
    misplaced: str
    behind: str
    takes: dict[type, Take]


# faults, and what is passed over


def faulty(walk: Walk, fault: Fault) -> Fault:
    """Return ``fault``, having given up what cannot be followed any more."""
    behind = PLACES[walk.place].behind
    if behind == "skipped" and walk.game is not None:
        walk.game.lose()
    walk.place = behind
    return fault


def _misplaced(walk: Walk, event: Event) -> Fault:
    """Return that ``event`` has no place here (F005)."""
    return Fault("F005", PLACES[walk.place].misplaced, None, getattr(event, "seat", None))


def _skip(walk: Walk, event: Event) -> Iterable[Told]:
    """Pass over an event that cannot be followed."""
    if not (isinstance(event, Prop) and event.name in BETWEEN_HANDS):
        if walk.game is not None:
            walk.game.lose()
        walk.place = PLACES[walk.place].behind
    return ()


# games


def _begin_game(walk: Walk, event: StartGame) -> Iterable[Told]:
    rules = rules_of(event.rules, walk.folder, walk.rules)
    if isinstance(rules, Fault):
        walk.place = "unknown"
        return (rules,)
    walk.game = Game(event, rules)
    walk.counts.games += 1
    walk.counts.unjudged += not walk.game.legality.judges
    walk.place = "between"
    return ()


def _begin_game_in_game(walk: Walk, event: StartGame) -> Iterable[Told]:
    may_stop = walk.may_stop
    return _begin_game(walk, event) or (() if may_stop else (Fault("F005", "F005.in_game"),))


def _end_game(walk: Walk, event: EndGame) -> Iterable[Told]:
    game, fault = walk.playing, None
    if game.checks("S") and event.scores is not UNSET:
        fault = game.accounts.totals.check(tuple(event.scores))
    walk.place = "over"
    return () if fault is None else (fault,)


def _end_game_in_hand(walk: Walk, event: EndGame) -> Iterable[Told]:
    walk.playing.lose()
    walk.place = "adrift"  # unless something follows, this was the end
    return (Fault("F005", "F005.in_hand"),)


def _end_unknown_game(walk: Walk, event: EndGame) -> Iterable[Told]:
    walk.place = "before" if walk.game is None else "over"
    return ()


def _end_no_game(walk: Walk, event: EndGame) -> Iterable[Told]:
    fault = _misplaced(walk, event)
    walk.place = "stray" if walk.game is None else "over"
    return (fault,)


# hands


def _begin_hand(walk: Walk, event: StartHand, misplaced: Fault | None = None) -> Iterable[Told]:
    game = walk.playing
    deal = game.read(event)
    if isinstance(deal, Fault):
        return _lose_hand(walk, deal)
    if misplaced is not None:
        game.lose()
    fault = game.misdealt(deal)
    if fault is not None:
        return _lose_hand(walk, fault if misplaced is None else misplaced)
    departure = game.begin(event, deal)
    walk.counts.hands += 1
    walk.place = "playing"
    fault = departure if misplaced is None else misplaced
    return () if fault is None else (fault,)


def _begin_hand_misplaced(walk: Walk, event: StartHand) -> Iterable[Told]:
    return _begin_hand(walk, event, Fault("F005", PLACES[walk.place].misplaced))


def _begin_hand_in_hand(walk: Walk, event: StartHand) -> Iterable[Told]:
    return _begin_hand(walk, event, Fault("F005", "F005.in_hand"))


def _begin_hand_of_no_game(walk: Walk, event: StartHand) -> Iterable[Told]:
    walk.place = "unknown"
    return (Fault("F005", "F005.no_game"),)


def _pass_hand(walk: Walk, event: StartHand) -> Iterable[Told]:
    walk.place = "unknown"
    return ()


def _lose_hand(walk: Walk, fault: Fault) -> Iterable[Told]:
    """Go on at the next ``start_hand``."""
    walk.playing.lose()
    walk.place = "skipped"
    return (fault,)


def _end_hand(walk: Walk, event: EndHand) -> Iterable[Told]:
    game = walk.playing
    assert game.hand is not None
    fault = _no_horse(walk, event)
    if fault is not None:
        return _end_hand_faulty(walk, event, fault, ended=True)
    start, table = game.hand
    if not are_usual(_named(event)):
        event = canonical(event)
    faults, settled = game.settle(event, table)
    game.hand = None
    walk.place = "left" if table.state == ESCAPED else "between"
    if not walk.rows:
        return faults
    totals, wind = game.accounts.totals.logged, game.rotation.round
    number = walk.counts.games
    row = hand_row(walk.file, walk.line, number, start, event, table, wind, settled, totals)
    return [*faults, row]


def _end_hand_early(walk: Walk, event: EndHand) -> Iterable[Told]:
    hand = walk.playing.hand
    fault = _no_horse(walk, event)
    if fault is None and hand is not None and is_washed_out(hand.table):
        return _end_hand_faulty(walk, event, Fault("A205", "A205.missing"), ended=True)
    return _end_hand_faulty(walk, event, fault)


def _end_hand_misplaced(walk: Walk, event: EndHand) -> Iterable[Told]:
    return _end_hand_faulty(walk, event, _no_horse(walk, event))


def _end_hand_faulty(
    walk: Walk, event: EndHand, fault: Fault | None, *, ended: bool = False
) -> Iterable[Told]:
    """Give up the hand that ``event`` is to settle, and go on from its totals."""
    told = faulty(walk, _misplaced(walk, event) if fault is None else fault)
    if event.scores is not UNSET and walk.game is not None:
        walk.game.accounts.totals.go_on(tuple(event.scores))
    if ended:
        walk.place = "between"
    return (told,)


def _no_horse(walk: Walk, event: EndHand) -> Fault | None:
    """Return that a horse, or a wild tile, is no tile of the set in play (F004)."""
    if walk.game is None:
        return None
    tile = walk.game.tiles.unknown(_named(event))
    return None if tile is None else Fault("F004", "F004", found=tile)


def _named(event: EndHand) -> list[str]:
    """Return the tiles that the end of a hand names."""
    tiles = [] if event.horses is UNSET else list(event.horses)
    for win in event.wins:
        for each in () if win.wilds is UNSET else win.wilds:
            tiles += (each.tile, each.as_)
    return tiles


def _end_skipped_hand(walk: Walk, event: EndHand) -> Iterable[Told]:
    if walk.game is not None:
        walk.game.lose(None if event.scores is UNSET else tuple(event.scores))
    walk.place = "between" if PLACES[walk.place].behind == "skipped" else "unknown"
    return ()


# what is done in a hand


def _move(walk: Walk, event: Event) -> Iterable[Told]:
    game = walk.playing
    assert game.hand is not None
    table = game.hand.table
    fault = unfit(event, game.tiles)
    if fault is None:
        fault = act(table, event, game.tiles)
    if fault is not None:
        return (faulty(walk, fault),)
    if isinstance(event, Win | Washout | Escape):
        walk.place = "decided"
        if walk.wins and isinstance(event, Win):
            return (Won(table, walk.line, game.rotation.round),)
    return ()


def _move_decided(walk: Walk, event: Event) -> Iterable[Told]:
    hand = walk.playing.hand
    if isinstance(event, Win) and hand is not None and hand.table.state == WON:
        return _move(walk, event)
    return _move_misplaced(walk, event)


def _move_misplaced(walk: Walk, event: Event) -> Iterable[Told]:
    fault = None if walk.game is None else unfit(event, walk.game.tiles)
    return (faulty(walk, _misplaced(walk, event) if fault is None else fault),)


def _prop(walk: Walk, event: Prop) -> Iterable[Told]:
    game = walk.playing
    fault = unreadable(event, game.tiles)
    if fault is None and event.name not in game.rules.props.allowed:
        fault = Fault("A204", "A204", None, event.seat, None, event.name)
    if fault is not None:
        return (faulty(walk, fault),)
    table = None if game.hand is None else game.hand.table
    fault = use(event, game.tiles, table)
    if fault is None:
        return ()
    lost = event.name in SWAPS and table is not None
    return (faulty(walk, fault) if lost else fault,)


def _prop_misplaced(walk: Walk, event: Prop) -> Iterable[Told]:
    fault = None if walk.game is None else unreadable(event, walk.game.tiles)
    return (faulty(walk, _misplaced(walk, event) if fault is None else fault),)


# lines that are no event: what they were decides how much is lost


def _unread(walk: Walk, fault: Fault) -> Iterable[Told]:
    """Take a line between hands or in one."""
    if fault.type == "start_hand":
        return _lose_hand(walk, fault)
    return (faulty(walk, fault),)


def _unread_outside(walk: Walk, fault: Fault) -> Iterable[Told]:
    walk.place = "stray" if fault.type in (None, "end_game") else "unknown"
    return (fault,)


def _unread_in_skipped(walk: Walk, fault: Fault) -> Iterable[Told]:
    if fault.type == "start_hand":
        return _lose_hand(walk, fault)
    if fault.lost is not None:
        walk.place = "adrift"
        return (fault,)
    walk.playing.lose()
    walk.place = "over" if fault.type == "end_game" else "skipped"
    return ()


def _unread_in_unknown(walk: Walk, fault: Fault) -> Iterable[Told]:
    if fault.type is not None:
        walk.place = "unknown"
    return ()


def _unless_game_is_lost(take: Take) -> Take:
    """Return what is done with a line that is no event: ``take``, unless a whole game is lost."""

    def taken(walk: Walk, fault: Fault) -> Iterable[Told]:
        if fault.lost == "game" or fault.type == "start_game":
            walk.place = "stray" if fault.lost == "game" else "unknown"
            return (fault,)
        return take(walk, fault)

    return taken


def _row(*takes: Take) -> dict[type, Take]:
    """Return what is done with each event, of the columns of :data:`PLACES`."""
    start_game, start_hand, move, prop, end_hand, end_game, unread = takes
    row: dict[type, Take] = dict.fromkeys(TYPES.values(), move)
    row |= {StartGame: start_game, StartHand: start_hand, Prop: prop}
    return row | {EndHand: end_hand, EndGame: end_game, Fault: _unless_game_is_lost(unread)}


# fmt: off
PLACES: Final = {
    # a game has not begun yet
    "before": Place(False, "F005.no_game", "stray", _row(
        _begin_game, _begin_hand_of_no_game, _move_misplaced, _prop_misplaced,
        _end_hand_misplaced, _end_no_game, _unread_outside)),
    # a game is over
    "over": Place(False, "F005.over", "stray", _row(
        _begin_game, _begin_hand_misplaced, _move_misplaced, _prop_misplaced,
        _end_hand_misplaced, _end_no_game, _unread_outside)),
    # between hands
    "between": Place(True, "F005.no_hand", "adrift", _row(
        _begin_game_in_game, _begin_hand, _move_misplaced, _prop,
        _end_hand_misplaced, _end_game, _unread)),
    # in a hand
    "playing": Place(True, "F005.undecided", "skipped", _row(
        _begin_game_in_game, _begin_hand_in_hand, _move, _prop,
        _end_hand_early, _end_game_in_hand, _unread)),
    # in a hand that is won, washed out or left
    "decided": Place(True, "F005.decided", "skipped", _row(
        _begin_game_in_game, _begin_hand_in_hand, _move_decided, _prop,
        _end_hand, _end_game_in_hand, _unread)),
    # behind the hand that a seat left
    "left": Place(True, "F005.escaped", "adrift", _row(
        _begin_game_in_game, _begin_hand_misplaced, _move_misplaced, _prop,
        _end_hand_misplaced, _end_game, _unread)),
    # in a hand that cannot be followed
    "skipped": Place(True, "", "skipped", _row(
        _begin_game, _begin_hand, _skip, _skip,
        _end_skipped_hand, _end_game, _unread_in_skipped)),
    # behind a line that may have begun a hand, or ended the game
    "adrift": Place(False, "", "skipped", _row(
        _begin_game, _begin_hand, _skip, _skip,
        _end_skipped_hand, _end_game, _unread_in_skipped)),
    # in a game that cannot be followed
    "unknown": Place(True, "", "unknown", _row(
        _begin_game, _pass_hand, _skip, _skip,
        _end_skipped_hand, _end_unknown_game, _unread_in_unknown)),
    # behind a line that may have been a game's
    "stray": Place(False, "", "unknown", _row(
        _begin_game, _pass_hand, _skip, _skip,
        _end_skipped_hand, _end_unknown_game, _unread_in_unknown)),
}
"""Where a log may be, and what is done there with a ``start_game``, a ``start_hand``, an event of a
hand, a prop, an ``end_hand``, an ``end_game`` and a line that is none."""
# fmt: on
