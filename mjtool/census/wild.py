"""Every winning hand by the number of wild tiles it holds, where a rule set has such.

A hand is 14 tiles as they are. Where both sides have the same wild tiles, or one side has none and
the other one kind of them, the kernel walks all hands, as for :mod:`mjtool.census.own`; else, and
where own patterns ask for waits, a sample of hands drawn by chance stands for all of them, their
number exact all the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import comb, sqrt
from random import Random
from typing import Final, NamedTuple

from mjtool import kernel
from mjtool.appraisal import rank
from mjtool.census.own import OwnSide
from mjtool.census.wild_hands import TILES_HELD, Looks, WildHands
from mjtool.census.worth import Change, Won, Worths
from mjtool.rules.model import RuleSet
from mjtool.stock import COPIES
from mjtool.tiles import KINDS
from mjtool.wild import NO_WILDS
from mjtool.wild_sights import Sight

MOST: Final = 4
"""Wild tiles of a hand that is counted."""
SAMPLE: Final = 2000
"""Hands that stand for all with as many wild tiles, where not all can be walked."""
_SHARES: Final = 2
_EVERY: Final = (1 << KINDS) - 1


class Split(NamedTuple):
    """The hands with so many wild tiles: how many win on a side, and those that differ.

    ``sample`` is how many hands were looked at, None where all were; ``error`` is then the standard
    error of the number of hands that differ.
    """

    wilds: int
    hands: int
    changes: tuple[Change, ...]
    sample: int | None = None
    error: int | None = None


class Compared(NamedTuple):
    """The hands by their wild tiles, and the sights there are on each side."""

    splits: tuple[Split, ...]
    sights: tuple[tuple[Sight, ...], tuple[Sight, ...]]


def is_needed(*sides: RuleSet) -> bool:
    """Return whether a side has wild tiles."""
    return any(rules.wilds.there or not rules.wilds.known for rules in sides)


def settled(rules: RuleSet) -> RuleSet:
    """Return rules that know what is wild: nothing, where a tile is turned up for that."""
    return rules if rules.wilds.known else rules.playing(NO_WILDS)


def compared(a: RuleSet, b: RuleSet) -> Compared:
    """Return the hands that win under ``a`` or ``b`` and those that differ, by wild tiles."""
    table = _Table(settled(a), settled(b))
    splits: list[Split] = []
    sights: tuple[dict[Sight, None], dict[Sight, None]] = ({}, {})
    for wilds in range(MOST + 1 if table.wild else 1):
        if table.is_walked(wilds):
            split, seen = table.walk(wilds)
            for known, more in zip(sights, seen, strict=True):
                known.update(dict.fromkeys(more))
        else:
            split = table.sample(wilds)
        splits.append(split)
    one, two = (tuple(known) for known in sights)
    return Compared(tuple(splits), (one, two))


class _Table:
    """Two rule sets, and the tiles that are wild in one of them or both."""

    def __init__(self, a: RuleSet, b: RuleSet) -> None:
        self._rules = (a, b)
        self.wild = tuple(sorted({*a.wilds.kinds, *b.wilds.kinds}))
        self._drawn = frozenset(range(KINDS)) - set(self.wild)

    def is_walked(self, wilds: int) -> bool:
        """Return whether the kernel can walk all hands with so many wild tiles."""
        a, b = self._rules
        asked = [rules.program.asked for rules in self._rules if rules.program is not None]
        if any("waits" in each for each in asked):
            return not self.wild
        if wilds == 0 or a.wilds.kinds == b.wilds.kinds:
            return a.wild.copies == b.wild.copies or wilds == 0
        return (
            not (a.wilds.kinds and b.wilds.kinds) and self.wild[0] < KINDS and len(self.wild) == 1
        )

    def walk(self, wilds: int) -> tuple[Split, tuple[Iterable[Sight], Iterable[Sight]]]:
        """Return the hands with so many wild tiles, all of them walked."""
        questions: dict[tuple[str, int], int] = {}
        sides = [_WildSide(rules, questions, wilds) for rules in self._rules]
        forms = self._rules[0].form_mask | self._rules[1].form_mask
        become = 0
        for rules in self._rules:
            if rules.wilds.kinds:
                become |= rules.stock.mask
        plain = self.wild[0] if wilds and any(side.is_plain for side in sides) else None
        census = kernel.WildCensus(
            kernel.Asked(questions),
            forms,
            wilds,
            become & _EVERY,
            sum(1 << kind for kind in self._drawn),
            any(rules.wild.copies == "any" for rules in self._rules if rules.wilds.kinds),
            plain,
        )
        walks = [kernel.WildWalk(census, share, _SHARES) for share in range(_SHARES)]
        results: dict[tuple[int | None, int], int] = {}
        least = [side.least(results) for side in sides]
        hands = 0
        found: list[Change] = []
        held = self._written(wilds)
        with ThreadPoolExecutor(_SHARES) as threads:
            sights = list(threads.map(kernel.WildWalk.find, walks))
            worths = [[side.seen(some, results) for side in sides] for some in sights]
            told = threads.map(
                lambda walk, worth: walk.count(*worth[0], *worth[1], *least), walks, worths
            )
            for number, changed in told:
                hands += number
                for _, _, hands_changed, ways, counts in changed:
                    found.append(self._change(hands_changed, ways, counts, held))
        if any(least):  # whatever the rest is
            rest = self._naturals(TILES_HELD - wilds) - hands
            hands += rest
            if least[0] != least[1] and rest:
                found.append(self._any_hand(rest, wilds, held))
        times = self._number(wilds)
        changes = [
            each._replace(hands=each.hands * times[0], ways=each.ways * times[1]) for each in found
        ]
        changes.sort(key=lambda each: (-each.hands, each.readings))
        seen = (sides[0].sights, sides[1].sights)
        return Split(wilds, hands * times[0], tuple(changes)), seen

    def sample(self, wilds: int) -> Split:
        """Return the hands with so many wild tiles, some of them looked at."""
        chance = Random(f"wild {wilds}")
        pools = [
            (held, WildHands(TILES_HELD - wilds, self._drawn, self._looks(held)))
            for held in self._compositions(wilds)
        ]
        weights = [pool.number.hands for _, pool in pools]
        hands = sum(weights)
        if hands == 0:
            return Split(wilds, 0, ())
        worths = [Worths(rules) for rules in self._rules]
        found: list[Change] = []
        for _ in range(SAMPLE):
            ((held, pool),) = chance.choices(pools, weights)
            counts, loose = self._hand(pool.draw(chance), held)
            win = _differs(worths, counts, loose)
            if win is not None:
                ways = _ways(counts)
                won = Won(counts, win, loose)
                found.append(Change(hands, hands * ways, won, counts, win))
        changes = tuple(
            each._replace(hands=round(each.hands / SAMPLE), ways=round(each.ways / SAMPLE))
            for each in found
        )
        share = len(found) / SAMPLE
        error = round(hands * sqrt(share * (1 - share) / SAMPLE))
        return Split(wilds, hands, changes, SAMPLE, error)

    def _written(self, wilds: int) -> tuple[int, ...]:
        """Return so many wild tiles of a hand."""
        tiles = (tile for tile in self.wild for _ in range(COPIES if tile < KINDS else 1))
        return tuple(tiles)[:wilds]

    def _number(self, wilds: int) -> tuple[int, int]:
        """Return how many choices of kinds so many wild tiles have, and how many of tiles."""
        tiles = sum(COPIES if tile < KINDS else 1 for tile in self.wild)
        return sum(1 for _ in self._compositions(wilds)), comb(tiles, wilds)

    def _compositions(self, wilds: int) -> Iterator[tuple[int, ...]]:
        """Yield every choice of kinds for so many wild tiles, as numbers of each."""
        most = [COPIES if tile < KINDS else 1 for tile in self.wild]
        for counts in product(*(range(each + 1) for each in most)):
            if sum(counts) == wilds:
                yield counts

    def _looks(self, held: tuple[int, ...]) -> list[Looks]:
        """Return how each side looks at hands with so many tiles of what is wild somewhere."""
        looks: list[Looks] = []
        for rules in self._rules:
            own = [
                count
                for tile, count in zip(self.wild, held, strict=True)
                if tile in rules.wilds.kinds
            ]
            others = [
                (tile, count)
                for tile, count in zip(self.wild, held, strict=True)
                if tile not in rules.wilds.kinds and count
            ]
            if any(tile >= KINDS or tile in rules.stock.lacks for tile, _ in others):
                continue  # no tile of that set
            become = frozenset(rules.stock.kinds)
            any_copies = rules.wild.copies == "any"
            looks.append(Looks(rules.form_mask, sum(own), become, any_copies, tuple(others)))
        return looks

    def _hand(self, naturals: bytes, held: tuple[int, ...]) -> tuple[bytes, tuple[int, ...]]:
        """Return the counts of a whole hand, and its flowers."""
        counts, loose = bytearray(naturals), []
        for tile, count in zip(self.wild, held, strict=True):
            if tile < KINDS:
                counts[tile] += count
            elif count:
                loose.append(tile)
        return bytes(counts), tuple(loose)

    def _change(self, hands: int, ways: int, naturals: bytes, held: tuple[int, ...]) -> Change:
        """Return a change with one of its hands, under a tile that makes the difference."""
        counts, loose = _with(naturals, held)
        win = _differs([Worths(rules) for rules in self._rules], counts, loose)
        tile = win if win is not None else next(kind for kind in range(KINDS) if counts[kind])
        return Change(hands, ways, Won(counts, tile, loose), counts, tile)

    def _naturals(self, tiles: int) -> int:
        """Return how many choices of so many natural tiles there are."""
        numbers = [1]
        for _ in self._drawn:
            longer = [0] * (len(numbers) + COPIES)
            for at, number in enumerate(numbers):
                for count in range(COPIES + 1):
                    longer[at + count] += number
            numbers = longer[: tiles + 1]
        return numbers[tiles]

    def _any_hand(self, hands: int, wilds: int, held: tuple[int, ...]) -> Change:
        """Return the hands that win by their wild tiles alone, with one of them."""
        naturals = bytearray(KINDS)
        for kind in sorted(self._drawn, key=_scattered)[: TILES_HELD - wilds]:
            naturals[kind] = 1
        return self._change(hands, 0, bytes(naturals), held)


class _WildSide(OwnSide):
    """One rule set, and what sights are worth under it with so many wild tiles."""

    def __init__(self, rules: RuleSet, questions: dict[tuple[str, int], int], wilds: int) -> None:
        self.is_plain = wilds > 0 and not rules.wilds.kinds
        super().__init__(rules, questions, wild=0 if self.is_plain else wilds)
        self._four: tuple[tuple[int, int, int], tuple[int | None, int]] | None = None
        if wilds == MOST and not self.is_plain and rules.wild.four_win == "any_time":
            self._four = _four_wilds(rules)

    def least(self, results: dict[tuple[int | None, int], int]) -> int:
        """Return the number of what the wild tiles win by themselves; 0 where they do not."""
        if self._four is None:
            return 0
        return results.setdefault(self._four[1], len(results) + 1)

    def seen(
        self,
        sights: Iterable[tuple[int, bytes, bool]],
        results: dict[tuple[int | None, int], int],
    ) -> tuple[array[int], array[int]]:
        """Return the rank and result of each sight; those of another side have none."""
        return self.worths(
            (
                (word, answers) if plain == self.is_plain else None
                for word, answers, plain in sights
            ),
            results,
            None if self._four is None else (self._four[0], self.least(results)),
        )


def _four_wilds(
    rules: RuleSet,
) -> tuple[tuple[int, int, int], tuple[int | None, int]] | None:
    """Return the rank and worth of a hand that wins by its wild tiles alone, if that is a win.

    What is told of the rest does not matter: only events are added to such a win.
    """
    held = [tile for tile in rules.wilds.kinds for _ in range(COPIES if tile < KINDS else 1)]
    rest = [kind for kind in sorted(rules.stock.kinds, key=_scattered) if kind not in held]
    counts = bytearray(KINDS)
    for kind in (*rest[: TILES_HELD - MOST], *(tile for tile in held[:MOST] if tile < KINDS)):
        counts[kind] += 1
    loose = tuple(tile for tile in held[:MOST] if tile >= KINDS)
    found = Worths(rules).of(Won(bytes(counts), rest[0], loose))
    if found.worth is None or found.verdict is None:
        return None
    return rank(found.verdict.winner), found.worth


def _scattered(kind: int) -> tuple[int, int]:
    """Order kinds so that those that make no sets together come first."""
    return kind % 3, kind


def _with(naturals: bytes, held: tuple[int, ...]) -> tuple[bytes, tuple[int, ...]]:
    counts = bytearray(naturals)
    for tile in held:
        if tile < KINDS:
            counts[tile] += 1
    return bytes(counts), tuple(tile for tile in held if tile >= KINDS)


def _differs(worths: list[Worths], counts: bytes, loose: tuple[int, ...]) -> int | None:
    """Return a winning tile under which two sides differ; None where none does."""
    tiles = [kind for kind in range(KINDS) if counts[kind]]
    for win in (*tiles, *loose):
        one, two = (side.of(Won(counts, win, loose)).worth for side in worths)
        if one != two:
            return win
    return None


def _ways(counts: bytes) -> int:
    """Return in how many ways the tiles of a hand can be drawn; of flowers there is one each."""
    ways = 1
    for count in counts:
        ways *= comb(COPIES, count)
    return ways
