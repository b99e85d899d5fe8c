"""mjai: JSON Lines with ``start_kyoku``, ``tsumo``, ``dahai``; the old dialects and today's.

The oldest one deals with four ``haipai`` events. The old ones (the mjai gem's) repeat the winning
tile and the totals; today's (Mortal's) leaves out what can be worked out. A log that one player
recorded hides the others' tiles as "?".
"""

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from msgspec import structs

from mjtool.game_log.events import Event
from mjtool.game_log.formats.parts import (
    BOM,
    Malformed,
    decode,
    names_of,
    seat_of,
    shown,
    three_players,
    whole,
    wholes,
    words,
)
from mjtool.game_log.formats.record import HIDDEN, Recorder
from mjtool.limits import lines
from mjtool.table.fault import Fault
from mjtool.table.legality import RIICHI

Fields = dict[str, object]

START: Final = (25000,) * 4
"""The totals that a game begins with where the log tells none."""
_THREE: Final = (35000,) * 3
"""The totals that three players begin with."""
_WINDS: Final = "ESWN"
_HONORS: Final = dict(zip("ESWNPFC", "1234567", strict=True))
_SUITED: Final = re.compile(r"[1-9][mps]|5[mps]r|0[mps]")
_EXHAUSTED: Final = frozenset({"fanpai", "nagashimangan", "howanpai", "exhaustive_draw"})
_UNPAID: Final = frozenset(
    {"kyushukyuhai", "suufonrenta", "suukaikan", "suuchareach", "suuchariichi", "sanchaho"}
)
"""Why a hand is broken off; nobody pays for it."""
_PAYING: Final = frozenset({"reach_accepted", "hora", "ryukyoku"})
_SILENT: Final = frozenset({"reach", "dora", "none", "hello", "join", "error"})
_NORTH: Final = frozenset({"kita", "nukidora"})
"""A north wind set aside, which there is among three players only."""


def sniff(head: bytes, name: str) -> bool:
    """Return whether the log is mjai's."""
    if head.removeprefix(BOM).lstrip()[:1] == b"[":  # all events in one list
        return False
    return name.endswith(".mjson") or bool(re.search(rb'"type"\s*:\s*"start_kyoku"', head))


def tile_of(value: object, where: str = "pai") -> str:
    """Return the native text of a tile; a text that is none stays as it is (F004 later).

    >>> tile_of("5mr"), tile_of("C"), tile_of("?")
    ('5m', '7z', '?')
    """
    if not isinstance(value, str):
        raise Malformed(where, value)
    if value in _HONORS:
        return _HONORS[value] + "z"
    if _SUITED.fullmatch(value):
        return f"{5 if value[0] == '0' else value[0]}{value[1]}"
    return value if value == HIDDEN else f"{shown(value)}"


def _tiles(value: object, where: str, size: int | None = None) -> list[str]:
    return [tile_of(tile, where) for tile in words(value, where, size)]


def _hands(value: object) -> list[list[str]]:
    if not isinstance(value, list) or len(value) not in (3, 4):
        raise Malformed("tehais", value)
    return [_tiles(hand, "tehais") for hand in value]


def read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]:
    """Yield the events of an mjai log, each with its line."""
    log = _Log()
    number = 0
    for number, line in enumerate(lines(stream), 1):
        text = line.removeprefix(BOM) if number == 1 else line
        if not text.strip():
            continue
        log.take(number, text)
        yield from log.recorder.take()
    log.close(number)
    yield from log.recorder.take()


