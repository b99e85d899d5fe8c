"""The native format: JSON Lines, one event a line (docs/log-format.md)."""

import math
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple, get_args

import msgspec

from mjtool import limits
from mjtool.game_log.events import TYPES, Event, KongKind, PropName, RoundName
from mjtool.game_log.formats import Read
from mjtool.records.record import fitted
from mjtool.table.fault import Fault
from mjtool.wording import of_field

_EVENT: Final = re.compile(rb"^\s*\{.*\"type\"\s*:\s*\"(?:%s)\"" % "|".join(TYPES).encode())
_BOM: Final = b"\xef\xbb\xbf"
_decode: Final = msgspec.json.Decoder(Event).decode
_decode_lines: Final = msgspec.json.Decoder(Event).decode_lines
_MANY: Final = b"\n" * 64
_BLANK_LINES: Final = re.compile(rb"(?<=\n)(\n{63,})")
_MOST_DIGITS: Final = 4300  # what Python reads as a number


_CHOICES: Final = {
    "kind": get_args(KongKind),
    "name": get_args(PropName),
    "round": get_args(RoundName),
}
"""The words that a field takes, where they are few."""


def sniff(head: bytes, name: str) -> bool:
    """Return whether ``head`` begins a native log: empty, or with an event on any of its lines."""
    lines = head.removeprefix(_BOM).split(b"\n")
    if lines[0].lstrip()[:1] == b"[" and not _is_json(lines[0]):
        return False  # a list over several lines, whatever is in it
    return not head.strip() or any(_EVENT.search(line) for line in lines)


def _is_json(line: bytes) -> bool:
    import json  # noqa: PLC0415  # few logs begin with a list

    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


class Block(NamedTuple):
    r"""Whole lines not decoded yet, the first with the number ``first``; the last is not blank.

    >>> list(Block(7, b'{"type":"escape","seat":3}\n').events())
    [(7, Escape(seat=3))]
    """

    first: int
    lines: bytes

    def events(self) -> Iterator[Read]:
        """Yield the events, each with its line."""
        count = self.lines.count(b"\n")
        if _is_regular(self.lines, count):
            try:
                found = _decode_lines(self.lines)
            except (ValueError, RecursionError, MemoryError):
                found = []
            if len(found) == count:
                yield from zip(range(self.first, self.first + count), found, strict=True)
                return
        lines = self.lines.split(b"\n")
        lines.pop()
        yield from events(lines, self.first - 1)


Ahead = tuple[int, Event | Fault | Block]
"""An event with its line; or a block of lines with the number of the last."""


def read(stream: BinaryIO) -> Iterator[Read]:
    """Yield the events of ``stream``, each with its line; blank lines at the end are none."""
    return in_full(read_ahead(stream))


def in_full(items: Iterable[Ahead]) -> Iterator[Read]:
    """Yield the events of ``items``, those of blocks too."""
    for line, item in items:
        if isinstance(item, Block):
            yield from item.events()
        else:
            yield line, item


def read_ahead(stream: BinaryIO) -> Iterator[Ahead]:
    """Yield what :func:`read` does, in blocks where that is possible: who wants to decodes them."""
    number = 0
    blank = Blank()
    for block in _parts(stream):
        count = block.count(b"\n")
        if block.isspace():
            blank.note(number + 1)
            number += count + (not block.endswith(b"\n"))
            continue
        if blank.line is None and block.startswith(b"{") and block.endswith(b"}\n"):
            yield number + count, Block(number + 1, block)
            number += count
            continue
        lines = block.split(b"\n")
        if not lines[-1]:
            lines.pop()
        yield from events(lines, number, blank)
        number += len(lines)


def _parts(stream: BinaryIO) -> Iterator[bytes]:
    """Yield ``stream`` in blocks of whole lines; many blank lines together are one of their own."""
    for block in limits.blocks(stream):
        if _MANY in block:
            yield from filter(None, _BLANK_LINES.split(block))
        else:
            yield block


def _is_regular(block: bytes, count: int) -> bool:
    """Return whether each of ``count`` lines looks like one object, so that none can hide another.

    An object cannot go on behind a line end between two braces, so as many objects as lines
    are then one a line.
    """
    return (
        block.startswith(b"{")
        and block.endswith(b"}\n")
        and block.count(b"}\n{") == count - 1
        and block.isascii()
    )


class Blank:
    """Blank lines that wait for another line: only then are they a fault, one for all of them."""

    line: int | None = None

    def note(self, line: int) -> None:
        """Take a blank line; the first is where the fault stands."""
        if self.line is None:
            self.line = line


def events(lines: Iterable[bytes], before: int = 0, blank: Blank | None = None) -> Iterator[Read]:
    """Yield the events of ``lines`` with their numbers, counted on from ``before``.

    ``blank`` are the blank lines before them.
    """
    blank = Blank() if blank is None else blank
    for number, raw in enumerate(lines, before + 1):
        if not raw or raw.isspace():
            blank.note(number)
            continue
        event = event_of(raw, number)
        if blank.line is not None:
            yield blank.line, Fault("F001", "F001")
            blank.line = None
        yield number, event


def event_of(raw: bytes, number: int) -> Event | Fault:
    """Return the event on the line with this number, which is not blank, or why it is none."""
    try:
        event = _decode(raw)
        if not raw.isascii():
            raw.decode()
    except (ValueError, RecursionError, MemoryError):
        return explain(raw.removeprefix(_BOM) if number == 1 else raw)
    return event


def explain(raw: bytes) -> Event | Fault:  # noqa: PLR0911
    """Return why ``raw`` is no event; or the event, where only a byte order mark was in the way."""
    if limits.is_too_long(raw):
        return Fault("F001", "F001.long")
    if limits.is_too_deep(raw):
        return Fault("F001", "F001.nested")
    import json  # noqa: PLC0415  # only a line that is no event pays for it

    try:
        value = json.loads(raw.decode(), parse_constant=_refuse, parse_int=_whole)
    except UnicodeDecodeError:
        return Fault("F001", "F001.not_utf8")
    except (ValueError, RecursionError, MemoryError):
        return Fault("F001", "F001")
    if not isinstance(value, dict):
        return Fault("F001", "F001")
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        return Fault("F002", "F002", found=_short(kind))
    seat = value.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat <= 3:
        seat = None
    try:
        event: Event = fitted(value, TYPES[kind])
    except (msgspec.ValidationError, RecursionError) as error:
        return Fault("F003", "F003", kind, seat, found=of_field(error, _CHOICES))
    try:
        return _decode(raw)
    except UnicodeError:
        return Fault("F001", "F001")
    except (ValueError, RecursionError):
        return event  # legal JSON that the fast decoder does not read, as a lone surrogate


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _whole(digits: str) -> int | float:
    """Return a whole number; infinity, which is none, for one that is too long to be read."""
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


def _short(value: object) -> object:
    if value is None or isinstance(value, bool | int):
        return value
    shown = value if isinstance(value, str) else type(value).__name__
    return shown.encode("utf-8", "replace").decode()[:60]
