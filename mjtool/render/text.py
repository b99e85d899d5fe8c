"""Result objects as text for people, in English or Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET

from mjtool.analysis.waits import Wait, Waits
from mjtool.answers import (
    EfficiencyAnswer,
    ScoreAnswer,
    Settled,
    ShantenAnswer,
    WaitsAnswer,
)
from mjtool.messages import text as message
from mjtool.records import hands as records
from mjtool.records.record import WIND_NAMES
from mjtool.render.columns import tile_text
from mjtool.render.explain import payments, readings
from mjtool.render.phrases import account, limit, rules_name, worth, worth_of


def _bold(text: str, colored: bool) -> str:
    return f"\033[1m{text}\033[0m" if colored else text


def score(result: ScoreAnswer, lang: str, colored: bool) -> str:
    """Return a few lines: the hand, what it is worth, why, and who pays."""
    return "\n".join(_score(result, lang, colored))


def _score(result: ScoreAnswer, lang: str, colored: bool) -> Iterator[str]:
    found = result.score
    yield _asked(result, lang)
    if found.reason is not None:
        yield f"{found.hand}  {message(f'label.{found.reason}', lang)}"
        if found.verdict is None:
            return
        yield "  " + message("label.would_be", lang, worth=worth_of(found, lang))
    elif not found.won:
        key = "label.tile_missing" if found.hand.is_waiting else "label.not_complete"
        yield f"{found.hand}  {message(key, lang, shanten=found.shanten)}"
        return
    else:
        yield f"{found.hand}  {_bold(worth(found, lang), colored)}{limit(found, lang)}"
    listed = []
    for item in found.patterns:
        fan = "" if item.fan is None else " " + message("label.fan", lang, fan=item.fan)
        listed.append(found.rules.label(item.id, lang) + fan)
    yield "  " + message("list.words", lang).join(listed)
    yield "  " + " ".join(found.reading)
    if result.settled is not None:
        yield from _settled(result.settled, lang)
        yield from _horses(result, lang)
    if result.request.explain:
        yield from (f"  {line}" for line in _explained(result, lang))


def _explained(result: ScoreAnswer, lang: str) -> Iterator[str]:
    """Yield what each reading is worth and who pays, then which rule texts that names."""
    from mjtool.rules.sources import legend  # noqa: PLC0415  # only --explain pays for it

    lines = list(readings(result.score, lang))
    if result.settled is not None:
        lines += payments(result, result.settled, lang)
    yield from lines
    yield from legend(re.findall(r"\[([^\]]*)\]", "\n".join(lines)), lang)


def _asked(result: ScoreAnswer, lang: str) -> str:
    """Return what the answer takes for granted: rules, how the hand was won, and on which tile."""
    request, found = result.request, result.score
    if "robbing_kong" in request.events:
        how = message("event.robbing_kong", lang)
    else:
        how = message("label.by_self_draw" if request.self_drawn else "label.by_discard", lang)
    return message(
        "label.asked", lang, rules=rules_name(found.rules, lang), how=how, tile=str(found.win)
    )


def _horses(result: ScoreAnswer, lang: str) -> Iterator[str]:
    """Yield the winner's horses with their hits, where they settle with the hand."""
    told = result.record(lang).horses
    if isinstance(told, records.Horses) and result.score.rules.horses.owner == "winner":
        tiles = " ".join(told.tiles) or message("label.no_tiles", lang)
        if told.hits is UNSET:
            yield "  " + message("label.horses", lang, tiles=tiles)
        else:
            yield "  " + message("label.horse_hits", lang, tiles=tiles, hits=told.hits)


def _settled(settled: Settled, lang: str) -> Iterator[str]:
    bank = f"  {message('label.bank', lang)} {settled.net[4]:+d}" if settled.net[4] else ""
    yield "  " + message("label.payments", lang, paid=_paid(settled.net, lang) + bank)
    if settled.coins is not None:
        yield "  " + message("label.coins", lang, paid=_paid(settled.coins, lang))


def _paid(change: tuple[int, ...], lang: str) -> str:
    """Return what each seat wins or loses, nothing as a plain 0."""
    return "  ".join(
        f"{account(seat, lang)} {f'{points:+d}' if points else 0}"
        for seat, points in zip(WIND_NAMES, change, strict=False)
    )


def waits(answer: WaitsAnswer, lang: str, colored: bool) -> str:
    """Return the waits, one a line, or those of each discard."""
    return "\n".join(_waits(answer.waits, lang, colored))


def _waits(found: Waits, lang: str, colored: bool) -> Iterator[str]:
    yield rules_name(found.rules, lang)
    if found.discards is not None:
        if not found.discards:
            key = "label.complete" if found.shanten < 0 else "label.not_ready"
            yield f"{found.hand}  {message(key, lang, shanten=found.shanten)}"
            return
        done = f"  {message('label.complete', lang)}" if found.shanten < 0 else ""
        yield f"{found.hand}{done}"
        for row in found.discards:
            yield "  " + _bold(
                message(
                    "label.throw",
                    lang,
                    tile=tile_text(row.discard, lang, colored),
                    total=row.total,
                ),
                colored,
            )
            yield from (f"    {_wait(wait, lang, colored)}" for wait in row.waits)
        return
    if found.waits:
        yield f"{found.hand}  {_bold(message('label.ready', lang, total=found.total), colored)}"
    else:
        yield f"{found.hand}  {message('label.not_ready', lang, shanten=found.shanten)}"
    yield from (f"  {_wait(wait, lang, colored)}" for wait in found.waits)
    if found.dead_waits:
        tiles = " ".join(tile_text(tile, lang, colored) for tile in found.dead_waits)
        yield "  " + message("label.dead", lang, tiles=tiles)


def _wait(wait: Wait, lang: str, colored: bool) -> str:
    parts = [
        message("label.left", lang, left=wait.left),
        message("label.self_drawn", lang, worth=worth(wait.self_drawn, lang)),
    ]
    if wait.discard is not None:
        parts.append(message("label.discard", lang, worth=worth(wait.discard, lang)))
    return f"{tile_text(wait.tile, lang, colored)}  " + "  ".join(parts)


def shanten(answer: ShantenAnswer, lang: str, colored: bool) -> str:
    """Return the number alone."""
    return str(answer.shanten.shanten)


def efficiency(answer: EfficiencyAnswer, lang: str, colored: bool) -> str:
    """Return the table of discards or draws."""
    from mjtool.render.efficiency import efficiency as table  # noqa: PLC0415  # see answers

    return table(answer.efficiency, lang, colored)


VIEWS: dict[str, Callable[[Any, str, bool], str]] = {
    "score": score,
    "waits": waits,
    "shanten": shanten,
    "efficiency": efficiency,
}
"""How an answer becomes text, by the name of its command."""
