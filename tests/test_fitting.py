"""``mjtool rules fit``: the fewest changes that explain logs, and what the logs leave open."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import jsonschema
import pytest
import tomlkit
from fitted_variants import clean, fitted, played
from random_rules import KEYS, keys_of

from mjtool.errors import RequestError, RuleError
from mjtool.fitting.domains import Domains, _weight
from mjtool.fitting.fit import FitPlan, fit
from mjtool.fitting.games import games_of
from mjtool.fitting.house import house_text
from mjtool.fitting.judge import Judge, Seen
from mjtool.fitting.paths import changed, model_keys, value_at
from mjtool.fitting.search import NOTHING, Search
from mjtool.game_log.formats.opening import open_log
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.model import RuleSet
from mjtool.rules.toml import flat, tables
from mjtool.schemas import schema


def house(folder: Path, base: str, text: str) -> str:
    path = folder / "house.toml"
    path.write_text(f'extends = "{base}"\nname = "x"\n{text}\n', "utf-8")
    return str(path)


def log_of(folder: Path, base: str, text: str, hands: int = 48, seed: int = 5) -> Path:
    return played(load_rules(house(folder, base, text)), folder, seed, hands)


def made(found):
    return {change.key: change.new for change in found.changes}


CHANGES = {
    "fan": ("jipinghu", "[patterns.all_chows]\nfan = 2", {"patterns.all_chows.fan": 2}),
    "base": ("jipinghu", "base = 2", {"base": 2}),
    "switched_off": (
        "jipinghu",
        "[bonuses.self_draw]\nenabled = false",
        {"bonuses.self_draw.enabled": False},
    ),
    "two": (
        "xinmajiang",
        "[kong]\nexposed = 1\n[dealer]\nafter_washout = 'next'\nafter_win = 'winner'",
        {"kong.exposed": 1, "dealer.after_win": "winner", "dealer.after_washout": "next"},
    ),
    "chow": ("tuidaohu", "[claims]\nchow = true", {"claims.chow": True}),
    "discard": ("tuidaohu", "[win]\non_discard = true", {"win.on_discard": True}),
    "horses": (
        "jipinghu",
        "[horses]\nowner = 'winner'\ncount = 2",
        {"horses.owner": "winner", "horses.count": 2},
    ),
    "flowers": ("jipinghu", "[tiles]\nflowers = true", {"tiles.flowers": True}),
    "escape": ("tuidaohu", "[escape]\npoints = 20", {"escape.points": 20}),
    "wild": ("guangdong_mil", "[kong]\nexposed = 5", {"kong.exposed": 5}),
    "wild_liable": (
        "guangdong_mil",
        "[liability]\nkong_feeder = false",
        {"liability.kong_feeder": False},
    ),
    "none_wild": ("hongzhong_mil", "[wild]\ntiles = []", {"wild.tiles": ()}),
    "a_wild_kind": ("tuidaohu", "[wild]\ntiles = ['5z']", {"wild.tiles": ("5z",)}),
    "no_discard_yet": (
        "jipinghu",
        "[patterns.before_discard]\nname = 'x'\nfan = 1",
        {"patterns.before_discard.fan": 1},
    ),
    "missed": ("jipinghu", "missed_win = 'off'", {"missed_win": "off"}),
}


@pytest.mark.no_cover
@pytest.mark.parametrize(("base", "text", "changes"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_found(base, text, changes, tmp_path):
    log = log_of(tmp_path, base, text, 160 if "escape" in text else 80)
    narrow = ("kong.*", "base", "liability.*", "wild.*") if base.endswith("_mil") else ()
    found = fit(log, base, FitPlan(keys=narrow))
    assert (made(found), found.is_explained) == (changes, True)
    assert found.explained == found.hands > 0
    assert all(change.hands >= len(change.decided_by) > 0 for change in found.changes)


def test_what_explains_nothing_beside_the_rest_goes(tmp_path):
    """A bonus is made dear before it is found to be off."""
    log = log_of(tmp_path, "jipinghu", "[bonuses.self_draw]\nenabled = false")
    with open_log(log, "native") as events:
        judge = Judge(load_rules("jipinghu"), list(games_of(events, str(log))))
    off, dear = ("bonuses.self_draw.enabled", False), ("bonuses.self_draw.fan", 3)
    search = Search(judge, Domains(judge), 4)
    assert not search.failing(frozenset({off, dear}))
    assert search.lean([frozenset({off, dear}), frozenset({off})]) == [frozenset({off})]
    assert search.lean([frozenset({dear})]) == [NOTHING]  # it explains no more than nothing does


def test_nothing_changes_where_the_base_explains_all(tmp_path):
    log = log_of(tmp_path, "jipinghu", "")
    found = fit(log, "jipinghu")
    assert (found.changes, found.unexplained, found.is_explained) == ((), (), True)


def test_how_wrong_a_hand_is_counts_numbers_only():
    """A fault may tell patterns, by name."""
    told = (Seen(3, "S502", 0, ("all_pungs",), ("flush",)), Seen(3, "S504", None, (4, -4), (6, -6)))
    assert _weight(told) == (2, 4)


@pytest.mark.no_cover
def test_each_change_is_decided_by_hands_that_fail_without_it(tmp_path):
    log = log_of(tmp_path, "jipinghu", "base = 2\n[kong]\nconcealed = 3")
    found = fit(log, "jipinghu")
    lines = log.read_text("utf-8").splitlines()
    assert set(made(found)) == {"base", "kong.concealed"}
    for change in found.changes:
        for place in change.decided_by:
            assert json.loads(lines[place.line - 1])["type"] == "end_hand"
    [kong] = [change for change in found.changes if change.key == "kong.concealed"]
    assert kong.hands == sum('"concealed"' in line for line in hands_of(lines))


def hands_of(lines):
    """Return the text of each hand that has a settled end."""
    found, hand = [], ""
    for line in lines:
        hand += line
        if '"end_hand"' in line:
            found.append(hand if '"escape"' not in hand else "")
            hand = ""
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_random_variant_is_found(number, tmp_path):
    assert fitted(Random(f"few {number}"), tmp_path) in ("identical", "smaller", "open")


@pytest.mark.slow
def test_two_hundred_random_variants_are_found(tmp_path):
    told = Counter(fitted(Random(f"variant {number}"), tmp_path) for number in range(200))
    print(dict(told))
    assert sum(told.values()) == 200


def falsified(log: Path, rng: Random, share: float) -> tuple[int, set[int]]:
    """Change the payments of so many hands of a log to something no rule gives."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    ends = [at for at, event in enumerate(lines) if event["type"] == "end_hand"]
    chosen = rng.sample(ends, max(1, round(share * len(ends))))
    for at in chosen:
        first, second = rng.sample(range(4), 2)
        by = rng.randint(101, 999)  # more than any hand is worth
        lines[at]["points"][first] += by
        lines[at]["points"][second] -= by
        lines[at].pop("scores", None)
    for event in lines:
        event.pop("scores", None)
    log.write_text("".join(json.dumps(event) + "\n" for event in lines), "utf-8")
    return len(ends), {at + 1 for at in chosen}


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("seed", "hands"),
    [(0, 64), *(pytest.param(n, 200, marks=pytest.mark.slow) for n in (0, 1, 2))],
)
def test_outliers_are_listed_and_the_changes_found_all_the_same(seed, hands, tmp_path):
    text = "cap = 4\n[patterns.all_chows]\nfan = 2\n[kong]\nadded = 1"
    log = log_of(tmp_path, "jipinghu", text, hands, seed)
    true = fit(log, "jipinghu")
    _, lines = falsified(log, Random(seed), 0.02)
    found = fit(log, "jipinghu", FitPlan(outliers=0.05))
    assert made(found) == made(true)
    assert {place.line for place in found.unexplained} == lines
    assert found.is_explained
    assert found.explained == found.hands - len(lines)
    strict = fit(log, "jipinghu")
    assert not strict.is_explained
    assert made(strict) == made(true)


