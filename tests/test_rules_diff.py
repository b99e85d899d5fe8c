"""The census of winning hands, and what a change of rules does to them."""

from __future__ import annotations

import json
import subprocess

import pytest
from inside import kernel_inside

from mjtool import kernel
from mjtool.census.diff import Side, diff
from mjtool.census.signatures import allowed, fact, field_of, signatures
from mjtool.census.worth import ROUND, SEAT
from mjtool.hand import Hand
from mjtool.patterns import PATTERNS, Circumstances, Facts
from mjtool.rules import load_rules
from mjtool.scoring import score
from mjtool.tiles import TILES, WINDS, Tile, Wind

STANDARD, ORPHANS, DISTINCT, QUADS = 1, 2, 4, 8


def totals(forms: int) -> tuple[int, int]:
    """Return hands and ways that win in one of ``forms``."""
    found = [each for each in signatures() if allowed(each.variants[0], forms)]
    return sum(each.hands for each in found), sum(each.ways for each in found)


@pytest.mark.parametrize(
    ("forms", "hands", "ways"),
    [
        pytest.param(STANDARD, 11_498_658, 11_353_128_141_498, id="four-sets-and-a-pair"),
        pytest.param(ORPHANS, 13, 1_308_622_848, id="thirteen-orphans"),
        pytest.param(DISTINCT, 5_379_616, 1_505_948_184_576, id="seven-different-pairs"),
        pytest.param(QUADS, 16_417_104, 1_569_298_171_584, id="seven-pairs"),
        pytest.param(STANDARD | ORPHANS, 11_498_671, 11_354_436_764_346, id="jipinghu"),
        pytest.param(STANDARD | ORPHANS | QUADS, 27_907_837, 12_922_416_496_752, id="tuidaohu"),
    ],
)
def test_the_census_has_the_known_totals(forms, hands, ways):
    assert totals(forms) == (hands, ways)


@pytest.mark.parametrize("name", ["jipinghu", "xinmajiang", "tuidaohu"])
def test_the_known_totals_are_those_of_the_families(name):
    known = {"tuidaohu": 27_907_837}
    assert totals(load_rules(name).form_mask)[0] == known.get(name, 11_498_671)


def test_hands_that_are_seven_pairs_and_four_sets_are_counted_once():
    both = [
        each
        for each in signatures()
        if allowed(each.variants[0], STANDARD) and allowed(each.variants[0], QUADS)
    ]
    assert (sum(each.hands for each in both), sum(each.ways for each in both)) == (
        7_938,
        1_318_439_178,
    )


@pytest.mark.parametrize(
    ("pattern", "ways"),
    [
        ("all_pungs", 2_137_006_080),
        ("full_flush", 1_321_781_052),
        ("big_three_dragons", 16_137_216),
        ("all_honors", 161_280),
        ("all_terminals", 46_080),
        ("big_four_winds", 46_080),
        # Not in the published table in this sense; counted by hand below.
        ("mixed_terminals", 9_676_800),
        ("little_three_dragons", 265_510_656),
        ("little_four_winds", 2_248_704),
    ],
)
def test_ways_of_each_pattern_in_some_reading(pattern, ways):
    found = sum(
        each.ways
        for each in signatures()
        if any(
            PATTERNS[pattern](Facts(word, Circumstances(self_drawn=True)))
            for words in each.variants
            for word in allowed(words, STANDARD)
        )
    )
    assert found == ways


def test_mixed_terminals_with_seven_pairs_is_the_published_figure():
    pairs = sum(
        each.ways
        for each in signatures()
        for word in allowed(each.variants[0], DISTINCT)
        if field_of(word, "form") == 1
        and not field_of(word, "simples")
        and field_of(word, "terminals")
        and field_of(word, "honors")
    )
    assert 9_676_800 + pairs == 489_767_040


def test_little_dragons_and_winds_by_hand():
    # Two dragon pungs and the third as the pair, then two sets of everything else; three wind
    # pungs and the fourth as the pair, then one set. 484 and 65,272 are the ways of one and of
    # two sets in a suit, 4 those of an honor pung.
    one, two = 484, 65_272
    two_sets = 3 * two + 3 * one * one + 3 * one * 4 * 4 + 6 * 4 * 4
    assert 3 * 4 * 4 * 6 * two_sets == 265_510_656
    assert 4 * 4**3 * 6 * (3 * one + 3 * 4) == 2_248_704


