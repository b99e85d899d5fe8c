"""Hands as kernel counts: strategies, and many random hands at once."""

import numpy as np
from hypothesis import strategies as st

from mjtool import kernel

SUIT = range(9)
#: Random hands of all kinds are far from complete; narrow pools reach the interesting ones.
POOLS = {
    "any": tuple(range(34)),
    "one suit": tuple(SUIT),
    "half flush": (*range(18, 27), *range(27, 34)),
    "two suits": tuple(range(18)),
    "orphans": (0, 8, 9, 17, 18, 26, *range(27, 34)),
    "low": (0, 1, 2, 9, 10, 11, 18, 19, 20),
    "honors": tuple(range(27, 34)),
}


def parse(text):
    """Return the counts of notation such as ``123m55z``."""
    counts = bytearray(34)
    digits = []
    for char in text:
        if char in "mpsz":
            for digit in digits:
                counts["mpsz".index(char) * 9 + digit - 1] += 1
            digits = []
        else:
            digits.append(int(char))
    return bytes(counts)


def kinds_of(mask):
    """Return the set of kinds in a mask."""
    return {kind for kind in range(64) if mask >> kind & 1}


SET_CODES = tuple(
    [kernel.CHOW + k for k in range(27) if k % 9 <= 6]
    + [
        first + k
        for first in (
            kernel.PUNG,
            kernel.EXPOSED_KONG,
            kernel.ADDED_KONG,
            kernel.CONCEALED_KONG,
        )
        for k in range(34)
    ]
)


def set_tiles(code):
    """Return the kinds of the tiles of a set code."""
    kind = code % 34
    if code < kernel.PUNG:
        return (kind, kind + 1, kind + 2)
    return (kind,) * (3 if code < kernel.EXPOSED_KONG else 4)


NUMBERS_OF_SETS = st.integers(0, 4)
EXTRA = st.integers(0, 1)


@st.composite
def concealed(draw, sets=NUMBERS_OF_SETS, extra=EXTRA, used=None):
    """Draw (counts, sets): 13 or 14 tiles less three a set, beside the counts ``used``."""
    n_sets = draw(sets)
    size = 13 + draw(extra) - 3 * n_sets
    pool = POOLS[draw(st.sampled_from(sorted(POOLS)))]
    gone = used or bytes(34)
    deck = [kind for kind in pool for _ in range(4 - gone[kind])]
    if len(deck) < size:
        deck = [kind for kind in range(34) for _ in range(4 - gone[kind])]
    chosen = draw(st.permutations(deck))[:size]
    return bytes(chosen.count(kind) for kind in range(34)), n_sets


@st.composite
def with_fixed(draw, extra=EXTRA, most_sets=4):
    """Draw (counts, codes of fixed sets, counts of the tiles in them)."""
    used = bytearray(34)
    codes = []
    for _ in range(draw(st.integers(0, most_sets))):
        fits = [
            code
            for code in SET_CODES
            if all(used[k] + set_tiles(code).count(k) <= 4 for k in set_tiles(code))
        ]
        # Few kinds, so that sets and concealed tiles meet.
        near = [code for code in fits if code % 34 in (0, 1, 2, 3, 27, 28)]
        code = draw(st.sampled_from(near or fits))
        codes.append(code)
        for kind in set_tiles(code):
            used[kind] += 1
    counts, _ = draw(concealed(st.just(len(codes)), extra, bytes(used)))
    return counts, bytes(codes), bytes(used)


@st.composite
def complete(draw, most_fixed=4):
    """Draw (counts, codes of fixed sets) of a complete hand."""
    held = bytearray(34)
    parts = []

    def fits(tiles):
        return all(held[k] + tiles.count(k) <= 4 for k in tiles)

    n_fixed = draw(st.integers(0, most_fixed))
    few = draw(st.booleans())
    for i in range(4):
        codes = [
            code
            for code in SET_CODES
            if (i < n_fixed or code < kernel.EXPOSED_KONG)
            and fits(set_tiles(code))
            and (not few or code % 34 < 9 or i < n_fixed)
        ]
        code = draw(st.sampled_from(codes))
        parts.append(code)
        for kind in set_tiles(code):
            held[kind] += 1
    pair = draw(st.sampled_from([k for k in range(34) if held[k] <= 2]))
    counts = bytearray(34)
    counts[pair] += 2
    for code in parts[n_fixed:]:
        for kind in set_tiles(code):
            counts[kind] += 1
    return bytes(counts), bytes(parts[:n_fixed])


def deal(hands, size, pool="any", seed=34):
    """Return ``hands`` random hands of ``size`` tiles as an (N, 34) array."""
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.array(POOLS[pool], np.uint8), 4)
    rows = np.zeros((hands, 34), np.uint8)
    for row in rows:
        np.add.at(row, rng.permutation(deck)[:size], 1)
    return rows
