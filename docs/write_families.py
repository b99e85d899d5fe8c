"""Write docs/families.md: the keys and patterns in which families differ; ``make docs`` runs it."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.model import RuleSet
from mjtool.rules.toml import flat, tables

PAGE = Path(__file__).with_name("families.md")
RULES = runpy.run_path(str(Path(__file__).with_name("write_rules.py")))

HEAD = """\
# How the families differ

Written by `make docs` from the built-in rule files; do not edit. All else is the same in every
family; every key with its sources is on [the page of rule files](rules.md), and
`mjtool rules diff jipinghu tuidaohu` tells what the differences do to every winning hand.
"""


def names() -> Iterator[str]:
    """Yield the families by id and name."""
    yield "| | " + " | ".join(f"`{name}`" for name in BUILTINS) + " |"
    yield "| --- " * (len(BUILTINS) + 1) + "|"
    found = [load_rules(name) for name in BUILTINS]
    yield "| Chinese | " + " | ".join(rules.name for rules in found) + " |"
    yield "| English | " + " | ".join(rules.name_en for rules in found) + " |"


def keys() -> Iterator[str]:
    """Yield the keys that are not the same everywhere."""
    written = RULES["written"]
    built_ins = [dict(flat(tables(load_rules(name)))) for name in BUILTINS]
    yield f"| key | meaning | {' | '.join(BUILTINS)} |"
    yield "| --- " * (2 + len(BUILTINS)) + "|"
    for key, _, meaning in RULES["keys"](RuleSet):
        values = [written(table.get(key)) for table in built_ins]
        if key not in ("name", "name_en") and len(set(values)) > 1:
            yield f"| `{key}` | {meaning} | {' | '.join(values)} |"


def worth(rules: RuleSet, id: str) -> str:
    """Return what a pattern or bonus is worth in a family; a dash where there is none."""
    rule: Any = rules.patterns.get(id) or rules.bonuses.get(id)
    if rule is None or not getattr(rule, "enabled", True):
        return "-"
    if getattr(rule, "multiplier", None) is not None:
        return f"x{rule.multiplier}"
    return "" if rule.fan is None else f"{rule.fan} fan"


def patterns() -> Iterator[str]:
    """Yield every pattern and bonus with its worth in every family."""
    found = [load_rules(name) for name in BUILTINS]
    ids = dict.fromkeys(id for rules in found for id in (*rules.patterns, *rules.bonuses))
    yield f"| id | Chinese | English | {' | '.join(BUILTINS)} |"
    yield "| --- " * (3 + len(BUILTINS)) + "|"
    for id in ids:
        known = next(rules for rules in found if id in rules.patterns or id in rules.bonuses)
        shown = " | ".join(worth(rules, id) for rules in found)
        yield f"| `{id}` | {known.label(id, 'zh')} | {known.label(id, 'en')} | {shown} |"


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, *names(), "", "## Keys", "", *keys(), "", "## Patterns and bonuses", ""]
    return "\n".join([*parts, *patterns()]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
