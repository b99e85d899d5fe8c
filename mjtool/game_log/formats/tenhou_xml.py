"""Tenhou's mjlog: XML with a tag for each action, tiles numbered 0-135, calls packed in bits."""

import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final
from urllib.parse import unquote
from xml.parsers.expat import errors
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from defusedxml import DefusedXmlException
from defusedxml.sax import make_parser

from mjtool import limits
from mjtool.game_log.events import Event
from mjtool.game_log.formats.parts import Malformed, seat_of, three_players
from mjtool.game_log.formats.record import Recorder
from mjtool.table.fault import Fault
from mjtool.table.legality import RIICHI
from mjtool.tiles import NAMES

Attributes = dict[str, str]

_THREE: Final = 1 << 4
"""The bit of ``GO`` that tells of three players."""
_CHUNK: Final = 1 << 16
_ACTION: Final = re.compile(r"([TUVWDEFG])(\d{1,3})")
_NUMBER: Final = re.compile(r"[+-]?\d{1,9}")
_SILENT: Final = frozenset({"SHUFFLE", "BYE", "DORA", "TAIKYOKU", "UN", "mjloggm"})


def read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]:
    """Yield the events of an mjlog, each with the line its tag stands on."""
    recorder = Recorder(RIICHI)
    parser = make_parser()
    handler = _Tags(recorder, parser)
    parser.forbid_dtd = True
    parser.setContentHandler(handler)
    chunk, left = b"", limits.now().document
    try:
        while chunk := stream.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise Malformed(None, code="F001", key="large")
            parser.feed(chunk)
            yield from recorder.take()
        parser.close()
    except (SAXException, DefusedXmlException, ValueError, LookupError) as error:
        # what the parser objects to, a forbidden declaration, an encoding that there is not
        handler.settle()
        line = parser.getLineNumber() or 1
        recorder.lose_game(line, Malformed(None, code="F001", key=_reason(error, chunk)))
    except Malformed as malformed:
        handler.settle()
        recorder.lose_game(parser.getLineNumber() or 1, malformed)
    handler.settle()
    recorder.close(parser.getLineNumber() or 1)
    yield from recorder.take()


def _reason(error: Exception, chunk: bytes) -> str:
    """Return which message tells why the XML cannot be read; ``chunk`` is what was read last."""
    if isinstance(error, DefusedXmlException):
        return "declaration"
    if not isinstance(error, SAXException):
        return "encoding"
    code: int = getattr(error.getException(), "code", 0)
    if code == errors.codes[errors.XML_ERROR_INVALID_TOKEN] and not _is_utf8(chunk):
        return "not_utf8"
    return _REASONS.get(code, "xml")


def _is_utf8(chunk: bytes) -> bool:
    """Return whether ``chunk`` is UTF-8 but for characters that are cut at its ends."""
    try:
        chunk.lstrip(bytes(range(0x80, 0xC0))).decode()
    except UnicodeDecodeError as error:
        return error.end == len(chunk) and "end of data" in error.reason
    return True


_REASONS: Final = {
    errors.codes[errors.XML_ERROR_NO_ELEMENTS]: "xml_cut",
    errors.codes[errors.XML_ERROR_UNCLOSED_TOKEN]: "xml_cut",
    errors.codes[errors.XML_ERROR_DUPLICATE_ATTRIBUTE]: "xml_twice",
    errors.codes[errors.XML_ERROR_UNKNOWN_ENCODING]: "encoding",
}


def _numbers(attributes: Attributes, name: str, size: int | None = None) -> list[int]:
    """Return the whole numbers of a comma-separated attribute."""
    text = attributes.get(name)
    if text is None:
        raise Malformed(name)
    parts = text.split(",") if text else []
    if size is not None and len(parts) != size:
        raise Malformed(name, text)
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise Malformed(name, text)
    return [int(part) for part in parts]


def _seat(attributes: Attributes, name: str) -> int:
    return seat_of(_numbers(attributes, name, 1)[0], name)


