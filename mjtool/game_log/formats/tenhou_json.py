"""The JSON of Tenhou's log viewer: for each seat what it took and what it discarded, in order.

Whose turn comes next is not written down; it follows from who can take what. A claim names the
tile and, by the place of its letter, whom it is taken from. Where a discard fits a claim that may
also be meant for a later, equal discard, the reading that uses up both lists decides.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, Final

import msgspec

from mjtool.game_log.events import Event
from mjtool.game_log.formats.parts import (
    Malformed,
    decode,
    documents,
    names_of,
    parse,
    pieces,
    seat_of,
    shown,
    three_players,
    whole,
    wholes,
)
from mjtool.game_log.formats.record import Recorder
from mjtool.game_log.formats.tenhou_order import Call, Put, Step, Take, order
from mjtool.table.fault import Fault
from mjtool.table.legality import RIICHI

_RIICHI: Final = re.compile(r"r\d{1,3}")
_WORTH: Final = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?点(∀)?")
_EXHAUSTED: Final = frozenset({"流局", "全員聴牌", "全員不聴", "流し満貫"})
_WON: Final = "和了"
_THREE_WINS: Final = "三家和了"
_DEPOSIT: Final = 1000
_COLUMNS: Final = 17

_CANNOT: Final = 60  # the drawn tile goes out again
_NOTHING: Final = 0  # stands for the discard of an exposed kong


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
    recorder = Recorder(RIICHI)
    line = 1
    for line, text in documents(stream):
        recorder.leave(line)
        try:
            yield from _game(recorder, line, text)
        except Malformed as malformed:
            recorder.lose_game(line, malformed)
        yield from recorder.take()
    recorder.close(line)
    yield from recorder.take()


class _Log(msgspec.Struct):
    """The top level of a log, its hands still text so that their lines can be told."""

    log: list[msgspec.Raw]
    name: object = None


def _game(recorder: Recorder, line: int, text: bytes) -> Iterator[tuple[int, Event | Fault]]:
    decode(text)
    try:
        log = msgspec.json.decode(text, type=_Log)
    except msgspec.ValidationError:
        raise Malformed("log") from None
    hands = [(place, parse(raw)) for place, raw in pieces(text, log.log, line)]
    if hands and all(_lacks_a_seat(hand) for _, hand in hands):
        recorder.pass_over(line, three_players())
        return
    if hands:
        recorder.start_game(hands[0][0], names_of(log.name))
    for place, hand in hands:
        recorder.renew()
        try:
            _hand(recorder, place, hand)
        except Malformed as malformed:
            if recorder.in_hand:
                recorder.ledger.lose()
                recorder.fault(place, malformed.fault)
            else:
                recorder.lose_hand(place, malformed)
        yield from recorder.take()
    if recorder.in_game:
        recorder.end_game(line + text.rstrip().count(b"\n"))


def _lacks_a_seat(hand: object) -> bool:
    """Whether three seats are dealt tiles and the fourth none."""
    if not isinstance(hand, list) or len(hand) < _COLUMNS:
        return False
    return hand[13] == [] and all(hand[column] for column in (4, 7, 10))


def _hand(recorder: Recorder, line: int, hand: object) -> None:
    if not isinstance(hand, list) or len(hand) != _COLUMNS:
        raise Malformed("hand", hand)
    number = wholes(hand[0], "hand", 3)[0]
    totals = wholes(hand[1], "scores")
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
    steps, are_all = order(takes, puts, dealer)
    for step in steps:
        _play(recorder, line, step)
    if not are_all:  # the table has objected to the last step, or this is told
        recorder.fault(line, Malformed(None, key="order").fault)
    _result(recorder, line, hand[16], _deposits(steps, hand[16]))


def _deposits(steps: list[Step], result: object) -> list[int]:
    """Return what the seats put on the table for riichi, which the changes do not hold.

    A riichi whose tile is won on does not come about.
    """
    paid = [step.seat for step in steps if step.put is not None and step.put.riichi]
    last = steps[-1] if steps else None
    if last is not None and last.put is not None and last.put.riichi and _is_won_on(result):
        paid.pop()
    return [-_DEPOSIT * paid.count(seat) for seat in range(4)]


def _is_won_on(result: object) -> bool:
    """Whether the last discard is won on, if perhaps by three seats so that nobody wins."""
    if not isinstance(result, list) or not result:
        return False
    wins = [win for win in result[2::2] if isinstance(win, list) and len(win) > 1]
    return result[0] == _THREE_WINS or (result[0] == _WON and any(w[0] != w[1] for w in wins))


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
    if isinstance(item, str) and _RIICHI.fullmatch(item):
        return replace(_put(seat, int(item[1:])), riichi=True)
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
    else:  # the drawn tile goes out, or a kong is answered, and nothing was taken
        raise Malformed(None, key="discards", seat=seat)


def _result(recorder: Recorder, line: int, result: object, deposits: list[int]) -> None:
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise Malformed("result", result)
    recorder.ledger.pay(deposits)
    if result[0] != _WON:
        if len(result) > 1 and result[1]:
            recorder.ledger.pay(wholes(result[1], "result"))
        recorder.washout(line, None if result[0] in _EXHAUSTED else str(shown(result[0])))
    else:
        for told, win in zip(result[1::2], result[2::2], strict=False):
            if not isinstance(win, list) or len(win) < 2:
                raise Malformed("result", win)
            changes = wholes(told, "result")
            seat, source = seat_of(win[0], "result"), seat_of(win[1], "result")
            points = _worth(win)
            recorder.ledger.pay(changes)
            recorder.win(
                line,
                seat,
                None,
                None if seat == source else source,
                points=changes[seat] if points is None else points,
            )
    recorder.end_hand(line)


def _worth(win: list[object]) -> int | None:
    """Return what a win is worth by its text, without what lies on the table.

    >>> _worth([0, 0, 0, "満貫2000-4000点"]), _worth([0, 0, 0, "満貫4000点∀"])
    (8000, 12000)
    """
    found = _WORTH.search(win[3]) if len(win) > 3 and isinstance(win[3], str) else None
    if found is None:
        return None
    each, dealer, by_all = found.groups()
    if by_all:
        return 3 * int(each)
    return int(each) if dealer is None else 2 * int(each) + int(dealer)
