"""Waits: which tiles, how many are left, dead ones, and what each wins."""

import pytest
from hypothesis import assume, given
from strategies import hands, of_families, tiles, winning_hands

from mjtool.analysis.shanten import shanten
from mjtool.analysis.waits import waits
from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.rules import load_rules
from mjtool.scoring import score
from mjtool.tiles import HELD, TILES, Tile, Wind, count, parse_tiles


def own_of(hand, tile):
    """Return how many tiles of a kind, or of a flower, are the hand's."""
    return hand.own[tile] if tile < 34 else hand.extra.count(tile)


def pieces_of(rules):
    """Return the tiles that can come: the kinds of the set, and flowers where they are wild."""
    flowers = [tile for tile in rules.wilds.kinds if tile >= 34]
    return [HELD[tile] for tile in (*rules.stock.kinds, *flowers)]


def asked(text, rules="jipinghu", visible="", **more):
    return waits(Hand.parse(text), load_rules(rules), visible=count(parse_tiles(visible)), **more)


def listed(found):
    return {str(wait.tile): wait.left for wait in found.waits}


@pytest.mark.parametrize(
    ("text", "rules", "expected", "dead"),
    [
        pytest.param("2223m456p789s555z", "jipinghu", {"1m": 4, "3m": 3, "4m": 4}, [], id="three"),
        pytest.param("123m456p789s1122z", "jipinghu", {"1z": 2, "2z": 2}, [], id="two-pairs"),
        pytest.param(
            "1112345678999m",
            "jipinghu",
            {f"{n}m": 1 if n in (1, 9) else 3 for n in range(1, 10)},
            [],
            id="nine-gates",
        ),
        pytest.param(
            "19m19p19s1234567z",
            "jipinghu",
            {str(tile): 3 for tile in TILES if tile.is_honor or tile.is_terminal},
            [],
            id="thirteen-orphans",
        ),
        pytest.param("1122m3344p5566s7z", "tuidaohu", {"7z": 3}, [], id="seven-pairs"),
        pytest.param("1111m3344p5566s7z", "tuidaohu", {"7z": 3}, [], id="four-alike-two-pairs"),
        pytest.param("1122m3344p5566s7z", "jipinghu", {}, [], id="no-seven-pairs"),
        pytest.param("123456789m1111z", "jipinghu", {}, ["1z"], id="dead-only"),
        pytest.param("[444z][111z][555z][777z]4z", "jipinghu", {}, ["4z"], id="dead-in-a-set"),
        pytest.param("[3333m]12m456p789s55z", "jipinghu", {}, ["3m"], id="dead-in-a-kong"),
        pytest.param("[1111m]23m456p789s55z", "jipinghu", {"4m": 4}, ["1m"], id="one-of-two"),
    ],
)
def test_waits(text, rules, expected, dead):
    found = asked(text, rules)
    assert listed(found) == expected
    assert [str(tile) for tile in found.dead_waits] == dead
    assert found.total == sum(expected.values())
    assert found.discards is None
    # a hand with dead waits only is not ready
    assert (found.shanten == 0) == bool(expected)


@pytest.mark.parametrize(
    ("visible", "left"),
    [
        pytest.param("", {"1m": 4, "3m": 3, "4m": 4}, id="nothing"),
        pytest.param("1144m", {"1m": 2, "3m": 3, "4m": 2}, id="some"),
        pytest.param("1111m333m", {"1m": 0, "3m": 0, "4m": 4}, id="gone-stays-listed"),
        pytest.param("9999p", {"1m": 4, "3m": 3, "4m": 4}, id="others"),
        pytest.param("一万 一万", {"1m": 2, "3m": 3, "4m": 4}, id="any-dialect"),
    ],
)
def test_visible_tiles_are_not_left(visible, left):
    found = asked("2223m456p789s555z", visible=visible)
    assert listed(found) == left
    assert found.total == sum(left.values())


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        pytest.param("2223m456p789s555z", "22m", id="concealed"),
        pytest.param("[222m]3m456p789s555z", "22m", id="in-a-set"),
        pytest.param("2223m456p789s555z", "99999p", id="five-visible"),
    ],
)
def test_a_fifth_visible_tile_is_refused(text, visible):
    with pytest.raises(RequestError) as refused:
        asked(text, visible=visible)
    assert refused.value.code == "too_many_copies"


