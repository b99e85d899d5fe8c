"""A long native log cut where games begin, so that several processes can replay it."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from msgspec import Struct

from mjtool.game_log.formats import is_native

LENGTH: Final = 1 << 22
"""Bytes of a piece, about; a log that is not twice as long stays whole."""

_GAME: Final = b'}\n{"type":"start_game"'


class Piece(Struct, frozen=True):
    """A part of a log, whole games of it; ``end`` None: the log as it is, whatever it is.

    ``lines`` are those of the piece, ``first`` and ``last`` whether it is one of its log's ends.
    """

    file: str
    start: int = 0
    end: int | None = None
    lines: int = 0
    first: bool = True
    last: bool = True

    def open(self, to_end: bool = False) -> BinaryIO:
        """Return the bytes of a piece of a log, or (``to_end``) from there to the log's end."""
        stream = Path(self.file).open("rb")  # noqa: SIM115 - the caller closes it
        stream.seek(self.start)
        if to_end:
            return stream
        length = (self.end or self.start) - self.start
        return cast(BinaryIO, io.BufferedReader(_Part(stream, length), io.DEFAULT_BUFFER_SIZE))


class _Part(io.RawIOBase):
    """The next bytes of a stream; however many they are, they never lie in memory whole."""

    def __init__(self, stream: BinaryIO, length: int) -> None:
        self._stream = stream
        self._left = length

    def readable(self) -> bool:
        """Return True: it is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` with what comes next; 0 at the end of the part."""
        data = self._stream.read(min(self._left, len(buffer)))
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
        super().close()


def pieces_of(file: str, format: str = "auto") -> Iterator[Piece]:
    """Yield ``file`` in pieces where it is long, native and plain; else as it is."""
    path = Path(file)
    try:
        whole = not path.is_file() or path.stat().st_size < 2 * LENGTH
        if whole or format not in ("auto", "native"):
            yield Piece(file)
            return
        with path.open("rb") as stream:
            if not is_native(stream.read(64)):
                yield Piece(file)
                return
            stream.seek(0)
            yield from _cut(file, stream)
    except OSError:
        yield Piece(file)  # whoever opens it will say why


def _cut(file: str, stream: BinaryIO) -> Iterator[Piece]:
    start = 0
    held = b""  # read, but not yet in a piece
    while True:
        read = stream.read(LENGTH)
        held += read
        cut = held.rfind(_GAME)
        if not read:
            end = start + len(held)
            yield Piece(file, start, end, held.count(b"\n"), start == 0)
            return
        if cut > 0:
            cut += 2
            lines = held.count(b"\n", 0, cut)
            yield Piece(file, start, start + cut, lines, start == 0, last=False)
            start += cut
            held = held[cut:]
        elif len(held) > 16 * LENGTH:
            # no game ends in sight: what is left is one piece, counted as it goes by
            lines = held.count(b"\n")
            end = start + len(held)
            while chunk := stream.read(LENGTH):
                lines += chunk.count(b"\n")
                end += len(chunk)
            yield Piece(file, start, end, lines, start == 0)
            return
