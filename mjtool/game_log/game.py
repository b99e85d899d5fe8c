"""The game at hand: what its start tells, the hand being played, what carries over."""

from typing import NamedTuple

from msgspec import UNSET, structs

from mjtool.game_log.accounts import Accounts
from mjtool.game_log.deal import read_deal, tile_set
from mjtool.game_log.events import EndHand, StartGame, StartHand
from mjtool.game_log.settle import Settlement, best, logged_net
from mjtool.messages import Say
from mjtool.rules.model import RuleSet
from mjtool.settlement import Room
from mjtool.table.deal import Deal, check_deal
from mjtool.table.fault import Fault
from mjtool.table.legality import NATIVE, legality_of, stock_of
from mjtool.table.moves import WASHED, Table
from mjtool.table.rotation import ROUNDS, Rotation
from mjtool.table.wall import Wall
from mjtool.tiles import KINDS, NAMES
from mjtool.wild import NO_WILDS, Wilds

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
        self._turns_up = self.legality.judges and rules.wild.indicator != "none"

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
        if not self._turns_up and event.indicator is not UNSET:
            # a field like any that the format does not know
            event = structs.replace(event, indicator=UNSET)
        deal = read_deal(event, self.tiles, self.legality)
        if isinstance(deal, Fault) or not self._turns_up:
            return deal
        if deal.indicator is None and deal.wild is None:
            missing = Say("word.missing", name=repr("indicator"))
            return Fault("F003", "F003", "start_hand", found=missing)
        if deal.indicator is not None and deal.indicator >= KINDS:  # no kind follows a flower
            return Fault("F003", "F003", "start_hand", found=repr("indicator"))
        return deal

    def _played(self, deal: Deal) -> tuple[RuleSet, Fault | None]:
        """Return the rules of a hand, which say what is wild in it; D404 where the log errs.

        What follows from wild tiles that are told wrong cannot be told from what does not, so that
        nothing is wild then, and no win is judged.
        """
        rules = self.rules
        if deal.indicator is not None:
            rules = rules.turned_up(deal.indicator)
        elif self._turns_up and deal.wild is not None:
            always = rules.wilds.kinds
            rules = rules.playing(Wilds(tuple(sorted({*always, *deal.wild}))))
        if deal.wild is None or not self.legality.judges or deal.wild == rules.wilds.kinds:
            return rules, None
        expected = [NAMES[tile] for tile in rules.wilds.kinds]
        fault = Fault("D404", "D404", None, None, expected, [NAMES[tile] for tile in deal.wild])
        return rules.playing(NO_WILDS), fault

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
        rules, wrong = self._played(deal)
        # wild tiles told wrong: turns and tiles are followed, and nothing else
        legality = self.legality if wrong is None else structs.replace(self.legality, checks="FTA")
        wall = Wall(
            *(rules, self.legality, deal.hands, deal.wall),
            *(rotation.horses, deal.walls, deal.indicator),
        )
        if wrong is not None and deal.indicator is not None:
            wall.seen[deal.indicator] -= 1  # perhaps it is another that was turned up
        table = Table(rules, legality, event.dealer, deal.hands, wall, rotation.rounds)
        self.hand = Seated(event, table)
        return (departure or wrong) if self.checks("D") else None

    def settle(self, event: EndHand, table: Table) -> tuple[list[Fault], Settlement | None]:
        """Settle the hand; return what differs in ``event``, and what it comes to where judged."""
        rotation, accounts = self.rotation, self.accounts
        faults: list[Fault] = []
        found: Settlement | None = None
        told = None if event.points is UNSET else logged_net(event)
        true = None
        is_judged = self.checks("S") and "S" in table.legality.checks
        if is_judged:
            numbers = table.wall.horses if rotation.counts_horses else (None,)
            streaks = (rotation.stayed, tuple(rotation.won))
            readings = (
                Settlement(table, event, round_wind, number, streaks)
                for round_wind in rotation.rounds
                for number in numbers
            )
            found, faults = best(event, readings)
            true = found.true_net(event)
        differing = accounts.settle(event, told, true, washout=table.state == WASHED)
        if is_judged:
            faults += differing
        rotation.finish(table.dealer, table.winners, table.source)
        return faults, found
