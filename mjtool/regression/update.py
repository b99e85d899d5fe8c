"""Found values written into case files; whatever does not change keeps its bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable

from mjtool.errors import CaseError
from mjtool.regression.outcome import Outcome
from mjtool.wording import of_os


def updating(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yield ``outcomes``, those that can be updated as updated; the files are written at the end.

    Raises CaseError when a file cannot be written; that file is then as it was.
    """
    changes: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if not outcome.adopted:
            yield outcome
            continue
        changes.setdefault(outcome.file, []).append(outcome)
        yield outcome._replace(differences=(), error=None, updated=True)
    for file, changed in changes.items():
        update_file(file, changed)


def update_file(file: str, changed: Iterable[Outcome]) -> None:
    """Write what was found into the cases of ``file``, whole or not at all."""
    path = Path(file).resolve()
    try:
        old = path.read_bytes()
        new = _new_toml(file, old, changed) if file.endswith(".toml") else _new_lines(old, changed)
        if new != old:
            _replace(path, new)
    except OSError as error:
        detail = of_os(error)
        raise CaseError("not_updated", file=file, detail=detail) from None


def _replace(path: Path, data: bytes) -> None:
    """Put ``data`` in the place of the file in one step: a crash leaves the old file."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as stream:
        try:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            Path(stream.name).chmod(path.stat().st_mode & 0o7777)
            Path(stream.name).replace(path)
        except BaseException:
            Path(stream.name).unlink(missing_ok=True)
            raise


def _new_lines(old: bytes, changed: Iterable[Outcome]) -> bytes:
    lines = old.split(b"\n")
    for outcome in changed:
        at = outcome.line - 1
        lines[at] = updated_line(lines[at].decode(), outcome.adopted).encode()
    return b"\n".join(lines)


def updated_line(line: str, expect: dict[str, Any]) -> str:
    """Return a case's line of JSON with a new ``expect``; all else stays as it is written.

    >>> updated_line('{"id": 1, "expect": {"fan": 3,  "points": 8}}', {"fan": 4, "points": 8})
    '{"id": 1, "expect": {"fan": 4,  "points": 8}}'
    """
    spaced = '": ' in line
    separators = (", ", ": ") if spaced else (",", ":")

    def written(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=separators)

    members = _members(line, line.index("{"))
    if "expect" not in members:
        end = line.rindex("}")
        comma = separators[0] if members else ""
        return f'{line[:end].rstrip()}{comma}"expect"{separators[1]}{written(expect)}{line[end:]}'
    start, end = members["expect"]
    old = json.loads(line[start:end])
    if not isinstance(old, dict) or list(old) != list(expect):
        return line[:start] + written(expect) + line[end:]
    for key, (first, last) in reversed(_members(line, start).items()):
        if written(old[key]) != written(expect[key]):  # true is not 1
            line = line[:first] + written(expect[key]) + line[last:]
    return line


def _members(text: str, at: int) -> dict[str, tuple[int, int]]:
    """Return where the value of each member of the JSON object at ``at`` stands, in order."""
    decode = json.JSONDecoder().raw_decode
    spans: dict[str, tuple[int, int]] = {}
    at = _blank(text, at + 1)
    while text[at] != "}":
        key, at = decode(text, at)
        start = _blank(text, _blank(text, at) + 1)  # past the colon
        _, end = decode(text, start)
        spans.pop(key, None)
        spans[key] = start, end
        at = _blank(text, end)
        if text[at] == ",":
            at = _blank(text, at + 1)
    return spans


def _blank(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at


def _new_toml(file: str, old: bytes, changed: Iterable[Outcome]) -> bytes:
    text = old.decode()
    try:
        document = tomlkit.parse(text)
        kept = tomlkit.dumps(document) == text
    except TOMLKitError:
        kept = False
    if not kept:
        raise CaseError("not_updated.form", file=file)
    cases: Any = document["case"]
    for outcome in changed:
        case = cases[outcome.number]
        if isinstance(case.get("expect"), AbstractTable):
            _update_table(case["expect"], outcome.adopted)
        else:
            case["expect"] = _inline(outcome.adopted)
    return tomlkit.dumps(document).encode()


def _update_table(table: AbstractTable, new: dict[str, Any]) -> None:
    """Give ``table`` the values of ``new``; entries that are equal keep their text."""
    for key in [key for key in table if new.get(key) is None]:
        del table[key]
    for key, value in new.items():
        old: Any = table.get(key)
        if isinstance(old, AbstractTable) and isinstance(value, dict):
            _update_table(old, value)
        elif value is not None and (old is None or _plain(old) != value):
            table[key] = _inline(value) if isinstance(value, dict) else value


def _plain(value: Any) -> Any:
    return value.unwrap() if hasattr(value, "unwrap") else value


def _inline(value: dict[str, Any]) -> Any:
    """Return a table on one line; TOML has no null, so such keys are left out."""
    table = tomlkit.inline_table()
    for key, entry in value.items():
        if entry is not None:
            table[key] = _inline(entry) if isinstance(entry, dict) else entry
    return table
