"""Whole logs replayed: files and folders in, findings, rows and counts out, over processes too."""

import os
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from msgspec import Struct, structs

from mjtool.arguments import path_of, whole_of
from mjtool.cluster import Cluster
from mjtool.errors import MjtoolError, RequestError, SourceError
from mjtool.game_log.audit import Audit
from mjtool.game_log.finding import Finding
from mjtool.game_log.formats import FORMATS, native
from mjtool.game_log.formats.opening import open_ahead, read_ahead, walk
from mjtool.game_log.formats.pieces import Piece, pieces_of
from mjtool.game_log.story import HandStory, Recorder, See, watched
from mjtool.game_log.stream import Won, priced
from mjtool.game_log.tally import Counts, HandRow
from mjtool.game_log.worth import Worth
from mjtool.messages import Say
from mjtool.outputs import Identity
from mjtool.records.logs import UnreadRecord
from mjtool.records.record import Problem
from mjtool.rules.kept import current_rules
from mjtool.spread import Jobs, is_shared, spread

STDIN: Final = "-"


class Unread(Struct, frozen=True):
    """A log that could not be read at all, and why."""

    file: str
    error: MjtoolError

    def record(self, lang: str = "en") -> UnreadRecord:
        """Return it as JSON output tells it."""
        return UnreadRecord(file=self.file, error=Problem(**self.error.to_dict(lang)))

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return it as plain tables, named as in JSON output."""
        return self.record(lang).to_dict()


Item = Finding | HandRow | Worth | HandStory | Unread | Counts
"""What a replay yields: in the order of the log, and :class:`Counts` behind each log."""


class Plan(Struct, frozen=True, kw_only=True):
    """How logs are replayed.

    ``rules`` stands instead of the logs' own; ``select`` and ``ignore`` hold beginnings of codes;
    ``table`` asks for a row a hand, ``score_as`` for the worth of each win under these rules,
    ``stories`` for each hand as it was played, with its row and the worth of its wins.
    """

    format: str = "auto"
    rules: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    table: bool = False
    score_as: str | None = None
    stories: bool = False

    def wants(self, code: str) -> bool:
        """Return whether findings of ``code`` are asked for."""
        return (not self.select or code.startswith(self.select)) and not (
            self.ignore and code.startswith(self.ignore)
        )


PLAIN: Final = Plan()


Watch = Callable[[str, Audit], See]
"""What looks on while logs are replayed."""

AnyPath = str | os.PathLike[str]
Logs = AnyPath | Iterable[AnyPath]
"""One log, a folder of them, or many of both."""


def replay(  # noqa: PLR0913
    logs: Logs,
    plan: Plan = PLAIN,
    *,
    jobs: Jobs = 1,
    stdin: BinaryIO | None = None,
    passing: Container[Identity] = (),
    watch: Watch | None = None,
) -> Iterator[Item]:
    """Yield what is found in ``logs``: a file or folder or many of them, ``-`` for ``stdin``.

    A log that cannot be read is :class:`Unread`, and the others are replayed all the same. With
    ``jobs`` processes the order stays; with ``watch`` there is one. In folders the files
    ``passing`` are passed over. ``watch`` is called for each log with its name and audit, and
    returns what is shown each event before the audit takes it.
    """
    if not isinstance(plan, Plan):
        raise RequestError.unfit("plan", "Plan", plan)
    if plan.format not in ("auto", *FORMATS):
        raise RequestError.no_choice("format", ("auto", *FORMATS), plan.format)
    for name in (plan.rules, plan.score_as):
        if name is not None:
            current_rules(path_of("rules", name))  # rules that cannot be used stop everything
    if not isinstance(logs, str | os.PathLike | Iterable):
        raise RequestError.unfit("logs", Say("word.some_logs"), logs)
    files = _files(logs, passing)
    if not isinstance(jobs, Cluster):
        whole_of("jobs", jobs)
    if not is_shared(jobs) or watch is not None:
        return _one_by_one(files, plan, stdin, watch)
    return _replay(files, plan, jobs, stdin)


def _one_by_one(
    files: Iterator[str], plan: Plan, stdin: BinaryIO | None, watch: Watch | None
) -> Iterator[Item]:
    for file in files:
        yield from _replay_file(file, plan, stdin, watch)


def _replay(files: Iterator[str], plan: Plan, jobs: Jobs, stdin: BinaryIO | None) -> Iterator[Item]:
    pieces = (piece for file in files for piece in pieces_of(file, plan.format))
    done = spread(pieces, _worker, plan, jobs, 1, lost=_lost)
    yield from _merge(done, plan, stdin)


def audit_lines(lines: Iterable[bytes], plan: Plan = PLAIN, file: str = STDIN) -> list[Finding]:
    """Return the findings of a native log that is in memory, a line each without its end.

    >>> audit_lines([b'{"type":"start_game","rules":"jipinghu","players":["","","",""]}'])[0].code
    'F006'
    """
    found = _audit(native.events(lines), file, plan)
    return [item for item in found if isinstance(item, Finding)]


def _files(logs: Logs, passing: Container[Identity]) -> Iterator[str]:
    for log in [logs] if isinstance(logs, str | os.PathLike) else logs:
        if path_of("logs", log) == STDIN:
            yield STDIN
        else:
            yield from map(str, walk([Path(log)], passing))


def _replay_file(
    file: str, plan: Plan, stdin: BinaryIO | None = None, watch: Watch | None = None
) -> Iterator[Item]:
    name = _printable(file)
    try:
        if file == STDIN:
            if stdin is None:
                raise SourceError("unreadable", path=STDIN, reason=Say("os.closed"))
            yield from _audit(read_ahead(stdin, "", plan.format), name, plan, watch=watch)
        else:
            with open_ahead(Path(file), plan.format) as events:
                yield from _audit(events, name, plan, watch=watch)
    except MjtoolError as error:
        yield Unread(name, error)


def _printable(file: str) -> str:
    """Return a file's name as any output can carry it, whatever bytes it is made of."""
    try:
        return file.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:  # a name that no system gave
        return file.encode("utf-8", "replace").decode()


