"""What processes exchange is pickled by us alone: nothing in an input is ever unpickled or run."""

from __future__ import annotations

import json
import pickle

import pytest


class Planted:
    """Something that makes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (self.path, "w")


def test_what_is_planted_would_be_noticed(tmp_path):
    made = tmp_path / "made"
    pickle.loads(pickle.dumps(Planted(str(made)))).close()
    assert made.exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["score", "waits", "shanten", "efficiency", "replay", "check"])
def test_planted_pickles_are_text(program, tmp_path, command, jobs):
    made = tmp_path / "made"
    spelt = pickle.dumps(Planted(str(made)), 0).decode()
    call = f"__import__('pathlib').Path({str(made)!r}).touch()"
    lines = [
        spelt.replace("\n", " "),
        json.dumps({"hand": spelt, "id": {"__reduce__": spelt}, "rules": call}),
        json.dumps({"type": "start_game", "rules": spelt, "players": [call] * 4}),
        json.dumps({"do": command, "hand": call, "expect": {"shanten": spelt}, "id": spelt}),
        json.dumps({"py/reduce": [{"py/function": "builtins.open"}, [str(made), "w"]]}),
    ]
    data = pickle.dumps(Planted(str(made))) + b"\n" + "\n".join(lines).encode() + b"\n"
    file = tmp_path / "input.jsonl"
    file.write_bytes(data)
    many = ("replay", "check")
    where = (str(file),) if command in many else ("--input", str(file))
    done = program(command, *where, "--jobs", jobs)
    assert done.returncode in {1, 2}, done.stderr
    assert "Traceback" not in done.stderr
    assert not made.exists()
