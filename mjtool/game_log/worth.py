"""What the wins of a log would be worth under a rule set of choice: ``replay --score-as``."""

from typing import Any, Final

from msgspec import UNSET, Struct

from mjtool.hand import Hand, SetKind
from mjtool.messages import on_one_line, text
from mjtool.patterns import Circumstances
from mjtool.records import logs as records
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.table.moves import Table
from mjtool.table.outcome import circumstances, score_win
from mjtool.tiles import KINDS, PIECES

_OF_SCORE: Final = (
    *("rules", "hand", "win", "won", "shanten", "reason"),
    *("fan", "multiplier", "points", "capped", "patterns"),
)
"""What the record of a win has in common with that of a score."""


class Worth(Struct, frozen=True):
    """One win, and what it comes to; ``source`` None: self-drawn."""

    file: str
    line: int
    seat: int
    source: int | None
    score: Score

    def record(self, lang: str = "en") -> records.WorthRecord:
        """Return the win as JSON output tells it."""
        found = self.score.record(lang)
        worth = records.WinWorth(
            file=self.file,
            line=self.line,
            seat=self.seat,
            discarder=UNSET if self.source is None else self.source,
            self_drawn=self.source is None,
            **{name: getattr(found, name) for name in _OF_SCORE},
        )
        return records.WorthRecord(worth=worth)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the win as plain tables, named as in JSON output."""
        return self.record(lang).to_dict()

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
        return on_one_line(f"{self.file}:{self.line}: {told}")


def worth_of(  # noqa: PLR0913, PLR0917
    file: str, line: int, table: Table, seat: int, rules: RuleSet, round_wind: int | None
) -> Worth:
    """Return what the win of ``seat`` on ``table`` is worth under ``rules``."""
    outcome = table.outcome()
    hand, tile = table.winning_hand(seat), table.winning_tile()
    indicator = table.rules.wilds.indicator
    if rules.wild.indicator != "none" and indicator is not None:
        rules = rules.turned_up(indicator)
    if rules.wilds.kinds != table.wild:  # what was thrown away was not wild, or is not known
        outcome = outcome._replace(wild_thrown=(0, 0, 0, 0))
    reason = _unknown(rules, table, hand)
    if reason is None:
        found = score_win(rules, outcome, seat, hand, tile, round_wind)
    else:
        events = frozenset(circumstances(rules, outcome, seat))
        how = Circumstances(outcome.self_drawn, events=events)
        found = Score(hand, rules, PIECES[tile], how, None, None, reason)
    return Worth(file, line, seat, outcome.source, found)


def _unknown(rules: RuleSet, table: Table, hand: Hand) -> str | None:
    """Return what led to the win that the rules do not have, None where they have it all."""
    if not rules.claims.chow and any(fixed.kind == SetKind.CHOW for fixed in hand.sets):
        return "chow_not_allowed"
    if table.robbed and table.kong_kind not in rules.rob.kinds:
        return "robbing_not_allowed"
    if any(hand.counts[kind] or hand.used[kind] for kind in rules.stock.lacks):
        return "not_in_set"
    return _unlike_wild(rules, hand)


def _unlike_wild(rules: RuleSet, hand: Hand) -> str | None:
    """Return why the tiles of a hand cannot be those of rules where such tiles are wild."""
    wild = rules.wilds.kinds
    if not rules.wilds.known:
        return "wild_unknown"
    if any(tile not in wild for tile in hand.extra):
        return "not_in_set"
    return "wild_in_set" if any(hand.used[tile] for tile in wild if tile < KINDS) else None
