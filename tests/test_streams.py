"""Hostile and odd streams: huge, slow, closed, packed in odd ways, pipes among files."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import foreign_games as write
import pytest
from hypothesis import given
from hypothesis import strategies as st
from packing import skippable, zstd
from work import counted

from mjtool import replay as replay_logs
from mjtool.game_log.formats.native import events, read
from mjtool.game_log.formats.opening import read_log, walk
from mjtool.game_log.formats.pieces import pieces_of
from mjtool.limits import Limits
from mjtool.render import junit
from mjtool.table.fault import Fault

GOOD = Path(__file__).parent / "data" / "logs" / "native" / "good" / "jipinghu-010.jsonl"
PLAIN = GOOD.read_bytes()


def bomb(chunk, size):
    """Return ``size`` times ``chunk``, packed into very little."""
    out = io.BytesIO()
    with zstd.ZstdFile(out, "wb") as stream:
        for _ in range(size):
            stream.write(chunk)
    return out.getvalue()


def peak(work):
    """Return the most memory that Python held at once during ``work``, and what it gave."""
    tracemalloc.start()
    try:
        found = work()
        return tracemalloc.get_traced_memory()[1], found
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("chunk", "faults"),
    [
        pytest.param(b"\0" * (1 << 20), 1, id="one-line"),
        pytest.param(b"\n" * (1 << 20), 0, id="blank-lines"),
        pytest.param(b" \r\n" * (1 << 18), 0, id="blank-lines-of-spaces"),
        pytest.param(b"[\n" * (1 << 8) + b"\n" * (1 << 20), None, id="lines-among-blank-ones"),
    ],
)
def test_a_few_bytes_that_hold_very_many(chunk, faults, monkeypatch):
    monkeypatch.setattr("mjtool.limits._now", Limits(ratio=10**9))
    packed = bomb(chunk, 200)
    assert len(packed) < 200_000
    used, found = peak(lambda: sum(1 for _ in read_log(io.BytesIO(packed))))
    assert used < 20_000_000
    if faults is not None:
        assert found == faults


def test_blank_lines_are_one_fault_where_another_line_follows():
    data = PLAIN.replace(b"\n", b"\n" * 100_000, 1) + b"\n" * 100_000
    used, found = peak(lambda: list(read(io.BytesIO(data))))
    assert used < 20_000_000
    faults = [(line, item.key) for line, item in found if isinstance(item, Fault)]
    assert faults == [(2, "F001")]
    assert [line for line, _ in found][:3] == [1, 2, 100_001]
    assert len(found) == PLAIN.count(b"\n") + 1


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(skippable(b"hello") + zstd.compress(PLAIN), id="first"),
        pytest.param(zstd.compress(PLAIN) + skippable(b""), id="last"),
        pytest.param(
            zstd.compress(PLAIN[:99]) + skippable(b"x" * 200_000) + zstd.compress(PLAIN[99:]),
            id="between",
        ),
        pytest.param(b"".join(zstd.compress(bytes([each])) for each in PLAIN[:2000]), id="many"),
    ],
)
def test_frames_of_zstandard(packed):
    plain = PLAIN[:2000] if packed.count(b"\x28\xb5\x2f\xfd") == 2000 else PLAIN
    assert list(read_log(io.BytesIO(packed))) == list(read_log(io.BytesIO(plain)))


@pytest.mark.parametrize(
    ("packed", "english", "chinese"),
    [
        pytest.param(skippable(b"hello")[:-1], "it ends too early", "内容不完整", id="skippable"),
        pytest.param(zstd.compress(PLAIN)[:-1], "it ends too early", "内容不完整", id="zst"),
        pytest.param(gzip.compress(PLAIN)[:-1], "it ends too early", "内容不完整", id="gz"),
        pytest.param(gzip.compress(PLAIN)[:4], "it ends too early", "内容不完整", id="gz-head"),
        pytest.param(
            gzip.compress(PLAIN)[:99] + b"\0" * 99,
            "the packed data is damaged",
            "压缩数据已损坏",
            id="gz-damaged",
        ),
        pytest.param(
            zstd.compress(PLAIN) + b"more",
            "the packed data is damaged",
            "压缩数据已损坏",
            id="zst-damaged",
        ),
    ],
)
def test_a_stream_that_breaks_says_why_in_our_words(packed, english, chinese):
    *_, (_, fault) = read_log(io.BytesIO(packed))
    assert fault.key == "F001.stream"
    assert (fault.found.text("en"), fault.found.text("zh")) == (english, chinese)


class Slow(io.RawIOBase):
    """Gives its data a few bytes at a time, as a slow pipe does."""

    def __init__(self, data, size):
        self.data = data
        self.size = size

    def readable(self):
        return True

    def readinto(self, buffer):
        size = min(self.size, len(buffer))
        found, self.data = self.data[:size], self.data[size:]
        buffer[: len(found)] = found
        return len(found)


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress])
@pytest.mark.parametrize(
    "log",
    [
        pytest.param(PLAIN, id="native"),
        pytest.param(PLAIN.split(b"\n", 3)[3], id="native-from-its-middle"),
        pytest.param(write.mjai([write.long_play(1)]), id="mjai"),
        pytest.param(write.tenhou_xml([write.long_play(2)]), id="tenhou"),
        pytest.param(write.ijcai([write.long_play(3, own_walls=True)]), id="ijcai"),
        pytest.param(write.botzone([write.long_play(4, own_walls=True)]), id="botzone"),
    ],
)
def test_a_log_is_the_same_however_it_comes(log, pack, size):
    packed = pack(log)
    assert list(read_log(Slow(packed, size))) == list(read_log(io.BytesIO(log)))


def test_findings_come_as_lines_come(environment):
    """``tail -f log | mjtool replay -``: whoever watches need not wait for more."""
    lines = PLAIN.splitlines(keepends=True)
    with subprocess.Popen(
        [sys.executable, "-m", "mjtool", "replay", "-", "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        try:
            os.set_blocking(process.stdout.fileno(), False)
            for text in ((lines[0], b"{broken\n"), (lines[0], b"[]\n")):
                process.stdin.write(b"".join(text))
                process.stdin.flush()
                assert b" F001 " in waited_for(process)
            process.communicate(timeout=60)
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("command", "lines", "answers"),
    [
        (
            ["score", "-", "--lang", "en"],
            [b"[222p]333m444888s55z", b"1m"],
            [b'"won":true', b'"error"'],
        ),
        (["waits", "-"], [b"123456789m1122z", b"123456789m2233z"], [b'"1z"', b'"3z"']),
        (["convert", "-"], PLAIN.splitlines()[:2], [b'"start_game"', b'"start_hand"']),
    ],
    ids=["score", "waits", "convert"],
)
def test_answers_come_as_lines_come(environment, command, lines, answers):
    """Another program may ask line by line and wait for each answer."""
    with subprocess.Popen(
        [sys.executable, "-m", "mjtool", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as process:
        try:
            os.set_blocking(process.stdout.fileno(), False)
            for line, answer in zip(lines, answers, strict=True):
                process.stdin.write(line + b"\n")
                process.stdin.flush()
                assert answer in waited_for(process)
            process.communicate(timeout=60)
        finally:
            process.kill()


def waited_for(process):
    """Return what comes next from a process, at most half a minute later."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if found := process.stdout.read():
            return found
        time.sleep(0.02)
    return b""