def test_a_log_that_no_change_explains_is_not_explained(tmp_path):
    log = log_of(tmp_path, "jipinghu", "")
    _, lines = falsified(log, Random(1), 0.05)
    found = fit(log, "jipinghu", FitPlan(keys=("kong.*", "base", "dealer.*", "bonuses.*")))
    assert not found.is_explained
    assert {place.line for place in found.unexplained} == lines
    assert {place.code for place in found.unexplained} == {"S504"}


def test_keys_narrow_the_search(tmp_path):
    log = log_of(tmp_path, "jipinghu", "base = 2\n[kong]\nconcealed = 3")
    only = fit(log, "jipinghu", FitPlan(keys=("base", "kong.*")))
    assert set(made(only)) == {"base", "kong.concealed"}
    assert {each.key.partition(".")[0] for each in only.open} <= {"base", "kong"}
    without = fit(log, "jipinghu", FitPlan(keys=("*a*",), not_keys=("kong.*", "p*", "bonuses.*")))
    assert not without.is_explained
    assert not any(key.startswith("kong.") for key in made(without))


@pytest.mark.no_cover
def test_no_more_changes_are_made_than_may_be(tmp_path):
    log = log_of(tmp_path, "jipinghu", "base = 2\n[kong]\nconcealed = 3")
    found = fit(log, "jipinghu", FitPlan(most=1))
    assert len(found.changes) <= 1
    assert not found.is_explained
    assert fit(log, "jipinghu", FitPlan(most=0)).changes == ()