def test_one_suit_has_the_known_numbers():
    suit = fact("suits", 1)
    found = [
        each
        for each in signatures()
        if any(
            field_of(word, "suits") == 1 and not field_of(word, "honors")
            for word in allowed(each.variants[0], STANDARD)
        )
    ]
    assert suit
    assert sum(each.hands for each in found) == 13_259
    assert sum(each.ways for each in found) == 440_593_684


def test_every_example_has_the_signature_it_stands_for():
    for each in signatures():
        seen = {
            tuple(sorted(set(kernel.facts(each.example, b"", win, STANDARD | ORPHANS | QUADS))))
            for win in range(34)
            if each.example[win]
        }
        assert seen == {tuple(sorted(words)) for words in each.variants}


def variant(folder, name, text):
    """Write a rule file and return it as a side."""
    path = folder / name
    path.write_text(text, "utf-8")
    return Side(str(path), load_rules(path))


def built_in(name):
    """Return a built-in as a side."""
    return Side(name, load_rules(name))


FULL_FLUSH_5 = 'extends = "jipinghu"\n[patterns.full_flush]\nfan = 5\n'
HOUSE = """extends = "tuidaohu"
forms.seven_pairs = "distinct"
[patterns.half_flush]
name = "混一色"
multiplier = 2
"""


def test_full_flush_raised_by_a_fan(tmp_path):
    found = diff(built_in("jipinghu"), variant(tmp_path, "house.toml", FULL_FLUSH_5))
    assert [tuple(change) for change in found.keys] == [("patterns.full_flush.fan", 4, 5)]
    assert (found.hands, found.changed, found.ways_changed) == (11_498_671, 37_887, 1_318_878_012)
    (cause,) = found.causes
    assert cause.keys == ("patterns.full_flush.fan",)
    for example in cause.examples:
        assert (example.a.fan, example.b.fan) == (4, 5)


def test_hands_are_those_that_win_on_either_side(tmp_path):
    house = variant(tmp_path, "house.toml", HOUSE)
    found = diff(built_in("tuidaohu"), house)
    assert found.hands == 27_907_837
    # Four alike as two pairs, without those that are seven different pairs or four sets.
    lost = 16_417_104 - 5_379_616 - 7_938
    by_cause = {cause.keys: cause for cause in found.causes}
    no_win = by_cause["forms.seven_pairs",]
    assert no_win.hands >= lost
    assert any(not example.b.won or example.b.points == 2 for example in no_win.examples)
    assert by_cause["patterns.half_flush",].hands > 0
    assert found.changed == sum(cause.hands for cause in found.causes)


def test_a_narrower_rule_loses_just_the_hands_of_its_form(tmp_path):
    house = variant(tmp_path, "house.toml", 'extends = "tuidaohu"\nforms.seven_pairs = "no"\n')
    found = diff(built_in("tuidaohu"), house)
    # Of the 7,938 that are four sets too, those that are a big hand anyway do not change.
    assert 16_417_104 - 7_938 <= found.changed <= 16_417_104
    assert {cause.keys for cause in found.causes} == {("forms.seven_pairs",)}


def test_the_diff_is_the_same_from_the_other_side(tmp_path):
    a, b = built_in("jipinghu"), built_in("xinmajiang")
    there, back = diff(a, b), diff(b, a)
    assert (there.changed, there.ways_changed) == (back.changed, back.ways_changed)
    turned = {(key, new, old) for key, old, new in back.keys}
    assert {tuple(change) for change in there.keys} == turned


def test_keys_that_touch_no_hand_change_none(tmp_path):
    house = variant(tmp_path, "house.toml", 'extends = "tuidaohu"\nhorses.funding = "mirror"\n')
    found = diff(built_in("tuidaohu"), house)
    assert [tuple(change) for change in found.keys] == [("horses.funding", "bank", "mirror")]
    assert found.changed == 0
    assert found.differs


def test_without_round_winds_no_pung_of_the_east_counts(tmp_path):
    house = variant(tmp_path, "house.toml", 'extends = "jipinghu"\nrounds.winds = false\n')
    found = diff(built_in("jipinghu"), house)
    assert {cause.keys for cause in found.causes} == {("rounds.winds",)}
    for example in found.causes[0].examples:
        assert example.hand.counts[Tile.EAST] >= 3
        assert example.a.fan - example.b.fan == 1


