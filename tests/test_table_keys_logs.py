"""More keys of today's tables in logs, each with each of its values: worth, and who pays.

What needs a whole hand of its own (streaks, horses, the wall, minimums) is in test_replay_tables.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.logs import Log, drawn_out, rest_of

# Seat 1 waits for 4p 7p, one fan with 平胡; the others are far from anything.
HANDS = ["19m19p19s11223345z", "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
FED = "d0:1z t1:5z d1:5z t2:5z d2:5z t3:6z d3:6z t0:7p d0:7p w1:7p:0"  # X 2
DRAWN = "d0:1z t1:5z d1:5z t2:5z d2:5z t3:6z d3:6z t0:6z d0:6z t1:7p w1:7p"  # X 4
OWN = """
horses.most = 0
multipliers.self_draw = 1
patterns.drawn = {name = "自", when = "self_drawn", multiplier = 3}
patterns.hidden = {name = "暗", when = "fixed == 0", multiplier = 5}
"""
COMBINED = f'{OWN}multipliers.combine = "%s"'


class Way(NamedTuple):
    """A hand that seat 1 or another wins in a special way: who pays, by the seat, for X 1."""

    hands: list[str]
    words: str
    shares: list[int]
    wall: list[str] | None = None


def with_tile(seat, hand):
    return [*HANDS[:seat], hand, *HANDS[seat + 1 :]]


QUIET = ["159m159p159s12467z", "258m258p258s2467z", "147m147p147s3467z"]


def drained(waiting):
    """Return a way to win on the wall's last tile, which seat 3 draws, or on its discard."""
    hands = [QUIET[0], HANDS[1] if waiting == 1 else QUIET[1], "258m258p258s2467z", QUIET[2]]
    if waiting == 3:
        hands[3] = HANDS[1]
    wall = rest_of(hands)
    wall.remove("7p")
    wall.append("7p")
    if waiting == 1:
        return Way(hands, f"{drawn_out(wall, 0, '1m')} w1:7p:3", [0, 1, 0, -1], wall)
    return Way(hands, f"{drawn_out(wall[:-1], 0, '1m')} t3:7p w3:7p", [-1, -1, -1, 3], wall)


THREE = ["159m17p159s112233z", HANDS[1], "123s44456p45699m", "789m56p345678s11p"]
WAYS = {
    "kong_draw": Way(
        with_tile(1, "666789m56p23499s"),
        "d0:5z t1:6m k1:6m:concealed t1:7p w1:7p",
        [-1, 3, -1, -1],
    ),
    "robbing_kong": Way(
        ["19m77p19s11223345z", HANDS[1], "345m345689p3456s", HANDS[3]],
        "d0:4z t1:9m d1:9m t2:9m d2:9m t3:7p d3:7p p0:7p d0:5z t1:8m d1:8m t2:8m d2:8m t3:8m d3:8m "
        "t0:7p k0:7p:added w1:7p:0",
        [-3, 3, 0, 0],
    ),
    "last_tile": drained(3),
    "triple_win": Way(
        THREE,
        "d0:1s t1:5z d1:5z t2:5z d2:5z t3:5z d3:5z t0:6z d0:7p w1:7p:0 w2:7p:0 w3:7p:0",
        [-3, 1, 1, 1],
    ),
    "heavenly_hand": Way(with_tile(0, "123m123567p23499s"), "w0:9s", [3, -1, -1, -1]),
    "earthly_hand": Way(HANDS, "d0:5z t1:7p w1:7p", [-1, 3, -1, -1]),
    "human_hand": Way(with_tile(0, "19m17p19s11223345z"), "d0:7p w1:7p:0", [-1, 1, 0, 0]),
    "kong_discard": Way(
        ["1111m19p19s112233z", "234m12356p23499s", *HANDS[2:]],
        "k0:1m:concealed t0:7p d0:7p w1:7p:0",
        [-1, 1, 0, 0],
    ),
    "last_discard": drained(1),
    "before_discard": Way(HANDS, "d0:5z t1:7p w1:7p", [-1, 3, -1, -1]),
}

