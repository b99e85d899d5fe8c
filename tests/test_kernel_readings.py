"""Readings and their facts: rows, the slow oracle, and the known totals of the walk."""

from itertools import product
from math import comb, prod

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inside import kernel_inside
from kernel_hands import complete, concealed, parse, set_tiles

from mjtool import kernel

CODES = (
    kernel.CHOW,
    kernel.PUNG,
    kernel.EXPOSED_KONG,
    kernel.ADDED_KONG,
    kernel.CONCEALED_KONG,
    kernel.PAIR,
    kernel.THIRTEEN_ORPHANS,
)


def test_codes():
    assert CODES == (0, 34, 68, 102, 136, 170, 204)


def part(code):
    """Return the kinds that a code of a reading stands for."""
    if code >= kernel.THIRTEEN_ORPHANS:
        return tuple(sorted((*oracles.ORPHANS, code - kernel.THIRTEEN_ORPHANS)))
    if code >= kernel.PAIR:
        return (code - kernel.PAIR,) * 2
    return set_tiles(code)


def form(reading):
    """Return the form of a reading as the oracle names it."""
    if len(reading) == 1 and reading[0] >= kernel.THIRTEEN_ORPHANS:
        return "thirteen orphans"
    return "seven pairs" if len(reading) == 7 else "standard"


def read(counts, sets, forms):
    """Return the kernel's readings as the oracle writes them."""
    return [
        (form(reading), tuple(sorted(map(part, reading))))
        for reading in kernel.readings(counts, sets, forms)
    ]


@pytest.mark.parametrize(
    ("hand", "sets", "forms", "readings"),
    [
        pytest.param("44z", 4, 1, [[200]], id="pair"),
        pytest.param("123m11z", 3, 1, [[0, 197]], id="chow"),
        pytest.param("111222333m11z", 1, 1, [[0, 0, 0, 197], [34, 35, 36, 197]], id="three-chows"),
        pytest.param("11112344m", 2, 1, [[0, 34, 173]], id="chow-and-pung-of-one-kind"),
        pytest.param("1123m", 3, 1, [], id="incomplete"),
        pytest.param("123m4z", 3, 1, [], id="one-tile-short"),
        pytest.param("1111222m", 2, 1, [], id="13"),
        pytest.param(
            "112233m112233p77z",
            0,
            5,
            [[0, 0, 9, 9, 203], [170, 171, 172, 179, 180, 181, 203]],
            id="two-forms",
        ),
        pytest.param(
            "111122223333m11z",
            0,
            8,
            [[170, 170, 171, 171, 172, 172, 197]],
            id="quads-twice",
        ),
        pytest.param("111122223333m11z", 0, 4, [], id="quads-are-no-different-pairs"),
        pytest.param("19m19p19s12345677z", 0, 3, [[204 + 33]], id="orphans"),
        pytest.param("19m19p19s12345677z", 0, 1, [], id="orphans-not-asked-for"),
    ],
)
def test_rows(hand, sets, forms, readings):
    found = kernel.readings(parse(hand), sets, forms)
    assert found == [bytes(reading) for reading in readings]


@given(complete(), st.sampled_from((1, 3, 7, 11, 15)))
def test_readings_are_the_oracles(hand, forms):
    counts, codes = hand
    sets = len(codes)
    forms = forms if sets == 0 else 1
    got = read(counts, sets, forms)
    assert len(set(got)) == len(got)
    assert set(got) == oracles.readings(counts, sets, forms)
    assert kernel.is_complete(counts, sets, forms)


@given(concealed(extra=st.just(1)), st.sampled_from((1, 3, 7, 11, 15)))
def test_any_hand_reads_as_it_is_complete(hand, forms):
    counts, sets = hand
    forms = forms if sets == 0 else 1
    got = read(counts, sets, forms)
    assert set(got) == oracles.readings(counts, sets, forms)
    assert bool(got) == kernel.is_complete(counts, sets, forms)


@given(complete())
def test_readings_use_exactly_the_tiles(hand):
    counts, codes = hand
    for reading in kernel.readings(counts, len(codes), 3 if not codes else 1):
        tiles = sorted(kind for code in reading for kind in part(code))
        assert tuple(tiles) == oracles.tiles_of(counts)


