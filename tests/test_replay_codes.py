"""Each finding code by the smallest log that has it, and what a finding leaves behind."""

from __future__ import annotations

import json

import pytest

from mjtool.game_log import audit_lines
from tests.logs import Log, drawn_out, rest_of

# Seat 1 waits for 4p 7p, seat 2 for 3s 6s; seats 0 and 3 are far from anything.
HANDS = ["19m19p19s11223345z", "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
# Seat 0 holds a kong of 1m, seat 1 a pung of 2m.
KONGS = ["11112m34p567s1122z", "222m345p789s3344z", "345m678p234s5566z", "678m999p111s5777z"]


def started(*hands: str, rules: str = "jipinghu", **more: object) -> Log:
    """Return a log whose first hand is dealt."""
    return Log(rules).hand(*(hands or HANDS), **more)


def codes_after(words: str, **more: object) -> list[tuple[int, str]]:
    """Return the findings of ``words`` played in the first hand, F006 of the cut log aside."""
    found = started(**more).play(words).codes()
    assert found[-1][1] == "F006"
    return found[:-1]


def test_a_calm_hand_is_clean():
    assert codes_after("d0:1m t1:1m d1:1m t2:7z d2:7z t3:7z d3:7z") == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param("d0:8m", "T102", id="discard-not-held"),
        pytest.param("d0:5z p3:5z", "T102", id="pung-not-held"),
        pytest.param("d0:9p c1:9p:78p", "T102", id="chow-not-held"),
        pytest.param("d0:1m t1:4z d1:4z k0:4z:exposed", "T102", id="exposed-kong-not-held"),
        pytest.param("k0:1z:concealed", "T102", id="concealed-kong-not-held"),
        pytest.param("k0:1z:added", "T102", id="added-kong-without-pung"),
        pytest.param("d0:1m t1:1z d1:1z p0:1z d0:9m t1:1m d1:1m t2:1m", None, id="pung-held"),
        pytest.param("d1:1m", "A201", id="discard-out-of-turn"),
        pytest.param("d0:1m d0:9m", "A201", id="two-discards"),
        pytest.param("d0:1m t2:1m", "A201", id="draw-out-of-turn"),
        pytest.param("t0:1m", "A201", id="dealer-draws-a-fifteenth"),
        pytest.param("d0:1m t1:1m t1:1m", "A201", id="draw-twice"),
        pytest.param("p1:1m", "A201", id="claim-without-discard"),
        pytest.param("d0:1m p0:1m", "A201", id="own-discard"),
        pytest.param(
            "d0:3z t1:3z d1:1m t2:2z d2:2z p0:2z k0:1z:concealed", "A201", id="kong-claim"
        ),
        pytest.param("d0:1m w1:1m", "A201", id="self-drawn-in-no-turn"),
        pytest.param("w1:5p:0", "A201", id="win-without-discard"),
        pytest.param("d0:5z w0:5z:1", "A201", id="win-on-own-discard"),
        pytest.param("d0:1z p1:2z", "A202", id="pung-of-another-tile"),
        pytest.param("d0:1m t1:1m w1:5p", "A202", id="self-drawn-on-another-tile"),
        pytest.param("d0:1m w1:5p:0", "A202", id="win-on-another-tile"),
        pytest.param("d0:1m w2:1m:3", "A202", id="win-on-another-seats-tile"),
        pytest.param("w0:4z", "A202", id="dealt-hand-wins-on-its-last-tile"),
        pytest.param("d0:3z c1:9s:78s", "A202", id="chow-of-another-tile"),
        pytest.param("d0:1m c2:1m:23m", "A203", id="chow-from-opposite"),
        pytest.param("f0:1m", "A204", id="a-tile-as-flower"),
        pytest.param("d0:1m washout", "A205", id="early-washout"),
        pytest.param("washout", "A205", id="washout-before-the-first-discard"),
        pytest.param("d0:1m w1:1m:0", "W301", id="incomplete-on-a-discard"),
        pytest.param("w0:5z", "W301", id="incomplete-self-drawn"),
        pytest.param("d0:1m t1:9f", "F004", id="flower-in-136-tiles"),
        pytest.param("d0:xx", "F004", id="no-tile"),
        pytest.param("d0:1z c1:2z:13z", "F003", id="chow-of-honors"),
        pytest.param("d0:1m c1:1m:89m", "F003", id="chow-round-the-corner"),
        pytest.param("d0:1m c1:1m:11m", "F003", id="chow-of-a-pung"),
        pytest.param("d0:1m t1:3z d1:3z t2:3z d2:3z t3:3z", "T101", id="fifth-tile"),
    ],
)
def test_faults_of_play(words, code):
    last = 2 + len(words.split())
    assert codes_after(words) == ([] if code is None else [(last, code)])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param("k0:1m:concealed t0:6p d0:2m k1:2m:exposed t1:6p d1:6p", None, id="concealed"),
        pytest.param("d0:2m k1:2m:exposed t1:6p d1:6p", None, id="exposed"),
        pytest.param("d0:2m p1:2m d1:3z t2:1z d2:1z p0:1z d0:3p", None, id="pung"),
        pytest.param("k0:1m:concealed d0:7s", "A201", id="no-replacement"),
        pytest.param("k0:1m:concealed t1:6p", "A201", id="another-draws-the-replacement"),
        pytest.param("k0:1m:concealed w1:1m:0", "W304", id="robbing-a-concealed-kong"),
        pytest.param("d0:2m k1:2m:exposed w2:2m:1", "W304", id="robbing-an-exposed-kong"),
        pytest.param("d0:2m p1:2m k1:2m:added", "A201", id="added-right-after-the-pung"),
        pytest.param("d0:7s k1:2m:concealed", "A201", id="concealed-out-of-turn"),
    ],
)
def test_kongs(words, code):
    last = 2 + len(words.split())
    log = started(*KONGS).play(words)
    assert log.codes() == [*([] if code is None else [(last, code)]), (last, "F006")]


