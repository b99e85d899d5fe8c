"""The facts of own patterns, slow and from the words of the rule page: what each name means.

Nothing of the package is asked. A hand is its fixed sets (letters and tiles), its concealed tiles
with the winning one, and that tile; kinds are 0..33.
"""

from collections import Counter
from itertools import permutations

SETS = {"chow": 3, "pung": 3, "exposed": 4, "added": 4, "concealed": 4}
ORPHANS = {*(s * 9 + r for s in range(3) for r in (0, 8)), *range(27, 34)}


def tiles_of(fixed):
    """Return the tiles of a fixed set, ``(what, lowest kind)``."""
    what, kind = fixed
    return [kind, kind + 1, kind + 2] if what == "chow" else [kind] * SETS[what]


def splits(counts, sets):
    """Yield every way to cut ``counts`` into ``sets`` sets and a pair."""
    for pair in range(34):
        if counts[pair] >= 2:
            left = list(counts)
            left[pair] -= 2
            alike = dict.fromkeys(tuple(sorted(found)) for found in _sets(left, sets))
            yield from ((found, pair) for found in alike)


def _sets(left, sets):
    if sets == 0:
        if not any(left):
            yield ()
        return
    first = next((kind for kind in range(34) if left[kind]), None)
    if first is None:
        return
    if left[first] >= 3:
        left[first] -= 3
        yield from ((("pung", first), *rest) for rest in _sets(left, sets - 1))
        left[first] += 3
    if first < 27 and first % 9 < 7 and left[first + 1] and left[first + 2]:
        for kind in (first, first + 1, first + 2):
            left[kind] -= 1
        yield from ((("chow", first), *rest) for rest in _sets(left, sets - 1))
        for kind in (first, first + 1, first + 2):
            left[kind] += 1


def is_complete(counts, sets, seven_pairs, orphans):
    """Return whether the concealed tiles win beside ``4 - sets`` fixed sets."""
    if any(True for _ in splits(counts, sets)):
        return True
    if sets < 4:
        return False
    return is_seven_pairs(counts, seven_pairs) or (orphans and is_orphans(counts))


def is_seven_pairs(counts, ruling):
    if ruling == "no" or sum(counts) != 14 or any(held % 2 for held in counts):
        return False
    return ruling == "quads" or max(counts) == 2


def is_orphans(counts):
    held = {kind for kind in range(34) if counts[kind]}
    return sum(counts) == 14 and held == ORPHANS


