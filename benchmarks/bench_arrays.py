"""``mjtool.batch``: processor time a row, by what is asked."""

from time import process_time

import numpy as np
import pytest
from bench_kernel import deal
from deals import winning_hands

from mjtool import batch

ROWS = 200_000


def winning():
    """Return winning hands as counts, and a winning tile of each."""
    rows = np.zeros((2000, 34), np.uint8)
    hands = winning_hands(2000, 34)
    for row, tiles in zip(rows, hands, strict=True):
        np.add.at(row, tiles, 1)
    win = np.array([tiles[0] for tiles in hands], np.uint8)
    return np.tile(rows, (ROWS // 2000, 1)), np.tile(win, ROWS // 2000)


def any_hands(size=14):
    return np.tile(deal("any", 5000, size=size), (ROWS // 5000, 1))


ASKED = {
    "shanten": lambda: (batch.shanten, any_hands(), {}),
    "shanten, with wild tiles": lambda: (batch.shanten, any_hands(), {"wild": "5z"}),
    "useful": lambda: (batch.useful, any_hands(), {}),
    "completing": lambda: (batch.completing, any_hands(13), {}),
    "is_complete": lambda: (batch.is_complete, winning()[0], {}),
    "best, the winning tile told": lambda: (
        batch.best,
        winning()[0],
        {"win": winning()[1], "self_drawn": True, "seat": "E", "round": "E"},
    ),
    "best of all tiles held": lambda: (batch.best, winning()[0], {"self_drawn": True}),
}


@pytest.mark.parametrize("name", ASKED)
def test_rows(name, capsys):
    ask, counts, more = ASKED[name]()
    times = []
    for _ in range(5):
        start = process_time()
        ask(counts, "jipinghu", **more)
        times.append(process_time() - start)
    with capsys.disabled():
        print(f"\n{name}: {min(times) / ROWS * 1e9:.1f} ns a row", end="")
