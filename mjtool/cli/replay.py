"""``mjtool replay``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mjtool.cli import options, streams, values
from mjtool.cli.app import CANNOT, DONE, FOUND, NOTHING, fail, language
from mjtool.cli.command import Command
from mjtool.cli.progress import Watch
from mjtool.errors import RequestError
from mjtool.game_log import CODES, Counts, Item, Plan, Unread
from mjtool.game_log import replay as replay_logs
from mjtool.game_log.audit import Audit
from mjtool.game_log.events import Event
from mjtool.game_log.formats.opening import walk
from mjtool.game_log.run import Watch as LookOn
from mjtool.game_log.story import See
from mjtool.messages import Listed
from mjtool.render import findings, sarif
from mjtool.render.look import Look
from mjtool.render.report import verify_installed
from mjtool.table.fault import Fault

if TYPE_CHECKING:
    from mjtool.review.run import Reviewer

app = typer.Typer(add_completion=False, rich_markup_mode=None)


Codes = Annotated[list[str] | None, typer.Option("--select", metavar="codes")]
Ignored = Annotated[list[str] | None, typer.Option("--ignore", metavar="codes")]
ScoreAs = Annotated[str | None, typer.Option("--score-as", metavar="rules")]
Report = Annotated[str | None, typer.Option("--report", metavar="file")]
Review = Annotated[
    list[int] | None, typer.Option("--review", metavar="N", parser=values.whole("--review", 0))
]
View = Annotated[str, options.choice("--output-format", "text", "json", "github", "junit", "sarif")]


@app.command("replay", cls=Command, epilog="mjtool replay logs/ --select S --table")
def replay(  # noqa: PLR0913, PLR0917
    logs: options.Logs = None,
    format: options.Format = "auto",
    rules: options.LogRules = None,
    select: Codes = None,
    ignore: Ignored = None,
    table: Annotated[bool, typer.Option("--table")] = False,
    score_as: ScoreAs = None,
    output: options.TableOutput = None,
    report: Report = None,
    review: Review = None,
    output_format: View = "text",
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.Color = "auto",
    jobs: options.Jobs = 1,
    dask: options.Dask = None,
) -> None:
    """Replay each log and check every rule and payment in it."""
    lang_ = language(lang)
    wanted, unwanted = _codes(select), _codes(ignore)
    unknown = [code for code in (*wanted, *unwanted) if not _is_code(code)]
    if unknown:
        known = Listed(tuple(sorted({each[0] for each in CODES})), "list.words")
        raise RequestError("bad_option.code", code=unknown[0], known=known)
    if not logs:
        raise RequestError("bad_option.no_log")
    options.one_format(as_json, output_format)
    crew = options.crew(jobs, dask, **{"--review": " ".join(map(str, review or ())) or None})
    plan = Plan(
        format=format,
        rules=rules,
        select=wanted,
        ignore=unwanted,
        table=table or output is not None,
        score_as=score_as,
        stories=report is not None,
    )
    if review and report is None:
        raise RequestError("bad_option.review")
    seats = dict.fromkeys(review or ())
    wrong = [seat for seat in seats if seat not in range(4)]
    if wrong:
        raise values.no_choice("--review", str(wrong[0]), ("0", "1", "2", "3"))
    reviewers: list[Reviewer] = []
    if seats:
        from mjtool.review.run import Reviewer  # noqa: PLC0415  # loads all analysis

        reviewers = [Reviewer(seat) for seat in seats]
    if report is not None:
        verify_installed()
    _verify_outputs(logs, output, report)
    found = replay_logs(
        logs,
        plan,
        jobs=crew,
        stdin=streams.open_stdin(),
        passing=streams.written(report) | streams.written(output),
        watch=_all_of(reviewers) if reviewers else None,
    )
    gathered = None
    if report is not None:
        from mjtool.render.report.gather import Gathered  # noqa: PLC0415  # only a report needs it

        gathered = Gathered()
        found = gathered.passing(found, rows=table and output is None, worths=score_as is not None)
    watch = Watch(lang_, "logs", lambda: _number_of(logs), forks=crew != 1)
    items = _told(watch.each(found, _is_behind), lang_, watch)
    tally = findings.Tally()
    view = "json" if as_json else output_format
    look = options.look_of(lang_, color)
    with _into_table(items, output, table, rules, lang_) as items, watch:
        for line in _lines(view, items, tally, lang_, look):
            watch.clear()
            if report != streams.STD:  # where the page goes to stdout, nothing else does
                typer.echo(line, color=look.colored)
        if gathered is not None:
            with streams.output(report) as out:
                decisions = [reviewer.worst_first() for reviewer in reviewers]
                from mjtool.render.report.page import page  # noqa: PLC0415  # needs the extra

                for piece in page(gathered, lang_, decisions):
                    out.write(piece.encode("utf-8", "replace"))
    raise typer.Exit(_exit_code(tally))


def _verify_outputs(logs: list[str], output: str | None, report: str | None) -> None:
    """Raise an error where a table cannot be written so, or a file has two uses."""
    if output is not None:
        from mjtool.render import tables  # noqa: PLC0415  # most runs write no table

        tables.verify(output)
        if report is not None and Path(report).resolve() == Path(output).resolve():
            raise RequestError("bad_option.one_file", file=output)
        streams.refuse_inputs(logs, output)
    streams.refuse_inputs(logs, report)


@contextmanager
def _into_table(
    items: Iterator[Item], output: str | None, hands: bool, rules: str | None, lang: str
) -> Iterator[Iterator[Item]]:
    """Give what else is to be told, while findings or the rows of hands go into a table."""
    if output is None:
        yield items
        return
    from mjtool.cli.tables import of_logs  # noqa: PLC0415
    from mjtool.records.tables import FindingRow, HandRow  # noqa: PLC0415
    from mjtool.render.tables import Table  # noqa: PLC0415

    row = HandRow if hands else FindingRow
    with streams.output(output) as out, Table(out, output, row) as into:
        if rules is not None:
            into.judged_by(rules)
        yield of_logs(items, into, hands, lang)


def _all_of(reviewers: list[Reviewer]) -> LookOn:
    """Return what lets every one of ``reviewers`` look on."""

    def watch(file: str, audit: Audit) -> See:
        seeing = [reviewer.watch(file, audit) for reviewer in reviewers]

        def see(line: int, event: Event | Fault) -> None:
            for each in seeing:
                each(line, event)

        return see

    return watch


def _codes(values: list[str] | None) -> tuple[str, ...]:
    return tuple(
        code for value in values or () for code in value.replace(" ", "").split(",") if code
    )


def _is_code(code: str) -> bool:
    return any(each.startswith(code) for each in CODES)


def _is_behind(item: Item) -> int:
    """Return 1 for what stands behind a log, one for each."""
    return isinstance(item, Counts | Unread)


def _number_of(logs: Iterable[str]) -> int | None:
    """Return how many logs there are; None for one alone, which is no measure of how far it is."""
    number = sum(len(list(walk([Path(log)], ()))) if Path(log).is_dir() else 1 for log in logs)
    return number if number > 1 else None


def _told(items: Iterable[Item], lang: str, watch: Watch) -> Iterator[Item]:
    """Yield ``items``, with a line on stderr for each log that cannot be read."""
    for item in items:
        if isinstance(item, Unread):
            watch.clear()
            fail(item.error.message(lang), lang)
        yield item


def _lines(
    view: str, items: Iterable[Item], tally: findings.Tally, lang: str, look: Look
) -> Iterable[str]:
    match view:
        case "text":
            return findings.text_lines(items, tally, lang, look)
        case "json":
            return findings.json_lines(items, tally, lang)
        case "github":
            return findings.github_lines(items, tally, lang)
        case "junit":
            return [findings.junit_report(items, tally, lang)]
        case _:
            from importlib.metadata import version  # noqa: PLC0415  # no other view needs it

            remarks = findings.remarks(tally, lang)
            return [sarif.report(tally.count(items), version("mjtool"), lang, remarks)]


def _exit_code(tally: findings.Tally) -> int:
    if tally.unread:
        return CANNOT
    if tally.counts.findings:
        return FOUND
    return DONE if tally.counts.events else NOTHING
