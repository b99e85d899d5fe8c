"""The search for the fewest changes: a hand that fails can only be mended by a key that touches it.

So the search takes a fault of a hand, tries what mends it, and goes on with what still fails, first
with one change, then with two, and so on. A fault that no single key mends is tried with pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from mjtool.fitting.domains import Domains
from mjtool.fitting.games import LoggedHand
from mjtool.fitting.judge import Judge, Verdict
from mjtool.fitting.paths import Change, Changes
from mjtool.fitting.touches import section_of

NOTHING: Final[Changes] = frozenset()
_LOOKED_AT: Final = 8
"""Faults of a step that are looked at for the one with the fewest ways to mend it."""
_MOVING: Final = 10
"""Values of a key that are tried in pairs."""
_IN_PAIRS: Final = 2
"""Faults of a step that are tried with pairs of changes."""
_MOST_EVALUATIONS: Final = 150_000
_MOST_FOUND: Final = 64
"""Answers of one size that are kept."""


class Spent(Exception):  # not an error: the search has taken as many looks as it may
    """The search ends here."""


class Flaw(NamedTuple):
    """One kind of fault of one hand."""

    hand: LoggedHand
    code: str


Failing = dict[LoggedHand, Verdict]
Repair = tuple[Change, ...]


class Search:
    """Searches the changes that explain the hands of a judge.

    ``spent`` says that it gave up before everything was tried.
    """

    def __init__(
        self,
        judge: Judge,
        domains: Domains,
        most: int,
        progress: Callable[[int, int], None] = lambda size, looks: None,
        looks: int = _MOST_EVALUATIONS,
    ) -> None:
        self._judge = judge
        self._domains = domains
        self._most = most
        self._progress = progress
        self._limit = looks
        self._touched: dict[str, list[LoggedHand]] = {}
        self._keys: dict[int, list[str]] = {}
        self._excused: set[int] = set()
        self._menders: Counter[Change] = Counter()
        self._seen: set[Changes] = set()
        self._found: list[Changes] = []
        self._pairs_always = False
        self.spent = False

    # what fails

    def failing(self, changes: Changes) -> Failing:
        """Return the hands that ``changes`` do not explain."""
        found = ((hand, self._judge.verdict(hand, changes)) for hand in self._judge.hands)
        return {hand: verdict for hand, verdict in found if verdict}

    def _after(self, changes: Changes, before: Failing, repair: Repair) -> Failing | None:
        """Return what fails once ``repair`` is made; None where the changes contradict others."""
        wanted = changes | frozenset(repair)
        if self._judge.rules(wanted) is None:
            return None
        touched = {hand for key, _ in repair for hand in self.touched(key)}
        left = {hand: verdict for hand, verdict in before.items() if hand not in touched}
        for hand in self._judge.hands:
            if hand in touched and (verdict := self._judge.verdict(hand, wanted)):
                left[hand] = verdict
        return left

    def touched(self, key: str) -> list[LoggedHand]:
        """Return the hands that a key can tell anything about."""
        found = self._touched.get(key)
        if found is None:
            has = self._judge.touches.has
            found = self._touched[key] = [hand for hand in self._judge.hands if has(hand, key)]
        return found

    def _keys_of(self, hand: LoggedHand) -> list[str]:
        found = self._keys.get(id(hand))
        if found is None:
            has = self._judge.touches.has
            found = self._keys[id(hand)] = [key for key in self._domains.keys if has(hand, key)]
        return found

    # what mends

    def _mends(self, flaw: Flaw, verdict: Verdict) -> bool:
        """Return whether a fault is gone, and not only hidden by one that comes before it."""
        if any(seen.code == flaw.code for seen in verdict):
            return False
        return flaw.code[0] not in "S" or all(seen.code[0] in "SDP" for seen in verdict)

    def _tried(self, flaw: Flaw, changes: Changes) -> Iterator[tuple[Change, Verdict]]:
        """Yield each further change that touches a hand, with what it makes of it."""
        made = dict(changes)
        for key in self._keys_of(flaw.hand):
            if key in made:
                continue
            for value in self._domains.values(key):
                wanted = changes | {(key, value)}
                if self._judge.rules(wanted) is not None:
                    yield (key, value), self._look(flaw.hand, wanted)

    def _look(self, hand: LoggedHand, changes: Changes) -> Verdict:
        if self._judge.evaluations > self._limit:
            self.spent = True
            raise Spent
        return self._judge.verdict(hand, changes)

    def singles(self, flaw: Flaw, changes: Changes, *, last: bool = False) -> list[Repair]:
        """Return the single changes that mend a fault; of values that do the same, the first.

        ``last``: no change follows, so that all values are given: most fail at once elsewhere.
        """
        found: dict[str, list[Change]] = {}
        for change, verdict in self._tried(flaw, changes):
            if self._mends(flaw, verdict):
                found.setdefault(change[0], []).append(change)
        if last:
            return [(each,) for values in found.values() for each in values]
        return [(each,) for values in found.values() for each in self._distinct(values, changes)]

    def _distinct(self, values: list[Change], changes: Changes) -> list[Change]:
        """Return of changes of one key those that do different things to the hands."""
        if len(values) < 2:
            return values
        kept: dict[tuple[Verdict, ...], Change] = {}
        for change in values:
            hands = self.touched(change[0])
            told = tuple(self._look(hand, changes | {change}) for hand in hands)
            kept.setdefault(told, change)
        return list(kept.values())

    def pairs(self, flaw: Flaw, changes: Changes, *, last: bool = False) -> list[Repair]:
        """Return the pairs of changes that mend a fault which neither mends alone.

        ``last``: no change follows, as in :meth:`singles`.
        """
        now = self._look(flaw.hand, changes)
        moving: dict[tuple[str, Verdict], Change] = {}
        resting: dict[str, list[Change]] = {}
        per_key: Counter[str] = Counter()
        for change, verdict in self._tried(flaw, changes):
            key = change[0]
            if self._mends(flaw, verdict):
                continue
            if verdict == now:
                resting.setdefault(key, []).append(change)
            elif (key, verdict) not in moving and per_key[key] < _MOVING:
                per_key[key] += 1
                moving[key, verdict] = change
        movers = list(moving.items())
        found: list[Repair] = []
        for at, ((_, moved), one) in enumerate(movers):
            others = [other for _, other in movers[at + 1 :]]
            for key, values in resting.items():
                others += self._waking(flaw, changes, one, moved, values) if key != one[0] else []
            found += [(one, each) for each in others if self._pair_mends(flaw, changes, one, each)]
        at_rest = [each for values in resting.values() for each in values]
        for at, one in enumerate(at_rest):
            for other in at_rest[at + 1 :]:
                if _belong(one[0], other[0]) and self._pair_mends(flaw, changes, one, other):
                    found.append((one, other))
        if last:
            return found
        kept: dict[tuple[Any, ...], Repair] = {}
        for pair in found:
            wanted = changes | frozenset(pair)
            hands = {hand for key, _ in pair for hand in self.touched(key)}
            told = tuple(self._look(h, wanted) for h in self._judge.hands if h in hands)
            kept.setdefault((pair[0][0], pair[1][0], told), pair)
        return list(kept.values())

    def _waking(
        self, flaw: Flaw, changes: Changes, one: Change, moved: Verdict, values: list[Change]
    ) -> list[Change]:
        """Return changes of a key that do nothing alone, where the farthest does beside ``one``."""
        farthest = changes | {one, values[-1]}
        if self._judge.rules(farthest) is None:
            return values
        return values if self._look(flaw.hand, farthest) != moved else []

    def _pair_mends(self, flaw: Flaw, changes: Changes, one: Change, other: Change) -> bool:
        if one[0] == other[0]:
            return False
        wanted = changes | {one, other}
        if self._judge.rules(wanted) is None:
            return False
        return self._mends(flaw, self._look(flaw.hand, wanted))

    # the search

    def run(self) -> list[Changes]:
        """Return the smallest sets of changes that explain the most hands; all of one size."""
        start = self.failing(NOTHING)
        self._domains.suggest(start.values())
        return self.lean(self._answers(start))

    def _answers(self, start: Failing) -> list[Changes]:
        """Return what every way leads to; where those take long, what the straight one does."""
        whole = self._limit
        self._limit = whole * 3 // 10
        try:
            return self._run(start)
        except Spent:
            self._limit = whole
        try:
            return (None if self._found else self._straight(start)) or self._run(start)
        except Spent:
            return self._found or [NOTHING]

    def _straight(self, start: Failing) -> list[Changes] | None:
        """Return what explains all hands, each change the best of its step, and what is smaller.

        None where it does not explain all.
        """
        found = self._greedy(start)
        if self.failing(found[0]):
            self._found = []
            return None
        self._found = found = self.lean(found)
        self._excused = set()
        self._limit = min(self._limit, self._judge.evaluations + self._limit // 6)
        again = self._levels(start, len(found[0]))
        return list(dict.fromkeys((*found, *again))) if again else found

    def lean(self, found: Iterable[Changes]) -> list[Changes]:
        """Return answers without what explains nothing beside the rest of them; the smallest.

        What mended a fault first may have nothing left to mend after a later change.
        """
        lean = list(dict.fromkeys(map(self._without_idle, found)))
        least = min(map(len, lean))
        return [changes for changes in lean if len(changes) == least]

    def _without_idle(self, changes: Changes) -> Changes:
        failing = len(self.failing(changes))
        for change in sorted(changes, key=repr):
            fewer = changes - {change}
            if self._judge.rules(fewer) is not None and len(self.failing(fewer)) <= failing:
                changes = fewer
        return changes

    def _run(self, start: Failing) -> list[Changes]:
        found: list[Changes] = []
        for excuse in (self._single_less, self._fragile):
            self._excused |= {id(hand) for hand in excuse(start)}
            found = self._levels(start)
            if found:
                break
        found = self._improved(found or self._greedy(start))
        self._found = found
        # once more, for what is as small: only what even these changes leave is excused
        self._excused = {id(hand) for hand in self.failing(found[0])}
        size = len(found[0])
        again = self._levels(start, size)
        return self._fewer(start, again, len(again[0])) if again else found

    def _levels(self, start: Failing, most: int | None = None) -> list[Changes]:
        """Return the answers of the smallest size that has any."""
        for size in range((self._most if most is None else most) + 1):
            self._progress(size, self._judge.evaluations)
            found = self._level(start, size)
            if found:
                return found
        return []

    def _level(self, start: Failing, size: int) -> list[Changes]:
        self._seen = set()
        found: dict[Changes, None] = {}
        self._extend(NOTHING, start, size, found)
        return list(found)

    def _fewer(self, start: Failing, found: list[Changes], size: int) -> list[Changes]:
        """Return answers that only pairs of changes lead to: fewer changes, or as few."""
        self._pairs_always = True
        limit = self._limit
        self._limit = min(limit, self._judge.evaluations + limit // 12)
        try:
            for fewer in range(2, size + 1):
                more = self._level(start, fewer)
                if more:
                    return list(dict.fromkeys((*(found if fewer == size else ()), *more)))
        except Spent:
            pass
        finally:
            self._limit, self._pairs_always, self.spent = limit, False, False
        return found

    def _extend(
        self, changes: Changes, failing: Failing, left: int, found: dict[Changes, None]
    ) -> None:
        """Add to ``found`` every answer that has ``changes`` and ``left`` more at most."""
        active = [hand for hand in failing if id(hand) not in self._excused]
        if not active:
            found[changes] = None
            return
        if not left or len(found) >= _MOST_FOUND or changes in self._seen:
            return
        self._seen.add(changes)
        answered: set[tuple[str, ...]] = set()
        for repair in self._repairs(changes, failing, active, left):
            keys = tuple(key for key, _ in repair)
            if left == len(repair) and keys in answered:
                continue  # another value of the same keys: an open one
            after = self._after_last if left == len(repair) else self._after
            rest = after(changes, failing, repair)
            if rest is None:
                continue
            before = len(found)
            self._extend(changes | frozenset(repair), rest, left - len(repair), found)
            if len(found) > before and left == len(repair):
                answered.add(keys)

    def _after_last(self, changes: Changes, before: Failing, repair: Repair) -> Failing | None:
        """Return nothing failing, or None as soon as one hand does: no change can follow."""
        wanted = changes | frozenset(repair)
        if self._judge.rules(wanted) is None:
            return None
        touched = {hand for key, _ in repair for hand in self.touched(key)}
        for hand in before:
            if id(hand) in self._excused:
                continue
            if hand not in touched or self._look(hand, wanted):
                return None
        for hand in self._judge.hands:
            if hand in touched and id(hand) not in self._excused and self._look(hand, wanted):
                return None
        return {}

    def _repairs(
        self, changes: Changes, failing: Failing, active: list[LoggedHand], left: int
    ) -> list[Repair]:
        """Return the ways to mend the fault that has the fewest."""
        best: list[Repair] | None = None
        chosen: Flaw | None = None
        in_pairs = 0
        for flaw in _flaws(failing, active):
            found = self.singles(flaw, changes, last=left == 1)
            if not found:
                if left == 1:
                    return []
                if in_pairs >= _IN_PAIRS:
                    continue
                in_pairs += 1
                found = self.pairs(flaw, changes, last=left == 2)
                if not found:
                    if left == 2:  # a pair, and there is none
                        return []
                    continue  # three changes together may mend it
            if best is None or len(found) < len(best):
                best, chosen = found, flaw
            if len(found) == 1:
                break
        if best is None or chosen is None:
            return []
        if self._pairs_always and left > 1 and len(best[0]) == 1:
            return best + self.pairs(chosen, changes, last=left == 2)
        return best

    # hands that no key explains

    def _single_less(self, start: Failing) -> Iterator[LoggedHand]:
        """Yield the hands that have no fault which a single change mends."""
        for hand, verdict in start.items():
            flaws = {Flaw(hand, seen.code): None for seen in verdict}
            if not any(self._has_single(flaw) for flaw in flaws):
                yield hand

    def _has_single(self, flaw: Flaw) -> bool:
        """Return whether a single change mends a fault; those that mended others come first."""
        has = self._judge.touches.has
        for change in sorted(self._menders, key=self._menders.__getitem__, reverse=True):
            if has(flaw.hand, change[0]) and self._mends(
                flaw, self._look(flaw.hand, frozenset({change}))
            ):
                self._menders[change] += 1
                return True
        found = self.singles(flaw, NOTHING)
        self._menders.update(repair[0] for repair in found)
        return bool(found)

    def _fragile(self, start: Failing) -> Iterator[LoggedHand]:
        """Yield the hands that each change mends only by breaking hands that are right."""
        for hand, verdict in start.items():
            if id(hand) not in self._excused and self._is_fragile(hand, verdict, start):
                yield hand

    def _is_fragile(self, hand: LoggedHand, verdict: Verdict, start: Failing) -> bool:
        for flaw in {Flaw(hand, seen.code): None for seen in verdict}:
            if not any(self._breaks_none(repair, start) for repair in self.singles(flaw, NOTHING)):
                return True
        return False

    def _breaks_none(self, repair: Repair, start: Failing) -> bool:
        wanted = frozenset(repair)
        hands = self.touched(repair[0][0])
        return not any(hand not in start and self._look(hand, wanted) for hand in hands)

    def _improved(self, found: list[Changes]) -> list[Changes]:
        """Return answers that also explain hands that were excused, where changes are left."""
        best: dict[Changes, int] = {}
        for changes in found:
            left = self.failing(changes)
            best[changes] = len(left)
        least = min(best.values())
        kept = [changes for changes in found if best[changes] == least]
        if not least:
            return kept
        more = [
            further
            for changes in kept[:4]
            if len(changes) < self._most
            for further in self._further(changes, least)
        ]
        return self._improved(more) if more else kept

    def _further(self, changes: Changes, least: int) -> Iterator[Changes]:
        """Yield answers with one change or a pair more that leave fewer hands unexplained."""
        failing = self.failing(changes)
        in_pairs = _IN_PAIRS if self._most - len(changes) > 1 else 0
        for flaw in _flaws(failing, list(failing), most=40):
            repairs = self.singles(flaw, changes)
            if not repairs and in_pairs:
                in_pairs -= 1
                repairs = self.pairs(flaw, changes)
            for repair in repairs:
                after = self._after(changes, failing, repair)
                if after is not None and len(after) < least:
                    yield changes | frozenset(repair)
                    return

    def _greedy(self, start: Failing) -> list[Changes]:
        """Return changes that explain as many hands as one at a time can."""
        changes, failing = NOTHING, start
        while failing and len(changes) < self._most:
            best: tuple[int, Changes, Failing] | None = None
            for flaw in _flaws(failing, list(failing), most=24):
                for repair in self.singles(flaw, changes):
                    after = self._after(changes, failing, repair)
                    if after is not None and (best is None or len(after) < best[0]):
                        best = len(after), changes | frozenset(repair), after
            if best is None or best[0] >= len(failing):
                break
            _, changes, failing = best
            self._found = [changes]
        return [changes]


def _flaws(
    failing: Failing, active: Iterable[LoggedHand], most: int = _LOOKED_AT
) -> Iterator[Flaw]:
    """Yield some faults of different kinds, those of hands with few faults first."""
    seen: set[tuple[Any, ...]] = set()
    for hand in sorted(active, key=lambda each: len(failing[each])):
        for fault in failing[hand]:
            kind = (fault.code, fault.expected, fault.found)
            if kind not in seen:
                seen.add(kind)
                yield Flaw(hand, fault.code)
                if len(seen) >= most:
                    return


_TOGETHER: Final = (
    frozenset({"value", "points", "base"}),
    frozenset({"forms", "patterns"}),
    frozenset({"payment", "rob"}),
    frozenset({"liability", "kong_chain"}),
    frozenset({"missed_win", "win", "rob"}),
)
"""Tables and keys of which one may do nothing without another."""


def _belong(one: str, other: str) -> bool:
    """Return whether a key may do nothing without the other."""
    first, second = section_of(one), section_of(other)
    if first == second:
        return first not in ("patterns", "bonuses") or one.split(".")[1] == other.split(".")[1]
    return any(first in group and second in group for group in _TOGETHER)
