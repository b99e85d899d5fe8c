"""Records over the machines of a Dask cluster; a worker that is lost has its records done anew.

The extra ``dask`` is asked for where a cluster is used, and nowhere before.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Generic, NamedTuple, TypeVar

from mjtool import limits
from mjtool.errors import MissingExtraError, MjtoolError
from mjtool.limits import Limits

Record = TypeVar("Record")
Result = TypeVar("Result")

LOCAL: Final = "local"
WAIT: Final = 10
"""Seconds in which a scheduler answers and has a worker."""
_SILENT: Final = 51
"""More than the level of any message of the library."""


class Cluster(NamedTuple):
    """Where records are worked on: the address of a Dask scheduler, or ``local``."""

    address: str

    def verify(self) -> Cluster:
        """Return the cluster itself; MissingExtraError where nothing of it can be used."""
        try:
            import distributed  # noqa: F401, PLC0415  # loads in half a second
        except ImportError:
            raise MissingExtraError("missing_extra.dask") from None
        return self


class Crew(Generic[Record, Result]):
    """The workers of a cluster: blocks of records in, their results out, in order."""

    def __init__(
        self,
        work: tuple[Callable[[Any], Callable[[Record], Result]], Any],
        cluster: Cluster,
        lost: Callable[[Record], Result] | None,
        halves: Callable[[Record], Sequence[Record]],
    ) -> None:
        cluster.verify()
        self.pending: deque[tuple[list[Record], Any]] = deque()
        self._work = (os.urandom(16).hex(), *work, limits.now())
        self._lost = lost
        self._halves = halves
        # A worker that is lost is told where a record has no answer for it, and only there.
        _silence()
        self._own: Any = None
        self._client = self._connected(cluster.address)
        try:
            self.most = max(16, 4 * self._threads())
        except BaseException:
            self.stop()
            raise

    def _connected(self, address: str) -> Any:
        from distributed import Client, LocalCluster  # noqa: PLC0415

        try:
            if address == LOCAL:
                self._own = LocalCluster(  # type: ignore[no-untyped-call]
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=":0",
                    silence_logs=_SILENT,
                    preload=["mjtool.cluster"],
                )
            return Client(self._own or address, timeout=WAIT, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError, ImportError) as error:
            self._close(self._own)
            raise MjtoolError("cluster.unreached", address=address, detail=_line(error)) from None

    def _threads(self) -> int:
        """Return how many threads work for us; MjtoolError where their answers may not be ours."""
        try:
            self._client.wait_for_workers(1, timeout=WAIT)
        except Exception:  # of several kinds, by the version of the library
            raise MjtoolError("cluster.empty", seconds=WAIT) from None
        own = _version()
        try:
            versions = self._client.run(_version)
        except Exception as error:
            raise MjtoolError("cluster.unfit", detail=_line(error)) from None
        for worker, found in versions.items():
            if found != own:
                raise MjtoolError("cluster.version", worker=worker, found=found, own=own)
        return int(sum(self._client.nthreads().values()))

    def submit(self, records: list[Record]) -> None:
        """Give a block of records to whoever is free."""
        self.pending.append((records, self._future(records)))

    def _future(self, records: list[Record]) -> Any:
        return self._client.submit(_work, self._work, records, pure=False)

    def next(self) -> list[Result]:
        """Return the results of the oldest block."""
        records, future = self.pending.popleft()
        return self._results(records, future)

    def _results(self, records: list[Record], future: Any) -> list[Result]:
        from distributed import KilledWorker  # noqa: PLC0415

        try:
            return self._result(future)
        except KilledWorker:
            # The cluster has tried several times. Who kills the workers is found by halves, with
            # nothing of ours beside it: what is beside it is counted as lost by the cluster too.
            self._wait()
        if len(records) > 1:
            middle = len(records) // 2
            return self._again(records[:middle]) + self._again(records[middle:])
        parts = self._halves(records[0])
        if parts:
            return [result for part in parts for result in self._again([part])]
        try:
            return self._result(self._future(records))
        except KilledWorker:
            if self._lost is None:
                raise MjtoolError("process_lost") from None
            return [self._lost(records[0])]

    @staticmethod
    def _result(future: Any) -> list[Result]:
        """Return the results of a block; MjtoolError where the scheduler is gone."""
        from concurrent.futures import CancelledError  # noqa: PLC0415

        try:
            results: list[Result] = future.result()
        except (OSError, CancelledError):
            raise MjtoolError("cluster.gone") from None
        return results

    def _again(self, records: list[Record]) -> list[Result]:
        return self._results(records, self._future(records))

    def _wait(self) -> None:
        from distributed import KilledWorker  # noqa: PLC0415

        for _, future in self.pending:
            with suppress(KilledWorker):
                self._result(future)

    def stop(self) -> None:
        """End all that is under way."""
        if self.pending:
            self._client.cancel([future for _, future in self.pending], force=True)
        self._close(self._client)
        self._close(self._own)

    @staticmethod
    def _close(each: Any) -> None:
        if each is not None:
            each.close()


def _silence() -> None:
    """Have the library say nothing: its loggers have levels of their own."""
    import logging  # noqa: PLC0415  # most runs have no cluster

    for name in ["distributed", *logging.root.manager.loggerDict]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(_SILENT)


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__


def dask_setup(_: Any) -> None:
    """Leave Ctrl-C to the process that made the cluster; called in each worker of it."""
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415  # only who asks a cluster pays for it

    return version("mjtool")


_kept = threading.local()
"""The worker of the run that a thread has worked for last."""


def _work(
    work: tuple[str, Callable[[Any], Callable[[Any], Any]], Any, Limits], block: list[Any]
) -> Any:
    """Return the results of a block, on a worker of the cluster."""
    name, worker_of, plan, most = work
    limits.use(most)
    if getattr(_kept, "name", None) != name:
        _kept.worker = worker_of(plan)
        _kept.name = name
    return [_kept.worker(record) for record in block]
