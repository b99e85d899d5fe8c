"""The project's own game logs: the good ones are clean, the bad ones have just their faults."""

from __future__ import annotations

import gzip
import json

import pytest
from packing import zstd

from mjtool.game_log import CODES, Counts, Finding, Plan, replay
from mjtool.game_log.worth import Worth
from tests.logs import DATA

EXPECTED = {
    row["file"]: [tuple(pair) for pair in row["findings"]]
    for row in map(json.loads, (DATA / "expected.jsonl").read_text("utf-8").splitlines())
}


BY_OWN_RULES = {
    "W306": "no built-in has a minimum: tests/test_replay_tables.py",
    "D404": "no built-in turns up an indicator: tests/test_wild_logs.py",
}


def found(path: object, **plan: object) -> list[tuple[int, str]]:
    """Return the line and code of each finding of a log."""
    items = replay([str(path)], Plan(**plan))
    return [(item.line, item.code) for item in items if isinstance(item, Finding)]


@pytest.mark.parametrize("path", sorted((DATA / "good").iterdir()), ids=lambda path: path.stem)
def test_good_logs_are_clean(path):
    assert found(path) == []


@pytest.mark.parametrize("path", sorted((DATA / "bad").iterdir()), ids=lambda path: path.stem)
def test_bad_logs_have_just_their_findings(path):
    assert found(path) == EXPECTED[path.name]


def test_the_bad_logs_are_all_expected():
    assert {path.name for path in (DATA / "bad").iterdir()} == set(EXPECTED)


def test_several_processes_find_the_same_in_the_same_order():
    folders = [DATA / "good", DATA / "bad"]
    one = list(replay(folders))
    two = list(replay(folders, jobs=2))
    assert one == two
    assert sum(item.files for item in one if isinstance(item, Counts)) == 149 + 346


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", [str, lambda path: path], ids=["text", "path"])
def test_one_log_stands_for_itself(name, jobs):
    path = DATA / "bad" / "jipinghu-S501-0.jsonl"
    assert list(replay(name(path), jobs=jobs)) == list(replay([path]))


@pytest.fixture
def long_log(tmp_path):
    """Return a log of many games that is replayed in pieces, and its number of lines."""
    games = b"".join(path.read_bytes() for path in sorted((DATA / "good").iterdir()))
    path = tmp_path / "long.jsonl"
    path.write_bytes(games * 4)
    return path, games.count(b"\n") * 4


def test_a_long_log_in_pieces_counts_as_one(long_log):
    path, lines = long_log
    [counts] = [item for item in replay([path], jobs=2) if isinstance(item, Counts)]
    assert counts.files == 1
    assert counts.events == lines
    assert [counts] == list(replay([path]))


def test_a_long_log_in_pieces_has_the_findings_of_the_whole(long_log):
    path, _ = long_log
    data = path.read_bytes().splitlines(keepends=True)
    settled = [at for at, line in enumerate(data) if line.startswith(b'{"type":"end_hand"')]
    for at in (settled[10], settled[-10]):
        data[at] = data[at].replace(b'"points":[', b'"points":[9', 1)
    path.write_bytes(b"".join(data))
    assert list(replay([path], Plan(table=True), jobs=2)) == list(replay([path], Plan(table=True)))
    data.insert(len(data) // 2, b"garbage\n")
    path.write_bytes(b"".join(data))
    assert list(replay([path], jobs=2)) == list(replay([path]))


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(Plan(score_as="tuidaohu", table=True), id="worth"),
        pytest.param(Plan(stories=True), id="stories"),
        pytest.param(Plan(score_as="tuidaohu", stories=True), id="both"),
    ],
)
def test_a_long_log_in_pieces_tells_the_hands_of_the_whole(long_log, plan):
    path, _ = long_log
    whole = list(replay([path], plan))
    shared = list(replay([path], plan, jobs=2))
    assert len(whole) > 500
    for one, other in zip(shared, whole, strict=True):
        if isinstance(one, Worth):  # its rules are others, read in another process
            assert one.to_dict() == other.to_dict()
        else:
            assert one == other


def test_games_without_an_end_are_told_once_in_pieces_too(long_log):
    path, _ = long_log
    data = path.read_bytes().splitlines(keepends=True)
    middle = len(data) // 2
    kept = [x for x in data[middle:] if not x.startswith(b'{"type":"end_game"')]
    path.write_bytes(b"".join(data[:middle] + kept))
    plan = Plan(table=True, ignore=("S",))
    whole = list(replay([path], plan))
    assert sum(isinstance(item, Finding) for item in whole) > 100
    assert list(replay([path], plan, jobs=2)) == whole


def test_packed_logs_read_like_plain_ones(tmp_path):
    plain = (DATA / "bad" / "jipinghu-S501-0.jsonl").read_bytes()
    (tmp_path / "a.jsonl").write_bytes(plain)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(plain))
    (tmp_path / "c.jsonl.zst").write_bytes(zstd.compress(plain))
    (tmp_path / "d.txt.bak").write_bytes(b"no log")
    items = list(replay([tmp_path]))
    expected = EXPECTED["jipinghu-S501-0.jsonl"]
    assert [(i.line, i.code) for i in items if isinstance(i, Finding)] == expected * 3
    assert sum(item.files for item in items if isinstance(item, Counts)) == 3


def test_codes_are_chosen_by_how_they_begin():
    log = DATA / "bad" / "jipinghu-S501-0.jsonl"
    assert found(log, select=("S",)) == EXPECTED[log.name]
    assert found(log, select=("D", "S502")) == []
    assert found(log, ignore=("S50",)) == []
    assert found(log, select=("S",), ignore=("S501",)) == []


def test_every_code_has_a_bad_log_or_is_told_why_not():
    seen = {code for pairs in EXPECTED.values() for _, code in pairs}
    assert set(CODES) - seen == set(BY_OWN_RULES)


def test_other_rules_stand_instead_of_the_logs_own():
    log = DATA / "good" / "jipinghu-000.jsonl"
    assert found(log, rules="jipinghu") == []
    assert {code for _, code in found(log, rules="tuidaohu")} >= {"A204"}
