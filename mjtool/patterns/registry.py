"""Where predicates are registered, each under its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from mjtool.patterns.facts import Facts

Predicate = Callable[[Facts], bool]
Counter = Callable[[Facts], int]
Worth = TypeVar("Worth", bound=int)

PATTERNS: Final[dict[str, Predicate]] = {}
"""Pattern predicates by id: does this reading show it?"""

BONUSES: Final[dict[str, Counter]] = {}
"""Bonus counters by id: how many times does this reading earn it?"""


def pattern(predicate: Predicate) -> Predicate:
    """Register ``predicate`` as a pattern under its function's name."""
    return _registered(PATTERNS, predicate)


def bonus(counter: Counter) -> Counter:
    """Register ``counter`` as a bonus under its function's name."""
    return _registered(BONUSES, counter)


def _registered(
    table: dict[str, Callable[[Facts], Worth]], function: Callable[[Facts], Worth]
) -> Callable[[Facts], Worth]:
    name = function.__name__
    if name in PATTERNS or name in BONUSES:
        raise ValueError(f"a predicate named {name!r} exists already")
    table[name] = function
    return function
