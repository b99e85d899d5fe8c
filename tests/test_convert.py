"""``mjtool convert``: native lines out, faults on stderr, exit codes."""

import subprocess
import sys

import foreign_games as write

from mjtool.game_log.formats.opening import open_log


def convert(*arguments, stdin=b""):
    command = [sys.executable, "-m", "mjtool", "convert", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def test_a_folder_becomes_one_native_log(tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a.mjson").write_bytes(write.mjai([write.long_play(1)]))
    (folder / "b.mjlog").write_bytes(write.tenhou_xml([write.long_play(2)]))
    (folder / "c.txt").write_bytes(write.ijcai([write.long_play(3, own_walls=True)]))
    (folder / "notes.md").write_text("no log")
    out = tmp_path / "all.jsonl"
    done = convert(folder, "--to", "native", "-o", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    events = []
    for name in ("a.mjson", "b.mjlog", "c.txt"):
        with open_log(folder / name) as items:
            events += [event for _, event in items]
    with open_log(out) as items:
        assert [event for _, event in items] == events


def test_stdin_is_read_in_the_format_that_is_named():
    data = write.botzone([write.long_play(4, own_walls=True)])
    done = convert("-", "--format", "botzone", stdin=data)
    assert done.returncode == 0
    assert done.stdout.startswith(b'{"type":"start_game","rules":')
    assert convert("-", stdin=data).stdout == done.stdout
    assert convert("-", "--format", "ijcai", stdin=data).returncode == 1


def test_what_cannot_be_read_goes_to_stderr():
    lines = write.ijcai([write.long_play(5, own_walls=True)]).split(b"\n")
    lines[10] = b"Player 1 Jumps W1"
    done = convert("-", "--lang", "en", stdin=b"\n".join(lines))
    assert done.returncode == 1
    assert done.stderr.startswith(b"-:11: F002 ")
    assert done.stderr.count(b"\n") == 1
    assert done.stdout.count(b"\n") > 20


def test_exit_codes(tmp_path):
    assert convert(tmp_path).returncode == 5
    missing = convert(tmp_path / "none.json", "--lang", "en")
    assert missing.returncode == 2
    assert missing.stderr.startswith(b"error: ")
    assert missing.stderr.count(b"\n") == 1
    assert convert().returncode == 2
    assert convert(tmp_path, "--to", "english").returncode == 2