class _Log:
    """Reads one line after the other and tells the recorder."""

    def __init__(self) -> None:
        self.recorder = Recorder(RIICHI)
        self.names = [""] * 4
        self.start: tuple[int, Fields] | None = None  # of a hand that is dealt seat by seat
        self.hands: dict[int, list[str]] = {}

    def take(self, line: int, text: bytes) -> None:
        """Take one line."""
        kind = ""
        try:
            fields = decode(text)
            found = fields.get("type")
            if not isinstance(found, str):
                raise Malformed(None, found, code="F002")
            kind = found
            handler = _HANDLERS.get(kind)
            if handler is not None and self.start is None:
                handler(self.recorder, line, fields)
            else:
                self._take(line, kind, fields)
        except Malformed as malformed:
            if kind == "start_kyoku" or self.start is not None:
                self.start = None
                self.recorder.lose_hand(line, malformed)
            else:
                if kind in _PAYING:
                    self.recorder.ledger.lose()
                meant = "end_game" if kind == "end_game" else None
                self.recorder.fault(line, structs.replace(malformed.fault, type=meant))

    def _take(self, line: int, kind: str, fields: Fields) -> None:
        if kind == "haipai" and self.start is not None:
            self._haipai(fields)
            return
        self._undealt()
        if kind in _SILENT:
            return
        if kind in _NORTH:
            self.recorder.pass_over(line, three_players())
        elif kind == "start_game":
            self._start_game(line, fields)
        elif kind == "start_kyoku":
            self.recorder.renew()
            if "tehais" in fields:
                self._start_hand(line, fields, _hands(fields["tehais"]))
            else:
                self.start, self.hands = (line, fields), {}
        elif kind in _HANDLERS:
            _HANDLERS[kind](self.recorder, line, fields)
        else:
            raise Malformed(None, kind, code="F002")

    def close(self, line: int) -> None:
        """Take the end of the log."""
        if self.start is not None:  # it stops inside a deal
            self.start = None
            self.recorder.lose_game(line, Malformed(None, code="F006", key="dealt"))
        self.recorder.close(line)

    def _start_game(self, line: int, fields: Fields) -> None:
        names = fields.get("names") or []
        self.names = names_of(names)
        if not isinstance(names, list) or len(names) not in (0, 3, 4):
            fault = Malformed("names", names).fault
            self.recorder.fault(line, structs.replace(fault, type="start_game"))
        self.recorder.start_game(line, self.names, START)
        if isinstance(names, list) and len(names) == 3:
            self.recorder.pass_over(line, three_players())

    def _haipai(self, fields: Fields) -> None:
        assert self.start is not None
        seat = seat_of(fields.get("actor"), "actor")
        if seat in self.hands:
            raise Malformed("actor", seat)
        self.hands[seat] = _tiles(fields.get("pais"), "pais")
        if len(self.hands) == 4:
            line, start = self.start
            self.start = None
            self._start_hand(line, start, [self.hands[seat] for seat in range(4)])

    def _undealt(self) -> None:
        """Record that a hand was not dealt, if one was not."""
        if self.start is not None:
            line, start = self.start
            self.start = None
            self.recorder.lose_hand(line, Malformed("tehais", start.get("tehais")))

    def _start_hand(self, line: int, fields: Fields, deal: list[list[str]]) -> None:
        if len(deal) == 3 or self._lacks_a_seat(deal, fields.get("scores")):
            self.recorder.pass_over(line, three_players())
            return
        wind = fields.get("bakaze")
        if wind is not None and (not isinstance(wind, str) or wind not in _WINDS or len(wind) != 1):
            raise Malformed("bakaze", wind)
        self.recorder.start_hand(
            line,
            seat_of(fields.get("oya"), "oya"),
            deal,
            wind=None if wind is None else _WINDS.index(wind),
            scores=wholes(fields["scores"], "scores") if "scores" in fields else None,
        )

    def _lacks_a_seat(self, deal: list[list[str]], scores: object) -> bool:
        """Whether the fourth seat is empty: no tiles, or none that is seen, no name, no points."""
        if not deal[3]:
            return all(deal[:3])
        if set(deal[3]) != {HIDDEN} or not isinstance(scores, list):
            return False
        if scores == [*_THREE, 0]:
            return True
        named = all(self.names[:3]) and not self.names[3]
        return named and len(scores) == 4 and scores[3] == 0 and 0 not in scores[:3]


def _settle(recorder: Recorder, fields: Fields) -> bool:
    """Move the totals as a deposit, a win or a draw says; False where it says nothing."""
    deltas = wholes(fields["deltas"], "deltas") if "deltas" in fields else None
    scores = wholes(fields["scores"], "scores") if "scores" in fields else None
    if deltas is not None:
        recorder.ledger.pay(deltas)
    elif scores is not None:
        recorder.ledger.lose()
    if scores is not None:
        recorder.ledger.reach(scores)
    return deltas is not None or scores is not None


