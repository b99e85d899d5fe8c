"""Why hands change: the keys named are needed and enough, and what no hand can show is told."""

from __future__ import annotations

import itertools
import re
from random import Random

import msgspec
import pytest
from random_rules import KEYS

from mjtool.census.changes import Between, steps_between, weighed
from mjtool.census.diff import Side, diff
from mjtool.errors import RuleError
from mjtool.hand import Hand
from mjtool.rules import load_rules
from mjtool.scoring import score
from mjtool.tiles import WINDS

JIPINGHU = Side("jipinghu", load_rules("jipinghu"))


def built(folder, text, name="house.toml"):
    """Return the side of a rule file with ``text``."""
    path = folder / name
    path.write_text(text, "utf-8")
    return Side(str(path), load_rules(path))


def causes(found):
    return {cause.keys for cause in found.causes}


def compared(folder, before, after, base="jipinghu"):
    extends = f'extends = "{base}"\n'
    one = built(folder, extends + before, "before.toml")
    return diff(one, built(folder, extends + after))


ALONE = [
    pytest.param("", "patterns.full_flush.outside = false", "jipinghu", id="outside"),
    pytest.param("", "patterns.all_pungs.enabled = false", "jipinghu", id="enabled"),
    pytest.param(
        "cap = 50\npatterns.half_flush_pungs.enabled = false",
        "cap = 50\npatterns.half_flush_pungs.enabled = false\npatterns.all_pungs.fallback = true",
        "jipinghu",
        id="fallback",
    ),
    pytest.param(
        "cap = 50",
        "cap = 50\npatterns.half_flush.absorbs = ['dragon_pung']",
        "jipinghu",
        id="absorbs",
    ),
    pytest.param("", "patterns.all_pungs.fan = 0", "jipinghu", id="fan"),
    pytest.param("", "patterns.full_flush.multiplier = 7", "tuidaohu", id="multiplier"),
    pytest.param("", "bonuses.self_draw.fan = 3", "jipinghu", id="bonus-fan"),
    pytest.param("", "bonuses.self_draw.enabled = false", "jipinghu", id="bonus-enabled"),
    pytest.param("", "cap = 2", "jipinghu", id="cap"),
    pytest.param("", "base = 3", "jipinghu", id="base"),
    pytest.param("", "value = 'linear'", "jipinghu", id="value"),
    pytest.param("", "limit.points = 4", "jipinghu", id="limit"),
    pytest.param("", "win.minimum_fan = 2", "jipinghu", id="minimum-fan"),
    pytest.param("", "win.minimum_points = 4", "jipinghu", id="minimum-points"),
    pytest.param(
        "win.minimum_fan = 2",
        "win = { minimum_fan = 2, events_count = false }",
        "jipinghu",
        id="events-count",
    ),
    pytest.param("", "multipliers.self_draw = 3", "jipinghu", id="self-draw-factor-by-fan"),
    pytest.param("", "multipliers.self_draw = 3", "tuidaohu", id="self-draw-factor"),
    pytest.param("", "multipliers.combine = 'product'", "tuidaohu", id="combine"),
    pytest.param("", "rounds.winds = false", "jipinghu", id="round-winds"),
    pytest.param("", "forms.seven_pairs = 'quads'", "jipinghu", id="seven-pairs"),
    pytest.param("", "forms.thirteen_orphans = false", "jipinghu", id="orphans"),
    pytest.param(
        "forms.seven_pairs = 'quads'",
        "forms.seven_pairs = 'quads'\nall_honors = 'any'",
        "jipinghu",
        id="all-honors",
    ),
    pytest.param(
        "patterns.nine_gates = { name = '九', fan = 9, outside = true }",
        "nine_gates = 'loose'\npatterns.nine_gates = { name = '九', fan = 9, outside = true }",
        "jipinghu",
        id="nine-gates",
    ),
    pytest.param(
        "value = 'table'\npoints = [1, 2]", "value = 'table'\npoints = [1, 5]", "jipinghu", id="pay"
    ),
]


@pytest.mark.parametrize(("before", "after", "base"), ALONE)
def test_the_key_with_an_effect_is_the_cause_and_those_beside_it_are_none(
    tmp_path, before, after, base
):
    # What scoring of the other kind would read, a name, and what acts at the table only.
    worth = "patterns.seven_pairs.fan" if base == "tuidaohu" else "patterns.chicken_hand.multiplier"
    chow = "true" if base == "tuidaohu" else "false"
    beside = f"multipliers.kong_draw = 3\nname = '别'\nclaims.chow = {chow}\n{worth} = 4\n"
    found = compared(tmp_path, before, beside + after, base)
    others = {"multipliers.kong_draw", "claims.chow", "name", worth}
    (key,) = {change.key for change in found.keys} - others
    assert causes(found) == {(key,)}
    assert found.changed > 0
    assert set(found.unmeasured) == {"multipliers.kong_draw", "claims.chow"}


def test_one_fallback_for_another_is_not_put_down_to_patterns_that_did_not_change(tmp_path):
    small = "[patterns.small_hand]\nname = '小'\nfan = 1\nfallback = true\n"
    moved = small + "[patterns.chicken_hand]\nenabled = false\n"
    assert causes(compared(tmp_path, "", moved)) == {("patterns.small_hand",)}


def test_a_table_of_points_is_a_cause_with_the_key_that_asks_for_it(tmp_path):
    found = compared(tmp_path, "", "value = 'table'\npoints = [1, 2, 3]\n")
    assert causes(found) == {("points", "value")}


def test_another_way_to_score_is_one_cause(tmp_path):
    found = diff(JIPINGHU, Side("tuidaohu", load_rules("tuidaohu")))
    assert {key for cause in found.causes for key in cause.keys} == {"scoring", "forms.seven_pairs"}


