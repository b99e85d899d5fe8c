"""Tiles as a person reads them, and text in columns, where Chinese takes two."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from mjtool.messages import is_chinese
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
    return tile_name(tile, lang) if is_chinese(lang) else f"{unicode_tile(tile)}{tile}"


_CLOSING: Final = frozenset("，。；：？！、）》」』】”’")
_OPENING: Final = frozenset("（《「『【“‘")
"""What never begins a line, and what never ends one."""


def wrapped(text: str, columns: int) -> list[str]:
    """Return ``text`` in lines of that many columns at most; Chinese may be broken anywhere.

    >>> wrapped("two words 打这一张，胡四张", 12)
    ['two words 打', '这一张，胡四', '张']
    """
    lines: list[str] = []
    line = ""
    for piece, gap in _pieces(text):
        if not line:
            line = piece
        elif width(line) + len(gap) + width(piece) <= columns:
            line += gap + piece
        else:
            lines.append(line)
            line = piece
    return [*lines, line] if line or not lines else lines


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stays together on a line, with the gap before it: words, or single characters."""
    for number, word in enumerate(text.split()):
        gap, piece = " " if number else "", ""
        for char in word:
            wide = width(char) > 1 or (piece != "" and width(piece[-1]) > 1)
            if piece and wide and char not in _CLOSING and piece[-1] not in _OPENING:
                yield piece, gap
                gap, piece = "", ""
            piece += char
        yield piece, gap
