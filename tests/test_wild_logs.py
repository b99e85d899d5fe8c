"""Logs of games with wild tiles: legal by two replays, and each single change is found."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from mjtool.game_log import Finding, Plan, Worth, audit_lines, replay
from mjtool.rules import load_rules
from mjtool.settlement import Room
from mjtool.simulation import Options, simulate
from mjtool.tiles import NAMES
from tests.mutations import KINDS, lines_of
from tests.mutations_wild import WILD_KINDS
from tests.plain_replay import first_bad_line
from tests.plain_wild import wild_faces
from tests.plain_worth import Won, wild_worth
from tests.random_rules import random_rules, with_wild

RARE = Options(room=Room(600, 250), hands=5).rare()
BLIND = Options(players=("wild",), hands=5, rigged=0.5, escapes=0.05, props=0.02, wall=False)
PLAIN = Options(hands=5)

HOUSES = {
    "next": 'extends = "tuidaohu"\n[wild]\nindicator = "next"\n',
    "next_two": 'extends = "tuidaohu"\n[wild]\nindicator = "next_two"\ndiscard = false\n',
    "both_sides": 'extends = "tuidaohu"\n[wild]\nindicator = "both_sides"\n'
    'order = "winds_dragons"\n[win]\non_discard = true\n',
    "itself_and_next": 'extends = "tuidaohu"\n[wild]\nindicator = "itself_and_next"\n'
    'copies = "any"\n[win]\non_discard = true\n',
    "itself": 'extends = "tuidaohu"\n[wild]\nindicator = "itself"\nwin_on = true\n'
    '[win]\non_discard = true\n[horses]\nowner = "winner"\ncount = 2\nno_wild = 2\nmost = 0\n',
    "chows": 'extends = "jipinghu"\nmissed_win = "same_tile"\n[wild]\ntiles = ["5z", "5m"]\n'
    'win_on = true\nfour_win = "before_first_discard"\nheavenly = false\n'
    '[patterns.four_wilds]\nname = "四鬼"\nfan = 2\nwith = ["heavenly_hand"]\n'
    "[multipliers]\nno_wild = 2\nwild_discarded = 3\nbefore_discard = 2\n[tiles]\nflowers = true\n",
}
"""House rules with wild tiles, by what is turned up."""

FAMILIES = ("guangdong_mil", "hongzhong_mil")
EVERY = (*FAMILIES, *HOUSES)


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, str]:
    """Return each rule set's name or path."""
    folder = tmp_path_factory.mktemp("rules")
    found = {name: name for name in (*FAMILIES, "jipinghu")}
    for name, text in HOUSES.items():
        path = folder / f"{name}.toml"
        path.write_text(text, "utf-8")
        found[name] = str(path)
    return found


def log_of(game) -> list[bytes]:
    return [line.rstrip(b"\n") for line in game.lines]


