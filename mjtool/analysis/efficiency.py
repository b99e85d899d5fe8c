"""Tile efficiency 牌效率: what each discard leaves to draw, how it can widen, what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Raw, Struct
from msgspec.structs import replace

from mjtool import kernel
from mjtool.analysis.shanten import tiles_of
from mjtool.analysis.solo import BUDGET, Rates, Solo, solo, verify_solo
from mjtool.analysis.targets import Target, left_out, targets
from mjtool.analysis.waits import NOTHING_VISIBLE, verify_visible
from mjtool.analysis.wild_rows import tiles_left, useful_rows, widening
from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.in_play import held
from mjtool.records import hands as records
from mjtool.rules.model import RuleSet
from mjtool.scoring import forms_for
from mjtool.tiles import HELD, KINDS, TILES, WRITTEN, Piece, Wind
from mjtool.wild import NO_WILDS
from mjtool.wild_completion import missing
from mjtool.written import by_name, json_by_name, total

_ALL: Final = (1 << KINDS) - 1
"""The mask of all kinds."""


class Improvement(Struct, frozen=True):
    """改良: a draw that is not useful but widens, with the best discard after it."""

    tile: Piece
    discard: Piece
    total: int
    """Live useful tiles after that discard."""

    def record(self) -> records.Improvement:
        """Return the improvement as JSON output tells it."""
        return records.Improvement(discard=WRITTEN[self.discard], total=self.total)


Named = Callable[[int, bytes], dict[str, int]]
"""What makes a table of the kinds in a mask: by each tile's name the copies left."""


def ready(mask: int, left: bytes) -> Any:
    """Return such a table as it stands in JSON: only what is written at once may hold it."""
    return Raw(json_by_name(mask, left))


class Row(Struct, frozen=True):
    """One hand of 3n + 1 tiles: after ``discard``, or as it is (None).

    ``useful`` is the kernel's mask of the useful kinds, ``left`` the copies left of every kind;
    those of the useful ones add up to ``total``. ``improvements`` and ``rates`` are None where they
    were not asked for.
    """

    discard: Piece | None
    shanten: int
    useful: int
    left: bytes
    total: int
    improvements: tuple[Improvement, ...] | None = None
    rates: Rates | None = None

    @property
    def tiles(self) -> tuple[tuple[Piece, int], ...]:
        """The useful kinds with the copies left, 0 where all of them are seen."""
        useful = tiles_of(self.useful & _ALL)
        if self.useful > _ALL:  # flowers, or a wild tile that is not told any closer
            useful += tuple([tile for tile in range(KINDS, len(HELD)) if self.useful >> tile & 1])
        return tuple([(HELD[tile], self.left[tile]) for tile in useful])

    def record(self, named: Named = by_name) -> records.Row:
        """Return the row as JSON output tells it; ``named`` makes the table of its tiles."""
        if len(self.left) == KINDS:
            tiles = named(self.useful, self.left)
        else:
            tiles = {WRITTEN[tile]: left for tile, left in self.tiles}
        out = records.Row(
            shanten=self.shanten, tiles=tiles, kinds=self.useful.bit_count(), total=self.total
        )
        if self.discard is not None:
            out.discard = WRITTEN[self.discard]
        if self.improvements is not None:
            out.improvements = {WRITTEN[each.tile]: each.record() for each in self.improvements}
        rates = self.rates
        if rates is None:
            return out
        if rates.win is None or rates.ready is None or rates.value is None:
            out.rates, out.reason = None, rates.reason or ""
        else:
            out.win_rate = round(rates.win, PLACES)
            out.ready_rate = round(rates.ready, PLACES)
            out.value = round(rates.value, PLACES)
        return out


class Efficiency(Struct, frozen=True):
    """The rows of a hand in the order asked for: every discard, or the one hand as it is."""

    hand: Hand
    rules: RuleSet
    shanten: int
    rows: tuple[Row, ...]
    targets: tuple[Target, ...] | None = None
    targets_left_out: tuple[str, ...] = ()
    draws: int | None = None
    swaps: int = 0
    sort: str = "tiles"

    def record(self, named: Named = by_name) -> records.EfficiencyRecord:
        """Return the rows as JSON output tells them: of 13 tiles the one row's keys themselves."""
        out = records.EfficiencyRecord(
            hand=str(self.hand), rules=self.rules.id, shanten=self.shanten
        )
        if self.draws is not None:
            out.draws = self.draws
        if self.swaps:
            out.swaps = self.swaps
        if self.sort != "tiles":
            out.sort = self.sort
        rows = [row.record(named) for row in self.rows]
        if self.hand.is_waiting:
            for name in _OWN_KEYS:
                setattr(out, name, getattr(rows[0], name))
        else:
            out.discards = rows
        if self.targets is not None:
            out.targets = [target.record() for target in self.targets]
        if self.rules.wilds.there:
            out.wilds = len(held(self.hand, self.rules).wilds)
        if self.targets_left_out:
            out.targets_left_out = list(self.targets_left_out)
        return out

    def to_dict(self) -> dict[str, Any]:
        """Return the rows as plain tables, named as in JSON output."""
        return self.record().to_dict()


PLACES: Final = 9
"""Decimals of rates and values in records: more than any of them means."""
_OWN_KEYS: Final = tuple(name for name in records.Row.__struct_fields__ if name != "discard")


def _by_tiles(row: Row) -> tuple[float, ...]:
    value = max(_rate(row, "value"), 0.0)
    return row.shanten, -row.total, -value, -1 if row.discard is None else row.discard


