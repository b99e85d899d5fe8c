"""How every command on hands runs: hands as arguments, lines of stdin, or a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from mjtool.answers import ANSWERS
from mjtool.cli import streams
from mjtool.cli.app import BUG, DONE, FOUND, fail, language, note
from mjtool.cli.options import look_of
from mjtool.errors import MjtoolError, RequestError
from mjtool.hand import Hand
from mjtool.messages import text as message
from mjtool.records.record import encode
from mjtool.render import text
from mjtool.requests import NOTHING_ASKED, RuleBook, request_of

if TYPE_CHECKING:
    from mjtool.lines import Job, Outcome
    from mjtool.spread import Jobs


class Run(NamedTuple):
    """What the shared options ask for."""

    rules: str | None
    lang: str | None
    as_json: bool
    color: str
    input: Path | None
    jobs: Jobs
    fail_fast: bool
    tiles: str = "auto"
    output: str | None = None
    passed: tuple[str, ...] = ()

    @property
    def forks(self) -> bool:
        """Whether this process makes others."""
        return self.jobs != 1


Notes = Callable[[Any, str], str]
"""What a person should know about an answer beside it, in one line, or an empty one."""


def answer_hands(
    command: str,
    hands: list[str] | None,
    fields: dict[str, Any],
    run: Run,
    notes: Notes | None = None,
) -> None:
    """Answer every hand and exit; ``fields`` are the request fields that options gave.

    What ``notes`` says of an answer goes to stderr, where the answer is text for a person.
    """
    # Only what differs from a plain request: lines are read faster where nothing is filled in.
    fields = {
        key: value for key, value in fields.items() if value not in (None, [], NOTHING_ASKED[key])
    }
    lang = language(run.lang)
    if run.output is not None or run.passed:
        from mjtool.cli.tables import verify_passed  # noqa: PLC0415
        from mjtool.render import tables  # noqa: PLC0415  # most runs write no table

        run = run._replace(passed=verify_passed(command, run.passed))
        if run.output is not None:
            tables.verify(run.output)
    if run.input is not None and hands:
        raise RequestError("bad_option.input")
    if run.input is not None or hands == [streams.STD]:
        with streams.batch(run.input, run.output) as lines:
            raise typer.Exit(_batch(command, lines, fields, run, lang))
    if not hands:
        raise RequestError("bad_option.no_hand")
    verify_quoted(hands)
    if run.passed:
        raise RequestError("bad_option.pass_lines")
    if run.output is not None:
        told = [encode({"hand": hand}) for hand in hands]
        raise typer.Exit(_batch(command, told, fields, run, lang))
    raise typer.Exit(_single(command, hands, fields, run, lang, notes))


def verify_quoted(hands: list[str]) -> None:
    """Raise RequestError where several arguments are one hand that lacks its quotes."""
    if len(hands) > 1:
        whole = " ".join(hands)
        try:
            Hand.parse(whole)
        except MjtoolError:
            return
        raise RequestError("bad_option.quote", number=len(hands), hand=whole)


def _single(  # noqa: PLR0913, PLR0917
    command: str,
    hands: list[str],
    fields: dict[str, Any],
    run: Run,
    lang: str,
    notes: Notes | None,
) -> int:
    book, code = RuleBook(run.rules), DONE
    look, told = look_of(lang, run.color, run.tiles), ""
    for hand in hands:
        try:
            result = ANSWERS[command](request_of({**fields, "hand": hand}), book)
        except MjtoolError as error:
            from mjtool.cli import usage  # noqa: PLC0415  # only a fault pays for it

            code = fail(usage.of_field(error, f"mjtool {command}", lang), lang)
            continue
        if run.as_json:
            typer.echo(encode(result.record(lang)))
        else:
            typer.echo(text.VIEWS[command](result, lang, look), color=look.colored)
            said = notes(result, lang) if notes else ""
            if said and said != told:  # once for many hands
                note(said, lang)
                told = said
    return code


def _batch(
    command: str, lines: Iterable[bytes], fields: dict[str, Any], run: Run, lang: str
) -> int:
    from mjtool.cli.progress import Watch, lines_of  # noqa: PLC0415
    from mjtool.lines import Job  # noqa: PLC0415  # single hands start without process pools
    from mjtool.lines import run as run_batch  # noqa: PLC0415

    out, code = sys.stdout.buffer, DONE
    if run.rules is not None:
        RuleBook(run.rules).get(None)  # a rule file that cannot be used stops the whole run
    job = Job(command, fields, run.rules, lang, run.fail_fast, run.passed)
    refused = 0
    if run.output is not None:
        return _table(command, lines, job, run)
    shared = sys.stdout.isatty()  # answers and progress would stand on the same screen
    with Watch(lang, "lines", lambda: lines_of(run.input), forks=run.forks) as watch:
        for outcome in watch.each(run_batch(lines, job, run.jobs), _lines_in):
            if shared:
                watch.clear()
            out.write(outcome.text)
            if outcome.refused:
                refused += sum(each.startswith(_REFUSED) for each in outcome.text.splitlines())
                code = max(code, BUG if outcome.broken else FOUND)
        out.flush()
    if watch.seen:
        answered, seconds = watch.done - refused, f"{watch.seconds:.1f}"
        counts = {"lines": watch.done, "answered": answered, "refused": refused}
        note(message("progress.batch", lang, **counts, seconds=seconds), lang)
    return code


def _table(command: str, lines: Iterable[bytes], job: Job, run: Run) -> int:
    """Write the answers as rows of a table; lines that are refused go to stdout."""
    from mjtool.cli.progress import Watch, lines_of  # noqa: PLC0415
    from mjtool.cli.tables import Answers  # noqa: PLC0415
    from mjtool.lines import run as run_batch  # noqa: PLC0415
    from mjtool.render.tables import Table  # noqa: PLC0415

    assert run.output is not None
    answers, code, number = Answers(command, run.passed), DONE, 0
    with (
        Watch(job.lang, "lines", lambda: lines_of(run.input), forks=run.forks) as watch,
        streams.output(run.output) as out,
        Table(out, run.output, answers.row, run.passed) as table,
    ):
        for outcome in watch.each(run_batch(lines, job, run.jobs), _lines_in):
            for line in outcome.text.splitlines():
                number += 1
                if outcome.refused and line.startswith(_REFUSED):
                    watch.clear()
                    sys.stdout.buffer.write(line + b"\n")
                else:
                    answers.add(table, number, line)
            if outcome.refused:
                code = max(code, BUG if outcome.broken else FOUND)
    sys.stdout.buffer.flush()
    return code


_REFUSED: Final = b'{"line":'


def _lines_in(outcome: Outcome) -> int:
    return outcome.text.count(b"\n")
