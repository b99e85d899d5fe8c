"""Who pays whom for what in a hand, row by row, by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mjtool.game_log import HandRow
from mjtool.messages import text
from mjtool.render.phrases import account
from mjtool.settlement import BANK, Ledger


class Rows(NamedTuple):
    """The payments of a hand in words, and what is to be said of them beside."""

    rows: list[tuple[str, str, int, str]]
    note: str


def ledger_of(row: HandRow | None, players: Sequence[str], lang: str) -> Rows | None:
    """Return the payments of a hand, None where they are not known."""
    if row is None or row.ledger is None:
        return None
    rows = [
        (
            _name(each.payer, players, lang),
            _name(each.payee, players, lang),
            each.points,
            text(f"reason.{each.reason}", lang),
        )
        for each in row.ledger
    ]
    net = Ledger(row.ledger).net()[:4]
    if row.points is not None and net != row.points:
        points = " ".join(f"{each:+d}" if each else "0" for each in net)
        return Rows(rows, text("report.ledger_differs", lang, points=points))
    return Rows(rows, "" if rows else text("report.ledger_none", lang))


def _name(end: int, players: Sequence[str], lang: str) -> str:
    return account("bank", lang) if end == BANK else players[end]
