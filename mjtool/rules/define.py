"""What a rule file defines itself: own patterns and bonuses, and what absorbs what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mjtool.errors import RuleError, did_you_mean
from mjtool.expressions import (
    Expression,
    ExpressionError,
    Program,
    build,
    ordered,
    read_expression,
)
from mjtool.expressions.bounds import MOST_ASKED, Bounds, bounds_of
from mjtool.expressions.names import Kind
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.sections import BonusRule, PatternRule

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
Patterns = Mapping[str, PatternRule]
Bonuses = Mapping[str, BonusRule]


def defined(patterns: Patterns, bonuses: Bonuses) -> Program | None:
    """Return all definitions as one program; None where there are none.

    ExpressionError and ValueError are for tables that :func:`faults` would have found faulty.
    """
    texts = list(_texts(patterns, bonuses))
    if not texts:
        return None
    ids = known_ids(patterns, bonuses)
    found = {id: read_expression(text, kind, ids) for id, _, text, kind in texts}
    order = ordered(found)
    if isinstance(order, str):
        raise ValueError(f"{order} asks for itself")
    return build(found, order)


def known_ids(patterns: Patterns, bonuses: Bonuses) -> dict[str, Kind]:
    """Return what an expression may ask for: patterns and bonuses of the file and the program."""
    ids: dict[str, Kind] = dict.fromkeys((*PATTERNS, *patterns), "truth")
    ids.update(dict.fromkeys((*BONUSES, *bonuses), "number"))
    return ids


def _texts(patterns: Patterns, bonuses: Bonuses) -> Iterator[tuple[str, str, str, Kind]]:
    """Yield (id, key path, expression, kind) of each definition."""
    for id, pattern in patterns.items():
        if pattern.when is not None:
            yield id, f"patterns.{id}.when", pattern.when, "truth"
    for id, bonus in bonuses.items():
        if bonus.times is not None:
            yield id, f"bonuses.{id}.times", bonus.times, "number"


def faults(patterns: Patterns, bonuses: Bonuses, source: str) -> Iterator[RuleError]:
    """Yield what is wrong with definitions: ids, expressions, circles, what is absorbed."""
    yield from _unknown(patterns, PATTERNS, source, "patterns")
    yield from _unknown(bonuses, BONUSES, source, "bonuses")
    for id in bonuses:
        if id in patterns or id in PATTERNS:
            yield RuleError("bad_id.both", source, f"bonuses.{id}")
    for id in patterns:
        if id in BONUSES and id not in bonuses:
            yield RuleError("bad_id.both", source, f"patterns.{id}")
    ids = known_ids(patterns, bonuses)
    found: dict[str, Expression] = {}
    paths: dict[str, str] = {}
    for id, path, text, kind in _texts(patterns, bonuses):
        paths[id] = path
        try:
            found[id] = read_expression(text, kind, ids)
        except ExpressionError as error:
            yield RuleError(error.key, source, path, **error.data)
    order = ordered(found)
    if isinstance(order, str):
        yield RuleError("circle", source, paths[order], id=order)
    else:
        for id, large in _sizes(found, order)[1]:
            yield RuleError(large.key, source, paths[id], **large.data)
    yield from _absorb_faults(patterns, bonuses, source)


def most_times(patterns: Patterns, bonuses: Bonuses) -> Mapping[str, int]:
    """Return how often each bonus can be earned at most; none where definitions are faulty."""
    ids = known_ids(patterns, bonuses)
    try:
        found = {
            id: read_expression(text, kind, ids) for id, _, text, kind in _texts(patterns, bonuses)
        }
    except ExpressionError:
        return {}
    order = ordered(found)
    if isinstance(order, str):
        return {}
    sizes, faulty = _sizes(found, order)
    return {} if faulty else {id: sizes[id][1] if id in sizes else MOST_ASKED for id in bonuses}


def _sizes(
    expressions: Mapping[str, Expression], order: Iterable[str]
) -> tuple[dict[str, Bounds], list[tuple[str, ExpressionError]]]:
    """Return what each definition lies between, and those that may come to too much."""
    sizes: dict[str, Bounds] = {}
    faulty: list[tuple[str, ExpressionError]] = []
    for id in order:
        try:
            least, most = bounds_of(expressions[id], sizes)
        except ExpressionError as error:
            faulty.append((id, error))
            least, most = 0, 0
        sizes[id] = max(least, 0), max(most, 0)
    return sizes, faulty


def _unknown(
    table: Mapping[str, PatternRule] | Mapping[str, BonusRule],
    known: Mapping[str, object],
    source: str,
    section: str,
) -> Iterator[RuleError]:
    for id, rule in table.items():
        own = rule.when if isinstance(rule, PatternRule) else rule.times
        if not _ID.fullmatch(id):
            yield RuleError("bad_id", source, f"{section}.{id}")
        if id not in known and own is None:
            hint = did_you_mean(id, known)
            yield RuleError("unknown_pattern", source, f"{section}.{id}", hint=hint)


def _absorb_faults(patterns: Patterns, bonuses: Bonuses, source: str) -> Iterator[RuleError]:
    ids = known_ids(patterns, bonuses)
    for id, pattern in patterns.items():
        for other in pattern.absorbs:
            if other not in ids:
                hint = did_you_mean(other, ids)
                yield RuleError("unknown_pattern", source, f"patterns.{id}.absorbs", hint=hint)
    circle = _absorb_order(patterns)
    if isinstance(circle, str):
        yield RuleError("circle.absorbs", source, f"patterns.{circle}.absorbs", id=circle)


def absorbing_order(patterns: Patterns) -> tuple[str, ...]:
    """Return the enabled patterns that absorb others, each behind those that absorb it."""
    order = _absorb_order({id: rule for id, rule in patterns.items() if rule.enabled})
    if isinstance(order, str):
        raise ValueError(f"{order} absorbs itself")
    return order


def _absorb_order(patterns: Patterns) -> tuple[str, ...] | str:
    """Return the patterns that absorb others, absorbers first; or an id of a circle."""
    absorbers = [id for id, rule in patterns.items() if rule.absorbs]
    by: dict[str, list[str]] = {id: [] for id in absorbers}
    for id in absorbers:
        for other in dict.fromkeys(patterns[id].absorbs):
            if other in by:
                by[other].append(id)
    order: list[str] = []
    waiting = {id: len(absorbed_by) for id, absorbed_by in by.items()}
    ready = [id for id in absorbers if not waiting[id]]
    while ready:
        id = ready.pop(0)
        order.append(id)
        for other in dict.fromkeys(patterns[id].absorbs):
            if other in waiting:
                waiting[other] -= 1
                if not waiting[other]:
                    ready.append(other)
    left = dict.fromkeys(id for id in absorbers if id not in order)
    if not left:
        return tuple(order)
    seen: list[str] = []
    at = next(iter(left))
    while at not in seen:  # whoever waits is absorbed by one who waits: that way lies the circle
        seen.append(at)
        at = next(each for each in by[at] if each in left)
    return at
