"""What input may ask for: how large, how deep, how far from its own folder.

Input comes from anywhere, so each of these has an end; who needs more says so (docs/limits.md), for
the whole process: the program before its first command, a program of one's own with :func:`use`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from mjtool.errors import RequestError, did_you_mean
from mjtool.messages import Listed
from mjtool.written import is_deeper


class Limits(NamedTuple):
    """How far input may go. Sizes are bytes, but for ``nesting`` (levels) and ``ratio``."""

    line: int = 1 << 20
    """A line of a native log, of a batch, of a case file."""
    document: int = 1 << 26
    """A foreign log, or a line of one; a case file in TOML."""
    rules: int = 1 << 20
    """A rule file."""
    nesting: int = 100
    """Levels of lists and objects in JSON, of lists and tables in TOML."""
    ratio: int = 1_000
    """How many times its size a packed log may unpack to, once it is past :data:`UNPACKED`."""
    roots: tuple[str, ...] = ()
    """Folders that paths in rule and case files may lead below, beside those files' own."""


UNPACKED: Final = 1 << 26
"""Bytes that any packed log may unpack to."""
SIZES: Final = ("line", "document", "rules", "nesting", "ratio")
"""The limits that are numbers."""

CHUNK: Final = 1 << 18
"""Bytes that are read at once."""

_UNITS: Final = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_SIZE: Final = re.compile(r"([1-9]\d{0,14})([kmg]?)", re.IGNORECASE | re.ASCII)

_now = Limits()


def now() -> Limits:
    """Return the limits of this process."""
    return _now


def use(limits: Limits) -> Limits:
    """Let ``limits`` be those of this process from now on; return those before.

    >>> before = use(Limits(line=1 << 22))
    >>> now().line
    4194304
    >>> use(before).line
    4194304
    """
    global _now  # one for the process, as its memory is
    before, _now = _now, limits
    return before


def read(told: Iterable[str], roots: Iterable[str] = ()) -> Limits:
    """Return the limits with those that ``told`` names as ``NAME=SIZE``; RequestError otherwise.

    >>> read(["line=4M", "nesting=50"])[:4]
    (4194304, 67108864, 1048576, 50)
    """
    found: dict[str, int] = {}
    for each in told:
        name, sign, size = each.partition("=")
        match = _SIZE.fullmatch(size)
        if name not in SIZES:
            known = Listed(SIZES, "list.words")
            raise RequestError(
                "bad_option.limit_name", name=name, known=known, hint=did_you_mean(name, SIZES)
            )
        if not sign or match is None:
            raise RequestError("bad_option.limit_size", name=name, size=size)
        found[name] = int(match[1]) * _UNITS[match[2].lower()]
    return Limits(**found, roots=tuple(roots))


def is_within(path: Path, *folders: str | Path) -> bool:
    """Return whether ``path``, links followed, lies below one of ``folders`` or the allowed ones.

    The path need not be there.

    >>> is_within(Path("rules/house.toml"), "rules"), is_within(Path("rules/../a.toml"), "rules")
    (True, False)
    """
    try:
        real = os.path.realpath(path)
        roots = [os.path.realpath(folder) for folder in (*folders, *_now.roots)]
    except (OSError, ValueError):  # links in a circle, a name that no file can have
        return False
    return any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in roots)


def is_too_deep(data: bytes) -> bool:
    """Return whether JSON is nested deeper than is read.

    >>> is_too_deep(b"[" * 101), is_too_deep(b'"' + b"[" * 101 + b'"'), is_too_deep(b"[]" * 101)
    (True, False, False)
    """
    return is_deeper(data, _now.nesting)


_DEEPEST: Final = 300
"""Levels of TOML that are read, whatever is allowed: functions in functions walk its tables."""

_KEY: Final = r"""(?:(?<![\w-])[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text; ValueError where it is none, RecursionError if too deep.

    >>> read_toml("a.b = [1]")
    {'a': {'b': [1]}}
    """
    import tomllib  # noqa: PLC0415  # what reads no TOML starts faster without it

    most = min(_now.nesting, _DEEPEST)
    # Looked at first: of such a key, reading takes the square of its length.
    if text.count(".") > most and re.search(rf"(?:{_KEY}[ \t]*+\.[ \t]*+){{{most}}}", text):
        raise RecursionError
    table = tomllib.loads(text)
    inner: list[Any] = [table]
    for _ in range(most):
        inner = [each for value in inner for each in _values(value) if _values(each)]
        if not inner:
            return table
    raise RecursionError


def _values(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of ``stream`` without line ends; of one that is too long, only a part."""
    for block in blocks(stream):
        found = block.split(b"\n")
        if not found[-1]:
            found.pop()
        yield from found


def blocks(stream: BinaryIO) -> Iterator[bytes]:
    """Yield ``stream`` in blocks of whole lines; of a line that is too long, only a part.

    That part is longer than a line may be, and no JSON whatever the line is. A block is what there
    is to read: of a log that is still being written, the lines so far.
    """
    read = getattr(stream, "read1", stream.read)
    most = _now.line
    rest = b""
    while chunk := read(min(CHUNK, most)):  # so that no line inside a chunk is too long
        cut = chunk.rfind(b"\n") + 1
        if not cut:
            if len(rest) <= most:  # keep memory flat: what comes after it cannot help
                rest += chunk
            continue
        first = chunk.index(b"\n")
        if len(rest) + first > most:
            yield _part(rest + chunk[:first], most) + b"\n"
            if first + 1 < cut:
                yield chunk[first + 1 : cut]
        else:
            yield rest + chunk[:cut]
        rest = chunk[cut:]
    if rest:
        yield _part(rest, most) if len(rest) > most else rest


def _part(line: bytes, most: int) -> bytes:
    return line[:most] + b"\1"


def is_too_long(line: bytes) -> bool:
    """Return whether a line of :func:`lines` is but a part of one."""
    return len(line) > _now.line
