"""mjai: JSON Lines with ``start_kyoku``, ``tsumo``, ``dahai``; the old dialect and today's.

The old dialect (the mjai gem's) repeats the winning tile and the totals; today's (Mortal's)
leaves out what can be worked out. A log that one player recorded hides the others' tiles as "?".
"""

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from mjtool.game_log.events import Event, Fault
from mjtool.game_log.formats.native import lines
from mjtool.game_log.formats.record import (
    HIDDEN,
    Malformed,
    Recorder,
    decode,
    seat_of,
    shown,
    whole,
    wholes,
    words,
)
from mjtool.game_log.legality import Legality

Fields = dict[str, object]

LEGALITY: Final = Legality(reserve=14, aborts=True)
START: Final = (25000,) * 4
"""The totals where the log tells none."""
_WINDS: Final = "ESWN"
_HONORS: Final = dict(zip("ESWNPFC", "1234567", strict=True))
_SUITED: Final = re.compile(r"[1-9][mps]|5[mps]r|0[mps]")
_EXHAUSTED: Final = frozenset({"fanpai", "nagashimangan", "howanpai", "exhaustive_draw"})
_SILENT: Final = frozenset({"reach", "reach_accepted", "dora", "none", "hello", "join", "error"})


def sniff(head: bytes, name: str) -> bool:
    """Return whether the log is mjai's."""
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


def read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]:
    """Yield the events of an mjai log, each with its line."""
    recorder = Recorder(LEGALITY)
    number = 0
    for number, line in enumerate(lines(stream), 1):
        text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if not text.strip():
            continue
        try:
            _record(recorder, number, decode(text))
        except Malformed as malformed:
            recorder.fault(number, malformed.fault)
        yield from recorder.take()
    recorder.close(number)
    yield from recorder.take()


def _record(recorder: Recorder, line: int, fields: Fields) -> None:
    kind = fields.get("type")
    if isinstance(kind, str) and kind in _SILENT:
        if kind == "reach_accepted":
            _settle(recorder, fields)
        return
    handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
    if handler is None:
        raise Malformed("type", kind, code="F002")
    handler(recorder, line, fields)


def _settle(recorder: Recorder, fields: Fields) -> None:
    """Move the totals as a deposit, a win or a draw says; today's dialect tells no deposit."""
    if "scores" in fields:
        recorder.totals = wholes(fields["scores"], "scores")
    elif "deltas" in fields:
        deltas = wholes(fields["deltas"], "deltas")
        recorder.totals = [a + b for a, b in zip(recorder.totals, deltas, strict=True)]
    elif fields.get("type") == "reach_accepted":
        recorder.totals[seat_of(fields.get("actor"), "actor")] -= 1000


def _start_game(recorder: Recorder, line: int, fields: Fields) -> None:
    names = words(fields.get("names", ["", "", "", ""]), "names", 4)
    recorder.start_game(line, names, START)


def _start_kyoku(recorder: Recorder, line: int, fields: Fields) -> None:
    hands = fields.get("tehais")
    if not isinstance(hands, list) or len(hands) != 4:
        raise Malformed("tehais", hands)
    deal = [[tile_of(tile, "tehais") for tile in words(hand, "tehais")] for hand in hands]
    wind = fields.get("bakaze")
    if wind is not None and (not isinstance(wind, str) or wind not in _WINDS or len(wind) != 1):
        raise Malformed("bakaze", wind)
    recorder.start_hand(
        line,
        seat_of(fields.get("oya"), "oya"),
        deal,
        wind=None if wind is None else _WINDS.index(wind),
        scores=wholes(fields["scores"], "scores") if "scores" in fields else None,
    )


def _tsumo(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.draw(line, seat_of(fields.get("actor"), "actor"), tile_of(fields.get("pai")))


def _dahai(recorder: Recorder, line: int, fields: Fields) -> None:
    seat, tile = seat_of(fields.get("actor"), "actor"), tile_of(fields.get("pai"))
    drawn = recorder.drawn
    own = drawn[1] if drawn is not None and drawn[0] == seat else HIDDEN
    if fields.get("tsumogiri") is True and own not in (tile, HIDDEN):
        # the log says that it was the drawn tile
        raise Malformed("tsumogiri", fields.get("pai"))
    recorder.discard(line, seat, tile)


def _consumed(fields: Fields, size: int) -> list[str]:
    return [tile_of(tile, "consumed") for tile in words(fields.get("consumed"), "consumed", size)]


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
    before = recorder.totals[seat]
    _settle(recorder, fields)
    fan = fields.get("fan")
    recorder.win(
        line,
        seat,
        tile_of(fields["pai"]) if "pai" in fields else None,
        None if target == seat else target,
        points=whole(fields.get("hora_points", recorder.totals[seat] - before), "hora_points"),
        fan=None if fan is None else whole(fan, "fan"),
    )


def _ryukyoku(recorder: Recorder, line: int, fields: Fields) -> None:
    _settle(recorder, fields)
    # today's dialect does not say why a hand ended, so that it may have been broken off
    reason = fields.get("reason", "ryukyoku")
    if not isinstance(reason, str):
        raise Malformed("reason", reason)
    recorder.washout(line, None if reason in _EXHAUSTED else reason)


def _end_kyoku(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.end_hand(line)


def _end_game(recorder: Recorder, line: int, fields: Fields) -> None:
    recorder.end_game(line, wholes(fields["scores"], "scores") if "scores" in fields else None)


_HANDLERS: Final[dict[str, Callable[[Recorder, int, Fields], None]]] = {
    "start_game": _start_game,
    "start_kyoku": _start_kyoku,
    "tsumo": _tsumo,
    "dahai": _dahai,
    "chi": _chi,
    "pon": _pon,
    "daiminkan": _daiminkan,
    "ankan": _ankan,
    "kakan": _kakan,
    "hora": _hora,
    "ryukyoku": _ryukyoku,
    "end_kyoku": _end_kyoku,
    "end_game": _end_game,
}
