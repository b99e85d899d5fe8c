"""The names that an expression may use: what a rule file can ask of a reading.

Each name is a fact of one reading under its circumstances; what it means stands in the language
files under ``fact.NAME``, from which docs/own-patterns.md takes it.
"""

from __future__ import annotations

from typing import Final, Literal

from mjtool.messages import text

Kind = Literal["truth", "number", "text"]

FORMS: Final = ("standard", "seven_pairs", "thirteen_orphans", "four_wilds")
WAITS: Final = ("pair", "closed", "edge", "sides", "pungs", "orphans")

NAMES: Final[dict[str, Kind]] = {
    "form": "text",
    "chows": "number",
    "pungs": "number",
    "kongs": "number",
    "exposed": "number",
    "fixed": "number",
    "concealed_pungs": "number",
    "concealed_kongs": "number",
    "quads": "number",
    "suits": "number",
    "honors": "number",
    "winds": "number",
    "dragons": "number",
    "terminals": "number",
    "simples": "number",
    "wait": "text",
    "waits": "number",
    "self_drawn": "truth",
    "dealer": "truth",
    "kong_draw": "truth",
    "robbing_kong": "truth",
    "last_tile": "truth",
    "triple_win": "truth",
    "heavenly_hand": "truth",
    "earthly_hand": "truth",
    "human_hand": "truth",
    "kong_discard": "truth",
    "last_discard": "truth",
    "before_discard": "truth",
    "robbed": "truth",
    "wild": "number",
    "win_copies": "number",
    "straight": "truth",
    "mixed_straight": "truth",
    "three_suit_chows": "truth",
    "three_suit_pungs": "truth",
    "same_chows": "number",
    "same_chow_pairs": "number",
    "stepped_pungs": "number",
    "seat_pungs": "number",
    "round_pungs": "number",
}
"""Every plain name with the kind of its value, in the order of the docs."""

CALLS: Final[dict[str, Kind]] = {
    "only": "truth",
    "tiles": "number",
    "pungs_of": "number",
    "chows_from": "number",
    "pair_of": "truth",
    "all_sets_have": "truth",
}
"""Every name that is asked of some kinds of tile, with the kind of its value."""

TEXTS: Final[dict[str, tuple[str, ...]]] = {"form": FORMS, "wait": WAITS}
"""The texts that a name of kind text can be."""


def described(lang: str = "en") -> list[tuple[str, Kind, str]]:
    """Return every name as it is written, the kind of its value, and what it means in ``lang``."""
    plain = [(name, kind, text(f"fact.{name}", lang)) for name, kind in NAMES.items()]
    called = [(f"{name}(T)", kind, text(f"fact.{name}", lang)) for name, kind in CALLS.items()]
    return plain + called
