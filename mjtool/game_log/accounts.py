"""What a game's seats have won so far: the coins and running scores of a log against the rules'.

A room that is not the one the log names shows in the coins of every hand: it is one finding, with
the number of hands that follow from it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import UNSET

from mjtool.game_log.events import EndHand
from mjtool.rules.model import RuleSet
from mjtool.settlement import Room, coins
from mjtool.table.fault import Fault

Points = tuple[int, ...]


class Totals:
    """The running scores of a game: the true ones, and the log's own last; None: not known."""

    __slots__ = ("logged", "true")

    def __init__(self, start: Points | None) -> None:
        self.true = start
        self.logged = start

    def set(self, scores: Points | None) -> None:
        """Go on from what the log says."""
        self.true = self.logged = scores

    def go_on(self, scores: Points) -> None:
        """Take the log's totals out of place; the true ones stay, where they are known."""
        if self.true is None:
            self.true = scores
        self.logged = scores

    def check(self, found: Points, deltas: Iterable[Points] = ((0, 0, 0, 0),)) -> Fault | None:
        """Return S506 unless ``found`` is one of the totals with one of ``deltas``."""
        if self.true is None or self.logged is None:
            return None
        bases = (self.true,) if self.true == self.logged else (self.true, self.logged)
        sums = [_plus(base, delta) for delta in deltas for base in bases]
        if found in sums:
            return None
        return Fault("S506", "S506", None, None, list(sums[0]), list(found))


class _Stakes(NamedTuple):
    """What coins say of the room: as much of it as they tell."""

    coefficient: int | None
    fee: int | None
    washout_fee: int | None

    def with_(self, other: "_Stakes") -> "_Stakes | None":
        """Return both together, None where they contradict each other."""
        pairs = list(zip(self, other, strict=True))
        if any(None not in pair and pair[0] != pair[1] for pair in pairs):
            return None
        return _Stakes(*[second if first is None else first for first, second in pairs])


class Accounts:
    """The coins and running scores of one game under ``rules``.

    ``hands`` counts those whose coins, or totals, follow from another room than the game's;
    ``room_fault`` is the fault of the first of them, which stands for all.
    """

    __slots__ = ("_other", "_room", "_rules", "hands", "room_fault", "totals")

    def __init__(self, rules: RuleSet, room: Room | None, scores: Points | None) -> None:
        self._rules = rules
        self._room = room
        self.totals = Totals(scores)
        self._other: _Stakes | None = None
        self.hands = 0
        self.room_fault: Fault | None = None

    def summed_up(self) -> Fault | None:
        """Return ``room_fault`` as one of all hands that it stands for, with both rooms."""
        fault, room, other = self.room_fault, self._room, self._other
        if fault is None or room is None or other is None or self.hands == 1:
            return fault
        coefficient = room.coefficient if other.coefficient is None else other.coefficient
        fee = other.washout_fee if other.fee is None else other.fee
        return Fault(
            fault.code,
            f"{fault.code}.room",
            expected=f"{room.coefficient},{room.fee}",
            found=f"{coefficient},{fee}",
            hands=self.hands,
        )

    def settle(
        self, event: EndHand, logged_net: Points | None, true_net: Points | None, *, washout: bool
    ) -> list[Fault]:
        """Return faults of coins and scores, and move the totals on.

        A net that is None: the log does not tell it, or what is right is not known.
        """
        faults: list[Fault] = []
        room, totals = self._room, self.totals
        if logged_net is None:
            totals.set(None if event.scores is UNSET else tuple(event.scores))
            return faults
        nets = [logged_net] if true_net is None else [true_net, logged_net]
        deltas: list[Points] = [
            coins(self._rules, net, room, washout=washout) if room else net[:4] for net in nets
        ]
        if event.coins is not UNSET:
            told = tuple(event.coins)
            if room is None:  # nothing tells what the coins should be; the scores may count them
                if event.scores is UNSET or totals.check(tuple(event.scores), deltas) is not None:
                    deltas = [told]
            elif told not in deltas:
                fault = Fault("S505", "S505", None, None, list(deltas[0]), event.coins)
                faults += self._told(fault, told, nets, washout)
            deltas.append(told)
        scores = None if event.scores is UNSET else tuple(event.scores)
        if scores is not None:
            fault_ = totals.check(scores, deltas)
            if fault_ is not None and totals.logged is not None:
                faults += self._told(fault_, _minus(scores, totals.logged), nets, washout)
        self._move(scores, deltas, is_true=true_net is not None)
        return faults

    def _move(self, scores: Points | None, deltas: list[Points], *, is_true: bool) -> None:
        """Move the totals on: the log's by what it says, the true ones by what is right."""
        totals = self.totals
        if totals.true is None or totals.logged is None:
            totals.set(scores)
            return
        if is_true:
            totals.true = _plus(totals.true, deltas[0])
        else:
            totals.true = _plus(totals.logged, deltas[-1]) if scores is None else scores
        totals.logged = _plus(totals.logged, deltas[-1]) if scores is None else scores

    def _told(self, fault: Fault, found: Points, nets: list[Points], washout: bool) -> list[Fault]:
        """Return ``fault``; nothing where ``found`` follows from a room that was told before."""
        for net in nets if self._room else ():
            stakes = self._stakes(net, found, washout)
            both = stakes if stakes is None or self._other is None else self._other.with_(stakes)
            if both is not None:
                self._other = both
                self.hands += 1
                if self.hands > 1:
                    return []
                self.room_fault = fault
                break
        return [fault]

    def _stakes(self, net: Points, found: Points, washout: bool) -> _Stakes | None:
        """Return the room that makes coins of the payments, None where no room does."""
        assert self._room is not None
        low, high = min(range(4), key=net.__getitem__), max(range(4), key=net.__getitem__)
        coefficient, rest = self._room.coefficient, 0
        if net[low] != net[high]:
            coefficient, rest = divmod(found[high] - found[low], net[high] - net[low])
        fee = net[low] * coefficient - found[low]
        if rest or coefficient < 0 or fee < 0:
            return None
        if any(net[seat] * coefficient - fee != found[seat] for seat in range(4)):
            return None
        told = coefficient if net[low] != net[high] else None
        return _Stakes(told, None, fee) if washout else _Stakes(told, fee, None)


def _plus(base: Points, delta: Points) -> Points:
    return tuple([a + b for a, b in zip(base, delta, strict=True)])


def _minus(base: Points, delta: Points) -> Points:
    return tuple([a - b for a, b in zip(base, delta, strict=True)])
