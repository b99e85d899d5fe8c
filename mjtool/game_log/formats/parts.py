"""The parts of foreign logs: numbers, texts and lists read from JSON, and why one cannot be."""

import reprlib
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, Final

import msgspec

from mjtool import limits
from mjtool.table.fault import Fault

BOM: Final = b"\xef\xbb\xbf"
_LIMIT: Final = 10**15


class Malformed(Exception):
    """A piece of a foreign log that cannot be read; ``fault`` is the finding it becomes."""

    def __init__(
        self,
        where: str | None,
        found: object = None,
        *,
        code: str = "F003",
        key: str = "foreign",
        seat: int | None = None,
    ) -> None:
        super().__init__(where)
        self.fault = Fault(code, f"{code}.{key}", None, seat, where, shown(found))


def three_players() -> Malformed:
    """Return that a game is one of three players, which no format is read of."""
    return Malformed(None, key="three_players")


def shown(value: object) -> object:
    """Return ``value`` short enough for a message."""
    if value is None:
        return None
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


def names_of(value: object) -> list[str]:
    """Return the names of the four players, empty where ``value`` does not tell one.

    >>> names_of(["ann", None, {"name": "cid"}])
    ['ann', '', 'cid', '']
    """
    names = []
    for player in value if isinstance(value, list) else []:
        name = player.get("name") if isinstance(player, dict) else player
        names.append(name if isinstance(name, str) else "")
    return [*names, "", "", "", ""][:4]


def parse(data: bytes | msgspec.Raw) -> object:
    """Return the JSON value in ``data``; F001 where it is none."""
    _verify_depth(data)
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise _unparsed(bytes(data)) from None


def _verify_depth(data: bytes | msgspec.Raw) -> None:
    if limits.is_too_deep(bytes(data)):
        raise Malformed(None, code="F001", key="nested")


def _unparsed(data: bytes) -> Malformed:
    """Return why ``data`` is no JSON."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return Malformed(None, code="F001", key="not_utf8")
    return Malformed(None, code="F001", key="json")


def decode(data: bytes | msgspec.Raw) -> dict[str, object]:
    """Return the JSON object in ``data``; anything else is F001."""
    if not data:
        raise Malformed(None, code="F001", key="large")
    _verify_depth(data)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise _unparsed(bytes(data)) from None
    if not isinstance(value, dict):
        raise Malformed(None, value, code="F001", key="object")
    return value


def documents(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the JSON documents of ``stream`` with the lines they begin on.

    Where the first line is a document, every line is one, read one at a time; else the whole
    stream is one, unless it is none and most of its lines are. One that is larger than any log is
    given as an empty text, and ends it.
    """
    most = limits.now().document
    line, first = _next_line(stream, 0)
    first = first.removeprefix(BOM)
    following, second = _next_line(stream, line)
    if not is_json(first):
        text = first + b"\n" * (following - line - 1) + second + stream.read(most)
        if len(text) < most and not is_json(text) and _are_json(text):
            stream, following = BytesIO(text[len(first) :]), line
            following, second = _next_line(stream, line)
        else:
            if text:
                yield line, text if len(text) < most else b""
            return
    yield line, first
    while second and len(second) < most:
        yield following, second
        following, second = _next_line(stream, following)
    if second:
        yield following, b""


def _next_line(stream: BinaryIO, before: int) -> tuple[int, bytes]:
    """Return the next line that is not blank and its number, counted on from ``before``."""
    line, most = before + 1, limits.now().document
    text = stream.readline(most)
    while text and not text.strip():
        text = stream.readline(most)
        line += 1
    return line, text


def _are_json(text: bytes) -> bool:
    """Return whether half of the lines of ``text``, or more, are JSON each."""
    lines = [line for line in text.split(b"\n") if line.strip()]
    return 2 * sum(map(is_json, lines)) >= len(lines)


def is_json(text: bytes) -> bool:
    """Return whether ``text`` is one JSON value, of a size that is read."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return len(text) < limits.now().document


def pieces(text: bytes, raws: list[msgspec.Raw], line: int) -> Iterator[tuple[int, msgspec.Raw]]:
    """Yield the parts of ``text``, which begins on ``line``, each with its own line."""
    counted = behind = 0
    for raw in raws:
        start = text.index(bytes(raw), behind)
        line += text.count(b"\n", counted, start)
        counted, behind = start, start + len(raw)
        yield line, raw
