"""Result objects as plain JSON objects, their keys in the order that docs/cli.md lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mjtool.analysis.shanten import Shanten
from mjtool.analysis.waits import DiscardWaits, Wait, Waits
from mjtool.answers import ScoreResult, Settled
from mjtool.appraisal import Appraisal, Shown
from mjtool.scoring import Score
from mjtool.settlement import BANK
from mjtool.tiles import WINDS, Tile

if TYPE_CHECKING:
    from mjtool.analysis.efficiency import Efficiency, Row

Object = dict[str, Any]

_encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


def encode(value: Any) -> bytes:
    """Return a JSON object as one line of UTF-8, without the line break.

    Of text that is none, such as the name of a file of another encoding, what can be told.
    """
    try:
        return _encode(value)
    except UnicodeEncodeError:
        return _encode(_printable(value))


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {_printable(key): _printable(entry) for key, entry in value.items()}
    return [_printable(each) for each in value] if isinstance(value, list | tuple) else value


PLACES = 9
"""Decimals of rates and values: more than any of them means."""

_WINDS = tuple(map(str, WINDS))


def seats(values: tuple[int, ...]) -> dict[str, int]:
    """Return the values of four seats by wind."""
    east, south, west, north = values[:4]
    return {"E": east, "S": south, "W": west, "N": north}


def score(result: ScoreResult, lang: str = "zh") -> Object:
    """Return the object of one score request."""
    request, found = result.request, result.score
    rules = found.rules
    out: Object = {
        "hand": str(found.hand),
        "rules": rules.id,
        "win": str(found.win),
        "self_drawn": request.self_drawn,
    }
    for key, value in (("seat", request.seat), ("round", request.round)):
        if value is not None:
            out[key] = value
    if request.events:
        out["events"] = request.events
    verdict = found.verdict
    out["won"] = verdict is not None
    if verdict is None:
        if found.shanten is not None:
            out["shanten"] = found.shanten
        if found.reason is not None:
            out["reason"] = found.reason
        return out
    winner = verdict.winner
    if winner.fan is not None:
        out["fan"] = winner.fan
    if winner.multiplier is not None:
        out["multiplier"] = winner.multiplier
    out["points"] = winner.points
    out["capped"] = winner.capped
    out["patterns"] = [shown(item, found, lang) for item in verdict.patterns]
    out["reading"] = found.reading
    if result.settled is not None:
        out["payments"] = seats(result.settled.net)
        out["bank"] = result.settled.net[4]
        if result.settled.coins is not None:
            out["coins"] = seats(result.settled.coins)
    if request.explain:
        out["readings"] = readings(found, lang)
        if result.settled is not None:
            out["ledger"] = ledger(result.settled)
    return out


def ledger(settled: Settled) -> list[Object]:
    """Return every payment in the order they fell due; one end of it may be the bank."""
    return [
        {
            "from": seat_name(payment.payer),
            "to": seat_name(payment.payee),
            "points": payment.points,
            "reason": payment.reason,
        }
        for payment in settled.ledger.payments
    ]


def seat_name(account: int) -> str:
    """Return the wind of a seat, the dealer's being E, or ``bank``."""
    return "bank" if account == BANK else _WINDS[account]


def shown(item: Shown, found: Score, lang: str) -> Object:
    """Return one pattern or bonus that counted."""
    out: Object = {"id": item.id, "name": found.rules.label(item.id, lang)}
    if item.fan is not None:
        out["fan"] = item.fan
    if item.times > 1:
        out["times"] = item.times
    return out


def readings(found: Score, lang: str) -> list[Object]:
    """Return every reading with what it shows, what was absorbed, capped or lifted, and sources."""
    from mjtool.rules.sources import notes  # noqa: PLC0415  # only --explain pays for it

    if found.verdict is None:
        return []
    told = notes(found.rules.id)
    appraisals, best = found.verdict.appraisals, found.verdict.best
    out = []
    for index, sets in enumerate(found.readings()):
        entry: Object = {"reading": sets, "best": index == best}
        if index == best and len(appraisals) > 1:
            entry["best_by"] = found.verdict.best_by
        out.append(entry | _appraisal(appraisals[index], found, told, lang))
    return out


