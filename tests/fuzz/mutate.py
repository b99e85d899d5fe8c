"""Changes to an input that keep its form: bytes changed at random are refused at the first line.

A change is chosen at random; what it puts in comes from the input itself, from the seeds, or from a
few values that are known to be troublesome.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

PART: Final = re.compile(rb"[A-Za-z_]+|-?\d+|\s+|[^\x00-\x7f]+|.", re.DOTALL)
NUMBER: Final = re.compile(rb"-?\d+")
NUMBERS: Final = (
    *("0", "1", "-1", "2", "3", "4", "5", "7", "9", "13", "14", "34", "42", "77", "108", "136"),
    *("255", "256", "65535", "2147483648", "-9223372036854775808", "18446744073709551616"),
    *("1e3", "0.5", "1e400", "9" * 40),
)
VALUES: Final = (
    *(None, True, False, 0, 1, -1, 3, 4, 108, 2**31, 2**63, 2**64, 10**30, 0.5, 1e300, [], {}, ""),
    *(
        "E",
        "0z",
        "1m",
        "5z",
        "8f",
        "1m2m",
        "bank",
        "all",
        "jipinghu",
        "foreign",
        "\ud800",
        "\0",
        "发",
    ),
    *([0, 0, 0, 0], [1, -1, 0, 0], [[]], {"a": 1}, ["1m"] * 13, ["1m"] * 14),
)

Mutate = Callable[[bytes, int], bytes]


class Mutator:
    """Changes an input so that it stays near to what is read."""

    def __init__(self, seeds: Sequence[bytes], plainly: Mutate) -> None:
        self.plainly = plainly
        self.lines = [line for seed in seeds for line in seed.split(b"\n") if line]
        found = {part for seed in seeds[:200] for part in PART.findall(seed) if len(part) > 1}
        self.words = sorted(part for part in found if not part.isspace() and len(part) < 40)

    def __call__(self, data: bytes, most: int, seed: int) -> bytes:
        """Return ``data`` changed in one to four places, no longer than ``most``."""
        rng = Random(seed)
        if data.startswith(b"\x1f\x8b") and rng.random() < 0.8:
            try:
                data = gzip.decompress(data)
            except (OSError, EOFError, ValueError, zlib.error):
                return self.plainly(data, most)
            return gzip.compress(self(data, most, seed + 1), 1, mtime=0)[:most]
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            data = self._once(data, most, rng)
        return data[:most]

    def _once(self, data: bytes, most: int, rng: Random) -> bytes:
        way = rng.random()
        if way < 0.15:
            return self.plainly(data, most)
        if way < 0.40:
            return self._lines(data, rng)
        if way < 0.70 and (changed := self._json(data, rng)) is not None:
            return changed
        return self._parts(data, rng)

    def _lines(self, data: bytes, rng: Random) -> bytes:
        """Drop, double, swap, move or cut lines, or put in one of a seed."""
        lines = data.split(b"\n")
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                del lines[at : at + rng.choice((1, 1, 2, 5))]
            case 1:
                lines.insert(to, lines[at])
            case 2:
                lines[at], lines[to] = lines[to], lines[at]
            case 3:
                lines.insert(to, lines.pop(at))
            case 4:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case 5:
                lines.insert(at, rng.choice(self.lines))
            case _:
                lines[at] = rng.choice(self.lines)
        return b"\n".join(lines)

    def _parts(self, data: bytes, rng: Random) -> bytes:
        """Change words, numbers and signs."""
        parts = PART.findall(data)
        if not parts:
            return rng.choice(self.words)
        at = rng.randrange(len(parts))
        end = at + rng.choice((1, 1, 2, 4, 9))
        match rng.randrange(8):
            case 0:
                del parts[at:end]
            case 1:
                parts[at:at] = parts[at:end]
            case 2:
                to = rng.randrange(len(parts))
                parts[to:to] = parts[at:end]
            case 3 | 4:
                numbers = [at for at, part in enumerate(parts) if NUMBER.fullmatch(part)]
                if numbers:
                    place = rng.choice(numbers)
                    parts[place] = self._number(parts[place], rng)
            case 5:
                parts.insert(at, rng.choice(self.words))
            case 6:
                alike = [
                    word for word in self.words if word[:1].isalpha() == parts[at][:1].isalpha()
                ]
                parts[at] = rng.choice(alike or self.words)
            case _:
                parts[at] = rng.choice(parts)
        return b"".join(parts)

    def _number(self, part: bytes, rng: Random) -> bytes:
        if rng.random() < 0.5 and len(part) < 20:
            return str(int(part) + rng.choice((-4, -1, 1, 4, 10))).encode()
        return rng.choice(NUMBERS).encode()

    def _json(self, data: bytes, rng: Random) -> bytes | None:
        """Change a value of a line of JSON; None where the line is none."""
        lines = data.split(b"\n")
        at = rng.randrange(len(lines))
        try:
            value = json.loads(lines[at])
        except (ValueError, RecursionError):
            return None
        other: Any = None
        with suppress(ValueError, RecursionError):
            other = json.loads(rng.choice(self.lines))
        changed = json.dumps(_changed(value, other, rng), ensure_ascii=rng.random() < 0.5)
        lines[at] = changed.encode("utf-8", "surrogatepass")
        return b"\n".join(lines)


def _changed(value: Any, other: Any, rng: Random) -> Any:
    """Return ``value`` with one value in it another, perhaps one of ``other``."""
    if isinstance(value, dict) and value:
        return _table(value, other if isinstance(other, dict) else {}, rng)
    if isinstance(value, list) and value:
        return _list(value, other, rng)
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.7:
        return value + rng.choice((-4, -1, 1, 4, 1000))
    if isinstance(value, str) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice("0123456789mpszfrE發\u2028\x00 [](+") + value[at + 1 :]
    return rng.choice(VALUES)


def _table(value: dict[str, Any], other: dict[str, Any], rng: Random) -> dict[str, Any]:
    key, strange = rng.choice(sorted(value)), rng.choice(sorted(other) or [""])
    within = {**value, key: _changed(value[key], other, rng)}
    if isinstance(value[key], dict | list) and rng.random() < 0.75:
        return within
    without = {name: each for name, each in value.items() if name != key}
    return rng.choice(
        (
            within,
            without,
            {**value, key: rng.choice(VALUES)},
            {**value, strange: other.get(strange)},
            {**value, key: other.get(key, value[key])},
            {**value, rng.choice(sorted(value)): value[key]},
        )
    )


def _list(value: list[Any], other: Any, rng: Random) -> list[Any]:
    at = rng.randrange(len(value))
    before, behind = value[:at], value[at + 1 :]
    within = [*before, _changed(value[at], other, rng), *behind]
    return rng.choice(
        (
            within,
            within,
            [*before, *behind],
            [*before, value[at], value[at], *behind],
            [*before, rng.choice(VALUES), *behind],
            rng.sample(value, len(value)),
        )
    )
