"""Patterns 番种: predicates over the facts of a reading. No values live here."""

from __future__ import annotations

from mjtool.patterns.facts import EVENTS, Circumstances, Facts, Options
from mjtool.patterns.registry import BONUSES, PATTERNS, bonus, pattern

from mjtool.patterns import circumstance, shape, suits  # isort: skip  # registers the predicates

__all__ = [
    "BONUSES",
    "EVENTS",
    "PATTERNS",
    "Circumstances",
    "Facts",
    "Options",
    "bonus",
    "circumstance",
    "pattern",
    "shape",
    "suits",
]
