"""The game at hand: what its start tells, the hand being played, what carries over."""

from typing import NamedTuple

from msgspec import UNSET

from mjtool.game_log.accounts import Accounts
from mjtool.game_log.deal import read_deal, tile_set
from mjtool.game_log.events import EndHand, StartGame, StartHand
from mjtool.game_log.settle import Settlement, best, logged_net
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.settlement import Room
from mjtool.table.deal import Deal, check_deal
from mjtool.table.fault import Fault
from mjtool.table.legality import NATIVE, legality_of, stock_of
from mjtool.table.moves import WASHED, Table
from mjtool.table.rotation import ROUNDS, Rotation
from mjtool.table.wall import Wall

NOBODY = (0, 0, 0, 0)


class Seated(NamedTuple):
    """A hand at the table, and the event that began it."""

    start: StartHand
    table: Table


class Game:
    """One game under ``rules``; ``hand`` is the hand being played or settled."""

    def __init__(self, event: StartGame, rules: RuleSet) -> None:
        self.rules = rules
        self.legality = legality_of(event.rules) or NATIVE
        self.tiles = tile_set(rules, self.legality)
        self.rotation = Rotation(rules)
        self.accounts = Accounts(
            rules,
            None if event.room is UNSET else Room(event.room.coefficient, event.room.fee),
            NOBODY if event.scores is UNSET else tuple(event.scores),
        )
        self.hand: Seated | None = None

    def checks(self, code: str) -> bool:
        """Return whether faults whose codes begin so are looked for."""
        return code in self.legality.checks

    def lose(self, scores: tuple[int, ...] | None = None) -> None:
        """Forget what follows from a hand that is passed over, but the ``scores`` behind it."""
        self.hand = None
        self.accounts.totals.set(scores)
        self.rotation.lose()

    def read(self, event: StartHand) -> Deal | Fault:
        """Return the deal of ``event``, or why it is none of this game's tiles."""
        return read_deal(event, self.tiles, self.legality)

    def misdealt(self, deal: Deal) -> Fault | None:
        """Return what is wrong with a deal; its dealer may be the game's first all the same."""
        fault = check_deal(deal, stock_of(self.rules, self.legality))
        if fault is not None and fault.code != "T105":  # as sure as the size of its hand
            self.rotation.note(deal.dealer)
        return fault

    def begin(self, event: StartHand, deal: Deal) -> Fault | None:
        """Begin a hand; return how it departs from who deals, the round, the number of horses."""
        rotation = self.rotation
        departure = rotation.start(
            event.dealer,
            None if event.round is UNSET else ROUNDS.index(event.round),
            None if event.horses is UNSET else event.horses,
        )
        wall = Wall(self.rules, self.legality, deal.hands, deal.wall, rotation.horses, deal.walls)
        rounds = rotation.rounds
        table = Table(self.rules, self.legality, event.dealer, deal.hands, wall, rounds)
        self.hand = Seated(event, table)
        return departure if self.checks("D") else None

    def settle(self, event: EndHand, table: Table) -> tuple[list[Fault], dict[int, Score]]:
        """Settle the hand; return what differs in ``event``, and the scores of its winners."""
        rotation, accounts = self.rotation, self.accounts
        faults: list[Fault] = []
        scores: dict[int, Score] = {}
        told = None if event.points is UNSET else logged_net(event)
        true = None
        if self.checks("S"):
            numbers = table.wall.horses if rotation.counts_horses else (None,)
            streaks = (rotation.stayed, tuple(rotation.won))
            readings = (
                Settlement(table, event, round_wind, number, streaks)
                for round_wind in rotation.rounds
                for number in numbers
            )
            found, faults = best(event, readings)
            scores, true = found.scores, found.true_net(event)
        differing = accounts.settle(event, told, true, washout=table.state == WASHED)
        if self.checks("S"):
            faults += differing
        rotation.finish(table.dealer, table.winners, table.source)
        return faults, scores
