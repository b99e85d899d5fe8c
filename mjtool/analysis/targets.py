"""Targets: how far a hand is from one pattern of the rule set, and which tiles bring it nearer.

For each pattern there is a function of its name that says what complete hands show it: wishes for
the standard form, or an answer of its own for another form. Patterns without one have no distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from mjtool import kernel
from mjtool.analysis.own_targets import has_distance, reach_of
from mjtool.analysis.shanten import ORPHANS, PAIRS, tiles_of
from mjtool.analysis.wild_tiles import wild_draws
from mjtool.analysis.wishes import (
    ALL,
    DRAGONS,
    HONORS,
    NINE_GATES,
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
from mjtool.hand import Hand
from mjtool.in_play import Held, held
from mjtool.records import hands as records
from mjtool.rules.model import RuleSet
from mjtool.scoring import forms_for
from mjtool.stock import COPIES
from mjtool.tiles import HELD, WRITTEN, Piece
from mjtool.wild import NO_WILDS
from mjtool.wild_completion import lacks_of, unnatural


class Target(Struct, frozen=True):
    """One pattern: shanten towards it, useful tiles with copies left, and their sum.

    -1 is a complete hand that shows the pattern, 0 one that waits for it.
    """

    pattern: str
    shanten: int
    tiles: tuple[tuple[Piece, int], ...]
    total: int

    def record(self) -> records.Target:
        """Return the distance as JSON output tells it."""
        return records.Target(
            pattern=self.pattern, shanten=self.shanten, tiles=live(self.tiles), total=self.total
        )


def live(tiles: Iterable[tuple[Piece, int]]) -> dict[str, int]:
    """Return useful tiles by name, each with its copies left."""
    return {WRITTEN[tile]: left for tile, left in tiles}


_TARGETS: Final[dict[str, Callable[[Asked], Reach]]] = {}


def target(function: Callable[[Asked], Reach]) -> Callable[[Asked], Reach]:
    """Register ``function`` for the pattern of its name."""
    _TARGETS[function.__name__] = function
    return function


def targets(hand: Hand, rules: RuleSet, left: bytes) -> tuple[Target, ...]:
    """Return the patterns that the hand can still reach, in the order of the rule file.

    A useful tile brings the hand nearer to the pattern; of a hand with its draw, in exchange for
    another tile. ``left`` are the copies left of each kind.

    >>> from mjtool.rules import load_rules
    >>> hand = Hand.parse("123455678899m11z")
    >>> found = {each.pattern: each for each in targets(hand, load_rules("jipinghu"), bytes(34))}
    >>> found["half_flush"].shanten, found["full_flush"].shanten, found["all_honors"].shanten
    (0, 1, 11)
    """
    wild = rules.wilds is not NO_WILDS
    mine = held(hand, rules) if wild else Held(hand, hand.counts, b"")
    asked = Asked(hand, rules, forms_for(hand, rules), mine.naturals, len(mine.wilds))
    nearest_of = _with_wilds(mine, rules) if wild else _plain(hand, rules)
    full = mask_of(kind for kind, copies in enumerate(mine.hand.own) if copies >= COPIES)
    drawn: tuple[int, ...] = ()
    answers = []
    for pattern, rule in rules.counted:
        reached: list[Wish | Found] | None
        if rule.when is not None:
            reached = reach_of(asked, pattern)
        else:
            reached = list(_TARGETS[pattern](asked)) if pattern in _TARGETS else None
        if reached is None:
            continue
        wishes = [each for each in reached if isinstance(each, Wish)]
        found = [each for each in reached if not isinstance(each, Wish)]
        nearest = nearest_of(wishes)
        if nearest is not None:
            found.append(nearest)
        if not found:
            continue
        missing = min(each[0] for each in found)
        mask = 0
        for each in found:
            mask |= each[1] if each[0] == missing else 0
        if wild:
            mask &= ~mask_of(rules.wilds.kinds) & ~full
            drawn = wild_draws(rules, mine) if missing else ()
        useful = sorted((*tiles_of(mask), *drawn))
        tiles = tuple([(HELD[tile], left[tile]) for tile in useful])
        answers.append(Target(pattern, missing - 1, tiles, sum(copies for _, copies in tiles)))
    return tuple(answers)


Nearest = Callable[[list[Wish]], Found | None]
"""What tells how far the nearest of some wishes is, and what lowers that."""


def _plain(hand: Hand, rules: RuleSet) -> Nearest:
    used = rules.stock.used(hand.counts, hand.used)
    return lambda wishes: kernel.distance(hand.counts, used, len(hand.sets), wishes)


def _with_wilds(mine: Held, rules: RuleSet) -> Nearest:
    used, sets, wilds = unnatural(mine.hand, rules), len(mine.hand.sets), len(mine.wilds)
    any_copies, lacks = rules.wild.copies == "any", lacks_of(rules)
    return lambda wishes: kernel.distance(
        mine.naturals, used, sets, wishes, wilds, any_copies, lacks
    )


def left_out(rules: RuleSet) -> tuple[str, ...]:
    """Return the patterns of the rule file's own that have no distance, in its order."""
    return tuple(
        [
            pattern
            for pattern, rule in rules.counted
            if rule.when is not None and not has_distance(rules, pattern)
        ]
    )


# Patterns of suits.


