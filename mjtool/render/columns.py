"""Text in columns, where Chinese takes two."""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    """Return how many columns ``text`` takes on a terminal; Chinese takes two each.

    >>> width("7z"), width("红中")
    (2, 4)
    """
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def pad(text: str, columns: int) -> str:
    """Return ``text`` filled with spaces to ``columns``."""
    return text + " " * (columns - width(text))
