"""One hand played out: the players act, the events are written down, the end is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

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
from mjtool.horses import most_horses, turns_up
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.settlement import HandResult, KongClaim, Winner
from mjtool.simulation.deals import Deal
from mjtool.simulation.players import ADDED, CONCEALED, EXPOSED, PUNG, Seat, Style
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
from mjtool.tiles import KINDS, NAMES

EVERY: Final = (1 << KINDS) - 1
ANY_TIME: Final = ("clairvoyance", "golden_finger", "voice")
SWAPS: Final = ("swap_chosen", "swap_random")


class _LeftError(Exception):
    """A seat leaves the table in the middle of the hand."""


class Play:
    """One hand at the table; :meth:`run` plays it, and the outcome is in the fields afterwards."""

    def __init__(  # noqa: PLR0913
        self,
        rules: RuleSet,
        rng: Random,
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
    ) -> None:
        """Sit down for a hand; the deal has ``stayed`` and each seat ``won`` so many before it.

        ``props`` is the chance of a prop at each event, ``escape_after`` the event after which a
        seat leaves, if the hand lasts that long.
        """
        self.rules = rules
        self.rng = rng
        self.dealer = dealer
        self.round_wind = round_wind
        self.wall = list(deal.wall)
        self.front = 0
        self.tail = self._behind = len(self.wall) - horses
        self._stayed, self._won = stayed, won
        gone = rules.stock.gone
        self.seats = tuple(
            Seat(number, bytearray(KINDS), rules.form_mask, style, plan, used=bytearray(gone))
            for number, style, plan in zip(range(4), styles, deal.plans, strict=True)
        )
        for seat, tiles in zip(self.seats, deal.hands, strict=True):
            for tile in tiles:
                self._receive(seat, tile)
        for seat in self.seats:
            if seat.number != dealer and not seat.flowers:
                seat.settle()
        self.drawn = deal.hands[dealer][-1]
        self.visible = bytearray(gone)
        self.events: list[Event] = []
        self.tally: Counter[str] = Counter()
        self.kongs: list[KongClaim] = []
        self.winners: list[int] = []
        self.scores: list[Score] = []
        self.source: int | None = None
        self.robbed = False
        self.liable: list[int | None] = []
        self.escaped: int | None = None
        self.horses = tuple(self.wall[self.tail :])
        self.feeders = Feeders(rules.liability)
        self.chain_feeder: int | None = None
        self.after_kong = self.kong_discard = False
        self.opening: list[int] = []
        self.followed = False
        self.called = False
        self.concealed_kongs = 0
        self.discards = 0
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
            self.events.append(Escape(self.escaped))

    def _play(self) -> None:
        if not self._open_flowers():
            return
        number, claimed = self.dealer, False
        while True:
            seat = self.seats[number]
            if not claimed and self._act(seat):
                return
            tile = self._discard(seat, claimed=claimed)
            if self._win_on(number, tile):
                return
            claimer = self._claim(number, tile)
            if claimer is not None:
                number = claimer
                claimed = not self.after_kong
                if self.after_kong and self._finish_kong(self.seats[claimer], "exposed", tile):
                    return
                continue
            self._let_go(number, tile, mover=(number + 1) % 4)
            number, claimed = (number + 1) % 4, False
            self.chain_feeder = None
            if not self._draw(self.seats[number], after_kong=False):
                return

    # events

    def _log(self, event: Event) -> None:
        """Write an event down; around it props may be used, and after it a seat may leave."""
        self.events.append(event)
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
        if tile < KINDS:
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
        self._log(Draw(seat.number, NAMES[tile]))

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
            out = rng.choice(held)
            into = self.wall[rng.randrange(self.front, self.tail)]
            if into >= KINDS:
                return
            self.wall[self.wall.index(into, self.front)] = out
            seat.counts[out] -= 1
            seat.counts[into] += 1
            seat.swapped = True
            self.drawn = into
            name, prop = NAMES[into], rng.choice(self._swaps)
            self._log(Prop(seat.number, prop, out=NAMES[out], in_=name))

    def _discard(self, seat: Seat, *, claimed: bool) -> int:
        tile = seat.choose_discard(self.rng, self.visible, -1 if claimed else self.drawn)
        seat.counts[tile] -= 1
        seat.discards += 1
        seat.settle()
        self.visible[tile] += 1
        self.discards += 1
        self.kong_discard, self.after_kong = self.after_kong, False
        if self.discards <= 4:
            self.opening.append(tile)
            alike = self.discards == 4 and len(set(self.opening)) == 1
            self.followed = alike and not self.called and not self.kongs
        self._log(Discard(seat.number, NAMES[tile]))
        return tile

    # claims

    def _claim(self, source: int, tile: int) -> int | None:
        """Return the seat that claims the discard, with its set laid open; None where none does."""
        order = [(source + turn) % 4 for turn in (1, 2, 3)]
        for number in order:
            seat = self.seats[number]
            held = seat.counts[tile]
            kong = EXPOSED + tile
            if held == 3 and self._kongs_allowed and seat.wants_set(self.rng, kong, (tile,) * 3):
                self._lay(seat, kong, source, tile, (tile,) * 3)
                self.after_kong = True
                self.chain_feeder = source
                self._log(Kong(number, "exposed", NAMES[tile]))
                self.kongs.append(KongClaim(number, "exposed", source))
                return number
            if held >= 2 and seat.wants_set(self.rng, PUNG + tile, (tile,) * 2):
                self._lay(seat, PUNG + tile, source, tile, (tile,) * 2)
                self._log(Pung(number, NAMES[tile]))
                return number
        seat = self.seats[order[0]]
        if self.rules.claims.chow and tile < KINDS - 7:
            for low in range(tile - 2, tile + 1):
                if low < 0 or low % 9 > 6 or low // 9 != tile // 9:
                    continue
                own = tuple(each for each in range(low, low + 3) if each != tile)
                has = all(seat.counts[each] for each in own)
                if has and seat.wants_set(self.rng, low, own):
                    self._lay(seat, low, source, tile, own)
                    names = [NAMES[each] for each in own]
                    self._log(Chow(seat.number, NAMES[tile], names))
                    return seat.number
        return None

    def _lay(self, seat: Seat, code: int, source: int, tile: int, own: tuple[int, ...]) -> None:
        """Lay a claimed set open; everybody else lets the tile go."""
        self._let_go(source, tile, mover=seat.number)
        seat.take(code, *own)
        for each in own:
            self.visible[each] += 1
        seat.barred = 0
        self.called = True
        self.feeders.claimed(seat.number, code, tile, source, seat.codes)

    def _let_go(self, source: int, tile: int, kong: KongKind | None = None, *, mover: int) -> None:
        """Bar those who could have won on the tile, perhaps of a kong, and let it go (漏胡)."""
        rules = self.rules
        missed = rules.missed_win
        if missed == "off":
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
            return self.rules.win.on_discard
        if kong not in self.rules.rob.kinds:
            return False
        if self.feeders.pungs.get((source, tile)) != seat.number:
            return True
        return kong != "exposed" and self.rules.rob.own_fed_pung  # never of its own discard

    def _win_on(self, source: int, tile: int, kong: KongKind | None = None) -> bool:
        """Let the others win on a discard or a kong's tile, in turn order; True when any does."""
        for turn in (1, 2, 3):
            seat = self.seats[(source + turn) % 4]
            if not seat.waits >> tile & 1 or not self._may_take(seat, source, tile, kong):
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
        counts = bytearray(seat.counts)
        counts[tile] += source is not None
        return self._score(outcome, seat, winning_hand(seat.codes, bytes(counts), tile), tile)

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
            seat = self.seats[number]
            if self.source is None:
                self._log(Win(number, NAMES[tile]))
            else:
                seat.counts[tile] += 1
                self._log(Win(number, NAMES[tile], self.source))
        outcome = self.outcome
        for number in self.winners:
            self._settle(outcome, self.seats[number], tile)
        drawn = outcome.self_drawn or (self.robbed and self.rules.rob.self_drawn)
        if turns_up(self.rules, self_drawn=drawn):
            rest = self.wall[self.front : self.tail]
            if self.rules.horses.source == "tail":
                rest.reverse()
            self.horses = tuple(rest[: most_horses(self.rules)])

    def _settle(self, outcome: Outcome, seat: Seat, tile: int) -> None:
        """Take note of what a win is worth and who is liable for it."""
        rules, number = self.rules, seat.number
        hand = winning_hand(seat.codes, bytes(seat.counts), tile)
        found = self._score(outcome, seat, hand, tile)
        self.scores.append(found)
        self.tally.update(circumstances(rules, outcome, number))
        liable = liability(rules, self.feeders, outcome, number, found)
        self.liable.append(None if liable is None else liable[1])
        if liable is not None:
            self.tally[f"liable_{liable[0]}"] += 1