def tile_of(number: int) -> str:
    """Return the native text of tile ``number``; one above 135 is none (F004 later).

    >>> tile_of(0), tile_of(52), tile_of(135)
    ('1m', '5p', '7z')
    """
    return NAMES[number // 4] if 0 <= number < 136 else str(number)


class _Tags(ContentHandler):
    """Tells the recorder what each tag means."""

    def __init__(self, recorder: Recorder, parser: Any) -> None:
        super().__init__()
        self.recorder = recorder
        self.parser = parser  # knows the line
        self.ended: tuple[int, list[int]] | None = None  # a hand's end, and the totals after it
        self.players = ["", "", "", ""]
        self.copies = Copies()

    def startElement(self, name: str, attrs: Any) -> None:
        """Take one tag."""
        line = self.parser.getLineNumber()
        try:
            self._tag(line, name, dict(attrs.items()))
        except Malformed as malformed:
            if name == "INIT":
                self.recorder.lose_hand(line, malformed)
            else:
                if name in ("AGARI", "RYUUKYOKU"):
                    self.recorder.ledger.lose()
                self.recorder.fault(line, malformed.fault)

    def _tag(self, line: int, name: str, attributes: Attributes) -> None:
        if action := _ACTION.fullmatch(name):
            letter, number = action[1], int(action[2])
            if letter in "TUVW":
                self._draw(line, "TUVW".index(letter), number)
            else:
                self._discard(line, "DEFG".index(letter), number)
        elif (handler := _HANDLERS.get(name)) is not None:
            handler(self, line, attributes)
        elif name == "UN" and "n1" in attributes and "n0" in attributes:
            self.players = [unquote(attributes.get(f"n{seat}", "")) for seat in range(4)]
        elif name not in _SILENT:
            raise Malformed(None, name, code="F002")

    def _draw(self, line: int, seat: int, number: int) -> None:
        self.recorder.draw(line, seat, tile_of(number))
        if not self.copies.take(number, seat):
            self.recorder.fault(line, Fault("T101", "T101.copy", None, seat, None, _copy(number)))

    def _discard(self, line: int, seat: int, number: int) -> None:
        self.recorder.discard(line, seat, tile_of(number))
        if not self.copies.give(number, seat):
            self.recorder.fault(line, Fault("T102", "T102.copy", None, seat, None, _copy(number)))

    def endElement(self, name: str) -> None:
        """Take the end of the record; a hand that it breaks off has no result."""
        if name == "mjloggm":
            line = self.parser.getLineNumber()
            self.settle()
            if self.recorder.in_hand and not self.recorder.broken:
                self.recorder.washout(line, "unfinished")
                self.recorder.ledger.lose()
                self.recorder.end_hand(line)
            if self.recorder.in_game:
                self.recorder.end_game(line)

    def settle(self) -> None:
        """Record the end of a hand, which the format does not mark: several wins may come."""
        if self.ended is not None:
            line, totals = self.ended
            self.ended = None
            self.recorder.ledger.reach(totals)
            self.recorder.end_hand(line)

    def kind(self, line: int, attributes: Attributes) -> None:
        """Take what game this is, in bits of one number; one is for three players."""
        bits = attributes.get("type", "")
        if _NUMBER.fullmatch(bits) and int(bits) & _THREE:
            self.recorder.pass_over(line, three_players())

    def begin(self, line: int, attributes: Attributes) -> None:
        self.settle()
        if self.recorder.is_passed:
            return
        self.recorder.renew()
        if not attributes.get("hai3") and all(attributes.get(f"hai{s}") for s in range(3)):
            self.recorder.pass_over(line, three_players())
            return
        if not self.recorder.in_game:
            self.recorder.start_game(line, self.players)
        seed = _numbers(attributes, "seed", 6)
        totals = [100 * score for score in _numbers(attributes, "ten", 4)]
        if seed[0] < 0:
            raise Malformed("seed", attributes["seed"])
        hands = [_numbers(attributes, f"hai{s}") for s in range(4)]
        self.recorder.start_hand(
            line,
            _seat(attributes, "oya"),
            [[tile_of(number) for number in hand] for hand in hands],
            wind=seed[0] // 4,
            scores=totals,
        )
        self.copies = Copies()
        for seat, hand in enumerate(hands):
            for number in hand:
                if not self.copies.take(number, seat):
                    found = _copy(number)
                    fault = Fault("T101", "T101.copy", None, seat, None, found, lost="hand")
                    self.recorder.fault(line, fault)

    def reach(self, line: int, attributes: Attributes) -> None:
        """Look at the seat only: the deposit is in the totals at the end of the hand."""
        _seat(attributes, "who")

    def call(self, line: int, attributes: Attributes) -> None:
        seat, bits = _seat(attributes, "who"), _numbers(attributes, "m", 1)[0]
        if not 0 <= bits < 1 << 16:
            raise Malformed("m", bits)
        source = (seat + (bits & 3)) % 4
        if bits & 4:
            pattern, place = divmod(bits >> 10, 3)
            if pattern >= 21:
                raise Malformed("m", bits)
            low = pattern // 7 * 9 + pattern % 7
            run = [NAMES[low + step] for step in range(3)]
            self.recorder.chow(line, seat, run.pop(place), run, source)
        elif bits & 24:
            kind = (bits >> 9) // 3
            if kind >= 34:
                raise Malformed("m", bits)
            if bits & 8:
                self.recorder.pung(line, seat, NAMES[kind], source)
            else:
                self.recorder.kong(line, seat, "added", NAMES[kind])
        elif bits & 32 or bits >> 10 >= 34:
            raise Malformed("m", bits)
        else:
            exposed = source != seat
            tile = NAMES[bits >> 10]
            if exposed:
                self.recorder.kong(line, seat, "exposed", tile, source)
            else:
                self.recorder.kong(line, seat, "concealed", tile)

    def win(self, line: int, attributes: Attributes) -> None:
        seat, source = _seat(attributes, "who"), _seat(attributes, "fromWho")
        tile = tile_of(_numbers(attributes, "machi", 1)[0])
        worth = _numbers(attributes, "ten", 3)
        fan = sum(_numbers(attributes, "yaku")[1::2]) if "yaku" in attributes else None
        totals = self._after(attributes)
        if self.ended is not None:
            # a further winner: the first one's totals stand in this one's changes
            self.ended = None
        self.recorder.win(
            line, seat, tile, None if source == seat else source, points=worth[1], fan=fan
        )
        self._finish(line, totals, attributes)

    def drawn_game(self, line: int, attributes: Attributes) -> None:
        totals = self._after(attributes)
        reason = attributes.get("type")
        self.recorder.washout(line, None if reason == "nm" else reason)
        self._finish(line, totals, attributes)

    def _after(self, attributes: Attributes) -> list[int]:
        pairs = _numbers(attributes, "sc")
        if len(pairs) not in (8, 16):  # the second half counts chips, where a lobby has them
            raise Malformed("sc", attributes["sc"])
        return [100 * (pairs[2 * seat] + pairs[2 * seat + 1]) for seat in range(4)]

    def _finish(self, line: int, totals: list[int], attributes: Attributes) -> None:
        self.ended = (line, totals)
        if "owari" in attributes:
            self.settle()
            self.recorder.end_game(line)


def _copy(number: int) -> str:
    return f"{tile_of(number)} ({number})"


class Copies:
    """Where each of the 136 tiles is, which a log numbers: every one is dealt or drawn once.

    Indicators are not among them: they lie where nobody draws, and other programs that write this
    format make up their numbers.
    """

    def __init__(self) -> None:
        self._holder: dict[int, int | None] = {}

    def take(self, number: int, seat: int) -> bool:
        """Take a tile from the wall; False if it was taken before."""
        if number in self._holder:
            return False
        self._holder[number] = seat
        return True

    def give(self, number: int, seat: int) -> bool:
        """Put down a tile; False unless ``seat`` holds that copy."""
        if self._holder.get(number, -1) != seat:
            return False
        self._holder[number] = None
        return True


_HANDLERS: Final[dict[str, Callable[[_Tags, int, Attributes], None]]] = {
    "GO": _Tags.kind,
    "INIT": _Tags.begin,
    "N": _Tags.call,
    "AGARI": _Tags.win,
    "RYUUKYOKU": _Tags.drawn_game,
    "REACH": _Tags.reach,
}
