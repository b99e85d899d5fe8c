"""Why a hand is worth what it is, reading by reading, as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mjtool.answers import ScoreAnswer, Settled, account_name
from mjtool.horses import horse_seat
from mjtool.messages import text
from mjtool.render.phrases import account, points_of
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score

if TYPE_CHECKING:
    from mjtool.explained import Explained, Valued

_RULINGS: Final = {
    "robbed": "rob.self_drawn",
    "exposed_kong": "kong.exposed",
    "added_kong": "kong.added",
    "concealed_kong": "kong.concealed",
    "horse": "horses.funding",
}
"""The key of the rules behind a reason to pay, whose source is told."""


def readings(found: Score, lang: str) -> Iterator[str]:
    """Yield lines that tell what each reading shows, what of it counted, and the source of each."""
    from mjtool.explained import explained  # noqa: PLC0415  # only --explain pays for it

    for number, entry in enumerate(explained(found), 1):
        best = ""
        if entry.best:
            key = "explain.counts" if entry.best_by is None else f"explain.by.{entry.best_by}"
            best = f" <- {text(key, lang)}"
        sets = " ".join(entry.sets)
        yield text("explain.reading", lang, number=number, sets=sets) + best
        yield from (f"  {line}" for line in _lines(entry, found.rules, lang))


def payments(result: ScoreAnswer, settled: Settled, lang: str) -> Iterator[str]:
    """Yield lines that tell every payment with its reason, the horses, and how coins come about."""
    from mjtool.rules.sources import notes  # noqa: PLC0415  # only --explain pays for it

    request, rules = result.request, result.score.rules
    told = notes(rules.id)
    yield text("explain.payments", lang)
    for tile in request.horse_tiles(rules) or ():
        at = horse_seat(rules, tile, 0)
        if at is None:
            continue
        seat = account(account_name(at), lang)
        yield "  " + text("explain.horse", lang, tile=tile, seat=seat)
    for row in settled.ledger.payments:
        payer, payee = (account(account_name(end), lang) for end in (row.payer, row.payee))
        reason = text(f"reason.{row.reason}", lang)
        line = text(
            "explain.payment", lang, payer=payer, payee=payee, points=row.points, reason=reason
        )
        yield "  " + _sourced(line, told.get(_RULINGS.get(row.reason, ""), ""))
    if request.room is not None:
        room = request.room
        yield "  " + text("explain.coins", lang, coefficient=room.coefficient, fee=room.fee)


def _lines(entry: Explained, rules: RuleSet, lang: str) -> Iterator[str]:
    item, several = entry.appraisal, len(entry.counted) > 1
    for each in entry.counted:
        yield f"+ {_valued(each, rules, lang)}"
    if entry.alone is not None:
        name = rules.label(entry.alone.id, lang)
        yield _sourced(text("explain.absorbed", lang, name=name), entry.alone.source)
        yield from (f"- {_valued(each, rules, lang)}" for each in entry.absorbed)
    for shown, by in entry.removed:
        names = {"name": rules.label(shown.id, lang), "by": rules.label(by.id, lang)}
        yield f"- {_sourced(text('explain.removed', lang, **names), by.source)}"
    if several and item.multiplier is not None and rules.multipliers.combine == "max":
        yield text("explain.one_factor", lang)
    for factor in entry.factors:
        event = text(f"event.{factor.id}", lang)
        told = text("explain.factor", lang, event=event, multiplier=factor.value)
        yield f"+ {_sourced(told, factor.source)}"
    if several and item.total is not None:
        yield text("explain.sum", lang, total=item.total)
    if entry.cap is not None:
        yield _sourced(text("explain.capped", lang, cap=entry.cap.value), entry.cap.source)
    if entry.floor is not None:
        event = text(f"event.{entry.floor.id}", lang)
        told = text("explain.lifted", lang, event=event, floor=entry.floor.value)
        yield _sourced(told, entry.floor.source)
    if entry.limit is not None:
        told = text("explain.limit", lang, points=points_of(entry.limit.value, lang))
        yield _sourced(told, entry.limit.source)
    parts = [_worth(item.fan, item.multiplier, lang), points_of(item.points, lang)]
    yield "= " + text("list.comma", lang).join(parts)


def _worth(fan: int | None, multiplier: int | None, lang: str) -> str:
    if fan is not None:
        return text("label.fan", lang, fan=fan)
    return text("label.multiplier", lang, multiplier=multiplier)


def _valued(each: Valued, rules: RuleSet, lang: str) -> str:
    worth = _worth(each.shown.fan, each.multiplier, lang)
    return _sourced(f"{rules.label(each.shown.id, lang)} {worth}", each.source)


def _sourced(told: str, source: str) -> str:
    return f"{told}  [{source}]" if source else told
