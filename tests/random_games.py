"""Random legal games: the players know no strategy, they discard, claim and win at random.

Tiles are numbered 0-135, four of each kind, as every format can be written from that.
"""

import random
from dataclasses import dataclass, field

from mjtool.tiles import NAMES

Action = tuple


@dataclass
class Game:
    """A hand of a game: who deals, what was dealt, what was done, what is left of the walls."""

    dealer: int
    deal: list[list[int]]
    actions: list[Action] = field(default_factory=list)
    walls: list[list[int]] | None = None


def kind(tile: int) -> str:
    return NAMES[tile // 4]


class Play:
    """One hand played at random, from four walls or from one with a reserve."""

    def __init__(self, seed: int, *, own_walls: bool) -> None:
        self.rng = random.Random(seed)
        tiles = list(range(136))
        self.rng.shuffle(tiles)
        if own_walls:
            walls = [tiles[34 * seat : 34 * seat + 34] for seat in range(4)]
            self.game = Game(0, [sorted(wall[:13]) for wall in walls], walls=walls)
            self.game.deal = [wall[:13] for wall in walls]
            self.walls = [wall[13:] for wall in walls]
        else:
            self.game = Game(self.rng.randrange(4), [tiles[13 * s : 13 * s + 13] for s in range(4)])
            self.walls = [tiles[52:-14]] * 4  # one wall for all
        self.hands = [list(hand) for hand in self.game.deal]
        self.pungs: list[list[int]] = [[], [], [], []]

    def act(self, *action: object) -> None:
        self.game.actions.append(action)

    def run(self) -> Game:
        seat = self.game.dealer
        claimed = False
        while True:
            if not claimed:
                if not self.walls[seat]:
                    self.act("washout")
                    return self.game
                tile = self.walls[seat].pop(0)
                self.hands[seat].append(tile)
                self.act("draw", seat, tile)
                if self.rng.random() < 0.01:
                    self.act("win", seat, tile, None)
                    return self.game
                if self.walls[seat] and self.kongs(seat):
                    continue
            tile = self.rng.choice(self.hands[seat])
            self.hands[seat].remove(tile)
            self.act("discard", seat, tile)
            found = self.claim(seat, tile)
            if found == "win":
                return self.game
            seat, claimed = found if found else ((seat + 1) % 4, False)

    def kongs(self, seat: int) -> bool:
        hand = self.hands[seat]
        for first in sorted({tile // 4 for tile in hand}):
            four = [tile for tile in hand if tile // 4 == first]
            if len(four) == 4:
                self.hands[seat] = [tile for tile in hand if tile // 4 != first]
                self.act("kong", seat, "concealed", four[0], None)
                return True
            if first in self.pungs[seat]:
                hand.remove(four[0])
                self.act("kong", seat, "added", four[0], None)
                return True
        return False

    def claim(self, source: int, tile: int) -> tuple[int, bool] | str | None:
        for seat in [(source + step) % 4 for step in (1, 2, 3)]:
            if self.rng.random() < 0.005:
                self.act("win", seat, tile, source)
                return "win"
        if not any(self.walls):
            return None
        for seat in [(source + step) % 4 for step in (1, 2, 3)]:
            alike = [own for own in self.hands[seat] if own // 4 == tile // 4]
            if len(alike) == 3 and self.walls[seat] and self.rng.random() < 0.7:
                self.take(seat, alike)
                self.act("kong", seat, "exposed", tile, source, alike)
                return seat, False
            if len(alike) >= 2 and self.rng.random() < 0.5:
                self.take(seat, alike[:2])
                self.pungs[seat].append(tile // 4)
                self.act("pung", seat, tile, source, alike[:2])
                return seat, True
        return self.chow((source + 1) % 4, source, tile)

    def chow(self, seat: int, source: int, tile: int) -> tuple[int, bool] | None:
        if tile >= 108 or self.rng.random() < 0.7:
            return None
        base = tile // 4
        for low in (base - 2, base - 1, base):
            if low < 0 or low // 9 != base // 9 or (low + 2) // 9 != base // 9:
                continue
            others = [low + step for step in range(3) if low + step != base]
            own = [next((t for t in self.hands[seat] if t // 4 == k), None) for k in others]
            if None not in own:
                self.take(seat, own)
                self.act("chow", seat, tile, source, own)
                return seat, True
        return None

    def take(self, seat: int, tiles: list[int]) -> None:
        for tile in tiles:
            self.hands[seat].remove(tile)


def play(seed: int, *, own_walls: bool = False) -> Game:
    return Play(seed, own_walls=own_walls).run()


def long_play(seed: int, *, own_walls: bool = False) -> Game:
    """Return the first game from ``seed`` on that is not over at once."""
    seeds = range(1000 * seed, 1000 * seed + 1000)
    games = (play(number, own_walls=own_walls) for number in seeds)
    return next(game for game in games if len(game.actions) > 30)


def events(game: Game) -> list[tuple]:
    """Return what a reader should make of the game, from the first discard on."""
    told = []
    for number, action in enumerate(game.actions):
        name, *rest = action
        if number == 0:
            continue  # the dealer's first draw is in the deal
        if name == "washout":
            told.append(("washout",))
        elif name == "kong":
            told.append(("kong", rest[0], rest[1], kind(rest[2])))
        elif name == "chow":
            told.append(("chow", rest[0], kind(rest[1]), tuple(sorted(map(kind, rest[3])))))
        elif name == "win":
            told.append(("win", rest[0], kind(rest[1]), rest[2]))
        else:
            told.append((name, rest[0], kind(rest[1])))
    return told
