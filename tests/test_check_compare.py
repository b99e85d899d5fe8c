"""What counts as equal, what as different, and what an update takes over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool.regression import adopted, differences

SAME = [
    pytest.param({"fan": 3}, {"fan": 3, "points": 8}, id="only-expected-keys"),
    pytest.param(
        {"patterns": ["a", "b"]}, {"patterns": [{"id": "b"}, {"id": "a"}]}, id="ids-as-a-set"
    ),
    pytest.param(
        {"patterns": [{"id": "b", "fan": 1}]},
        {"patterns": [{"id": "b", "fan": 1, "name": "x"}]},
        id="pattern-rows",
    ),
    pytest.param(
        {"waits": [{"left": 3}]}, {"waits": [{"tile": "1m", "left": 3}]}, id="keys-of-rows"
    ),
    pytest.param({"win_rate": 0.5}, {"win_rate": 0.5000009}, id="within-tolerance"),
    pytest.param({"ready_rate": 1}, {"ready_rate": 1.0}, id="whole-number-for-a-float"),
    pytest.param(
        {"rates": [{"discard": "2m", "value": 1.5}]},
        {"discards": [{"discard": "1m"}, {"discard": "2m", "value": 1.5, "kinds": 3}]},
        id="rates-by-discard",
    ),
    pytest.param(
        {"rates": [{"win_rate": 0.25}]}, {"win_rate": 0.25, "tiles": {}}, id="rates-of-13-tiles"
    ),
    pytest.param({"seven_pairs": None}, {"seven_pairs": None}, id="null"),
    pytest.param({"reading": ["123m"]}, {"reading": ("123m",)}, id="list-for-tuple"),
]
DIFFERENT = [
    pytest.param({"fan": 3}, {"fan": 4}, ["fan"], id="value"),
    pytest.param({"fan": 3}, {"points": 4}, ["fan"], id="missing"),
    pytest.param({"fan": 1}, {"fan": True}, ["fan"], id="true-is-no-number"),
    pytest.param({"won": 1}, {"won": True}, ["won"], id="a-number-is-not-true"),
    pytest.param({"fan": "3"}, {"fan": 3}, ["fan"], id="text-for-a-number"),
    pytest.param({"seven_pairs": None}, {"standard": 1}, ["seven_pairs"], id="null-is-not-absent"),
    pytest.param({"win_rate": 0.5}, {"win_rate": 0.500002}, ["win_rate"], id="beyond-tolerance"),
    pytest.param(
        {"patterns": ["a"]},
        {"patterns": [{"id": "a"}, {"id": "b"}]},
        ["patterns"],
        id="pattern-too-many",
    ),
    pytest.param(
        {"patterns": ["a", "b"]}, {"patterns": [{"id": "a"}]}, ["patterns"], id="pattern-missing"
    ),
    pytest.param(
        {"patterns": [{"id": "a", "fan": 2}]},
        {"patterns": [{"id": "a", "fan": 1}]},
        ["patterns.a.fan"],
        id="pattern-row",
    ),
    pytest.param(
        {"payments": {"E": 1}}, {"payments": {"E": 1, "S": -1}}, ["payments.S"], id="payments-whole"
    ),
    pytest.param(
        {"tiles": {"1m": 1, "2m": 2}}, {"tiles": {"1m": 1}}, ["tiles.2m"], id="tiles-whole"
    ),
    pytest.param({"coins": {"E": 1}}, {"coins": {"E": 2}}, ["coins.E"], id="coins"),
    pytest.param({"waits": [{"tile": "1m"}]}, {"waits": []}, ["waits[0]"], id="row-missing"),
    pytest.param({"waits": []}, {"waits": [{"tile": "1m"}]}, ["waits[0]"], id="row-too-many"),
    pytest.param(
        {"waits": [{"tile": "1m"}, {"tile": "2m"}]},
        {"waits": [{"tile": "2m"}, {"tile": "1m"}]},
        ["waits[0].tile", "waits[1].tile"],
        id="rows-in-order",
    ),
    pytest.param(
        {"discards": [{"tiles": {"1m": 4}}]},
        {"discards": [{"tiles": {"1m": 4, "2m": 1}}]},
        ["discards[0].tiles.2m"],
        id="tiles-whole-in-rows",
    ),
    pytest.param(
        {"rates": [{"discard": "3m", "value": 1.5}]},
        {"discards": [{"discard": "1m"}]},
        ["rates.3m"],
        id="rate-of-no-discard",
    ),
    pytest.param({"error": {"code": "bad_tile"}}, {"fan": 3}, ["error"], id="no-error"),
    pytest.param({"rates": []}, {"discards": [{"discard": "1m"}]}, ["rates"], id="no-rates-at-all"),
    pytest.param(
        {"rates": [[1], {"discard": []}, None]},
        {"discards": [{"discard": "1m"}]},
        ["rates[0]", "rates[1]", "rates[2]"],
        id="rates-that-are-no-rows",
    ),
    pytest.param(
        {"rates": [{"discard": "1m", "shanten": 1}]},
        {"discards": [{"discard": "1m", "shanten": 2}]},
        ["rates.1m.shanten"],
        id="other-keys-of-rates",
    ),
    pytest.param({"patterns": [3]}, {"patterns": [{"id": "3"}]}, ["patterns"], id="id-is-text"),
]


@pytest.mark.parametrize(("expected", "found"), SAME)
def test_equal(expected, found):
    assert differences(expected, found) == []


@pytest.mark.parametrize(("expected", "found", "keys"), DIFFERENT)
def test_different(expected, found, keys):
    assert [item.key for item in differences(expected, found)] == keys


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["fan", "waits", "tiles", "x"]), VALUES, max_size=4))
def test_what_is_found_is_what_it_equals(found):
    assert differences(found, found) == []


@given(
    st.dictionaries(
        st.sampled_from(["fan", "waits", "tiles", "x"]), VALUES, min_size=1, max_size=4
    ),
    st.dictionaries(st.sampled_from(["fan", "waits", "tiles", "x"]), VALUES, max_size=4),
)
def test_what_is_adopted_passes(expected, found):
    new = adopted(expected, found)
    assert differences(new if new is not None else {}, found) == []
