"""Hand analysis for Chinese mahjong: scores, waits, shanten, efficiency, replay.

The names in ``__all__`` are the public ones. They load when they are first used, so that
``import mjtool`` stays cheap.

>>> import mjtool
>>> mjtool.shanten("123m456p789s1122z", "jipinghu").shanten
0
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mjtool import batch, kernel
    from mjtool.analysis.efficiency import Efficiency
    from mjtool.analysis.shanten import Shanten
    from mjtool.analysis.waits import Waits
    from mjtool.errors import (
        CaseError,
        MissingExtraError,
        MjtoolError,
        NotationError,
        RequestError,
        RuleError,
        SourceError,
    )
    from mjtool.front import (
        answer,
        coins,
        efficiency,
        score,
        settle,
        shanten,
        verify_circumstances,
        waits,
    )
    from mjtool.game_log.finding import Finding
    from mjtool.game_log.run import Plan, Unread, replay
    from mjtool.game_log.tally import Counts, HandRow
    from mjtool.game_log.worth import Worth
    from mjtool.hand import FixedSet, Hand, SetKind
    from mjtool.rules import BUILTINS, RuleSet, load_rules
    from mjtool.scoring import Score
    from mjtool.settlement import HandResult, KongClaim, Ledger, Payment, Room, Winner
    from mjtool.tiles import Tile, Wind, parse_tiles

__all__ = [
    "BUILTINS",
    "CaseError",
    "Counts",
    "Efficiency",
    "Finding",
    "FixedSet",
    "Hand",
    "HandResult",
    "HandRow",
    "KongClaim",
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
    "Shanten",
    "SourceError",
    "Tile",
    "Unread",
    "Waits",
    "Wind",
    "Winner",
    "Worth",
    "answer",
    "batch",
    "coins",
    "efficiency",
    "kernel",
    "load_rules",
    "parse_tiles",
    "replay",
    "score",
    "settle",
    "shanten",
    "verify_circumstances",
    "waits",
]

_HOMES: Final = {
    "mjtool.analysis.efficiency": ("Efficiency",),
    "mjtool.analysis.shanten": ("Shanten",),
    "mjtool.analysis.waits": ("Waits",),
    "mjtool.errors": (
        "CaseError",
        "MissingExtraError",
        "MjtoolError",
        "NotationError",
        "RequestError",
        "RuleError",
        "SourceError",
    ),
    "mjtool.front": (
        "answer",
        "coins",
        "efficiency",
        "score",
        "settle",
        "shanten",
        "verify_circumstances",
        "waits",
    ),
    "mjtool.game_log.finding": ("Finding",),
    "mjtool.game_log.run": ("Plan", "Unread", "replay"),
    "mjtool.game_log.tally": ("Counts", "HandRow"),
    "mjtool.game_log.worth": ("Worth",),
    "mjtool.hand": ("FixedSet", "Hand", "SetKind"),
    "mjtool.rules": ("BUILTINS", "RuleSet", "load_rules"),
    "mjtool.scoring": ("Score",),
    "mjtool.settlement": ("HandResult", "KongClaim", "Ledger", "Payment", "Room", "Winner"),
    "mjtool.tiles": ("Tile", "Wind", "parse_tiles"),
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in ("batch", "kernel"):
        return importlib.import_module(f"mjtool.{name}")
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("mjtool")
    if name not in _HOME:
        raise AttributeError(f"module 'mjtool' has no attribute {name!r}")
    found = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
