"""How far a run is, for whoever looks on: shown on stderr once nothing was said for a second.

Nothing of it is there where stderr is no terminal, and nothing is imported before it is shown.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

from mjtool.messages import text

Item = TypeVar("Item")

SILENCE: Final = 1.0
"""Seconds of silence before it is told how far a run is."""
_PAUSE: Final = 0.1
"""Seconds between two looks at how far it is."""


class Watch:
    """Counts what was done, and shows it while nothing else is said."""

    def __init__(
        self,
        lang: str,
        what: str,
        total: Callable[[], int | None] = lambda: None,
        *,
        forks: bool = False,
    ) -> None:
        """Watch ``what``, a word of the messages ``progress.WHAT``; ``total`` is asked for late.

        A run that ``forks`` is looked at only when something was done: no process is made while
        another thread runs.
        """
        self.done = 0
        self.seen = sys.stderr.isatty()
        self._lang, self._what, self._total = lang, what, total
        self._start = self._spoken = self._looked = monotonic()
        self._bar: Any = None
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._threaded = self.seen and not forks

    def __enter__(self) -> Watch:
        """Begin to look on."""
        if self._threaded:
            threading.Thread(target=self._look_on, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """End, and leave nothing on the screen."""
        self._stopped.set()
        self.clear()

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return monotonic() - self._start

    def each(
        self, items: Iterable[Item], number: Callable[[Item], int] = lambda _: 1
    ) -> Iterator[Item]:
        """Yield ``items``, counted."""
        if not self.seen:
            yield from items
            return
        for item in items:
            self.done += number(item)
            if not self._threaded and monotonic() - self._looked > _PAUSE:
                self._look()
            yield item

    def clear(self) -> None:
        """Make room on the screen for what is said next."""
        if not self.seen:
            return
        with self._lock:
            self._spoken = monotonic()
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _look_on(self) -> None:
        while not self._stopped.wait(_PAUSE):
            self._look()

    def _look(self) -> None:
        with self._lock:
            self._looked = monotonic()
            if self._stopped.is_set() or self._looked - self._spoken < SILENCE:
                return
            if self._bar is None:
                self._bar = self._shown()
            rate = self.done / max(self.seconds, 0.001)
            told = text("progress.rate", self._lang, rate=f"{rate:,.0f}") if self.done else ""
            self._bar.update(
                0, completed=self.done, rate=told, seconds=int(self.seconds), refresh=True
            )

    def _shown(self) -> Any:
        from rich import progress  # noqa: PLC0415  # only who waits pays for it
        from rich.console import Console  # noqa: PLC0415

        total = self._total()
        number = progress.TextColumn("{task.completed:,.0f}")
        columns: list[Any] = [progress.TextColumn("{task.description}")]
        if total:
            columns += [progress.BarColumn(20), progress.TaskProgressColumn()]
            columns += [number, progress.TextColumn("{task.fields[rate]}")]
            columns += [progress.TimeRemainingColumn(compact=True, elapsed_when_finished=True)]
        else:
            columns += [progress.SpinnerColumn("line")]
            columns += [number, progress.TextColumn("{task.fields[rate]}")] if self.done else []
            columns += [progress.TextColumn("{task.fields[seconds]} s")]
        bar = progress.Progress(
            *columns,
            console=Console(stderr=True, highlight=False),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        bar.add_task(
            text(f"progress.{self._what}", self._lang), total=total or None, rate="", seconds=0
        )
        bar.start()
        return bar


def lines_of(file: Path | None) -> int | None:
    """Return how many lines a plain file holds; None where that cannot be told beforehand."""
    try:
        if file is None or not file.is_file():
            return None
        with file.open("rb") as stream:
            return sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 20), b""))
    except OSError:
        return None
