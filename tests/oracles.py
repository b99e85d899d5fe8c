"""Slow, obvious answers that the kernel is held against. Nothing here uses the kernel."""

from collections import Counter
from itertools import combinations_with_replacement, product

import numpy as np

ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))

#: Every set there is, as the kinds of its three tiles.
CHOWS = tuple((k, k + 1, k + 2) for k in range(27) if k % 9 <= 6)
PUNGS = tuple((k, k, k) for k in range(34))
SETS = CHOWS + PUNGS


def missing_standard(counts, sets=0, used=bytes(34)):
    """Return the fewest tiles missing for 4 - sets sets and a pair, by trying all of them."""
    target = [0] * 34

    def price(kinds):
        return sum(max(0, n - counts[k]) for k, n in Counter(kinds).items())

    def put(kinds):
        """Add the kinds to the target; return what they cost, None where they do not fit."""
        cost = 0
        for at, kind in enumerate(kinds):
            if target[kind] + used[kind] >= 4:
                for undone in kinds[:at]:
                    target[undone] -= 1
                return None
            cost += target[kind] >= counts[kind]
            target[kind] += 1
        return cost

    def take(kinds):
        for kind in kinds:
            target[kind] -= 1

    ordered = sorted(SETS, key=price)
    prices = [price(kinds) for kinds in ordered]
    best = 15

    def place(left, start, cost):
        nonlocal best
        if left == 0:
            for kind in range(34):
                paid = put((kind, kind))
                if paid is not None:
                    best = min(best, cost + paid)
                    take((kind, kind))
            return
        for i in range(start, len(ordered)):
            # A set costs no less beside others than alone.
            if cost + left * prices[i] >= best:
                return
            paid = put(ordered[i])
            if paid is not None:
                place(left - 1, i, cost + paid)
                take(ordered[i])

    place(4 - sets, 0, 0)
    return best


def missing_orphans(counts):
    """Return the fewest tiles missing for thirteen orphans: each of them, one of them twice."""
    return min(
        sum(max(0, (2 if kind == twice else 1) - counts[kind]) for kind in ORPHANS)
        for twice in ORPHANS
    )


def missing_pairs(counts, quads):
    """Return the fewest tiles missing for seven pairs; with ``quads`` four alike are two."""
    first = [max(0, 2 - held) for held in counts]
    second = [max(0, 4 - held) - max(0, 2 - held) for held in counts]
    return sum(sorted(first + (second if quads else []))[:7])


def missing(counts, sets=0, forms=3, used=bytes(34)):
    """Return the fewest tiles missing for any of the kernel's forms."""
    found = []
    if forms & 1:
        found.append(missing_standard(counts, sets, used))
    if sets == 0:
        if forms & 2:
            found.append(missing_orphans(counts))
        if forms & 4:
            found.append(missing_pairs(counts, quads=False))
        if forms & 8:
            found.append(missing_pairs(counts, quads=True))
    return min(found)


def with_one_more(counts, kind):
    """Return the counts with one tile more."""
    return bytes(n + (k == kind) for k, n in enumerate(counts))


def with_one_less(counts, kind):
    """Return the counts with one tile less."""
    return bytes(n - (k == kind) for k, n in enumerate(counts))


def useful(counts, sets=0, forms=3, used=bytes(34)):
    """Return the set of kinds that lower what is missing; four of a kind is all there are."""
    now = missing(counts, sets, forms, used)
    return {
        kind
        for kind in range(34)
        if counts[kind] + used[kind] < 4
        and missing(with_one_more(counts, kind), sets, forms, used) < now
    }


# Readings. A set or a pair is the tuple of its kinds here.


def partitions(tiles, pair):
    """Return every way to split a sorted tuple of kinds into sets (and one pair), as sorted tuples.

    The first tile goes into some set or the pair; all choices are tried and doubles fall together.
    """
    if not tiles:
        return set() if pair else {()}
    first = tiles[0]
    found = set()
    for part in ((first,) * 3, (first, first + 1, first + 2), (first,) * 2):
        if len(part) == 2 and not pair:
            continue
        if len(set(part)) == 3 and part not in CHOWS:
            continue
        rest = list(tiles)
        if any(part.count(kind) > rest.count(kind) for kind in part):
            continue
        for kind in part:
            rest.remove(kind)
        for others in partitions(tuple(rest), pair and len(part) == 3):
            found.add(tuple(sorted((part, *others))))
    return found


def tiles_of(counts):
    """Return the kinds of the tiles, sorted."""
    return tuple(kind for kind, held in enumerate(counts) for _ in range(held))


def readings(counts, sets=0, forms=3):
    """Return every reading of complete counts as a set of (form, sorted tuple of parts)."""
    tiles = tiles_of(counts)
    found = set()
    if forms & 1 and len(tiles) == 14 - 3 * sets:
        found |= {("standard", parts) for parts in partitions(tiles, pair=True)}
    if sets or len(tiles) != 14:
        return found
    pairs = tuple(zip(tiles[::2], tiles[1::2], strict=True))
    if all(a == b for a, b in pairs):
        different = len(set(pairs)) == 7
        if (forms & 4 and different) or forms & 8:
            found.add(("seven pairs", pairs))
    if forms & 2 and set(tiles) == set(ORPHANS):
        found.add(("thirteen orphans", (tiles,)))
    return found


# All count vectors of a suit at once, without any programme over its kinds.


def part_targets(kinds, chows):
    """Return {(sets, pair): count vectors} of everything that sets and a pair can be."""
    sets = [tuple(3 * (k == j) for j in range(kinds)) for k in range(kinds)]
    if chows:
        sets += [tuple(int(k <= j < k + 3) for j in range(kinds)) for k in range(kinds - 2)]
    pairs = [tuple(2 * (k == j) for j in range(kinds)) for k in range(kinds)]
    found = {}
    for n in range(5):
        for chosen in combinations_with_replacement(sets, n):
            total = tuple(map(sum, zip(*chosen, strict=True))) or (0,) * kinds
            for with_pair, extra in [(0, (0,) * kinds), *((1, pair) for pair in pairs)]:
                target = tuple(a + b for a, b in zip(total, extra, strict=True))
                if max(target) <= 4:
                    found.setdefault((n, with_pair), set()).add(target)
    return found


def cost_grid(kinds, chows):
    """Return the tiles missing for (pair, sets) from each count vector: shape (2, 5, 5, 5, ...).

    The distance to the nearest target is a sum over kinds, so it spreads along one axis at a time.
    The axes after the first two are the kinds, the last kind first, as a base-5 index has them.
    """
    grid = np.full((2, 5) + (5,) * kinds, 99, np.int8)
    for (sets, pair), targets in part_targets(kinds, chows).items():
        for target in targets:
            grid[(pair, sets, *reversed(target))] = 0
    for axis in range(2, 2 + kinds):
        lines = np.moveaxis(grid, axis, 0)
        lines[:] = [
            np.min([lines[wanted] + max(0, wanted - held) for wanted in range(5)], axis=0)
            for held in range(5)
        ]
    return grid


def join_costs(a, b):
    """Return the costs of two parts of a hand together, (N, 2, 5) each."""
    joined = np.full(a.shape, 99, np.int16)
    for pair, sets in product(range(2), range(5)):
        for pair_a, sets_a in product(range(pair + 1), range(sets + 1)):
            both = a[:, pair_a, sets_a].astype(np.int16) + b[:, pair - pair_a, sets - sets_a]
            joined[:, pair, sets] = np.minimum(joined[:, pair, sets], both)
    return joined
