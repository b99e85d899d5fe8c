"""What hands are worth, slowly and plainly: the rules written down once more, by hand.

Nothing here uses the library's kernel, predicates or rule files. A tile is its text (``"5z"``), a
set a list of tiles with a mark: ``chow pung exposed added concealed``, and ``own`` for sets made of
concealed tiles.
"""

from itertools import combinations

WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
DRAGONS = {"5z", "6z", "7z"}
NAMES = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
ORPHANS = {name for name in NAMES if name[1] == "z" or name[0] in "19"}

JIPINGHU = {
    "cap": 3,
    "floor": 3,
    "concealed_bonus": False,
    "inside": {"all_chows": 1, "all_pungs": 2, "half_flush": 2},
    "outside": {
        "full_flush": 4,
        "half_flush_pungs": 4,
        "full_flush_pungs": 5,
        "mixed_terminals": 5,
        "little_three_dragons": 5,
        "little_four_winds": 5,
        "all_honors": 6,
        "all_terminals": 6,
        "big_three_dragons": 6,
        "big_four_winds": 6,
        "nine_gates": 6,
        "thirteen_orphans": 6,
        "heavenly_hand": 6,
        "earthly_hand": 6,
        "human_hand": 6,
    },
}
XINMAJIANG = {
    "cap": 5,
    "floor": 0,
    "concealed_bonus": True,
    "inside": {"all_chows": 1, "all_pungs": 2, "half_flush": 2},
    "outside": {
        "full_flush": 6,
        "half_flush_pungs": 6,
        "full_flush_pungs": 7,
        "mixed_terminals": 7,
        "little_three_dragons": 7,
        "little_four_winds": 7,
        "all_honors": 8,
        "all_terminals": 8,
        "big_three_dragons": 8,
        "big_four_winds": 8,
        "nine_gates": 8,
        "thirteen_orphans": 9,
        "heavenly_hand": 9,
        "earthly_hand": 9,
        "human_hand": 9,
    },
}
FAN_FAMILIES = {"jipinghu": JIPINGHU, "xinmajiang": XINMAJIANG}
BIG_HANDS = (
    "heavenly_hand",
    "full_flush",
    "all_honors",
    "seven_pairs",
    "four_concealed_pungs",
    "four_kongs",
    "big_three_dragons",
    "big_four_winds",
    "little_four_winds",
    "thirteen_orphans",
)


def splits(tiles):
    """Yield every way to split ``tiles`` into sets and one pair, as lists of lists."""
    tiles = sorted(tiles)
    seen = set()
    for pair in sorted({tile for tile in tiles if tiles.count(tile) >= 2}):
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for sets in set_splits(rest):
            key = (pair, tuple(sorted(map(tuple, sets))))
            if key not in seen:
                seen.add(key)
                yield pair, sets


def set_splits(tiles):
    """Yield every way to split ``tiles`` into sets: the first tile goes with any two others."""
    if not tiles:
        yield []
        return
    first, others = tiles[0], tiles[1:]
    tried = set()
    for i, j in combinations(range(len(others)), 2):
        group = [first, others[i], others[j]]
        if tuple(group) in tried or not is_set(group):
            continue
        tried.add(tuple(group))
        left = [tile for k, tile in enumerate(others) if k not in (i, j)]
        for rest in set_splits(left):
            yield [group, *rest]


def is_set(group):
    """Tell whether three tiles are a pung or a chow."""
    if len(set(group)) == 1:
        return True
    if len({tile[1] for tile in group}) > 1 or group[0][1] == "z":
        return False
    low, middle, high = sorted(int(tile[0]) for tile in group)
    return low + 1 == middle and middle + 1 == high


def readings(fixed, tiles, family):
    """Return every reading under a family: ``(form, sets, pair)`` with sets as (mark, tiles)."""
    return readings_of(fixed, tiles, "quads" if family == "tuidaohu" else "no", True)


def readings_of(fixed, tiles, seven_pairs, orphans):
    """Return every reading where these forms win beside four sets and a pair."""
    found = []
    for pair, sets in splits(tiles):
        if len(sets) + len(fixed) == 4:
            found.append(("standard", [*fixed, *(("own", each) for each in sets)], pair))
    if not fixed and len(tiles) == 14:
        if orphans and set(tiles) == ORPHANS:
            found.append(("thirteen_orphans", [], None))
        allowed = {"no": (), "distinct": (2,), "quads": (2, 4)}[seven_pairs]
        if all(tiles.count(tile) in allowed for tile in tiles):
            found.append(("seven_pairs", [], None))
    return found


