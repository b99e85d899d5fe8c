"""Hand analysis for Chinese mahjong: scores, waits, shanten, efficiency, replay.

The names in ``__all__`` are the public ones. They load when they are first used, so that
``import mjtool`` stays cheap.

>>> import mjtool
>>> mjtool.shanten(mjtool.Hand.parse("123m456p789s1122z"), mjtool.load_rules("jipinghu")).shanten
0
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mjtool import kernel
    from mjtool.analysis.efficiency import efficiency
    from mjtool.analysis.shanten import shanten
    from mjtool.analysis.waits import waits
    from mjtool.errors import (
        CaseError,
        MissingExtraError,
        MjtoolError,
        NotationError,
        RequestError,
        RuleError,
        SourceError,
    )
    from mjtool.game_log.finding import Finding
    from mjtool.game_log.run import Plan, Unread, replay
    from mjtool.game_log.tally import Counts, HandRow
    from mjtool.game_log.worth import Worth
    from mjtool.hand import FixedSet, Hand, SetKind
    from mjtool.rules import BUILTINS, RuleSet, load_rules
    from mjtool.scoring import Score, score
    from mjtool.settlement import HandResult, Ledger, Payment, Room, settle
    from mjtool.tiles import Tile, Wind

__all__ = [
    "BUILTINS",
    "CaseError",
    "Counts",
    "Finding",
    "FixedSet",
    "Hand",
    "HandResult",
    "HandRow",
    "Ledger",
    "MissingExtraError",
    "MjtoolError",
    "NotationError",
    "Payment",
    "Plan",
    "RequestError",
    "Room",
    "RuleError",
    "RuleSet",
    "Score",
    "SetKind",
    "SourceError",
    "Tile",
    "Unread",
    "Wind",
    "Worth",
    "efficiency",
    "kernel",
    "load_rules",
    "replay",
    "score",
    "settle",
    "shanten",
    "waits",
]

_HOMES: Final = {
    "mjtool.analysis.efficiency": ("efficiency",),
    "mjtool.analysis.shanten": ("shanten",),
    "mjtool.analysis.waits": ("waits",),
    "mjtool.errors": (
        "CaseError",
        "MissingExtraError",
        "MjtoolError",
        "NotationError",
        "RequestError",
        "RuleError",
        "SourceError",
    ),
    "mjtool.game_log.finding": ("Finding",),
    "mjtool.game_log.run": ("Plan", "Unread", "replay"),
    "mjtool.game_log.tally": ("Counts", "HandRow"),
    "mjtool.game_log.worth": ("Worth",),
    "mjtool.hand": ("FixedSet", "Hand", "SetKind"),
    "mjtool.rules": ("BUILTINS", "RuleSet", "load_rules"),
    "mjtool.scoring": ("Score", "score"),
    "mjtool.settlement": ("HandResult", "Ledger", "Payment", "Room", "settle"),
    "mjtool.tiles": ("Tile", "Wind"),
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "kernel":
        return importlib.import_module("mjtool.kernel")
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("mjtool")
    if name not in _HOME:
        raise AttributeError(f"module 'mjtool' has no attribute {name!r}")
    found = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
