"""Hands with wild tiles against every assignment there is, judged by the plain replay's scoring.

Each kind of wild tiles, both limits on copies, every number of wild tiles and of fixed sets.
"""

from __future__ import annotations

from random import Random

import oracles_wild
import pytest
from strategies import FIXED_SETS
from test_kernel_wild import random_hand

import mjtool
from mjtool.hand import Hand
from mjtool.notation import format_tiles
from mjtool.rules import load_rules
from mjtool.tiles import NAMES, TILES, WRITTEN
from tests.plain_worth import Won, worth

WILD = {
    "one kind": ("[wild]\ntiles = ['7z']\n", (33,)),
    "two kinds": ("[wild]\ntiles = ['3m', '7z']\n", (2, 33)),
    "four flowers": ("[tiles]\nflowers = 'wild'\nflower_count = 4\n", tuple(range(34, 38))),
    "eight flowers": ("[tiles]\nflowers = 'wild'\nflower_count = 8\n", tuple(range(34, 42))),
}
COPIES = ("four", "any")
SET_OF = {each.code: each for each in FIXED_SETS}
MARKS = ("chow", "pung", "exposed", "added", "concealed")


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    """Return the rules of some wild tiles and copies, by fan and by multiplier."""
    folder = tmp_path_factory.mktemp("rules")
    found = {}
    for at, (name, (text, _)) in enumerate(WILD.items()):
        for copies in COPIES:
            for base in ("jipinghu", "tuidaohu"):
                path = folder / f"{base}-{at}-{copies}.toml"
                kind = f"copies = '{copies}'\n"
                whole = text + (kind if "[wild]" in text else f"[wild]\n{kind}")
                win = "[win]\non_discard = true\n" if base == "tuidaohu" else ""
                path.write_text(f'extends = "{base}"\n{whole}{win}', "utf-8")
                found[name, copies, base] = load_rules(str(path))
    return found


class Asked:
    """A hand by chance of which so many tiles are wild, with so many fixed sets."""

    def __init__(self, rng, rules, number, sets):
        kinds = rules.wilds.kinds
        while True:
            naturals, fixed = random_hand(rng, number, sets)
            used = [TILES[kind] for kind in kinds if kind < 34]
            self.sets = tuple(SET_OF[code] for code in fixed)
            own = [tile for each in self.sets for tile in each.tiles]
            if any(naturals[kind] or kind in own for kind in used):
                continue
            if all(naturals[kind] + own.count(kind) <= 4 for kind in range(34)):
                break
        copies = [kind for kind in kinds for _ in range(4 if kind < 34 else 1)]
        self.wilds = sorted(rng.sample(copies, number))
        self.naturals, self.rules = naturals, rules
        self.any_copies = rules.wild.copies == "any"
        self.forms = 1 if sets else rules.form_mask

    def text(self, naturals):
        tiles = [kind for kind in range(34) for _ in range(naturals[kind])]
        return "".join(map(str, self.sets)) + format_tiles([*tiles, *self.wilds])

    def assignments(self, naturals, wilds):
        how = naturals, len(self.sets), self.forms, wilds, self.any_copies
        return oracles_wild.assignments_at_once(*how)

    def number(self, naturals, wilds):
        """Return how many assignments there are, with eight flowers too."""
        if wilds <= 4:
            return len(self.assignments(naturals, wilds))
        assert self.forms == 1
        how = naturals, len(self.sets), wilds, self.any_copies
        return oracles_wild.count_standard(*how)

    def missing(self, naturals, wilds):
        how = naturals, len(self.sets), self.forms, wilds, self.any_copies
        return oracles_wild.missing(*how)

    def best(self, win, drawn, wind):
        """Return the most that any assignment is worth, and those that are worth it."""
        fixed = [(MARKS[each.kind], [str(tile) for tile in each.tiles]) for each in self.sets]
        found = {}
        for kinds in self.assignments(self.naturals, len(self.wilds)):
            tiles = [kind for kind in range(34) for _ in range(self.naturals[kind])] + [*kinds]
            for won in set(kinds) if win in self.wilds else {win}:
                how = Won(NAMES[won], drawn, wind, "E", frozenset(), len(self.wilds))
                judged = worth(self.rules, fixed, [NAMES[kind] for kind in tiles], how)
                found[kinds, won] = judged
        most = max((each.key for each in found.values()), default=None)
        return {way: each for way, each in found.items() if each.key == most}


