"""Game logs replayed: events in, state and findings out, one pass.

:func:`replay` takes files and folders and yields, in order, a :class:`Finding` for each fault,
what else its :class:`Plan` asks for, and :class:`Counts` behind each log.
"""

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
