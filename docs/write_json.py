"""Write docs/json.md from the records of every output; ``make docs`` runs it, a test compares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mjtool.schemas import LINES, about, schema

PAGE = Path(__file__).with_name("json.md")

HEAD = """\
# JSON, key by key

Written by `make docs` from the records that the program writes; do not edit.

With `--json` a command prints one JSON object a result, one a line, its keys in the order below.
A key marked *always* is in every such object; the others only where they have something to say.
New keys may come; none changes its name or meaning. `mjtool schema NAME` prints the same as a JSON
Schema (2020-12), for validators and generators of code; the sections below are called by those
names. In Python the same comes from `to_dict()`.

What a batch reads is [a request](#request); what an answer was asked comes back in it.
"""


def refs_of(part: Any) -> Iterator[str]:
    """Yield the names of the records that a schema points to."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].rpartition("/")[2]
        for value in part.values():
            yield from refs_of(value)
    elif isinstance(part, list):
        for value in part:
            yield from refs_of(value)


def type_of(part: dict[str, Any]) -> str:
    """Return the type of a key in words, records by name."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in part:
        return " or ".join(dict.fromkeys(type_of(each) for each in part["anyOf"]))
    if "enum" in part:
        words = [f"`{each}`" for each in part["enum"]]
        return ", ".join(words) if len(words) <= 4 else f"text, one of {len(words)}"
    if part.get("type") == "array":
        return f"list of {type_of(part.get('items') or {})}"
    if part.get("type") == "object":
        inner = part.get("additionalProperties")
        return f"table of {type_of(inner)}" if isinstance(inner, dict) else "table"
    names = {
        "string": "text",
        "integer": "whole number",
        "number": "number",
        "boolean": "true or false",
        "null": "null",
    }
    return names.get(part.get("type", ""), "anything")


def table_of(part: dict[str, Any]) -> Iterator[str]:
    """Yield the rows of the keys of a record."""
    yield "| key | type | | meaning |"
    yield "| --- | --- | --- | --- |"
    for key, value in part["properties"].items():
        always = "always" if key in part.get("required", ()) else ""
        about = value.get("description", "").replace("|", "\\|")
        yield f"| `{key}` | {type_of(value)} | {always} | {about} |"


def sections() -> Iterator[str]:
    """Yield the page piece by piece: each output with its records, then what stands in them."""
    yield HEAD
    inner: dict[str, dict[str, Any]] = {}
    for name in LINES:
        if name == "log":
            continue  # docs/log-format.md tells of it
        found = schema(name)
        tops = list(dict.fromkeys(refs_of({**found, "$defs": None})))
        yield f"## {name}\n\n{about(name)}\n"
        for top in tops:
            part = found["$defs"][top]
            if top in ("Refused", "Problem"):
                inner.setdefault(top, part)
                yield f"Or a line that is refused: [{top}](#{top.lower()}).\n"
                continue
            if len(tops) > 1:
                yield f"{part['description']}\n"
            yield "\n".join(table_of(part)) + "\n"
        for other, part in found["$defs"].items():
            if other not in tops:
                inner.setdefault(other, part)
    yield "## Parts\n\nWhat stands in the records above.\n"
    for name, part in sorted(inner.items()):
        yield f"### {name}\n\n{part['description']}\n"
        yield "\n".join(table_of(part)) + "\n"


def page() -> str:
    """Return the whole page."""
    return "\n".join(sections())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
