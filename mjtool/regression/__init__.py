"""Regression: cases with their expected answers in, outcomes out.

The names load when they are first used: who only shows a difference runs no cases.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
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

_HOME: Final = {
    "Case": "cases",
    "Checker": "checker",
    "Difference": "compare",
    "Outcome": "outcome",
    "adopted": "adopt",
    "check": "checker",
    "differences": "compare",
    "read_cases": "cases",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found
