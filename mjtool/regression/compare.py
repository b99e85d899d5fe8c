"""What is expected against what is found: only expected keys count, in nested rows too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    return list(_table(expected, found, ""))


def _table(
    expected: Mapping[str, Any], found: Mapping[str, Any], path: str
) -> Iterator[Difference]:
    for key, wanted in expected.items():
        here = f"{path}.{key}" if path else key
        if key == "rates" and "rates" not in found:
            yield from _rates(wanted, found, here)
            continue
        value = found.get(key, ABSENT)
        if wanted is value:
            continue
        if key == "patterns" and isinstance(wanted, Sequence) and isinstance(value, Sequence):
            yield from _patterns(wanted, value, here)
            continue
        yield from _value(wanted, value, here, key in WHOLE)


def _value(expected: Any, found: Any, path: str, whole: bool = False) -> Iterator[Difference]:
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        yield from _table(expected, found, path)
        if whole:
            for key in found.keys() - expected.keys():
                yield Difference(f"{path}.{key}", ABSENT, found[key])
    elif _is_list(expected) and _is_list(found):
        for index in range(max(len(expected), len(found))):
            here = f"{path}[{index}]"
            if index >= len(found):
                yield Difference(here, expected[index], ABSENT)
            elif index >= len(expected):
                yield Difference(here, ABSENT, found[index])
            else:
                yield from _value(expected[index], found[index], here)
    elif not _same(expected, found):
        yield Difference(path, expected, found)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _same(expected: Any, found: Any) -> bool:
    """Return whether two plain values agree: whole numbers exactly, others within TOLERANCE."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        if isinstance(expected, int) and isinstance(found, int):
            return expected == found
        return abs(expected - found) <= TOLERANCE
    return bool(expected == found)


def _patterns(expected: Sequence[Any], found: Sequence[Any], path: str) -> Iterator[Difference]:
    """Compare patterns by id, in any order; the keys of each where rows are given."""
    ids = [row["id"] if isinstance(row, Mapping) else row for row in found]
    wanted = [row.get("id") if isinstance(row, Mapping) else row for row in expected]
    if len(wanted) != len(ids) or set(map(str, wanted)) != set(map(str, ids)):
        yield Difference(path, wanted, ids)
        return
    by_id = dict(zip(ids, found, strict=True))
    for row in expected:
        if isinstance(row, Mapping):
            yield from _value(row, by_id[row["id"]], f"{path}.{row['id']}")


def _rates(expected: Any, found: Mapping[str, Any], path: str) -> Iterator[Difference]:
    """Compare each rate with the row of ``discards`` of the same discard."""
    rows = {row.get("discard"): row for row in found.get("discards", ())}
    if not _is_list(expected):
        yield Difference(path, expected, ABSENT)
        return
    for wanted in expected:
        name = wanted.get("discard") if isinstance(wanted, Mapping) else wanted
        # Without discards there are 13 tiles, and the rates are those of the hand itself.
        row = found if name is None else rows.get(name, ABSENT)
        yield from _value(wanted, row, path if name is None else f"{path}.{name}")


def adopted(expected: Any, found: Mapping[str, Any], defaults: Sequence[str] = ()) -> Any:
    """Return ``expected`` in its own shape with the values that were found.

    Keys stay in order; a key that is not found any more goes. Where the old expectation and the
    answer have nothing in common (an error before or now), the keys in ``defaults`` stand in.

    >>> adopted({"fan": 3, "patterns": ["self_draw"]}, {"fan": 4, "points": 16, "patterns": [
    ...     {"id": "all_pungs", "fan": 2}]})
    {'fan': 4, 'patterns': ['all_pungs']}
    """
    if not isinstance(expected, Mapping) or not any(
        key in found or key == "rates" for key in expected
    ):
        return {key: _plain(found[key], key) for key in defaults if key in found}
    return _adopt_table(expected, found)


def _adopt_table(expected: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, wanted in expected.items():
        if key == "rates" and "rates" not in found:
            names = list(dict.fromkeys(name for row in wanted for name in row))
            rows = found.get("discards", (found,))
            out[key] = [{name: row[name] for name in names if name in row} for row in rows]
        elif key in found:
            out[key] = _adopt(wanted, found[key], key)
    return out


def _adopt(expected: Any, found: Any, key: str) -> Any:
    if not any(_value(expected, found, key, key in WHOLE)):
        return expected
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return dict(found) if key in WHOLE else _adopt_table(expected, found)
    if _is_list(expected) and _is_list(found):
        rows = [row for row in expected if isinstance(row, Mapping)]
        if expected and not rows:
            return _plain(found, key)
        names = {name: value for row in rows for name, value in row.items()}
        return [
            _adopt_table(names, row) if names and isinstance(row, Mapping) else row for row in found
        ]
    return found


def _plain(value: Any, key: str) -> Any:
    if key == "patterns" and _is_list(value):
        return [row["id"] if isinstance(row, Mapping) else row for row in value]
    return list(value) if isinstance(value, tuple) else value
