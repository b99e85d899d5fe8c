"""What became of one case: passed, failed with its differences, or no case at all."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import UNSET

from mjtool.errors import CaseError, MjtoolError
from mjtool.records.cases import CaseRecord, Status
from mjtool.records.record import Problem
from mjtool.regression.compare import ABSENT, Difference


class Outcome(NamedTuple):
    """One case with its place (``number``: which of a TOML file), and what came of it.

    ``error`` says why the line is no case that can be run; ``differences`` are empty unless it
    ran and failed. ``rules`` are None where what it asks about names its own. ``explanation`` are
    the lines of the answer as a person reads them, and ``adopted`` is what ``expect`` would have
    to say; with it, ``body`` is the case as it was read. ``not_updated`` says why it stayed so.
    """

    file: str
    line: int
    number: int
    id: str
    do: str | None = None
    rules: str | None = None
    asked: str | None = None
    differences: tuple[Difference, ...] = ()
    error: MjtoolError | None = None
    explanation: str = ""
    adopted: Any = None
    body: Any = None
    updated: bool = False
    not_updated: MjtoolError | None = None

    def record(self, lang: str = "en") -> CaseRecord:
        """Return the outcome as JSON output tells it."""
        out = CaseRecord(
            file=self.file,
            line=self.line,
            id=self.id,
            do=self.do,
            rules=self.rules,
            outcome=self.status,
        )
        if self.differences:
            out.differences = [each.record() for each in self.differences]
            out.explanation = self.explanation or UNSET
        if self.error is not None:
            out.error = Problem(**self.error.to_dict(lang))
        if self.not_updated is not None:
            out.not_updated = Problem(**self.not_updated.to_dict(lang))
        return out

    @property
    def passed(self) -> bool:
        """Whether the answer was as expected."""
        return not self.differences and self.error is None

    @property
    def is_new_error(self) -> bool:
        """Whether the answer is an error where none was expected."""
        told = not self.differences or self.differences[0][:2] == ("error", ABSENT)
        return told and isinstance(self.adopted, dict) and "error" in self.adopted

    @property
    def unreadable(self) -> bool:
        """Whether it stands for a whole file that cannot be read."""
        return isinstance(self.error, CaseError) and self.error.code == "unreadable_cases"

    @property
    def status(self) -> Status:
        """``passed``, ``failed``, ``error`` for a line that is no case, or ``updated``."""
        if self.updated:
            return "updated"
        if self.error is not None:
            return "error"
        return "failed" if self.differences else "passed"
