"""The JSON of Tenhou's log viewer: for each seat what it took and what it discarded, in order.

Whose turn comes next is not written down; it follows from who can take what. A claim names the
tile and, by the place of its letter, whom it is taken from. Where a discard fits a claim that may
also be meant for a later, equal discard, the reading that uses up both lists decides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

import msgspec

from mjtool.game_log.events import Event, Fault
from mjtool.game_log.formats.record import (
    Malformed,
    Recorder,
    decode,
    documents,
    seat_of,
    shown,
    whole,
    wholes,
)
from mjtool.game_log.legality import Legality

LEGALITY: Final = Legality(reserve=14, aborts=True)
_CALL: Final = re.compile(r"(\d\d){0,3}?([cpmka])((?:\d\d){1,4})")
_EXHAUSTED: Final = frozenset({"流局", "全員聴牌", "全員不聴", "流し満貫"})
_WON: Final = "和了"
_PATIENCE: Final = 20_000
"""How many steps the search for an order of a hand may take."""

_CANNOT: Final = 60  # the drawn tile goes out again
_NOTHING: Final = 0  # stands for the discard of an exposed kong


@dataclass(frozen=True, slots=True)
class Call:
    """A claim or a kong: ``kind`` is its letter, ``source`` whose discard it takes."""

    kind: str
    tile: str
    own: tuple[str, ...]
    source: int


Take = str | Call
"""What a seat takes: a tile from the wall, or a claim."""


@dataclass(frozen=True, slots=True)
class Put:
    """What a seat does on its turn: a discard (``tile`` None: the drawn one) or a kong."""

    tile: str | None = None
    kong: Call | None = None
    nothing: bool = False


def tile_of(number: object) -> str:
    """Return the native text of a tile number; one that is none stays as it is (F004 later).

    >>> tile_of(11), tile_of(47), tile_of(52)
    ('1m', '7z', '5p')
    """
    value = whole(number, "tile", 0, 99)
    suit, rank = divmod(value, 10)
    if suit == 5 and 1 <= rank <= 3:
        suit, rank = rank, 5
    if (1 <= suit <= 3 and rank) or (suit == 4 and 1 <= rank <= 7):
        return f"{rank}{'mpsz'[suit - 1]}"
    return str(value)


def read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]:
    """Yield the events of a log, each with the line its hand begins on."""
    recorder = Recorder(LEGALITY)
    line = 1
    for line, text in documents(stream):
        try:
            yield from _game(recorder, line, text)
        except Malformed as malformed:
            recorder.fault(line, malformed.fault)
        yield from recorder.take()
    recorder.close(line)
    yield from recorder.take()


class _Log(msgspec.Struct):
    """The top level of a log, its hands still text so that their lines can be told."""

    log: list[msgspec.Raw]
    name: list[str] = []


def _game(recorder: Recorder, line: int, text: bytes) -> Iterator[tuple[int, Event | Fault]]:
    decode(text)
    try:
        log = msgspec.json.decode(text, type=_Log)
    except msgspec.ValidationError as error:
        raise Malformed("log", str(error)) from None
    names = [*log.name, "", "", "", ""][:4]
    place = 0
    for number, raw in enumerate(log.log):
        piece = bytes(raw)
        start = text.index(piece, place)
        line += text.count(b"\n", place, start)
        place = start
        try:
            _hand(recorder, line, msgspec.json.decode(piece), names, first=number == 0)
        except Malformed as malformed:
            recorder.fault(line, malformed.fault)
        yield from recorder.take()
    if recorder.in_game:
        recorder.end_game(line + text.rstrip().count(b"\n", place))


def _hand(recorder: Recorder, line: int, hand: object, names: list[str], *, first: bool) -> None:
    if not isinstance(hand, list) or len(hand) != 17:
        raise Malformed("hand", hand)
    number = wholes(hand[0], "hand", 3)[0]
    totals = wholes(hand[1], "scores")
    if first:
        recorder.start_game(line, names, totals)
    dealer = number % 4
    seats = [hand[4 + 3 * seat : 7 + 3 * seat] for seat in range(4)]
    for columns in seats:
        for column in columns:
            if not isinstance(column, list):
                raise Malformed("hand", column)
    deal = [[tile_of(tile) for tile in columns[0]] for columns in seats]
    takes = [[_take(seat, item) for item in columns[1]] for seat, columns in enumerate(seats)]
    puts = [[_put(seat, item) for item in columns[2]] for seat, columns in enumerate(seats)]
    recorder.start_hand(line, dealer, deal, wind=number // 4, scores=totals)
    for step in order(takes, puts, dealer):
        _play(recorder, line, step)
    _result(recorder, line, hand[16], totals)


def _call(seat: int, text: str) -> Call:
    letter = re.search("[cpmka]", text)
    digits = re.sub("[cpmka]", "", text)
    if letter is None or not re.fullmatch(r"(\d\d){3,4}", digits):
        raise Malformed("call", text)
    kind, at = letter[0], letter.start() // 2
    tiles = [tile_of(int(digits[i : i + 2])) for i in range(0, len(digits), 2)]
    if len(tiles) != (3 if kind in "cp" else 4) or letter.start() % 2 or at >= len(tiles):
        raise Malformed("call", text)
    # the letter stands before the tile taken: first from the previous seat, second from the one
    # opposite, last from the next
    back = 3 if at == 0 else 2 if at == 1 else 1
    tile = tiles.pop(at)
    if kind != "c" and any(other != tile for other in tiles):
        raise Malformed("call", text)
    return Call(kind, tile, tuple(tiles), (seat + back) % 4)


def _take(seat: int, item: object) -> Take:
    if not isinstance(item, str):
        return tile_of(item)
    call = _call(seat, item)
    if call.kind not in "cpm":
        raise Malformed("call", item)
    return call


def _put(seat: int, item: object) -> Put:
    if isinstance(item, str) and item.startswith("r") and item[1:].isdecimal():
        item = int(item[1:4])
    if isinstance(item, str):
        call = _call(seat, item)
        if call.kind not in "ka":
            raise Malformed("call", item)
        return Put(kong=call)
    if item == _CANNOT:
        return Put()
    if item == _NOTHING and not isinstance(item, bool):
        return Put(nothing=True)
    return Put(tile=tile_of(item))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens: ``seat`` takes (``take``) or puts down (``put``) something."""

    seat: int
    take: Take | None = None
    put: Put | None = None


