"""What the wins of a log would be worth under a rule set of choice: ``replay --score-as``."""

from msgspec import Struct

from mjtool.hand import Hand, SetKind
from mjtool.messages import text
from mjtool.patterns import Circumstances
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.table.moves import Table
from mjtool.table.outcome import circumstances, score_win
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
        if found.verdict is not None:
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


def worth_of(  # noqa: PLR0913, PLR0917
    file: str, line: int, table: Table, seat: int, rules: RuleSet, round_wind: int | None
) -> Worth:
    """Return what the win of ``seat`` on ``table`` is worth under ``rules``."""
    outcome = table.outcome()
    hand, tile = table.winning_hand(seat), table.winning_tile()
    reason = _unknown(rules, table, hand)
    if reason is None:
        found = score_win(rules, outcome, seat, hand, tile, round_wind)
    else:
        events = frozenset(circumstances(rules, outcome, seat))
        how = Circumstances(outcome.self_drawn, events=events)
        found = Score(hand, rules, TILES[tile], how, None, None, reason)
    return Worth(file, line, seat, outcome.source, found)


def _unknown(rules: RuleSet, table: Table, hand: Hand) -> str | None:
    """Return what led to the win that the rules do not have, None where they have it all."""
    if not rules.claims.chow and any(fixed.kind == SetKind.CHOW for fixed in hand.sets):
        return "chow_not_allowed"
    if table.robbed and table.kong_kind not in rules.rob.kinds:
        return "robbing_not_allowed"
    if any(hand.counts[kind] or hand.used[kind] for kind in rules.stock.lacks):
        return "not_in_set"
    return None
