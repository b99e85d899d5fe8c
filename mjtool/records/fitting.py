"""Records of rules that are told from logs."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mjtool.records.record import Record

Key = Annotated[str, Meta(description="its path, as patterns.full_flush.fan")]
File = Annotated[str, Meta(description="the log")]
Line = Annotated[int, Meta(ge=0, description="the line of the log")]
Old = Annotated[Any, Meta(description="its value in the base; null: none")]
New = Annotated[Any, Meta(description="the value that explains the logs")]
Hands = Annotated[int, Meta(ge=0, description="how many hands")]


class PlaceRecord(Record, kw_only=True):
    """A line of a log."""

    file: File
    line: Line


class UnexplainedRecord(Record, kw_only=True):
    """A hand that the rules do not explain: its first finding."""

    file: File
    line: Line
    code: Annotated[str, Meta(description="the code of the finding")]


class ChangeRecord(Record, kw_only=True):
    """A key that the logs show to be another."""

    key: Key
    from_: Old = msgspec.field(name="from")
    to: New
    decided_by: Annotated[
        list[PlaceRecord], Meta(description="where it shows; of many hands the first ones")
    ]
    hands: Annotated[int, Meta(ge=0, description="how many hands fail without it")]


class AlternativeRecord(Record, kw_only=True):
    """A key of another answer."""

    key: Key
    from_: Old = msgspec.field(name="from")
    to: New


class OpenRecord(Record, kw_only=True):
    """A key that hands touch but do not decide."""

    key: Key
    values: Annotated[list[Any], Meta(description="its other values that explain as much")]


class FitRecord(Record, kw_only=True):
    """The fewest changes to a rule set that explain the logs."""

    from_: Annotated[str, Meta(description="the base, as it was given")] = msgspec.field(
        name="from"
    )
    rules: Annotated[str, Meta(description="the rule file written")] | UnsetType = UNSET
    changes: Annotated[list[ChangeRecord], Meta(description="the changed keys")]
    explained: Annotated[int, Meta(ge=0, description="hands without a finding under them")]
    hands: Annotated[int, Meta(ge=0, description="hands of the logs that rules can judge")]
    not_judged: Annotated[
        int,
        Meta(ge=0, description="further hands, of games by other rules: nothing is said of them"),
    ]
    is_explained: Annotated[
        bool, Meta(description="whether no more hands are unexplained than may be")
    ]
    unexplained: Annotated[list[UnexplainedRecord], Meta(description="the other hands")]
    open: Annotated[list[OpenRecord], Meta(description="what the logs leave open")]
    alternatives: Annotated[
        list[list[AlternativeRecord]], Meta(description="other changes, as few, that do the same")
    ]
    undecided: (
        Annotated[list[str], Meta(description="keys that no hand touches; where asked for")]
        | UnsetType
    ) = UNSET
    gave_up: Annotated[
        bool, Meta(description="whether the search ended before everything was tried")
    ]