def test_examples_can_be_checked_with_score(tmp_path):
    a, b = built_in("jipinghu"), built_in("xinmajiang")
    for cause in diff(a, b, examples=2).causes:
        for example in cause.examples:
            hand = Hand.parse(str(example.hand))
            for side, told in ((a, example.a), (b, example.b)):
                again = score(
                    hand, side.rules, example.win, self_drawn=True, seat=WINDS[1], round=WINDS[0]
                )
                assert (again.fan, again.points) == (told.fan, told.points)
            assert (example.a.fan, example.a.points) != (example.b.fan, example.b.points)


def test_the_command_gives_the_fields_of_the_documentation(tmp_path, program):
    (tmp_path / "house.toml").write_text(FULL_FLUSH_5, "utf-8")
    arguments = ("rules", "diff", "jipinghu", "house.toml", "--json", "--examples", "1")
    done = program(*arguments, cwd=tmp_path)
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert list(found)[:7] == ["a", "b", "keys", "hands", "changed", "ways_changed", "examples"]
    assert (found["a"], found["b"]) == ("jipinghu", "house.toml")
    assert found["keys"] == [{"key": "patterns.full_flush.fan", "a": 4, "b": 5}]
    assert found["changed"] == 37_887
    (example,) = found["examples"]
    assert list(example) == ["hand", "win", "a", "b"]
    assert program(*arguments, "--exit-code", cwd=tmp_path).returncode == 1
    assert program("rules", "diff", "jipinghu", "jipinghu", "--exit-code").returncode == 0
    assert program("rules", "diff", "jipinghu", "nothing.toml").returncode == 2


def test_two_git_revisions_of_one_file(tmp_path, program):
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(
            ["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True
        )

    git("init", "-q")
    (tmp_path / "rules").mkdir()
    house, base = tmp_path / "rules" / "house.toml", tmp_path / "base.toml"
    base.write_text('extends = "jipinghu"\ncap = 4 # as ever\n', "utf-8")
    house.write_text('extends = "../base.toml"\n', "utf-8")
    git("add", ".")
    git("commit", "-qm", "one")
    base.write_text('extends = "jipinghu"\ncap = 5\n', "utf-8")
    git("commit", "-qam", "two")
    for a, b in (("house.toml@HEAD~1", "house.toml"), ("house.toml@HEAD~1", "house.toml@HEAD")):
        done = program("--root", "..", "rules", "diff", a, b, "--json", cwd=tmp_path / "rules")
        found = json.loads(done.stdout)
        assert found["keys"] == [{"key": "cap", "a": 4, "b": 5}]
        assert found["sources"] == {"cap": {"a": "as ever"}}
        assert found["changed"] > 0
    for wrong in ("house.toml@HEAD~7", "nothing.toml@HEAD", "house.toml@--help"):
        done = program("--root", "..", "rules", "diff", wrong, "house.toml", cwd=tmp_path / "rules")
        assert done.returncode == 2
        assert done.stderr.startswith(f"error: {wrong}: cannot be read from git: ")


def test_the_circumstances_are_those_of_the_documentation():
    assert (SEAT, ROUND) == (Wind.SOUTH, Wind.EAST)
    assert str(TILES[0]) == "1m"


@pytest.mark.slow
def test_the_census_is_what_a_visit_to_every_hand_finds():
    def shown(counts: bytes) -> frozenset[tuple[int, ...]]:
        return frozenset(
            tuple(sorted(set(kernel.facts(counts, b"", win, STANDARD | ORPHANS | QUADS))))
            for win in range(34)
            if counts[win]
        )

    visited = {
        shown(example): (hands, ways) for example, hands, ways in kernel_inside.visit_all_hands()
    }
    census = {
        frozenset(tuple(sorted(words)) for words in each.variants): (each.hands, each.ways)
        for each in signatures()
    }
    assert visited == census
    assert len(census) == len(signatures())
    assert sum(hands for hands, _ in visited.values()) == 27_907_837


def test_an_added_pattern_is_told_without_its_defaults(program):
    done = program("rules", "diff", "tuidaohu", "jipinghu", "--examples", "0")
    keys = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("  patterns.")]
    added = [key for key in keys if key.startswith("patterns.half_flush.")]
    assert added == [f"patterns.half_flush.{key}" for key in ("name", "name_en", "fan")]
    assert "patterns.full_flush.outside" in keys  # a pattern on both sides
    assert "(self-drawn, no fixed sets; " in done.stdout
