"""Goals: complete hands of rare shapes that a laid-out deal leads a seat towards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from mjtool.kernel import Chance
from mjtool.rules.model import RuleSet
from mjtool.stock import Stock
from mjtool.tiles import KINDS, Tile

HONORS: Final = tuple(range(Tile.EAST, KINDS))
WINDS: Final = tuple(range(Tile.EAST, Tile.WHITE))
DRAGONS: Final = tuple(range(Tile.WHITE, KINDS))
TERMINALS: Final = tuple(tile for tile in range(Tile.EAST) if tile % 9 in (0, 8))
SUITED: Final = tuple(range(Tile.EAST))
ANY: Final = tuple(range(KINDS))


class Shape(NamedTuple):
    """Where the tiles of a goal come from: kinds, and whether one suit joins them.

    ``chows`` is the share of chows among the sets; ``first`` are kinds that come before others.
    """

    kinds: tuple[int, ...]
    suit: bool = False
    chows: float = 0.0
    first: tuple[int, ...] = ()


SHAPES: Final[dict[str, Shape]] = {
    "pungs": Shape(ANY),
    "chows": Shape(SUITED, chows=1.0),
    "half_suit": Shape(HONORS, suit=True, chows=0.6),
    "half_suit_pungs": Shape(HONORS, suit=True),
    "suit": Shape((), suit=True, chows=0.7),
    "suit_pungs": Shape((), suit=True),
    "outside": Shape((*TERMINALS, *HONORS)),
    "terminals": Shape(TERMINALS),
    "honors": Shape(HONORS),
    "dragons": Shape(ANY, chows=0.5, first=DRAGONS),
    "winds": Shape(ANY, chows=0.3, first=WINDS),
}
"""Shapes of four sets and a pair; the other winning forms have functions of their own."""


class Goal(NamedTuple):
    """A complete hand: its 14 tiles, and its sets as kernel codes (none in the other forms)."""

    tiles: tuple[int, ...]
    sets: tuple[int, ...] = ()

    @property
    def counts(self) -> bytes:
        """The 34 counts of the goal."""
        return bytes(map(self.tiles.count, range(KINDS)))


TRIES: Final = 30
"""How often a goal is looked for in a set that lacks kinds, before there is none."""


def choose_goal(rng: Chance, rules: RuleSet) -> Goal | None:
    """Return a goal of a shape chosen at random among those the rules let win.

    None where the set has not the tiles for it.
    """
    stock = rules.stock
    for _ in range(TRIES if stock.lacks else 1):
        goal = _chosen(rng, rules)
        if goal is not None and not stock.lacks.intersection(goal.tiles):
            return goal
    return None


def _chosen(rng: Chance, rules: RuleSet) -> Goal | None:
    names = [*SHAPES, "gates", "gates"]
    if rules.forms.thirteen_orphans:
        names.append("orphans")
    if rules.forms.seven_pairs != "no":
        names += ["pairs", "honor_pairs"]
    name = rng.choice(names)
    if name == "gates":
        low = rng.choice((0, 9, 18))
        return Goal(
            (*(low,) * 3, *range(low + 1, low + 8), *(low + 8,) * 3, low + rng.randrange(9))
        )
    if name == "orphans":
        kinds = (*TERMINALS, *HONORS)
        return Goal((*kinds, rng.choice(kinds)))
    if name in ("pairs", "honor_pairs"):
        seven = _there(ANY if name == "pairs" else HONORS, rules.stock)
        rng.shuffle(seven)
        return Goal(tuple(sorted(seven[:7] * 2))) if len(seven) >= 7 else None
    return of_shape(rng, SHAPES[name], rules.stock)


def _there(kinds: Iterable[int], stock: Stock) -> list[int]:
    return [kind for kind in kinds if kind not in stock.lacks]


def of_shape(rng: Chance, shape: Shape, stock: Stock) -> Goal | None:
    """Return four sets and a pair of the shape, None where it cannot be had of such a set."""
    low = rng.choice((0, 9, 18))
    kinds = _there([*shape.kinds, *(range(low, low + 9) if shape.suit else ())], stock)
    left = [stock.copies(kind) for kind in range(KINDS)]
    tiles: list[int] = []
    sets: list[int] = []
    first = _there(shape.first, stock)
    rng.shuffle(first)
    pair = -1
    if first and rng.random() < 0.5:
        pair = first.pop()
        left[pair] -= 2
    tries = 0
    while len(sets) < 4:
        tries += 1
        if not kinds or (stock.lacks and tries > TRIES):
            return None
        if first:
            start = first.pop()
            run = (start,) * 3
        else:
            start = rng.choice(kinds)
            run = (start,) * 3
            if rng.random() < shape.chows:
                if start >= Tile.EAST or start % 9 > 6:
                    continue
                run = (start, start + 1, start + 2)
        if all(left[tile] >= run.count(tile) for tile in run):
            for tile in run:
                left[tile] -= 1
            tiles += run
            sets.append(start if run[0] != run[1] else KINDS + start)
    if pair < 0:
        pairs = [tile for tile in kinds if left[tile] >= 2]
        if not pairs:
            return None
        pair = rng.choice(pairs)
    return Goal((*sorted(tiles), pair, pair), tuple(sets))
