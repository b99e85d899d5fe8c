"""A discard by the points to expect: playing on alone, for a few draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mjtool import kernel
from mjtool.analysis.solo import Solo, solo
from mjtool.rules.model import RuleSet
from mjtool.table.outcome import winning_hand
from mjtool.tiles import KINDS, TILES, WINDS

if TYPE_CHECKING:
    from mjtool.simulation.players import Seat

DRAWS: Final = 4
"""Draws that are looked ahead."""
NEAR: Final = 1
"""The shanten up to which points are weighed; farther off they would all be 0."""
_BUDGET: Final = 1 << 14


def worth_most(
    rules: RuleSet, seat: Seat, visible: bytes | bytearray, dealer: int, round_wind: int | None
) -> int | None:
    """Return the discard with the most points to expect; None where they tell nothing apart.

    Of equals the one that leaves more tiles to win with. Rules with wild tiles are not weighed.
    """
    counts = bytes(seat.counts)
    if rules.wilds.there or not rules.wilds.known:
        return None
    forms = 1 if seat.codes else rules.form_mask
    rows = kernel.limited_discards(counts, bytes(seat.used), len(seat.codes), forms)
    least = min(shanten for _, shanten, _ in rows)
    if least > NEAR:
        return None
    # a step back may be worth it, but not farther than points are weighed
    near = [(tile, useful) for tile, shanten, useful in rows if shanten <= min(least + 1, NEAR)]
    copies = rules.stock.counts
    left = bytes(max(0, copies[kind] - visible[kind] - counts[kind]) for kind in range(KINDS))
    hand = winning_hand(seat.codes, counts, near[0][0])
    wind = None if round_wind is None else WINDS[round_wind]
    place = WINDS[(seat.number - dealer) & 3]
    asked = Solo(hand, rules, left, DRAWS, 0, place, wind, _BUDGET)
    found = solo(asked, tuple(TILES[tile] for tile, _ in near))
    best: tuple[float, int] | None = None
    chosen: int | None = None
    for (tile, useful), rates in zip(near, found, strict=True):
        if rates.value is None:
            continue
        live = sum(left[kind] for kind in range(KINDS) if useful >> kind & 1)
        if best is None or (rates.value, live) > best:
            best, chosen = (rates.value, live), tile
    return chosen if best is not None and best[0] > 0 else None
