"""Efficiency as a table that a player reads at a glance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjtool.analysis.efficiency import ORDERS, Efficiency, Row
from mjtool.analysis.solo import Rates
from mjtool.analysis.targets import Target
from mjtool.messages import Listed
from mjtool.messages import text as message
from mjtool.render.columns import table
from mjtool.render.look import PLAIN, Look
from mjtool.render.phrases import rules_name
from mjtool.tiles import Piece


def efficiency(found: Efficiency, lang: str, look: Look = PLAIN) -> str:
    """Return a table of the discards, or of the one hand, and of the targets asked for."""
    return "\n".join(look.fit(_lines(found, lang, look)))


_NUMBERS: Final = frozenset({"shanten", "total", "win", "ready", "value"})
"""Columns that end together."""


def _lines(found: Efficiency, lang: str, look: Look) -> Iterator[str]:
    yield rules_name(found.rules, lang)
    key = "label.complete" if found.shanten < 0 else "label.shanten"
    state = "label.ready_now" if found.shanten == 0 else key
    yield f"{look.hand(str(found.hand), lang)}  {message(state, lang, shanten=found.shanten)}"
    columns = ["shanten", "total", "tiles"]
    if found.draws is not None:
        columns[2:2] = ["win", "ready", "value"]
    if not found.hand.is_waiting:
        columns[:0] = ["rank", "discard"]
    head = [message(f"column.{column}", lang) for column in columns]
    ranks = list(_ranks(found))
    body = [
        [_cell(column, row, rank, lang, look) for column in columns]
        for row, rank in zip(found.rows, ranks, strict=True)
    ]
    numbers = [at for at, column in enumerate(columns) if column in _NUMBERS]
    under = 0 if found.hand.is_waiting else 1
    lines = table([head, *body], look.columns, indent=2, numbers=numbers, under=under)
    yield from next(lines)
    for (first, *rest), row, rank in zip(lines, found.rows, ranks, strict=True):
        best = rank.rstrip("=") == "1" and len(found.rows) > 1
        yield look.bold(f"*{first[1:]}") if best else first
        yield from rest
        if row.improvements:
            yield f"    {_improvements(row, lang, look)}"
    if any(row.rates is not None and not row.rates.known for row in found.rows):
        yield "  " + message("label.too_many_hands", lang)
    if found.targets is not None:
        yield from _targets(found, found.targets, lang, look)
        if found.targets_left_out:
            ids = tuple(found.rules.label(each, lang) for each in found.targets_left_out)
            yield "  " + message("label.targets_left_out", lang, names=Listed(ids, "list.words"))


def _ranks(found: Efficiency) -> Iterator[str]:
    """Yield each row's rank; rows that only the order of tiles parts share one, marked ``=``."""
    order = ORDERS[found.sort]
    keys = [tuple(round(part, 9) for part in order(row)[:-1]) for row in found.rows]
    for key in keys:
        yield f"{keys.index(key) + 1}{'=' if keys.count(key) > 1 else ''}"


def _cell(column: str, row: Row, rank: str, lang: str, look: Look) -> str:
    match column:
        case "rank":
            return rank
        case "discard":
            return "" if row.discard is None else look.tile(row.discard, lang)
        case "shanten":
            return str(row.shanten)
        case "total":
            return str(row.total)
        case "tiles":
            return look.counted(row.tiles, lang)
        case _:
            return _figure(column, row.rates)


def _figure(column: str, rates: Rates | None) -> str:
    found = None if rates is None else getattr(rates, column)
    if found is None:
        return "-"
    return f"{found:.3f}" if column == "value" else f"{100 * found:.2f}%"


SHOWN: Final = 4
"""How many ways to improve a person is shown of a row, the widest; JSON has them all."""


def _improvements(row: Row, lang: str, look: Look) -> str:
    """Return the widest improvements on one line, draws with the same discard and total as one."""
    ways: dict[tuple[int, Piece], list[Piece]] = {}
    for draw in row.improvements or ():
        ways.setdefault((-draw.total, draw.discard), []).append(draw.tile)
    listed = [
        message(
            "label.improvement",
            lang,
            tiles=" ".join(look.tile(tile, lang) for tile in ways[total, discard]),
            discard=look.tile(discard, lang),
            total=-total,
        )
        for total, discard in sorted(ways)[:SHOWN]
    ]
    more = sum(len(ways[way]) for way in sorted(ways)[SHOWN:])
    if more:
        listed.append(message("label.more_improvements", lang, number=more))
    return message("label.improves", lang, draws=message("list.comma", lang).join(listed))


def _targets(found: Efficiency, targets: Sequence[Target], lang: str, look: Look) -> Iterator[str]:
    head = [
        message(f"column.{column}", lang) for column in ("pattern", "shanten", "total", "tiles")
    ]
    body = [
        [
            found.rules.label(target.pattern, lang),
            str(target.shanten),
            str(target.total),
            look.counted(target.tiles, lang),
        ]
        for target in targets
    ]
    yield ""
    for lines in table([head, *body], look.columns, indent=2, numbers=(1, 2)):
        yield from lines
