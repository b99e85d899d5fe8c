"""Playing alone: the chances to win and to be ready, and the points to expect, within T draws."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from mjtool import kernel
from mjtool.appraisal import rank
from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.in_play import held
from mjtool.notation import ANONYMOUS
from mjtool.rules.model import RuleSet
from mjtool.scoring import Judge, Verdict, circumstances, forms_for, judge_of
from mjtool.tiles import KINDS, Piece, Wind
from mjtool.wild import NO_WILDS
from mjtool.wild_completion import lacks_of, unnatural

MOST_DRAWS: Final = 20
MOST_SWAPS: Final = 4
BUDGET: Final = 1 << 20
"""Hands that one request may look at."""


class Rates(Struct, frozen=True):
    """Chances and points to expect; None throughout, and why, where they were not found."""

    win: float | None
    ready: float | None
    value: float | None
    reason: str | None = None

    @property
    def known(self) -> bool:
        """Whether the figures were found."""
        return self.reason is None


class Solo(Struct, frozen=True):
    """A hand that plays on alone: the copies left, the draws, the swaps, seat and round."""

    hand: Hand
    rules: RuleSet
    left: bytes
    draws: int
    swaps: int = 0
    seat: Wind | None = None
    round: Wind | None = None
    budget: int = BUDGET


def verify_solo(draws: int | None, swaps: int) -> None:
    """Raise RequestError for a number of draws or swaps that is not answered."""
    if draws is None:
        if swaps:
            raise RequestError("bad_request.swaps_alone")
    elif not 1 <= draws <= MOST_DRAWS:
        raise RequestError("bad_request.draws", most=MOST_DRAWS, found=draws)
    if not 0 <= swaps <= MOST_SWAPS:
        raise RequestError("bad_request.swaps", most=MOST_SWAPS, found=swaps)


def solo(asked: Solo, discards: tuple[Piece | None, ...]) -> tuple[Rates, ...]:
    """Return the rates after each of ``discards``; None stands for the hand as it is.

    Where the search would look at more than ``budget`` hands, the later rows have no rates.
    """
    hand, rules = asked.hand, asked.rules
    if rules.wilds is not NO_WILDS:
        return _with_wilds(asked, discards)
    rows = kernel.solo(
        hand.counts,
        rules.stock.used(hand.counts, hand.used),
        asked.left,
        hand.codes,
        forms_for(hand, rules),
        asked.draws,
        asked.swaps,
        discards,
        _points(rules, asked.seat, asked.round),
        budget=asked.budget,
    )
    return tuple(_UNKNOWN if row is None else Rates(*row) for row in rows)


def _with_wilds(asked: Solo, discards: tuple[Piece | None, ...]) -> tuple[Rates, ...]:
    """Return the rates under rules with wild tiles; whoever throws one away may win more."""
    rules = asked.rules
    mine = held(asked.hand, rules)
    kinds = rules.wilds.kinds or (ANONYMOUS,)
    natural = bytes([0 if kind in kinds else asked.left[kind] for kind in range(KINDS)])
    found: dict[Piece | None, Rates] = {}
    for wild in (False, True):
        rows = [each for each in discards if (each is not None and each in kinds) is wild]
        if not rows:
            continue
        thrown = dict.fromkeys(KINDS if wild else each for each in rows)
        answers = kernel.solo(
            mine.naturals,
            unnatural(mine.hand, rules),
            natural,
            mine.hand.codes,
            forms_for(mine.hand, rules),
            asked.draws,
            asked.swaps,
            tuple(thrown),
            _wild_points(rules, asked.seat, asked.round, int(wild)),
            budget=asked.budget,
            wilds=len(mine.wilds),
            wilds_left=sum(asked.left[kind] for kind in kinds),
            any_copies=rules.wild.copies == "any",
            lacks=lacks_of(rules),
        )
        told = [_UNKNOWN if row is None else Rates(*row) for row in answers]
        by_kind = dict(zip(thrown, told, strict=True))
        found.update((each, by_kind[KINDS if wild else each]) for each in rows)
    return tuple([found[each] for each in discards])


def _wild_points(
    rules: RuleSet, seat: Wind | None, round: Wind | None, discarded: int
) -> kernel.Points:
    """Return what a self-drawn win is worth, by its sights and the number of wild tiles held."""
    how = circumstances(rules, self_drawn=True, seat=seat, round=round)
    key = ("wild solo", how, discarded)
    known: kernel.Points | None = rules.memo.get(key)
    if known is not None:
        return known

    def ask(seen: tuple[Any, ...], wilds: int) -> float:
        judge = judge_of(rules, how._replace(wild=wilds, wild_discarded=discarded))
        best = max(map(judge.kept, seen), key=rank)
        return 0 if best.below else best.points

    program = rules.program
    if program is None:
        found = kernel.Points(ask, None, True)
    else:
        found = kernel.Points(ask, program.questions, True)
    rules.memo[key] = found
    return found


_UNKNOWN: Final = Rates(None, None, None, "too_many_hands")


def _points(rules: RuleSet, seat: Wind | None, round: Wind | None) -> kernel.Points:
    """Return what a self-drawn win's readings are worth; kept with the rule set's verdicts."""
    how = circumstances(rules, self_drawn=True, seat=seat, round=round)
    key = ("solo", how)
    found = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = _asking(rules, judge_of(rules, how))
    assert isinstance(found, kernel.Points)
    return found


def _asking(rules: RuleSet, judge: Judge) -> kernel.Points:
    """Return points asked of a judge: 0 for what does not reach the minimum.

    A reading that is worth more is better, so the most that any reading is worth is what the hand
    is worth. That does not hold where own patterns look at more than facts words, nor where the
    reading that counts is held against the minimum without what made it count.
    """
    program, win = rules.program, rules.win
    if program is not None:
        return kernel.Points(lambda seen: _worth(judge.verdict(seen)), program.questions)
    if not win.events_count and (win.minimum_fan or win.minimum_points):
        return kernel.Points(
            lambda seen: _worth(judge.verdict(tuple([word for word, _ in seen]))), kernel.Asked(())
        )
    return kernel.Points(lambda word: _worth(judge.verdict((word,))))


def _worth(found: Verdict) -> int:
    return 0 if found.winner.below else found.winner.points
