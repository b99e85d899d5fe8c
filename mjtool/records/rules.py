"""Records of rule files, and of pictures."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from mjtool.records.hands import (
    Fan,
    HandText,
    Multiplier,
    Points,
    RulesId,
    Shown,
    WinTile,
    Won,
)
from mjtool.records.record import Id, Problem, Record

Patterns = Annotated[int, Meta(ge=0, description="how many patterns count")]
Sources = Annotated[dict[str, str], Meta(description="the note of each value, by key path")]
FileName = Annotated[str, Meta(description="the file written")]


class ListedRecord(Record, kw_only=True):
    """One built-in rule set."""

    rules: RulesId
    name: Annotated[str, Meta(description="its Chinese name")]
    name_en: Annotated[str, Meta(description="its English name")]
    scoring: Annotated[str, Meta(description="fan or multiplier")]
    cap: Annotated[int | None, Meta(description="fan at most; null: none")]
    pattern_count: Patterns


class ResolvedRecord(Record, kw_only=True):
    """A rule set, resolved."""

    rules: RulesId
    table: Annotated[dict[str, Any], Meta(description="every key, as in a rule file")]
    sources: Sources


class ValidatedRecord(Record, kw_only=True):
    """Whether a rule file can be used."""

    rules: RulesId
    valid: Annotated[bool, Meta(description="whether it can")]
    pattern_count: Patterns | UnsetType = UNSET
    error: Annotated[Problem, Meta(description="why it cannot: the first fault")] | UnsetType = (
        UNSET
    )
    faults: Annotated[list[Problem], Meta(description="all that is wrong")] | UnsetType = UNSET
    warnings: Annotated[list[Problem], Meta(description="keys that do nothing")] | UnsetType = UNSET


class WrittenRecord(Record, kw_only=True):
    """A rule file that was written."""

    rules: RulesId | UnsetType = UNSET
    extends: Annotated[str, Meta(description="what it builds on, as the file names it")]
    file: FileName | UnsetType = UNSET
    text: Annotated[str, Meta(description="its text, where it goes to stdout")] | UnsetType = UNSET


class KeyRecord(Record, kw_only=True):
    """One key of two rule sets; null where a side has none."""

    key: Annotated[str, Meta(description="its path, as patterns.full_flush.fan")]
    a: Annotated[Any, Meta(description="its value in A")]
    b: Annotated[Any, Meta(description="its value in B")]


class SideRecord(Record, kw_only=True):
    """What a hand is worth by one of two rule sets."""

    won: Won
    fan: Fan | UnsetType = UNSET
    multiplier: Multiplier | UnsetType = UNSET
    points: Points | UnsetType = UNSET
    patterns: Annotated[list[Shown], Meta(description="what made the result")] | UnsetType = UNSET


class ExampleRecord(Record, kw_only=True):
    """A hand that scores differently."""

    hand: HandText
    win: WinTile
    a: Annotated[SideRecord, Meta(description="by A")]
    b: Annotated[SideRecord, Meta(description="by B")]


class CauseRecord(Record, kw_only=True):
    """Keys that together change hands."""

    keys: Annotated[list[str], Meta(description="the changed keys")]
    changed: Annotated[int, Meta(ge=0, description="hands they change")]
    ways_changed: Annotated[int, Meta(ge=0, description="deals of those hands")]


class NotesRecord(Record, kw_only=True):
    """The notes of a key in two rule sets."""

    a: Annotated[str, Meta(description="in A")] | UnsetType = UNSET
    b: Annotated[str, Meta(description="in B")] | UnsetType = UNSET


class HeldRecord(Record, kw_only=True):
    """The winning hands with so many wild tiles."""

    wilds: Annotated[int, Meta(ge=0, description="wild tiles in each of them")]
    hands: Annotated[int, Meta(ge=0, description="hands that win in A or B")]
    changed: Annotated[int, Meta(ge=0, description="hands that score differently")]
    ways_changed: Annotated[int, Meta(ge=0, description="deals of those hands")]
    sample: (
        Annotated[int, Meta(ge=1, description="hands looked at, where not all: an estimate")]
        | UnsetType
    ) = UNSET
    error: Annotated[int, Meta(ge=0, description="the standard error of changed")] | UnsetType = (
        UNSET
    )


class DiffRecord(Record, kw_only=True):
    """What two rule sets differ in, over every winning hand."""

    a: Annotated[str, Meta(description="a rule set")]
    b: Annotated[str, Meta(description="the rule set it is compared with")]
    keys: Annotated[list[KeyRecord], Meta(description="the changed keys")]
    hands: Annotated[int, Meta(ge=0, description="hands that win in A or B")]
    changed: Annotated[int, Meta(ge=0, description="hands that score differently")]
    ways_changed: Annotated[int, Meta(ge=0, description="deals of those hands")]
    examples: Annotated[list[ExampleRecord], Meta(description="some of them")]
    causes: Annotated[list[CauseRecord], Meta(description="which keys change how many")]
    unmeasured: Annotated[list[str], Meta(description="changed keys that no such hand tells")]
    by_wilds: (
        Annotated[list[HeldRecord], Meta(description="the same by wild tiles held")] | UnsetType
    ) = UNSET
    sources: Annotated[dict[str, NotesRecord], Meta(description="notes of the changed keys")]


class DrawnRecord(Record, kw_only=True):
    """A picture that was written."""

    file: FileName
    hands: Annotated[list[HandText], Meta(description="the hands in it")]
    width: Annotated[int, Meta(ge=0, description="its width")]
    height: Annotated[int, Meta(ge=0, description="its height")]


class DrawnTableRecord(Record, kw_only=True):
    """The table of a moment in a log that was drawn, or the hand step by step."""

    file: FileName
    log: Annotated[str, Meta(description="the log; - is stdin")]
    line: Annotated[int, Meta(ge=1, description="the line up to which its events are done")]
    game: Annotated[int, Meta(ge=1, description="which game of the log")]
    number: Annotated[int, Meta(description="which hand of the game, as the log counts them")]
    width: Annotated[int, Meta(ge=0, description="its width")]
    height: Annotated[int, Meta(ge=0, description="its height")]


class DrawnHandRecord(Record, kw_only=True):
    """A hand of a batch that is in the picture."""

    id: Id | UnsetType = UNSET
    hand: HandText
    file: FileName
