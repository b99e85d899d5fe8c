"""A near name is near, or none is named."""

from __future__ import annotations

import pytest
from work import counted

from mjtool import MjtoolError, RuleError, load_rules, score
from mjtool.errors import nearest
from mjtool.rules import BUILTINS
from mjtool.wording import of_value


@pytest.mark.parametrize(
    ("name", "known", "near"),
    [
        pytest.param("caes", ["case"], "case", id="swapped"),
        pytest.param("patern", ["pattern"], "pattern", id="left-out"),
        pytest.param("diff_", ["diff"], "diff", id="underscore"),
        pytest.param("--self-draw", ["--self-drawn", "--seat"], "--self-drawn", id="end"),
        pytest.param("--Seat", ["--seat"], "--seat", id="case"),
        pytest.param("kong-draw", ["kong_draw"], "kong_draw", id="dash"),
        pytest.param("jipinhu", BUILTINS, "jipinghu", id="rules"),
        pytest.param("海底捞", ["海底捞月", "抢杠"], "海底捞月", id="chinese"),
        pytest.param("sim", ["score", "simulate"], "simulate", id="beginning"),
        pytest.param("--visible", ["--liable", "--explain"], None, id="visible-is-not-liable"),
        pytest.param("--seed", ["--seat"], None, id="two-of-four"),
        pytest.param("win", ["won", "why"], "won", id="one-of-three"),
        pytest.param("to", ["go"], None, id="too-short"),
        pytest.param("s", ["score"], None, id="beginning-too-short"),
        pytest.param("foo", ["score", "waits"], None, id="nothing-like-it"),
        pytest.param("ex", ["extends", "examples"], None, id="two-begin-so"),
        pytest.param("ext", ["extend", "extends"], None, id="two-begin-so-too"),
        pytest.param("", ["a"], None, id="empty"),
        pytest.param("a", [], None, id="nothing-known"),
    ],
)
def test_near(name, known, near):
    assert nearest(name, known) == near


def test_a_huge_name_is_near_nothing_at_once():
    with counted() as work:
        assert nearest("x" * 100_000, ["pattern"] * 50) is None
    assert work.steps < 2 * 100_000


@pytest.mark.parametrize("name", BUILTINS)
def test_a_misspelt_rule_set(name, tmp_path):
    with pytest.raises(RuleError, match=rf"did you mean '{name}'\?"):
        load_rules(name[:-1])
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "{name}u"\n', "utf-8")
    with pytest.raises(RuleError, match=rf"did you mean '{name}'\?"):
        load_rules(house)


def test_a_misspelt_value_of_a_key(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\nkong_chain = "last_olny"\n', "utf-8")
    with pytest.raises(RuleError, match=r"did you mean 'last_only'\?"):
        load_rules(house)


def test_a_value_like_no_other():
    told = of_value("Invalid enum value 'zzz'", ["left", "right"])
    assert told.text() == "'zzz' is none of left, right"


@pytest.mark.parametrize(
    ("call", "near"),
    [
        pytest.param({"events": ["kong_drw"]}, "kong_draw", id="event"),
        pytest.param({"rules": "jipinhu"}, "jipinghu", id="rules"),
    ],
)
def test_a_misspelt_word_from_python(call, near):
    asked = {"hand": "123m456p789s11122z", "rules": "jipinghu", "self_drawn": True, **call}
    with pytest.raises(MjtoolError, match=rf"did you mean '{near}'\?"):
        score(**asked)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        pytest.param("scroe", "score", id="command"),
        pytest.param("rules shw x", "show", id="command-below"),
        pytest.param("score x --evnt y", "--event", id="option"),
        pytest.param("score x --event kong_drw", "kong_draw", id="event"),
        pytest.param("score x --rules jipinhu", "jipinghu", id="rules"),
        pytest.param("rules show tuidaoh", "tuidaohu", id="argument"),
        pytest.param("rules new - --extends xinmajang", "xinmajiang", id="extends"),
        pytest.param("score x --kong E:exposd", "exposed", id="kong"),
        pytest.param("simulate --players gredy", "greedy", id="style"),
        pytest.param("schema rules-shw", "rules-show", id="output"),
        pytest.param("waits x --tiles wrds", "words", id="choice"),
    ],
)
def test_a_misspelt_word_on_the_command_line(line, near, mjtool):
    code, out, err = mjtool(*line.split())
    assert (code, out) == (2, "")
    assert f"(did you mean '{near}'?)" in err


def test_a_misspelt_pattern_in_a_rule_file(tmp_path, mjtool):
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\n[patterns.full_flsh]\nfan = 3\n', "utf-8")
    assert "(did you mean 'full_flush'?)" in mjtool("rules", "validate", str(house))[2]
