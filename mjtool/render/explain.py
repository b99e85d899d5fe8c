"""Why a hand is worth what it is, reading by reading, as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mjtool.answers import SEATS, ScoreAnswer, Settled, account_name
from mjtool.horses import hits, horse_seat, number_of, turns_up
from mjtool.messages import text
from mjtool.render.look import PLAIN, Look
from mjtool.render.phrases import account, points_of
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.settlement import Payment

if TYPE_CHECKING:
    from mjtool.explained import Explained, Valued

RULINGS: Final = {
    "robbed": "rob.self_drawn",
    "exposed_kong": "kong.exposed",
    "added_kong": "kong.added",
    "concealed_kong": "kong.concealed",
    "horse": "horses.funding",
    "winner_horse": "horses.worth",
    "deal_streak": "dealer.streak_points",
    "winner_streak": "winner.streak_points",
    "follow": "follow.points",
}
"""The key of the rules behind a reason to pay, whose source is told."""


def readings(found: Score, lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield lines that tell what each reading shows, what of it counted, and the source of each."""
    from mjtool.explained import explained  # noqa: PLC0415  # only --explain pays for it

    for number, entry in enumerate(explained(found), 1):
        best = ""
        if entry.best:
            key = "explain.counts" if entry.best_by is None else f"explain.by.{entry.best_by}"
            best = f" <- {text(key, lang)}"
        sets = look.hand(" ".join(entry.sets), lang)
        place = ""
        if entry.place is not None:
            _, tile = found.plain
            names = {"tile": look.tile(tile, lang), "place": look.hand(entry.place, lang)}
            place = text("list.comma", lang) + text("explain.place", lang, **names)
        yield text("explain.reading", lang, number=number, sets=sets) + place + best
        yield from (f"  {line}" for line in _lines(entry, found.rules, lang))


def payments(result: ScoreAnswer, settled: Settled, lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield lines that tell every payment with its reason, the horses, and how coins come about."""
    from mjtool.rules.sources import notes  # noqa: PLC0415  # only --explain pays for it

    request, rules = result.request, result.score.rules
    told = notes(rules.id)
    yield text("explain.payments", lang)
    yield from (f"  {line}" for line in _horses(result, lang, look))
    for key in ("dealer_factor", "discarder_factor"):
        factor = getattr(rules.payment, key)
        if factor > 1 and (key == "dealer_factor" or rules.payment.discard == "all"):
            line = text(f"explain.{key}", lang, factor=factor)
            yield "  " + _sourced(line, told.get(f"payment.{key}", ""))
    for row in settled.ledger.payments:
        payer, payee = (account(account_name(end), lang) for end in (row.payer, row.payee))
        reason = text(f"reason.{row.reason}", lang)
        line = text(
            "explain.payment", lang, payer=payer, payee=payee, points=row.points, reason=reason
        )
        yield "  " + _sourced(line, told.get(_ruling(result, row), ""))
    if request.room is not None:
        room = request.room
        yield "  " + text("explain.coins", lang, coefficient=room.coefficient, fee=room.fee)


def _horses(result: ScoreAnswer, lang: str, look: Look) -> Iterator[str]:
    """Yield what each horse points at: a seat that the dealer shares with, or the winner."""
    request, rules = result.request, result.score.rules
    tiles = request.horse_tiles(rules)
    if tiles is None or request.seat is None:
        return
    if rules.horses.owner == "dealer":
        for tile in tiles:
            at = horse_seat(rules, tile, 0)
            if at is not None:
                seat = account(account_name(at), lang)
                yield text("explain.horse", lang, tile=look.hand(str(tile), lang), seat=seat)
    elif turns_up(rules, self_drawn=result.score.how.self_drawn):
        winner = SEATS[request.seat]
        if not tiles:
            hit = hits(rules, tiles, winner, 0) if rules.horses.worth != "number" else 0
            yield text("explain.no_horses", lang, hits=hit)
        for tile in tiles:
            shown = look.hand(str(tile), lang)
            if rules.horses.worth == "number":
                number = number_of(rules, tile)
                yield text("explain.horse_number", lang, tile=shown, number=number)
                continue
            hit = hits(rules, [tile], winner, 0)
            yield text("explain.horse_hits" if hit else "explain.horse_misses", lang, tile=shown)


def _ruling(result: ScoreAnswer, row: Payment) -> str:
    """Return the key of the rules behind a payment; empty where none is told."""
    rules = result.score.rules
    if row.reason == "added_kong" and row.points != rules.kong.added:
        return "kong.added_late"
    if row.reason == "discard" and rules.payment.discard != "discarder":
        return "payment.discard"
    if row.reason == "winner_horse" and rules.horses.worth == "points":
        return "horses.points"
    return RULINGS.get(row.reason, "")


def _lines(entry: Explained, rules: RuleSet, lang: str) -> Iterator[str]:
    item, several = entry.appraisal, len(entry.counted) > 1
    for each in entry.counted:
        yield f"+ {_valued(each, rules, lang)}"
        yield from _why(each, lang)
    if entry.alone is not None:
        name = rules.label(entry.alone.id, lang)
        yield _sourced(text("explain.absorbed", lang, name=name), entry.alone.source)
        for each in entry.absorbed:
            yield f"- {_valued(each, rules, lang)}"
            yield from _why(each, lang)
    for each, by in entry.removed:
        names = {"name": rules.label(each.shown.id, lang), "by": rules.label(by.id, lang)}
        yield f"- {_sourced(text('explain.removed', lang, **names), by.source)}"
        yield from _why(each, lang)
    if item.multiplier is not None:
        yield from _combined(entry, rules, lang)
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
    for least in entry.minimum:
        without = "" if rules.win.events_count else ".without_events"
        told = text(f"explain.minimum.{least.id}{without}", lang, least=least.value)
        yield _sourced(told, least.source)
    parts = [_worth(item.fan, item.multiplier, lang), points_of(item.points, lang)]
    yield "= " + text("list.comma", lang).join(parts)


def _worth(fan: int | None, multiplier: int | None, lang: str) -> str:
    if fan is not None:
        return text("label.fan", lang, fan=fan)
    return text("label.multiplier", lang, multiplier=multiplier)


def _combined(entry: Explained, rules: RuleSet, lang: str) -> Iterator[str]:
    """Yield how several multipliers meet."""
    number = sum(each.shown.id in rules.patterns for each in entry.counted)
    combine = rules.multipliers.combine
    if combine == "max" and number > 1:
        yield text("explain.one_factor", lang)
    elif combine != "max" and len(entry.counted) > 1:
        yield text("explain.sum_of" if combine == "sum" else "explain.product", lang)


def _why(each: Valued, lang: str) -> Iterator[str]:
    """Yield of an own pattern its expression, and the values that it had here."""
    if each.why is not None:
        written = [f"{name} = {_value(value)}" for name, value in each.why.values]
        values = text("list.comma", lang).join(written)
        yield "    " + text("explain.why", lang, expression=each.why.expression, values=values)


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _valued(each: Valued, rules: RuleSet, lang: str) -> str:
    worth = _worth(each.shown.fan, each.multiplier, lang)
    if each.shown.fan is None and each.shown.times > 1:
        worth = text("explain.times", lang, times=each.shown.times, worth=worth)
    return _sourced(f"{rules.label(each.shown.id, lang)} {worth}", each.source)


def _sourced(told: str, source: str) -> str:
    return f"{told}  [{source}]" if source else told