def candidates(fixed, counts, win, *, given, seven_pairs="no", orphans=True):
    """Yield a dict of facts for each reading and each place of the winning tile in it.

    ``given``: another seat gave the winning tile. Facts of kinds are functions of a set of kinds.
    """
    sets = 4 - len(fixed)
    hand = Counter(kind for each in fixed for kind in tiles_of(each))
    hand.update({kind: held for kind, held in enumerate(counts) if held})
    shared = {
        "quads": sum(held >= 4 for held in counts),
        "suits": len({kind // 9 for kind in hand if kind < 27}),
        "honors": sum(n for kind, n in hand.items() if kind >= 27),
        "winds": sum(n for kind, n in hand.items() if 27 <= kind < 31),
        "dragons": sum(n for kind, n in hand.items() if kind >= 31),
        "terminals": sum(n for kind, n in hand.items() if kind < 27 and kind % 9 in (0, 8)),
        "simples": sum(n for kind, n in hand.items() if kind < 27 and 0 < kind % 9 < 8),
        "waits": len(waits(fixed, counts, win, seven_pairs, orphans)),
        "win_copies": counts[win],
        "only": lambda kinds: set(hand) <= kinds,
        "tiles": lambda kinds: sum(n for kind, n in hand.items() if kind in kinds),
    }
    for found, pair in splits(counts, sets):
        for place in dict.fromkeys([*(each for each in found if win in tiles_of(each)), "pair"]):
            if place != "pair" or pair == win:
                yield (
                    shared | {"form": "standard"} | standard(fixed, found, pair, place, win, given)
                )
    none = dict.fromkeys((*NUMBERS,), 0) | dict.fromkeys(TRUTHS, False)
    none |= {"pungs_of": lambda kinds: 0, "chows_from": lambda kinds: 0}
    none |= {"pair_of": lambda kinds: False, "all_sets_have": lambda kinds: False}
    if sets == 4 and is_seven_pairs(counts, seven_pairs):
        yield shared | none | {"form": "seven_pairs", "wait": "pair"}
    if sets == 4 and orphans and is_orphans(counts):
        yield shared | none | {"form": "thirteen_orphans", "wait": "orphans"}


NUMBERS = (
    *("chows", "pungs", "kongs", "exposed", "fixed", "concealed_pungs", "concealed_kongs"),
    *("same_chows", "same_chow_pairs", "stepped_pungs"),
)
TRUTHS = ("straight", "mixed_straight", "three_suit_chows", "three_suit_pungs")


def waits(fixed, counts, win, seven_pairs, orphans):
    """Return the kinds that the hand without the winning tile waited for, dead ones aside."""
    before = list(counts)
    before[win] -= 1
    own = Counter(kind for each in fixed for kind in tiles_of(each))
    found = set()
    for kind in range(34):
        if before[kind] + own[kind] < 4:
            before[kind] += 1
            if is_complete(before, 4 - len(fixed), seven_pairs, orphans):
                found.add(kind)
            before[kind] -= 1
    return found


def standard(fixed, found, pair, place, win, given):
    """Return the facts of four sets and a pair, the winning tile standing in ``place``."""
    every = [*fixed, *found]
    chows = [kind for what, kind in every if what == "chow"]
    pungs = [kind for what, kind in every if what != "chow"]
    own_pungs = [kind for what, kind in found if what == "pung"]
    hidden = len(own_pungs) - (given and place != "pair" and place[0] == "pung")
    dark = sum(what == "concealed" for what, _ in fixed)
    alike = Counter(chows)
    return {
        "chows": len(chows),
        "pungs": len(pungs),
        "kongs": sum(what in ("exposed", "added", "concealed") for what, _ in fixed),
        "exposed": len(fixed) - dark,
        "fixed": len(fixed),
        "concealed_pungs": hidden + dark,
        "concealed_kongs": dark,
        "wait": wait_of(place, win),
        "straight": any({s, s + 3, s + 6} <= set(chows) for s in (0, 9, 18)),
        "mixed_straight": any(
            {a * 9, b * 9 + 3, c * 9 + 6} <= set(chows) for a, b, c in permutations(range(3))
        ),
        "three_suit_chows": any({r, r + 9, r + 18} <= set(chows) for r in range(9)),
        "three_suit_pungs": any({r, r + 9, r + 18} <= set(pungs) for r in range(9)),
        "same_chows": max(alike.values(), default=0),
        "same_chow_pairs": sum(n // 2 for n in alike.values()),
        "stepped_pungs": max((run_of(pungs, kind) for kind in pungs if kind < 27), default=0),
        "pungs_of": lambda kinds: sum(kind in kinds for kind in pungs),
        "chows_from": lambda kinds: sum(kind in kinds for kind in chows),
        "pair_of": lambda kinds: pair in kinds,
        "all_sets_have": lambda kinds: (
            pair in kinds and all(set(tiles_of(each)) & kinds for each in every)
        ),
        "wind_pungs": sum(1 << kind - 27 for kind in {*pungs} if 27 <= kind < 31),
    }


def run_of(pungs, kind):
    """Return how many pungs of one suit follow each other from ``kind`` on."""
    length = 1
    while kind + length in pungs and (kind + length) % 9:
        length += 1
    return length


def wait_of(place, win):
    if place == "pair":
        return "pair"
    what, kind = place
    if what == "pung":
        return "pungs"
    if win == kind + 1:
        return "closed"
    edge = (win == kind + 2 and kind % 9 == 0) or (win == kind and kind % 9 == 6)
    return "edge" if edge else "sides"