@dataclass(frozen=True, slots=True)
class _State:
    """A point in the search: how far each list is used, whose turn it is, what was done."""

    took: tuple[int, ...]
    did: tuple[int, ...]
    seat: int
    live: str | None = None  # the discard of ``seat``, when the next move is another's
    trail: "_Trail | None" = None


@dataclass(frozen=True, slots=True)
class _Trail:
    """The steps so far: the last one, and those before it."""

    step: Step
    before: "_Trail | None"


def order(takes: list[list[Take]], puts: list[list[Put]], dealer: int) -> list[Step]:
    """Return the steps of a hand in the order they were taken.

    Where no order uses up all lists, the longest that was found, with what contradicts it as its
    last step.
    """
    best: tuple[int, _State] | None = None
    stack = [_State((0, 0, 0, 0), (0, 0, 0, 0), dealer)]
    total = sum(map(len, takes)) + sum(map(len, puts))
    for _ in range(_PATIENCE):
        if not stack:
            break
        state = stack.pop()
        following = list(_next(state, takes, puts))
        used = sum(state.took) + sum(state.did)
        if not following and (best is None or used > best[0]):
            best = (used, state)
            if used == total:
                break
        stack.extend(reversed(following))
    if best is None:
        raise Malformed("order")
    used, state = best
    steps: list[Step] = []
    trail = state.trail
    while trail is not None:
        steps.append(trail.step)
        trail = trail.before
    steps.reverse()
    if used < total:
        steps.append(_odd(state, takes, puts))
    return steps


