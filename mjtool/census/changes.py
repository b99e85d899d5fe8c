"""What differs between two rule sets, key by key, and rule sets that lie between the two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

import msgspec

from mjtool.rules.consistency import unscorable
from mjtool.rules.model import RuleSet
from mjtool.rules.toml import flat, tables


class KeyChange(NamedTuple):
    """A key with different values; None where one side does not have it."""

    key: str
    a: Any
    b: Any


def changed_keys(a: RuleSet, b: RuleSet) -> Iterator[KeyChange]:
    """Yield each key whose resolved values differ, in the order of the rule files."""
    first, second = dict(flat(tables(a))), dict(flat(tables(b)))
    for key in dict.fromkeys((*first, *second)):
        if first.get(key) != second.get(key):
            yield KeyChange(key, first.get(key), second.get(key))
    order_a = [key for key, _ in a.counted if key in b.patterns and b.patterns[key].enabled]
    order_b = [key for key, _ in b.counted if key in a.patterns and a.patterns[key].enabled]
    if order_a != order_b:
        yield KeyChange(ORDER, order_a, order_b)


ORDER: Final = "patterns"
"""The key told where the order of patterns differs: it names what counts, and changes no worth."""


def only_names(key: str) -> bool:
    """Return whether a key says what things are called, and no more."""
    return key.rpartition(".")[2] in ("name", "name_en") or key == ORDER


def weighed(key: str) -> bool:
    """Return whether a key can change what a self-drawn hand without fixed sets is worth."""
    return key in _WEIGHED or key.partition(".")[0] in _WEIGHED


_WEIGHED: Final = frozenset(
    (
        *("scoring", "base", "value", "points", "cap", "nine_gates", "all_honors"),
        *("forms", "limit", "patterns", "bonuses", "rounds", "tiles.without"),
        *("win.minimum_fan", "win.minimum_points", "win.events_count"),
        *("multipliers.combine", "multipliers.self_draw", "multipliers.no_wild"),
        *("wild.tiles", "wild.copies", "wild.four_win"),
    )
)

_OF_WINNING: Final = ("forms", "tiles", "wild")
"""Tables that decide whether a hand wins, whatever it is worth."""


class Step(NamedTuple):
    """A change that can be made by itself: what it is called, and the keys it sets.

    ``id`` is the pattern or bonus that it is about.
    """

    name: str
    paths: tuple[str, ...]
    id: str | None


def steps_between(a: RuleSet, b: RuleSet, keys: Iterable[str]) -> Iterator[Step]:
    """Yield the steps from ``a`` to ``b`` that can change what a hand is worth.

    A pattern that only one side has comes or goes whole. Another way to score is one step with
    every value that belongs to it.
    """
    rest: list[str] = []
    whole: dict[str, None] = {}
    for key in keys:
        if only_names(key) or not weighed(key):
            continue
        table, _, inner = key.partition(".")
        id = inner.partition(".")[0] if table in ("patterns", "bonuses") else None
        if a.scoring != b.scoring and table not in _OF_WINNING:
            rest.append(key)
        elif id is not None and (id in getattr(a, table)) != (id in getattr(b, table)):
            whole[f"{table}.{id}"] = None
        else:
            yield Step(key, (key,), id)
    for path in whole:
        yield Step(path, (path,), path.partition(".")[2])
    if rest:
        whole_tables = dict.fromkeys(key.partition(".")[0] for key in rest)
        yield Step("scoring", tuple(whole_tables), None)


class Between:
    """The rule sets that lie between two: the first with some keys as the second has them."""

    def __init__(self, a: RuleSet, b: RuleSet) -> None:
        self._a, self._b = tables(a), tables(b)

    def rules(self, steps: Iterable[Step]) -> RuleSet | None:
        """Return the first rule set after ``steps``; None where no hand could be scored by it."""
        table = deepcopy(self._a)
        for step in steps:
            for path in step.paths:
                _take(table, self._b, path.split("."))
        rules = msgspec.convert({**table, "id": "between"}, RuleSet)
        return None if next(unscorable(rules, rules.id), None) else rules


def _take(table: dict[str, Any], other: Mapping[str, Any], keys: list[str]) -> None:
    """Make the value of ``table`` at a key path what ``other`` has there, be it nothing."""
    for key in keys[:-1]:
        table = table.setdefault(key, {})
        other = other.get(key, {})
    if keys[-1] in other:
        table[keys[-1]] = other[keys[-1]]
    else:
        table.pop(keys[-1], None)
