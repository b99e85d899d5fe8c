"""Targets: the distance to each pattern, against lists of all hands that show it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles_efficiency import nearest_by_exchange, nearest_by_listing, shown_by, step
from random_rules import FAMILIES

from mjtool import kernel
from mjtool.analysis.targets import _TARGETS, targets
from mjtool.hand import FixedSet, Hand
from mjtool.notation import format_tiles
from mjtool.rules import load_rules
from mjtool.tiles import KINDS

FULL = bytes([4] * KINDS)

KNOWN = {
    "full_flush",
    "half_flush",
    "all_honors",
    "all_pungs",
    "half_flush_pungs",
    "full_flush_pungs",
    "all_chows",
    "mixed_terminals",
    "all_terminals",
    "little_three_dragons",
    "big_three_dragons",
    "little_four_winds",
    "big_four_winds",
    "nine_gates",
    "thirteen_orphans",
    "seven_pairs",
    "four_concealed_pungs",
}
"""The patterns that have a distance."""

LIKELY = [
    list(range(KINDS)),
    [*range(9), *range(27, 34)],
    list(range(9, 18)),
    [0, 8, 9, 17, 18, 26, *range(27, 34)],
    list(range(27, 34)),
    [*range(18, 23), *range(29, 34)],
]


def found(hand, rules):
    return {
        each.pattern: (each.shanten + 1, {tile for tile, _ in each.tiles})
        for each in targets(hand, rules, FULL)
    }


def deal(rng, sets, size):
    """Deal a hand of tiles that go together, with as many fixed sets."""
    while True:
        kinds = rng.choice(LIKELY)
        codes = [
            code
            for code in range(170)
            if code % KINDS in kinds and (code >= KINDS or (code < 27 and code % 9 < 7))
        ]
        fixed = tuple(FixedSet.from_code(rng.choice(codes)) for _ in range(sets))
        used = [0] * KINDS
        for each in fixed:
            for tile in each.tiles:
                used[tile] += 1
        bag = [kind for kind in kinds for _ in range(4 - used[kind])]
        if max(used) > 4 or len(bag) < size - 3 * sets:
            continue
        counts = bytearray(KINDS)
        for kind in rng.sample(bag, size - 3 * sets):
            counts[kind] += 1
        return Hand(fixed, bytes(counts))


def near(rng, rules, pattern):
    """Return a full hand a few exchanges from one that shows ``pattern``."""
    shown = shown_by(rules)
    while True:
        hand = deal(rng, rng.choice((0, 0, 1)), 14)
        counts = walk_to(hand, rules, pattern)
        if counts is None or pattern not in shown(counts, hand.codes):
            continue
        for _ in range(rng.randint(0, 2)):
            away = rng.choice([kind for kind in range(KINDS) if counts[kind]])
            fewer = step(counts, away, -1)
            drawn = [k for k in range(KINDS) if fewer[k] + hand.used[k] < 4]
            counts = step(fewer, rng.choice(drawn), 1)
        return Hand(hand.sets, counts)


def walk_to(hand, rules, pattern):
    """Exchange tiles for useful ones until none is missing; None where that does not end."""
    for _ in range(15):
        here = found(hand, rules).get(pattern)
        if here is None:
            return None
        missing, useful = here
        if missing == 0:
            return hand.counts
        drawn = min(useful)
        for away in range(KINDS):
            if hand.counts[away] and away != drawn:
                counts = step(step(hand.counts, away, -1), drawn, 1)
                after = found(Hand(hand.sets, counts), rules)
                if after[pattern][0] < missing:
                    hand = Hand(hand.sets, counts)
                    break
        else:
            return None
    return None


@pytest.mark.parametrize("name", FAMILIES)
def test_every_pattern_of_tiles_has_a_distance(name):
    rules = load_rules(name)
    circumstance = {"heavenly_hand", "earthly_hand", "human_hand"}
    others = {"chicken_hand", "small_hand", "four_kongs"} | circumstance
    assert {key for key, _ in rules.counted} - others <= KNOWN
    assert set(_TARGETS) == KNOWN


@pytest.mark.parametrize("sets", [2, 3, 4])
@pytest.mark.parametrize("name", FAMILIES)
def test_agrees_with_a_list_of_all_hands(name, sets):
    rules, rng = load_rules(name), random.Random(31 * sets)
    for _ in range({2: 2, 3: 25, 4: 60}[sets]):
        hand = deal(rng, sets, rng.choice((13, 14)))
        listed = nearest_by_listing(hand, rules)
        wanted = {
            key: (missing, {kind for kind in useful if hand.own[kind] < 4})
            for key, (missing, useful) in listed.items()
            if key in KNOWN
        }
        assert found(hand, rules) == wanted, str(hand)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_agrees_with_a_list_of_all_hands_beside_one_set(name):
    rules, rng = load_rules(name), random.Random(1)
    for _ in range(4):
        hand = deal(rng, 1, rng.choice((13, 14)))
        listed = nearest_by_listing(hand, rules)
        wanted = {key: missing for key, (missing, _) in listed.items() if key in KNOWN}
        assert {key: missing for key, (missing, _) in found(hand, rules).items()} == wanted


@pytest.mark.parametrize(
    ("name", "pattern"),
    [(name, key) for name in FAMILIES for key, _ in load_rules(name).counted if key in KNOWN],
)
def test_agrees_with_trying_every_exchange(name, pattern):
    rules, rng = load_rules(name), random.Random(pattern)
    hand = near(rng, rules, pattern)
    tried = nearest_by_exchange(hand, rules, 1)
    here = found(hand, rules)
    for key in KNOWN & {key for key, _ in rules.counted}:
        missing = here[key][0] if key in here else 99
        assert (missing if missing <= 1 else None) == tried.get(key), (str(hand), key)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "pattern"),
    [(name, key) for name in FAMILIES for key, _ in load_rules(name).counted if key in KNOWN],
)
def test_agrees_with_trying_every_two_exchanges(name, pattern):
    rules, rng = load_rules(name), random.Random(f"2 {pattern}")
    hand = near(rng, rules, pattern)
    tried = nearest_by_exchange(hand, rules, 2)
    here = found(hand, rules)
    for key in KNOWN & {key for key, _ in rules.counted}:
        missing = here[key][0] if key in here else 99
        assert (missing if missing <= 2 else None) == tried.get(key), (str(hand), key)


@pytest.mark.parametrize(
    ("hand", "pattern", "shanten", "tiles"),
    [
        pytest.param("1112345678999m", "nine_gates", 0, "123456789m", id="nine gates, ready"),
        pytest.param("111234567899m1z", "nine_gates", 1, "9m", id="nine gates, short of one"),
        pytest.param("1112345678899m", "nine_gates", 1, "9m", id="nine gates, an extra for it"),
        pytest.param("11123455678999m", "nine_gates", -1, "", id="nine gates, complete"),
        pytest.param("19m19p19s1234567z", "thirteen_orphans", 0, "19m19p19s1234567z", id="orphans"),
        pytest.param("[111z][222z][333z]44z55m", "big_four_winds", 0, "4z", id="winds, fixed"),
        pytest.param("[111z][222z][333z]44z55m", "little_four_winds", 0, "5m", id="winds, a pair"),
        pytest.param("[555z][666z]7z123m222p", "little_three_dragons", 0, "7z", id="dragons"),
        pytest.param("111222333m456p99s", "all_chows", -1, "", id="three chows alike"),
        pytest.param("111122223333m99s", "all_chows", -1, "", id="four chows alike"),
        pytest.param("111222333m45p99s", "all_chows", 0, "36p", id="three chows alike, ready"),
        pytest.param("9m223456666788p", "all_chows", 2, "789m12345789p", id="three alike, far"),
    ],
)
def test_rows(hand, pattern, shanten, tiles):
    parsed = Hand.parse(hand)
    listed = {each.pattern: each for each in targets(parsed, load_rules("jipinghu"), FULL)}
    assert listed[pattern].shanten == shanten
    assert format_tiles(tile for tile, _ in listed[pattern].tiles) == tiles


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        pytest.param("[123m]456m789p11222z", {"all_pungs", "nine_gates", "thirteen_orphans"}),
        pytest.param("[111m]456m789p11222z", {"all_chows", "all_honors", "nine_gates"}),
        pytest.param("[111m][222p]456m1122z", {"half_flush", "full_flush", "all_terminals"}),
        pytest.param("[111m][222m][333m]44m55z", {"big_four_winds", "big_three_dragons"}),
    ],
)
def test_patterns_that_the_sets_rule_out_are_left_out(hand, gone):
    assert not gone & set(found(Hand.parse(hand), load_rules("jipinghu")))


def test_seven_pairs_of_one_suit_show_a_full_flush():
    here = found(Hand.parse("1133557799m1122s"), load_rules("tuidaohu"))
    assert here["full_flush"][0] == 4
    assert here["seven_pairs"][0] == 0


@given(st.integers(0, 10**9), st.sampled_from(FAMILIES))
def test_a_useful_tile_brings_the_hand_nearer_by_one(seed, name):
    rules = load_rules(name)
    hand = deal(random.Random(seed), seed % 3, 13)
    for pattern, (missing, useful) in found(hand, rules).items():
        for kind in range(KINDS):
            if hand.own[kind] < 4:
                after = found(Hand(hand.sets, step(hand.counts, kind, 1)), rules)[pattern][0]
                assert (after == missing - 1) == (kind in useful)
                assert missing - 1 <= after <= missing
        break


@given(st.integers(0, 10**9), st.sampled_from(FAMILIES))
def test_no_pattern_is_nearer_than_the_nearest_hand(seed, name):
    rules = load_rules(name)
    hand = deal(random.Random(seed), seed % 4, 13 + seed % 2)
    forms = 1 if hand.sets else rules.form_mask
    least = kernel.limited_shanten(hand.counts, hand.used, len(hand.sets), forms)
    assert all(missing - 1 >= least for missing, _ in found(hand, rules).values())
