"""Hands with their circumstances that a table can be asked about: where rule files differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

Fields = dict[str, Any]
"""A request of ``mjtool score``, without the rules."""

HANDS: Final = (
    "123m456m789p234s55s",
    "123m456p789s111z22m",
    "123m456p789s222z33m",
    "123m456p789s555z22m",
    "[789s]123m456p55522z",
    "111m222p444s666p55z",
    "[111m][222p]444s666p55z",
    "123m456m789m111z22z",
    "[123m]456m789m111z22z",
    "12312345678955m",
    "[123m]123456789m55m",
    "111222444m11122z",
    "111222444m777m99m",
    "[111m]222444777m99m",
    "111999m111999p11z",
    "111999m111999p99s",
    "11122233355566z",
    "555666777z123m11p",
    "[555z]666777z123m11p",
    "55566677z123m456p",
    "111222333444z55m",
    "11122233344z123m",
    "11123456789995m",
    "11123456789991m",
    "19m19p19s12345677z",
    "1122m3344p5566s77z",
    "1111m2233p5566s77z",
    "11335577m1133p99s",
    "1122334455667m7m",
    "11223344556677z",
    "(1111m)(2222p)(3333s)(4444z)55z",
    "[1111m]123p456p789p55z",
    "(1111m)123p456p789p55z",
    "[123m][456p][789s][111z]22z",
    "[111m][222p][444s][666p]55z",
    "123789m123789p99s",
    "123m123p123s11122z",
    "123456789m123p55z",
)
"""Complete hands, the winning tile last: every pattern the program knows, and what tables add."""

WAYS: Final[tuple[Fields, ...]] = (
    {"self_drawn": True, "seat": "S"},
    {"self_drawn": True, "seat": "E"},
    {"seat": "S", "from": "E"},
    {"seat": "S", "from": "W"},
    {"seat": "E", "from": "S"},
    {"seat": "S", "from": "W", "events": ["robbing_kong"]},
    {"seat": "S", "from": "W", "events": ["triple_win"]},
    {"seat": "S", "from": "W", "events": ["kong_discard"]},
    {"seat": "S", "from": "W", "events": ["last_discard"]},
    {"seat": "S", "from": "E", "events": ["human_hand"]},
    {"self_drawn": True, "seat": "S", "events": ["kong_draw"]},
    {"self_drawn": True, "seat": "S", "events": ["last_tile"]},
    {"self_drawn": True, "seat": "E", "events": ["heavenly_hand"]},
    {"self_drawn": True, "seat": "S", "events": ["earthly_hand"]},
    {"self_drawn": True, "seat": "S", "liable": "N"},
    {"self_drawn": True, "seat": "E", "streak": 2},
    {"self_drawn": True, "seat": "S", "winner_streak": 2},
    {"self_drawn": True, "seat": "S", "follow": True},
    {"self_drawn": True, "seat": "S", "kongs": [{"seat": "W", "kind": "exposed", "from": "N"}]},
    {"self_drawn": True, "seat": "S", "kongs": [{"seat": "W", "kind": "concealed"}]},
    {"self_drawn": True, "seat": "S", "kongs": [{"seat": "W", "kind": "added"}]},
    {"self_drawn": True, "seat": "S", "kongs": [{"seat": "W", "kind": "added", "late": True}]},
    {"self_drawn": True, "seat": "E", "horses": ["1m"]},
    {"self_drawn": True, "seat": "E", "horses": ["2m"]},
    {"self_drawn": True, "seat": "S", "horses": ["1z"]},
    {"self_drawn": True, "seat": "S", "horses": ["6z"]},
    {"self_drawn": True, "seat": "S", "horses": []},
    {"seat": "S", "from": "W", "horses": ["1m"]},
)
"""How a hand is won, plain ways first."""


def questions() -> Iterator[Fields]:
    """Yield questions, those with plain circumstances first."""
    for way in WAYS:
        for hand in HANDS:
            yield {"hand": hand, **way, "round": "E"}


def about(hand: str, win: str) -> Iterator[Fields]:
    """Yield questions about one hand, in every way that it may be won."""
    for way in WAYS:
        yield {"hand": hand, "win": win, **way, "round": "E"}
