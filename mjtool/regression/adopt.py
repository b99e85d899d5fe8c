"""What an expectation would have to say: its own shape with the values that were found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mjtool.regression.compare import WHOLE, agree, is_pattern_list
from mjtool.regression.rows import paired


def adopted(expected: Any, found: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return ``expected`` in its own shape with the values that were found.

    Keys stay in order; a key that is not found any more goes. Rows keep the keys they have, a new
    row gets those of the others. None where the expectation and the answer have nothing in common,
    as with an error before or now.

    >>> adopted({"fan": 3, "patterns": ["self_draw"]}, {"fan": 4, "points": 16, "patterns": [
    ...     {"id": "all_pungs", "fan": 2}]})
    {'fan': 4, 'patterns': ['all_pungs']}
    """
    if not isinstance(expected, dict):
        return None
    return _table(expected, found) or None


def picked(found: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Return ``keys`` of what was found as an expectation would write them.

    >>> picked({"fan": 2, "patterns": [{"id": "all_pungs", "fan": 2}]}, ["patterns"])
    {'patterns': ['all_pungs']}
    """
    return {key: _plain(found[key], key) for key in keys if key in found}


def _table(expected: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, wanted in expected.items():
        if key == "rates" and "rates" not in found:
            if rates := _rates(wanted, found):
                out[key] = rates
        elif key in found:
            out[key] = _value(wanted, found[key], key)
    return out


def _value(expected: Any, found: Any, key: str) -> Any:
    if agree(key, expected, found):
        return expected
    if isinstance(expected, dict) and isinstance(found, dict):
        if key not in WHOLE:
            return _table(expected, found)
        return {name: _value(expected.get(name), found[name], name) for name in found}
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        is_patterns = is_pattern_list(key, found)
        return _patterns(expected, found) if is_patterns else _rows(expected, found)
    return _plain(found, key)


def _rows(expected: Sequence[Any], found: Sequence[Any]) -> list[Any]:
    out: list[Any] = []
    names = _names_of(expected)
    for old, new in paired(expected, found):
        if new is None:
            continue
        row, wanted = found[new], None if old is None else expected[old]
        if isinstance(row, dict) and isinstance(wanted, dict):
            out.append(_table(wanted, row) if wanted else {})
        elif isinstance(row, dict) and names:
            out.append(_table(names, row))
        else:
            out.append(wanted if old is not None and agree("", wanted, row) else row)
    return out


def _patterns(expected: Sequence[Any], found: Sequence[Any]) -> list[Any]:
    """Return the patterns found in the order they were expected in, new ones behind."""
    by_id = {row["id"]: row for row in found}
    names = {"id": None, **_names_of(expected)}
    out: dict[str, Any] = {}
    for wanted in expected:
        name = wanted.get("id") if isinstance(wanted, dict) else wanted
        if isinstance(name, str) and name in by_id:
            out[name] = _table(wanted, by_id[name]) if isinstance(wanted, dict) else name
    in_rows = any(isinstance(wanted, dict) for wanted in expected)
    for name, row in by_id.items():
        out.setdefault(name, _table(names, row) if in_rows else name)
    return list(out.values())


def _rates(expected: Any, found: Mapping[str, Any]) -> list[Any]:
    """Return the rates of the discards that were listed; of all where none of them is left."""
    rows = {row.get("discard"): row for row in found.get("discards", (found,))}
    listed = [row for row in expected if isinstance(row, dict)] if _is_list(expected) else []
    out = [
        _table(wanted, rows[name])
        for wanted in listed
        if isinstance(name := wanted.get("discard"), str | None) and name in rows
    ]
    names = {"discard": None, **_names_of(listed)}
    return out or [_table(names, row) for row in rows.values()]


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _names_of(rows: Iterable[Any]) -> dict[str, Any]:
    """Return the keys of all the rows that are tables, in order."""
    return {name: value for row in rows if isinstance(row, dict) for name, value in row.items()}


def _plain(value: Any, key: str) -> Any:
    if is_pattern_list(key, value):
        return [row["id"] for row in value]
    return list(value) if isinstance(value, tuple) else value
