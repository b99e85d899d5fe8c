"""Records of regression cases."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from mjtool.records.record import Problem, Record

Status = Literal["passed", "failed", "error", "updated"]


class DifferenceRecord(Record, kw_only=True):
    """One key that differs; a side that has no such key is absent."""

    key: Annotated[str, Meta(description="which, as waits[2].left")]
    expected: Annotated[Any, Meta(description="what the case expects")] | UnsetType = UNSET
    found: Annotated[Any, Meta(description="what was found")] | UnsetType = UNSET


class CaseRecord(Record, kw_only=True):
    """What became of one case."""

    file: Annotated[str, Meta(description="the case file")]
    line: Annotated[int, Meta(ge=0, description="its line in the file")]
    id: Annotated[Any, Meta(description="the id of the case")]
    do: Annotated[str | None, Meta(description="what it asks; null where that cannot be told")]
    rules: Annotated[str | None, Meta(description="the rules it names or is given")]
    outcome: Annotated[Status, Meta(description="what came of it")]
    differences: (
        Annotated[list[DifferenceRecord], Meta(description="of a case that failed")] | UnsetType
    ) = UNSET
    explanation: (
        Annotated[str, Meta(description="the answer, as a person reads it")] | UnsetType
    ) = UNSET
    error: Annotated[Problem, Meta(description="why it is no case")] | UnsetType = UNSET
    not_updated: Annotated[Problem, Meta(description="why it stayed as it was")] | UnsetType = UNSET


class Checked(Record, kw_only=True):
    """How many cases there were."""

    files: Annotated[int, Meta(ge=0, description="case files")]
    cases: Annotated[int, Meta(ge=0, description="cases")]
    passed: Annotated[int, Meta(ge=0, description="passed")]
    failed: Annotated[int, Meta(ge=0, description="failed")]
    errors: Annotated[int, Meta(ge=0, description="lines that are no case")]
    updated: Annotated[int, Meta(ge=1, description="updated")] | UnsetType = UNSET
    passed_over: Annotated[int, Meta(ge=0, description="files of folders without cases")]
    stopped: Annotated[bool, Meta(description="true where no more were looked at")] | UnsetType = (
        UNSET
    )


class CheckedRecord(Record, kw_only=True):
    """The last line: how many cases there were."""

    summary: Annotated[Checked, Meta(description="the numbers")]
