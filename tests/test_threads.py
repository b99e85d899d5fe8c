"""The kernel in many threads at once: the same answers, whether or not there is a GIL."""

from __future__ import annotations

import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import mjtool
from mjtool import kernel
from mjtool.analysis.efficiency import efficiency
from mjtool.hand import Hand
from mjtool.rules import BUILTINS, load_rules

THREADS = 8
HANDS = ("123566789m45699s", "123m456p789s11125z", "2223m456p789s5557z", "1122m3344p5566s77z")


def counts(seed):
    """Return the counts of fourteen random tiles."""
    tiles = [kind for kind in range(34) for _ in range(4)]
    out = bytearray(34)
    for kind in Random(seed).sample(tiles, 14):
        out[kind] += 1
    return bytes(out)


def exact(seed):
    hand = counts(seed)
    return (
        kernel.shanten(hand),
        kernel.useful(hand),
        kernel.is_complete(hand),
        kernel.readings(hand),
    )


def alone(number):
    rules = load_rules("jipinghu")
    found = efficiency(Hand.parse(HANDS[number % 4]), rules, draws=4, improvements=True)
    return [(row.discard, row.total, row.rates) for row in found.rows]


def scored(number):
    hand = "123566789m45699s" if number % 2 else "[222p]333m444888s77z"
    rules = BUILTINS[number % len(BUILTINS)]
    return mjtool.score(hand, rules, self_drawn=True).to_dict()


@pytest.mark.parametrize("work", [exact, alone, scored], ids=lambda work: work.__name__)
def test_many_threads_find_what_one_finds(work):
    numbers = list(range(200 if work is not alone else 24))
    wanted = [work(number) for number in numbers]
    with ThreadPoolExecutor(THREADS) as pool:
        for found in pool.map(
            lambda shift: [work((n + shift) % len(numbers)) for n in numbers], range(THREADS)
        ):
            assert sorted(map(repr, found)) == sorted(map(repr, wanted))


def test_batches_of_one_buffer_in_many_threads():
    hands = b"".join(map(counts, range(500)))
    rows = memoryview(hands).cast("B", (500, 34))
    wanted = bytes(kernel.shanten_batch(rows))
    with ThreadPoolExecutor(THREADS) as pool:
        assert set(pool.map(lambda n: bytes(kernel.shanten_batch(rows, threads=2)), range(32))) == {
            wanted
        }


def test_the_kernel_needs_no_gil():
    """Where Python has none, importing the kernel does not bring it back."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not sys._is_gil_enabled()
    else:
        assert getattr(sys, "_is_gil_enabled", lambda: True)()
