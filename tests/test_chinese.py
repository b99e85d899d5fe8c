"""Chinese all the way: one word for each thing, full-width punctuation, nothing left in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mjtool.messages import texts

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8").partition("## Chinese words")[2]
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", GLOSSARY, re.MULTILINE)[2:]
REFUSED = [word for _, _, words in ROWS for word in words.split()]

MARKS = re.compile(r"^\s*\S+:\d+:|^::\w+ .*?::|[\[(][0-9]+[mpsz]\+?[\])]|\[[^\]]*\]")
"""What stays as it is: the place of a fault, notation, and what a rule file says of a value."""
HALF = re.compile(r"[\u4e00-\u9fff] ?[,;:?!()]|[,;:?!()] ?[\u4e00-\u9fff]")
"""Punctuation of half width beside a Chinese character."""

PAGES = sorted([*ROOT.glob("*.zh.md"), *(ROOT / "docs").glob("*.zh.md")])


def test_the_glossary_has_its_words():
    assert {"和牌", "配牌", "鸣牌", "读法", "欢乐豆"} <= set(REFUSED)
    chosen = [word for _, words, _ in ROWS for word in words.split(", ")]
    assert {"胡", "金币", "座位", "牌局记录"} <= set(chosen)
    assert set(REFUSED).isdisjoint(chosen)


@pytest.mark.parametrize("word", REFUSED)
def test_no_message_and_no_page_uses_another_word(word):
    assert [key for key, text in texts("zh").items() if word in text] == []
    assert [page.name for page in PAGES if word in page.read_text("utf-8")] == []


def test_messages_have_full_width_punctuation():
    told = texts("zh").items()
    # what is written on a command line keeps its own
    told_ = [(key, MARKS.sub("", text)) for key, text in told if not key.startswith("metavar.")]
    wrong = [key for key, text in told_ if HALF.search(text)]
    assert wrong == []
    between = re.compile(r"\}[:;!?]|[,;:!?] ?\{")
    place = "{file}:{line}"  # as editors and terminals know it
    assert [key for key, text in told if between.search(text.replace(place, ""))] == []


BROKEN = """\
{"id": "pungs", "do": "score", "hand": "[222p]333m444888s55z", "expect": {"fan": 3}}
{"id": "do", "do": "scor", "hand": "11122233345688p", "expect": {"fan": 4}}
{"id": "key", "do": "score", "hand": "11122233345688p", "expect": {"fn": 4}}
{"id": "waits", "do": "waits", "hand": "2223m456p789s555z", "expect": {"total": 4}}
"""
HOUSE = 'extends = "jipinghu"\n[patterns.full_flush]\nfan = 5\n'
WRONG = 'extends = "jipinghu"\n[kong]\nadd = 1\n[patterns.ful_flush]\nfan = 3\n'

LINES = [
    "score [222p]333m444888s55z --explain --seat S --from E --room 5,1 --liable W",
    "score (1111m)456m789p11222z --self-drawn --event kong_draw",
    "score 11122233345688p --rules house.toml --explain",
    "score 123m456p789s1122z",
    "score 123m",
    "score 1x",
    "score 123m456p789s11222z --seat Q",
    "score 123m456p789s11222z --event foo",
    "score 123m456p789s11222z --rules jipinhu",
    "score 123m456p789s11222z --rules nowhere.toml",
    "score --nope",
    "score",
    "nope",
    "waits 123m456p789s11222z",
    "waits 123m456p789s1122z",
    "waits [444z][111z][555z][777z]4z",
    "efficiency 123m456p78s11227z --improvements --targets",
    "efficiency 123566789m45699s --draws 3",
    "rules list",
    "rules validate house.toml",
    "rules validate wrong.toml",
    "rules new . --extends jipinghu",
    "rules new new.toml --extends jipinghu",
    "check cases.jsonl",
    "check cases.jsonl -q",
    "check cases.jsonl --output-format github",
    "check cases.jsonl --output-format tap",
    "check nowhere.jsonl",
    "replay game.jsonl --table --score-as xinmajiang",
    "replay broken.jsonl",
    "replay broken.jsonl --output-format github",
    "replay nowhere.jsonl",
    "convert nowhere.jsonl",
    "render 1m2",
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory, program):
    """Return a folder with rules, cases and logs, right ones and wrong ones."""
    folder = tmp_path_factory.mktemp("desk")
    game = program("simulate", "--seed", "7", "--hands", "3", "--rare").stdout
    broken = game.replace('"points":[', '"points":[1').replace('"fan":1', '"fan":2')
    lines = broken.splitlines(keepends=True)
    files = {"game.jsonl": game, "broken.jsonl": "".join(lines[:4] + lines[5:]) + "nonsense\n"}
    files |= {"cases.jsonl": BROKEN, "house.toml": HOUSE, "wrong.toml": WRONG}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("line", LINES)
def test_what_is_told_has_full_width_punctuation(mjtool, monkeypatch, desk, line):
    monkeypatch.chdir(desk)
    (desk / "new.toml").unlink(missing_ok=True)
    _, out, err = mjtool(*line.split(), "--lang", "zh")
    told = [MARKS.sub("", each) for each in (out + err).splitlines()]
    assert [each for each in told if HALF.search(each)] == []
    assert err == "" or err.startswith(("错误：", "提示："))
    assert any("\u4e00" <= char <= "\u9fff" for char in out + err)


def test_seats_are_called_in_chinese(mjtool):
    line = ("score", "[222p]333m444888s55z", "--self-drawn", "--seat", "南", "--lang", "zh")
    assert "收付：东 -8  南 +24  西 -8  北 -8" in mjtool(*line)[1]
    assert '"seat":"S"' in mjtool(*line, "--json")[1]  # ids never change
    wrong = mjtool("score", "1m", "--seat", "中", "--lang", "zh")[2]
    assert wrong == "错误：--seat：'中' 不在 东、南、西、北 之内（见 mjtool score --help）\n"
