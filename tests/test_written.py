"""What reads, builds and writes hands without a detour: the same as the long way, always."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool import written
from mjtool.errors import MjtoolError
from mjtool.hand import Hand, _read, trusted_hand
from mjtool.notation import format_counts, format_tiles
from mjtool.records.record import encode
from mjtool.tiles import KINDS, NAMES, TILES

COUNTS = st.lists(st.integers(0, 4), min_size=KINDS, max_size=KINDS).map(bytes)
LIKELY = st.text("[]()+0123456789mpszf", max_size=30)
RUNS = st.tuples(
    *(st.text(digits, max_size=6) for digits in ("123456789",) * 3 + ("1234567", "123456789", "0"))
).map(lambda runs: "".join(run + suit for run, suit in zip(runs, "mpszfz", strict=True) if run))
"""Text with flowers and anonymous wild tiles in the canonical order, now and then a legal hand."""


def read(text):
    """Return the hand that the scanner reads, None where there is none."""
    try:
        return _read(text)
    except MjtoolError:
        return None


@given(LIKELY | RUNS)
def test_what_is_read_is_what_the_scanner_reads(text):
    found = written.read_hand(text)
    assert found is None or (found, found.last, found.size, found.extra) == (
        (slow := read(text)),
        slow and slow.last,
        slow and slow.size,
        slow and slow.extra,
    )
    assert found is None or type(found) is type(slow)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[123m][222p][3333s][4444s+]55z", id="every kind of claimed set"),
        pytest.param("(1111z)123m456p789s1z"[:-2] + "22z", id="concealed kong"),
        pytest.param("19m19p19s12345677z", id="no sets"),
        pytest.param("1111222233334m", id="four alike"),
        pytest.param("123m456p789s1z4281f", id="flowers in any order"),
        pytest.param("123m456p789s1z1f000z", id="anonymous wild tiles after a flower"),
        pytest.param("[123m]456p789s1122z0z", id="one anonymous wild tile"),
        pytest.param("[123m][456p][789s][111z]0z", id="nothing else"),
        pytest.param("12345f00000000z", id="no tile of a kind"),
    ],
)
def test_the_canonical_way_is_read_at_once(text):
    found = written.read_hand(text)
    assert found == read(text) == Hand.parse(text)
    assert found.last is read(text).last


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("[123m]", id="sets alone"),
        pytest.param("11111m234p567s111z", id="five alike"),
        pytest.param("[111m]1123456m222p", id="five alike with a set"),
        pytest.param("[132m]123456789m1p", id="a chow out of order"),
        pytest.param("[891m]123456789m1p", id="a chow over the edge"),
        pytest.param("[123z]123456789m1p", id="a chow of winds"),
        pytest.param("(123m)123456789m1p", id="a concealed chow"),
        pytest.param("(1111m+)123456789p1s", id="a concealed kong that was added to"),
        pytest.param("[1111m+", id="an open bracket"),
        pytest.param("[111", id="a set that ends"),
        pytest.param("123456789p1234m", id="suits out of order"),
        pytest.param("123m456m789p1234z", id="a suit twice"),
        pytest.param("123m456p789s8899z", id="no such honor"),
        pytest.param("0123456789m123p", id="a red five"),
        pytest.param("123m456p789s111z9f", id="a ninth flower"),
        pytest.param("123m456p789s11z11f", id="a flower twice"),
        pytest.param("123m456p789s11z00f", id="an anonymous flower"),
        pytest.param("123m456p789s00z11z", id="anonymous tiles first"),
        pytest.param("123m456p789s11z0", id="a zero without a suit"),
        pytest.param("123m1p000000000z", id="nine anonymous tiles"),
        pytest.param("123m456p789s11z0z1f", id="a flower last"),
        pytest.param("123m456p789s110z", id="anonymous and honors in a run"),
        pytest.param("123m456p789s12f13f", id="flowers in two runs"),
        pytest.param("123456789m1234", id="digits without a suit"),
        pytest.param("東123456789m123p", id="another script"),
        pytest.param("[111m][222m][333m][444m][555m]", id="five sets"),
        pytest.param("11112222333344m" * 99, id="long"),
    ],
)
def test_anything_else_is_left_to_the_scanner(text):
    assert written.read_hand(text) is None


def test_flowers_are_left_to_the_scanner_where_they_are_none_of_a_hand():
    assert written.read_hand("123m456p789s1z4281f", False) is None
    assert written.read_hand("123m456p789s1122z", False) is not None


def test_only_text_is_read():
    with pytest.raises(TypeError):
        written.read_hand(b"123456789m1122z")


@given(COUNTS)
def test_counts_are_written_tile_by_tile(counts):
    tiles = [tile for tile in range(KINDS) for _ in range(counts[tile])]
    assert written.write_counts(counts) == format_counts(counts) == format_tiles(tiles)


@given(COUNTS, st.integers(0, KINDS - 1))
def test_one_more(counts, kind):
    more = written.one_more(counts, kind)
    assert [b - a for a, b in zip(counts, more, strict=True)] == [
        int(each == kind) for each in range(KINDS)
    ]


@given(COUNTS, COUNTS, st.sets(st.integers(0, KINDS - 1)))
def test_copies_left(own, seen, lacks):
    gone = bytes(4 if kind in lacks else 0 for kind in range(KINDS))
    found = written.copies_left(own, seen, gone)
    told = zip(own, seen, gone, strict=True)
    if any(a + b > 4 or (b and c) for a, b, c in told):
        assert found is None
    else:
        assert list(found) == [
            max(0, 4 - a - b - c) for a, b, c in zip(own, seen, gone, strict=True)
        ]


@given(st.sets(st.integers(0, KINDS - 1)), COUNTS)
def test_masks(chosen, left):
    mask = sum(1 << kind for kind in chosen)
    assert written.kinds(mask) == tuple(sorted(chosen))
    assert written.total(mask, left) == sum(left[kind] for kind in chosen)
    told = written.by_name(mask, left)
    assert list(told.items()) == [(NAMES[kind], left[kind]) for kind in sorted(chosen)]
    assert written.json_by_name(mask, left) == encode(told)


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda: written.write_counts(bytes(33)), id="33 counts written"),
        pytest.param(lambda: written.one_more(bytes(35), 0), id="35 counts"),
        pytest.param(lambda: written.one_more(bytes(34), 34), id="no kind"),
        pytest.param(lambda: written.copies_left(bytes(34), bytes(3), bytes(34)), id="3 seen"),
        pytest.param(lambda: written.kinds(1 << 34), id="no mask"),
        pytest.param(lambda: written.total(1 << 34, bytes(34)), id="no mask to add up"),
        pytest.param(lambda: written.by_name(1, bytes(3)), id="3 left"),
        pytest.param(lambda: written.json_by_name(1, bytes(3)), id="3 left as JSON"),
        pytest.param(lambda: written.json_by_name(1, bytes([10] * 34)), id="no digit"),
    ],
)
def test_what_is_no_count_and_no_mask_is_refused(ask):
    with pytest.raises(ValueError, match="wanted"):
        ask()


def test_a_trusted_hand_is_a_hand():
    hand = Hand.parse("[123m]456789p12355s")
    made = trusted_hand(hand.sets, hand.counts, TILES[22], hand.size)
    assert made == hand
    assert (made.last, made.size, hash(made), str(made)) == (TILES[22], 11, hash(hand), str(hand))
