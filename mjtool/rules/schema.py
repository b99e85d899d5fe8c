"""The JSON Schema of rule files, for editors: made from the model, so that it cannot drift."""

from __future__ import annotations

from typing import Any

import msgspec

from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.load import BUILTINS
from mjtool.rules.model import RuleSet

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a rule file, whether it stands alone or extends another.

    >>> schema()["properties"]["missed_win"]["enum"]
    ['all_tiles', 'not_more', 'off', 'same_tile']
    """
    (model,), parts = msgspec.json.schema_components((RuleSet,), ref_template="#/$defs/{name}")
    name = model["$ref"].rpartition("/")[2]
    top = parts.pop(name)
    # What a file leaves out may stand in the one that it extends.
    for part in parts.values():
        part.pop("required", None)
    properties = dict(top["properties"])
    del properties["id"]
    for key, known, defines in (("patterns", PATTERNS, "when"), ("bonuses", BONUSES, "times")):
        # An id that the program does not know defines itself; editors offer those it does.
        entry = properties[key]["additionalProperties"]
        properties[key] = {
            **properties[key],
            "properties": dict.fromkeys(sorted(known), entry),
            "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$"},
            "additionalProperties": {"allOf": [entry, {"required": [defines]}]},
        }
    extends = {
        "type": "string",
        "description": "the rules below these: a built-in or the path of a file",
        "examples": list(BUILTINS),
    }
    return {
        "$schema": DIALECT,
        "title": "mjtool rules",
        "description": "A rule set of mjtool as a TOML file.",
        "type": "object",
        "properties": {"extends": extends, **properties},
        "additionalProperties": False,
        "anyOf": [{"required": ["extends"]}, {"required": top["required"]}],
        "$defs": parts,
    }
