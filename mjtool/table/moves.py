"""The table of one hand: what lies where, whose turn it is, and what each event may do.

A :class:`Table` is the state of a fold: each event's method checks it, changes the table and
returns None, or returns the :class:`Fault` and changes nothing. Tiles are values, seats 0..3. The
state belongs to the fold alone and is changed in place: a log has millions of events.
"""

from typing import Final

from mjtool.rules.model import KongKind
from mjtool.settlement import KongClaim
from mjtool.table.fault import Fault
from mjtool.table.position import (
    CLAIMED,
    ESCAPED,
    FLOWER,
    KONG,
    LIVE,
    OWN,
    WASHED,
    WON,
    Position,
)
from mjtool.table.wall import HIDDEN, name
from mjtool.tiles import KINDS, NAMES

__all__ = ["CLAIMED", "ESCAPED", "FLOWER", "KONG", "LIVE", "OWN", "WASHED", "WON", "Table"]

PUNG_CODE: Final = KINDS
EXPOSED_CODE: Final = 2 * KINDS
ADDED_CODE: Final = 3 * KINDS
CONCEALED_CODE: Final = 4 * KINDS

FOLLOWED: Final = 4
"""How many discards of one kind follow the dealer 跟庄."""


def wrong_turn(key: str, seat: int, expected: object = None, found: object = None) -> Fault:
    """Return the finding that the moment does not allow what ``seat`` does."""
    return Fault("A201", key, None, seat, expected, found)


