"""What is expected against what is found: only expected keys count, in nested rows too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from mjtool.records.cases import DifferenceRecord

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

    def record(self) -> DifferenceRecord:
        """Return the difference as JSON output tells it; a side without the key is left out."""
        sides = (UNSET if side is ABSENT else side for side in (self.expected, self.found))
        expected, found = sides
        return DifferenceRecord(key=self.key, expected=expected, found=found)


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


def agree(key: str, expected: Any, found: Any) -> bool:
    """Return whether a value is as expected, in the way that values of ``key`` are compared."""
    differing: list[Difference] = []
    _entry(key, expected, found, key, differing)
    return not differing


def is_pattern_list(key: str, found: Any) -> bool:
    """Return whether what was found lists patterns, which are compared by id."""
    return (
        key == "patterns"
        and isinstance(found, _LIST)
        and all(isinstance(row, dict) and "id" in row for row in found)
    )


def _entry(key: str, wanted: Any, value: Any, path: str, out: list[Difference]) -> None:
    """Compare the values of one key in the way that it asks for."""
    if isinstance(wanted, _LIST) and is_pattern_list(key, value):
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
    rows = {row["id"]: row for row in found}
    wanted = [row.get("id") if isinstance(row, dict) else row for row in expected]
    if not all(isinstance(name, str) for name in wanted) or set(wanted) != rows.keys():
        out.append(Difference(path, wanted, list(rows)))
        return
    for name, row in zip(wanted, expected, strict=True):
        if isinstance(row, dict):
            _value(row, rows[name], f"{path}.{name}", out)


def _rates(expected: Any, found: Mapping[str, Any], path: str, out: list[Difference]) -> None:
    """Compare each rate with the row of ``discards`` of the same discard."""
    rows = {row.get("discard"): row for row in found.get("discards", ())}
    if not isinstance(expected, _LIST) or not expected:  # no rates would hold of any answer
        out.append(Difference(path, expected, ABSENT))
        return
    for index, wanted in enumerate(expected):
        name = wanted.get("discard", ABSENT) if isinstance(wanted, dict) else wanted
        # Without discards there are 13 tiles, and the rates are those of the hand itself.
        row = found if name is ABSENT else rows.get(name) if isinstance(name, str) else None
        here = f"{path}.{name}" if isinstance(name, str) else f"{path}[{index}]"
        if row is None:
            out.append(Difference(here, wanted, ABSENT))
        else:
            _value(wanted, row, path if name is ABSENT else here, out)
