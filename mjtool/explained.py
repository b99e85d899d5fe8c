"""Why a hand is worth what it is, reading by reading, with the rule file's note on each value.

What is found here holds no words of any language: text and JSON are made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, cast

from mjtool.appraisal import Appraisal, Shown
from mjtool.expressions.build import Told
from mjtool.expressions.build import circumstances as given_of
from mjtool.records import hands as records
from mjtool.rules.model import EventName
from mjtool.rules.sources import notes
from mjtool.scoring import KnownOf, Score, seen_by

Values = tuple[tuple[str, Told], ...]
"""What an expression asks for, each with its value."""


class Shows(NamedTuple):
    """The expression of an own pattern or bonus, and the values that it asked for."""

    expression: str
    values: Values


class Valued(NamedTuple):
    """A pattern or bonus that a reading shows, its factor where it has one, and its source.

    ``why`` tells of an own one by which values it shows.
    """

    shown: Shown
    multiplier: int | None
    source: str
    why: Shows | None = None


class Sourced(NamedTuple):
    """A value of the rules that made a result what it is: what it belongs to, and its source."""

    id: str
    value: int
    source: str


class Explained(NamedTuple):
    """One reading: its sets, what of it counted and what not, and what came of that.

    ``place`` is the set that the winning tile completes, where another reading has the same sets.
    ``best_by`` tells what sets the best reading apart where there are others; ``alone`` is the
    pattern beside which what is ``absorbed`` does not count; ``removed`` is what another pattern
    absorbs by name, each with that pattern. ``cap``, ``floor`` and ``limit`` are what held the
    result down or lifted it. ``minimum`` are the minimums that it does not reach, ``held`` what was
    held against them. None where there is no such thing.
    """

    sets: tuple[str, ...]
    place: str | None
    best: bool
    best_by: str | None
    appraisal: Appraisal
    counted: tuple[Valued, ...]
    absorbed: tuple[Valued, ...]
    removed: tuple[tuple[Valued, Sourced], ...]
    alone: Sourced | None
    factors: tuple[Sourced, ...]
    cap: Sourced | None
    floor: Sourced | None
    limit: Sourced | None
    minimum: tuple[Sourced, ...]

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
        if self.place is not None:
            out.place = self.place
        if self.best_by is not None:
            out.best_by = self.best_by
        if self.alone is not None:
            id, _, source = self.alone
            out.stands_alone = records.Alone(id=id, name=label(id, lang), source=source)
        if self.removed:
            out.removed = [
                records.Removed(
                    id=each.shown.id,
                    name=label(each.shown.id, lang),
                    **_why(each),
                    by=by.id,
                    source=by.source,
                )
                for each, by in self.removed
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
        if self.minimum:
            out.minimum = [
                records.Minimum(
                    id=cast(Literal["fan", "points"], id),
                    least=least,
                    found=dict(zip(("fan", "points"), item.held or (), strict=False))[id] or 0,
                    source=source,
                )
                for id, least, source in self.minimum
            ]
        return out


def _valued(each: Valued, found: Score, lang: str) -> records.Shown:
    out = each.shown.record(found.rules, lang)
    if each.multiplier is not None:
        out.multiplier = each.multiplier
    out.source = each.source
    if each.why is not None:
        out.expression, out.values = each.why.expression, dict(each.why.values)
    return out


def _why(each: Valued) -> dict[str, Any]:
    if each.why is None:
        return {}
    return {"expression": each.why.expression, "values": dict(each.why.values)}


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
            place,
            item,
            told,
            shows,
            best_by=found.verdict.best_by if several and index == best else None,
            best=index == best,
        )
        for index, (sets, place, item, shows) in enumerate(
            zip(
                *(found.readings(), found.places()),
                *(found.verdict.appraisals, _shown(found)),
                strict=True,
            )
        )
    )


def _shown(found: Score) -> Iterator[Mapping[str, Values]]:
    """Yield for each reading, by id, what the rules' own definitions asked and were told."""
    program, how = found.rules.program, found.how
    if program is None:
        yield from [{} for _ in found.readings()]
        return
    told_of = given_of(how)
    for sight in seen_by(found):
        assert isinstance(sight, tuple)
        word, values = sight
        known = KnownOf(word, how, found.rules.options)
        yield {id: tuple(program.told(id, values, told_of, known)) for id in program.ids}


def _explained(  # noqa: PLR0913, PLR0917
    found: Score,
    sets: tuple[str, ...],
    place: str | None,
    item: Appraisal,
    told: dict[str, str],
    shows: Mapping[str, Values],
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
        why = None
        if shown.id in shows and rules.program is not None:
            why = Shows(rules.program.expressions[shown.id].text, shows[shown.id])
        return Valued(shown, multiplier, told.get(f"{table}.{shown.id}.{worth}", ""), why)

    minimum = []
    if item.below and item.held is not None:
        for id, value, least in (
            ("fan", item.held[0], rules.win.minimum_fan),
            ("points", item.held[1], rules.win.minimum_points),
        ):
            if (value or 0) < least:
                minimum.append(sourced(id, f"win.minimum_{id}", least))
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
        place=place,
        best=best,
        best_by=best_by,
        appraisal=item,
        counted=tuple(map(valued, item.counted)),
        absorbed=tuple(map(valued, item.absorbed)),
        alone=alone,
        removed=tuple(
            [(valued(shown), sourced(by, f"patterns.{by}.absorbs")) for shown, by in item.removed]
        ),
        factors=tuple(factors),
        cap=cap,
        floor=floor,
        limit=limit,
        minimum=tuple(minimum),
    )
