"""One record in, one result out, in this process, over many or over machines; order is kept.

Memory does not grow with the number of records: they stream through, and at most a few blocks of
them are under way at once.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mjtool import limits
from mjtool.cluster import Cluster
from mjtool.cluster import Crew as ClusterCrew
from mjtool.errors import MjtoolError
from mjtool.limits import Limits

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

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


class _Crew(Generic[Record, Result]):
    """Processes with a worker each: blocks of records in, their results out, in order."""

    def __init__(
        self,
        work: tuple[Any, Any],
        jobs: int,
        lost: Callable[[Record], Result] | None,
        halves: Callable[[Record], Sequence[Record]],
    ) -> None:
        import multiprocessing  # noqa: PLC0415  # most runs need no processes

        self.pending: deque[tuple[list[Record], Future[list[Result]] | None]] = deque()
        self._stopped = multiprocessing.RawValue("b", 0)
        self._start = (*work, self._stopped, limits.now())
        self._jobs = jobs
        self.most = 2 * jobs
        self._lost = lost
        self._halves = halves
        self._pool = self._opened(jobs)

    def _opened(self, jobs: int) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

        return ProcessPoolExecutor(jobs, initializer=_start, initargs=self._start)

    def submit(self, records: list[Record]) -> None:
        """Give a block of records to whoever is free."""
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        try:
            self.pending.append((records, self._pool.submit(_work, records)))
        except BrokenProcessPool:
            self.pending.append((records, None))

    def next(self) -> list[Result]:
        """Return the results of the oldest block."""
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        records, future = self.pending.popleft()
        if future is not None:
            try:
                return future.result()
            except BrokenProcessPool:
                pass
        # Who killed it cannot be told from here: this block is done alone, the others again.
        self._pool.shutdown()
        done = self._alone(records)
        again, self.pending = self.pending, deque()
        self._pool = self._opened(self._jobs)
        for block, future_ in again:
            if _is_done(future_):
                self.pending.append((block, future_))
            else:
                self.submit(block)
        return done

    def _alone(self, records: list[Record]) -> list[Result]:
        """Return the results of records that may kill a process, one after the other if need be."""
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        with self._opened(1) as pool:
            try:
                results: list[Result] = pool.submit(_work, records).result()
                return results
            except BrokenProcessPool:
                pass
            except BaseException:
                self._stopped.value = 1
                raise
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
        # Nobody reads on, or Ctrl-C: what is under way is for nothing and may take long. The
        # processes end by themselves; a pool whose processes are killed may wait for ever.
        self._stopped.value = 1
        for _, future in self.pending:
            if future is not None:
                future.cancel()
        self._pool.shutdown()


def _is_done(future: Future[Any] | None) -> bool:
    return future is not None and future.done() and future.exception() is None


_worker: Callable[[Any], Any] | None = None
_stopped: Any = None


def _start(
    worker_of: Callable[[Any], Callable[[Any], Any]], plan: Any, stopped: Any, most: Limits
) -> None:
    global _worker, _stopped  # noqa: PLW0603  # a process of a pool has one job
    _stopped = stopped
    limits.use(most)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that spreads
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _worker = worker_of(plan)


def _work(block: list[Any]) -> list[Any]:
    assert _worker is not None
    return [_worker(record) for record in block if not _stopped.value]
