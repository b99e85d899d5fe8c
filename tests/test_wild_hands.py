"""Winning hands with wild tiles: the known totals, small sets hand by hand, hands by chance."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, prod
from random import Random

import pytest

from mjtool.census.wild_hands import Looks, WildHands
from tests.oracles_facts import is_orphans, is_seven_pairs, splits

ALL = frozenset(range(34))
BUT_RED = ALL - {33}

FOUR = {
    0: (10_355_541, 10_697_992_958_796),
    1: (49_451_400, 30_311_980_115_640),
    2: (105_314_994, 35_970_065_216_724),
    3: (134_143_482, 23_700_604_637_928),
    4: (115_337_715, 9_733_528_880_310),
}
ANY = {1: 50_028_288, 2: 106_819_704, 3: 135_777_537, 4: 116_461_191}


@pytest.mark.parametrize("wilds", FOUR)
def test_hands_and_their_ways_with_the_red_dragon_wild(wilds):
    found = WildHands(14 - wilds, BUT_RED, [Looks(1, wilds)])
    assert found.number == FOUR[wilds]


@pytest.mark.slow
@pytest.mark.parametrize("wilds", ANY)
def test_hands_of_any_number_of_copies(wilds):
    found = WildHands(14 - wilds, BUT_RED, [Looks(1, wilds, any_copies=True)])
    assert found.number.hands == ANY[wilds]


@pytest.mark.parametrize(
    ("forms", "number"),
    [
        pytest.param(1, (11_498_658, 11_353_128_141_498), id="four-sets-and-a-pair"),
        pytest.param(2, (13, 1_308_622_848), id="thirteen-orphans"),
        pytest.param(4, (5_379_616, 1_505_948_184_576), id="seven-different-pairs"),
        pytest.param(8, (16_417_104, 1_569_298_171_584), id="seven-pairs"),
        pytest.param(3, (11_498_671, 11_354_436_764_346), id="jipinghu"),
        pytest.param(11, (27_907_837, 12_922_416_496_752), id="tuidaohu"),
    ],
)
def test_hands_without_wild_tiles(forms, number):
    assert WildHands(14, ALL, [Looks(forms)]).number == number


def vectors(kinds, tiles):
    """Yield every count vector of so many tiles of these kinds."""
    for counts in product(range(5), repeat=len(kinds)):
        if sum(counts) == tiles:
            found = [0] * 34
            for kind, count in zip(kinds, counts, strict=True):
                found[kind] = count
            yield found


def wins(counts, look):
    """Return whether some assignment of the wild tiles is complete."""
    held = list(counts)
    for kind, more in look.also:
        held[kind] += more
    for stands in combinations_with_replacement(sorted(look.become), look.wilds):
        whole = list(held)
        for kind in stands:
            whole[kind] += 1
        if not look.any_copies and max(whole) > 4:
            continue
        pairs = "distinct" if look.forms & 4 else "quads" if look.forms & 8 else "no"
        if look.forms & 1 and any(True for _ in splits(whole, 4)):
            return True
        if is_seven_pairs(whole, pairs) or (look.forms & 2 and is_orphans(whole)):
            return True
    return False


M, Z = frozenset(range(9)), frozenset(range(27, 34))
SMALL = [
    pytest.param("123m17z", 12, [Looks(11, 2, M | {27, 33})], id="both-forms"),
    pytest.param("1234m17z", 13, [Looks(5, 1, frozenset({0, 1, 2, 3, 4, 27}))], id="distinct"),
    pytest.param("123m29s", 12, [Looks(9, 2, M | {26}, any_copies=True)], id="any-copies"),
    pytest.param("123m1s12z", 13, [Looks(1, 1), Looks(11, 0, ALL, False, ((33, 1),))], id="two"),
    pytest.param("12m", 7, [Looks(1, 7, M)], id="seven"),
]


def kinds_of(text):
    digits, found = "", set()
    for char in text:
        if char.isdigit():
            digits += char
        else:
            found |= {"mpsz".index(char) * 9 + int(digit) - 1 for digit in digits}
            digits = ""
    return sorted(found)


@pytest.mark.parametrize(("text", "tiles", "looks"), SMALL)
def test_small_sets_hand_by_hand(text, tiles, looks):
    kinds = kinds_of(text)
    found = WildHands(tiles, frozenset(kinds), looks).number
    hands = [each for each in vectors(kinds, tiles) if any(wins(each, look) for look in looks)]
    ways = sum(prod(comb(4, count) for count in each) for each in hands)
    assert found == (len(hands), ways)


@pytest.mark.parametrize("wilds", range(5))
def test_orphans(wilds):
    # of twelve kinds each once, or one of them twice
    n = 14 - wilds
    hands = comb(12, n) + 12 * comb(11, n - 2)
    ways = comb(12, n) * 4**n + 12 * comb(11, n - 2) * 6 * 4 ** (n - 2)
    assert WildHands(n, BUT_RED, [Looks(2, wilds)]).number == (hands, ways)


def test_each_hand_is_drawn_as_often_as_another():
    looks = [Looks(11, 1, frozenset(kinds_of("123m9p1z")))]
    kinds = kinds_of("123m9p1z")
    hands = WildHands(13, frozenset(kinds), looks)
    chance = Random(5)
    drawn = Counter(hands.draw(chance) for _ in range(20 * hands.number.hands))
    assert all(wins(each, looks[0]) for each in drawn)
    assert len(drawn) == hands.number.hands
    assert max(drawn.values()) < 60
