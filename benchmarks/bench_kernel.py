"""The kernel beside its peers: one call, C loops, batches, useful kinds, readings, the table."""

import subprocess
import sys
from statistics import median
from time import perf_counter_ns

import numpy as np
import pairs
import peers
import pytest
from inside import kernel_inside

from mjtool import kernel

SHAPES = {
    "any": range(34),
    "half_flush": [*range(9), *range(27, 34)],
    "full_flush": range(9),
    "orphans": [0, 8, 9, 17, 18, 26, *range(27, 34)],
}
ALL = 7  # the forms that the peers know


def deal(shape, hands, *, size=14, seed=34):
    """Deal ``hands`` independent hands of ``size`` tiles as (N, 34) counts."""
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.array(list(SHAPES[shape]), np.uint8), 4)
    rows = np.zeros((hands, 34), np.uint8)
    for row in rows:
        np.add.at(row, rng.permutation(deck)[:size], 1)
    return rows


@pytest.fixture
def say(capsys):
    """Return a function that prints a line in spite of pytest."""

    def line(text):
        with capsys.disabled():
            print(f"\n{text}", end="")

    return line


def shanten_side(hands):
    shanten = kernel.shanten

    def loop():
        for hand in hands:
            shanten(hand, 0, ALL)

    return pairs.Side(loop, len(hands))


def useful_side(hands):
    useful = kernel.useful

    def loop():
        for hand in hands:
            useful(hand, 0, ALL)

    return pairs.Side(loop, len(hands))


def told(name, found, peer):
    return f"{name}: {found.ours:.0f} ns, {peer.name} {found.theirs:.0f} ns: {found}"


@pytest.mark.parametrize("shape", SHAPES)
def test_one_call(benchmark, say, shape):
    hands = [row.tobytes() for row in deal(shape, 5000)]
    benchmark(shanten_side(hands).loop)
    for peer in peers.installed():
        few = hands[: peer.hands]
        theirs = [peer.prepare(hand) for hand in few]
        assert [peer.shanten(hand) for hand in theirs] == [kernel.shanten(h, 0, ALL) for h in few]
        side = pairs.Side(lambda: peer.shanten_loop(theirs), len(theirs))
        say(told(f"one call, {shape}", pairs.compare(shanten_side(few), side), peer))


@pytest.mark.parametrize("shape", SHAPES)
def test_useful_from_python(benchmark, say, shape):
    hands = [row.tobytes() for row in deal(shape, 5000, size=13)]
    benchmark(useful_side(hands).loop)
    for peer in peers.installed():
        if peer.useful is None or peer.useful_loop is None:
            continue
        theirs = [peer.prepare(hand) for hand in hands]
        assert [peer.useful(hand) for hand in theirs] == [kernel.useful(h, 0, ALL) for h in hands]
        side = pairs.Side(lambda: peer.useful_loop(theirs), len(theirs))
        say(told(f"useful, {shape}", pairs.compare(useful_side(hands), side), peer))


C_LOOPS = {
    "standard form": ("call", 1, 14),
    "all forms": ("call", ALL, 14),
    "checked rows, all forms": ("shanten", ALL, 14),
    "useful kinds of 13": ("useful", 1, 13),
    "useful kinds after each discard of 14": ("discards", 1, 14),
}


@pytest.mark.parametrize("name", C_LOOPS)
def test_c_loop(benchmark, say, name):
    work, forms, size = C_LOOPS[name]
    for shape in ("any", "full_flush"):
        rows = deal(shape, 20_000, size=size)
        ours = median(kernel_inside.bench(work, rows, 0, forms, 10) for _ in range(9))
        say(f"C loop, {name}, {shape}: {ours:.1f} ns")
    benchmark(lambda: kernel_inside.bench(work, rows, 0, forms))


@pytest.mark.parametrize("path", ["portable", "v2", "avx2"])
def test_paths(benchmark, say, path):
    rows = deal("any", 20_000)
    before = kernel.TABLE_INFO["path"]
    try:
        kernel._use_path(path)
        kernel_inside.use_path(path)
    except ValueError:
        pytest.skip(f"this processor has no path {path}")
    try:
        ours = median(kernel_inside.bench("call", rows, 0, ALL, 10) for _ in range(9))
        say(f"path {path}, all forms: {ours:.1f} ns")
        benchmark(lambda: kernel.shanten_batch(rows, 0, ALL))
    finally:
        kernel._use_path(before)
        kernel_inside.use_path(before)


def test_batch(benchmark, say):
    rows = np.tile(deal("any", 20_000), (50, 1))
    hands = [row.tobytes() for row in rows[:5000]]
    benchmark(lambda: kernel.shanten_batch(rows, 0, ALL))
    ours = pairs.Side(lambda: kernel.shanten_batch(rows, 0, ALL), len(rows))
    found = list(kernel.shanten_batch(rows[:5000], 0, ALL))
    for peer in peers.installed():
        theirs = [peer.prepare(hand) for hand in hands[: peer.hands]]
        assert [peer.shanten(hand) for hand in theirs] == found[: peer.hands]
        side = pairs.Side(lambda: peer.shanten_loop(theirs), len(theirs))
        both = pairs.compare(ours, side)
        say(f"batch: {both.ours:.1f} ns, {peer.name} in a loop {both.theirs:.0f} ns: {both}")


def test_two_threads(say):
    """Wall time, the only one that threads can save; a busy machine has no core to spare."""
    rows = np.tile(deal("any", 20_000), (50, 1))
    ratios = []
    for _ in range(pairs.PAIRS):
        times = []
        for threads in (1, 2):
            start = perf_counter_ns()
            kernel.shanten_batch(rows, 0, ALL, threads=threads)
            times.append(perf_counter_ns() - start)
        ratios.append(times[0] / times[1])
    say(f"batch, two threads: {pairs.spread(ratios)} times the speed of one, wall time")


def test_readings_and_facts(benchmark, say):
    hand = bytes([1] * 9 + [3] + [0] * 17 + [2] + [0] * 6)
    hands = [hand] * 5000
    benchmark(lambda: kernel.facts(hand, b"", 0))
    readings = pairs.alone(pairs.over(kernel.readings, hands))
    facts = pairs.alone(pairs.over(lambda counts: kernel.facts(counts, b"", 0), hands))
    say(f"readings: {readings:.0f} ns, facts: {facts:.0f} ns")


def test_limited(benchmark, say):
    used = bytes([1, 1, 1] + [0] * 28 + [3, 0, 0])
    hands = [row.tobytes() for row in deal("any", 20_000, size=8, seed=3)]
    hands = [h for h in hands if all(a + b <= 4 for a, b in zip(h, used, strict=True))]
    benchmark(lambda: kernel.limited_shanten(hands[0], used, 2))
    shanten = pairs.alone(pairs.over(lambda each: kernel.limited_shanten(each, used, 2), hands))
    discards = pairs.alone(pairs.over(lambda each: kernel.limited_discards(each, used, 2), hands))
    say(f"beside two fixed sets: shanten {shanten:.0f} ns, all discards {discards:.0f} ns")


def test_table(benchmark, say):
    code = "from mjtool import kernel; print(kernel.TABLE_INFO['expand_ns'])"

    def start():
        return subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        )

    times = sorted(int(start().stdout) for _ in range(7))
    say(
        f"table: {kernel.TABLE_INFO['stored_bytes'] / 1e3:.0f} kB stored, "
        f"ready in {times[3] / 1e6:.2f} ms"
    )
    benchmark.pedantic(start, rounds=3)
