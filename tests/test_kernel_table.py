"""The table: its size and classes, and every count vector recomputed by another way."""

import runpy
from itertools import combinations_with_replacement

import numpy as np
import oracles
import pytest
from inside import kernel_inside
from kernel_hands import POOLS, deal

from mjtool import kernel

PATHS = ("portable", "v2", "avx2")


@pytest.fixture
def use_path():
    """Return a function that chooses a path, undone at the end."""
    before = kernel.TABLE_INFO["path"]

    def use(name):
        try:
            kernel._use_path(name)
        except ValueError:
            pytest.skip(f"this processor has no path {name}")

    yield use
    kernel._use_path(before)


@pytest.fixture(scope="module")
def grids():
    """Return the costs of all suit and honor vectors, by index, as (vectors, 2, 5)."""
    return [
        np.moveaxis(oracles.cost_grid(kinds, chows).reshape(2, 5, -1), 2, 0)
        for kinds, chows in ((9, True), (7, False))
    ]


def test_size_and_classes():
    info = kernel.TABLE_INFO
    assert info["stored_bytes"] <= 1_000_000
    assert info["suit_classes"] == 126
    assert info["honor_classes"] == 55
    assert info["suit_pair_classes"] == 180
    assert info["mixed_classes"] == 165
    assert info["expand_ns"] > 0
    assert info["path"] in PATHS


def test_every_count_vector(grids):
    """All 5**9 and 5**7 vectors, among them the 405,350 and 43,130 of at most 14 tiles."""
    suits, honors, suit_costs, honor_costs = kernel_inside.tables()
    for classes, costs, grid in ((suits, suit_costs, grids[0]), (honors, honor_costs, grids[1])):
        by_class = np.array(
            [[99 if cost is None else cost for cost in row] for row in costs], np.int8
        ).reshape(-1, 2, 5)
        found = by_class[np.frombuffer(classes, np.uint8)]
        assert np.array_equal(found, grid)


def test_number_of_vectors():
    digits = np.indices((5,) * 9, dtype=np.int8).sum(axis=0)
    assert np.count_nonzero(digits <= 14) == 405_350
    digits = np.indices((5,) * 7, dtype=np.int8).sum(axis=0)
    assert np.count_nonzero(digits <= 14) == 43_130


@pytest.mark.parametrize("sets", range(5))
@pytest.mark.parametrize("path", PATHS)
def test_many_hands(grids, use_path, path, sets):
    """Random hands of every pool against the sum of the oracle's costs."""
    use_path(path)
    for pool in sorted(POOLS):
        rows = deal(1500, 14 - 3 * sets, pool, seed=sets)
        parts = []
        for part in range(4):
            held = rows[:, 9 * part : 9 * part + 9].astype(np.int64)
            index = held @ (5 ** np.arange(held.shape[1]))
            parts.append(grids[part == 3][index])
        whole = oracles.join_costs(
            oracles.join_costs(parts[0], parts[1]), oracles.join_costs(parts[2], parts[3])
        )
        expected = whole[:, 1, 4 - sets] - 1
        found = np.asarray(kernel.shanten_batch(rows, sets, 1))
        assert np.array_equal(found, expected)


@pytest.mark.no_cover
def test_generator_is_deterministic(tmp_path, root):
    generate = runpy.run_path(str(root / "ext" / "tables" / "generate.py"))
    generate["write"](tmp_path / "table.h")
    assert (tmp_path / "table.h").read_text(encoding="ascii") == generate["generate"]()


def test_generator_needs_no_third_chow():
    """Three equal chows are three pungs: the generator's shortcut loses no target."""
    for kinds in combinations_with_replacement(range(7), 3):
        if len(set(kinds)) == 1:
            k = kinds[0]
            assert sorted([k, k + 1, k + 2] * 3) == sorted([k] * 3 + [k + 1] * 3 + [k + 2] * 3)
