"""``mjtool replay --report``: what is in the page; tests/test_browser.py has it shown."""

from __future__ import annotations

import html
import json
import re
import sys

import pytest
from markupsafe import escape

from mjtool.game_log import Counts, HandRow, HandStory, Plan, replay
from mjtool.messages import LANGUAGES
from tests.logs import DATA
from tests.reports import HOSTILE, game, logs

TAGS = {"en": "en", "zh": "zh-Hans", "zh-hant": "zh-Hant"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("logs")


@pytest.fixture(scope="module")
def files(folder):
    return [str(path) for path in logs(folder)]


@pytest.fixture
def page(files, tmp_path, mjtool):
    """Return the page of all logs."""
    mjtool("replay", *files, "--report", str(tmp_path / "out.html"))
    return (tmp_path / "out.html").read_text("utf-8")


def test_the_page_needs_nothing_but_itself(page):
    assert not re.findall(r'<[^>]*\s(?:src|href|action)="?(?!"?#)', page)
    addresses = set(re.findall(r"https?://[^\"' )<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert not re.search(r"url\((?!\"data:)", page)


def test_every_hand_is_there_with_what_it_came_to(page, files):
    items = list(replay(files, Plan(stories=True)))
    rows = [item for item in items if isinstance(item, HandRow)]
    stories = [item for item in items if isinstance(item, HandStory)]
    assert page.count('<details class="hand"') == len(stories)
    told = html.unescape(page)
    for row in rows:
        if row.points is not None:
            assert " ".join(f"{each:+d}" if each else "0" for each in row.points) in told
        for win in row.wins:
            if win.hand is not None:
                assert win.hand in told


def test_every_finding_leads_to_its_event(page, files):
    findings = [item for item in replay(files, Plan()) if hasattr(item, "code")]
    assert findings
    for line in {finding.line for finding in findings}:
        assert f":{line}</" in page
    for anchor in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{anchor}"' in page, anchor
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", HOSTILE, ids=["script", "img", "noscript", "control"])
def test_names_are_escaped_wherever_they_stand(page, name):
    assert name not in page
    assert str(escape(name))[:9] in page
    assert page.count("<script") == 1
    assert "<img" not in page
    assert "<h1 id=evil" not in page
    assert "{{ 7 * 7 }}" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_speaks_the_language(files, tmp_path, mjtool, lang):
    out = tmp_path / "out.html"
    mjtool("replay", files[0], "--report", str(out), "--review", "1", "--lang", lang)
    page = out.read_text("utf-8")
    assert page.startswith(f'<!DOCTYPE html>\n<html lang="{TAGS[lang]}">')
    plain = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", "", page, flags=re.DOTALL)
    chinese = len(re.findall("[\u4e00-\u9fff]", plain))
    assert (chinese > 100) == (lang != "en")


def test_the_same_logs_give_the_same_page(files, tmp_path, mjtool):
    pages = []
    for name in ("a.html", "b.html"):
        mjtool("replay", *files, "--report", str(tmp_path / name), "--review", "0")
        pages.append((tmp_path / name).read_bytes())
    assert pages[0] == pages[1]


def test_what_the_command_says_stays_the_same(files, tmp_path, mjtool):
    report = ("--report", str(tmp_path / "out.html"))
    for more in ((), ("--table",), ("--json",), ("--score-as", "tuidaohu"), ("--select", "S")):
        assert mjtool("replay", *files, *more, *report) == mjtool("replay", *files, *more)


def test_the_review_of_several_seats_is_in_the_page(files, tmp_path, mjtool):
    out = tmp_path / "out.html"
    mjtool("replay", files[0], "--report", str(out), "--review", "1", "--review", "2")
    page = out.read_text("utf-8")
    assert [page.count(f'id="review-{seat}"') for seat in range(4)] == [0, 1, 1, 0]
    rows = mjtool("review", files[0], "--seat", "1", "--json")[1].splitlines()[:3]
    for row in map(json.loads, rows):
        if row["cost"]["value"]:
            assert f"{row['cost']['value']:.3f}" in page


def test_the_page_on_stdout_is_alone_there(files, mjtool):
    code, out, _ = mjtool("replay", files[0], "--report", "-")
    assert code == 0
    assert out.startswith("<!DOCTYPE html>")
    assert out.endswith("</html>")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--review", "1"), "--report"),
        (("--report", "x.html", "--review", "4"), "'4'"),
        (("--report", "nowhere/x.html"), "nowhere"),
        (("--report", ""), "empty"),
    ],
    ids=["review", "seat", "folder", "name"],
)
def test_what_cannot_be_written_is_one_line(files, tmp_path, mjtool, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    code, _, err = mjtool("replay", files[0], *arguments)
    assert code == 2
    assert err.count("\n") == 1
    assert told in err


def test_a_log_is_never_written_over(folder, mjtool):
    path = game(folder, "own", "jipinghu", 1, 1)
    before = path.read_bytes()
    assert mjtool("replay", str(path), "--report", str(path))[0] == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize("missing", ["jinja2", "vl_convert"])
def test_without_the_extra_it_is_told_which(files, tmp_path, mjtool, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    code, out, err = mjtool("replay", files[0], "--report", str(tmp_path / "out.html"))
    assert (code, out) == (2, "")
    assert "mjtool[report]" in err
    assert not (tmp_path / "out.html").exists()


def test_logs_that_cannot_be_read_are_told(files, tmp_path, mjtool):
    out = tmp_path / "out.html"
    code, *_ = mjtool("replay", files[0], "none<b>.jsonl", "--report", str(out))
    assert code == 2
    assert "none&lt;b&gt;.jsonl" in out.read_text("utf-8")


@pytest.mark.parametrize("file", sorted((DATA / "bad").iterdir())[::9], ids=lambda file: file.name)
def test_any_faulty_log_has_a_page(file, tmp_path, mjtool):
    out = tmp_path / "out.html"
    code, *_ = mjtool("replay", str(file), "--report", str(out))
    assert code == 1
    assert out.read_text("utf-8").count('<details class="hand"') == sum(
        isinstance(item, HandStory) for item in replay(file, Plan(stories=True))
    )


def test_a_page_of_many_hands_stays_small(folder, tmp_path, mjtool):
    path = game(folder, "long", "jipinghu", 3, 40)
    out = tmp_path / "out.html"
    mjtool("replay", str(path), "--report", str(out))
    hands = next(item for item in replay(path) if isinstance(item, Counts)).hands
    page = out.read_text("utf-8")
    assert hands == 40
    assert len(page.split('<div id="games">')[1]) / hands < 9000
