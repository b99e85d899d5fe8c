"""Records of logs: what a replay finds and tells, what was converted and played."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType, field

from mjtool.records.hands import (
    Capped,
    Fan,
    HandText,
    Multiplier,
    Points,
    Reason,
    RulesId,
    SelfDrawn,
    Shanten,
    Shown,
    WinTile,
    Won,
)
from mjtool.records.record import Problem, Record, WindName

File = Annotated[str, Meta(description="the log; - is stdin")]
Line = Annotated[int, Meta(ge=0, description="its line in the log")]
Seat = Annotated[int, Meta(ge=0, le=3, description="a seat, 0 to 3 in playing order")]
FourSeats = Annotated[list[int], Meta(description="one number a seat, 0 to 3")]


class FindingRecord(Record, kw_only=True):
    """One fault of a log."""

    file: File
    line: Line
    code: Annotated[str, Meta(description="what kind of fault, as docs/log-format.md lists them")]
    seat: Annotated[Seat | None, Meta(description="whose fault it is")]
    message: Annotated[str, Meta(description="one line for people, in the language asked for")]
    expected: Annotated[Any, Meta(description="what the rules give")]
    found: Annotated[Any, Meta(description="what the log says")]
    hands: (
        Annotated[int, Meta(ge=2, description="in how many hands, where in several")] | UnsetType
    ) = UNSET


class UnreadRecord(Record, kw_only=True):
    """A log that cannot be read at all."""

    file: File
    error: Problem


class WinWorth(Record, kw_only=True):
    """What one win of a log would be worth by other rules."""

    file: File
    line: Line
    seat: Annotated[Seat, Meta(description="who won")]
    discarder: Annotated[Seat, Meta(description="the discarder or robbed seat")] | UnsetType = (
        field(name="from", default=UNSET)
    )
    rules: RulesId
    hand: HandText
    win: WinTile
    self_drawn: SelfDrawn
    won: Won
    shanten: Annotated[Shanten, Meta(description="of a hand not complete")] | UnsetType = UNSET
    reason: Reason | UnsetType = UNSET
    fan: Fan | UnsetType = UNSET
    multiplier: Multiplier | UnsetType = UNSET
    points: Points | UnsetType = UNSET
    capped: Capped | UnsetType = UNSET
    patterns: Annotated[list[Shown], Meta(description="what made the result")] | UnsetType = UNSET


class WorthRecord(Record, kw_only=True):
    """With score-as: what one win would be worth by those rules."""

    worth: Annotated[WinWorth, Meta(description="the win")]


class Win(Record, kw_only=True):
    """One win of a hand; what the rules give is null where the log is not scored."""

    seat: Annotated[Seat, Meta(description="who won")]
    hand: Annotated[HandText | None, Meta(description="the winning hand")]
    win: Annotated[WinTile | None, Meta(description="the winning tile")]
    logged_points: Annotated[int | None, Meta(description="X as the log has it")]
    won: Annotated[Won | None, Meta(description="whether it is a win by the rules")]
    fan: Annotated[Fan | None, Meta(description="fan after cap and floors")]
    multiplier: Annotated[Multiplier | None, Meta(description="factor on the base points")]
    points: Annotated[Points | None, Meta(description="X by the rules")]
    capped: Annotated[Capped | None, Meta(description="whether the cap held the sum down")]
    lifted_by: Annotated[str | None, Meta(description="the event whose floor lifted it")]
    patterns: Annotated[list[Shown], Meta(description="what made the result")]


class HandRecord(Record, kw_only=True):
    """What one hand of a log came to."""

    file: File
    line: Annotated[Line, Meta(description="the line that ends the hand")]
    game: Annotated[int, Meta(ge=1, description="which game of the log")]
    number: Annotated[int, Meta(description="which hand of the game, as the log counts them")]
    dealer: Annotated[Seat, Meta(description="who dealt")]
    round: Annotated[WindName | None, Meta(description="the round wind; null: none, or not known")]
    rules: RulesId
    ended: Annotated[str, Meta(description="self_drawn, discard, robbing_kong, washout or escape")]
    discarder: Annotated[Seat, Meta(description="the discarder or robbed seat")] | UnsetType = (
        field(name="from", default=UNSET)
    )
    escaped: Annotated[Seat, Meta(description="the seat that left the game")] | UnsetType = UNSET
    wins: Annotated[list[Win], Meta(description="each win")]
    points: Annotated[FourSeats | None, Meta(description="each seat's change, as the log has it")]
    scores: Annotated[FourSeats | None, Meta(description="running totals, as the log has them")]


class TableRecord(Record, kw_only=True):
    """With table: what one hand came to."""

    table: Annotated[HandRecord, Meta(description="the hand")]


class Counted(Record, kw_only=True):
    """How much there was."""

    files: Annotated[int, Meta(ge=0, description="logs")]
    games: Annotated[int, Meta(ge=0, description="games")]
    hands: Annotated[int, Meta(ge=0, description="hands")]
    events: Annotated[int, Meta(ge=0, description="events")]
    findings: Annotated[int, Meta(ge=0, description="faults told")]
    wins_not_judged: (
        Annotated[int, Meta(ge=1, description="games whose wins are not judged")] | UnsetType
    ) = UNSET


class SummaryRecord(Record, kw_only=True):
    """The last line: how much there was."""

    summary: Annotated[Counted, Meta(description="the numbers")]


class Played(Record, kw_only=True):
    """How much was played."""

    rules: RulesId
    seed: Annotated[int, Meta(description="what chance began with")]
    games: Annotated[int, Meta(ge=0, description="games")]
    hands: Annotated[int, Meta(ge=0, description="hands")]
    counts: Annotated[dict[str, int], Meta(description="how often each thing came up")]


class PlayedRecord(Record, kw_only=True):
    """With tally, on stderr: what came up in the games."""

    summary: Annotated[Played, Meta(description="the numbers")]
