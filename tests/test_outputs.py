"""What is written: whole or not at all, never over what is read, never read as it is written."""

from __future__ import annotations

import gzip
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import foreign_games as write
import pytest
from packing import zstd

from mjtool import MissingExtraError, SourceError
from mjtool.outputs import identity_of, replacing

OLD = b"what was here before\n"
LOG = write.mjai([write.long_play(1)])


@pytest.fixture
def start(environment):
    """Return a function that runs the program in a folder, its streams as they are given."""

    def run(*arguments, cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **more):
        command = [sys.executable, "-m", "mjtool", *map(str, arguments)]
        more.setdefault("stderr", subprocess.PIPE)
        return subprocess.run(
            command,
            cwd=cwd,
            env=environment,
            stdin=stdin,
            stdout=stdout,
            timeout=60,
            check=False,
            **more,
        )

    return run


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# a file comes whole or not at all


def test_a_file_is_there_when_it_is_whole(tmp_path):
    path = tmp_path / "out"
    path.write_bytes(OLD)
    path.chmod(0o640)
    with replacing(path) as out:
        out.write(b"new")
        out.flush()
        assert path.read_bytes() == OLD
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("fault", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("name", ["out", "out.gz", "out.zst"])
def test_what_goes_wrong_leaves_the_old_file(tmp_path, fault, name):
    path = tmp_path / name
    path.write_bytes(OLD)

    def run():
        with replacing(path, packed=True) as out:
            out.write(b"half")
            raise fault

    with pytest.raises(fault):
        run()
    assert path.read_bytes() == OLD
    assert names(tmp_path) == [name]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "far").mkdir()
    path, link = tmp_path / "far" / "out", tmp_path / "link"
    link.symlink_to(path)
    for text in (b"first", b"second"):  # a link to what is not there, then to a file
        with replacing(link) as out:
            out.write(text)
        assert link.is_symlink()
        assert path.read_bytes() == text
    assert names(tmp_path / "far") == ["out"]


