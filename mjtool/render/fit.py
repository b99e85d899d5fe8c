"""What logs tell of the rules they were played by, as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from mjtool.fitting.fit import Fitted
from mjtool.fitting.house import evidence
from mjtool.messages import on_one_line, text
from mjtool.regression.compare import ABSENT
from mjtool.render.columns import pad, width
from mjtool.render.sides import beside

_SHOWN: Final = 20
"""Hands, and keys without a decision, that a text lists at most."""


def lines(found: Fitted, lang: str, *, undecided: bool) -> Iterator[str]:
    """Yield the changes with their evidence, how much they explain, what is left open."""
    column = max((width(each.key) for each in found.changes), default=0)
    told = [f"{' -> '.join(_sides(each.old, each.new))}" for each in found.changes]
    second = max(map(width, told), default=0)
    for each, change in zip(found.changes, told, strict=True):
        yield f"{pad(each.key, column)}  {pad(change, second)}  {evidence(each, lang)}"
    if not found.changes:
        yield text("fit.no_change", lang, base=found.base.id)
    yield text("fit.explained", lang, explained=found.explained, hands=found.hands)
    if found.not_judged:
        yield text("fit.not_judged", lang, hands=found.not_judged)
    yield from _unexplained(found, lang)
    if found.alternatives:
        yield text("fit.alternatives", lang)
        for other in found.alternatives:
            changes = (f"{key} {' -> '.join(_sides(old, new))}" for key, old, new in other)
            yield "  " + text("list.comma", lang).join(changes)
        yield text("fit.ask", lang)
    if found.open:
        yield text("fit.open", lang)
        column = max(width(each.key) for each in found.open)
        for key in found.open:
            yield f"  {pad(key.key, column)}  {_values(key.values)}"
    if undecided and found.undecided:
        yield text("fit.undecided", lang)
        yield from (f"  {key}" for key in found.undecided)


def _unexplained(found: Fitted, lang: str) -> Iterator[str]:
    if not found.unexplained:
        return
    yield text("fit.unexplained", lang)
    for place in found.unexplained[:_SHOWN]:
        yield f"  {on_one_line(place.file)}:{place.line}: {place.code}"
    if len(found.unexplained) > _SHOWN:
        yield "  " + text("fit.more", lang, number=len(found.unexplained) - _SHOWN)
    if found.gave_up and not found.is_explained:
        yield text("fit.gave_up", lang)


def _sides(old: Any, new: Any) -> tuple[str, str]:
    """Return two values side by side, a missing one as ``-``."""
    return beside(*(ABSENT if value is None else _listed(value) for value in (old, new)))


def _listed(value: Any) -> Any:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def _values(values: Iterable[Any]) -> str:
    """Return values in words, runs of numbers in short, a few of the rest."""
    found = list(values)
    numbers = sorted({each for each in found if type(each) is int})
    shown = _runs(numbers)
    rest = [each for each in found if type(each) is not int]
    shown += [beside(_listed(each), ABSENT)[0] for each in rest[:_WORDS]]
    if len(rest) > _WORDS:
        shown.append("...")
    return " | ".join(shown)


_WORDS: Final = 6


def _runs(numbers: list[int]) -> list[str]:
    """Return numbers that follow each other as ``first..last``.

    >>> _runs([1, 2, 3, 5, 7, 8])
    ['1..3', '5', '7', '8']
    """
    breaks = [0, *(at for at, (a, b) in enumerate(pairwise(numbers), 1) if b != a + 1)]
    runs = [numbers[a:b] for a, b in pairwise((*breaks, len(numbers))) if numbers]
    told: list[str] = []
    for run in runs:
        is_long = len(run) > 2
        told += [f"{run[0]}..{run[-1]}"] if is_long else map(str, run)
    return told
