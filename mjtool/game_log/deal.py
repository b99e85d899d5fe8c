"""What a game and a hand of a log begin with: its rules, its tiles, its deal read."""

from functools import cache
from pathlib import Path
from typing import Final

from msgspec import UNSET

from mjtool import kernel, limits
from mjtool.errors import RuleError
from mjtool.game_log.events import StartHand
from mjtool.game_log.spelling import TileSet
from mjtool.rules import BUILTINS
from mjtool.rules.kept import current_rules
from mjtool.rules.model import RuleSet
from mjtool.table.deal import Deal
from mjtool.table.fault import Fault
from mjtool.table.legality import Legality, legality_of, stock_of
from mjtool.table.wall import HIDDEN


def tile_set(rules: RuleSet, legality: Legality) -> TileSet:
    """Return the tiles in play by text."""
    stock = stock_of(rules, legality)
    return _tile_set(stock.flowers > 0, legality.hidden, stock.lacks)


@cache
def _tile_set(flowers: bool, hidden: bool, lacks: frozenset[int]) -> TileSet:
    return TileSet(flowers=flowers, more=[("?", HIDDEN)] if hidden else [], lacks=lacks)


FOLLOWED_BY: Final = "jipinghu"
"""The rules whose claims and kongs foreign games are followed by."""


def rules_of(
    name: str, folder: Path | None = None, instead: RuleSet | None = None
) -> RuleSet | Fault:
    """Return the rules that a log in ``folder`` names, or why they cannot be loaded (F003).

    A path is looked up from where the program runs, then from the log's folder. The rules
    ``instead`` stand for any, but not for a foreign game that there is not.
    """
    try:
        is_foreign = legality_of(name) is not None
        if instead is not None:
            return instead
        if is_foreign:
            return current_rules(FOLLOWED_BY)
        if name in BUILTINS or Path(name).is_file():
            return current_rules(name)
        if folder is not None and (folder / name).is_file():
            return current_rules(str(folder / name))
    except RuleError as error:
        # of a file that lies elsewhere a log is not to tell more than of one that is not there
        near = limits.is_within(Path(name), "", folder or "")
        told = error.say() if near or name in BUILTINS else name
        return Fault("F003", "F003.rules", "start_game", None, None, told)
    except (OSError, ValueError, KeyError):  # a name that no file can have, and no game
        pass
    return Fault("F003", "F003.rules", "start_game", None, None, name)


def read_deal(event: StartHand, tiles: TileSet, legality: Legality) -> Deal | Fault:
    """Return the tiles of ``event``, or that one is no tile of the set (F004)."""
    walls = event.walls if legality.own_walls and event.walls is not UNSET else None
    if walls is not None and not _are_four_lists(walls):
        return Fault("F003", "F003", "start_hand", found="walls")
    try:
        return Deal(
            dealer=event.dealer,
            hands=_values(event.deal, tiles),
            wall=None if event.wall is UNSET else _tiles_of(event.wall, tiles),
            built=None if event.wall_built is UNSET else _values(event.wall_built, tiles),
            dice=None if event.dice is UNSET else event.dice,
            walls=None if walls is None else _values(walls, tiles),
            indicator=None if event.indicator is UNSET else tiles[event.indicator],
            wild=None if event.wild is UNSET else tuple(sorted(_tiles_of(event.wild, tiles))),
        )
    except KeyError as error:
        return Fault("F004", "F004", "start_hand", found=str(error.args[0]))


def _are_four_lists(walls: object) -> bool:
    return (
        isinstance(walls, list)
        and len(walls) == 4
        and all(isinstance(wall, list) for wall in walls)
        and all(isinstance(tile, str) for wall in walls for tile in wall)
    )


def _values(lists: list[list[str]], tiles: TileSet) -> list[list[int]]:
    return [_tiles_of(each, tiles) for each in lists]


def _tiles_of(texts: list[str], tiles: TileSet) -> list[int]:
    found = kernel.tiles_of(texts, tiles.known)
    return [tiles[text] for text in texts] if found is None else found