MANY = [
    pytest.param(
        "cap = 5\npatterns.full_flush = { fan = 6, outside = false }\nbonuses.self_draw.fan = 2\n",
        id="cap-and-outside",
    ),
    pytest.param(
        "value = 'linear'\nbase = 2\nlimit.points = 9\nwin.minimum_fan = 1\n"
        "patterns.all_pungs.fallback = true\n",
        id="value-limit-minimum",
    ),
    pytest.param(
        "forms.seven_pairs = 'quads'\npatterns.seven_pairs = { name = '七对', fan = 3 }\n"
        "multipliers.self_draw = 2\npatterns.half_flush.absorbs = ['self_draw', 'all_pungs']\n",
        id="form-and-pattern",
    ),
]


@pytest.mark.parametrize("text", MANY)
def test_the_causes_of_a_hand_are_enough_and_each_is_needed(tmp_path, text):
    house = built(tmp_path, 'extends = "jipinghu"\n' + text)
    found = diff(JIPINGHU, house, examples=3)
    keys = [change.key for change in found.keys]
    steps = {step.name: step for step in steps_between(JIPINGHU.rules, house.rules, keys)}
    between = Between(JIPINGHU.rules, house.rules)
    assert len(found.causes) > 1
    for cause in found.causes:
        for example in cause.examples:
            hand = Hand.parse(str(example.hand))

            def worth(rules, hand=hand, win=example.win):
                got = score(hand, rules, win, self_drawn=True, seat=WINDS[1], round=WINDS[0])
                return (got.fan, got.points) if got.won else None

            def fits(names, worth=worth):
                rules = between.rules([steps[name] for name in names])
                if rules is None:
                    return False
                old, new, here = worth(JIPINGHU.rules), worth(house.rules), worth(rules)
                if old is None or new is None:
                    return (here is None) == (new is None)
                return here == new

            assert fits(cause.keys)
            for fewer in itertools.combinations(cause.keys, len(cause.keys) - 1):
                assert not fits(fewer)


@pytest.mark.parametrize("seed", range(6))
def test_keys_that_are_not_weighed_change_no_hand_and_are_told(tmp_path, seed):
    rng = Random(seed)
    text = 'extends = "jipinghu"\n'
    for key, choice in KEYS.items():
        if weighed(key) or key.startswith("tiles."):
            continue
        value = choice(rng)
        line = f"{key} = {msgspec.json.encode(value).decode()}\n"
        try:
            built(tmp_path, text + line)
        except RuleError:  # some values fit no others
            continue
        if not isinstance(value, dict):
            text += line
    found = diff(JIPINGHU, built(tmp_path, text))
    assert found.changed == 0
    assert len(found.keys) > 10
    assert found.unmeasured == tuple(change.key for change in found.keys)


UNSEEN = [
    pytest.param("floor.kong_draw = 2", "floor.kong_draw", id="floor"),
    pytest.param("multipliers.kong_draw = 3", "multipliers.kong_draw", id="factor"),
    pytest.param("patterns.heavenly_hand.fan = 9", "patterns.heavenly_hand.fan", id="event"),
    pytest.param(
        "patterns.four_kongs = { name = '十八罗汉', fan = 9 }", "patterns.four_kongs", id="kongs"
    ),
    pytest.param(
        "patterns.full_flush.absorbs = ['kong_draw']", "patterns.full_flush.absorbs", id="absorbs"
    ),
]


@pytest.mark.parametrize(("text", "key"), UNSEEN)
def test_what_no_hand_of_the_census_shows_is_unmeasured(tmp_path, text, key):
    found = compared(tmp_path, "", text)
    assert found.unmeasured == (key,)


def test_unmeasured_keys_are_a_line_of_text(tmp_path, program):
    (tmp_path / "house.toml").write_text(
        'extends = "jipinghu"\nclaims.chow = false\nhorses.first = 2\nhorses.most = 4\n', "utf-8"
    )
    done = program("rules", "diff", "jipinghu", "house.toml", cwd=tmp_path)
    told = [line for line in done.stdout.splitlines() if line.startswith("not measured")]
    assert [line.partition(": ")[2] for line in told] == ["claims.chow, horses.first, horses.most"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_markdown_for_a_pull_request(tmp_path, program, lang):
    (tmp_path / "house.toml").write_text(
        'extends = "jipinghu"\nclaims.chow = false\n'
        "patterns.full_flush = { fan = 5, name = '清|@all' } # as `we` | they say\n",
        "utf-8",
    )
    arguments = ("rules", "diff", "jipinghu", "house.toml", "--output-format", "markdown")
    done = program(*arguments, "--lang", lang, "--examples", "1", cwd=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "**`jipinghu` → `house.toml`**"
    rows = [line for line in lines if line.startswith("| ")]
    cells = [re.split(r"(?<!\\)\|", row)[1:-1] for row in rows]
    assert [len(row) for row in cells] == [4] * len(rows)
    assert cells[2][0].strip() == "`patterns.full_flush.fan`"
    assert [cell.strip() for cell in cells[2][1:3]] == ["37,887", "1,318,878,012"]
    assert any("``as `we` \\| they say``" in row for row in rows)
    assert lines[-2].endswith("`claims.chow`")
    assert program(*arguments, "--json", cwd=tmp_path).returncode == 2


def test_markdown_stays_within_the_room_of_a_comment(tmp_path, program):
    done = program("rules", "diff", "tuidaohu", "jipinghu", "--output-format", "markdown")
    assert done.returncode == 0
    assert 0 < len(done.stdout) < 65_536
