"""Playing alone: against the model in exact numbers, against every order of draws, and its laws."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inside import kernel_inside
from oracles_efficiency import Alone, Drawn, step
from random_rules import FAMILIES

from mjtool import kernel
from mjtool.analysis.efficiency import efficiency
from mjtool.analysis.solo import Solo, solo
from mjtool.hand import FixedSet, Hand
from mjtool.rules import load_rules
from mjtool.scoring import forms_for
from mjtool.tiles import KINDS, Wind

NOTHING = bytes(KINDS)
FIGURES = ("win", "ready", "value")
SETS = [
    FixedSet.from_code(code) for code in range(170) if code >= KINDS or (code < 27 and code % 9 < 7)
]
LIKELY = [
    list(range(KINDS)),
    [*range(9), *range(27, 34)],
    list(range(9)),
    [0, 8, 9, 17, 18, 26, *range(27, 34)],
    list(range(12)),
    list(range(25, 34)),
]


def deal(rng, most_sets=4, full=None):
    """Deal a hand of tiles that go together, and visible tiles, up to a nearly empty wall."""
    while True:
        kinds = rng.choice(LIKELY)
        fixed, used = [], [0] * KINDS
        for _ in range(rng.choice((0, 0, 0, *range(most_sets + 1)))):
            each = rng.choice(SETS)
            if each.tile in kinds:
                fixed.append(each)
                for tile in each.tiles:
                    used[tile] += 1
        size = 14 - 3 * len(fixed) - (rng.random() < 0.25 if full is None else not full)
        if max(used) > 4 or sum(4 - used[kind] for kind in kinds) < size or len(fixed) > 4:
            continue
        counts = bytearray(KINDS)
        for _ in range(rng.choice((0, 40))):  # some hands get pairs, pungs and chows
            first = rng.choice(kinds)
            block = [first] * rng.choice((2, 3))
            if rng.random() < 0.5 and first < 27 and first % 9 < 7:
                block = [first, first + 1, first + 2]
            if sum(counts) + len(block) <= size and all(
                counts[kind] + used[kind] + block.count(kind) <= 4 for kind in block
            ):
                for kind in block:
                    counts[kind] += 1
        bag = [kind for kind in kinds for _ in range(4 - used[kind] - counts[kind])]
        if len(bag) < size - sum(counts):
            continue
        for kind in rng.sample(bag, size - sum(counts)):
            counts[kind] += 1
        hand = Hand(tuple(fixed), bytes(counts))
        wall = [kind for kind in range(KINDS) for _ in range(4 - hand.own[kind])]
        visible = bytearray(KINDS)
        for kind in rng.sample(wall, rng.choice((0, 0, 20, 60, 80, 90))):
            visible[kind] += 1
        return hand, bytes(visible)


def own_of(hand):
    return hand.counts, hand.used, len(hand.sets)


def ask(hand, rules, visible, draws, swaps):
    return efficiency(
        hand,
        rules,
        visible=visible,
        draws=draws,
        swaps=swaps,
        seat=Wind.SOUTH,
        round=Wind.EAST,
    )


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("swaps", [0, 1, 2])
def test_agrees_with_the_model_in_exact_numbers(name, swaps):
    rules, rng = load_rules(name), random.Random(f"{name} {swaps}")
    tried = 0
    while tried < (12, 8, 3)[swaps]:
        hand, visible = deal(rng)
        draws = rng.randint(1, 5 - swaps)
        found = ask(hand, rules, visible, draws, swaps)
        if found.shanten > (2 if swaps == 0 else 1):
            continue
        tried += 1
        for figure in FIGURES:
            model = Alone(
                hand, rules, visible, draws, swaps, figure, seat=Wind.SOUTH, round=Wind.EAST
            )
            for row in found.rows:
                if row.shanten <= (2 if swaps == 0 else 1):
                    exact = float(model.after(row.discard))
                    here = getattr(row.rates, figure)
                    assert here == pytest.approx(exact, rel=1e-11), (str(hand), str(row.discard))


def check_every_order(hand, rules, visible, draws, figure):
    """Compare every row, those that raise the shanten too, with all orders of draws."""
    every = Drawn(hand, rules, visible, draws, 0, figure, seat=Wind.SOUTH, round=Wind.EAST)
    for row in ask(hand, rules, visible, draws, 0).rows:
        exact = float(every.after(row.discard))
        here = getattr(row.rates, figure)
        assert here == pytest.approx(exact, rel=1e-12, abs=1e-15), (str(hand), str(row.discard))


def deal_near(rng, rules, draws, least):
    """Deal a hand that can win within ``draws`` draws, with ``least`` visible tiles or more."""
    while True:
        hand, visible = deal(rng)
        shanten = kernel.limited_shanten(*own_of(hand), forms_for(hand, rules))
        if shanten < draws and sum(visible) >= least:
            return hand, visible


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize(("draws", "hands", "seen"), [(1, 12, 0), (2, 6, 0), (3, 3, 80)])
def test_without_swaps_every_row_equals_every_order_of_draws(name, figure, draws, hands, seen):
    rules, rng = load_rules(name), random.Random(f"{name} {figure} {draws}")
    for _ in range(hands):
        hand, visible = deal_near(rng, rules, draws, seen)
        check_every_order(hand, rules, visible, draws, figure)


@pytest.mark.slow
@pytest.mark.parametrize("figure", FIGURES)
def test_four_draws_equal_every_order_of_draws(figure):
    rules, rng = load_rules("jipinghu"), random.Random(4)
    for _ in range(12):
        hand, visible = deal_near(rng, rules, 3, 90)
        check_every_order(hand, rules, visible, 4, figure)


@pytest.mark.parametrize(
    ("discard", "ways"),
    [
        pytest.param("3s", 956, id="keeps the shanten"),
        pytest.param("2p", 166, id="raises it"),
        pytest.param("1p", 138, id="raises it further from the rest"),
    ],
)
def test_a_thrown_kind_drawn_back_is_gone_from_the_wall(discard, ways):
    hand = Hand.parse("123456789m1122p3s")
    rows = ask(hand, load_rules("jipinghu"), NOTHING, 2, 0).rows
    (row,) = (row for row in rows if str(row.discard) == discard)
    assert row.rates.win == pytest.approx(ways / (122 * 121), rel=1e-12)


@given(st.integers(0, 10**9), st.sampled_from(FAMILIES))
def test_what_is_not_useful_never_becomes_useful_by_keeping_useful_tiles(seed, name):
    """Why tiles thrown away do not matter: nearer hands want nothing that the hand did not want."""
    rng, rules = random.Random(seed), load_rules(name)
    hand, _ = deal(rng, full=False)
    sets, used, forms = len(hand.sets), hand.used, 1 if hand.sets else rules.form_mask
    counts = hand.counts
    level = kernel.limited_shanten(counts, used, sets, forms)
    wanted = kernel.limited_useful(counts, used, sets, forms)
    drawn = [kind for kind in range(KINDS) if wanted >> kind & 1]
    if level and drawn:
        full = step(counts, rng.choice(drawn), 1)
        for _, after, mask in kernel.limited_discards(full, used, sets, forms):
            if after == level - 1:
                assert not mask & ~wanted


@pytest.mark.slow
def test_no_probability_is_above_one():
    rng = random.Random(1)
    rules = [load_rules(name) for name in FAMILIES]
    for number in range(10_000):
        hand, _ = deal(rng)
        wall = [kind for kind in range(KINDS) for _ in range(4 - hand.own[kind])]
        visible = bytearray(KINDS)
        for kind in rng.sample(wall, rng.randint(0, min(80, len(wall)))):
            visible[kind] += 1
        draws, swaps = rng.randint(1, 20), int(rng.random() < 0.1)
        found = ask(hand, rules[number % 3], bytes(visible), draws, swaps)
        for row in found.rows:
            if row.rates.known:
                assert 0 <= row.rates.win <= row.rates.ready <= 1, str(hand)
                assert row.rates.value >= 0


def test_more_draws_are_never_worse():
    rng = random.Random(4)
    for _ in range(20):
        hand, visible = deal(rng)
        rules = load_rules(rng.choice(FAMILIES))
        before = {}
        for draws in (1, 2, 5, 9, 20):
            for row in ask(hand, rules, visible, draws, 0).rows:
                now = [getattr(row.rates, figure) for figure in FIGURES]
                for less, more in zip(before.get(row.discard, (0, 0, 0)), now, strict=True):
                    assert more >= less * (1 - 1e-12)
                before[row.discard] = now


def test_a_wall_that_is_all_useful_is_certain():
    hand = Hand.parse("123m456p789s1122z")
    left = bytearray(KINDS)
    left[27] = left[28] = 2  # nothing but the two waits
    (row,) = solo(Solo(hand, load_rules("jipinghu"), bytes(left), 1), (None,))
    assert (row.win, row.ready) == (1, 1)
    (row,) = solo(Solo(hand, load_rules("jipinghu"), NOTHING, 20), (None,))
    assert (row.win, row.ready, row.value) == (0, 1, 0)


def test_more_draws_than_tiles_change_nothing():
    rng = random.Random(12)
    for _ in range(60):
        rules = load_rules(rng.choice(FAMILIES))
        hand, _ = deal_near(rng, rules, 3, 0)
        kinds = [kind for kind in range(KINDS) if hand.own[kind] < 4]
        stays = rng.sample(kinds, rng.randint(1, 5))
        visible = bytes(4 - hand.own[kind] - (kind in stays) for kind in range(KINDS))
        swaps = rng.choice((0, 0, 1))
        figures = {
            draws: {row.discard: row.rates for row in ask(hand, rules, visible, draws, swaps).rows}
            for draws in (len(stays), len(stays) + 1, 20)
        }
        assert figures[20] == figures[len(stays)] == figures[len(stays) + 1], str(hand)


def test_seat_and_round_earn_their_bonuses():
    hand = Hand.parse("22z345p33567s[888p]")
    rules = load_rules("jipinghu")
    left = bytes(4 - own for own in hand.own)
    plain, seated = (
        solo(Solo(hand, rules, left, 18, 0, seat, None), (None,))[0] for seat in (None, Wind.SOUTH)
    )
    assert seated.win == plain.win
    assert seated.value > plain.value


def test_a_budget_bounds_the_search_and_gives_no_wrong_number():
    hand = Hand.parse("2m446789p558s2457z")
    left = bytes(4 - own for own in hand.own)
    points = kernel.Points(lambda word: 1)
    arguments = (hand.counts, NOTHING, left, b"", 1, 8, 0)
    order = sorted(
        kernel.limited_discards(hand.counts, NOTHING, 0, 1), key=lambda row: (row[1], row[0])
    )
    discards = [kind for kind, _, _ in order]
    whole = kernel.solo(*arguments, discards, points, 7, 1 << 24)
    assert None not in whole
    for budget in (0, 10, 1000, 20_000, 100_000):
        some = kernel.solo(*arguments, discards, points, 7, budget)
        assert all(row in (None, full) for row, full in zip(some, whole, strict=True))
        hands, _, _ = kernel_inside.solo_work(*arguments, discards, lambda word: 1, 7, budget)
        assert hands <= budget + len(discards)
    assert None in kernel.solo(*arguments, discards, points, 7, 1000)


def test_every_path_gives_the_same_bits():
    rng = random.Random(6)
    points = kernel.Points(lambda word: 1 + word % 7)
    used = kernel.TABLE_INFO["path"]
    try:
        for _ in range(10):
            hand, visible = deal(rng)
            left = bytes(4 - a - b for a, b in zip(hand.own, visible, strict=True))
            forms = 1 if hand.sets else 11
            discards = [None] if hand.is_waiting else [k for k in range(KINDS) if hand.counts[k]]
            answers, swaps = set(), int(kernel.limited_shanten(*own_of(hand), forms) < 2)
            for path in ("portable", used):
                kernel._use_path(path)
                answers.add(
                    kernel.solo(
                        *(hand.counts, hand.used, left, hand.codes, forms),
                        *(7, swaps, discards, points),
                    )
                )
            assert len(answers) == 1
    finally:
        kernel._use_path(used)


def test_figures_can_be_asked_for_one_by_one():
    hand = Hand.parse("123566789m45699s")
    left = bytes(4 - own for own in hand.own)
    points = kernel.Points(lambda word: 1 + word % 7)
    arguments = (hand.counts, NOTHING, left, b"", 3, 9, 1, [5, 8, 26], points)
    whole = kernel.solo(*arguments)
    for figure in range(3):
        alone = kernel.solo(*arguments, 1 << figure)
        for row, full in zip(alone, whole, strict=True):
            assert row[figure] == full[figure]
            assert [row[other] for other in range(3) if other != figure] == [0, 0]


def test_threads_do_not_disturb_each_other():
    hands = [deal(random.Random(seed), 0, True) for seed in range(8)]
    rules = load_rules("jipinghu")
    alone = [ask(hand, rules, visible, 6, 0) for hand, visible in hands]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda each: ask(*each[:1], rules, each[1], 6, 0), hands * 3)
        assert list(together) == alone * 3


def test_errors_of_the_points_come_through():
    hand = Hand.parse("123m456p789s1122z")
    left = bytes(4 - own for own in hand.own)

    def refuse(word):
        raise LookupError(word)

    for ask_points, error in ((refuse, LookupError), (lambda word: -1, ValueError)):
        points = kernel.Points(ask_points)
        for _ in range(2):
            with pytest.raises(error):
                kernel.solo(hand.counts, NOTHING, left, b"", 1, 3, 0, [None], points)
    with pytest.raises(TypeError):
        kernel.Points(None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"draws": 0}, "draws must be 1 to 20, got 0", id="no draw"),
        pytest.param({"draws": 21}, "draws must be 1 to 20", id="too many draws"),
        pytest.param({"swaps": 8}, "swaps must be 0 to 7", id="swaps"),
        pytest.param({"figures": 8}, "figures must be 1 to 7", id="figures"),
        pytest.param({"discards": [33]}, "discard 33 is not in the hand", id="not held"),
        pytest.param({"discards": [None]}, "14 tiles", id="none of a full hand"),
        pytest.param({"left": bytes([4] * KINDS)}, "left are above 4", id="five of a kind"),
        pytest.param({"counts": bytes(33)}, "34 entries", id="length"),
        pytest.param({"fixed": bytes(5)}, "5 fixed sets", id="five sets"),
        pytest.param({"fixed": bytes([200])}, "200 is no code", id="no set"),
    ],
)
def test_what_is_refused(change, message):
    hand = Hand.parse("123566789m45699s")
    arguments = {
        "counts": hand.counts,
        "used": NOTHING,
        "left": bytes(4 - own for own in hand.own),
        "fixed": b"",
        "forms": 1,
        "draws": 3,
        "swaps": 0,
        "discards": [5],
        "points": kernel.Points(lambda word: 1),
        **change,
    }
    with pytest.raises(ValueError, match=message):
        kernel.solo(**arguments)
