"""Found values written into case files; whatever does not change keeps its bytes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from mjtool.errors import CaseError, SourceError
from mjtool.outputs import replacing
from mjtool.regression.editor import Editor
from mjtool.regression.layout import json_value
from mjtool.regression.outcome import Outcome
from mjtool.regression.rows import paired
from mjtool.regression.toml_editor import TomlEditor
from mjtool.regression.writing import Style, identical
from mjtool.wording import of_os


def updating(outcomes: Iterable[Outcome], errors: bool = False) -> Iterator[Outcome]:
    """Yield ``outcomes``, those whose files now say what was found as updated.

    Each file is written whole or not at all, before its outcomes come. One that is not updated
    stays as it was and says why; an answer that is an error is taken over with ``errors`` only.
    """
    for file, group in groupby(outcomes, key=lambda outcome: outcome.file):
        found = [_judged(outcome, errors) for outcome in group]
        changed = [each for each in found if each.adopted and each.not_updated is None]
        try:
            kept = update_file(file, changed) if changed else {}
        except CaseError as error:
            kept = dict.fromkeys(((each.line, each.number) for each in changed), error)
        for each in found:
            if not each.adopted or each.not_updated is not None:
                yield each
            elif reason := kept.get((each.line, each.number)):
                yield each._replace(not_updated=reason)
            else:
                yield each._replace(differences=(), error=None, updated=True)


def _judged(outcome: Outcome, errors: bool) -> Outcome:
    """Return ``outcome``, with the reason where it must not be updated."""
    if outcome.adopted and outcome.is_new_error and not errors:
        return outcome._replace(not_updated=CaseError("not_adopted.error"))
    return outcome


Places = dict[tuple[int, int], CaseError]
"""Cases by line and number."""


def update_file(file: str, changed: list[Outcome]) -> Places:
    """Write what was found into the cases of ``file``; return which cannot be, and why.

    CaseError where the file cannot be written, or not so that reading it gives what was meant;
    it is then as it was.
    """
    path = Path(file)
    is_toml = file.lower().endswith(".toml")
    kept: Places = {}
    try:
        old = path.read_bytes()
        new = (_new_toml if is_toml else _new_lines)(file, old, changed, kept)
        if new != old:
            with replacing(path) as out:
                out.write(new)
    except SourceError as error:
        raise CaseError("not_updated", file=file, detail=error.data["reason"]) from None
    except OSError as error:
        raise CaseError("not_updated", file=file, detail=of_os(error)) from None
    return kept


def _new_lines(file: str, old: bytes, changed: list[Outcome], kept: Places) -> bytes:
    lines = old.split(b"\n")
    for outcome in changed:
        at = outcome.line - 1
        line = lines[at] if at < len(lines) else b""
        mark = b"\xef\xbb\xbf" if at == 0 and line.startswith(b"\xef\xbb\xbf") else b""
        line = line.removeprefix(mark)
        if line.strip() != bytes(outcome.body).strip():
            raise CaseError("not_updated.changed", file=file)
        try:
            lines[at] = mark + updated_line(line.decode(), outcome.adopted).encode()
        except (ValueError, RecursionError):
            kept[outcome.line, outcome.number] = CaseError("not_updated.form", file=file)
    return b"\n".join(lines)


def updated_line(line: str, expect: dict[str, Any]) -> str:
    """Return a case's line of JSON with a new ``expect``; all else stays as it is written.

    ValueError where that cannot be written.

    >>> updated_line('{"id": 1, "expect": {"fan": 3,  "points": 8}}', {"fan": 4, "points": 8})
    '{"id": 1, "expect": {"fan": 4,  "points": 8}}'
    """
    old = json.loads(line)
    new = {**old, "expect": expect}
    is_spaced = '": ' in line
    editor = Editor(line, Style(False, *((", ", ": ") if is_spaced else (",", ":"))))
    editor.change(json_value(line, line.index("{")), old, new)
    out = editor.result()
    if not identical(json.loads(out), json.loads(json.dumps(new))):
        raise ValueError("it does not read as it was meant")
    return out


def _new_toml(file: str, old: bytes, changed: list[Outcome], kept: Places) -> bytes:
    text = old.decode("utf-8-sig")
    mark = old[: len(old) - len(text.encode())]
    try:
        document = tomllib.loads(text)
        cases = document["case"]
        editor = TomlEditor(text, "case")
        wanted = list(cases)
        for outcome in changed:
            at = outcome.number
            if at >= len(cases) or not identical(cases[at], outcome.body):
                raise CaseError("not_updated.changed", file=file)
            try:
                expect = _without_null(outcome.adopted, cases[at].get("expect"))
            except CaseError as error:
                kept[outcome.line, outcome.number] = error
                continue
            wanted[at] = {**cases[at], "expect": expect}
            editor.change_row(at, cases[at], wanted[at])
        new = editor.result()
        if not identical(tomllib.loads(new), {**document, "case": wanted}):
            raise ValueError("it does not read as it was meant")
        return mark + new.encode()
    except CaseError:
        raise
    except (ValueError, RecursionError):
        raise CaseError("not_updated.form", file=file) from None


def _without_null(new: Any, old: Any, path: str = "") -> Any:
    """Return ``new`` without the keys that are null, for TOML has no null.

    CaseError where ``old`` compares such a key, or a null stands in a list: without it the case
    would hold to less.
    """
    if isinstance(new, Mapping):
        before = old if isinstance(old, Mapping) else {}
        out = {}
        for name, value in new.items():
            here = f"{path}.{name}" if path else name
            if value is not None:
                out[name] = _without_null(value, before.get(name), here)
            elif name in before:
                raise CaseError("not_adopted.null", path=here)
        return out
    if isinstance(new, list | tuple):
        rows = old if isinstance(old, list) else []
        before = {to: rows[at] for at, to in paired(rows, new) if at is not None and to is not None}
        return [_without_null(row, before.get(at), f"{path}[{at}]") for at, row in enumerate(new)]
    if new is None:
        raise CaseError("not_adopted.null", path=path)
    return new
