"""What a seat does in a hand: its event read for this table, and handed to it."""

from msgspec import UNSET

from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    EndGame,
    EndHand,
    Escape,
    Event,
    Flower,
    Kong,
    Prop,
    Pung,
    StartGame,
    StartHand,
    Washout,
    Win,
)
from mjtool.game_log.spelling import TileSet
from mjtool.table.fault import Fault
from mjtool.table.moves import Table
from mjtool.table.wins import escape, washout, win
from mjtool.tiles import Tile


def no_tile(event: Draw | Discard | Chow | Pung | Kong | Flower | Win) -> Fault:
    """Return that the tile of ``event`` is none of the set in play (F004)."""
    return Fault("F004", "F004", None, event.seat, None, event.tile)


def unfit(event: Event, tiles: TileSet) -> Fault | None:
    """Return what makes the tiles of ``event`` unreadable (F003, F004)."""
    if isinstance(event, Washout | Escape):
        return None
    assert not isinstance(event, StartGame | StartHand | EndHand | EndGame | Prop)
    if event.tile not in tiles.known and tiles.unknown((event.tile,)) is not None:
        return no_tile(event)
    if isinstance(event, Chow):
        tile = tiles.unknown(event.with_)
        if tile is not None:
            return Fault("F004", "F004", None, event.seat, None, tile)
        values = sorted((tiles[event.tile], *(tiles[tile] for tile in event.with_)))
        low = values[0]
        if values != [low, low + 1, low + 2] or low >= Tile.EAST or low % 9 > 6:
            found = [*event.with_, event.tile]
            return Fault("F003", "F003.chow", None, event.seat, None, found)
    return None


def act(  # noqa: PLR0911
    table: Table, event: Event, tiles: TileSet
) -> Fault | None:
    """Let the table take an event that :func:`unfit` has just let pass."""
    known = tiles.known
    match event:
        case Draw():
            return table.draw(event.seat, known[event.tile])
        case Discard():
            return table.discard(event.seat, known[event.tile])
        case Pung():
            return table.pung(event.seat, known[event.tile])
        case Chow():
            first, second = event.with_
            return table.chow(event.seat, tiles[event.tile], (tiles[first], tiles[second]))
        case Kong():
            return table.kong(event.seat, event.kind, known[event.tile])
        case Flower():
            return table.flower(event.seat, known[event.tile])
        case Win():
            source = event.seat if event.from_ is UNSET else event.from_
            return win(table, event.seat, known[event.tile], source)
        case Washout():
            return washout(table, event.reason if isinstance(event.reason, str) else None)
        case Escape():
            escape(table, event.seat)
            return None
        case _:
            raise AssertionError(event)
