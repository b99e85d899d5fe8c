"""Win rates and efficiency beside figures measured elsewhere: none of these peers is on PyPI.

The standard-form shanten of the kernel, measured in the same run, tells how fast the machine is.
"""

import statistics
from functools import lru_cache
from time import perf_counter_ns

import numpy as np
import pytest

from mjtool import kernel
from mjtool.analysis.efficiency import efficiency
from mjtool.hand import Hand
from mjtool.rules import load_rules

NOTHING = bytes(34)
#: Figures of performance.md, milliseconds a hand with 18 draws, by (swaps, shanten).
ELSEWHERE = {
    (0, 1): ("mahjong-win-prob", 0.018),
    (0, 2): ("mahjong-win-prob", 0.16),
    (0, 3): ("mahjong-win-prob", 2.1),
    (1, 2): ("mahjong-cpp", 18),
    (1, 3): ("mahjong-cpp", 421),
}
HANDS = {(0, 1): 200, (0, 2): 200, (0, 3): 100, (1, 2): 40, (1, 3): 10}
#: Nanoseconds of the kernel's standard-form shanten on an idle machine of the kind that the figures
#: come from (2-core x86-64, AVX-512, 2 MiB L2 a core), where nyanten takes 28.
YARDSTICK = 4.5


@lru_cache
def deal(shanten, hands, forms=1, seed=34):
    """Deal ``hands`` random hands of 14 tiles that are so far from ready."""
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(34), 4)
    found = []
    while len(found) < hands:
        counts = np.bincount(rng.permutation(deck)[:14], minlength=34).astype(np.uint8).tobytes()
        if kernel.shanten(counts, 0, forms) == shanten:
            found.append(counts)
    return found


def discards_of(counts, forms, *, all_rows):
    """The discards that keep the shanten, or all of them, nearest first."""
    rows = sorted(kernel.limited_discards(counts, NOTHING, 0, forms), key=lambda row: row[1])
    return [kind for kind, level, _ in rows if all_rows or level == rows[0][1]]


def left(counts):
    return bytes(4 - held for held in counts)


def yardstick():
    """Nanoseconds of the standard-form shanten of 14 random tiles, best of five loops."""
    rng = np.random.default_rng(1)
    deck = np.repeat(np.arange(34), 4)
    rows = np.array(
        [np.bincount(rng.permutation(deck)[:14], minlength=34) for _ in range(4096)], np.uint8
    )
    return min(kernel._bench("call", rows, 0, 1, 50) for _ in range(5))


def best_milliseconds(call, repeat=5):
    """The least of some runs, warm."""
    best = float("inf")
    for _ in range(repeat):
        start = perf_counter_ns()
        call()
        best = min(best, (perf_counter_ns() - start) / 1e6)
    return best


@pytest.fixture
def say(capsys):
    """Return a function that prints a line in spite of pytest."""

    def line(text):
        with capsys.disabled():
            print(f"\n{text}", end="")

    return line


@pytest.mark.parametrize(("swaps", "shanten"), ELSEWHERE)
def test_win_rate(benchmark, say, swaps, shanten):
    """The chance to win after each discard that keeps the shanten."""
    points = kernel.Points(lambda word: 1)
    asked = [
        (counts, NOTHING, left(counts), b"", 1, 18, swaps, discards, points, 1)
        for counts in deal(shanten, HANDS[swaps, shanten])
        for discards in [discards_of(counts, 1, all_rows=False)]
    ]
    for arguments in asked[:5]:  # one discard alone gives what it gives among others
        alone = [kernel.solo(*arguments[:7], [kind], *arguments[8:])[0] for kind in arguments[7]]
        for row, among in zip(alone, kernel.solo(*arguments), strict=True):
            assert row == pytest.approx(among, rel=1e-12)
    repeat = 5 if swaps == 0 else 2
    times = [best_milliseconds(lambda: kernel.solo(*arguments), repeat) for arguments in asked]
    mean, median = statistics.mean(times), statistics.median(times)
    name, theirs = ELSEWHERE[swaps, shanten]
    speed = yardstick() / YARDSTICK
    say(
        f"win rate, {shanten}-shanten, {swaps} swaps: mean {mean:.4f} ms, median {median:.4f} ms, "
        f"worst {max(times):.3f} ms; {name} {theirs} ms: {theirs / mean:.1f} times by the mean "
        f"(this machine now: {1 / speed:.2f} of its idle speed)"
    )
    benchmark(lambda: kernel.solo(*asked[0]))


@pytest.mark.parametrize("shanten", [1, 2, 3])
def test_all_figures_of_all_discards(benchmark, say, shanten):
    """What the command works out with --draws 18: also discards that raise the shanten."""
    rules = load_rules("jipinghu")
    hands = [Hand((), counts) for counts in deal(shanten, 40, rules.form_mask)]
    first = efficiency(hands[0], rules, draws=18)
    assert first == efficiency(hands[0], rules, draws=18)
    times = [best_milliseconds(lambda: efficiency(hand, rules, draws=18), 3) for hand in hands]
    say(
        f"all figures, all discards, {shanten}-shanten: mean {statistics.mean(times):.2f} ms, "
        f"median {statistics.median(times):.2f} ms, worst {max(times):.2f} ms"
    )
    benchmark(lambda: efficiency(hands[0], rules, draws=18))


@pytest.mark.parametrize("shanten", [4, 5, 6])
def test_far_hands_stay_bounded(benchmark, say, shanten):
    """Beyond the budget there are no rates; the time stays below a bound."""
    rules = load_rules("jipinghu")
    hands = [Hand((), counts) for counts in deal(shanten, 4, rules.form_mask)]
    times, known, rows = [], 0, 0
    for hand in hands:
        start = perf_counter_ns()
        found = efficiency(hand, rules, draws=18)
        times.append((perf_counter_ns() - start) / 1e6)
        known += sum(row.rates.known for row in found.rows)
        rows += len(found.rows)
    say(
        f"all figures, {shanten}-shanten: worst {max(times):.0f} ms, "
        f"{known} of {rows} discards within the budget"
    )
    benchmark.pedantic(lambda: efficiency(hands[0], rules, draws=18), rounds=1)


@pytest.mark.parametrize("extra", ["improvements", "targets"])
def test_extras(benchmark, extra):
    rules = load_rules("jipinghu")
    hands = [Hand((), counts) for counts in deal(2, 20, rules.form_mask)]
    benchmark(lambda: [efficiency(hand, rules, **{extra: True}) for hand in hands])
