"""The settlement of a hand, field by field: what the rules give against what the log says.

A field is right when it equals what the rules give, or what follows from the log's own earlier
fields: so a mistake that the log carries through is one finding, and one that it corrects again
is one too.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from msgspec import UNSET, structs

from mjtool.appraisal import points_of
from mjtool.game_log.events import EndHand, LoggedWild, LoggedWin
from mjtool.horses import most_horses, turned_up, turns_up
from mjtool.messages import Say
from mjtool.rules.model import RuleSet
from mjtool.scoring import BELOW_MINIMUM, Score
from mjtool.settlement import (
    HandResult,
    Payment,
    Winner,
    settle,
    settle_rest,
    settle_win,
)
from mjtool.table.fault import Fault
from mjtool.table.moves import ESCAPED, Table
from mjtool.table.outcome import hand_result, liability, score_win
from mjtool.table.wild import is_best
from mjtool.tiles import NAMES, WRITTEN

Points = tuple[int, ...]
Streaks = tuple[int | None, tuple[int | None, ...]]
"""Hands that the deal has stayed, and that each seat has won in a row; None: not known."""

_LARGEST_FAN: Final = 62
_VALUES: Final = {tile: value for value, tile in enumerate(NAMES)}


class Settlement:
    """What a hand comes to by the rules: each winner's score, who is liable, the horses."""

    __slots__ = (
        "_known",
        "_known_round",
        "_net",
        "_outcome",
        "_rules",
        "_stayed",
        "_table",
        "_won",
        "horses",
        "liable",
        "result",
        "scores",
    )

    def __init__(
        self,
        table: Table,
        event: EndHand,
        round_wind: int | None,
        horses: int | None,
        streaks: Streaks,
    ) -> None:
        rules = table.rules
        self._stayed, self._won = streaks
        self._net: Points | None = None
        self._rules = rules
        self._table = table
        winds_count = rules.rounds.winds and bool(table.winners)
        self._known_round = round_wind is not None or not winds_count
        self.horses = self._horses(event, horses)
        self._outcome = outcome = table.outcome(horses)
        self.scores: dict[int, Score] = {}
        self.liable: dict[int, int | None] = {}
        """For each winner the one seat that pays for all, None where there is none."""
        for seat in table.winners:
            hand, tile = table.winning_hand(seat), table.winning_tile()
            self.scores[seat] = score_win(rules, outcome, seat, hand, tile, round_wind)
            found = self.scores[seat]
            liable = liability(rules, table.feeders, outcome, seat, found)
            self.liable[seat] = None if liable is None else liable[1]
        self.result = self._result(
            [
                Winner(seat, found.points, self.liable[seat], self._won[seat] or 0)
                for seat, found in self.scores.items()
            ],
            self.horses,
        )
        self._known = self._known_round and self._knows_streaks()

    def _knows_streaks(self) -> bool:
        """Return whether the streaks are known as far as payments depend on them."""
        rules = self._rules
        if rules.winner.streak_points and any(self._won[seat] is None for seat in self.scores):
            return False
        if self._stayed is not None or not rules.dealer.streak_points:
            return True
        return self.net() == self.net(structs.replace(self.result, streak=1))

    def ledger(self) -> tuple[Payment, ...] | None:
        """Return who pays whom for what by the rules, None where not all of it is known."""
        if not self._known or self.horses is None or self._below():
            return None
        return settle(self._rules, self.result).payments

    def faults(self, event: EndHand) -> Iterator[Fault]:
        """Yield what differs in ``event``, coins and running scores aside."""
        for seat in self._below():
            yield Fault("W306", "W306", None, seat)
        yield from _check_wins(event, self, self._table)
        fault = _check_points(event, self, self._table)
        if fault is not None:
            yield fault

    def true_net(self, event: EndHand) -> Points | None:
        """Return each account's change, None where it is not known: the round or horses are not."""
        if self._below():
            return None
        if self._known and self.horses is not None:
            return self.net()
        return self.net_but_dealer(logged_net(event))

    def _below(self) -> list[int]:
        """Return winners below the minimum after all: too few others won on the tile."""
        if not self._known_round:
            return []
        return [seat for seat, found in self.scores.items() if found.reason == BELOW_MINIMUM]

    def _horses(self, event: EndHand, number: int | None) -> tuple[int, ...] | None:
        """Return the horses of the wall, or else those the log names; None where none does."""
        if self._rules.horses.owner == "winner":
            return self._turned_up(event)
        wall = self._table.wall.tiles
        if not number and (number == 0 or not self._rules.horses.most):
            return ()
        if wall is not None and number is not None:
            return tuple(wall[max(0, len(wall) - number) :])
        if event.horses is not UNSET:
            return tuple(_VALUES[tile] for tile in event.horses)
        return None if self._rules.horses.most else ()

    def _turned_up(self, event: EndHand) -> tuple[int, ...] | None:
        """Return the horses that the winner turns up; by the log where it tells no wall."""
        number = self.turns_up
        tiles = self._table.wall.turned_up(number, from_tail=self._rules.horses.source == "tail")
        if tiles is not None:
            return tuple(tiles)
        if not number:
            return ()
        if event.horses is UNSET or len(event.horses) != number:
            return None
        return tuple(_VALUES[tile] for tile in event.horses)

    @property
    def turns_up(self) -> int:
        """How many horses the winner turns up."""
        table, rules = self._table, self._rules
        drawn = table.self_drawn or (table.robbed and rules.rob.self_drawn)
        if not table.winners or not turns_up(rules, self_drawn=drawn):
            return 0
        return min(turned_up(rules, table.wild_of(table.winners[0])), table.wall.lying)

    def _result(self, winners: Iterable[Winner], horses: Iterable[int] | None) -> HandResult:
        streak = self._stayed or 0
        return hand_result(self._outcome, winners, self._table.kongs, horses, streak)

    def net(self, result: HandResult | None = None) -> Points:
        """Return each account's change under the rules, the bank's last."""
        if result is not None:
            return settle(self._rules, result).net()
        if self._net is None:
            self._net = settle(self._rules, self.result).net()
        return self._net

    def net_but_dealer(self, logged: Points) -> Points | None:
        """Return each account's change where the dealer's horses are not known, as ``logged`` says.

        None where that leaves the others' changes unknown too.
        """
        if not self._known or not hits_bank_only(self._rules):
            return None
        net = list(self.net())
        net[self.result.dealer] = logged[self.result.dealer]
        return (*net[:4], -sum(net[:4]))

    def alternatives(self, event: EndHand) -> Iterator[Points]:
        """Yield the payments that follow from what the log itself says of its winners."""
        logged = {win.seat: win for win in event.wins}
        horses = {self.horses or ()}
        if not most_horses(self._rules):
            horses.add(())
        if event.horses is not UNSET:
            horses.add(tuple(_VALUES[tile] for tile in event.horses))
        told = [self._told(win) for win in logged.values()]
        choices = [self._choices(true, logged.get(true.seat)) for true in self.result.winners]
        for winners in [*product(*choices), told]:
            for tiles in horses:
                yield self._paid(tuple(winners), tiles)
        if told and set(logged) != set(self.scores):
            # other winners than there were: paid by whoever would have had to
            for source in {None, self._table.live_seat} - {-1}:
                result = structs.replace(
                    self.result, winners=tuple(told), escaped=None, source=source
                )
                yield self.net(result)

    def _told(self, win: LoggedWin) -> Winner:
        """Return a winner as the log has it; where it names nobody liable, as the rules do."""
        liable = self.liable.get(win.seat, next(iter(self.liable.values()), None))
        assert win.points is not UNSET
        payer = liable if win.liable is UNSET else win.liable
        return Winner(win.seat, win.points, payer, self._won[win.seat] or 0)

    def _choices(self, true: Winner, win: LoggedWin | None) -> set[Winner]:
        """Return a winner with the right points or the log's, with either's liable seat."""
        told = true if win is None else self._told(win)
        return {
            Winner(true.seat, points, liable, true.streak)
            for points, liable in product((true.points, told.points), (true.liable, told.liable))
        }

    def _paid(self, winners: tuple[Winner, ...], horses: tuple[int, ...]) -> Points:
        """Return each account's change where a liable seat of the log pays for a discard too."""
        rules, result = self._rules, self._result(winners, horses)
        if result.escaped is not None:
            return self.net(result)
        as_drawn = result.source is None or (result.robbed and rules.rob.self_drawn)
        wins: list[Payment] = []
        for winner in winners:
            pays = result.source if as_drawn or winner.liable is None else winner.liable
            wins += settle_win(rules, winner, structs.replace(result, source=pays))
        return settle_rest(rules, result, wins).net()


