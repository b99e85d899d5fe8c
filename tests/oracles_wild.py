"""Wild tiles by trying everything that they can stand for. Nothing here uses the kernel.

A hand is its natural tiles as 34 counts and a number of wild tiles; what these stand for is a
multiset of kinds, least kind first.
"""

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
from oracles import ORPHANS, missing_orphans, missing_pairs, with_one_less, with_one_more


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
        fits = all(n <= max(4, own) for n, own in zip(counts, naturals, strict=True))
        if (any_copies or fits) and is_complete(counts, sets, forms):
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


def missing(naturals, sets, forms, wilds, any_copies=False, lacks=()):
    """Return how many tiles the nearest target has that neither naturals nor wild tiles give."""
    found = [99]
    if forms & 1:
        found.append(missing_standard(naturals, sets, any_copies, lacks))
    if forms & 2 and not sets and not set(ORPHANS) & set(lacks):
        found.append(missing_orphans(naturals))
    own = [held for kind, held in enumerate(naturals) if kind not in lacks]
    if forms & 12 and not sets:
        found.append(missing_pairs(own, quads=forms & 8))
    return min(found) - wilds


def missing_standard(naturals, sets, any_copies, lacks):
    """Return what ``4 - sets`` sets and a pair have that the natural tiles have not."""
    best = {(0, 0): 0}
    for first, part in zip((0, 9, 18, 27), parts_of(naturals), strict=True):
        gone = tuple(kind - first for kind in lacks if first <= kind < first + len(part))
        here = part_costs(part, 14 if any_copies else 4, gone)
        after = {}
        for ((m, p), paid), ((more, pair), price) in product(best.items(), here.items()):
            key = m + more, p + pair
            after[key] = min(after.get(key, 99), paid + price)
        best = after
    return best[4 - sets, 1]


@cache
def part_costs(part, most, gone):
    """Return the least that one part lacks by its sets and pairs, without the ranks ``gone``."""
    listed = all_parts(len(part) == 9, most)
    for rank in gone:
        listed = listed[listed[:, rank] == 0]
    cost = np.maximum(listed - np.array(part, np.int8), 0).sum(axis=1)
    tiles = listed.sum(axis=1)
    return {
        (number // 3, int(number % 3 == 2)): int(cost[tiles == number].min())
        for number in set(tiles.tolist())
    }


def useful(naturals, used, *hand):
    """Return the kinds that can come and lower what is missing, nothing where nothing is."""
    now = missing(naturals, *hand)
    return {
        kind
        for kind in range(34)
        if now > 0
        and naturals[kind] + used[kind] < 4
        and missing(with_one_more(naturals, kind), *hand) < now
    }


def discards(naturals, used, *hand):
    """Return (kind, shanten, useful kinds) after each discard; what was thrown can come again."""
    found = []
    for kind in range(34):
        if naturals[kind]:
            rest = with_one_less(naturals, kind)
            gone = bytes(n if k != kind else 0 for k, n in enumerate(used))
            can_come = useful(rest, gone, *hand)
            found.append((kind, missing(rest, *hand) - 1, can_come))
    return found


# Every assignment at once, where many can be listed: each part is looked for among all that split.


@cache
def every_assignment(wilds):
    """Return all multisets of so many kinds: as rows of kinds, and as rows of 34 counts."""
    rows = np.array(list(combinations_with_replacement(range(34), wilds)), np.int8)
    counts = np.zeros((len(rows), 34), np.int64)
    for column in rows.T:
        counts[np.arange(len(rows)), column] += 1
    return rows, counts


@cache
def codes_of_parts(chows, most):
    """Return parts that split as numbers, a digit a rank: those of sets, and those with a pair."""
    parts = all_parts(chows, most).astype(np.int64)
    codes = parts @ (15 ** np.arange(parts.shape[1]))
    paired = parts.sum(axis=1) % 3 == 2
    return np.sort(codes[~paired]), np.sort(codes[paired])


def is_among(codes, sorted_codes):
    at = np.minimum(np.searchsorted(sorted_codes, codes), len(sorted_codes) - 1)
    return sorted_codes[at] == codes


def assignments_at_once(naturals, sets, forms, wilds, any_copies=False):
    """Return what ``assignments`` returns, of many more wild tiles."""
    rows, counts = every_assignment(wilds)
    own = np.array(list(naturals), np.int64)
    whole = counts + own
    wins = np.zeros(len(rows), bool)
    if forms & 1:
        bare, pairs = np.ones(len(rows), bool), np.zeros(len(rows), np.int64)
        for first in (0, 9, 18, 27):
            part = whole[:, first : min(first + 9, 34)]
            sets_only, paired = codes_of_parts(first < 27, 14)
            codes = part @ (15 ** np.arange(part.shape[1]))
            with_pair = is_among(codes, paired)
            bare &= with_pair | is_among(codes, sets_only)
            pairs += with_pair
        wins |= bare & (pairs == 1)
    if forms & 12 and not sets:
        wins |= (whole % 2 == 0).all(axis=1) & (bool(forms & 8) | (whole.max(axis=1) <= 2))
    if forms & 2 and not sets:
        orphans = np.zeros(34, bool)
        orphans[list(ORPHANS)] = True
        wins |= (whole[:, ~orphans] == 0).all(axis=1) & (whole[:, orphans] > 0).all(axis=1)
    if not any_copies:
        wins &= (whole <= np.maximum(own, 4)).all(axis=1)
    return [bytes(row.tolist()) for row in rows[wins]]
