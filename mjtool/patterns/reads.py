"""Which facts a predicate can read, told from its code."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType

from mjtool.kernel import FACT_FIELDS
from mjtool.patterns.facts import Facts


def reads(predicate: Callable[[Facts], int]) -> frozenset[str]:
    """Return the structural facts that ``predicate`` names, with those of what it calls.

    It may read fewer of them for some hands, never others.

    >>> from mjtool.patterns import PATTERNS
    >>> sorted(reads(PATTERNS["half_flush_pungs"]))
    ['honors', 'pungs', 'suits']
    """
    found: set[str] = set()
    waiting: list[object] = [predicate]
    met: set[object] = set()
    while waiting:
        function = waiting.pop()
        if function in met:
            continue
        met.add(function)
        if not isinstance(function, FunctionType):
            return frozenset(FACT_FIELDS)  # no code to look into: it may read anything
        for name, is_global in _names(function.__code__):
            if is_global:
                called = function.__globals__.get(name)
                if isinstance(called, FunctionType):
                    waiting.append(called)
            elif name in FACT_FIELDS:
                found.add(name)
            elif isinstance(inherited := getattr(Facts, name, None), property):
                waiting.append(inherited.fget)
    return frozenset(found)


def _names(code: CodeType) -> Iterator[tuple[str, bool]]:
    """Yield the names that code uses, and whether they are global; the others are attributes."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_ATTR", "LOAD_METHOD"):
            yield step.argval, step.opname == "LOAD_GLOBAL"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def mask_of(fields: Iterable[str]) -> int:
    """Return the bits of a facts word that hold ``fields``."""
    mask = 0
    for name in fields:
        shift, width = FACT_FIELDS[name]
        mask |= ((1 << width) - 1) << shift
    return mask
