"""What is expected against what is found: only expected keys count, in nested rows too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

TOLERANCE: Final = 1e-6
"""How far numbers that are not whole may be apart."""

WHOLE: Final = frozenset({"tiles", "payments", "coins", "improvements"})
"""Maps that are compared whole: a key too many is a difference as well."""


class _Absent:
    """Stands for a value that is not there."""

    def __repr__(self) -> str:
        return "absent"

    def __reduce__(self) -> str:
        return "ABSENT"  # one object in every process


ABSENT: Final = _Absent()
"""In a :class:`Difference`: this side has no such key."""


class Difference(NamedTuple):
    """One key that differs, as a path such as ``waits[2].left``, with both values."""

    key: str
    expected: Any
    found: Any


def differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[Difference]:
    """Return what differs between an ``expect`` table and the object that was found.

    >>> differences({"fan": 3, "patterns": ["self_draw"]}, {"fan": 4, "patterns": [
    ...     {"id": "self_draw", "fan": 1}], "points": 16})
    [Difference(key='fan', expected=3, found=4)]
    """
    out: list[Difference] = []
    _table(expected, found, "", out)
    return out


def _table(
    expected: Mapping[str, Any], found: Mapping[str, Any], path: str, out: list[Difference]
) -> None:
    for key, wanted in expected.items():
        value = found.get(key, ABSENT)
        if type(wanted) is type(value) and type(wanted) in _PLAIN and wanted == value:
            continue  # nearly always
        here = f"{path}.{key}" if path else key
        if key == "rates" and value is ABSENT:
            _rates(wanted, found, here, out)
        else:
            _entry(key, wanted, value, here, out)


def _entry(key: str, wanted: Any, value: Any, path: str, out: list[Difference]) -> None:
    """Compare the values of one key in the way that it asks for."""
    if key == "patterns" and isinstance(wanted, _LIST) and isinstance(value, _LIST):
        _patterns(wanted, value, path, out)
    else:
        _value(wanted, value, path, out, key in WHOLE)


_PLAIN: Final = frozenset({int, str, bool, type(None)})
_LIST: Final = (list, tuple)


def _value(
    expected: Any, found: Any, path: str, out: list[Difference], whole: bool = False
) -> None:
    if isinstance(expected, dict) and isinstance(found, dict):
        _table(expected, found, path, out)
        if whole and len(expected) != len(found):
            for key in found:
                if key not in expected:
                    out.append(Difference(f"{path}.{key}", ABSENT, found[key]))
    elif isinstance(expected, _LIST) and isinstance(found, _LIST):
        for index in range(max(len(expected), len(found))):
            here = f"{path}[{index}]"
            if index >= len(found):
                out.append(Difference(here, expected[index], ABSENT))
            elif index >= len(expected):
                out.append(Difference(here, ABSENT, found[index]))
            else:
                _value(expected[index], found[index], here, out)
    elif not _same(expected, found):
        out.append(Difference(path, expected, found))


def _same(expected: Any, found: Any) -> bool:
    """Return whether two plain values agree: whole numbers exactly, others within TOLERANCE."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        if isinstance(expected, int) and isinstance(found, int):
            return expected == found
        return abs(expected - found) <= TOLERANCE
    return bool(expected == found)


def _patterns(
    expected: Sequence[Any], found: Sequence[Any], path: str, out: list[Difference]
) -> None:
    """Compare patterns by id, in any order; the keys of each where rows are given."""
    ids = [_id_of(row) for row in found]
    wanted = [_id_of(row) for row in expected]
    if {*map(str, wanted)} != {*map(str, ids)}:
        out.append(Difference(path, wanted, ids))
        return
    for name, row in zip(wanted, expected, strict=True):
        if isinstance(row, dict):
            _value(row, found[ids.index(name)], f"{path}.{name}", out)


def _id_of(row: Any) -> Any:
    return row.get("id") if isinstance(row, dict) else row


def _rates(expected: Any, found: Mapping[str, Any], path: str, out: list[Difference]) -> None:
    """Compare each rate with the row of ``discards`` of the same discard."""
    rows = {row.get("discard"): row for row in found.get("discards", ())}
    if not isinstance(expected, _LIST):
        out.append(Difference(path, expected, ABSENT))
        return
    for wanted in expected:
        name = wanted.get("discard") if isinstance(wanted, dict) else wanted
        # Without discards there are 13 tiles, and the rates are those of the hand itself.
        row = found if name is None else rows.get(name, ABSENT)
        _value(wanted, row, path if name is None else f"{path}.{name}", out)


def adopted(expected: Any, found: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return ``expected`` in its own shape with the values that were found.

    Keys stay in order; a key that is not found any more goes. None where the expectation and the
    answer have nothing in common, as with an error before or now.

    >>> adopted({"fan": 3, "patterns": ["self_draw"]}, {"fan": 4, "points": 16, "patterns": [
    ...     {"id": "all_pungs", "fan": 2}]})
    {'fan': 4, 'patterns': ['all_pungs']}
    """
    if not isinstance(expected, dict) or not any(
        key in found or key == "rates" for key in expected
    ):
        return None
    return _adopt_table(expected, found)


def picked(found: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Return ``keys`` of what was found as an expectation would write them.

    >>> picked({"fan": 2, "patterns": [{"id": "all_pungs", "fan": 2}]}, ["patterns"])
    {'patterns': ['all_pungs']}
    """
    return {key: _plain(found[key], key) for key in keys if key in found}


def _adopt_table(expected: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, wanted in expected.items():
        if key == "rates" and "rates" not in found:
            listed = wanted if isinstance(wanted, _LIST) else ()
            names = list(dict.fromkeys(n for row in listed if isinstance(row, dict) for n in row))
            rows = found.get("discards", (found,))
            out[key] = [{name: row[name] for name in names if name in row} for row in rows]
        elif key in found:
            out[key] = _adopt(wanted, found[key], key)
    return out


def _adopt(expected: Any, found: Any, key: str) -> Any:
    differing: list[Difference] = []
    _entry(key, expected, found, key, differing)
    if not differing:
        return expected
    if isinstance(expected, dict) and isinstance(found, dict):
        return dict(found) if key in WHOLE else _adopt_table(expected, found)
    if isinstance(expected, _LIST) and isinstance(found, _LIST):
        rows = [row for row in expected if isinstance(row, dict)]
        if expected and not rows:
            return _plain(found, key)
        names = {name: value for row in rows for name, value in row.items()}
        if key == "patterns" and rows:
            names = {"id": None, **names}  # a row of patterns is found by its id
        return [
            _adopt_table(names, row) if names and isinstance(row, dict) else row for row in found
        ]
    return found


def _plain(value: Any, key: str) -> Any:
    if key == "patterns" and isinstance(value, _LIST):
        return [row["id"] if isinstance(row, dict) else row for row in value]
    return list(value) if isinstance(value, tuple) else value
