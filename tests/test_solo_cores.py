"""Hands taken by what matters of them: the same figures as hand by hand, and why a kind matters."""

import random
from functools import partial

import numpy as np
import pytest
from inside import kernel_inside
from oracles_efficiency import Alone
from random_rules import FAMILIES
from test_solo import FIGURES, NOTHING, ask, deal, own_of

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.rules import load_rules
from mjtool.tiles import KINDS, Wind

ALWAYS, NEVER = 0, 14
"""From which shanten on hands are taken by their cores."""


def worth(word):
    """Return points that are another number for nearly every facts word."""
    return 1 + (word * 0x9E3779B97F4A7C15 >> 40) % 997


def arguments(hand, visible, forms, draws, swaps):
    left = bytes(4 - own - seen for own, seen in zip(hand.own, visible, strict=True))
    discards = [None]
    if not hand.is_waiting:
        rows = kernel.limited_discards(*own_of(hand), forms)
        discards = [kind for kind, _, _ in sorted(rows, key=lambda row: row[1])]
    points = kernel.Points(worth)
    return hand.counts, hand.used, left, hand.codes, forms, draws, swaps, discards, points


def check_figures(asked, **options):
    """Compare the figures with those of a search hand by hand; equal up to the order of sums."""
    found = kernel.solo(*asked, **options)
    for row, other in zip(found, kernel.solo(*asked, cores_from=NEVER), strict=True):
        assert row == pytest.approx(other, rel=1e-12, abs=1e-15), asked


@pytest.mark.parametrize("seed", range(8))
def test_no_figure_changes(seed):
    rng = random.Random(seed)
    tried = 0
    while tried < 60:
        hand, visible = deal(rng)
        forms = 1 if hand.sets else rng.choice((1, 3, 5, 7, 9, 11))
        shanten = kernel.limited_shanten(*own_of(hand), forms)
        swaps = int(rng.random() < 0.2) if shanten < 2 else 0
        if shanten > 3:
            continue
        tried += 1
        asked = arguments(hand, visible, forms, rng.randint(1, 20), swaps)
        check_figures(asked, cores_from=ALWAYS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1112345678999m1p", id="nine gates"),
        pytest.param("11123456789992m", id="nine gates of two waits"),
        pytest.param("22333444556667p", id="one suit"),
        pytest.param("111223344m5577z", id="pairs and chows"),
        pytest.param("1199m19p19s112345z", id="orphans"),
        pytest.param("11112222333344s", id="four alike"),
    ],
)
def test_no_figure_of_a_special_hand_changes(text):
    asked = arguments(Hand.parse(text), NOTHING, 11, 9, 0)
    check_figures(asked, cores_from=ALWAYS)


@pytest.mark.parametrize("text", ["23m45679p1259s117z", "56789m889p13589s6z"])
def test_what_stays_in_use_when_goals_are_lost_tells_cores_apart(text):
    asked = arguments(Hand.parse(text), NOTHING, 7, 11, 1)
    check_figures(asked, cores_from=ALWAYS)


@pytest.mark.parametrize("name", FAMILIES)
def test_agrees_with_the_model_in_exact_numbers(name, monkeypatch):
    monkeypatch.setattr("mjtool.kernel.solo", partial(kernel.solo, cores_from=ALWAYS))
    rules, rng = load_rules(name), random.Random(name)
    tried = 0
    while tried < 8:
        hand, visible = deal(rng)
        draws = rng.randint(1, 5)
        found = ask(hand, rules, visible, draws, 0)
        if not 1 <= found.shanten <= 2:
            continue
        tried += 1
        for figure in FIGURES:
            model = Alone(hand, rules, visible, draws, 0, figure, Wind.SOUTH, Wind.EAST)
            for row in found.rows:
                if row.shanten <= 2:
                    exact = float(model.after(row.discard))
                    here = getattr(row.rates, figure)
                    assert here == pytest.approx(exact, rel=1e-11), (str(hand), str(row.discard))


def test_fewer_hands_are_looked_at():
    asked = arguments(Hand.parse("133357m148p12349s"), NOTHING, 1, 18, 0)
    hands, _, _ = kernel_inside.solo_work(*asked[:-1], worth)
    one_by_one, _, _ = kernel_inside.solo_work(*asked[:-1], worth, cores_from=NEVER)
    assert 5 * hands < one_by_one


@pytest.mark.parametrize("swaps", [0, 1])
def test_discards_share_hands_that_the_thrown_tile_tells_apart_no_more(swaps):
    hand = Hand.parse("2345567m1188p239s")
    *asked, discards, _ = arguments(hand, NOTHING, 1, 10, swaps)
    together, _, _ = kernel_inside.solo_work(*asked, discards, worth)
    apart = sum(kernel_inside.solo_work(*asked, [each], worth)[0] for each in discards)
    assert together < 0.85 * apart


