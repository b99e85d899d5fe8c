"""Records of questions that tell rule files apart."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from mjtool.records.hands import Fan, Multiplier, Points, RulesId, Won
from mjtool.records.record import Problem, Record, Seats

File = Annotated[str, Meta(description="a rule set, as it was given")]


class ToldRecord(Record, kw_only=True):
    """What one rule file says of a hand."""

    rules: RulesId
    won: Won | UnsetType = UNSET
    fan: Fan | UnsetType = UNSET
    multiplier: Multiplier | UnsetType = UNSET
    points: Points | UnsetType = UNSET
    payments: Seats | UnsetType = UNSET
    bank: Annotated[int, Meta(description="what the bank gets")] | UnsetType = UNSET
    error: Annotated[Problem, Meta(description="why these rules say nothing of it")] | UnsetType = (
        UNSET
    )


class QuestionRecord(Record, kw_only=True):
    """One hand to ask about."""

    request: Annotated[dict[str, Any], Meta(description="the hand and its circumstances")]
    answers: Annotated[list[ToldRecord], Meta(description="what each rule file says")]


class PairRecord(Record, kw_only=True):
    """Two rule files, and what tells them apart."""

    a: File
    b: File
    told_by: Annotated[
        list[int], Meta(description="numbers of the questions, from 1; empty: no hand does")
    ]
    keys: (
        Annotated[list[str], Meta(description="keys that differ though no hand shows it")]
        | UnsetType
    ) = UNSET


class AskRecord(Record, kw_only=True):
    """The fewest questions that tell rule files apart."""

    files: Annotated[list[File], Meta(description="the rule files")]
    questions: Annotated[list[QuestionRecord], Meta(description="the most telling first")]
    pairs: Annotated[list[PairRecord], Meta(description="each two of the files")]