class Table(Position):
    """One hand being played under ``rules``."""

    __slots__ = ()

    # drawing and discarding

    def draw(self, seat: int, tile: int) -> Fault | None:
        """Draw: the next seat after a discard, the same seat after a kong or flower."""
        state = self.state
        if state == LIVE:
            if seat != (self.live_seat + 1) & 3:
                return wrong_turn("A201.draw", seat, (self.live_seat + 1) & 3, seat)
        elif state in (KONG, FLOWER):
            if seat != self.turn:
                return wrong_turn("A201.draw", seat, self.turn, seat)
        else:
            return wrong_turn("A201.draw", seat)
        fault = self.wall.draw(seat, tile, state != LIVE)
        if fault is not None:
            return fault
        if self.misses and state != FLOWER:
            self._let_go(seat, has_drawn=True)
        if self.passed[seat]:
            self.passed[seat].clear()
        if state == FLOWER:
            self._after_flower(seat, tile)
            return None
        self.after_kong = state == KONG
        self.hands[seat][tile] += 1
        self.draws[seat] += 1
        self.barred[seat] = 0
        self.waits[seat] = -1
        self.turn = seat
        self.drawn = tile
        self.state = OWN
        return None

    def discard(self, seat: int, tile: int) -> Fault | None:
        """Discard: on the seat's turn, after a draw or a claim; flowers are only set aside."""
        is_wild = tile in self.wild
        if is_wild:
            if not self.rules.wild.discard:
                return Fault("A204", "A204.wild", None, seat, None, name(tile))
        elif tile >= KINDS and tile != HIDDEN and self.rules.stock.flowers:
            return Fault("A204", "A204", None, seat, None, name(tile))
        if self.state > CLAIMED:
            key = "A201.replacement" if self.state in (KONG, FLOWER) else "A201"
            return wrong_turn(key, seat)
        if seat != self.turn:
            return wrong_turn("A201", seat, self.turn, seat)
        hand = self.hands[seat]
        if not hand[tile]:
            fault = self.reveal(seat, (tile,), Fault("T102", "T102", None, seat, None, name(tile)))
            if fault is not None:
                return fault
        hand[tile] -= 1
        self.waits[seat] = -1
        self.thrown[seat] += 1
        self.wild_thrown[seat] += is_wild
        self.live_seat = seat
        self.live_tile = tile
        if self.discards < FOLLOWED:
            self._open_with(tile)
        self.discards += 1
        self.kong_discard = self.after_kong
        self.after_kong = False
        self.chain_feeder = -1
        self.state = LIVE
        return None

    def _open_with(self, tile: int) -> None:
        """Take note of one of the first four discards, and whether all of them are alike 跟庄."""
        opening = self.opening
        opening.append(tile)
        calm = not self.called and not self.kongs
        self.followed = calm and opening == [tile] * FOLLOWED

    # claims and kongs

    def _claimable(self, seat: int, tile: int) -> Fault | None:
        """Return the fault of a claim of ``tile`` by ``seat``, if there is one (A201, A202)."""
        if self.state != LIVE:
            return wrong_turn("A201.claim", seat)
        if seat == self.live_seat:
            return wrong_turn("A201.own", seat)
        if tile != self.live_tile:
            return Fault("A202", "A202", None, seat, name(self.live_tile), name(tile))
        return None

    def _of_wild(self, seat: int, *tiles: int) -> Fault | None:
        """Return that a set would hold a wild tile (A204), where one would."""
        if self.has_wild:
            for tile in tiles:
                if tile in self.wild:
                    return Fault("A204", "A204.wild_set", None, seat, None, name(tile))
        return None

    def _claim(self, seat: int, code: int, tile: int) -> None:
        """Do what every claim does: others let the tile go, the set is laid open."""
        if self.misses:
            self._let_go(seat)
        self.codes[seat].append(code)
        self.feeders.claimed(seat, code, tile, self.live_seat, self.codes[seat])
        self.barred[seat] = 0
        self.waits[seat] = -1
        self.called = True
        self.turn = seat

    def chow(self, seat: int, tile: int, own: tuple[int, int]) -> Fault | None:
        """Claim the discard for a chow with two ``own`` tiles."""
        if not self.rules.claims.chow:
            return Fault("A204", "A204", None, seat, None, "chow")
        if fault := self._of_wild(seat, tile, *own):
            return fault
        fault = self._claimable(seat, tile)
        if fault is not None:
            return fault
        if seat != (self.live_seat + 1) & 3:
            return Fault("A203", "A203", None, seat, (self.live_seat + 1) & 3, seat)
        hand = self.hands[seat]
        first, second = own
        if not (hand[first] and hand[second]):
            found = [NAMES[first], NAMES[second]]
            fault = self.reveal(seat, own, Fault("T102", "T102", None, seat, None, found))
            if fault is not None:
                return fault
        low = min(tile, first, second)
        self._claim(seat, low, tile)
        hand[first] -= 1
        hand[second] -= 1
        used = self.used[seat]
        used[low] += 1
        used[low + 1] += 1
        used[low + 2] += 1
        self.state = CLAIMED
        return None

    def pung(self, seat: int, tile: int) -> Fault | None:
        """Claim the discard for a pung."""
        if fault := self._of_wild(seat, tile):
            return fault
        fault = self._claimable(seat, tile)
        if fault is not None:
            return fault
        hand = self.hands[seat]
        if hand[tile] < 2 and (fault := self._reveal_copies(seat, tile, 2)):
            return fault
        self._claim(seat, PUNG_CODE + tile, tile)
        hand[tile] -= 2
        self.used[seat][tile] += 3
        self.state = CLAIMED
        return None

    def kong(  # noqa: PLR0911
        self, seat: int, kind: KongKind, tile: int
    ) -> Fault | None:
        """Declare a kong: from the discard, from its hand, or on its pung."""
        if tile >= KINDS or tile in self.wild:
            return self._of_wild(seat, tile) or Fault("A204", "A204", None, seat, None, name(tile))
        if kind == "exposed":
            return self._exposed_kong(seat, tile)
        if self.state != OWN or seat != self.turn:
            if self.state == CLAIMED and seat == self.turn:
                return wrong_turn("A201.claimed", seat)
            return wrong_turn("A201", seat, self.turn if self.state <= CLAIMED else None)
        if self._is_wall_short(seat):
            return Fault("T104", "T104.kong", None, seat)
        hand = self.hands[seat]
        codes = self.codes[seat]
        if kind == "concealed":
            if hand[tile] < 4 and (fault := self._reveal_copies(seat, tile, 4)):
                return fault
            hand[tile] -= 4
            codes.append(CONCEALED_CODE + tile)
            self.used[seat][tile] += 4
            self.concealed_kongs += 1
        else:
            if PUNG_CODE + tile not in codes:
                return Fault("T102", "T102.pung", None, seat, None, name(tile))
            if not hand[tile]:
                lacks = Fault("T102", "T102", None, seat, None, name(tile))
                fault = self.reveal(seat, (tile,), lacks)
                if fault is not None:
                    return fault
            hand[tile] -= 1
            codes[codes.index(PUNG_CODE + tile)] = ADDED_CODE + tile
            self.used[seat][tile] += 1
        if self.rules.kong_chain == "last_only":
            self.chain_feeder = -1
        late = kind == "added" and tile != self.drawn
        self._kong_made(KongClaim(seat, kind, None, late), tile)
        return None

    def _exposed_kong(self, seat: int, tile: int) -> Fault | None:
        fault = self._claimable(seat, tile)
        if fault is not None:
            return fault
        if self._is_wall_short(seat):
            return Fault("T104", "T104.kong", None, seat)
        hand = self.hands[seat]
        if hand[tile] < 3 and (fault := self._reveal_copies(seat, tile, 3)):
            return fault
        feeder = self.live_seat
        self._claim(seat, EXPOSED_CODE + tile, tile)
        hand[tile] -= 3
        self.used[seat][tile] += 4
        self.chain_feeder = feeder
        self._kong_made(KongClaim(seat, "exposed", feeder), tile)
        return None

    def _kong_made(self, claim: KongClaim, tile: int) -> None:
        seat = claim.seat
        self.kongs.append(claim)
        self.barred[seat] = 0
        self.waits[seat] = -1
        self.live_seat, self.live_tile = seat, tile
        self.kong_kind = claim.kind
        self.turn = seat
        self.state = KONG

    def _is_wall_short(self, seat: int) -> bool:
        """Whether a kong needs a tile and none is left: above a reserve it always does."""
        needs_wall = self.rules.kong.needs_wall or self.rules.wall.reserve > 0
        return needs_wall and self.wall.left_for(seat) <= 0

    def flower(self, seat: int, tile: int) -> Fault | None:
        """Set a flower aside: on the seat's turn, or a dealt one before the first discard."""
        if tile < KINDS or tile in self.wild:
            return Fault("A204", "A204", None, seat, None, name(tile))
        opening = not self.discards and not self.called and self.state == OWN
        if not opening and (self.state != OWN or seat != self.turn):
            return wrong_turn("A201", seat, self.turn if self.state <= CLAIMED else None)
        hand = self.hands[seat]
        if not hand[tile]:
            fault = self.reveal(seat, (tile,), Fault("T102", "T102", None, seat, None, name(tile)))
            if fault is not None:
                return fault
        hand[tile] -= 1
        self.turn = seat
        self.state = FLOWER
        return None

    def _after_flower(self, seat: int, tile: int) -> None:
        """Take the replacement of a flower; before the first discard the dealer is next again."""
        self.hands[seat][tile] += 1
        self.waits[seat] = -1
        opening = not self.discards and not self.called and seat != self.dealer
        if not opening:
            self.drawn = tile
            self.barred[seat] = 0
            self.after_kong = False
        self.turn = self.dealer if opening else seat
        self.state = OWN
