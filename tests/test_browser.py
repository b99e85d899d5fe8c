"""Pages in a browser, headless: no fault on the console, filters, themes, widths, accessibility.

Marked ``browser``: they need Debian's chromium, or another whose path is in ``CHROMIUM``.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from mjtool.game_log import HandRow, HandStory, Plan, Worth, replay
from tests.reports import HOSTILE, game, logs

pytestmark = pytest.mark.browser

SCREENS = {
    "desktop-light": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "desktop-dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone-light": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
GRAVE = ("serious", "critical")


def missing() -> str:
    """Return what these tests need and do not find; empty where all of it is there."""
    if not chromium():
        return "no chromium (apt-get install chromium, or CHROMIUM=/path/to/it)"
    return ""


def chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


@pytest.fixture(scope="module")
def browser():
    """Return a browser without a window; in CI it must be there."""
    if missing():
        assert not os.environ.get("CI"), missing()
        pytest.skip(missing())
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # the browser is there

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return [str(path) for path in logs(tmp_path_factory.mktemp("logs"))]


@pytest.fixture(scope="module")
def report(files, tmp_path_factory):
    """Return the report of logs of many kinds."""
    return written(files, tmp_path_factory.mktemp("report") / "out.html", "--review", "1")


def written(files: list[str], path: Path, *more: str) -> Path:
    from mjtool.cli.app import run  # noqa: PLC0415  # as the program loads it

    run(["replay", *files, "--report", str(path), "--lang", "en", *more])
    return path


@pytest.fixture
def opened(browser):
    """Return a function that opens a page on a screen; what its console said is told at the end."""
    contexts, told = [], []

    def open_page(path: Path, screen: str = "desktop-light", **more: object):
        context = browser.new_context(**{**SCREENS[screen], **more})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("request", lambda each: told.append(each.url) if "http" in each.url[:5] else None)
        page.on("dialog", lambda dialog: told.append(dialog.message))
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert told == []


@pytest.mark.parametrize("screen", SCREENS)
def test_a_report_fits_the_screen(opened, report, screen):
    page = opened(report, screen)
    page.click("#open")
    width = SCREENS[screen]["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    chart = page.locator(".chart").first
    assert chart.bounding_box()["width"] <= width
    assert chart.locator("path").count() > 4
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    lightness = sum(map(int, re.findall(r"\d+", ground)[:3])) / 3
    assert (lightness < 80) == screen.endswith("dark")
    drawn = page.locator(".T i").first
    assert "data:image/svg" in drawn.evaluate("each => getComputedStyle(each).backgroundImage")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_report_has_no_grave_fault_of_accessibility(opened, report, screen):
    page = opened(report, screen)
    page.click("#open")
    assert grave(page) == []


def grave(page) -> list[str]:
    """Return what axe finds that keeps people out."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415  # the browser is there

    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


def test_the_chart_and_its_table_show_the_same_numbers(opened, report, files):
    page = opened(report)
    rows = [item for item in replay(files[0], Plan(table=True)) if isinstance(item, HandRow)]
    first = page.locator(".game").first
    assert first.locator(".chart").is_visible()
    table = first.locator(".scores tbody tr")
    assert table.count() == len(rows)
    for at, row in enumerate(rows):
        cells = table.nth(at).locator("td").all_inner_texts()
        assert list(map(int, cells)) == list(row.scores)


def expected(files, **wanted):
    """Return how many hands a filter shows, reckoned from the replay itself."""
    stories, rows, worths = [], {}, []
    for item in replay(files, Plan(stories=True)):
        if isinstance(item, HandStory):
            stories.append(item)
        elif isinstance(item, HandRow):
            rows[item.file, item.line] = item
        elif isinstance(item, Worth):
            worths.append(item)
    number = 0
    for story in stories:
        row = rows.get((story.file, story.last))
        won = {story.players[win.seat] for win in row.wins} if row else set()
        paid = row and row.wins and row.source is not None and story.players[row.source]
        ids = {
            shown.id
            for worth in worths
            if worth.file == story.file and story.first <= worth.line <= story.last
            for shown in worth.score.patterns
        }
        name, part = wanted.get("player"), wanted.get("part", "")
        fits = name is None or (part != "p" and name in won) or (part != "w" and name == paid)
        number += fits and wanted.get("pattern") in (None, *ids)
    return number, len(stories)


def shown(page) -> tuple[int, ...]:
    told = tuple(map(int, re.findall(r"\d+", page.inner_text("#shown"))))
    assert page.locator(".hand:visible").count() == told[0]
    return told


def test_filters_show_the_hands_they_are_for(opened, report, files):
    page = opened(report)
    _, number = expected(files)
    assert shown(page) == (number, number)
    names = page.locator("#by-player option").all_inner_texts()[1:]
    for at, name in enumerate(names[:3]):
        for part in ("", "w", "p"):
            page.select_option("#by-player", str(at))
            page.select_option("#by-part", part)
            assert shown(page) == expected(files, player=name, part=part)
    page.click("button[type=reset]")
    page.wait_for_function("document.getElementById('by-player').value === ''")
    page.wait_for_timeout(50)
    assert shown(page) == (number, number)
    page.select_option("#by-pattern", label="Self-draw")
    assert shown(page) == expected(files, pattern="self_draw")
    assert 0 < shown(page)[0] < number
    page.click("button[type=reset]")
    page.wait_for_timeout(50)
    page.select_option("#by-finding", "*")
    assert shown(page)[0] == page.locator(".hand:visible .code").count()
    code = page.locator("#by-finding option").nth(2).get_attribute("value")
    page.select_option("#by-finding", code)
    assert 0 < shown(page)[0] < number
    assert {row.inner_text() for row in page.locator(".found td:first-child:visible").all()} == {
        code
    }