def _next(state: _State, takes: list[list[Take]], puts: list[list[Put]]) -> Iterator[_State]:
    """Yield what may follow, the likeliest first."""
    if state.live is None:
        seat = state.seat
        if state.took[seat] < len(takes[seat]):
            yield from _turn(state, takes[seat][state.took[seat]], puts)
        return
    for distance in (1, 2, 3):
        seat = (state.seat + distance) % 4
        if state.took[seat] < len(takes[seat]):
            take = takes[seat][state.took[seat]]
            if isinstance(take, Call) and (take.source, take.tile) == (state.seat, state.live):
                yield from _turn(replace(state, seat=seat), take, puts)
    seat = (state.seat + 1) % 4
    if state.took[seat] < len(takes[seat]):
        take = takes[seat][state.took[seat]]
        if isinstance(take, str):
            yield from _turn(replace(state, seat=seat), take, puts)


def _bump(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + (s == seat) for s, count in enumerate(counts))


def _turn(state: _State, take: Take, puts: list[list[Put]]) -> Iterator[_State]:
    """Yield the state after ``state.seat`` takes ``take`` and answers it."""
    seat = state.seat
    state = replace(
        state,
        took=_bump(state.took, seat),
        live=None,
        trail=_Trail(Step(seat, take=take), state.trail),
    )
    if state.did[seat] >= len(puts[seat]):
        yield replace(state, live="")  # a win, or the hand was broken off
        return
    put = puts[seat][state.did[seat]]
    if put.nothing != (isinstance(take, Call) and take.kind == "m"):
        return
    state = replace(state, did=_bump(state.did, seat))
    if put.nothing:
        yield state
        return
    if put.tile is None and put.kong is None:
        if isinstance(take, Call):
            return
        put = replace(put, tile=take)
    trail = _Trail(Step(seat, put=put), state.trail)
    yield replace(state, live=put.tile if put.kong is None else None, trail=trail)


def _odd(state: _State, takes: list[list[Take]], puts: list[list[Put]]) -> Step:
    """Return a step that is in the lists and cannot follow, so that the table objects to it."""
    seats = [(state.seat + distance) % 4 for distance in (1, 2, 3, 0)]
    for seat in seats:
        if state.took[seat] < len(takes[seat]):
            return Step(seat, take=takes[seat][state.took[seat]])
    seat = next(seat for seat in seats if state.did[seat] < len(puts[seat]))
    return Step(seat, put=puts[seat][state.did[seat]])


def _play(recorder: Recorder, line: int, step: Step) -> None:
    seat, take, put = step.seat, step.take, step.put
    if isinstance(take, str):
        recorder.draw(line, seat, take)
    elif isinstance(take, Call):
        if take.kind == "c":
            recorder.chow(line, seat, take.tile, list(take.own), take.source)
        elif take.kind == "p":
            recorder.pung(line, seat, take.tile, take.source)
        else:
            recorder.kong(line, seat, "exposed", take.tile, take.source)
    elif put is not None and put.kong is not None:
        kind = "concealed" if put.kong.kind == "a" else "added"
        recorder.kong(line, seat, kind, put.kong.tile)  # type: ignore[arg-type]
    elif put is not None and put.tile is not None:
        recorder.discard(line, seat, put.tile)
    else:
        raise Malformed("order", seat)


def _result(recorder: Recorder, line: int, result: object, totals: list[int]) -> None:
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise Malformed("result", result)
    if result[0] != _WON:
        changes = wholes(result[1], "result") if len(result) > 1 and result[1] else [0] * 4
        recorder.washout(line, None if result[0] in _EXHAUSTED else shown(result[0]))  # type: ignore[arg-type]
        totals = [a + b for a, b in zip(totals, changes, strict=True)]
    else:
        for told, win in zip(result[1::2], result[2::2], strict=False):
            if not isinstance(win, list) or len(win) < 2:
                raise Malformed("result", win)
            changes = wholes(told, "result")
            seat, source = seat_of(win[0], "result"), seat_of(win[1], "result")
            recorder.win(line, seat, None, None if seat == source else source, points=changes[seat])
            totals = [a + b for a, b in zip(totals, changes, strict=True)]
    recorder.end_hand(line, totals)