def test_too_many_cores_are_done_without():
    asked = arguments(Hand.parse("(5555m)1346m1234567z"), NOTHING, 1, 6, 0)
    _, parts, _ = kernel_inside.solo_work(*asked[:-1], worth)
    _, alone, _ = kernel_inside.solo_work(*asked[:-1], worth, cores_from=NEVER)
    assert parts >= alone + (1 << 15) - 1  # all the room there is for cores
    check_figures(asked)


GOALS = [(sets, pair) for pair in (0, 1) for sets in range(5)]


def nearest_ways(counts):
    """Return costs (N, 10), and the kinds (N, 10) as bits that some nearest way uses, by goals.

    ``counts`` are (N, 9) of suits or (N, 7) of honors. Kind by kind, with the chows begun two kinds
    and one kind ago: as a player would lay them out, all ways side by side.
    """
    n, kinds = counts.shape
    never = 99

    def nothing():
        costs = np.full((3, 3, 5, 2, n), never, np.uint8)
        return costs, np.zeros((3, 3, 5, 2, n), np.uint16)

    costs, used = nothing()
    costs[0, 0, 0, 0] = 0
    for kind in range(kinds):
        next_costs, next_used = nothing()
        owed = [np.maximum(want - counts[:, kind].astype(int), 0) for want in range(5)]
        chows = range(3) if kinds == 9 and kind < 7 else range(1)
        for old, last, sets, pair in np.ndindex(3, 3, 5, 2):
            cost = costs[old, last, sets, pair]
            if cost.min() == never:
                continue
            for chow in chows:
                for pung, eyes in ((0, 0), (0, 1), (1, 0)):
                    want = old + last + chow + 3 * pung + 2 * eyes
                    if want > 4 or pair + eyes > 1 or sets + chow + pung > 4:
                        continue
                    to = last, chow, sets + chow + pung, pair + eyes
                    price = np.minimum(cost + owed[want], never).astype(np.uint8)
                    marks = used[old, last, sets, pair] | np.uint16((want > 0) << kind)
                    best, now = next_costs[to], next_used[to]
                    now[price == best] |= marks[price == best]
                    nearer = price < best
                    now[nearer] = marks[nearer]
                    best[nearer] = price[nearer]
        costs, used = next_costs, next_used
    goals = [costs[0, 0, sets, pair] for sets, pair in GOALS]
    kinds_used = [used[0, 0, sets, pair] for sets, pair in GOALS]
    return np.stack(goals, 1), np.stack(kinds_used, 1)


def check_ways(counts):
    costs, used = nearest_ways(counts)
    for row, cost, marks in zip(counts, costs.tolist(), used.tolist(), strict=True):
        for kind, found in enumerate(kernel_inside.ways_using(row.tobytes())):
            wanted = sum(
                1 << sets + 8 * pair
                for goal, (sets, pair) in enumerate(GOALS)
                if row[kind] and cost[goal] < 99 and marks[goal] >> kind & 1
            )
            assert found == wanted, (row.tolist(), kind)


def all_counts(kinds):
    """Return every count vector of at most fourteen tiles."""
    numbers = np.arange(5**kinds)
    counts = np.stack([numbers // 5**kind % 5 for kind in range(kinds)], 1).astype(np.uint8)
    return counts[counts.sum(1) <= 14]


@pytest.mark.parametrize("kinds", [7, 9])
def test_kinds_that_matter(kinds):
    counts = all_counts(kinds)
    check_ways(np.random.default_rng(1).choice(counts, 4000, replace=False))


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [7, 9])
def test_kinds_that_matter_of_all_counts(kinds):
    counts = all_counts(kinds)
    assert len(counts) == {7: 43_130, 9: 405_350}[kinds]
    for first in range(0, len(counts), 50_000):
        check_ways(counts[first : first + 50_000])


def test_what_is_no_part_is_refused():
    for counts in (bytes(8), bytes([5, *bytes(8)]), bytes([4] * 9)):
        with pytest.raises(ValueError, match="no counts of a suit"):
            kernel_inside.ways_using(counts)


def test_every_tile_of_a_hand_of_fixed_sets_may_matter():
    """Kinds that fixed sets have used up are exact beside cores too, and the wall may be empty."""
    rng = random.Random(3)
    tried = 0
    while tried < 40:
        hand, _ = deal(rng)
        if not hand.sets or max(a + b for a, b in zip(hand.counts, hand.used, strict=True)) < 4:
            continue
        tried += 1
        visible = bytearray(KINDS)
        for kind in rng.sample([k for k in range(KINDS) if hand.own[k] < 4], 5):
            visible[kind] = 4 - hand.own[kind]
        asked = arguments(hand, bytes(visible), 1, 12, 0)
        check_figures(asked, cores_from=ALWAYS)