WALL = rest_of(HANDS)
OUT = drawn_out(WALL, 0, "1m")


@pytest.mark.parametrize(
    ("change", "line", "code"),
    [
        pytest.param(lambda hand: None, None, None, id="as-it-is"),
        pytest.param(lambda hand: hand["deal"][0].pop(), 2, "T105", id="dealer-has-13"),
        pytest.param(lambda hand: hand["deal"][2].append("1m"), 2, "T105", id="another-has-14"),
        pytest.param(lambda hand: hand["deal"].append([]), 2, "F003", id="five-hands"),
        pytest.param(lambda hand: hand["wall"].pop(), 2, "T101", id="wall-too-short"),
        pytest.param(lambda hand: hand["wall"].append("1m"), 2, "T101", id="wall-too-long"),
        pytest.param(lambda hand: hand["wall"].__setitem__(0, "9m"), 2, "T101", id="not-a-set"),
        pytest.param(lambda hand: hand["wall"].__setitem__(0, "1f"), 2, "F004", id="flower"),
        pytest.param(lambda hand: hand["wall"].__setitem__(0, 7), 2, "F003", id="tile-number"),
        pytest.param(lambda hand: hand["wall"].reverse(), 4, "T103", id="wall-in-another-order"),
        pytest.param(lambda hand: hand.pop("deal"), 2, "F003", id="no-deal"),
        pytest.param(lambda hand: hand.update(dealer=4), 2, "F003", id="seat-four"),
        pytest.param(lambda hand: hand.update(dealer=True), 2, "F003", id="seat-true"),
        pytest.param(lambda hand: hand.update(dealer=0.0), 2, "F003", id="seat-float"),
        pytest.param(lambda hand: hand.update(hand=0), 2, "F003", id="hand-zero"),
        pytest.param(lambda hand: hand.update(round="F"), 2, "F003", id="no-round"),
        pytest.param(lambda hand: hand.update(horses=2), 2, "D403", id="horses-without-rule"),
        pytest.param(lambda hand: hand.update(horses=0), None, None, id="no-horses"),
        pytest.param(lambda hand: hand.update(whatever=[1, {}]), None, None, id="extra-field"),
        pytest.param(lambda hand: hand.update(type="deal"), 2, "F002", id="unknown-type"),
        pytest.param(lambda hand: hand.pop("type"), 2, "F002", id="no-type"),
    ],
)
def test_faults_of_a_deal(change, line, code):
    log = started(wall=list(WALL)).play(OUT).play("washout").end().over()
    change(log.events[1])
    assert log.codes() == ([] if code is None else [(line, code)])


def test_the_last_discard_may_be_claimed_but_not_konged():
    hands = [HANDS[0], "123m1235p234s777z", HANDS[2], "258m258p258s4566z"]
    wall = rest_of(hands)
    wall.remove("7z")
    wall.append("7z")
    play = drawn_out(wall, 0, "1m")
    last = len(play.split()) + 2
    assert started(*hands).play(play).play("p1:7z d1:1m washout").end().over().codes() == []
    assert started(*hands).play(play).play("k1:7z:exposed").over().codes() == [(last + 1, "T104")]
    assert started(*hands).play(play).play("t0:7z").over().codes()[0] == (last + 1, "T104")
    assert started(*hands).play(play).end().over().codes() == [(last + 1, "A205")]


def test_a_replacement_comes_from_the_tail():
    wall = rest_of(KONGS)
    play = f"k0:1m:concealed t0:{wall[-1]} d0:2m t1:{wall[0]}"
    assert started(*KONGS, wall=wall).play(play).codes() == [(6, "F006")]
    wrong = play.replace(f"t0:{wall[-1]}", f"t0:{wall[0]}")
    assert started(*KONGS, wall=wall).play(wrong).codes() == [(4, "T103"), (6, "F006")]


# What follows a finding.

SECOND = {"number": 2, "dealer": 0}


def lost(words: str) -> Log:
    """Return a log whose first hand has ``words`` and is settled out of nowhere."""
    return started().play(words).end(points=[5, -5, 0, 0], scores=[5, -5, 0, 0])


