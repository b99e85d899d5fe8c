"""One record in, one result out, in this process, over many or over machines; order is kept.

Memory does not grow with the number of records: they stream through, and at most a few blocks of
them are under way at once.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mjtool import limits
from mjtool.cluster import Cluster
from mjtool.cluster import Crew as ClusterCrew
from mjtool.errors import MjtoolError
from mjtool.limits import Limits

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

Plan = TypeVar("Plan")
Record = TypeVar("Record")
Result = TypeVar("Result")

BLOCK = 256
"""Records that travel to a process together."""
Jobs = int | Cluster
"""How many processes of this machine, or a Dask cluster."""
MOST_JOBS = 256
"""Processes at most, however many are asked for."""


def spread(  # noqa: PLR0913
    records: Iterable[Record],
    worker_of: Callable[[Plan], Callable[[Record], Result]],
    plan: Plan,
    jobs: Jobs = 1,
    block: int = BLOCK,
    *,
    lost: Callable[[Record], Result] | None = None,
    halves: Callable[[Record], Sequence[Record]] = lambda record: (),
) -> Iterator[Result]:
    """Yield the result of each record, in order; each process builds one worker from ``plan``.

    A cluster takes the place of the processes.

    Where a process is killed, as for want of memory, what was under way is done anew. A record that
    kills its process then too, alone in it, has the result that ``lost`` gives; one that is many
    in one is first taken apart by ``halves``.

    >>> list(spread([1, 2, 3], lambda plan: lambda record: plan * record, 10))
    [10, 20, 30]
    """
    if not is_shared(jobs):
        yield from map(worker_of(plan), records)
        return
    rest = iter(records)
    blocks = iter(lambda: list(islice(rest, block)), [])
    crew = _crew((worker_of, plan), jobs, lost, halves)
    try:
        for each in blocks:
            crew.submit(each)
            if len(crew.pending) > crew.most:
                yield from crew.next()
        while crew.pending:
            yield from crew.next()
    finally:
        crew.stop()


def is_shared(jobs: Jobs) -> bool:
    """Return whether there is more than this process to work."""
    return isinstance(jobs, Cluster) or jobs > 1


def _crew(
    work: tuple[Any, Any],
    jobs: Jobs,
    lost: Callable[[Record], Result] | None,
    halves: Callable[[Record], Sequence[Record]],
) -> _Crew[Record, Result] | ClusterCrew[Record, Result]:
    if isinstance(jobs, Cluster):
        return ClusterCrew(work, jobs, lost, halves)
    return _Crew(work, min(jobs, MOST_JOBS), lost, halves)


class _LostError(Exception):
    """A process that was killed while it worked, or before."""


class _Crew(Generic[Record, Result]):
    """Processes with a worker each: blocks of records in, their results out, in order.

    Each process has a pipe of its own, and a thread here that waits for it: whichever is killed,
    and in whatever it was doing, its pipe ends, and nobody else waits for what it held. (The pool
    of the standard library has one pipe and its locks for all.)
    """

    def __init__(
        self,
        work: tuple[Any, Any],
        jobs: int,
        lost: Callable[[Record], Result] | None,
        halves: Callable[[Record], Sequence[Record]],
    ) -> None:
        import multiprocessing  # noqa: PLC0415  # most runs need no processes
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415
        from queue import SimpleQueue  # noqa: PLC0415

        self.pending: deque[Future[list[Result]]] = deque()
        self._stopped = multiprocessing.RawValue("b", 0)
        self._start = (*work, self._stopped, limits.now())
        self.most = 2 * jobs
        self._lost = lost
        self._halves = halves
        self._opening = threading.Lock()
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        self._unopened = jobs
        self._threads = ThreadPoolExecutor(jobs)

    def _opened(self) -> _Process:
        with self._opening:  # so that no other process is born with an end of this pipe
            return _Process(self._start)

    def submit(self, records: list[Record]) -> None:
        """Give a block of records to whoever is free."""
        if self._unopened:  # no more processes than there are blocks
            self._unopened -= 1
            self._idle.put(self._opened())
        self.pending.append(self._threads.submit(self._done, records))

    def next(self) -> list[Result]:
        """Return the results of the oldest block."""
        return self.pending.popleft().result()

    def _done(self, records: list[Record]) -> list[Result]:
        """Return the results of records, however often a process is killed meanwhile."""
        try:
            return self._asked(records)
        except _LostError:
            return self._alone(records)

    def _asked(self, records: list[Record]) -> list[Result]:
        process = self._idle.get()
        try:
            return process.results(records)
        except _LostError:
            process.kill()
            process = self._opened()
            raise
        finally:
            self._idle.put(process)

    def _alone(self, records: list[Record]) -> list[Result]:
        """Return the results of records that may have killed a process, in parts if need be."""
        try:
            return self._asked(records)
        except _LostError:
            pass
        middle = len(records) // 2
        if middle:
            return self._alone(records[:middle]) + self._alone(records[middle:])
        parts = self._halves(records[0])
        if not parts:
            if self._lost is None:
                raise MjtoolError("process_lost")
            return [self._lost(records[0])]
        return [result for part in parts for result in self._alone([part])]

    def stop(self) -> None:
        """End all that is under way."""
        # Nobody reads on, or Ctrl-C: what is under way is for nothing and may take long.
        self._stopped.value = 1
        self._threads.shutdown(cancel_futures=True)
        while not self._idle.empty():
            self._idle.get().end()


class _Process:
    """A process that works on what comes through its pipe, until that ends."""

    def __init__(self, start: tuple[Any, ...]) -> None:
        import multiprocessing  # noqa: PLC0415

        self._pipe, other = multiprocessing.Pipe()
        try:
            self._process = multiprocessing.Process(
                target=_serve, args=(other, self._pipe, *start), daemon=True
            )
            self._process.start()
        finally:
            other.close()

    def results(self, records: list[Any]) -> list[Any]:
        """Return the results of records; _LostError where the process is killed."""
        try:
            self._pipe.send(records)
            is_done, found = self._pipe.recv()
        except (EOFError, OSError):
            raise _LostError from None
        if not is_done:
            raise found
        return list(found)

    def end(self) -> None:
        """Let the process end, and wait for it."""
        # The end of the pipe would not do: other processes may have been born with it.
        with suppress(OSError):
            self._pipe.send(None)
        self._pipe.close()
        self._process.join()

    def kill(self) -> None:
        """End a process that does not answer any more."""
        self._process.kill()
        self.end()


def _serve(  # noqa: PLR0913, PLR0917  # what a process is born with
    pipe: Connection,
    other: Connection,
    worker_of: Callable[[Any], Callable[[Any], Any]],
    plan: Any,
    stopped: Any,
    most: Limits,
) -> None:
    """Work on blocks of records from ``pipe`` and send what they come to, until it ends."""
    other.close()
    limits.use(most)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that spreads
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    worker: Callable[[Any], Any] | None = None
    with suppress(EOFError, OSError):  # whoever asks has gone
        while (block := pipe.recv()) is not None:
            found: tuple[bool, Any]
            try:
                worker = worker or worker_of(plan)
                found = True, [worker(record) for record in block if not stopped.value]
            except Exception as error:
                found = False, error
            try:
                pipe.send(found)
            except OSError:
                raise
            except Exception as error:  # what cannot travel
                pipe.send((False, error))
