"""Records of a review: what a seat decided, and what it cost."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from mjtool.records.hands import HandText, Live, RulesId, Shanten, Thrown, Total
from mjtool.records.logs import Counted, File, Line, Seat
from mjtool.records.record import Record, TileName

ActionName = Annotated[
    Literal["discard", "pass", "chow", "pung", "kong", "win"], Meta(description="what is done")
]
KindName = Annotated[
    Literal["discard", "claim", "kong", "win"],
    Meta(description="what was to be decided: a win or kong where one was to be had"),
]
Rate = Annotated[float, Meta(description="a chance, from 0 to 1")]


class OptionRecord(Record, kw_only=True):
    """One thing that could be done, and what it leaves; null where it was not found."""

    action: ActionName
    tile: (
        Annotated[TileName, Meta(description="the tile it is done with; absent of a pass")]
        | UnsetType
    ) = UNSET
    own: Annotated[list[TileName], Meta(description="of a chow: the own two tiles")] | UnsetType = (
        field(name="with", default=UNSET)
    )
    discard: Annotated[Thrown, Meta(description="of a claim: the best throw then")] | UnsetType = (
        UNSET
    )
    shanten: Shanten
    tiles: Live
    total: Total
    win_rate: Annotated[Rate | None, Meta(description="the chance to win, alone")]
    ready_rate: Annotated[Rate | None, Meta(description="the chance to be ready, alone")]
    value: Annotated[
        float | None, Meta(description="the points to expect, alone; of a win, what it pays")
    ]


class CostRecord(Record, kw_only=True):
    """The best option's figures less those of the one taken."""

    win_rate: Annotated[float | None, Meta(description="chance to win; below 0 where it is gained")]
    value: Annotated[float | None, Meta(description="points to expect")]


class DecisionRecord(Record, kw_only=True):
    """One own decision, the options best first; decisions come worst first."""

    file: File
    line: Line
    game: Annotated[int, Meta(ge=1, description="which game of the log")]
    number: Annotated[int, Meta(description="which hand of the game, as the log counts them")]
    seat: Annotated[Seat, Meta(description="whose decision it was")]
    rules: RulesId
    kind: KindName
    hand: HandText
    tile: (
        Annotated[TileName, Meta(description="the tile drawn, or another's to be claimed")]
        | UnsetType
    ) = UNSET
    discarder: Annotated[Seat, Meta(description="whose tile it is")] | UnsetType = field(
        name="from", default=UNSET
    )
    visible: Annotated[list[TileName], Meta(description="tiles seen elsewhere")]
    left: Annotated[int, Meta(ge=0, description="tiles still to draw")]
    draws: Annotated[int, Meta(ge=0, description="own draws that the rates reckon with")]
    played: Annotated[OptionRecord, Meta(description="what was done")]
    best: Annotated[OptionRecord, Meta(description="what was best")]
    cost: Annotated[CostRecord, Meta(description="what it cost")]
    options: Annotated[list[OptionRecord], Meta(description="everything that could be done")]


class KindSummary(Record, kw_only=True):
    """What the decisions of a kind came to."""

    decisions: Annotated[int, Meta(ge=0, description="how many")]
    best: Annotated[int, Meta(ge=0, description="where the best was done, or as good")]
    win_rate: Annotated[float, Meta(description="what they cost in chance to win, added up")]
    value: Annotated[float, Meta(description="what they cost in points, added up")]


class ReviewCounts(Record, kw_only=True):
    """How much was reviewed."""

    seat: Annotated[Seat, Meta(description="whose play")]
    decisions: Annotated[int, Meta(ge=0, description="decisions")]
    kinds: Annotated[dict[KindName, KindSummary], Meta(description="by what was to be decided")]
    logs: Annotated[Counted, Meta(description="how much there was to read")]


class ReviewSummary(Record, kw_only=True):
    """The last line: how much was reviewed, and what it cost."""

    summary: Annotated[ReviewCounts, Meta(description="the numbers")]
