"""``mjtool rules validate``: all faults of a file at once, with lines; keys that do nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from random_rules import KEYS

from mjtool.census.changes import changed_keys, weighed
from mjtool.census.diff import Side, diff
from mjtool.cli.app import run
from mjtool.errors import RuleError
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.idle import idle_keys, idle_part
from mjtool.rules.review import review


def written(folder, text, base="jipinghu", name="house.toml"):
    path = folder / name
    path.write_text(f'extends = "{base}"\n{text}', "utf-8")
    return str(path)


BAD = """cap = "x"
base = -1
[horses]
groups = [
  ["1"],
  ["2", "3"],
]
most = 500 # [
[win]
minimum_fan = 2
[patterns.full_flush]
fna = 5
[patterns.ful_flush]
fan = 3
"""


def told_of(remarks):
    return [(each.error.code, each.error.path, each.line) for each in remarks]


def test_every_fault_of_a_file_is_told_in_the_order_of_its_lines(tmp_path):
    found = review(written(tmp_path, BAD))
    assert found.rules is None
    assert told_of(found.faults) == [
        ("bad_value", "cap", 2),
        ("bad_value", "base", 3),
        ("bad_value", "horses.most", 9),
        ("unknown_key", "patterns.full_flush.fna", 13),
        ("unknown_pattern", "patterns.ful_flush", 14),
    ]


def test_contradictions_are_told_beside_keys_that_cannot_be_read(tmp_path):
    found = review(written(tmp_path, "knog = 1\ntiles.without = ['0z']\n"))
    assert told_of(found.faults) == [
        ("unknown_key", "knog", 2),
        ("bad_value", "tiles.without", 3),
    ]


def test_what_comes_of_a_fault_is_no_fault_of_its_own(tmp_path):
    text = "[patterns.chicken_hand]\nfan = 'x'\nname = 3\nfallback = 'x'\n[kong]\nadded = -1\n"
    found = review(written(tmp_path, text))
    assert [each.error.path for each in found.faults] == [
        *(f"patterns.chicken_hand.{key}" for key in ("fan", "name", "fallback")),
        "kong.added",
    ]


def test_faults_of_what_is_extended_are_told_at_their_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "[kong]\naded = 2\n", name="parent.toml")
    found = review(written(tmp_path, "cap = 'x'\n", "parent.toml")).faults
    assert [(each.file.rpartition("/")[2], each.line) for each in found] == [
        ("house.toml", 2),
        ("parent.toml", 3),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("props.allowed = [\n  'voice',\n]\n[kong]\nadd = 1\n", 6, id="after-a-list"),
        pytest.param("[horses]\ngroups = [\n ['1'],\n]\nadd = 1\n", 6, id="in-its-table"),
        pytest.param("name = '''\n[kong]\nadd = 1\n'''\n[kong]\nadd = 1\n", 7, id="after-text"),
        pytest.param('name = "[" # [\nkong.add = 1\n', 3, id="bracket-in-text"),
        pytest.param('name = "\\"["\nkong.add = 1\n', 3, id="quote-in-text"),
        pytest.param("kong = { add = 1 }\n", 2, id="inline"),
    ],
)
def test_the_line_of_a_fault(tmp_path, text, line):
    found = review(written(tmp_path, text)).faults
    assert ("unknown_key", line) in [(each.error.code, each.line) for each in found]


def test_faults_on_stderr_and_in_json(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, BAD)
    assert run(["rules", "validate", "house.toml", "none.toml", "--json"]) == 2
    streams = capsys.readouterr()
    lines = streams.err.splitlines()
    assert len(lines) == 6
    assert lines[0] == "error: house.toml:2: cap: expected a whole number, not text"
    assert lines[5].startswith("error: none.toml: ")
    row, missing = map(json.loads, streams.out.splitlines())
    assert [each["line"] for each in row["faults"]] == [2, 3, 9, 13, 14]
    assert row["error"] == row["faults"][0]
    assert "line" not in missing["error"]


IDLE = [
    pytest.param("jipinghu", "patterns.all_pungs.multiplier = 2", None, id="multiplier-by-fan"),
    pytest.param("jipinghu", "bonuses.self_draw.multiplier = 2", None, id="bonus-by-fan"),
    pytest.param("jipinghu", "multipliers.combine = 'sum'", None, id="combine-by-fan"),
    pytest.param("tuidaohu", "cap = 3", None, id="cap"),
    pytest.param("tuidaohu", "floor.kong_draw = 3", "floor", id="floor"),
    pytest.param("tuidaohu", "points = [1]", None, id="points-by-multiplier"),
    pytest.param("tuidaohu", "patterns.full_flush.fan = 3", None, id="fan"),
    pytest.param("tuidaohu", "patterns.full_flush.outside = true", None, id="outside"),
    pytest.param(
        "tuidaohu", "bonuses.self_draw = { name = '自摸' }", "bonuses.self_draw", id="bonus"
    ),
    pytest.param("jipinghu", "points = [1, 2]", None, id="points"),
    pytest.param("jipinghu", "base = 2\nvalue = 'table'\npoints = [1]", "base", id="base"),
    pytest.param("jipinghu", "win.events_count = false", None, id="events-count"),
    pytest.param(
        "jipinghu",
        "[patterns.all_pungs]\nenabled = false\nfan = 3",
        "patterns.all_pungs.fan",
        id="off",
    ),
    pytest.param(
        "jipinghu",
        "patterns.seven_pairs = { name = '七对', fan = 3 }",
        "patterns.seven_pairs",
        id="form-off",
    ),
    pytest.param(
        "jipinghu",
        "forms.thirteen_orphans = false\npatterns.thirteen_orphans.fan = 3",
        "patterns.thirteen_orphans",
        id="orphans-off",
    ),
    pytest.param("tuidaohu", "nine_gates = 'loose'", None, id="nine-gates"),
    pytest.param("jipinghu", "all_honors = 'any'", None, id="all-honors"),
    pytest.param("jipinghu", "horses.first = 2", None, id="horses-without-most"),
    pytest.param("jipinghu", "rob.kinds = []\nrob.pays = 'one'", "rob.pays", id="rob"),
    pytest.param(
        "jipinghu",
        "rob.kinds = []\nfloor.robbing_kong = 2",
        "floor.robbing_kong",
        id="robbing-kong",
    ),
    pytest.param("tuidaohu", "multipliers.human_hand = 2", None, id="factor-of-a-discard"),
    pytest.param("tuidaohu", "human_hand.window = 'dealer_first_discard'", None, id="window"),
    pytest.param(
        "jipinghu",
        "multiple_wins = 'nearest'\nmultipliers.triple_win = 2",
        "multipliers.triple_win",
        id="triple-win",
    ),
    pytest.param(
        "jipinghu",
        "multiple_wins = 'nearest'\ndealer.after_several_wins = 'discarder'",
        "dealer.after_several_wins",
        id="several",
    ),
    pytest.param("jipinghu", "payment.discarder_factor = 2", None, id="discarder-factor"),
    pytest.param("jipinghu", "kong.paid = 'winner'", None, id="kong-unpaid"),
    pytest.param(
        "tuidaohu",
        "kong.paid = 'winner'\nkong.pay_on_washout = false",
        "kong.pay_on_washout",
        id="kong-of-winners",
    ),
    pytest.param("jipinghu", "follow.on_washout = false", None, id="follow"),
    pytest.param("jipinghu", "horses.funding = 'mirror'", None, id="no-horses"),
    pytest.param("tuidaohu", "horses.honor_number = 3", None, id="horses-of-the-dealer"),
    pytest.param(
        "jipinghu",
        "horses = { owner = 'winner', count = 2, most = 6 }",
        "horses.most",
        id="bought-horses-of-the-winner",
    ),
    pytest.param(
        "jipinghu",
        "horses = { owner = 'winner', count = 2, funding = 'mirror' }",
        "horses.funding",
        id="horses-of-the-winner",
    ),
    pytest.param(
        "jipinghu",
        "horses = { owner = 'winner', count = 2, honor_number = 2 }",
        "horses.honor_number",
        id="horses-without-number",
    ),
]


@pytest.mark.parametrize(("base", "text", "path"), IDLE)
def test_a_key_that_can_do_nothing_is_a_warning(tmp_path, base, text, path):
    file = written(tmp_path, text + "\n", base)
    found = review(file)
    assert found.rules is not None
    assert [each.error.path for each in found.warnings] == [path or text.partition(" = ")[0]]
    assert found.warnings[0].file == file
    assert all(each.message("zh").count(file) == 1 for each in found.warnings)


ACTING = [
    pytest.param("jipinghu", "multipliers.self_draw = 2", id="self-draw-by-fan"),
    pytest.param("jipinghu", "multipliers.kong_draw = 2", id="factor-by-fan"),
    pytest.param("jipinghu", "patterns.all_pungs.enabled = false", id="switched-off"),
    pytest.param("tuidaohu", "horses.most = 0", id="no-horses"),
    pytest.param("jipinghu", "cap = 50\nname = '别'\nname_en = 'x'", id="names"),
    pytest.param("jipinghu", "forms.seven_pairs = 'no'", id="form-off"),
    pytest.param("jipinghu", "rob.kinds = []", id="no-robbing"),
    pytest.param(
        "jipinghu",
        "patterns.own = { name = '自', enabled = false, when = 'pungs == 4' }\n"
        "patterns.two = { name = '二', fan = 1, when = 'own' }",
        id="definition-asked-for",
    ),
    pytest.param("tuidaohu", "rounds.winds = true", id="rounds-in-logs"),
    pytest.param("jipinghu", "horses.most = 3\nhorses.step = 1", id="horses-of-a-streak"),
]


@pytest.mark.parametrize(("base", "text"), ACTING)
def test_a_key_that_acts_is_no_warning(tmp_path, base, text):
    assert review(written(tmp_path, text + "\n", base)).warnings == ()


@pytest.mark.parametrize("name", BUILTINS)
def test_what_is_inherited_of_a_built_in_is_no_warning(tmp_path, name):
    assert review(name).warnings == ()
    assert review(written(tmp_path, "", name)).warnings == ()


def test_a_key_that_is_laid_over_is_told_where_it_counts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "points = [1]\nkong.paid = 'winner'\n", name="parent.toml")
    found = review(written(tmp_path, "points = [2]\n", "parent.toml")).warnings
    assert [(each.file.rpartition("/")[2], each.error.path) for each in found] == [
        ("house.toml", "points"),
        ("parent.toml", "kong.paid"),
    ]


def test_warnings_on_stderr_in_json_and_as_annotations(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "\npoints = [1]\n")
    assert run(["rules", "validate", "house.toml", "--json"]) == 0
    streams = capsys.readouterr()
    told = "warning: house.toml:3: points: this does nothing: value is not table\n"
    assert streams.err == told
    (warning,) = json.loads(streams.out)["warnings"]
    assert (warning["code"], warning["path"], warning["line"]) == ("idle_key", "points", 3)
    assert run(["rules", "validate", "house.toml", "--output-format", "github"]) == 0
    assert "::warning file=house.toml,line=3," in capsys.readouterr().out


def idle_variants(rng, folder, base):
    """Return a random rule file, and it with other values for its idle keys, one by one."""
    text = ""

    def line_of(key):
        """Return a line that the file could have as well; empty where it could not."""
        line = f"{key} = {json.dumps(KEYS[key](rng), ensure_ascii=False)}\n"
        try:
            load_rules(written(folder, text + line, base))
        except RuleError:
            return ""
        return line

    for key in rng.sample(sorted(KEYS), 14):
        text += line_of(key)
    idle = idle_keys(load_rules(written(folder, text, base)))
    keys = [key for key in KEYS if idle_part(key, idle) and f"\n{key} = " not in f"\n{text}"]
    return text, [line for line in map(line_of, keys) if line]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_no_idle_key_changes_what_a_hand_is_worth(tmp_path, seed):
    base = ("jipinghu", "tuidaohu")[seed % 2]
    text, lines = idle_variants(Random(seed), tmp_path, base)
    assert lines
    before = Side("a", load_rules(written(tmp_path, text, base)))
    for line in lines:
        after = Side("b", load_rules(written(tmp_path, text + line, base)))
        if any(weighed(change.key) for change in changed_keys(before.rules, after.rules)):
            assert diff(before, after).changed == 0, line


@pytest.fixture
def played(tmp_path, monkeypatch):
    """Return a function that gives the games played by what a rule file adds to a base."""
    monkeypatch.chdir(tmp_path)

    def games(text, base, number="3"):
        written(tmp_path, text, base)
        options = ("--games", number, "--seed", "7", "--rare", "-o", "games.jsonl")
        assert run(["simulate", "--rules", "house.toml", *options]) == 0
        return Path("games.jsonl").read_text("utf-8")

    return games


def test_a_factor_that_no_win_can_have_changes_no_deal(played):
    assert played("multipliers.last_discard = 2", "tuidaohu", "8") == played("", "tuidaohu", "8")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_no_idle_key_changes_a_game(tmp_path, played, seed):
    base = ("jipinghu", "tuidaohu")[seed % 2]
    text, lines = idle_variants(Random(seed), tmp_path, base)
    before = played(text, base)
    for line in lines:
        assert played(text + line, base) == before, line
