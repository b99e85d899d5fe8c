"""Findings as SARIF 2.1.0, as code scanning reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from mjtool.game_log import CODES, Finding, Unread
from mjtool.messages import text
from mjtool.records.record import encode

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def report(items: Iterable[object], version: str, lang: str, remarks: Iterable[str] = ()) -> str:
    """Return the document of the findings among ``items``.

    Logs that are not read, and ``remarks``, which are asked for last, are notifications.
    """
    results: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    for item in items:
        if isinstance(item, Finding):
            results.append(_result(item, lang))
        elif isinstance(item, Unread):
            note = {"text": item.error.message(lang)}
            notes.append({"level": "error", "message": note, "locations": [_place(item.file)]})
    is_whole = not notes
    notes += [{"level": "note", "message": {"text": remark}} for remark in remarks]
    run = {
        "tool": {"driver": _driver(version, lang)},
        "invocations": [{"executionSuccessful": is_whole, "toolExecutionNotifications": notes}],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return encode({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}).decode()


def _driver(version: str, lang: str) -> dict[str, Any]:
    rules = [{"id": code, "shortDescription": {"text": text(code, lang)}} for code in CODES]
    return {"name": "mjtool", "version": version, "rules": rules}


def _result(finding: Finding, lang: str) -> dict[str, Any]:
    expected, found = finding.values(lang)
    return {
        "ruleId": finding.code,
        "ruleIndex": CODES.index(finding.code),
        "level": "error",
        "message": {"text": finding.told(lang)},
        "locations": [_place(finding.file, finding.line)],
        "properties": {
            "seat": finding.seat,
            "expected": expected,
            "found": found,
        },
    }


def _place(file: str, line: int | None = None) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(file.replace("\\", "/"))}}
    if line is not None:
        place["region"] = {"startLine": max(line, 1)}
    return {"physicalLocation": place}
