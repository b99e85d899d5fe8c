"""Text in another encoding is told as what it is, wherever text is read."""

import subprocess
import sys

import pytest

HAND = "123m456p789s11122z"
GBK = "中".encode("gbk")


def run(*arguments, stdin=b"", lang="en"):
    command = [sys.executable, "-m", "mjtool", *arguments, "--lang", lang]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


@pytest.mark.parametrize("command", ["score", "waits", "shanten", "efficiency", "render"])
def test_a_hand_as_argument(command):
    done = run(command, HAND.encode() + GBK)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: the text is not UTF-8 at column 19\n"


@pytest.mark.parametrize("command", ["score", "waits", "shanten", "efficiency", "render"])
@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(HAND.encode() + GBK, 1, id="hand-gbk"),
        pytest.param(b'{"hand":"' + GBK + b'"}', 1, id="json-gbk"),
        pytest.param(f"{HAND}\n{HAND}".encode("utf-16"), 2, id="hands-utf-16"),
        pytest.param(HAND.encode("utf-16-be"), 1, id="hand-utf-16-be"),
        pytest.param(f'{{"hand":"{HAND}"}}'.encode("utf-16"), 1, id="json-utf-16"),
    ],
)
def test_a_batch(command, data, lines, tmp_path):
    more = ["-o", str(tmp_path / "x.svg")] if command == "render" else []
    done = run(command, "-", *more, stdin=data)
    told = (done.stdout + done.stderr).splitlines()
    assert done.returncode in (1, 2)
    assert sum(b"the text is not UTF-8" in line for line in told) == lines
    assert b"bug" not in done.stderr


@pytest.mark.parametrize("encoding", ["gbk", "utf-16"])
def test_rule_and_case_files(encoding, tmp_path):
    rules = tmp_path / "house.toml"
    rules.write_bytes('# 我们的规则\nextends = "jipinghu"\n'.encode(encoding))
    cases = tmp_path / "x.mjcases.jsonl"
    case = '{"do": "shanten", "hand": "123m", "note": "说明", "expect": {}}\n'
    cases.write_bytes(case.encode(encoding))
    for arguments in (["rules", "validate", rules], ["score", "--rules", rules, HAND]):
        done = run(*map(str, arguments))
        assert done.returncode != 0
        assert b"the text is not UTF-8" in done.stdout + done.stderr
    done = run("check", str(cases))
    assert done.returncode in (1, 2)
    assert b"the text is not UTF-8" in done.stdout + done.stderr
    done = run("check", str(cases), lang="zh")
    assert "不是 UTF-8" in (done.stdout + done.stderr).decode()
