"""Shanten, useful kinds and batches: rows, laws, the slow oracle, and what is refused."""

from array import array
from itertools import product

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_hands import POOLS, concealed, deal, kinds_of, parse

from mjtool import kernel

PATHS = ("portable", "v2", "avx2")
FORMS = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15)


@pytest.fixture(params=PATHS)
def path(request):
    """Compute by each path that this processor has."""
    before = kernel.TABLE_INFO["path"]
    try:
        kernel._use_path(request.param)
    except ValueError:
        pytest.skip(f"this processor has no path {request.param}")
    yield request.param
    kernel._use_path(before)


@pytest.mark.parametrize(
    ("hand", "sets", "forms", "shanten"),
    [
        pytest.param("123m456p789s11122z", 0, 1, -1, id="complete"),
        pytest.param("123m456p789s1112z", 0, 1, 0, id="waits-for-the-pair"),
        pytest.param("123456789m1111z", 0, 1, 1, id="no-fifth-tile"),
        pytest.param("19m19p19s1234567z", 0, 3, 0, id="thirteen-orphans-ready"),
        pytest.param("19m19p19s12345677z", 0, 3, -1, id="thirteen-orphans"),
        pytest.param("19m19p19s12345677z", 0, 1, 7, id="orphans-are-no-standard-hand"),
        pytest.param("1122m3344p5566s77z", 0, 4, -1, id="seven-pairs"),
        pytest.param("1111m3344p5566s77z", 0, 4, 1, id="four-alike-are-one-pair"),
        pytest.param("1111m3344p5566s77z", 0, 8, -1, id="four-alike-are-two-pairs"),
        pytest.param("1111222233334m", 0, 8, 0, id="three-quads"),
        pytest.param("1111222233334m", 0, 4, 6, id="three-quads-are-three-pairs"),
        pytest.param("147m258p369s1234z", 0, 1, 8, id="far"),
        pytest.param("147m258p369s12345z", 0, 1, 8, id="far-with-14"),
        pytest.param("1112345678999m", 0, 1, 0, id="nine-gates"),
        pytest.param("4z", 4, 1, 0, id="sets-are-not-counted"),
        pytest.param("44z", 4, 1, -1, id="four-sets-and-pair"),
        pytest.param("123m1z", 3, 1, 0, id="three-sets"),
        pytest.param("1m1p1s12z", 3, 1, 2, id="three-sets-far"),
    ],
)
def test_rows(path, hand, sets, forms, shanten):
    counts = parse(hand)
    assert kernel.shanten(counts, sets, forms) == shanten
    assert kernel.is_complete(counts, sets, forms) is (shanten == -1)


@pytest.mark.parametrize(
    ("hand", "sets", "forms", "kinds"),
    [
        pytest.param("1112345678999m", 0, 1, "123456789m", id="nine-gates"),
        pytest.param("19m19p19s1234567z", 0, 2, "19m19p19s1234567z", id="thirteen-waits"),
        pytest.param("123456789m1111z", 0, 1, "123456789m123456789p123456789s234567z", id="any"),
        pytest.param("2223m", 3, 1, "134m", id="three-sets"),
        pytest.param("1122m3344p5566s7z", 0, 7, "7z", id="seven-pairs"),
        pytest.param("123m456p789s11122z", 0, 1, "", id="complete-has-none"),
    ],
)
def test_useful_rows(path, hand, sets, forms, kinds):
    expected = {k for k, n in enumerate(parse(kinds)) if n}
    assert kinds_of(kernel.useful(parse(hand), sets, forms)) == expected


@given(concealed(), st.sampled_from(FORMS))
def test_shanten_is_the_oracles(hand, forms):
    counts, sets = hand
    if sets and not forms & 1:
        forms = 1
    assert kernel.shanten(counts, sets, forms) == oracles.missing(counts, sets, forms) - 1


@settings(max_examples=40)
@given(concealed(), st.sampled_from(FORMS))
def test_useful_is_the_oracles(hand, forms):
    counts, sets = hand
    if sets and not forms & 1:
        forms = 1
    assert kinds_of(kernel.useful(counts, sets, forms)) == oracles.useful(counts, sets, forms)