def hits_bank_only(rules: RuleSet) -> bool:
    """Return whether horses change nothing but what dealer and bank have."""
    return rules.horses.owner == "dealer" and rules.horses.funding == "bank"


def best(event: EndHand, readings: Iterable[Settlement]) -> tuple[Settlement, list[Fault]]:
    """Return that of the ``readings`` of a hand which fits ``event`` best, and what differs.

    There are several where the log's round or number of horses is wrong: the settlement may follow
    from the log's word or from the right one. Of equals the first.
    """
    found: Settlement | None = None
    least: list[Fault] = []
    for reading in readings:
        faults = list(reading.faults(event))
        if found is None or len(faults) < len(least):
            found, least = reading, faults
        if not faults:
            break
    assert found is not None
    if any(fault.code == "W306" for fault in least):  # then nothing else is known
        least = [fault for fault in least if fault.code == "W306"]
    return found, least


def _check_wins(event: EndHand, found: Settlement, table: Table) -> Iterator[Fault]:
    logged = [win.seat for win in event.wins]
    if sorted(logged) != sorted(table.winners):
        yield Fault("S509", "S509", None, None, table.winners, logged)
    checked: set[int] = set()
    for win in event.wins:
        if win.seat in found.scores and win.seat not in checked:
            checked.add(win.seat)
            yield from _check_win(win, found.scores[win.seat], found)
    yield from _check_horses(event, found, table)


