"""Rule sets as TOML text: resolved with the source of each value, or a new house variant."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
import tomlkit
from tomlkit import TOMLDocument

from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.load import load_rules
from mjtool.rules.model import BonusRule, PatternRule, RuleSet
from mjtool.rules.sources import notes

DEFAULT_NOTE: Final = "default"
"""The source of a value that no file of the lineage gives."""
UNTOLD_NOTE: Final = "no source given"
"""The source of a value that a file gives without a comment."""


def tables(rules: RuleSet) -> dict[str, Any]:
    """Return the resolved rules as TOML could hold them: without the keys that have no value."""
    out: dict[str, Any] = _without_none(rules.as_table())
    return out


def _without_none(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_none(entry) for key, entry in value.items() if entry is not None}
    return list(value) if isinstance(value, tuple) else value


def flat(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (key path, value) of every value in nested tables.

    >>> list(flat({"cap": 3, "kong": {"added": 1}}))
    [('cap', 3), ('kong.added', 1)]
    """
    for key, value in table.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from flat(value, here)
        else:
            yield here, value


def resolved_text(rules: RuleSet) -> str:
    """Return ``rules`` as a whole TOML file that stands alone, each value with its source."""
    document, told = tomlkit.document(), notes(rules.id)
    _fill(document, tables(rules), "", told)
    return tomlkit.dumps(document)


def _fill(
    container: TOMLDocument | tomlkit.items.Table,
    table: Mapping[str, Any],
    path: str,
    told: Mapping[str, str],
) -> None:
    nested = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    for key, value in table.items():
        if key not in nested:
            item = tomlkit.item(value)
            item.comment(told.get(path + key, DEFAULT_NOTE) or UNTOLD_NOTE)
            container.add(key, item)
    for key, value in nested.items():
        only_tables = value and all(isinstance(entry, Mapping) for entry in value.values())
        inner = tomlkit.table(is_super_table=bool(only_tables))
        _fill(inner, value, f"{path}{key}.", told)
        container.add(key, inner)


def variant_text(base: str, extends: str) -> str:
    """Return a new rule file that extends ``base`` and lists, as comments, all it may change.

    ``extends`` is how the file names its base: a built-in's name, or a path from its own folder.
    Every line ``# key = value`` can be uncommented by itself.
    """
    rules = load_rules(base)
    document, table = tomlkit.document(), tables(rules)
    for line in (
        f"House rules on top of {extends}: what is not changed here is as it is there.",
        "To change a value, take the # before its key away; a comment behind it is its source,",
        "which score --explain tells. Checked by: mjtool rules validate; what a change does to",
        "every winning hand: mjtool rules diff.",
    ):
        document.add(tomlkit.comment(line))
    document.add(tomlkit.nl())
    document.add("extends", tomlkit.item(extends))
    document.add("name", tomlkit.item(f"{rules.name}（自定）"))
    if rules.name_en:
        document.add("name_en", tomlkit.item(f"{rules.name_en} (house)"))
    document.add(tomlkit.nl())
    for line in _options(RuleSet, table, skip={"name", "name_en", "id"}):
        document.add(tomlkit.comment(line))
    for key, kind in _sections():
        document.add(tomlkit.nl())
        _section(document, key, kind, table.get(key, {}))
    worth = "fan" if rules.scoring == "fan" else "multiplier"
    _counted(document, "patterns", PatternRule, table["patterns"], worth)
    if worth == "fan":
        _counted(document, "bonuses", BonusRule, table["bonuses"], worth)
    return tomlkit.dumps(document)


def _sections() -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(RuleSet):
        if field.name not in ("patterns", "bonuses") and _is_table(field.type):
            yield field.name, field.type


def _is_table(kind: Any) -> bool:
    inner = _bare(kind)
    return get_origin(inner) is dict or (
        isinstance(inner, type) and issubclass(inner, msgspec.Struct)
    )


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if hasattr(kind, "__metadata__") else kind


