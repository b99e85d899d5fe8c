"""Why a hand is worth another number of points: the fewest changed keys that bring it about.

Found by reckoning, not by guessing: one change that does it alone, else two that do it together,
else all that may matter to the hand without those that can be taken back. What is left is enough,
and each of it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, Final

from mjtool.appraisal import Appraisal
from mjtool.census.changes import Between, Step, steps_between
from mjtool.census.signatures import Words
from mjtool.census.worth import Judged, Won, Worths
from mjtool.rules.consistency import is_of_all_hands
from mjtool.rules.model import RuleSet

Steps = tuple[Step, ...]

_TRIED: Final = 16
"""Changes that may matter to a hand at most for every two of them to be tried."""


class Causes:
    """Finds the changed keys behind hands whose worth differs between two rule sets."""

    def __init__(self, a: RuleSet, b: RuleSet, keys: Iterable[str]) -> None:
        self._between = Between(a, b)
        self._steps = tuple(steps_between(a, b, keys))
        self._worths: dict[Steps, Worths | None] = {}
        self._found: dict[Any, tuple[str, ...]] = {}
        fallbacks = [entry for rules in (a, b) for entry in rules.counted if entry[1].fallback]
        self._fallbacks: Final = frozenset(id for id, _ in fallbacks)
        # A fallback that only some hands show is not told where another pattern counts.
        self._hidden = any(not is_of_all_hands(id, rule.when) for id, rule in fallbacks)

    def of(self, words: Words | Won, one: Judged, two: Judged) -> tuple[str, ...]:
        """Return the keys that make a hand with these readings worth ``two`` instead of ``one``.

        Where it wins on one side only, those that decide on that. Single hands that count the same
        patterns on both sides have one cause: that of the first.
        """
        key: object = words if self._hidden else (_sight(one), _sight(two))
        if isinstance(words, Won):
            key = (_counted(one), _counted(two))
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(step.name for step in self._needed(words, one, two))
        return found

    def _needed(self, words: Words | Won, one: Judged, two: Judged) -> Steps:
        shown = self._fallbacks | _ids(one) | _ids(two)
        steps = tuple(step for step in self._steps if step.id is None or step.id in shown)
        if not self._reaches(steps, words, one, two):
            steps = self._steps
        for number in (1, 2) if len(steps) <= _TRIED else (1,):
            for few in combinations(steps, number):
                if self._reaches(few, words, one, two):
                    return few
        # Taking one back may let another be taken back that could not be before.
        left: Steps = ()
        while left != steps:
            left = steps
            for step in left:
                fewer = tuple(each for each in steps if each is not step)
                if self._reaches(fewer, words, one, two):
                    steps = fewer
        return steps

    def _reaches(self, steps: Steps, words: Words | Won, one: Judged, two: Judged) -> bool:
        """Return whether the hand is worth ``two`` after ``steps``, or wins as it does there."""
        if steps not in self._worths:
            rules = self._between.rules(steps)
            self._worths[steps] = None if rules is None else Worths(rules)
        worths = self._worths[steps]
        if worths is None:
            return False
        found = worths.of(words).worth
        if one.worth is None or two.worth is None:
            return (found is None) == (two.worth is None)
        return found == two.worth


def _sight(found: Judged) -> tuple[Appraisal, ...]:
    """Return all that a rule set makes of a hand."""
    return found.verdict.appraisals if found.verdict else ()


def _counted(found: Judged) -> object:
    """Return what counts of a hand, and what it comes to."""
    return found.worth, found.verdict and found.verdict.winner.counted


def _ids(found: Judged) -> set[str]:
    """Return the patterns and bonuses that some reading shows."""
    return {
        item.id
        for each in _sight(found)
        for item in (*each.counted, *each.absorbed, *(item for item, _ in each.removed))
    }
