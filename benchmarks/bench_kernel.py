"""The kernel beside its peers: one call, C loops, batches, useful kinds, readings, the table."""

import subprocess
import sys
from functools import partial

import numpy as np
import peers
import pytest

from mjtool import kernel

SHAPES = {
    "any": range(34),
    "half_flush": [*range(9), *range(27, 34)],
    "full_flush": range(9),
    "orphans": [0, 8, 9, 17, 18, 26, *range(27, 34)],
}
#: Figures of performance.md for libraries that PyPI has not, ns a hand.
ELSEWHERE = {
    "standard": ("nyanten", 28),
    "all": ("xiangting, in Rust", 65),
    "useful": ("nekobean", 357),
    "discards": ("nekobean", 3400),
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


def each(function, hands):
    """Return a loop that calls ``function`` on all hands."""
    return partial(peers.one_argument(function), hands)


def shanten_loop(hands):
    shanten = kernel.shanten
    for hand in hands:
        shanten(hand, 0, ALL)


def useful_loop(hands):
    useful = kernel.useful
    for hand in hands:
        useful(hand, 0, ALL)


@pytest.mark.parametrize("shape", SHAPES)
def test_one_call(benchmark, say, shape):
    hands = [row.tobytes() for row in deal(shape, 5000)]
    benchmark(shanten_loop, hands)
    for peer in peers.installed():
        few = hands[: peer.hands]
        theirs = [peer.prepare(hand) for hand in few]
        assert [peer.shanten(hand) for hand in theirs] == [kernel.shanten(h, 0, ALL) for h in few]
        a, b = peers.nanoseconds(
            9,
            (partial(shanten_loop, hands), len(hands)),
            (partial(peer.shanten_loop, theirs), len(theirs)),
        )
        say(f"one call, {shape}: {a:.0f} ns, {peer.name} {b:.0f} ns: {b / a:.1f} times")


@pytest.mark.parametrize("shape", SHAPES)
def test_useful_from_python(benchmark, say, shape):
    hands = [row.tobytes() for row in deal(shape, 5000, size=13)]
    benchmark(useful_loop, hands)
    for peer in peers.installed():
        if peer.useful is None or peer.useful_loop is None:
            continue
        theirs = [peer.prepare(hand) for hand in hands]
        assert [peer.useful(hand) for hand in theirs] == [kernel.useful(h, 0, ALL) for h in hands]
        a, b = peers.nanoseconds(
            9,
            (partial(useful_loop, hands), len(hands)),
            (partial(peer.useful_loop, theirs), len(theirs)),
        )
        say(f"useful, {shape}: {a:.0f} ns, {peer.name} {b:.0f} ns: {b / a:.1f} times")


C_LOOPS = {
    "standard form": ("call", 1, 14, "standard"),
    "all forms": ("call", ALL, 14, "all"),
    "checked rows, all forms": ("shanten", ALL, 14, "all"),
    "useful kinds of 13": ("useful", 1, 13, "useful"),
    "useful kinds after each discard of 14": ("discards", 1, 14, "discards"),
}


@pytest.mark.parametrize("name", C_LOOPS)
def test_c_loop(benchmark, say, name):
    work, forms, size, peer = C_LOOPS[name]
    for shape in ("any", "full_flush"):
        rows = deal(shape, 20_000, size=size)
        times = [kernel._bench(work, rows, 0, forms, 3) for _ in range(7)]
        ours = sorted(times)[3]
        library, theirs = ELSEWHERE[peer]
        say(f"C loop, {name}, {shape}: {ours:.1f} ns ({library}: {theirs} ns, measured elsewhere)")
    benchmark(lambda: kernel._bench(work, rows, 0, forms))


@pytest.mark.parametrize("path", ["portable", "v2", "avx2"])
def test_paths(benchmark, say, path):
    rows = deal("any", 20_000)
    before = kernel.TABLE_INFO["path"]
    try:
        kernel._use_path(path)
    except ValueError:
        pytest.skip(f"this processor has no path {path}")
    try:
        times = [kernel._bench("call", rows, 0, ALL, 3) for _ in range(7)]
        say(f"path {path}, all forms: {sorted(times)[3]:.1f} ns")
        benchmark(lambda: kernel.shanten_batch(rows, 0, ALL))
    finally:
        kernel._use_path(before)


def test_batch(benchmark, say):
    rows = np.tile(deal("any", 20_000), (50, 1))
    hands = [row.tobytes() for row in rows[:5000]]
    benchmark(lambda: kernel.shanten_batch(rows, 0, ALL))
    one, two = peers.nanoseconds(
        9,
        (lambda: kernel.shanten_batch(rows, 0, ALL), len(rows)),
        (lambda: kernel.shanten_batch(rows, 0, ALL, threads=2), len(rows)),
    )
    say(f"batch: {one:.1f} ns a hand, two threads {two:.1f} ns: {one / two:.2f} times")
    found = list(kernel.shanten_batch(rows[:5000], 0, ALL))
    for peer in peers.installed():
        theirs = [peer.prepare(hand) for hand in hands[: peer.hands]]
        assert [peer.shanten(hand) for hand in theirs] == found[: peer.hands]
        (b,) = peers.nanoseconds(5, (partial(peer.shanten_loop, theirs), len(theirs)))
        say(f"batch: {one:.1f} ns, {peer.name} in a loop {b:.0f} ns: {b / one:.0f} times")


def test_readings_and_facts(benchmark, say):
    hand = bytes([1] * 9 + [3] + [0] * 17 + [2] + [0] * 6)
    hands = [hand] * 5000
    benchmark(lambda: kernel.facts(hand, b"", 0))
    readings, facts = peers.nanoseconds(
        7,
        (each(kernel.readings, hands), len(hands)),
        (each(lambda counts: kernel.facts(counts, b"", 0), hands), len(hands)),
    )
    say(f"readings: {readings:.0f} ns, facts: {facts:.0f} ns")


def test_limited(benchmark, say):
    used = bytes([1, 1, 1] + [0] * 28 + [3, 0, 0])
    hands = [row.tobytes() for row in deal("any", 20_000, size=8, seed=3)]
    hands = [h for h in hands if all(a + b <= 4 for a, b in zip(h, used, strict=True))]
    benchmark(lambda: kernel.limited_shanten(hands[0], used, 2))
    shanten, discards = peers.nanoseconds(
        5,
        (each(lambda counts: kernel.limited_shanten(counts, used, 2), hands), len(hands)),
        (each(lambda counts: kernel.limited_discards(counts, used, 2), hands), len(hands)),
    )
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
