"""Targets: how far a hand is from one pattern of the rule set, and which tiles bring it nearer."""

from __future__ import annotations

from dataclasses import dataclass

from mjtool.hand import Hand
from mjtool.rules.model import RuleSet
from mjtool.tiles import Tile


@dataclass(frozen=True, slots=True)
class Target:
    """One pattern: shanten towards it, useful tiles with copies left, and their sum."""

    pattern: str
    shanten: int
    tiles: tuple[tuple[Tile, int], ...]
    total: int


def targets(hand: Hand, rules: RuleSet, left: bytes) -> tuple[Target, ...]:
    """Return the patterns that the hand can still reach, in the order of the rule file."""
    raise NotImplementedError
