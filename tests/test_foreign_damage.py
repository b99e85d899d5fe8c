"""One damaged line is one finding at most, and what is converted holds together."""

import random
import re

import foreign_games as write
import pytest
from foreign_hands import converted, places

WRITERS = {
    "mjai": (write.mjai, False),
    "mjai-old": (lambda games: write.mjai(games, old=True), False),
    "mjlog": (write.tenhou_xml, False),
    "viewer": (lambda games: write.tenhou_json(games).replace(b"], [[", b"],\n[["), False),
    "botzone": (write.botzone, True),
    "botzone-match": (lambda games: write.botzone_match(games[0], 1), True),
    "text": (write.ijcai, True),
}
GARBAGE = [b"xxx", b"{}", b"[]", b"<X1/>", b"Player 9 Draw W1", b'{"type":"tsumo"}', b"\xff\xfe"]


def garbled(lines, at, rng):
    return [*lines[:at], rng.choice(GARBAGE), *lines[at + 1 :]]


def dropped(lines, at, rng):
    return [*lines[:at], *lines[at + 1 :]]


def doubled(lines, at, rng):
    return [*lines[:at], lines[at], *lines[at:]]


def cut(lines, at, rng):
    return [*lines[:at], lines[at][: rng.randrange(len(lines[at]) + 1)], *lines[at + 1 :]]


def renumbered(lines, at, rng):
    found = list(re.finditer(rb"\d+", lines[at]))
    if not found:
        return lines
    place = rng.choice(found)
    number = str(rng.choice([0, 1, 2, 3, 5, 13, 77, 200])).encode()
    changed = lines[at][: place.start()] + number + lines[at][place.end() :]
    return [*lines[:at], changed, *lines[at + 1 :]]


@pytest.mark.parametrize("damage", [garbled, dropped, doubled, cut, renumbered])
@pytest.mark.parametrize(("writer", "own_walls"), WRITERS.values(), ids=WRITERS)
def test_one_damaged_line_is_one_finding(writer, own_walls, damage):
    rng = random.Random(19)
    for _ in range(20):
        games = [write.long_play(rng.randrange(400), own_walls=own_walls) for _ in range(3)]
        lines = writer(games).split(b"\n")
        data = b"\n".join(damage(lines, rng.randrange(len(lines)), rng))
        found = places(data)
        assert len(found) <= 1, found
        events, told = converted(data)
        assert len(told) <= 1
        is_dealt = False
        for event in events:
            if event["type"] == "start_hand":
                is_dealt = True
            elif event["type"] == "end_hand":
                assert is_dealt
                is_dealt = False
