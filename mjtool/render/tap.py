"""TAP, the Test Anything Protocol, version 14: one line a test, with diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

VERSION: Final = "TAP version 14"


_NOT_YAML: Final = re.compile(r"[^\t\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def result_lines(number: int, name: str, passed: bool, told: Iterable[str] = ()) -> Iterator[str]:
    r"""Yield the line of a test, then what there is to tell as a YAML block.

    >>> list(result_lines(1, "a #b", True))
    ['ok 1 - a \\#b']
    """
    escaped = _clean(name).replace("\\", "\\\\").replace("#", "\\#")
    yield f"{'ok' if passed else 'not ok'} {number} - {escaped}"
    lines = [_clean(line) for text in told for line in text.splitlines()]
    if lines:
        yield "  ---"
        yield "  message: |2"  # the block is indented by two, whatever its first line begins with
        yield from (f"    {line}".rstrip() for line in lines)
        yield "  ..."


def _clean(text: str) -> str:
    return _NOT_YAML.sub("\ufffd", text)


def plan(number: int) -> str:
    """Return the line that says how many tests there were."""
    return f"1..{number}"
