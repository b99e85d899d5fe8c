"""Games: who deals, what carries over between hands, and every line of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from mjtool.errors import RequestError
from mjtool.game_log.events import (
    EndGame,
    EndHand,
    Event,
    LoggedWild,
    LoggedWin,
    Prop,
    StartGame,
    StartHand,
    encode,
)
from mjtool.game_log.events import Room as LoggedRoom
from mjtool.horses import most_bought, most_horses
from mjtool.kernel import Chance
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.settlement import BANK, coins, settle
from mjtool.simulation.deals import Deal, arranged, shuffled
from mjtool.simulation.options import Options
from mjtool.simulation.play import Play
from mjtool.table.deal import deal_from, wall_lengths
from mjtool.table.rotation import ROUNDS, Rotation
from mjtool.tiles import NAMES, WRITTEN


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: its events, and how often what happened that no event tells.

    ``tally`` counts wins by circumstance (``kong_draw`` ...), liabilities by kind (``liable_...``)
    and what kept a seat from winning: missed wins (``missed_win_respected``), the rules' minimum
    (``below_minimum_respected``).
    """

    events: tuple[Event, ...]
    tally: Counter[str]

    @property
    def lines(self) -> Iterator[bytes]:
        """The lines of the log, each with its line end."""
        for event in self.events:
            yield encode(event) + b"\n"


def simulate(
    rules: RuleSet, games: int, seed: int | str = 0, options: Options | None = None
) -> Iterator[Game]:
    """Yield ``games`` games one by one; a game depends on the seed and its number alone.

    >>> from mjtool.rules import load_rules
    >>> [game] = simulate(load_rules("jipinghu"), 1, seed=7, options=Options(hands=1))
    >>> game.events[0].rules, game.events == next(simulate(
    ...     load_rules("jipinghu"), 1, seed=7, options=Options(hands=1))).events
    ('jipinghu', True)
    """
    if games < 0:
        raise RequestError("impossible_request.at_least", field="games", least=0, value=games)
    chosen = options or Options()
    for number in range(1, games + 1):
        yield _Table(rules, chosen, f"{seed}-{number}").game()


