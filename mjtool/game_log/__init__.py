"""Game logs: formats to events, and whole logs replayed, state and findings out in one pass.

:func:`replay` takes files and folders and yields, in order, a :class:`Finding` for each fault,
what else its :class:`Plan` asks for, and :class:`Counts` behind each log.
"""

from mjtool.game_log.board import Board
from mjtool.game_log.finding import CODES, Finding
from mjtool.game_log.run import Item, Plan, Unread, audit_lines, replay
from mjtool.game_log.story import HandStory
from mjtool.game_log.tally import Counts, HandRow, WinRow
from mjtool.game_log.worth import Worth

__all__ = [
    "CODES",
    "Board",
    "Counts",
    "Finding",
    "HandRow",
    "HandStory",
    "Item",
    "Plan",
    "Unread",
    "WinRow",
    "Worth",
    "audit_lines",
    "replay",
]
