"""Rows of tables: what parquet and CSV files hold, column by column; each field is a column.

A column is text, a whole number, a number, a truth, or a list of texts; what is None is no value.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, UnsetType

from mjtool.records import hands, logs
from mjtool.records.hands import HandText, RulesId, Shanten
from mjtool.records.record import Record, TileName, WindName

LineNumber = Annotated[int, Meta(ge=1, description="the number of the line or hand, from 1")]
Id = Annotated[str | None, Meta(description="the id of the request; JSON where it is no text")]
Names = Annotated[list[str], Meta(description="several words")]
Number = Annotated[int | None, Meta(description="null: it does not apply")]


class ScoreRow(Record, kw_only=True):
    """A hand that was scored: a row."""

    line: LineNumber
    id: Id
    hand: HandText
    rules: RulesId
    win: TileName
    self_drawn: bool
    seat: WindName | None
    round: WindName | None
    events: Names
    discarder: WindName | None
    won: bool
    shanten: Number
    reason: str | None
    fan: Number
    multiplier: Number
    points: Number
    capped: bool | None
    patterns: Annotated[list[str], Meta(description="ids of what made the result")]
    reading: Names
    payment_E: Number
    payment_S: Number
    payment_W: Number
    payment_N: Number
    bank: Number
    coins_E: Number
    coins_S: Number
    coins_W: Number
    coins_N: Number


class WaitRow(Record, kw_only=True):
    """A tile that completes a hand, perhaps after a discard: a row; one without where none does."""

    line: LineNumber
    id: Id
    hand: HandText
    rules: RulesId
    shanten: Shanten
    discard: TileName | None
    tile: TileName | None
    left: Number
    self_drawn_fan: Number
    self_drawn_points: Number
    discard_fan: Number
    discard_points: Number
    reason: str | None


class ShantenRow(Record, kw_only=True):
    """A hand and how far it is: a row."""

    line: LineNumber
    id: Id
    hand: HandText
    rules: RulesId
    shanten: Shanten
    standard: Shanten
    seven_pairs: Number
    thirteen_orphans: Number


class EfficiencyRow(Record, kw_only=True):
    """A hand after one discard, or as it waits: a row."""

    line: LineNumber
    id: Id
    hand: HandText
    rules: RulesId
    hand_shanten: Shanten
    place: Annotated[int, Meta(ge=1, description="1 is the best discard")]
    discard: TileName | None
    shanten: Shanten
    kinds: int
    total: int
    tiles: Annotated[list[str], Meta(description="useful tiles")]
    win_rate: float | None
    ready_rate: float | None
    value: float | None
    reason: str | None


class FindingRow(Record, kw_only=True):
    """A fault of a log: a row."""

    file: str
    line: int
    code: str
    seat: Number
    message: str
    expected: Annotated[str | None, Meta(description="what the rules give; JSON but for text")]
    found: Annotated[str | None, Meta(description="what the log says; JSON but for text")]
    hands: Annotated[int, Meta(ge=1, description="in how many hands")]


class HandRow(Record, kw_only=True):
    """A hand of a log and one of its wins: a row; one without where nobody won."""

    file: str
    line: int
    game: int
    number: int
    dealer: int
    round: WindName | None
    rules: RulesId
    ended: str
    discarder: Number
    escaped: Number
    wins: Annotated[int, Meta(ge=0, description="how many won")]
    place: Annotated[int, Meta(ge=0, description="which of the wins, from 1; 0: nobody won")]
    seat: Number
    hand: HandText | None
    win: TileName | None
    logged_points: Number
    won: bool | None
    fan: Number
    multiplier: Number
    points: Number
    capped: bool | None
    lifted_by: str | None
    patterns: Annotated[list[str], Meta(description="ids of what made the result")]
    change_0: Number
    change_1: Number
    change_2: Number
    change_3: Number
    score_0: Number
    score_1: Number
    score_2: Number
    score_3: Number


_T = TypeVar("_T")


def _or_none(value: _T | UnsetType) -> _T | None:
    return None if value is UNSET else value


def score_rows(line: int, id: str | None, told: hands.ScoreRecord) -> list[ScoreRow]:
    """Return the row of a score."""
    paid = {} if told.payments is UNSET else told.payments
    coins = {} if told.coins is UNSET else told.coins
    row = ScoreRow(
        line=line,
        id=id,
        hand=told.hand,
        rules=told.rules,
        win=told.win,
        self_drawn=told.self_drawn,
        seat=_or_none(told.seat),
        round=_or_none(told.round),
        events=[] if told.events is UNSET else [*told.events],
        discarder=_or_none(told.discarder),
        won=told.won,
        shanten=_or_none(told.shanten),
        reason=_or_none(told.reason),
        fan=_or_none(told.fan),
        multiplier=_or_none(told.multiplier),
        points=_or_none(told.points),
        capped=_or_none(told.capped),
        patterns=[] if told.patterns is UNSET else [each.id for each in told.patterns],
        reading=[] if told.reading is UNSET else told.reading,
        payment_E=paid.get("E"),
        payment_S=paid.get("S"),
        payment_W=paid.get("W"),
        payment_N=paid.get("N"),
        bank=_or_none(told.bank),
        coins_E=coins.get("E"),
        coins_S=coins.get("S"),
        coins_W=coins.get("W"),
        coins_N=coins.get("N"),
    )
    return [row]


def waits_rows(line: int, id: str | None, told: hands.WaitsRecord) -> list[WaitRow]:
    """Return a row for each wait, of each discard."""
    listed: list[tuple[str | None, hands.Wait | None]] = []
    if told.waits is not UNSET:
        listed = [(None, wait) for wait in told.waits]
    elif told.discards is not UNSET:
        listed = [(each.discard, wait) for each in told.discards for wait in each.waits]
    rows = []
    for discard, wait in listed or [(None, None)]:
        drawn = None if wait is None else wait.self_drawn
        given = None if wait is None else _or_none(wait.discard)
        rows.append(
            WaitRow(
                line=line,
                id=id,
                hand=told.hand,
                rules=told.rules,
                shanten=told.shanten,
                discard=discard,
                tile=None if wait is None else wait.tile,
                left=None if wait is None else wait.left,
                self_drawn_fan=None if drawn is None else _or_none(drawn.fan),
                self_drawn_points=None if drawn is None else drawn.points,
                discard_fan=None if given is None else _or_none(given.fan),
                discard_points=None if given is None else given.points,
                reason=None if wait is None else _or_none(wait.reason),
            )
        )
    return rows


def shanten_rows(line: int, id: str | None, told: hands.ShantenRecord) -> list[ShantenRow]:
    """Return the row of a shanten."""
    row = ShantenRow(
        line=line,
        id=id,
        hand=told.hand,
        rules=told.rules,
        shanten=told.shanten,
        standard=told.standard,
        seven_pairs=told.seven_pairs,
        thirteen_orphans=told.thirteen_orphans,
    )
    return [row]


def efficiency_rows(line: int, id: str | None, told: hands.EfficiencyRecord) -> list[EfficiencyRow]:
    """Return a row for each discard, or the one of a hand that waits."""
    listed: list[hands.Row | hands.EfficiencyRecord]
    listed = [told] if told.discards is UNSET else [*told.discards]
    rows = []
    for place, each in enumerate(listed, 1):
        tiles = {} if each.tiles is UNSET else each.tiles
        rows.append(
            EfficiencyRow(
                line=line,
                id=id,
                hand=told.hand,
                rules=told.rules,
                hand_shanten=told.shanten,
                place=place,
                discard=_or_none(each.discard) if isinstance(each, hands.Row) else None,
                shanten=each.shanten,
                kinds=len(tiles),
                total=sum(tiles.values()),
                tiles=[*tiles],
                win_rate=_or_none(each.win_rate),
                ready_rate=_or_none(each.ready_rate),
                value=_or_none(each.value),
                reason=_or_none(each.reason),
            )
        )
    return rows


def hand_rows(told: logs.HandRecord) -> list[HandRow]:
    """Return a row for each win of a hand."""
    change: list[int] | list[None] = told.points or [None] * 4
    scores: list[int] | list[None] = told.scores or [None] * 4
    listed: list[tuple[int, logs.Win | None]] = [*enumerate(told.wins, 1)] or [(0, None)]
    rows = []
    for place, win in listed:
        rows.append(
            HandRow(
                file=told.file,
                line=told.line,
                game=told.game,
                number=told.number,
                dealer=told.dealer,
                round=told.round,
                rules=told.rules,
                ended=told.ended,
                discarder=_or_none(told.discarder),
                escaped=_or_none(told.escaped),
                wins=len(told.wins),
                place=place,
                seat=None if win is None else win.seat,
                hand=None if win is None else win.hand,
                win=None if win is None else win.win,
                logged_points=None if win is None else win.logged_points,
                won=None if win is None else win.won,
                fan=None if win is None else win.fan,
                multiplier=None if win is None else win.multiplier,
                points=None if win is None else win.points,
                capped=None if win is None else win.capped,
                lifted_by=None if win is None else win.lifted_by,
                patterns=[each.id for each in win.patterns] if win else [],
                change_0=change[0],
                change_1=change[1],
                change_2=change[2],
                change_3=change[3],
                score_0=scores[0],
                score_1=scores[1],
                score_2=scores[2],
                score_3=scores[3],
            )
        )
    return rows
