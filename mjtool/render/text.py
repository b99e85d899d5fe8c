"""Result objects as text for people, in English or Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

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
from mjtool.render.columns import table
from mjtool.render.explain import payments, readings
from mjtool.render.look import PLAIN, Look
from mjtool.render.phrases import account, limit, rules_name, worth, worth_of


def score(result: ScoreAnswer, lang: str, look: Look = PLAIN) -> str:
    """Return a few lines: the hand, what it is worth, why, and who pays."""
    return "\n".join(look.fit(_score(result, lang, look)))


def _score(result: ScoreAnswer, lang: str, look: Look) -> Iterator[str]:
    found = result.score
    hand = look.hand(str(found.hand), lang)
    yield _asked(result, lang, look)
    if found.reason is not None:
        yield f"{hand}  {message(f'label.{found.reason}', lang)}"
        if found.verdict is None:
            return
        yield "  " + message("label.would_be", lang, worth=worth_of(found, lang))
    elif not found.won:
        key = "label.tile_missing" if found.hand.is_waiting else "label.not_complete"
        yield f"{hand}  {message(key, lang, shanten=found.shanten)}"
        return
    else:
        yield f"{hand}  {look.bold(worth(found, lang))}{limit(found, lang)}"
    listed = []
    for item in found.patterns:
        fan = "" if item.fan is None else " " + message("label.fan", lang, fan=item.fan)
        listed.append(found.rules.label(item.id, lang) + fan)
    yield "  " + message("list.words", lang).join(listed)
    if found.reading:
        yield "  " + look.hand(" ".join(found.reading), lang)
    if found.stand_for:
        wilds = [f"{look.tile(tile, lang)} = {look.tile(kind, lang)}" for tile, kind in found.wilds]
        told = message("list.comma", lang).join(wilds)
        yield "  " + message("label.wilds", lang, wilds=told)
        if result.request.explain:
            yield "  " + message("label.assignments", lang, number=found.assignments)
    if result.settled is not None:
        yield from _settled(result.settled, lang)
        yield from _horses(result, lang, look)
    if result.request.explain:
        yield from (f"  {line}" for line in _explained(result, lang, look))


def _explained(result: ScoreAnswer, lang: str, look: Look) -> Iterator[str]:
    """Yield what each reading is worth and who pays, then which rule texts that names."""
    from mjtool.rules.sources import legend  # noqa: PLC0415  # only --explain pays for it

    lines = list(readings(result.score, lang, look))
    if result.settled is not None:
        lines += payments(result, result.settled, lang, look)
    yield from lines
    yield from legend(re.findall(r"\[([^\]]*)\]", "\n".join(lines)), lang)


def _asked(result: ScoreAnswer, lang: str, look: Look) -> str:
    """Return what the answer takes for granted: rules, how the hand was won, and on which tile."""
    request, found = result.request, result.score
    if "robbing_kong" in request.events:
        how = message("event.robbing_kong", lang)
    else:
        how = message("label.by_self_draw" if request.self_drawn else "label.by_discard", lang)
    tile = look.hand(str(found.win), lang)
    return message("label.asked", lang, rules=rules_name(found.rules, lang), how=how, tile=tile)


def _horses(result: ScoreAnswer, lang: str, look: Look) -> Iterator[str]:
    """Yield the winner's horses with their hits, where they settle with the hand."""
    told = result.record(lang).horses
    if isinstance(told, records.Horses) and result.score.rules.horses.owner == "winner":
        tiles = look.hand(" ".join(told.tiles), lang) or message("label.no_tiles", lang)
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


def waits(answer: WaitsAnswer, lang: str, look: Look = PLAIN) -> str:
    """Return the waits, one a line, or those of each discard."""
    return "\n".join(look.fit(_waits(answer.waits, lang, look)))


def _waits(found: Waits, lang: str, look: Look) -> Iterator[str]:
    yield rules_name(found.rules, lang)
    hand = look.hand(str(found.hand), lang)
    if found.discards is not None:
        if not found.discards:
            key = "label.complete" if found.shanten < 0 else "label.not_ready"
            yield f"{hand}  {message(key, lang, shanten=found.shanten)}"
            return
        done = f"  {message('label.complete', lang)}" if found.shanten < 0 else ""
        yield f"{hand}{done}"
        for row in found.discards:
            best = row.total == found.discards[0].total and len(found.discards) > 1
            tile = look.tile(row.discard, lang)
            told = look.bold(message("label.throw", lang, tile=tile, total=row.total))
            yield f"{'*' if best else ' '} {told}"
            if row.any:
                yield "    " + message("label.any", lang)
            yield from _wait_rows(row.waits, lang, look, 4)
        return
    if found.waits:
        yield f"{hand}  {look.bold(message('label.ready', lang, total=found.total))}"
    else:
        yield f"{hand}  {message('label.not_ready', lang, shanten=found.shanten)}"
    if found.any:
        yield "  " + message("label.any", lang)
    yield from _wait_rows(found.waits, lang, look, 2)
    if found.dead_waits:
        tiles = " ".join(look.tile(tile, lang) for tile in found.dead_waits)
        yield "  " + message("label.dead", lang, tiles=tiles)


def _wait_rows(waits: Sequence[Wait], lang: str, look: Look, indent: int) -> Iterator[str]:
    """Yield a row a wait: how many are left, what it wins self-drawn and on a discard."""
    rows = [
        (
            look.tile(wait.tile, lang),
            message("label.left", lang, left=wait.left),
            message("label.self_drawn", lang, worth=worth(wait.self_drawn, lang)),
            ""
            if wait.discard is None
            else message("label.discard", lang, worth=worth(wait.discard, lang)),
        )
        for wait in waits
    ]
    for lines in table(rows, look.columns, indent=indent, under=2, most=1) if rows else ():
        yield from lines


def shanten(answer: ShantenAnswer, lang: str, look: Look = PLAIN) -> str:
    """Return the number alone."""
    return str(answer.shanten.shanten)


def efficiency(answer: EfficiencyAnswer, lang: str, look: Look = PLAIN) -> str:
    """Return the table of discards or draws."""
    from mjtool.render.efficiency import efficiency as shown  # noqa: PLC0415  # see answers

    return shown(answer.efficiency, lang, look)


VIEWS: dict[str, Callable[..., str]] = {
    "score": score,
    "waits": waits,
    "shanten": shanten,
    "efficiency": efficiency,
}
"""How an answer becomes text, by the name of its command: of the answer, the language, the look."""
