"""Rule sets as text for people and as JSON objects."""

from __future__ import annotations

from typing import Any

from mjtool.errors import MjtoolError, RuleError
from mjtool.messages import add
from mjtool.messages import text as message
from mjtool.rules.model import RuleSet
from mjtool.rules.sources import notes
from mjtool.rules.toml import flat, tables

add(
    {
        "label.rules_valid": (
            "{file}: valid, {patterns} patterns",
            "{file}：有效，{patterns}个番种",
        ),
        "label.rules_written": ("wrote {file}", "已写入{file}"),
    }
)


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


def valid(rules: RuleSet) -> dict[str, Any]:
    """Return the object for a rule file that can be used."""
    return {"rules": rules.id, "valid": True, "patterns": len(rules.counted)}


def valid_line(rules: RuleSet, lang: str) -> str:
    """Return the line for a rule file that can be used."""
    return message("label.rules_valid", lang, file=rules.id, patterns=len(rules.counted))


def invalid(name: str, error: MjtoolError, lang: str) -> dict[str, Any]:
    """Return the object for a rule file that cannot be used: why, in which file, at which key."""
    told = dict(error.as_json(lang))
    if isinstance(error, RuleError):
        told |= {"file": error.source, "path": error.path}
    return {"rules": name, "valid": False, "error": told}
