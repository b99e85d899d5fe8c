"""How much work something is, told without a clock: a busy machine changes nothing about it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Work:
    """How many functions, Python's and C's, were entered.

    Loops without any call in them are not seen, nor is what happens within one function of C.
    """

    def __init__(self) -> None:
        self.steps = 0

    def note(self, _frame: Any, event: str, _function: Any) -> None:
        """Count one more where a function is entered (a profile function of sys.setprofile)."""
        if event in ("call", "c_call"):
            self.steps += 1


@contextmanager
def counted() -> Iterator[Work]:
    """Count the work of what is done inside."""
    work = Work()
    before = sys.getprofile()
    sys.setprofile(work.note)
    try:
        yield work
    finally:
        sys.setprofile(before)
