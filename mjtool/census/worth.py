"""What the hands of the census are worth: self-drawn, in seat S and round E."""

from __future__ import annotations

from typing import Final, NamedTuple

from mjtool.census.signatures import Words, allowed
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.model import RuleSet
from mjtool.scoring import Verdict, circumstances, judge_of
from mjtool.tiles import WINDS

SEAT: Final = WINDS[1]
ROUND: Final = WINDS[0]


class Worth(NamedTuple):
    """What a hand that wins is worth: fan, None by multiplier, and points."""

    fan: int | None
    points: int


class Judged(NamedTuple):
    """A hand under one rule set: its worth, None where it does not win, and how it was found.

    ``verdict`` is None where no form is allowed.
    """

    worth: Worth | None
    verdict: Verdict | None


_INCOMPLETE: Final = Judged(None, None)


class Worths:
    """What hands are worth under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        how = circumstances(rules, self_drawn=True, seat=SEAT, round=ROUND)
        self._judge = judge_of(rules, how)
        self._forms = rules.form_mask

    def of(self, words: Words) -> Judged:
        """Return what a hand with these readings is worth."""
        open_ = allowed(words, self._forms)
        if not open_:
            return _INCOMPLETE
        verdict = self._judge.verdict(open_)
        best = verdict.winner
        return Judged(None if best.below else Worth(best.fan, best.points), verdict)

    def shows(self, word: int, ids: frozenset[str]) -> frozenset[str]:
        """Return which patterns and bonuses among ``ids`` a reading shows, counted or not."""
        facts, own = self._judge.seen(word)
        known = {**PATTERNS, **BONUSES}
        return frozenset(
            id for id in ids if (own[id] if id in own else id in known and known[id](facts))
        )
