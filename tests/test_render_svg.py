"""Pictures of hands: every tile drawn, every kind of set told apart, every kind of file."""

from __future__ import annotations

import json
import re
import struct
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import hands

from mjtool.cli.app import run
from mjtool.errors import MissingExtraError, RequestError
from mjtool.hand import Hand
from mjtool.render.glyphs import face
from mjtool.render.svg import EDGE, HEIGHT, MARGIN, WIDTH, encode, picture
from mjtool.tiles import HELD, TILES

SVG = "{http://www.w3.org/2000/svg}"


def tiles_of(svg: str) -> list[str]:
    """Return the tiles a drawing shows, by the titles a reader sees when pointing at them."""
    root = ElementTree.fromstring(svg)
    titles = [group.find(f"{SVG}title") for group in root.findall(f"{SVG}g")]
    return ["?" if title is None else str(title.text) for title in titles]


def test_every_tile_has_a_face_of_its_own():
    faces = [face(tile) for tile in TILES]
    assert len(set(faces)) == len(TILES)
    for drawn in faces:
        ElementTree.fromstring(drawn)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("[123m]1122334455z", "1m2m3m 1z1z2z2z3z3z4z4z5z5z", id="chow"),
        pytest.param("(7777z)1122334455z", "?7z7z? 1z1z2z2z3z3z4z4z5z5z", id="concealed-kong"),
        pytest.param("[1111m+]1122334455z", "1m1m1m1m 1z1z2z2z3z3z4z4z5z5z", id="added-kong"),
        pytest.param("[111m][222m][333m][444m]1p", "1m1m1m2m2m2m3m3m3m4m4m4m 1p", id="one-tile"),
        pytest.param("9s123m456p789s2221z", "1m2m3m4p5p6p7s8s9s9s2z2z2z 1z", id="last-apart"),
        pytest.param("2221z123m456p789s9s", "1m2m3m4p5p6p7s8s9s1z2z2z2z 9s", id="last-inside"),
    ],
)
def test_shows_the_tiles_from_left_to_right(text, shown):
    assert "".join(tiles_of(picture([Hand.parse(text)]).svg)) == shown.replace(" ", "")


@given(hands())
def test_shows_each_tile_once(hand):
    shown = tiles_of(picture([hand]).svg)
    assert len(shown) == sum(hand.own)
    assert shown.count("?") == 2 * sum(not fixed.is_open for fixed in hand.sets)


@pytest.mark.parametrize(
    ("text", "lying"),
    [
        pytest.param("[123m]1122334455z", 0, id="chow"),
        pytest.param("[111m]1122334455z", 1, id="pung"),
        pytest.param("[1111m]1122334455z", 1, id="exposed-kong"),
        pytest.param("[1111m+]1122334455z", 2, id="added-kong"),
        pytest.param("(1111m)1122334455z", 0, id="concealed-kong"),
    ],
)
def test_a_tile_lies_only_where_it_is_known_to_be_the_claimed_one(text, lying):
    assert picture([Hand.parse(text)]).svg.count("rotate(-90)") == lying


@given(hands())
def test_nothing_leaves_the_frame(hand):
    drawn = picture([hand], captions=False)
    for group in ElementTree.fromstring(drawn.svg).findall(f"{SVG}g"):
        x, y = map(int, group.get("transform", "").removeprefix("translate(")[:-1].split())
        body = group.find(f"{SVG}rect")
        width, height = float(body.get("width")), float(body.get("height"))
        assert MARGIN <= x <= x + width <= drawn.width - MARGIN + 1
        assert MARGIN <= y <= y + height <= drawn.height - MARGIN + 1


def test_hands_stand_one_below_the_other():
    one = picture([Hand.parse("123m456p789s1122z")])
    two = picture([Hand.parse("123m456p789s1122z")] * 2)
    assert two.width == one.width == 2 * MARGIN + 13 * WIDTH
    assert two.height > 2 * (HEIGHT + EDGE) > one.height
    assert two.svg.count(">123m456p789s1122z</text>") == 2


def test_html_is_whole_and_png_has_twice_the_size():
    drawn = picture([Hand.parse("123m456p789s1122z")])
    page = encode(drawn, ".html").decode()
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert '<html lang="zh-Hans">' in encode(drawn, ".html", "zh").decode()
    assert drawn.svg in page
    png = encode(drawn, ".PNG")
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (2 * drawn.width, 2 * drawn.height)


def test_png_without_the_extra_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'mjtool\[png\]'"):
        encode(picture([Hand.parse("123m456p789s1122z")]), ".png")


