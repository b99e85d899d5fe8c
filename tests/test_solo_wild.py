"""Playing alone with wild tiles: against every order of draws from a wall, tile by tile."""

import random
from fractions import Fraction
from functools import lru_cache

import oracles_wild
import pytest
from kernel_hands import kinds_of, parse
from test_kernel_wild import random_questions

from mjtool import kernel

FIGURES = {"win": 1, "ready": 2, "value": 4}
WILD = 34
PUNGS, PAIR_WIN = (kernel.FACT_FIELDS[name] for name in ("pungs", "pair_win"))


def worth(words, wilds):
    """Return what a hand is worth in these tests: a different number for most hands."""

    def field(word, where):
        return word >> where[0] & (1 << where[1]) - 1

    pungs = max(field(word, PUNGS) for word in words)
    return 1 + 3 * pungs + 2 * max(field(word, PAIR_WIN) for word in words) + 10 * (wilds == 0)


class Drawn:
    """Every order of draws, one figure; a hand is its naturals and its number of wild tiles."""

    def __init__(self, hand, fixed, wall, draws, figure):
        self.used, self.sets, self.forms, self.any_copies, self.lacks = hand
        self.fixed, self.wall, self.draws, self.figure = fixed, wall, draws, figure
        self.play = lru_cache(None)(self._play)
        self.shanten = lru_cache(None)(self._shanten)

    def _shanten(self, hand):
        naturals, wilds = hand[:WILD], hand[WILD]
        rest = self.sets, self.forms, wilds, self.any_copies, kinds_of(self.lacks)
        return oracles_wild.missing(naturals, *rest) - 1

    def points(self, hand, win):
        naturals, wilds = hand[:WILD], hand[WILD]
        found = set()
        for kinds in kernel.assignments(
            naturals, self.sets, self.forms, wilds, self.any_copies, self.lacks
        ):
            counts = bytes(oracles_wild.together(naturals, kinds))
            for won in set(kinds) if win == WILD else {win}:
                found.update(kernel.facts(counts, self.fixed, won, self.forms))
        return worth(found, wilds)

    def after(self, hand):
        return self.play(hand, bytes(35))

    def _play(self, hand, gone):
        level = self.shanten(hand)
        if self.figure == "ready" and level == 0:
            return Fraction(1)
        left = [all_of - out for all_of, out in zip(self.wall, gone, strict=True)]
        if sum(gone) == self.draws or not any(left):
            return Fraction(0)
        total = Fraction(0)
        for kind, copies in enumerate(left):
            if copies:
                total += copies * self.drawn(hand, step(gone, kind, 1), kind, level)
        return total / sum(left)

    def drawn(self, hand, gone, kind, level):
        full = step(hand, kind, 1)
        if self.shanten(full) == level:
            return self.play(hand, gone)  # thrown away again
        if level == 0:
            return Fraction(self.points(full, kind) if self.figure == "value" else 1)
        after = (step(full, other, -1) for other in range(WILD) if full[other])
        return max(self.play(each, gone) for each in after if self.shanten(each) == level - 1)


def step(counts, kind, by):
    changed = bytearray(counts)
    changed[kind] += by
    return bytes(changed)


def walls(rng, naturals, used, wilds, size):
    """Return how many tiles of each kind, and wild ones, are left in a small wall."""
    unseen = [kind for kind in range(34) for _ in range(4 - naturals[kind] - used[kind])]
    near = [k for k in unseen if any(naturals[max(0, k - 2) : k + 3])] or unseen
    chosen = rng.sample(near, min(len(near), size)) + [WILD] * rng.randint(0, 3)
    return bytes(chosen.count(kind) for kind in range(35))


POINTS = kernel.Points(worth, None, True)


def ask(hand, fixed, wall, draws, discards, naturals, wilds, swaps=0):
    used, _, forms, any_copies, lacks = hand
    return kernel.solo(
        naturals,
        used,
        wall[:WILD],
        fixed,
        forms,
        draws,
        swaps,
        discards,
        POINTS,
        wilds=wilds,
        wilds_left=wall[WILD],
        any_copies=any_copies,
        lacks=lacks,
    )


def random_walls(seed, hands, draws):
    rng = random.Random(seed)
    while hands:
        for question in random_questions(rng, 1, tiles=14):
            naturals, used, fixed, forms, wilds, any_copies, lacks = question
            hand = used, len(fixed), forms, any_copies, lacks
            level = kernel.limited_shanten(
                naturals, used, len(fixed), forms, wilds, any_copies, lacks
            )
            if level < draws:
                hands -= 1
                wall = walls(rng, naturals, used, wilds, rng.choice([4, 9, 14]))
                yield hand, fixed, wall, naturals, wilds


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize(("draws", "hands"), [(1, 20), (2, 12), (3, 5)])
def test_every_row_equals_every_order_of_draws(figure, draws, hands):
    for hand, fixed, wall, naturals, wilds in random_walls(f"{figure} {draws}", hands, draws):
        discards = [kind for kind in range(34) if naturals[kind]] + [WILD] * (wilds > 0)
        every = Drawn(hand, fixed, wall, draws, figure)
        whole = bytes([*naturals, wilds])
        discards.sort(key=lambda kind: every.shanten(step(whole, kind, -1)))
        rows = ask(hand, fixed, wall, draws, discards, naturals, wilds)
        for kind, row in zip(discards, rows, strict=True):
            wanted = float(every.after(step(whole, kind, -1)))
            found = row[list(FIGURES).index(figure)]
            assert found == pytest.approx(wanted, rel=1e-12, abs=1e-15), (hand, whole, kind)


@pytest.mark.parametrize("hands", [pytest.param(200), pytest.param(10_000, marks=pytest.mark.slow)])
def test_no_probability_is_above_one(hands):
    for hand, fixed, wall, naturals, wilds in random_walls("laws", hands, 3):
        discards = [kind for kind in range(34) if naturals[kind]]
        for swaps in (0, 1):
            for win, ready, value in ask(
                hand, fixed, wall, 3, discards[:4], naturals, wilds, swaps
            ):
                assert 0 <= win <= ready <= 1
                assert value >= 0


def test_a_wild_tile_wins_whatever_is_waited_for():
    naturals, wall = parse("123456m123p1s"), bytes([*[0] * 34, 2])
    hand = bytes(34), 1, 1, False, 0
    fixed = bytes([kernel.PUNG + 33])
    (row,) = ask(hand, fixed, wall, 1, [None], naturals, 0)
    assert row[:2] == (1.0, 1.0)
    assert row[2] == worth(kernel.facts(parse("123456m123p11s"), fixed, 18, 1), 1)


@pytest.mark.parametrize(
    ("points", "wilds", "says"),
    [
        pytest.param(kernel.Points(lambda word: 1.0), 1, "points are asked", id="points-of-words"),
        pytest.param(POINTS, None, "points are asked", id="no-wild-tiles"),
        pytest.param(POINTS, 2, "asks for 13", id="a-tile-too-many"),
    ],
)
def test_what_is_refused(points, wilds, says):
    naturals = parse("123456m123p11s1z")
    with pytest.raises(ValueError, match=says):
        kernel.solo(naturals, bytes(34), bytes(34), b"", 1, 2, 0, [None], points, wilds=wilds)
