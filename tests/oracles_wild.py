"""Wild tiles by trying everything that they can stand for. Nothing here uses the kernel.

A hand is its natural tiles as 34 counts and a number of wild tiles; what these stand for is a
multiset of kinds, least kind first.
"""

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
from oracles import ORPHANS


@cache
def splits(counts, chows):
    """Return whether one part is sets, or sets and a pair, beginning with its least tile."""
    if sum(counts) % 3 == 2:
        return any(
            splits(less(counts, (kind, kind)), chows)
            for kind, held in enumerate(counts)
            if held >= 2
        )
    if not any(counts):
        return True
    first = next(kind for kind, held in enumerate(counts) if held)
    sets = [(first,) * 3]
    if chows and first < 7:
        sets.append((first, first + 1, first + 2))
    return any(
        splits(less(counts, tiles), chows)
        for tiles in sets
        if all(counts[kind] >= tiles.count(kind) for kind in tiles)
    )


def less(counts, tiles):
    """Return the counts without these tiles."""
    left = list(counts)
    for kind in tiles:
        left[kind] -= 1
    return tuple(left)


def parts_of(counts):
    """Return the counts of the three suits and of the honors."""
    return [tuple(counts[first : first + 9]) for first in (0, 9, 18, 27)]


def is_standard(counts, sets=0):
    """Return whether the tiles are ``4 - sets`` sets and a pair."""
    parts = parts_of(counts)
    rests = sorted(sum(part) % 3 for part in parts)
    return (
        sum(counts) == 14 - 3 * sets
        and rests == [0, 0, 0, 2]
        and all(splits(part, number < 3) for number, part in enumerate(parts))
    )


def is_pairs(counts, quads):
    """Return whether the tiles are seven pairs, with ``quads`` several of a kind."""
    return sum(counts) == 14 and all(n % 2 == 0 and (n <= 2 or quads) for n in counts)


def is_orphans(counts):
    """Return whether the tiles are the thirteen orphans, one of them twice."""
    return sum(counts) == 14 and {kind for kind in range(34) if counts[kind]} == set(ORPHANS)


def is_complete(counts, sets, forms):
    """Return whether the tiles win in one of the kernel's forms."""
    if forms & 1 and is_standard(counts, sets):
        return True
    if sets:
        return False
    return (forms & 12 != 0 and is_pairs(counts, forms & 8)) or (
        forms & 2 != 0 and is_orphans(counts)
    )


def together(naturals, kinds):
    """Return the counts of natural tiles and of what the wild ones stand for."""
    counts = list(naturals)
    for kind in kinds:
        counts[kind] += 1
    return counts


def assignments(naturals, sets, forms, wilds, any_copies=False, lacks=()):
    """Return every assignment with which the hand is complete."""
    allowed = [kind for kind in range(34) if kind not in lacks]
    found = []
    for kinds in combinations_with_replacement(allowed, wilds):
        counts = together(naturals, kinds)
        if (any_copies or max(counts) <= 4) and is_complete(counts, sets, forms):
            found.append(bytes(kinds))
    return found


# The same number from lists of all parts that split, for more wild tiles than can be tried.


@cache
def all_parts(chows, most):
    """Return all parts that split, as an array of counts, with at most so many tiles of a kind."""
    kinds = 9 if chows else 7
    sets = [tuple(3 * (k == at) for k in range(kinds)) for at in range(kinds)]
    if chows:
        sets += [tuple(int(at <= k <= at + 2) for k in range(kinds)) for at in range(7)]
    now = {(0,) * kinds}
    found = set(now)
    for _ in range(4):
        now = {tuple(map(sum, zip(a, b, strict=True))) for a, b in product(now, sets)}
        found |= now
    paired = {
        tuple(n + 2 * (k == at) for k, n in enumerate(counts))
        for counts in found
        for at in range(kinds)
    }
    return np.array([c for c in sorted(found | paired) if max(c) <= most], np.int8)


def count_standard(naturals, sets, wilds, any_copies=False):
    """Return how many assignments make ``4 - sets`` sets and a pair."""
    ways = {(0, 0): 1}
    for first in (0, 9, 18, 27):
        part = np.array(list(naturals[first : first + 9]), np.int8)
        listed = all_parts(first < 27, 14 if any_copies else 4)
        fits = listed[(listed >= part).all(axis=1)]
        more = fits.sum(axis=1) - part.sum()
        pairs = fits.sum(axis=1) % 3 == 2
        after = {}
        for (used, pair), number in ways.items():
            for extra, with_pair in zip(more.tolist(), pairs.tolist(), strict=True):
                key = used + extra, pair + with_pair
                after[key] = after.get(key, 0) + number
        ways = after
    assert sum(naturals) + wilds == 14 - 3 * sets
    return ways.get((wilds, 1), 0)
