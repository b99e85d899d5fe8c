"""One hand played out: the players act, the events are written down, the end is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mjtool import kernel
from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    Escape,
    Event,
    Flower,
    Kong,
    KongKind,
    Prop,
    Pung,
    Washout,
    Win,
)
from mjtool.hand import Hand
from mjtool.horses import turned_up, turns_up
from mjtool.kernel import Chance, Turns
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.settlement import HandResult, KongClaim, Winner
from mjtool.simulation.deals import Deal
from mjtool.simulation.players import ADDED, CONCEALED, EXPOSED, PUNG, Seat, Style
from mjtool.simulation.valuing import worth_most
from mjtool.stock import FLOWERS
from mjtool.table.feeders import Feeders
from mjtool.table.outcome import (
    Outcome,
    circumstances,
    hand_result,
    has_minimum,
    liability,
    numbers_of_winners,
    score_win,
    winning_hand,
)
from mjtool.table.wild import mask_of
from mjtool.tiles import KINDS, NAMES

EVERY: Final = (1 << KINDS) - 1
ANY_TIME: Final = ("clairvoyance", "golden_finger", "voice")
SWAPS: Final = ("swap_chosen", "swap_random")


class _LeftError(Exception):
    """A seat leaves the table in the middle of the hand."""


DRAWS: Final = tuple(
    Draw(seat, NAMES[tile]) if tile < len(NAMES) else None
    for seat in range(4)
    for tile in range(100)
)
DISCARDS: Final = tuple(
    Discard(seat, NAMES[tile]) if tile < len(NAMES) else None
    for seat in range(4)
    for tile in range(100)
)
"""The events that come up most, a hundred for each seat: they are shared by all hands."""


def _of(events: tuple[Event | None, ...], seat: int, tile: int) -> Event:
    event = events[100 * seat + tile]
    assert event is not None
    return event


class Play(Turns):
    """One hand at the table; :meth:`run` plays it, and the outcome is in the fields afterwards."""

    seats: tuple[Seat, Seat, Seat, Seat]

    def __init__(  # noqa: PLR0913
        self,
        rules: RuleSet,
        rng: Chance,
        deal: Deal,
        styles: Sequence[Style],
        *,
        dealer: int,
        round_wind: int,
        horses: int,
        props: float = 0.0,
        escape_after: int | None = None,
        stayed: int = 0,
        won: Sequence[int] = (0, 0, 0, 0),
        logs: bool = True,
    ) -> None:
        """Sit down for a hand; the deal has ``stayed`` and each seat ``won`` so many before it.

        ``props`` is the chance of a prop at each event, ``escape_after`` the event after which a
        seat leaves, if the hand lasts that long. Without ``logs`` no event is written down.
        """
        self.rules = rules
        self.rng = rng
        self.dealer = dealer
        self.round_wind = round_wind
        gone = rules.stock.gone
        seats = tuple(
            [Seat(number, rules, styles[number], deal.plans[number]) for number in range(4)]
        )
        self.sit_down(seats, gone, (DRAWS, DISCARDS) if logs or escape_after else None)
        self.wall = deal.wall.copy()
        self.front = 0
        self.tail = self._behind = len(self.wall) - horses
        self.reserve = rules.wall.reserve
        self.turn = dealer
        self.drawn = deal.hands[dealer][-1]
        self.has_chow = rules.claims.chow
        self.kong_needs_wall = rules.kong.needs_wall or rules.wall.reserve > 0
        self.may_win, self.may_win_wild = rules.win.on_discard, rules.wild.win_on
        self.wild = mask_of(rules.wilds.kinds)
        self.own_waits = rules.missed_win == "not_more"
        self.is_quick = not props and escape_after is None
        self._stayed, self._won = stayed, won
        for seat, tiles in zip(seats, deal.hands, strict=True):
            for tile in tiles:
                self._receive(seat, tile)
        for seat in seats:
            if seat.number != dealer and not seat.flowers:
                seat.settle()
        self.tally: Counter[str] = Counter()
        self.winners: list[int] = []
        self.scores: list[Score] = []
        self.source: int | None = None
        self.robbed = False
        self.liable: list[int | None] = []
        self.escaped: int | None = None
        self.horses = tuple(self.wall[self.tail :])
        self.feeders = Feeders(rules.liability)
        self.concealed_kongs = 0
        self._minimum = has_minimum(rules)
        self._props = props
        self._any_time = [name for name in ANY_TIME if name in rules.props.allowed]
        self._swaps = [name for name in SWAPS if name in rules.props.allowed]
        self._escape_after = escape_after

    @property
    def left(self) -> int:
        """How many tiles can still be drawn."""
        return self.tail - self.front - self.rules.wall.reserve

    @property
    def draws(self) -> int:
        """How many tiles were drawn after the deal, replacements too."""
        return self.front + self._behind - self.tail

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome(
            dealer=self.dealer,
            winners=tuple(self.winners),
            source=self.source,
            robbed=self.robbed,
            escaped=self.escaped,
            after_kong=self.after_kong,
            kong_feeder=self.chain_feeder,
            is_last=self.left <= 0,
            called=self.called,
            concealed_kongs=self.concealed_kongs,
            discards=self.discards,
            draws=[seat.draws for seat in self.seats],
            swapped=[seat.swapped for seat in self.seats],
            kong_discard=self.kong_discard,
            followed=self.followed,
            thrown=[seat.discards for seat in self.seats],
            wild_thrown=[seat.wild_thrown for seat in self.seats],
        )

    @property
    def result(self) -> HandResult:
        """How the hand ended, as the settlement takes it."""
        winners = [
            Winner(seat, found.points, liable, self._won[seat])
            for seat, found, liable in zip(self.winners, self.scores, self.liable, strict=True)
        ]
        return hand_result(self.outcome, winners, self.kongs, self.horses, self._stayed)

    def run(self) -> None:
        """Play the hand to its end."""
        try:
            self._play()
        except _LeftError:
            self.escaped = self.rng.randrange(4)
            self._write(Escape(self.escaped))

    def _play(self) -> None:
        if not self._open_flowers():
            return
        stage = kernel.ACT
        while True:
            stage = self.go(stage, self.rng)  # turns in which nobody has to think
            seat, tile = self.seats[self.turn], self.thrown
            if stage == kernel.ACT:
                if self._act(seat):
                    return
                stage = kernel.DISCARD
            elif stage == kernel.DISCARD:
                self._throw(seat)
                stage = kernel.OTHERS
            elif stage == kernel.DRAW:
                if not self._draw(seat, after_kong=False):
                    return
                stage = kernel.ACT
            elif stage == kernel.OTHERS and self._win_on(self.turn, tile):
                return
            elif self._claim_at(stage):
                stage = kernel.DISCARD
                if self.after_kong:
                    if self._finish_kong(self.seats[self.turn], "exposed", tile):
                        return
                    stage = kernel.ACT
            else:
                self._let_go(self.turn, tile, mover=(self.turn + 1) % 4)
                self.turn = (self.turn + 1) % 4
                self.chain_feeder = None
                stage = kernel.DRAW

    def _chosen(self, seat: Seat) -> int:
        """Return what a seat discards, by the points to expect where it weighs them."""
        tile = None
        if seat.style.values and seat.weighs:
            wind = self.round_wind if self.rules.rounds.winds else None
            tile = worth_most(self.rules, seat, self.visible, self.dealer, wind)
        return seat.choose_discard(self.rng, self.visible, self.drawn) if tile is None else tile

    # events

    def _log(self, event: Event) -> None:
        """Write an event down; around it props may be used, and after it a seat may leave."""
        self._write(event)
        self._logged()

    def _write(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def _logged(self) -> None:
        """Let props be used around an event that was written down, and a seat leave after it."""
        if self.events is None:
            return
        if self._props and self._any_time and self.rng.random() < self._props:
            name = self.rng.choice(self._any_time)
            user = self.rng.randrange(4)
            if name == "clairvoyance":
                kinds = self.rules.stock.kinds
                tile = NAMES[kinds[self.rng.randrange(len(kinds))]]
                self.events.append(Prop(user, name, tile=tile))
            else:
                self.events.append(Prop(user, name))
        if self._escape_after is not None and len(self.events) >= self._escape_after:
            raise _LeftError

    # drawing

    def _receive(self, seat: Seat, tile: int) -> None:
        if self.wild >> tile & 1:
            seat.wild.append(tile)
            seat.wilds += 1
        elif tile < KINDS:
            seat.counts[tile] += 1
        else:
            seat.flowers.append(tile)

    def _open_flowers(self) -> bool:
        """Set the dealt flowers aside, the dealer first; False when the hand ends with it."""
        for turn in range(4):
            seat = self.seats[(self.dealer + turn) % 4]
            had = bool(seat.flowers)
            drawn = self.drawn
            if not self._replace_flowers(seat):
                return False
            if turn:
                self.drawn = drawn
                if had:
                    seat.settle()
        return True

    def _replace_flowers(self, seat: Seat) -> bool:
        """Set every flower in the hand aside; False when no tile is left to replace one."""
        while seat.flowers:
            self._log(Flower(seat.number, NAMES[seat.flowers.pop(0)]))
            self.after_kong = False
            if self.left <= 0:
                self._wash_out()
                return False
            self._take(seat, from_tail=True)
        return True

    def _take(self, seat: Seat, *, from_tail: bool) -> None:
        if from_tail:
            self.tail -= 1
            tile = self.wall[self.tail]
        else:
            tile = self.wall[self.front]
            self.front += 1
        self._receive(seat, tile)
        self.drawn = tile
        self._log(_of(DRAWS, seat.number, tile))

    def _draw(self, seat: Seat, *, after_kong: bool) -> bool:
        """Draw a tile, flowers replaced at once; False when the hand ends, without a tile too."""
        if self.left <= 0:
            self._wash_out()
            return False
        seat.barred = 0
        seat.passed = None
        seat.draws += 1
        self.after_kong = after_kong
        self._take(seat, from_tail=after_kong)
        return self._replace_flowers(seat)

    # the own turn

    def _act(self, seat: Seat) -> bool:
        """Let a seat use props, win or declare kongs before it discards; True when it ends."""
        while True:
            self._use_props(seat)
            if seat.is_complete and self._is_enough(seat) and seat.wants_drawn(self.rng):
                self._win_drawn(seat)
                return True
            kong = self._choose_kong(seat)
            if kong is None:
                return False
            kind, tile = kong
            late = kind == "added" and tile != self.drawn
            if kind == "concealed":
                self.concealed_kongs += 1
                seat.take(CONCEALED + tile, *(tile,) * 4)
                self.visible[tile] = 4
            else:
                seat.take(ADDED + tile, tile)
                self.visible[tile] += 1
            if self.rules.kong_chain == "last_only":
                self.chain_feeder = None
            self._log(Kong(seat.number, kind, NAMES[tile]))
            self.kongs.append(KongClaim(seat.number, kind, None, late))
            if self._finish_kong(seat, kind, tile):
                return True

    @property
    def _kongs_allowed(self) -> bool:
        """Whether a kong may be made: without a tile to replace it only where none is kept."""
        needs_wall = self.rules.kong.needs_wall or self.rules.wall.reserve > 0
        return self.left > 0 or not needs_wall

    def _choose_kong(self, seat: Seat) -> tuple[KongKind, int] | None:
        if not self._kongs_allowed:
            return None
        for kind, tile in seat.own_kongs():
            if seat.wants_kong(self.rng, kind, tile):
                return kind, tile
        return None

    def _finish_kong(self, seat: Seat, kind: KongKind, tile: int) -> bool:
        """Let the others rob the kong, or draw the replacement; True when the hand ends."""
        seat.barred = 0
        seat.settle()
        if self._win_on(seat.number, tile, kind):
            return True
        self._let_go(seat.number, tile, kind, mover=seat.number)
        return not self._draw(seat, after_kong=True)

    def _use_props(self, seat: Seat) -> None:
        rng = self.rng
        if not self._props or rng.random() >= 4 * self._props or self.left <= 0:
            return
        if "clairaudience" in self.rules.props.allowed and rng.random() < 0.5:
            name = NAMES[self.wall[self.front]]
            self._log(Prop(seat.number, "clairaudience", tile=name))
        elif self._swaps:
            held = [tile for tile in range(KINDS) if seat.counts[tile]]
            if not held:
                return  # nothing but wild tiles
            out = rng.choice(held)
            into = self.wall[rng.randrange(self.front, self.tail)]
            if into >= KINDS or self.wild >> into & 1:
                return
            self.wall[self.wall.index(into, self.front)] = out
            seat.counts[out] -= 1
            seat.counts[into] += 1
            seat.swapped = True
            self.drawn = into
            name, prop = NAMES[into], rng.choice(self._swaps)
            self._log(Prop(seat.number, prop, out=NAMES[out], in_=name))

    def _throw(self, seat: Seat) -> None:
        tile = self._chosen(seat)
        self.discard(tile)
        if self.wild >> tile & 1:
            seat.wild.remove(tile)
            seat.wild_thrown += 1
        self._logged()

    # claims

    def _claim_at(self, stage: int) -> bool:
        """Let a seat claim the discard, at once where it need not think; True where one does."""
        if stage != kernel.CLAIM or self.claimed < 0:
            return self._claim()
        self._lay(self.seats[self.claimer], self.claimed)
        return True

    def _claim(self) -> bool:
        """Let a seat claim the discard; True where one does: it is its turn, its set laid open."""
        source, tile, rng = self.turn, self.thrown, self.rng
        if self.wild >> tile & 1:
            return False
        for turn in (1, 2, 3):
            seat = self.seats[(source + turn) % 4]
            held = seat.counts[tile]
            if held < 2:
                continue
            if held == 3 and self._kongs_allowed and seat.wants_set(rng, EXPOSED + tile, tile):
                self._lay(seat, EXPOSED + tile)
                return True
            if seat.wants_set(rng, PUNG + tile, tile):
                self._lay(seat, PUNG + tile)
                return True
        if not self.has_chow or tile >= KINDS - 7:
            return False
        seat = self.seats[(source + 1) % 4]
        for low in range(max(tile - 2, tile - tile % 9), tile + 1):
            if low % 9 > 6:
                continue
            has = all(each == tile or seat.counts[each] for each in (low, low + 1, low + 2))
            if has and seat.wants_set(rng, low, tile):
                self._lay(seat, low)
                return True
        return False

    def _lay(self, seat: Seat, code: int) -> None:
        """Lay a claimed set open; everybody else lets the tile go."""
        source, tile, number = self.turn, self.thrown, seat.number
        self._let_go(source, tile, mover=number)
        self.lay(number, code)
        self.feeders.claimed(number, code, tile, source, seat.codes)
        if code >= EXPOSED:
            self.after_kong = True
            self.chain_feeder = source
            self._log(Kong(number, "exposed", NAMES[tile]))
            self.kongs.append(KongClaim(number, "exposed", source))
        elif code >= PUNG:
            self._log(Pung(number, NAMES[tile]))
        else:
            own = [NAMES[each] for each in (code, code + 1, code + 2) if each != tile]
            self._log(Chow(number, NAMES[tile], own))

    def _let_go(self, source: int, tile: int, kong: KongKind | None = None, *, mover: int) -> None:
        """Bar those who could have won on the tile, perhaps of a kong, and let it go (漏胡)."""
        rules = self.rules
        missed = rules.missed_win
        if missed == "off" or not self.waiting(tile):
            return
        for seat in self.seats:
            here = {source, mover}
            if missed == "not_more":  # whoever does not win: the mover, the discarder too
                here = set() if kong is None else {source}
            if seat.number in here or not self._may_take(seat, source, tile, kong):
                continue
            if not seat.waits >> tile & 1:
                continue
            if missed == "not_more" or self._minimum:
                found = self._worth(seat, tile, source, kong)
                if not found.won:
                    continue
                if missed == "not_more":
                    seat.passed = max(found.points, seat.passed or 0)
                    continue
            seat.barred |= 1 << tile if missed == "same_tile" else EVERY

    # wins

    def _may_take(self, seat: Seat, source: int, tile: int, kong: KongKind | None) -> bool:
        """Whether the rules let the seat win on this tile, were its hand to wait for it."""
        if kong is None:
            win_on = self.may_win_wild or not self.wild >> tile & 1
            return self.rules.win.on_discard and win_on
        if kong not in self.rules.rob.kinds:
            return False
        if self.feeders.pungs.get((source, tile)) != seat.number:
            return True
        return kong != "exposed" and self.rules.rob.own_fed_pung  # never of its own discard

    def _win_on(self, source: int, tile: int, kong: KongKind | None = None) -> bool:
        """Let the others win on a discard or a kong's tile, in turn order; True when any does."""
        waiting = self.waiting(tile)
        for turn in (1, 2, 3) if waiting else ():
            seat = self.seats[(source + turn) % 4]
            if not waiting >> seat.number & 1 or not self._may_take(seat, source, tile, kong):
                continue
            bar = self._barred(seat, source, tile, kong)
            if bar == "below_minimum":
                self.tally["below_minimum_respected"] += 1
                continue
            if seat.plan.last_only and self.left > 0:
                continue
            wants = seat.wants_tile(self.rng)
            if bar is not None:
                self.tally["missed_win_respected"] += wants
            elif wants:
                self.winners.append(seat.number)
                if self.rules.multiple_wins == "nearest":
                    break
        if not self.winners:
            return False
        self.source, self.robbed = source, kong is not None
        if self.robbed:
            self.kongs.pop()
        self._end(tile)
        return True

    def _barred(self, seat: Seat, source: int, tile: int, kong: KongKind | None) -> str | None:
        """Return why a seat that waits for the tile may not win on it, None where it may."""
        if self._minimum or seat.passed is not None:
            # whoever comes behind may win on the tile too, or may not
            able = range(4) if self.rules.multiple_wins == "all" else ()
            numbers = numbers_of_winners(self.winners, seat.number, able, source)
            found = [self._worth(seat, tile, source, kong, number) for number in numbers]
            if not all(each.won for each in found):
                return "below_minimum"
            if seat.passed is not None and any(each.points <= seat.passed for each in found):
                return "missed_win"
        return "missed_win" if seat.barred >> tile & 1 else None

    def _is_enough(self, seat: Seat) -> bool:
        """Whether a complete hand, the last tile drawn, reaches the rules' minimum."""
        return not self._minimum or self._worth(seat, self.drawn, None).won

    def _worth(
        self,
        seat: Seat,
        tile: int,
        source: int | None,
        kong: KongKind | None = None,
        winners: int = 1,
    ) -> Score:
        """Return what a win of the seat would come to here and now, with so many winners."""
        outcome = self.outcome._replace(
            winners=(seat.number,) * winners, source=source, robbed=kong is not None
        )
        return self._score(outcome, seat, self._hand_of(seat, tile, source), tile)

    def _hand_of(self, seat: Seat, tile: int, source: int | None) -> Hand:
        """Return the hand of a seat with the tile it wins on, drawn where there is no source."""
        if not (self.wild or source is not None):
            return winning_hand(seat.codes, bytes(seat.counts), tile)
        counts = bytearray(seat.counts) + bytes(FLOWERS)
        for each in seat.wild:
            counts[each] += 1
        counts[tile] += source is not None
        extra = bytes([each for each in range(KINDS, len(counts)) for _ in range(counts[each])])
        return winning_hand(seat.codes, bytes(counts[:KINDS]), tile, extra)

    def _score(self, outcome: Outcome, seat: Seat, hand: Hand, tile: int) -> Score:
        round_wind = self.round_wind if self.rules.rounds.winds else None
        return score_win(self.rules, outcome, seat.number, hand, tile, round_wind)

    def _wash_out(self) -> None:
        """End the hand without a win; it is over, so nobody leaves it any more."""
        self._escape_after = None
        self._log(Washout())

    def _win_drawn(self, seat: Seat) -> None:
        self.winners = [seat.number]
        self._end(self.drawn)

    def _end(self, tile: int) -> None:
        """Write the wins down, each scored, and find who is liable."""
        self._escape_after = None
        for number in self.winners:
            if self.source is None:
                self._log(Win(number, NAMES[tile]))
            else:
                self._log(Win(number, NAMES[tile], self.source))
        outcome = self.outcome
        for number in self.winners:
            self._settle(outcome, self.seats[number], tile)
        drawn = outcome.self_drawn or (self.robbed and self.rules.rob.self_drawn)
        if turns_up(self.rules, self_drawn=drawn):
            rest = self.wall[self.front : self.tail]
            if self.rules.horses.source == "tail":
                rest.reverse()
            first = self.seats[self.winners[0]]
            wild = first.wilds + (self.source is not None and self.wild >> tile & 1)
            self.horses = tuple(rest[: turned_up(self.rules, wild)])

    def _settle(self, outcome: Outcome, seat: Seat, tile: int) -> None:
        """Take note of what a win is worth and who is liable for it."""
        rules, number = self.rules, seat.number
        found = self._score(outcome, seat, self._hand_of(seat, tile, self.source), tile)
        self.scores.append(found)
        self.tally.update(circumstances(rules, outcome, number))
        liable = liability(rules, self.feeders, outcome, number, found)
        self.liable.append(None if liable is None else liable[1])
        if liable is not None:
            self.tally[f"liable_{liable[0]}"] += 1
