"""The deal: whether hands and wall are a whole set, and what dice make of a built wall."""

from collections.abc import Iterable

from msgspec import Struct

from mjtool.kernel import are_whole
from mjtool.stock import Stock
from mjtool.table.fault import Fault
from mjtool.table.wall import HIDDEN
from mjtool.tiles import NAMES


class Deal(Struct, frozen=True):
    """The tiles that a hand begins with, as far as they are told.

    ``built`` are the walls before seats 0..3, from which ``dice`` deal; ``walls`` those of a table
    where each seat draws from its own. ``indicator`` was turned up and is in no wall; ``wild`` are
    the tiles said to be wild.
    """

    dealer: int
    hands: list[list[int]]
    wall: list[int] | None = None
    built: list[list[int]] | None = None
    dice: list[int] | None = None
    walls: list[list[int]] | None = None
    indicator: int | None = None
    wild: tuple[int, ...] | None = None

    @property
    def turned_up(self) -> list[int]:
        """The indicator, where there is one."""
        return [] if self.indicator is None else [self.indicator]


def check_deal(deal: Deal, stock: Stock) -> Fault | None:
    """Return the first fault of the deal and the wall of such a set: T105, T101, T106."""
    for seat, hand in enumerate(deal.hands):
        expected = 14 if seat == deal.dealer else 13
        if len(hand) != expected:
            return Fault("T105", "T105", None, seat, expected, len(hand))
    fault = None
    beside = deal.turned_up
    dealt = [tile for hand in deal.hands for tile in hand] + beside
    if deal.wall is None or not are_whole([*deal.hands, beside], deal.wall, stock.counts):
        fault = _check_copies(dealt, stock)
        if fault is None and deal.wall is not None:
            fault = _check_whole(dealt + deal.wall, stock)
    if fault is None and deal.walls is not None:
        fault = _check_copies(dealt + [tile for wall in deal.walls for tile in wall], stock)
    if fault is None and deal.built is not None and deal.dice is not None:
        fault = _check_built(deal, deal.built, sum(deal.dice), stock)
    return fault


def _check_copies(tiles: Iterable[int], stock: Stock) -> Fault | None:
    counts, most = [0] * (HIDDEN + 1), stock.counts
    for tile in tiles:
        counts[tile] += 1
        if tile != HIDDEN and counts[tile] > most[tile]:
            return Fault("T101", "T101", found=NAMES[tile])
    return None


def _check_whole(tiles: list[int], stock: Stock) -> Fault | None:
    counts = [0] * (HIDDEN + 1)
    for tile in tiles:
        counts[tile] += 1
    for tile, copies in enumerate(stock.counts):
        if counts[tile] > copies:
            return Fault("T101", "T101", found=NAMES[tile])
    for tile, copies in enumerate(stock.counts):
        if counts[tile] < copies:
            found = [NAMES[tile]] * counts[tile]
            return Fault("T101", "T101.set", expected=[NAMES[tile]] * copies, found=found)
    return None


def wall_lengths(stock: Stock) -> tuple[int, int, int, int]:
    """Return how many tiles each built wall has: stacks of two, of an odd rest two walls one more.

    >>> wall_lengths(Stock()), wall_lengths(Stock.of(["1z"], 0))
    ((34, 34, 34, 34), (34, 32, 34, 32))
    """
    more, fewer = 2 * -(-stock.size // 8), 2 * (stock.size // 8)
    return more, fewer, more, fewer


def _check_built(deal: Deal, built: list[list[int]], dice: int, stock: Stock) -> Fault | None:
    """Return how deal and wall differ from what the dice and the built wall give (T106)."""
    lengths = wall_lengths(stock)
    for seat, wall in enumerate(built):
        if len(wall) not in lengths:
            return Fault("T106", "T106.built", None, seat, lengths[seat], len(wall))
    if sum(map(len, built)) != stock.size:
        return Fault("T106", "T106.built", None, None, stock.size, sum(map(len, built)))
    hands, rest = deal_from(built, dice, deal.dealer)
    for seat, (expected, found) in enumerate(zip(hands, deal.hands, strict=True)):
        is_last_right = seat != deal.dealer or expected[-1] == found[-1]
        if sorted(expected) != sorted(found) or not is_last_right:
            return Fault("T106", "T106", None, seat, _names(expected), _names(found))
    if deal.wall is not None and _without(rest, deal.indicator, deal.wall) != deal.wall:
        at = next(
            (i for i, pair in enumerate(zip(rest, deal.wall, strict=False)) if pair[0] != pair[1]),
            0,
        )
        return Fault("T106", "T106.wall", None, None, NAMES[rest[at]], NAMES[deal.wall[at]])
    return None


def _without(rest: list[int], indicator: int | None, wall: list[int]) -> list[int]:
    """Return ``rest`` without the indicator, taken from where it is not in ``wall``."""
    if indicator is None:
        return rest
    at = next((i for i, (a, b) in enumerate(zip(rest, wall, strict=False)) if a != b), len(wall))
    return rest[:at] + rest[at + 1 :] if rest[at : at + 1] == [indicator] else rest


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
