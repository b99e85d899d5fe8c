"""Cases changed at random: never a traceback, good output, and an update that then passes."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from mjtool.regression import Checker, read_cases
from mjtool.regression.cases import Case
from mjtool.regression.checker import Plan
from mjtool.regression.update import updated_line, updating
from mjtool.regression.writing import Style, member
from mjtool.render import outcomes, text

CASES = Path(__file__).parent / "data" / "cases"
CHECKER = Checker(Plan(text.VIEWS))
LINES = [
    line
    for kind in ("score", "waits", "shanten")
    for file in sorted(CASES.glob(f"{kind}-*.jsonl"))
    for line in file.read_text("utf-8").splitlines()
]
VALUES = [
    *(None, True, 0, -1, 10**30, 1.5, "", "x", "E", "1m", "\0", "a\nb", "jipinghu", "nothing.toml"),
    *([], {}, ["1m"], [{}], {"E": 1}, {"code": "bad_tile"}),
]
KEYS = [
    *("do", "id", "hand", "rules", "win", "seat", "events", "kongs", "horses", "room", "visible"),
    *("log", "expect", "patterns", "rates", "error", "waits", "payments", "fan"),
]


def changed(rng: random.Random) -> dict[str, object]:
    """Return a good case with one to three keys, its own or its expectation's, gone or changed."""
    case = json.loads(rng.choice(LINES))
    for _ in range(rng.randint(1, 3)):
        expect = case.get("expect")
        target = expect if isinstance(expect, dict) and rng.random() < 0.5 else case
        key = rng.choice([*target, *KEYS])
        if rng.random() < 0.2:
            target.pop(key, None)
        else:
            target[key] = json.loads(json.dumps(rng.choice(VALUES)))
    return case


@pytest.mark.parametrize("seed", range(8))
def test_changed_cases(seed):
    rng = random.Random(seed)
    for _ in range(250):
        case = changed(rng)
        line = json.dumps(case)
        for body in (line.encode(), case):
            outcome = CHECKER(Case("x.jsonl", 7, body))
            assert outcome is not None
            for view in ("text", "json", "github", "junit", "tap"):
                shown = list(outcomes.lines(view, [outcome], outcomes.Tally(), "zh"))
                assert shown
        outcome = CHECKER(Case("x.jsonl", 7, line.encode()))
        assert outcome is not None
        if outcome.adopted:
            again = CHECKER(Case("x.jsonl", 7, updated_line(line, outcome.adopted).encode()))
            assert again is not None
            assert again.passed, line


def said(value):
    """Return whether TOML can say a value: there is no null in it."""
    if isinstance(value, dict):
        return all(map(said, value.values()))
    return value is not None and (not isinstance(value, list) or all(map(said, value)))


@pytest.mark.parametrize("seed", range(4))
def test_changed_cases_in_toml(tmp_path, seed):
    rng = random.Random(seed)
    cases = [case for _ in range(150) if said(case := changed(rng))]
    file = tmp_path / "x.toml"
    lines = [
        line
        for case in cases
        for line in ("[[case]]", *(member(*field, Style(is_toml=True)) for field in case.items()))
    ]
    file.write_text("\n".join(lines), "utf-8")
    found = list(updating(map(CHECKER, read_cases(str(file))), errors=True))
    again = list(map(CHECKER, read_cases(str(file))))
    assert sum(each.updated for each in found) > 5
    for before, after in zip(found, again, strict=True):
        assert after.passed == before.passed
        assert before.not_updated is None or before.not_updated.key == "not_adopted.null"


@pytest.mark.parametrize("seed", range(4))
def test_bytes_changed_at_random(seed):
    rng = random.Random(seed)
    for _ in range(1000):
        line = bytearray(rng.choice(LINES).encode())
        for _ in range(rng.randint(1, 4)):
            line[rng.randrange(len(line))] = rng.randrange(256)
        outcome = CHECKER(Case("x.jsonl", 1, bytes(line)))
        assert outcome is not None
        assert list(outcomes.lines("json", [outcome], outcomes.Tally(), "en"))
