"""Outcomes of regression cases as JSON objects and as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mjtool.errors import MjtoolError, RuleError
from mjtool.messages import text as message
from mjtool.regression.compare import ABSENT, Difference
from mjtool.regression.outcome import Outcome
from mjtool.render import github, junit, tap
from mjtool.render.columns import pad, width
from mjtool.render.json import encode
from mjtool.rules.model import RuleSet
from mjtool.rules.sources import line_of

WIDEST = 48
"""Columns of a value beside another; a longer one gets lines of its own."""


class Tally:
    """Counts outcomes as they stream through, for the summary and the exit code."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.passed = self.failed = self.errors = self.updated = 0

    def count(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Yield the outcomes, counted."""
        for outcome in outcomes:
            self.files.add(outcome.file)
            if outcome.updated:
                self.updated += 1
            elif outcome.error is not None:
                self.errors += 1
            elif outcome.differences:
                self.failed += 1
            else:
                self.passed += 1
            yield outcome

    @property
    def cases(self) -> int:
        """How many outcomes there were."""
        return self.passed + self.failed + self.errors + self.updated

    def as_json(self) -> dict[str, int]:
        """Return the counts as they stand in JSON output."""
        return {
            "files": len(self.files),
            "cases": self.cases,
            "passed": self.passed,
            "failed": self.failed,
            "errors": self.errors,
            **({"updated": self.updated} if self.updated else {}),
        }

    def line(self, lang: str) -> str:
        """Return the counts as one line for people."""
        told = message("label.case_summary", lang, **self.as_json())
        if self.updated:
            told += ", " + message("label.case_updated", lang, updated=self.updated)
        return told


def outcome_object(outcome: Outcome, lang: str) -> dict[str, Any]:
    """Return one outcome as a JSON object; an absent side of a difference has no key."""
    out: dict[str, Any] = {
        # a name of bytes that are no UTF-8 still makes good JSON
        "file": outcome.file.encode("utf-8", "surrogateescape").decode("utf-8", "replace"),
        "line": outcome.line,
        "id": outcome.id,
        "do": outcome.do,
        "rules": outcome.rules,
        "outcome": outcome.status,
    }
    if outcome.differences:
        out["differences"] = [_difference_object(item) for item in outcome.differences]
        if outcome.explanation:
            out["explanation"] = outcome.explanation
    if outcome.error is not None:
        out["error"] = outcome.error.as_json(lang)
    return out


def _difference_object(item: Difference) -> dict[str, Any]:
    sides = (("expected", item.expected), ("found", item.found))
    return {"key": item.key, **{name: value for name, value in sides if value is not ABSENT}}


def json_lines(outcomes: Iterable[Outcome], tally: Tally, lang: str) -> Iterator[str]:
    """Yield one line of JSON an outcome, then the summary."""
    for outcome in outcomes:
        yield encode(outcome_object(outcome, lang)).decode()
    yield encode({"summary": tally.as_json()}).decode()


def text_lines(
    outcomes: Iterable[Outcome], tally: Tally, lang: str, colored: bool = False
) -> Iterator[str]:
    """Yield the cases that did not pass, each with its differences, then the summary.

    A file that cannot be read is only counted: the command tells it on stderr.
    """
    for outcome in outcomes:
        if not outcome.passed and not outcome.unreadable:
            yield from outcome_lines(outcome, lang, colored)
            yield ""
    yield tally.line(lang)


def outcome_lines(outcome: Outcome, lang: str, colored: bool = False) -> Iterator[str]:
    """Yield one outcome that did not pass: its place, expected and found, and the answer."""
    status = message(f"label.case_{outcome.status}", lang)
    if colored:
        status = f"\033[31m{status}\033[0m"
    about = ", ".join(part for part in (outcome.do, outcome.rules) if part)
    yield f"{outcome.file}:{outcome.line}: {status} {outcome.id}" + (f" ({about})" if about else "")
    if outcome.asked:
        yield f"  {outcome.asked}"
    if outcome.error is not None:
        yield f"  {outcome.error.message(lang)}"
    if outcome.differences:
        yield from (f"  {line}" for line in _side_by_side(outcome.differences, lang))
    if outcome.explanation:
        yield f"  {message('label.case_why', lang)}:"
        yield from (f"    {line}" for line in outcome.explanation.splitlines())


def github_lines(outcomes: Iterable[Outcome], tally: Tally, lang: str) -> Iterator[str]:
    """Yield an annotation for each case that did not pass, then the summary."""
    for outcome in outcomes:
        if not outcome.passed:
            title, told = f"{outcome.status} {outcome.id}", "\n".join(_told(outcome, lang))
            yield github.annotation(outcome.file, outcome.line, title, told)
    yield tally.line(lang)


def junit_report(outcomes: Iterable[Outcome], lang: str) -> str:
    """Return a JUnit report with a suite a file and a test a case."""
    return junit.report(_junit_case(outcome, lang) for outcome in outcomes)


def _junit_case(outcome: Outcome, lang: str) -> junit.Case:
    if outcome.passed:
        return junit.Case(outcome.file, outcome.id)
    told = list(_told(outcome, lang))
    place = f"{outcome.file}:{outcome.line}"
    problem = junit.Problem(
        outcome.error.code if outcome.error else "difference",
        f"{place}: {told[0]}",
        "\n".join(outcome_lines(outcome, lang)),
        is_error=outcome.error is not None,
    )
    return junit.Case(outcome.file, outcome.id, (problem,))


def tap_lines(outcomes: Iterable[Outcome], tally: Tally, lang: str) -> Iterator[str]:
    """Yield the outcomes as TAP: one test a case, the plan last."""
    yield tap.VERSION
    for number, outcome in enumerate(outcomes, 1):
        told = () if outcome.passed else tuple(outcome_lines(outcome, lang))
        yield from tap.result_lines(number, f"{outcome.file}: {outcome.id}", outcome.passed, told)
    yield tap.plan(tally.cases)


def _told(outcome: Outcome, lang: str) -> Iterator[str]:
    """Yield a line a difference, or the error."""
    if outcome.error is not None:
        yield outcome.error.message(lang)
    expected, found = (message(f"label.case_{side}", lang) for side in ("expected", "found"))
    for item in outcome.differences:
        yield f"{item.key}: {expected} {show(item.expected)}, {found} {show(item.found)}"


def _side_by_side(items: Iterable[Difference], lang: str) -> Iterator[str]:
    expected, found = (message(f"label.case_{side}", lang) for side in ("expected", "found"))
    rows = [(item.key, show(item.expected), show(item.found)) for item in items]
    narrow = [row for row in rows if max(map(width, row[1:])) <= WIDEST]
    if narrow:
        first = max(width(row[0]) for row in narrow)
        second = max(width(expected), *(width(row[1]) for row in narrow))
        for key, left, right in [("", expected, found), *narrow]:
            yield f"{pad(key, first)}  {pad(left, second)}  {right}"
    for key, left, right in rows:
        if max(width(left), width(right)) > WIDEST:
            yield key
            yield f"  {expected}: {left}"
            yield f"  {found}: {right}"


def show(value: Any) -> str:
    """Return a value as one short piece of text: plain words for plain values.

    >>> show(["all_pungs", "self_draw"]), show({"E": -8}), show(None)
    ('all_pungs self_draw', '{"E":-8}', 'null')
    """
    if value is ABSENT:
        return "-"
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and value and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return encode(value).decode()


def of_rules(file: str, found: RuleSet | MjtoolError) -> Outcome:
    """Return the outcome of a rule file that was loaded, or could not be."""
    if not isinstance(found, MjtoolError):
        return Outcome(file, 1, 0, file, "rules", file)
    if not isinstance(found, RuleError):
        return Outcome(file, 1, 0, file, "rules", file, error=found)
    return Outcome(found.source, line_of(found), 0, file, "rules", file, error=found)


def lines(
    view: str, outcomes: Iterable[Outcome], tally: Tally, lang: str, colored: bool
) -> Iterable[str]:
    """Return ``outcomes``, counted by ``tally``, in a format: text, json, github, junit or tap."""
    outcomes = tally.count(outcomes)
    match view:
        case "json":
            return json_lines(outcomes, tally, lang)
        case "github":
            return github_lines(outcomes, tally, lang)
        case "junit":
            return [junit_report(outcomes, lang)]
        case "tap":
            return tap_lines(outcomes, tally, lang)
        case _:
            return text_lines(outcomes, tally, lang, colored)
