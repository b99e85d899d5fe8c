"""Hands played for their outcome alone: no log is written, nothing is checked.

A hand depends on the seed, its game and its number only, never on how the hands before it went but
for who deals: so the same deals can be played under one rule set and under another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mjtool.errors import RequestError
from mjtool.kernel import Chance
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.settlement import HandResult, Ledger, settle
from mjtool.simulation.deals import arranged, shuffled
from mjtool.simulation.options import Options
from mjtool.simulation.play import Play
from mjtool.table.rotation import Rotation


class Played(NamedTuple):
    """What one hand came to.

    ``game`` and ``number`` count from 1. ``result`` says who dealt, who won on what, the kongs, the
    horses; ``scores`` what each win is worth, in the order of ``result.winners``; ``ledger`` every
    payment with its reason, and ``net`` what they add up to: seats 0..3, then the bank.
    ``round_wind`` is 0..3, ``draws`` the tiles drawn after the deal by all seats, replacements
    too.
    """

    game: int
    number: int
    result: HandResult
    scores: tuple[Score, ...]
    ledger: Ledger
    net: tuple[int, int, int, int, int]
    round_wind: int
    draws: int
    discards: int

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.result.dealer

    @property
    def stayed(self) -> int:
        """How many hands the deal had stayed before this one."""
        return self.result.streak


def play(
    rules: RuleSet,
    games: int,
    seed: int | str = 0,
    options: Options | None = None,
    *,
    first: int = 1,
) -> Iterator[Played]:
    """Yield every hand of ``games`` games, the first of which has the number ``first``.

    Deals and the players' chances are the same under any rules with the same tiles; what follows
    from the hands before, as the dealer, is as the rules have it. Of the ``options`` those that
    only a log shows (the wall, dice, the room) change nothing. Split a run over processes by
    ``first``.

    >>> from mjtool.rules import load_rules
    >>> [hand] = play(load_rules("jipinghu"), 1, seed=7, options=Options(hands=1))
    >>> hand.game, hand.number, sum(hand.net)
    (1, 1, 0)
    """
    if games < 0:
        raise RequestError("impossible_request.at_least", field="games", least=0, value=games)
    chosen = options or Options()
    for game in range(first, first + games):
        yield from _game(rules, chosen, f"{seed}-{game}", game)


def _game(rules: RuleSet, options: Options, name: str, game: int) -> Iterator[Played]:
    dealer = Chance(name).randrange(4)
    rotation = Rotation(rules)
    for number in range(1, options.hands + 1):
        rotation.start(dealer)
        [horses], [round_wind] = rotation.horses, rotation.rounds
        rng = Chance(f"{name}-{number}")
        lay = arranged if options.rigged and rng.random() < options.rigged else shuffled
        deal = lay(rng, rules, dealer, horses)
        leaves = options.escapes > 0 and rng.random() < options.escapes
        played = rules if deal.indicator is None else rules.turned_up(deal.indicator)
        hand = Play(
            played,
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
        hand.run()
        result = hand.result
        ledger = settle(played, result)
        yield Played(
            game,
            number,
            result,
            tuple(hand.scores),
            ledger,
            ledger.net(),
            round_wind or 0,
            hand.draws,
            hand.discards,
        )
        rotation.finish(dealer, hand.winners, hand.source)
        dealer = rotation.dealer
        if hand.escaped is not None:
            return
