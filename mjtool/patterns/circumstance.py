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
def kong_draw(facts: Facts) -> bool:
    """杠上开花: won on the replacement tile of a kong."""
    return facts.happened("kong_draw")


@pattern
def robbing_kong(facts: Facts) -> bool:
    """抢杠: won on the tile of another's kong."""
    return facts.happened("robbing_kong")


@pattern
def last_tile(facts: Facts) -> bool:
    """海底捞月: won on the last tile of the wall, self-drawn."""
    return facts.happened("last_tile")


@pattern
def triple_win(facts: Facts) -> bool:
    """一炮三响: three winners on one tile."""
    return facts.happened("triple_win")


@pattern
def kong_discard(facts: Facts) -> bool:
    """杠上炮: won on the discard that follows the discarder's own kong draw."""
    return facts.happened("kong_discard")


@pattern
def last_discard(facts: Facts) -> bool:
    """海底炮: won on a discard after the last draw."""
    return facts.happened("last_discard")


@pattern
def before_discard(facts: Facts) -> bool:
    """未打牌先胡: won before the winner's first discard."""
    return facts.happened("before_discard")


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


@bonus
def no_wild(facts: Facts) -> int:
    """无鬼: no wild tile is held, not even one that stands for itself."""
    return int(facts.how.wild == 0)
