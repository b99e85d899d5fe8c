"""``mjtool rules impact``: figures of a game with intervals, and bounds on them."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import permutations
from math import isclose, sqrt
from pathlib import Path

import jsonschema
import pytest

from mjtool.errors import RequestError, RuleError
from mjtool.impact.expect import expected, read_bounds
from mjtool.impact.impact import impact
from mjtool.impact.moments import Moments
from mjtool.rules import BUILTINS, load_rules
from mjtool.schemas import schema
from mjtool.simulation import Options, play


def house(folder: Path, text: str, base: str = "jipinghu") -> str:
    path = folder / "house.toml"
    path.write_text(f'extends = "{base}"\nname = "x"\n{text}\n', "utf-8")
    return str(path)


@pytest.mark.parametrize("rules", BUILTINS)
def test_a_rule_set_against_itself_changes_exactly_nothing(rules):
    found = impact(rules, rules, hands=160)
    assert {row.change for row in found.rows if row.change is not None} == {(0.0, 0.0, 0.0)}
    assert all(row.a == row.b for row in found.rows)


def test_one_rule_set_alone_is_described():
    found = impact("jipinghu", hands=160)
    assert found.b is None
    assert all(row.b is None and row.change is None for row in found.rows)
    assert found.find("length") == found.find("a.length")


def test_beside_another_a_side_is_what_it_is_alone(tmp_path):
    """Fan beside multipliers, bonuses beside patterns: nothing of one judges the other."""
    sides = ("jipinghu", "tuidaohu", house(tmp_path, "[patterns.all_chows]\nfan = 7"))
    alone = {name: {row.name: row.a for row in impact(name, hands=160).rows} for name in sides}
    for a, b in permutations(sides, 2):
        for row in impact(a, b, hands=160).rows:
            for found, known in ((row.a, alone[a]), (row.b, alone[b])):
                if row.name in known:
                    assert found == known[row.name], (a, b, row.name)
                else:
                    assert found is None or found.value == 0, (a, b, row.name)


def test_the_answer_depends_on_the_seed_and_not_on_processes(tmp_path):
    rules = house(tmp_path, "cap = 5")
    one = impact("jipinghu", rules, hands=900, seed=3)
    assert impact("jipinghu", rules, hands=900, seed=3, jobs=2).rows == one.rows
    assert impact("jipinghu", rules, hands=900, seed=4).rows != one.rows


SEED, GAMES = 20, 3
"""48 hands, of which one is a full flush."""


def test_raising_a_pattern_changes_what_the_arithmetic_says(tmp_path):
    """The same plays under both: what the full flush is worth more is all there is."""
    rules = house(tmp_path, "[patterns.full_flush]\nfan = 7")
    found = impact("jipinghu", rules, hands=16 * GAMES, seed=SEED)
    hands = list(play(load_rules("jipinghu"), GAMES, SEED, Options(hands=16)))
    wins = [
        (winner, score, hand)
        for hand in hands
        for winner, score in zip(hand.result.winners, hand.scores, strict=True)
    ]
    flushes = [each for each in wins if each[1].pattern_ids == ("full_flush",)]
    assert len(flushes) == 1
    plain = sum(winner.points for winner, _, _ in wins) / len(wins)
    more = (2**7 - 2**4) / len(wins)
    assert isclose(found.find("a.mean_x").value, plain)
    assert isclose(found.find("change.mean_x").value, more)
    [(winner, _, hand)] = flushes
    place = ("dealer", "next", "opposite", "previous")[(winner.seat - hand.dealer) & 3]
    times = hand.net[winner.seat] // winner.points  # three payers, or one
    change = found.find(f"change.place.{place}").value
    assert isclose(change, times * (2**7 - 2**4) / len(hands))
    assert found.find("change.won") == (0.0, 0.0, 0.0)
    assert found.find("change.frequency.full_flush") == (0.0, 0.0, 0.0)
    assert found.find("change.share.pattern.full_flush").value > 0


@pytest.mark.parametrize("rules", BUILTINS)
def test_figures_are_what_hands_add_up_to(rules):
    found = impact(rules, hands=48, seed=9)
    hands = list(play(load_rules(rules), 3, 9, Options(hands=16)))
    number = len(hands)

    def told(name):
        return found.find(name).value

    assert isclose(told("length"), sum(hand.draws for hand in hands) / number)
    assert isclose(told("washout"), sum(not hand.result.winners for hand in hands) / number)
    won = told("self_drawn") + told("discard") + told("robbed")
    assert isclose(won, told("won"))
    assert isclose(told("won") + told("washout"), 1)
    squares = sum(hand.net[seat] ** 2 for hand in hands for seat in range(4))
    assert isclose(told("spread.hand"), sqrt(squares / (4 * number)))
    places = [f"place.{name}" for name in ("dealer", "next", "opposite", "previous")]
    assert isclose(sum(map(told, places)) + told("bank"), 0, abs_tol=1e-9)
    assert isclose(told("place.dealer"), sum(hand.net[hand.dealer] for hand in hands) / number)
    shares = [row for row in found.rows if row.name.startswith("share.")]
    assert isclose(sum(row.a.value for row in shares if row.name != "share.liability"), 1)
    streaks = Counter()
    for hand in hands:
        streaks[hand.game] = max(streaks[hand.game], hand.stayed + 1)
    assert isclose(told("longest_streak"), sum(streaks.values()) / 3)
    assert found.longest == (max(streaks.values()),)


def test_what_rules_change_shows(tmp_path):
    """A game without wins on discards is longer, and its wins are self-drawn."""
    rules = house(tmp_path, "[win]\non_discard = false")
    found = impact("jipinghu", rules, hands=480)
    assert found.find("change.length").low > 0
    assert found.find("change.self_drawn").low > 0
    assert found.find("discard").value == 0 < found.find("a.discard").low


def test_paired_intervals_are_narrower_than_those_of_a_side(tmp_path):
    rules = house(tmp_path, "[bonuses.dragon_pung]\nfan = 2")
    found = impact("jipinghu", rules, hands=1600)
    assert found.find("change.mean_x").half < found.find("mean_x").half / 2


def test_valuing_players_heed_what_rules_pay(tmp_path):
    rules = house(tmp_path, "[patterns.all_chows]\nfan = 0\n[patterns.all_pungs]\nfan = 3")
    greedy = impact("jipinghu", rules, hands=160)
    assert greedy.find("change.length") == (0.0, 0.0, 0.0)
    valuing = impact("jipinghu", rules, hands=160, players=("valuing",))
    assert valuing.find("change.length") != (0.0, 0.0, 0.0)
    assert valuing.find("a.mean_x").value > greedy.find("a.mean_x").value


def test_memory_does_not_grow_with_hands():
    sizes = []
    for games in (60, 240):
        moments = Moments.empty(1)
        from mjtool.impact.counting import count_game  # noqa: PLC0415

        rules = load_rules("tuidaohu")
        for number in range(1, games + 1):
            hands = play(rules, 1, 0, Options(hands=16), first=number)
            moments.add_game([count_game(rules, hands)])
        sizes.append(len(pickle.dumps((moments.sums, moments.products))))
    assert sizes[1] < 1.5 * sizes[0]


BOUNDS = {
    "holds": ("length = { most = 60 }", "holds"),
    "fails": ("length = { most = 5 }", "fails"),
    "least": ("length = { least = 5 }", "holds"),
    "least_fails": ("length = { least = 60 }", "fails"),
    "side": ('"a.length" = { least = 5 }', "holds"),
    "change": ('"change.mean_x" = { within = 50 }', "holds"),
    "change_dotted": ("[change.mean_x]\nwithin = 0.00001", "fails"),
    "undecided": ("place.dealer = { least = 0 }", "undecided"),
}


@pytest.mark.parametrize(("text", "status"), BOUNDS.values(), ids=BOUNDS)
def test_bounds(text, status, tmp_path):
    rules = house(tmp_path, "base = 2")
    found = impact("jipinghu", rules, hands=160, seed=2)
    [told] = expected(found, read_bounds(text, "x.toml"), "x.toml")
    assert told.status == status
    assert (told.hands is not None) == (status == "undecided")


@pytest.mark.parametrize(
    "text",
    [
        "length = 3",
        "length = { about = 3 }",
        "length = { most = 'x' }",
        "lenth = { most = 3 }",
        "[",
    ],
    ids=["no_table", "no_bound", "no_number", "no_figure", "no_toml"],
)
def test_bounds_that_cannot_be_read(text, tmp_path, mjtool, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text(text, "utf-8")
    code, _, err = mjtool("rules", "impact", "jipinghu", "--hands", "32", "--expect", "x.toml")
    assert code == 2
    assert err.startswith("error: x.toml: ")
    assert err.count("\n") == 1


def test_the_command(mjtool, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    house(tmp_path, "base = 2")
    Path("x.toml").write_text("length = { most = 60 }\nplace.dealer = { least = 0 }\n", "utf-8")
    command = ["rules", "impact", "jipinghu", "house.toml", "--hands", "160", "--seed", "2"]
    code, out, err = mjtool(*command)
    assert (code, err) == (0, "")
    assert "mean_x" in out
    code, out, _ = mjtool(*command, "--expect", "x.toml")
    assert code == 0
    assert "holds: length most = 60" in out
    assert "undecided: place.dealer" in out
    assert mjtool(*command, "--expect", "x.toml", "--strict")[0] == 1
    code, out, _ = mjtool(*command, "--expect", "x.toml", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    for line in lines:
        jsonschema.validate(line, schema("rules-impact"))
    assert [line["outcome"] for line in lines[1:]] == ["holds", "undecided"]
    for view in ("github", "junit", "tap", "markdown"):
        code, out, _ = mjtool(*command, "--expect", "x.toml", "--strict", "--output-format", view)
        assert code == 1
        assert "place.dealer" in out
    assert mjtool(*command, "--output-format", "tap")[0] == 2
    assert "95%" in mjtool(*command, "--lang", "zh")[1]


def test_refusals():
    with pytest.raises(RequestError):
        impact("jipinghu", hands=0)
    with pytest.raises(RequestError):
        impact("jipinghu", hands=10, players=("nobody",))
    with pytest.raises(RuleError):
        impact("jipinghu", "nothing", hands=10)


REGULAR = (
    *("self_drawn", "mean_x", "place.dealer", "place.next", "longest_streak"),
    *("frequency.all_chows", "share.bonus.self_draw", "change.mean_x"),
    *("change.share.bonus.self_draw", "change.place.dealer"),
)


@pytest.mark.slow
def test_intervals_cover_the_truth(tmp_path):
    """What 200 runs find in the mean is the truth; 93 to 97 % of their intervals hold it."""
    rules = house(tmp_path, "[bonuses.dragon_pung]\nfan = 2")
    runs = [impact("jipinghu", rules, hands=1600, seed=1000 + seed) for seed in range(200)]
    shares = {}
    for name in REGULAR:
        found = [run.find(name) for run in runs]
        truth = sum(each.value for each in found) / len(found)
        shares[name] = sum(each.low <= truth <= each.high for each in found) / len(found)
    print(shares)
    assert 0.93 <= sum(shares.values()) / len(shares) <= 0.97, shares
