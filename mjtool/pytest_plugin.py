"""A pytest plugin: files called ``*.mjcases.*`` are collected, one test a case.

Nothing of mjtool is imported before such a file is met. The ini option ``mjtool_rules`` names the
rule set of cases that name none. Paths in cases may lead anywhere below the root of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from mjtool.regression import Case, Checker, Outcome


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the ini options."""
    parser.addini("mjtool_rules", "rule set of mjtool cases that name none", default=None)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    """Collect files of cases."""
    if ".mjcases." not in file_path.name.lower():
        return None
    from mjtool.regression.files import is_called_cases  # noqa: PLC0415

    if is_called_cases(file_path.name):
        file: CaseFile = CaseFile.from_parent(parent, path=file_path)
        return file
    return None


class CaseFailure(Exception):  # a case that fails is no error of ours
    """A case that did not pass, with its outcome."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.id)
        self.outcome = outcome


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each case; the line is added to an id that was there before."""
        from mjtool.errors import CaseError  # noqa: PLC0415
        from mjtool.regression import Checker, read_cases  # noqa: PLC0415
        from mjtool.regression.checker import Plan, id_of  # noqa: PLC0415
        from mjtool.render import text  # noqa: PLC0415

        rules = self.config.getini("mjtool_rules") or None
        checker = Checker(Plan(text.VIEWS, rules, folders=(str(self.config.rootpath),)))
        seen: set[str] = set()
        for case in read_cases(str(self.path)):
            if isinstance(case.body, CaseError):
                raise self.CollectError(case.body.message())
            name = id_of(case)
            if name in seen:
                name = f"{name}@{case.line}"
            seen.add(name)
            yield CaseItem.from_parent(self, name=name, case=case, checker=checker)


class CaseItem(pytest.Item):
    """One case as a test."""

    def __init__(self, *, case: Case, checker: Checker, **more: Any) -> None:
        super().__init__(**more)
        self.case = case
        self.checker = checker

    def runtest(self) -> None:
        """Check the case."""
        outcome = self.checker(self.case)
        assert outcome is not None
        if not outcome.passed:
            raise CaseFailure(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the difference as ``mjtool check`` shows it."""
        if isinstance(excinfo.value, CaseFailure):
            from mjtool.render.outcomes import outcome_lines  # noqa: PLC0415

            return "\n".join(outcome_lines(excinfo.value.outcome, "en"))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the case stands."""
        return self.path, self.case.line - 1, self.name