def shows(reading, fixed, tiles, *, win, self_drawn, events, nine_gates="pure", all_honors="any"):
    """Return the ids of all patterns of all families that a reading shows."""
    form, sets, pair = reading
    everything = [*tiles, *(tile for _, group in fixed for tile in group)]
    suits = {tile[1] for tile in everything} - {"z"}
    honors = any(tile[1] == "z" for tile in everything)
    ends = any(tile[1] != "z" and tile[0] in "19" for tile in everything)
    middle = any(tile not in ORPHANS for tile in everything)
    groups = [group for _, group in sets]
    pungs = [group[0] for group in groups if len(set(group)) == 1]
    standard = form == "standard"
    only_pungs = standard and len(pungs) == 4
    dragons = [tile for tile in pungs if tile in DRAGONS]
    winds = [tile for tile in pungs if tile in WINDS.values()]
    before = sorted(tiles)
    before.remove(win)
    concealed = all(mark in ("own", "concealed") for mark, _ in sets)
    checks = {
        "all_chows": standard and not pungs,
        "all_pungs": only_pungs,
        "half_flush": len(suits) == 1 and honors,
        "full_flush": len(suits) == 1 and not honors,
        "half_flush_pungs": only_pungs and len(suits) == 1 and honors,
        "full_flush_pungs": only_pungs and len(suits) == 1 and not honors,
        "mixed_terminals": only_pungs and not middle and honors and ends,
        "all_terminals": only_pungs and not middle and not honors,
        "all_honors": not suits and (standard or all_honors == "any"),
        "little_three_dragons": len({*dragons}) == 2 and pair in DRAGONS,
        "big_three_dragons": len({*dragons}) == 3,
        "little_four_winds": len({*winds}) == 3 and pair in WINDS.values(),
        "big_four_winds": len({*winds}) == 4,
        "nine_gates": not fixed
        and len(suits) == 1
        and not honors
        and gates(before if nine_gates == "pure" else tiles),
        "thirteen_orphans": form == "thirteen_orphans",
        "seven_pairs": form == "seven_pairs",
        "four_kongs": sum(len(group) == 4 for group in groups) == 4,
        "four_concealed_pungs": only_pungs and concealed and (self_drawn or win == pair),
        "heavenly_hand": "heavenly_hand" in events,
        "earthly_hand": "earthly_hand" in events,
        "human_hand": "human_hand" in events,
    }
    return {name for name, shown in checks.items() if shown}


def gates(tiles):
    """Tell whether one suit's tiles are 1112345678999, or that and one more."""
    left = sorted(tile[0] for tile in tiles)
    for rank in "1112345678999":
        if rank not in left:
            return False
        left.remove(rank)
    return True


def bonuses(reading, self_drawn, seat, round):
    """Return the fan of each bonus that a reading earns (門前清 too)."""
    _, sets, _ = reading
    pungs = [group[0] for _, group in sets if len(set(group)) == 1]
    return {
        "self_draw": int(self_drawn),
        "seat_wind": pungs.count(WINDS.get(seat)),
        "round_wind": pungs.count(WINDS.get(round)),
        "dragon_pung": sum(tile in DRAGONS for tile in pungs),
        "concealed_hand": int(all(mark in ("own", "concealed") for mark, _ in sets)),
    }


def score(family, fixed, tiles, *, win, self_drawn, seat=None, round=None, events=()):
    """Return ``{"points", "fan" or "multiplier", "patterns": every acceptable list}``, or None."""
    counts_as_drawn = self_drawn or "robbing_kong" in events
    found = readings(fixed, tiles, family)
    if not found or (family == "tuidaohu" and not counts_as_drawn):
        return None
    shown = [
        shows(each, fixed, tiles, win=win, self_drawn=counts_as_drawn, events=events)
        for each in found
    ]
    if family == "tuidaohu":
        big = {name for each in shown for name in each if name in BIG_HANDS}
        factor = 4 if big else 2
        return {"points": factor, "multiplier": factor, "patterns": [big or {"small_hand"}]}
    table = FAN_FAMILIES[family]
    results = []
    for reading, names in zip(found, shown, strict=True):
        outside = [name for name in table["outside"] if name in names]
        if outside:
            total = fan = max(table["outside"][name] for name in outside)
            listed = {next(name for name in outside if table["outside"][name] == fan)}
        else:
            inside = [name for name in table["inside"] if name in names]
            extra = bonuses(reading, counts_as_drawn, seat, round)
            if not table["concealed_bonus"]:
                del extra["concealed_hand"]
            total = sum(table["inside"][name] for name in inside) + sum(extra.values())
            listed = set(inside or ["chicken_hand"]) | {name for name in extra if extra[name]}
            fan = min(total, table["cap"])
        if {"kong_draw", "robbing_kong", "last_tile", "triple_win"} & set(events):
            fan = max(fan, table["floor"])
        pungs = sum(len(set(group)) == 1 for _, group in reading[1])
        results.append(((fan, total, pungs), listed))
    best = max(key for key, _ in results)
    return {
        "points": 2 ** best[0],
        "fan": best[0],
        "capped": not any(
            len(x) == 1 and x & set(table["outside"]) for k, x in results if k == best
        )
        and best[1] > table["cap"],
        "patterns": [listed for key, listed in results if key == best],
    }
