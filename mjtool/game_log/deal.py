"""What a game and a hand begin with: the rules, the tiles, the deal of dice and a built wall."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from mjtool.errors import RuleError
from mjtool.game_log.events import Fault, StartHand
from mjtool.game_log.legality import Legality, legality_of
from mjtool.game_log.spelling import TileSet
from mjtool.game_log.wall import HIDDEN
from mjtool.rules import BUILTINS
from mjtool.rules.kept import current_rules
from mjtool.rules.model import RuleSet
from mjtool.tiles import KINDS, NAMES


def tile_set(rules: RuleSet, legality: Legality) -> TileSet:
    """Return the tiles in play by text."""
    return _tile_set(rules.tiles.flowers or legality.flowers, legality.hidden)


@cache
def _tile_set(flowers: bool, hidden: bool) -> TileSet:
    return TileSet(flowers=flowers, more=[("?", HIDDEN)] if hidden else [])


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
        return Fault("F003", "F003.rules", "start_game", None, None, error.say())
    except (OSError, ValueError, KeyError):  # a name that no file can have, and no game
        pass
    return Fault("F003", "F003.rules", "start_game", None, None, name)


class Deal(Struct, frozen=True):
    """The tiles of a ``start_hand`` as values."""

    deal: list[list[int]]
    wall: list[int] | None
    built: list[list[int]] | None
    walls: list[list[int]] | None


def read_deal(event: StartHand, tiles: TileSet, legality: Legality) -> Deal | Fault:
    """Return the tiles of ``event``, or that one is no tile of the set (F004)."""
    walls = event.walls if legality.own_walls and event.walls is not UNSET else None
    if walls is not None and not _are_four_lists(walls):
        return Fault("F003", "F003", "start_hand", found="walls")
    try:
        return Deal(
            _values(event.deal, tiles),
            None if event.wall is UNSET else _tiles_of(event.wall, tiles),
            None if event.wall_built is UNSET else _values(event.wall_built, tiles),
            None if walls is None else _values(walls, tiles),
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


def _values(lists: list[list[str]] | UnsetType, tiles: TileSet) -> list[list[int]]:
    return [] if lists is UNSET else [_tiles_of(each, tiles) for each in lists]


def _tiles_of(texts: list[str], tiles: TileSet) -> list[int]:
    known = tiles.known
    try:
        return [known[text] for text in texts]
    except KeyError:
        return [tiles[text] for text in texts]


def check_deal(event: StartHand, read: Deal, rules: RuleSet, legality: Legality) -> Fault | None:
    """Return the first fault of the deal and the wall: T105, T101, T106."""
    flowers = rules.tiles.flowers or legality.flowers
    for seat, hand in enumerate(read.deal):
        expected = 14 if seat == event.dealer else 13
        if len(hand) != expected:
            return Fault("T105", "T105", None, seat, expected, len(hand))
    dealt = [tile for hand in read.deal for tile in hand]
    fault = _check_copies(dealt)
    if fault is None and read.wall is not None:
        fault = _check_whole(dealt + read.wall, 42 if flowers else KINDS)
    if fault is None and read.walls is not None:
        fault = _check_copies(dealt + [tile for wall in read.walls for tile in wall])
    if fault is None and read.built is not None and event.dice is not UNSET:
        fault = _check_built(event.dice, event.dealer, read, 36 if flowers else 34)
    return fault


def _check_copies(tiles: Iterable[int]) -> Fault | None:
    counts = [0] * (HIDDEN + 1)
    for tile in tiles:
        counts[tile] += 1
        if counts[tile] > (4 if tile < KINDS else 1) and tile != HIDDEN:
            return Fault("T101", "T101", found=NAMES[tile])
    return None


def _check_whole(tiles: list[int], kinds: int) -> Fault | None:
    counts = [0] * (HIDDEN + 1)
    for tile in tiles:
        counts[tile] += 1
    for tile in range(kinds):
        copies = 4 if tile < KINDS else 1
        if counts[tile] > copies:
            return Fault("T101", "T101", found=NAMES[tile])
    for tile in range(kinds):
        copies = 4 if tile < KINDS else 1
        if counts[tile] < copies:
            found = [NAMES[tile]] * counts[tile]
            return Fault("T101", "T101.set", expected=[NAMES[tile]] * copies, found=found)
    return None


def _check_built(dice: list[int], dealer: int, read: Deal, length: int) -> Fault | None:
    """Return how deal and wall differ from what the dice and the built wall give (T106)."""
    built = read.built or []
    for seat, wall in enumerate(built):
        if len(wall) != length:
            return Fault("T106", "T106.built", None, seat, length, len(wall))
    deal, rest = deal_from(built, sum(dice), dealer)
    for seat, (expected, found) in enumerate(zip(deal, read.deal, strict=True)):
        if sorted(expected) != sorted(found) or (seat == dealer and expected[-1] != found[-1]):
            return Fault("T106", "T106", None, seat, _names(expected), _names(found))
    if read.wall is not None and rest != read.wall:
        at = next(
            (i for i, pair in enumerate(zip(rest, read.wall, strict=False)) if pair[0] != pair[1]),
            0,
        )
        return Fault("T106", "T106.wall", None, None, NAMES[rest[at]], NAMES[read.wall[at]])
    return None


def _names(tiles: list[int]) -> list[str]:
    return [NAMES[tile] for tile in sorted(tiles)]


def deal_from(built: list[list[int]], dice: int, dealer: int) -> tuple[list[list[int]], list[int]]:
    """Return the four hands and the wall that the sum of the dice makes of the built walls.

    ``built`` holds the walls before seats 0..3, each stack by stack from its right end, the upper
    tile of a stack first. The wall of the seat that the dice count to, the dealer as 1, is opened;
    so many stacks are passed over and become the end of the wall.
    """
    opened = dealer + dice - 1
    tiles = [tile for back in range(4) for tile in built[(opened - back) % 4]]
    tiles = tiles[2 * dice :] + tiles[: 2 * dice]
    seats = [(dealer + turn) % 4 for turn in range(4)]
    deal: list[list[int]] = [[], [], [], []]
    taken = 0
    for _ in range(3):
        for seat in seats:
            deal[seat] += tiles[taken : taken + 4]
            taken += 4
    upper1, lower1, upper2, lower2, upper3 = tiles[taken : taken + 5]
    for seat, tile in zip(seats, (upper1, lower1, upper2, lower2), strict=True):
        deal[seat].append(tile)
    deal[dealer].append(upper3)
    return deal, tiles[taken + 5 :]