def _check_win(win: LoggedWin, true: Score, found: Settlement) -> Iterator[Fault]:
    seat = win.seat
    if found._known_round:
        if win.fan is not UNSET and win.fan != true.fan:
            yield Fault("S501", "S501", None, seat, true.fan, win.fan)
        if win.points != true.points and not _follows(win, true):
            yield Fault("S502", "S502", None, seat, true.points, win.points)
        if win.patterns is not UNSET and set(win.patterns) != set(true.pattern_ids):
            yield Fault("S503", "S503", None, seat, list(true.pattern_ids), win.patterns)
        elif win.wilds is not UNSET and not _stand_right(win.wilds, true):
            expected = [f"{WRITTEN[tile]}={WRITTEN[kind]}" for tile, kind in true.wilds]
            logged = [f"{each.tile}={each.as_}" for each in win.wilds]
            yield Fault("S503", "S503.wilds", None, seat, expected, logged)
    if win.liable is not UNSET and win.liable != found.liable[seat]:
        yield Fault("S507", "S507", None, seat, found.liable[seat], win.liable)


def _stand_right(logged: list[LoggedWild], true: Score) -> bool:
    """Return whether wild tiles stand for what the log says in one of the best ways."""
    tiles = [_VALUES[each.tile] for each in logged]
    return is_best(true, tiles, [_VALUES[each.as_] for each in logged])


def _follows(win: LoggedWin, true: Score) -> bool:
    """Return whether the log's X is what its own fan come to."""
    rules, fan = true.rules, win.fan
    if fan is UNSET or rules.scoring != "fan" or not 0 <= fan <= _LARGEST_FAN:
        return False
    factors = true.verdict.winner.factors if true.verdict else ()
    return win.points == points_of(rules, fan, factors)


def _check_horses(event: EndHand, found: Settlement, table: Table) -> Iterator[Fault]:
    if event.horses is UNSET:
        return
    if found.horses is None:  # which they are is not known, but for a winner how many
        if table.rules.horses.owner == "winner":
            yield Fault("S508", "S508.number", None, None, found.turns_up, event.horses)
        return
    expected = [NAMES[tile] for tile in found.horses]
    if event.horses != expected and not (table.state == ESCAPED and not event.horses):
        yield Fault("S508", "S508", None, None, expected, event.horses)


def unpriced(event: EndHand) -> Fault | None:
    """Return that ``event`` leaves out what the hand or a win came to (F003).

    Only where the game is another's, and its log does not tell, may it be left out.
    """
    if event.points is not UNSET and all(win.points is not UNSET for win in event.wins):
        return None
    return Fault("F003", "F003", "end_hand", found=Say("word.missing", name=repr("points")))


def logged_net(event: EndHand) -> Points:
    """Return each account's change by the log, the bank's last."""
    assert event.points is not UNSET
    return (*event.points, 0 if event.bank is UNSET else event.bank)


def _check_points(event: EndHand, found: Settlement, table: Table) -> Fault | None:
    """Return S504 unless the payments are right, or follow from the log's own wins."""
    logged, true = logged_net(event), found.net()
    if not found._known or true == logged:
        return None
    if found.horses is None:
        # the dealer's horses are not known: only what the others get can be told
        if not hits_bank_only(table.rules):
            return None
        compared = [seat for seat in range(4) if seat != table.dealer]
    else:
        compared = list(range(5))
    if all(true[seat] == logged[seat] for seat in compared):
        return None
    for other in found.alternatives(event):
        if all(other[seat] == logged[seat] for seat in compared):
            return None
    return Fault("S504", "S504", None, None, list(true), list(logged))