@given(concealed(extra=st.just(0)), st.integers(0, 33), st.sampled_from((1, 3, 7, 11)))
def test_a_drawn_tile_never_raises_and_lowers_by_one_at_most(hand, kind, forms):
    counts, sets = hand
    if counts[kind] == 4:
        return
    before = kernel.shanten(counts, sets, forms)
    after = kernel.shanten(oracles.with_one_more(counts, kind), sets, forms)
    assert before - 1 <= after <= before
    assert (after < before) == (kind in kinds_of(kernel.useful(counts, sets, forms)))


@given(concealed())
def test_suits_may_change_places(hand):
    counts, sets = hand
    m, p, s, z = (counts[i : i + 9] for i in (0, 9, 18, 27))
    expected = kernel.shanten(counts, sets)
    for other in (p + s + m + z, s + p + m + z, m[::-1] + s + p + z, m + p + s + z[::-1]):
        assert kernel.shanten(other, sets, 1) == kernel.shanten(counts, sets, 1)
    assert kernel.shanten(p + s + m + z, sets) == expected


def test_paths_agree():
    before = kernel.TABLE_INFO["path"]
    try:
        for pool, size, forms in product(sorted(POOLS), (13, 14), FORMS):
            rows = deal(300, size, pool)
            answers = {}
            for name in PATHS:
                try:
                    kernel._use_path(name)
                except ValueError:
                    continue
                answers[name] = (
                    kernel.shanten_batch(rows, 0, forms),
                    kernel.useful_batch(rows, 0, forms),
                )
            assert all(answer == answers["portable"] for answer in answers.values())
    finally:
        kernel._use_path(before)


@pytest.mark.parametrize("sets", range(5))
@pytest.mark.parametrize("extra", [0, 1])
def test_batch_is_the_single_calls(path, sets, extra):
    rows = deal(500, 13 + extra - 3 * sets, "half flush")
    forms = 11 if sets == 0 else 1
    shanten = kernel.shanten_batch(rows, sets, forms)
    useful = kernel.useful_batch(rows, sets, forms)
    assert list(shanten) == [kernel.shanten(row.tobytes(), sets, forms) for row in rows]
    assert list(useful) == [kernel.useful(row.tobytes(), sets, forms) for row in rows]


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 1000])
def test_threads_change_nothing(threads):
    rows = np.tile(deal(1000, 14), (41, 1))[:40_123]
    assert kernel.shanten_batch(rows, 0, 7, threads) == kernel.shanten_batch(rows, 0, 7)
    assert kernel.useful_batch(rows, 0, 7, threads) == kernel.useful_batch(rows, 0, 7)


def test_numpy_takes_the_result_without_a_copy():
    rows = deal(10, 13)
    for result, dtype in (
        (kernel.shanten_batch(rows), np.int8),
        (kernel.useful_batch(rows), np.uint64),
    ):
        taken = np.asarray(result)
        assert taken.dtype == dtype
        assert taken.shape == (10,)
        assert np.shares_memory(taken, np.frombuffer(result, dtype))


def test_an_empty_batch():
    rows = np.zeros((0, 34), np.uint8)
    assert len(kernel.shanten_batch(rows)) == 0
    assert len(kernel.useful_batch(rows, threads=2)) == 0


@pytest.mark.parametrize(
    "convert",
    [
        bytes,
        bytearray,
        memoryview,
        lambda counts: array("B", counts),
        lambda counts: np.frombuffer(counts, np.uint8),
    ],
    ids=["bytes", "bytearray", "memoryview", "array", "numpy"],
)
def test_any_buffer_of_uint8(convert):
    counts = parse("123m456p789s1112z")
    assert kernel.shanten(convert(counts)) == 0
    assert kinds_of(kernel.useful(convert(counts))) == {28}
    assert kernel.readings(convert(counts)) == []


