"""What one reading of a hand is worth under a rule set, and why.

Patterns and bonuses that a reading shows, what of them absorbs what, the sum or product they come
to, cap, floors, factors, minimum and limit: in the order in which the rule pages reckon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import Final, NamedTuple

from msgspec import Struct

from mjtool.patterns import BONUSES, EVENTS, PATTERNS, Circumstances, Facts
from mjtool.patterns.facts import FOUR_WILDS
from mjtool.records import hands as records
from mjtool.rules.model import BonusRule, PatternRule, RuleSet

Own = Mapping[str, int]
"""What the definitions of a rule file show for a reading, by id."""

NONE_OWN: Final[Own] = {}
_OF_EVENTS: Final = frozenset((*EVENTS, "self_draw"))
"""Ids that do not help to reach a minimum where events do not count."""


class Shown(NamedTuple):
    """A pattern or bonus that counted: its id, its fan or its multiplier, how often."""

    id: str
    fan: int | None = None
    times: int = 1
    multiplier: int | None = None

    def record(self, rules: RuleSet, lang: str = "en") -> records.Shown:
        """Return the pattern as JSON output tells it."""
        out = records.Shown(id=self.id, name=rules.label(self.id, lang))
        if self.fan is not None:
            out.fan = self.fan
        if self.times > 1:
            out.times = self.times
        if self.multiplier is not None:
            out.multiplier = self.multiplier
        return out


class Appraisal(Struct, frozen=True):
    """One reading: everything it shows, what of it counted, and what it comes to.

    ``total`` is the sum before cap and floor, ``fan`` the result; both None by multiplier.
    ``absorbed`` holds what is shown but not counted because a pattern outside the cap stands alone
    or a better one does, ``removed`` what another pattern absorbs by name, with its id. ``points``
    is X after factors and limit, ``full`` X before the limit; ``factors`` are those above 1, by
    name. ``below``: under the minimum; ``held`` are the fan and points that were held against it,
    None where the rules ask for none.
    """

    counted: tuple[Shown, ...]
    absorbed: tuple[Shown, ...]
    total: int | None
    fan: int | None
    points: int
    multiplier: int | None
    capped: bool
    lifted_by: str | None
    pungs: int
    full: int
    removed: tuple[tuple[Shown, str], ...] = ()
    factors: tuple[tuple[str, int], ...] = ()
    below: bool = False
    held: tuple[int | None, int] | None = None


class _Reckoned(NamedTuple):
    """What counts of a reading, and what it comes to before factors."""

    counted: tuple[Shown, ...]
    absorbed: tuple[Shown, ...]
    removed: tuple[tuple[Shown, str], ...]
    total: int | None
    fan: int | None
    multiplier: int | None
    capped: bool
    lifted_by: str | None
    points: int


class Sighted(NamedTuple):
    """All of a reading that matters to its worth: ids of patterns, how often each bonus, pungs."""

    patterns: tuple[str, ...]
    times: tuple[int, ...]
    pungs: int


def sighted(rules: RuleSet, facts: Facts, own: Own = NONE_OWN) -> Sighted:
    """Return what a reading with these facts shows; ``own`` are the values of definitions."""
    patterns = tuple(
        [key for key, _ in rules.counted if (own[key] if key in own else PATTERNS[key](facts))]
    )
    times = [int(own[key] if key in own else BONUSES[key](facts)) for key, _ in rules.earned]
    if facts.form == FOUR_WILDS:  # only what is named is added to them
        beside = ("four_wilds", *rules.patterns["four_wilds"].beside)
        patterns = tuple([key for key in patterns if key in beside])
        earned = zip(rules.earned, times, strict=True)
        times = [number if key in beside else 0 for (key, _), number in earned]
    return Sighted(patterns, tuple(times), facts.pungs)


def appraise(rules: RuleSet, how: Circumstances, seen: Sighted) -> Appraisal:
    """Return what a reading that shows this is worth, won in this way."""
    patterns = [(key, rules.patterns[key]) for key in seen.patterns]
    earned = zip(rules.earned, seen.times, strict=True)
    bonuses = [(key, rule, times) for (key, rule), times in earned if times]
    reckon = _by_fan if rules.scoring == "fan" else _by_multiplier
    found = reckon(rules, patterns, bonuses, how, how.events)
    factors = _factors(rules, how, how.events)
    full = found.points * prod(factor for _, factor in factors)
    below, held = False, None
    if rules.win.minimum_fan or rules.win.minimum_points:
        fan, points = found.fan, full
        if not rules.win.events_count:
            lasting = [entry for entry in patterns if entry[0] not in _OF_EVENTS]
            others = [entry for entry in bonuses if entry[0] not in _OF_EVENTS]
            bare = how._replace(events=frozenset(), self_drawn=False)
            plain = reckon(rules, lasting or _fallbacks(rules), others, bare, frozenset())
            fan = plain.fan
            points = plain.points * prod(f for _, f in _factors(rules, bare, frozenset()))
        held = (fan, points)
        below = (fan or 0) < rules.win.minimum_fan or points < rules.win.minimum_points
    limit = rules.limit.points
    return Appraisal(
        found.counted,
        found.absorbed,
        found.total,
        found.fan,
        min(full, limit) if limit else full,
        found.multiplier,
        found.capped,
        found.lifted_by,
        seen.pungs,
        full,
        found.removed,
        factors,
        below,
        held,
    )


def points_of(rules: RuleSet, fan: int, factors: Iterable[tuple[str, int]] = ()) -> int:
    """Return X of so many fan with these factors, within the limit."""
    full = _WORTH[rules.value or "double"](rules, fan) * prod(factor for _, factor in factors)
    return min(full, rules.limit.points) if rules.limit.points else full


def _fallbacks(rules: RuleSet) -> list[tuple[str, PatternRule]]:
    return [entry for entry in rules.counted if entry[1].fallback]


def _factors(
    rules: RuleSet, how: Circumstances, events: Iterable[str]
) -> tuple[tuple[str, int], ...]:
    """Return the factors above 1 that such a win has, by name."""
    table = rules.factors
    if not table:
        return ()
    found = [(name, factor) for name, factor in table.items() if name in events]
    if how.self_drawn and "self_draw" in table:
        found.insert(0, ("self_draw", table["self_draw"]))
    if not how.wild and "no_wild" in table:
        found.append(("no_wild", table["no_wild"]))
    if how.wild_discarded and "wild_discarded" in table:
        found.append(("wild_discarded", table["wild_discarded"] ** how.wild_discarded))
    return tuple(found)


Entries = list[tuple[str, PatternRule]]
Earned = list[tuple[str, BonusRule, int]]


def _absorbed(rules: RuleSet, patterns: Entries) -> dict[str, str]:
    """Return the ids that patterns which count absorb, each with who absorbs it."""
    gone: dict[str, str] = {}
    shown = dict(patterns)
    for key in rules.absorbing:
        if key in shown and key not in gone:
            for other in shown[key].absorbs:
                gone.setdefault(other, key)
    return gone


class _Left(NamedTuple):
    """What is left of patterns and bonuses, and what is not, with who absorbs it."""

    patterns: Entries
    bonuses: Earned
    gone: list[tuple[str, str]]


def _left(rules: RuleSet, patterns: Entries, bonuses: Earned) -> _Left:
    """Return what counts once everything has absorbed what it absorbs.

    A fallback counts, and absorbs, only where no other pattern is left.
    """
    real = [entry for entry in patterns if not entry[1].fallback]
    if not rules.absorbing:
        return _Left(real or patterns, bonuses, [])
    gone = _absorbed(rules, real)
    kept = [entry for entry in real if entry[0] not in gone]
    if not kept:
        kept = patterns
        gone = _absorbed(rules, kept)
    told = [(key, gone[key]) for key, _ in real if key in gone]
    told += [(key, gone[key]) for key, _, _ in bonuses if key in gone]
    return _Left(kept, [entry for entry in bonuses if entry[0] not in gone], told)


def _by_fan(
    rules: RuleSet,
    patterns: Entries,
    bonuses: Earned,
    how: Circumstances,
    events: frozenset[str],
) -> _Reckoned:
    left = _left(rules, patterns, bonuses)
    outside: list[Shown] = []
    inside: list[Shown] = []
    for key, rule in left.patterns:
        (outside if rule.outside else inside).append(Shown(key, rule.fan))
    earned = [Shown(key, rule.fan * times, times) for key, rule, times in left.bonuses]
    absorbed: tuple[Shown, ...] = ()
    capped = False
    if outside:
        # max() keeps the first of equals: the order of the rule file breaks ties.
        best = max(outside, key=fan_of)
        outside.remove(best)
        counted: tuple[Shown, ...] = (best,)
        absorbed = (*outside, *inside, *earned)
        total = fan = fan_of(best)
    else:
        counted = (*inside, *earned)
        total = fan = sum(map(fan_of, counted))
        if rules.cap is not None and fan > rules.cap:
            fan, capped = rules.cap, True
    lifted_by = None
    for event, floor in rules.floor.items():
        if event in events and fan < floor:
            fan, lifted_by = floor, event
    worth = _WORTH[rules.value or "double"](rules, fan)
    removed = _told(rules, left.gone, bonuses)
    return _Reckoned(counted, absorbed, removed, total, fan, None, capped, lifted_by, worth)


def _told(
    rules: RuleSet, gone: list[tuple[str, str]], bonuses: Earned
) -> tuple[tuple[Shown, str], ...]:
    times_of = {key: times for key, _, times in bonuses}
    found: list[tuple[Shown, str]] = []
    for key, by in gone:
        if key in times_of:
            bonus, times = rules.bonuses[key], times_of[key]
            found.append((_shown_bonus(rules, key, bonus, times), by))
        else:
            rule = rules.patterns[key]
            by_fan = rules.scoring == "fan"
            found.append((Shown(key, rule.fan if by_fan else None), by))
    return tuple(found)


def _shown_bonus(rules: RuleSet, key: str, rule: BonusRule, times: int) -> Shown:
    if rules.scoring == "fan":
        return Shown(key, rule.fan * times, times)
    return Shown(key, None, times, rule.multiplier or 1)


def _double(rules: RuleSet, fan: int) -> int:
    return rules.base << fan


def _linear(rules: RuleSet, fan: int) -> int:
    return rules.base * fan


def _table(rules: RuleSet, fan: int) -> int:
    return rules.points[min(fan, len(rules.points) - 1)]


_WORTH: Final[dict[str, Callable[[RuleSet, int], int]]] = {
    "double": _double,
    "linear": _linear,
    "table": _table,
}
"""What fan are worth in points, by the rules' ``value``."""


