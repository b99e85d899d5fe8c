"""What a change of rules does to every winning hand: how many, how many ways, and why.

Hands are self-drawn, without fixed sets, in seat S and round E, each of their kinds once the
winning tile. Scores come from :mod:`mjtool.scoring`; the hands from
:mod:`mjtool.census.signatures`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from mjtool import kernel
from mjtool.appraisal import Appraisal
from mjtool.census.signatures import Signature, Words, allowed, signatures
from mjtool.hand import Hand, trusted_hand
from mjtool.rules.model import RuleSet
from mjtool.rules.toml import flat, tables
from mjtool.scoring import Score, circumstances, judge_of, score
from mjtool.tiles import KINDS, TILES, WINDS, Tile

SEAT, ROUND = WINDS[1], WINDS[0]


class Side(NamedTuple):
    """A rule set to compare, and the source of each of its values by key path."""

    name: str
    rules: RuleSet
    notes: Mapping[str, str] = {}


class KeyChange(NamedTuple):
    """A key with different values; None where one side does not have it."""

    key: str
    a: Any
    b: Any


class Example(NamedTuple):
    """A hand that changed, with its score on both sides."""

    hand: Hand
    win: Tile
    a: Score
    b: Score


class Cause(NamedTuple):
    """The hands that change for the same reasons: keys of the rules, or ids of patterns."""

    keys: tuple[str, ...]
    hands: int
    ways: int
    examples: tuple[Example, ...]


class RulesDiff(NamedTuple):
    """What differs between two rule sets, and what that does to every winning hand."""

    a: Side
    b: Side
    keys: tuple[KeyChange, ...]
    hands: int
    changed: int
    ways_changed: int
    causes: tuple[Cause, ...]

    @property
    def differs(self) -> bool:
        """Whether any key or hand differs."""
        return bool(self.keys or self.changed)


class _Best(NamedTuple):
    """The reading that counts, as its facts word, and what it is worth."""

    word: int
    found: Appraisal


class _Worth:
    """What hands are worth under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        how = circumstances(rules, self_drawn=True, seat=SEAT, round=ROUND)
        self._judge = judge_of(rules, how)
        self._forms = rules.form_mask

    def best(self, words: Words) -> _Best | None:
        """Return the reading that counts, None when no form is allowed."""
        open_ = allowed(words, self._forms)
        if not open_:
            return None
        found = self._judge.verdict(open_)
        return _Best(open_[found.best], found.winner)


def diff(a: Side, b: Side, examples: int = 3) -> RulesDiff:
    """Return the changed keys and hands, with up to ``examples`` hands for each cause.

    >>> from mjtool.rules.load import load_rules
    >>> same = Side("jipinghu", load_rules("jipinghu"))
    >>> diff(same, same)[3:]
    (11498671, 0, 0, ())
    """
    keys = tuple(changed_keys(a.rules, b.rules))
    paths = frozenset(change.key for change in keys)
    worth_a, worth_b = _Worth(a.rules), _Worth(b.rules)
    forms = a.rules.form_mask | b.rules.form_mask
    hands = 0
    counts: Counter[tuple[str, ...]] = Counter()
    ways: Counter[tuple[str, ...]] = Counter()
    shown: dict[tuple[str, ...], list[Example]] = {}
    for signature in signatures():
        if not allowed(signature.variants[0], forms):
            continue
        hands += signature.hands
        for words in signature.variants:
            one, two = worth_a.best(words), worth_b.best(words)
            if _same(one, two):
                continue
            cause = tuple(_causes(one, two, a.rules, b.rules, paths))
            counts[cause] += signature.hands
            ways[cause] += signature.ways
            listed = shown.setdefault(cause, [])
            if len(listed) < examples:
                listed.append(_example(signature, words, a.rules, b.rules))
            break  # the hand is counted once, for the first winning tile that changes it
    causes = tuple(
        Cause(cause, counts[cause], ways[cause], tuple(shown[cause]))
        for cause in sorted(counts, key=lambda cause: (-counts[cause], cause))
    )
    return RulesDiff(a, b, keys, hands, counts.total(), ways.total(), causes)


def changed_keys(a: RuleSet, b: RuleSet) -> Iterator[KeyChange]:
    """Yield each key whose resolved values differ, in the order of the rule files."""
    first, second = dict(flat(tables(a))), dict(flat(tables(b)))
    for key in dict.fromkeys((*first, *second)):
        if first.get(key) != second.get(key):
            yield KeyChange(key, first.get(key), second.get(key))
    order_a = [key for key, _ in a.counted if key in b.patterns and b.patterns[key].enabled]
    order_b = [key for key, _ in b.counted if key in a.patterns and a.patterns[key].enabled]
    if order_a != order_b:
        yield KeyChange("patterns", order_a, order_b)


def _same(one: _Best | None, two: _Best | None) -> bool:
    if one is None or two is None:
        return one is two
    return (one.found.fan, one.found.points) == (two.found.fan, two.found.points)


def _causes(
    one: _Best | None, two: _Best | None, a: RuleSet, b: RuleSet, paths: frozenset[str]
) -> Iterator[str]:
    """Yield which keys made two results differ; ids of patterns where no key tells."""
    forms = [path for path in sorted(paths) if path.startswith("forms.")]
    if forms and not (
        one and two and allowed((one.word,), b.form_mask) and allowed((two.word,), a.form_mask)
    ):
        yield from forms
        return
    if "scoring" in paths or one is None or two is None:
        yield "scoring"
        return
    first = {item.id: item for item in one.found.counted}
    second = {item.id: item for item in two.found.counted}
    keys = [
        _key_of(key, paths)
        for key in dict.fromkeys((*first, *second))
        if first.get(key) != second.get(key) or _factor(a, key) != _factor(b, key)
    ]
    keys += [path for path in ("base", "multipliers.self_draw") if path in paths]
    if (one.found.capped or two.found.capped) and "cap" in paths:
        keys.append("cap")
    told = [key for key in dict.fromkeys(keys) if key is not None]
    yield from told or dict.fromkeys((*first, *second))


def _factor(rules: RuleSet, key: str) -> int | None:
    rule = rules.patterns.get(key)
    return rule.multiplier if rule else None


def _key_of(pattern: str, paths: frozenset[str]) -> str | None:
    """Return the changed key behind ``pattern``: its own worth, its table, or its ruling."""
    for table in ("patterns", "bonuses"):
        own = sorted(path for path in paths if path.startswith(f"{table}.{pattern}."))
        told = [path for path in own if path.rpartition(".")[2] in ("fan", "multiplier")]
        if len(told) == 1 and not any(path.endswith(".name") for path in own):
            return told[0]
        if any(path.rpartition(".")[2] not in ("name", "name_en") for path in own):
            return f"{table}.{pattern}"
    ruling = _RULINGS.get(pattern, pattern)
    return ruling if ruling in paths else None


_RULINGS: Final = {"round_wind": "rounds.winds"}
"""The keys that decide on patterns and bonuses, where they are not called the same."""


def _example(signature: Signature, words: Words, a: RuleSet, b: RuleSet) -> Example:
    """Return the signature's example with a winning tile that gives ``words``."""
    counts = signature.example
    win = next(
        kind
        for kind in range(KINDS)
        if counts[kind] and set(kernel.facts(counts, b"", kind, 1 | 2 | 8)) == set(words)
    )
    hand = trusted_hand((), counts, TILES[win], 14)
    scores = (
        score(hand, rules, TILES[win], self_drawn=True, seat=SEAT, round=ROUND) for rules in (a, b)
    )
    return Example(hand, TILES[win], *scores)
