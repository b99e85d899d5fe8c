"""Two values side by side: in plain words, and as JSON writes them where words would not tell."""

from __future__ import annotations

from typing import Any

from mjtool.records.record import encode
from mjtool.regression.compare import ABSENT


def beside(expected: Any, found: Any) -> tuple[str, str]:
    """Return both values as short text that differs.

    >>> beside("E", "S"), beside("4", 4), beside(["a", "b"], ["a b"])
    (('E', 'S'), ('"4"', '4'), ('["a","b"]', '["a b"]'))
    """
    plain = _in_words(expected), _in_words(found)
    if None in plain or plain[0] == plain[1] or not _alike(expected, found):
        return _as_json(expected), _as_json(found)
    return str(plain[0]), str(plain[1])


def _in_words(value: Any) -> str | None:
    """Return a value in plain words; None where it has none that are clear."""
    if isinstance(value, str):
        return value if value.isprintable() and value == value.strip() and value else None
    if isinstance(value, list | tuple) and value and all(isinstance(item, str) for item in value):
        words = [_in_words(item) for item in value]
        return None if None in words else " ".join(map(str, words))
    return _as_json(value)


def _alike(expected: Any, found: Any) -> bool:
    """Return whether both are text, both lists or neither: no words stand for another type."""
    return all(
        isinstance(expected, kind) == isinstance(found, kind) for kind in (str, list | tuple)
    ) or ABSENT in (expected, found)


def _as_json(value: Any) -> str:
    return "-" if value is ABSENT else encode(value).decode()
