"""Hands in ``mjtool replay --report``: who pays whom, what is wild, what wild tiles stand for."""

from __future__ import annotations

import html
import json
import re

import pytest

from mjtool.game_log import HandRow, HandStory, Plan, replay
from mjtool.rules import BUILTINS
from mjtool.settlement import Ledger
from tests.logs import DATA
from tests.reports import game


def page_of(log, tmp_path, mjtool, *more):
    mjtool("replay", str(log), "--report", str(tmp_path / "out.html"), "--lang", "en", *more)
    return html.unescape((tmp_path / "out.html").read_text("utf-8"))


@pytest.mark.parametrize("rules", BUILTINS)
def test_the_ledger_of_each_hand_adds_up_to_its_points(rules, tmp_path):
    log = game(tmp_path, "game", rules, 7, 6)
    rows = [item for item in replay(log, Plan(table=True)) if isinstance(item, HandRow)]
    assert any(row.ledger for row in rows)
    for row in rows:
        assert Ledger(row.ledger).net()[:4] == row.points


@pytest.mark.parametrize("rules", ["jipinghu", "guangdong_mil"])
def test_the_page_tells_every_payment_of_a_hand(rules, tmp_path, mjtool):
    log = game(tmp_path, "game", rules, 7, 6)
    page = page_of(log, tmp_path, mjtool)
    rows = [item for item in replay(log, Plan(table=True)) if isinstance(item, HandRow)]
    tables = re.findall(r'<table class="paid">.*?</table>', page, re.S)
    paid = [row for row in rows if row.ledger]
    assert len(tables) == len(paid)
    names = [*json.loads(log.read_text("utf-8").split("\n")[0])["players"], "bank"]
    for table, row in zip(tables, paid, strict=True):
        cells = [re.findall("<td>(.*?)</td>", each) for each in re.findall("<tr>.*?</tr>", table)]
        told = [tuple(each[:3]) for each in cells if each]
        assert told == [(names[p.payer], names[p.payee], str(p.points)) for p in row.ledger]
    assert "the log has it otherwise" not in page


def test_a_log_that_pays_otherwise_is_told_so_beside_the_ledger(tmp_path, mjtool):
    log = min((DATA / "bad").glob("jipinghu-S504*"))
    assert "the log has it otherwise" in page_of(log, tmp_path, mjtool)


def test_nothing_is_told_of_payments_that_no_rules_judge(tmp_path):
    import foreign_games as write  # noqa: PLC0415  # as the page's own tests have it

    log = tmp_path / "foreign.mjson"
    log.write_bytes(write.mjai([write.play(1)]))
    rows = [item for item in replay(log, Plan(table=True)) if isinstance(item, HandRow)]
    assert rows
    assert {row.ledger for row in rows} == {None}


def test_wild_tiles_are_marked_with_what_they_stand_for(tmp_path, mjtool):
    log = game(tmp_path, "wild", "hongzhong_mil", 3, 6)
    page = page_of(log, tmp_path, mjtool)
    stories = [item for item in replay(log, Plan(stories=True)) if isinstance(item, HandStory)]
    assert page.count('<dl class="wild">') == len(stories)
    stand = [each for story in stories for win in story.end.wins for each in win.wilds or ()]
    assert stand
    for each in stand:
        tile, kind = each.tile[::-1], each.as_[::-1]
        assert re.search(rf'<i class="{tile}( a)? w"><i class={kind}></i></i>', page)
        assert f"{each.tile}={each.as_}" in page
    bare = re.findall(r"<i class=z7></i>", page)
    assert bare == []


def test_no_tile_is_marked_where_nothing_is_wild(tmp_path, mjtool):
    page = page_of(game(tmp_path, "plain", "jipinghu", 3, 2), tmp_path, mjtool)
    assert ' w">' not in page
    assert '<dl class="wild">' not in page


def test_what_was_turned_up_is_shown(tmp_path, mjtool):
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "jipinghu"\n[wild]\nindicator = "both_sides"\n', "utf-8")
    log = game(tmp_path, "turned", str(rules), 3, 2)
    page = page_of(log, tmp_path, mjtool)
    assert page.count("<small>turned up</small>") == 2