def _by_multiplier(
    rules: RuleSet,
    patterns: Entries,
    bonuses: Earned,
    how: Circumstances,
    events: frozenset[str],
) -> _Reckoned:
    left = _left(rules, patterns, bonuses)
    earned = [
        _shown_bonus(rules, key, rule, times)
        for key, rule, times in left.bonuses
        if rule.multiplier is not None
    ]
    counted: tuple[Shown, ...] = tuple([Shown(key) for key, _ in left.patterns])
    values = [rule.multiplier or 1 for _, rule in left.patterns]
    powers = [(shown.multiplier or 1) ** shown.times for shown in earned]
    combine = rules.multipliers.combine
    if combine == "sum":
        multiplier = sum(values) + sum((shown.multiplier or 0) * shown.times for shown in earned)
    elif combine == "product":
        multiplier = prod(values) * prod(powers)
    else:
        multiplier = max(values) * prod(powers)
    counted += tuple(earned)
    if how.self_drawn:
        multiplier *= rules.multipliers.self_draw
    removed = _told(rules, left.gone, bonuses)
    worth = rules.base * multiplier
    return _Reckoned(counted, (), removed, None, None, multiplier, False, None, worth)


def rank(appraisal: Appraisal) -> tuple[int, int, int]:
    """Return what makes one reading better than another: the result, then the sum, then pungs."""
    if appraisal.total is None:
        return appraisal.full, len(appraisal.counted), appraisal.pungs
    return appraisal.fan or 0, appraisal.total, appraisal.pungs


def fan_of(shown: Shown) -> int:
    """Return the fan of what counted, 0 where there is none."""
    return shown.fan or 0
