"""The table of one hand: what lies where, whose turn it is, and what each event may do.

A :class:`Table` is the state of a fold: each event's method checks it, changes the table and
returns None, or returns the :class:`Fault` and changes nothing. Tiles are values, seats 0..3. The
state belongs to the fold alone and is changed in place: a log has millions of events.
"""

from typing import Final

from mjtool import kernel
from mjtool.replay.events import Fault, Legality
from mjtool.replay.liability import Feeders
from mjtool.rules.model import RuleSet
from mjtool.settlement import KongClaim
from mjtool.tiles import KINDS, NAMES

OWN, CLAIMED, LIVE, KONG, FLOWER, WON, WASHED, ESCAPED = range(8)
"""What was done last, so what may follow: a draw, a chow or pung, a discard, a kong, a flower, a
win, a washout, an escape."""

HIDDEN: Final = 42
"""The value of a tile that nobody saw."""

EVERY: Final = (1 << KINDS) - 1

PUNG_CODE: Final = KINDS
EXPOSED_CODE: Final = 2 * KINDS
ADDED_CODE: Final = 3 * KINDS
CONCEALED_CODE: Final = 4 * KINDS
KONG_CODES: Final = {"exposed": EXPOSED_CODE, "added": ADDED_CODE, "concealed": CONCEALED_CODE}


def wrong_turn(key: str, seat: int, expected: object = None, found: object = None) -> Fault:
    """Return the finding that the moment does not allow what ``seat`` does."""
    return Fault("A201", key, None, seat, expected, found)


