"""One record in, one result out, in this process or over many; order is kept.

Memory does not grow with the number of records: they stream through, and at most a few blocks of
them are under way at once.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Plan = TypeVar("Plan")
Record = TypeVar("Record")
Result = TypeVar("Result")

BLOCK = 256
"""Records that travel to a process together."""
MOST_JOBS = 256
"""Processes at most, however many are asked for."""


def spread(
    records: Iterable[Record],
    worker_of: Callable[[Plan], Callable[[Record], Result]],
    plan: Plan,
    jobs: int = 1,
    block: int = BLOCK,
) -> Iterator[Result]:
    """Yield the result of each record, in order; each process builds one worker from ``plan``.

    >>> list(spread([1, 2, 3], lambda plan: lambda record: plan * record, 10))
    [10, 20, 30]
    """
    if jobs <= 1:
        yield from map(worker_of(plan), records)
        return
    import multiprocessing  # noqa: PLC0415  # most runs need no processes
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    jobs = min(jobs, MOST_JOBS)
    rest = iter(records)
    blocks = iter(lambda: list(islice(rest, block)), [])
    pending: deque[Future[list[Result]]] = deque()
    stopped = multiprocessing.RawValue("b", 0)
    start = (worker_of, plan, stopped)
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=start) as pool:
        try:
            for records_ in blocks:
                pending.append(pool.submit(_work, records_))
                if len(pending) > 2 * jobs:
                    yield from pending.popleft().result()
            while pending:
                yield from pending.popleft().result()
        finally:
            # Nobody reads on, or Ctrl-C: what is under way is for nothing and may take long. The
            # processes end by themselves; a pool whose processes are killed may wait for ever.
            stopped.value = 1
            for future in pending:
                future.cancel()


_worker: Callable[[Any], Any] | None = None
_stopped: Any = None


def _start(worker_of: Callable[[Any], Callable[[Any], Any]], plan: Any, stopped: Any) -> None:
    global _worker, _stopped  # noqa: PLW0603  # a process of a pool has one job
    _stopped = stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that spreads
    _worker = worker_of(plan)


def _work(block: list[Any]) -> list[Any]:
    assert _worker is not None
    return [_worker(record) for record in block if not _stopped.value]
