"""What the wins of a log would be worth under a rule set of choice: ``replay --score-as``."""

from collections.abc import Callable

from msgspec import Struct

from mjtool.hand import Hand, SetKind
from mjtool.messages import text
from mjtool.patterns import Circumstances
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.table.moves import Table
from mjtool.table.outcome import circumstances, score_win
from mjtool.table.wall import HIDDEN
from mjtool.tiles import TILES


class Worth(Struct, frozen=True):
    """One win, and what it comes to; ``source`` None: self-drawn."""

    file: str
    line: int
    seat: int
    source: int | None
    score: Score

    def as_json(self, lang: str = "en") -> dict[str, object]:
        """Return the win as it stands in JSON output, below ``"worth"``."""
        found = self.score
        out: dict[str, object] = {"file": self.file, "line": self.line, "seat": self.seat}
        if self.source is not None:
            out["from"] = self.source
        out |= {"rules": found.rules.id, "hand": str(found.hand), "win": str(found.win)}
        out |= {"self_drawn": self.source is None, "won": found.won}
        if found.fan is not None:
            out["fan"] = found.fan
        if found.multiplier is not None:
            out["multiplier"] = found.multiplier
        if found.won:
            out["points"] = found.points
            out["patterns"] = [
                {"id": shown.id, "name": found.rules.label(shown.id, lang)}
                | ({} if shown.fan is None else {"fan": shown.fan})
                | ({"times": shown.times} if shown.times > 1 else {})
                for shown in found.patterns
            ]
        elif found.shanten is not None:
            out["shanten"] = found.shanten
        if found.reason is not None:
            out["reason"] = found.reason
        return {"worth": out}

    def line_text(self, lang: str = "en") -> str:
        """Return ``FILE:LINE: `` and what the win is worth, for people."""
        found = self.score
        data = {"seat": self.seat, "hand": found.hand, "win": found.win, "rules": found.rules.id}
        if not found.won:
            key = f"worth.{found.reason or 'incomplete'}"
            told = text(key, lang, shanten=found.shanten, **data)
        else:
            names = " ".join(found.rules.label(shown.id, lang) for shown in found.patterns)
            key = "worth.multiplier" if found.fan is None else "worth.fan"
            size = found.multiplier if found.fan is None else found.fan
            told = text(key, lang, names=names, size=size, points=found.points, **data)
        return f"{self.file}:{self.line}: {told}"


class Worths:
    """Scores each win of a log: an audit's ``on_win``; call :meth:`finish` when it is over.

    The wins of a hand are scored together, when the next hand is won or the log ends: how many
    there are counts too. A winner with hidden tiles is passed over.
    """

    def __init__(self, file: str, rules: RuleSet, emit: Callable[[Worth], None]) -> None:
        self._file = file
        self._rules = rules
        self._emit = emit
        self._table: Table | None = None
        self._round: int | None = None
        self._lines: list[int] = []

    def __call__(self, table: Table, line: int, round_wind: int | None) -> None:
        """Take the win that ``table`` has just seen."""
        if table is not self._table:
            self.finish()
        self._table, self._round = table, round_wind
        self._lines.append(line)

    def finish(self) -> None:
        """Score the wins of the last hand."""
        table, lines = self._table, self._lines
        self._table, self._lines = None, []
        if table is not None:
            for seat, line in zip(table.winners, lines, strict=True):
                if not table.hands[seat][HIDDEN]:
                    source = None if table.self_drawn else table.live_seat
                    self._emit(Worth(self._file, line, seat, source, self._score(table, seat)))

    def _score(self, table: Table, seat: int) -> Score:
        rules, outcome = self._rules, table.outcome()
        hand, tile = table.winning_hand(seat), table.winning_tile()
        reason = self._unknown_here(table, hand)
        if reason is None:
            return score_win(rules, outcome, seat, hand, tile, self._round)
        events = frozenset(circumstances(rules, outcome, seat))
        how = Circumstances(outcome.self_drawn, events=events)
        return Score(hand, rules, TILES[tile], how, None, None, reason)

    def _unknown_here(self, table: Table, hand: Hand) -> str | None:
        """Return what led to the win that the rules do not have, None where they have it all."""
        if not self._rules.claims.chow and any(fixed.kind == SetKind.CHOW for fixed in hand.sets):
            return "chow_not_allowed"
        if table.robbed and table.kong_kind not in self._rules.rob.kinds:
            return "robbing_not_allowed"
        return None
