"""Every winning hand, by what own patterns ask: for rule sets that facts words cannot tell apart.

The kernel walks all hands twice: it finds the distinct sights (a reading's facts and answers), each
side says what every sight is worth, and then the hands that differ are counted. Exact, like
:mod:`mjtool.census.signatures`, which is faster where no side defines patterns of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from mjtool import kernel
from mjtool.appraisal import rank
from mjtool.census.signatures import allowed
from mjtool.census.worth import ROUND, SEAT, Change, Won
from mjtool.rules.model import RuleSet
from mjtool.scoring import circumstances, judge_of
from mjtool.tiles import KINDS
from mjtool.wild_sights import Sight

_SHARES: Final = 2

Worth = tuple[tuple[int, int, int], int]
"""The rank of a reading, and the number of what it comes to."""


class Compared(NamedTuple):
    """How many hands win on a side, those that differ, and the sights there are on each side."""

    hands: int
    changes: tuple[Change, ...]
    sights: tuple[tuple[Sight, ...], tuple[Sight, ...]]


def is_needed(*sides: RuleSet) -> bool:
    """Return whether facts words do not tell the hands of these rule sets apart."""
    return any(rules.program is not None or rules.stock.lacks for rules in sides)


def compared(a: RuleSet, b: RuleSet) -> Compared:
    """Return how many hands win under ``a`` or ``b``, and those that are worth something else."""
    questions: dict[tuple[str, int], int] = {}
    sides = [OwnSide(rules, questions) for rules in (a, b)]
    forms = a.form_mask | b.form_mask
    census = kernel.OwnCensus(kernel.Asked(questions), forms)
    walks = [kernel.OwnWalk(census, share, _SHARES) for share in range(_SHARES)]
    results: dict[tuple[int | None, int], int] = {}
    hands = 0
    found: list[Change] = []
    with ThreadPoolExecutor(_SHARES) as threads:
        sights = list(threads.map(kernel.OwnWalk.find, walks))
        worths = [[side.worths(some, results) for side in sides] for some in sights]
        told = threads.map(lambda walk, worth: walk.count(*worth[0], *worth[1]), walks, worths)
        for number_won, changed in told:
            hands += number_won
            found += [
                Change(number, ways, Won(counts, win), counts, win)
                for _, _, number, ways, counts, win in changed
            ]
    changes = tuple(sorted(found, key=lambda each: (-each.hands, each.readings)))
    one, two = (side.sights for side in sides)
    return Compared(hands, changes, (one, two))


class OwnSide:
    """One rule set: which of the questions are its own, and what sights are worth under it."""

    def __init__(
        self, rules: RuleSet, questions: dict[tuple[str, int], int], wild: int = 0
    ) -> None:
        self._rules = rules
        how = circumstances(rules, self_drawn=True, seat=SEAT, round=ROUND)
        self._judge = judge_of(rules, how._replace(wild=wild))
        self._places = [
            questions.setdefault(each, len(questions)) for each in _asked(rules, rules.form_mask)
        ]
        self._held: int | None = None
        if rules.stock.lacks:
            there = sum(1 << kind for kind in range(KINDS) if kind not in rules.stock.lacks)
            self._held = questions.setdefault(("only", there), len(questions))
        self._known: dict[Sight, Worth] = {}

    @property
    def sights(self) -> tuple[Sight, ...]:
        """The sights of this side that were judged."""
        return tuple(self._known)

    def worths(
        self,
        sights: Iterable[tuple[int, bytes] | None],
        results: dict[tuple[int | None, int], int],
        least: Worth | None = None,
    ) -> tuple[array[int], array[int]]:
        """Return the rank of each sight among all, and a number for what it comes to.

        Equal numbers of ``results`` are equal worths; 0 is no win. A sight of None is no reading;
        every other comes to ``least`` where that is more.
        """
        told = [None if sight is None else self._worth(sight, results) for sight in sights]
        if least is not None:
            told = [one and max(one, least, key=lambda worth: worth[0]) for one in told]
        order = {each: at for at, each in enumerate(sorted({one[0] for one in told if one}), 1)}
        ranks = array("I", [order[one[0]] if one else 0 for one in told])
        return ranks, array("I", [one[1] if one else 0 for one in told])

    def _worth(
        self, sight: tuple[int, bytes], results: dict[tuple[int | None, int], int]
    ) -> Worth | None:
        word, answers = sight
        if not allowed((word,), self._rules.form_mask):
            return None
        if self._held is not None and not answers[self._held]:
            return None
        own: Sight = word
        if self._rules.program is not None:
            own = word, bytes([answers[place] for place in self._places])
        found = self._known.get(own)
        if found is None:
            best = self._judge.appraisal(own)
            number = 0
            if not best.below:
                number = results.setdefault((best.fan, best.points), len(results) + 1)
            found = self._known[own] = rank(best), number
        return found


def _asked(rules: RuleSet, forms: int) -> Iterator[tuple[str, int]]:
    """Yield what the rules' definitions ask; waits stand with the forms that are waited for."""
    program = rules.program
    for fact in program.asked if program is not None else ():
        if isinstance(fact, str):
            yield fact, forms if fact == "waits" else 0
        else:
            yield fact.name, fact.kinds
