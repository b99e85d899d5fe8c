"""Who deals next, in which round, with how many horses: what carries over between hands."""

from msgspec import UNSET

from mjtool.game_log.events import Fault, StartHand
from mjtool.rules.model import RuleSet

ROUNDS = ("E", "S", "W", "N")


class Rotation:
    """The dealer, round and deal streak of one game, as far as they are known.

    ``round`` and ``horses`` are those the hand at hand is played with, None where nothing tells.
    """

    __slots__ = ("_dealer", "_first", "_known", "_right", "_rules", "_streak", "horses", "round")

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._first: int | None = None  # the game's first dealer
        self._dealer = -1  # who should deal the next hand
        self._known = False  # whether the next hand follows from the one before
        self._right: int | None = 0  # the round as it should be; None: not known
        self._streak: int | None = 1  # hands that the deal stayed, this one counted
        self.round: int | None = 0
        self.horses: int | None = 0

    def lose(self) -> None:
        """Forget what follows: a hand was skipped."""
        self._known = False
        self._right = None
        self._streak = None

    def note(self, dealer: int) -> None:
        """Remember the dealer of a hand that cannot be played, if it is the game's first."""
        if self._first is None and self._right == 0:
            self._first = dealer

    def start(self, event: StartHand) -> Fault | None:
        """Begin a hand; return D401, D402 or D403 where the log departs from the rules."""
        rules = self._rules
        logged_round = None if event.round is UNSET else ROUNDS.index(event.round)
        logged_horses = None if event.horses is UNSET else event.horses
        dealer = event.dealer
        if not self._known or dealer != self._dealer:
            fault = None
            if self._known:
                fault = Fault("D401", "D401", None, dealer, self._dealer, dealer)
            else:
                self.note(dealer)
            if logged_round is not None:
                self._right = logged_round
            if fault is not None:
                self._streak = None
            self._streak = self._streak_of(logged_horses)
            self.round = self._right
            self.horses = self._number() if logged_horses is None else logged_horses
            if fault is None and logged_horses and not rules.horses.most:
                fault = Fault("D403", "D403", None, dealer, 0, logged_horses)
            return fault
        self.round = self._right
        self.horses = self._number()
        fault = None
        if logged_round is not None and rules.rounds.winds:
            self.round = logged_round
            if self._right is None:
                self._right = logged_round
            elif logged_round != self._right:
                right = ROUNDS[self._right]
                fault = Fault("D402", "D402", None, None, right, ROUNDS[logged_round])
        if logged_horses is not None:
            expected = self.horses
            self.horses = logged_horses
            if expected is None:
                self._streak = self._streak_of(logged_horses)
            elif fault is None and logged_horses != expected:
                fault = Fault("D403", "D403", None, dealer, expected, logged_horses)
        return fault

    def finish(self, dealer: int, winners: list[int]) -> None:
        """End a hand that ``dealer`` dealt, won by ``winners`` or by nobody."""
        rule = self._rules.dealer
        if not winners:
            following = dealer if rule.after_washout == "stays" else (dealer + 1) & 3
        elif rule.after_win == "winner":
            following = winners[0]
        else:
            following = dealer if dealer in winners else (dealer + 1) & 3
        if following == dealer:
            if self._streak is not None:
                self._streak += 1
        else:
            self._streak = 1
            if self._first is None:
                self._right = None  # whether the deal came round cannot be told
            elif following == self._first and self._right is not None:
                self._right = (self._right + 1) % 4
        self._dealer = following
        self._known = True

    def _number(self) -> int | None:
        """Return how many horses the streak gives."""
        horses = self._rules.horses
        if not horses.most:
            return 0
        if self._streak is None:
            return None
        return min(horses.first + horses.step * (self._streak - 1), horses.most)

    def _streak_of(self, number: int | None) -> int | None:
        """Return the streak that a logged number of horses tells of, the present one without it."""
        horses = self._rules.horses
        if number is None or not horses.most:
            return self._streak
        return max(1, 1 + (number - horses.first) // horses.step) if horses.step else 1
