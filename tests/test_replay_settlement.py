"""``end_hand`` and ``end_game`` field by field: a mistake carried through is one finding."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.logs import Log, drawn_out, rest_of

CALM = "19m19p19s11223345z"
HANDS = [CALM, "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
ROOM = {"coefficient": 100, "fee": 10}


def settled(room: bool = True, **more: Any) -> Log:
    """Return a log of two hands: seat 2 wins two points of each, then one on a discard."""
    log = Log(room=ROOM) if room else Log()
    log.hand(*HANDS, round="E", **more).play(
        "d0:1m t1:1m d1:1m t2:1m d2:1m t3:1z d3:1z t0:2z d0:2z t1:9m d1:9m t2:6s w2:6s"
    )
    win = {"seat": 2, "points": 4, "fan": 2, "patterns": ["all_chows", "self_draw"]}
    points = [-4, -4, 12, -4]
    coins = [-410, -410, 1190, -410]
    more = {"coins": coins} if room else {}
    log.end(win, points=points, **more, scores=list(coins if room else points))
    hands = [HANDS[3], CALM, *HANDS[1:3]]
    log.hand(*hands, dealer=1, number=2, round="E")
    log.play("d1:1m t2:1m d2:1m t3:1m d3:1m t0:2z d0:2z t1:3s d1:3s w3:3s:1")
    win = {"seat": 3, "points": 2, "fan": 1, "patterns": ["all_chows"]}
    more = {"coins": [-10, -210, -10, 190]} if room else {}
    scores = [-420, -620, 1180, -220] if room else [-4, -6, 12, -2]
    log.end(win, points=[0, -2, 0, 2], **more, scores=scores)
    return log.over(scores=list(scores))


END, SECOND, LAST = 16, 28, 29  # the lines of the settlements and of the end


def changed(change: Any, room: bool = True) -> list[tuple[int, str]]:
    """Return the findings after ``change`` is done to the two settlements and the end."""
    log = settled(room)
    change(log.events[END - 1], log.events[SECOND - 1], log.events[-1])
    return log.codes()


def test_the_log_is_clean():
    log = settled()
    ends = [at for at, event in enumerate(log.events, 1) if event["type"] == "end_hand"]
    assert ends == [END, SECOND]
    assert log.codes() == []
    assert settled(room=False).codes() == []


def edit(at: int, **fields: Any) -> Any:
    """Return a change of the fields of one of the three events; ``win_x`` is the win's ``x``."""

    def change(*events: dict[str, Any]) -> None:
        for key, value in fields.items():
            target = events[at]["wins"][0] if key.startswith("win_") else events[at]
            target[key.removeprefix("win_")] = value

    return change


def both(*changes: Any) -> Any:
    """Return several changes as one."""

    def change(*events: dict[str, Any]) -> None:
        for each in changes:
            each(*events)

    return change


