"""Hands under the rules of a hand of play: what is wild is found, and which tiles of a hand are.

A rule set knows which kinds are wild (:attr:`RuleSet.wilds`); where its file leaves that to an
indicator, or to whoever asks, :func:`rules_in_play` finds the rules of the hand of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final, NamedTuple

from mjtool.errors import RequestError
from mjtool.hand import Hand, hand_of
from mjtool.notation import ANONYMOUS, format_tiles
from mjtool.rules.model import RuleSet
from mjtool.stock import COPIES
from mjtool.tiles import HELD, KINDS, WRITTEN, Piece
from mjtool.wild import NO_WILDS, Wilds


def rules_in_play(
    rules: RuleSet,
    *,
    wild: Collection[int] = (),
    indicator: int | None = None,
    no_wild: bool = False,
    anonymous: bool = False,
) -> RuleSet:
    """Return the rules of a hand of play, in which it is known what is wild.

    ``wild`` are the values of wild tiles and ``indicator`` the tile that was turned up, where they
    are told; ``no_wild``: nothing is wild. ``anonymous``: the hand holds a tile of which only that
    is told. RequestError (``wild_unknown``, ``wild_conflict``, ``not_in_set``) where that is not to
    be had.
    """
    if no_wild:
        if wild or indicator is not None or anonymous:
            raise RequestError("wild_conflict.none")
        return rules.playing(NO_WILDS)
    for tile in (*wild, *(() if indicator is None else (indicator,))):
        if not rules.stock.copies(tile):
            raise RequestError("not_in_set", tile=WRITTEN[tile])
    if indicator is not None:
        if rules.wild.indicator == "none" or indicator >= KINDS:
            raise RequestError("bad_request.indicator", tile=WRITTEN[indicator])
        found = rules.turned_up(indicator)
    else:
        found = rules
    told = tuple(sorted(set(wild)))
    if told:
        if not found.wilds.known or found.wilds == NO_WILDS:
            return rules.playing(Wilds(told))
        if told != found.wilds.kinds:
            raise RequestError(
                "wild_conflict", told=format_tiles(told), found=format_tiles(found.wilds.kinds)
            )
    if not found.wilds.there and anonymous:
        return rules.playing(Wilds(anonymous=True))
    if not found.wilds.known:
        raise RequestError("wild_unknown")
    return found


def in_play(  # noqa: PLR0913
    rules: RuleSet,
    hand: Hand,
    win: Piece | None = None,
    *,
    wild: Collection[int] = (),
    indicator: int | None = None,
    no_wild: bool = False,
) -> tuple[RuleSet, Hand, Piece | None]:
    """Return the rules of a hand of play, the hand and its winning tile as these call the tiles.

    See :func:`rules_in_play`; an anonymous wild tile is of the one wild kind where there is one.
    """
    anonymous = ANONYMOUS in hand.extra or win == ANONYMOUS
    told = {"wild": wild, "indicator": indicator, "no_wild": no_wild}
    found = rules_in_play(rules, **told, anonymous=anonymous)  # type: ignore[arg-type]
    one = found.wilds.one
    if anonymous and one is not None:
        return found, _named(hand, one), HELD[one] if win == ANONYMOUS else win
    if not found.wilds.there:  # flowers, set aside or none of the set
        for tile in (*hand.extra, *(() if win is None else (win,))):
            if tile >= KINDS:
                raise RequestError("not_in_set", tile=WRITTEN[tile])
    return found, hand, win


class Held(NamedTuple):
    """A hand under rules with wild tiles: its natural tiles, and the wild ones.

    ``naturals`` are 34 counts of the concealed tiles that are not wild; ``wilds`` the values of the
    others in the order in which the hand is written.
    """

    hand: Hand
    naturals: bytes
    wilds: bytes

    @property
    def number(self) -> int:
        """How many wild tiles are held."""
        return len(self.wilds)


_ALIKE: Final = [[bytes([kind] * number) for number in range(5)] for kind in range(KINDS)]
"""So many alike wild tiles as their values."""


FLOWERS_HELD: Final = "flowers held"
"""Under this name a rule set keeps which flowers a hand may hold where nothing else is wild."""

_KEPT: Final = 1 << 9


def held(hand: Hand, rules: RuleSet) -> Held:
    """Return what of ``hand`` is wild under ``rules``; a RequestError where that cannot be.

    An anonymous wild tile is of the rules' wild kind where there is just one.
    """
    wilds = rules.wilds
    if type(hand) is Hand:  # nearly always; four of a kind are never too many
        turned, counts = wilds.indicator, hand.counts
        sets = hand.used if hand.sets else None
        if turned is None or counts[turned] + (sets[turned] if sets else 0) < COPIES:
            found = b""
            for kind in wilds.kinds:
                if kind >= KINDS:
                    continue
                if sets and sets[kind]:
                    break
                number = counts[kind]
                if number:
                    found += _ALIKE[kind][number]
                    counts = counts[:kind] + b"\0" + counts[kind + 1 :]
            else:
                if wilds.known:
                    return Held(hand, counts, found)
    elif hand.extra in rules.memo.get(FLOWERS_HELD, ()):
        return Held(hand, hand.counts, hand.extra)
    return _held(hand, rules, wilds)


def _held(hand: Hand, rules: RuleSet, wilds: Wilds) -> Held:
    if not wilds.known:
        raise RequestError("wild_unknown")
    if hand.extra and wilds.one is not None:
        hand = _named(hand, wilds.one)
    used = hand.used
    naturals = bytearray(hand.counts)
    found: list[int] = []
    for kind in wilds.kinds:
        if kind < KINDS:
            if used[kind]:
                raise RequestError("wild_in_set", tile=WRITTEN[kind])
            found += [kind] * naturals[kind]
            naturals[kind] = 0
    for tile in hand.extra:
        if tile not in wilds.kinds and tile != ANONYMOUS:
            raise RequestError("not_in_set", tile=WRITTEN[tile])
        found.append(tile)
    _verify_copies(hand, rules, found)
    if wilds.indicator is None and all(tile >= KINDS for tile in wilds.kinds):
        known: set[bytes] = rules.memo.setdefault(FLOWERS_HELD, set())
        if len(known) < _KEPT:
            known.add(hand.extra)  # nothing else of the hand was asked
    return Held(hand, bytes(naturals), bytes(found))


def _named(hand: Hand, kind: int) -> Hand:
    """Return ``hand`` with its anonymous wild tiles as tiles of the one wild kind."""
    number = hand.extra.count(ANONYMOUS)
    if not number:
        return hand
    last: Piece | None = HELD[kind] if hand.last == ANONYMOUS else hand.last
    others = hand.extra.replace(bytes([ANONYMOUS]), b"")
    counts = bytearray(hand.counts)
    if kind >= KINDS:
        return hand_of(hand.sets, hand.counts, others + bytes([kind] * number), last)
    counts[kind] += number
    if counts[kind] > 4:
        raise RequestError("too_many_copies.wild", number=counts[kind], tile=WRITTEN[kind])
    return hand_of(hand.sets, bytes(counts), others, last)


def _verify_copies(hand: Hand, rules: RuleSet, found: list[int]) -> None:
    """Raise ``too_many_copies`` for more wild tiles, or more of the indicator, than there are."""
    wilds, stock = rules.wilds, rules.stock
    turned = wilds.indicator
    for tile, number in Counter(found).items():
        if tile == ANONYMOUS:  # one or another of them
            there, number_ = most_wilds(rules), len(found)
        else:
            there, number_ = stock.copies(tile) - (tile == turned), number
        if number_ > there:
            raise RequestError("too_many_copies.wild", number=number_, tile=WRITTEN[tile])
    if turned is not None and hand.own[turned] + 1 > stock.copies(turned):
        number = hand.own[turned] + 1
        raise RequestError("too_many_copies.indicator", number=number, tile=WRITTEN[turned])


def most_wilds(rules: RuleSet) -> int:
    """Return how many wild tiles a hand may hold at most: all there are, but an indicator."""
    wilds = rules.wilds
    if not wilds.kinds:
        return 4 if wilds.anonymous else 0
    there = sum(rules.stock.copies(kind) for kind in wilds.kinds)
    return there - (wilds.indicator in wilds.kinds)