def test_a_new_file_may_be_read_as_others_may(tmp_path):
    (tmp_path / "plain").write_bytes(b"")
    with replacing(tmp_path / "out") as out:
        out.write(b"new")
    modes = {path.name: path.stat().st_mode for path in tmp_path.iterdir()}
    assert modes["out"] == modes["plain"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        pytest.param("none/out", "there is no such file", id="no-folder"),
        pytest.param("folder", "it is a folder", id="folder"),
        pytest.param("file/out", "a part of the path is no folder", id="file-as-folder"),
        pytest.param("x" * 300, "the name is too long", id="long"),
        pytest.param("a\0b", "the name is too long or cannot", id="null"),
    ],
)
def test_what_cannot_be_written_is_told_at_the_start(tmp_path, name, told):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(OLD)
    with pytest.raises(SourceError, match=told), replacing(tmp_path / name):
        raise AssertionError
    assert names(tmp_path) == ["file", "folder"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_is_for_reading_only_stays(tmp_path):
    path = tmp_path / "out"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(SourceError, match="access is denied"), replacing(path):
        raise AssertionError


def test_a_full_disk_is_told_with_the_name(tmp_path):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full")
    link = tmp_path / "out"
    link.symlink_to(full)
    with pytest.raises(SourceError, match=r"cannot write .*out: no space"), replacing(link) as out:
        out.write(b"new")


def test_files_are_packed_as_they_are_called(tmp_path):
    for name in ("a.gz", "b.zst", "c.GZ"):
        with replacing(tmp_path / name, packed=True) as out:
            out.write(OLD * 3)
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == OLD * 3
    assert gzip.decompress((tmp_path / "c.GZ").read_bytes()) == OLD * 3
    assert zstd.decompress((tmp_path / "b.zst").read_bytes()) == OLD * 3


def test_a_missing_extra_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "old.jsonl.zst"
    path.write_bytes(OLD)
    monkeypatch.setitem(sys.modules, zstd.__name__, None)
    with pytest.raises(MissingExtraError), replacing(path, packed=True):
        raise AssertionError
    assert path.read_bytes() == OLD


def test_a_file_is_itself_by_any_name(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    (tmp_path / "link").symlink_to(path)
    (tmp_path / "hard").hardlink_to(path)
    with path.open("rb") as stream:
        assert identity_of(stream) == identity_of(path)
    assert identity_of(tmp_path / "link") == identity_of(str(tmp_path / "hard"))
    assert identity_of(path) == identity_of(tmp_path / "hard")
    assert [identity_of(each) for each in (None, tmp_path, tmp_path / "none", os.devnull)] == (
        [None] * 4
    )


# commands


@pytest.mark.usefixtures("heeding_ctrl_c")
@pytest.mark.parametrize("signaled", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_the_old_file(environment, tmp_path, signaled):
    path = tmp_path / "out.jsonl"
    path.write_bytes(OLD)
    command = [sys.executable, "-m", "mjtool", "simulate", "--games", "100000", "-o", str(path)]
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            until = time.monotonic() + 60
            while len(names(tmp_path)) < 2:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.05)
            process.send_signal(signaled)
            _, told = process.communicate(timeout=60)
        finally:
            process.kill()
    assert path.read_bytes() == OLD
    assert told == b""
    if signaled is not signal.SIGKILL:
        assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[signaled]
        assert names(tmp_path) == ["out.jsonl"]


@pytest.mark.parametrize(
    "kind", ["itself", "symlink", "hard link", "link as input", "gz", "other path"]
)
def test_an_input_is_no_output(start, tmp_path, kind):
    log = tmp_path / ("a.mjson.gz" if kind == "gz" else "a.mjson")
    log.write_bytes(gzip.compress(LOG) if kind == "gz" else LOG)
    before = log.read_bytes()
    other = tmp_path / "other"
    if kind == "hard link":
        other.hardlink_to(log)
    elif kind in ("symlink", "link as input"):
        other.symlink_to(log)
    source, target = log, log
    if kind in ("symlink", "hard link"):
        target = other
    elif kind == "link as input":
        source = other
    elif kind == "other path":
        target = tmp_path / ".." / tmp_path.name / log.name
    done = start("convert", source, "-o", target, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        f"error: {source} is read by this run, so nothing can be written to it\n".encode()
    )
    assert log.read_bytes() == before


def test_neither_is_stdin(start, tmp_path):
    log = tmp_path / "a.mjson"
    log.write_bytes(LOG)
    page = tmp_path / "hands.html"
    page.write_bytes(b"123m\n")
    with log.open("rb") as stream:
        done = start("convert", "-", "-o", "a.mjson", cwd=tmp_path, stdin=stream)
    assert (done.returncode, log.read_bytes()) == (2, LOG)
    with page.open("rb") as stream:
        done = start("render", "-", "-o", "hands.html", cwd=tmp_path, stdin=stream)
    assert (done.returncode, page.read_bytes()) == (2, b"123m\n")
    done = start("render", "--input", "hands.html", "-o", "hands.html", cwd=tmp_path)
    assert (done.returncode, page.read_bytes()) == (2, b"123m\n")


@pytest.mark.parametrize(
    ("command", "text"),
    [
        pytest.param(("convert", "x"), LOG, id="convert"),
        pytest.param(("convert", "-"), LOG, id="convert-stdin"),
        pytest.param(("score", "-"), b"123m\n", id="batch"),
        pytest.param(("score", "--input", "x"), b"123m\n", id="batch-file"),
        pytest.param(("render", "--input", "x"), b"123m\n", id="render"),
        pytest.param(("replay", "x"), LOG, id="replay"),
        pytest.param(("check", "x"), b'{"do":"shanten","hand":"1m"}\n', id="check"),
        pytest.param(("check", "-"), b'{"do":"shanten","hand":"1m"}\n', id="check-stdin"),
    ],
)
def test_what_stdout_is_added_to_is_not_read(start, tmp_path, command, text):
    path = tmp_path / "x"
    path.write_bytes(text)
    with path.open("rb") as stdin, path.open("ab") as stdout:
        done = start(*command, cwd=tmp_path, stdin=stdin, stdout=stdout)
    assert done.returncode == 2
    assert b"is read by this run" in done.stderr
    assert path.read_bytes() == text


def test_rules_are_inputs_too(start, tmp_path):
    base, house = tmp_path / "base.toml", tmp_path / "house.toml"
    base.write_text('extends = "jipinghu"\ncap = 4\n', "utf-8")
    house.write_text('extends = "base.toml"\n', "utf-8")
    for target in (house, base):
        done = start("simulate", "--rules", house, "-o", target, cwd=tmp_path)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
        done = start("rules", "new", target, "--extends", house, "--force", cwd=tmp_path)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert base.read_text("utf-8").endswith("cap = 4\n")
    assert house.read_text("utf-8") == 'extends = "base.toml"\n'


@pytest.fixture
def folder(tmp_path):
    """Return a folder with two logs."""
    (tmp_path / "a.mjson").write_bytes(LOG)
    (tmp_path / "b.mjson").write_bytes(write.mjai([write.long_play(2)]))
    return tmp_path


@pytest.mark.parametrize("name", ["0.jsonl", "z.jsonl.gz"])
def test_the_output_in_a_folder_of_logs_is_not_read(start, folder, name):
    expected = start("convert", ".", cwd=folder).stdout
    assert expected.count(b"start_game") == 2
    for _ in range(2):  # it is not there, then it is
        done = start("convert", ".", "-o", name, cwd=folder)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        written = (folder / name).read_bytes()
        assert (gzip.decompress(written) if name.endswith(".gz") else written) == expected


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("convert", "."), id="convert"),
        pytest.param(("replay", "."), id="replay"),
        pytest.param(("replay", ".", "--json"), id="replay-json"),
        pytest.param(("replay", ".", "--jobs", "2"), id="replay-jobs"),
    ],
)
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_streams_that_lead_into_the_folder_are_not_read(start, folder, command, stream):
    with (folder / "0.jsonl").open("wb") as out:
        done = start(*command, cwd=folder, **{stream: out})
    assert done.returncode == 0
    written = (folder / "0.jsonl").read_bytes()
    (folder / "0.jsonl").unlink()
    assert written == (start(*command, cwd=folder).stdout if stream == "stdout" else b"")


def test_the_outcomes_of_cases_are_no_cases(start, tmp_path):
    case = '{"do":"shanten","hand":"123456789m1111z","expect":{"shanten":%d}}\n'
    (tmp_path / "a.jsonl").write_text(case % 1 + case % 2, "utf-8")
    with (tmp_path / "0.jsonl").open("wb") as out:
        done = start("check", ".", "--json", cwd=tmp_path, stdout=out)
    assert (done.returncode, done.stderr) == (1, b"")
    told = (tmp_path / "0.jsonl").read_bytes().splitlines()
    assert len(told) == 3
    assert b'"cases":2' in told[-1]


def test_a_dash_is_stdout_everywhere(start, tmp_path):
    (tmp_path / "a.mjson").write_bytes(LOG)
    for command in (
        ("convert", "a.mjson"),
        ("simulate", "--games", "1"),
        ("render", "123456789m1122z", "--lang", "en"),
    ):
        plain = start(*command, cwd=tmp_path)
        dashed = start(*command, "-o", "-", cwd=tmp_path)
        assert plain.stdout
        assert (dashed.returncode, dashed.stdout) == (0, plain.stdout)
    assert names(tmp_path) == ["a.mjson"]


def test_an_output_that_is_no_file_is_written_as_it_comes(start, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-c", f"print(len(open({str(pipe)!r}, 'rb').read()))"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as reader:
        done = start("simulate", "--games", "1", "-o", pipe, cwd=tmp_path)
        told, _ = reader.communicate(timeout=60)
    assert done.returncode == 0
    assert int(told) == len(start("simulate", "--games", "1", cwd=tmp_path).stdout)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_where_nothing_comes_the_old_file_stays(start, tmp_path):
    out = tmp_path / "out.jsonl"
    out.write_bytes(OLD)
    (tmp_path / "empty").mkdir()
    for log, code in (("none.jsonl", 2), ("empty", 5)):
        done = start("convert", log, "-o", out, cwd=tmp_path)
        assert (done.returncode, out.read_bytes()) == (code, OLD)
    for faulty in (("--rules", "none"), ("--players", "nobody"), ("--room", "x")):
        done = start("simulate", *faulty, "-o", out, cwd=tmp_path)
        assert (done.returncode, out.read_bytes()) == (2, OLD)


@pytest.mark.parametrize(
    "command",
    [
        ("convert", ""),
        ("replay", ""),
        ("check", ""),
        ("convert", "a.mjson", "-o", ""),
        ("simulate", "-o", ""),
        ("score", "--input", ""),
        ("render", "123456789m1122z", "-o", ""),
        ("rules", "validate", ""),
        ("rules", "new", "", "--extends", "jipinghu"),
    ],
    ids=" ".join,
)
def test_an_empty_name_is_no_file(start, tmp_path, command):
    (tmp_path / "a.mjson").write_bytes(LOG)
    done = start(*command, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert names(tmp_path) == ["a.mjson"]