CARRIED = edit(
    0,
    win_fan=3,
    win_points=8,
    points=[-8, -8, 24, -8],
    coins=[-810, -810, 2390, -810],
    scores=[-810, -810, 2390, -810],
)


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        pytest.param(edit(0, win_fan=3), [(END, "S501")], id="fan-alone"),
        pytest.param(edit(0, win_fan=3, win_points=8), [(END, "S501")], id="fan-and-its-points"),
        pytest.param(edit(0, win_points=8), [(END, "S502")], id="points-alone"),
        pytest.param(
            edit(0, win_points=8, points=[-8, -8, 24, -8]),
            [(END, "S502")],
            id="points-and-payments",
        ),
        pytest.param(
            both(CARRIED, edit(1, scores=[-820, -1020, 2380, -620]), edit(2, scores=[0] * 4)),
            [(END, "S501"), (LAST, "S506")],
            id="a-mistake-carried-to-the-end",
        ),
        pytest.param(
            both(CARRIED, edit(1, scores=[-820, -1020, 2380, -620])),
            [(END, "S501")],
            id="corrected-at-the-end",
        ),
        pytest.param(CARRIED, [(END, "S501")], id="corrected-in-the-next-hand"),
        pytest.param(edit(0, points=[-5, -4, 13, -4]), [(END, "S504")], id="payments"),
        pytest.param(edit(0, points=[-5, -4, 12, -4]), [(END, "S504")], id="payments-not-zero"),
        pytest.param(edit(0, bank=1), [(END, "S504")], id="bank-alone"),
        pytest.param(
            edit(0, points=[-5, -4, 12, -4], bank=1), [(END, "S504")], id="payments-and-bank"
        ),
        pytest.param(edit(0, bank=0), [], id="bank-of-zero"),
        pytest.param(edit(0, coins=[-410, -410, 1191, -410]), [(END, "S505")], id="coins"),
        pytest.param(
            edit(0, coins=[-410, -410, 1191, -410], scores=[-410, -410, 1191, -410]),
            [(END, "S505")],
            id="coins-and-scores",
        ),
        pytest.param(edit(0, scores=[-410, -410, 1191, -410]), [(END, "S506")], id="scores"),
        pytest.param(
            both(
                edit(0, scores=[-409, -410, 1190, -410]),
                edit(1, scores=[-419, -620, 1180, -220]),
                edit(2, scores=[-419, -620, 1180, -220]),
            ),
            [(END, "S506")],
            id="scores-carried",
        ),
        pytest.param(edit(2, scores=[-420, -620, 1180, -221]), [(LAST, "S506")], id="last-scores"),
        pytest.param(edit(0, win_patterns=["self_draw", "all_chows"]), [], id="patterns-as-a-set"),
        pytest.param(edit(0, win_patterns=["all_chows"]), [(END, "S503")], id="patterns"),
        pytest.param(edit(0, win_liable=1), [(END, "S507")], id="liable"),
        pytest.param(
            edit(0, win_liable=1, points=[0, -12, 12, 0]), [(END, "S507")], id="liable-pays"
        ),
        pytest.param(edit(0, points=[0, -12, 12, 0]), [(END, "S504")], id="somebody-pays-for-all"),
        pytest.param(edit(1, win_liable=1), [(SECOND, "S507")], id="liable-on-a-discard"),
        pytest.param(
            edit(
                1,
                win_liable=0,
                points=[-2, 0, 0, 2],
                coins=[-210, -10, -10, 190],
                scores=[-620, -420, 1180, -220],
            ),
            [(SECOND, "S507")],
            id="liable-pays-a-discard",
        ),
        pytest.param(edit(0, win_seat=3), [(END, "S509")], id="another-winner"),
        pytest.param(edit(0, wins=[]), [(END, "S509")], id="no-winner"),
        pytest.param(edit(0, horses=["1m"]), [(END, "S508")], id="horses-without-rule"),
        pytest.param(edit(0, horses=["9f"]), [(END, "F004")], id="horses-of-another-set"),
        pytest.param(edit(0, win_fan=10**12), [(END, "S501")], id="huge-fan"),
        pytest.param(edit(0, win_fan=-1), [(END, "S501")], id="negative-fan"),
        pytest.param(edit(0, points=[1, 2, 3]), [(END, "F003")], id="three-payments"),
    ],
)
def test_settlement(change, codes):
    assert changed(change) == codes


def without(*names: str) -> Any:
    """Return a change that leaves fields out of the settlements."""

    def change(*events: dict[str, Any]) -> None:
        for event in events:
            for name in names:
                event.pop(name, None)
                for win in event.get("wins", ()):
                    win.pop(name, None)

    return change


@pytest.mark.parametrize("name", ["fan", "patterns", "coins", "scores"])
def test_what_is_left_out_is_not_checked(name):
    assert changed(without(name)) == []
    assert changed(without("fan", "patterns", "coins", "scores")) == []


def test_coins_without_a_room_cannot_be_checked_but_scores_follow_from_them():
    log = settled()
    del log.events[0]["room"]
    assert log.codes() == []
    log.events[END - 1]["scores"][0] += 1
    assert log.codes() == [(END, "S506")]


def test_coins_without_a_room_leave_the_scores_in_points():
    log = settled(room=False)
    for at in (END, SECOND):
        log.events[at - 1]["coins"] = [100, -100, 0, 0]
    assert log.codes() == []


def test_old_totals_out_of_place_do_not_show_again():
    log = settled()
    log.events.insert(SECOND, copy.deepcopy(log.events[END - 1]))
    assert log.codes() == [(SECOND + 1, "F005")]


def test_without_a_room_the_scores_are_points():
    assert changed(edit(0, scores=[-4, -4, 12, -3]), room=False) == [(END, "S506")]


@pytest.mark.parametrize(
    ("points", "bank", "codes"),
    [
        ([-2, -2, 6, -2], 0, []),
        ([9, -2, 6, -2], -11, []),
        ([-2, -7, 6, -2], 5, ["S504"]),
    ],
)
def test_payments_beside_unknown_horses(points, bank, codes):
    log = Log("tuidaohu").hand(*HANDS).play("d0:1m t1:1m d1:1m t2:6s w2:6s")
    scores = [points[0], -2, 6, -2]
    log.end({"seat": 2, "points": 2}, points=points, bank=bank, scores=scores).over(scores=scores)
    assert [code for _, code in log.codes()] == codes


# dealers, rounds and horses

WASHED = drawn_out(rest_of(HANDS), 0, "1m")


