"""A log that no format fits is told in one line, with the formats that are read."""

import json
import subprocess
import sys

import foreign_games as write
import pytest
from foreign_hands import GAME, OVER, converted, kyoku, lines, messages, places, tsumo

from mjtool.game_log.formats import FORMATS, detect

DRAWN = {"type": "ryukyoku", "reason": "kyushukyuhai", "deltas": [0] * 4}
MJAI = [GAME, kyoku(), tsumo(0, "9s"), DRAWN, {"type": "end_kyoku"}, OVER]
START = b'{"type":"start_game","rules":"jipinghu","players":["","","",""]}'
RECORDS = {"head": {"uuid": "x"}, "data": {"records": [{"name": "RecordNewRound"}]}}
VIEWER = write.tenhou_json([write.play(1)])

UNKNOWN = {
    "list-of-events": (json.dumps(MJAI).encode(), 1, "F001"),
    "list-of-events-over-lines": (
        b"[\n" + b",\n".join(json.dumps(event).encode() for event in MJAI) + b"\n]\n",
        1,
        "F001",
    ),
    "list-that-ends-like-an-event": (
        b"[" + b",\n".join(json.dumps(event).encode() for event in MJAI) + b"]\n",
        1,
        "F001",
    ),
    "object": (json.dumps({"title": "x", "log": [[{"qipai": {}}]]}).encode(), 1, "F002"),
    "objects": (b'{"a": 1}\n{"a": 2}\n', 1, "F002"),
    "object-over-lines": (json.dumps(RECORDS, indent=1).encode(), 1, "F001"),
    "address": (b"https://example.com/6/#json=" + VIEWER, 1, "F001"),
    "addresses": (b"https://example.com/1\nhttps://example.com/2\n", 1, "F001"),
    "letter": (b"Dear all,\nI played yesterday.\n", 1, "F001"),
    "page": (b"<!DOCTYPE html>\n<html><body>not found</body></html>\n", 1, "F001"),
    "other-xml": (b'<?xml version="1.0"?>\n<testsuites/>\n', 1, "F001"),
    "number": (b"7", 1, "F001"),
    "zeros": (b"\0" * 400, 1, "F001"),
}
WIDE = {
    f"{name}-{encoding}": (data.decode().encode(encoding), 1, "F001")
    for name, data in {"viewer": VIEWER, "mjai": lines(*MJAI), "native": START}.items()
    for encoding in ("utf-16", "utf-16-le", "utf-16-be")
}
IN_GBK = {
    "native": (START.replace(b'"",', '"东风",'.encode("gbk"), 1), 1, "auto"),
    "mjai": (lines(*MJAI).replace(b'"bob"', '"南风"'.encode("gbk")), 1, "auto"),
    "viewer": (VIEWER.replace(b'"b"', '"西风"'.encode("gbk")), 1, "auto"),
    "botzone": (
        write.botzone([write.play(1, own_walls=True)]).replace(b'"b"', '"北"'.encode("gbk")),
        1,
        "auto",
    ),
}


@pytest.mark.parametrize(("data", "line", "code"), [*UNKNOWN.values(), *WIDE.values()],
                         ids=[*UNKNOWN, *WIDE])  # fmt: skip
def test_one_line_that_names_the_formats(data, line, code):
    assert places(data) == [(line, code)]
    for lang in ("en", "zh"):
        [told] = messages(data, lang=lang)
        assert all(name in told for name in FORMATS)
    assert converted(data) == ([], [(line, code)])


@pytest.mark.parametrize(("data", "line", "form"), IN_GBK.values(), ids=IN_GBK)
def test_text_that_is_not_utf_8_is_told_as_such(data, line, form):
    [told] = [each for each in messages(data, form=form) if " F001 " in each]
    assert told == f"log:{line}: F001 the text is not UTF-8"
    assert any("文字不是 UTF-8" in each for each in messages(data, form=form, lang="zh"))


@pytest.mark.parametrize("data", WIDE.values(), ids=WIDE)
def test_utf_16_is_told_as_such(data):
    assert "not UTF-8" in messages(data[0])[0]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\n \n\t\n", id="blank"),
        pytest.param(b"[1]\n" + START, id="a-list-first"),
        pytest.param(b"nonsense\n" + START, id="nonsense-first"),
        pytest.param(b'{"type":"draw","seat":1', id="a-cut-event"),
        pytest.param(b'\xef\xbb\xbf {"seat": 1, "type" : "draw"}', id="an-event-in-other-order"),
    ],
)
def test_what_holds_an_event_is_native(data):
    assert detect(data) == "native"


@pytest.mark.parametrize("name", ["x.mjson", "x.json", "x.mjlog", "x.xml", "x.txt", "x.jsonl"])
def test_nothing_but_a_name_makes_no_log(name):
    for data, line, _ in UNKNOWN.values():
        told = places(data, name)
        assert len(told) == 1, (name, data[:40])
        assert told[0][0] == line


def test_commands_say_it_too(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(UNKNOWN["object-over-lines"][0])
    out = tmp_path / "out.jsonl"
    for command in (["replay"], ["replay", "--jobs", "2"], ["convert", "-o", str(out)]):
        done = subprocess.run(
            [sys.executable, "-m", "mjtool", *command, "--lang", "en", str(path)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        told = (done.stdout if command[0] == "replay" else done.stderr).splitlines()
        assert done.returncode == 1
        assert told[0].startswith(f"{path}:1: F001 the format of this log is not known")
        assert len(told) == (2 if command[0] == "replay" else 1)
