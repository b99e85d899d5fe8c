from unicodedata import name

import pytest

from mjtool.notation import TILE_BY_NAME, unicode_tile
from mjtool.tiles import (
    KINDS,
    NAMES,
    PIECES,
    TILES,
    Flower,
    Suit,
    Tile,
    Wind,
    count,
    parse_tile,
    parse_tiles,
)


def test_values_are_indexes_in_suit_order():
    assert [int(tile) for tile in Tile] == list(range(KINDS))
    assert "".join(tile.suit for tile in TILES) == "m" * 9 + "p" * 9 + "s" * 9 + "z" * 7
    assert [tile.rank for tile in TILES] == [*range(1, 10)] * 3 + [*range(1, 8)]


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_name_reads_back(tile):
    assert parse_tile(str(tile)) is tile
    assert TILE_BY_NAME[str(tile)] == tile == TILES[tile]
    assert str(tile) == f"{tile.rank}{tile.suit}"


@pytest.mark.parametrize("flower", list(Flower), ids=str)
def test_flower_name_reads_back(flower):
    assert parse_tiles(str(flower), flowers=True) == (flower,)
    assert PIECES[TILE_BY_NAME[str(flower)]] is flower


def test_names_are_different():
    assert len(set(NAMES)) == len(NAMES) == len(PIECES) == 42


@pytest.mark.parametrize("first", TILES, ids=str)
def test_every_pair_of_names_reads_back(first):
    for second in TILES:
        for join in ("", " ", ",", "_", "|"):
            assert parse_tiles(f"{first}{join}{second}") == (first, second)


def test_unicode_names_agree_with_the_standard():
    words = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
    numbers = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
    honors = ["EAST WIND", "SOUTH WIND", "WEST WIND", "NORTH WIND"]
    honors += ["WHITE DRAGON", "GREEN DRAGON", "RED DRAGON"]
    for tile in TILES:
        number = f"{numbers[tile.rank - 1]} OF {words.get(tile.suit, '')}"
        expected = honors[tile.rank - 1] if tile.is_honor else number
        assert name(unicode_tile(tile)) == f"MAHJONG TILE {expected}"
    flowers = ["PLUM", "ORCHID", "BAMBOO", "CHRYSANTHEMUM"]
    flowers += ["SPRING", "SUMMER", "AUTUMN", "WINTER"]
    assert [name(unicode_tile(f)) for f in Flower] == [f"MAHJONG TILE {f}" for f in flowers]
    assert [f.name for f in Flower] == flowers


def test_kinds_of_tile():
    assert [str(t) for t in TILES if t.is_terminal] == ["1m", "9m", "1p", "9p", "1s", "9s"]
    assert [t for t in TILES if t.is_honor] == list(TILES[27:])
    assert [t.suit for t in TILES if t.is_honor] == [Suit.HONORS] * 7


def test_count():
    assert count([Tile.M1, Tile.RED, Tile.M1]) == bytes([2, *[0] * 32, 1])
    assert count([]) == bytes(34)


def test_winds():
    assert "".join(Wind) == "ESWN"
