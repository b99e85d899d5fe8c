"""What an audit yields on its way out: one stream, in the order of the log.

A finding that stands for several hands (another room) waits until its game is over, and what comes
behind it waits with it. Wins are priced when all winners of their hand are known.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mjtool.game_log.accounts import Accounts
from mjtool.game_log.finding import Finding
from mjtool.game_log.tally import HandRow
from mjtool.game_log.worth import Worth, worth_of
from mjtool.rules.model import RuleSet
from mjtool.table.moves import Table
from mjtool.table.wall import HIDDEN

MOST: Final = 4096
"""How many items wait; behind so many the finding goes out as far as it is known."""


class Won(NamedTuple):
    """A win as it lies on the table; ``round_wind`` None: not known."""

    table: Table
    line: int
    round_wind: int | None


class Shared(NamedTuple):
    """A finding of more hands than one, which ``accounts`` counts until the game is over."""

    finding: Finding
    accounts: Accounts


class GameOver:
    """No further hand of a game can follow."""


GAME_OVER: Final = GameOver()

Raw = Finding | HandRow | Won | Shared | GameOver


def summed_up(items: Iterator[Raw]) -> Iterator[Finding | HandRow | Won]:
    """Yield ``items`` with each finding of several hands whole."""
    shared: Shared | None = None
    waiting: list[Finding | HandRow | Won] = []
    for item in items:
        if isinstance(item, Shared):
            shared = item
        elif shared is None:
            if not isinstance(item, GameOver):
                yield item
        else:
            if not isinstance(item, GameOver):
                waiting.append(item)
                if len(waiting) < MOST:
                    continue
            yield _whole(shared)
            yield from waiting
            shared, waiting = None, []


def _whole(shared: Shared) -> Finding:
    first, fault = shared.finding, shared.accounts.summed_up()
    return first if fault is None else Finding.of(first.file, first.line, fault)


def priced(
    items: Iterator[Finding | HandRow | Won], file: str, rules: RuleSet | None
) -> Iterator[Finding | HandRow | Worth]:
    """Yield ``items`` with each win as what it is worth under ``rules``; None: the game's own.

    The wins of a hand are scored together, when the next hand is won or the log ends: how many
    there are counts too. A winner with hidden tiles is passed over; without
    ``rules`` the wins of a game that is not judged are too.
    """
    wins: list[Won] = []
    for item in items:
        if not isinstance(item, Won):
            yield item
            continue
        if wins and wins[0].table is not item.table:
            yield from _worths(wins, file, rules)
            wins = []
        wins.append(item)
    yield from _worths(wins, file, rules)


def _worths(wins: list[Won], file: str, rules: RuleSet | None) -> Iterator[Worth]:
    for (table, line, _), seat in zip(wins, wins[0].table.winners if wins else (), strict=True):
        if not table.hands[seat][HIDDEN] and (rules is not None or table.legality.judges):
            yield worth_of(file, line, table, seat, rules or table.rules, wins[-1].round_wind)
