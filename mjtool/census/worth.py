"""What the hands of the census are worth: self-drawn, in seat S and round E."""

from __future__ import annotations

from typing import Final, NamedTuple

from mjtool import kernel
from mjtool.census.signatures import Words, allowed
from mjtool.hand import Hand, trusted_hand
from mjtool.notation import format_tiles
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.model import RuleSet
from mjtool.scoring import Sights, Verdict, circumstances, judge_of, score
from mjtool.tiles import HELD, KINDS, TILES, WINDS
from mjtool.wild import NO_WILDS
from mjtool.wild_sights import Sight

SEAT: Final = WINDS[1]
ROUND: Final = WINDS[0]


class Worth(NamedTuple):
    """What a hand that wins is worth: fan, None by multiplier, and points."""

    fan: int | None
    points: int


class Won(NamedTuple):
    """One hand with its winning tile: 34 counts and a kind; flowers, which are wild, by value."""

    counts: bytes
    win: int
    loose: tuple[int, ...] = ()

    def hand(self) -> Hand:
        """Return it as a hand."""
        if self.loose:
            flowers = "".join(str(HELD[tile]) for tile in self.loose)
            return Hand.parse(
                format_tiles(kind for kind in range(KINDS) for _ in range(self.counts[kind]))
                + flowers
            )
        return trusted_hand((), self.counts, TILES[self.win], 14)


class Change(NamedTuple):
    """Hands that are worth something else for the same readings: how many, how many ways.

    ``readings`` are those under the first winning tile that makes the difference, as words or as
    one of the hands; ``example`` are the counts of one, ``win`` that tile where it is known.
    """

    hands: int
    ways: int
    readings: Words | Won
    example: bytes
    win: int | None = None


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
        if not rules.wilds.known:
            rules = rules.playing(NO_WILDS)  # no wild tile is held, whichever they are
        how = circumstances(rules, self_drawn=True, seat=SEAT, round=ROUND)
        self._judge = judge_of(rules, how)
        self._forms = rules.form_mask

    def of(self, hand: Words | Won) -> Judged:
        """Return what a hand is worth: one by one, or all that have readings with these words."""
        if isinstance(hand, Won) and (self._judge.rules.wilds.there or hand.loose):
            return self._scored(hand)
        found = self._readings(hand) if isinstance(hand, Won) else allowed(hand, self._forms)
        if not found:
            return _INCOMPLETE
        verdict = self._judge.verdict(found)
        best = verdict.winner
        return Judged(None if best.below else Worth(best.fan, best.points), verdict)

    def _scored(self, hand: Won) -> Judged:
        """Return what a hand is worth that may hold wild tiles."""
        rules = self._judge.rules
        if any(hand.counts[kind] for kind in rules.stock.lacks):
            return _INCOMPLETE
        if any(tile not in rules.wilds.kinds for tile in hand.loose):
            return _INCOMPLETE
        found = score(hand.hand(), rules, HELD[hand.win], self_drawn=True, seat=SEAT, round=ROUND)
        if found.verdict is None:
            return _INCOMPLETE
        best = found.verdict.winner
        return Judged(Worth(best.fan, best.points) if found.won else None, found.verdict)

    def _readings(self, hand: Won) -> Sights:
        """Return the readings of one hand; none where the set lacks one of its kinds."""
        rules = self._judge.rules
        if any(hand.counts[kind] for kind in rules.stock.lacks):
            return ()
        if rules.program is None:
            return kernel.facts(hand.counts, b"", hand.win, self._forms)
        asked = rules.program.questions
        return kernel.sights(hand.counts, b"", hand.win, self._forms, False, asked)

    def shows(self, word: Sight, ids: frozenset[str]) -> frozenset[str]:
        """Return which patterns and bonuses among ``ids`` a reading shows, counted or not."""
        facts, own = self._judge.seen(word)
        known = {**PATTERNS, **BONUSES}
        return frozenset(
            id for id in ids if (own[id] if id in own else id in known and known[id](facts))
        )
