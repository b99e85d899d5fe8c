"""``mjtool review``: each own decision with its options, what was played, and what that cost."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import foreign_games as write
import pytest

import mjtool
from mjtool.game_log import Plan
from mjtool.hand import Hand
from mjtool.review import Decision, Reviewed, review
from mjtool.simulation import Options, simulate
from mjtool.tiles import NAMES
from tests.logs import DATA, Log, names
from tests.reports import game as written_game
from tests.work import counted

ROUNDING = 1e-6
TURNS = 6


def decisions(path, seat=0, **more):
    """Return what a review of one log yields."""
    return [item for item in review(path, seat, **more) if isinstance(item, Decision)]


def reviewed(log: Log, tmp_path: Path, seat: int = 0, **more) -> list[Decision]:
    """Return the decisions of a log in the making, in its order."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join(log.lines))
    assert {found.code for found in log.findings()} <= {"F006"}
    return sorted(decisions(path, seat, **more), key=lambda each: each.line)


def best_played(tmp_path: Path, seed: int, rules: str, blunder: int | None = None) -> Log:
    """Return a log in which seat 0 plays each best discard, but for the turn ``blunder``.

    The others throw what they draw. Seat 0 wins when it can, or stops after six turns.
    """
    deck = [name for name in NAMES[:34] for _ in range(4)]
    random.Random(seed).shuffle(deck)
    deal = [deck[:14], deck[14:27], deck[27:40], deck[40:53]]
    wall = deck[53:]
    log = Log(rules).add("start_hand", hand=1, dealer=0, deal=deal, wall=[*wall])
    for turn in range(TURNS):
        trial = Log(rules)
        trial.events = [*log.events, {"type": "discard", "seat": 0, "tile": log_hand(log, 0)[0]}]
        found = [each for each in reviewed(trial, tmp_path) if each.source is None][-1]
        if found.best.action == "win":
            return log.add("win", seat=0, tile=str(found.tile))
        rows = [option for option in found.options if option.action == "discard"]
        log.add("discard", seat=0, tile=str(rows[-1 if turn == blunder else 0].tile))
        for seat in (1, 2, 3, 0):
            tile = wall.pop(0)
            log.add("draw", seat=seat, tile=tile)
            if seat:
                log.add("discard", seat=seat, tile=tile)
    return log


def log_hand(log: Log, seat: int) -> list[str]:
    """Return the tiles that a seat holds at the end of a log without claims."""
    held = list(log.events[1]["deal"][seat])
    for each in log.events[2:]:
        if each["seat"] == seat and each["type"] == "draw":
            held.append(each["tile"])
        elif each["seat"] == seat and each["type"] == "discard":
            held.remove(each["tile"])
    return held


@pytest.mark.parametrize(
    ("seed", "rules"), [(0, "jipinghu"), (3, "jipinghu"), (1, "tuidaohu"), (2, "xinmajiang")]
)
def test_a_log_of_best_discards_costs_nothing(tmp_path, seed, rules):
    log = best_played(tmp_path, seed, rules)
    found = [each for each in reviewed(log, tmp_path) if each.source is None]
    assert len(found) >= TURNS or found[-1].choice.action == "win"
    for each in found:
        assert each.is_best, each.line
        assert abs(each.value_cost or 0) <= ROUNDING
        assert abs(each.win_cost or 0) <= ROUNDING


