"""One fault, one finding: what follows from a wrong round, number of horses or room is no other."""

from __future__ import annotations

from typing import Any

import pytest

from mjtool.game_log import Plan, audit_lines
from tests.logs import Log, drawn_out, rest_of

# a wrong round

FIRST = ["19m19p19s11223345z", "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
# Seat 3 holds three east winds, waits for 6s 9s, and sits West: east counts as the round's only.
SECOND = ["258m258p258s4667z", "19m19p19s22334455z", "345m345678p3456s", "111z234m456p78s55s"]


def by_round(wind: str) -> dict[str, Any]:
    """Return what the second hand comes to in the round of ``wind``."""
    patterns = ["chicken_hand", "self_draw"]
    if wind == "E":
        win = {"seat": 3, "fan": 2, "points": 4, "patterns": [*patterns, "round_wind"]}
        return {"win": win, "points": [-4, -4, -4, 12], "scores": [-68, 188, -68, -52]}
    win = {"seat": 3, "fan": 1, "points": 2, "patterns": patterns}
    return {"win": win, "points": [-2, -2, -2, 6], "scores": [-66, 190, -66, -58]}


def two_rounds(wind: str, win: dict[str, Any], points: list[int], scores: list[int]) -> Log:
    """Return a log of two hands in the east round, the second told to be in that of ``wind``."""
    log = Log().hand(*FIRST, round="E").play("d0:1m t1:7p w1:7p")
    paid = [-64, 192, -64, -64]  # an earthly hand
    log.end({"seat": 1, "points": 64}, points=paid, scores=paid)
    log.hand(*SECOND, dealer=1, number=2, round=wind)
    log.play("d1:1m t2:1m d2:1m t3:9p d3:9p t0:9p d0:9p t1:9p d1:9p t2:1s d2:1s t3:6s w3:6s")
    return log.end(win, points=points, scores=scores).over(scores=scores)


HAND, END = 7, 21


@pytest.mark.parametrize("scored_in", ["S", "E"], ids=["the-log's", "the-right-one"])
def test_a_wrong_round_is_one_finding_whichever_scores_the_hand(scored_in):
    assert two_rounds("S", **by_round(scored_in)).codes() == [(HAND, "D402")]


def test_a_right_round_is_the_only_one_that_scores():
    assert two_rounds("E", **by_round("E")).codes() == []
    codes = [code for _, code in two_rounds("E", **by_round("S")).codes()]
    assert codes == ["S501", "S503"]


@pytest.mark.parametrize(
    ("field", "code"), [("fan", "S501"), ("points", "S502"), ("patterns", "S503")]
)
def test_a_score_that_follows_from_neither_round_is_another_fault(field, code):
    told = by_round("E")
    told["win"][field] = {"fan": 5, "points": 7, "patterns": ["full_flush"]}[field]
    found = two_rounds("S", **told).codes()
    assert found == [(HAND, "D402"), (END, code)]


# a wrong number of horses

DEALT = ["123m12356p23499s7p", *FIRST[1:3], "258m258p258s4567z"]
DEALT[1] = "19m19p19s1122334z"
KONG = ["11112m34p567s1122z", "222m345p789s3344z", "345m678p234s5566z", "678m999p111s5777z"]


def stays(base: str = "tuidaohu") -> Log:
    """Return a log whose dealer has won the first hand: the second has two horses."""
    log = Log(base).hand(*DEALT, horses=1).play("w0:7p")
    return log.end({"seat": 0, "points": 4}, points=[12, -4, -4, -4], bank=0)


PLAYED = ("D", "T", "A", "W", "F005")


@pytest.mark.parametrize(
    ("logged", "set_aside", "codes"),
    [
        pytest.param(2, 2, [], id="right"),
        pytest.param(2, 1, ["T103"], id="right-but-not-played"),
        pytest.param(1, 1, ["D403"], id="too-few-and-played-so"),
        pytest.param(1, 2, ["D403"], id="too-few-played-right"),
        pytest.param(3, 3, ["D403"], id="too-many-and-played-so"),
        pytest.param(3, 2, ["D403"], id="too-many-played-right"),
        pytest.param(3, 1, ["D403", "T103"], id="played-by-neither"),
    ],
)
def test_replacements_come_from_before_either_number_of_horses(logged, set_aside, codes):
    wall = rest_of(KONG)
    wall[-4:] = ["9s", "8p", "7m", "6z"]
    wall[: len(wall) - 4] = _without(rest_of(KONG), wall[-4:])
    log = stays().hand(*KONG, number=2, horses=logged, wall=wall)
    log.play(f"k0:1m:concealed t0:{wall[-1 - set_aside]}")
    assert [code for _, code in log.codes(select=PLAYED)] == codes


def _without(tiles: list[str], gone: list[str]) -> list[str]:
    tiles = list(tiles)
    for tile in gone:
        tiles.remove(tile)
    return tiles


@pytest.mark.parametrize("told", [True, False], ids=["wall", "no-wall"])
@pytest.mark.parametrize(
    ("logged", "set_aside", "codes"),
    [
        pytest.param(2, 2, [], id="right"),
        pytest.param(2, 1, ["T104"], id="drawn-into-the-horses"),
        pytest.param(2, 3, ["A205"], id="ended-early"),
        pytest.param(1, 1, ["D403"], id="too-few-and-played-so"),
        pytest.param(1, 2, ["D403"], id="too-few-played-right"),
        pytest.param(4, 2, ["D403"], id="too-many-played-right"),
        pytest.param(4, 4, ["D403"], id="too-many-and-played-so"),
        pytest.param(4, 3, ["D403", "A205"], id="between-the-two"),
        pytest.param(4, 1, ["D403", "T104"], id="beyond-both"),
    ],
)
def test_the_wall_ends_before_either_number_of_horses(told, logged, set_aside, codes):
    wall = rest_of(FIRST)
    more = {"wall": wall} if told else {}
    log = stays().hand(*FIRST, number=2, horses=logged, **more)
    log.play(drawn_out(wall, 0, "1m", set_aside)).play("washout")
    assert [code for _, code in log.codes(select=PLAYED)] == codes


@pytest.mark.parametrize(
    ("horses", "points", "bank", "codes"),
    [
        pytest.param(["1m", "5m"], 36, -24, ["D403"], id="two-the-right-number"),
        pytest.param(["2m", "1m", "5m"], 32, -20, ["D403"], id="three-the-log's"),
        pytest.param(["1m", "5m"], 32, -20, ["D403", "S508"], id="two-shown-three-paid"),
        pytest.param(["9m", "5m"], 36, -24, ["D403", "S508"], id="another-tile"),
    ],
)
def test_horses_settle_by_either_number(horses, points, bank, codes):
    wall = [*_without(rest_of(DEALT), ["2m", "1m", "5m"]), "2m", "1m", "5m"]
    log = stays().hand(*DEALT, number=2, horses=3, wall=wall).play("w0:7p")
    win = {"seat": 0, "points": 4, "patterns": ["heavenly_hand"]}
    log.end(win, points=[points, -4, -4, -4], bank=bank, horses=horses)
    assert [code for _, code in log.codes(select=("D", "T", "A", "S"))] == codes


@pytest.mark.parametrize("horses", [None, [], ["1m", "5m"]], ids=["untold", "none", "two"])
def test_horses_in_rules_without_any_are_one_finding(horses):
    wall = [*_without(rest_of(DEALT), ["1m", "5m"]), "1m", "5m"]
    log = Log().hand(*DEALT, horses=2, wall=wall).play("w0:7p")
    told = {} if horses is None else {"horses": horses}
    win = {"seat": 0, "points": 64, "patterns": ["heavenly_hand"]}
    log.end(win, points=[192, -64, -64, -64], **told).over()
    assert log.codes() == [(2, "D403")]


# another room


def in_room(
    coefficient: int, fee: int, *, washout_fee: int | None = None, coins: bool = True
) -> Log:
    """Return four hands of which coins and totals come from another room than 50,20."""
    log = Log(room={"coefficient": 50, "fee": 20})
    scores = [0, 0, 0, 0]
    for number in range(1, 5):
        log.hand(*FIRST, number=number, round="E")
        points, taken, wins = [0, 0, 0, 0], fee, []
        if number == 2:
            wins = [{"seat": 0, "points": 1}]
        log.play(drawn_out(rest_of(FIRST), 0, "1m") if number != 2 else "d0:1m")
        if number == 2:
            log.events = log.events[:-1]
            log.events[-1]["deal"] = Log().hand(*DEALT).events[-1]["deal"]
            log.play("w0:7p")
            points, wins = [192, -64, -64, -64], [{"seat": 0, "points": 64}]
        else:
            log.play("washout")
            taken = fee if washout_fee is None else washout_fee
        paid = [each * coefficient - taken for each in points]
        scores = [a + b for a, b in zip(scores, paid, strict=True)]
        log.end(*wins, points=points, scores=scores, **({"coins": paid} if coins else {}))
    return log.over(scores=scores)


def ends(log: Log) -> list[int]:
    return [at for at, event in enumerate(log.events, 1) if event["type"] == "end_hand"]


@pytest.mark.parametrize("coins", [True, False], ids=["coins", "totals-only"])
@pytest.mark.parametrize(
    ("room", "first", "hands", "found"),
    [
        pytest.param({"coefficient": 50, "fee": 20}, None, 0, None, id="the-game's"),
        pytest.param({"coefficient": 60, "fee": 20}, 1, 1, None, id="coefficient"),
        pytest.param({"coefficient": 50, "fee": 25}, 0, 4, "50,25", id="fee"),
        pytest.param({"coefficient": 60, "fee": 0}, 0, 4, "60,0", id="both"),
        pytest.param(
            {"coefficient": 50, "fee": 20, "washout_fee": 0}, 0, 3, "50,0", id="no-fee-of-washouts"
        ),
        pytest.param(
            {"coefficient": 50, "fee": 35, "washout_fee": 10}, 0, 4, "50,35", id="two-fees"
        ),
    ],
)
def test_another_room_is_one_finding_with_the_number_of_hands(room, first, hands, found, coins):
    log = in_room(**room, coins=coins)
    findings = log.findings()
    if first is None:
        assert findings == []
        return
    [finding] = findings
    assert (finding.line, finding.code) == (ends(log)[first], "S505" if coins else "S506")
    assert finding.hands == hands
    if found is not None:
        assert (finding.expected, finding.found) == ("50,20", found)
        assert f"{hands} hands" in finding.message("en")
        assert f" {hands} " in finding.message("zh")
        assert finding.to_dict()["hands"] == hands
    else:
        assert "hands" not in finding.to_dict()


def test_other_faults_stay_in_the_order_of_their_lines():
    log = in_room(50, 25)
    second, third = ends(log)[1], ends(log)[2]
    log.events[second - 1]["wins"][0]["fan"] = 3
    log.events[third - 1]["horses"] = ["1m"]
    expected = [(ends(log)[0], "S505"), (second, "S501"), (third, "S508")]
    assert log.codes() == expected
    assert audit_lines(log.lines, Plan(select=("S505",)))[0].hands == 4


def test_coins_that_no_room_explains_are_a_finding_each():
    log = in_room(50, 20)
    for at in ends(log)[:2]:
        log.events[at - 1]["coins"][2] += 7
    assert [code for _, code in log.codes(select=("S505",))] == ["S505", "S505"]


def test_each_game_has_a_room_of_its_own():
    log = in_room(50, 25)
    games = in_room(50, 22)
    log.events += games.events
    assert [found.hands for found in log.findings()] == [4, 4]


def test_a_log_that_stops_tells_the_hands_so_far():
    log = in_room(50, 25)
    log.events = log.events[: ends(log)[2] + 1]
    [room, end] = log.findings()
    assert (room.code, room.hands, end.code) == ("S505", 3, "F006")