def _audit(
    events: Iterable[native.Ahead],
    file: str,
    plan: Plan,
    ended: list[bool] | None = None,
    watch: Watch | None = None,
) -> Iterator[Item]:
    """Yield what one log comes to, its counts last; ``ended`` is told whether no game is open."""
    audit = Audit(
        file,
        None if plan.rules is None else current_rules(plan.rules),
        rows=plan.table or plan.stories,
        wins=plan.score_as is not None or plan.stories,
    )
    recorder = Recorder(file, audit) if plan.stories else None
    if recorder is not None:
        events = watched(native.in_full(events), recorder.see)
    if watch is not None:
        events = watched(native.in_full(events), watch(file, audit))
    items: Iterator[Finding | HandRow | Won | Worth] = audit.items(events)
    if plan.score_as is not None or plan.stories:
        worth_by = None if plan.score_as is None else current_rules(plan.score_as)
        items = priced(audit.items(events), file, worth_by)
    kept = 0
    for item in items:
        assert not isinstance(item, Won)  # they are asked for where they are priced
        if isinstance(item, Finding):
            if not plan.wants(item.code):
                continue
            kept += 1
        yield item
        if recorder is not None:
            yield from recorder.finished()
    if recorder is not None:
        recorder.close()
        yield from recorder.finished()
    if ended is not None:
        ended.append(not audit.is_open)
    audit.counts.findings = kept
    yield audit.counts


Done = tuple[Piece, list[Item], bool]
"""A piece, what came of it, and whether the piece behind it begins anew."""


def _worker(plan: Plan) -> Callable[[Piece], Done]:
    """Return what a process does with a piece of a log."""

    def work(piece: Piece) -> Done:
        if piece.file == STDIN:
            return piece, [], True
        if piece.end is None:
            return piece, list(_replay_file(piece.file, plan)), True
        ended: list[bool] = []
        with piece.open() as stream:
            items = list(_audit(native.read_ahead(stream), _printable(piece.file), plan, ended))
        return piece, items, ended == [True]

    return work


def _lost(piece: Piece) -> Done:
    """Return what is told of a piece whose process was killed."""
    file = _printable(piece.file)
    return piece, [Unread(file, SourceError("process_lost.log", path=file))], True


def _merge(done: Iterable[Done], plan: Plan, stdin: BinaryIO | None) -> Iterator[Item]:
    """Yield the items of logs whose pieces come in order.

    From a piece that ends inside a game, as a log with faults may be cut, the rest of the log is
    replayed in one go.
    """
    counts, lines, is_done = Counts(), 0, False
    for piece, found, is_closed in done:
        if piece.file == STDIN:
            yield from _replay_file(STDIN, plan, stdin)
            continue
        if piece.end is None:
            yield from found
            continue
        if piece.first:
            counts, lines, is_done = Counts(file=_printable(piece.file)), 0, False
        if is_done:
            continue
        items: Iterable[Item] = found
        if not is_closed and not piece.last:
            is_done = True
            items = _rest(piece, plan)
        for item in items:
            if isinstance(item, Counts):
                counts.add(item)
            else:
                yield _moved(item, lines, counts.games)
        lines += piece.lines
        if piece.last or is_done:
            counts.files = 1
            yield counts


def _rest(piece: Piece, plan: Plan) -> Iterator[Item]:
    with piece.open(to_end=True) as stream:
        yield from _audit(native.read_ahead(stream), _printable(piece.file), plan)


def _moved(item: Item, lines: int, games: int) -> Item:
    """Return ``item`` as it stands in the whole log, ``lines`` and ``games`` further down."""
    if isinstance(item, HandRow):
        return structs.replace(item, line=item.line + lines, game=item.game + games)
    if isinstance(item, Finding | Worth):
        return structs.replace(item, line=item.line + lines)
    if isinstance(item, HandStory):
        return item.moved(lines, games)
    return item