def check_games(file: str, number: int, options: Options, plain: int) -> None:
    """Play and replay so many games; ``plain``: every so many by the plain replay too."""
    rules = load_rules(file)
    for at, game in enumerate(simulate(rules, number, "wild", options)):
        lines = log_of(game)
        assert audit_lines(lines) == []
        if at % plain == 0:
            assert first_bad_line(lines, rules) is None


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(RARE, id="rare"),
        pytest.param(BLIND, id="no wall"),
        pytest.param(PLAIN, id="plain"),
    ],
)
def test_games_with_wild_tiles_are_legal(name, options, files):
    check_games(files[name], 12, options, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_a_thousand_games_with_wild_tiles_are_legal(name, files):
    check_games(files[name], 1000, RARE, 1)


@pytest.mark.parametrize("name", EVERY)
def test_the_same_seed_gives_the_same_bytes(name, files):
    rules = load_rules(files[name])
    one, two = (b"".join(next(simulate(rules, 1, 5, RARE)).lines) for _ in range(2))
    assert one == two


def check_random_rules(numbers, folder):
    """Play and replay games by random rules with wild tiles, by both replays."""
    seen = Counter()
    for number in numbers:
        rng = Random(f"wild {number}")
        rules = with_wild(rng, random_rules(rng, folder), folder)
        for at, options in enumerate((RARE, BLIND, replace(RARE, rigged=0.9, dice=0.5))):
            [game] = simulate(rules, 1, f"{number} {at}", options)
            lines = log_of(game)
            assert audit_lines(lines, Plan(rules=rules.id)) == [], number
            assert first_bad_line(lines, rules) is None, number
            seen += game.tally
    return seen


@pytest.mark.no_cover
def test_games_by_random_rules_with_wild_tiles_are_legal(tmp_path):
    seen = check_random_rules(range(40), tmp_path)
    assert {"before_discard", "heavenly_hand", "below_minimum_respected"} <= set(seen)


@pytest.mark.slow
def test_many_games_by_random_rules_with_wild_tiles_are_legal(tmp_path):
    check_random_rules(range(1000, 1400), tmp_path)


def test_the_plain_replay_judges_a_hand_anew_when_rules_or_wild_tiles_are_others(files):
    """The same tiles, all as they are in the eyes of Python too: by address, by number."""
    tiles = [*["1m", "2m", "3m", "4m", "5m", "6m", "9m", "9m", "1z", "1z", "2z", "2z", "3p", "3p"]]
    how = Won("1m", True, "E", "E", frozenset())
    worths = {}
    for name in ("next", "both_sides", "itself", "chows") * 3:
        rules = load_rules(files[name])
        for wild in ({"9m"}, {"3p"}, {"2z"}):
            found = wild_worth(rules, wild, [], tiles, how).key
            assert worths.setdefault((name, *wild), found) == found
        del rules
    assert len(set(worths.values())) > 2


def test_wild_tiles_come_up_in_every_way(files):
    seen = set()
    for name in EVERY:
        rules = load_rules(files[name])
        for game in simulate(rules, 40, "ways", RARE):
            for line in game.lines:
                event = json.loads(line)
                wild = wild_faces(rules, None) | set(event.get("wild", ()))
                if event["type"] == "start_hand":
                    now = wild
                    seen.add(("indicator", "indicator" in event))
                if event["type"] in ("discard", "draw") and event["tile"] in now:
                    seen.add(event["type"])
                for win in event.get("wins", ()):
                    seen.add(("wilds", len(win.get("wilds", ()))))
                    seen.update(win["patterns"])
                if event["type"] == "end_hand":
                    seen.add(("horses", len(event.get("horses", ()))))
    assert {
        *("discard", "draw", "no_wild", "four_wilds", ("indicator", True), ("indicator", False)),
        *(("wilds", number) for number in range(5)),
        *(("horses", number) for number in (0, 2, 4)),
    } <= seen


SEVERAL = {
    *("rules", "first_round", "first_horses", "dealer", "wall_order", "lines_swapped"),
    *("line_moved", "line_gone", "type", "prop_name", "prop_out", "prop_in", "win_seat"),
    "wild_told",
}
"""Changes that may show in more than one line, each for a reason of its own."""

CODES = {
    "indicator": {"T101", "D404"},  # which, hangs on whether the wall is told
    "indicator_flower": {"F004"},
    "wild_other": {"D404"},
    "wild_more": {"D404"},
    "wild_gone": {"D404"},
    "wild_told": {"D404"},
    "wild_pung": {"A204"},
    "wild_exposed_kong": {"A204"},
    "wild_concealed_kong": {"A204"},
    "wild_flower": {"A204"},
    "wild_not_wild": {"T101", "F004"},  # it may become a tile that the set lacks
    "stands_for_other": {"S503", "F004"},
    "wilds_of_another_tile": {"S503", "F004"},
    "wilds_fewer": {"S503"},
    "wilds_twice": {"S503"},
    "wilds_of_none": {"S503", "F004"},
    "stands_for_flower": {"S503", "F004"},
    "horse_more": {"S508", "S504"},
    "points_doubled": {"S502"},
}
"""The codes that a change can be found by, where few can."""

LEGAL = {"wilds_not_told", "hand_number", "field_more", "field_of_foreign_games", "game_again"}
"""Changes that leave a legal log."""


@pytest.fixture(scope="module")
def games(files):
    """Return games by the name of their rules, as lists of events."""
    return {
        name: [
            [json.loads(line) for line in game.lines]
            for options in (RARE, BLIND)
            for game in simulate(load_rules(files[name]), 10, "changed", options)
        ]
        for name in EVERY
    }


def check_changes(name, games, files, number):
    """Make up to ``number`` changes of a kind and compare what is found with where they show."""
    rng = Random(name)
    found = made = 0
    for _ in range(20 * number):
        file = rng.choice(EVERY)
        rules, events = load_rules(files[file]), rng.choice(games[file])
        if name in KINDS:
            changed = KINDS[name](rng, events)
        else:
            changed = WILD_KINDS[name](rng, events, frozenset(wild_faces(rules, None)))
        if changed is None:
            continue
        made += 1
        lines = lines_of(changed)
        findings = audit_lines(lines)
        if name != "rules":
            assert min((each.line for each in findings), default=None) == first_bad_line(
                lines, rules
            )
        if findings:
            found += 1
            assert findings[0].code in CODES.get(name, {findings[0].code})
            assert name in SEVERAL or len({each.line for each in findings}) == 1, findings
        if made == number:
            break
    assert found == 0 or name not in LEGAL
    return made, found


@pytest.mark.parametrize("name", WILD_KINDS)
def test_a_change_of_wild_tiles_is_found_where_it_shows(name, games, files):
    made, found = check_changes(name, games, files, 12)
    assert made == 12
    assert found > 0 or name in LEGAL


@pytest.mark.parametrize("name", KINDS)
def test_any_other_change_is_found_where_it_shows(name, games, files):
    check_changes(name, games, files, 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*WILD_KINDS, *KINDS])
