"""Efficiency: discards and draws, improvements, orders, what the command says."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_rules import FAMILIES
from strategies import hands, of_families

from mjtool import kernel
from mjtool.analysis.efficiency import efficiency
from mjtool.analysis.shanten import shanten
from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.render.efficiency import efficiency as as_text
from mjtool.render.look import Look
from mjtool.rules import load_rules
from mjtool.scoring import forms_for
from mjtool.tiles import HELD, KINDS, TILES, count, parse_tiles

families = st.sampled_from(FAMILIES).map(load_rules)


def asked(text, rules="jipinghu", visible="", **more):
    seen = count(parse_tiles(visible)) if visible else bytes(KINDS)
    return efficiency(Hand.parse(text), load_rules(rules), visible=seen, **more)


def listed(row):
    return {str(tile): left for tile, left in row.tiles}


@pytest.mark.parametrize(
    ("text", "visible", "shanten", "tiles"),
    [
        pytest.param("123m456p789s1122z", "", 0, {"1z": 2, "2z": 2}, id="ready"),
        pytest.param("123m456p789s1122z", "11z", 0, {"1z": 0, "2z": 2}, id="all seen"),
        pytest.param("123m456p78s11227z", "", 1, {"6s": 4, "9s": 4, "1z": 2, "2z": 2}, id="near"),
        pytest.param("[1111z]234m456p789s8p", "", 0, {"8p": 3}, id="beside a kong"),
        pytest.param(
            "[444z][111z][555z][777z]4z",
            "",
            1,
            {str(tile): 4 for tile in TILES if str(tile) not in {"1z", "4z", "5z", "7z"}},
            id="singles with no fellow left",
        ),
    ],
)
def test_thirteen_tiles(text, visible, shanten, tiles):
    found = asked(text, visible=visible)
    (row,) = found.rows
    assert (found.shanten, row.shanten, row.discard) == (shanten, shanten, None)
    assert listed(row) == tiles
    assert row.total == sum(tiles.values())


@given(of_families(hands, full=False))
def test_useful_tiles_are_those_that_lower_the_shanten(asked):
    hand, rules = asked
    (row,) = efficiency(hand, rules).rows
    flowers = [tile for tile in rules.wilds.kinds if tile >= 34 and tile not in hand.extra]
    assert {tile for tile, _ in row.tiles} == {
        tile
        for tile in map(HELD.__getitem__, (*rules.stock.kinds, *flowers))
        if (tile >= 34 or hand.own[tile] < 4) and drops(hand, rules, tile)
    }


def drops(hand, rules, tile):
    """Whether the tile lowers the shanten, asked the long way."""
    if rules.wilds.there:
        return shanten(hand.with_tile(tile), rules).shanten < shanten(hand, rules).shanten
    counts = bytearray(hand.counts)
    counts[tile] += 1
    sets, used, forms = len(hand.sets), hand.used, forms_for(hand, rules)
    before = kernel.limited_shanten(hand.counts, used, sets, forms)
    return kernel.limited_shanten(bytes(counts), used, sets, forms) < before


def test_discards_come_best_first():
    found = asked("123566789m45699s")
    rows = [(str(row.discard), row.shanten, row.total) for row in found.rows]
    assert rows[:4] == [("6m", 0, 7), ("9m", 0, 7), ("5m", 0, 4), ("9s", 1, 28)]
    assert len(rows) == 12
    assert rows == sorted(rows, key=lambda row: (row[1], -row[2]))


def test_a_thrown_tile_is_not_live_and_four_of_a_kind_are_never_useful():
    by_discard = {str(row.discard): row for row in asked("1111m234p567s88s12z").rows}
    # All four are the own hand's: to throw one does not bring it back.
    assert listed(by_discard["1m"]).get("1m", 0) == 0
    assert all("1m" not in listed(row) for key, row in by_discard.items() if key != "1m")


def test_visible_tiles_are_out_of_the_wall():
    rows = {str(row.discard): row for row in asked("123566789m45699s", visible="4m47m").rows}
    assert listed(rows["6m"]) == {"4m": 2, "7m": 2}
    assert rows["6m"].total == 4
    with pytest.raises(RequestError, match="hold 5 of 4m"):
        asked("123566789m45699s", visible="44444m")


def slow_improvements(hand, rules, row, left):
    """{draw: best total}, from shanten alone."""
    counts = bytearray(hand.counts)
    if row.discard is not None:
        counts[row.discard] -= 1
    sets, used, forms = len(hand.sets), hand.used, forms_for(hand, rules)
    useful = {tile for tile, _ in row.tiles}

    def level(counts):
        return kernel.limited_shanten(bytes(counts), used, sets, forms)

    answers = {}
    for draw in TILES:
        if draw in useful or not left[draw]:
            continue
        counts[draw] += 1
        wall = [copies - (tile == draw) for tile, copies in enumerate(left)]
        best = -1
        for away in TILES:
            if not counts[away]:
                continue
            counts[away] -= 1
            if level(counts) == row.shanten:
                total = 0
                for tile in TILES:
                    if counts[tile] + used[tile] < 4:
                        counts[tile] += 1
                        total += wall[tile] if level(counts) < row.shanten else 0
                        counts[tile] -= 1
                best = max(best, total)
            counts[away] += 1
        counts[draw] -= 1
        if best > row.total:
            answers[draw] = best
    return answers


@given(hands(), families)
def test_improvements_are_the_draws_that_widen(hand, rules):
    found = efficiency(hand, rules, improvements=True)
    left = bytes(4 - own for own in hand.own)
    row = found.rows[len(found.rows) // 2]
    assert {each.tile: each.total for each in row.improvements} == slow_improvements(
        hand, rules, row, left
    )


@given(of_families(hands))
def test_every_kind_held_is_a_row_and_every_row_adds_up(asked):
    hand, rules = asked
    found = efficiency(hand, rules)
    if hand.is_full:
        assert {row.discard for row in found.rows} == {tile for tile in HELD if hand.holds(tile)}
        best = min(row.shanten for row in found.rows)
        assert best == max(found.shanten, 0)
        assert all(row.shanten <= best + 1 for row in found.rows if found.shanten >= 0)
    for row in found.rows:
        assert row.total == sum(left for _, left in row.tiles)
        assert all(0 <= left <= rules.stock.copies(tile) for tile, left in row.tiles)


@pytest.mark.parametrize("order", ["tiles", "win", "value"])
@pytest.mark.parametrize(
    ("text", "rules", "draws"),
    [
        pytest.param("1266m45p46778899s", "xinmajiang", 6),
        pytest.param("456p24566778s223z", "tuidaohu", 12),
    ],
)
def test_equal_figures_stand_in_the_order_of_tiles(text, rules, draws, order):
    rows = asked(text, rules, draws=draws, sort=order).rows
    figures = [
        (row.shanten, row.total, round(row.rates.value, 9), round(row.rates.win, 9), row.discard)
        for row in rows
    ]
    for before, after in itertools.pairwise(figures):
        assert before[:-1] != after[:-1] or before[-1] < after[-1]


@pytest.mark.parametrize(
    ("order", "first"),
    [
        pytest.param("tiles", "6m", id="tiles"),
        pytest.param("win", "6m", id="win"),
        pytest.param("value", "6m", id="value"),
    ],
)
def test_orders(order, first):
    found = asked("123566789m45699s", draws=18, sort=order)
    assert str(found.rows[0].discard) == first
    if order != "tiles":
        figures = [round(getattr(row.rates, order), 9) for row in found.rows]
        assert figures == sorted(figures, reverse=True)
        # Rows that are further away can be worth more than nearer ones.
        assert [row.shanten for row in found.rows] != sorted(row.shanten for row in found.rows)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        pytest.param({"draws": 0}, "bad_request.draws", id="no draw"),
        pytest.param({"draws": 21}, "bad_request.draws", id="too many draws"),
        pytest.param({"draws": 3, "swaps": 5}, "bad_request.swaps", id="too many swaps"),
        pytest.param({"draws": 3, "swaps": -1}, "bad_request.swaps", id="below none"),
        pytest.param({"swaps": 1}, "bad_request.swaps_alone", id="swaps alone"),
        pytest.param({"sort": "win"}, "bad_request.sort", id="nothing to sort by"),
    ],
)
def test_requests_that_are_refused(more, code):
    with pytest.raises(RequestError) as caught:
        asked("123566789m45699s", **more)
    assert caught.value.key == code


def test_json_has_its_keys_in_order():
    found = asked("123566789m45699s", draws=18, improvements=True, targets=True)
    out = found.record().to_dict()
    assert list(out) == ["hand", "rules", "draws", "shanten", "discards", "targets"]
    row = out["discards"][0]
    assert list(row) == [
        *("discard", "shanten", "tiles", "kinds", "total", "improvements"),
        *("win_rate", "ready_rate", "value"),
    ]
    assert row["win_rate"] == pytest.approx(0.682858, abs=1e-6)
    assert row["ready_rate"] == 1
    assert row["value"] == pytest.approx(2.731431, abs=1e-6)
    assert list(out["targets"][0]) == ["pattern", "shanten", "tiles", "total"]


def test_json_of_thirteen_tiles_is_one_row():
    out = asked("123566789m4569s", draws=3).record().to_dict()
    assert list(out) == [
        *("hand", "rules", "draws", "shanten", "tiles", "kinds", "total"),
        *("win_rate", "ready_rate", "value"),
    ]


def test_rates_that_are_not_found_say_why():
    found = asked("123566789m45699s", draws=18, budget=2)
    row = found.record().to_dict()["discards"][-1]
    assert row["rates"] is None
    assert row["reason"] == "too_many_hands"
    assert "win_rate" not in row
    assert "too many hands" in as_text(found, "en")


def test_the_table_marks_the_best_rows_and_ties():
    rules, *lines = as_text(asked("123566789m45699s", draws=18), "en").splitlines()
    assert rules == "Guangdong Chicken Hand (jipinghu)"
    assert lines[0] == "123566789m45699s  ready"
    assert " ".join(lines[2].split()) == "* 1= 6m 0 7 68.29% 100.00% 2.731 4m:4 7m:3"
    assert lines[3].split()[:3] == ["*", "1=", "9m"]
    assert lines[4].split()[:2] == ["3", "5m"]
    assert all(line.isascii() for line in lines)


def test_the_table_on_a_terminal_shows_tiles():
    chinese = as_text(asked("123566789m45699s"), "zh", Look(True, "words"))
    assert "\033[31m四万\033[39m×4 \033[31m七万\033[39m×3" in chinese
    assert "\033[1m* 1=" in chinese
    assert "🀊×4" in as_text(asked("123566789m45699s"), "en", Look(tiles="unicode"))


def test_improvements_are_shown_widest_first_and_shortened():
    lines = as_text(asked("123566789m45699s", improvements=True), "en")
    assert "    improved by 5m (discard 6m: 7), 7m (discard 6m: 6)" in lines.splitlines()
    told = (
        "    improved by 3s (discard 9s: 46), 4s 6s (discard 9s: 38), "
        "3p 4p 5p 6p 7p (discard 9s: 37), 2s (discard 9s: 36), 6 more"
    )
    assert told in lines.splitlines()


def test_the_command(program):
    done = program("efficiency", "123566789m45699s", "--draws", "18", "--json", "--visible", "44m")
    row = json.loads(done.stdout)["discards"][0]
    assert (done.returncode, done.stderr) == (0, "")
    assert row["tiles"] == {"4m": 2, "7m": 3}
    refused = program("efficiency", "123566789m45699s", "--draws", "30")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "error: draws must be 1 to 20, not 30\n"


def test_the_command_answers_batches(program):
    lines = '{"hand":"123566789m45699s","draws":2,"swaps":1,"id":1}\n123m\n'
    done = program("efficiency", "-", stdin=lines)
    first, second = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert first["id"] == 1
    assert "win_rate" in first["discards"][0]
    assert second["error"]["code"] == "wrong_tile_count"
