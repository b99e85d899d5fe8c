"""Packed streams: read whatever they are packed with, written as the name of the file says.

A stream is read piece by piece, as it comes and as it unpacks: what a few packed bytes hold never
lies in memory whole, and a line is there as soon as it was written.
"""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, Final, cast

from mjtool import limits
from mjtool.errors import MissingExtraError
from mjtool.messages import Say
from mjtool.wording import of_stream

_GZIP: Final = b"\x1f\x8b"
_ZST: Final = b"\x28\xb5\x2f\xfd"
_MAGIC: Final = 4


class BrokenStreamError(Exception):
    """A stream that cannot be read any further; ``reason`` says why."""

    def __init__(self, reason: Say) -> None:
        super().__init__(reason.text())
        self.reason = reason


def unpacked(stream: BinaryIO) -> Unpacked:
    """Return ``stream`` unpacked where its first bytes say that it is packed."""
    read = _reader(stream)
    start, broken = b"", None
    try:
        while len(start) < _MAGIC and (more := read(_MAGIC - len(start))):
            start += more
    except OSError as error:
        broken = BrokenStreamError(of_stream(error))
    if start.startswith(_GZIP):
        import gzip  # noqa: PLC0415  # most streams are not packed

        packed = _Joined(start, read)
        file = gzip.GzipFile(fileobj=cast(BinaryIO, packed))
        return Unpacked(file.read1, size=lambda: packed.size)
    if start == _ZST or _is_skippable(start):
        module = _zstd("missing_extra.zst")
        packed = _Joined(start, read)
        file = module.ZstdFile(packed)
        return Unpacked(file.read1, damaged=module.ZstdError, size=lambda: packed.size)
    return Unpacked(read, start, broken)


def _is_skippable(start: bytes) -> bool:
    """Return whether a Zstandard stream begins with a frame that holds nothing to unpack."""
    return start[1:] == b"\x2a\x4d\x18" and start[0] & 0xF0 == 0x50


def _reader(stream: BinaryIO) -> Callable[[int], bytes]:
    """Return what reads once from ``stream``, as much as there is now, up to a number of bytes."""
    if not hasattr(stream, "read1"):
        stream = cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, stream)))
    read: Callable[[int], bytes] = stream.read1  # type: ignore[attr-defined]
    return read


class _Joined(io.RawIOBase):
    """Bytes that were read already, and what comes behind them."""

    def __init__(self, start: bytes, read: Callable[[int], bytes]) -> None:
        self._start = start
        self._read = read
        self.size = 0
        """Bytes that were asked for."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._start[: len(buffer)] or self._read(len(buffer))
        self._start = self._start[len(buffer) :]
        buffer[: len(data)] = data
        self.size += len(data)
        return len(data)


class Unpacked(io.RawIOBase):
    """What a stream holds; where it breaks, it first seems to end, so that nothing is lost."""

    def __init__(
        self,
        read: Callable[[int], bytes],
        start: bytes = b"",
        broken: BrokenStreamError | None = None,
        damaged: type[Exception] = zlib.error,
        size: Callable[[], int] | None = None,
    ) -> None:
        self._read = read
        self._start = start
        self._damaged = damaged
        self._broken = broken
        self._ended = broken is not None
        self._told = False
        self._size = size
        self._given = 0

    def readable(self) -> bool:
        """Return True: it is for reading."""
        return True

    def head(self, most: int, is_enough: Callable[[bytes], bool]) -> bytes:
        """Return what comes first, ``most`` bytes or as soon as it is enough; it is read again."""
        while len(self._start) < most and not self._ended and not is_enough(self._start):
            self._start += self._next(most - len(self._start))
        return self._start

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` with what comes next; 0 at the end, and where the stream breaks."""
        data = self._start[: len(buffer)]
        self._start = self._start[len(buffer) :]
        if not data and self._told:
            self.give_up()
        data = data or self._next(len(buffer))
        self._told = not data
        buffer[: len(data)] = data
        return len(data)

    def _next(self, size: int) -> bytes:
        if self._ended:  # a terminal would have to be told twice
            return b""
        try:
            data = self._read(size)
        except (OSError, EOFError, zlib.error, self._damaged) as error:
            self._broken, data = BrokenStreamError(of_stream(error)), b""
        self._given += len(data)
        if self._given > limits.UNPACKED and self._size is not None:
            most = limits.now().ratio
            if self._given > most * self._size():
                self._broken, data = BrokenStreamError(Say("word.ratio", most=most)), b""
        self._ended = not data
        return data

    @property
    def is_broken(self) -> bool:
        """Whether the stream is known to break off, if perhaps behind what is still to be read."""
        return self._broken is not None

    def give_up(self) -> None:
        """Raise what broke the stream, if anything did."""
        if self._broken is not None:
            raise self._broken


def packer(name: str) -> Callable[[BinaryIO], BinaryIO] | None:
    """Return what packs a stream as the file ``name`` is packed; None where it is not.

    The same bytes give the same file: neither time nor name is in it. MissingExtraError where the
    library that packs is not installed.
    """
    lower = name.lower()
    if lower.endswith(".gz"):
        import gzip  # noqa: PLC0415

        return lambda out: cast(BinaryIO, gzip.GzipFile("", "wb", fileobj=out, mtime=0))
    if lower.endswith(".zst"):
        module = _zstd("missing_extra.zst_output")
        return lambda out: cast(BinaryIO, module.ZstdFile(out, "wb"))
    return None


def _zstd(missing: str) -> Any:
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtraError(missing) from None