def check(rng, rules, number, sets):
    """Compare one hand with the brute force; return whether it wins and how it waits."""
    asked = Asked(rng, rules, number, sets)
    naturals, text = asked.naturals, asked.text(asked.naturals)
    count = asked.number(naturals, number)
    hand = Hand.parse(text)
    assert mjtool.shanten(hand, rules).shanten == asked.missing(naturals, number) - 1, text
    win = rng.choice([*(kind for kind in range(34) if naturals[kind]), *asked.wilds])
    seat, drawn = rng.choice("ESWN"), rng.random() < 0.5
    found = mjtool.score(hand, rules, WRITTEN[win], self_drawn=drawn, seat=seat, round="E")
    assert (found.shanten is None) == (count > 0), text
    assert found.shanten is None or found.assignments == 0
    if count and number <= 4:
        assert found.assignments == count, text
        if found.reason != "wild_discard":
            check_worth(asked, found, win, drawn, seat)
    return bool(count)


def check_worth(asked, found, win, drawn, seat):
    best = asked.best(win, drawn, seat)
    one = next(iter(best.values()))
    text = str(found.hand)
    assert found.points == one.points, text
    assert found.fan == one.fan, text
    assert {*found.pattern_ids} in [each for worth in best.values() for each in worth.patterns], (
        text
    )
    kinds = [int(kind) for _, kind in found.wilds]
    last = [kind for (tile, kind) in found.wilds if tile == win]
    assert (bytes(sorted(kinds)), int(last[-1]) if last else win) in best, text
    if not last:  # of the best the least
        assert bytes(kinds) == min(way for way, _ in best), text


def check_waits(rng, rules, number, sets):
    """Compare what completes a hand that waits with the brute force; return whether it waits."""
    asked = Asked(rng, rules, number, sets)
    held = [kind for kind in range(34) if asked.naturals[kind]]
    if not held:
        return False
    naturals = bytearray(asked.naturals)
    naturals[rng.choice(held)] -= 1
    hand = Hand.parse(asked.text(naturals))
    stock = rules.stock
    expected = []
    for tile in range(42):
        own = hand.own[tile] if tile < 34 else hand.extra.count(tile)
        if own >= stock.copies(tile):
            continue
        with_it, wilds = bytearray(naturals), number
        if tile in rules.wilds.kinds:
            wilds += 1
            completes = asked.missing(bytes(with_it), wilds) == 0
        elif tile >= 34:
            continue
        else:
            with_it[tile] += 1
            completes = asked.number(bytes(with_it), wilds) > 0
        if completes:
            expected.append(WRITTEN[tile])
    found = mjtool.waits(hand, rules)
    assert [str(each.tile) for each in found.waits] == expected, str(hand)
    can_come = [tile for tile in range(34) if stock.copies(tile) and hand.own[tile] < 4]
    naturals_listed = [name for name in expected if NAMES.index(name) in can_come]
    assert found.any == (len(naturals_listed) == len(can_come) and bool(expected)), str(hand)
    return bool(expected)


NUMBERS = {"one kind": 4, "two kinds": 4, "four flowers": 4, "eight flowers": 8}


WAYS = [
    pytest.param(kind, copies, number, id=f"{kind}-{copies}-{number}")
    for kind, most in NUMBERS.items()
    for copies in COPIES
    for number in range(most + 1)
]


@pytest.mark.no_cover
@pytest.mark.parametrize("copies", COPIES)
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("kind", WILD)
def test_some_hands_are_what_every_assignment_makes_them(kind, copies, number, rules):
    check_all(kind, copies, number, rules, 1, "some")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "copies", "number"), WAYS)
def test_thousands_of_hands_are_what_every_assignment_makes_them(kind, copies, number, rules):
    check_all(kind, copies, number, rules, 12 if number <= 3 else 4, "many")


def check_all(kind, copies, number, rules, hands, seed):
    won = waiting = 0
    for sets in range(5):
        if number > 4 and not sets:  # seven pairs of so many wild tiles are too many to list
            continue
        most = 14 - 3 * sets
        for at in range(hands):
            rng = Random(f"{seed} {kind} {copies} {number} {sets} {at}")
            base = rules[kind, copies, rng.choice(("jipinghu", "tuidaohu"))]
            if number <= most:
                won += check(rng, base, number, sets)
            if number < most:
                waiting += check_waits(rng, base, number, sets)
    assert won
    assert waiting


@pytest.mark.parametrize("any_copies", [False, True])
def test_every_assignment_at_once_is_every_assignment(any_copies):
    rng = Random(11)
    for number in (0, 1, 2, 2):
        for forms in (1, 3, 7, 11):
            naturals, _ = random_hand(rng, number, 0)
            asked = naturals, 0, forms, number, any_copies
            assert oracles_wild.assignments_at_once(*asked) == oracles_wild.assignments(*asked)
