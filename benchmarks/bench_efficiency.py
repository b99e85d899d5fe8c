"""Win rates and efficiency, in time of the thread.

No peer that PyPI has answers the same question, so there are no ratios here.
"""

import statistics
from functools import lru_cache
from time import thread_time_ns

import numpy as np
import pytest

from mjtool import kernel
from mjtool.analysis.efficiency import efficiency
from mjtool.hand import Hand
from mjtool.rules import load_rules

NOTHING = bytes(34)
#: Hands by (swaps, shanten).
HANDS = {(0, 1): 200, (0, 2): 200, (0, 3): 100, (1, 2): 40, (1, 3): 10}


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


def discards_of(counts, forms):
    """The discards that keep the shanten."""
    rows = sorted(kernel.limited_discards(counts, NOTHING, 0, forms), key=lambda row: row[1])
    return [kind for kind, level, _ in rows if level == rows[0][1]]


def left(counts):
    return bytes(4 - held for held in counts)


def milliseconds(call, repeat=5):
    """The median of some runs, warm."""
    call()
    times = []
    for _ in range(repeat):
        start = thread_time_ns()
        call()
        times.append((thread_time_ns() - start) / 1e6)
    return statistics.median(times)


def told(times):
    return (
        f"mean {statistics.mean(times):.4g} ms, median {statistics.median(times):.4g} ms, "
        f"worst {max(times):.4g} ms"
    )


@pytest.fixture
def say(capsys):
    """Return a function that prints a line in spite of pytest."""

    def line(text):
        with capsys.disabled():
            print(f"\n{text}", end="")

    return line


@pytest.mark.parametrize(("swaps", "shanten"), HANDS)
def test_win_rate(benchmark, say, swaps, shanten):
    """The chance to win after each discard that keeps the shanten."""
    points = kernel.Points(lambda word: 1)
    asked = [
        (counts, NOTHING, left(counts), b"", 1, 18, swaps, discards_of(counts, 1), points, 1)
        for counts in deal(shanten, HANDS[swaps, shanten])
    ]
    for arguments in asked[:5]:  # one discard alone gives what it gives among others
        alone = [kernel.solo(*arguments[:7], [kind], *arguments[8:])[0] for kind in arguments[7]]
        for row, among in zip(alone, kernel.solo(*arguments), strict=True):
            assert row == pytest.approx(among, rel=1e-12)
    repeat = 5 if swaps == 0 else 3
    times = [milliseconds(lambda: kernel.solo(*arguments), repeat) for arguments in asked]
    say(f"win rate, {shanten}-shanten, {swaps} swaps: {told(times)}")
    benchmark(lambda: kernel.solo(*asked[0]))


@pytest.mark.parametrize("shanten", [1, 2, 3])
def test_all_figures_of_all_discards(benchmark, say, shanten):
    """What the command works out with --draws 18: also discards that raise the shanten."""
    rules = load_rules("jipinghu")
    hands = [Hand((), counts) for counts in deal(shanten, 40, rules.form_mask)]
    first = efficiency(hands[0], rules, draws=18)
    assert first == efficiency(hands[0], rules, draws=18)
    times = [milliseconds(lambda: efficiency(hand, rules, draws=18), 3) for hand in hands]
    say(f"all figures, all discards, {shanten}-shanten: {told(times)}")
    benchmark(lambda: efficiency(hands[0], rules, draws=18))


@pytest.mark.parametrize("shanten", [4, 5, 6])
def test_far_hands_stay_bounded(benchmark, say, shanten):
    """Beyond the budget there are no rates; the time stays below a bound."""
    rules = load_rules("jipinghu")
    hands = [Hand((), counts) for counts in deal(shanten, 4, rules.form_mask)]
    times, known, rows = [], 0, 0
    for hand in hands:
        start = thread_time_ns()
        found = efficiency(hand, rules, draws=18)
        times.append((thread_time_ns() - start) / 1e6)
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