@given(complete())
def test_sets_stand_in_order(hand):
    counts, codes = hand
    for reading in kernel.readings(counts, len(codes), 1):
        assert reading[-1] >= kernel.PAIR
        sets = [(code % 34, code // 34) for code in reading[:-1]]
        assert sets == sorted(sets)
        assert len(sets) == 4 - len(codes)


def expected_facts(counts, fixed, win, reading):
    """Return the fields of the facts word of one reading, worked out from its parts."""
    inside = [] if form(reading) != "standard" else list(reading[:-1])
    sets = inside + list(fixed)
    tiles = set(oracles.tiles_of(counts)) | {k for code in fixed for k in set_tiles(code)}
    pungs = [code % 34 for code in sets if code >= kernel.PUNG]
    pair = reading[-1] - kernel.PAIR if form(reading) == "standard" else -1
    kongs = [code for code in fixed if code >= kernel.EXPOSED_KONG]
    shown = [code for code in fixed if code < kernel.CONCEALED_KONG]
    gates = [3, 1, 1, 1, 1, 1, 1, 1, 3]
    suit = next((s for s in range(3) if sum(counts[9 * s : 9 * s + 9]) == 14), None)
    held = list(counts[9 * suit : 9 * suit + 9]) if suit is not None else []
    shape = bool(held) and all(a >= b for a, b in zip(held, gates, strict=True))
    if shape and win // 9 == suit:
        held[win % 9] -= 1
    return {
        "form": ("standard", "seven pairs", "thirteen orphans").index(form(reading)),
        "chows": sum(code < kernel.PUNG for code in sets),
        "pungs": len(pungs),
        "kongs": len(kongs),
        "exposed": len(shown),
        "open_pungs": sum(code >= kernel.PUNG for code in shown),
        "fixed": len(fixed),
        "wind_pungs": sum(1 << (k - 27) for k in {*pungs} if 27 <= k <= 30),
        "dragon_pungs": sum(1 << (k - 31) for k in {*pungs} if k >= 31),
        "dragons_again": sum(pungs.count(kind) - 1 for kind in {*pungs} if kind >= 31),
        "pair_wind": 1 << (pair - 27) if 27 <= pair <= 30 else 0,
        "pair_dragon": 1 << (pair - 31) if pair >= 31 else 0,
        "suits": sum(1 << s for s in range(3) if any(k // 9 == s for k in tiles)),
        "honors": any(k >= 27 for k in tiles),
        "terminals": any(k < 27 and k % 9 in (0, 8) for k in tiles),
        "simples": any(k < 27 and k % 9 not in (0, 8) for k in tiles),
        "pair_win": pair == win,
        "quads": form(reading) == "seven pairs" and 4 in counts,
        "nine_gates_shape": shape,
        "nine_gates_wait": shape and held == gates,
    }


def fields(word):
    """Return the fields of a facts word by name."""
    return {
        name: word >> shift & ((1 << width) - 1)
        for name, (shift, width) in kernel.FACT_FIELDS.items()
    }


def check_facts(counts, fixed, forms):
    readings = kernel.readings(counts, len(fixed), forms)
    for win in {k for k in range(34) if counts[k]}:
        words = kernel.facts(counts, fixed, win, forms)
        assert len(words) == len(readings)
        for word, reading in zip(words, readings, strict=True):
            assert fields(word) == expected_facts(counts, fixed, win, reading)


@given(complete())
def test_facts(hand):
    counts, fixed = hand
    check_facts(counts, fixed, 1 if fixed else 15)


@pytest.mark.parametrize(
    "hand",
    [
        "11123456789999m",
        "11112345678999s",
        "11123455678999p",
        "11112233445566m",
        "11223344556677z",
        "11112222333344m",
        "19m19p19s12345677z",
        "11m19p19s1234567z",
        "222333444m22233p",
        "11122233344455z",
        "11133355577722z",
    ],
)
def test_facts_of_special_hands(hand):
    check_facts(parse(hand), b"", 15)


def test_fields_do_not_overlap():
    bits = [
        bit for shift, width in kernel.FACT_FIELDS.values() for bit in range(shift, shift + width)
    ]
    assert sorted(bits) == list(range(len(bits)))
    assert len(bits) <= 64


HAND = parse("123m456p789s11z")


@pytest.mark.parametrize(
    ("counts", "fixed", "win", "error", "message"),
    [
        pytest.param(HAND, bytes([31]), 0, ValueError, "31 is not the code", id="honor-chow"),
        pytest.param(HAND, bytes([7]), 0, ValueError, "7 is not the code", id="chow-of-8"),
        pytest.param(HAND, bytes([170]), 0, ValueError, "170 is not the code", id="pair"),
        pytest.param(HAND, bytes([61, 61]), 0, ValueError, "more than 4 .* kind 27", id="six"),
        pytest.param(HAND, bytes([0] * 5), 0, ValueError, "at most 4 sets, got 5", id="five-sets"),
        pytest.param(HAND, b"", 0, ValueError, "11 tiles", id="too-few"),
        pytest.param(HAND, bytes([33 + 34]), 5, ValueError, "winning kind 5 is not", id="win"),
        pytest.param(HAND, bytes([33 + 34]), 34, ValueError, "win must be 0 to 33", id="no-kind"),
        pytest.param(HAND, None, 0, TypeError, "fixed must be", id="none"),
        pytest.param(HAND, "a", 0, TypeError, "fixed must be", id="text"),
    ],
)
def test_refused(counts, fixed, win, error, message):
    with pytest.raises(error, match=message):
        kernel.facts(counts, fixed, win)


# The walk of all complete parts.


@pytest.fixture(scope="module")
def walks():
    """Return the walks of a suit and of the honors."""
    return kernel_inside.suit_walk(), kernel_inside.suit_walk(honors=True)


@pytest.mark.parametrize("honors", [False, True])
def test_walk_is_every_split(walks, honors):
    targets = oracles.part_targets(7 if honors else 9, chows=not honors)
    walk = walks[honors]
    assert len({counts for counts, *_ in walk}) == len(walk)
    by_cell = {}
    for counts, sets, pair, _ in walk:
        by_cell.setdefault((sets, int(pair)), set()).add(tuple(counts))
    assert by_cell == targets


@pytest.mark.parametrize("honors", [False, True])
def test_walk_readings(walks, honors):
    shift = 27 if honors else 0
    for counts, sets, pair, readings in walks[honors][::7]:
        whole = bytes(shift) + counts + bytes(34 - shift - len(counts))
        expected = oracles.partitions(oracles.tiles_of(whole), pair)
        got = [tuple(sorted(part(code) for code in reading)) for reading in readings]
        assert len(got) == len(set(got))
        assert set(got) == expected
        assert all(len(reading) == sets + pair for reading in readings)


def total(cells):
    """Return the sum over all ways to make four sets and a pair of three suits and the honors."""
    suit, honor = cells
    sums = {(0, 0): 1}
    for table in (suit, suit, suit, honor):
        joined = {}
        for (a, b), (c, d) in product(sums, table):
            if a + c <= 4 and b + d <= 1:
                joined[a + c, b + d] = joined.get((a + c, b + d), 0) + sums[a, b] * table[c, d]
        sums = joined
    return sums[4, 1]


def cells_of(walks, weight):
    """Return, for a suit and the honors, the sum of ``weight(counts)`` by (sets, pair)."""
    result = []
    for walk in walks:
        cells = {}
        for counts, sets, pair, _ in walk:
            key = sets, int(pair)
            cells[key] = cells.get(key, 0) + weight(counts)
        result.append(cells)
    return result


def ways(counts):
    return prod(comb(4, n) for n in counts)


def test_known_totals(walks):
    """Hands and ways of facts.md."""
    assert total(cells_of(walks, lambda counts: 1)) == 11_498_658
    assert total(cells_of(walks, ways)) == 11_353_128_141_498
    even = cells_of(walks, lambda counts: all(n % 2 == 0 for n in counts))
    assert total(even) == 7_938
    even_ways = cells_of(walks, lambda counts: ways(counts) * all(n % 2 == 0 for n in counts))
    assert total(even_ways) == 1_318_439_178


def test_known_totals_of_one_suit(walks):
    whole = [counts for counts, sets, pair, _ in walks[0] if sets == 4 and pair]
    assert len(whole) == 13_259
    assert sum(map(ways, whole)) == 440_593_684


def test_no_hand_has_more_than_four_standard_readings(walks):
    """Far below the room that C gives them."""
    suit, honor = walks
    cells = []
    for walk in (suit, suit, suit, honor):
        cell = {}
        for _, sets, pair, readings in walk:
            key = sets, int(pair)
            cell[key] = max(cell.get(key, 0), len(readings))
        cells.append(cell)
    most = max(
        prod(cell[key] for cell, key in zip(cells, keys, strict=True))
        for keys in product(*cells)
        if sum(sets for sets, _ in keys) == 4 and sum(pair for _, pair in keys) == 1
    )
    assert most == 4
