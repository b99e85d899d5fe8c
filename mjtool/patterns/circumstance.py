"""Patterns and bonuses of circumstance: how the hand was won, and what was shown."""

from __future__ import annotations

from mjtool.patterns.facts import Facts
from mjtool.patterns.registry import bonus, pattern


@pattern
def heavenly_hand(facts: Facts) -> bool:
    """天和: the dealer's dealt tiles win."""
    return facts.happened("heavenly_hand")


@pattern
def earthly_hand(facts: Facts) -> bool:
    """地和: another seat wins on its first draw."""
    return facts.happened("earthly_hand")


@pattern
def human_hand(facts: Facts) -> bool:
    """人和: another seat wins on the dealer's first discard."""
    return facts.happened("human_hand")


@pattern
def four_concealed_pungs(facts: Facts) -> bool:
    """四暗刻: four pungs, none shown; the last one self-drawn, or the wait was on the pair."""
    own = facts.how.self_drawn or facts.pair_win == 1
    return facts.pungs == 4 and facts.exposed == 0 and own


@bonus
def self_draw(facts: Facts) -> int:
    """自摸: the winning tile was drawn by the winner."""
    return int(facts.how.self_drawn)


@bonus
def concealed_hand(facts: Facts) -> int:
    """门前清: no chow, pung or exposed kong; concealed kongs keep it."""
    return int(facts.exposed == 0)
