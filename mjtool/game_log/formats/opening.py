"""Logs as files: which files of a folder are logs, and how one is unpacked and recognised."""

import io
import stat
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast

from msgspec import UNSET, DecodeError, Struct, UnsetType
from msgspec.json import Decoder

from mjtool.errors import SourceError
from mjtool.game_log.formats import HEAD, Read, detect, is_told, load, native
from mjtool.game_log.formats.native import Ahead, in_full
from mjtool.messages import Say
from mjtool.outputs import Identity, identity_of
from mjtool.packed import BrokenStreamError, unpacked
from mjtool.table.fault import Fault
from mjtool.wording import of_os

SUFFIXES: Final = (
    *(".jsonl", ".jsonl.gz", ".jsonl.zst"),
    *(".mjson", ".mjlog", ".xml", ".json", ".txt"),
)
"""How the names of logs end, where a folder is walked."""

_CHUNK: Final = 1 << 16


def walk(paths: Iterable[Path], passing: Container[Identity] = ()) -> Iterator[Path]:
    """Yield the logs among ``paths``: files as they are, of folders the files that are logs.

    A folder that is met again through a link is not walked again. In a folder, what is no file
    (a pipe, a device) is no log, and neither are the files ``passing``.
    """
    seen: set[Path] = set()
    for path in paths:
        if path.is_dir():
            yield from _walk_folder(path, seen, passing)
        else:
            yield path


def _walk_folder(folder: Path, seen: set[Path], passing: Container[Identity]) -> Iterator[Path]:
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
            yield from _walk_folder(entry, seen, passing)
        elif entry.name.lower().endswith(SUFFIXES) and _may_be_log(entry, passing):
            yield entry


def _may_be_log(path: Path, passing: Container[Identity]) -> bool:
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True  # whoever opens it will say why
    return is_file and identity_of(path) not in passing and not _holds_cases(path)


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
    with open_ahead(path, format) as items:
        yield in_full(items)


@contextmanager
def open_ahead(path: Path, format: str = "auto") -> Iterator[Iterator[Ahead]]:
    """Open the log ``path`` and give what :func:`read_ahead` does; SourceError if it can't be."""
    try:
        stream = path.open("rb")
    except OSError as error:
        raise SourceError("unreadable", path=str(path), reason=of_os(error)) from None
    except ValueError:  # a name that no file can have
        raise SourceError("unreadable", path=repr(str(path)), reason=Say("os.name")) from None
    with stream:
        yield read_ahead(stream, path.name, format)


def read_log(stream: BinaryIO, name: str = "", format: str = "auto") -> Iterator[Read]:
    """Yield the events of a log, unpacked and in whatever format it is, with their lines.

    A stream that breaks off (cut gzip, a disk that fails) is a finding of the line it breaks on.
    """
    return in_full(read_ahead(stream, name, format))


def read_ahead(stream: BinaryIO, name: str = "", format: str = "auto") -> Iterator[Ahead]:
    """Yield what :func:`read_log` does, with whole lines of a native log as blocks of them."""
    read: tuple[int, object] = (0, None)
    cut: Ahead | None = None  # a fault that may be where the stream breaks off
    try:
        raw = unpacked(stream)
        if format == "auto":
            base = name.lower().removesuffix(".gz").removesuffix(".zst")
            format = detect(raw.head(HEAD, is_told), base)
        buffered = cast(BinaryIO, io.BufferedReader(raw, HEAD))
        is_native = format == "native"
        for first in (native.read_ahead if is_native else load(format).read)(buffered):
            # behind what is broken nothing comes, so that its last line may be but half of one
            for read in in_full([first]) if raw.is_broken else (first,):
                if cut is not None:
                    yield cut
                    cut = None
                if read[1].__class__ is Fault and raw.is_broken:
                    cut = read
                else:
                    yield read
        raw.give_up()
    except BrokenStreamError as error:
        line = read[0] + 1 if cut is None else read[0]
        yield line, Fault("F001", "F001.stream", found=error.reason, lost="game")
