"""From a foreign log's actions to events: what all foreign readers do alike.

A reader tells a :class:`Recorder` what its log says, line by line; the recorder turns it into
the events of :mod:`mjtool.game_log.events`: the dealer's first draw becomes the fourteenth tile of
the deal, the payments become running totals, and a claim is compared with the discard it names.
"""

import reprlib
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

import msgspec
from msgspec import UNSET

from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    EndGame,
    EndHand,
    Event,
    Fault,
    Flower,
    Kong,
    KongKind,
    LoggedWin,
    Pung,
    RoundName,
    StartGame,
    StartHand,
    Washout,
    Win,
)
from mjtool.game_log.legality import Legality, rules_name
from mjtool.tiles import NAMES

Item = tuple[int, Event | Fault]
Numbers = Sequence[int]

HIDDEN: Final = "?"
"""A tile that the one who recorded the log did not see."""
ROUNDS: Final[tuple[RoundName, ...]] = ("E", "S", "W", "N")
_TILES: Final = frozenset(NAMES)
_LIMIT: Final = 10**15
LARGEST: Final = 1 << 26
"""Bytes of the largest JSON document that is read; a log of a whole day has a hundredth of it."""


class Malformed(Exception):
    """A piece of a foreign log that cannot be read; ``fault`` is the finding it becomes."""

    def __init__(
        self, where: str, found: object = None, *, code: str = "F003", key: str = "foreign"
    ) -> None:
        super().__init__(where)
        self.fault = Fault(code, f"{code}.{key}", expected=where, found=shown(found))


def shown(value: object) -> object:
    """Return ``value`` short enough for a message."""
    text = value if isinstance(value, str) else reprlib.repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def whole(value: object, where: str, least: int = -_LIMIT, most: int = _LIMIT) -> int:
    """Return ``value`` if it is a whole number from ``least`` to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Malformed(where, value)
    return value


def wholes(value: object, where: str, size: int = 4) -> list[int]:
    """Return ``value`` if it is a list of ``size`` whole numbers."""
    if not isinstance(value, list) or len(value) != size:
        raise Malformed(where, value)
    return [whole(item, where) for item in value]


def seat_of(value: object, where: str) -> int:
    """Return ``value`` if it is a seat."""
    return whole(value, where, 0, 3)


def words(value: object, where: str, size: int | None = None) -> list[str]:
    """Return ``value`` if it is a list of ``size`` texts (of any number without ``size``)."""
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise Malformed(where, value)
    for item in value:
        if not isinstance(item, str):
            raise Malformed(where, item)
    return value


def decode(data: bytes | msgspec.Raw) -> dict[str, object]:
    """Return the JSON object in ``data``; anything else is F001."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed("a JSON object", str(error), code="F001") from None
    if not isinstance(value, dict):
        raise Malformed("a JSON object", value, code="F001")
    return value


