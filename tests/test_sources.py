"""Where values come from: the page on sources knows every text and chapter that is cited."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from mjtool.messages import LANGUAGES, texts
from mjtool.rules import BUILTINS
from mjtool.rules.sources import notes

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "sources.md").read_text("utf-8")
TITLES = dict(re.findall(r"^\| (\w+) \| ([^|]+) \| [^|]+ \| [^|]+ \|$", PAGE, re.MULTILINE))
CHAPTERS = re.findall(r"^\| (\d{3}) \| ([^|]+) \| [^|]+ \|$", PAGE, re.MULTILINE)
NOTES = sorted({note for name in BUILTINS for note in notes(name).values() if note})


def texts_of_rule_files() -> set[str]:
    folder = resources.files("mjtool.rules") / "builtin"
    return {
        text
        for entry in folder.iterdir()
        for text in re.findall(r"\b(0\d\d|GD|HZ)\b", entry.read_text("utf-8"))
        if entry.name.endswith(".toml")
    }


def test_the_page_and_the_legend_name_every_text():
    cited = texts_of_rule_files()
    assert cited <= set(TITLES)
    for lang in LANGUAGES:
        told = {key.removeprefix("source.") for key in texts(lang) if key.startswith("source.")}
        assert cited <= told <= set(TITLES)


@pytest.mark.parametrize("note", [note for note in NOTES if re.match(r"\d{3} \S", note)])
def test_the_page_names_every_chapter_that_is_cited(note):
    text, _, rest = note.partition(" ")
    chapter = re.match(r"附加情况|[一二三四五六七八九十]+(\.[一二])?|title", rest)
    if chapter is None:  # "003: no horses" cites the text as a whole
        return
    known = [names for number, names in CHAPTERS if number == text] + ["title"]
    assert any(chapter[0] in names for names in known), note


def test_a_source_is_a_text_or_a_word_that_the_page_explains():
    explained = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)
    assert {"derived", "assumed", "decided", "default", "no source given"} == set(explained)
    begins = re.compile(rf"(\d{{3}}|GD|HZ)\b|{'|'.join(explained)}")
    assert [note for note in NOTES if not begins.match(note)] == []
