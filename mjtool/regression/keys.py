"""The keys that an expectation may name, by ``do``: a misspelt one is an error of the case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from mjtool.records import hands, logs
from mjtool.records.record import Problem, Seats

Keys = Mapping[str, Any]
"""Names of a table, or of the rows of a list; below each the names inside it, None: anything."""


def keys_of(kind: type[Struct]) -> dict[str, Any]:
    """Return the keys of a record, below each the keys of the records in it.

    >>> keys_of(hands.Worth)
    {'fan': None, 'points': None}
    """
    return {field.encode_name: _inner(field.type) for field in fields(kind)}


def _inner(kind: Any) -> Keys | None:
    """Return the keys below a field; None where anything may stand there."""
    if kind is Seats:
        return dict.fromkeys(get_args(get_args(get_args(kind)[0])[0]))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return keys_of(kind)
    if get_origin(kind) is dict:
        return None  # named by tiles
    return next(filter(None, map(_inner, get_args(kind))), None)


def _names(text: str, **nested: Keys | None) -> Keys:
    return {**dict.fromkeys(text.split()), **nested}


def _without(keys: Keys, *names: str) -> Keys:
    return {name: below for name, below in keys.items() if name not in names}


def _of(kind: type[Struct]) -> Keys:
    """Return what a case can expect of an answer: its keys but for the id, or an error."""
    return {**_without(keys_of(kind), "id"), "error": keys_of(Problem)}


def _replay_keys() -> Keys:
    findings = _without(keys_of(logs.FindingRecord), "file", "message")
    names = "games hands events wins_not_judged"
    return _names(names, findings=findings, error=keys_of(Problem))


_KEYS: Final[dict[str, Callable[[], Keys]]] = {
    "score": lambda: _of(hands.ScoreRecord),
    "waits": lambda: _of(hands.WaitsRecord),
    "shanten": lambda: _of(hands.ShantenRecord),
    "efficiency": lambda: {**_of(hands.EfficiencyRecord), "rates": keys_of(hands.Row)},
    "replay": _replay_keys,
    "rules": lambda: _names("rules valid table", error=keys_of(Problem)),
}


@cache
def known_keys(do: str) -> Keys:
    """Return what a kind of case can be compared in; found out once, where it is asked."""
    return _KEYS[do]()


def misspelt(expect: Keys, known: Keys, path: str = "") -> Iterator[tuple[str, str, Keys]]:
    """Yield (path, name, names there are) of each key of ``expect`` that no answer can have.

    >>> [(path, name) for path, name, _ in misspelt({"fan": 3, "waits": [{"tlie": "1m"}]},
    ...     {"fan": None, "waits": {"tile": None}})]
    [('waits[0].tlie', 'tlie')]
    """
    for name, value in expect.items():
        here = f"{path}{name}"
        if name not in known:
            yield here, name, known
        elif (inner := known[name]) is not None:
            if isinstance(value, dict):
                yield from misspelt(value, inner, f"{here}.")
            elif isinstance(value, list | tuple):
                for index, row in enumerate(value):
                    if isinstance(row, dict):
                        yield from misspelt(row, inner, f"{here}[{index}].")