def test_many_changes_are_found_where_they_show(name, games, files):
    check_changes(name, games, files, 100)


def test_there_are_seventy_kinds_and_more():
    assert len(KINDS) + len(WILD_KINDS) >= 70
    assert not KINDS.keys() & WILD_KINDS.keys()


START = {"type": "start_game", "players": ["a", "b", "c", "d"]}
CONCEALED = ["1m", "2m", "3m", "4m", "5m", "6m", "1p", "2p", "3p", "4p", "5p", "6p", "9s"]


def deal_of(**fields):
    """Return a start_hand whose dealer's hand is told, the others' as they come."""
    rest = [name for name in NAMES[:34] for _ in range(4)]
    deal = [[*CONCEALED, fields.pop("drawn", "1s")], [], [], []]
    for tile in (*deal[0], *([fields["indicator"]] if "indicator" in fields else ())):
        rest.remove(tile)
    for hand in deal[1:]:
        hand += [rest.pop() for _ in range(13)]
    return {"type": "start_hand", "hand": 1, "dealer": 0, "deal": deal, "wall": rest, **fields}


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        pytest.param({"indicator": "8s"}, [], id="told by the indicator"),
        pytest.param({"indicator": "8s", "wild": ["9s"]}, [], id="told by both"),
        pytest.param({"indicator": "8s", "wild": ["九索"]}, [], id="in other notation"),
        pytest.param({"indicator": "8s", "wild": ["8s"]}, ["D404"], id="another"),
        pytest.param({"indicator": "8s", "wild": []}, ["D404"], id="none"),
        pytest.param({"indicator": "1f"}, ["F004"], id="a flower"),
        pytest.param({"wild": ["9s"], "wall": None}, [], id="by the wild tiles alone"),
        pytest.param({"wall": None}, ["F003"], id="by nothing"),
        pytest.param({"indicator": ["8s"]}, ["F003"], id="no text"),
    ],
)
def test_what_tells_the_wild_tiles(fields, codes, files):
    if isinstance(fields.get("indicator"), list) or fields.get("indicator") == "1f":
        start = deal_of() | fields
    else:
        start = deal_of(**fields)
    if start["wall"] is None:
        del start["wall"]
    events = [START | {"rules": files["next"]}, start, {"type": "escape", "seat": 0}]
    events += [{"type": "end_hand", "wins": [], "points": [-8, 0, 0, 0], "bank": 8}]
    lines = lines_of([*events, {"type": "end_game"}])
    assert [each.code for each in audit_lines(lines)] == codes
    if fields.get("wild") != ["九索"]:  # which the plain replay cannot read
        assert (first_bad_line(lines, load_rules(files["next"])) is None) == (not codes)


def test_after_wild_tiles_told_wrong_the_hand_is_followed_and_not_judged(files):
    """One finding, however the hand was played and settled; the game goes on from its totals."""
    rules = load_rules(files["next"])
    [game] = simulate(rules, 1, 3, Options(hands=3))
    events = [json.loads(line) for line in game.lines]
    at = next(n for n, event in enumerate(events) if event["type"] == "start_hand")
    events[at]["wild"] = ["1m" if events[at]["wild"] != ["1m"] else "2m"]
    lines = lines_of(events)
    assert [(each.line, each.code) for each in audit_lines(lines)] == [(at + 1, "D404")]


def test_score_as_rules_with_wild_tiles(tmp_path, files):
    """A log is scored by rules with wild tiles, and one with wild tiles by rules without."""
    log = tmp_path / "log.jsonl"
    seen = Counter()
    for played, judged in (
        ("guangdong_mil", "jipinghu"),
        ("guangdong_mil", "hongzhong_mil"),
        ("hongzhong_mil", "guangdong_mil"),
        ("jipinghu", "hongzhong_mil"),
        ("jipinghu", "next"),
        ("next", "both_sides"),
        ("next", "hongzhong_mil"),
        ("itself", "guangdong_mil"),
    ):
        with log.open("wb") as stream:
            for game in simulate(load_rules(files[played]), 8, "as", RARE):
                stream.writelines(game.lines)
        found = list(replay(log, Plan(score_as=files[judged])))
        assert not [item for item in found if isinstance(item, Finding)]
        for item in found:
            if isinstance(item, Worth):
                seen[item.score.reason or "won"] += 1
                assert item.line_text("en")
                assert item.line_text("zh")
    assert {"won", "not_in_set", "wild_unknown", "wild_in_set"} <= set(seen)
