"""What every command reads from and writes to: stdin, stdout, and the file of ``-o``."""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, Final, cast

from mjtool import limits
from mjtool.cli.app import PipeClosed, Terminated
from mjtool.errors import RequestError, SourceError
from mjtool.messages import Say
from mjtool.outputs import Identity, identity_of, replacing

STD: Final = "-"
"""The name of stdin among inputs, of stdout as an output."""


def open_stdin() -> BinaryIO | None:
    """Return the bytes of stdin; None where it was closed before the start.

    Whoever feeds the program line by line has the answers so far before it waits for more.
    """
    if sys.stdin is None:
        return None
    return cast(BinaryIO, io.BufferedReader(_Stdin(sys.stdin.buffer), io.DEFAULT_BUFFER_SIZE * 8))


class _Stdin(io.RawIOBase):
    """Flushes stdout before it reads, since that may take as long as it likes."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        """Return True: it is for reading."""
        return True

    def fileno(self) -> int:
        """Return the number of the file that is read."""
        number: int = self._stream.fileno()
        return number

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` with what there is; 0 at the end."""
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            raise PipeClosed from None
        data = self._stream.read1(len(buffer))  # readinto1 waits for more where it has some
        buffer[: len(data)] = data
        return len(data)


def stdin() -> BinaryIO:
    """Return the bytes of stdin; SourceError where it was closed before the start."""
    stream = open_stdin()
    if stream is None:
        raise SourceError("unreadable", path=STD, reason=Say("os.closed"))
    return stream


@contextmanager
def batch(file: Path | None, output: str | None = None) -> Iterator[Iterator[bytes]]:
    """Give the lines of a batch: of ``file``, or of stdin where it is None or ``-``."""
    name = STD if file is None else str(file)
    refuse_inputs([name], output)
    if name == STD:
        yield limits.lines(stdin())
        return
    with Path(name).open("rb") as stream:
        yield limits.lines(stream)


def written(output: str | Path | None = None) -> frozenset[Identity]:
    """Return which files this run writes: the output, and where stdout and stderr lead."""
    found = (identity_of(sys.stdout.buffer), identity_of(sys.stderr.buffer), _target(output))
    return frozenset(each for each in found if each is not None)


def refuse_inputs(inputs: Iterable[str | Path], output: str | Path | None = None) -> None:
    """Raise an error where a file that is read is the one that the answers are written to.

    ``-`` among the inputs is stdin. Folders are passed over: whoever walks one leaves out what
    is :func:`written`. SourceError also for a name that is empty.
    """
    targets = {_target(output), identity_of(sys.stdout.buffer)} - {None}
    for each in inputs:
        if str(each) == "":
            raise RequestError("bad_option.empty_name")
        file = open_stdin() if str(each) == STD else each
        if identity_of(file) in targets:
            raise SourceError("own_input", path=str(each))


def _target(output: str | Path | None) -> Identity | None:
    return None if output is None or str(output) == STD else identity_of(output)


@contextmanager
def output(name: str | None, *, packed: bool = False) -> Iterator[BinaryIO]:
    """Give the stream that ``-o NAME`` means: stdout, or a file that is there when it is whole.

    SIGTERM ends the block as an exception does, so that no half file is left.
    """
    if name is None or name == STD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if not name:
        raise RequestError("bad_option.empty_name")
    with _told_to_end(), replacing(Path(name), packed=packed) as out:
        yield out


@contextmanager
def _told_to_end() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated
