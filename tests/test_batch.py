"""Batches: a line out for each line in, whatever the lines are."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mjtool.answers import ANSWERS
from mjtool.cli.app import run as cli
from mjtool.lines import BlockWorker, Job, Worker, run

GOOD = b'{"id": 1, "hand": "[222p]333m444888s55z", "self_drawn": true, "seat": "S", "round": "E"}'


def broken_lines(source):
    """Yield kinds of lines that cannot be read, for ever."""
    while True:
        yield from (
            b"",
            b"   ",
            b"\x00\x00",
            b"\xff\xfe\x80",
            b"hello",
            b"123m",
            b"123456789m12345p11111z",
            b"[123",
            b"(1111m",
            b"]",
            b'"11123456789995m"',
            b"null",
            b"[]",
            b"{",
            b"{}",
            b"{}{}",
            b'{"hand"}',
            b'{"hand": 1}',
            b'{"hand": null}',
            b'{"hand": "\\ud800"}',
            b'{"hand": "11123456789995m", "win": "1z"}',
            b'{"hand": "11123456789995m", "sead": "E"}',
            b'{"hand": "11123456789995m", "seat": "Q"}',
            b'{"hand": "11123456789995m", "rules": "nope"}',
            b'{"hand": "11123456789995m", "rules": "\\u0000"}',
            b'{"hand": "11123456789995m", "self_drawn": 1e999}',
            b'{"hand": "11123456789995m", "draws": 1.5}',
            b'{"hand": "11123456789995m", "room": {"coefficient": 1e30, "fee": 0}}',
            b'{"hand": "11123456789995m", "events": ["robbing_kong"], "self_drawn": true}',
            b'{"hand": "\xc3\x28"}',
            b'{"id": ' + b"[" * 3000 + b"]" * 3000 + b"}",
            b'{"a":' * 3000,
            b"[" * 3000,
            GOOD[: source.randrange(1, len(GOOD) - 1)],
            source.randbytes(source.randrange(1, 200)).replace(b"\n", b"?").replace(b"{", b"?")
            + b"!",
        )


GOOD_LINES = (
    (GOOD, 1),
    (b"11123456789995m", None),
    ("[二二二筒]三万三万三万444888s55z".encode(), None),
    (b'{"hand": "123m456p789s1122z", "id": {"deep": [1, 2.5, null]}}', {"deep": [1, 2.5, None]}),
    (b'{"hand": "123m456p789s11222z", "rules": "tuidaohu", "id": "x"}', "x"),
)


def mixed_lines(number, seed):
    """Return lines and, for each, the id it must bring back; ``...`` where it must be refused."""
    source = random.Random(seed)
    broken = broken_lines(source)
    lines, expected = [], []
    for _ in range(number):
        if source.random() < 0.5:
            line, name = source.choice(GOOD_LINES)
        else:
            line, name = next(broken), ...
        lines.append(line)
        expected.append(name)
    return lines, expected


def check(out, expected):
    """Hold every line of output against what must come."""
    assert len(out) == len(expected)
    for number, (line, name) in enumerate(zip(out, expected, strict=True), 1):
        found = json.loads(line)
        if name is ...:
            assert found["line"] == number
            assert set(found["error"]) >= {"code", "message"}
        else:
            assert "error" not in found, line
            assert found.get("id") == name
            assert "won" in found


@pytest.fixture(scope="module")
def start(environment):
    """Return a function that starts the program with bytes on stdin."""

    def started(*arguments, stdin=b"", **more):
        return subprocess.run(
            [sys.executable, "-m", "mjtool", *arguments],
            input=stdin,
            capture_output=True,
            env=environment,
            timeout=120,
            check=False,
            **more,
        )

    return started


def test_ten_thousand_mixed_lines(start):
    lines, expected = mixed_lines(10_000, seed=1)
    done = start("score", "-", stdin=b"\n".join(lines) + b"\n")
    assert done.returncode == 1
    assert done.stderr == b""
    check(done.stdout.splitlines(), expected)


@pytest.mark.parametrize("command", ["score", "waits", "shanten"])
def test_every_command_survives_them(command):
    lines, expected = mixed_lines(500, seed=2)
    out = list(run(lines, Job(command, {})))
    assert len(out) == len(expected)
    for number, outcome in enumerate(out, 1):
        found = json.loads(outcome.text)
        assert outcome.refused == ("error" in found)
        assert outcome.text.endswith(b"\n")
        assert outcome.text.count(b"\n") == 1
        if outcome.refused:
            assert found["line"] == number


def test_fifty_kilobytes_of_noise_as_one_line(start):
    noise = random.Random(3).randbytes(50_000).replace(b"\n", b"\0")
    for prefix in (b"", b"{", b'{"hand": "', b"["):
        done = start("score", "-", stdin=prefix + noise)
        (line,) = done.stdout.splitlines()
        assert json.loads(line)["line"] == 1
        assert (done.returncode, done.stderr) == (1, b"")
        assert len(line) < 1000  # what is wrong is told without repeating all of it


@pytest.mark.parametrize(
    ("stdin", "lines", "code"),
    [
        pytest.param(b"", 0, 0, id="empty-input"),
        pytest.param(b"\n", 1, 1, id="a-blank-line"),
        pytest.param(GOOD, 1, 0, id="no-line-break-at-the-end"),
        pytest.param(GOOD + b"\n", 1, 0, id="a-line-break-at-the-end"),
        pytest.param(GOOD + b"\r\n" + b"11123456789995m\r\n", 2, 0, id="windows-line-breaks"),
        pytest.param(b"\xef\xbb\xbf" + GOOD, 1, 0, id="byte-order-mark"),
        pytest.param(GOOD + b"\n\n" + GOOD, 3, 1, id="a-blank-line-between"),
    ],
)
def test_ends_of_lines(start, stdin, lines, code):
    done = start("score", "-", stdin=stdin)
    assert (done.stdout.count(b"\n"), done.returncode, done.stderr) == (lines, code, b"")


def test_input_from_a_file(start, tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_bytes(GOOD + b"\n1m\n")
    done = start("score", "--input", str(file))
    assert done.stdout == start("score", "-", stdin=file.read_bytes()).stdout
    assert done.returncode == 1
    assert start("score", "--input", "-", stdin=GOOD).stdout == done.stdout.splitlines(True)[0]


def test_many_processes_write_the_same_bytes(start):
    lines, _ = mixed_lines(3000, seed=4)
    stdin = b"\n".join(lines)
    alone = start("score", "-", stdin=stdin)
    shared = start("score", "-", "--jobs", "2", stdin=stdin)
    assert alone.stdout == shared.stdout
    assert (shared.returncode, shared.stderr) == (1, b"")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_fail_fast_stops_at_the_first_refused_line(start, jobs):
    stdin = GOOD + b"\n1m\n" + GOOD + b"\n"
    done = start("score", "-", "--fail-fast", "--jobs", jobs, stdin=stdin)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["won"], second["line"], done.returncode, done.stderr) == (True, 2, 1, b"")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_closed_pipe_ends_quietly(environment, jobs, tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_bytes((GOOD + b"\n") * 20_000)
    with subprocess.Popen(
        [sys.executable, "-m", "mjtool", "score", "--input", str(file), "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        assert json.loads(process.stdout.readline())["won"]
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def feed(stream, line, until):
    """Write the line again and again until nobody reads any more, or it is late."""
    with contextlib.suppress(BrokenPipeError):
        while time.monotonic() < until:
            stream.write(line)


@pytest.mark.usefixtures("heeding_ctrl_c")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_130(environment, jobs):
    limit = 60
    with subprocess.Popen(
        [sys.executable, "-m", "mjtool", "score", "-", "--jobs", jobs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        bufsize=0,
    ) as process:
        # whatever happens, nothing here goes on for ever
        late = threading.Timer(limit, os.killpg, (process.pid, signal.SIGKILL))
        late.start()
        try:
            # Enough lines that output comes, and no end of input: the program is at work.
            until = time.monotonic() + limit
            feeder = threading.Thread(
                target=feed, args=(process.stdin, GOOD + b"\n", until), daemon=True
            )
            feeder.start()
            assert process.stdout.readline()
            os.killpg(process.pid, signal.SIGINT)
            while process.stdout.read(1 << 16):
                pass
            assert (process.stderr.read(), process.wait(limit)) == (b"", 130)
            feeder.join(limit)
            assert not feeder.is_alive()
        finally:
            late.cancel()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_options_are_the_fields_of_lines_that_lack_them(start):
    stdin = b'[222p]333m444888s55z\n{"hand": "[222p]333m444888s55z", "seat": "W"}\n'
    done = start("score", "-", "--self-drawn", "--seat", "S", stdin=stdin)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["seat"], second["seat"], second["self_drawn"]) == ("S", "W", True)
    done = start("score", "-", "--rules", "xinmajiang", stdin=GOOD + b"\n")
    assert json.loads(done.stdout)["rules"] == "xinmajiang"
    line = GOOD.replace(b'"id": 1', b'"rules": "jipinghu"')
    done = start("score", "-", "--rules", "xinmajiang", stdin=line)
    assert json.loads(done.stdout)["rules"] == "jipinghu"


def test_a_rule_file_that_cannot_be_used_stops_the_run(start):
    done = start("score", "-", "--rules", "nope.toml", stdin=GOOD)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: nope.toml: ")


def unforeseen(request, book):
    """Fail as only a bug does, for hands of bamboos."""
    if "s" in request.hand:
        raise ValueError("a\nsentence of some library")
    return ANSWERS["score"](request, book)


def test_a_bug_costs_one_line_and_is_told_at_the_end(tmp_path, monkeypatch, capfdbinary):
    monkeypatch.setitem(ANSWERS, "waits", unforeseen)
    file = tmp_path / "hands.txt"
    lines = [b"11123456789995m\n", GOOD + b"\n", b"11123456789995p\n"]
    file.write_bytes(b"".join(lines))
    assert cli(["waits", "--lang", "en", "--input", str(file)]) == 3
    first, second, third = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert (first["won"], third["won"]) == (True, True)
    told = "this is a bug in mjtool: ValueError: a sentence of some library"
    assert second == {"line": 2, "id": 1, "error": {"code": "bug", "message": told}}
    assert BlockWorker(Job("waits", {}))((1, lines))[1:] == (True, True)  # as processes do it


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_rules_of_a_line_that_are_no_file_are_refused_at_once(start, tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "large.toml").write_text("#" * (1 << 20) + "\n", "utf-8")
    names = [str(tmp_path / "pipe.toml"), "/dev/zero", str(tmp_path), str(tmp_path / "large.toml")]
    lines = [json.dumps({"hand": "11123456789995m", "rules": name}) for name in names]
    done = start("score", "-", stdin="\n".join([*lines, "11123456789995m"]).encode())
    *refused, last = map(json.loads, done.stdout.splitlines())
    assert [each["error"]["code"] for each in refused] == ["unreadable_rules"] * len(names)
    assert last["won"]


def test_messages_of_a_batch_come_in_the_language_asked_for():
    for lang, words in (("en", "the hand is empty"), ("zh", "没有牌")):
        refused = Worker(Job("score", {}, lang=lang))((7, b""))
        found = json.loads(refused.text)
        assert found == {
            "line": 7,
            "error": {"code": "empty_hand", "message": words, "column": 1},
        }


def test_a_refused_line_keeps_its_id():
    worker = Worker(Job("score", {}))
    for line in (b'{"id": 5, "hand": "1m"}', b'{"id": 5, "sead": 1}', b'{"id": 5, "seat": "Q"}'):
        assert list(json.loads(worker((3, line)).text)) == ["line", "id", "error"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_memory_does_not_grow_with_the_number_of_lines(environment, tmp_path):
    sizes = []
    program = (
        "import sys\n"
        "from mjtool.cli.app import run\n"
        "code = run(sys.argv[1:])\n"
        "with open('/proc/self/status') as status:\n"
        "    print(next(x.split()[1] for x in status if x[:5] == 'VmHWM'), file=sys.stderr)\n"
    )
    for number in (20_000, 200_000):
        file = tmp_path / f"{number}.txt"
        source = random.Random(5)
        names = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
        with file.open("w") as out:
            for _ in range(number):
                out.write("".join(source.sample(names * 4, 14)) + "\n")
        done = subprocess.run(
            [sys.executable, "-c", program, "shanten", "--json", "--input", str(file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            check=True,
        )
        sizes.append(int(done.stderr))
    assert sizes[1] < sizes[0] * 1.25