ROWS = [
    ('value = "double"', FED, [-2, 2, 0, 0]),
    ('value = "linear"', FED, [-1, 1, 0, 0]),
    ('value = "table"\npoints = [0, 7, 9]', FED, [-7, 7, 0, 0]),
    ('value = "table"\npoints = [0, 7, 9]', DRAWN, [-9, 27, -9, -9]),
    ("limit.points = 0", DRAWN, [-4, 12, -4, -4]),
    ("limit.points = 3", DRAWN, [-3, 9, -3, -3]),
    ('payment.discard = "discarder"', FED, [-2, 2, 0, 0]),
    ('payment.discard = "discarder_for_all"', FED, [-6, 6, 0, 0]),
    ('payment.discard = "all"', FED, [-2, 6, -2, -2]),
    ('payment.discard = "all"\npayment.discarder_factor = 1', FED, [-2, 6, -2, -2]),
    ('payment.discard = "all"\npayment.discarder_factor = 3', FED, [-6, 10, -2, -2]),
    ("payment.dealer_factor = 1", DRAWN, [-4, 12, -4, -4]),
    ("payment.dealer_factor = 3", DRAWN, [-12, 20, -4, -4]),
    ("multipliers.self_draw = 1", DRAWN, [-4, 12, -4, -4]),
    ("multipliers.self_draw = 3", DRAWN, [-12, 36, -12, -12]),
    ("multipliers.self_draw = 3", FED, [-2, 2, 0, 0]),
    (COMBINED % "max", DRAWN, [-5, 15, -5, -5]),
    (COMBINED % "product", DRAWN, [-15, 45, -15, -15]),
    (COMBINED % "sum", DRAWN, [-8, 24, -8, -8]),
    ("rob.self_drawn = true\nfloor.robbing_kong = 0", WAYS["robbing_kong"], [-12, 12, 0, 0]),
    ("rob.self_drawn = false\nfloor.robbing_kong = 0", WAYS["robbing_kong"], [-2, 2, 0, 0]),
    ('rob.pays = "all"\nfloor.robbing_kong = 0', WAYS["robbing_kong"], [-12, 12, 0, 0]),
    ('rob.pays = "one"\nfloor.robbing_kong = 0', WAYS["robbing_kong"], [-4, 4, 0, 0]),
    ('rob.pays = "all"\nrob.self_drawn = false\nfloor.robbing_kong = 0', WAYS["robbing_kong"],
     [-6, 6, 0, 0]),
    ('horses.owner = "winner"\nhorses.count = 2', FED, [-2, 2, 0, 0]),
    ('horses.owner = "dealer"', DRAWN, [-4, 12, -4, -4]),
    *[(f"multipliers.{event} = 1", way, 1) for event, way in WAYS.items()],
    *[(f"multipliers.{event} = 3", way, 3) for event, way in WAYS.items()],
    *[(f"floor.{event} = 0", way, 1) for event, way in WAYS.items()],
    *[(f"floor.{event} = 11", way, [2048 * share for share in way.shares])
      for event, way in WAYS.items()],
]  # fmt: skip
"""(keys, play, what each seat gets: so many times as much as without the key)."""


@pytest.fixture
def paid(tmp_path):
    """Return a function that gives what seats get under these keys, the bank aside."""

    def net(keys, play):
        way = play if isinstance(play, Way) else Way(HANDS, play, [])
        base = "tuidaohu" if "multipliers.combine" in keys else "jipinghu"
        text = f'extends = "{base}"\nname = "家"\nmissed_win = "off"\n{keys}\n'
        (tmp_path / "house.toml").write_text(text, "utf-8")
        more = {} if way.wall is None else {"wall": way.wall}
        log = Log(str(tmp_path / "house.toml")).hand(*way.hands, **more).play(way.words)
        assert log.codes(select=("T", "A", "W")) == []
        log.end(points=[12345, -12345, 0, 0]).over()
        [found] = log.findings(select=("S504",))
        assert sum(found.expected) == 0
        return found.expected[:4]

    return net


@pytest.mark.parametrize(("keys", "play", "seats"), ROWS)
def test_what_a_value_does(paid, keys, play, seats):
    if not isinstance(seats, int):
        assert paid(keys, play) == seats
        return
    bare = (
        paid("", play) if keys.startswith("multipliers") else paid(keys.split("=")[0] + "= 0", play)
    )
    assert paid(keys, play) == [seats * each for each in bare]
    assert [each > 0 for each in bare] == [share > 0 for share in play.shares]
