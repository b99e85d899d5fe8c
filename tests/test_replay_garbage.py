"""What is no log at all: a finding or an error of that file, and the others are still checked."""

from __future__ import annotations

import gzip
import json
import os
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packing import zstd

from mjtool.game_log import CODES, Finding, Plan, Unread, audit_lines, replay
from mjtool.game_log.formats import native
from mjtool.limits import Limits
from tests.logs import DATA

GOOD = DATA / "good" / "jipinghu-props.jsonl"
LINES = GOOD.read_bytes().splitlines()


def findings(path: object, **plan: object) -> list[tuple[int, str]]:
    """Return the line and code of each finding of one log."""
    return [(i.line, i.code) for i in replay([str(path)], Plan(**plan)) if isinstance(i, Finding)]


def with_line(line: bytes) -> list[tuple[int, str]]:
    """Return the findings of a good log whose fifth line is ``line``."""
    found = audit_lines([*LINES[:4], line, *LINES[5:]])
    assert all(finding.message("zh") and finding.line_text() for finding in found)
    return [(finding.line, finding.code) for finding in found]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param(b"", "F001", id="blank"),
        pytest.param(b"   \t", "F001", id="spaces"),
        pytest.param(b"null", "F001", id="null"),
        pytest.param(b"[]", "F001", id="list"),
        pytest.param(b'"draw"', "F001", id="text"),
        pytest.param(b"{}", "F002", id="empty-object"),
        pytest.param(b'{"type":null}', "F002", id="type-null"),
        pytest.param(b'{"type":["draw"]}', "F002", id="type-list"),
        pytest.param(b'{"type":"\\ud800"}', "F002", id="type-half-a-pair"),
        pytest.param(b'{"type":"draw","seat":1,"tile":"1m"', "F001", id="cut"),
        pytest.param(b'{"type":"draw","seat":1,"tile":"1m"} {}', "F001", id="two-objects"),
        pytest.param(b"{'type':'draw'}", "F001", id="python"),
        pytest.param(b'{"type":"draw","seat":NaN,"tile":"1m"}', "F001", id="nan"),
        pytest.param(b'{"type":"draw","seat":-Infinity,"tile":"1m"}', "F001", id="infinity"),
        pytest.param(b'{"type":"draw","seat":1,"tile":"\xff"}', "F001", id="not-utf-8"),
        pytest.param(b'{"type":"golden","x":"\xff"}', "F001", id="not-utf-8-elsewhere"),
        pytest.param(b'{"type":"draw","seat":1,"tile":"\\ud83c"}', "F004", id="half-a-pair"),
        pytest.param(b'{"type":"draw","seat":1,"tile":"\xf0\x9f\x80\xab"}', "F004", id="back"),
        pytest.param(b'{"type":"draw","seat":1e99,"tile":"1m"}', "F003", id="huge-float"),
        pytest.param(b'{"type":"draw","seat":1' + b"0" * 9000 + b"}", "F003", id="huge-number"),
        pytest.param(b'{"type":"draw","seat":-1,"tile":"1m"}', "F003", id="negative-seat"),
        pytest.param(b'{"type":"draw","seat":"1","tile":"1m"}', "F003", id="seat-text"),
        pytest.param(b'{"type":"draw","seat":1,"tile":["1m"]}', "F003", id="tile-list"),
        pytest.param(b"[" * 200_000, "F001", id="deep-list"),
        pytest.param(
            b'{"type":"voice","x":' + b"[" * 200_000 + b"]" * 200_000 + b"}", "F001", id="deep"
        ),
        pytest.param(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "F001", id="deep-objects"),
        pytest.param(b"\x00" * 100, "F001", id="zeros"),
        pytest.param(b"\xef\xbb\xbf{}", "F001", id="byte-order-mark-inside"),
    ],
)
def test_lines_that_are_no_event(line, code):
    assert with_line(line) == [(5, code)]


def test_huge_numbers_in_fields_that_nobody_reads():
    line = json.loads(LINES[4])
    assert with_line(json.dumps(line)[:-1].encode() + b',"x":1' + b"0" * 5000 + b"}") == []


def test_a_byte_order_mark_and_blank_lines_at_the_end_are_harmless(tmp_path):
    path = tmp_path / "windows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(LINES) + b"\r\n\r\n\n")
    assert findings(path) == []


def test_a_line_of_a_hundred_megabytes(tmp_path):
    path = tmp_path / "long.jsonl"
    with path.open("wb") as stream:
        stream.write(b"\n".join(LINES[:4]) + b'\n{"type":"')
        for _ in range(100):
            stream.write(b"x" * (1 << 20))
        stream.write(b'"}\n' + b"\n".join(LINES[5:]) + b"\n")
    assert findings(path) == [(5, "F001")]


def test_a_long_line_is_read_whole_below_the_limit(tmp_path):
    path = tmp_path / "long.jsonl"
    event = LINES[4][:-1] + b',"note":"' + b"x" * (Limits().line - 1000) + b'"}'
    path.write_bytes(b"\n".join([*LINES[:4], event, *LINES[5:]]))
    assert findings(path) == []


