"""Case files: JSON Lines or TOML with ``[[case]]``, alone or in folders."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

from mjtool.errors import CaseError
from mjtool.messages import Say
from mjtool.wording import of_text

SUFFIXES: Final = (".jsonl", ".toml")
STDIN: Final = "-"


class Case(NamedTuple):
    """A case as it stands in its file: a line of JSON, or the fields of a TOML table.

    The body is the error where the whole file cannot be read.
    """

    file: str
    line: int
    body: bytes | dict[str, Any] | CaseError
    number: int = 0
    """Which case of a TOML file it is, from 0."""


def find_files(paths: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield (file, whether it was named itself) for each case file, folders in sorted order.

    A file met twice comes once. In a folder, files that hold no cases (logs, rule files) are
    passed over when they are read.
    """
    seen: set[Path] = set()
    for name in paths:
        path = Path(name)
        if name == STDIN or not path.is_dir():
            found: Iterable[Path] = (path,)
        else:
            found = sorted(
                entry
                for suffix in SUFFIXES
                for entry in path.rglob(f"*{suffix}")
                if entry.is_file() and not _is_hidden(entry.relative_to(path))
            )
        for file in found:
            real = file if name == STDIN else file.resolve()
            if real not in seen:
                seen.add(real)
                yield str(file), file == path


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def read_cases(file: str, named: bool = True, stdin: BinaryIO | None = None) -> Iterator[Case]:
    """Yield the cases of ``file`` (``-``: of ``stdin``); one with an error if it cannot be read.

    A file that was not ``named`` but met in a folder yields nothing when it is no case file.
    """
    try:
        if file == STDIN:
            yield from _lines(file, stdin or io.BytesIO(), named)
            return
        with Path(file).open("rb") as stream:
            if file.endswith(".toml"):
                yield from _tables(file, stream.read(), named)
            else:
                yield from _lines(file, stream, named)
    except CaseError as error:
        detail = error.data.get("detail")
        line = detail.data.get("line", 1) if isinstance(detail, Say) else 1
        yield Case(file, int(str(line)), error)
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        detail = of_text(error)
        yield Case(file, 1, CaseError("unreadable_cases", file=file, detail=detail))


def _lines(file: str, stream: Iterable[bytes], named: bool) -> Iterator[Case]:
    begun = False
    for number, line in enumerate(stream, 1):
        if number == 1 and line.startswith(b"\xef\xbb\xbf"):
            line = line[3:]  # noqa: PLW2901  # some editors mark UTF-8 so
        if not line.strip():
            continue
        if not begun and _is_event(line):
            if named:
                raise CaseError("unreadable_cases.log", file=file)
            return  # a log in the same folder
        begun = True
        yield Case(file, number, line)


class _Event(msgspec.Struct):
    type: str
    do: Any = None


def _is_event(line: bytes) -> bool:
    try:
        return msgspec.json.decode(line, type=_Event).do is None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _tables(file: str, data: bytes, named: bool) -> Iterator[Case]:
    try:
        text = data.decode("utf-8-sig")
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of too many digits, too
        raise CaseError("unreadable_cases.toml", file=file, detail=of_text(error)) from None
    cases = tables.get("case")
    if cases is None and not named:
        return  # a rule file in the same folder
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise CaseError("unreadable_cases.shape", file=file)
    places = header_lines(text)
    if len(places) != len(cases):
        places = [1] * len(cases)  # written as an inline list
    for number, (place, fields) in enumerate(zip(places, cases, strict=True)):
        yield Case(file, place, fields, number)


_TOKEN: Final = re.compile(
    r"""(?P<long>'{3}.*?'{3,5}|"{3}(?:\\.|[^\\])*?"{3,5})"""
    r"""|(?P<short>"(?:\\.|[^"\\\n])*"|'[^'\n]*')|(?P<comment>\#[^\n]*)"""
    r"""|^(?P<header>[ \t]*\[\[[ \t]*(?:case|"case"|'case')[ \t]*\]\])""",
    re.DOTALL | re.MULTILINE,
)


def header_lines(text: str) -> list[int]:
    r"""Return the line of each ``[[case]]`` of valid TOML, those inside strings not counted.

    >>> header_lines("[[case]]\nnote = '''\n[[case]]\n'''\n[[case]]\n")
    [1, 5]
    """
    return [
        text.count("\n", 0, match.start("header")) + 1
        for match in _TOKEN.finditer(text)
        if match["header"]
    ]
