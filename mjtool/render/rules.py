"""Rule sets as text for people and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mjtool.errors import MjtoolError
from mjtool.messages import text as message
from mjtool.records.record import encode
from mjtool.rules.model import RuleSet
from mjtool.rules.sources import notes
from mjtool.rules.toml import flat, tables


def listed(rules: RuleSet) -> dict[str, Any]:
    """Return one row of ``rules list``."""
    return {
        "rules": rules.id,
        "name": rules.name,
        "name_en": rules.name_en,
        "scoring": rules.scoring,
        "cap": rules.cap,
        "patterns": len(rules.counted),
    }


def listed_line(rules: RuleSet, lang: str, width: int) -> str:
    """Return one line of ``rules list``: the id, filled to ``width``, and the name."""
    name = rules.name_en if lang == "en" and rules.name_en else rules.name
    return f"{rules.id:{width}}  {name}"


def resolved(rules: RuleSet) -> dict[str, Any]:
    """Return the resolved table, and the source of each value by key path."""
    table, told = tables(rules), notes(rules.id)
    sources = {key: told[key] for key, _ in flat(table) if told.get(key)}
    return {"rules": rules.id, "table": table, "sources": sources}


def validated(
    checked: Iterable[tuple[str, RuleSet | MjtoolError]], view: str, lang: str
) -> Iterator[str]:
    """Yield a line a rule file: an object in JSON, in text only of those that can be used."""
    for file, found in checked:
        if view == "json":
            yield encode(_validated(file, found, lang)).decode()
        elif not isinstance(found, MjtoolError):
            yield message("label.rules_valid", lang, file=found.id, patterns=len(found.counted))


def _validated(file: str, found: RuleSet | MjtoolError, lang: str) -> dict[str, Any]:
    if not isinstance(found, MjtoolError):
        return {"rules": found.id, "valid": True, "patterns": len(found.counted)}
    return {"rules": file, "valid": False, "error": found.to_dict(lang)}
