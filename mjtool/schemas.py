"""The JSON Schema of every input and output, made from the records themselves: it cannot drift."""

from __future__ import annotations

import inspect
from typing import Any, Final

import msgspec

from mjtool.errors import RequestError
from mjtool.game_log.events import Event
from mjtool.messages import text
from mjtool.records import asking, cases, fitting, hands, impact, logs, review, rules
from mjtool.records.record import OutputRecord, Refused
from mjtool.requests import Request
from mjtool.rules.schema import DIALECT
from mjtool.rules.schema import schema as schema_of_rules

LINES: Final[dict[str, tuple[Any, ...]]] = {
    "request": (Request,),
    "score": (hands.ScoreRecord, Refused),
    "waits": (hands.WaitsRecord, Refused),
    "shanten": (hands.ShantenRecord, Refused),
    "efficiency": (hands.EfficiencyRecord, Refused),
    "replay": (
        logs.FindingRecord,
        logs.TableRecord,
        logs.WorthRecord,
        logs.UnreadRecord,
        logs.SummaryRecord,
    ),
    "review": (review.DecisionRecord, logs.UnreadRecord, review.ReviewSummary),
    "check": (cases.CaseRecord, cases.CheckedRecord),
    "rules-list": (rules.ListedRecord,),
    "rules-show": (rules.ResolvedRecord,),
    "rules-validate": (rules.ValidatedRecord,),
    "rules-diff": (rules.DiffRecord,),
    "rules-new": (rules.WrittenRecord,),
    "rules-fit": (fitting.FitRecord,),
    "rules-ask": (asking.AskRecord,),
    "rules-impact": (impact.ImpactRecord, impact.ExpectedRecord),
    "convert": (logs.FindingRecord, logs.UnreadRecord, logs.SummaryRecord),
    "simulate": (logs.PlayedRecord,),
    "render": (rules.DrawnRecord, rules.DrawnTableRecord, rules.DrawnHandRecord, Refused),
    "schema": (OutputRecord,),
    "log": (Event,),
}
"""What a line of each input and output may be, by its name for ``mjtool schema``."""

NAMES: Final = (*LINES, "rules")
"""Every name that there is a schema of; ``rules`` are rule files."""


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a line of output ``name``; RequestError where there is none.

    >>> schema("shanten")["$defs"]["ShantenRecord"]["properties"]["standard"]["minimum"]
    -1
    """
    if name == "rules":
        return schema_of_rules()
    if name not in LINES:
        raise RequestError.unfit("name", ", ".join(NAMES), name)
    found, parts = msgspec.json.schema_components(
        LINES[name], schema_hook=_anything, ref_template="#/$defs/{name}"
    )
    kinds = [kind for each in found for kind in each.get("anyOf", [each])]
    return {
        "$schema": DIALECT,
        "title": f"mjtool {name}",
        "description": about(name),
        **({"$ref": kinds[0]["$ref"]} if len(kinds) == 1 else {"anyOf": kinds}),
        "$defs": {name: {**part, **_described(part)} for name, part in sorted(parts.items())},
    }


def about(name: str, lang: str = "en") -> str:
    """Return what the input or output ``name`` is, in one sentence."""
    return text(f"schema.{name.replace('-', '_')}", lang)


def _anything(kind: type) -> dict[str, Any]:
    """Return the schema of what is passed through whatever it is."""
    return {"description": "anything"}


def _described(part: dict[str, Any]) -> dict[str, str]:
    """Return the description of a part, on one line and without marks for code."""
    told = inspect.cleandoc(part.get("description", "")).replace("``", "")
    return {"description": " ".join(told.split())} if told else {}