class Table:
    """One hand being played under ``rules``."""

    __slots__ = (
        "after_kong",
        "barred",
        "called",
        "chain_feeder",
        "codes",
        "concealed_kongs",
        "dealer",
        "discards",
        "drawn",
        "draws",
        "feeders",
        "flowered",
        "forms",
        "front",
        "hands",
        "kong_kind",
        "kongs",
        "left",
        "lefts",
        "legality",
        "live_seat",
        "live_tile",
        "misses",
        "own_walls",
        "robbed",
        "rules",
        "seen",
        "self_drawn",
        "slack",
        "state",
        "swapped",
        "tail",
        "turn",
        "used",
        "waits",
        "wall",
        "winners",
    )

    def __init__(  # noqa: PLR0913
        self,
        rules: RuleSet,
        legality: Legality,
        dealer: int,
        deal: list[list[int]],
        wall: list[int] | None,
        horses: int | None,
        walls: list[list[int]] | None = None,
    ) -> None:
        """Lay the table: a deal and a wall of the right size, ``horses`` at the wall's end.

        ``horses`` is None where nothing tells how many there are.
        """
        flowers = rules.tiles.flowers or legality.flowers
        reserve = legality.reserve + (horses or 0)
        self.rules = rules
        self.legality = legality
        self.forms = rules.form_mask
        self.misses = "W" in legality.checks and rules.missed_win != "off"
        self.dealer = dealer
        self.hands = [bytearray(HIDDEN + 1) for _ in range(4)]
        self.seen = bytearray(HIDDEN + 1)
        for hand, tiles in zip(self.hands, deal, strict=True):
            for tile in tiles:
                hand[tile] += 1
                self.seen[tile] += 1
        self.codes: list[list[int]] = [[], [], [], []]
        self.used = [bytearray(KINDS) for _ in range(4)]
        self.wall = wall
        self.front = 0
        self.tail = 0 if wall is None else len(wall) - reserve
        self.left = (144 if flowers else 136) - 53 - reserve
        self.slack = rules.horses.most if horses is None else 0
        self.own_walls = walls
        quarter = 36 if flowers else 34
        self.lefts = [quarter - len(tiles) for tiles in deal] if legality.own_walls else None
        self.state = OWN
        self.turn = dealer
        self.drawn = deal[dealer][-1]
        self.live_seat = self.live_tile = -1
        self.kong_kind = ""
        self.kongs: list[KongClaim] = []
        self.feeders = Feeders(rules.liability)
        self.chain_feeder = -1
        self.after_kong = False
        self.barred = [0, 0, 0, 0]
        self.waits = [-1, -1, -1, -1]
        self.discards = 0
        self.draws = [0, 0, 0, 0]
        self.called = self.flowered = False
        self.concealed_kongs = 0
        self.swapped = [False] * 4
        self.winners: list[int] = []
        self.self_drawn = self.robbed = False

    # drawing and discarding

    def draw(self, seat: int, tile: int) -> Fault | None:
        """A seat draws: the next seat after a discard, the same seat after a kong or flower."""
        state = self.state
        if state == LIVE:
            if seat != (self.live_seat + 1) & 3:
                return wrong_turn("A201.draw", seat, (self.live_seat + 1) & 3, seat)
        elif state in (KONG, FLOWER):
            if seat != self.turn:
                return wrong_turn("A201.draw", seat, self.turn, seat)
        else:
            return wrong_turn("A201.draw", seat)
        if self.lefts is not None:
            fault = self._draw_own(self.lefts, seat, tile)
        else:
            fault = self._draw_shared(tile, state)
        if fault is not None:
            return Fault(fault.code, fault.key, None, seat, fault.expected, fault.found)
        if self.misses and state != FLOWER:
            self._let_go(seat)
        if state == FLOWER:
            self.after_kong = False
            self._after_flower(seat, tile)
            return None
        self.after_kong = state == KONG
        if state == LIVE:
            self.chain_feeder = -1
        self.hands[seat][tile] += 1
        self.draws[seat] += 1
        self.barred[seat] = 0
        self.waits[seat] = -1
        self.turn = seat
        self.drawn = tile
        self.state = OWN
        return None

    def _draw_shared(self, tile: int, state: int) -> Fault | None:
        """Take ``tile`` from the front of the wall, a replacement from its tail."""
        if self.left <= 0:
            return Fault("T104", "T104")
        wall = self.wall
        if wall is not None:
            if state == LIVE:
                if tile != wall[self.front]:
                    return Fault("T103", "T103", None, None, NAMES[wall[self.front]], NAMES[tile])
                self.front += 1
            elif not self.slack:
                tail = self.tail - 1
                if tile != wall[tail]:
                    return Fault("T103", "T103.tail", None, None, NAMES[wall[tail]], NAMES[tile])
                self.tail = tail
        elif not self._appears(tile):
            return Fault("T101", "T101", None, None, None, NAMES[tile])
        self.left -= 1
        return None

    def _draw_own(self, lefts: list[int], seat: int, tile: int) -> Fault | None:
        """Take ``tile`` from the front of the seat's own wall."""
        if lefts[seat] <= 0:
            return Fault("T104", "T104")
        if self.own_walls is not None:
            wall = self.own_walls[seat]
            following = wall[-lefts[seat]] if len(wall) >= lefts[seat] else None
            if following != tile:
                expected = None if following is None else NAMES[following]
                return Fault("T103", "T103", None, None, expected, name(tile))
        elif not self._appears(tile):
            return Fault("T101", "T101", None, None, None, name(tile))
        lefts[seat] -= 1
        self.left -= 1
        return None

    def _appears(self, tile: int) -> bool:
        """Count one more ``tile`` that has been seen; False if the set has no more of it."""
        if tile == HIDDEN:
            return True
        seen = self.seen
        if seen[tile] >= (4 if tile < KINDS else 1):
            return False
        seen[tile] += 1
        return True

    def discard(self, seat: int, tile: int) -> Fault | None:
        """A seat discards, on its turn after a draw or a claim."""
        if self.state > CLAIMED:
            key = "A201.replacement" if self.state in (KONG, FLOWER) else "A201"
            return wrong_turn(key, seat)
        if seat != self.turn:
            return wrong_turn("A201", seat, self.turn, seat)
        hand = self.hands[seat]
        if not hand[tile]:
            if not hand[HIDDEN]:
                return Fault("T102", "T102", None, seat, None, name(tile))
            hand[HIDDEN] -= 1
        else:
            hand[tile] -= 1
        self.waits[seat] = -1
        self.live_seat = seat
        self.live_tile = tile
        self.discards += 1
        self.after_kong = False
        self.state = LIVE
        return None

    # claims and kongs

    def _claimable(self, seat: int, tile: int) -> Fault | None:
        """The fault of a claim of ``tile`` by ``seat``, if there is one (A201, A202)."""
        if self.state != LIVE:
            return wrong_turn("A201.claim", seat)
        if seat == self.live_seat:
            return wrong_turn("A201.own", seat)
        if tile != self.live_tile:
            return Fault("A202", "A202", None, seat, name(self.live_tile), name(tile))
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
        """The next seat claims the discard for a chow with two ``own`` tiles."""
        if not self.rules.claims.chow:
            return Fault("A204", "A204", None, seat, None, "chow")
        fault = self._claimable(seat, tile)
        if fault is not None:
            return fault
        if seat != (self.live_seat + 1) & 3:
            return Fault("A203", "A203", None, seat, (self.live_seat + 1) & 3, seat)
        hand = self.hands[seat]
        first, second = own
        if not (hand[first] and hand[second]) and not self._reveal(hand, own):
            return Fault("T102", "T102", None, seat, None, [NAMES[first], NAMES[second]])
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
        """A seat claims the discard for a pung."""
        fault = self._claimable(seat, tile)
        if fault is not None:
            return fault
        hand = self.hands[seat]
        if hand[tile] < 2 and not self._reveal(hand, (tile, tile)):
            return Fault("T102", "T102", None, seat, [NAMES[tile]] * 2, [name(tile)] * hand[tile])
        self._claim(seat, PUNG_CODE + tile, tile)
        hand[tile] -= 2
        self.used[seat][tile] += 3
        self.state = CLAIMED
        return None

    def kong(self, seat: int, kind: str, tile: int) -> Fault | None:
        """A seat declares a kong: from the discard, from its hand, or on its pung."""
        if tile >= KINDS:
            return Fault("A204", "A204", None, seat, None, name(tile))
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
            if hand[tile] < 4 and not self._reveal(hand, (tile,) * 4):
                return Fault(
                    "T102", "T102", None, seat, [name(tile)] * 4, [name(tile)] * hand[tile]
                )
            hand[tile] -= 4
            codes.append(CONCEALED_CODE + tile)
            self.used[seat][tile] += 4
            self.concealed_kongs += 1
        else:
            if PUNG_CODE + tile not in codes:
                return Fault("T102", "T102.pung", None, seat, None, name(tile))
            if not hand[tile] and not self._reveal(hand, (tile,)):
                return Fault("T102", "T102", None, seat, None, name(tile))
            hand[tile] -= 1
            codes[codes.index(PUNG_CODE + tile)] = ADDED_CODE + tile
            self.used[seat][tile] += 1
        if self.rules.kong_chain == "last_only":
            self.chain_feeder = -1
        self._kong_made(seat, kind, tile, None)
        return None

    def _exposed_kong(self, seat: int, tile: int) -> Fault | None:
        fault = self._claimable(seat, tile)
        if fault is not None:
            return fault
        if self._is_wall_short(seat):
            return Fault("T104", "T104.kong", None, seat)
        hand = self.hands[seat]
        if hand[tile] < 3 and not self._reveal(hand, (tile,) * 3):
            return Fault("T102", "T102", None, seat, [NAMES[tile]] * 3, [name(tile)] * hand[tile])
        feeder = self.live_seat
        self._claim(seat, EXPOSED_CODE + tile, tile)
        hand[tile] -= 3
        self.used[seat][tile] += 4
        self.chain_feeder = feeder
        self._kong_made(seat, "exposed", tile, feeder)
        return None

    def _kong_made(self, seat: int, kind: str, tile: int, feeder: int | None) -> None:
        self.kongs.append(KongClaim(seat, kind, feeder))
        self.barred[seat] = 0
        self.waits[seat] = -1
        self.live_seat, self.live_tile = seat, tile
        self.kong_kind = kind
        self.turn = seat
        self.state = KONG

    def _is_wall_short(self, seat: int) -> bool:
        """Whether a kong needs a tile and none is left."""
        left = self.left if self.lefts is None else self.lefts[seat]
        return left <= 0 and self.rules.kong.needs_wall

    def _reveal(self, hand: bytearray, tiles: tuple[int, ...]) -> bool:
        """Turn hidden tiles into those of ``tiles`` that the hand does not show; False if it can't."""
        missing = [tile for at, tile in enumerate(tiles) if hand[tile] <= tiles[:at].count(tile)]
        if hand[HIDDEN] < len(missing):
            return False
        for tile in missing:
            hand[tile] += 1
            hand[HIDDEN] -= 1
        return True

    def flower(self, seat: int, tile: int) -> Fault | None:
        """A seat sets a flower aside: on its turn, or a dealt one before the first discard."""
        if tile < KINDS:
            return Fault("A204", "A204", None, seat, None, name(tile))
        opening = not self.discards and not self.called and self.state == OWN
        if not opening and (self.state != OWN or seat != self.turn):
            return wrong_turn("A201", seat, self.turn if self.state <= CLAIMED else None)
        hand = self.hands[seat]
        if not hand[tile]:
            if not hand[HIDDEN]:
                return Fault("T102", "T102", None, seat, None, name(tile))
            hand[HIDDEN] -= 1
        else:
            hand[tile] -= 1
        self.flowered = True
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
        self.turn = self.dealer if opening else seat
        self.state = OWN

    # missed wins

    def _let_go(self, mover: int) -> None:
        """Bar every seat that could have won on the live tile and lets it go (漏胡)."""
        if self.state == KONG:
            if self.kong_kind not in self.rules.rob.kinds:
                return
        elif not self.rules.win.on_discard:
            return
        bit = 1 << self.live_tile
        for seat in range(4):
            if seat in (mover, self.live_seat):
                continue
            if self._waits(seat) & bit and (self.state == LIVE or self._may_rob(seat)):
                missed = self.rules.missed_win == "same_tile"
                self.barred[seat] |= bit if missed else EVERY

    def _may_rob(self, seat: int) -> bool:
        """Whether ``seat`` may rob the kong just made, if perhaps of a pung that it fed."""
        if self.rules.rob.own_fed_pung:
            return True
        return self.feeders.pungs.get((self.live_seat, self.live_tile)) != seat

    def _waits(self, seat: int) -> int:
        """Return the kinds that complete the hand of a seat that is not on its turn, as a mask."""
        waits = self.waits[seat]
        if waits < 0:
            sets = len(self.codes[seat])
            waits = kernel.completing(
                bytes(self.hands[seat][:KINDS]),
                bytes(self.used[seat]),
                sets,
                1 if sets else self.forms,
            )[0]
            self.waits[seat] = waits
        return waits

    # the end

    def win(self, seat: int, tile: int, source: int) -> Fault | None:
        """A seat wins on ``tile`` of ``source``, or self-drawn where that is itself."""
        if source == seat:
            fault = self._win_self_drawn(seat, tile)
        else:
            fault = self._win_on_tile(seat, tile, source)
        if fault is not None:
            return fault
        if "W" in self.legality.checks:
            fault = self._complete(seat, tile, source)
            if fault is not None:
                return fault
        if not self.winners:
            self.self_drawn = source == seat
            if self.state == KONG:
                self.robbed = True
                self.kongs.pop()
        self.winners.append(seat)
        self.state = WON
        return None

    def _win_self_drawn(self, seat: int, tile: int) -> Fault | None:
        again = self.state == WON and self.self_drawn
        if (self.state != OWN and not again) or seat != self.turn:
            expected = self.turn if self.state in (OWN, CLAIMED) else None
            return wrong_turn("A201.win", seat, expected)
        if tile != self.drawn:
            return Fault("A202", "A202.drawn", None, seat, name(self.drawn), name(tile))
        if again:
            return Fault("W305", "W305", None, seat)
        return None

    def _win_on_tile(self, seat: int, tile: int, source: int) -> Fault | None:
        robs = self.state == KONG or self.robbed
        if self.state not in (LIVE, KONG) and not (self.state == WON and not self.self_drawn):
            return wrong_turn("A201.claim", seat)
        if seat == self.live_seat:
            return wrong_turn("A201.own", seat)
        if tile != self.live_tile:
            key = "A202.robbed" if robs else "A202"
            return Fault("A202", key, None, seat, name(self.live_tile), name(tile))
        if source != self.live_seat:
            return Fault("A202", "A202.from", None, seat, self.live_seat, source)
        if "W" not in self.legality.checks:
            return None
        if not robs and not self.rules.win.on_discard:
            return Fault("W302", "W302", None, seat)
        if robs and (self.kong_kind not in self.rules.rob.kinds or not self._may_rob(seat)):
            return Fault("W304", "W304", None, seat, None, self.kong_kind)
        if self.winners:
            if self.rules.multiple_wins == "nearest":
                return Fault("W305", "W305", None, seat)
            before = self.winners[-1]
            if (seat - source) & 3 <= (before - source) & 3:
                return Fault("W305", "W305.order", None, seat)
        return None

    def _complete(self, seat: int, tile: int, source: int) -> Fault | None:
        """The fault of a win on ``tile``: an incomplete hand, or a tile let go before."""
        if source == seat:
            sets = len(self.codes[seat])
            counts = bytes(self.hands[seat][:KINDS])
            complete = kernel.is_complete(counts, sets, 1 if sets else self.forms)
        else:
            complete = bool(self._waits(seat) >> tile & 1)
        if not complete:
            return Fault("W301", "W301", None, seat)
        if source != seat and self.barred[seat] >> tile & 1:
            return Fault("W303", "W303", None, seat, None, name(tile))
        return None

    def washout(self, reason: str | None) -> Fault | None:
        """Nobody won: the wall is used up and its last tile is discarded."""
        if reason is None or not self.legality.aborts:
            left = self._to_draw()
            if left > 0:
                return Fault("A205", "A205", None, None, 0, left)
            if self.state not in (LIVE, KONG):
                return Fault("A201", "A201.washout")
        self.state = WASHED
        return None

    def _to_draw(self) -> int:
        """Return how many tiles are surely left to the seat that would draw next."""
        if self.lefts is not None:
            return self.lefts[(self.turn + (self.state == LIVE)) & 3]
        return self.left - self.slack

    def is_washed_out(self) -> bool:
        """Whether only a washout can follow, unless the last discard is claimed."""
        left = self.left if self.lefts is None else self._to_draw()
        return self.state == LIVE and left <= 0

    def escape(self, seat: int) -> None:
        """A seat leaves: the hand ends."""
        self.turn = seat
        self.state = ESCAPED

    def next_tile(self) -> int | None:
        """Return the wall's next tile where the log tells it; None where it does not."""
        if self.wall is None or self.left <= 0:
            return None
        replaces = self.state in (KONG, FLOWER)
        if replaces and self.slack:
            return None
        return self.wall[self.tail - 1 if replaces else self.front]


def name(tile: int) -> str:
    """Return the text of a tile, "?" for a hidden one."""
    return NAMES[tile] if tile < HIDDEN else "?"
