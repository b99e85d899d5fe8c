"""Efficiency as a table that a player reads at a glance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjtool.analysis.efficiency import ORDERS, Efficiency, Row
from mjtool.analysis.solo import Rates
from mjtool.analysis.targets import Target
from mjtool.messages import Listed
from mjtool.messages import text as message
from mjtool.render.columns import pad, tile_text, width
from mjtool.render.phrases import rules_name
from mjtool.tiles import Tile


def efficiency(found: Efficiency, lang: str, colored: bool) -> str:
    """Return a table of the discards, or of the one hand, and of the targets asked for."""
    return "\n".join(_lines(found, lang, colored))


def _tiles(tiles: Sequence[tuple[Tile, int]], lang: str, colored: bool) -> str:
    times = "×" if colored else ":"
    return " ".join(f"{tile_text(tile, lang, colored)}{times}{left}" for tile, left in tiles)


def _lines(found: Efficiency, lang: str, colored: bool) -> Iterator[str]:
    yield rules_name(found.rules, lang)
    key = "label.complete" if found.shanten < 0 else "label.shanten"
    state = "label.ready_now" if found.shanten == 0 else key
    yield f"{found.hand}  {message(state, lang, shanten=found.shanten)}"
    columns = ["shanten", "total", "tiles"]
    if found.draws is not None:
        columns[2:2] = ["win", "ready", "value"]
    if not found.hand.is_waiting:
        columns[:0] = ["rank", "discard"]
    head = [message(f"column.{column}", lang) for column in columns]
    ranks = list(_ranks(found))
    body = [
        [_cell(column, row, rank, lang, colored) for column in columns]
        for row, rank in zip(found.rows, ranks, strict=True)
    ]
    table = _table(head, body)
    yield "  " + next(table)
    for line, row, rank in zip(table, found.rows, ranks, strict=True):
        best = rank.rstrip("=") == "1" and len(found.rows) > 1
        shown = f"{'*' if best else ' '} {line}"
        yield f"\033[1m{shown}\033[0m" if best and colored else shown
        if row.improvements:
            yield f"    {_improvements(row, lang, colored)}"
    if any(row.rates is not None and not row.rates.known for row in found.rows):
        yield "  " + message("label.too_many_hands", lang)
    if found.targets is not None:
        yield from _targets(found, found.targets, lang, colored)
        if found.targets_left_out:
            ids = tuple(found.rules.label(each, lang) for each in found.targets_left_out)
            yield "  " + message("label.targets_left_out", lang, names=Listed(ids, "list.words"))


def _ranks(found: Efficiency) -> Iterator[str]:
    """Yield each row's rank; rows that only the order of tiles parts share one, marked ``=``."""
    order = ORDERS[found.sort]
    keys = [tuple(round(part, 9) for part in order(row)[:-1]) for row in found.rows]
    for key in keys:
        yield f"{keys.index(key) + 1}{'=' if keys.count(key) > 1 else ''}"


def _cell(column: str, row: Row, rank: str, lang: str, colored: bool) -> str:
    match column:
        case "rank":
            return rank
        case "discard":
            return "" if row.discard is None else tile_text(row.discard, lang, colored)
        case "shanten":
            return str(row.shanten)
        case "total":
            return str(row.total)
        case "tiles":
            return _tiles(row.tiles, lang, colored)
        case _:
            return _figure(column, row.rates)


def _figure(column: str, rates: Rates | None) -> str:
    found = None if rates is None else getattr(rates, column)
    if found is None:
        return "-"
    return f"{found:.3f}" if column == "value" else f"{100 * found:.2f}%"


SHOWN: Final = 4
"""How many ways to improve a person is shown of a row, the widest; JSON has them all."""


def _improvements(row: Row, lang: str, colored: bool) -> str:
    """Return the widest improvements on one line, draws with the same discard and total as one."""
    ways: dict[tuple[int, Tile], list[Tile]] = {}
    for draw in row.improvements or ():
        ways.setdefault((-draw.total, draw.discard), []).append(draw.tile)
    listed = [
        message(
            "label.improvement",
            lang,
            tiles=" ".join(tile_text(tile, lang, colored) for tile in ways[total, discard]),
            discard=tile_text(discard, lang, colored),
            total=-total,
        )
        for total, discard in sorted(ways)[:SHOWN]
    ]
    more = sum(len(ways[way]) for way in sorted(ways)[SHOWN:])
    if more:
        listed.append(message("label.more_improvements", lang, number=more))
    return message("label.improves", lang, draws=message("list.comma", lang).join(listed))


def _targets(
    found: Efficiency, targets: Sequence[Target], lang: str, colored: bool
) -> Iterator[str]:
    head = [
        message(f"column.{column}", lang) for column in ("pattern", "shanten", "total", "tiles")
    ]
    body = [
        [
            found.rules.label(target.pattern, lang),
            str(target.shanten),
            str(target.total),
            _tiles(target.tiles, lang, colored),
        ]
        for target in targets
    ]
    yield ""
    yield from (f"  {line}" for line in _table(head, body))


def _table(head: list[str], body: list[list[str]]) -> Iterator[str]:
    """Yield lines in columns; the last column is as long as it is."""
    columns = [max(map(width, column)) for column in zip(head, *body, strict=True)]
    columns[-1] = 0
    for line in (head, *body):
        cells = (pad(cell, size) for cell, size in zip(line, columns, strict=True))
        yield "  ".join(cells).rstrip()
