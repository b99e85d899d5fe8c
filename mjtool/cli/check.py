"""``mjtool check``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

import typer

from mjtool.cli import options, streams, values
from mjtool.cli.app import CANNOT, DONE, FOUND, NOTHING, fail, language, note
from mjtool.cli.command import Command
from mjtool.cli.progress import Watch, lines_of
from mjtool.errors import CaseError, MjtoolError, RequestError
from mjtool.messages import text as message
from mjtool.regression import Case, Outcome, check, read_cases
from mjtool.regression.checker import Plan, id_of
from mjtool.regression.files import STDIN, find_files
from mjtool.render import outcomes, text
from mjtool.rules import load_rules

app = typer.Typer(add_completion=False, rich_markup_mode=None)


Cases = Annotated[list[str], typer.Argument(metavar="cases")]
Ids = Annotated[list[str] | None, typer.Option("--select", metavar="glob")]
MaxFailures = Annotated[
    int | None,
    typer.Option("--max-failures", metavar="N", parser=values.whole("--max-failures", 1)),
]


@app.command("check", cls=Command, epilog="mjtool check tests/house.mjcases.jsonl")
def check_cases(  # noqa: PLR0913, PLR0917
    cases: Cases,
    rules: options.Rules = None,
    select: Ids = None,
    jobs: options.Jobs = 1,
    dask: options.Dask = None,
    update: Annotated[bool, typer.Option("--update")] = False,
    update_errors: Annotated[bool, typer.Option("--update-errors")] = False,
    max_failures: MaxFailures = None,
    quiet: Annotated[bool, typer.Option("-q", "--quiet")] = False,
    output_format: options.OutcomeFormat = "text",
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.Color = "auto",
) -> None:
    """Check regression cases: every answer against what its case expects."""
    lang_ = language(lang)
    options.one_format(as_json, output_format)
    crew = options.crew(jobs, dask)
    update = update or update_errors
    if update and STDIN in cases:
        raise CaseError("not_updated.stdin")
    if update and max_failures is not None:
        raise RequestError("bad_option.both", first="--update", second="--max-failures")
    if rules is not None:
        load_rules(rules)  # rules that cannot be used stop everything
    streams.refuse_inputs(cases)
    folders = tuple(name for name in cases if name != STDIN and Path(name).is_dir())
    plan = Plan(text.VIEWS, rules, tuple(select or ()), lang_, folders)
    tally = outcomes.Tally(max_failures)
    reader = Reader(lang_, tally, plan.select)
    found = check(reader.read(cases), plan, crew)
    if update:
        from mjtool.regression.update import updating  # noqa: PLC0415  # only an update pays for it

        found = reader.told(updating(found, update_errors))
    view = "json" if as_json else output_format
    look = options.look_of(lang_, color)
    with Watch(lang_, "cases", lambda: _cases_in(cases), forks=crew != 1) as watch:
        for line in outcomes.lines(view, watch.each(found), tally, lang_, look, quiet):
            watch.clear()
            typer.echo(line, color=look.colored)
    if reader.unmet and reader.cases and not tally.stopped:
        note(message("note.select", lang_, globs=" ".join(reader.unmet)), lang_)
    raise typer.Exit(exit_code(tally, reader))


def _cases_in(names: Iterable[str]) -> int | None:
    """Return how many lines of cases there are; None where that cannot be told beforehand."""
    counts = [lines_of(Path(name)) for name in names if name.endswith(".jsonl")]
    told = [count for count in counts if count is not None]
    return sum(told) if len(told) == len(list(names)) else None


class Reader:
    """Reads case files one after the other.

    One that cannot be read, or not be written, is told on stderr as well.
    """

    def __init__(self, lang: str, tally: outcomes.Tally, select: Iterable[str] = ()) -> None:
        self.lang = lang
        self.tally = tally
        self.unmet = list(dict.fromkeys(select))
        """Globs that no case has met so far."""
        self.failed = False
        self.cases = 0

    def read(self, paths: Iterable[str]) -> Iterator[Case]:
        """Yield every case of ``paths``; files that hold none are counted."""
        for found in find_files(paths, streams.written()):
            is_passed_over = True
            stdin = streams.stdin() if found.file == STDIN else None
            for case in read_cases(found, stdin):
                is_passed_over = False
                if not isinstance(case.body, MjtoolError):
                    self.cases += 1
                    if self.unmet:
                        name = id_of(case)
                        self.unmet = [glob for glob in self.unmet if not fnmatchcase(name, glob)]
                elif case.body.code == "unreadable_cases":
                    self.failed = True
                    fail(case.body.message(self.lang), self.lang)
                yield case
            self.tally.passed_over += is_passed_over

    def told(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Yield ``outcomes``; a file that cannot be written is told on stderr, once."""
        told: set[str] = set()
        for outcome in outcomes:
            reason = outcome.not_updated
            if reason is not None and reason.code == "not_updated" and outcome.file not in told:
                told.add(outcome.file)
                self.failed = True
                fail(reason.message(self.lang), self.lang)
            yield outcome


def exit_code(tally: outcomes.Tally, reader: Reader) -> int:
    """Return the exit code: cannot be done, nothing to check, something found, or done."""
    if reader.failed:
        return CANNOT
    if not reader.cases or not tally.cases:
        return NOTHING
    return FOUND if tally.failed or tally.errors else DONE
