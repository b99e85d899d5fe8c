"""``mjtool rules impact --report``: the figures as a page of HTML."""

from __future__ import annotations

import html
import json
import re

import pytest

from mjtool.messages import LANGUAGES, tag_of, texts

PLAYED = ("rules", "impact", "jipinghu", "house.toml", "--hands", "32")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text('extends = "jipinghu"\ncap = 2\n', "utf-8")
    (tmp_path / "bounds.toml").write_text("[points_per_hand]\nleast = 0\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_has_every_figure(folder, mjtool, lang):
    code, told, err = mjtool(*PLAYED, "--report", "out.html", "--json", "--lang", lang)
    assert (code, err) == (0, "")
    page = html.unescape((folder / "out.html").read_text("utf-8"))
    assert f'<html lang="{tag_of(lang)}">' in page
    figures = json.loads(told.splitlines()[0])["figures"]
    rows = re.findall(r'<tr><th scope="row">(.*?)<code>(.*?)</code></th>(.*?)</tr>', page)
    assert [name for _, name, _ in rows] == [each["name"] for each in figures]
    words = [told for told, _, _ in rows]
    assert len({*words}) == len(words)
    assert texts(lang)["figure.won"] in words
    assert [told for told in words if not told or "." in told or "_" in told] == []
    for (_, _, cells), figure in zip(rows, figures, strict=True):
        for side in ("a", "b"):
            if figure[side] is not None and figure[side]["value"]:
                assert f"{figure[side]['value']:.4f}" in cells
        change = figure["change"]
        is_sure = change is not None and (change["low"] > 0 or change["high"] < 0)
        assert (" *</td>" in cells) == is_sure
    assert texts(lang)["impact.interval"] in page
    assert texts(lang)["impact.sure"] in page
    assert not re.findall(r"https?://", page)


def test_the_page_on_stdout_is_alone_there(folder, mjtool):
    code, out, _ = mjtool(*PLAYED, "--report", "-")
    assert code == 0
    assert out.startswith("<!DOCTYPE html>")
    assert out.endswith("</html>\n")


def test_one_rule_set_alone_has_no_change(folder, mjtool):
    mjtool("rules", "impact", "jipinghu", "--hands", "16", "--report", "one.html", "--lang", "en")
    page = (folder / "one.html").read_text("utf-8")
    assert "<svg" not in page
    assert "<h1>jipinghu</h1>" in page


def test_a_name_is_text_in_the_page(folder, mjtool):
    odd = folder / "<i>&.toml"
    odd.write_text('extends = "jipinghu"\n', "utf-8")
    mjtool("rules", "impact", "jipinghu", "<i>&.toml", "--hands", "16", "--report", "odd.html")
    page = (folder / "odd.html").read_text("utf-8")
    assert "<i>" not in page
    assert "&lt;i&gt;&amp;.toml" in page


@pytest.mark.parametrize("target", ["house.toml", ""])
def test_no_rule_file_is_written_over(folder, mjtool, target):
    before = (folder / "house.toml").read_bytes()
    code, _, err = mjtool(*PLAYED, "--report", target)
    assert code == 2
    assert err.count("\n") == 1
    assert (folder / "house.toml").read_bytes() == before
