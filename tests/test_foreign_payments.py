"""What hands of foreign logs came to: told where the log tells it, left out where it does not."""

import random

import foreign_games as write
import pytest
from foreign_hands import (
    END,
    GAME,
    NOBODY,
    OVER,
    board,
    converted,
    dahai,
    hora,
    init,
    kyoku,
    lines,
    mjlog,
    replayed,
    tsumo,
    viewer,
)

START = [25000] * 4


def came_to(data):
    """Return of each hand the points, the totals and the wins' points; there are no findings."""
    found, rows = replayed(data)
    assert found == []
    return [(row.points, row.scores, tuple(win.logged_points for win in row.wins)) for row in rows]


# the viewer's JSON: riichi deposits are in no list of changes

DRAWS = [[39], [38], [46], [47]]


def riichi(*seats, result, scores=START, riichi_of=60):
    """Return a hand in which everybody draws once and some of them declare riichi."""
    puts = [["r60"] if seat in seats else [60] for seat in range(4)]
    return board(DRAWS, puts, result, scores=scores)


@pytest.mark.parametrize(
    ("hand", "points", "wins"),
    [
        pytest.param(riichi(result=["四風連打"]), [0, 0, 0, 0], (), id="nobody"),
        pytest.param(riichi(0, 1, 2, 3, result=["四家立直"]), [-1000] * 4, (), id="four-riichi"),
        pytest.param(
            riichi(2, result=["途中流局", [1500, 1500, -1500, -1500]]),
            [1500, 1500, -2500, -1500],
            (),
            id="washout",
        ),
        pytest.param(
            riichi(1, 3, result=["和了", [0, 9000, 0, -8000], [1, 3, 1, "満貫8000点"]]),
            [0, 8000, 0, -8000],
            (8000,),
            id="the-tile-of-a-riichi-is-won-on",
        ),
        pytest.param(
            riichi(1, 2, result=["和了", [0, 10000, 0, -8000], [1, 3, 1, "満貫8000点"]]),
            [0, 9000, -1000, -8000],
            (8000,),
            id="another-s-tile-is-won-on",
        ),
        pytest.param(
            riichi(
                0,
                3,
                result=[
                    *["和了", [9300, 0, 0, -8300], [0, 3, 0, "満貫8000点"]],
                    *[[0, 0, 1000, -1000], [2, 3, 2, "30符1飜1000点"]],
                ],
            ),
            [8300, 0, 1000, -9300],
            (8000, 1000),
            id="two-winners",
        ),
        pytest.param(riichi(1, 3, result=["三家和了"]), [0, -1000, 0, 0], (), id="three-winners"),
        pytest.param(
            board(
                [[39, 38], [38], [46], [47]],
                [["r60"], [60], [60], [60]],
                ["和了", [13000, -4000, -4000, -4000], [0, 0, 0, "満貫4000点∀"]],
            ),
            [12000, -4000, -4000, -4000],
            (12000,),
            id="the-dealer-draws",
        ),
        pytest.param(
            board(
                [[39, 36], [38, 37], [46], [47]],
                [["r60", 60], ["r60"], [60], [60]],
                ["和了", [-4000, 10000, -2000, -2000], [1, 1, 1, "満貫2000-4000点"]],
            ),
            [-5000, 9000, -2000, -2000],
            (8000,),
            id="another-draws",
        ),
        pytest.param(
            riichi(result=["和了", [0, 8000, 0, -8000], [1, 3, 1, "Mangan"]]),
            [0, 8000, 0, -8000],
            (8000,),
            id="words-that-are-not-read",
        ),
    ],
)
def test_deposits_are_paid(hand, points, wins):
    totals = [a + b for a, b in zip(START, points, strict=True)]
    [row] = came_to(viewer(hand))
    assert row == (tuple(points), tuple(totals), wins)


