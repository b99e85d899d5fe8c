"""How the tables of foreign games depart from ours, and the names of their rules in native logs.

A log says what game was played: ``rules`` of a converted log is ``foreign:`` and the game, and
what is looked for there follows from that name alone. Nothing else in a log decides it.
"""

from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from mjtool.rules.model import RuleSet
from mjtool.stock import FLOWERS, Stock

PREFIX: Final = "foreign:"


class Legality(Struct, frozen=True, gc=False):
    """How the table of a foreign game departs from the rules that it is followed by.

    ``checks`` are the first letters of the codes that are looked for; for any other check the log
    is taken at its word. ``reserve`` tiles at the end of the wall are never drawn. With
    ``own_walls`` each seat draws, replacements too, from the front of a wall of its own: a quarter
    of the set less the deal, in ``StartHand.walls`` where the log tells them. With ``aborts`` a
    washout that has a ``reason`` may come while tiles are left. With ``hidden`` a tile may be "?"
    (the record is what one seat saw) and the log may stop anywhere (no F006). With ``flowers``
    the set has 144 tiles.
    """

    checks: str = "FTA"
    reserve: Annotated[int, Meta(ge=0, le=144)] = 0
    own_walls: bool = False
    aborts: bool = False
    hidden: bool = False
    flowers: bool = False

    @property
    def judges(self) -> bool:
        """Whether wins are judged and settled."""
        return "W" in self.checks and "S" in self.checks


NATIVE: Final = Legality(checks="FTAWDSP")
"""What a native log is checked for: everything."""

RIICHI: Final = Legality(reserve=14, aborts=True)
"""The Japanese game."""

CHINESE_STANDARD: Final = Legality(own_walls=True, aborts=True)
"""The Chinese Standard game as the programs' competitions play it."""

GAMES: Final = {"riichi": RIICHI, "chinese-standard": CHINESE_STANDARD}
_MARKS: Final = ("flowers", "hidden")


def rules_name(legality: Legality) -> str:
    """Return what ``rules`` says in a log of a foreign game.

    >>> rules_name(Legality(reserve=14, aborts=True, hidden=True))
    'foreign:riichi+hidden'
    """
    marks = [mark for mark in _MARKS if getattr(legality, mark)]
    plain = structs.replace(legality, **dict.fromkeys(marks, False))
    game = next(game for game, each in GAMES.items() if each == plain)
    return "+".join([PREFIX + game, *marks])


def legality_of(rules: str) -> Legality | None:
    """Return how the game that a log names departs from ours, None if its name begins otherwise.

    ``KeyError`` where it names a foreign game that there is not.

    >>> legality_of("foreign:riichi").reserve
    14
    """
    if not rules.startswith(PREFIX):
        return None
    game, *marks = rules.removeprefix(PREFIX).split("+")
    if not set(marks) <= set(_MARKS):
        raise KeyError(rules)
    return structs.replace(GAMES[game], **dict.fromkeys(marks, True))


def stock_of(rules: RuleSet, legality: Legality) -> Stock:
    """Return the tiles in play: those of the rules, or a foreign game's own whole set.

    >>> from mjtool.rules import load_rules
    >>> stock_of(load_rules("jipinghu"), RIICHI).size
    136
    """
    if legality.judges:
        return rules.stock
    return _whole(rules.stock.flowers > 0 or legality.flowers)


@cache
def _whole(flowers: bool) -> Stock:
    return Stock.of((), FLOWERS if flowers else 0)
