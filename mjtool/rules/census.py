"""Every winning hand without fixed sets, gathered by what its readings show.

Nobody needs to visit the 27.9 million hands one by one. A suit's tiles matter to a score only by
the sets they split into, so the 21,743 complete parts of a suit fall into some 130 kinds; three
suits and the honors are then combined kind by kind, with the numbers of hands multiplied.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb, prod
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
    """What matters of a part of a hand. ``even`` is 0, or for pairs only 1, with four alike 2.

    ``base`` are the words of its readings, ``variants`` those with the winning tile in this part.
    Words add up over parts, ``flags`` (terminals, simples) do not.
    """

    sets: int
    pair: bool
    even: int
    flags: int
    base: Words
    variants: frozenset[Words]


class _Sum(NamedTuple):
    hands: int
    ways: int
    example: bytes


_Parts = dict[_Kind, _Sum]

_SET_WORD: Final = [
    fact("chows") if code < kernel.PUNG else fact("pungs") if code < kernel.PAIR else 0
    for code in range(kernel.PAIR + 9)
]
"""What each code of a suit's reading adds to its word."""

_PAIR_CODES: Final = [bytes([kernel.PAIR + rank]) for rank in range(9)]


@cache
def signatures() -> tuple[Signature, ...]:
    """Return every winning hand there is, by signature.

    >>> sum(signature.hands for signature in signatures())
    27907837
    """
    return (*_standard(), *_pairs_only(), _orphans())


_CHOICES: Final = [comb(4, count) for count in range(5)]


def _ways(counts: bytes) -> int:
    return prod(map(_CHOICES.__getitem__, counts))


def _evenness(counts: bytes) -> int:
    if 1 in counts or 3 in counts:
        return 0
    return 2 if 4 in counts else 1


def _add(parts: _Parts, kind: _Kind, hands: int, ways: int, example: bytes) -> None:
    old = parts.get(kind)
    if old is None:
        parts[kind] = _Sum(hands, ways, example)
    else:
        parts[kind] = _Sum(old.hands + hands, old.ways + ways, old.example)


@cache
def _first_suit() -> _Parts:
    """Return the kinds of complete parts of the first suit."""
    parts: _Parts = {}
    there, won = fact("suits"), fact("pair_win")
    for counts, sets, pair, readings in kernel.suit_walk():
        flags = fact("terminals") if counts[0] or counts[8] else 0
        flags |= fact("simples") if any(counts[1:8]) else 0
        # the pair's code, where there is one, stands last and adds nothing
        read = {(sum(map(_SET_WORD.__getitem__, codes), there), codes[-1:]) for codes in readings}
        gates = _nine_gates(counts) if sets == 4 and pair else None
        variants = set()
        for win in range(9):
            if counts[win]:
                words = {word + won if at == _PAIR_CODES[win] else word for word, at in read}
                if gates is not None:
                    more = fact("nine_gates_shape") + fact("nine_gates_wait", int(win == gates))
                    words = {word + more for word in words}
                variants.add(tuple(sorted(words)))
        base = tuple(sorted({word for word, _ in read})) if counts.strip(b"\0") else (0,)
        kind = _Kind(sets, pair, _evenness(counts), flags, base, frozenset(variants))
        _add(parts, kind, 1, _ways(counts), counts)
    return parts


def _suit(suit: int) -> _Parts:
    """Return the kinds of complete parts of numbered suit 0, 1 or 2."""
    more = fact("suits", (1 << suit) - 1)

    def moved(words: Words) -> Words:
        return tuple(word + more for word in words)

    return {
        kind._replace(
            base=moved(kind.base) if kind.variants else kind.base,
            variants=frozenset(map(moved, kind.variants)),
        ): found
        for kind, found in _first_suit().items()
    }


def _honors() -> _Parts:
    """Return the complete parts of honors; each is a kind of its own."""
    parts: _Parts = {}
    for counts, sets, pair, readings in kernel.suit_walk(True):
        word = fact("honors") if any(counts) else 0
        (codes,) = readings
        for code in codes:
            kind = code % 34
            if code >= kernel.PAIR:
                word += _honor("pair_wind", "pair_dragon", kind)
            else:
                word += fact("pungs") + _honor("wind_pungs", "dragon_pungs", kind)
        at = _pair_of(codes)
        variants = {(word + fact("pair_win", int(win == at)),) for win in range(7) if counts[win]}
        kind_ = _Kind(sets, pair, _evenness(counts), 0, (word,), frozenset(variants))
        _add(parts, kind_, 1, _ways(counts), counts)
    return parts


def _honor(wind: str, dragon: str, kind: int) -> int:
    return fact(wind, 1 << kind) if kind < 4 else fact(dragon, 1 << (kind - 4))


def _pair_of(codes: bytes) -> int:
    return next((code - kernel.PAIR for code in codes if code >= kernel.PAIR), -1)


