"""What an argument of a Python call means: text where a thing of ours is meant, or a refusal."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, get_args

import msgspec

from mjtool.errors import RequestError
from mjtool.hand import Hand, WildHand
from mjtool.in_play import FLOWERS_HELD, in_play, rules_in_play
from mjtool.messages import Say
from mjtool.records.record import fitted
from mjtool.requests import KongField, bad_field, request_of
from mjtool.rules.kept import current_rules
from mjtool.rules.model import EventName, KongKind, RuleSet
from mjtool.settlement import HandResult
from mjtool.stock import FLOWERS
from mjtool.tiles import KINDS, Flower, Piece, Tile, Wind, parse_piece, parse_tile, parse_tiles

AnyHand = Hand | str
AnyRules = RuleSet | str | os.PathLike[str]
AnyTile = Piece | str
AnySeat = Wind | str
AnyTiles = str | bytes | Iterable[AnyTile]
"""Tiles as text, one by one, or as their 34 counts."""

EVENTS: Final = frozenset(get_args(EventName))
NOTHING_VISIBLE: Final = bytes(KINDS)


def hand_of(hand: AnyHand) -> Hand:
    """Return the hand that is meant."""
    if isinstance(hand, Hand):
        return hand
    if isinstance(hand, str):
        return Hand.parse(hand)
    raise RequestError.unfit("hand", Say("word.a_hand"), hand)


def rules_of(rules: AnyRules) -> RuleSet:
    """Return the rule set that is meant, of a file as it stands now."""
    if isinstance(rules, RuleSet):
        return rules
    if isinstance(rules, str | os.PathLike):
        return current_rules(os.fspath(rules))
    raise RequestError.unfit("rules", Say("word.some_rules"), rules)


def tile_of(field: str, tile: AnyTile, flowers: bool = False) -> Tile | Flower:
    """Return the tile that is meant, with ``flowers`` perhaps a flower."""
    if isinstance(tile, Tile) or (flowers and isinstance(tile, Flower)):
        return tile
    if flowers and isinstance(tile, str):
        return parse_tile(tile, flowers=flowers)
    return Tile.of(tile, field)


def piece_of(field: str, tile: AnyTile) -> Piece:
    """Return the tile that is meant, a flower or an anonymous wild tile too."""
    if isinstance(tile, Piece):
        return tile
    return parse_piece(tile) if isinstance(tile, str) else Tile.of(tile, field)


def played(  # noqa: PLR0913
    hand: AnyHand,
    rules: AnyRules,
    win: AnyTile | None = None,
    *,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
) -> tuple[RuleSet, Hand, Piece | None]:
    """Return the rules of the hand of play, in which it is known what is wild, hand and win."""
    whole, chosen = hand_of(hand), rules_of(rules)
    tile = None if win is None else piece_of("win", win)
    told_nothing = wild is None and indicator is None and no_wild is False
    if type(whole) is Hand and (tile is None or tile < KINDS):
        if told_nothing and chosen.wilds.known:
            return chosen, whole, tile
        try:  # what is equal to text that was read before is such text
            known: RuleSet = chosen.memo[_TOLD][wild, indicator, no_wild]
        except (KeyError, TypeError):
            known = _rules_told(chosen, wild, indicator, no_wild)
        if no_wild is False or no_wild is True:
            return known, whole, tile
    elif (
        type(whole) is WildHand
        and (told_nothing and tile is None)
        and whole.others in chosen.memo.get(FLOWERS_HELD, ())
    ):
        return chosen, whole, tile
    told = told_wild(chosen, wild=wild, indicator=indicator, no_wild=no_wild)
    return in_play(chosen, whole, tile, **told)


_TOLD: Final = "told"
"""Under this name a rule set keeps the rules of hands of play that were told of by text."""
_KEPT: Final = 1 << 8


def _rules_told(
    rules: RuleSet, wild: AnyTiles | None, indicator: AnyTile | None, no_wild: bool
) -> RuleSet:
    """Return the rules of a hand of play as the arguments of a call tell them, and keep them."""
    told = told_wild(rules, wild=wild, indicator=indicator, no_wild=no_wild)
    found = rules_in_play(rules, **told)
    known: dict[tuple[str | None, str | None, bool], RuleSet] = rules.memo.setdefault(_TOLD, {})
    if len(known) < _KEPT and isinstance(wild, str | None) and isinstance(indicator, str | None):
        known[wild, indicator, no_wild] = found
    return found


def told_wild(
    rules: RuleSet,
    *,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
) -> dict[str, Any]:
    """Return what is told of wild tiles, by the names that :mod:`mjtool.in_play` has for it."""
    flowers = rules.stock.flowers > 0
    told: Sequence[int] = ()
    if isinstance(wild, str):
        told = parse_tiles(wild, flowers=flowers)
    elif wild is not None:
        told = [tile_of("wild", each, flowers) for each in listed_of("wild", wild)]
    turned = None if indicator is None else tile_of("indicator", indicator, flowers)
    return {"wild": told, "indicator": turned, "no_wild": flag_of("no_wild", no_wild)}


def seat_of(field: str, seat: AnySeat) -> Wind:
    """Return the seat or round that is meant."""
    if isinstance(seat, Wind):
        return seat
    try:
        return Wind(seat)
    except ValueError:
        raise RequestError.no_choice(field, Wind, seat) from None


def events_of(events: Iterable[str]) -> frozenset[str]:
    """Return the events, each of a name that there is."""
    listed = events if isinstance(events, frozenset) else listed_of("events", events)
    for event in listed:
        if not isinstance(event, str) or event not in EVENTS:
            raise RequestError.no_choice("events", get_args(EventName), event)
    return frozenset(listed)


def listed_of(field: str, values: Iterable[Any]) -> tuple[Any, ...]:
    """Return several values; a text is one and no list of its characters."""
    if isinstance(values, Iterable) and not isinstance(values, str | bytes):
        return tuple(values)
    raise RequestError.unfit(field, Say("word.a_list"), values)


def kong_of(kong: Sequence[str]) -> KongField:
    """Return the kong that is meant by its seat, its kind and who fed it."""
    if isinstance(kong, KongField):
        return kong
    parts = listed_of("kongs", kong)
    if len(parts) not in (2, 3) or parts[1] not in get_args(KongKind):
        raise RequestError.unfit("kongs", Say("word.a_kong"), kong)
    seats = [None if part is None else str(seat_of("kongs", part)) for part in parts[::2]]
    fields = dict(zip(("seat", "from"), seats, strict=False))
    return request_of({"kongs": [{**fields, "kind": parts[1]}]}).kongs[0]


def flag_of(field: str, value: bool) -> bool:
    """Return ``value``, which is true or false."""
    if value is True or value is False:
        return value
    raise RequestError.unfit(field, Say("word.a_flag"), value)


def whole_of(field: str, value: int) -> int:
    """Return ``value``, which is a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise RequestError.unfit(field, Say("word.int"), value)


