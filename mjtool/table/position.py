"""Where a hand stands: what each seat holds and waits for, what it let go, how it would end."""

from collections.abc import Iterator
from typing import Final

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.kernel import Upkeep
from mjtool.rules.model import RuleSet
from mjtool.scoring import BELOW_MINIMUM, Score
from mjtool.table.fault import Fault
from mjtool.table.feeders import Feeders
from mjtool.table.legality import Legality, stock_of
from mjtool.table.outcome import Outcome, has_minimum, numbers_of_winners, score_win, winning_hand
from mjtool.table.wall import HIDDEN, Wall, name
from mjtool.table.wild import is_filled_up, mask_of, wild_waits
from mjtool.tiles import KINDS

OWN, CLAIMED, LIVE, KONG, FLOWER, WON, WASHED, ESCAPED = range(8)
"""What was done last, so what may follow: a draw, a chow or pung, a discard, a kong, a flower, a
win, a washout, an escape."""

EVERY: Final = (1 << KINDS) - 1

Round = int | None


SEATS: Final = (0, 1, 2, 3)
BYSTANDERS: Final = [
    [tuple(seat for seat in SEATS if seat not in (one, other)) for other in SEATS] for one in SEATS
]
"""For two seats, or one twice, the others."""


class Position(Upkeep):
    """One hand under ``rules``: its state, and what can be told of it.

    ``rounds`` are the round winds that the hand may be played in, None where nothing tells;
    ``passed`` has for each seat the points of the best win that it let go since its last draw, by
    round.
    """

    __slots__ = (
        "concealed_kongs",
        "dealer",
        "has_minimum",
        "kong_kind",
        "legality",
        "misses",
        "robbed",
        "rounds",
        "rules",
        "self_drawn",
        "swapped",
        "wild",
        "wild_thrown",
        "winners",
    )

    wall: Wall
    feeders: Feeders

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        rules: RuleSet,
        legality: Legality,
        dealer: int,
        deal: list[list[int]],
        wall: Wall,
        rounds: tuple[Round, ...] = (None,),
    ) -> None:
        self.rules = rules
        self.legality = legality
        self.forms = rules.form_mask
        self.misses = "W" in legality.checks and rules.missed_win != "off"
        self.has_minimum = has_minimum(rules)
        stock = stock_of(rules, legality)
        self.wild = rules.wilds.kinds if legality.judges else ()
        self.has_wild = rules.wilds.there if legality.judges else False
        self.has_flowers = stock.flowers > 0 and not (
            legality.judges and rules.tiles.flowers == "wild"
        )
        if not rules.rounds.winds:
            self.rounds: tuple[Round, ...] = (None,)
        else:
            self.rounds = (0, 1, 2, 3) if None in rounds else rounds
        self.dealer = dealer
        self.wall = wall
        self.deal(deal)
        if stock.lacks:
            for used in self.used:
                used[:] = stock.gone
        self.plain = stock.mask & ~mask_of(self.wild)
        self.lets_go = self.misses and rules.win.on_discard
        self.own_waits = rules.missed_win == "not_more"
        self.has_chow = rules.claims.chow
        self.state = OWN
        self.turn = dealer
        self.drawn = deal[dealer][-1]
        self.kong_kind = ""
        self.feeders = Feeders(rules.liability)
        self.concealed_kongs = 0
        self.wild_thrown = [0, 0, 0, 0]
        self.swapped = [False] * 4
        self.winners: list[int] = []
        self.self_drawn = self.robbed = False

    def outcome(self, horses: int | None = None) -> Outcome:
        """Return how the hand ended, with so many ``horses`` set aside where that is not sure."""
        winner = self.winners[0] if self.winners else self.turn
        return Outcome(
            dealer=self.dealer,
            winners=tuple(self.winners),
            source=self.source,
            robbed=self.robbed,
            escaped=self.turn if self.state == ESCAPED else None,
            after_kong=self.after_kong,
            kong_feeder=self.chain_feeder if self.chain_feeder >= 0 else None,
            is_last=self.wall.left_for(winner, horses) <= 0,
            called=self.called,
            concealed_kongs=self.concealed_kongs,
            discards=self.discards,
            draws=self.draws,
            swapped=self.swapped,
            kong_discard=self.kong_discard,
            followed=self.followed,
            thrown=self.thrown,
            wild_thrown=self.wild_thrown,
        )

    @property
    def source(self) -> int | None:
        """The discarder or the robbed seat; None where nobody won, or a winner drew the tile."""
        return self.live_seat if self.winners and not self.self_drawn else None

    def winning_tile(self) -> int:
        """Return the tile that the hand is won on."""
        return self.drawn if self.self_drawn else self.live_tile

    def winning_hand(self, seat: int) -> Hand:
        """Return the hand of a seat that has won, the winning tile in it."""
        return self._hand_with(seat, self.winning_tile(), drawn=self.self_drawn)

    def _hand_with(self, seat: int, tile: int, *, drawn: bool) -> Hand:
        counts = bytearray(self.hands[seat][:HIDDEN])
        if not drawn:
            counts[tile] += 1
        extra = bytes([each for each in range(KINDS, HIDDEN) for _ in range(counts[each])])
        return winning_hand(self.codes[seat], bytes(counts[:KINDS]), tile, extra)

    # what a win would be worth

    def prospects(
        self,
        seat: int,
        round_wind: Round,
        *,
        drawn: bool = False,
        alone: bool = False,
        is_last: bool | None = None,
    ) -> Iterator[Score]:
        """Yield what a win of ``seat`` here and now may come to in such a round.

        Either ``drawn`` or on the tile that lies there, ``alone`` or with those who have won on it
        and may yet win on it. Nor is it always sure whether the tile ``is_last``.
        """
        tile = self.drawn if drawn else self.live_tile
        hand = self._hand_with(seat, tile, drawn=drawn)
        robbed = not drawn and (self.state == KONG or self.robbed)
        source = None if drawn else self.live_seat
        numbers = {1}
        if not (drawn or alone):
            numbers = numbers_of_winners(self.winners, seat, self._able(), self.live_seat)
        outcome = self.outcome()._replace(source=source, robbed=robbed)
        for last in self._may_be_last(seat) if is_last is None else {is_last}:
            for number in numbers:
                ended = outcome._replace(winners=(seat,) * number, is_last=last)
                yield score_win(self.rules, ended, seat, hand, tile, round_wind)

    def _able(self) -> list[int]:
        """Return the seats that could win on the tile that lies there, where several may."""
        if self.rules.multiple_wins != "all":
            return []
        lies_free = self.state != KONG and not self.robbed
        bit = 1 << self.live_tile
        return [
            seat
            for seat in range(4)
            if seat != self.live_seat
            and self.waits_of(seat) & bit
            and (lies_free or self.may_rob(seat))
        ]

    def _may_be_last(self, seat: int) -> set[bool]:
        """Return whether nothing is left to draw, by each number of horses there may be."""
        return {self.wall.left_for(seat, horses) <= 0 for horses in self.wall.horses}

    def is_below_minimum(self, seat: int, *, drawn: bool) -> bool:
        """Return whether a win of ``seat`` is surely below the rules' minimum."""
        return self.has_minimum and all(
            found.reason == BELOW_MINIMUM
            for round_wind in self.rounds
            for found in self.prospects(seat, round_wind, drawn=drawn)
        )

    def is_no_more(self, seat: int) -> Fault | None:
        """Return W303 where a win is surely worth no more than one that the seat let go."""
        passed = self.passed[seat]
        fault = None
        for round_wind in self.rounds if passed else ():
            bar = passed.get(round_wind)
            for found in self.prospects(seat, round_wind):
                if bar is None or found.points > bar:
                    return None
                fault = Fault("W303", "W303.not_more", None, seat, bar, found.points)
        return fault

    # missed wins

    def _let_go(self, mover: int, *, has_drawn: bool = False) -> None:
        """Bar every seat that could have won on the live tile and lets it go (漏胡).

        ``has_drawn``: the mover has drawn already, so that the tile was not the last discard.
        """
        rules = self.rules
        if self.state == KONG:
            if self.kong_kind not in rules.rob.kinds:
                return
        elif not self.may_win_on_discard():
            return
        bit, all_waits = 1 << self.live_tile, self.waits
        by_points = rules.missed_win == "not_more"
        seats = BYSTANDERS[mover][self.live_seat]
        if by_points:  # whoever does not win lets it go: the claimer, the discarder too
            seats = BYSTANDERS[self.live_seat][self.live_seat] if self.state == KONG else SEATS
        for seat in seats:
            waits = all_waits[seat]
            if waits < 0:
                waits = self.waits_of(seat)
            if waits & bit and (self.state == LIVE or self.may_rob(seat)):
                if by_points:
                    self._pass(seat, has_drawn=has_drawn)
                elif not (self.has_minimum and self._misses_nothing(seat, has_drawn=has_drawn)):
                    self.barred[seat] |= bit if rules.missed_win == "same_tile" else EVERY

    def _misses_nothing(self, seat: int, *, has_drawn: bool) -> bool:
        """Return whether a win that the seat lets go may have been below the minimum."""
        return any(
            not found.won
            for round_wind in self.rounds
            for found in self._passing(seat, round_wind, has_drawn=has_drawn)
        )

    def _pass(self, seat: int, *, has_drawn: bool) -> None:
        """Take note of what a win was worth that the seat lets go, where it is sure of one."""
        passed = self.passed[seat]
        for round_wind in self.rounds:
            found = list(self._passing(seat, round_wind, has_drawn=has_drawn))
            if all(each.won for each in found):
                least = min(each.points for each in found)
                passed[round_wind] = max(least, passed.get(round_wind, least))

    def _passing(self, seat: int, round_wind: Round, *, has_drawn: bool) -> Iterator[Score]:
        """Yield what a win of ``seat`` alone on the live tile would have come to."""
        return self.prospects(seat, round_wind, alone=True, is_last=False if has_drawn else None)

    def may_win_on_discard(self) -> bool:
        """Whether the tile thrown last may be won on by whom it completes."""
        win_on = self.rules.wild.win_on or self.live_tile not in self.wild
        return self.rules.win.on_discard and win_on

    def may_rob(self, seat: int) -> bool:
        """Whether ``seat`` may rob the kong just made: never one of its own discard."""
        if self.feeders.pungs.get((self.live_seat, self.live_tile)) != seat:
            return True
        return self.kong_kind != "exposed" and self.rules.rob.own_fed_pung

    def waits_of(self, seat: int) -> int:
        """Return the kinds that complete the hand of a seat that is not on its turn, as a mask."""
        waits = self.waits[seat]
        if waits < 0:
            hand = self.hands[seat]
            if self.has_flowers and any(hand[KINDS:]):
                return 0  # a tile is to come for each that is to be set aside
            if self.has_wild:
                waits = self.waits[seat] = self._wild_waits(seat)
                return waits
            sets = len(self.codes[seat])
            waits = kernel.completing(
                bytes(hand[:KINDS]),
                bytes(self.used[seat]),
                sets,
                1 if sets else self.forms,
            )[0]
            self.waits[seat] = waits
        return waits

    # wild tiles

    def _wild_waits(self, seat: int) -> int:
        """Return the tiles, wild ones too, that complete the hand of a seat, as a mask."""
        natural, wild = self.natural(seat)
        return wild_waits(
            self.rules, natural, wild, len(self.codes[seat]), fresh=not self.thrown[seat]
        )

    def natural(self, seat: int) -> tuple[bytes, int]:
        """Return the tiles of a seat's hand that are not wild, and how many are."""
        counts = bytearray(self.hands[seat])
        wild = 0
        for tile in self.wild:
            wild += counts[tile]
            counts[tile] = 0
        return bytes(counts[:KINDS]), wild

    def wild_of(self, seat: int) -> int:
        """Return how many wild tiles the hand holds with which a seat has won."""
        return self.natural(seat)[1] + (not self.self_drawn and self.live_tile in self.wild)

    def is_complete(self, seat: int) -> bool:
        """Return whether the 3n + 2 tiles of a seat win."""
        hand, sets = self.hands[seat], len(self.codes[seat])
        if self.has_flowers and any(hand[KINDS:]):
            return False
        if self.has_wild:
            fresh = not self.thrown[seat]
            return is_filled_up(self.rules, *self.natural(seat), sets, fresh=fresh)
        return kernel.is_complete(bytes(hand[:KINDS]), sets, 1 if sets else self.forms)

    # hidden tiles

    def reveal(self, seat: int, tiles: tuple[int, ...], lacks: Fault) -> Fault | None:
        """Turn hidden tiles of a hand into those of ``tiles`` that it does not show.

        Returns ``lacks`` where it has too few, T101 where the set has no more of one.
        """
        hand = self.hands[seat]
        missing = [tile for at, tile in enumerate(tiles) if hand[tile] <= tiles[:at].count(tile)]
        if hand[HIDDEN] < len(missing):
            return lacks
        for at, tile in enumerate(missing):
            if not self.wall.has(tile, missing[: at + 1].count(tile)):
                return Fault("T101", "T101", None, seat, None, name(tile))
        for tile in missing:
            self.wall.appear(tile)
            hand[tile] += 1
            hand[HIDDEN] -= 1
        return None

    def _reveal_copies(self, seat: int, tile: int, number: int) -> Fault | None:
        """Let a hand show ``number`` of a tile, as :meth:`reveal` does."""
        found = [name(tile)] * self.hands[seat][tile]
        lacks = Fault("T102", "T102", None, seat, [name(tile)] * number, found)
        return self.reveal(seat, (tile,) * number, lacks)
