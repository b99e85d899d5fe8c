"""What holds of every answer, refusal and finding, whatever came in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from mjtool.errors import MjtoolError
from mjtool.game_log import CODES, Counts, Finding, HandRow, Item, Unread
from mjtool.messages import LANGUAGES
from mjtool.records.record import encode

Answer = TypeVar("Answer")


def refusing(call: Callable[..., Answer], *arguments: object, **named: object) -> Answer | None:
    """Return what ``call`` does; None where it refuses, in one line of every language."""
    try:
        return call(*arguments, **named)
    except MjtoolError as error:
        verify_refusal(error)
        return None


def verify_refusal(error: MjtoolError) -> None:
    """Raise where a refusal cannot be shown."""
    assert error.code not in ("bug", "process_lost"), error.message()
    for lang in LANGUAGES:
        verify_line(error.message(lang))
        verify_json(encode(error.to_dict(lang)))


def verify_line(text: str) -> None:
    """Raise where ``text`` is no line: nothing in it, several lines, or what no output takes."""
    assert text.strip()
    assert len(text.splitlines()) == 1, text
    text.encode("utf-8", "surrogateescape")


def verify_json(line: bytes) -> None:
    """Raise where a line of output is none of JSON in UTF-8."""
    assert b"\n" not in line
    msgspec.json.decode(line)
    line.decode("utf-8")


def verify_items(items: Iterable[Item]) -> list[Finding]:
    """Return the findings of a replay; raise where one has no line, or an item cannot be told."""
    found = []
    for item in items:
        if isinstance(item, Unread):
            verify_refusal(item.error)
        elif isinstance(item, Finding):
            found.append(item)
            verify_finding(item)
        elif isinstance(item, HandRow):
            verify_json(encode(item.record("zh")))
        elif isinstance(item, Counts):
            assert item.findings == len(found)
            verify_json(encode(item.record()))
    return found


def verify_finding(finding: Finding) -> None:
    """Raise where a finding has no place, no known code, or cannot be told."""
    assert finding.line >= 1
    assert finding.code in CODES
    for lang in LANGUAGES:
        verify_line(finding.line_text(lang))
        verify_json(encode(finding.record(lang)))