def test_equal_answers_are_alternatives(tmp_path):
    """Without patterns in the log a bonus of nothing and no bonus are the same."""
    log = log_of(tmp_path, "jipinghu", "[bonuses.self_draw]\nenabled = false")
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for event in lines:
        for win in event.get("wins", ()):
            win.pop("patterns")
    log.write_text("".join(json.dumps(event) + "\n" for event in lines), "utf-8")
    found = fit(log, "jipinghu")
    answers = [set(made(found).items())]
    answers += [{(key, new) for key, _, new in other} for other in found.alternatives]
    assert {("bonuses.self_draw.enabled", False)} in answers
    assert {("bonuses.self_draw.fan", 0)} in answers


def test_what_is_open_explains_as_much(tmp_path):
    log = log_of(tmp_path, "tuidaohu", "[kong]\nexposed = 4")
    found = fit(log, "tuidaohu")
    assert found.open
    for each in found.open:
        for value in each.values[:2]:
            other = changed(found.rules, {each.key: value})
            text = house_text(found, "tuidaohu")
            assert other is not None
            path = tmp_path / "other.toml"
            path.write_text(written_whole(other), "utf-8")
            assert clean(log, str(path)), (each.key, value, text)


def written_whole(rules: RuleSet) -> str:

    return tomlkit.dumps(tables(rules))


def test_keys_that_no_hand_touches_are_undecided(tmp_path):
    log = log_of(tmp_path, "tuidaohu", "", 8)
    found = fit(log, "tuidaohu")
    assert {"claims.chow", "follow.points", "patterns.thirteen_orphans.multiplier"} <= set(
        found.undecided
    )
    assert not {each.key for each in found.open} & set(found.undecided)


WITHOUT_WILD_TILES = ("jipinghu", "xinmajiang", "tuidaohu")
"""Families that are fitted within seconds."""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "base",
    [
        base if base in WITHOUT_WILD_TILES else pytest.param(base, marks=pytest.mark.slow)
        for base in BUILTINS
    ],
)
def test_the_file_is_valid_as_it_is_and_means_what_was_found(base, tmp_path):
    more = "[patterns.kong_draw]\nname='杠上开花'\nfan = 1\nmultiplier = 3\n[kong]\nconcealed = 7"
    log = log_of(tmp_path, base, more)
    found = fit(log, base)
    path = tmp_path / "found.toml"
    path.write_text(house_text(found, base), "utf-8")
    named = dict(flat(tables(load_rules(str(path)))))
    wanted = dict(flat(tables(found.rules)))
    assert {key: value for key, value in named.items() if not key.startswith("name")} == {
        key: value for key, value in wanted.items() if not key.startswith("name")
    }
    assert clean(log, str(path))


