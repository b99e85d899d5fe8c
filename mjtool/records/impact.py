"""Records of what rules do to the game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from mjtool.records.record import Record

Name = Annotated[str, Meta(description="what is told, as washout or mean_x")]
Number = Annotated[float, Meta(description="its value")]


class EstimateRecord(Record, kw_only=True):
    """A figure with its 95 % interval."""

    value: Number
    low: Annotated[float, Meta(description="the lower end of its interval")]
    high: Annotated[float, Meta(description="the upper end of its interval")]


class FigureRecord(Record, kw_only=True):
    """One figure of both sides."""

    name: Name
    a: Annotated[EstimateRecord | None, Meta(description="under A; null: nothing tells it")]
    b: Annotated[EstimateRecord | None, Meta(description="under B")] | UnsetType = UNSET
    change: (
        Annotated[EstimateRecord | None, Meta(description="what B has more, paired by deal")]
        | UnsetType
    ) = UNSET


class ImpactRecord(Record, kw_only=True):
    """What a rule set makes of the game, and what another changes."""

    a: Annotated[str, Meta(description="the rule set")]
    b: Annotated[str, Meta(description="the one it is compared with")] | UnsetType = UNSET
    hands: Annotated[int, Meta(ge=0, description="hands played, each side")]
    games: Annotated[int, Meta(ge=0, description="games they make")]
    seed: Annotated[int, Meta(description="what chance began with")]
    players: Annotated[list[str], Meta(description="styles of the players")]
    longest: Annotated[list[int], Meta(description="the longest deal streak seen, of each side")]
    figures: Annotated[list[FigureRecord], Meta(description="the figures")]


class ExpectedRecord(Record, kw_only=True):
    """A bound of --expect, and whether it holds."""

    name: Name
    outcome: Annotated[
        Literal["holds", "fails", "undecided"], Meta(description="what became of it")
    ]
    bound: Annotated[str, Meta(description="the bound, in words of its file")]
    found: Annotated[EstimateRecord | None, Meta(description="the figure")]
    hands: (
        Annotated[int, Meta(ge=0, description="hands that would decide it, about")] | UnsetType
    ) = UNSET
