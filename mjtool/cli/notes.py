"""What a person should know beside an answer: options that do nothing, and what was not told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjtool.analysis.waits import Wait
from mjtool.analysis.winds import Unsaid, unsaid, unsaid_of_hand
from mjtool.answers import EfficiencyAnswer, ScoreAnswer, WaitsAnswer
from mjtool.messages import Listed, text
from mjtool.rules import RuleSet
from mjtool.scoring import Score


def of_score(result: ScoreAnswer, lang: str) -> str:
    """Return which options did nothing for this hand, and which may be missing."""
    told = [*_unused(result, lang), *_winds(unsaid([result.score]), result.score.rules, lang)]
    return text("list.semicolon", lang).join(told)


def of_waits(answer: WaitsAnswer, lang: str) -> str:
    """Return which options may be missing: the waits may be worth more."""
    found = answer.waits
    rows = found.waits or [wait for row in found.discards or () for wait in row.waits]
    return "".join(_winds(unsaid(_scores(rows)), found.rules, lang))


def of_efficiency(answer: EfficiencyAnswer, lang: str) -> str:
    """Return which options may be missing: the points to expect may be more."""
    asked, found = answer.request, answer.efficiency
    if found.draws is None:
        return ""  # no points are shown
    seat, round = asked.seat is not None, asked.round is not None
    missing = unsaid_of_hand(found.hand, found.rules, seat=seat, round=round)
    return "".join(_winds(missing, found.rules, lang))


def _scores(waits: Iterable[Wait]) -> Iterator[Score]:
    for wait in waits:
        yield from (each for each in (wait.self_drawn, wait.discard) if each is not None)


def _winds(missing: Unsaid, rules: RuleSet, lang: str) -> Iterator[str]:
    if missing:
        ids = dict.fromkeys(id for ids in missing.values() for id in ids)
        names = Listed(tuple(rules.label(id, lang) for id in ids), "list.words")
        options = Listed(tuple(f"--{name}" for name in missing), "list.words")
        yield text("note.winds", lang, names=names, options=options)


def _unused(result: ScoreAnswer, lang: str) -> Iterator[str]:
    asked = result.request
    waiting = [
        option
        for option, given in (
            ("--from", asked.discarder and not asked.self_drawn),
            ("--liable", asked.liable and asked.self_drawn),
            ("--room", asked.room),
            ("--kong", asked.kongs),
            ("--horse", asked.horses),
        )
        if given
    ]
    if asked.self_drawn and asked.discarder:
        yield text("note.from", lang)
    if asked.liable and not asked.self_drawn:
        yield text("note.liable", lang)
    if asked.round and not result.score.rules.rounds.winds:
        yield text("note.round", lang)
    worth = result.score.rules.kong
    if asked.kongs and not any(getattr(worth, kong.kind) for kong in asked.kongs):
        yield text("note.kong", lang)
    if waiting and result.score.won and result.settled is None:
        key = "note.seat" if asked.seat is None else "note.source"
        yield text(key, lang, options=Listed(tuple(waiting), "list.words"))
