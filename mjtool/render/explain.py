"""Why a hand is worth what it is, reading by reading, as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjtool.answers import ScoreResult, Settled
from mjtool.messages import add, text
from mjtool.render.json import Object, ledger, readings, seat_name
from mjtool.scoring import Score
from mjtool.settlement import horse_seat

add(
    {
        "label.points": ("{points} points", "{points}分"),
        "label.points.one": ("{points} point", "{points}分"),
        "explain.reading": ("reading {number}", "读法{number}"),
        "explain.counts": ("counts", "采用"),
        "explain.by.points": ("counts: worth the most", "采用：分最高"),
        "explain.by.fan": ("counts: the most fan", "采用：番最高"),
        "explain.by.sum": (
            "counts: as many fan, more before the cap",
            "采用：番数相同，封顶前的合计最高",
        ),
        "explain.by.patterns": ("counts: shows the most big hands", "采用：大胡最多"),
        "explain.by.pungs": ("counts: worth the same, more pungs", "采用：同样多，刻子较多"),
        "explain.by.order": ("counts: worth the same, the first", "采用：同样多，取第一种"),
        "explain.absorbed": (
            "not counted, because {name} stands alone outside the cap",
            "以下不计，因为{name}在封顶以外，单独算",
        ),
        "explain.self_draw": ("self-draw x{multiplier}", "自摸 {multiplier}倍"),
        "explain.one_factor": (
            "big hands count once, they never multiply each other",
            "大胡只算一次，不再相乘",
        ),
        "explain.sum": ("sum {total}", "合计{total}番"),
        "explain.capped": ("held at the cap of {cap} fan", "封顶{cap}番"),
        "explain.lifted": ("lifted to {floor} fan: {event}", "{event}，按{floor}番计"),
        "event.kong_draw": ("won on the replacement tile of a kong", "杠上开花"),
        "event.robbing_kong": ("robbed a kong", "抢杠"),
        "event.last_tile": ("won on the last tile of the wall", "海底捞月"),
        "event.triple_win": ("three winners on one tile", "一炮三响"),
        "explain.payments": ("who pays", "谁付给谁"),
        "explain.payment": (
            "{payer} -> {payee} {points}: {reason}",
            "{payer} -> {payee} {points}：{reason}",
        ),
        "explain.horse": (
            "horse {tile} stands for {seat}: E wins or loses once more what {seat} does",
            "马{tile}中{seat}：{seat}的输赢，庄家（E）再算一份",
        ),
        "explain.coins": (
            "coins: points x {coefficient}, less the fee of {fee}",
            "金币：分数 x {coefficient}，再减台费 {fee}",
        ),
        "reason.discard": ("the discard", "点炮"),
        "reason.robbed": ("robbed kong, paid for all three", "被抢杠，包三家"),
        "reason.liable": ("liable, pays for all three", "包自摸"),
        "reason.self_drawn": ("self-drawn", "自摸"),
        "reason.exposed_kong": ("exposed kong", "明杠"),
        "reason.added_kong": ("added kong", "加杠"),
        "reason.concealed_kong": ("concealed kong", "暗杠"),
        "reason.horse": ("horse", "马"),
    }
)

_RULINGS: Final = {
    "robbed": "rob.self_drawn",
    "exposed_kong": "kong.exposed",
    "added_kong": "kong.added",
    "concealed_kong": "kong.concealed",
    "horse": "horses.funding",
}
"""The key of the rules behind a reason to pay, whose source is told."""


def points_of(points: int, lang: str) -> str:
    """Return a number of points in words."""
    return text("label.points.one" if points == 1 else "label.points", lang, points=points)


def explained(found: Score, lang: str) -> Iterator[str]:
    """Yield lines that tell what each reading shows, what of it counted, and the source of each."""
    for number, entry in enumerate(readings(found, lang), 1):
        best = ""
        if entry["best"]:
            key = f"explain.by.{entry['best_by']}" if "best_by" in entry else "explain.counts"
            best = f" <- {text(key, lang)}"
        title = text("explain.reading", lang, number=number)
        yield f"{title}: {' '.join(entry['reading'])}{best}"
        yield from (f"  {line}" for line in _lines(entry, lang))


def payments(result: ScoreResult, settled: Settled, lang: str) -> Iterator[str]:
    """Yield lines that tell every payment with its reason, the horses, and how coins come about."""
    from mjtool.rules.sources import notes  # noqa: PLC0415  # only --explain pays for it

    request, rules = result.request, result.score.rules
    told = notes(rules.id)
    yield f"{text('explain.payments', lang)}:"
    for tile in request.horse_tiles():
        seat = seat_name(horse_seat(rules, tile, 0))
        yield "  " + text("explain.horse", lang, tile=tile, seat=seat)
    for row in ledger(settled):
        payer, payee = (
            text("label.bank", lang) if row[end] == "bank" else row[end] for end in ("from", "to")
        )
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
    yield "= " + ("，" if lang == "zh" else ", ").join(parts)


def _item(item: Object, lang: str) -> str:
    worth = "fan" if "fan" in item else "multiplier"
    value = text(f"label.{worth}", lang, **{worth: item[worth]})
    return _sourced(f"{item['name']} {value}", item)


def _sourced(told: str, entry: Object) -> str:
    return f"{told}  [{entry['source']}]" if entry["source"] else told
