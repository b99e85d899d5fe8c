"""Case files: JSON Lines, or TOML with ``[[case]]``."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

from mjtool import limits
from mjtool.errors import CaseError, did_you_mean
from mjtool.messages import Listed, Say
from mjtool.regression.files import STDIN, Found
from mjtool.regression.kinds import FIELDS
from mjtool.wording import of_text

TOP: Final = ("case", "note", "source")
"""What may stand at the top of a TOML file of cases."""


class Case(NamedTuple):
    """A case as it stands in its file: a line of JSON, or the fields of a TOML table.

    The body is the error where the whole file cannot be read.
    """

    file: str
    line: int
    body: bytes | dict[str, Any] | CaseError
    number: int = 0
    """Which case of a TOML file it is, from 0."""


def read_cases(found: Found | str, stdin: BinaryIO | None = None) -> Iterator[Case]:
    """Yield the cases of a file (``-``: of ``stdin``), its faults as cases with an error.

    One that is not certain to be a case file yields nothing where it is none: a log, a rule file.
    """
    file, certain, fault = Found(found) if isinstance(found, str) else found
    try:
        if fault is not None:
            raise fault
        if file == STDIN:
            yield from _lines(file, stdin or io.BytesIO(), certain)
            return
        with Path(file).open("rb") as stream:
            if file.lower().endswith(".toml"):
                most = limits.now().document
                data = stream.read(most + 1)
                if len(data) > most:
                    detail = Say("word.too_large", most=most, name="document")
                    raise _unreadable(file, detail)
                yield from _tables(file, data, certain)
            else:
                yield from _lines(file, stream, certain)
    except CaseError as error:
        yield Case(file, _line_of(error), error)
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        yield Case(file, 1, _unreadable(file, of_text(error)))


def _unreadable(file: str, detail: Say) -> CaseError:
    return CaseError("unreadable_cases", file=file, detail=detail)


def _line_of(error: CaseError) -> int:
    """Return the line that an error names, 1 where it names none."""
    detail = error.data.get("detail")
    told = detail.data if isinstance(detail, Say) else error.data
    return int(str(told.get("line", 1)))


def _lines(file: str, stream: BinaryIO, certain: bool) -> Iterator[Case]:
    begun = False
    for number, line in enumerate(limits.lines(stream), 1):
        if number == 1:
            if _is_wide(line):
                raise _unreadable(file, Say("word.not_utf8"))
            line = line.removeprefix(b"\xef\xbb\xbf")  # noqa: PLW2901  # some editors mark UTF-8 so
        if not line.strip():
            continue
        if limits.is_too_long(line):
            error = CaseError("bad_case.long", most=limits.now().line)
            begun = True
            yield Case(file, number, error)
            continue
        if not begun and _is_event(line):
            if certain:
                raise CaseError("unreadable_cases.log", file=file)
            return  # a log in the same folder
        begun = True
        yield Case(file, number, line)
    if certain and not begun:
        raise CaseError("no_cases", file=file)


def _is_wide(text: bytes) -> bool:
    """Return whether the first line is written in UTF-16 or UTF-32: its bytes hold zeros."""
    return b"\0" in text or text.startswith((b"\xff\xfe", b"\xfe\xff"))


class _Event(msgspec.Struct):
    type: str
    do: Any = None
    expect: Any = None


def _is_event(line: bytes) -> bool:
    try:
        event = msgspec.json.decode(line, type=_Event)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return event.do is None and event.expect is None


def _tables(file: str, data: bytes, certain: bool) -> Iterator[Case]:
    if _is_wide(data):
        raise _unreadable(file, Say("word.not_utf8"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(file, of_text(error)) from None
    try:
        tables = limits.read_toml(text)
    except (ValueError, RecursionError) as error:  # a number of too many digits, too
        raise CaseError("unreadable_cases.toml", file=file, detail=of_text(error)) from None
    if not certain and not _has_cases(tables):
        return  # a rule file in the same folder
    for key in tables:
        if key not in TOP:
            raise _stray(file, key, text)
    cases = tables.get("case", [])
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise CaseError("unreadable_cases.shape", file=file)
    if not cases:
        raise CaseError("no_cases", file=file)
    lines = header_lines(text)
    if len(lines) != len(cases):
        lines = _row_lines(text)
    for number, (line, fields) in enumerate(zip(lines, cases, strict=True)):
        yield Case(file, line, fields, number)


def _has_cases(tables: Mapping[str, Any]) -> bool:
    """Return whether a TOML file that is not called so was meant to hold cases."""
    return "case" in tables or any(
        _is_case_like(each)
        for value in (tables, *tables.values())
        for each in (value if isinstance(value, list) else [value])
    )


def _is_case_like(value: Any) -> bool:
    return isinstance(value, dict) and ("do" in value or "expect" in value)


def _stray(file: str, key: str, text: str) -> CaseError:
    """Return the error of a key that has nothing to say at the top of a file of cases."""
    line = text.count("\n", 0, _start_of(key, text)) + 1
    if key in FIELDS:
        return CaseError("unreadable_cases.outside", file=file, key=key, line=line)
    known = Say("word.known", known=Listed(tuple(TOP), "list.words"))
    hint = did_you_mean(key, TOP) or known
    return CaseError("unreadable_cases.key", file=file, key=key, hint=hint, line=line)


def _start_of(key: str, text: str) -> int:
    """Return where ``key`` first stands at the top of a TOML file."""
    from mjtool.regression.layout import toml_sections  # noqa: PLC0415  # only TOML pays for it

    top, *sections = toml_sections(text)
    places = [each.start for each in top.statements if each.key[0] == key]
    return min(places + [each.start for each in sections if each.path[0] == key])


def _row_lines(text: str) -> list[int]:
    """Return the line of each case where ``case`` is written as a list."""
    from mjtool.regression.layout import toml_sections  # noqa: PLC0415

    (cases,) = (each for each in toml_sections(text)[0].statements if each.key == ("case",))
    return [text.count("\n", 0, row.start) + 1 for row in cases.value.entries]


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