READY = parse("123m456p789s1112z")
FIVE = bytes([5, *READY[1:]])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        pytest.param((FIVE,), ValueError, "count 5 of kind 0 is above 4", id="five"),
        pytest.param((bytes([255] * 34),), ValueError, "count 255 of kind 0", id="255"),
        pytest.param(
            (bytes(33) + b"\x08",), ValueError, "count 8 of kind 33 is above 4", id="last-kind"
        ),
        pytest.param((bytes(33),), ValueError, "34 entries, got 33", id="short"),
        pytest.param((bytes(35),), ValueError, "34 entries, got 35", id="long"),
        pytest.param((bytes(34),), ValueError, "0 tiles.*13 or 14", id="no-tiles"),
        pytest.param((READY, 1), ValueError, "13 tiles.*1 fixed sets.*10 or 11", id="too-many"),
        pytest.param((READY, 5), ValueError, "sets must be 0 to 4, got 5", id="five-sets"),
        pytest.param((READY, -1), ValueError, "sets must be 0 to 4, got -1", id="no-less"),
        pytest.param((READY, 10**30), ValueError, "sets must be 0 to 4", id="huge"),
        pytest.param((READY, 0, 0), ValueError, "forms must be 1 to 15, got 0", id="no-form"),
        pytest.param((READY, 0, 16), ValueError, "forms must be 1 to 15, got 16", id="no-16"),
        pytest.param((parse("4z"), 4, 2), ValueError, "forms 2.*fixed sets", id="sets-form"),
        pytest.param((READY, "1"), TypeError, "sets must be an int, not str", id="sets-type"),
        pytest.param((READY, 0, 1.0), TypeError, "forms must be an int, not float", id="float"),
        pytest.param(("1" * 34,), TypeError, "counts must be", id="str"),
        pytest.param(([0] * 34,), TypeError, "counts must be", id="list"),
        pytest.param((None,), TypeError, "counts must be", id="none"),
        pytest.param((array("i", list(READY)),), ValueError, "counts must be", id="dtype"),
        pytest.param((np.zeros((1, 34), np.uint8),), ValueError, "counts must be", id="2d"),
        pytest.param(
            (np.zeros(68, np.uint8)[::2],), ValueError, "counts must be", id="not-contiguous"
        ),
    ],
)
@pytest.mark.parametrize("name", ["shanten", "useful", "is_complete", "readings"])
def test_refused(path, name, arguments, error, message):
    with pytest.raises(error, match=message):
        getattr(kernel, name)(*arguments)


@pytest.mark.parametrize("name", ["shanten_batch", "useful_batch"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("row", [0, 1, 7000, 9999])
def test_a_batch_names_the_row(path, name, threads, row):
    rows = np.tile(np.frombuffer(READY, np.uint8), (10_000, 1))
    rows[row, 5] += 1
    rows[row, 6] = 0 if rows[row, 6] else 2
    rows[-1, 3] = 9
    message = f"row {row}" if row != 9999 else "count 9 of kind 3 is above 4 in row 9999"
    with pytest.raises(ValueError, match=message):
        getattr(kernel, name)(rows, threads=threads)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        pytest.param((np.zeros((5, 33), np.uint8),), ValueError, "34 columns, got 33", id="33"),
        pytest.param((np.zeros((5, 34), np.int32),), ValueError, r"\(N, 34\)", id="int32"),
        pytest.param((READY,), ValueError, r"\(N, 34\)", id="one-dimension"),
        pytest.param((np.zeros((34, 5), np.uint8).T,), ValueError, r"\(N, 34\)", id="fortran"),
        pytest.param((None,), TypeError, r"\(N, 34\)", id="none"),
        pytest.param((deal(3, 13), 0, 3, 0), ValueError, "threads must be at least 1", id="0"),
        pytest.param((deal(3, 13), 0, 3, "2"), TypeError, "threads must be an int", id="text"),
    ],
)
@pytest.mark.parametrize("name", ["shanten_batch", "useful_batch"])
def test_refused_batches(name, arguments, error, message):
    with pytest.raises(error, match=message):
        getattr(kernel, name)(*arguments)


def test_one_suit_totals():
    """One suit, 13 tiles: 93,600 hands, 40,196 ready (facts.md)."""
    digits = np.indices((5,) * 9, dtype=np.uint8).reshape(9, -1).T
    hands = digits[digits.sum(axis=1) == 13]
    assert len(hands) == 93_600
    rows = np.zeros((len(hands), 34), np.uint8)
    rows[:, :9] = hands
    assert np.count_nonzero(np.asarray(kernel.shanten_batch(rows, 0, 5)) == 0) == 40_196