def documents(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the JSON documents of ``stream`` with the lines they begin on.

    Where the first line is a document, every line is one, read one at a time; else the whole
    stream is one. One that is larger than any log is given as an empty text, and ends it.
    """
    line = 1
    first = stream.readline(LARGEST).removeprefix(b"\xef\xbb\xbf")
    while first and not first.strip():
        first = stream.readline(LARGEST)
        line += 1
    if not first:
        return
    try:
        msgspec.json.decode(first, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        text = first + stream.read(LARGEST)
        yield line, text if len(text) < LARGEST else b""
        return
    while first and len(first) < LARGEST:
        if first.strip():
            yield line, first
        first = stream.readline(LARGEST)
        line += 1
    if first:
        yield line, b""


class Recorder:
    """Collects the events of a foreign log; :meth:`take` hands them over.

    The start of a game is held back until its first hand (which tells whether tiles are hidden),
    the start of a hand until the dealer's first draw.
    """

    def __init__(self, legality: Legality) -> None:
        self.legality = legality
        self.hand = 0
        self.totals: list[int] = [0] * 4
        self.before: list[int] = [0] * 4
        self.drawn: tuple[int, str] | None = None
        self.live: tuple[int, str] | None = None  # the last discard, or the added kong's tile
        self.in_game = False
        self.in_hand = False
        self.broken = False  # a fault was recorded: the rest of the hand is not looked at
        self._out: list[Item] = []
        self._game: tuple[int, StartGame] | None = None
        self._deal: tuple[int, StartHand] | None = None
        self._flowers: Sequence[tuple[int, str, str]] = ()
        self._wins: list[LoggedWin] = []

    def take(self) -> list[Item]:
        """Return what was recorded since the last call."""
        out, self._out = self._out, []
        return out

    def fault(self, line: int, fault: Fault) -> None:
        """Record a piece of the log that is no event; its consequences are not told again."""
        self._release()
        self._deal = None
        if not self.broken:
            self.broken = True
            self._out.append((line, fault))

    def start_game(
        self, line: int, players: list[str], scores: Numbers = (0, 0, 0, 0), id: object = UNSET
    ) -> None:
        """Record that a game begins."""
        self._release()
        if self.broken and self.in_game:  # the end went down with the fault
            if self.in_hand:
                self.end_hand(line)
            self.end_game(line)
        self.hand = 0
        self.totals = list(scores)
        self.in_game, self.in_hand, self.broken = True, False, False
        start = StartGame(
            rules=rules_name(self.legality), players=players, scores=list(scores), id=id
        )
        self._game = (line, start)

    def start_hand(  # noqa: PLR0913
        self,
        line: int,
        dealer: int,
        deal: list[list[str]],
        *,
        wind: int | None = None,
        scores: Numbers | None = None,
        walls: list[list[str]] | None = None,
        flowers: Sequence[tuple[int, str, str]] = (),
    ) -> None:
        """Record that a hand is dealt, thirteen tiles to each seat.

        ``flowers`` among them are replaced at once: seat, flower, the tile that comes for it. In
        ``walls`` each seat's replacements come first, as for everybody else.
        """
        if not self.in_game:
            self.fault(line, Fault("F005", "F005.foreign", type="start_hand"))
            self.start_game(line, ["", "", "", ""], scores or (0, 0, 0, 0))
        if self._deal is not None:
            self.fault(line, Fault("F005", "F005.again", "start_hand"))
        if self._game is not None and any(HIDDEN in hand for hand in deal):
            at, start = self._game
            hidden = msgspec.structs.replace(self.legality, hidden=True)
            self._game = (at, msgspec.structs.replace(start, rules=rules_name(hidden)))
        self._release()
        self.hand += 1
        self.broken = False
        if scores is not None:
            self.totals = list(scores)
        self.before = list(self.totals)
        self.in_hand = True
        self.drawn = self.live = None
        self._wins = []
        self._flowers = flowers
        self._deal = (
            line,
            StartHand(
                hand=self.hand,
                dealer=dealer,
                deal=deal,
                round=UNSET if wind is None else ROUNDS[wind % 4],
                walls=UNSET if walls is None else walls,
            ),
        )

    def draw(self, line: int, seat: int, tile: str) -> None:
        """Record a draw; the dealer's first one completes the deal."""
        self.drawn, self.live = (seat, tile), None
        if self._deal is None:
            self._release()
            self._out.append((line, Draw(seat=seat, tile=tile)))
            return
        at, start = self._deal
        if seat != start.dealer:
            self.fault(line, Fault("A201", "A201.foreign", "draw", seat, start.dealer, seat))
            return
        if tile not in _TILES and tile != HIDDEN:
            self.fault(line, Fault("F004", "F004.foreign", "draw", seat, None, shown(tile)))
            return
        if sum(hand.count(tile) for hand in start.deal) >= 4 and tile != HIDDEN:
            self.fault(line, Fault("T101", "T101.foreign", "draw", seat, 4, tile))
            return
        deal = [[*hand, tile] if s == seat else hand for s, hand in enumerate(start.deal)]
        walls = start.walls
        if walls is not UNSET:
            place = sum(owner == seat for owner, _, _ in self._flowers)
            expected = walls[seat][place] if len(walls[seat]) > place else None
            if expected != tile:
                self.fault(line, Fault("T103", "T103.foreign", "draw", seat, expected, tile))
                return
            own = [*walls[seat][:place], *walls[seat][place + 1 :]]
            walls = [own if s == seat else wall for s, wall in enumerate(walls)]
        self._deal = None
        self._out.append((at, msgspec.structs.replace(start, deal=deal, walls=walls)))
        for owner, flower, replacement in self._flowers:
            self._out.append((at, Flower(seat=owner, tile=flower)))
            self._out.append((at, Draw(seat=owner, tile=replacement)))

    def discard(self, line: int, seat: int, tile: str) -> None:
        """Record a discard."""
        if self._ready(line, seat, "discard"):
            self._out.append((line, Discard(seat=seat, tile=tile)))
        self.drawn, self.live = None, (seat, tile)

    def chow(
        self, line: int, seat: int, tile: str, own: list[str], source: int | None = None
    ) -> None:
        """Record a chow of ``tile`` with two ``own`` tiles, from ``source`` where that is told."""
        if self._claims(line, seat, "chow", source):
            self._out.append((line, Chow(seat=seat, tile=tile, with_=own)))
        self.drawn = self.live = None

    def pung(self, line: int, seat: int, tile: str, source: int | None = None) -> None:
        """Record a pung."""
        if self._claims(line, seat, "pung", source):
            self._out.append((line, Pung(seat=seat, tile=tile)))
        self.drawn = self.live = None

    def kong(
        self, line: int, seat: int, kind: KongKind, tile: str, source: int | None = None
    ) -> None:
        """Record a kong; its tile is what a robber wins on."""
        if kind == "exposed":
            allowed = self._claims(line, seat, "kong", source)
        else:
            allowed = self._ready(line, seat, "kong")
        if allowed:
            self._out.append((line, Kong(seat=seat, kind=kind, tile=tile)))
        self.drawn, self.live = None, None if kind == "exposed" else (seat, tile)

    def flower(self, line: int, seat: int, tile: str) -> None:
        """Record a flower that is set aside."""
        if self._ready(line, seat, "flower"):
            self._out.append((line, Flower(seat=seat, tile=tile)))

    def win(  # noqa: PLR0913
        self,
        line: int,
        seat: int,
        tile: str | None,
        source: int | None,
        *,
        points: int = 0,
        fan: int | None = None,
    ) -> None:
        """Record a win from ``source``, or self-drawn; without ``tile`` on what lies there."""
        if not self._ready(line, seat, "win"):
            return
        if any(win.seat == seat for win in self._wins):
            self.fault(line, Fault("A201", "A201.again", "win", seat))
            return
        if tile is None:
            there = self.drawn if source is None else self.live
            if there is None or there[0] != (seat if source is None else source):
                self.fault(line, Fault("A202", "A202.foreign", "win", seat))
                return
            tile = there[1]
        self._out.append(
            (line, Win(seat=seat, tile=tile, from_=UNSET if source is None else source))
        )
        self._wins.append(LoggedWin(seat=seat, points=points, fan=UNSET if fan is None else fan))

    def washout(self, line: int, reason: str | None = None) -> None:
        """Record that nobody won; ``reason`` where the hand was broken off."""
        if self._ready(line, None, "washout"):
            self._out.append((line, Washout(reason=UNSET if reason is None else reason)))

    def end_hand(
        self, line: int, totals: Numbers | None = None, *, worth: int | None = None
    ) -> None:
        """Record that a hand is settled, with the ``totals`` after it and the fan of its win."""
        if self._ready(line, None, "end_hand"):
            if totals is not None:
                self.totals = list(totals)
            points = [
                after - before for after, before in zip(self.totals, self.before, strict=True)
            ]
            bank = -sum(points)
            if worth is not None:
                self._wins = [
                    msgspec.structs.replace(win, points=worth, fan=worth) for win in self._wins
                ]
            self._out.append(
                (
                    line,
                    EndHand(
                        wins=self._wins,
                        points=points,
                        bank=bank or UNSET,
                        scores=list(self.totals),
                    ),
                )
            )
        self._wins = []
        self.in_hand = False

    def end_game(self, line: int, scores: Numbers | None = None) -> None:
        """Record that the game is over."""
        self._ready(line, None, "end_game")
        self._out.append((line, EndGame(scores=list(scores or self.totals))))
        self.in_game = False

    def close(self, line: int) -> None:
        """Record that the log stops here, whatever it was in the middle of."""
        self._release()
        if self._deal is not None:
            at, start = self._deal
            self._deal = None
            self._out.append((at, start))

    def _release(self) -> None:
        if self._game is not None:
            self._out.append(self._game)
            self._game = None

    def _ready(self, line: int, seat: int | None, act: str) -> bool:
        """Whether the hand has begun; an act before the dealer's first draw is a fault."""
        self._release()
        if self._deal is None:
            return True
        dealer = self._deal[1].dealer
        self.fault(line, Fault("A201", "A201.foreign", act, seat, dealer, seat))
        return False

    def _claims(self, line: int, seat: int, act: str, source: int | None) -> bool:
        """Whether the discard that is claimed is ``source``'s, as the log says."""
        if not self._ready(line, seat, act):
            return False
        if source is None or self.live is None or self.live[0] == source:
            return True
        self.fault(line, Fault("A202", "A202.source", act, seat, self.live[0], source))
        return False
