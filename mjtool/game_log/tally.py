"""What a replay tells beside findings: how much there was, and what each hand came to."""

from typing import Any

from msgspec import UNSET, Struct

from mjtool.appraisal import Shown
from mjtool.errors import MjtoolError
from mjtool.game_log.events import EndHand, StartHand
from mjtool.game_log.settle import Settlement
from mjtool.records import logs as records
from mjtool.records.record import WIND_NAMES, WindName
from mjtool.rules import RuleSet
from mjtool.rules.kept import current_rules
from mjtool.scoring import Score
from mjtool.settlement import Payment
from mjtool.table.legality import rules_name
from mjtool.table.moves import ESCAPED, Table


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

    def record(self) -> records.Counted:
        """Return the counts as JSON output tells them."""
        return records.Counted(
            files=self.files,
            games=self.games,
            hands=self.hands,
            events=self.events,
            findings=self.findings,
            wins_not_judged=self.unjudged or UNSET,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain tables, named as in JSON output."""
        return self.record().to_dict()


class WinRow(Struct, frozen=True, gc=False):
    """One win of a hand: by whom, with what, and what it is worth.

    ``fan``, ``multiplier``, ``points`` and ``patterns`` are what the rules give, None and empty
    where the log is not scored, as are hand and tile; ``logged_points`` what the log says.
    ``capped`` and ``lifted_by`` tell that the cap held the fan down, and which event's floor
    lifted them.
    """

    seat: int
    hand: str | None
    win: str | None
    logged_points: int | None
    won: bool | None
    fan: int | None
    multiplier: int | None
    points: int | None
    patterns: tuple[Shown, ...]
    capped: bool | None = None
    lifted_by: str | None = None

    def record(self, rules: RuleSet | None, lang: str = "en") -> records.Win:
        """Return the win as JSON output tells it; ``rules`` name its patterns."""
        return records.Win(
            seat=self.seat,
            hand=self.hand,
            win=self.win,
            logged_points=self.logged_points,
            won=self.won,
            fan=self.fan,
            multiplier=self.multiplier,
            points=self.points,
            capped=self.capped,
            lifted_by=self.lifted_by,
            patterns=[each.record(rules, lang) for each in self.patterns] if rules else [],
        )


class HandRow(Struct, frozen=True, gc=False):
    """What one hand came to: a row of ``replay --table``.

    ``ended`` is ``self_drawn``, ``discard``, ``robbing_kong``, ``washout`` or ``escape``;
    ``source`` the discarder, the robbed or the escaped seat; ``number`` the hand's in the log.
    ``points`` and the running totals ``scores`` are the log's, each None where it does not tell
    them; ``ledger`` is who pays whom for what by the rules, None where that is not known.
    """

    file: str
    line: int
    game: int
    number: int
    dealer: int
    round: WindName | None
    rules: str
    ended: str
    source: int | None
    wins: tuple[WinRow, ...]
    points: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    ledger: tuple[Payment, ...] | None = None

    def record(self, lang: str = "en") -> records.HandRecord:
        """Return the row as JSON output tells it."""
        try:
            rules = current_rules(self.rules) if self.wins else None
        except MjtoolError:
            rules = None  # the file is gone, and the names with it
        out = records.HandRecord(
            file=self.file,
            line=self.line,
            game=self.game,
            number=self.number,
            dealer=self.dealer,
            round=self.round,
            rules=self.rules,
            ended=self.ended,
            wins=[win.record(rules, lang) for win in self.wins],
            points=None if self.points is None else list(self.points),
            scores=None if self.scores is None else list(self.scores),
        )
        if self.source is not None and self.ended == "escape":
            out.escaped = self.source
        elif self.source is not None:
            out.discarder = self.source
        return out

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the row as plain tables, named as in JSON output."""
        return self.record(lang).to_dict()


def hand_row(  # noqa: PLR0913, PLR0917
    file: str,
    line: int,
    game: int,
    start: StartHand,
    event: EndHand,
    table: Table,
    round_wind: int | None,
    settled: Settlement | None,
    totals: tuple[int, ...] | None,
) -> HandRow:
    """Return the row of a hand that ``event`` settles, ``settled`` by the rules where judged."""
    scores = {} if settled is None else settled.scores
    logged = {win.seat: None if win.points is UNSET else win.points for win in event.wins}
    source: int | None = None
    if table.state == ESCAPED:
        ended, source = "escape", table.turn
    elif not table.winners:
        ended = "washout"
    elif table.self_drawn:
        ended = "self_drawn"
    else:
        ended, source = "robbing_kong" if table.robbed else "discard", table.live_seat
    counts_winds = table.rules.rounds.winds
    return HandRow(
        file=file,
        line=line,
        game=game,
        number=start.hand,
        dealer=table.dealer,
        round=WIND_NAMES[round_wind] if counts_winds and round_wind is not None else None,
        rules=table.rules.id if table.legality.judges else rules_name(table.legality),
        ended=ended,
        source=source,
        wins=tuple(_win_row(seat, scores.get(seat), logged.get(seat)) for seat in table.winners),
        points=None if event.points is UNSET else tuple(event.points),
        scores=(tuple(event.scores) if totals is None else totals)
        if event.scores is not UNSET
        else totals,
        ledger=None if settled is None else settled.ledger(),
    )


def _win_row(seat: int, score: Score | None, logged: int | None) -> WinRow:
    if score is None:
        return WinRow(seat, None, None, logged, None, None, None, None, ())
    return WinRow(
        seat=seat,
        hand=str(score.hand),
        win=str(score.win),
        logged_points=logged,
        won=score.won,
        fan=score.fan,
        multiplier=score.multiplier,
        points=score.points if score.won else None,
        patterns=score.patterns,
        capped=score.capped,
        lifted_by=score.lifted_by,
    )
