"""A hand of a log as it lies on the table: what each seat holds, has laid open, has thrown.

A :class:`Board` takes a hand's events one by one and judges nothing: what the rules say of them is
for the audit. It goes on as long as the tiles can be followed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from msgspec import UNSET

from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    Event,
    Flower,
    Kong,
    Prop,
    Pung,
    StartHand,
    Win,
)
from mjtool.table.wall import HIDDEN
from mjtool.tiles import NAMES

_VALUES: Final = {name: tile for tile, name in enumerate(NAMES)} | {"?": HIDDEN}

MeldKind = Literal["chow", "pung", "exposed", "added", "concealed"]


class Meld(NamedTuple):
    """A set that is out of the hand; ``claimed`` is the tile that came from the seat ``source``."""

    kind: MeldKind
    tiles: tuple[int, ...]
    claimed: int | None = None
    source: int | None = None


class Thrown(NamedTuple):
    """A tile in a river; ``drawn``: it was the one just drawn; ``taken``: who claimed it."""

    tile: int
    drawn: bool
    taken: int | None = None


class Board:
    """The tiles of a hand at one moment; ``left`` counts those still to draw, None: not known.

    ``hands`` are tiles in order; ``drawn`` is the tile that the seat ``turn`` has just drawn (it
    lies in its hand too), ``live`` the discard or konged tile that may be claimed, with its seat.
    """

    __slots__ = (
        "dealer",
        "drawn",
        "flowers",
        "hands",
        "left",
        "live",
        "melds",
        "rivers",
        "turn",
        "winners",
    )

    def __init__(self, start: StartHand, left: int | None = None) -> None:
        self.dealer = start.dealer
        self.left = left
        self.hands = [sorted(values(hand)) for hand in start.deal]
        self.melds: tuple[list[Meld], ...] = ([], [], [], [])
        self.rivers: tuple[list[Thrown], ...] = ([], [], [], [])
        self.flowers: tuple[list[int], ...] = ([], [], [], [])
        self.turn = start.dealer
        dealt = values(start.deal[start.dealer])
        self.drawn: int | None = dealt[-1] if dealt else None
        self.live: tuple[int, int] | None = None
        self.winners: list[int] = []

    def take(self, event: Event) -> bool:
        """Follow ``event``; False, and nothing changes, where it takes tiles that are not there."""
        try:
            return self._take(event)
        except KeyError:  # no tile
            return False

    def _take(self, event: Event) -> bool:  # noqa: PLR0911  # one for each event
        match event:
            case Draw():
                self._draw(event.seat, value(event.tile))
                return True
            case Discard():
                return self._discard(event.seat, value(event.tile))
            case Chow():
                own = values(event.with_)
                tiles = tuple(sorted((value(event.tile), *own)))
                return self._claim(event.seat, "chow", value(event.tile), own, tiles)
            case Pung():
                tile = value(event.tile)
                return self._claim(event.seat, "pung", tile, [tile] * 2, (tile,) * 3)
            case Kong():
                return self._kong(event, value(event.tile))
            case Flower():
                tile = value(event.tile)
                if not self._remove(event.seat, [tile]):
                    return False
                self.flowers[event.seat].append(tile)
                self.turn, self.drawn = event.seat, None
                return True
            case Prop():
                return self._prop(event)
            case Win():
                self.winners.append(event.seat)
                return True
            case _:
                return True

    def _draw(self, seat: int, tile: int) -> None:
        self._add(seat, tile)
        self.turn, self.drawn, self.live = seat, tile, None
        if self.left is not None:
            self.left -= 1

    def _discard(self, seat: int, tile: int) -> bool:
        drawn = self.turn == seat and tile == self.drawn
        if not self._remove(seat, [tile]):
            return False
        self.rivers[seat].append(Thrown(tile, drawn))
        self.turn, self.drawn, self.live = seat, None, (seat, tile)
        return True

    def _claim(
        self, seat: int, kind: MeldKind, tile: int, own: list[int], tiles: tuple[int, ...]
    ) -> bool:
        if self.live is None or not self.rivers[self.live[0]] or not self._remove(seat, own):
            return False
        source = self.live[0]
        self.rivers[source][-1] = self.rivers[source][-1]._replace(taken=seat)
        self.melds[seat].append(Meld(kind, tiles, tile, source))
        self.turn, self.drawn, self.live = seat, None, None
        return True

    def _kong(self, event: Kong, tile: int) -> bool:
        seat, melds = event.seat, self.melds[event.seat]
        if event.kind == "exposed":
            return self._claim(seat, "exposed", tile, [tile] * 3, (tile,) * 4)
        if event.kind == "concealed":
            if not self._remove(seat, [tile] * 4):
                return False
            melds.append(Meld("concealed", (tile,) * 4))
        else:
            pungs = [at for at, meld in enumerate(melds) if meld[:2] == ("pung", (tile,) * 3)]
            if not pungs or not self._remove(seat, [tile]):
                return False
            at = pungs[0]
            melds[at] = melds[at]._replace(kind="added", tiles=(tile,) * 4)
        self.turn, self.drawn, self.live = seat, None, (seat, tile)
        return True

    def _prop(self, event: Prop) -> bool:
        if event.out is UNSET or event.in_ is UNSET or not event.name.startswith("swap"):
            return True
        into = value(event.in_)
        if not self._remove(event.seat, [value(event.out)]):
            return False
        self._add(event.seat, into)
        self.turn, self.drawn = event.seat, into
        return True

    def _add(self, seat: int, tile: int) -> None:
        self.hands[seat].append(tile)
        self.hands[seat].sort()

    def _remove(self, seat: int, tiles: Iterable[int]) -> bool:
        """Take ``tiles`` out of a hand, hidden ones for those that it does not show."""
        hand = list(self.hands[seat])
        for tile in tiles:
            shown = tile if tile in hand else HIDDEN
            if shown not in hand:
                return False
            hand.remove(shown)
        self.hands[seat] = hand
        return True


def value(text: str) -> int:
    """Return the value of a tile as it is always written, "?" for a hidden one; KeyError else."""
    return _VALUES[text]


def values(texts: Iterable[str]) -> list[int]:
    """Return the values of tiles as they are always written, as far as they are tiles."""
    return [_VALUES[text] for text in texts if text in _VALUES]