def test_a_red_or_other_tile_may_be_the_riichi_s():
    hand = board([[53], [38], [46], [47]], [["r53"], [60], [60], [60]], ["四風連打"])
    assert came_to(viewer(hand))[0][0] == (-1000, 0, 0, 0)
    hand = board(DRAWS, [["r11"], [60], [60], [60]], ["四風連打"])
    assert came_to(viewer(hand))[0][0] == (-1000, 0, 0, 0)


# mjai: changes, totals, the next hand's totals, or nothing

DRAWN = {"type": "ryukyoku"}
SECOND = (tsumo(0, "9s"), {"type": "ryukyoku", "deltas": NOBODY}, END, OVER)
RON = (tsumo(0, "9s"), dahai(0, "9s"))


def after(*totals):
    """Return the next hand, which begins with these totals."""
    return kyoku(scores=list(totals)), *SECOND


@pytest.mark.parametrize(
    ("log", "points", "wins"),
    [
        pytest.param(
            [kyoku(scores=START), tsumo(0, "9s"), hora(0), END, *after(37000, 21000, 21000, 21000)],
            (12000, -4000, -4000, -4000),
            (12000,),
            id="the-next-hand-tells",
        ),
        pytest.param(
            [
                kyoku(scores=START),
                *[{"type": "reach", "actor": 0}, *RON, {"type": "reach_accepted", "actor": 0}],
                *[hora(1, 0), hora(3, 0), END],
                *after(14000, 34000, 25000, 27000),
            ],
            (-11000, 9000, 0, 2000),
            (9000, 2000),
            id="two-winners",
        ),
        pytest.param(
            [kyoku(scores=START), *RON, hora(1, 0), END, *after(24000, 26000, 25000, 25000)],
            (-1000, 1000, 0, 0),
            (1000,),
            id="on-a-discard",
        ),
        pytest.param(
            [kyoku(scores=START), tsumo(0, "9s"), DRAWN, END, *after(26000, 24000, 26000, 24000)],
            (1000, -1000, 1000, -1000),
            (),
            id="a-washout",
        ),
        pytest.param(
            [
                kyoku(scores=START),
                *RON,
                hora(1, 0),
                END,
                {**OVER, "scores": [24000, 26000, *START[2:]]},
            ],
            (-1000, 1000, 0, 0),
            (1000,),
            id="the-end-of-the-game-tells",
        ),
        pytest.param(
            [kyoku(scores=START), *RON, hora(1, 0), END, OVER], None, (None,), id="nothing-tells"
        ),
        pytest.param(
            [kyoku(scores=START), *RON, hora(1, 0, hora_points=3900), END, OVER],
            None,
            (3900,),
            id="the-worth-alone",
        ),
        pytest.param(
            [kyoku(scores=START), *RON, hora(1, 0), END, OVER, GAME, *after(*START)],
            None,
            (None,),
            id="another-game-follows",
        ),
        pytest.param([kyoku(), tsumo(0, "9s"), DRAWN, END, OVER], None, (), id="washout-unknown"),
        pytest.param(
            [kyoku(), tsumo(0, "9s"), {**DRAWN, "reason": "kyushukyuhai"}, END, OVER],
            (0, 0, 0, 0),
            (),
            id="nobody-pays-for-nine-terminals",
        ),
        pytest.param(
            [kyoku(), *RON, hora(1, 0, deltas=[-1000, 1000, 0, 0]), END, OVER],
            (-1000, 1000, 0, 0),
            (1000,),
            id="changes",
        ),
        pytest.param(
            [kyoku(), *RON, hora(1, 0, scores=[24000, 26000, 25000, 25000]), END, OVER],
            (-1000, 1000, 0, 0),
            (1000,),
            id="totals",
        ),
    ],
)
def test_what_an_mjai_log_tells(log, points, wins):
    data = lines(GAME, *log)
    row = came_to(data)[0]
    assert row[0] == points
    assert row[2] == wins
    events, told = converted(data)
    assert told == []
    end = next(event for event in events if event["type"] == "end_hand")
    assert end.get("points") == (None if points is None else list(points))
    assert [win.get("points") for win in end["wins"]] == list(wins)
    if points is None:
        assert "scores" not in end
    native = lines(*events)
    assert came_to(native)[0] == row


