"""Props, and the deal that dice and a built wall give."""

from __future__ import annotations

import random

import pytest

from mjtool.table.deal import deal_from
from mjtool.tiles import NAMES
from tests.logs import Log, rest_of

CALM = "19m19p19s11223345z"
HANDS = [CALM, "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
WALL = rest_of(HANDS)  # 1m 1m 4m 4m 6m ...


def prop(log: Log, name: str, **fields: object) -> Log:
    """Add a prop."""
    return log.add("prop", seat=fields.pop("seat", 0), name=name, **fields)


def codes(log: Log) -> list[str]:
    """Return the codes that are found, the end of the cut log aside."""
    return [code for _, code in log.codes() if code != "F006"]


@pytest.mark.parametrize("name", ["golden_finger", "voice"])
def test_some_props_fit_everywhere_in_a_game(name):
    log = prop(prop(prop(Log(), name).hand(*HANDS), name, seat=3).play("e0"), name)
    assert codes(prop(log.end(points=[-8, 0, 0, 0], bank=8), name).over()) == []


@pytest.mark.parametrize(
    ("name", "fields"),
    [("clairvoyance", {"tile": "1m"}), ("great_shift", {}), ("clairaudience", {"tile": "1m"})],
)
def test_props_outside_their_place(name, fields):
    between, within = ([], ["P601"]) if name == "great_shift" else (["P601"], [])
    assert codes(prop(Log(), name, **fields).hand(*HANDS, wall=WALL)) == between
    log = prop(Log().hand(*HANDS, wall=WALL), name, seat=2, **fields).play("d0:1m t1:1m")
    assert codes(log) == within
    assert codes(prop(Log().over(), name, **fields)) == ["F005"]


def test_clairaudience_tells_the_next_tile():
    log = Log().hand(*HANDS, wall=WALL)
    assert codes(prop(log, "clairaudience", tile=WALL[0])) == []
    assert codes(prop(log, "clairaudience", tile="9s")) == ["P601"]
    assert codes(prop(Log().hand(*HANDS), "clairaudience", tile="9s")) == []


@pytest.mark.parametrize("name", ["swap_chosen", "swap_random"])
@pytest.mark.parametrize(
    ("before", "fields", "after", "expected"),
    [
        pytest.param("", {"out": "1m", "in": "6m"}, "d0:6m t1:1m", [], id="in-the-hand"),
        pytest.param("", {"out": "9s", "in": "6m"}, "d0:9s", ["T102"], id="out-of-the-hand"),
        pytest.param("", {"out": "8p", "in": "6m"}, "d0:8p t1:9s", ["P601"], id="not-held"),
        pytest.param("", {"out": "1m", "in": "3p"}, "", [], id="three-are-left"),
        pytest.param("d0:1m", {"out": "9m", "in": "6m"}, "t1:1m", ["P601"], id="discarded"),
        pytest.param("d0:1m t1:1m", {"out": "9m", "in": "6m"}, "", ["P601"], id="anothers-turn"),
        pytest.param("d0:1m c1:1m:23m", {"out": "1m", "in": "6m", "seat": 1}, "d1:6m", [], id="c"),
        pytest.param(
            "d0:1m c1:1m:23m", {"out": "1m", "in": "7p", "seat": 1}, "w1:7p", [], id="claim-win"
        ),
        pytest.param("", {"out": "9s", "in": "1f"}, "", ["F004"], id="flower"),
        pytest.param("", {"out": "9s"}, "", ["F003"], id="no-in"),
    ],
)
def test_swaps(name, before, fields, after, expected):
    log = prop(Log().hand(*HANDS, wall=list(WALL)).play(before), name, **fields).play(after)
    assert codes(log) == expected


def test_a_swapped_tile_lies_where_the_other_lay():
    log = prop(Log().hand(*HANDS, wall=list(WALL)), "swap_chosen", **{"out": "9s", "in": WALL[0]})
    assert codes(log.play("d0:1m t1:9s")) == []


def test_a_swap_without_a_wall_needs_a_tile_not_seen():
    hands = ["1111m9m9p19s123345z", *HANDS[1:]]
    hands[1] = "234m12356p23499s"
    log = prop(Log().hand(*hands), "swap_chosen", **{"out": "9s", "in": "1m"})
    assert codes(log) == ["P601"]
    assert codes(prop(Log().hand(*hands), "swap_chosen", **{"out": "9s", "in": "6m"})) == []


def test_the_swapped_tile_wins_but_no_heavenly_hand():
    hands = ["345m345678p3456s9m", HANDS[1], CALM[:-2] + "z", HANDS[3]]
    swap = {"out": "9m", "in": "6s"}
    log = prop(Log().hand(*hands, round="E"), "swap_chosen", **swap).play("w0:6s")
    win = {"seat": 0, "points": 4, "fan": 2, "patterns": ["all_chows", "self_draw"]}
    log.end(win, points=[12, -4, -4, -4]).over()
    assert log.codes() == []


def built(dice: list[int], dealer: int, seed: int = 1) -> tuple[dict[str, object], Log]:
    """Return the fields of a deal out of shuffled walls, and a log of it."""
    tiles = [name for name in NAMES[:34] for _ in range(4)]
    random.Random(seed).shuffle(tiles)
    walls = [tiles[at : at + 34] for at in range(0, 136, 34)]
    values = [[NAMES.index(tile) for tile in wall] for wall in walls]
    deal, wall = deal_from(values, sum(dice), dealer)
    fields = {
        "hand": 1,
        "dealer": dealer,
        "dice": dice,
        "wall_built": walls,
        "deal": [[NAMES[tile] for tile in hand] for hand in deal],
        "wall": [NAMES[tile] for tile in wall],
    }
    return fields, Log().add("start_hand", **fields)


@pytest.mark.parametrize("dice", [[1, 1, 1], [6, 6, 6], [2, 3, 4]], ids=str)
@pytest.mark.parametrize("dealer", range(4))
def test_a_deal_from_the_built_wall(dice, dealer):
    _, log = built(dice, dealer)
    assert codes(log) == []


def test_the_first_stacks_by_hand():
    # seat 0 deals and the dice show 3: the wall of seat 2 is opened, three stacks are passed over
    walls = [[f"{seat}-{at}" for at in range(34)] for seat in range(4)]
    deal, wall = deal_from(walls, 3, 0)  # type: ignore[arg-type]
    assert deal[0][:4] == ["2-6", "2-7", "2-8", "2-9"]
    assert deal[1][:4] == ["2-10", "2-11", "2-12", "2-13"]
    assert deal[3][:4] == ["2-18", "2-19", "2-20", "2-21"]
    assert deal[0][4:8] == ["2-22", "2-23", "2-24", "2-25"]
    assert deal[0][-2:] == ["1-20", "1-24"]
    assert [deal[seat][-1] for seat in (1, 2, 3)] == ["1-21", "1-22", "1-23"]
    assert wall[0] == "1-25"
    assert wall[-6:] == [f"2-{at}" for at in range(6)]
    assert wall[-7] == "3-33"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda f: f["dice"].__setitem__(0, 6), ["T106"], id="other-dice"),
        pytest.param(lambda f: f["dice"].__setitem__(0, 7), ["F003"], id="no-die"),
        pytest.param(lambda f: f["deal"][0].reverse(), [], id="a-hand-in-another-order"),
        pytest.param(lambda f: f["deal"][1].reverse(), ["T106"], id="the-dealers-last-tile"),
        pytest.param(lambda f: f["wall"].reverse(), ["T106"], id="wall-reversed"),
        pytest.param(lambda f: f["wall_built"].reverse(), ["T106"], id="walls-in-another-order"),
        pytest.param(lambda f: f["wall_built"][0].pop(), ["T106"], id="short-built-wall"),
        pytest.param(lambda f: f["wall_built"][0].__setitem__(0, "1f"), ["F004"], id="flower"),
        pytest.param(lambda f: f.pop("wall"), [], id="no-wall"),
        pytest.param(lambda f: (f.pop("dice"), f["wall"].reverse()), [], id="no-dice"),
    ],
)
def test_faults_of_a_built_deal(change, expected):
    fields, log = built([1, 2, 3], 1)
    change(fields)
    log.events[-1] = {"type": "start_hand", **fields}
    assert codes(log) == expected
