"""Answers beside own fixed sets, and completing tiles, live and dead."""

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_hands import complete, concealed, deal, kinds_of, parse, set_tiles, with_fixed

from mjtool import kernel

NONE = bytes(34)


@pytest.fixture(params=["portable", "v2", "avx2"], autouse=True)
def path(request):
    """Compute by each path that this processor has."""
    before = kernel.TABLE_INFO["path"]
    try:
        kernel._use_path(request.param)
    except ValueError:
        pytest.skip(f"this processor has no path {request.param}")
    yield
    kernel._use_path(before)


@pytest.mark.parametrize(
    ("hand", "used", "sets", "limited", "plain"),
    [
        pytest.param("4z", "444111555777z", 4, 1, 0, id="pair-of-which-three-are-gone"),
        pytest.param("4z", "111555777666z", 4, 0, 0, id="pair-that-can-come"),
        pytest.param("1m", "123m111z222z333z", 4, 0, 0, id="two-are-left"),
        pytest.param("1m", "123123123m111z", 4, 1, 0, id="chows-use-them-up"),
        pytest.param("13m1122p9s", "2222m333z", 2, 2, 1, id="a-gap-that-a-kong-holds"),
        pytest.param("79m11z", "8888m9999p555z", 3, 1, 0, id="end-gap-beside-kongs"),
        pytest.param("23m11z", "1111m4444m5555m", 3, 1, 0, id="both-sides-gone"),
        pytest.param("23m11z", "1111m555m555z", 3, 0, 0, id="one-side-left"),
    ],
)
def test_rows(hand, used, sets, limited, plain):
    counts, gone = parse(hand), parse(used)
    assert kernel.limited_shanten(counts, gone, sets) == limited
    assert kernel.shanten(counts, sets, 1) == plain


@settings(max_examples=150)
@given(with_fixed())
def test_shanten_is_the_oracles(hand):
    counts, codes, used = hand
    expected = oracles.missing(counts, len(codes), 1, used) - 1
    assert kernel.limited_shanten(counts, used, len(codes)) == expected
    assert kernel.shanten(counts, len(codes), 1) <= expected


@settings(max_examples=60)
@given(with_fixed())
def test_useful_is_the_oracles(hand):
    counts, codes, used = hand
    found = kernel.limited_useful(counts, used, len(codes))
    assert kinds_of(found) == oracles.useful(counts, len(codes), 1, used)


@settings(max_examples=40)
@given(with_fixed(extra=st.just(1)))
def test_discards_are_the_hands_without_them(hand):
    counts, codes, used = hand
    sets = len(codes)
    forms = 1 if sets else 11
    found = kernel.limited_discards(counts, used, sets, forms)
    assert [row[0] for row in found] == [kind for kind in range(34) if counts[kind]]
    for kind, shanten, useful in found:
        left = oracles.with_one_less(counts, kind)
        assert shanten == kernel.limited_shanten(left, used, sets, forms)
        assert useful == kernel.limited_useful(left, used, sets, forms)


@given(concealed(st.just(0)), st.sampled_from((1, 2, 3, 4, 7, 8, 9, 11, 15)))
def test_without_sets_it_is_the_plain_answer(hand, forms):
    counts, _ = hand
    assert kernel.limited_shanten(counts, NONE, 0, forms) == kernel.shanten(counts, 0, forms)
    assert kernel.limited_useful(counts, NONE, 0, forms) == kernel.useful(counts, 0, forms)


@pytest.mark.parametrize("pool", ["any", "one suit", "orphans", "honors"])
@pytest.mark.parametrize("forms", [1, 3, 7, 11, 2, 4, 8])
def test_plain_discards(pool, forms):
    for row in deal(40, 14, pool):
        counts = row.tobytes()
        for kind, shanten, useful in kernel.limited_discards(counts, NONE, 0, forms):
            left = oracles.with_one_less(counts, kind)
            assert shanten == kernel.shanten(left, 0, forms)
            assert useful == kernel.useful(left, 0, forms)


