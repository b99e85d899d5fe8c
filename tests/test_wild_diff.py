"""``rules diff`` where a side has wild tiles: exact by their number, or a sample that says so."""

import pytest

from mjtool import load_rules
from mjtool.census import wild
from mjtool.census.diff import Held, Side, diff
from mjtool.census.wild import _Table, settled
from mjtool.render.diff import diff_lines, markdown_lines

RED = 'extends = "jipinghu"\nwild.tiles = ["7z"]\n'
FLUSH = "[patterns.full_flush]\nfan = 5\n"
OWN = '[patterns.hidden]\nname = "暗"\nwhen = "concealed_pungs >= 2"\nfan = 1\n'


@pytest.fixture
def house(tmp_path):
    def written(text, name="house"):
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
        return load_rules(str(tmp_path / f"{name}.toml"))

    return written


@pytest.fixture
def one_wild(monkeypatch):
    monkeypatch.setattr(wild, "MOST", 1)


def test_the_same_wild_tile_on_both_sides(house, one_wild):
    found = diff(Side("a", house(RED, "a")), Side("b", house(RED + FLUSH, "b")))
    assert found.held == (
        Held(0, 10_355_541, 37_887, 1_318_878_012),
        Held(1, 49_451_412, 114_537, 13_142_171_232),
    )
    assert (found.hands, found.changed) == (59_806_953, 152_424)
    assert [cause.keys for cause in found.causes] == [("patterns.full_flush.fan",)]
    text = "\n".join(diff_lines(found, 1, "en"))
    assert "  1 wild tile: 114,537 of 49,451,412 hands change (13,142,171,232 ways)\n" in text
    assert "- 1张鬼牌：" in "\n".join(markdown_lines(found, 1, "zh"))
    assert [each["wilds"] for each in found.to_dict()["by_wilds"]] == [0, 1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("jipinghu", RED, id="plain-and-wild"),
        pytest.param(RED, RED + OWN, id="own"),
        pytest.param(RED + 'wild.copies = "any"\n' + OWN, RED + 'wild.copies = "any"\n', id="any"),
    ],
)
def test_a_sample_says_what_the_walk_says(house, monkeypatch, one, other):
    monkeypatch.setattr(wild, "SAMPLE", 300)
    sides = [
        load_rules(text) if "=" not in text else house(text, str(at))
        for at, text in enumerate((one, other))
    ]
    table = _Table(*map(settled, sides))
    walked, _ = table.walk(1)
    sampled = table.sample(1)
    assert sampled.hands == walked.hands
    changed, about = (sum(each.hands for each in split.changes) for split in (walked, sampled))
    assert abs(changed - about) <= 4 * sampled.error + 1e-4 * walked.hands


def test_other_wild_tiles_are_sampled(house, one_wild, monkeypatch):
    monkeypatch.setattr(wild, "SAMPLE", 100)
    white = 'extends = "jipinghu"\nwild.tiles = ["5z"]\n'
    found = diff(Side("a", house(RED, "a")), Side("b", house(white, "b")))
    assert [each.sample for each in found.held] == [None, 100]
    assert "by a sample of 100 hands, standard error" in "\n".join(diff_lines(found, 1, "en"))


def test_an_indicator_that_nobody_told_leaves_hands_without_wild_tiles(house):
    turned = 'extends = "jipinghu"\nwild.indicator = "next"\nmultipliers.no_wild = 2\n'
    found = diff(Side("a", load_rules("jipinghu")), Side("b", house(turned)))
    assert [(each.wilds, each.hands, each.changed) for each in found.held] == [
        (0, 11_498_671, 11_498_671)
    ]
    assert found.unmeasured == ("wild.indicator",)


@pytest.mark.slow
def test_four_wild_tiles_win_whatever_the_rest(house):
    four = RED + 'wild.four_win = "any_time"\n[patterns.four_wilds]\nname = "四鬼"\nfan = 4\n'
    table = _Table(house(RED, "a"), house(four, "b"))
    found, _ = table.walk(4)
    numbers = [1]
    for _ in range(33):  # ten natural tiles of 33 kinds
        numbers = [sum(numbers[max(0, n - 4) : n + 1]) for n in range(11)]
    assert found.hands == numbers[10]
