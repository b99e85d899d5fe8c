"""Hands with wild tiles, in the kernel and from Python: what they cost beside hands without."""

import random
from statistics import median

import pairs
import pytest
from deals import hands, winning_hands

import mjtool
from mjtool import kernel
from mjtool.hand import Hand
from mjtool.notation import format_tiles
from mjtool.rules import load_rules

NUMBER = 400
FLOWERS = [34, 35, 36, 37]
RED = [33] * 4
GAMES = {
    "jipinghu, told": ("jipinghu", RED, {"wild": "7z"}),
    "hongzhong_mil": ("hongzhong_mil", RED, {}),
    "guangdong_mil": ("guangdong_mil", FLOWERS, {}),
}
"""Rules, their wild tiles and what else a call has to say of them."""


def without(tiles, wilds, seed):
    """Return the counts of a hand less so many of its tiles, which wild tiles stand for."""
    kept = random.Random(f"{seed} {tiles}").sample(tiles, len(tiles) - wilds)
    return bytes(kept.count(kind) for kind in range(34))


def tiles_of(counts):
    return [kind for kind in range(34) for _ in range(counts[kind])]


@pytest.mark.parametrize("any_copies", [False, True], ids=["four", "any"])
@pytest.mark.parametrize("wilds", [1, 4])
@pytest.mark.parametrize("forms", [1, 3, 9])
def test_ratio_of_shanten(capsys, forms, wilds, any_copies):
    whole = [bytes(counts) for counts in hands(14, NUMBER)]
    naturals = [without(tiles_of(counts), wilds, 5) for counts in whole]
    found = pairs.compare(
        pairs.over(lambda each: kernel.shanten(each, 0, forms), whole),
        pairs.over(lambda each: kernel.shanten(each, 0, forms, wilds, any_copies), naturals),
    )
    with capsys.disabled():
        print(f"\nshanten, {wilds} wild, forms {forms}: {found} what it takes without")
    assert median(found.ratios) < 1.3


def hands_of(rules, dealt, wild, number):
    """Yield hands in which so many tiles are wild, with the tiles that these took the place of."""
    lacks = {33, *rules.stock.lacks}
    for tiles in dealt:
        kept = random.Random(f"7 {tiles}").sample(tiles, len(tiles) - number)
        if not lacks & {*kept, *(tiles if wild is RED else ())}:
            yield format_tiles([*kept, *wild[:number]]), format_tiles(tiles)


@pytest.mark.parametrize("told", GAMES)
@pytest.mark.parametrize("wilds", [0, 1, 2, 4])
@pytest.mark.parametrize("size", [13, 14])
def test_ratio_of_shanten_from_python(capsys, told, wilds, size):
    name, wild, how = GAMES[told]
    rules = load_rules(name)
    plain = load_rules("tuidaohu" if rules.forms.seven_pairs == "quads" else "jipinghu")
    dealt = [tiles_of(counts) for counts in hands(size, 40 * NUMBER)]
    both = [
        (Hand.parse(text), Hand.parse(other)) for text, other in hands_of(rules, dealt, wild, wilds)
    ][:NUMBER]
    found = pairs.compare(
        pairs.over(lambda each: mjtool.shanten(each, plain), [other for _, other in both]),
        pairs.over(lambda each: mjtool.shanten(each, rules, **how), [each for each, _ in both]),
    )
    with capsys.disabled():
        print(
            f"\nmjtool.shanten, {size} tiles, {told}, {wilds} wild: {found} what it takes without"
        )
    assert median(found.ratios) < 1.3


@pytest.mark.parametrize("told", GAMES)
@pytest.mark.parametrize(("wilds", "most"), [(0, 10), (1, 10), (2, 30), (4, 300)])
@pytest.mark.parametrize("text", [False, True], ids=["hands", "text"])
def test_score(capsys, told, wilds, most, text):
    """Hands that nobody has asked for yet, after as many others: what is judged is kept."""
    name, wild, how = GAMES[told]
    rules = load_rules(name)
    found = [each for each, _ in hands_of(rules, winning_hands(40 * NUMBER), wild, wilds)]
    whole = [each if text else Hand.parse(each) for each in found][: 8 * NUMBER]
    half = len(whole) // 2
    first, then = (
        pairs.over(lambda each: mjtool.score(each, rules, self_drawn=True, **how), part)
        for part in (whole[:half], whole[half:])
    )
    pairs.once(first)
    took = pairs.once(then) / half
    with capsys.disabled():
        print(f"\nmjtool.score, {told}, {wilds} wild, {half} hands: {took / 1000:.1f} microseconds")
    assert took < 1000 * most


@pytest.mark.parametrize(("wilds", "most"), [(1, 5), (2, 15), (4, 150)])
def test_sights(capsys, wilds, most):
    """At most half of what scoring such a hand may take."""
    dealt = [without(list(tiles), wilds, 7) for tiles in winning_hands(NUMBER)]
    took = pairs.alone(
        pairs.over(
            lambda each: kernel.wild_sights(each, b"", 3, False, None, wilds, -1, wilds - 1), dealt
        )
    )
    with capsys.disabled():
        print(f"\nsights, {wilds} wild: {took / 1000:.1f} microseconds")
    assert took < 1000 * most
