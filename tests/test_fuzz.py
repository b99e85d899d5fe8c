"""Every harness of ``make fuzz`` over its seeds and what once led to a fault, without atheris."""

from __future__ import annotations

import pytest
from fuzz.harnesses import HARNESSES
from fuzz.seeds import SEEDS, kept

FOUND = [
    pytest.param(name, path, id=f"{name}-{path.stem}") for name in HARNESSES for path in kept(name)
]


def test_every_harness_has_seeds():
    assert set(HARNESSES) == set(SEEDS)


@pytest.mark.parametrize("name", HARNESSES)
def test_seeds_hold(name):
    for data in SEEDS[name]():
        HARNESSES[name](data)


@pytest.mark.parametrize(("name", "path"), FOUND)
def test_what_was_found_holds(name, path):
    HARNESSES[name](path.read_bytes())
