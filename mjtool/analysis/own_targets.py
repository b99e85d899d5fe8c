"""How far a hand is from a pattern that a rule file defines, where its expression says so.

An expression that joins kinds of tile, numbers of chows and pungs, and forms by ``and`` and ``or``
is a list of such conjunctions; each becomes wishes for every form that it allows. Anything else,
such as how the tile was won, says nothing of a distance.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from msgspec import Struct

from mjtool.analysis.shanten import ORPHANS, PAIRS, tiles_of
from mjtool.analysis.wishes import (
    ALL,
    DRAGONS,
    HONORS,
    NUMBERS,
    SUITS,
    TERMINALS,
    WINDS,
    Asked,
    Found,
    Reach,
    Wish,
    form_of,
    mask_of,
    pairs_of,
)
from mjtool.expressions.names import FORMS, NAMES
from mjtool.expressions.reader import kinds_of
from mjtool.rules.model import RuleSet
from mjtool.tiles import TILES

_COMPARED: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}
_KINDS: Final = {
    "honors": HONORS,
    "winds": WINDS,
    "dragons": DRAGONS,
    "terminals": TERMINALS,
    "simples": NUMBERS & ~TERMINALS,
}
"""Names that count the tiles of some kinds."""
_ORPHAN_KINDS: Final = mask_of(tile for tile in TILES if tile.is_honor or tile.is_terminal)
_SETS: Final = frozenset(range(5))
_MOST: Final = 16
"""Conjunctions of one expression; what has more is left out."""


class _Sought(Struct, frozen=True):
    """One conjunction: the kinds and forms it allows, how many chows and pungs, what must be."""

    forms: frozenset[str] = frozenset(FORMS)
    kinds: int = ALL
    chows: frozenset[int] = _SETS
    pungs: frozenset[int] = _SETS
    some_suit: bool = False
    some_honor: bool = False


def has_distance(rules: RuleSet, pattern: str) -> bool:
    """Return whether the expression of an own pattern says what tiles and sets it asks for."""
    return _sought(rules, pattern) is not None


def reach_of(asked: Asked, pattern: str) -> list[Wish | Found] | None:
    """Return what brings an own pattern about; None where its expression does not say."""
    sought = _sought(asked.rules, pattern)
    if sought is None:
        return None
    return [each for one in sought for each in _reach(asked, one)]


def _sought(rules: RuleSet, pattern: str) -> tuple[_Sought, ...] | None:
    key = ("sought", pattern)
    if key not in rules.memo:
        program = rules.program
        assert program is not None
        try:
            rules.memo[key] = tuple(_read(rules, program.expressions[pattern].tree))
        except _NoDistanceError:
            rules.memo[key] = None
    found: tuple[_Sought, ...] | None = rules.memo[key]
    return found


class _NoDistanceError(Exception):
    """What an expression asks for is not a matter of tiles, sets and forms."""


def _read(rules: RuleSet, node: ast.expr) -> list[_Sought]:
    """Return the conjunctions that a node stands for; one of them must hold."""
    match node:
        case ast.BoolOp(op=ast.Or(), values=values):
            found = [each for value in values for each in _read(rules, value)]
        case ast.BoolOp(values=values):
            found = [_Sought()]
            for value in values:
                more = _read(rules, value)
                found = [_both(one, other) for one in found for other in more]
                if len(found) > _MOST:
                    raise _NoDistanceError
        case ast.Call(func=ast.Name(id="only"), args=[ast.Constant(value=str() as text)]):
            found = [_Sought(kinds=kinds_of(text) or 0)]
        case ast.Compare(left=left, ops=[compared], comparators=[right]):
            if isinstance(left, ast.Constant):
                left, right = right, left
                compared = _TURNED.get(type(compared), type(compared))()
            found = _compared(left, compared, right)
        case ast.Name(id=name) if name in NAMES:
            raise _NoDistanceError  # a fact, also where a pattern is called so
        case ast.Name(id=name) if rules.program and name in rules.program.expressions:
            found = _read(rules, rules.program.expressions[name].tree)
        case _:
            raise _NoDistanceError
    if len(found) > _MOST:
        raise _NoDistanceError
    return found


def _compared(left: ast.expr, compared: ast.cmpop, right: ast.expr) -> list[_Sought]:
    if not isinstance(right, ast.Constant):
        raise _NoDistanceError
    holds, value = _COMPARED[type(compared)], right.value
    match left:
        case ast.Name(id="form"):
            return [_Sought(forms=frozenset(form for form in FORMS if holds(form, value)))]
        case ast.Name(id="chows"):
            return [_Sought(chows=frozenset(n for n in _SETS if holds(n, value)))]
        case ast.Name(id="pungs"):
            return [_Sought(pungs=frozenset(n for n in _SETS if holds(n, value)))]
        case ast.Name(id="suits"):
            return _suits([n for n in range(4) if holds(n, value)])
        case ast.Name(id=name) if name in _KINDS:
            return [_tiles(_KINDS[name], lambda n: holds(n, value))]
        case ast.Call(func=ast.Name(id="tiles"), args=[ast.Constant(value=str() as text)]):
            return [_tiles(kinds_of(text) or 0, lambda n: holds(n, value))]
    raise _NoDistanceError


def _suits(numbers: Sequence[int]) -> list[_Sought]:
    """Return what allows so many suits: at most some number, or just one."""
    if numbers == [1]:
        return [_Sought(kinds=suit | HONORS, some_suit=True) for suit in SUITS]
    if numbers != list(range(len(numbers))):
        raise _NoDistanceError
    if len(numbers) == 4:
        return [_Sought()]
    chosen = combinations(SUITS, len(numbers) - 1) if numbers else ()
    return [_Sought(kinds=HONORS | sum(suits)) for suits in chosen]


def _tiles(kinds: int, holds: Callable[[int], bool]) -> _Sought:
    """Return what allows so many tiles of some kinds: any, none, or at least one."""
    allowed = [n for n in range(19) if holds(n)]  # four kongs and a pair are the most
    if allowed == list(range(19)):
        return _Sought()
    if allowed == [0]:
        return _Sought(kinds=ALL & ~kinds)
    if allowed == list(range(1, 19)) and kinds in (HONORS, NUMBERS):
        return _Sought(some_honor=kinds == HONORS, some_suit=kinds == NUMBERS)
    raise _NoDistanceError


def _both(one: _Sought, other: _Sought) -> _Sought:
    return _Sought(
        one.forms & other.forms,
        one.kinds & other.kinds,
        one.chows & other.chows,
        one.pungs & other.pungs,
        one.some_suit or other.some_suit,
        one.some_honor or other.some_honor,
    )


def _reach(asked: Asked, sought: _Sought) -> Reach:
    """Yield what brings one conjunction about, form by form."""
    if "standard" in sought.forms:
        yield from _standard(asked, sought)
    if asked.hand.sets or 0 not in sought.chows or 0 not in sought.pungs:
        return  # the other forms have no sets
    if "seven_pairs" in sought.forms and asked.forms & PAIRS:
        yield from _seven_pairs(asked, sought)
    if "thirteen_orphans" in sought.forms and not _ORPHAN_KINDS & ~sought.kinds:
        yield from form_of(asked, ORPHANS)


def _seven_pairs(asked: Asked, sought: _Sought) -> Reach:
    numbers, honors = sought.kinds & NUMBERS, sought.kinds & HONORS
    if not sought.some_suit and not sought.some_honor:
        yield from pairs_of(asked, sought.kinds, 0)
        return
    if numbers and honors:
        yield from pairs_of(asked, numbers, honors)
    if not sought.some_honor:
        yield from pairs_of(asked, numbers, 0)
    if not sought.some_suit:
        yield from pairs_of(asked, honors, 0)


def _standard(asked: Asked, sought: _Sought) -> Iterator[Wish]:
    fixed, kinds = asked.fixed, sought.kinds
    if fixed & ~kinds:
        return
    pungs = sum(bool(each.kind) for each in asked.hand.sets)
    chows = len(asked.hand.sets) - pungs
    free = 4 - len(asked.hand.sets)
    numbers = [
        n for n in range(free + 1) if pungs + n in sought.pungs and chows + free - n in sought.chows
    ]
    runs = kinds & kinds >> 1 & kinds >> 2 & NUMBERS
    wish = Wish(
        runs,
        kinds,
        kinds,
        some_suit=sought.some_suit and not fixed & NUMBERS,
        some_honor=sought.some_honor and not fixed & HONORS,
    )
    if numbers == list(range(free + 1)):
        yield wish
        return
    for n in numbers:
        if n == free:
            yield wish._replace(chows=0)
        elif n == 0:
            yield wish._replace(pungs=0)
        else:  # so many pungs of some kinds, and chows beside them
            for chosen in combinations(tiles_of(kinds), n):
                there = mask_of(chosen)
                yield wish._replace(
                    pungs=0,
                    wanted_pungs=there,
                    some_suit=wish.some_suit and not there & NUMBERS,
                    some_honor=wish.some_honor and not there & HONORS,
                )
