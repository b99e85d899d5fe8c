"""What no format knows: one line that says so, and which formats are read."""

from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, Final

from mjtool import limits
from mjtool.game_log.formats import FORMATS, Read, native
from mjtool.table.fault import Fault

_KNOWN: Final = ", ".join(sorted(FORMATS))
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""How text of two bytes a character begins."""


def sniff(head: bytes, name: str) -> bool:
    """Return True: there is nothing that this does not fit."""
    return True


def read(stream: BinaryIO) -> Iterator[Read]:
    """Yield one fault: that of the first line, as a native log would have it."""
    lines = limits.lines(stream)
    first = next(lines, b"")
    line, fault = next(native.events(chain([first], lines)), (1, None))
    if isinstance(fault, Fault):
        is_wide = first.startswith(_WIDE) or b"\0" in first
        key = "F001.wide" if is_wide else f"{fault.code}.format"
        yield line, Fault(fault.code, key, expected=_KNOWN)
