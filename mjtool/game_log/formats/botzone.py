"""Botzone's Chinese Standard Mahjong: match JSON, and compact JSON Lines with a match a line.

Both list, turn by turn, what the judge told the four seats (requests) and what they answered
(responses). The wall is four walls, one a seat, each drawn from its end.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from mjtool.game_log.events import Event
from mjtool.game_log.formats.ijcai import chow, tile_of
from mjtool.game_log.formats.parts import (
    BOM,
    Malformed,
    decode,
    documents,
    names_of,
    parse,
    pieces,
    seat_of,
    whole,
)
from mjtool.game_log.formats.record import Recorder
from mjtool.table.fault import Fault
from mjtool.table.legality import CHINESE_STANDARD

Turn = dict[str, str]
"""What each seat is told, or answers, by its digit."""

_MARK: Final = re.compile(
    rb'"(?:initdata|walltiles|srand)"\s*:|"command"\s*:\s*"request"|"request"\s*:\s*\{'
)
_FLOWER: Final = re.compile(rb"\bH[1-8]\b")
_SEATS: Final = ("0", "1", "2", "3")
_DEALT: Final = 13


def sniff(head: bytes, name: str) -> bool:
    """Return whether the log is Botzone's."""
    start = head.removeprefix(BOM).lstrip()[:1]
    return start in (b"{", b"[") and _MARK.search(head) is not None


def read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]:
    """Yield the events of a log, each with the line its turn stands on."""
    line = before = 1
    recorder = Recorder(CHINESE_STANDARD)
    for line, text in documents(stream):
        recorder.leave(before)
        try:
            yield from _match(recorder, line, text)
        except Malformed as malformed:
            recorder.lose_game(line, malformed)
        yield from recorder.take()
        before = line
    recorder.close(line)
    yield from recorder.take()


class _Document(msgspec.Struct):
    """The parts of a match that are read; the turns stay text so that their lines can be told."""

    logs: list[msgspec.Raw] | msgspec.UnsetType = msgspec.UNSET
    log: list[msgspec.Raw] | msgspec.UnsetType = msgspec.UNSET
    initdata: object = None
    players: object = None
    matchId: object = msgspec.UNSET


def _match(recorder: Recorder, line: int, text: bytes) -> Iterator[tuple[int, Event | Fault]]:
    document = _document(text)
    turns = document.log if document.log is not msgspec.UNSET else document.logs
    if turns is msgspec.UNSET:
        raise Malformed("log")
    recorder.legality = msgspec.structs.replace(
        CHINESE_STANDARD, flowers=_FLOWER.search(text) is not None
    )
    recorder.start_game(line, names_of(document.players), (0, 0, 0, 0), id=document.matchId)
    match = _Match(recorder)
    try:
        match.walls = _walls(document.initdata)
    except Malformed as malformed:
        recorder.fault(line, malformed.fault)
    for place, piece in pieces(text, turns, line):
        try:
            match.take(place, decode(piece))
        except Malformed as malformed:
            recorder.fault(place, malformed.fault)
        yield from recorder.take()


def _document(text: bytes) -> _Document:
    """Return a match; the site's log window shows the bare list of its turns."""
    if text.lstrip()[:1] == b"[":
        parse(text)
        return _Document(logs=msgspec.json.decode(text, type=list[msgspec.Raw]))
    decode(text)
    try:
        return msgspec.json.decode(text, type=_Document)
    except msgspec.ValidationError:
        raise Malformed("log") from None


def _walls(initdata: object) -> list[list[str]] | None:
    """Return each seat's wall in the order it is drawn, deal included."""
    if isinstance(initdata, str):
        initdata = decode(initdata.encode()) if initdata.lstrip().startswith("{") else None
    if not isinstance(initdata, dict) or "walltiles" not in initdata:
        return None
    text = initdata["walltiles"]
    if not isinstance(text, str):
        raise Malformed("walltiles", text)
    tiles = [tile_of(word) for word in text.split()]
    size = len(tiles) // 4
    if len(tiles) not in (136, 144):
        raise Malformed("walltiles", len(tiles), code="T101", key="walls")
    return [tiles[seat * size : (seat + 1) * size][::-1] for seat in range(4)]


