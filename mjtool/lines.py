"""Batches: one record in, one record out, in one process or many; order is kept.

Memory does not grow with the number of lines: lines stream through, and at most a few blocks of
them are under way at once.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from mjtool import limits
from mjtool.answers import ANSWERS
from mjtool.errors import MjtoolError, bug
from mjtool.records.record import Problem, Refused, encode
from mjtool.requests import Request, RuleBook, id_of, read_request
from mjtool.spread import Jobs, is_shared, spread


class Job(NamedTuple):
    """What to do with every line: the command, fields for lines without them, rules, language."""

    command: str
    defaults: dict[str, Any]
    rules: str | None = None
    lang: str = "en"
    fail_fast: bool = False
    passed: tuple[str, ...] = ()
    """Fields of a line that mean nothing here and come back with its answer."""


class Outcome(NamedTuple):
    """Output with its line breaks, whether a line of it is an error, and one that is our fault."""

    text: bytes
    refused: bool
    broken: bool = False


class Worker:
    """Answers one line at a time; keeps the rule sets it has met."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.book = RuleBook(job.rules)
        self.answer = ANSWERS[job.command]

    def __call__(self, numbered: tuple[int, bytes]) -> Outcome:
        """Return the output for a line of the input and its number; never raises."""
        number, line = numbered
        if number == 1:
            line = line.removeprefix(BOM_UTF8)
        if self.job.passed and line.lstrip()[:1] == b"{" and not limits.is_too_deep(line):
            return self._passing(number, line)
        return self._answered(number, line)

    def _passing(self, number: int, line: bytes) -> Outcome:
        """Return the output for a line without the fields that are passed, and these behind it."""
        try:
            fields: dict[str, Any] = msgspec.json.decode(line)
            kept = {name: fields.pop(name) for name in self.job.passed if name in fields}
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            kept = {}
        if not kept:
            return self._answered(number, line)
        found = self._answered(number, encode(fields))
        return found._replace(text=found.text[:-2] + b"," + encode(kept)[1:] + b"\n")

    def _answered(self, number: int, line: bytes) -> Outcome:
        request: Request | None = None
        try:
            request = read_request(line, self.job.defaults)
            out = self.answer(request, self.book).line(self.job.lang)
        except MjtoolError as error:
            return Outcome(self._refusal(number, line, request, error), True)
        except Exception as error:
            # The lines behind are answered all the same; the exit code tells that it is our fault.
            return Outcome(self._refusal(number, line, request, bug(error)), True, True)
        return Outcome(out + b"\n", False)

    def lost(self, block: Block) -> Outcome:
        """Return the output for a line whose process was killed, alone in its block."""
        number, (line,) = block
        return Outcome(self._refusal(number, line, None, MjtoolError("process_lost")), True)

    def _refusal(
        self, number: int, line: bytes, request: Request | None, error: MjtoolError
    ) -> bytes:
        name = request.id if request is not None else id_of(line)
        problem = Problem(**error.to_dict(self.job.lang))
        return encode(Refused(line=number, id=name, error=problem)) + b"\n"


Block = tuple[int, list[bytes]]
"""Lines in order, and the number of the first."""
BLOCK: Final = 512
"""Lines that travel to a process together: one message there and one back."""


class BlockWorker:
    """Answers many lines at once, so that processes exchange few messages."""

    def __init__(self, job: Job) -> None:
        self.worker = Worker(job)

    def __call__(self, block: Block) -> Outcome:
        """Return the output for lines from the number that is given, all in one."""
        texts, refused, broken = [], False, False
        for outcome in map(self.worker, enumerate(block[1], block[0])):
            texts.append(outcome.text)
            if outcome.refused:
                refused, broken = True, broken or outcome.broken
                if self.worker.job.fail_fast:
                    break
        return Outcome(b"".join(texts), refused, broken)


def run(lines: Iterable[bytes], job: Job, jobs: Jobs = 1) -> Iterator[Outcome]:
    """Yield the output in order, a line at a time, or a block at a time from many processes."""
    outcomes = (
        map(Worker(job), enumerate(lines, 1))
        if not is_shared(jobs)
        else spread(
            _blocks(lines), BlockWorker, job, jobs, block=1, lost=Worker(job).lost, halves=_halves
        )
    )
    for outcome in outcomes:
        yield outcome
        if outcome.refused and job.fail_fast:
            return


def _halves(block: Block) -> list[Block]:
    first, lines = block
    middle = len(lines) // 2
    return [(first, lines[:middle]), (first + middle, lines[middle:])] if middle else []


def _blocks(lines: Iterable[bytes]) -> Iterator[Block]:
    rest, first = iter(lines), 1
    while block := list(islice(rest, BLOCK)):
        yield first, block
        first += len(block)
