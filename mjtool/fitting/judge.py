"""What a log's hand shows against a rule set that is tried for it, without replaying it each time.

A hand is followed once for each set of rules that the moves themselves depend on, and what lies on
the table at its end is kept; settling it under other rules is then quick. All of it goes through
the same table and settlement as a replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from mjtool.errors import MjtoolError
from mjtool.fitting.following import Frame, copied, follow
from mjtool.fitting.games import LoggedGame, LoggedHand
from mjtool.fitting.paths import Change, Changes, changed
from mjtool.fitting.touches import Touches, section_of
from mjtool.game_log.accounts import Accounts
from mjtool.game_log.events import EndHand
from mjtool.game_log.settle import Settlement, best, logged_net
from mjtool.rules.model import RuleSet
from mjtool.table.fault import Fault
from mjtool.table.moves import WASHED, Table
from mjtool.table.outcome import has_minimum
from mjtool.table.rotation import ROUNDS, Rotation


class Seen(NamedTuple):
    """A fault of a hand: its line, and what is told of it."""

    line: int
    code: str
    seat: int | None
    expected: Any
    found: Any


Verdict = tuple[Seen, ...]
"""All faults of a hand under some rules; empty where the rules explain it."""


class Context(NamedTuple):
    """What carries over into a hand: the rotation before it, and what it begins with."""

    before: Rotation
    departure: Fault | None
    rounds: tuple[int | None, ...]
    horses: tuple[int, ...]
    counts_horses: bool
    stayed: int | None
    won: tuple[int | None, ...]


_LONGEST_STREAK: Final = 91
"""Hands that a dealer may stay: with more, no wall has as many horses."""
_OF_ROTATION: Final = frozenset({"dealer", "rounds", "horses"})
_AT_THE_END: Final = frozenset(
    (
        *("patterns", "bonuses", "floor", "cap", "base", "value", "points", "limit", "payment"),
        *("multipliers", "human_hand", "earthly_hand", "dealer", "winner", "follow", "fee"),
        *("escape", "nine_gates", "all_honors", "scoring", "rob.self_drawn", "rob.pays"),
        *("kong.exposed", "kong.added", "kong.concealed", "kong.added_late", "kong.paid"),
        *("kong.pay_on_washout", "liability.kong_feeder", "liability.order"),
        *("horses.funding", "horses.honors", "horses.groups", "horses.count", "horses.from"),
        *("horses.when", "horses.counted_from", "horses.worth", "horses.points"),
        *("horses.honor_number", "horses.none_left"),
    )
)
"""Keys and tables that no move depends on, unless a win needs a minimum or is compared by worth."""
_PLAIN_PLAY: Final = {"win.minimum_fan": 0, "win.minimum_points": 0, "missed_win": "off"}
"""What the moves are followed by where no let-go tile matters; minimums are met at the end."""


def _wild_as_ever(changes: Changes) -> bool:
    """Return whether the same tiles are wild as under the base, and no more may be alike."""
    return all(section_of(key) not in ("wild", "tiles") for key, _ in changes)


def _of_moves(key: str) -> bool:
    return key not in _AT_THE_END and section_of(key) not in _AT_THE_END


class Judge:
    """Judges the hands of some games by ``base`` with changes; answers are kept.

    ``evaluations`` counts the answers that had to be found.
    """

    def __init__(self, base: RuleSet, games: Iterable[LoggedGame]) -> None:
        self.base = base
        self.games = list(games)
        self.hands = [hand for game in self.games for hand in game.hands]
        self.evaluations = 0
        self._rules: dict[Changes, RuleSet | None] = {frozenset(): base}
        self._contexts: dict[tuple[int, Changes], list[Context | None]] = {}
        self._frames: dict[tuple[Any, ...], Frame] = {}
        self._verdicts: dict[tuple[int, Changes], Verdict] = {}
        self.touches = Touches(self)
        for hand in self.hands:
            self._mark_broken(hand)

    def rules(self, changes: Changes) -> RuleSet | None:
        """Return the base with ``changes``; None where they contradict another key."""
        if changes not in self._rules:
            self._rules[changes] = changed(self.base, dict(changes))
        return self._rules[changes]

    def verdict(self, hand: LoggedHand, changes: Changes) -> Verdict:
        """Return what is wrong with ``hand`` by the base with ``changes``, which must fit."""
        told = changes  # with other wild tiles a hand may show anything
        if _wild_as_ever(changes):
            told = frozenset(each for each in changes if self.touches.may_tell(hand, each[0]))
        told = self._plainest(told)
        key = (id(hand), told)
        found = self._verdicts.get(key)
        if found is None:
            rules = self.rules(told)
            # a part of changes that fit may not: then all of them are tried
            found = self._judge(hand, told if rules is not None else changes)
            self._verdicts[key] = found
            self.evaluations += 1
        return found

    def _plainest(self, changes: Iterable[Change]) -> Changes:
        """Return changes with the least number of horses at most that does the same."""
        made = dict(changes)
        most = made.get("horses.most")
        if most:
            horses = self.base.horses
            first = made.get("horses.first", horses.first)
            step = made.get("horses.step", horses.step)
            made["horses.most"] = min(most, max(1, first + _LONGEST_STREAK * step))
        return frozenset(made.items())

    def _judge(self, hand: LoggedHand, changes: Changes) -> Verdict:
        rules = self.rules(changes)
        assert rules is not None
        context = self.context(hand, changes)
        if context is None:
            return (Seen(hand.last_line, "F005", None, None, None),)
        faults: list[tuple[int, Fault]] = []
        if context.departure is not None:
            faults.append((_start_line(hand), context.departure))
        frame = self.frame(hand, changes, context)
        faults += frame.faults
        if frame.table is not None and frame.end is not None:
            if frame.wilds is not None:
                rules = rules.playing(frame.wilds)
            try:
                found = self._settled(hand, frame.end, frame.table, rules, context)
            except MjtoolError:  # these rules cannot judge what the hand holds
                found = [Fault("F003", "F003")]
            faults += [(hand.last_line, fault) for fault in found]
        return tuple(
            Seen(line, fault.code, fault.seat, _plain(fault.expected), _plain(fault.found))
            for line, fault in faults
        )

    def _settled(
        self, hand: LoggedHand, end: EndHand, table: Table, rules: RuleSet, context: Context
    ) -> list[Fault]:
        """Return what the settlement shows, coins and running scores too."""
        told = None if end.points is UNSET else logged_net(end)
        if told is None or any(win.points is UNSET for win in end.wins):
            return [Fault("F003", "F003")]
        found, faults = best(end, self.readings(end, table, rules, context))
        accounts = Accounts(rules, hand.game.room, hand.before)
        washout = table.state == WASHED
        return faults + accounts.settle(end, told, found.true_net(end), washout=washout)

    def readings(
        self, end: EndHand, table: Table, rules: RuleSet, context: Context
    ) -> Iterable[Settlement]:
        """Yield the settlements that the hand may have under ``rules``."""
        table.rules = rules
        streaks = (context.stayed, context.won)
        for wind in context.rounds:
            for number in table.wall.horses if context.counts_horses else (None,):
                yield Settlement(table, end, wind, number, streaks)

    def context(self, hand: LoggedHand, changes: Changes) -> Context | None:
        """Return what carries over into a hand; None where it cannot be followed."""
        told = frozenset(each for each in changes if section_of(each[0]) in _OF_ROTATION)
        rules = self.rules(told)
        if rules is None:
            told, rules = changes, self.rules(changes)
        assert rules is not None
        key = (id(hand.game), told)
        if key not in self._contexts:
            self._contexts[key] = _contexts(hand.game, rules)
        return self._contexts[key][hand.number]

    def frame(self, hand: LoggedHand, changes: Changes, context: Context) -> Frame:
        """Return the hand as it is followed under the changes that its moves depend on."""
        rules = self.rules(changes)
        assert rules is not None
        plain = not self.touches.lets_go(hand)
        whole = not plain and (has_minimum(rules) or rules.missed_win == "not_more")
        told = {key: value for key, value in changes if whole or _of_moves(key)}
        if plain:
            told.update(_PLAIN_PLAY)
        key = (id(hand), frozenset(told.items()), context.horses, context.rounds if whole else 0)
        found = self._frames.get(key)
        if found is None:
            of_moves = self.rules(frozenset(told.items()))
            found = self._frames[key] = follow(hand, of_moves or rules, context.before)
        return found

    def _mark_broken(self, hand: LoggedHand) -> None:
        """Give up a hand whose moves no rules can explain, and what follows from it."""
        if hand.broken:
            return
        context = self.context(hand, frozenset())
        if context is None:
            return
        frame = self.frame(hand, frozenset(), context)
        if frame.table is None and frame.faults and frame.faults[-1][1].code not in _BY_RULES:
            hand.broken = True
            self._contexts = {}


_BY_RULES: Final = frozenset(
    (
        *("A204", "W301", "W302", "W303", "W304", "W305", "W306", "D404"),
        *("T101", "T103", "T104", "T105", "A205", "F004"),
    )
)
"""Faults of moves that other rules may not have."""


def _start_line(hand: LoggedHand) -> int:
    return next((line for line, event in hand.moves if event is hand.start), hand.line)


def _contexts(game: LoggedGame, rules: RuleSet) -> list[Context | None]:
    """Return what carries over into each hand of a game, all of them taken to be explained."""
    rotation = Rotation(rules)
    found: list[Context | None] = []
    for hand in game.hands:
        if hand.broken or hand.start is None:
            rotation.lose()
            found.append(None)
            continue
        before = copied(rotation)
        start = hand.start
        departure = rotation.start(
            start.dealer,
            None if start.round is UNSET else ROUNDS.index(start.round),
            None if start.horses is UNSET else start.horses,
        )
        found.append(
            Context(
                before,
                departure,
                rotation.rounds,
                rotation.horses,
                rotation.counts_horses,
                rotation.stayed,
                tuple(rotation.won),
            )
        )
        rotation.finish(start.dealer, hand.winners, hand.source)
    return found


def as_changes(changes: Mapping[str, Any] | Iterable[Change]) -> Changes:
    """Return changes as the judge takes them."""
    return frozenset(changes.items() if isinstance(changes, Mapping) else changes)


def _plain(value: object) -> Any:
    """Return what a fault tells in a form that can be compared and kept in sets."""
    return (
        tuple(map(str, value))
        if isinstance(value, list | tuple) and _has_text(value)
        else (tuple(value) if isinstance(value, list | tuple) else value)
    )


def _has_text(value: Iterable[object]) -> bool:
    return any(not isinstance(each, int) for each in value)