@pytest.mark.parametrize(
    ("hand", "used", "sets", "live", "dead"),
    [
        pytest.param("2223456p789s555z", "", 0, "13467p", "", id="five-live"),
        pytest.param("4z", "444111555777z", 4, "", "4z", id="last-tile-of-the-pair"),
        pytest.param("123456789m1111z", "", 0, "", "1z", id="four-honors"),
        pytest.param("1111m", "222333444z", 3, "", "1m", id="five-of-a-kind"),
        pytest.param("23m11z", "1111m456p555z", 3, "4m", "1m", id="one-dead-side"),
        pytest.param("23m11z", "1111m4444m555z", 3, "", "14m", id="dead-only"),
    ],
)
def test_completing_rows(hand, used, sets, live, dead):
    found = kernel.completing(parse(hand), parse(used), sets)
    expected = [{k for k, n in enumerate(parse(tiles)) if n} for tiles in (live, dead)]
    assert [kinds_of(mask) for mask in found] == expected


@given(complete(), st.randoms(use_true_random=False))
def test_completing_is_the_oracles(hand, random):
    counts, codes = hand
    used = bytearray(34)
    for code in codes:
        for kind in set_tiles(code):
            used[kind] += 1
    taken = random.choice([kind for kind in range(34) if counts[kind]])
    ready = oracles.with_one_less(counts, taken)
    sets = len(codes)
    forms = 1 if sets else 11
    live, dead = kernel.completing(ready, bytes(used), sets, forms)
    assert taken in kinds_of(live)
    for kind in range(34):
        completes = bool(oracles.readings(oracles.with_one_more(ready, kind), sets, forms))
        full = ready[kind] + used[kind] == 4
        assert (kind in kinds_of(live)) == (completes and not full)
        assert (kind in kinds_of(dead)) == (completes and full)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((parse("44z"), parse("444z"), 4), "above 4", id="five"),
        pytest.param((parse("4z"), parse("111z"), 4), "3 tiles used.*12 to 16", id="few"),
        pytest.param((parse("4z"), bytes(33), 4), "used must have 34 entries, got 33", id="short"),
        pytest.param((parse("4z"), parse("111222333555z"), 3), "1 tiles.*3 fixed", id="sets"),
        pytest.param((parse("4z"), parse("111222333555z"), 4, 2), "forms 2", id="forms"),
    ],
)
@pytest.mark.parametrize("name", ["limited_shanten", "limited_useful"])
def test_refused(name, arguments, message):
    with pytest.raises(ValueError, match=message):
        getattr(kernel, name)(*arguments)


@pytest.mark.parametrize(
    ("name", "hand"), [("limited_discards", "44z"), ("completing", "4z")], ids=["14", "13"]
)
def test_refused_too(name, hand):
    function, counts = getattr(kernel, name), parse(hand)
    with pytest.raises(ValueError, match="above 4"):
        function(counts, parse("4444z111222333m"), 4)
    with pytest.raises(ValueError, match="9 tiles used"):
        function(counts, parse("111222333m"), 4)
    with pytest.raises(ValueError, match="with 3 fixed sets"):
        function(counts, parse("111222333m"), 3)
    with pytest.raises(ValueError, match="forms 8"):
        function(counts, parse("111222333444m"), 4, 8)
    with pytest.raises(TypeError, match="used must be"):
        function(counts, None, 4)


def test_the_number_of_tiles_that_is_asked_for():
    with pytest.raises(ValueError, match="13 tiles: with 0 fixed sets this asks for 14"):
        kernel.limited_discards(parse("123m456p789s1112z"), NONE, 0)
    with pytest.raises(ValueError, match="14 tiles: with 0 fixed sets this asks for 13"):
        kernel.completing(parse("123m456p789s11122z"), NONE, 0)
