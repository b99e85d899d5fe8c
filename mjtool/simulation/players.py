"""Simple players: what a seat holds, and what it does with it.

A player looks at its own tiles and at what lies open. All of them go for the smallest shanten and
the widest acceptance; their style says how they claim, which wins they let go, and how wildly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mjtool.game_log.events import KongKind
from mjtool.in_play import most_wilds
from mjtool.kernel import Chance, Holding
from mjtool.rules.model import RuleSet
from mjtool.simulation.deals import HAND, NO_PLAN, Plan
from mjtool.table.wild import is_filled_up, wild_waits
from mjtool.tiles import KINDS

PUNG: Final = KINDS
EXPOSED: Final = 2 * KINDS
ADDED: Final = 3 * KINDS
CONCEALED: Final = 4 * KINDS


class Style(NamedTuple):
    """How a player departs from plain greed; each number is a share of the chances there are."""

    claims: float = 0.0
    """Pungs and chows made although they bring the hand no nearer."""
    kongs: float = 0.0
    """Kongs made although they cost something."""
    passes: float = 0.0
    """Wins on another's tile let go."""
    declines: float = 0.0
    """Own self-drawn wins let go."""
    blunders: float = 0.0
    """Discards of any tile at all."""
    values: bool = False
    """It weighs, close to a win, the points to expect when it plays on alone for a few draws."""


STYLES: Final[dict[str, Style]] = {
    "greedy": Style(),
    "eager": Style(claims=0.5, kongs=1.0),
    "patient": Style(passes=0.6, declines=0.02),
    "wild": Style(claims=0.3, kongs=0.6, passes=0.2, declines=0.1, blunders=0.3),
    "valuing": Style(values=True),
}
"""The styles of players by name."""


