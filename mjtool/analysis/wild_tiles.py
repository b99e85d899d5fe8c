"""Which tiles are left where a tile may be wild, and which of them would be wild."""

from __future__ import annotations

from mjtool.errors import RequestError
from mjtool.in_play import Held
from mjtool.notation import ANONYMOUS
from mjtool.rules.model import RuleSet
from mjtool.stock import COPIES
from mjtool.tiles import HELD, KINDS, TILES, WRITTEN, Piece


def tiles_left(mine: Held, rules: RuleSet, visible: bytes) -> bytes:
    """Return the copies left of each value, of flowers and of the anonymous wild tile too.

    ``visible`` are counts of tiles seen elsewhere, by value; the indicator is one of them.
    RequestError where more are told than there are.
    """
    stock, own, extra = rules.stock, mine.hand.own, mine.hand.extra
    turned = rules.wilds.indicator
    left = bytearray(ANONYMOUS + 1)
    for tile in range(ANONYMOUS):
        held = own[tile] if tile < KINDS else extra.count(tile)
        seen = visible[tile] if tile < len(visible) else 0
        there = stock.copies(tile)
        if seen and not there:
            raise RequestError("not_in_set", tile=WRITTEN[tile])
        number = held + seen + (tile == turned)
        if number > there and seen:
            raise RequestError("too_many_copies.visible", number=number, tile=WRITTEN[tile])
        left[tile] = max(0, there - number)
    if rules.wilds.anonymous:
        left[ANONYMOUS] = COPIES - len(mine.wilds)
    return bytes(left)


def wild_draws(rules: RuleSet, mine: Held) -> tuple[int, ...]:
    """Return the wild tiles that can still be drawn, by value, some of them perhaps seen.

    One of which all are held cannot.
    """
    wilds = rules.wilds
    if wilds.anonymous:
        return (ANONYMOUS,) if len(mine.wilds) < COPIES else ()
    return tuple(
        [kind for kind in wilds.kinds if mine.wilds.count(kind) < rules.stock.copies(kind)]
    )


def thrown(mine: Held, rules: RuleSet) -> tuple[Piece, ...]:
    """Return the tiles that may be thrown away, each kind once, in order."""
    naturals = [TILES[kind] for kind in range(KINDS) if mine.naturals[kind]]
    wilds = [HELD[tile] for tile in dict.fromkeys(mine.wilds)] if rules.wild.discard else []
    return tuple(sorted((*naturals, *wilds)))
