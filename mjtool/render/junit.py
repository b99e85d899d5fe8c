"""JUnit XML, as test services read it, written with junitparser (the extra ``junit``)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final, NamedTuple

from mjtool.errors import MissingExtraError

_NOT_XML: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Problem(NamedTuple):
    """Why a case did not pass: a word for its kind, one line, and the whole of it."""

    kind: str
    message: str
    text: str = ""
    is_error: bool = False


class Case(NamedTuple):
    """One case and its problems; none: it passed. ``output`` is what else there is to tell."""

    suite: str
    name: str
    problems: tuple[Problem, ...] = ()
    output: str = ""


def verify_installed() -> None:
    """Raise MissingExtraError where the library is missing: before the work, not behind it."""
    _junitparser()


def _junitparser() -> Any:  # its types say less than its code takes
    try:
        return import_module("junitparser")
    except ImportError:
        raise MissingExtraError("missing_extra.junit") from None


def report(cases: Iterable[Case], title: str = "mjtool") -> str:
    """Return the XML document of ``cases``, a test suite for each ``suite`` in order."""
    junit = _junitparser()
    document = junit.JUnitXml(title)
    suites: dict[str, Any] = {}
    for case in cases:
        suite = suites.get(case.suite)
        if suite is None:
            suite = suites[case.suite] = junit.TestSuite(_clean(case.suite))
        entry = junit.TestCase(_clean(case.name), _clean(case.suite))
        results = []
        for problem in case.problems:
            kind = junit.Error if problem.is_error else junit.Failure
            result = kind(_clean(problem.message), problem.kind)
            if problem.text:
                result.text = _clean(problem.text)
            results.append(result)
        entry.result = results
        if case.output:
            entry.system_out = _clean(case.output)
        suite.append(entry)  # add_testcase would count all over again, each time
    for suite in suites.values():
        document.append(suite)
    document.update_statistics()
    return '<?xml version="1.0" encoding="utf-8"?>\n' + str(document.tostring().decode())


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