class Seat(Holding):
    """One seat during a hand: its tiles, what it may not win on, and how it plays.

    ``barred``: the kinds it let go and may not win on until it moves, as a mask. ``passed``: the
    points of the best win it let go since its last draw, where the rules count them. ``wild`` are
    the wild tiles that it holds, ``wild_thrown`` counts those it threw away.
    """

    def __init__(self, number: int, rules: RuleSet, style: Style, plan: Plan) -> None:
        super().__init__(number, rules.form_mask, rules.stock.gone)
        self.rules = rules
        self.wild: list[int] = []
        self.wild_thrown = 0
        self.keeps_wild = not rules.wild.discard
        if rules.wilds.there:
            self.play_with_wild(rules.stock.gone, rules.wild.copies == "any")
            if self.keeps_wild:  # never to be left with nothing but wild tiles
                self.most_sets = max(0, (HAND - most_wilds(rules)) // 3)
        self.style = style
        self.plan = plan
        self.flowers: list[int] = []
        self.swapped = False
        has_no_plan = plan == NO_PLAN
        self.plain_discards = has_no_plan and not (style.blunders or style.values)
        self.plain_claims = has_no_plan and not (style.claims or style.kongs)

    def take(self, code: int, *tiles: int) -> None:
        """Lay a set open: its code, and the tiles that leave the hand for it."""
        for tile in tiles:
            self.counts[tile] -= 1
        if code >= ADDED and code < CONCEALED:
            self.codes[self.codes.index(PUNG + code % KINDS)] = code
            self.used[code % KINDS] += 1
        else:
            self.codes.append(code)
            for tile in set_tiles(code):
                self.used[tile] += 1
        self.changed()

    @property
    def weighs(self) -> bool:
        """Whether nothing is laid out for the seat, so that it may discard by its own lights."""
        return self.plan == NO_PLAN

    def find_waits(self) -> int:
        """Return the tiles that complete 3n + 1 tiles, wild ones among them."""
        sets = len(self.codes)
        return wild_waits(self.rules, bytes(self.counts), self.wilds, sets, fresh=not self.discards)

    def fills(self) -> bool:
        """Return whether 3n + 2 tiles win, wild ones among them."""
        sets = len(self.codes)
        return is_filled_up(
            self.rules, bytes(self.counts), self.wilds, sets, fresh=not self.discards
        )

    # what the player does

    def wants_drawn(self, rng: Chance) -> bool:
        """Whether the player takes a self-drawn win."""
        plan = self.plan
        if plan.feeds and not self.discards and plan.passes:
            return False  # it is to feed the tile that completes its hand, and rob it later
        if plan.goal is not None and not self._has_goal() and rng.random() < 0.5:
            return False
        return rng.random() >= self.style.declines

    def wants_tile(self, rng: Chance) -> bool:
        """Whether the player takes a win on the tile of another."""
        plan = self.plan
        if plan.passes:
            plan.passes -= 1
            return False
        if plan.drawn_only or (plan.goal is not None and rng.random() < 0.2):
            return False
        return rng.random() >= self.style.passes

    def _has_goal(self) -> bool:
        goal = self.plan.goal
        return goal is not None and all(
            self.counts[tile] + self.used[tile] >= copies for tile, copies in enumerate(goal.counts)
        )

    def choose_discard(self, rng: Chance, visible: bytearray, drawn: int) -> int:
        """Return the tile to discard; ``drawn`` is the tile drawn last, -1 after a claim."""
        plan = self.plan
        if plan.feeds and self.discards >= plan.waits:
            tile = plan.feeds.pop(0)
            if tile in self.wild and not self.keeps_wild:
                return tile
            if tile < KINDS and self.counts[tile]:
                return tile
        if plan.drops and 0 <= drawn < KINDS and self.counts[drawn]:
            return drawn
        if plan.goal is not None:
            excess = self._excess(visible)
            if excess:
                return rng.choice(excess)
        return self._greedy_discard(rng, visible)

    def _greedy_discard(self, rng: Chance, visible: bytearray) -> int:
        if self.style.blunders and rng.random() < self.style.blunders:
            wild = [] if self.keeps_wild else sorted(set(self.wild))
            return rng.choice([*(tile for tile in range(KINDS) if self.counts[tile]), *wild])
        if self.wilds + 3 * len(self.codes) == HAND + 1:
            return self.wild[0]  # there are no others
        spared = [tile for tile in self.plan.feeds if tile < KINDS]
        ties = self.best_discards(visible, spared)
        return ties[0] if len(ties) == 1 else rng.choice(ties)

    def _excess(self, visible: bytearray) -> list[int]:
        """Return the tiles that the goal has no use for; drop a goal that cannot be reached."""
        plan = self.plan
        assert plan.goal is not None
        spare = []
        for tile, copies in enumerate(plan.goal.counts):
            need = max(copies - self.used[tile], 0)
            held = self.counts[tile]
            if need > held and need - held > 4 - visible[tile] - held:
                plan.goal = None
                return []
            if held > need:
                spare.append(tile)
        if self.discards > 16:
            plan.goal = None
        return spare

    def wants_set(self, rng: Chance, code: int, tile: int) -> bool:
        """Whether the player claims the discard ``tile`` for the set ``code``."""
        plan = self.plan
        if plan.drops or len(self.codes) >= self.most_sets:
            return False
        if plan.claims == code % KINDS and code >= PUNG:
            return True
        if plan.kongs and code >= EXPOSED:
            return True
        if plan.goal is not None:
            made = self.codes.count(code)
            return plan.goal.sets.count(code if code < EXPOSED else code - PUNG) > made
        after = self.after_chow(code, tile) if code < PUNG else self.after(code)
        if after < self.shanten or (after == self.shanten and code >= EXPOSED):
            return True
        share = self.style.kongs if code >= EXPOSED else self.style.claims
        return share > 0 and after <= self.shanten + 1 and rng.random() < share

    def own_kongs(self) -> Iterator[tuple[KongKind, int]]:
        """Yield the kongs that can be declared on the own turn."""
        for tile in range(KINDS):
            if self.counts[tile] == 4 and len(self.codes) < self.most_sets:
                yield "concealed", tile
        for code in self.codes:
            if PUNG <= code < EXPOSED and self.counts[code - PUNG]:
                yield "added", code - PUNG

    def wants_kong(self, rng: Chance, kind: KongKind, tile: int) -> bool:
        """Whether the player declares a kong on its own turn."""
        plan = self.plan
        if tile in plan.feeds:
            return False
        if plan.kongs or (plan.goal is not None and PUNG + tile in plan.goal.sets):
            return True
        if plan.goal is not None or plan.drops:
            return False
        before = self.now()
        if self.after((CONCEALED if kind == "concealed" else ADDED) + tile) <= before:
            return True
        return self.style.kongs > 0 and rng.random() < self.style.kongs


def set_tiles(code: int) -> tuple[int, ...]:
    """Return the tiles of a fixed set by its code."""
    tile = code % KINDS
    if code < PUNG:
        return (tile, tile + 1, tile + 2)
    return (tile,) * (3 if code < EXPOSED else 4)
