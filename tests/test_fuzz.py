"""Every harness of ``make fuzz`` over its seeds and what once led to a fault, without atheris."""

from __future__ import annotations

import pytest
from fuzz import __main__ as driver
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


def test_without_atheris_it_is_said_that_nothing_was_done(monkeypatch, capsys):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert driver.main(["notation", "--seconds", "1"]) == 0
    assert capsys.readouterr().out.startswith("not fuzzed: there is no atheris for this Python")


def test_a_fault_is_shown_and_ends_with_one(monkeypatch, capsys):
    told = "#9\tNEW    cov: 31 ft: 5 corp: 4/9b\nINFO: x\n === Uncaught\nstat::peak_rss_mb:     7"
    monkeypatch.setattr(driver, "run", lambda name, *_: driver.Run(name, 2.0, told, 77))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    assert driver.main(["native", "rules"]) == 1
    head, row, fault, *_ = capsys.readouterr().out.splitlines()
    assert head == driver.HEAD
    assert row.split() == ["native", "2", "-", "4", "31", "7", "A", "FAULT"]
    assert fault == " === Uncaught"


@pytest.mark.parametrize("arguments", [["nothing"], ["--seconds", "x"]], ids=["name", "seconds"])
def test_what_there_is_not_is_refused(arguments):
    with pytest.raises(SystemExit) as caught:
        driver.main(arguments)
    assert caught.value.code == 2