def _nine_gates(counts: bytes) -> int | None:
    """Return the rank that one suit has beyond 1112345678999, None where it lacks that shape."""
    least = (3, 1, 1, 1, 1, 1, 1, 1, 3)
    if any(count < needed for count, needed in zip(counts, least, strict=True)):
        return None
    return next(rank for rank in range(9) if counts[rank] > least[rank])


def _joined(first: _Parts, second: _Parts, whole: bool = False) -> _Parts:
    """Return the kinds of two parts together; only those of ``whole`` hands where asked."""
    parts: _Parts = {}
    for one, some in first.items():
        for two, more in second.items():
            sets, pair = one.sets + two.sets, one.pair or two.pair
            if sets > 4 or (one.pair and two.pair) or (whole and not (sets == 4 and pair)):
                continue
            variants = {_crossed(words, two.base) for words in one.variants}
            variants |= {_crossed(one.base, words) for words in two.variants}
            kind = _Kind(
                sets,
                pair,
                one.even and two.even and max(one.even, two.even),
                one.flags | two.flags,
                _crossed(one.base, two.base),
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


def _crossed(first: Words, second: Words) -> Words:
    return tuple(sorted({one + two for one in first for two in second}))


_ALIKE: Final = sum(
    ((1 << FACT_FIELDS[name][1]) - 1) << FACT_FIELDS[name][0]
    for name in ("suits", "honors", "terminals", "simples")
)
"""The bits that every reading of a hand has alike."""


def _standard() -> Iterator[Signature]:
    """Yield the hands of four sets and a pair, those that are seven pairs too among them."""
    suits = _joined(_joined(_suit(0), _suit(1)), _suit(2))
    for kind, found in _joined(suits, _honors(), whole=True).items():
        variants = []
        for words in sorted(kind.variants):
            full = [word | kind.flags for word in words]
            if kind.even:
                quads = fact("quads", kind.even - 1)
                full.append((full[0] & _ALIKE) | fact("form", 1) | quads)
            variants.append(tuple(full))
        yield Signature(tuple(variants), *found)


def _pairs_only() -> Iterator[Signature]:
    """Yield the hands of seven pairs that are not four sets and a pair as well."""
    complete = {counts: pair for counts, _, pair, _ in kernel.suit_walk()}
    honors = {counts: pair for counts, _, pair, _ in kernel.suit_walk(True)}
    parts = {(0, 0, 0, 0): _Sum(1, 1, b"")}  # (pairs, pairs of sets or -1, evenness, word)
    for suit in range(4):
        here = _even_parts(suit, complete if suit < 3 else honors)
        joined: dict[tuple[int, int, int, int], _Sum] = {}
        for (pairs, split, quads, word), some in parts.items():
            for (pairs_, split_, quads_, word_), more in here.items():
                if pairs + pairs_ > 7:
                    continue
                both = -1 if -1 in (split, split_) else split + split_
                key = (pairs + pairs_, both, max(quads, quads_), word | word_)
                old = joined.get(key, _Sum(0, 0, some.example + more.example))
                joined[key] = _Sum(
                    old.hands + some.hands * more.hands,
                    old.ways + some.ways * more.ways,
                    old.example,
                )
        parts = joined
    found: dict[int, _Sum] = {}
    for (pairs, split, quads, word), some in parts.items():
        if pairs == 7 and split != 1:
            whole = word | fact("form", 1) | fact("quads", quads)
            old = found.get(whole, _Sum(0, 0, some.example))
            found[whole] = _Sum(old.hands + some.hands, old.ways + some.ways, old.example)
    for word, some in found.items():
        yield Signature(((word,),), *some)


def _even_parts(suit: int, complete: dict[bytes, bool]) -> dict[tuple[int, int, int, int], _Sum]:
    """Return the parts of a suit (3: the honors) that are pairs and nothing else.

    By pairs, by the pairs beside the sets they split into as well (-1: they do not), by whether
    four are alike, and by word.
    """
    parts: dict[tuple[int, int, int, int], _Sum] = {}
    for each in product((0, 2, 4), repeat=9 if suit < 3 else 7):
        counts = bytes(each)
        if sum(counts) > 14:
            continue
        word = 0
        if any(counts) and suit < 3:
            word = fact("suits", 1 << suit)
            word |= fact("terminals") if counts[0] or counts[8] else 0
            word |= fact("simples") if any(counts[1:8]) else 0
        elif any(counts):
            word = fact("honors")
        key = (sum(counts) // 2, int(complete.get(counts, -1)), int(4 in counts), word)
        old = parts.get(key, _Sum(0, 0, counts))
        parts[key] = _Sum(old.hands + 1, old.ways + _ways(counts), old.example)
    return parts


def _orphans() -> Signature:
    word = fact("form", 2) | fact("suits", 7) | fact("honors") | fact("terminals")
    kinds = (0, 8, 9, 17, 18, 26, *range(27, 34))
    example = bytearray(34)
    for kind in (*kinds, kinds[0]):
        example[kind] += 1
    return Signature(((word,),), len(kinds), len(kinds) * _ways(bytes(example)), bytes(example))