def counts_of(tiles: AnyTiles, rules: RuleSet) -> bytes:
    """Return the 34 counts of tiles as text, one by one, or counted already.

    Behind them those of the flowers, where these are wild.
    """
    flowers = any(tile >= KINDS for tile in rules.wilds.kinds)
    if tiles is NOTHING_VISIBLE and not flowers:
        return NOTHING_VISIBLE
    if isinstance(tiles, str):
        found: Sequence[Any] = parse_tiles(tiles, flowers=flowers)
    elif isinstance(tiles, bytes | bytearray | memoryview):
        counts = bytes(tiles)
        if len(counts) in (KINDS, KINDS + flowers * FLOWERS):
            return counts
        raise RequestError.unfit("visible", Say("word.some_tiles"), tiles)
    else:
        found = [tile_of("visible", tile, flowers) for tile in listed_of("visible", tiles)]
    seen = Counter(found)
    # More than a byte holds is no less of a fifth copy.
    return bytes([min(seen[kind], 255) for kind in range(KINDS + flowers * FLOWERS)])


def result_of(result: HandResult) -> HandResult:
    """Return a result whose seats, kinds and tiles are such."""
    if not isinstance(result, HandResult):
        raise RequestError.unfit("result", Say("word.a_result"), result)
    try:
        found = fitted(msgspec.to_builtins(result), HandResult)
    except msgspec.ValidationError as error:
        raise bad_field(error) from None
    except TypeError:  # a part is no plain value
        raise RequestError.unfit("result", Say("word.a_result"), result) from None
    for winner in found.winners:
        for field, seat in (("source", found.source), ("liable", winner.liable)):
            if seat == winner.seat:
                raise RequestError("impossible_request.own_tile", field=field)
    if any(kong.feeder == kong.seat for kong in found.kongs):
        raise RequestError("impossible_request.own_feeder")
    return found


def path_of(field: str, path: str | os.PathLike[str]) -> str:
    """Return the path or name that is meant."""
    if isinstance(path, str | os.PathLike):
        return os.fspath(path)
    raise RequestError.unfit(field, Say("word.a_path"), path)
