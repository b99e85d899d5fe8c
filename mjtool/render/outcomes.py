"""Outcomes of regression cases as JSON objects and as text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from mjtool.messages import on_one_line
from mjtool.messages import text as message
from mjtool.records.cases import Checked, CheckedRecord
from mjtool.records.record import encode
from mjtool.regression.compare import Difference
from mjtool.regression.outcome import Outcome
from mjtool.render import github, markdown
from mjtool.render.columns import pad, width
from mjtool.render.look import PLAIN, Look
from mjtool.render.sides import beside
from mjtool.rules.review import Review

if TYPE_CHECKING:
    from mjtool.render import junit

WIDEST = 48
"""Columns of a value beside another; a longer one gets lines of its own."""


class Tally:
    """Counts outcomes as they stream through, for the summary and the exit code."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.files: set[str] = set()
        self.passed = self.failed = self.errors = self.updated = 0
        self.passed_over = 0
        """Files of a folder that hold no cases."""
        self.stopped = False
        """Whether ``most`` did not pass and no more was looked at."""

    def count(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Yield the outcomes, counted, until ``most`` did not pass."""
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
            self.stopped = self.most is not None and self.failed + self.errors >= self.most
            yield outcome
            if self.stopped:
                return

    @property
    def cases(self) -> int:
        """How many outcomes there were."""
        return self.passed + self.failed + self.errors + self.updated

    def record(self) -> Checked:
        """Return the counts as JSON output tells them."""
        return Checked(
            files=len(self.files),
            cases=self.cases,
            passed=self.passed,
            failed=self.failed,
            errors=self.errors,
            updated=self.updated or UNSET,
            passed_over=self.passed_over,
            stopped=self.stopped or UNSET,
        )

    def line(self, lang: str) -> str:
        """Return the counts as one line for people."""
        told = message("label.case_summary", lang, **self.record().to_dict())
        if self.updated:
            told += message("label.case_updated", lang, updated=self.updated)
        if self.passed_over:
            told += message("label.case_passed_over", lang, number=self.passed_over)
        if self.stopped:
            told += message("label.case_stopped", lang)
        return told


def json_lines(outcomes: Iterable[Outcome], tally: Tally, lang: str) -> Iterator[str]:
    """Yield one line of JSON an outcome, then the summary."""
    for outcome in outcomes:
        yield encode(outcome.record(lang)).decode()
    yield encode(CheckedRecord(summary=tally.record())).decode()


def text_lines(
    outcomes: Iterable[Outcome], tally: Tally, lang: str, look: Look = PLAIN
) -> Iterator[str]:
    """Yield the cases that did not pass, each with its differences, then the summary.

    A file that cannot be read is only counted: the command tells it on stderr.
    """
    for outcome in outcomes:
        if not outcome.passed and not outcome.unreadable:
            yield from look.fit(outcome_lines(outcome, lang, look))
            yield ""
    yield from look.fit([tally.line(lang)])


def short_lines(outcomes: Iterable[Outcome], lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield one line for each case that did not pass, and nothing else."""
    semicolon = message("list.semicolon", lang)
    for outcome in outcomes:
        if not outcome.passed and not outcome.unreadable:
            told = semicolon.join(_told(outcome, lang))
            headline = _headline(outcome, lang, look)
            yield from look.fit([message("word.named", lang, name=headline, detail=told)])


def _headline(outcome: Outcome, lang: str, look: Look) -> str:
    status = look.alarm(message(f"label.case_{outcome.status}", lang))
    return f"{on_one_line(outcome.file)}:{outcome.line}: {status} {on_one_line(outcome.id)}"


def outcome_lines(outcome: Outcome, lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield one outcome that did not pass: its place, expected and found, and the answer."""
    about = message("list.comma", lang).join(filter(None, (outcome.do, outcome.rules)))
    place = message("label.in_brackets", lang, told=about) if about else ""
    yield _headline(outcome, lang, look) + place
    if outcome.asked:
        yield f"  {outcome.asked}"
    yield from (f"  {reason}" for reason in _reasons(outcome, lang))
    if outcome.differences:
        yield from (f"  {line}" for line in _side_by_side(outcome.differences, lang, look))
    if outcome.explanation:
        yield f"  {message('label.case_why', lang)}"
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
    from mjtool.render import junit  # noqa: PLC0415  # only who asks for the format pays for it

    return junit.report(_junit_case(outcome, lang) for outcome in outcomes)


def _junit_case(outcome: Outcome, lang: str) -> junit.Case:
    from mjtool.render import junit  # noqa: PLC0415

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
    from mjtool.render import tap  # noqa: PLC0415

    yield tap.VERSION
    for number, outcome in enumerate(outcomes, 1):
        told = () if outcome.passed else tuple(outcome_lines(outcome, lang))
        yield from tap.result_lines(number, f"{outcome.file}: {outcome.id}", outcome.passed, told)
    yield tap.plan(tally.cases)


def markdown_lines(outcomes: Iterable[Outcome], tally: Tally, lang: str) -> Iterator[str]:
    """Yield the summary, a row a difference and the answers, as much as a comment has room for."""
    rows: list[tuple[str, ...]] = []
    answers: list[str] = []
    room, unshown = markdown.ROOM, 0
    for outcome in outcomes:
        if outcome.passed:
            continue
        new_rows = list(_markdown_rows(outcome, lang))
        title = f"{outcome.file}:{outcome.line} {outcome.id}"
        answer = list(markdown.folded(title, "\n".join(outcome_lines(outcome, lang))))
        room -= sum(len(line) + 4 for row in (*new_rows, answer) for line in row)
        if room < 0:
            unshown += 1
        else:
            rows += new_rows
            answers += answer
    yield from (f"**{tally.line(lang)}**", "")
    if rows:
        head = [message(f"label.case_{each}", lang) for each in ("case", "key", *SIDES)]
        yield from (*markdown.table(head, rows), "", *answers)
    if unshown:
        yield message("label.case_unshown", lang, number=unshown)


def _markdown_rows(outcome: Outcome, lang: str) -> Iterator[tuple[str, ...]]:
    place = f"{markdown.code(f'{outcome.file}:{outcome.line}')} {markdown.code(outcome.id)}"
    for reason in _reasons(outcome, lang):
        yield place, "", "", markdown.code(reason)
    for item in outcome.differences:
        yield place, *map(markdown.code, (item.key, *beside(item.expected, item.found)))


SIDES = ("expected", "found")


def _reasons(outcome: Outcome, lang: str) -> Iterator[str]:
    """Yield why the case is none that can be compared, and why it was not updated."""
    if outcome.error is not None:
        yield outcome.error.message(lang)
    if outcome.not_updated is not None:
        reason = outcome.not_updated.message(lang)
        yield message("label.case_not_updated", lang, reason=reason)


def _told(outcome: Outcome, lang: str) -> Iterator[str]:
    """Yield a line a difference, or the error."""
    yield from _reasons(outcome, lang)
    for item in outcome.differences:
        values = dict(zip(SIDES, beside(item.expected, item.found), strict=True))
        yield message("label.case_difference", lang, key=item.key, **values)


def _side_by_side(items: Iterable[Difference], lang: str, look: Look) -> Iterator[str]:
    expected, found = (message(f"label.case_{side}", lang) for side in SIDES)
    rows = [(item.key, *beside(item.expected, item.found)) for item in items]
    widest = min(WIDEST, look.columns // 3) if look.columns else WIDEST
    narrow = [row for row in rows if max(map(width, row[1:])) <= widest]
    if narrow:
        first = max(width(row[0]) for row in narrow)
        second = max(width(expected), *(width(row[1]) for row in narrow))
        for key, left, right in [("", expected, found), *narrow]:
            yield f"{pad(key, first)}  {pad(left, second)}  {right}"
    for key, left, right in rows:
        if max(width(left), width(right)) > widest:
            yield key
            for side, value in ((expected, left), (found, right)):
                yield f"  {message('word.named', lang, name=side, detail=value)}"


def of_rules(found: Review) -> Iterator[Outcome]:
    """Yield an outcome for each fault of a rule file; one that passed where there is none."""
    if not found.faults:
        yield Outcome(found.name, 1, 0, found.name, "rules", found.name)
    for fault in found.faults:
        file = fault.file or found.name
        line = max(fault.line, 1)
        yield Outcome(file, line, 0, found.name, "rules", found.name, error=fault.error)


def lines(  # noqa: PLR0913, PLR0917
    view: str,
    outcomes: Iterable[Outcome],
    tally: Tally,
    lang: str,
    look: Look = PLAIN,
    quiet: bool = False,
) -> Iterable[str]:
    """Return ``outcomes``, counted by ``tally``, in a format of those of ``--output-format``.

    ``quiet`` text is a line a case that did not pass.
    """
    counted = tally.count(outcomes)
    if view == "text":
        return short_lines(counted, lang, look) if quiet else text_lines(counted, tally, lang, look)
    if view == "junit":
        return [junit_report(counted, lang)]
    return _STREAMS[view](counted, tally, lang)


_STREAMS: Final[dict[str, Callable[[Iterable[Outcome], Tally, str], Iterator[str]]]] = {
    "json": json_lines,
    "github": github_lines,
    "tap": tap_lines,
    "markdown": markdown_lines,
}
