"""Own patterns as a rules team meets them: the page that tells of them, and what files offer."""

import re
import runpy
from pathlib import Path

import pytest

from mjtool import Hand, load_rules, score
from mjtool.rules import BUILTINS
from mjtool.rules.review import review
from mjtool.rules.variant import variant_text

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = (DOCS / "own-patterns.md").read_text("utf-8")

SHOWN = {
    "全带幺": ("123m789p999s11122z", "123m456p999s11122z"),
    "断幺": ("234m456p678s22888p", "123m456p678s22888p"),
    "缺一门": ("234m456p678p22888p", "234m456p678s22888p"),
    "五门齐": ("123m456p789s11155z", "123m456p789s11122z"),
    "三暗刻": ("111m222p333s45699m", "111m222p456s45699m"),
    "三节高": ("111222333m45699p", "111222444m45699p"),
    "将一色": ("222555888m222p55s", "222555888m222p44s"),
    "独钓": ("123m456p789s11122z", "123m456p789s22111z"),
    "全求人": ("[123m][456p][789s][111z]22z", "[123m][456p][789s]11122z"),
    "双豪华七对": ("11112222m3355p77z", "1111m2233p445577z"),
    "四归一": ("1111m23m456p78999s", "111m234m456p78999s"),
    "箭刻": ("123m456p99s555666z", "123m456p99s111222z"),
    "两般高": ("112233m556677p99s", "123456m567789p99s"),
}
"""For each row of the page a hand that shows it, its last tile winning, and one that does not."""

ROWS = re.findall(r"^\| (\S+) \| `(when|times)` \| `(.+)` \|$", PAGE, re.MULTILINE)


@pytest.fixture
def table(tmp_path):
    """Return a function that loads rules of a text."""

    def loaded(text):
        (tmp_path / "table.toml").write_text(text, "utf-8")
        return load_rules(str(tmp_path / "table.toml"))

    return loaded


def test_the_page_has_every_name_as_the_language_has_it():
    assert runpy.run_path(str(DOCS / "write_own_patterns.py"))["page"]() == PAGE


def test_every_row_of_the_page_has_hands():
    assert [name for name, _, _ in ROWS] == list(SHOWN)


@pytest.mark.parametrize(("name", "key", "expression"), ROWS, ids=[row[0] for row in ROWS])
def test_what_the_page_calls_a_pattern_is_one(table, name, key, expression):
    section = "patterns" if key == "when" else "bonuses"
    rules = table(
        'extends = "jipinghu"\n[forms]\nseven_pairs = "quads"\n[patterns.seven_pairs]\n'
        f'name = "七对"\nfan = 0\n[{section}.asked]\nname = "{name}"\nfan = 1\n'
        f'{key} = "{expression}"'
    )
    for text, shown in zip(SHOWN[name], (True, False), strict=True):
        hand = Hand.parse(text)
        found = score(hand, rules, hand.last, self_drawn=name != "全求人")
        assert found.won
        assert ("asked" in found.pattern_ids) is shown, text


def test_a_number_below_0_is_0_for_whoever_asks(table):
    rules = table("""
        extends = "jipinghu"
        bonuses.fewer = {name = "少", times = "chows - 3", fan = 1}
        bonuses.more = {name = "多", times = "fewer + 1", fan = 1}
        bonuses.still = {name = "也", times = "2 - pungs * (0 - fewer + 1)", fan = 1}
        patterns.none = {name = "无", when = "fewer < 0", fan = 1}
    """)

    def earned(text):
        counted = score(Hand.parse(text), rules, self_drawn=False).verdict.winner.counted
        return {each.id: each.times for each in counted if each.id in (*rules.bonuses, "none")}

    assert earned("[111m]222m333p444s55z") == {"more": 1}
    assert earned("[123m]123p456s678s55z") == {"fewer": 1, "more": 2, "still": 2}


BLOCK = re.compile(r"^# (\[(?:patterns|bonuses)\.\w+\].*\n(?:# \w+ = .*\n)+)", re.MULTILINE)


@pytest.mark.parametrize("base", BUILTINS)
def test_everything_that_a_new_file_offers_can_be_taken(base, tmp_path):
    text = variant_text(base, base)
    blocks = [match[1].replace("\n# ", "\n") for match in BLOCK.finditer(text)]
    assert sum("when = " in block for block in blocks) == 1
    assert sum("times = " in block for block in blocks) == 1
    file = tmp_path / "house.toml"
    for block in blocks:
        file.write_text(f"{text}\n{block}", "utf-8")
        found = review(str(file))
        assert found.rules is not None, (block, found)
