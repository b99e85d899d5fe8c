"""Who deals next, in which round, with how many horses: what carries over between hands."""

from collections.abc import Sequence
from typing import Final

from mjtool.horses import most_bought
from mjtool.rules.model import RuleSet
from mjtool.table.fault import Fault

ROUNDS: Final = ("E", "S", "W", "N")


class Rotation:
    """The dealer, round and deal streak of one game, as far as they are known.

    ``rounds`` and ``horses`` are what the hand at hand may be played with: the log's word, and
    behind it the right one where the log's is wrong (D402, D403). A round of None: nothing tells.
    Where nothing tells the horses, ``counts_horses`` is False and they are all numbers there are.
    ``dealer`` is who should deal the next hand, once one has ended. ``stayed`` counts the hands
    that the deal has stayed before this one, ``won`` for each seat those that it has won in a row;
    None: not known.
    """

    __slots__ = (
        "_first",
        "_known",
        "_right",
        "_rules",
        "_streak",
        "counts_horses",
        "dealer",
        "horses",
        "rounds",
        "stayed",
        "won",
    )

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._first: int | None = None  # the game's first dealer
        self.dealer = -1
        self._known = False  # whether the next hand follows from the one before
        self._right: int | None = 0  # the round as it should be; None: not known
        self._streak: int | None = 1  # hands that the deal stayed, this one counted
        self.stayed: int | None = 0
        self.won: list[int | None] = [0, 0, 0, 0]
        self.rounds: tuple[int | None, ...] = (0,)
        self.horses: tuple[int, ...] = (0,)
        self.counts_horses = True

    @property
    def round(self) -> int | None:
        """The round of the hand at hand, the log's where it tells one."""
        return self.rounds[0]

    def lose(self) -> None:
        """Forget what follows: a hand was skipped."""
        self._known = False
        self._right = None
        self._streak = None
        self.stayed = None
        self.won = [None] * 4

    def note(self, dealer: int) -> None:
        """Remember the dealer of a hand that cannot be played, if it is the game's first."""
        if self._first is None and self._right == 0:
            self._first = dealer

    def start(
        self, dealer: int, round_wind: int | None = None, horses: int | None = None
    ) -> Fault | None:
        """Begin a hand that ``dealer`` deals, in this round and with so many horses where told.

        Return D401, D402 or D403 where that departs from the rules.
        """
        follows = self._known and dealer == self.dealer
        fault = self._go_on(round_wind) if follows else self._begin(dealer, round_wind)
        miscounted = self._count(dealer, horses, follows)
        return miscounted if fault is None else fault

    def _begin(self, dealer: int, logged: int | None) -> Fault | None:
        """Take the round of a game's first hand, or behind a gap, or of a wrong dealer (D401)."""
        fault = None
        if self._known:
            fault = Fault("D401", "D401", None, dealer, self.dealer, dealer)
            self._streak = None
            self.stayed = None
        else:
            self.note(dealer)
        if logged is not None:
            self._right = logged
        self.rounds = (self._right,)
        return fault

    def _go_on(self, logged: int | None) -> Fault | None:
        """Take the round of a hand whose dealer is right; D402 where it is another."""
        right = self._right
        self.rounds = (right,)
        if logged is None or logged == right or not self._rules.rounds.winds:
            return None
        if right is None:
            self._right = logged
            self.rounds = (logged,)
            return None
        self.rounds = (logged, right)
        return Fault("D402", "D402", None, None, ROUNDS[right], ROUNDS[logged])

    def _count(self, dealer: int, logged: int | None, follows: bool) -> Fault | None:
        """Take the number of horses; D403 where it is another than the streak gives."""
        right = self._number()
        self.counts_horses = right is not None or logged is not None
        if logged is None:
            self.horses = self._numbers() if right is None else (right,)
            return None
        self.horses = (logged,)
        if right is None or (most_bought(self._rules) and not follows):
            self._streak = self._streak_of(logged)
            return None
        if logged == right:
            return None
        self.horses = (logged, right)
        return Fault("D403", "D403", None, dealer, right, logged)

    def finish(self, dealer: int, winners: Sequence[int], source: int | None = None) -> None:
        """End a hand that ``dealer`` dealt, won by ``winners`` or by nobody.

        ``source`` is the discarder or the robbed seat, where there is one.
        """
        for seat, streak in enumerate(self.won):
            if seat not in winners:
                self.won[seat] = 0
            elif streak is not None:
                self.won[seat] = streak + 1
        following = self._following(dealer, winners, source)
        if following == dealer:
            if self._streak is not None:
                self._streak += 1
            if self.stayed is not None:
                self.stayed += 1
        else:
            self._streak = 1
            self.stayed = 0
            if self._first is None:
                self._right = None  # whether the deal came round cannot be told
            elif following == self._first and self._right is not None:
                self._right = (self._right + 1) % 4
        self.dealer = following
        self._known = True

    def _following(self, dealer: int, winners: Sequence[int], source: int | None) -> int:
        """Return who deals the next hand."""
        rule = self._rules.dealer
        if not winners:
            stays = rule.after_washout == "stays"
        elif len(winners) > 1 and source is not None and rule.after_several_wins == "discarder":
            return source
        elif rule.after_win == "winner":
            return winners[0]
        else:
            stays = dealer in winners
        return dealer if stays else (dealer + 1) & 3

    def _number(self) -> int | None:
        """Return how many horses the streak gives."""
        horses = self._rules.horses
        if not most_bought(self._rules):
            return 0
        if self._streak is None:
            return None
        return min(horses.first + horses.step * (self._streak - 1), horses.most)

    def _numbers(self) -> tuple[int, ...]:
        """Return every number of horses that a streak could give."""
        horses = self._rules.horses
        numbers = {min(horses.first + horses.step * stays, horses.most) for stays in range(92)}
        return tuple(sorted(numbers))

    def _streak_of(self, number: int) -> int:
        """Return the streak that a logged number of horses tells of."""
        horses = self._rules.horses
        return max(1, 1 + (number - horses.first) // horses.step) if horses.step else 1