def test_the_rest_of_the_hand_is_skipped():
    log = lost("d0:8m d0:8m t7:1m").hand(*HANDS, **SECOND).play("d0:8m").over()
    assert log.codes() == [(3, "T102"), (8, "T102")]


def test_scores_go_on_from_what_the_log_says():
    log = lost("d0:8m").hand(*HANDS, **SECOND).play("e0")
    log.end(points=[-8, 0, 0, 0], bank=8, scores=[-3, -5, 0, 0]).over(scores=[-3, -5, 0, 0])
    assert log.codes() == [(3, "T102")]
    log.events[-2]["scores"][0] = -8
    assert log.codes() == [(3, "T102"), (7, "S506")]


def test_unknown_scores_are_not_checked_until_the_next():
    log = started().play("d0:8m").end().hand(*HANDS, **SECOND).play("e0")
    log.end(points=[-8, 0, 0, 0], bank=8, scores=[99, -5, 0, 0]).over(scores=[99, -5, 0, 1])
    assert log.codes() == [(3, "T102"), (8, "S506")]


@pytest.mark.parametrize(
    ("log", "codes"),
    [
        pytest.param(Log().over().over(), [(3, "F005")], id="end-game-twice"),
        pytest.param(Log().over().play("d0:1m"), [(3, "F005")], id="event-after-the-end"),
        pytest.param(Log().over().game().over(), [], id="two-games"),
        pytest.param(Log().game().over(), [(2, "F005")], id="game-in-a-game"),
        pytest.param(Log().play("d0:1m d0:1m").over(), [(2, "F005")], id="play-before-a-hand"),
        pytest.param(started().over(), [(3, "F005")], id="end-game-in-a-hand"),
        pytest.param(started().end().over(), [(3, "F005")], id="end-hand-before-an-end"),
        pytest.param(
            started().hand(*HANDS).play("e0").end(points=[-8, 0, 0, 0], bank=8).over(),
            [(3, "F005")],
            id="hand-in-a-hand-is-the-new-start",
        ),
        pytest.param(started().play("e0 d0:1m").over(), [(4, "F005")], id="play-after-an-escape"),
        pytest.param(
            started().play("e1").end(points=[0, -8, 0, 0], bank=8).hand(*HANDS).play("d0:8m"),
            [(5, "F005"), (6, "T102"), (6, "F006")],
            id="hand-after-an-escape-is-played-on",
        ),
        pytest.param(Log(), [(1, "F006")], id="no-end"),
        pytest.param(Log("nowhere.toml").hand(*HANDS).over(), [(1, "F003")], id="unknown-rules"),
        pytest.param(
            Log("nowhere.toml").hand(*HANDS).over().game().hand(*HANDS).play("d0:8m").over(),
            [(1, "F003"), (6, "T102")],
            id="unknown-rules-skip-to-the-next-game",
        ),
        pytest.param(Log(version=2).over(), [(1, "F003")], id="unknown-version"),
        pytest.param(Log(room={"coefficient": 5}).over(), [(1, "F003")], id="room-without-fee"),
    ],
)
def test_places(log, codes):
    assert log.codes() == codes


def test_hand_without_a_game():
    log = Log().hand(*HANDS).play("d0:8m").over()
    del log.events[0]
    assert log.codes() == [(1, "F005")]


@pytest.mark.parametrize("kept", [60, 30, 5], ids=str)
def test_a_cut_line_in_a_hand_is_told_with_the_end(kept):
    lines = started().play("d0:1m t1:1m").lines
    lines[-1] = lines[-1][: min(kept, len(lines[-1]) - 1)]
    assert [(f.line, f.code) for f in audit_lines(lines)] == [(4, "F001"), (4, "F006")]


def test_an_unreadable_end_of_the_game_is_one_finding():
    for line in (b'{"type":"end_game","scores":[1]}', b'{"type":"end_gam"}', b'{"type":"end_'):
        found = audit_lines([*Log().lines, line])
        assert [each.line for each in found] == [2]


def test_an_unreadable_start_behind_a_skipped_hand_is_told_too():
    log = started().play("d0:8m").add("start_hand", hand=2).over()
    assert log.codes() == [(3, "T102"), (4, "F003")]


def test_findings_tell_why_in_both_languages():
    [finding] = started().play("d0:1m t2:1m").findings(select=("A",))
    assert (finding.seat, finding.expected, finding.found) == (2, 1, 2)
    assert finding.line_text() == (
        "-:4: A201 this seat cannot draw now (seat 2, expected 1, found 2)"
    )
    assert finding.message("zh") == "这个座位现在不能摸牌"
    assert list(finding.to_dict()) == [
        *("file", "line", "code", "seat", "message", "expected", "found")
    ]
    json.dumps(finding.to_dict())


def test_what_was_found_stays_on_one_line():
    log = Log().hand(*HANDS).add("discard", seat=0, tile="\x1b[31m\n" + "x" * 500)
    [finding] = log.findings(select=("F004",))
    assert finding.line_text().isprintable()
    assert len(finding.line_text()) < 250
