"""Patterns of shape: which sets make up the reading."""

from __future__ import annotations

from mjtool.patterns.facts import FOUR_WILDS, SEVEN_PAIRS, THIRTEEN_ORPHANS, Facts
from mjtool.patterns.registry import bonus, pattern

ALL_WINDS = 0b1111
ALL_DRAGONS = 0b111


@pattern
def chicken_hand(facts: Facts) -> bool:
    """鸡胡: any complete hand."""
    return True


@pattern
def small_hand(facts: Facts) -> bool:
    """小胡: any complete hand."""
    return True


@pattern
def all_chows(facts: Facts) -> bool:
    """平胡: four chows and any pair."""
    return facts.chows == 4


@pattern
def all_pungs(facts: Facts) -> bool:
    """碰碰胡: four pungs or kongs and a pair."""
    return facts.pungs == 4


@pattern
def little_three_dragons(facts: Facts) -> bool:
    """小三元: pungs of two dragons and a dragon pair, which wild tiles may make of one of them."""
    return facts.dragon_pungs.bit_count() == 2 and facts.pair_dragon != 0


@pattern
def big_three_dragons(facts: Facts) -> bool:
    """大三元: three dragon pungs."""
    return facts.dragon_pungs == ALL_DRAGONS


@pattern
def little_four_winds(facts: Facts) -> bool:
    """小四喜: pungs of three winds and a wind pair, which wild tiles may make of one of them."""
    return facts.wind_pungs.bit_count() == 3 and facts.pair_wind != 0


@pattern
def big_four_winds(facts: Facts) -> bool:
    """大四喜: four wind pungs."""
    return facts.wind_pungs == ALL_WINDS


@pattern
def nine_gates(facts: Facts) -> bool:
    """九莲宝灯: 1112345678999 of a suit, nothing shown, and any tenth tile of that suit."""
    if facts.options.nine_gates == "loose":
        return facts.nine_gates_shape == 1
    return facts.nine_gates_wait == 1


@pattern
def thirteen_orphans(facts: Facts) -> bool:
    """十三幺: each terminal and honor, one of them twice."""
    return facts.form == THIRTEEN_ORPHANS


@pattern
def seven_pairs(facts: Facts) -> bool:
    """七对子: seven pairs."""
    return facts.form == SEVEN_PAIRS


@pattern
def four_wilds(facts: Facts) -> bool:
    """四鬼和: all wild tiles are held, whatever the rest."""
    return facts.form == FOUR_WILDS


@pattern
def four_kongs(facts: Facts) -> bool:
    """十八罗汉: four kongs of any kind."""
    return facts.kongs == 4


@bonus
def dragon_pung(facts: Facts) -> int:
    """三元刻: one for each dragon pung."""
    return facts.dragon_pungs.bit_count() + facts.dragons_again


@bonus
def seat_wind(facts: Facts) -> int:
    """门风刻: a pung of the own seat's wind."""
    return 0 if facts.how.seat is None else facts.wind_pungs >> facts.how.seat & 1


@bonus
def round_wind(facts: Facts) -> int:
    """圈风刻: a pung of the round's wind."""
    return 0 if facts.how.round is None else facts.wind_pungs >> facts.how.round & 1