def turned(dealer: int) -> list[str]:
    """Return the hands as ``dealer`` would have dealt them."""
    return [HANDS[(seat - dealer) % 4] for seat in range(4)]


def played(*hands: tuple[int, str, int | None]) -> Log:
    """Return a log of hands (dealer, round, winner from the dealer), each won by self-draw."""
    log = Log()
    for number, (dealer, wind, winner) in enumerate(hands, 1):
        log.hand(*turned(dealer), dealer=dealer, number=number, round=wind)
        seats = [(dealer + step) % 4 for step in range(4)]
        if winner is None:
            log.play(drawn_out(rest_of(HANDS), dealer, "1m")).play("washout").end()
        else:
            log.play(f"d{dealer}:1m t{seats[1]}:{'7p' if winner == 1 else '1z'}")
            if winner == 1:
                log.play(f"w{seats[1]}:7p")
            else:
                log.play(f"d{seats[1]}:1z t{seats[2]}:6s w{seats[2]}:6s")
            log.end()
    return log


@pytest.mark.parametrize(
    ("hands", "codes"),
    [
        pytest.param([(0, "E", 1), (1, "E", 1), (2, "E", 1), (3, "E", 1), (0, "S", 1)], [], id="E"),
        pytest.param([(2, "E", 1), (3, "E", None), (3, "E", 1), (0, "E", 1)], [], id="stays"),
        pytest.param([(2, "N", 1), (3, "N", 1), (0, "N", 1), (1, "N", 1), (2, "E", 1)], [], id="N"),
        pytest.param([(0, "E", 1), (2, "E", 1), (3, "E", 1)], ["D401"], id="wrong-dealer-stands"),
        pytest.param([(0, "E", 1), (1, "S", 1), (2, "E", 1)], ["D402"], id="wrong-round-once"),
        pytest.param([(0, "E", 1), (1, "S", 1), (2, "S", 1)], ["D402"] * 2, id="wrong-round-twice"),
        pytest.param([(0, "E", 1), (2, "S", 1), (3, "S", 1)], ["D401"], id="round-of-the-new-deal"),
    ],
)
def test_rotation(hands, codes):
    assert [code for _, code in played(*hands).codes(select=("D", "A", "T"))] == codes


def test_a_faulty_first_hand_tells_the_first_dealer():
    log = played((0, "E", 1), (1, "E", 1), (2, "E", 1), (3, "E", 1), (0, "E", 1))
    log.events[1]["deal"][0][0] = "1s"
    log.events[1]["deal"][0][1] = "1s"
    log.events[1]["deal"][0][2] = "1s"
    log.events[1]["deal"][1][0] = "1s"
    found = log.codes(select=("D", "T"))
    assert [code for _, code in found] == ["T101", "D402"]


FULL = rest_of(HANDS)


def horsed(*numbers: int | None, most: int = 4) -> Log:
    """Return hands of a dealer that stays by winning, each with so many horses set aside."""
    log = Log("tuidaohu")
    hands = ["123m12356p234s99s1z", CALM[:-3] + "45z", *HANDS[2:]]
    hands[1] = "19m19p19s1223345z"
    for number, horses in enumerate(numbers, 1):
        more = {} if horses is None else {"horses": horses}
        log.hand(*hands, number=number, wall=list(rest_of(hands)), **more)
        wall = rest_of(hands)
        play, turn = [f"d0:1z t1:{wall[0]} d1:{wall[0]} t2:{wall[1]} d2:{wall[1]}"], 2
        seat = 3
        while True:
            tile = wall[turn]
            turn += 1
            play.append(f"t{seat}:{tile}")
            if seat == 0 and tile in ("4p", "7p"):
                play.append(f"w0:{tile}")
                break
            play.append(f"d{seat}:{tile}")
            seat = (seat + 1) % 4
        log.play(" ".join(play)).end()
    return log


@pytest.mark.parametrize(
    ("numbers", "codes"),
    [
        pytest.param([1, 2, 3, 4, 4], [], id="one-more-each-hand-four-at-most"),
        pytest.param([1, None, 3], [], id="not-told-not-checked"),
        pytest.param([2, 3, 4], [], id="the-first-is-taken-as-it-is"),
        pytest.param([1, 1, 3], ["D403"], id="one-hand-only"),
        pytest.param([1, 3, 3], ["D403"], id="too-many"),
        pytest.param([1, 2, 3, 4, 5], ["D403"], id="five"),
    ],
)
def test_horses_of_a_streak(numbers, codes):
    found = horsed(*numbers).codes(select=("D", "A", "T", "W"))
    assert [code for _, code in found] == codes


def test_a_copy_of_the_log_is_not_changed():
    before = settled()
    after = copy.deepcopy(before)
    before.codes()
    assert before.events == after.events
