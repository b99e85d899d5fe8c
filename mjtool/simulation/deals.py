"""Deals: the set shuffled, or laid out so that something rare is likely to happen.

A laid-out deal is still a deal of the whole set: some tiles get a place, the rest is shuffled
around them. What the seats are meant to do with it stands in their :class:`Plan`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from mjtool.kernel import Chance
from mjtool.rules.model import EventName, RuleSet
from mjtool.simulation.shapes import DRAGONS, WINDS, Goal, choose_goal
from mjtool.stock import Stock
from mjtool.tiles import KINDS, Tile

HAND: Final = 13


@dataclass(slots=True)
class Plan:
    """What a laid-out deal wants of a seat; a seat without a goal just plays.

    ``goal``: the hand it goes for. ``feeds``: the tiles it discards, the next one each turn, once
    it has made ``waits`` discards. ``claims``: the tile it makes a pung of. ``passes``: how many
    wins it lets go.
    """

    goal: Goal | None = None
    feeds: list[int] = field(default_factory=list)
    waits: int = 0
    claims: int | None = None
    passes: int = 0
    drawn_only: bool = False
    """It wins self-drawn only."""
    last_only: bool = False
    """Of the tiles of others it wins on the last only."""
    kongs: bool = False
    """It makes every kong it can."""
    drops: bool = False
    """It discards what it draws, so that its waits stay."""


NO_PLAN: Final = Plan()
"""The plan of a seat that just plays."""


NO_PLANS: Final = (NO_PLAN,) * 4


class Deal(NamedTuple):
    """Four hands (the dealer's last tile is the one drawn last), the wall, and the seats' plans.

    ``indicator`` is the tile turned up, where the rules have one; it is in no wall.
    """

    hands: tuple[list[int], ...]
    wall: list[int]
    plans: tuple[Plan, ...]
    indicator: int | None = None


@dataclass(slots=True)
class Layout:
    """A deal in the making: tiles that have a place, and those still to be shuffled."""

    dealer: int
    horses: int
    stock: Stock
    reserve: int = 0
    indicator: int | None = None
    left: list[int] = field(init=False)
    hands: list[list[int]] = field(init=False)
    places: dict[int, int] = field(init=False)
    plans: list[Plan] = field(init=False)

    def __post_init__(self) -> None:
        stock = self.stock
        self.left = [stock.copies(tile) for tile in range(KINDS + stock.flowers)]
        if self.indicator is not None:
            self.left[self.indicator] -= 1
        self.hands = [[], [], [], []]
        self.places = {}
        self.plans = [Plan() for _ in range(4)]

    @property
    def wall_size(self) -> int:
        """How many tiles are not dealt."""
        return self.stock.wall - (self.indicator is not None)

    def room(self, seat: int) -> int:
        """Return how many more tiles the seat's hand takes."""
        return HAND + (seat == self.dealer) - len(self.hands[seat])

    def give(self, seat: int, *tiles: int) -> None:
        """Put tiles into a hand, as far as the set and the hand have room for them."""
        for tile in tiles:
            if self.left[tile] and self.room(seat):
                self.left[tile] -= 1
                self.hands[seat].append(tile)

    def place(self, at: int, tile: int) -> None:
        """Put a tile into the wall: ``at`` from its front, or from its end where negative."""
        index = at if at >= 0 else self.wall_size - self.horses + at
        if self.left[tile] and index not in self.places and 0 <= index < self.wall_size:
            self.left[tile] -= 1
            self.places[index] = tile

    def finish(self, rng: Chance) -> Deal:
        """Return the deal, with the tiles that have no place shuffled into the gaps."""
        rest = [tile for tile, copies in enumerate(self.left) for _ in range(copies)]
        rng.shuffle(rest)
        for seat, hand in enumerate(self.hands):
            for _ in range(self.room(seat)):
                hand.append(rest.pop())
            rng.shuffle(hand)
        wall = [
            self.places[index] if index in self.places else rest.pop()
            for index in range(self.wall_size)
        ]
        return Deal(tuple(self.hands), wall, tuple(self.plans), self.indicator)


def shuffled(rng: Chance, rules: RuleSet, dealer: int, horses: int) -> Deal:
    """Return a deal that nobody arranged."""
    tiles = list(rules.stock.tiles)
    rng.shuffle(tiles)
    tiles.reverse()
    hands: list[list[int]] = []
    at = 0
    for seat in range(4):
        behind = at + HAND + (seat == dealer)
        hand = tiles[at:behind]
        rng.shuffle(hand)
        hands.append(hand)
        at = behind
    wall = tiles[at:]
    return Deal(tuple(hands), wall, NO_PLANS, _turned_up(rules, wall))


def _turned_up(rules: RuleSet, wall: list[int]) -> int | None:
    """Take the last tile that is no flower out of the wall, where the rules turn one up."""
    if rules.wild.indicator == "none":
        return None
    at = max(at for at, tile in enumerate(wall) if tile < KINDS)
    return wall.pop(at)


def arranged(rng: Chance, rules: RuleSet, dealer: int, horses: int) -> Deal:
    """Return a deal laid out for something rare."""
    indicator = None
    if rules.wild.indicator != "none":
        indicator = rng.choice(rules.stock.kinds)
        rules = rules.turned_up(indicator)
    layout = Layout(dealer, horses, rules.stock, rules.wall.reserve, indicator)
    lay = rng.choice(WILD_LAYOUTS if rules.wilds.there else LAYOUTS)
    lay(rng, rules, layout)
    return layout.finish(rng)


def _towards(rng: Chance, rules: RuleSet, layout: Layout) -> None:
    """One seat is a few tiles from a rare hand; the others hold or draw what it needs."""
    seat = rng.randrange(4)
    goal = choose_goal(rng, rules)
    if goal is None:
        return
    plan = layout.plans[seat] = Plan(goal, drawn_only=rng.random() < 0.5)
    plan.kongs = rng.random() < 0.3
    tiles = list(goal.tiles)
    if rng.random() < 0.4 and goal.sets:
        # pairs in hand: the third tiles are to come from the others' discards
        tiles = [tile for at, tile in enumerate(tiles) if tiles[:at].count(tile) < 2]
    rng.shuffle(tiles)
    missing = rng.choice((0, 0, 1, 1, 2, 3, 4))
    layout.give(seat, *tiles[missing:])
    turn = (seat - layout.dealer - 1) % 4
    for tile in _unheld(goal.tiles, layout.hands[seat]):
        if rng.random() < 0.5:
            other = rng.choice([each for each in range(4) if each != seat])
            layout.give(other, tile)
            if rng.random() < 0.5 and not layout.plans[other].feeds:
                layout.plans[other].feeds.append(tile)
                layout.plans[other].waits = rng.choice((0, 0, 1, 2))
        elif rng.random() < 0.7:
            layout.place(turn + 4 * rng.choice((0, 0, 1, 2, 3, 4)), tile)


def _unheld(tiles: tuple[int, ...], held: list[int]) -> list[int]:
    """Return the ``tiles`` that are not among those ``held``."""
    rest = list(tiles)
    for tile in held:
        if tile in rest:
            rest.remove(tile)
    return rest


def _kong_chain(rng: Chance, rules: RuleSet, layout: Layout) -> None:
    """One seat holds triplets; the fourth tiles follow each other from the end of the wall."""
    dealer = layout.dealer
    seat = rng.randrange(4)
    kinds = list(range(KINDS))
    rng.shuffle(kinds)
    number = rng.choice((1, 2, 2, 3, 4, 4))
    triplets, pair = kinds[:number], kinds[4]
    first = triplets[0]
    layout.plans[seat] = Plan(kongs=True, claims=first, drawn_only=True)
    for tile in triplets:
        layout.give(seat, tile, tile, tile)
    low = rng.choice((0, 9, 18))
    layout.give(seat, pair)
    layout.give(seat, *range(low, low + 3), *range(low + 3, low + 6), *range(low + 6, low + 9))
    start = rng.choice(("drawn", "fed", "pung"))
    turn = (seat - dealer - 1) % 4
    feeder = dealer if dealer != seat else (dealer + rng.randrange(1, 4)) % 4
    if start == "pung" and first in layout.hands[seat]:
        layout.hands[seat].remove(first)
        layout.left[first] += 1
        layout.plans[feeder].feeds.append(first)
        layout.give(feeder, first)
        layout.place(3, first)
    elif start == "fed":
        layout.plans[feeder].feeds.append(first)
        layout.plans[feeder].waits = rng.choice((0, 1))
        layout.give(feeder, first)
    else:
        layout.place(turn, first)
    for at, tile in enumerate((*triplets[1:], pair), 1):
        layout.place(-at, tile)


def _one_tile(rng: Chance, rules: RuleSet, layout: Layout) -> None:
    """Several seats wait for one tile that another feeds, once or twice in a row."""
    dealer = layout.dealer
    tile = rng.choice((0, 9, 18)) + rng.randrange(9)
    feeder = (dealer + rng.choice((0, 0, 1, 2, 3))) % 4
    others = [seat for seat in range(4) if seat != feeder]
    rng.shuffle(others)
    again = rng.random() < 0.4
    layout.give(feeder, tile)
    delay = rng.choice((0, 1))
    layout.plans[feeder] = Plan(feeds=[tile], waits=delay)
    if again:
        second = (feeder + 1) % 4
        others.remove(second)
        layout.give(second, tile)
        layout.plans[second] = Plan(feeds=[tile], waits=delay, drawn_only=True)
    for seat in others[: rng.choice((1, 2, 3, 3))]:
        plan = Plan(passes=int(again), drops=True)
        plan.drawn_only = rng.random() < 0.1
        layout.plans[seat] = plan
        _ready(rng, layout, seat, tile)


def _robbery(rng: Chance, rules: RuleSet, layout: Layout) -> None:
    """One seat makes a pung of a tile and draws its fourth, which one or two others wait for."""
    dealer = layout.dealer
    tile = rng.choice((0, 9, 18)) + rng.randrange(9)
    owner = (dealer + rng.randrange(1, 4)) % 4
    layout.plans[owner] = Plan(claims=tile, kongs=True)
    layout.give(owner, tile, tile)
    layout.give(dealer, tile)
    layout.place(3, tile)
    layout.plans[dealer] = Plan(feeds=[tile])
    waiting = [seat for seat in range(4) if seat not in (owner, dealer)]
    if rng.random() < 0.3:
        waiting.append(dealer)  # the feeder of the pung waits for the tile, too
    rng.shuffle(waiting)
    for seat in waiting[: rng.choice((1, 2, 2, 3))]:
        plan = layout.plans[seat]
        plan.passes, plan.drops = 1, True
        _ready(rng, layout, seat, tile)


def _ready(rng: Chance, layout: Layout, seat: int, tile: int) -> None:
    """Give the seat a hand that waits for ``tile`` in a chow, made of tiles still free."""
    low, rank = tile - tile % 9, tile % 9
    starts = [rank - back for back in range(3) if 0 <= rank - back <= 6]
    start = low + rng.choice(starts)
    layout.give(seat, *(each for each in range(start, start + 3) if each != tile))
    for _ in range(20):
        if len(layout.hands[seat]) >= 11:
            break
        first = rng.choice((0, 9, 18)) + rng.randrange(7)
        run = (first, first + 1, first + 2) if rng.random() < 0.6 else (rng.randrange(KINDS),) * 3
        # the waiting tile itself stays with those who are to feed it
        if tile not in run and all(layout.left[each] >= run.count(each) for each in run):
            layout.give(seat, *run)
    pairs = [each for each in range(KINDS) if layout.left[each] >= 2 and each != tile]
    if pairs:
        layout.give(seat, *(rng.choice(pairs),) * 2)


def _fed(rng: Chance, rules: RuleSet, layout: Layout) -> None:
    """One or two seats hold pairs; others feed the third tiles, and the win is to be self-drawn."""
    feeder = rng.randrange(4)
    group = rng.choice((DRAGONS, WINDS, ()))
    owners = [seat for seat in range(4) if seat != feeder]
    rng.shuffle(owners)
    free = [tile for tile in range(KINDS) if tile not in group]
    rng.shuffle(free)
    for owner in owners[: 1 if group else rng.choice((1, 2))]:
        pungs = list(group)
        while len(pungs) < 4:
            pungs.append(free.pop())
        rng.shuffle(pungs)
        pair = free.pop()
        tiles = tuple(tile for tile in (*pungs, *pungs, *pungs, pair, pair))
        goal = Goal(tiles, tuple(KINDS + tile for tile in pungs))
        layout.plans[owner] = Plan(goal, drawn_only=True)
        layout.give(owner, *pungs, *pungs, pair)
        if rng.random() < 0.3:
            layout.give(owner, pungs[0])
        for tile in pungs:
            other = feeder
            if rng.random() < 0.2:
                other = rng.choice([seat for seat in range(4) if seat != owner])
            layout.plans[other].feeds.append(tile)
            layout.give(other, tile)
        for _ in range(3):
            layout.place(rng.randrange(6, 40), pair)


def _to_the_end(rng: Chance, rules: RuleSet, layout: Layout) -> None:
    """Nobody does anything but discard what is drawn; the last tile of the wall may win."""
    for plan in layout.plans:
        plan.drops = plan.drawn_only = True
    back = rng.choice((1, 1, 2))
    turns = layout.wall_size - layout.horses - layout.reserve - back
    seat = (layout.dealer + 1 + turns) % 4
    tile = rng.choice((0, 9, 18)) + rng.randrange(9)
    if back == 2:  # the tile before it makes a kong, and the last one replaces it
        fourth = rng.randrange(Tile.EAST, KINDS)
        layout.give(seat, fourth, fourth, fourth)
        layout.place(-2, fourth)
        layout.plans[seat].kongs = True
    waiting = seat
    if back == 1 and _values(rules, "last_discard") and rng.random() < 0.5:
        waiting = (seat + rng.randrange(1, 4)) % 4  # the last tile is to be thrown
        layout.plans[waiting].drawn_only = False
        layout.plans[waiting].last_only = True
    _ready(rng, layout, waiting, tile)
    if rng.random() < 0.6:
        layout.place(-1, tile)


def _wild_tiles(rng: Chance, rules: RuleSet, layout: Layout) -> None:
    """One seat is dealt wild tiles or draws them, and another throws one away that it is dealt."""
    seat = rng.randrange(4)
    other = (seat + rng.randrange(1, 4)) % 4
    wild = [tile for tile in rules.wilds.kinds for _ in range(layout.left[tile])]
    rng.shuffle(wild)
    turn = (seat - layout.dealer - 1) % 4
    number = rng.choice((1, 2, 3, 3, 4, 4))
    dealt = rng.choice((number, number, number - 1, 1))
    layout.give(seat, *wild[:dealt])
    for tile in wild[dealt:number]:
        layout.place(turn + 4 * rng.choice((0, 0, 1, 2, 3)), tile)
    rest = wild[number:]
    if rest and rules.wild.discard:
        layout.give(other, rest[0])
        layout.plans[other] = Plan(feeds=[rest[0]], waits=rng.choice((0, 0, 1, 4)))
    if rng.random() < 0.5:
        _ready(rng, layout, seat, rng.choice((0, 9, 18)) + rng.randrange(9))


def _values(rules: RuleSet, event: EventName) -> bool:
    """Return whether the rules name an event that the families pass over, and a win may have it."""
    if event == "last_discard" and not rules.win.on_discard:
        return False
    factor: int = getattr(rules.multipliers, event)
    return factor > 1 or event in rules.floor or event in rules.patterns


LAYOUTS: Final = (
    *(_towards, _towards, _towards, _one_tile, _one_tile),
    *(_kong_chain, _robbery, _fed, _to_the_end),
)
"""What :func:`arranged` chooses from; some come up more often than others."""

WILD_LAYOUTS: Final = (*LAYOUTS, _wild_tiles, _wild_tiles, _wild_tiles)
"""The same where tiles are wild."""
