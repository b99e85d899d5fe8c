"""Horses 马: tiles that point at seats, bought by the dealer 买马 or turned up 奖马."""

from __future__ import annotations

from collections.abc import Sequence

from mjtool.rules.model import RuleSet
from mjtool.tiles import NAMES


def horse_seat(rules: RuleSet, tile: int, start: int) -> int | None:
    """Return the seat that a horse points at, counted from ``start``; None where it points at none.

    By the rules' groups where there are any; else by its number, ``start`` being 1, honors by the
    rules' order, and flowers as they are called, ``1f`` to ``8f``.
    """
    name = NAMES[tile]
    groups = _groups(rules)
    if groups is None:
        steps = rules.horses.honors.index(name) if name[1] == "z" else int(name[0]) - 1
        return (start + steps) % 4
    if name[1] == "f":
        return None
    sought = name if name[1] == "z" else name[0]
    for steps, group in enumerate(groups):
        if sought in group:
            return (start + steps) % 4
    return None


_GROUPS = (
    ("1", "5", "9", "1z", "7z"),
    ("2", "6", "2z", "6z"),
    ("3", "7", "3z", "5z"),
    ("4", "8", "4z"),
)


def _groups(rules: RuleSet) -> tuple[tuple[str, ...], ...] | None:
    """Return the groups in force; a winner's horses always have some."""
    groups = rules.horses.groups
    return _GROUPS if groups is None and rules.horses.owner == "winner" else groups


def most_horses(rules: RuleSet) -> int:
    """Return how many horses a hand has at most."""
    horses = rules.horses
    return horses.count + horses.no_wild if horses.owner == "winner" else horses.most


def turned_up(rules: RuleSet, wild: int) -> int:
    """Return how many horses the winner of a hand with so many wild tiles turns up."""
    return rules.horses.count + (0 if wild else rules.horses.no_wild)


def most_bought(rules: RuleSet) -> int:
    """Return how many tiles at most are set aside at the deal; a winner's are turned up later."""
    return rules.horses.most if rules.horses.owner == "dealer" else 0


def turns_up(rules: RuleSet, *, self_drawn: bool) -> bool:
    """Return whether a winner turns up horses after such a win (self-drawn as the rules count)."""
    horses = rules.horses
    after = self_drawn or horses.when == "win"
    return horses.owner == "winner" and after and most_horses(rules) > 0


def hits(rules: RuleSet, tiles: Sequence[int], winner: int, dealer: int) -> int:
    """Return how many of the winner's horses point at the winner.

    Where no tile was left to turn up, all may count as hits.
    """
    if not tiles and rules.horses.none_left == "all_hit":
        return rules.horses.count
    start = dealer if rules.horses.counted_from == "dealer" else winner
    return sum(horse_seat(rules, tile, start) == winner for tile in tiles)


def horse_points(
    rules: RuleSet, tiles: Sequence[int], winner: int, dealer: int, points: int
) -> int:
    """Return what the winner's horses add to what each seat pays for a win of ``points``."""
    horses = rules.horses
    if horses.worth == "number":  # a horse that is no tile has no number
        return sum(number_of(rules, tile) for tile in tiles) * horses.points
    hit = hits(rules, tiles, winner, dealer)
    return hit * (points if horses.worth == "x" else horses.points)


def number_of(rules: RuleSet, tile: int) -> int:
    """Return the number of a horse: its rank; an honor's is a key, a flower has none."""
    name = NAMES[tile]
    if name[1] == "z":
        return rules.horses.honor_number
    return 0 if name[1] == "f" else int(name[0])