def _turn(value: object, where: str) -> Turn:
    if not isinstance(value, dict):
        raise Malformed(where, value)
    turn = {}
    for seat in _SEATS:
        said = value.get(seat)
        if isinstance(said, dict):  # a match's answers carry the bot's time and memory too
            said = said.get("response")
        turn[seat] = said if isinstance(said, str) else ""
    return turn


def _asks(turn: dict[str, object]) -> bool:
    """Whether a bare list of texts holds requests, which begin with a number, and no answers."""
    told = [turn.get(seat) for seat in _SEATS]
    return all(isinstance(each, str) and each[:1].isdecimal() for each in told)


class _Match:
    """Reads one turn after the other and tells the recorder."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.walls: list[list[str]] | None = None
        self.wind: int | None = None
        self.answers: Turn = {}

    def take(self, line: int, turn: dict[str, object]) -> None:
        """Take one entry of the log: a request, the answers to one, or the end."""
        told = turn.get("output", turn)
        if not isinstance(told, dict):
            raise Malformed("output", told)
        if "response" in told:
            self.answers = _turn(told["response"], "response")
        elif told.get("command") == "finish":
            try:
                self._finish(line, told)
            except Malformed as malformed:
                self.recorder.ledger.lose()
                self.recorder.fault(line, malformed.fault)
            self.recorder.end_game(line)
        elif "request" in told or told.get("command") == "request":
            self._request(line, _turn(told.get("request", told.get("content")), "request"))
        elif _asks(told):
            raise Malformed(None, told["0"], key="turn")
        elif any(seat in told for seat in _SEATS):
            self.answers = _turn(told, "response")
        else:
            raise Malformed(None, sorted(told), code="F002")

    def _request(self, line: int, turn: Turn) -> None:
        kinds = [turn[seat].split(" ") for seat in _SEATS]
        codes = {words[0] for words in kinds}
        if codes == {"0"}:
            winds = {words[2] if len(words) == 3 else "" for words in kinds}
            wind = winds.pop()
            if winds or wind not in _SEATS:
                raise Malformed("quan", turn["0"])
            self.wind = int(wind)
        elif codes == {"1"}:
            self._deal(line, kinds)
        elif codes in ({"2", "3"}, {"3"}):
            self._action(line, kinds)
        else:
            raise Malformed(None, list(turn.values()), code="F002")
        self.answers = {}

    def _deal(self, line: int, kinds: list[list[str]]) -> None:
        counts = kinds[0][1:5]
        if len(counts) < 4 or not all(re.fullmatch("[0-8]", count) for count in counts):
            raise Malformed("deal", " ".join(kinds[0]))
        number = [int(count) for count in counts]
        dealt = [[tile_of(word) for word in words[5:]] for words in kinds]
        flowers = dealt[0][_DEALT:]
        for words, tiles in zip(kinds, dealt, strict=True):
            if words[1:5] != counts or tiles[_DEALT:] != flowers or len(flowers) != sum(number):
                raise Malformed("deal", " ".join(words))
        deal, left, replaced = [], [], []
        for seat, tiles in enumerate(dealt):
            told, own = tiles[:_DEALT], flowers[: number[seat]]
            flowers = flowers[number[seat] :]
            left.append(self._left(seat, told, own))
            # of the flowers only the number is told, so let them be the last tiles of the deal
            kept = _DEALT - len(own)
            deal.append(told[:kept] + own)
            replaced += [(seat, *pair) for pair in zip(own, told[kept:], strict=True)]
        walls = None if self.walls is None else left
        self.recorder.start_hand(line, 0, deal, wind=self.wind, walls=walls, flowers=replaced)

    def _left(self, seat: int, told: list[str], flowers: list[str]) -> list[str]:
        """Return what a seat's wall holds after the deal, the flowers' replacements first."""
        if self.walls is None:
            return []
        wall = self.walls[seat]
        size = _DEALT + len(flowers)
        begun = [tile for tile in wall[:size] if tile[-1:] != "f"]
        set_aside = [tile for tile in wall[:size] if tile[-1:] == "f"]
        if begun != told or set_aside != flowers:
            raise Malformed("deal", " ".join(told), code="T106")
        return told[_DEALT - len(flowers) :] + wall[size:]

    def _action(self, line: int, kinds: list[list[str]]) -> None:
        drawers = [seat for seat, words in enumerate(kinds) if words[0] == "2"]
        public = next(words for words in kinds if words[0] == "3")
        if len(drawers) > 1 or any(w != public for w in kinds if w[0] == "3") or len(public) < 3:
            raise Malformed("request", [" ".join(words) for words in kinds])
        seat = seat_of(int(public[1]) if public[1].isdecimal() else -1, "playerID")
        verb, words = public[2], public[3:]
        if drawers:
            own = kinds[drawers[0]]
            if drawers != [seat] or verb != "DRAW" or len(own) != 2 or words:
                raise Malformed("request", [" ".join(words) for words in kinds])
            self.recorder.draw(line, seat, tile_of(own[1]))
            return
        self._agrees(seat, verb, words)
        self._public(line, seat, verb, words)

    def _agrees(self, seat: int, verb: str, words: list[str]) -> None:
        """Compare what is told with what the seat answered."""
        answer = self.answers.get(str(seat), "").split()
        if answer and verb != "BUHUA" and answer[: 1 + len(words)] != [verb, *words]:
            raise Malformed("response", " ".join(answer))

    def _public(self, line: int, seat: int, verb: str, words: list[str]) -> None:
        recorder = self.recorder
        if len(words) != _ARGUMENTS.get(verb, -1):
            code = "F003" if verb in _ARGUMENTS else "F002"
            raise Malformed("action", " ".join([verb, *words]), code=code)
        tiles = [tile_of(word) for word in words]
        match verb:
            case "PLAY":
                recorder.discard(line, seat, tiles[0])
            case "PENG":
                claimed = recorder.live[1] if recorder.live is not None else ""
                recorder.pung(line, seat, claimed)
                recorder.discard(line, seat, tiles[0])
            case "CHI":
                chow(recorder, line, seat, tiles[0])
                recorder.discard(line, seat, tiles[1])
            case "GANG" if recorder.drawn is not None and recorder.drawn[0] == seat:
                # the others are not told which tile; the seat's own answer was
                answer = self.answers.get(str(seat), "").split()
                if len(answer) != 2:
                    raise Malformed("GANG", " ".join(answer))
                recorder.kong(line, seat, "concealed", tile_of(answer[1]))
            case "GANG":
                claimed = recorder.live[1] if recorder.live is not None else ""
                recorder.kong(line, seat, "exposed", claimed)
            case "BUGANG":
                recorder.kong(line, seat, "added", tiles[0])
            case _:
                # a flower is set aside as it is drawn
                recorder.draw(line, seat, tiles[0])
                recorder.flower(line, seat, tiles[0])

    def _finish(self, line: int, told: dict[str, object]) -> None:
        display = told.get("display")
        content = told.get("content")
        if not isinstance(display, dict) or not isinstance(content, dict):
            raise Malformed("display", display)
        changes = [whole(content.get(seat), "content") for seat in _SEATS]
        action = display.get("action")
        worth = None
        if action == "HU":
            seat = seat_of(display.get("player"), "player")
            worth = whole(display.get("fanCnt"), "fanCnt")
            own = self.recorder.drawn is not None and self.recorder.drawn[0] == seat
            source = self.recorder.live[0] if self.recorder.live is not None else None
            self.recorder.win(line, seat, None, None if own else source)
        elif action == "HUANG":
            self.recorder.washout(line)
        else:  # a seat broke the rules or did not answer
            self.recorder.washout(line, action if isinstance(action, str) else "unfinished")
        self.recorder.ledger.pay(changes)
        self.recorder.end_hand(line, worth=worth)


_ARGUMENTS: Final = {"PLAY": 1, "PENG": 1, "CHI": 2, "GANG": 0, "BUGANG": 1, "BUHUA": 1}
