"""The keys that an expectation may name, by ``do``: a misspelt one is an error of the case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

Keys = Mapping[str, Any]
"""Names of a table, or of the rows of a list; below each the names inside it, None: anything."""


def _names(text: str, **nested: Keys) -> Keys:
    return {**dict.fromkeys(text.split()), **nested}


_SEATS: Final = _names("E S W N")
_WORTH: Final = _names("fan points")
_WAITS: Final = _names("tile left", self_drawn=_WORTH, discard=_WORTH)
_ROW: Final = _names("shanten tiles kinds total improvements win_rate ready_rate value reason")
_RATES: Final = {"discard": None, "rates": None, **_ROW}
_ERROR: Final = _names("code message column file path")

KEYS: Final[dict[str, Keys]] = {
    "score": _names(
        "hand rules win self_drawn seat round events won shanten reason fan multiplier points "
        "capped reading bank readings",
        patterns=_names("id name fan times"),
        payments=_SEATS,
        coins=_SEATS,
        ledger=_names("from to points reason"),
        error=_ERROR,
    ),
    "waits": _names(
        "hand rules shanten dead_waits total",
        waits=_WAITS,
        discards=_names("discard total", waits=_WAITS),
        error=_ERROR,
    ),
    "shanten": _names(
        "hand rules shanten standard seven_pairs thirteen_orphans sets_counted", error=_ERROR
    ),
    "efficiency": _names(
        "hand rules",
        **_ROW,
        rates=_RATES,
        discards=_RATES,
        targets=_names("pattern shanten tiles total"),
        error=_ERROR,
    ),
    "replay": _names(
        "games hands events wins_not_judged",
        findings=_names("line code seat expected found hands"),
        error=_ERROR,
    ),
    "rules": _names("rules valid table", error=_ERROR),
}
"""What each kind of case can be compared in."""


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
