"""Why a hand is worth what it is, reading by reading, with the rule file's note on each value.

What is found here holds no words of any language: text and JSON are made of it.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from mjtool.appraisal import Appraisal, Shown
from mjtool.records import hands as records
from mjtool.rules.model import EventName
from mjtool.rules.sources import notes
from mjtool.scoring import Score


class Valued(NamedTuple):
    """A pattern or bonus that a reading shows, its factor where it has one, and its source."""

    shown: Shown
    multiplier: int | None
    source: str


class Sourced(NamedTuple):
    """A value of the rules that made a result what it is: what it belongs to, and its source."""

    id: str
    value: int
    source: str


class Explained(NamedTuple):
    """One reading: its sets, what of it counted and what not, and what came of that.

    ``best_by`` tells what sets the best reading apart where there are others; ``alone`` is the
    pattern beside which what is ``absorbed`` does not count; ``removed`` is what another pattern
    absorbs by name, each with that pattern. ``cap``, ``floor`` and ``limit`` are what held the
    result down or lifted it. None where there is no such thing.
    """

    sets: tuple[str, ...]
    best: bool
    best_by: str | None
    appraisal: Appraisal
    counted: tuple[Valued, ...]
    absorbed: tuple[Valued, ...]
    removed: tuple[tuple[Shown, Sourced], ...]
    alone: Sourced | None
    factors: tuple[Sourced, ...]
    cap: Sourced | None
    floor: Sourced | None
    limit: Sourced | None

    def record(self, found: Score, lang: str = "en") -> records.Reading:
        """Return the reading as JSON output tells it."""
        label, item = found.rules.label, self.appraisal
        out = records.Reading(
            reading=list(self.sets),
            best=self.best,
            patterns=[_valued(each, found, lang) for each in self.counted],
            absorbed=[_valued(each, found, lang) for each in self.absorbed],
            points=item.points,
        )
        if self.best_by is not None:
            out.best_by = self.best_by
        if self.alone is not None:
            id, _, source = self.alone
            out.stands_alone = records.Alone(id=id, name=label(id, lang), source=source)
        if self.removed:
            out.removed = [
                records.Removed(id=shown.id, name=label(shown.id, lang), by=by.id, source=by.source)
                for shown, by in self.removed
            ]
        if self.factors:
            out.factors = [
                records.Factor(id=id, multiplier=value, source=source)
                for id, value, source in self.factors
            ]
        if item.total is not None and item.fan is not None:
            out.sum, out.fan = item.total, item.fan
        if item.multiplier is not None:
            out.multiplier = item.multiplier
        if self.cap is not None:
            out.cap = records.Cap(fan=self.cap.value, source=self.cap.source)
        if self.floor is not None:
            id, value, source = self.floor
            out.floor = records.Floor(event=cast(EventName, id), fan=value, source=source)
        if self.limit is not None:
            out.limit = records.Limit(points=self.limit.value, source=self.limit.source)
        return out


def _valued(each: Valued, found: Score, lang: str) -> records.Shown:
    out = each.shown.record(found.rules, lang)
    if each.multiplier is not None:
        out.multiplier = each.multiplier
    out.source = each.source
    return out


def explained(found: Score) -> tuple[Explained, ...]:
    """Return every reading of a complete hand, in the order of ``found.readings()``.

    >>> from mjtool.hand import Hand
    >>> from mjtool.rules import load_rules
    >>> won = Hand.parse("11122233344455m")
    >>> from mjtool.scoring import score
    >>> [each.best for each in explained(score(won, load_rules("jipinghu"), self_drawn=True))]
    [False, False, False, True]
    """
    if found.verdict is None:
        return ()
    told, best = notes(found.rules.id), found.verdict.best
    several = len(found.verdict.appraisals) > 1
    return tuple(
        _explained(
            found,
            sets,
            item,
            told,
            best_by=found.verdict.best_by if several and index == best else None,
            best=index == best,
        )
        for index, (sets, item) in enumerate(
            zip(found.readings(), found.verdict.appraisals, strict=True)
        )
    )


def _explained(  # noqa: PLR0913
    found: Score,
    sets: tuple[str, ...],
    item: Appraisal,
    told: dict[str, str],
    *,
    best: bool,
    best_by: str | None,
) -> Explained:
    rules = found.rules

    def sourced(id: str, key: str, value: int | None = 0) -> Sourced:
        return Sourced(id, value or 0, told.get(key, ""))

    def valued(shown: Shown) -> Valued:
        table = "patterns" if shown.id in rules.patterns else "bonuses"
        worth = "fan" if shown.fan is not None else "multiplier"
        multiplier = shown.multiplier
        if shown.fan is None and shown.id in rules.patterns:
            multiplier = rules.patterns[shown.id].multiplier
        return Valued(shown, multiplier, told.get(f"{table}.{shown.id}.{worth}", ""))

    alone = cap = floor = limit = None
    if item.absorbed:
        id = item.counted[0].id
        alone = sourced(id, f"patterns.{id}.outside")
    factors = [sourced(name, f"multipliers.{name}", value) for name, value in item.factors]
    if item.multiplier is not None and found.how.self_drawn:
        key = "multipliers.self_draw"
        factors.insert(0, sourced("self_draw", key, rules.multipliers.self_draw))
    if item.points < item.full:
        limit = sourced("limit", "limit.points", item.points)
    if item.capped:
        cap = sourced("cap", "cap", rules.cap)
    if item.lifted_by is not None:
        event = item.lifted_by
        floor = sourced(event, f"floor.{event}", dict(rules.floor).get(event))  # type: ignore[call-overload]
    return Explained(
        sets=sets,
        best=best,
        best_by=best_by,
        appraisal=item,
        counted=tuple(map(valued, item.counted)),
        absorbed=tuple(map(valued, item.absorbed)),
        alone=alone,
        removed=tuple(
            [(shown, sourced(by, f"patterns.{by}.absorbs")) for shown, by in item.removed]
        ),
        factors=tuple(factors),
        cap=cap,
        floor=floor,
        limit=limit,
    )