def test_the_command(mjtool, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    log_of(tmp_path, "jipinghu", "base = 2\n[kong]\nconcealed = 3")
    command = ["rules", "fit", "games.jsonl", "--from", "jipinghu"]
    code, out, err = mjtool(*command, "-o", "found.toml")
    assert (code, err) == (0, "")
    assert out.startswith("base            1 -> 2  decided by games.jsonl:")
    assert "hands explained" in out
    assert out.endswith("wrote found.toml\n")
    assert mjtool("replay", "games.jsonl", "--rules", "found.toml")[0] == 0
    assert mjtool("rules", "validate", "found.toml")[0] == 0
    command += ["--keys", "base", "--keys", "kong*", "--keys", "liability.*"]  # sooner
    code, out, _ = mjtool(*command, "--json", "--undecided")
    record = json.loads(out)
    jsonschema.validate(record, schema("rules-fit"))
    assert code == 0
    assert record["from"] == "jipinghu"
    assert {each["key"]: each["to"] for each in record["changes"]} == made(
        fit("games.jsonl", "jipinghu")
    )
    assert record["explained"] == record["hands"]
    assert record["undecided"]
    code, out, _ = mjtool(*command, "-o", "-")
    assert code == 0
    assert out.startswith('extends = "jipinghu"')
    code, out, _ = mjtool(*command, "--lang", "zh")
    assert "局得到解释" in out
    assert mjtool(*command, "--most", "1")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("missing.jsonl", "--from", "jipinghu"), 2),
        (("games.jsonl", "--from", "nothing"), 2),
        (("games.jsonl",), 2),
        (("--from", "jipinghu"), 2),
        (("games.jsonl", "--from", "jipinghu", "--outliers", "2"), 2),
        (("games.jsonl", "--from", "jipinghu", "-o", "games.jsonl"), 2),
        (("games.jsonl", "--from", "jipinghu", "--keys", "nokey"), 2),
        (("games.jsonl", "--from", "jipinghu", "--not-keys", "nokey"), 2),
        (("empty.jsonl", "--from", "jipinghu"), 5),
        (("garbage.jsonl", "--from", "jipinghu"), 5),
    ],
    ids=[
        *("no_log", "no_rules", "no_base", "no_logs", "share", "own_input", "no_key", "no_not_key"),
        *("empty", "garbage"),
    ],
)
def test_what_cannot_be_done(arguments, code, mjtool, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    log_of(tmp_path, "jipinghu", "", 8)
    Path("empty.jsonl").write_text("", "utf-8")
    Path("garbage.jsonl").write_text("what\n", "utf-8")
    found, _, err = mjtool("rules", "fit", *arguments)
    assert found == code
    assert err.count("\n") == 1
    assert err.startswith("error: " if code == 2 else "note: ")


def test_refusals_in_python(tmp_path):
    with pytest.raises(RuleError):
        fit("games.jsonl", "nothing")
    with pytest.raises(RequestError):
        fit("games.jsonl", "jipinghu", FitPlan(outliers=-1.0))


def test_rules_that_cannot_judge_a_hand_do_not_explain_it(tmp_path):
    log = log_of(tmp_path, "jipinghu", "base = 2", 16)
    assert made(fit(log, "jipinghu", FitPlan(keys=("base", "wild.*", "tiles.*")))) == {"base": 2}
    found = fit(log, "jipinghu", FitPlan(keys=("wild.*", "tiles.*")))
    assert not found.is_explained


def test_games_by_other_rules_are_not_explained(tmp_path, mjtool):
    """They are settled by rules that ours are no change of: nothing found there says nothing."""
    log = log_of(tmp_path, "jipinghu", "base = 2", 16)
    foreign = tmp_path / "foreign.jsonl"
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for event in lines:
        if event["type"] == "start_game":
            event["rules"] = "foreign:riichi"
        elif event["type"] == "end_hand":
            event["wins"] = []
    foreign.write_text("".join(json.dumps(event) + "\n" for event in lines), "utf-8")
    found = fit(foreign, "jipinghu")
    assert (found.hands, found.not_judged, found.is_explained) == (0, 16, False)
    found = fit([log, foreign], "jipinghu")
    assert (found.hands, found.not_judged, made(found)) == (16, 16, {"base": 2})
    assert found.is_explained
    code, out, _ = mjtool("rules", "fit", str(log), str(foreign), "--from", "jipinghu")
    assert code == 0
    assert "16 hands more of games by other rules: not judged" in out
    assert mjtool("rules", "fit", str(foreign), "--from", "jipinghu")[0] == 5


def test_stdin_is_a_log(tmp_path):
    log = log_of(tmp_path, "jipinghu", "base = 2")
    with log.open("rb") as stream:
        assert made(fit("-", "jipinghu", stdin=stream)) == {"base": 2}


def test_a_log_with_a_hand_that_cannot_be_followed_is_told(tmp_path):
    log = log_of(tmp_path, "jipinghu", "base = 2")
    lines = log.read_text("utf-8").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if '"draw"' in line)
    del lines[at]
    log.write_text("".join(lines), "utf-8")
    found = fit(log, "jipinghu", FitPlan(outliers=0.1))
    assert made(found) == {"base": 2}
    assert len(found.unexplained) == 1
    assert found.is_explained


def test_the_keys_of_the_model_are_those_of_the_rule_file():
    known = {key.path for key in model_keys()}
    plain = {key for key in keys_of(RuleSet) if key not in ("name", "name_en", "id")}
    assert plain - known == {"patterns", "bonuses", "floor", "liability.pattern"}
    assert {key for key in KEYS if key not in ("floor", "liability.pattern")} <= known
    for base in BUILTINS:
        rules = load_rules(base)
        for key, value in flat(tables(rules)):
            found = value_at(rules, key)
            assert (list(found) if isinstance(found, tuple) else found) == value or key == (
                "horses.groups"
            )