def test_a_folder_with_pipes_and_devices(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(PLAIN)
    os.mkfifo(tmp_path / "pipe.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl.gz")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    (tmp_path / "null.txt").symlink_to("/dev/null")
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    assert [path.name for path in walk([tmp_path])] == ["a.jsonl", "gone.jsonl"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_commands_end_in_a_folder_with_a_pipe(program, tmp_path, jobs):
    (tmp_path / "a.jsonl").write_bytes(PLAIN)
    (tmp_path / "b.jsonl").write_text('{"do":"shanten","hand":"1234567m","expect":{}}\n')
    os.mkfifo(tmp_path / "pipe.jsonl")
    os.mkfifo(tmp_path / "pipe.mjcases.toml")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    done = program("replay", str(tmp_path), "--jobs", jobs)
    assert (done.returncode, done.stdout[:7]) == (0, "1 file,")
    assert program("convert", str(tmp_path)).returncode == 0
    assert program("check", str(tmp_path), "--jobs", jobs).returncode in (1, 2)


@pytest.fixture
def closed(environment):
    """Return a function that runs the program with stdin closed."""

    def run(*arguments):
        command = [sys.executable, "-m", "mjtool", *map(str, arguments)]
        return subprocess.run(
            ["sh", "-c", 'exec "$@" <&-', "sh", *command],
            capture_output=True,
            env=environment,
            timeout=60,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    "command",
    [
        ("replay", GOOD),
        ("replay", GOOD, GOOD, "--jobs", "2"),
        ("convert", GOOD),
        ("check", "CASES"),
        ("check", "CASES", "--jobs", "2"),
        ("score", "[222p]333m444888s55z"),
        ("score", "--input", "HANDS", "--jobs", "2"),
        ("render", "[222p]333m444888s55z"),
        ("render", "--input", "HANDS"),
        ("rules", "list"),
        ("simulate", "--games", "1"),
    ],
    ids=lambda command: " ".join(map(str, command)).replace(str(GOOD), "LOG"),
)
def test_a_closed_stdin_matters_to_nobody_who_does_not_read_it(closed, tmp_path, command):
    (tmp_path / "a.jsonl").write_text(
        '{"do":"shanten","hand":"123456789m1111z","expect":{"shanten":1}}\n'
    )
    (tmp_path / "hands").write_text("[222p]333m444888s55z\n")
    names = {"CASES": tmp_path / "a.jsonl", "HANDS": tmp_path / "hands"}
    done = closed(*[names.get(each, each) for each in command])
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("command", ["replay", "convert", "check", "score", "render"])
def test_a_closed_stdin_that_is_asked_for_is_told(closed, command):
    done = closed(command, "-", "--lang", "en")
    assert done.returncode == 2
    assert done.stderr == b"error: cannot read -: it is closed\n"


def test_the_work_of_a_report_grows_as_it_does():
    """Counting anew for each case made it quadratic: 4,000 logs took 27 seconds."""

    def steps(number):
        cases = [junit.Case("replay", f"{each}.jsonl") for each in range(number)]
        with counted() as work:
            junit.report(cases)
        return work.steps

    steps(10)
    assert steps(2000) < 5 * steps(500)


def test_a_report_counts_right():
    problem = junit.Problem("S501", "fan differs")
    error = junit.Problem("unreadable", "gone", is_error=True)
    cases = [
        junit.Case("one", "a"),
        junit.Case("two", "b", (problem, problem)),
        junit.Case("one", "c", (error,)),
    ]
    told = junit.report(cases)
    assert '<testsuites name="mjtool" tests="3"' in told
    assert 'errors="1" failures="2"' in told or 'failures="2" errors="1"' in told


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "LOG", "--output-format", "junit"),
        ("check", "CASES", "--output-format", "junit"),
        ("rules", "validate", "none.toml", "--output-format", "junit"),
        ("render", "[222p]333m444888s55z", "-o", "OUT.png"),
        ("simulate", "--games", "1000000", "-o", "OUT.zst"),
        ("convert", "LOG", "-o", "OUT.zst"),
    ],
    ids=" ".join,
)
def test_a_missing_extra_is_told_before_the_work(mjtool, monkeypatch, tmp_path, command):
    for name in ("junitparser", "resvg_py", zstd.__name__):
        monkeypatch.setitem(sys.modules, name, None)
    names = {"LOG": str(GOOD), "CASES": str(tmp_path / "a.jsonl")}
    (tmp_path / "a.jsonl").write_text('{"do":"shanten","hand":"1m","expect":{}}\n')
    target = tmp_path / "OUT"
    for suffix in (".png", ".zst"):
        target.with_suffix(suffix).write_bytes(b"old")
    monkeypatch.chdir(tmp_path)
    code, out, err = mjtool(*[names.get(each, each) for each in command])
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "extra" in err
    assert target.with_suffix(".zst").read_bytes() == b"old"


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [b"[]", b'{"type":"washout"}', b'{"type":"draw","seat":0,"tile":"1m"}']
            ),
            st.integers(1, 200).map(lambda number: b"\n" * number),
            st.sampled_from([b" ", b"\r", b"\t \r"]),
        ),
        max_size=12,
    ),
    st.booleans(),
)
def test_blank_lines_are_counted_wherever_they_lie(parts, ends):
    data = b"\n".join(parts) + b"\n" * ends
    lines = data.split(b"\n")
    assert list(read(io.BytesIO(data))) == list(events(lines))


def test_a_piece_of_a_log_never_lies_in_memory_whole(tmp_path):
    path = tmp_path / "long.jsonl"
    with path.open("wb") as stream:
        stream.write(PLAIN)
        for _ in range(100):
            stream.write(b"\n" * (1 << 20))
        stream.write(b"{}\n")
    *_, last = pieces_of(str(path))
    assert last.end - last.start > 100 << 20

    def work():
        with last.open() as stream:
            return list(read(stream))

    used, found = peak(work)
    assert used < 20_000_000
    assert [item.code for _, item in found if isinstance(item, Fault)] == ["F001", "F002"]
    whole = list(replay_logs(path))
    assert list(replay_logs(path, jobs=2)) == whole
