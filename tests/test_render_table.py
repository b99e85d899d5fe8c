"""``mjtool render LOG --at LINE``: the table of a moment, and the hand step by step."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from mjtool.game_log import HandStory, Plan, replay
from tests.logs import DATA
from tests.reports import HOSTILE, game, renamed

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return game(tmp_path_factory.mktemp("log"), "game", "jipinghu", 5, 2)


def story_at(log, line):
    stories = [item for item in replay(log, Plan(stories=True)) if isinstance(item, HandStory)]
    return next(story for story in stories if story.first <= line <= story.last)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("line", [2, 40, 60])
def test_the_table_shows_every_tile_that_lies_on_it(log, mjtool, line, theme):
    code, out, err = mjtool("render", str(log), "--at", str(line), "--theme", theme)
    assert (code, err) == (0, "")
    root = ElementTree.fromstring(out)
    board = story_at(log, line).board_at(line)
    drawn = sorted(use.get("href")[3:] for use in root.iter(f"{SVG}use"))
    tiles = [tile for hand in board.hands for tile in hand]
    tiles += [thrown.tile for river in board.rivers for thrown in river]
    melds = [meld for four in board.melds for meld in four]
    assert len(drawn) == len(tiles) + sum(len(meld.tiles) for meld in melds)
    ids = {each.get("id") for each in root.iter() if each.get("id")}
    assert {f"t-{each}" for each in drawn} <= ids
    assert str(board.left) in [each.text for each in root.iter(f"{SVG}text")]


def test_the_themes_differ_in_colours_only(log, mjtool):
    light, dark = (mjtool("render", str(log), "--at", "30", "--theme", each)[1] for each in TWO)
    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
    light, dark = (mjtool("render", "123m456p789s1122z", "--theme", each)[1] for each in TWO)
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
    assert light != dark


TWO = ("light", "dark")


def test_steps_are_all_events_of_the_hand(log, tmp_path, mjtool):
    out = tmp_path / "hand.html"
    code, told, _ = mjtool("render", str(log), "--at", "40", "--steps", "-o", str(out), "--json")
    assert code == 0
    record = json.loads(told)
    assert (record["line"], record["game"], record["number"]) == (40, 1, 1)
    story, page = story_at(log, 40), out.read_text("utf-8")
    lines = [int(line) for line in re.findall(r'<figure id="l-(\d+)"', page)]
    assert lines == [story.first, *(line for line, _ in story.moves)]
    assert f'data-at="{lines.index(40)}"' in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)


def test_names_are_text(tmp_path, mjtool):
    log = renamed(game(tmp_path, "hostile", "tuidaohu", 2, 1), HOSTILE)
    for more in ((), ("--steps", "-o", str(tmp_path / "x.html"))):
        out = mjtool("render", str(log), "--at", "9", *more)[1]
        page = (tmp_path / "x.html").read_text("utf-8") if more else out
        assert page.count("<script>") == bool(more)
        assert "<img" not in page
        assert "evil>" not in page.replace("evil&gt;", "")
    ElementTree.fromstring(mjtool("render", str(log), "--at", "9")[1])


@pytest.mark.parametrize("file", sorted((DATA / "bad").iterdir())[::20], ids=lambda file: file.name)
def test_any_moment_of_a_faulty_log_is_drawn(file, mjtool):
    for item in replay(file, Plan(stories=True)):
        if isinstance(item, HandStory):
            code, out, _ = mjtool("render", str(file), "--at", str(item.last))
            assert code == 0
            ElementTree.fromstring(out)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("LOG", "--at", "1"), "line 1"),
        (("LOG", "--at", "99999"), "ends at line"),
        (("LOG", "--at", "0"), "--at"),
        (("LOG", "LOG", "--at", "5"), "one log"),
        (("--at", "5"), "one log"),
        (("none.jsonl", "--at", "5"), "none.jsonl"),
        (("LOG", "--at", "5", "--win", "1m"), "--win"),
        (("LOG", "--steps"), "--at"),
        (("LOG", "--at", "5", "--steps", "-o", "x.svg"), ".html"),
        (("LOG", "--at", "5", "-o", "x.gif"), ".gif"),
        (("LOG", "--at", "5", "-o", "LOG"), ".jsonl"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_drawn_is_one_line(log, mjtool, arguments, told):
    arguments = [str(log) if each == "LOG" else each for each in arguments]
    code, out, err = mjtool("render", *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert told in err


@pytest.fixture(scope="module")
def wild_log(tmp_path_factory):
    return game(tmp_path_factory.mktemp("wild"), "wild", "hongzhong_mil", 3, 6)


def won_with_wilds(log):
    """Return a hand whose winner holds wild tiles, and what its log says that they stand for."""
    for story in replay(log, Plan(stories=True)):
        if isinstance(story, HandStory) and story.end.wins:
            (win,) = story.end.wins
            if win.wilds:
                return story, [(each.tile, each.as_) for each in win.wilds]
    raise AssertionError("no such hand")


def test_the_table_marks_wild_tiles_and_shows_what_they_stand_for(wild_log, mjtool):
    story, stand = won_with_wilds(wild_log)
    before = mjtool("render", str(wild_log), "--at", str(story.first))[1]
    root = ElementTree.fromstring(before)
    starred = {
        each.get("id") for each in root.iter(f"{SVG}g") if each.find(f"{SVG}polygon") is not None
    }
    assert {each for each in starred if each} == {"t-7z"}
    assert "wild: 7z" in root.get("aria-label")
    root = ElementTree.fromstring(mjtool("render", str(wild_log), "--at", str(story.last))[1])
    shown = [use.get("href") for use in root.iter(f"{SVG}use")]
    for tile, kind in stand:
        assert f"#t-{tile}-{kind}" in shown
        assert f"{tile}={kind}" in root.get("aria-label")


def test_steps_mark_wild_tiles_and_show_what_they_stand_for(wild_log, tmp_path, mjtool):
    story, stand = won_with_wilds(wild_log)
    out = tmp_path / "wild.html"
    mjtool("render", str(wild_log), "--at", str(story.last), "--steps", "-o", str(out))
    page = out.read_text("utf-8")
    for tile, kind in stand:
        assert f'<g id="t-{tile}-{kind}">' in page
        *_, last = page.split("<figure ")
        assert f"#t-{tile}-{kind}" in last


def test_the_table_shows_what_was_turned_up(tmp_path, mjtool):
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "jipinghu"\n[wild]\nindicator = "next"\n', "utf-8")
    log = game(tmp_path, "turned", str(rules), 3, 1)
    (story,) = (item for item in replay(log, Plan(stories=True)) if isinstance(item, HandStory))
    root = ElementTree.fromstring(mjtool("render", str(log), "--at", "5")[1])
    turned = story.start.indicator
    assert f"turned up: {turned}, wild: {''.join(story.start.wild)}" in root.get("aria-label")
    assert f"#t-{turned}" in [use.get("href") for use in root.iter(f"{SVG}use")]
