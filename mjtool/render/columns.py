"""Tiles as a person reads them, and text in columns, where Chinese takes two."""

from __future__ import annotations

import unicodedata

from mjtool.notation import tile_name, unicode_tile
from mjtool.tiles import Tile


def width(text: str) -> int:
    """Return how many columns ``text`` takes on a terminal; Chinese takes two each.

    >>> width("7z"), width("红中")
    (2, 4)
    """
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def pad(text: str, columns: int) -> str:
    """Return ``text`` filled with spaces to ``columns``."""
    return text + " " * (columns - width(text))


def tile_text(tile: Tile, lang: str, colored: bool) -> str:
    """Return the tile's notation; on a terminal its Chinese name, or its picture beside it."""
    if not colored:
        return str(tile)
    return tile_name(tile, lang) if lang == "zh" else f"{unicode_tile(tile)}{tile}"
