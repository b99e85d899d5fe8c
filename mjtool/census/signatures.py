"""Every winning hand without fixed sets, gathered by what its readings show.

Nobody needs to visit the 27.9 million hands one by one. A suit's tiles matter to a score only by
the sets they split into, so the 21,743 complete parts of a suit fall into some 130 kinds; three
suits and the honors are then combined kind by kind, with the numbers of hands multiplied.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from mjtool import kernel
from mjtool.kernel import FACT_FIELDS

Words = tuple[int, ...]


class Signature(NamedTuple):
    """Hands that no rule set can tell apart, with one of them as an example.

    ``variants`` are the sets of facts words (``kernel.FACT_FIELDS``), sorted, that the readings
    have under one winning tile or another; all three winning forms are among them.
    """

    variants: tuple[Words, ...]
    hands: int
    ways: int
    example: bytes


def fact(name: str, value: int = 1) -> int:
    """Return ``value`` as field ``name`` of a facts word."""
    return value << FACT_FIELDS[name][0]


def field_of(word: int, name: str) -> int:
    """Return field ``name`` of a facts word."""
    shift, width = FACT_FIELDS[name]
    return word >> shift & ((1 << width) - 1)


def allowed(words: Words, forms: int) -> Words:
    """Return the words whose form is among the kernel's ``forms`` bits."""
    return tuple(word for word in words if _form_bits(word) & forms)


@cache
def _form_bits(word: int) -> int:
    form = field_of(word, "form")
    if form == 1:
        return 8 if field_of(word, "quads") else 4 | 8
    return 2 if form else 1


class _Kind(NamedTuple):
    """What matters of a part of a hand, or of several parts put together.

    ``base`` are the words of its readings, ``variants`` those with the winning tile in this part;
    ``pairs`` is its word among seven pairs, None where its tiles are no pairs.
    """

    sets: int
    pair: bool
    pairs: int | None
    base: Words
    variants: frozenset[Words]


class _Sum(NamedTuple):
    hands: int
    ways: int
    example: bytes


_Parts = dict[_Kind, _Sum]

_NO_FACTS: Final = 0
"""The word of no part at all."""


@cache
def signatures() -> tuple[Signature, ...]:
    """Return every winning hand there is, by signature.

    >>> sum(signature.hands for signature in signatures())
    27907837
    """
    return (*_standard(), *_pairs_only(), _orphans())


def _add(parts: _Parts, kind: _Kind, hands: int, ways: int, example: bytes) -> None:
    old = parts.get(kind)
    if old is None:
        parts[kind] = _Sum(hands, ways, example)
    else:
        parts[kind] = _Sum(old.hands + hands, old.ways + ways, old.example)


def _part(part: int) -> _Parts:
    """Return the kinds of complete parts of a suit, or of the honors (3)."""
    found = kernel.complete_parts(part)
    return {_Kind(*kind): _Sum(hands, ways, example) for kind, hands, ways, example in found}


def _joined(first: _Parts, second: _Parts, whole: bool = False) -> _Parts:
    """Return the kinds of two parts together; only those of ``whole`` hands where asked."""
    parts: _Parts = {}
    together = kernel.together
    for one, some in first.items():
        for two, more in second.items():
            sets, pair = one.sets + two.sets, one.pair or two.pair
            if sets > 4 or (one.pair and two.pair) or (whole and not (sets == 4 and pair)):
                continue
            variants = {together(words, two.base) for words in one.variants}
            variants |= {together(one.base, words) for words in two.variants}
            kind = _Kind(
                sets,
                pair,
                _both(one.pairs, two.pairs),
                together(one.base, two.base),
                frozenset(variants),
            )
            _add(
                parts,
                kind,
                some.hands * more.hands,
                some.ways * more.ways,
                some.example + more.example,
            )
    return parts


def _both(one: int | None, two: int | None) -> int | None:
    """Return the word of two parts that each have one."""
    return None if one is None or two is None else _joined_word(one, two)


def _joined_word(one: int, two: int) -> int:
    (word,) = kernel.together((one,), (two,))
    return word


def _standard() -> Iterator[Signature]:
    """Yield the hands of four sets and a pair, those that are seven pairs too among them."""
    suits = _joined(_joined(_part(0), _part(1)), _part(2))
    for kind, found in _joined(suits, _part(3), whole=True).items():
        pairs = () if kind.pairs is None else (kind.pairs,)
        yield Signature(tuple([(*words, *pairs) for words in sorted(kind.variants)]), *found)


def _pairs_only() -> Iterator[Signature]:
    """Yield the hands of seven pairs that are not four sets and a pair as well."""
    # By pairs, by the pairs beside the sets they split into as well (-1: they do not), by word.
    parts = {(0, 0, _NO_FACTS): _Sum(1, 1, b"")}
    for part in range(4):
        here = kernel.paired_parts(part)
        joined: dict[tuple[int, int, int], _Sum] = {}
        for (pairs, beside, word), some in parts.items():
            for (more, beside_, word_), hands, ways, example in here:
                if pairs + more > 7:
                    continue
                split = -1 if -1 in (beside, beside_) else beside + beside_
                key = (pairs + more, split, _joined_word(word, word_))
                old = joined.get(key, _Sum(0, 0, some.example + example))
                joined[key] = _Sum(
                    old.hands + some.hands * hands, old.ways + some.ways * ways, old.example
                )
        parts = joined
    found: dict[int, _Sum] = {}
    for (pairs, beside, word), some in parts.items():
        if pairs == 7 and beside != 1:
            old = found.get(word, _Sum(0, 0, some.example))
            found[word] = _Sum(old.hands + some.hands, old.ways + some.ways, old.example)
    for word, some in found.items():
        yield Signature(((word,),), *some)


def _orphans() -> Signature:
    words: Words = (_NO_FACTS,)
    for part in range(4):
        words = kernel.together(words, (kernel.orphan_part(part),))
    suit = bytes((1, 0, 0, 0, 0, 0, 0, 0, 1))
    example = bytes((2, *suit[1:], *suit, *suit, *bytes([1] * 7)))
    return Signature((words,), 13, 13 * 6 * 4**12, example)
