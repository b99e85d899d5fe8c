"""One change to a legal log is found at the line where it first shows, or has left a legal log.

Which line that is, and whether there is one, is for ``tests/plain_replay.py`` to say: a second,
plain replay that shares no code with the first. It is itself held to the project's own logs.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from mjtool.game_log import audit_lines
from mjtool.rules import load_rules
from mjtool.settlement import Room
from mjtool.simulation import Options, simulate
from tests.logs import DATA
from tests.mutations import KINDS, lines_of
from tests.plain_replay import first_bad_line
from tests.random_rules import FAMILIES

SOURCES = (
    Options(room=Room(600, 250), hands=3).rare(),
    Options(wall=False, hands=3, rigged=0.5, escapes=0.15, props=0.02, players=("wild",)),
    Options(hands=4, rigged=0.7, dice=0.5, room=Room(50, 20)),
)

LEGAL = {"hand_number", "field_more", "field_of_foreign_games", "game_again"}
"""Changes of what no rule speaks of: they always leave a legal log."""

HARMLESS = LEGAL | {"deal_order"}
"""Changes that need not show: a deal's order tells no more than which tile came last."""

SEVERAL = {
    "rules": "every hand is scored by them",
    "first_round": "the first hand's round is taken as it is, and all hands follow from it",
    "first_horses": "the first hand's number is taken as it is, and all hands follow from it",
    "dealer": "the log's dealer stands, D401, and the next hand's is another",
    "wall_order": "two places of the wall have changed",
    "lines_swapped": "two lines are in a wrong place",
    "line_moved": "a line is missing in one place and too much in another",
    "line_gone": "between hands, props and the next hand each miss the line",
    "type": "the end of a game turned into something else is missing as well",
    "prop_name": "a swap that became another prop leaves other tiles behind",
    "prop_out": "a prop that listens to the wall and the draw both meet the tile put back",
    "prop_in": "the same",
    "win_seat": "who deals next follows from who won",
}
"""Changes that may show in more than one line, and why; all others show in one line only."""

CODES = {
    "draw_seat": {"A201"},
    "discard_seat": {"A201"},
    "chow_seat": {"A201", "A203"},
    "chow_tile": {"F003", "A202"},
    "chow_with": {"F003", "T102"},
    "pung_tile": {"A202"},
    "pung_seat": {"A201", "T102"},
    "kong_tile": {"A202", "T102"},
    "kong_seat": {"A201", "T102"},
    "kong_kind": {"A201", "T102"},
    "win_tile": {"A202"},
    "win_from": {"A201", "A202"},
    "escape_seat": {"S504"},
    "unknown_type": {"F002"},
    "seat_out_of_range": {"F003"},
    "no_tile": {"F004"},
    "deal_size": {"T105"},
    "wall_tile": {"T101"},
    "wall_size": {"T101"},
    "dice": {"T106"},
    "built_walls": {"T106"},
    "win_points": {"S502"},
    "win_fan": {"S501"},
    "win_patterns": {"S503"},
    "win_liable": {"S507"},
    "liable_carried": {"S507"},
    "points_carried": {"S504"},
    "field_of_foreign_games_beside_a_fault": {"S504"},
    "coins_carried": {"S505"},
    "round": {"D402"},
    "horses_number": {"D403"},
    "win_row_gone": {"S509"},
    "win_row_more": {"S509"},
    "points": {"S504"},
    "points_moved": {"S504"},
    "bank": {"S504"},
    "horse_tile": {"S504", "S508", "T101"},
    "horse_gone": {"S504", "S508"},
    "coins": {"S505"},
    "scores": {"S506"},
    "scores_moved": {"S506"},
    "last_scores": {"S506"},
    "first_scores": {"S506"},
    "coefficient": {"S505"},
    "fee": {"S505"},
    "players": {"F003"},
    "version": {"F003"},
    "line_torn": {"F001"},
    "no_object": {"F001"},
    "log_cut": {"F006"},
}
"""The codes that a change can be found by, where few can."""


@pytest.fixture(scope="module")
def games():
    """Return games of all families as lists of events."""
    return [
        [json.loads(line) for line in game.lines]
        for rules in FAMILIES
        for number, options in enumerate(SOURCES)
        for game in simulate(load_rules(rules), 12, f"changed {number}", options)
    ]


def check_changes(name, games, number):
    """Make ``number`` changes of a kind and compare what the replay finds with where they show."""
    rng = Random(name)
    found = made = 0
    for _ in range(20 * number):
        changed = KINDS[name](rng, rng.choice(games))
        if changed is None:
            continue
        made += 1
        lines = lines_of(changed)
        findings = audit_lines(lines)
        assert min((each.line for each in findings), default=None) == first_bad_line(lines)
        if findings:
            found += 1
            assert findings[0].code in CODES.get(name, {findings[0].code})
            assert name in SEVERAL or len({each.line for each in findings}) == 1, findings
        if made == number:
            break
    assert made == number
    assert found == 0 or name not in LEGAL
    assert found > 0 or name in HARMLESS


@pytest.mark.parametrize("name", KINDS)
def test_a_change_is_found_where_it_shows(name, games):
    check_changes(name, games, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_many_changes_are_found_where_they_show(name, games):
    check_changes(name, games, 200)


def test_there_are_thirty_kinds_and_more():
    assert len(KINDS) >= 30
    assert set(KINDS) >= LEGAL | set(SEVERAL) | set(CODES)


EXPECTED = [json.loads(row) for row in (DATA / "expected.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", EXPECTED, ids=lambda row: row["file"])
def test_the_plain_replay_knows_the_bad_logs(row):
    lines = (DATA / "bad" / row["file"]).read_bytes().split(b"\n")
    first = min(line for line, _ in row["findings"])
    assert first_bad_line(lines if lines[-1] else lines[:-1]) == first


@pytest.mark.parametrize("path", sorted((DATA / "good").iterdir()), ids=lambda path: path.stem)
def test_the_plain_replay_knows_the_good_logs(path):
    assert first_bad_line(path.read_bytes().split(b"\n")[:-1]) is None
