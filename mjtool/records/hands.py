"""Records of the questions about hands: score, waits, shanten, efficiency."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from mjtool.records.record import Id, Record, Seats, TileName, WindName
from mjtool.rules.model import EventName, KongKind

HandText = Annotated[str, Meta(description="the hand in canonical notation")]
RulesId = Annotated[str, Meta(description="the rule set: a built-in's name or a file")]
WinTile = Annotated[TileName, Meta(description="the winning tile")]
SelfDrawn = Annotated[bool, Meta(description="whether the winner drew the tile")]
Won = Annotated[bool, Meta(description="whether the hand won")]
Reason = Annotated[str, Meta(description="why a complete hand is no win, in a word")]

Seat = Annotated[WindName, Meta(description="as asked: the own seat; E is the dealer")]
Round = Annotated[WindName, Meta(description="as asked: the round wind")]
Events = Annotated[list[EventName], Meta(description="as asked: what goes with the win")]
Discarder = Annotated[WindName, Meta(description="as asked: the discarder or the robbed seat")]
Liable = Annotated[WindName, Meta(description="as asked: who pays a self-drawn win for all")]
Streak = Annotated[int, Meta(ge=1, description="as asked: which hand of a deal streak, from 0")]
WinnerStreak = Annotated[int, Meta(ge=1, description="as asked: the winner's wins in a row before")]
Follow = Annotated[bool, Meta(description="as asked: the first four discards were alike")]
Wild = Annotated[str, Meta(description="as asked: which kinds are wild")]
Indicator = Annotated[TileName, Meta(description="as asked: the tile that was turned up")]
NoWild = Annotated[bool, Meta(description="as asked: wild kinds are ordinary")]
WildDiscarded = Annotated[
    int, Meta(ge=1, description="as asked: wild tiles that the winner threw away")
]
Held = Annotated[int, Meta(ge=0, description="wild tiles that are held, where a tile may be wild")]
Visible = Annotated[str, Meta(description="as asked: tiles seen elsewhere")]
Draws = Annotated[int, Meta(description="as asked: own draws")]
Swaps = Annotated[int, Meta(description="as asked: tiles that may be kept in exchange")]
Sort = Annotated[str, Meta(description="as asked: what the rows are sorted by")]

Shanten = Annotated[int, Meta(ge=-1, description="tiles from being ready; -1 complete, 0 ready")]
Fan = Annotated[int, Meta(ge=0, description="fan after cap and floors; absent by multiplier")]
Multiplier = Annotated[int, Meta(ge=1, description="factor on the base points; absent by fan")]
Points = Annotated[int, Meta(ge=0, description="X: what one seat pays")]
Capped = Annotated[bool, Meta(description="whether the cap held the sum down")]
Parts = Annotated[list[str], Meta(description="a reading: set by set, the pair last")]
Total = Annotated[int, Meta(ge=0, description="live tiles: the copies left, added up")]
Left = Annotated[int, Meta(ge=0, le=4, description="copies left: 4 - own - visible")]
Live = Annotated[dict[TileName, Left], Meta(description="useful tiles, each with its copies left")]
Thrown = Annotated[TileName, Meta(description="the tile that is thrown")]
Kinds = Annotated[int, Meta(ge=0, description="kinds of useful tiles")]
NoRates = Annotated[None, Meta(description="null where the rates were not found")]
NoRatesReason = Annotated[str, Meta(description="why not, in a word")]
WinRate = Annotated[float, Meta(ge=0, description="with draws: the chance to win within them")]
ReadyRate = Annotated[float, Meta(ge=0, description="with draws: the chance to be ready")]
Value = Annotated[float, Meta(ge=0, description="with draws: the points to expect")]

PatternId = Annotated[str, Meta(description="a pattern or bonus, as in rule files")]
Name = Annotated[str, Meta(description="its name in the language asked for")]
Times = Annotated[int, Meta(ge=2, description="how often, where more than once")]
Note = Annotated[str, Meta(description="the rule file's note on where the value comes from")]
Expression = Annotated[str, Meta(description="of an own one: its when or times")]
Values = Annotated[
    dict[str, bool | int | str],
    Meta(description="of an own one: what the expression asks for, with its value here"),
]
Account = Annotated[str, Meta(description="E, S, W, N or bank")]


class Shown(Record, kw_only=True):
    """A pattern or bonus that a hand shows."""

    id: PatternId
    name: Name
    fan: Annotated[int, Meta(ge=0, description="its fan, all times together")] | UnsetType = UNSET
    times: Times | UnsetType = UNSET
    multiplier: Annotated[int, Meta(description="its factor, in readings")] | UnsetType = UNSET
    source: Note | UnsetType = UNSET
    expression: Expression | UnsetType = UNSET
    values: Values | UnsetType = UNSET


class Room(Record, kw_only=True):
    """A room: coins for a point, and the fee of a hand."""

    coefficient: Annotated[int, Meta(ge=0, description="coins for a point")]
    fee: Annotated[int, Meta(ge=0, description="coins that every seat pays for a hand")]


class Kong(Record, kw_only=True):
    """A kong that settles with the hand."""

    seat: Annotated[WindName, Meta(description="who made it")]
    kind: Annotated[KongKind, Meta(description="which kind it is")]
    feeder: Annotated[WindName, Meta(description="who fed an exposed one")] | UnsetType = field(
        name="from", default=UNSET
    )
    late: (
        Annotated[bool, Meta(description="an added one whose tile was drawn before")] | UnsetType
    ) = UNSET


class Horses(Record, kw_only=True):
    """The horses 马 that settle with the hand."""

    tiles: Annotated[list[TileName], Meta(description="the horses, in the order given")]
    hits: (
        Annotated[int, Meta(ge=0, description="how many point at the winner, whose they are")]
        | UnsetType
    ) = UNSET


class Payment(Record, kw_only=True):
    """Points that move from one account to another."""

    payer: Account
    payee: Account
    points: Annotated[int, Meta(ge=0, description="how many")]
    reason: Annotated[str, Meta(description="what for, in a word that never changes")]


class Alone(Record, kw_only=True):
    """The pattern beside which nothing else counts."""

    id: PatternId
    name: Name
    source: Note


class Factor(Record, kw_only=True):
    """A factor of the way a hand was won."""

    id: Annotated[str, Meta(description="what it is for: self_draw or an event")]
    multiplier: Annotated[int, Meta(ge=1, description="the factor")]
    source: Note


class Cap(Record, kw_only=True):
    """The cap that held a sum down."""

    fan: Annotated[int, Meta(ge=0, description="fan at most")]
    source: Note


class Floor(Record, kw_only=True):
    """The event that lifted a hand."""

    event: Annotated[EventName, Meta(description="which event")]
    fan: Annotated[int, Meta(ge=0, description="fan at least")]
    source: Note


class Limit(Record, kw_only=True):
    """The limit that held the points down."""

    points: Annotated[int, Meta(ge=0, description="points at most")]
    source: Note


class Minimum(Record, kw_only=True):
    """A minimum that a hand does not reach."""

    id: Annotated[Literal["fan", "points"], Meta(description="of what")]
    least: Annotated[int, Meta(ge=0, description="what the rules ask for")]
    found: Annotated[int, Meta(ge=0, description="what was held against it")]
    source: Note


class Removed(Record, kw_only=True):
    """A pattern or bonus that another one absorbs."""

    id: PatternId
    name: Name
    expression: Expression | UnsetType = UNSET
    values: Values | UnsetType = UNSET
    by: Annotated[str, Meta(description="the pattern that absorbs it")]
    source: Annotated[Note, Meta(description="the rule file's note on what that one absorbs")]


class Reading(Record, kw_only=True):
    """One way to divide the hand into sets, and what it comes to."""

    reading: Parts
    place: (
        Annotated[
            str, Meta(description="the set that the winning tile completes, where that differs")
        ]
        | UnsetType
    ) = UNSET
    best: Annotated[bool, Meta(description="whether it is the one that counts")]
    best_by: (
        Annotated[str, Meta(description="what sets the best apart from the next")] | UnsetType
    ) = UNSET
    patterns: Annotated[list[Shown], Meta(description="what counts of it")]
    absorbed: Annotated[list[Shown], Meta(description="what it shows and does not count")]
    stands_alone: Annotated[Alone, Meta(description="why: what is absorbed by")] | UnsetType = UNSET
    removed: (
        Annotated[list[Removed], Meta(description="what a pattern that counts absorbs by name")]
        | UnsetType
    ) = UNSET
    factors: Annotated[list[Factor], Meta(description="factors that apply")] | UnsetType = UNSET
    sum: Annotated[int, Meta(ge=0, description="fan before cap and floors")] | UnsetType = UNSET
    fan: Fan | UnsetType = UNSET
    multiplier: Multiplier | UnsetType = UNSET
    points: Points
    cap: Annotated[Cap, Meta(description="the cap, where it held the sum down")] | UnsetType = UNSET
    floor: Annotated[Floor, Meta(description="the floor that lifted it")] | UnsetType = UNSET
    limit: Annotated[Limit, Meta(description="the limit, where it held it down")] | UnsetType = (
        UNSET
    )
    minimum: (
        Annotated[list[Minimum], Meta(description="the minimums that it does not reach")]
        | UnsetType
    ) = UNSET


class StandsFor(Record, kw_only=True):
    """A wild tile and what it stands for."""

    tile: Annotated[TileName, Meta(description="the wild tile as it is written")]
    kind: Annotated[TileName, Meta(description="the kind it stands for")] = field(name="as")


class ScoreRecord(Record, kw_only=True):
    """What ``mjtool score`` tells of a hand."""

    id: Id | UnsetType = UNSET
    hand: HandText
    rules: RulesId
    win: WinTile
    self_drawn: SelfDrawn
    seat: Seat | UnsetType = UNSET
    round: Round | UnsetType = UNSET
    events: Events | UnsetType = UNSET
    discarder: Discarder | UnsetType = field(name="from", default=UNSET)
    liable: Liable | UnsetType = UNSET
    room: Annotated[Room, Meta(description="as asked")] | UnsetType = UNSET
    kongs: Annotated[list[Kong], Meta(description="as asked: kongs to settle")] | UnsetType = UNSET
    wild: Wild | UnsetType = UNSET
    indicator: Indicator | UnsetType = UNSET
    no_wild: NoWild | UnsetType = UNSET
    wild_discarded: WildDiscarded | UnsetType = UNSET
    streak: Streak | UnsetType = UNSET
    winner_streak: WinnerStreak | UnsetType = UNSET
    follow: Follow | UnsetType = UNSET
    won: Won
    shanten: Annotated[Shanten, Meta(description="of a hand not complete")] | UnsetType = UNSET
    reason: Reason | UnsetType = UNSET
    fan: Fan | UnsetType = UNSET
    multiplier: Multiplier | UnsetType = UNSET
    points: Points | UnsetType = UNSET
    capped: Capped | UnsetType = UNSET
    patterns: Annotated[list[Shown], Meta(description="what made the result")] | UnsetType = UNSET
    reading: Annotated[Parts, Meta(description="the reading that counts")] | UnsetType = UNSET
    wilds: (
        Annotated[list[StandsFor], Meta(description="wild tiles, as the hand writes them")]
        | UnsetType
    ) = UNSET
    assignments: (
        Annotated[int, Meta(ge=0, description="with explain: ways for them to complete the hand")]
        | UnsetType
    ) = UNSET
    payments: Annotated[Seats, Meta(description="points won or lost, by seat")] | UnsetType = UNSET
    bank: Annotated[int, Meta(description="points to the bank: all add up to 0")] | UnsetType = (
        UNSET
    )
    coins: Annotated[Seats, Meta(description="coins won or lost, by seat")] | UnsetType = UNSET
    horses: Annotated[Horses, Meta(description="as asked: horses to settle")] | UnsetType = UNSET
    readings: Annotated[list[Reading], Meta(description="with explain: all")] | UnsetType = UNSET
    ledger: (
        Annotated[list[Payment], Meta(description="with explain: every payment, as it fell due")]
        | UnsetType
    ) = UNSET


class Worth(Record, kw_only=True):
    """What a wait wins, one way."""

    fan: Fan | UnsetType = UNSET
    points: Points


class Wait(Record, kw_only=True):
    """A tile that completes the hand."""

    tile: TileName
    left: Left
    self_drawn: Annotated[Worth | None, Meta(description="what it wins self-drawn; null: nothing")]
    discard: (
        Annotated[
            Worth | None,
            Meta(description="what it wins on a discard; null: nothing; absent: no such win"),
        ]
        | UnsetType
    ) = UNSET
    reason: Annotated[str, Meta(description="why one is null, in a word")] | UnsetType = UNSET


class DiscardWaits(Record, kw_only=True):
    """What a full hand waits for after one discard."""

    discard: Thrown
    any: (
        Annotated[bool, Meta(description="true where every kind that can come completes the hand")]
        | UnsetType
    ) = UNSET
    waits: Annotated[list[Wait], Meta(description="the waits then")]
    total: Total


class WaitsRecord(Record, kw_only=True):
    """What ``mjtool waits`` tells of a hand: its waits, or those of each discard."""

    id: Id | UnsetType = UNSET
    hand: HandText
    rules: RulesId
    wild: Wild | UnsetType = UNSET
    indicator: Indicator | UnsetType = UNSET
    no_wild: NoWild | UnsetType = UNSET
    visible: Visible | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    round: Round | UnsetType = UNSET
    wilds: Held | UnsetType = UNSET
    shanten: Shanten
    any: (
        Annotated[bool, Meta(description="true where every kind that can come completes the hand")]
        | UnsetType
    ) = UNSET
    waits: Annotated[list[Wait], Meta(description="of 13 tiles")] | UnsetType = UNSET
    dead_waits: (
        Annotated[list[TileName], Meta(description="waits whose four tiles are all in the hand")]
        | UnsetType
    ) = UNSET
    total: Total | UnsetType = UNSET
    discards: (
        Annotated[list[DiscardWaits], Meta(description="of 14 tiles, the best first")] | UnsetType
    ) = UNSET


class ShantenRecord(Record, kw_only=True):
    """What ``mjtool shanten`` tells of a hand; a form that cannot be is null."""

    id: Id | UnsetType = UNSET
    hand: HandText
    rules: RulesId
    wild: Wild | UnsetType = UNSET
    indicator: Indicator | UnsetType = UNSET
    no_wild: NoWild | UnsetType = UNSET
    wilds: Held | UnsetType = UNSET
    shanten: Annotated[Shanten, Meta(description="the least of the forms")]
    standard: Annotated[Shanten, Meta(description="to four sets and a pair")]
    seven_pairs: Annotated[Shanten | None, Meta(description="to seven pairs")]
    thirteen_orphans: Annotated[Shanten | None, Meta(description="to thirteen orphans")]
    sets_counted: (
        Annotated[bool, Meta(description="false where the own sets' tiles were not counted")]
        | UnsetType
    ) = UNSET


class Improvement(Record, kw_only=True):
    """What a draw that widens leads to."""

    discard: Thrown
    total: Total


Improvements = Annotated[
    dict[TileName, Improvement],
    Meta(description="as asked: draws that widen without coming nearer"),
]


class Row(Record, kw_only=True):
    """A hand after one discard."""

    discard: Thrown | UnsetType = UNSET
    shanten: Shanten
    tiles: Live
    kinds: Kinds
    total: Total
    improvements: Improvements | UnsetType = UNSET
    rates: NoRates | UnsetType = UNSET
    reason: NoRatesReason | UnsetType = UNSET
    win_rate: WinRate | UnsetType = UNSET
    ready_rate: ReadyRate | UnsetType = UNSET
    value: Value | UnsetType = UNSET


class Target(Record, kw_only=True):
    """How far the hand is from one pattern."""

    pattern: PatternId
    shanten: Annotated[Shanten, Meta(description="towards the pattern")]
    tiles: Live
    total: Total


class EfficiencyRecord(Record, kw_only=True):
    """What ``mjtool efficiency`` tells of a hand: of 13 tiles its own row, of 14 one a discard."""

    id: Id | UnsetType = UNSET
    hand: HandText
    rules: RulesId
    wild: Wild | UnsetType = UNSET
    indicator: Indicator | UnsetType = UNSET
    no_wild: NoWild | UnsetType = UNSET
    visible: Visible | UnsetType = UNSET
    draws: Draws | UnsetType = UNSET
    swaps: Swaps | UnsetType = UNSET
    sort: Sort | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    round: Round | UnsetType = UNSET
    wilds: Held | UnsetType = UNSET
    shanten: Shanten
    tiles: Live | UnsetType = UNSET
    kinds: Kinds | UnsetType = UNSET
    total: Total | UnsetType = UNSET
    improvements: Improvements | UnsetType = UNSET
    rates: NoRates | UnsetType = UNSET
    reason: NoRatesReason | UnsetType = UNSET
    win_rate: WinRate | UnsetType = UNSET
    ready_rate: ReadyRate | UnsetType = UNSET
    value: Value | UnsetType = UNSET
    discards: Annotated[list[Row], Meta(description="in the order asked for")] | UnsetType = UNSET
    targets: Annotated[list[Target], Meta(description="as asked")] | UnsetType = UNSET
    targets_left_out: (
        Annotated[list[PatternId], Meta(description="own patterns without a distance")] | UnsetType
    ) = UNSET