def _by_win(row: Row) -> tuple[float, ...]:
    return -_rate(row, "win"), *_by_tiles(row)


def _by_value(row: Row) -> tuple[float, ...]:
    return -_rate(row, "value"), *_by_tiles(row)


def _rate(row: Row, figure: str) -> float:
    if row.rates is None or not row.rates.known:
        return -1.0
    # Equal figures can differ in their last bits, by the order in which they were added up.
    return round(float(getattr(row.rates, figure)), 9)


ORDERS: Final[dict[str, Callable[[Row], tuple[float, ...]]]] = {
    "tiles": _by_tiles,
    "win": _by_win,
    "value": _by_value,
}
"""The orders of rows, by name."""


def efficiency(  # noqa: PLR0913
    hand: Hand,
    rules: RuleSet,
    *,
    visible: bytes = NOTHING_VISIBLE,
    improvements: bool = False,
    targets: bool = False,
    draws: int | None = None,
    swaps: int = 0,
    sort: str = "tiles",
    seat: Wind | None = None,
    round: Wind | None = None,
    budget: int = BUDGET,
) -> Efficiency:
    """Return the useful tiles of ``hand``, or of each discard, best first.

    ``visible`` are 34 counts of tiles seen elsewhere. ``draws`` adds the chances to win and to be
    ready, and the points to expect, when drawing alone so often; seat and round earn their bonuses.
    ``budget`` is how many hands are looked at for these.

    >>> from mjtool.rules import load_rules
    >>> found = efficiency(Hand.parse("123566789m45699s"), load_rules("jipinghu"))
    >>> best = found.rows[0]
    >>> str(best.discard), best.total, [(str(tile), left) for tile, left in best.tiles]
    ('6m', 7, [('4m', 4), ('7m', 3)])
    """
    if draws is None and sort != "tiles":
        raise RequestError("bad_request.sort", field=sort)
    verify_solo(draws, swaps)
    wild = rules.wilds is not NO_WILDS
    if wild:
        hand, left, shanten, rows = _with_wilds(hand, rules, visible, improvements)
    else:
        left = verify_visible(hand, rules, visible)
        shanten, rows = _plain_rows(hand, rules, left, improvements)
    if draws is not None:
        asked = Solo(hand, rules, left, draws, swaps, seat, round, budget)
        rates = solo(asked, tuple(row.discard for row in rows))
        rows = [replace(row, rates=rate) for row, rate in zip(rows, rates, strict=True)]
        rows.sort(key=ORDERS[sort])
    towards = _towards(hand, rules, left) if targets else None
    without = left_out(rules) if targets else ()
    return Efficiency(hand, rules, shanten, tuple(rows), towards, without, draws, swaps, sort)


_towards = targets


def _plain_rows(
    hand: Hand, rules: RuleSet, left: bytes, improvements: bool
) -> tuple[int, list[Row]]:
    """Return the shanten of a hand, and its rows, the best first."""
    used = rules.stock.used(hand.counts, hand.used)
    sets, forms = len(hand.sets), forms_for(hand, rules)
    shanten = kernel.limited_shanten(hand.counts, used, sets, forms)
    if hand.is_waiting:
        mask = kernel.limited_useful(hand.counts, used, sets, forms)
        rows = [Row(None, shanten, mask, left, total(mask, left))]
    else:
        after = [
            (level, -total(mask, left), kind, mask)
            for kind, level, mask in kernel.limited_discards(hand.counts, used, sets, forms)
        ]
        after.sort()  # as _by_tiles does where there are no rates
        rows = [Row(TILES[kind], level, mask, left, -less) for level, less, kind, mask in after]
    if improvements:
        rows = [replace(row, improvements=_improvements(hand, rules, left, row)) for row in rows]
    return shanten, rows


def _with_wilds(
    hand: Hand, rules: RuleSet, visible: bytes, improvements: bool
) -> tuple[Hand, bytes, int, list[Row]]:
    """Return the same under rules with wild tiles, with the hand and the copies left."""
    mine = held(hand, rules)
    hand = mine.hand
    left = tiles_left(mine, rules, visible)
    rows = []
    for each in useful_rows(hand, rules, left):
        row = Row(each.discard, each.shanten, each.useful, left, each.total)
        if improvements:
            wider = [Improvement(*found) for found in widening(hand, rules, left, each)]
            row = replace(row, improvements=tuple(wider))
        rows.append(row)
    rows.sort(key=_by_tiles)
    return hand, left, missing(mine, rules, forms_for(hand, rules)), rows


def _improvements(hand: Hand, rules: RuleSet, left: bytes, row: Row) -> tuple[Improvement, ...]:
    """Return the draws after which some discard leaves more live useful tiles than ``row`` has."""
    forms, sets, used = (
        forms_for(hand, rules),
        len(hand.sets),
        rules.stock.used(hand.counts, hand.used),
    )
    counts = bytearray(hand.counts)
    if row.discard is not None:
        counts[row.discard] -= 1
    found = []
    for kind in range(KINDS):
        if not left[kind] or row.useful >> kind & 1:
            continue
        counts[kind] += 1
        after = bytearray(left)
        after[kind] -= 1
        totals = [
            (total(mask, bytes(after)), -thrown)
            for thrown, level, mask in kernel.limited_discards(bytes(counts), used, sets, forms)
            if level == row.shanten
        ]
        counts[kind] -= 1
        widest, thrown = max(totals)
        if widest > row.total:
            found.append(Improvement(TILES[kind], TILES[-thrown], widest))
    return tuple(found)
