"""Small game logs written by hand: hands in notation, play as short words.

``d0:7z`` seat 0 discards, ``t1:5p`` seat 1 takes (draws), ``c2:8m:67m`` chows, ``p3:1z`` pungs,
``k1:5p:added`` kongs, ``f0:1f`` sets a flower aside, ``w2:8m`` wins self-drawn, ``w2:8m:1`` on a
tile of seat 1, ``washout``, ``e2`` escapes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mjtool.game_log import Finding, Plan, audit_lines
from mjtool.tiles import NAMES, parse_tiles

DATA = Path(__file__).resolve().parent / "data" / "logs" / "native"
PLAYERS = ["a", "b", "c", "d"]
ACTS = {"d": "discard", "t": "draw", "c": "chow", "p": "pung", "k": "kong", "f": "flower"}


def names(text: str) -> list[str]:
    """Return the tiles of ``text`` in the order written."""
    return [NAMES[tile] for tile in parse_tiles(text, flowers=True)]


def event(word: str) -> dict[str, Any]:
    """Return the event that one word of play writes."""
    if word == "washout":
        return {"type": "washout"}
    act, seat = word[0], int(word[1])
    rest = word[2:].strip(":").split(":")
    if act == "e":
        return {"type": "escape", "seat": seat}
    if act == "w":
        more = {"from": int(rest[1])} if len(rest) > 1 else {}
        return {"type": "win", "seat": seat, "tile": rest[0], **more}
    out: dict[str, Any] = {"type": ACTS[act], "seat": seat, "tile": rest[0]}
    if act == "c":
        out["with"] = names(rest[1])
    if act == "k":
        out["kind"] = rest[1]
    return out


class Log:
    """A native log in the making; every method returns the log."""

    def __init__(self, rules: str = "jipinghu", **more: Any) -> None:
        self.events: list[dict[str, Any]] = []
        self.game(rules, **more)

    def add(self, kind: str, **fields: Any) -> Log:
        """Add an event as it is."""
        self.events.append({"type": kind, **fields})
        return self

    def game(self, rules: str = "jipinghu", **more: Any) -> Log:
        """Begin a game."""
        return self.add("start_game", rules=rules, players=PLAYERS, **more)

    def hand(self, *hands: str, dealer: int = 0, number: int = 1, **more: Any) -> Log:
        """Deal four hands."""
        deal = [names(each) for each in hands]
        return self.add("start_hand", hand=number, dealer=dealer, deal=deal, **more)

    def play(self, words: str) -> Log:
        """Add what the words write."""
        self.events += [event(word) for word in words.split()]
        return self

    def end(self, *wins: dict[str, Any], points: list[int] | None = None, **more: Any) -> Log:
        """Settle the hand."""
        return self.add("end_hand", wins=list(wins), points=points or [0, 0, 0, 0], **more)

    def over(self, **more: Any) -> Log:
        """End the game."""
        return self.add("end_game", **more)

    @property
    def lines(self) -> list[bytes]:
        """The lines of the log."""
        return [json.dumps(each).encode() for each in self.events]

    def findings(self, **plan: Any) -> list[Finding]:
        """Return what the audit finds."""
        return audit_lines(self.lines, Plan(**plan))

    def codes(self, **plan: Any) -> list[tuple[int, str]]:
        """Return the line and code of each finding."""
        return [(found.line, found.code) for found in self.findings(**plan)]


def rest_of(hands: list[str], flowers: bool = False) -> list[str]:
    """Return the tiles that ``hands`` leave of a set, in order."""
    left = [name for name in NAMES[:34] for _ in range(4)] + (list(NAMES[34:]) if flowers else [])
    for hand in hands:
        for tile in names(hand):
            left.remove(tile)
    return left


def drawn_out(wall: list[str], dealer: int, first: str, horses: int = 0) -> str:
    """Return the play in which nobody moves but to throw what it drew, to the wall's end."""
    words = [f"d{dealer}:{first}"]
    for turn, tile in enumerate(wall[: len(wall) - horses], 1):
        seat = (dealer + turn) % 4
        words += [f"t{seat}:{tile}", f"d{seat}:{tile}"]
    return " ".join(words)
