"""The keys of a rule set by their paths: what there is, what it holds, a rule set with others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Struct, structs

from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.consistency import contradictions
from mjtool.rules.meanings import of_predicate
from mjtool.rules.model import RuleSet
from mjtool.rules.sections import BonusRule, PatternRule

Change = tuple[str, Any]
"""A key path and the value it gets; lists are tuples."""
Changes = frozenset[Change]

_COUNTED: Final[dict[str, type[Struct]]] = {"patterns": PatternRule, "bonuses": BonusRule}
_NAMES: Final = ("name", "name_en", "id")


class Key(NamedTuple):
    """A key of the model: its path, and the type of what it holds."""

    path: str
    kind: Any


@cache
def model_keys() -> tuple[Key, ...]:
    """Return every key of the model but names, patterns and bonuses, in the order of the model."""
    return tuple(_keys(RuleSet, ""))


def _keys(model: type[Struct], before: str) -> Iterator[Key]:
    for field in structs.fields(model):
        path, kind = before + field.encode_name, bare(field.type)
        if path in _COUNTED or path in _NAMES:
            continue
        if isinstance(kind, type) and issubclass(kind, Struct):
            yield from _keys(kind, f"{path}.")
        elif get_origin(kind) is dict:
            of_name, of_value = get_args(kind)
            for name in get_args(bare(of_name)):
                yield Key(f"{path}.{name}", of_value)
        else:
            yield Key(path, field.type)


def counted_keys(rules: RuleSet) -> Iterator[Key]:
    """Yield the keys of patterns and bonuses: those of ``rules``, and those the program knows."""
    for table, known in (("patterns", PATTERNS), ("bonuses", BONUSES)):
        worth = "fan" if rules.scoring == "fan" else "multiplier"
        fields = {field.name: field.type for field in structs.fields(_COUNTED[table])}
        for id in dict.fromkeys((*getattr(rules, table), *known)):
            for name in (worth, "outside", "enabled"):
                if name in fields and not (name == "outside" and worth != "fan"):
                    yield Key(f"{table}.{id}.{name}", fields[name])


def bare(kind: Any) -> Any:
    """Return a type without what is told about it."""
    return get_args(kind)[0] if hasattr(kind, "__metadata__") else kind


def value_at(rules: RuleSet, path: str) -> Any:
    """Return what ``rules`` have at a key path, None where they have nothing there.

    >>> from mjtool.rules import load_rules
    >>> value_at(load_rules("jipinghu"), "floor.kong_draw")
    3
    """
    found: Any = rules
    for part in path.split("."):
        if isinstance(found, Mapping):
            found = found.get(part)
        else:
            found = getattr(found, _field(type(found), part))
        if found is None:
            return None
    return found


@cache
def _fields(model: type[Struct]) -> dict[str, str]:
    return {field.encode_name: field.name for field in structs.fields(model)}


def _field(model: type[Struct], name: str) -> str:
    return _fields(model)[name]


def changed(rules: RuleSet, changes: Mapping[str, Any]) -> RuleSet | None:
    """Return ``rules`` with other values at some key paths; None where they contradict another.

    A pattern or bonus that the rules lack is there with its first value, by the program's name.

    >>> from mjtool.rules import load_rules
    >>> changed(load_rules("jipinghu"), {"cap": 4, "patterns.seven_pairs.fan": 2}).cap
    4
    """
    made: Any = rules
    for path, value in sorted(changes.items()):
        made = _with(made, path.split("."), value, path)
    try:  # a value may be outside of what its key takes
        msgspec.convert(msgspec.to_builtins(made), RuleSet)
    except msgspec.ValidationError:
        return None
    return None if next(contradictions(made, "fit"), None) else made


def _with(part: Any, keys: list[str], value: Any, path: str) -> Any:
    name, *rest = keys
    if isinstance(part, Mapping):
        inner = part.get(name)
        if rest and inner is None:
            inner = _newcomer(path)
        return {**part, name: _with(inner, rest, value, path) if rest else value}
    field = _field(type(part), name)
    if rest:
        value = _with(getattr(part, field), rest, value, path)
    return structs.replace(part, **{field: value})


def _newcomer(path: str) -> PatternRule | BonusRule:
    """Return a pattern or bonus that the rules lack, worth nothing as yet."""
    table, id, _ = path.split(".")
    known: Mapping[str, Any] = PATTERNS if table == "patterns" else BONUSES
    name, _ = of_predicate(id, known[id])
    english = id.replace("_", " ").title()
    if table == "patterns":
        return PatternRule(name=name, name_en=english)
    return BonusRule(name=name, name_en=english)


def is_new(rules: RuleSet, path: str) -> bool:
    """Return whether a key path is of a pattern or bonus that ``rules`` lack."""
    table, _, rest = path.partition(".")
    return table in _COUNTED and rest.partition(".")[0] not in getattr(rules, table)
