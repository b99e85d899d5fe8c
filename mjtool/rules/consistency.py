"""What a rule file may not say though every key of it can be read: contradictions between keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import log10
from typing import Final

from mjtool.errors import RuleError, did_you_mean
from mjtool.messages import Say
from mjtool.rules.define import faults as definition_faults
from mjtool.rules.define import known_ids, most_times
from mjtool.rules.model import RuleSet
from mjtool.tiles import NAMES, Tile

HONORS: Final = [str(tile) for tile in Tile if tile.is_honor]
_RANKS: Final = tuple("123456789")
_ANY_HAND: Final = ("chicken_hand", "small_hand")
"""Patterns of the program that every complete hand shows."""


def contradictions(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield what contradicts itself in ``rules``, each with the key path of what to change."""
    yield from unscorable(rules, source)
    yield from _tiles(rules, source)
    yield from _wild(rules, source)
    yield from _horses(rules, source)
    liable = rules.liability.twelve_tiles
    if not isinstance(liable, bool):
        ids = known_ids(rules.patterns, rules.bonuses)
        shown = [id for id, kind in ids.items() if kind == "truth"]
        for id in liable:
            if id not in shown:
                hint = did_you_mean(id, shown)
                yield RuleError("unknown_pattern", source, "liability.twelve_tiles", hint=hint)


def unscorable(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield those of the contradictions that leave a hand without a worth."""
    yield from definition_faults(rules.patterns, rules.bonuses, source)
    yield from _worths(rules, source)
    yield from _values(rules, source)
    yield from _sizes(rules, source)


def _bad(source: str, path: str, key: str, **data: object) -> RuleError:
    return RuleError("bad_value", source, path, detail=Say(key, **data))


def _worths(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield patterns without a worth, and that no pattern is the fallback of all hands."""
    worth = "fan" if rules.scoring == "fan" else "multiplier"
    for key, rule in rules.counted:
        if getattr(rule, worth) is None:
            yield RuleError("missing_key", source, f"patterns.{key}.{worth}")
    fallbacks = [(key, rule) for key, rule in rules.counted if rule.fallback]
    if not any(is_of_all_hands(key, rule.when) for key, rule in fallbacks):
        yield _bad(source, "patterns", "word.fallback")


def is_of_all_hands(id: str, when: str | None) -> bool:
    """Return whether every complete hand shows a pattern, as can be told without looking at any."""
    return id in _ANY_HAND if when is None else when.replace(" ", "") in _ALWAYS


_ALWAYS: Final = ("chows>=0", "pungs>=0", "suits>=0", "1==1", "0==0")
"""Expressions that hold for every hand, as a rule file would write them."""


def _values(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield contradictions between scoring, value and minimum."""
    if rules.scoring == "multiplier":
        if rules.value is not None:
            yield _bad(source, "value", "word.only_fan")
        if rules.win.minimum_fan:
            yield _bad(source, "win.minimum_fan", "word.only_fan")
    if rules.value == "table" and not rules.points:
        yield RuleError("missing_key", source, "points")
    if any(after < before for before, after in pairwise(rules.points)):
        yield _bad(source, "points", "word.falling")


def _sizes(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield that a hand might be worth a number that nobody can write down."""
    times = most_times(rules.patterns, rules.bonuses)
    if rules.scoring == "multiplier":
        if rules.multipliers.combine == "product":
            powers = [(rule.multiplier or 1, 1) for _, rule in rules.counted]
        else:
            powers = []  # the largest, or a sum: as long as what is added up
        powers += [(rule.multiplier or 1, times.get(id, 0)) for id, rule in rules.earned]
        if rules.multipliers.combine == "sum":
            powers = []
        if sum(power * log10(factor) for factor, power in powers) > _MOST_DIGITS:
            yield _bad(source, "multipliers.combine", "word.large", most=_MOST_DIGITS)
    elif rules.cap is None and rules.value in (None, "double"):
        fan = sum(rule.fan or 0 for _, rule in rules.counted)
        fan += sum(rule.fan * times.get(id, 0) for id, rule in rules.earned)
        if fan * log10(2) > _MOST_DIGITS:
            yield _bad(source, "cap", "word.large", most=_MOST_DIGITS)


_MOST_DIGITS: Final = 1000


def _tiles(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield kinds that no set has, and a wall that would be used up before the first draw."""
    for name in rules.tiles.without:
        if name not in NAMES[:34]:
            yield _bad(source, "tiles.without", "word.no_tile", tile=repr(name))
            return
    wall = rules.stock.wall
    if wall < 1:
        yield _bad(source, "tiles.without", "word.small_set")
        return
    if rules.wall.reserve >= wall:
        yield _bad(source, "wall.reserve", "word.wall", most=wall - 1)
    bought = rules.horses.most if rules.horses.owner == "dealer" else 0
    if bought > wall - rules.wall.reserve:
        yield _bad(source, "horses.most", "word.wall", most=wall - rules.wall.reserve)


def _wild(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield wild tiles that there are not, or two ways to tell them, and four that win nothing."""
    wild = rules.wild
    for name, number in Counter(wild.tiles).items():
        if name not in NAMES[:34]:
            yield _bad(source, "wild.tiles", "word.no_tile", tile=repr(name))
        elif name in rules.tiles.without:
            yield _bad(source, "wild.tiles", "word.not_in_set", tile=repr(name))
        elif number > 1:
            yield _bad(source, "wild.tiles", "word.named_twice", tile=repr(name))
    if wild.tiles and wild.indicator != "none":
        yield _bad(source, "wild.indicator", "word.no_indicator")
    ids = known_ids(rules.patterns, rules.bonuses)
    for id, pattern in rules.patterns.items():
        path = f"patterns.{id}.with"
        if pattern.beside and id != "four_wilds":
            yield _bad(source, path, "word.only_four_wilds")
        for other in pattern.beside:
            if other not in ids:
                yield RuleError("unknown_pattern", source, path, hint=did_you_mean(other, ids))
    if wild.four_win != "no" and "four_wilds" not in dict(rules.counted):
        yield RuleError("missing_key", source, "patterns.four_wilds")


def _horses(rules: RuleSet, source: str) -> Iterator[RuleError]:
    """Yield horses that no order or group can place."""
    horses = rules.horses
    if sorted(horses.honors) != HONORS:
        yield _bad(source, "horses.honors", "word.each_once", tiles=" ".join(HONORS))
    if horses.groups is None:
        return
    if len(horses.groups) != 4:
        yield _bad(source, "horses.groups", "word.four_groups")
    held = Counter(each for group in horses.groups for each in group)
    for each, number in held.items():
        if each not in (*_RANKS, *HONORS):
            yield _bad(source, "horses.groups", "word.no_rank", rank=repr(each))
        elif number > 1:
            yield _bad(source, "horses.groups", "word.twice", rank=repr(each))
