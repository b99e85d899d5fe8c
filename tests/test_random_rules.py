"""Random rule files: simulated games are legal by the replay and by a plain one without its code.

Every key of the model takes any of its values, several at once. Changed games are found out at the
same line by both.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from mjtool.game_log import Plan, audit_lines
from mjtool.rules.model import RuleSet
from mjtool.settlement import Room
from mjtool.simulation import Options, simulate
from tests.mutations import FLOWER_KINDS, KINDS, carried, in_coins, lines_of, moved
from tests.plain_replay import first_bad_line
from tests.random_rules import KEYS, NAMES, keys_of, random_rules

SOURCES = (
    Options(room=Room(600, 250), hands=4).rare(),
    Options(wall=False, hands=4, rigged=0.5, escapes=0.1, props=0.02, players=("wild",)),
    Options(*(4, ("greedy", "wild", "eager", "patient")), room=Room(50, 20), rigged=0.9, dice=0.5),
)
CHANGES = {**KINDS, **FLOWER_KINDS}
RARE = {
    *("kong_draw", "robbing_kong", "last_tile", "triple_win", "missed_win_respected"),
    *("heavenly_hand", "earthly_hand", "human_hand", "flower", "flower horse", "escape"),
    *("liable_robbed", "liable_pattern", "liable_twelve_tiles", "liable_kong_feeder"),
    *("kong_discard", "last_discard", "below_minimum_respected"),
    *("added robbed", "exposed robbed", "concealed robbed", "kong unreplaced"),
}
"""What has to come up for the test to say much; the simulated games are full of the rest."""


def test_every_key_of_the_model_is_chosen():
    assert set(KEYS) == keys_of(RuleSet) - set(NAMES)


def games_of(number, folder, games):
    """Yield the rules of a number with games played by them, from each source some."""
    rules = random_rules(Random(f"rules {number}"), folder)
    for at, options in enumerate(SOURCES):
        for game in simulate(rules, games, f"{number} {at}", options):
            yield rules, game


def check_games(numbers, folder, games):
    """Replay games by random rules twice and return what came up."""
    seen = Counter()
    for number in numbers:
        for rules, game in games_of(number, folder, games):
            lines = [line.rstrip(b"\n") for line in game.lines]
            assert audit_lines(lines, Plan(rules=rules.id)) == [], number
            assert first_bad_line(lines, rules) is None, number
            seen += game.tally
            seen += Counter(rare_events([json.loads(line) for line in lines]))
    return seen


def rare_events(events):
    """Yield what is rare about the events of a game."""
    for event, before in zip(events[1:], events, strict=False):
        if event["type"] in ("flower", "escape"):
            yield event["type"]
        if event["type"] == "win" and before["type"] == "kong":
            yield f"{before['kind']} robbed"
        if event["type"] == "washout" and before["type"] == "kong":
            yield "kong unreplaced"
        horses = event.get("horses", ()) if event["type"] == "end_hand" else ()
        if any(tile[1] == "f" for tile in horses):
            yield "flower horse"


@pytest.mark.no_cover
def test_games_by_random_rules_are_legal(tmp_path):
    seen = check_games(range(100), tmp_path, 3)
    assert set(+seen) >= RARE


def test_each_changed_payment_is_found(tmp_path):
    for number in range(12):
        for rules, game in games_of(number, tmp_path, 1):
            events = [json.loads(line) for line in game.lines]
            for at, event in enumerate(events):
                if event["type"] != "end_hand":
                    continue
                paid = moved(Random(number), event["points"])
                wrong = carried(events, at, paid, in_coins(events, at, paid))
                found = audit_lines(lines_of(wrong), Plan(rules=rules.id))
                assert [(each.line, each.code) for each in found] == [(at + 1, "S504")], number


@pytest.mark.slow
def test_many_games_by_random_rules_are_legal(tmp_path):
    check_games(range(100, 2000), tmp_path, 8)


def check_changes(numbers, folder, changes):
    """Change games by random rules in every way, and compare where that shows."""
    for number in numbers:
        played = list(games_of(number, folder, 2))
        rules = played[0][0]
        games = [[json.loads(line) for line in game.lines] for _, game in played]
        rng = Random(number)
        for name, change in CHANGES.items():
            for _ in range(changes):
                changed = change(rng, rng.choice(games))
                if changed is None:
                    continue
                lines = lines_of(changed)
                findings = audit_lines(lines, Plan(rules=rules.id))
                line = min((each.line for each in findings), default=None)
                assert line == first_bad_line(lines, rules), (number, name, findings[:2])


@pytest.mark.no_cover
def test_changed_games_by_random_rules_are_found_out_alike(tmp_path):
    check_changes(range(25), tmp_path, 1)


@pytest.mark.slow
def test_many_changed_games_by_random_rules_are_found_out_alike(tmp_path):
    check_changes(range(25, 400), tmp_path, 3)
