"""Logs as files: which files of a folder are logs, and how one is unpacked and recognised."""

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, cast

from msgspec import UNSET, DecodeError, Struct, UnsetType
from msgspec.json import Decoder

from mjtool.errors import MissingExtraError, SourceError
from mjtool.game_log.events import Fault
from mjtool.game_log.formats import HEAD, Read, detect, load
from mjtool.wording import of_os

SUFFIXES: Final = (
    *(".jsonl", ".jsonl.gz", ".jsonl.zst"),
    *(".mjson", ".mjlog", ".xml", ".json", ".txt"),
)
"""How the names of logs end, where a folder is walked."""

_GZIP: Final = b"\x1f\x8b"
_ZST: Final = b"\x28\xb5\x2f\xfd"
_CHUNK: Final = 1 << 16


def walk(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the logs among ``paths``: files as they are, of folders the files that are logs.

    A folder that is met again through a link is not walked again.
    """
    seen: set[Path] = set()
    for path in paths:
        if path.is_dir():
            yield from _walk_folder(path, seen)
        else:
            yield path


def _walk_folder(folder: Path, seen: set[Path]) -> Iterator[Path]:
    try:
        real = folder.resolve()
        entries = sorted(folder.iterdir())
    except (OSError, RuntimeError):  # gone, closed to us, or a link to itself
        yield folder
        return
    if real in seen:
        return
    seen.add(real)
    for entry in entries:
        if entry.is_dir():
            yield from _walk_folder(entry, seen)
        elif entry.name.lower().endswith(SUFFIXES) and not _holds_cases(entry):
            yield entry


class _Head(Struct):
    do: str
    type: UnsetType = UNSET


_head = Decoder(_Head).decode


def _holds_cases(path: Path) -> bool:
    """Return whether a file in a folder of logs holds regression cases instead."""
    if path.suffix != ".jsonl":
        return False
    if path.name.endswith(".mjcases.jsonl"):
        return True
    try:
        with path.open("rb") as stream:
            lines = iter(lambda: stream.readline(_CHUNK), b"")
            _head(next((line for line in lines if line.strip()), b""))
    except (OSError, DecodeError, UnicodeDecodeError, RecursionError):
        return False  # what it is will be told when it is read
    return True


@contextmanager
def open_log(path: Path, format: str = "auto") -> Iterator[Iterator[Read]]:
    """Open the log ``path`` and give its events with their lines; SourceError if it can't be."""
    try:
        stream = path.open("rb")
    except OSError as error:
        raise SourceError("unreadable", path=str(path), reason=of_os(error)) from None
    with stream:
        yield read_log(stream, path.name, format)


def read_log(stream: BinaryIO, name: str = "", format: str = "auto") -> Iterator[Read]:
    """Yield the events of a log, unpacked and in whatever format it is, with their lines.

    A stream that breaks off (cut gzip, a disk that fails) is a finding of the line it breaks on.
    """
    line = 0
    try:
        raw = unpack(stream)
        unpacked: Any = io.BufferedReader(raw, HEAD)
        if format == "auto":
            base = name.lower().removesuffix(".gz").removesuffix(".zst")
            format = detect(unpacked.peek(HEAD)[:HEAD], base)
        for line, event in load(format).read(unpacked):
            yield line, event
        raw.give_up()
    except _Broken as error:
        yield line + 1, Fault("F001", "F001.stream", found=str(error) or None)


def unpack(stream: BinaryIO) -> "Unpacked":
    """Return ``stream`` unpacked where its first bytes say that it is packed."""
    buffered: Any = stream
    if not hasattr(stream, "peek"):
        buffered = io.BufferedReader(cast(io.RawIOBase, stream), HEAD)
    try:
        start = buffered.peek(4)
    except OSError as error:
        raise _Broken(of_os(error).text()) from None
    if start.startswith(_GZIP):
        return Unpacked(gzip.GzipFile(fileobj=buffered))
    return Unpacked(_ZstReader(buffered) if start.startswith(_ZST) else buffered)


class _Broken(Exception):
    """A stream that cannot be read any further."""


class Unpacked(io.RawIOBase):
    """What a stream holds; where it breaks, it first seems to end, so that nothing is lost."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._error: _Broken | None = None

    def readable(self) -> bool:
        """Return True: it is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` with what comes next; 0 at the end, and where the stream breaks."""
        self.give_up()
        try:
            data = self._raw.read1(len(buffer)) if hasattr(self._raw, "read1") else None
            if data is None:
                return int(self._raw.readinto(buffer))
        except (OSError, EOFError, zlib.error, _Broken) as error:
            self._error = _Broken(str(error))
            return 0
        buffer[: len(data)] = data
        return len(data)

    def give_up(self) -> None:
        """Raise what broke the stream, if anything did."""
        if self._error is not None:
            raise self._error


class _ZstReader(io.RawIOBase):
    """Unpacks Zstandard frame by frame; one that is cut off is an error, not an end."""

    def __init__(self, stream: IO[bytes]) -> None:
        try:
            import zstandard  # noqa: PLC0415 - an extra
        except ImportError:
            raise MissingExtraError("missing_extra.zst") from None
        self._new = zstandard.ZstdDecompressor(max_window_size=1 << 27).decompressobj
        self._error = zstandard.ZstdError
        self._stream = stream
        self._frame: Any = self._new()
        self._begun = False
        self._rest = b""
        self._packed = b""

    def readable(self) -> bool:
        """Return True: it is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` with what comes next; 0 at the end."""
        while not self._rest:
            packed = self._packed or self._stream.read(_CHUNK)
            self._packed = b""
            if not packed:
                if self._begun:
                    raise EOFError("the stream ends inside a frame")
                return 0
            if self._frame.eof:
                self._frame = self._new()
            try:
                self._rest = self._frame.decompress(packed)
            except self._error as error:
                raise _Broken(str(error)) from None
            self._begun = not self._frame.eof
            if self._frame.eof:
                self._packed = self._frame.unused_data
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size