def _flush(asked: Asked, also: int, chows: bool, pairs: bool) -> Reach:
    """Yield one suit and ``also``: both must be there where ``also`` is something."""
    for suit in SUITS:
        if asked.fixed & ~(suit | also):
            continue
        yield Wish(
            suit & NUMBERS if chows else 0,
            suit | also,
            suit | also,
            some_suit=not asked.fixed & suit,
            some_honor=bool(also) and not asked.fixed & also,
        )
        if pairs:
            yield from pairs_of(asked, suit, also)


@target
def half_flush(asked: Asked) -> Reach:
    """混一色: one suit and honors, both present."""
    return _flush(asked, HONORS, True, True)


@target
def full_flush(asked: Asked) -> Reach:
    """清一色: one suit."""
    return _flush(asked, 0, True, True)


@target
def half_flush_pungs(asked: Asked) -> Reach:
    """混碰: a half flush of pungs."""
    if not asked.fixed_chows:
        yield from _flush(asked, HONORS, False, False)


@target
def full_flush_pungs(asked: Asked) -> Reach:
    """清碰: a full flush of pungs."""
    if not asked.fixed_chows:
        yield from _flush(asked, 0, False, False)


@target
def all_honors(asked: Asked) -> Reach:
    """字一色: honors only; seven pairs of them where the rules take any form."""
    if not asked.fixed & NUMBERS:
        yield Wish(0, HONORS, HONORS)
        if asked.rules.options.all_honors == "any":
            yield from pairs_of(asked, HONORS, 0)


@target
def mixed_terminals(asked: Asked) -> Reach:
    """混幺九: pungs of terminals and honors, both present."""
    kinds = TERMINALS | HONORS
    if not asked.fixed_chows and not asked.fixed & ~kinds:
        fixed = asked.fixed
        yield Wish(0, kinds, kinds, some_suit=not fixed & TERMINALS, some_honor=not fixed & HONORS)


@target
def all_terminals(asked: Asked) -> Reach:
    """清幺九: pungs of terminals."""
    if not asked.fixed_chows and not asked.fixed & ~TERMINALS:
        yield Wish(0, TERMINALS, TERMINALS)


# Patterns of shape.


@target
def all_chows(asked: Asked) -> Reach:
    """平胡: four chows and any pair."""
    if not asked.fixed_pungs:
        yield Wish(NUMBERS, 0, ALL)


@target
def all_pungs(asked: Asked) -> Reach:
    """碰碰胡: four pungs and a pair."""
    if not asked.fixed_chows:
        yield Wish(0, ALL, ALL)


@target
def four_concealed_pungs(asked: Asked) -> Reach:
    """四暗刻: four pungs, none shown; the last tile is drawn."""
    if all(not fixed.is_open for fixed in asked.hand.sets):
        yield Wish(0, ALL, ALL)


def _big(asked: Asked, honors: int) -> Reach:
    """Yield pungs of all these honors, and anything beside them."""
    yield Wish(NUMBERS, ALL, ALL, honors & ~asked.fixed_pungs)


def _little(asked: Asked, honors: int) -> Reach:
    """Yield pungs of all these honors but one, which is the pair."""
    for kind in tiles_of(honors & ~asked.fixed_pungs):
        yield Wish(NUMBERS, ALL, 0, honors & ~asked.fixed_pungs & ~(1 << kind), kind)


@target
def little_three_dragons(asked: Asked) -> Reach:
    """小三元: two dragon pungs and a pair of the third."""
    return _little(asked, DRAGONS)


@target
def big_three_dragons(asked: Asked) -> Reach:
    """大三元: three dragon pungs."""
    return _big(asked, DRAGONS)


@target
def little_four_winds(asked: Asked) -> Reach:
    """小四喜: three wind pungs and a pair of the fourth."""
    return _little(asked, WINDS)


@target
def big_four_winds(asked: Asked) -> Reach:
    """大四喜: four wind pungs."""
    return _big(asked, WINDS)


# Other forms.


@target
def thirteen_orphans(asked: Asked) -> Reach:
    """十三幺: each terminal and honor, one of them twice."""
    yield from form_of(asked, ORPHANS)


@target
def seven_pairs(asked: Asked) -> Reach:
    """七对子: seven pairs."""
    yield from form_of(asked, PAIRS)


@target
def nine_gates(asked: Asked) -> Reach:
    """九莲宝灯: 1112345678999 of a suit, and any tile of the suit.

    Where the thirteen tiles must be there first (pure), they are what is counted.
    """
    if asked.hand.sets:
        return
    counts, wilds = asked.counts, asked.wilds
    loose = asked.rules.options.nine_gates == "loose"
    for suit in range(3):
        own = counts[9 * suit : 9 * suit + 9]
        short = [max(0, least - copies) for least, copies in zip(NINE_GATES, own, strict=True)]
        extra = any(copies > least for least, copies in zip(NINE_GATES, own, strict=True))
        missing = max(0, sum(short) - wilds)
        extra = extra or wilds > sum(short)
        live = mask_of(kind for kind in range(9) if own[kind] < 4) << 9 * suit
        mask = mask_of(kind for kind in range(9) if short[kind]) << 9 * suit
        if extra and (loose or not missing):
            yield missing, mask
        elif loose or not missing:
            yield missing + 1, live
        else:
            yield missing + 1, mask
