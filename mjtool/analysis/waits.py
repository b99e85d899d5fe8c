"""Waits 听牌: which tiles complete a ready hand, how many are left, what each is worth."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from mjtool import kernel
from mjtool.analysis.shanten import shanten, tiles_of
from mjtool.errors import RequestError
from mjtool.hand import Hand, trusted_hand
from mjtool.in_play import held
from mjtool.records import hands as records
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score, forms_for, score, score_both, score_so, ways_of
from mjtool.tiles import KINDS, NAMES, TILES, WRITTEN, Piece, Tile, Wind
from mjtool.wild import NO_WILDS
from mjtool.wild_completion import missing
from mjtool.written import copies_left, one_more

NOTHING_VISIBLE = bytes(KINDS)


class Wait(Struct, frozen=True, gc=False):
    """A tile that completes the hand: copies left, and what it wins, either way."""

    tile: Piece
    left: int
    self_drawn: Score
    discard: Score | None
    """None where the rules do not allow winning on a discard."""

    def __repr__(self) -> str:
        return f"<Wait {self.tile} {self.left} left>"

    def record(self) -> records.Wait:
        """Return the wait as JSON output tells it."""
        drawn = _worth(self.self_drawn)
        discard = UNSET if self.discard is None else _worth(self.discard)
        out = records.Wait(
            tile=WRITTEN[self.tile], left=self.left, self_drawn=drawn, discard=discard
        )
        if drawn is None or discard is None:
            out.reason = self.reason or UNSET
        return out

    @property
    def reason(self) -> str | None:
        """Why it wins nothing one way, where it does not."""
        if self.self_drawn.reason is not None or self.discard is None:
            return self.self_drawn.reason
        return self.discard.reason


class DiscardWaits(Struct, frozen=True):
    """What a full hand waits for after one discard."""

    discard: Piece
    waits: tuple[Wait, ...]
    total: int
    any: bool = False
    """Whether every kind that can come completes the hand."""

    def __repr__(self) -> str:
        return f"<DiscardWaits {self.discard}: {_listed(self.waits)}>"

    def record(self) -> records.DiscardWaits:
        """Return the waits after the discard as JSON output tells them."""
        return records.DiscardWaits(
            discard=WRITTEN[self.discard],
            any=self.any or UNSET,
            waits=[wait.record() for wait in self.waits],
            total=self.total,
        )


class Waits(Struct, frozen=True):
    """The waits of a hand. A full hand has ``discards`` instead of ``waits``."""

    hand: Hand
    rules: RuleSet
    shanten: int
    waits: tuple[Wait, ...] = ()
    dead_waits: tuple[Tile, ...] = ()
    total: int = 0
    discards: tuple[DiscardWaits, ...] | None = None
    any: bool = False
    """Whether every kind that can come completes the hand: only wild tiles bring that about."""

    def __repr__(self) -> str:
        if self.discards is None:
            told = _listed(self.waits) or "none"
        else:
            told = ", ".join(f"{row.discard} out: {_listed(row.waits)}" for row in self.discards)
        return f"<Waits {self.hand} {told or 'none'}>"

    def record(self) -> records.WaitsRecord:
        """Return the waits as JSON output tells them."""
        out = records.WaitsRecord(hand=str(self.hand), rules=self.rules.id, shanten=self.shanten)
        if self.discards is not None:
            out.discards = [row.record() for row in self.discards]
        else:
            out.waits = [wait.record() for wait in self.waits]
            out.dead_waits = [NAMES[tile] for tile in self.dead_waits]
            out.total = self.total
        if self.any:
            out.any = True
        if self.rules.wilds.there:
            out.wilds = len(held(self.hand, self.rules).wilds)
        return out

    def to_dict(self) -> dict[str, Any]:
        """Return the waits as plain tables, named as in JSON output."""
        return self.record().to_dict()


def _worth(found: Score) -> records.Worth | None:
    verdict = found.verdict
    if verdict is None or found.reason is not None:
        return None
    best = verdict.appraisals[verdict.best]
    fan = UNSET if best.fan is None else best.fan
    return records.Worth(fan=fan, points=best.points)


def _listed(waits: tuple[Wait, ...]) -> str:
    return " ".join(f"{wait.tile}:{wait.left}" for wait in waits)


def verify_visible(hand: Hand, rules: RuleSet, visible: bytes) -> bytes:
    """Return the copies of each kind that are left; RequestError when more than four are told."""
    gone = rules.stock.gone
    left = copies_left(hand.own, visible, gone)
    if left is not None:
        return left
    for tile, own, seen in zip(TILES, hand.own, visible, strict=True):
        if seen and gone[tile]:
            raise RequestError("not_in_set", tile=str(tile))
        if own + seen > 4:
            raise RequestError("too_many_copies.visible", number=own + seen, tile=str(tile))
    raise AssertionError("too many copies, and of no kind")


def waits(
    hand: Hand,
    rules: RuleSet,
    *,
    visible: bytes = NOTHING_VISIBLE,
    seat: Wind | None = None,
    round: Wind | None = None,
) -> Waits:
    """Return the waits of ``hand``, or of each discard that leaves it ready, best first.

    ``visible`` are 34 counts of tiles seen elsewhere. A wait whose four tiles are all in the own
    hand is dead; one whose tiles are all visible stays listed with 0 left.

    >>> from mjtool.rules import load_rules
    >>> found = waits(Hand.parse("2223456m555666z"), load_rules("jipinghu"))
    >>> [(str(wait.tile), wait.left) for wait in found.waits]
    [('1m', 4), ('3m', 3), ('4m', 3), ('6m', 3), ('7m', 4)]
    """
    if rules.wilds is not NO_WILDS:
        return _with_wilds(hand, rules, visible, seat, round)
    left = verify_visible(hand, rules, visible)
    used = rules.stock.used(hand.counts, hand.used)
    forms, sets = forms_for(hand, rules), len(hand.sets)
    if sets or rules.stock.lacks:
        found = shanten(hand, rules).shanten
    else:
        found = kernel.shanten(hand.counts, 0, forms)
    if hand.is_waiting:
        live, dead = kernel.completing(hand.counts, used, sets, forms)
        listed = tuple(_wait(hand, rules, tile, left, seat, round) for tile in tiles_of(live))
        lacks = rules.stock.lacks
        gone = tuple(TILES[tile] for tile in tiles_of(dead) if tile not in lacks)
        return Waits(hand, rules, found, listed, gone, sum(wait.left for wait in listed))
    rows = []
    for kind, level, mask in kernel.limited_discards(hand.counts, used, sets, forms):
        if level == 0 and mask:
            rest = hand.without_tile(TILES[kind])
            listed = tuple(_wait(rest, rules, tile, left, seat, round) for tile in tiles_of(mask))
            rows.append(DiscardWaits(TILES[kind], listed, sum(wait.left for wait in listed)))
    rows.sort(key=lambda row: (-row.total, row.discard))
    return Waits(hand, rules, found, discards=tuple(rows))


def _with_wilds(
    hand: Hand, rules: RuleSet, visible: bytes, seat: Wind | None, round: Wind | None
) -> Waits:
    """Return the waits of a hand under rules with wild tiles, whether it holds one or not."""
    # Hands without wild tiles start without it.
    from mjtool.analysis.wild_waits import completing_tiles, thrown, tiles_left  # noqa: PLC0415

    mine = held(hand, rules)
    hand = mine.hand
    left = tiles_left(mine, rules, visible)
    found = missing(mine, rules, forms_for(hand, rules))

    def listed(rest: Hand, tiles: tuple[Piece, ...]) -> tuple[Wait, ...]:
        return tuple([_wild_wait(rest, rules, tile, left, seat, round) for tile in tiles])

    if hand.is_waiting:
        tiles, dead, every = completing_tiles(mine, rules)
        rows = listed(hand, tiles)
        return Waits(hand, rules, found, rows, dead, sum(row.left for row in rows), any=every)
    after = []
    for tile in thrown(mine, rules):
        rest = hand.without_tile(tile)
        tiles, _, every = completing_tiles(held(rest, rules), rules)
        if tiles:
            rows = listed(rest, tiles)
            after.append(DiscardWaits(tile, rows, sum(row.left for row in rows), every))
    after.sort(key=lambda row: (-row.total, row.discard))
    return Waits(hand, rules, found, discards=tuple(after))


def _wild_wait(  # noqa: PLR0913, PLR0917
    hand: Hand, rules: RuleSet, tile: Piece, left: bytes, seat: Wind | None, round: Wind | None
) -> Wait:
    full = hand.with_tile(tile)
    if not rules.win.on_discard:
        drawn, _ = ways_of(rules, seat, round)
        return Wait(tile, left[tile], score_so(full, rules, tile, drawn), None)
    return Wait(tile, left[tile], *score_both(full, rules, tile, seat, round))


def _wait(  # noqa: PLR0913, PLR0917
    hand: Hand,
    rules: RuleSet,
    tile: int,
    left: bytes,
    seat: Wind | None,
    round: Wind | None,
) -> Wait:
    drawn = TILES[tile]
    full = trusted_hand(hand.sets, one_more(hand.counts, tile), drawn, hand.size + 1)
    if not rules.win.on_discard:
        found = score(full, rules, drawn, self_drawn=True, seat=seat, round=round)
        return Wait(drawn, left[tile], found, None)
    self_drawn, discard = score_both(full, rules, drawn, seat, round)
    return Wait(drawn, left[tile], self_drawn, discard)