def test_totals_go_on_where_the_log_tells_them_again():
    data = lines(
        *[GAME, kyoku(), tsumo(0, "9s"), hora(0), END],
        *[kyoku(), tsumo(0, "9s"), {"type": "ryukyoku", "deltas": [300, -300, 0, 0]}, END],
        *[kyoku(scores=[1000] * 4), tsumo(0, "9s"), hora(0, deltas=[300, -100, -100, -100]), END],
        OVER,
    )
    assert came_to(data) == [
        (None, None, (None,)),
        ((300, -300, 0, 0), None, ()),
        ((300, -100, -100, -100), (1300, 900, 900, 900), (300,)),
    ]


def test_a_game_begins_with_the_totals_of_its_first_hand():
    start = converted(lines(GAME, kyoku(scores=[30000] * 4), *SECOND))[0][0]
    assert start["scores"] == [30000] * 4
    assert converted(lines(GAME, kyoku(), *SECOND))[0][0]["scores"] == START
    start = converted(mjlog(init(ten="300,300,300,300"), "<T106/>", end=""))[0][0]
    assert start["scores"] == [30000] * 4


def test_a_native_log_that_leaves_points_out_is_found():
    events = converted(lines(GAME, kyoku(), *RON, hora(1, 0), END, OVER))[0]
    start = {"type": "start_game", "rules": "jipinghu", "players": ["", "", "", ""]}
    found = replayed(lines(start, *events[1:]))[0]
    assert (5, "W301") in found or (4, "W301") in found
    hands = ["123m456p789s1112z", "2345678m2234s55z", "99m116789p889s33z", "234m5556p123s467z"]
    win = [kyoku(hands), tsumo(0, "S"), hora(0), END, OVER]
    events = converted(lines(GAME, *win))[0]
    native = lines(start, *events[1:])
    assert replayed(native)[0] == [(4, "F003")]
    made, told = converted(native)
    assert told == [(4, "F003")]
    assert [event["type"] for event in made] == ["start_game", "start_hand", "win", "end_game"]


def test_what_an_unfinished_mjlog_came_to_is_not_known():
    events = converted(mjlog(init(), "<T106/>"))[0]
    assert events[-3:] == [
        {"type": "washout", "reason": "unfinished"},
        {"type": "end_hand", "wins": []},
        {"type": "end_game"},
    ]


# the same game in every format


def paid(rng, game):
    """Return random riichi (places of discards), and changes, for a game."""
    places = [i for i, action in enumerate(game.actions) if action[0] == "discard"]
    chosen = {}
    for place in rng.sample(places, min(len(places), 3)):
        chosen.setdefault(game.actions[place][1], place)
    ronned = game.actions[-1][0] == "win" and game.actions[-1][3] is not None
    paying = [seat for seat, place in chosen.items() if not (ronned and place == places[-1])]
    changes = [rng.randrange(-80, 80) * 100 for _ in range(4)]
    return set(chosen.values()), paying, changes


@pytest.mark.parametrize("seed", range(25))
def test_every_format_comes_to_the_same(seed):
    rng = random.Random(seed)
    games = [write.long_play(50 * seed + number) for number in range(4)]
    money = [paid(rng, game) for game in games]
    totals, expected = list(START), []
    starts = []
    for game, (_, paying, changes) in zip(games, money, strict=True):
        starts.append(list(totals))
        points = [changes[seat] - 1000 * paying.count(seat) for seat in range(4)]
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        won = game.actions[-1][1] if game.actions[-1][0] == "win" else None
        expected.append((tuple(points), tuple(totals), () if won is None else (changes[won],)))
    books = list(zip(starts, money, strict=True))
    for told in (write.mjai, write.tenhou_xml, write.tenhou_json):
        assert came_to(told(games, books=books)) == expected, told.__name__
    *rows, last = came_to(write.mjai(games, books=books, bare=True))
    assert rows == expected[:-1]
    assert last[:2] == (None, None)