def test_another_suffix_is_refused():
    with pytest.raises(RequestError, match=r"'\.gif' is no kind of picture"):
        encode(picture([Hand.parse("123m456p789s1122z")]), ".gif")


def test_command_writes_the_file_and_tells(tmp_path, capsys):
    target = tmp_path / "hand.svg"
    assert run(["render", "123m456p789s1122z", "-o", str(target), "--json"]) == 0
    text = target.read_text("utf-8")
    assert len(tiles_of(text)) == 13
    out = capsys.readouterr().out
    assert f'"hands":["123m456p789s1122z"],"width":{2 * MARGIN + 13 * WIDTH}' in out


def test_command_sets_the_named_tile_apart(tmp_path):
    target = tmp_path / "hand.svg"
    assert run(["render", "123m456p789s11222z", "--win", "1m", "-o", str(target)]) == 0
    assert tiles_of(target.read_text("utf-8"))[-1] == "1m"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["12m", "-o", "x.svg"], "2 concealed tiles", id="no-hand"),
        pytest.param(["123m456p789s1122z", "-o", "x.gif"], "no kind of picture", id="suffix"),
        pytest.param(["123m456p789s1122z", "-o", "no/x.svg"], "no such file", id="folder"),
        pytest.param([], "no hand given", id="nothing"),
    ],
)
def test_command_refuses_in_one_line(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["render", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


BATCH = '{"id": 7, "hand": "123m456p789s1122z"}\n1x\n\n123m456p789s11222z\n'
TOLD = [
    {"id": 7, "hand": "123m456p789s1122z", "file": "hand.svg"},
    {"line": 2, "error": "bad_character"},
    {"line": 3, "error": "empty_hand"},
    {"hand": "123m456p789s11222z", "file": "hand.svg"},
]


def told(lines):
    """Return the rows of a batch, errors by their code."""
    rows = [json.loads(line) for line in lines.splitlines()]
    return [row | ({"error": row["error"]["code"]} if "error" in row else {}) for row in rows]


@pytest.mark.parametrize("source", [["-"], ["--input", "hands"]], ids=["stdin", "input"])
def test_a_batch_is_one_picture_of_the_lines_that_are_hands(source, program, tmp_path):
    (tmp_path / "hands").write_text(BATCH, "utf-8")
    done = program("render", *source, "-o", "hand.svg", stdin=BATCH, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert told(done.stdout) == TOLD
    assert len(tiles_of((tmp_path / "hand.svg").read_text("utf-8"))) == 27


def test_a_batch_to_stdout_tells_its_faults_on_stderr(program):
    done = program("render", "-", stdin=BATCH)
    assert done.returncode == 1
    assert told(done.stderr) == TOLD[1:3]
    assert len(tiles_of(done.stdout)) == 27


def test_a_batch_stops_at_the_first_fault_where_asked(program, tmp_path):
    done = program("render", "-", "-o", "hand.svg", "--fail-fast", stdin=BATCH, cwd=tmp_path)
    assert (done.returncode, told(done.stdout)) == (1, TOLD[:2])
    assert len(tiles_of((tmp_path / "hand.svg").read_text("utf-8"))) == 13


@pytest.mark.parametrize(
    ("stdin", "code"), [pytest.param("", 2, id="empty"), pytest.param("1x\n", 1, id="no-hand")]
)
def test_a_batch_without_a_hand_writes_no_picture(program, tmp_path, stdin, code):
    done = program("render", "-", "-o", "hand.svg", stdin=stdin, cwd=tmp_path)
    assert done.returncode == code
    assert list(tmp_path.iterdir()) == []


def test_wild_tiles_are_marked_and_show_what_they_stand_for(tmp_path):
    file = tmp_path / "hand.svg"
    assert run(["render", "1112345678m123f0z", "--rules", "guangdong_mil", "-o", str(file)]) == 0
    drawn = file.read_text("utf-8")
    assert len(re.findall(r"<title>(?:[1-4]f|0z) = \dm</title>", drawn)) == 4
    # a star for each, and the face of the anonymous one
    assert drawn.count("<polygon") == 4 + 1
    assert run(["render", "111234567m222z0z", "-o", str(file)]) == 0
    drawn = file.read_text("utf-8")
    assert "<title>0z</title>" in drawn
    assert run(["render", "1112345678999m7z", "-o", str(file)]) == 0
    assert "<polygon" not in file.read_text("utf-8")


def test_flowers_and_the_anonymous_wild_tile_have_faces_of_their_own():
    assert len({face(tile) for tile in HELD}) == len(HELD)
