"""Write the keys in docs/rules.md from the model; ``make docs`` runs it, a test compares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.model import BonusRule, PatternRule, RuleSet
from mjtool.rules.toml import flat, tables

PAGE = Path(__file__).with_name("rules.md")
START, END = "<!-- keys: written by docs/write_rules.py -->\n", "<!-- end of keys -->\n"


def bare(kind: Any) -> Any:
    """Return a type without its descriptions and without None."""
    while hasattr(kind, "__metadata__"):
        kind = get_args(kind)[0]
    parts = [part for part in get_args(kind) if part is not type(None)]
    if get_origin(kind) not in (Literal, dict, tuple) and len(parts) == 1:
        return bare(parts[0])
    return kind


def about(kind: Any) -> str:
    """Return the description of a field."""
    return next((m.description for m in getattr(kind, "__metadata__", ()) if m.description), "")


def values(kind: Any) -> str:
    """Return what a key may hold, in a few words."""
    inner = bare(kind)
    if get_origin(inner) is Literal:
        return " ".join(f"`{value}`" for value in get_args(inner))
    if get_origin(inner) in (Union, UnionType):
        return " or ".join(values(part) for part in get_args(inner))
    if get_origin(inner) is tuple:
        part = bare(get_args(inner)[0])
        return "list of " + values(part)
    return {bool: "`true` `false`", int: "number", str: "text"}[inner]


def keys(kind: type[msgspec.Struct], path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield (key path, values, meaning) of each key of a struct."""
    for field in msgspec.structs.fields(kind):
        inner = bare(field.type)
        here = f"{path}{field.encode_name}"
        if here in ("id", "patterns", "bonuses"):
            continue
        if get_origin(inner) is dict:
            names, entry = get_args(inner)
            for name in get_args(names):
                yield f"{here}.{name}", values(entry), about(field.type)
        elif isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            yield from keys(inner, f"{here}.")
        else:
            yield here, values(field.type), about(field.type)


def written(value: Any) -> str:
    """Return a value as the table shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(written, value)) if isinstance(value, list) else str(value)


def rows() -> Iterator[str]:
    """Yield the lines of the tables."""
    built_ins = {name: dict(flat(tables(load_rules(name)))) for name in BUILTINS}
    yield f"| key | may be | meaning | {' | '.join(BUILTINS)} |"
    yield "| --- " * (3 + len(BUILTINS)) + "|"
    for key, allowed, meaning in keys(RuleSet):
        shown = " | ".join(written(table.get(key)) for table in built_ins.values())
        yield f"| `{key}` | {allowed} | {meaning} | {shown} |"
    yield ""
    yield "| key | may be | meaning |"
    yield "| --- | --- | --- |"
    for table, kind in (("patterns", PatternRule), ("bonuses", BonusRule)):
        for key, allowed, meaning in keys(kind):
            yield f"| `{table}.<id>.{key}` | {allowed} | {meaning} |"


def page() -> str:
    """Return the page with its tables written anew."""
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(START)
    tail = rest.partition(END)[2]
    return head + START + "\n" + "\n".join(rows()) + "\n\n" + END + tail


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
