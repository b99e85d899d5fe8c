"""Winning hands with wild tiles: how many there are, and any of them by chance.

Nobody goes over hundreds of millions of hands. Of a part of a hand only what its tiles can become
matters: which numbers of sets and pairs, by how many wild tiles. Going down the ranks, count
vectors that can become the same are one state with its number of vectors; a suit comes to some
dozens of such, and four parts are put together by table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from random import Random
from typing import Final, NamedTuple

from mjtool.stock import COPIES
from mjtool.tiles import KINDS

TILES_HELD: Final = 14
_PARTS: Final = (range(9), range(9, 18), range(18, 27), range(27, KINDS))
_STANDARD, _ORPHANS, _PAIRS, _QUAD_PAIRS = 1, 2, 4, 8  # the kernel's bits of forms


class Looks(NamedTuple):
    """How one rule set looks at a hand: the forms that win, and what its wild tiles may be.

    ``wilds`` are held beside the natural tiles; ``also`` are natural tiles in its eyes that are
    not among those drawn, by kind; ``become`` are the kinds that a wild tile may stand for, and
    ``any_copies`` says that a hand may come to more than four of a kind by them.
    """

    forms: int
    wilds: int = 0
    become: frozenset[int] = frozenset(range(KINDS))
    any_copies: bool = False
    also: tuple[tuple[int, int], ...] = ()


# What tiles can become: sets begun one and two ranks ago, sets and pairs done, wild tiles used.
_Standard = frozenset[tuple[int, int, int, int, int]]
# Wild tiles used among nothing but pairs; among orphans, and whether one is there twice.
_Pairs = frozenset[int]
_Orphans = frozenset[tuple[int, int]]
_Become = tuple[_Standard, _Pairs, _Orphans]
_State = tuple[int, tuple[_Become, ...]]
_NOTHING: Final[_Become] = (frozenset(), frozenset(), frozenset())

_Masks = tuple[tuple[int, int, int], ...]
_Class = tuple[int, _Masks]
"""How many tiles, and for each look as bits what they can become: 2 sets + pairs, wild tiles used
among pairs, 2 wild tiles used + whether one is twice among orphans."""


class Number(NamedTuple):
    """How many hands, and in how many ways their natural tiles can be drawn."""

    hands: int
    ways: int


class WildHands:
    """The hands of so many natural tiles of these kinds that win in one look or another.

    >>> WildHands(13, frozenset(range(33)), (Looks(1, wilds=1),)).number.hands
    49451400
    """

    def __init__(self, naturals: int, kinds: frozenset[int], looks: Sequence[Looks]) -> None:
        self._naturals = naturals
        self._looks = tuple(looks)
        parts = [_Part(part, kinds, self._looks) for part in _PARTS]
        self._whole = _Joined(_Joined(parts[0], parts[1]), _Joined(parts[2], parts[3]))
        self._winning = list(filter(self._wins, self._whole.numbers))
        numbers = [self._whole.numbers[found] for found in self._winning]
        self._weights = [number.hands for number in numbers]
        self.number = Number(sum(self._weights), sum(number.ways for number in numbers))

    def draw(self, chance: Random) -> bytes:
        """Return the 34 counts of the natural tiles of a hand, each hand as likely as another."""
        (found,) = chance.choices(self._winning, self._weights)
        return self._whole.draw(found, chance)

    def _wins(self, found: _Class) -> bool:
        tiles, masks = found
        return tiles == self._naturals and any(
            standard >> 9 & 1 or pairs >> look.wilds & 1 or orphans >> 2 * look.wilds + 1 & 1
            for look, (standard, pairs, orphans) in zip(self._looks, masks, strict=True)
        )


class _Part:
    """A suit or the honors: its count vectors by what they can become."""

    def __init__(self, ranks: range, kinds: frozenset[int], looks: tuple[Looks, ...]) -> None:
        self._came: list[dict[_State, list[tuple[_State, int, int]]]] = []  # by rank: from where
        numbers: dict[_State, Number] = {(0, tuple(map(_begun, looks))): Number(1, 1)}
        for kind in ranks:
            steps = [_Step(kind, ranks, look) for look in looks]
            came: dict[_State, list[tuple[_State, int, int]]] = {}
            following: dict[_State, Number] = {}
            for before, (hands, ways) in numbers.items():
                for count in range(COPIES + 1 if kind in kinds else 1):
                    tiles = before[0] + count
                    become = tuple(
                        step.take(each, count) for step, each in zip(steps, before[1], strict=True)
                    )
                    if tiles > TILES_HELD or not any(map(any, become)):
                        continue
                    after = tiles, become
                    came.setdefault(after, []).append((before, count, hands))
                    known = following.get(after, _NO_HANDS)
                    more = ways * comb(COPIES, count)
                    following[after] = Number(known.hands + hands, known.ways + more)
            self._came.append(came)
            numbers = following
        self.numbers: dict[_Class, Number] = {}
        self._states: dict[_Class, list[tuple[_State, int]]] = {}
        for state, number in numbers.items():
            found = state[0], tuple(map(_mask, state[1]))
            if any(map(any, found[1])):
                _add(self.numbers, found, number)
                self._states.setdefault(found, []).append((state, number.hands))

    def draw(self, found: _Class, chance: Random) -> bytes:
        """Return the counts of a vector of this class, each as likely as another."""
        states = self._states[found]
        ((state, _),) = chance.choices(states, [number for _, number in states])
        counts: list[int] = []
        for came in reversed(self._came):
            steps = came[state]
            ((state, count, _),) = chance.choices(steps, [number for _, _, number in steps])
            counts.append(count)
        return bytes(reversed(counts))


_NO_HANDS: Final = Number(0, 0)


def _add(numbers: dict[_Class, Number], found: _Class, number: Number) -> None:
    known = numbers.get(found, _NO_HANDS)
    numbers[found] = Number(known.hands + number.hands, known.ways + number.ways)


def _begun(look: Looks) -> _Become:
    """Return what no tiles can become."""
    pairs = look.forms & (_PAIRS | _QUAD_PAIRS)
    return (
        frozenset({(0, 0, 0, 0, 0)} if look.forms & _STANDARD else ()),
        frozenset({0} if pairs else ()),
        frozenset({(0, 0)} if look.forms & _ORPHANS else ()),
    )


class _Step:
    """One kind in one look: what so many tiles of it add to what those before can become."""

    def __init__(self, kind: int, ranks: range, look: Looks) -> None:
        rank, self._look = kind - ranks.start, look
        self._also = dict(look.also).get(kind, 0)
        self._begins = ranks.start < 27 and rank < 7  # chows may
        self._is_end = ranks.start == 27 or rank in (0, 8)
        self._may_become = kind in look.become
        self._known: dict[tuple[_Become, int], _Become] = {}

    def take(self, before: _Become, count: int) -> _Become:
        """Return what the tiles can become with ``count`` more, of this kind."""
        known = self._known.get((before, count))
        if known is None:
            held = count + self._also
            known = self._known[before, count] = (
                frozenset(self._standard(before[0], held)) if held <= COPIES else frozenset(),
                frozenset(self._pairs(before[1], held)),
                frozenset(self._orphans(before[2], held)),
            )
        return known

    def _used(self, tiles: int, held: int, used: int) -> int | None:
        """Return the wild tiles used where ``held`` come to ``tiles``; None where they cannot."""
        more = tiles - held
        if more < 0 or (more and not self._may_become) or used + more > self._look.wilds:
            return None
        return None if tiles > COPIES and not self._look.any_copies else used + more

    def _standard(self, before: _Standard, held: int) -> list[tuple[int, int, int, int, int]]:
        found: list[tuple[int, int, int, int, int]] = []
        for one, two, sets, pair, used in before:
            room = 4 - sets
            for chows, pungs in product(range(room + 1 if self._begins else 1), range(room + 1)):
                if chows + pungs > room:
                    continue
                for pairs in range(2 - pair):
                    tiles = one + two + chows + 3 * pungs + 2 * pairs
                    now = self._used(tiles, held, used)
                    if now is not None:
                        found.append((chows, one, sets + chows + pungs, pair + pairs, now))
        return found

    def _pairs(self, before: _Pairs, held: int) -> list[int]:
        most = 2 if self._look.forms & _PAIRS else TILES_HELD
        found = (self._used(tiles, held, n) for n in before for tiles in range(0, most + 1, 2))
        return [now for now in found if now is not None]

    def _orphans(self, before: _Orphans, held: int) -> list[tuple[int, int]]:
        if not self._is_end:
            return [] if held else list(before)
        found: list[tuple[int, int]] = []
        for used, twice in before:
            for tiles in range(1, 3 - twice):
                now = self._used(tiles, held, used)
                if now is not None:
                    found.append((now, twice + tiles - 1))
        return found


def _mask(become: _Become) -> tuple[int, int, int]:
    standard, pairs, orphans = become
    return (
        sum({1 << 2 * sets + pair for one, two, sets, pair, _ in standard if one == two == 0}),
        sum(1 << used for used in pairs),
        sum(1 << 2 * used + twice for used, twice in orphans),
    )


class _Joined:
    """Two parts, or two halves, put together."""

    def __init__(self, one: _Part | _Joined, other: _Part | _Joined) -> None:
        self._one, self._other = one, other
        self.numbers: dict[_Class, Number] = {}
        self._from: dict[_Class, list[tuple[_Class, _Class, int]]] = {}
        for first, (hands, ways) in one.numbers.items():
            for second, (more, other_ways) in other.numbers.items():
                tiles = first[0] + second[0]
                masks = tuple(map(_both, first[1], second[1]))
                if tiles <= TILES_HELD and any(map(any, masks)):
                    found = tiles, masks
                    _add(self.numbers, found, Number(hands * more, ways * other_ways))
                    self._from.setdefault(found, []).append((first, second, hands * more))

    def draw(self, found: _Class, chance: Random) -> bytes:
        """Return the counts of a hand, or half of one, of this class."""
        pairs = self._from[found]
        ((first, second, _),) = chance.choices(pairs, [number for _, _, number in pairs])
        return self._one.draw(first, chance) + self._other.draw(second, chance)


def _both(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return what two parts can become together."""
    return (
        _sums(one[0], other[0], 2),
        _sums(one[1], other[1], 1),
        _sums(one[2], other[2], 2),
    )


def _sums(one: int, other: int, digits: int) -> int:
    """Return the sums of two sets of numbers; the last digit, where there are two, at most 1."""
    found = 0
    for at in range(other.bit_length()):
        if other >> at & 1:
            found |= (one & _EVEN if digits == 2 and at & 1 else one) << at
    return found


_EVEN: Final = sum(1 << at for at in range(0, 64, 2))
