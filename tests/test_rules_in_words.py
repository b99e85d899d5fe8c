"""What rule files say of themselves: ``rules new`` and ``rules show`` in every language."""

from __future__ import annotations

import re
import tomllib
from typing import Any, get_args, get_origin

import msgspec
import pytest

from mjtool.messages import LANGUAGES, texts
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.model import BonusRule, PatternRule, RuleSet
from mjtool.rules.sources import legend
from mjtool.rules.toml import resolved_text
from mjtool.rules.variant import variant_text

CHINESE = re.compile(r"[\u4e00-\u9fff]")
OTHERS = [lang for lang in LANGUAGES if lang != "en"]


def bare(kind: Any) -> Any:
    return get_args(kind)[0] if hasattr(kind, "__metadata__") else kind


def paths(kind: type[msgspec.Struct], path: str = ""):
    """Yield the path of every key that says what it means."""
    for field in msgspec.structs.fields(kind):
        inner, here = bare(field.type), f"{path}{field.encode_name}"
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            yield from paths(inner, f"{here}.")
        elif get_origin(inner) is not dict or hasattr(field.type, "__metadata__"):
            yield here


KEYS = [*paths(RuleSet), *paths(PatternRule, "patterns."), *paths(BonusRule, "bonuses.")]


@pytest.mark.parametrize("lang", OTHERS)
def test_every_key_and_every_pattern_is_told_and_no_other(lang):
    told = texts(lang)
    keys = {key.removeprefix("rule.") for key in told if key.startswith("rule.")}
    assert keys == set(KEYS)
    ids = {key.removeprefix("pattern.") for key in told if key.startswith("pattern.")}
    assert ids == {*PATTERNS, *BONUSES}


def bare_lines(text: str) -> list[str]:
    """Return the lines of a variant without what is said of them: values, tables, and the rest."""
    lines = [line.partition(" # ")[0] for line in text.splitlines()]
    return [line for line in lines if re.match(r"(# )?(\w+ = |\[)", line) and " | " not in line]


@pytest.mark.parametrize("name", BUILTINS)
def test_a_new_file_is_the_same_in_every_language(name):
    english, chinese = (variant_text(name, name, lang) for lang in ("en", "zh"))
    assert tomllib.loads(english) == tomllib.loads(chinese)
    assert bare_lines(english) == bare_lines(chinese)
    assert english != chinese


@pytest.mark.parametrize("name", BUILTINS)
def test_what_a_new_file_says_in_chinese_is_chinese(name):
    lines = [line for line in variant_text(name, name, "zh").splitlines() if line.startswith("# ")]
    told = [line for line in lines if not re.match(r"# [\w.]+ = ", line)]
    assert told
    assert [line for line in told if not CHINESE.search(line)] == []
    english = re.compile(r"\b(the|of|and|or|for|with|where|that|not set)\b")
    assert [line for line in told if english.search(re.sub(r'"\w+"|`.*?`', "", line))] == []


def test_the_command_speaks_the_language_asked_for(mjtool, monkeypatch):
    english = mjtool("rules", "new", "-", "--extends", "jipinghu")[1]
    assert english.startswith("# House rules on top of jipinghu:")
    chinese = mjtool("rules", "new", "-", "--extends", "jipinghu", "--lang", "zh")[1]
    assert chinese.startswith("# 在 jipinghu 之上的自定规则")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert mjtool("rules", "new", "-", "--extends", "jipinghu")[1] == chinese
    assert "= 0 # 默认" in mjtool("rules", "show", "jipinghu")[1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BUILTINS)
def test_the_resolved_rules_name_the_texts_behind_them(name, lang):
    text = resolved_text(load_rules(name), lang)
    named = set(re.findall(r"^#   (\w+)  ", text, re.MULTILINE))
    used = set(re.findall(r" # (\d{3})\b", text))
    assert used <= named
    assert tomllib.loads(text)["name"] == load_rules(name).name


def test_a_house_that_names_no_text_has_no_legend():
    assert list(legend(["our table", "1003 7", ""], "en")) == []
    assert [line.split()[0] for line in legend(["003 七.2", "see 000"], "zh")][1:] == ["000", "003"]
