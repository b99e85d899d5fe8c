"""Why a hand is worth what it is, reading by reading, as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjtool.answers import ScoreResult, Settled
from mjtool.horses import horse_seat
from mjtool.messages import text
from mjtool.render.json import Object, ledger, readings, seat_name
from mjtool.render.phrases import account, points_of
from mjtool.scoring import Score

_RULINGS: Final = {
    "robbed": "rob.self_drawn",
    "exposed_kong": "kong.exposed",
    "added_kong": "kong.added",
    "concealed_kong": "kong.concealed",
    "horse": "horses.funding",
}
"""The key of the rules behind a reason to pay, whose source is told."""


def explained(found: Score, lang: str) -> Iterator[str]:
    """Yield lines that tell what each reading shows, what of it counted, and the source of each."""
    for number, entry in enumerate(readings(found, lang), 1):
        best = ""
        if entry["best"]:
            key = f"explain.by.{entry['best_by']}" if "best_by" in entry else "explain.counts"
            best = f" <- {text(key, lang)}"
        sets = " ".join(entry["reading"])
        yield text("explain.reading", lang, number=number, sets=sets) + best
        yield from (f"  {line}" for line in _lines(entry, lang))


def payments(result: ScoreResult, settled: Settled, lang: str) -> Iterator[str]:
    """Yield lines that tell every payment with its reason, the horses, and how coins come about."""
    from mjtool.rules.sources import notes  # noqa: PLC0415  # only --explain pays for it

    request, rules = result.request, result.score.rules
    told = notes(rules.id)
    yield text("explain.payments", lang)
    for tile in request.horse_tiles(rules) or ():
        at = horse_seat(rules, tile, 0)
        if at is None:
            continue
        yield "  " + text("explain.horse", lang, tile=tile, seat=account(seat_name(at), lang))
    for row in ledger(settled):
        payer, payee = (account(row[end], lang) for end in ("from", "to"))
        reason = text(f"reason.{row['reason']}", lang)
        line = text(
            "explain.payment", lang, payer=payer, payee=payee, points=row["points"], reason=reason
        )
        source = told.get(_RULINGS.get(row["reason"], ""), "")
        yield "  " + _sourced(line, {"source": source})
    if request.room is not None:
        room = request.room
        yield "  " + text("explain.coins", lang, coefficient=room.coefficient, fee=room.fee)


def _lines(entry: Object, lang: str) -> Iterator[str]:
    for item in entry["patterns"]:
        yield f"+ {_item(item, lang)}"
    if entry["absorbed"]:
        alone = entry["stands_alone"]
        yield _sourced(text("explain.absorbed", lang, name=alone["name"]), alone)
        yield from (f"- {_item(item, lang)}" for item in entry["absorbed"])
    if len(entry["patterns"]) > 1 and "multiplier" in entry:
        yield text("explain.one_factor", lang)
    if "self_draw" in entry:
        factor = entry["self_draw"]
        told = text("explain.self_draw", lang, multiplier=factor["multiplier"])
        yield f"+ {_sourced(told, factor)}"
    if len(entry["patterns"]) > 1 and "sum" in entry:
        yield text("explain.sum", lang, total=entry["sum"])
    if "capped" in entry:
        cap = entry["capped"]
        yield _sourced(text("explain.capped", lang, cap=cap["cap"]), cap)
    if "lifted" in entry:
        floor = entry["lifted"]
        event = text(f"event.{floor['event']}", lang)
        told = text("explain.lifted", lang, event=event, floor=floor["floor"])
        yield _sourced(told, floor)
    worth = "fan" if "fan" in entry else "multiplier"
    parts = [
        text(f"label.{worth}", lang, **{worth: entry[worth]}),
        points_of(entry["points"], lang),
    ]
    yield "= " + text("list.comma", lang).join(parts)


def _item(item: Object, lang: str) -> str:
    worth = "fan" if "fan" in item else "multiplier"
    value = text(f"label.{worth}", lang, **{worth: item[worth]})
    return _sourced(f"{item['name']} {value}", item)


def _sourced(told: str, entry: Object) -> str:
    return f"{told}  [{entry['source']}]" if entry["source"] else told
