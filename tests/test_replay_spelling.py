"""Tiles in native logs may be written in every form of notation; what comes out is canonical."""

from __future__ import annotations

import json
from random import Random

import pytest

from mjtool.game_log import audit_lines
from mjtool.game_log.convert import to_native
from mjtool.game_log.formats import native
from mjtool.game_log.spelling import TileSet
from mjtool.notation import TILE_BY_NAME
from mjtool.rules import load_rules
from mjtool.simulation import Options, simulate
from mjtool.tiles import KINDS, TILES
from tests.logs import DATA, Log
from tests.strategies import letter_words, mixed_words

TILES_HERE = {"tile", "with", "out", "in", "deal", "wall", "wall_built", "horses"}
FLOWERS = "梅兰竹菊春夏秋冬"


def respelled(value, rng):
    """Return tiles, or lists of them, each written in some other form."""
    if isinstance(value, list):
        return [respelled(each, rng) for each in value]
    if not isinstance(value, str):
        return value
    tile = TILE_BY_NAME[value]
    if tile >= KINDS:
        return rng.choice(
            [value, value.upper(), FLOWERS[tile - KINDS], chr(0x1F022 + tile - KINDS)]
        )
    words = [*mixed_words(TILES[tile]), *letter_words(TILES[tile])]
    return rng.choice(["", " ", ","]) + rng.choice(words) + rng.choice(["", " ", "|"])


def in_other_forms(lines, seed):
    """Return the lines of a log with every tile in some form or other."""
    rng = Random(seed)
    for line in lines:
        event = json.loads(line)
        event |= {key: respelled(event[key], rng) for key in TILES_HERE & event.keys()}
        yield json.dumps(event, ensure_ascii=rng.random() < 0.5).encode()


def lines_of(name):
    return (DATA / name).read_bytes().splitlines()


@pytest.mark.parametrize(
    "name",
    [
        *("good/jipinghu-built-wall.jsonl", "good/jipinghu-props.jsonl", "good/tuidaohu-020.jsonl"),
        *("bad/jipinghu-T102-0.jsonl", "bad/tuidaohu-S508-0.jsonl", "bad/xinmajiang-W301-1.jsonl"),
    ],
)
def test_every_form_is_read_as_the_usual_one(name):
    lines = lines_of(name)
    for seed in range(3):
        assert audit_lines(in_other_forms(lines, seed)) == audit_lines(lines)


def test_flowers_too(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('extends = "tuidaohu"\ntiles.flowers = true\n', "utf-8")
    games = simulate(load_rules(path), 6, "flowers", Options().rare())
    lines = [line for game in games for line in game.lines]
    assert audit_lines(in_other_forms(lines, 1)) == []


def test_a_log_is_converted_to_the_usual_form():
    for name in ("good/jipinghu-props.jsonl", "good/tuidaohu-020.jsonl"):
        lines = lines_of(name)
        made = list(to_native("x", native.events(in_other_forms(lines, 7))))
        assert [json.loads(line) for line in made] == [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    "text",
    ["", " ", "1", "m", "8z", "0z", "1m2m", "11m", "中中", "红", "1f", "梅", "🀢", "[1m]", "?", "x"],
)
def test_what_is_no_tile_of_the_set(text):
    log = Log().hand("19m19p19s11223345z", *["147m258p369s1234z"] * 3)
    log.events[1]["deal"] = json.loads(lines_of("good/jipinghu-000.jsonl")[1])["deal"]
    log.events[1]["dealer"] = json.loads(lines_of("good/jipinghu-000.jsonl")[1])["dealer"]
    log.add("discard", seat=log.events[1]["dealer"], tile=text)
    assert log.codes(select=("F004",)) == [(3, "F004")]


def test_forms_without_end_take_no_memory():
    tiles = TileSet(flowers=False)
    for form in range(10_000):
        assert tiles["_" * (form % 100) + "5m" + " " * (form // 100)] == TILE_BY_NAME["5m"]
    assert len(tiles.known) < 5_000
