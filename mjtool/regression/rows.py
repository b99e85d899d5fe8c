"""Rows of two lists brought together: what stayed, what changed, what came and what went."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Final

Pair = tuple[int | None, int | None]
"""A row of the first list and one of the second; None: it has none to go with."""

_NAMING: Final = ("discard", "tile", "id", "pattern", "line", "code")
"""Keys by which a row is known, whatever else it says."""


def paired(first: Sequence[Any], second: Sequence[Any]) -> Iterator[Pair]:
    """Yield which rows of two lists go together, in order.

    Tables go by the keys that name them, where every row of ``first`` has one, and else by their
    place; other rows go by their value. What has no equal goes with what stands in its place.

    >>> list(paired([{"tile": "1m"}, {"tile": "4m"}], [{"tile": "4m", "left": 2}]))
    [(0, None), (1, 0)]
    """
    tables = [row for row in first if isinstance(row, Mapping)]
    names = [name for name in _NAMING if tables and all(name in row for row in tables)]
    if len(tables) == len(first) and not names:
        yield from _in_place(0, len(first), 0, len(second))
    else:
        yield from matched(
            [_known_by(row, names) for row in first], [_known_by(row, names) for row in second]
        )


def matched(first: Sequence[Hashable], second: Sequence[Hashable]) -> Iterator[Pair]:
    """Yield which entries of two lists go together, equal ones before those in the same place.

    >>> list(matched("abd", "acde"))
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    """
    from difflib import SequenceMatcher  # noqa: PLC0415  # only an update pays for it

    for _, a, b, c, d in SequenceMatcher(None, first, second, False).get_opcodes():
        yield from _in_place(a, b, c, d)


def _in_place(a: int, b: int, c: int, d: int) -> Iterator[Pair]:
    both = min(b - a, d - c)
    yield from zip(range(a, a + both), range(c, c + both), strict=True)
    yield from ((each, None) for each in range(a + both, b))
    yield from ((None, each) for each in range(c + both, d))


def _known_by(row: Any, names: Sequence[str]) -> Hashable:
    if isinstance(row, Mapping):
        return tuple(repr(row.get(name)) for name in names)
    return repr(row)  # true is not 1
