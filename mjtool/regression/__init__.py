"""Regression: cases with their expected answers in, outcomes out."""

from __future__ import annotations

from mjtool.regression.adopt import adopted
from mjtool.regression.cases import Case, read_cases
from mjtool.regression.checker import Checker, check
from mjtool.regression.compare import Difference, differences
from mjtool.regression.outcome import Outcome

__all__ = [
    "Case",
    "Checker",
    "Difference",
    "Outcome",
    "adopted",
    "check",
    "differences",
    "read_cases",
]