@pytest.mark.parametrize(("seed", "blunder"), [(0, 2), (1, 2), (2, 5)])
def test_a_planted_blunder_is_the_first_listed(tmp_path, seed, blunder):
    log = best_played(tmp_path, seed, "jipinghu", blunder)
    path = tmp_path / "blunder.jsonl"
    path.write_bytes(b"\n".join(log.lines))
    found = [each for each in decisions(path) if each.source is None]
    assert found[0].value_cost is None or found[0].value_cost > ROUNDING
    turns = sorted(each.line for each in found)
    assert found[0].line == turns[blunder]
    costs = [each.value_cost for each in found if each.value_cost is not None]
    assert costs == sorted(costs, reverse=True)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return a log of eight hands between simple players."""
    path = tmp_path_factory.mktemp("review") / "game.jsonl"
    (game,) = simulate(mjtool.load_rules("jipinghu"), 1, 5, Options(hands=8))
    path.write_bytes(b"".join(game.lines))
    return path


def test_the_figures_are_those_of_efficiency(played):
    found = [each for each in decisions(played) if each.kind == "discard"]
    assert len(found) > 40
    for each in found[::5]:
        hand = Hand.parse(each.hand)
        seat = "ESWN"[(each.seat - dealer_at(played, each.line)) % 4]
        rows = mjtool.efficiency(
            hand,
            "jipinghu",
            visible="".join(map(str, each.visible)),
            draws=each.draws or None,
            sort="value" if each.draws else "tiles",
            seat=seat,
            round=round_at(played, each.line),
        ).rows
        options = [option for option in each.options if option.action == "discard"]
        assert {(option.tile, option.total) for option in options} == {
            (row.discard, row.total) for row in rows
        }
        known = {row.discard: row.rates for row in rows if each.draws}
        for option in options:
            if option.value is not None and known:
                rates = known[option.tile]
                assert option.win == pytest.approx(rates.win, abs=ROUNDING)
                assert option.value == pytest.approx(rates.value, abs=ROUNDING)


def starts(path):
    """Return the line and the ``start_hand`` of each hand."""
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    return [(at, json.loads(line)) for at, line in lines if '"start_hand"' in line]


def dealer_at(path, line):
    return [start["dealer"] for at, start in starts(path) if at < line][-1]


def round_at(path, line):
    return [start["round"] for at, start in starts(path) if at < line][-1]


def test_a_game_of_eight_hands_is_reviewed_whole(played):
    with counted() as work:
        found = decisions(played)
    assert work.steps < 2_000_000
    assert len({(each.game, each.number) for each in found}) == 8


CLAIMS = [
    # what was done with another's tile, the kind, whether it was taken
    pytest.param("d0:5m p1:5m d1:1z", "claim", "pung", id="pung-taken"),
    pytest.param("d0:5m t1:9p d1:9p", "claim", "pass", id="pung-passed"),
    pytest.param("d0:6s c1:6s:78s d1:1z", "claim", "chow", id="chow-taken"),
    pytest.param("d0:6s t1:9p d1:9p", "claim", "pass", id="chow-passed"),
    pytest.param("d0:3p k1:3p:exposed t1:9p d1:9p", "kong", "kong", id="kong-taken"),
]


@pytest.mark.parametrize(("play", "kind", "action"), CLAIMS)
def test_claims_taken_and_passed(tmp_path, play, kind, action):
    hands = [
        "5m6s3p147m258p369s11z",
        "55m333p78s124z119m",
        "2222m4444s666z33z",
        "8888m7777p99s444z",
    ]
    log = Log().hand(*hands).play(play)
    found = reviewed(log, tmp_path, seat=1)
    first = found[0]
    assert (first.kind, first.choice.action, first.source) == (kind, action, 0)
    assert first.line == 3
    assert str(first.tile) == play[3:5]
    actions = {option.action for option in first.options}
    assert {"pass"} < actions
    if action in ("pung", "chow"):
        assert first.choice.discard is not None


def test_what_another_took_first_was_no_decision(tmp_path):
    hands = [
        "5m6s3p147m258p369s11z",
        "46m333p78s127z119m",
        "55m222m444s66z337z",
        "8888m777p99s44z77z",
    ]
    log = Log().hand(*hands).play("d0:5m p2:5m d2:3z")
    found = reviewed(log, tmp_path, seat=1)
    assert [each.line for each in found] == []  # a pung comes before the chow it might have been
    log = Log().hand(*hands).play("d0:5m c1:5m:46m d1:1z")
    (other, *_) = reviewed(log, tmp_path, seat=2)
    assert (other.kind, other.choice.action) == ("claim", "pass")


WAITING = [
    "5z13m147m258p369s2z4s",
    "123m456p789s66m55z",
    "999m111p11s66z777z",
    "8888m777p22s444z3z",
]


@pytest.mark.parametrize(
    ("play", "action", "kind"),
    [("d0:5z w1:5z:0", "win", "win"), ("d0:5z t1:9p d1:9p", "pass", "win")],
    ids=["taken", "passed"],
)
def test_wins_on_a_discard(tmp_path, play, action, kind):
    log = Log().hand(*WAITING, round="E").play(play)
    first = reviewed(log, tmp_path, seat=1)[0]
    assert (first.choice.action, first.kind) == (action, kind)
    assert first.best.action == "win"
    assert first.best.win == 1
    assert first.best.value > 0
    assert (first.win_cost > 0) == (action == "pass")


def test_a_win_drawn_and_thrown_away_is_a_cost(tmp_path):
    log = Log().hand(*WAITING, round="E").play("d0:9s t1:5z d1:5z")
    (first, *_) = [each for each in reviewed(log, tmp_path, seat=1) if each.source is None]
    assert (first.kind, first.best.action, first.choice.action) == ("win", "win", "discard")
    assert first.win_cost > 0


def test_a_concealed_kong_is_an_option_of_the_turn(tmp_path):
    hands = ["2222m123456p789s1z", "5555m666p222s11z3z", "8888m999p44s444z7z", "1367m135s22337z5z"]
    log = Log().hand(*hands).play("k0:2m:concealed t0:2z d0:2z")
    first, second, *_ = reviewed(log, tmp_path)
    assert first.kind == "kong"
    assert first.choice.key == ("kong", mjtool.Tile.parse("2m"), ())
    assert {"discard", "kong"} == {option.action for option in first.options}
    assert second.hand.startswith("(2222m)")


@pytest.mark.parametrize("name", ["mjai", "tenhou_xml", "tenhou_json", "ijcai", "botzone"])
def test_every_format_is_reviewed(tmp_path, name):
    own_walls = name in ("ijcai", "botzone")
    data = getattr(write, name)([write.play(3, own_walls=own_walls)])
    suffix = {"mjai": ".mjson", "tenhou_xml": ".xml", "ijcai": ".txt"}.get(name, ".json")
    path = tmp_path / f"log{suffix}"
    path.write_bytes(data)
    found = [each for seat in range(4) for each in decisions(path, seat)]
    assert len(found) > 10
    assert {each.kind for each in found} & {"discard", "claim"}


@pytest.mark.parametrize("file", sorted((DATA / "bad").iterdir())[::25], ids=lambda file: file.name)
def test_faulty_logs_are_reviewed_as_far_as_they_can_be_followed(file):
    for seat in (0, 2):
        *_, last = review(file, seat)
        assert isinstance(last, Reviewed)


def test_hidden_hands_are_passed_over(tmp_path):
    deal = [["?"] * 13 for _ in range(4)]
    deal[1] = names("123m456p789s1122z")
    deal[0] = ["?"] * 14
    log = Log("foreign:riichi+hidden")
    log.add("start_hand", hand=1, dealer=0, deal=deal).play("d0:9m t1:1z d1:1z t2:?").play("d2:9m")
    assert reviewed(log, tmp_path, seat=2) == []
    assert [each.choice.action for each in reviewed(log, tmp_path, seat=1)] == ["discard"]


def test_text_tells_the_worst_first_and_sums_up(played, mjtool):
    code, out, err = mjtool("review", str(played), "--seat", "1", "--worst", "3")
    assert (code, err) == (0, "")
    blocks = out.split("\n\n")
    assert len(blocks) == 4
    for block in blocks[:3]:
        marks = [line[2] for line in block.splitlines()[3:] if line.startswith("  ")]
        assert marks[0] == "*"
        assert marks.count(">") == 1
    assert blocks[3].startswith("seat 1: ")
    zh = mjtool("review", str(played), "--seat", "1", "--lang", "zh")[1]
    assert "座位 1" in zh
    assert len(zh.split("\n\n")) == 11


def test_json_lists_every_decision_worst_first(played, mjtool):
    code, out, err = mjtool("review", str(played), "--seat", "1", "--json")
    assert (code, err) == (0, "")
    *rows, last = map(json.loads, out.splitlines())
    assert last["summary"]["decisions"] == len(rows)
    assert sum(kind["decisions"] for kind in last["summary"]["kinds"].values()) == len(rows)
    assert rows[0]["cost"]["value"] > 0
    for row in rows:
        assert row["played"] in row["options"]
        assert row["best"] == row["options"][0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "no seat given"),
        (("--seat", "4"), "'4'"),
        (("--seat", "x"), "whole number"),
        (("--seat", "0", "--draws", "0"), "1 or more"),
        (("--seat", "0", "--sort", "tiles"), "value, win"),
        (("--seat", "0", "--rules", "nope"), "nope"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_reviewed_is_one_line(played, mjtool, arguments, told):
    code, out, err = mjtool("review", str(played), *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert told in err


def test_codes(tmp_path, mjtool):
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert mjtool("review", str(tmp_path / "empty.jsonl"), "--seat", "0")[0] == 5
    assert mjtool("review", str(tmp_path / "none.jsonl"), "--seat", "0")[0] == 2
    assert mjtool("review", "--seat", "0")[0] == 2
    bad = next((DATA / "bad").glob("*T103*"))
    code, _, err = mjtool("review", str(bad), "--seat", "0")
    assert code == 0
    assert "1 fault" in err


def test_rules_of_choice_rank_what_was_played(played):
    first = next(
        each for each in review(played, 0, Plan(rules="tuidaohu")) if isinstance(each, Decision)
    )
    assert first.rules == "tuidaohu"


def test_a_seat_that_there_is_not_is_refused():
    for seat in (4, -1, "E", True):
        with pytest.raises(mjtool.RequestError):
            list(review("x", seat))


def test_names_of_tiles_in_records(played):
    record = decisions(played)[0].to_dict()
    assert set(record["best"]["tiles"]) <= set(NAMES)
    assert io.StringIO(json.dumps(record)).getvalue()


def test_wild_tiles_are_neither_claimed_nor_konged(tmp_path):
    path = tmp_path / "wild.jsonl"
    (game,) = simulate(mjtool.load_rules("hongzhong_mil"), 1, 3, Options(hands=3))
    path.write_bytes(b"".join(game.lines))
    found = [each for seat in range(4) for each in decisions(path, seat)]
    assert any("7z" in each.hand for each in found)
    for each in found:
        for option in each.options:
            if option.action in ("chow", "pung", "kong"):
                assert str(option.tile) != "7z"


@pytest.mark.parametrize("rules", ["guangdong_mil", "hongzhong_mil"])
def test_games_with_wild_tiles_are_reviewed_to_their_end(rules, tmp_path):
    """Wild flowers are no kind of hand: what is left of them was asked for among the kinds."""
    log = written_game(tmp_path, "wild", rules, 3, 8)
    for seat in range(4):
        assert list(review(str(log), seat=seat))
