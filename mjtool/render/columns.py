"""Text in columns, where Chinese takes two and colour none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

_STYLE: Final = re.compile("\033\\[[0-9;]*m")
_CHARS: Final = re.compile("\033\\[[0-9;]*m|.", re.DOTALL)
_ENDS: Final = frozenset(f"\033[{code}m" for code in (0, 22, 39))
"""What begins or ends a style, and what ends one."""
JOINER: Final = "\u2060"
"""Stands where no line is broken, in text that is still to be fitted to a screen."""


def width(text: str) -> int:
    r"""Return how many columns ``text`` takes on a terminal; Chinese takes two each.

    >>> width("7z"), width("红中"), width("\033[31m红中\033[39m")
    (2, 4, 4)
    """
    if text.isascii() and "\033" not in text:
        return len(text)
    return sum(map(_columns, _STYLE.sub("", text)))


@lru_cache(2048)
def _columns(char: str) -> int:
    if unicodedata.east_asian_width(char) in "WF":
        return 2
    return 0 if unicodedata.category(char) in ("Mn", "Me", "Cf") else 1


def pad(text: str, columns: int) -> str:
    """Return ``text`` filled with spaces to ``columns``."""
    return text + " " * (columns - width(text))


def pad_left(text: str, columns: int) -> str:
    """Return ``text`` with spaces before it, to ``columns``."""
    return " " * (columns - width(text)) + text


def fitted(line: str, columns: int) -> list[str]:
    """Return ``line`` in lines of that many columns, those behind the first further in, unjoined.

    >>> fitted("  one two three", 12)
    ['  one two', '    three']
    """
    if width(line) <= columns:
        return [line.replace(JOINER, "")]
    told = line.lstrip(" ")
    indent = len(line) - len(told)
    behind = " " * min(indent + 2, columns // 3)
    first, *rest = wrapped(told, columns - indent, columns - len(behind))
    return [
        each.replace(JOINER, "")
        for each in (" " * indent + first, *(behind + more for more in rest))
    ]


_CLOSING: Final = frozenset("，。；：？！、）》」』】”’")
_OPENING: Final = frozenset("（《「『【“‘")
"""What never begins a line, and what never ends one."""


def wrapped(text: str, columns: int, further: int | None = None) -> list[str]:
    """Return ``text`` in lines of that many columns at most; Chinese may be broken anywhere.

    Lines behind the first have ``further`` columns. Gaps within a line stay as wide as they are.

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
            line, columns = piece, further or columns
    return [*lines, line] if line or not lines else lines


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stays together on a line, with the gap before it: words, or single characters."""
    gap = ""
    for word in re.findall(" +|[^ ]+", text.strip(" ")):
        if word[0] == " ":
            gap = word
            continue
        piece, last, style = "", "", ""
        for char in _CHARS.findall(word):
            if _STYLE.fullmatch(char):
                if char in _ENDS:
                    piece += char
                else:
                    style += char
                continue
            if last and _may_part(last, char):
                yield piece, gap
                gap, piece = "", ""
            piece += style + char
            last, style = char, ""
        yield piece + style, gap
        gap = ""


def _may_part(last: str, char: str) -> bool:
    if JOINER in (last, char) or char in _CLOSING or last in _OPENING:
        return False
    # a number stays with the word that counts it: 15张
    return width(last) > 1 or (width(char) > 1 and not last.isdigit())


def table(  # noqa: PLR0913
    rows: Sequence[Sequence[str]],
    columns: int = 0,
    *,
    indent: int = 0,
    numbers: Collection[int] = (),
    under: int = 1,
    most: int = 3,
) -> Iterator[list[str]]:
    """Yield each row as lines in columns; the last column is as long as it is, or is broken.

    ``numbers`` are the columns that end together. Where more than ``most`` lines would be needed
    beside the others, the last column goes below them, as far in as column ``under``; 0 stands for
    a little further in than the first.
    """
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    starts = [indent + sum(sizes[:at]) + len(GAP) * at for at in range(len(sizes))]
    inside = " " * (starts[under] if under else indent + 4)
    room, below = columns - starts[-1], columns - len(inside)
    broken = [wrapped(row[-1], max(room, 1)) if columns else [row[-1]] for row in rows]
    beside = all(len(lines) <= most and max(map(width, lines)) <= room for lines in broken)
    for row, lines in zip(rows, broken, strict=True):
        cells = [
            pad_left(cell, size) if at in numbers else pad(cell, size)
            for at, (cell, size) in enumerate(zip(row[:-1], sizes, strict=False))
        ]
        head = " " * indent + GAP.join(cells)
        if not columns or beside or (len(lines) == 1 and width(lines[0]) <= room):
            first, *rest = lines
            yield [f"{head}{GAP}{first}".rstrip(), *(" " * starts[-1] + each for each in rest)]
        else:
            yield [head.rstrip(), *(inside + each for each in wrapped(row[-1], below))]


GAP: Final = "  "