def _reach_accepted(recorder: Recorder, line: int, fields: Fields) -> None:
    if not _settle(recorder, fields):  # today's dialect tells no deposit
        seat = seat_of(fields.get("actor"), "actor")
        recorder.ledger.pay([-1000 if s == seat else 0 for s in range(4)])


def _tsumo(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.draw(line, seat_of(fields.get("actor"), "actor"), tile_of(fields.get("pai")))


def _dahai(recorder: Recorder, line: int, fields: Fields) -> None:
    seat, tile = seat_of(fields.get("actor"), "actor"), tile_of(fields.get("pai"))
    if fields.get("tsumogiri") is True and recorder.drawn not in ((seat, tile), (seat, HIDDEN)):
        # the log says that it was the drawn tile, but none was drawn, or another
        raise Malformed(None, fields.get("pai"), key="tsumogiri", seat=seat)
    recorder.discard(line, seat, tile)


def _consumed(fields: Fields, size: int) -> list[str]:
    return _tiles(fields.get("consumed"), "consumed", size)


def _chi(recorder: Recorder, line: int, fields: Fields) -> None:
    seat, source = seat_of(fields.get("actor"), "actor"), seat_of(fields.get("target"), "target")
    recorder.chow(line, seat, tile_of(fields.get("pai")), _consumed(fields, 2), source)


def _alike(fields: Fields, size: int) -> str:
    """Return the tile of a set of equal tiles."""
    own = _consumed(fields, size)
    tile = tile_of(fields["pai"]) if "pai" in fields else own[0]
    if any(other != tile for other in own):
        raise Malformed("consumed", fields.get("consumed"))
    return tile


def _pon(recorder: Recorder, line: int, fields: Fields) -> None:
    seat, source = seat_of(fields.get("actor"), "actor"), seat_of(fields.get("target"), "target")
    recorder.pung(line, seat, _alike(fields, 2), source)


def _daiminkan(recorder: Recorder, line: int, fields: Fields) -> None:
    seat, source = seat_of(fields.get("actor"), "actor"), seat_of(fields.get("target"), "target")
    recorder.kong(line, seat, "exposed", _alike(fields, 3), source)


def _ankan(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.kong(line, seat_of(fields.get("actor"), "actor"), "concealed", _alike(fields, 4))


def _kakan(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.kong(line, seat_of(fields.get("actor"), "actor"), "added", _alike(fields, 3))


def _hora(recorder: Recorder, line: int, fields: Fields) -> None:
    seat = seat_of(fields.get("actor"), "actor")
    target = seat_of(fields.get("target", seat), "target")
    tile = tile_of(fields["pai"]) if "pai" in fields else None
    points = whole(fields["hora_points"], "hora_points") if "hora_points" in fields else None
    fan = whole(fields["fan"], "fan") if fields.get("fan") is not None else None
    before = recorder.ledger.totals
    if not _settle(recorder, fields):
        recorder.ledger.lose()
    elif points is None and "deltas" in fields:
        points = wholes(fields["deltas"], "deltas")[seat]
    elif points is None and before is not None and recorder.ledger.totals is not None:
        points = recorder.ledger.totals[seat] - before[seat]
    recorder.win(line, seat, tile, None if target == seat else target, points=points, fan=fan)


def _ryukyoku(recorder: Recorder, line: int, fields: Fields) -> None:
    # today's dialect does not say why a hand ended, so that it may have been broken off
    reason = fields.get("reason", "ryukyoku")
    if not isinstance(reason, str):
        raise Malformed("reason", reason)
    if not _settle(recorder, fields) and reason not in _UNPAID:
        recorder.ledger.lose()
    recorder.washout(line, None if reason in _EXHAUSTED else reason)


def _end_kyoku(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.end_hand(line)


def _end_game(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.end_game(line, wholes(fields["scores"], "scores") if "scores" in fields else None)


_HANDLERS: Final[dict[str, Callable[[Recorder, int, Fields], None]]] = {
    "tsumo": _tsumo,
    "dahai": _dahai,
    "chi": _chi,
    "pon": _pon,
    "daiminkan": _daiminkan,
    "ankan": _ankan,
    "kakan": _kakan,
    "reach_accepted": _reach_accepted,
    "hora": _hora,
    "ryukyoku": _ryukyoku,
    "end_kyoku": _end_kyoku,
    "end_game": _end_game,
}