@pytest.mark.parametrize("rules", ["jipinghu", "xinmajiang"])
def test_each_wait_is_worth_what_the_full_hand_scores(rules):
    found = asked("2223m456p789s555z", rules, seat=Wind.EAST, round=Wind.EAST)
    for wait in found.waits:
        full = Hand.parse("2223m456p789s555z" + str(wait.tile))
        for drawn, given_ in ((True, wait.self_drawn), (False, wait.discard)):
            expected = score(
                full,
                load_rules(rules),
                wait.tile,
                self_drawn=drawn,
                seat=Wind.EAST,
                round=Wind.EAST,
            )
            assert given_.verdict == expected.verdict
            assert given_.hand == expected.hand


def test_seat_and_round_count():
    plain = asked("123m456p789s1122z").waits[0]
    winds = asked("123m456p789s1122z", seat=Wind.EAST, round=Wind.EAST).waits[0]
    assert (plain.discard.fan, winds.discard.fan) == (0, 2)


def test_no_discard_where_the_rules_have_no_such_win():
    found = asked("1122m3344p5566s7z", "tuidaohu")
    assert [(wait.self_drawn.points, wait.discard) for wait in found.waits] == [(4, None)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            "2223m456p789s5556z",
            [("6z", {"1m": 4, "3m": 3, "4m": 4}), ("3m", {"6z": 3})],
            id="best-first",
        ),
        pytest.param("123m456p789s11223z", [("3z", {"1z": 2, "2z": 2})], id="one-discard"),
        pytest.param("159m159p159s12345z", [], id="not-ready"),
    ],
)
def test_waits_after_each_discard(text, rows):
    found = asked(text)
    assert found.waits == ()
    assert [(str(row.discard), listed(row)) for row in found.discards][: len(rows)] == rows
    totals = [row.total for row in found.discards]
    assert totals == sorted(totals, reverse=True)
    if not rows:
        assert found.discards == ()


def test_the_tile_thrown_is_not_left():
    # throwing 1z from 111z leaves a wait on 1z with one copy in the wall
    rows = {str(row.discard): listed(row) for row in asked("123m456p789s11122z").discards}
    assert rows["1z"] == {"1z": 1, "2z": 2}
    # throwing the fourth 1m: the wait on it stays listed with none left
    rows = {str(row.discard): listed(row) for row in asked("11123m[456p]789s44z1m").discards}
    assert rows["1m"] == {"1m": 0, "4m": 4, "4z": 2}


@given(of_families(hands, full=False))
def test_waits_are_the_tiles_that_complete_the_hand(asked):
    hand, rules = asked
    found = waits(hand, rules)
    expected = [
        tile
        for tile in pieces_of(rules)
        if own_of(hand, tile) < rules.stock.copies(tile) and wins(hand.with_tile(tile), rules)
    ]
    assert [wait.tile for wait in found.waits] == expected
    if not rules.wilds.there:
        assert (found.shanten == 0) == bool(expected)
    elif len(hand.extra) < 3:  # of four wild tiles that win by themselves shanten knows nothing
        assert (found.shanten == 0) >= bool(expected)
    for wait in found.waits:
        assert wait.left == rules.stock.copies(wait.tile) - own_of(hand, wait.tile)
    assert not {wait.tile for wait in found.waits} & set(found.dead_waits)


def wins(hand, rules):
    """Return whether a full hand wins: by what it is made of, or four wild tiles by themselves."""
    return score(hand, rules, self_drawn=True).shanten is None


FORMS = ("standard", "standard", "seven_pairs", "thirteen_orphans")


@given(of_families(winning_hands, forms=FORMS))
def test_a_winning_hand_waited_for_each_of_its_tiles(asked):
    hand, rules = asked
    assume(shanten(hand, rules).shanten == -1)
    for tile in pieces_of(rules):
        if hand.holds(tile):
            rest = waits(hand.without_tile(tile), rules)
            assert tile in {wait.tile for wait in rest.waits}


@given(of_families(winning_hands), tiles)
def test_rows_of_a_full_hand_are_the_waits_after_the_discard(asked, other):
    hand, rules = asked
    kind = next(tile for tile in HELD if hand.holds(tile))
    rest = hand.without_tile(kind)
    if rest.own[other] == rules.stock.copies(other):
        return
    full = rest.with_tile(other)
    for row in waits(full, rules).discards:
        after = waits(full.without_tile(row.discard), rules)
        assert {wait.tile for wait in row.waits} == {wait.tile for wait in after.waits}
        for wait in row.waits:
            # own means the 14 tiles before the discard
            assert wait.left == rules.stock.copies(wait.tile) - own_of(full, wait.tile)


def test_the_last_tile_of_a_waiting_hand_is_no_matter():
    first = asked("2223m456p789s555z")
    second = asked("555z789s456p3222m")
    assert [wait.tile for wait in first.waits] == [wait.tile for wait in second.waits]
    assert Tile.M1 in {wait.tile for wait in second.waits}
