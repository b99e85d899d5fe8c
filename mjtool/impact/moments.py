"""Sums over games, kept so that figures and their intervals follow from them, however many games.

A figure is a ratio of two sums, or the root of one. Games are independent of each other, so each is
a batch; what is played under two rule sets is paired game by game.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from mjtool.impact.counting import PLACES, Sums


class Figure(NamedTuple):
    """A figure of a game: its name, the sums it is the ratio of, whether it is the root of that."""

    name: str
    over: str
    under: str
    root: bool = False


PLAIN: Final = (
    Figure("won", "won", "hands"),
    Figure("self_drawn", "self_drawn", "hands"),
    Figure("discard", "discard", "hands"),
    Figure("robbed", "robbed", "hands"),
    Figure("washout", "washout", "hands"),
    *(Figure(f"place.{name}", f"place.{name}", "hands") for name in PLACES),
    Figure("spread.hand", "hand_squares", "seat_hands", root=True),
    Figure("spread.game", "game_squares", "seats", root=True),
    Figure("mean_x", "x", "wins"),
    Figure("length", "draws", "hands"),
    Figure("longest_streak", "longest", "games"),
    Figure("bank", "bank", "hands"),
)
"""Figures that every game has; shares and frequencies come with what was seen."""
_UNDER: Final = ("hands", "seat_hands", "seats", "wins", "games", "paid")
_OF_SEEN: Final = {"share": "paid", "frequency": "hands"}
CONFIDENCE: Final = 1.959964
"""Of a normal distribution, within so many deviations lie 95 %."""


class Estimate(NamedTuple):
    """A figure with its 95 % interval; None where nothing tells it."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


class Moments(Struct):
    """Sums, squares and products over games of two sides, A and B; of one side B is empty.

    ``sums`` are by side and name, ``products`` by two such. ``apart``: names of sums that differed
    in a game between the sides.
    """

    games: int = 0
    most_streak: list[int] = []
    sums: list[dict[str, float]] = []
    products: dict[tuple[str, str], float] = {}
    apart: set[str] = set()

    @classmethod
    def empty(cls, sides: int) -> Moments:
        """Return the moments of no games."""
        return cls(0, [0] * sides, [{} for _ in range(sides)], {}, set())

    def add_game(self, game: list[Sums]) -> None:
        """Take in what was counted of one game, side by side."""
        self.games += 1
        values: dict[str, float] = {}
        for side, counted in enumerate(game):
            self.most_streak[side] = max(self.most_streak[side], int(counted["longest"]))
            total = self.sums[side]
            for name, value in counted.items():
                if value:
                    total[name] = total.get(name, 0) + value
                    values[f"{side}{name}"] = value
        if len(game) > 1:
            one, two = game
            self.apart |= {name for name in {*one, *two} if one[name] != two[name]}
        self._multiply(values, game)

    def _multiply(self, values: dict[str, float], game: list[Sums]) -> None:
        products = self.products
        under = [key for key in values if key[1:] in _UNDER]
        names = {name for counted in game for name in counted}
        sides = range(len(game))
        for name in names:
            keys = [f"{side}{name}" for side in sides if f"{side}{name}" in values]
            for at, key in enumerate(keys):
                value = values[key]
                for other in keys[at:]:
                    pair = (key, other)
                    products[pair] = products.get(pair, 0) + value * values[other]
                if name not in _UNDER:
                    for other in under:
                        pair = (key, other)
                        products[pair] = products.get(pair, 0) + value * values[other]

    def merge(self, other: Moments) -> None:
        """Take in the moments of other games."""
        self.games += other.games
        self.apart |= other.apart
        for side, most in enumerate(other.most_streak):
            self.most_streak[side] = max(self.most_streak[side], most)
            total = self.sums[side]
            for name, value in other.sums[side].items():
                total[name] = total.get(name, 0) + value
        for pair, value in other.products.items():
            self.products[pair] = self.products.get(pair, 0) + value

    def figures(self) -> list[Figure]:
        """Return the figures there are: the plain ones, then those of what was seen, by name."""
        seen = sorted({name for total in self.sums for name in total})
        found = list(PLAIN)
        for table, under in _OF_SEEN.items():
            found += [Figure(name, name, under) for name in seen if name.startswith(f"{table}.")]
        return found

    # figures

    def of_side(self, side: int, figure: Figure) -> Estimate | None:
        """Return a figure of one side; None where there was nothing to divide by."""
        ratio = self._ratio(side, figure)
        if ratio is None or self.games < 2:
            return None
        value = sqrt(max(ratio, 0.0)) if figure.root else ratio
        variance = self._variance({side: self._slope(side, figure)}, figure)
        half = self._deviations * sqrt(max(variance, 0.0))
        if figure.over not in self.sums[side] and figure.name not in _SIGNED:
            # never seen: with 95 % chance it comes up in less than three of so many
            return Estimate(value, 0.0, 3 / self.sums[side].get(figure.under, 1))
        if figure.name in _SIGNED or value <= 0:
            return Estimate(value, value - half, value + half)
        # what cannot be negative is skewed: its interval is even in proportion
        times = exp(half / value)
        high = value * times
        return Estimate(
            value, value / times, min(high, 1.0) if value <= 1 and _is_share(figure) else high
        )

    def change(self, figure: Figure) -> Estimate | None:
        """Return what B has more of than A, paired; exactly 0 where no game differed."""
        one, two = self.of_side(0, figure), self.of_side(1, figure)
        if one is None or two is None:
            return None
        if not self.apart & {figure.over, figure.under}:
            return Estimate(0.0, 0.0, 0.0)
        slopes = {0: -self._slope(0, figure), 1: self._slope(1, figure)}
        half = self._deviations * sqrt(max(self._variance(slopes, figure), 0.0))
        value = two.value - one.value
        return Estimate(value, value - half, value + half)

    @property
    def _deviations(self) -> float:
        """How many deviations an interval goes either way, with so few games as there are."""
        free = max(self.games - 1, 1)
        z = CONFIDENCE
        return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free * free)

    def _ratio(self, side: int, figure: Figure) -> float | None:
        total = self.sums[side]
        under = total.get(figure.under, 0)
        return total.get(figure.over, 0) / under if under else None

    def _slope(self, side: int, figure: Figure) -> float:
        """Return how much the figure changes with what one game adds to its sum, in all games."""
        total = self.sums[side]
        slope = 1 / total[figure.under]
        if figure.root:
            ratio = total.get(figure.over, 0) / total[figure.under]
            return slope / (2 * sqrt(ratio)) if ratio > 0 else 0.0
        return slope

    def _variance(self, slopes: dict[int, float], figure: Figure) -> float:
        """Return the variance of a figure, or of the difference of both, from game to game.

        Each game adds slope x (over - ratio x under), which is 0 in the mean.
        """
        terms: list[tuple[str, float]] = []
        for side, slope in slopes.items():
            ratio = self._ratio(side, figure) or 0.0
            terms += [(f"{side}{figure.over}", slope), (f"{side}{figure.under}", -slope * ratio)]
        squares = sum(a * b * self._product(one, two) for one, a in terms for two, b in terms)
        return squares * self.games / (self.games - 1)

    def _product(self, one: str, two: str) -> float:
        found = self.products.get((one, two))
        return self.products.get((two, one), 0.0) if found is None else found


def _is_share(figure: Figure) -> bool:
    """Return whether a figure is a part of a whole."""
    return figure.under in ("hands", "paid") and figure.name not in ("length", *_SIGNED)


_SIGNED: Final = frozenset({"bank", *(f"place.{name}" for name in PLACES)})