def _appraisal(item: Appraisal, found: Score, told: dict[str, str], lang: str) -> Object:
    def explained(entry: Shown) -> Object:
        table = "patterns" if entry.id in found.rules.patterns else "bonuses"
        worth = "fan" if entry.fan is not None else "multiplier"
        out = shown(entry, found, lang)
        if entry.fan is None:
            out["multiplier"] = found.rules.patterns[entry.id].multiplier
        out["source"] = told.get(f"{table}.{entry.id}.{worth}", "")
        return out

    out: Object = {
        "patterns": [explained(entry) for entry in item.counted],
        "absorbed": [explained(entry) for entry in item.absorbed],
    }
    if item.absorbed:
        alone = item.counted[0]
        out["stands_alone"] = {
            "id": alone.id,
            "name": found.rules.label(alone.id, lang),
            "source": told.get(f"patterns.{alone.id}.outside", ""),
        }
    if item.multiplier is not None and found.how.self_drawn:
        out["self_draw"] = {
            "multiplier": found.rules.multipliers.self_draw,
            "source": told.get("multipliers.self_draw", ""),
        }
    if item.fan is not None:
        out |= {"sum": item.total, "fan": item.fan}
    if item.multiplier is not None:
        out["multiplier"] = item.multiplier
    out["points"] = item.points
    if item.capped:
        out["capped"] = {"cap": found.rules.cap, "source": told.get("cap", "")}
    if item.lifted_by is not None:
        out["lifted"] = {
            "event": item.lifted_by,
            "floor": found.rules.floor.get(item.lifted_by),  # type: ignore[call-overload]
            "source": told.get(f"floor.{item.lifted_by}", ""),
        }
    return out


def _worth(found: Score) -> Object:
    return (
        {"points": found.points}
        if found.fan is None
        else {
            "fan": found.fan,
            "points": found.points,
        }
    )


def _wait(wait: Wait) -> Object:
    out: Object = {
        "tile": str(wait.tile),
        "left": wait.left,
        "self_drawn": _worth(wait.self_drawn),
    }
    if wait.discard is not None:
        out["discard"] = _worth(wait.discard)
    return out


def _discard_waits(row: DiscardWaits) -> Object:
    return {
        "discard": str(row.discard),
        "waits": [_wait(wait) for wait in row.waits],
        "total": row.total,
    }


def waits(found: Waits, lang: str = "zh") -> Object:
    """Return the object of one waits request."""
    out: Object = {"hand": str(found.hand), "rules": found.rules.id, "shanten": found.shanten}
    if found.discards is not None:
        out["discards"] = [_discard_waits(row) for row in found.discards]
        return out
    out["waits"] = [_wait(wait) for wait in found.waits]
    out["dead_waits"] = [str(tile) for tile in found.dead_waits]
    out["total"] = found.total
    return out


def shanten(found: Shanten, lang: str = "zh") -> Object:
    """Return the object of one shanten request."""
    out: Object = {
        "hand": str(found.hand),
        "rules": found.rules.id,
        "shanten": found.shanten,
        "standard": found.standard,
        "seven_pairs": found.seven_pairs,
        "thirteen_orphans": found.thirteen_orphans,
    }
    if not found.sets_counted:
        out["sets_counted"] = False
    return out


def efficiency(found: Efficiency, lang: str = "zh") -> Object:
    """Return the object of one efficiency request."""
    out: Object = {"hand": str(found.hand), "rules": found.rules.id, "shanten": found.shanten}
    if found.hand.is_waiting:
        out |= _row(found.rows[0])
    else:
        out["discards"] = [_row(row) for row in found.rows]
    if found.targets is not None:
        out["targets"] = [
            {
                "pattern": target.pattern,
                "shanten": target.shanten,
                "tiles": _tiles(target.tiles),
                "total": target.total,
            }
            for target in found.targets
        ]
    return out


def _row(row: Row) -> Object:
    out: Object = {} if row.discard is None else {"discard": str(row.discard)}
    out["shanten"] = row.shanten
    out["tiles"] = _tiles(row.tiles)
    out["kinds"] = len(row.tiles)
    out["total"] = row.total
    if row.improvements is not None:
        out["improvements"] = {
            str(draw.tile): {"discard": str(draw.discard), "total": draw.total}
            for draw in row.improvements
        }
    if row.rates is not None:
        win, ready, value, reason = (
            row.rates.win,
            row.rates.ready,
            row.rates.value,
            row.rates.reason,
        )
        if win is None or ready is None or value is None:
            out["rates"] = None
            out["reason"] = reason
        else:
            out["win_rate"] = round(win, PLACES)
            out["ready_rate"] = round(ready, PLACES)
            out["value"] = round(value, PLACES)
    return out


def _tiles(tiles: tuple[tuple[Tile, int], ...]) -> dict[str, int]:
    return {str(tile): left for tile, left in tiles}


VIEWS: dict[str, Callable[[Any, str], Object]] = {
    "score": score,
    "waits": waits,
    "shanten": shanten,
    "efficiency": efficiency,
}
"""How a result becomes an object, by the name of its command."""