@pytest.mark.parametrize("suffix", ["gz", "zst"])
@pytest.mark.parametrize("kept", [0.3, 0.6, 0.99])
def test_a_packed_log_that_is_cut(tmp_path, suffix, kept):
    data = (DATA / "good" / "jipinghu-010.jsonl").read_bytes() * 20
    packed = {"gz": gzip, "zst": zstd}[suffix].compress(data)
    path = tmp_path / f"cut.jsonl.{suffix}"
    path.write_bytes(packed[: int(len(packed) * kept)])
    codes = {code for _, code in findings(path)}
    assert codes == {"F001"}


def test_a_packed_log_with_wrong_bytes(tmp_path):
    packed = bytearray(gzip.compress((DATA / "good" / "jipinghu-010.jsonl").read_bytes()))
    packed[len(packed) // 2] ^= 0xFF
    path = tmp_path / "wrong.jsonl.gz"
    path.write_bytes(bytes(packed))
    assert {code for _, code in findings(path)} <= set(CODES)
    assert findings(path)


BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE mjloggm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<mjloggm ver="2.3"><SHUFFLE seed="&c;"/></mjloggm>"""


def test_bad_files_among_good_ones(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(GOOD.read_bytes())
    (tmp_path / "b.jsonl").write_bytes(os.urandom(5000))
    (tmp_path / "c.mjlog").write_bytes(BOMB)
    (tmp_path / "d.jsonl").write_bytes(b"")
    (tmp_path / "e.json").write_bytes(b"{" * 5000)
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "self.jsonl").symlink_to(tmp_path / "self.jsonl")
    (tmp_path / "z.jsonl").write_bytes((DATA / "bad" / "jipinghu-S501-0.jsonl").read_bytes())
    items = list(replay([tmp_path]))
    found = {(Path(i.file).name, i.code) for i in items if isinstance(i, Finding)}
    unread = {Path(i.file).name for i in items if isinstance(i, Unread)}
    assert ("z.jsonl", "S501") in found
    assert not {code for name, code in found if name == "a.jsonl"}
    assert {name for name, _ in found} | unread >= {"b.jsonl", "c.mjlog", "e.json"}
    assert unread >= {"gone.jsonl", "self.jsonl"}


def test_a_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "closed.jsonl"
    path.write_bytes(GOOD.read_bytes())
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    [item] = replay([path])
    assert isinstance(item, Unread)


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_any_bytes_give_findings_only(lines):
    assert {finding.code for finding in audit_lines(lines)} <= {"F001", "F002", "F006"}


WASHOUT = b'{"type":"washout"}'
PARTS = [
    WASHOUT,
    WASHOUT,
    WASHOUT,
    b'{"type":"wash',
    b'out"}',
    b"{",
    b"}",
    b"",
    b" ",
    b"\xff",
    b"[",
    b"]",
]


@given(st.lists(st.lists(st.sampled_from(PARTS), max_size=3).map(b"".join), max_size=9))
def test_blocks_of_lines_read_like_single_lines(lines):
    text = b"".join(line + b"\n" for line in lines)
    assert list(native.read(BytesIO(text))) == list(native.events(lines))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(WASHOUT + WASHOUT + b"\n\n" + WASHOUT + b"\n", id="two-and-blank"),
        pytest.param(WASHOUT + WASHOUT + b'\n{"type":\n"washout"}\n', id="two-and-a-cut-one"),
        pytest.param(b'{"x":{}\n,"type":"washout"}\n' + WASHOUT * 2 + b"\n", id="cut-after-brace"),
        pytest.param(b'{"x":[{}\n{}],"type":"washout"}\n' + WASHOUT * 2 + b"\n", id="in-a-list"),
    ],
)
def test_an_object_hides_behind_no_other(text):
    expected = list(native.events(text.splitlines()))
    assert list(native.read(BytesIO(text))) == expected


ROBBERS = DATA / "good" / "jipinghu-two-robbers.jsonl"
EVENTS = [json.loads(line) for line in ROBBERS.read_bytes().splitlines()]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_any_value_in_any_field_gives_findings_only(data):
    events = [dict(event) for event in EVENTS]
    at = data.draw(st.integers(0, len(events) - 1))
    field = data.draw(st.sampled_from(sorted(events[at])))
    events[at][field] = data.draw(JSON)
    for finding in audit_lines([json.dumps(event).encode() for event in events]):
        assert finding.code in CODES
        assert json.dumps(finding.to_dict("zh"))
        assert finding.line_text("en").encode()


@given(st.data())
def test_any_order_of_events_gives_findings_only(data):
    events = data.draw(st.permutations(EVENTS))
    cut = data.draw(st.integers(0, len(events)))
    found = audit_lines([json.dumps(event).encode() for event in events[:cut]])
    assert {finding.code for finding in found} <= set(CODES)
