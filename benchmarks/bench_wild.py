"""Hands with wild tiles in the kernel: what they cost beside hands without."""

import random
from statistics import median

import pairs
import pytest
from deals import hands, winning_hands

from mjtool import kernel

NUMBER = 400


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
