"""Files that are written: whole or not at all, and never over what is being read."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from mjtool.errors import SourceError
from mjtool.packed import packer
from mjtool.wording import of_os

Identity = tuple[int, int]
"""Which file it is, whatever it is called: the same for all links to it and streams of it."""

PART: Final = ".part"
"""How the name of a file ends that is still being written; no log or case file ends so."""


def identity_of(file: str | Path | BinaryIO | None) -> Identity | None:
    """Return which file this is; None where it is none: missing, a folder, a pipe, a terminal."""
    try:
        if isinstance(file, str | Path):
            status = Path(file).stat()
        elif file is None:
            return None
        else:
            status = os.fstat(file.fileno())
    except (OSError, ValueError):  # not there, a stream of memory, one that is closed
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


@contextmanager
def replacing(path: Path, *, packed: bool = False) -> Iterator[BinaryIO]:
    """Give a stream that becomes the file ``path`` once it is whole.

    Until then, and for good where the block ends with an exception, ``path`` is as it was. A link
    stays one: the file that it leads to is replaced. What is no file (a pipe, a device) is
    written as it comes. ``packed``: as the ending of the name says.

    SourceError, or MissingExtraError, at the start where it cannot be written.
    """
    pack = packer(path.name) if packed else None
    old = _status(path)
    if old is not None and not stat.S_ISREG(old.st_mode):
        with _opened(path, path, "wb") as file, _packing(file, pack) as out:
            yield out
        return
    if old is not None and not os.access(path, os.W_OK):
        raise SourceError("unwritable", path=str(path), reason=of_os(PermissionError(13, "")))
    place = Path(os.path.realpath(path))
    part = place.with_name(f".mjtool-{os.urandom(8).hex()}{PART}")
    file = _opened(part, path, "xb")
    try:
        with file:
            with _packing(file, pack) as out:
                yield out
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            part.chmod(stat.S_IMODE(old.st_mode))
        try:
            part.replace(place)
        except OSError as error:
            raise _unwritable(path, error) from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError | ValueError) -> SourceError:
    if not isinstance(error, OSError):
        error = OSError(22, "")  # a null byte in the name
    return SourceError("unwritable", path=str(path), reason=of_os(error))


class _File(io.FileIO):
    """A file for writing; what the system objects to is told of the path that was asked for."""

    def __init__(self, path: Path, told: Path, mode: str) -> None:
        super().__init__(path, mode)
        self._told = told

    def write(self, data: Any) -> int:
        """Write as much of ``data`` as the file takes and return how much that was."""
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _unwritable(self._told, error) from None


def _opened(path: Path, told: Path, mode: str) -> BinaryIO:
    try:
        return io.BufferedWriter(_File(path, told, mode))
    except OSError as error:
        raise _unwritable(told, error) from None


@contextmanager
def _packing(file: BinaryIO, pack: Callable[[BinaryIO], BinaryIO] | None) -> Iterator[BinaryIO]:
    if pack is None:
        yield file
        return
    with pack(file) as out:
        yield out
