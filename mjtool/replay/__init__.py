"""Game logs replayed: events in, state and findings out, one pass.

:func:`replay` takes files and folders and yields, in order, a :class:`Finding` for each fault,
what else its :class:`Plan` asks for, and :class:`Counts` behind each log.
The package itself is callable, so that ``mjtool.replay(paths)`` is what its name says.

>>> import mjtool
>>> list(mjtool.replay([])) == list(replay([]))
True
"""

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from mjtool.replay.finding import CODES, Finding
from mjtool.replay.run import Item, Plan, Unread, audit_lines, replay
from mjtool.replay.tally import Counts, HandRow, WinRow
from mjtool.replay.worth import Worth

__all__ = [
    "CODES",
    "Counts",
    "Finding",
    "HandRow",
    "Item",
    "Plan",
    "Unread",
    "WinRow",
    "Worth",
    "audit_lines",
    "replay",
]


class _Callable(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Iterator[Item]:
        """Replay logs: the same as :func:`replay`."""
        return replay(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