class _Table:
    """Four players at a table, for one game."""

    def __init__(self, rules: RuleSet, options: Options, name: str) -> None:
        self._rules = rules
        self._options = options
        self._name = name
        self._rng = Chance(name)
        self._dealer = self._rng.randrange(4)
        self._rotation = Rotation(rules)
        self._scores = [0, 0, 0, 0]
        self._events: list[Event] = []
        self._tally: Counter[str] = Counter()

    def game(self) -> Game:
        """Play the game and return it."""
        options = self._options
        room = options.room
        names = [f"{style}-{seat}" for seat, style in zip(range(4), self._names(), strict=True)]
        self._events.append(
            StartGame(
                rules=self._rules.id,
                players=names,
                room=UNSET if room is None else LoggedRoom(room.coefficient, room.fee),
                id=self._name,
                version=1,
            )
        )
        for hand in range(1, options.hands + 1):
            if self._hand(hand):
                break
        self._events.append(EndGame(list(self._scores)))
        return Game(tuple(self._events), self._tally)

    def _names(self) -> tuple[str, ...]:
        names = self._options.players
        return names * 4 if len(names) == 1 else names

    def _hand(self, number: int) -> bool:
        """Play one hand; True when a seat left the game."""
        rules, options, rng = self._rules, self._options, self._rng
        if "great_shift" in rules.props.allowed and rng.random() < options.props:
            self._events.append(Prop(rng.randrange(4), "great_shift"))
        rotation, dealer = self._rotation, self._dealer
        rotation.start(dealer)
        [horses], [round_wind] = rotation.horses, rotation.rounds
        lay = arranged if rng.random() < options.rigged else shuffled
        deal = lay(rng, rules, dealer, horses)
        self._events.append(self._start(number, horses, deal))
        leaves = rng.random() < options.escapes
        if deal.indicator is not None:
            rules = rules.turned_up(deal.indicator)
        play = Play(
            rules,
            rng,
            deal,
            options.styles,
            dealer=dealer,
            round_wind=round_wind or 0,
            horses=horses,
            props=options.props,
            escape_after=rng.randrange(1, 60) if leaves else None,
            stayed=rotation.stayed or 0,
            won=[streak or 0 for streak in rotation.won],
        )
        play.run()
        self._events += play.events or ()
        self._tally += play.tally
        self._events.append(self._end(play))
        rotation.finish(dealer, play.winners, play.source)
        self._dealer = rotation.dealer
        return play.escaped is not None

    def _start(self, number: int, horses: int, deal: Deal) -> StartHand:
        rules, options = self._rules, self._options
        dice = built = None
        if self._rng.random() < options.dice:
            dice = [self._rng.randrange(1, 7) for _ in range(3)]
            built = build_walls(deal, sum(dice), self._dealer, wall_lengths(rules.stock))
        return StartHand(
            hand=number,
            dealer=self._dealer,
            deal=[_names(tiles) for tiles in deal.hands],
            indicator=UNSET if deal.indicator is None else NAMES[deal.indicator],
            wild=UNSET if deal.indicator is None else _wild_names(rules, deal.indicator),
            round=ROUNDS[self._rotation.round or 0] if rules.rounds.winds else UNSET,
            wall=_names(deal.wall) if options.wall else UNSET,
            horses=horses if most_bought(rules) else UNSET,
            dice=dice or UNSET,
            wall_built=[_names(wall) for wall in built] if built else UNSET,
        )

    def _end(self, play: Play) -> EndHand:
        rules, room = self._rules, self._options.room
        result = play.result
        net = settle(rules, result).net()
        changes = list(net[:BANK])
        in_coins = None
        if room is not None:
            in_coins = list(coins(rules, net, room, washout=result.is_washout))
        self._scores = [
            score + change for score, change in zip(self._scores, in_coins or changes, strict=True)
        ]
        return EndHand(
            wins=[
                LoggedWin(
                    seat=seat,
                    points=found.points,
                    fan=UNSET if found.fan is None else found.fan,
                    patterns=list(found.pattern_ids),
                    liable=UNSET if liable is None else liable,
                    wilds=_stand_for(found),
                )
                for seat, found, liable in zip(play.winners, play.scores, play.liable, strict=True)
            ],
            points=changes,
            bank=net[BANK],
            horses=_names(play.horses) if most_horses(rules) else UNSET,
            coins=in_coins or UNSET,
            scores=list(self._scores),
        )


def _stand_for(found: Score) -> list[LoggedWild] | UnsetType:
    """Return what the wild tiles of a win stand for, as a log tells it."""
    return [LoggedWild(WRITTEN[tile], WRITTEN[kind]) for tile, kind in found.wilds] or UNSET


def _wild_names(rules: RuleSet, indicator: int) -> list[str]:
    return _names(rules.turned_up(indicator).wilds.kinds)


def build_walls(deal: Deal, dice: int, dealer: int, lengths: Sequence[int]) -> list[list[int]]:
    """Return the four built walls, so long, from which these dice deal just this deal.

    The indicator is the tile drawn last.
    """
    turned_up = [] if deal.indicator is None else [deal.indicator]
    wall = deal.wall + turned_up
    size = sum(map(len, deal.hands)) + len(wall)
    starts = [sum(lengths[:wall]) for wall in range(4)]
    ends = [start + length for start, length in zip(starts, lengths, strict=True)]
    places = [list(range(start, end)) for start, end in zip(starts, ends, strict=True)]
    hands, rest = deal_from(places, dice, dealer)
    tiles = [0] * size
    for dealt, into in zip((*deal.hands, wall), (*hands, rest), strict=True):
        for tile, place in zip(dealt, into, strict=True):
            tiles[place] = tile
    return [tiles[start:end] for start, end in zip(starts, ends, strict=True)]


def _names(tiles: list[int] | tuple[int, ...]) -> list[str]:
    return [NAMES[tile] for tile in tiles]
