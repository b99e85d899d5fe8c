"""The formats of game logs: how each is recognised and read into events.

A format is a module of this package with two functions::

    sniff(head: bytes, name: str) -> bool
        whether a log that begins with ``head`` (decompressed, up to 64 KiB; line ends and a byte
        order mark untouched) and is called ``name`` (in lower case, without ``.gz`` or ``.zst``)
        is written so
    read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]
        its events in order, each with the line it stands on; never raises for a fault of the log

They are tried in the order of :data:`FORMATS`; of what none of them knows, the module
``unknown`` says so.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import BinaryIO, Final, Protocol

from msgspec import UNSET, DecodeError, Struct, UnsetType
from msgspec.json import Decoder

from mjtool.game_log.events import TYPES, Event
from mjtool.table.fault import Fault

Read = tuple[int, Event | Fault]

FORMATS: Final = ("tenhou", "botzone", "mjai", "ijcai", "native")
"""The names of the formats, in the order they are tried."""

HEAD: Final = 1 << 16
"""How many bytes of a log :func:`detect` looks at."""


class Format(Protocol):
    """What a module of this package offers."""

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether a log with this beginning and name is written so."""

    def read(self, stream: BinaryIO) -> Iterator[Read]:
        """Yield the events of ``stream``, each with its line."""


def load(name: str) -> Format:
    """Return the format called ``name``; its module is imported when it is first asked for."""
    module: Format = import_module(f"{__name__}.{name}")
    return module


def detect(head: bytes, name: str = "") -> str:
    """Return the name of the format of a log that begins with ``head``, or ``unknown``.

    >>> detect(b'{"type":"start_game","rules":"x","players":[]}'), detect(b"a letter")
    ('native', 'unknown')
    """
    if is_native(head):
        return "native"
    return next((each for each in FORMATS if load(each).sniff(head, name)), "unknown")


class _Line(Struct):
    type: str
    rules: object | UnsetType = UNSET


_line = Decoder(_Line).decode
_SHARED: Final = frozenset({"start_game", "end_game"})
"""Types of events that mjai has too."""


def is_told(head: bytes) -> bool:
    """Return whether ``head`` is enough for :func:`detect`.

    So it is where its first or last whole line is an event of one format only: a log that is still
    being written need not grow first.
    """
    first, end, _ = head.partition(b"\n")
    if not end:
        return False
    return b'"start_kyoku"' in head or _is_event(first) or _is_event(head.rsplit(b"\n", 2)[-2])


def _is_event(text: bytes) -> bool:
    """Return whether ``text`` is a line of a native log and of no other."""
    try:
        line = _line(text)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return line.type in TYPES and (line.rules is not UNSET or line.type not in _SHARED)


def is_native(head: bytes) -> bool:
    """Return whether ``head`` begins as native logs do, so that no other module is loaded."""
    return head.startswith(b'{"type":"start_game","rules":')
