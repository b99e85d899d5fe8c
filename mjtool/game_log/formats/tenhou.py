"""Tenhou: the XML of mjlog files (plain or gzipped) and the JSON of its log viewer.

Both number the tiles in ways of their own; what they share stands here.
"""

import io
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, cast

from mjtool.game_log.events import Event
from mjtool.game_log.formats import tenhou_json, tenhou_xml
from mjtool.game_log.formats.parts import BOM
from mjtool.packed import unpacked
from mjtool.table.fault import Fault

_GZIP: Final = b"\x1f\x8b"
_XML: Final = re.compile(rb"<(?:mjloggm|SHUFFLE|GO|UN|TAIKYOKU|INIT)\b")
_JSON: Final = re.compile(rb'"log"\s*:\s*\[\s*\[\s*\[')


def sniff(head: bytes, name: str) -> bool:
    """Return whether the log is Tenhou's."""
    start = head.removeprefix(BOM).lstrip()[:1]
    if start == b"<":
        return _XML.search(head) is not None
    if start not in (b"", b"{", b"["):
        return name.endswith(".mjlog")
    return start == b"{" and _JSON.search(head) is not None


def read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]:
    """Yield the events of a Tenhou log, each with its line."""
    buffered: Any = stream
    if not hasattr(stream, "peek"):
        buffered = io.BufferedReader(cast(io.RawIOBase, stream))
    if buffered.peek(2).startswith(_GZIP):
        inner = unpacked(buffered)
        yield from _unpacked(cast(Any, io.BufferedReader(inner)))
        inner.give_up()
    else:
        yield from _unpacked(buffered)


def _unpacked(buffered: Any) -> Iterator[tuple[int, Event | Fault]]:
    peek = buffered.peek(64)
    json = peek.removeprefix(BOM).lstrip()[:1] in (b"{", b"[")
    yield from (tenhou_json if json else tenhou_xml).read(buffered)