def test_a_finding_leads_to_its_event(opened, report):
    page = opened(report)
    link = page.locator(".found a").first
    place = link.inner_text()
    link.click()
    event = page.locator(f"li[id='{link.get_attribute('href')[1:]}']")
    event.wait_for(state="visible")
    assert event.inner_text().startswith(place.rpartition(":")[2])
    assert "wrong" in event.get_attribute("class")


def test_a_report_reads_without_scripts(opened, report):
    page = opened(report, java_script_enabled=False)
    assert not page.locator("#filters").is_visible()
    hand = page.locator(".hand").first
    hand.locator("summary").first.click()
    for part in (".seat", ".T i", "pre"):
        assert hand.locator(part).first.is_visible()
    assert page.locator(".chart").first.is_visible()


def test_hostile_names_are_names(opened, report):
    page = opened(report)
    page.click("#open")
    page.wait_for_timeout(100)
    assert page.title() == "Mahjong logs"
    assert page.locator("script").count() == 1
    assert page.locator("img, #evil").count() == 0
    seats = page.locator(".seat h3").all_inner_texts()
    for name in HOSTILE[:3]:
        assert any(name in seat for seat in seats)
    legend = page.locator(".game").nth(1).locator(".chart text").all_text_contents()
    assert any(HOSTILE[0][:12] in label for label in legend)


def test_wild_tiles_bear_a_star_and_what_they_stand_for(opened, report):
    page = opened(report)
    page.click("#open")
    wild = page.locator(".seat .T .w")
    wild.first.wait_for()
    star = wild.first.evaluate("each => getComputedStyle(each, '::after').backgroundImage")
    assert "data:image/svg" in star
    small = page.locator(".seat .T .w i").first
    assert "data:image/svg" in small.evaluate("each => getComputedStyle(each).backgroundImage")
    inner, outer = small.bounding_box(), small.locator("..").bounding_box()
    assert outer["x"] <= inner["x"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 0.5
    assert outer["width"] * 0.4 < inner["width"] < outer["width"]


def test_the_payments_of_a_hand_are_a_table(opened, report):
    page = opened(report)
    page.click("#open")
    assert page.locator(".paid tbody tr").first.is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_of_hands(opened, tmp_path, screen, theme):
    from mjtool.cli.app import run  # noqa: PLC0415  # as the program loads it

    hand = ["1122334455566m7z", "--wild", "7z", "--lang", "zh"]
    assert run(["render", *hand, "--theme", theme, "-o", str(tmp_path / "h.html")]) == 0
    page = opened(tmp_path / "h.html", screen)
    width = SCREENS[screen]["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    drawn = page.locator("svg > rect").first.evaluate("each => getComputedStyle(each).fill")
    assert ground == drawn
    assert grave(page) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_of_what_rules_do(opened, tmp_path, screen):
    from mjtool.cli.app import run  # noqa: PLC0415  # as the program loads it

    sides = ["rules", "impact", "jipinghu", "tuidaohu", "--hands", "64", "--lang", "en"]
    assert run([*sides, "--report", str(tmp_path / "i.html")]) == 0
    page = opened(tmp_path / "i.html", screen)
    width = SCREENS[screen]["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("tbody tr").first.is_visible()
    assert page.locator(".sure").count() > 0
    assert grave(page) == []


def test_a_report_prints_with_every_hand(opened, report):
    page = opened(report)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator(".hand").first.locator(".seat").first.is_visible()
    assert not page.locator("#filters").is_visible()
    assert page.locator(".hand[open]").count() == page.locator(".hand").count()
    assert len(page.pdf()) > 10_000


def test_a_page_of_many_hands_is_made_of_few_elements(opened, tmp_path):
    """A thousand hands open within two seconds: what is in a hand is text until it is opened."""
    hands = 200
    log = game(tmp_path, "long", "jipinghu", 3, hands)
    page = opened(written([str(log)], tmp_path / "out.html"))
    assert page.locator(".hand").count() == hands
    assert page.evaluate("document.querySelectorAll('*').length") / hands < 40
    entry = "performance.getEntriesByType('navigation')[0].domComplete"
    assert page.evaluate(entry) < 10_000
    page.locator(".hand summary").nth(150).click()
    page.locator(".hand").nth(150).locator(".T i").first.wait_for()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_hand_step_by_step(opened, tmp_path, screen):
    log = game(tmp_path, "steps", "jipinghu", 5, 1)
    from mjtool.cli.app import run  # noqa: PLC0415  # as the program loads it

    run(
        ["render", str(log), "--at", "9", "--steps", "-o", str(tmp_path / "s.html"), "--lang", "en"]
    )
    page = opened(tmp_path / "s.html", screen)
    assert page.locator("figure:visible").get_attribute("id") == "l-9"
    page.click("#next")
    assert page.locator("figure:visible").get_attribute("id") == "l-10"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.locator("figure:visible").get_attribute("id") == "l-8"
    assert page.locator("figure:visible use").count() > 50
    assert (
        page.evaluate("document.documentElement.scrollWidth")
        <= (SCREENS[screen]["viewport"]["width"])
    )
    assert grave(page) == []
    plain = opened(tmp_path / "s.html", screen, java_script_enabled=False)
    assert plain.locator("figure:visible").count() > 10
