"""What a replay tells beside findings: how much there was, and what each hand came to."""

from msgspec import UNSET, Struct

from mjtool.game_log.events import EndHand, StartHand
from mjtool.scoring import Score
from mjtool.table.moves import ESCAPED, Table
from mjtool.table.rotation import ROUNDS


class Counts(Struct):
    """How much was replayed: of the log ``file``, or of many.

    ``unjudged`` counts games whose wins are not judged nor settled, as those of foreign logs.
    """

    files: int = 0
    games: int = 0
    hands: int = 0
    events: int = 0
    findings: int = 0
    unjudged: int = 0
    file: str = ""

    def add(self, other: "Counts") -> None:
        """Add what ``other`` counts."""
        self.files += other.files
        self.games += other.games
        self.hands += other.hands
        self.events += other.events
        self.findings += other.findings
        self.unjudged += other.unjudged

    def as_json(self) -> dict[str, int]:
        """Return the counts by name; ``wins_not_judged`` where there are such games."""
        names = ("files", "games", "hands", "events", "findings")
        told = {name: getattr(self, name) for name in names}
        return told | ({"wins_not_judged": self.unjudged} if self.unjudged else {})


class WinRow(Struct, frozen=True, gc=False):
    """One win of a hand: by whom, with what, and what it is worth.

    ``fan``, ``multiplier``, ``points`` and ``patterns`` are what the rules give, None and empty
    where the log is not scored; ``logged_points`` what the log says. ``capped`` and ``lifted_by``
    tell that the cap held the fan down, and which event's floor lifted them.
    """

    seat: int
    hand: str
    tile: str
    logged_points: int | None
    won: bool | None
    fan: int | None
    multiplier: int | None
    points: int | None
    patterns: tuple[str, ...]
    capped: bool | None = None
    lifted_by: str | None = None


class HandRow(Struct, frozen=True, gc=False):
    """What one hand came to: a row of ``replay --table``.

    ``outcome`` is ``self_drawn``, ``discard``, ``robbing``, ``washout`` or ``escape``; ``source``
    the discarder, the robbed or the escaped seat. ``points`` and the running totals ``scores`` are
    the log's, each None where it does not tell them.
    """

    file: str
    line: int
    game: int
    hand: int
    dealer: int
    round: str | None
    rules: str
    outcome: str
    source: int | None
    wins: tuple[WinRow, ...]
    points: tuple[int, ...] | None
    scores: tuple[int, ...] | None

    def as_json(self) -> dict[str, object]:
        """Return the row as it stands in JSON output."""
        row: dict[str, object] = {name: getattr(self, name) for name in self.__struct_fields__}
        row["wins"] = [
            {name: getattr(win, name) for name in win.__struct_fields__} for win in self.wins
        ]
        return row


def hand_row(  # noqa: PLR0913, PLR0917
    file: str,
    line: int,
    game: int,
    start: StartHand,
    event: EndHand,
    table: Table,
    round_wind: int | None,
    scores: dict[int, Score],
    totals: tuple[int, ...] | None,
) -> HandRow:
    """Return the row of a hand that ``event`` settles; ``scores`` are those of its winners."""
    logged = {win.seat: None if win.points is UNSET else win.points for win in event.wins}
    source: int | None = None
    if table.state == ESCAPED:
        outcome, source = "escape", table.turn
    elif not table.winners:
        outcome = "washout"
    elif table.self_drawn:
        outcome = "self_drawn"
    else:
        outcome, source = "robbing" if table.robbed else "discard", table.live_seat
    counts_winds = table.rules.rounds.winds
    return HandRow(
        file=file,
        line=line,
        game=game,
        hand=start.hand,
        dealer=table.dealer,
        round=ROUNDS[round_wind] if counts_winds and round_wind is not None else None,
        rules=next((score.rules.id for score in scores.values()), table.rules.id),
        outcome=outcome,
        source=source,
        wins=tuple(_win_row(seat, scores.get(seat), logged.get(seat)) for seat in table.winners),
        points=None if event.points is UNSET else tuple(event.points),
        scores=(tuple(event.scores) if totals is None else totals)
        if event.scores is not UNSET
        else totals,
    )


def _win_row(seat: int, score: Score | None, logged: int | None) -> WinRow:
    if score is None:
        return WinRow(seat, "", "", logged, None, None, None, None, ())
    return WinRow(
        seat=seat,
        hand=str(score.hand),
        tile=str(score.win),
        logged_points=logged,
        won=score.won,
        fan=score.fan,
        multiplier=score.multiplier,
        points=score.points if score.won else None,
        patterns=score.pattern_ids,
        capped=score.capped,
        lifted_by=score.lifted_by,
    )
