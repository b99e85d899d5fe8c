"""Bounds on the figures of a game, as a file of ``--expect`` tells them, and whether they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, Final, Literal, NamedTuple

from msgspec import UNSET

from mjtool import limits
from mjtool.errors import RequestError
from mjtool.impact.impact import Impact
from mjtool.impact.moments import Estimate
from mjtool.messages import Listed, Say
from mjtool.records import impact as records
from mjtool.wording import of_text

BOUNDS: Final = ("most", "least", "within")
Status = Literal["holds", "fails", "undecided"]


class Bound(NamedTuple):
    """A bound on a figure, and the line where it stands."""

    name: str
    kind: str
    value: float
    line: int

    def text(self) -> str:
        """Return the bound as its file writes it.

        >>> Bound("washout", "most", 0.25, 1).text()
        'most = 0.25'
        """
        return f"{self.kind} = {self.value:g}"


class Expected(NamedTuple):
    """What became of a bound: ``hands`` are about as many as would decide it, None if none do."""

    bound: Bound
    found: Estimate | None
    status: Status
    hands: int | None

    def record(self) -> records.ExpectedRecord:
        """Return the outcome as JSON output tells it."""
        found = self.found
        return records.ExpectedRecord(
            name=self.bound.name,
            outcome=self.status,
            bound=self.bound.text(),
            found=None
            if found is None
            else records.EstimateRecord(value=found.value, low=found.low, high=found.high),
            hands=UNSET if self.hands is None else self.hands,
        )


def read_bounds(text: str, file: str) -> list[Bound]:
    """Return the bounds of a TOML text; RequestError with file and key where it has others.

    >>> read_bounds('washout = { most = 0.25 }', "x.toml")
    [Bound(name='washout', kind='most', value=0.25, line=1)]
    """
    try:
        table = limits.read_toml(text)
    except (ValueError, RecursionError) as error:
        raise RequestError("bad_expect", file=file, detail=of_text(error)) from None
    return list(_bounds(table, "", text, file))


def _bounds(table: Mapping[str, Any], before: str, text: str, file: str) -> Iterator[Bound]:
    for name, value in table.items():
        path = f"{before}{name}"
        if not isinstance(value, Mapping):
            raise _bad(file, path, Say("word.expected_table"))
        if any(isinstance(each, Mapping) for each in value.values()):
            yield from _bounds(value, f"{path}.", text, file)
            continue
        for kind, bound in value.items():
            if kind not in BOUNDS:
                known = Listed(BOUNDS, "list.words")
                raise _bad(file, path, Say("word.bound", found=repr(kind), known=known))
            if isinstance(bound, bool) or not isinstance(bound, int | float):
                raise _bad(file, f"{path}.{kind}", Say("word.bound_number"))
            yield Bound(path, kind, float(bound), _line(text, path))


def _bad(file: str, path: str, detail: Say) -> RequestError:
    return RequestError("bad_expect.key", file=file, path=path, detail=detail)


def _line(text: str, path: str) -> int:
    """Return the first line that begins a key path, or its last key; 1 where none does."""
    lines = text.splitlines()
    for name in (path, path.rpartition(".")[2]):
        pattern = re.compile(rf"""\s*\[?\s*["']?{re.escape(name)}["']?\s*[\].=]""")
        for number, line in enumerate(lines, 1):
            if pattern.match(line):
                return number
    return 1


def expected(found: Impact, bounds: list[Bound], file: str) -> list[Expected]:
    """Return what became of each bound; RequestError for a figure that there is not.

    A share or frequency of something that never came up is 0.
    """
    return [_expected(found, bound, file) for bound in bounds]


def _expected(found: Impact, bound: Bound, file: str) -> Expected:
    try:
        estimate = found.find(bound.name)
    except KeyError:
        raise _bad(file, bound.name, Say("word.no_figure")) from None
    if estimate is None:
        return Expected(bound, None, "undecided", None)
    low, high = estimate.low, estimate.high
    most = bound.value if bound.kind != "least" else None
    least = -bound.value if bound.kind == "within" else None
    if bound.kind == "least":
        least = bound.value
    if (most is None or high <= most) and (least is None or low >= least):
        return Expected(bound, estimate, "holds", None)
    if (most is not None and low > most) or (least is not None and high < least):
        return Expected(bound, estimate, "fails", None)
    edges = [edge for edge in (most, least) if edge is not None]
    distance = min(abs(estimate.value - edge) for edge in edges)
    needed = ceil(found.hands * (estimate.half / distance) ** 2) if distance else None
    return Expected(bound, estimate, "undecided", needed)
