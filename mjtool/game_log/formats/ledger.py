"""What the hands of a foreign log come to: totals and payments, as far as the log tells them.

Logs tell totals, changes, or only the totals that the next hand begins with. What none of these
tells is not known, and is left out of the events instead of made up.
"""

from collections.abc import Sequence

from msgspec import UNSET, Struct, structs

from mjtool.game_log.events import EndHand, LoggedWin

Numbers = Sequence[int]


class _Won(Struct, frozen=True):
    seat: int
    points: int | None
    fan: int | None

    def logged(self, worth: int | None) -> LoggedWin:
        fan = self.fan if worth is None else worth
        points = self.points if worth is None else worth
        return LoggedWin(
            seat=self.seat,
            points=UNSET if points is None else points,
            fan=UNSET if fan is None else fan,
        )


class Ledger:
    """The totals of one game; ``totals`` None: not known."""

    def __init__(self) -> None:
        self.totals: list[int] | None = None
        self._before: list[int] | None = None  # the totals the hand began with
        self._changes: list[int] | None = None  # of the hand so far
        self._basis: list[int] | None = None  # the last totals known, where a change is not
        self._wins: list[_Won] = []
        self._worth: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether all that the hand changed so far is told."""
        return self._changes is not None

    def open(self, totals: Numbers | None) -> None:
        """Begin a game."""
        self.totals = None if totals is None else list(totals)

    def begin(self, totals: Numbers | None) -> None:
        """Begin a hand, with ``totals`` where the log tells them anew."""
        if totals is not None:
            self.totals = list(totals)
        self._before = self._basis = self.totals
        self._changes = [0, 0, 0, 0]
        self._wins = []

    def pay(self, changes: Numbers) -> None:
        """Take what each seat gets or loses."""
        self._changes = _plus(self._changes, changes)
        self.totals = _plus(self.totals, changes)

    def reach(self, totals: Numbers) -> None:
        """Take the totals after all that was paid so far."""
        if self._before is not None:
            self._changes = _minus(totals, self._before)
        self.totals = list(totals)

    def lose(self) -> None:
        """Take note that something was paid which is not told."""
        if self.totals is not None:
            self._basis = self.totals
        self._changes = self.totals = None

    def has_won(self, seat: int) -> bool:
        """Return whether ``seat`` has won in this hand."""
        return any(win.seat == seat for win in self._wins)

    def win(self, seat: int, points: int | None, fan: int | None) -> None:
        """Take a win; ``points`` None where they are not told."""
        self._wins.append(_Won(seat, points, fan))

    def end(self, worth: int | None = None) -> EndHand:
        """Return the end of the hand by what is known; ``worth`` is what its wins are worth."""
        self._worth = worth
        wins = [win.logged(worth) for win in self._wins]
        changes = self._changes
        bank = 0 if changes is None else -sum(changes)
        return EndHand(
            wins=wins,
            points=UNSET if changes is None else changes,
            bank=bank or UNSET,
            scores=UNSET if self.totals is None else self.totals,
        )

    def settle(self, totals: Numbers | None) -> EndHand:
        """Return the end of a hand again, now that the ``totals`` after it are told or are not."""
        if totals is not None:
            if self._before is not None:
                self._changes = _minus(totals, self._before)
            if self._basis is not None:
                got = _minus(totals, self._basis)
                self._wins = [
                    structs.replace(win, points=got[win.seat]) if win.points is None else win
                    for win in self._wins
                ]
            self.totals = list(totals)
        return self.end(self._worth)


def _plus(numbers: Numbers | None, changes: Numbers) -> list[int] | None:
    if numbers is None:
        return None
    return [number + change for number, change in zip(numbers, changes, strict=True)]


def _minus(numbers: Numbers, others: Numbers) -> list[int]:
    return [number - other for number, other in zip(numbers, others, strict=True)]
