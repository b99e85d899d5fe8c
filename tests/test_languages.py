"""Every language tells everything, and a further one is a file."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mjtool
from mjtool import messages
from mjtool.cli import values
from mjtool.messages import LANGUAGES, language_of, own_texts, text, texts
from mjtool.notation import NAMES, tile_name
from mjtool.render import look
from mjtool.render.look import Look
from mjtool.rules import BUILTINS, load_rules

ROOT = Path(__file__).resolve().parent.parent
HANT = runpy.run_path(str(ROOT / "translations" / "zh_hant.py"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_left_untranslated(lang):
    """What a language does not tell itself would be told in another: here none is."""
    assert sorted(set(texts("en")) - set(own_texts(lang))) == []
    shorter = messages.fallback(lang)
    assert sorted(set(texts(shorter or lang)) - set(own_texts(lang))) == []


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_no_message_is_english_in_another_language(lang):
    said = {
        key: re.sub(r"\{[^}]*\}|`[^`]*`|\S*_\S*", "", each) for key, each in texts(lang).items()
    }
    words = {key: re.findall(r"[a-z]{3,}", each) for key, each in said.items()}
    same = [
        key for key, each in own_texts(lang).items() if words[key] and texts("en").get(key) == each
    ]
    assert same == []


def test_the_traditional_texts_are_those_of_the_converter():
    assert own_texts("zh-hant") == HANT["written"](), "run: make languages"


@pytest.mark.parametrize(("simplified", "wanted"), sorted(HANT["OWN"].items()))
def test_the_game_s_own_words(simplified, wanted):
    """The words of the table are so in every text that has them, and nowhere otherwise."""
    assert HANT["traditional"](simplified) == wanted
    for key, each in texts("zh").items():
        if simplified in each and key in own_texts("zh-hant"):
            assert wanted in own_texts("zh-hant")[key], key


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        pytest.param("三家胡同一张牌", "三家胡同一張牌", id="no-lane"),
        pytest.param("十三幺", "十三幺", id="orphans"),
        pytest.param("抢杠，杠上开花", "搶槓，槓上開花", id="kongs"),
        pytest.param("清一色、对对胡、鸡胡", "清一色、對對胡、雞胡", id="patterns"),
        pytest.param("余下的后面，手里只有一张", "餘下的後面，手裏只有一張", id="one-for-many"),
        pytest.param("东南西北白发中", "東南西北白發中", id="honors"),
        pytest.param("没有", "沒有", id="everyday"),
    ],
)
def test_words_in_traditional_chinese(said, wanted):
    assert HANT["traditional"](said) == wanted


ALIKE = {"干"}
"""Of the characters that are two in Traditional Chinese, those that are themselves one of them."""


def test_nothing_simplified_is_left_in_traditional_chinese():
    left = {
        (key, char)
        for key, each in own_texts("zh-hant").items()
        for char in set(each) - ALIKE
        if HANT["converter"]().convert(char) != char
    }
    assert left == set()


@pytest.mark.parametrize("name", BUILTINS)
def test_rule_sets_are_named_in_every_language(name):
    rules = load_rules(name)
    for id in (*rules.patterns, *rules.bonuses):
        chinese = rules.label(id, "zh")
        assert rules.label(id, "zh-hant") == HANT["traditional"](chinese)
        assert rules.label(id, "en").isascii()
        assert not chinese.isascii()


def test_a_name_of_one_s_own_stays_as_it_is_written(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\n[patterns.full_flush]\nname = "我们的"\n', "utf-8")
    assert load_rules(str(house)).label("full_flush", "zh-hant") == "我们的"


@pytest.mark.parametrize(
    ("locale", "lang"),
    [
        pytest.param("zh_CN.UTF-8", "zh", id="mainland"),
        pytest.param("zh", "zh", id="bare"),
        pytest.param("zh_SG", "zh", id="singapore"),
        pytest.param("zh_TW.UTF-8", "zh-hant", id="taiwan"),
        pytest.param("zh_HK", "zh-hant", id="hong-kong"),
        pytest.param("zh_MO.UTF-8", "zh-hant", id="macau"),
        pytest.param("zh-Hant", "zh-hant", id="script"),
        pytest.param("en_GB.UTF-8", "en", id="english"),
        pytest.param("de_DE", "en", id="another"),
        pytest.param("C", "en", id="none"),
        pytest.param("", "en", id="empty"),
    ],
)
def test_the_language_of_a_locale(locale, lang):
    assert language_of(locale) == lang


@pytest.mark.parametrize("lang", ["zh", "zh-hant"])
def test_every_tile_has_its_word(lang):
    words = [tile_name(tile, lang) for tile in range(len(NAMES))]
    assert len(set(words)) == len(words)
    assert [mjtool.Tile.parse(word) for word in words[:34]] == list(range(34))


def test_a_further_language_is_a_file(tmp_path, environment):
    """A copy of the package with one more file speaks it: help, answers, names of patterns."""
    shutil.copytree(Path(mjtool.__file__).parent, tmp_path / "mjtool")
    said = {"label.shanten": "noch {shanten} bis zum Warten", "name.All Pungs": "Nur Drillinge"}
    said |= {"help.shanten": "Sagt, wie weit es noch ist.", "tile.1m": "Eins"}
    file = tmp_path / "mjtool" / "languages" / "de.json"
    file.write_text(json.dumps(said), "utf-8")

    def told(*words):
        done = subprocess.run(
            [sys.executable, "-m", "mjtool", *words],
            cwd=tmp_path,
            env={**environment, "PYTHONPATH": str(tmp_path), "LC_ALL": "de_DE.UTF-8"},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return done.stdout

    assert "noch 1 bis zum Warten" in told("efficiency", "123m456p789s1125z")
    assert "Nur Drillinge" in told("score", "[222p]333m444888s55z")
    page = told("shanten", "--help")
    assert "Sagt, wie weit es noch ist." in page
    assert "de|en|zh|zh-hant" in page
    assert "Usage: " in page  # what the file does not tell is told in English


@pytest.mark.parametrize(
    ("asked", "lang"),
    [
        ("zh-TW", "zh-hant"),
        ("zh_HK", "zh-hant"),
        ("zh-Hans-CN", "zh"),
        ("en-GB", "en"),
        ("ZH", "zh"),
    ],
)
def test_a_language_may_be_asked_for_by_a_locale(mjtool, asked, lang):
    hand = ("score", "[222p]333m444888s55z")
    assert mjtool(*hand, "--lang", asked) == mjtool(*hand, "--lang", lang)


@pytest.mark.parametrize("asked", ["de-AT", "english", "zhx", "", "-"])
def test_a_language_that_there_is_not_is_an_error(mjtool, asked):
    code, out, err = mjtool("score", "[222p]333m444888s55z", "--lang", asked)
    assert (code, out) == (2, "")
    assert "is none of en, zh, zh-hant" in err


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        pytest.param({"1": "Eins", "2": "Zwei Eins"}, "Eins Zwei Eins", id="by-chance"),
        pytest.param({"1": "1 Wan", "2": "2 Wan"}, "1 Wan 2 Wan", id="suit"),
    ],
)
def test_only_words_that_say_their_suit_are_drawn_together(monkeypatch, words, shown):
    own = {f"tile.{rank}m": word for rank, word in words.items()}
    monkeypatch.setattr(look, "texts", lambda lang: own if lang == "xx" else texts(lang))
    assert Look(tiles="words").hand("12m", "xx") == shown
    assert Look(tiles="words").hand("12m11z1f", "zh") == "一二万 东东 梅"


def test_what_a_language_lacks_is_told_in_the_one_before_it(monkeypatch):
    monkeypatch.setattr(messages, "own_texts", {"xx": {}, "en": {"a": "A"}}.__getitem__)
    texts.cache_clear()
    try:
        assert text("a", "xx") == "A"
    finally:
        texts.cache_clear()


def test_a_seat_is_read_by_its_word_of_any_language(monkeypatch):
    words = {"seat.E": "Ost", "seat.S": "Süd", "seat.W": "West", "seat.N": "Nord"}
    monkeypatch.setattr(values, "LANGUAGES", ("de",))
    monkeypatch.setattr(values, "texts", lambda lang: words)
    read = values.seat("--seat")
    assert [read(word) for word in ("Ost", "Nord", "S", "西")] == ["E", "N", "S", "W"]