def _section(document: TOMLDocument, key: str, kind: Any, values: Mapping[str, Any]) -> None:
    inner = _bare(kind)
    table = tomlkit.table()
    if get_origin(inner) is dict:
        names = get_args(_bare(get_args(inner)[0]))
        table.add(tomlkit.comment(_description(kind)))
        for name in names:
            shown = values.get(name, 0)
            table.add(tomlkit.comment(f"{name} = {tomlkit.item(shown).as_string()}"))
    else:
        for line in _options(inner, values):
            table.add(tomlkit.comment(line))
    document.add(key, table)
    if get_origin(inner) is dict:
        return
    for field in msgspec.structs.fields(inner):
        if get_origin(_bare(field.type)) is dict:
            sub = tomlkit.table()
            sub.add(tomlkit.comment(_description(field.type)))
            for name in get_args(get_args(_bare(field.type))[0]):
                shown = tomlkit.item(values.get(field.name, {}).get(name, False)).as_string()
                sub.add(tomlkit.comment(f"{name} = {shown}"))
            table.add(field.name, sub)


def _options(
    kind: type[msgspec.Struct],
    values: Mapping[str, Any],
    skip: frozenset[str] | set[str] = frozenset(),
) -> Iterator[str]:
    """Yield what each plain key of a struct may be and means, then ``key = value``.

    The meaning stands above, for a comment behind a value is the value's source.
    """
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name in skip or _is_table(field.type):
            continue
        value = values.get(name)
        about = _description(field.type)
        choices = " | ".join(tomlkit.item(each).as_string() for each in _choices(field.type))
        about = f"{choices}: {about}" if choices else about
        if value is None:
            yield f"({name}: not set; {about})"
        else:
            yield about
            yield f"{name} = {tomlkit.item(value).as_string()}"


def _description(kind: Any) -> str:
    parts = (getattr(meta, "description", None) for meta in getattr(kind, "__metadata__", ()))
    return next((part for part in parts if part), "")


def _choices(kind: Any) -> tuple[Any, ...]:
    inner = _bare(kind)
    if get_origin(inner) is Literal:
        return get_args(inner)
    return (True, False) if inner is bool else ()


def _counted(
    document: TOMLDocument,
    key: str,
    kind: type[msgspec.Struct],
    entries: Mapping[str, Any],
    worth: str,
) -> None:
    """Add a table for each pattern or bonus there is, then, as comments, those that could be."""
    about = {field.name: _description(field.type) for field in msgspec.structs.fields(kind)}
    parent = tomlkit.table(is_super_table=True)
    shown = [
        "name",
        worth,
        *(["outside"] if "outside" in about and worth == "fan" else []),
        "enabled",
    ]
    for name, entry in entries.items():
        table = tomlkit.table()
        for option in shown:
            table.add(tomlkit.comment(f"{option} = {tomlkit.item(entry[option]).as_string()}"))
        table.add(tomlkit.nl())
        parent.add(name, table)
    document.add(tomlkit.nl())
    for option in shown:
        document.add(tomlkit.comment(f"{option}: {about[option]}"))
    document.add(tomlkit.nl())
    document.add(key, parent)
    known = PATTERNS if kind is PatternRule else BONUSES
    missing = [name for name in known if name not in entries]
    if missing:
        document.add(
            tomlkit.comment(
                f"Known {key} that these rules do not have (uncomment all lines of one):"
            )
        )
    for name in missing:
        title, _, meaning = (inspect.getdoc(known[name]) or name).partition(":")
        for line in (
            f"[{key}.{name}] # {meaning.strip()}",
            f"name = {tomlkit.item(title).as_string()}",
            f"name_en = {tomlkit.item(name.replace('_', ' ').title()).as_string()}",
            f"{worth} = 2",
        ):
            document.add(tomlkit.comment(line))
