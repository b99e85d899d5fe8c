"""``mjtool rules ask``: the fewest questions that tell rule files apart."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import jsonschema
import pytest
from fitted_variants import variant

from mjtool.asking.ask import ask
from mjtool.asking.pool import HANDS
from mjtool.census.diff import Side, diff
from mjtool.errors import MjtoolError, RequestError, RuleError
from mjtool.front import answer
from mjtool.hand import Hand, SetKind
from mjtool.render.ask import lines
from mjtool.rules import BUILTINS, load_rules
from mjtool.schemas import schema


def told(fields, rules):
    """Return what ``mjtool score`` says of a question."""
    try:
        found = answer("score", {**fields, "rules": rules}).to_dict()
    except MjtoolError:
        return None
    return tuple(
        json.dumps(found.get(key)) for key in ("won", "fan", "multiplier", "points", "payments")
    )


def apart(one, two):
    return one is not None and two is not None and one != two


def verify(files, found):
    """Hold that answers differ as said, no question is superfluous, equal pairs are equal."""
    assert {*((a, b) for a, b, _ in found.told), *((each.a, each.b) for each in found.alike)} == {
        *combinations(files, 2)
    }
    answers = [{file: told(each.fields, file) for file in files} for each in found.questions]
    for a, b, numbers in found.told:
        assert numbers
        differing = [at for at, by in enumerate(answers, 1) if apart(by[a], by[b])]
        assert list(numbers) == differing
    for at in range(1, len(found.questions) + 1):
        assert any(numbers == (at,) for _, _, numbers in found.told), at
    for pair in found.alike:
        assert not any(apart(by[pair.a], by[pair.b]) for by in answers)
        sides = [Side(name, load_rules(name)) for name in (pair.a, pair.b)]
        assert diff(*sides, 1).changed == 0


@pytest.mark.parametrize("pair", list(combinations(BUILTINS, 2)), ids="-".join)
def test_one_question_tells_two_families_apart(pair):
    found = ask(pair)
    verify(pair, found)
    assert len(found.questions) == 1


def test_all_families_at_once():
    found = ask(BUILTINS)
    verify(BUILTINS, found)
    assert found.alike == ()


def variants(folder, seed, number):
    files = []
    for at in range(number):
        inner = folder / str(at)
        inner.mkdir()
        files.append(variant(Random(f"{seed} {at}"), inner).rules.id)
    return files


@pytest.mark.parametrize("seed", range(2))
def test_random_variants(seed, tmp_path):
    files = variants(tmp_path, seed, 4)
    verify(files, ask(files))


@pytest.mark.slow
def test_ten_random_variants(tmp_path):
    files = variants(tmp_path, "ten", 10)
    verify(files, ask(files))


def test_play_that_no_hand_shows_is_named(tmp_path):
    path = tmp_path / "nearest.toml"
    path.write_text('extends = "jipinghu"\nname = "x"\nmultiple_wins = "nearest"\n', "utf-8")
    found = ask(["jipinghu", str(path)])
    assert found.questions == ()
    assert [pair.keys for pair in found.alike] == [("multiple_wins",)]


def test_a_rare_pattern_is_found_in_the_census(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "jipinghu"\nname = "x"\n[patterns.rare]\nname = "x"\nfan = 9\noutside = true\n'
        "when = \"stepped_pungs >= 4 and tiles('9s') >= 3 and pair_of('3z')\"\n",
        "utf-8",
    )
    found = ask(["jipinghu", str(path)])
    assert len(found.questions) == 1
    verify(["jipinghu", str(path)], found)


@pytest.mark.parametrize("hand", HANDS)
def test_the_hands_of_the_pool_are_complete(hand):
    found = Hand.parse(hand)
    assert sum(found.counts) + 3 * len(found.sets) == 14
    chows = any(each.kind == SetKind.CHOW for each in found.sets)
    rules = "jipinghu" if chows else "tuidaohu"
    assert answer("score", {"hand": hand, "self_drawn": True, "rules": rules}).score.won


def test_the_command(mjtool, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = mjtool("rules", "ask", "jipinghu", "tuidaohu", "--cases", "asked.jsonl")
    assert (code, err) == (0, "")
    assert out.startswith("1. ")
    assert "how many points, and who pays?" in out
    (case,) = map(json.loads, Path("asked.jsonl").read_text("utf-8").splitlines())
    assert case["expect"] == {"points": None}
    assert mjtool("check", "asked.jsonl", "--update")[0] == 0
    assert mjtool("check", "asked.jsonl")[0] == 0
    code, out, _ = mjtool("rules", "ask", "jipinghu", "tuidaohu", "--json")
    record = json.loads(out)
    jsonschema.validate(record, schema("rules-ask"))
    assert [each["rules"] for each in record["questions"][0]["answers"]] == record["files"]


def test_refusals(mjtool):
    with pytest.raises(RequestError):
        ask(["jipinghu", "jipinghu"])
    with pytest.raises(RuleError):
        ask(["jipinghu", "nothing"])
    assert mjtool("rules", "ask", "jipinghu")[0] == 2


def test_a_file_that_lacks_the_tile_leaves_the_question_to_the_others(tmp_path):
    """hongzhong_mil has no 6z, so nothing can be asked of it about the three dragons."""
    path = tmp_path / "house.toml"
    path.write_text(
        'extends = "tuidaohu"\nname = "x"\npatterns.big_three_dragons.enabled = false\n', "utf-8"
    )
    files = ["tuidaohu", str(path), "hongzhong_mil"]
    found = ask(files)
    verify(files, found)
    assert found.alike == ()
    (asked,) = (each for each in found.questions if each.tells((0, 1)))
    refused = found.to_dict("en")["questions"][found.questions.index(asked)]["answers"][2]
    assert refused["error"]["message"] == "the set of these rules has no 6z"
    assert "won" not in refused
    assert "hongzhong_mil the set of these rules has no 6z" in [
        " ".join(line.split()) for line in lines(found, "en")
    ]
