"""What is wrong in foreign logs is told once, where it is; what is only unusual is read."""

import gzip
import json

import foreign_games as write
import pytest
from foreign_hands import (
    END,
    FINISH,
    GAME,
    HANDS,
    OPENING,
    OVER,
    PLAYED,
    board,
    converted,
    csm,
    dahai,
    hora,
    init,
    kyoku,
    lines,
    match,
    messages,
    mjlog,
    numbers,
    places,
    replayed,
    tiles,
    tsumo,
    viewer,
)
from packing import zstd

DRAWN = {"type": "ryukyoku", "reason": "kyushukyuhai"}
HAND = (kyoku(), tsumo(0, "9s"), DRAWN, END)
BAD = {**kyoku(), "bakaze": "Q"}


def haipai(hands=HANDS):
    """Return a deal as the oldest dialect writes it."""
    start = {"type": "start_kyoku", "oya": 0, "dora_marker": "6s"}
    seats = [{"type": "haipai", "actor": s, "pais": tiles(hand)} for s, hand in enumerate(hands)]
    return [start, *seats]


def swapped(events, at, event):
    return [event if place == at else each for place, each in enumerate(events)]


@pytest.mark.parametrize(
    ("log", "found", "hands"),
    [
        pytest.param([GAME, *HAND, OVER], [], 1, id="clean"),
        pytest.param([GAME, *haipai(), *HAND[1:], *haipai(), *HAND[1:], OVER], [], 2, id="haipai"),
        pytest.param(
            [GAME, *haipai()[:4], *HAND[1:], *HAND, OVER], [(2, "F003")], 1, id="haipai-missing"
        ),
        pytest.param(
            [GAME, *swapped(haipai(), 3, haipai()[2]), *HAND[1:], *HAND, OVER],
            [(5, "F003")],
            1,
            id="haipai-twice",
        ),
        pytest.param(
            [GAME, *swapped(haipai(), 2, {"type": "haipai", "actor": 1}), *HAND[1:], OVER],
            [(4, "F003")],
            0,
            id="haipai-no-tiles",
        ),
        pytest.param([GAME, *haipai()[:3]], [(4, "F006")], 0, id="haipai-cut"),
        pytest.param([{**GAME, "names": []}, *HAND, OVER], [], 1, id="no-names"),
        pytest.param([{**GAME, "names": None}, *HAND, OVER], [], 1, id="names-null"),
        pytest.param([{**GAME, "names": [None, "b", 1, ""]}, *HAND, OVER], [], 1, id="odd-names"),
        pytest.param(
            [{**GAME, "names": list("abcde")}, *HAND, OVER], [(1, "F003")], 1, id="five-names"
        ),
        pytest.param(
            [GAME, BAD, *HAND[1:], BAD, *HAND[1:], *HAND, OVER],
            [(2, "F003"), (6, "F003")],
            1,
            id="two-bad-starts",
        ),
        pytest.param([GAME, BAD], [(2, "F003")], 0, id="a-bad-start-and-no-more"),
        pytest.param(
            [GAME, BAD, *HAND[1:], OVER, GAME, BAD, *HAND[1:], OVER],
            [(2, "F003"), (8, "F003")],
            0,
            id="bad-starts-of-two-games",
        ),
        pytest.param([GAME, tsumo(0, "9s"), *HAND, OVER], [(2, "F005")], 1, id="no-hand"),
        pytest.param([GAME, END, *HAND, OVER], [(2, "F005")], 1, id="end-of-no-hand"),
        pytest.param([tsumo(0, "9s"), GAME, *HAND, OVER], [(1, "F005")], 1, id="no-game"),
        pytest.param([GAME, *HAND, OVER, tsumo(0, "9s")], [(7, "F005")], 1, id="game-over"),
        pytest.param(
            [GAME, *HAND, {**OVER, "scores": [1]}], [(6, "F003")], 1, id="end-of-game-unreadable"
        ),
        pytest.param([GAME, *HAND[:2], {"type": ["x"]}, OVER], [(4, "F002")], 0, id="type-list"),
        pytest.param([GAME, kyoku()], [(2, "F006")], 0, id="cut-before-the-first-draw"),
        pytest.param([GAME, kyoku((HANDS[0], 13, 13, 13))], [], 0, id="view-before-the-first-draw"),
    ],
)
def test_mjai(log, found, hands):
    told, rows = replayed(lines(*log))
    assert told == found
    assert len(rows) == hands


@pytest.mark.parametrize(
    ("acts", "found"),
    [
        pytest.param([dahai(0, "9s", tsumogiri=True)], None, id="the-drawn-tile"),
        pytest.param([dahai(0, "1m", tsumogiri=True)], 4, id="another-tile"),
        pytest.param(
            [
                dahai(0, "E", tsumogiri=False),
                {"type": "pon", "actor": 1, "target": 0, "pai": "E", "consumed": ["E", "E"]},
                dahai(1, "4s", tsumogiri=True),
            ],
            6,
            id="after-a-pon",
        ),
        pytest.param(
            [dahai(0, "9s", tsumogiri=True), dahai(1, "4s", tsumogiri=True)], 5, id="no-draw"
        ),
    ],
)
def test_tsumogiri_is_of_the_drawn_tile(acts, found):
    hands = ("111m234p567s1122z", "2345678m2234s11z", *HANDS[2:])
    hands = (hands[0], "2345678m2234s11z", hands[2], hands[3])
    data = lines(GAME, kyoku(hands), tsumo(0, "9s"), *acts, DRAWN, END, OVER)
    assert places(data) == ([] if found is None else [(found, "F003")])


VIEW = kyoku((HANDS[0], 13, 13, 13))


@pytest.mark.parametrize(
    ("acts", "found"),
    [
        pytest.param([tsumo(1, "?"), hora(1, pai="5s", deltas=[0] * 4), END], [], id="win"),
        pytest.param(
            [tsumo(1, "?"), hora(1, pai="1m", deltas=[0] * 4), END], [], id="win-on-the-fourth"
        ),
        pytest.param(
            [tsumo(1, "?"), dahai(1, "1m"), tsumo(2, "?"), hora(2, pai="1m"), END],
            [(8, "T101")],
            id="win-on-a-fifth",
        ),
        pytest.param([tsumo(1, "3m"), hora(1, pai="5s"), END], [(6, "A202")], id="not-hidden"),
        pytest.param(
            [tsumo(1, "?"), dahai(1, "1m"), tsumo(2, "?"), dahai(2, "1m")],
            [(8, "T101")],
            id="fifth-discard",
        ),
        pytest.param(
            [
                tsumo(1, "?"),
                dahai(1, "1m"),
                {"type": "pon", "actor": 2, "target": 1, "pai": "1m", "consumed": ["1m", "1m"]},
            ],
            [(7, "T101")],
            id="pon",
        ),
        pytest.param(
            [tsumo(1, "?"), {"type": "ankan", "actor": 1, "consumed": ["2p"] * 4}],
            [(6, "T101")],
            id="ankan",
        ),
        pytest.param(
            [tsumo(1, "?"), {"type": "ankan", "actor": 1, "consumed": ["9p"] * 4}], [], id="kan"
        ),
    ],
)
def test_hidden_tiles_may_be_any_that_the_set_still_has(acts, found):
    data = lines(GAME, VIEW, tsumo(0, "9s"), dahai(0, "9s"), *acts)
    assert places(data) == found


KITA = {"type": "kita", "actor": 0, "pai": "N"}
EMPTY = {"scores": [35000, 35000, 35000, 0]}


@pytest.mark.parametrize(
    ("log", "line"),
    [
        pytest.param([{**GAME, "names": list("abc")}, *HAND, OVER], 1, id="names"),
        pytest.param([GAME, kyoku(HANDS[:3]), *HAND[1:], OVER], 2, id="three-hands"),
        pytest.param([GAME, kyoku((*HANDS[:3], 0)), *HAND[1:], OVER], 2, id="an-empty-hand"),
        pytest.param(
            [
                {**GAME, "names": ["a", "b", "c", ""]},
                kyoku((*HANDS[:3], 13), **EMPTY),
                *HAND[1:],
                OVER,
            ],
            2,
            id="a-seat-without-name-and-points",
        ),
        pytest.param(
            [GAME, kyoku((HANDS[0], 13, 13, 13), **EMPTY), *HAND[1:], OVER], 2, id="view-of-three"
        ),
        pytest.param(
            [GAME, kyoku((*HANDS[:3], 13)), tsumo(0, "N"), KITA, tsumo(0, "1s"), DRAWN, END, OVER],
            4,
            id="kita",
        ),
        pytest.param(
            [GAME, *HAND[:2], {**KITA, "type": "nukidora"}, *HAND[2:], *HAND, OVER],
            4,
            id="nukidora",
        ),
    ],
)
def test_mjai_of_three_players_is_one_line(log, line):
    data = lines(*log)
    assert places(data) == [(line, "F003")]
    assert converted(data)[1] == [(line, "F003")]
    told, rows = replayed(data + lines(GAME, *HAND, OVER))
    assert (told, len(rows)) == ([(line, "F003")], 1)


# Tenhou's XML

WON = (
    '<AGARI ba="0,0" hai="" machi="104" ten="30,12000,0" yaku="0,1" who="0" fromWho="0" sc="{sc}"/>'
)
NINE = '<RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0"/>\n'
SC = "250,120,250,-40,250,-40,250,-40"
DRAW = "<T106/>\n"  # 9s
AGAIN = init(), DRAW, NINE


def with_tile(seat, place, number):
    """Return a deal with another tile at one place."""
    dealt = numbers()
    dealt[seat][place] = number
    return init(dealt=dealt)


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        pytest.param([*AGAIN], [], id="clean"),
        pytest.param([init(), DRAW, WON.format(sc=SC)], [], id="win"),
        pytest.param([init(), DRAW, WON.format(sc=SC + ",0,3,0,-1,0,-1,0,-1")], [], id="chips"),
        pytest.param([init(), DRAW, WON.format(sc=SC.replace("120", "+120"))], [], id="plus"),
        pytest.param([init(), DRAW, WON.format(sc=SC + ",0,3")], [(4, "F003")], id="ten-numbers"),
        pytest.param([init(), "<T0/>\n", NINE], [(3, "T101")], id="drawn-twice"),
        pytest.param([with_tile(3, 0, 4), DRAW, NINE], [(2, "T101")], id="dealt-twice"),
        pytest.param([init(), "<T107/><D106/>\n", NINE], [(3, "T102")], id="another-copy"),
        pytest.param(
            [
                init(),
                DRAW,
                "<D2/>\n<U29/>\n<E29/>\n<V30/>\n<F30/>\n<W31/>\n<G31/>\n<T34/>\n<D2/>\n",
            ],
            [(12, "T102")],
            id="discarded-twice",
        ),
        pytest.param(
            [init(ten="250,x,250,250"), DRAW, NINE, init(ten="1,2,3"), DRAW, NINE, *AGAIN],
            [(2, "F003"), (5, "F003")],
            id="two-bad-deals",
        ),
    ],
)
def test_mjlog(tags, found):
    assert places(mjlog(*tags)) == found


@pytest.mark.parametrize(
    ("data", "line"),
    [
        pytest.param(mjlog(*AGAIN, go=185), 1, id="kind-of-game"),
        pytest.param(mjlog(*AGAIN[:1], *AGAIN[1:], go=16), 1, id="that-bit-alone"),
        pytest.param(
            mjlog(init(dealt=[*numbers()[:3], []]), DRAW, NINE, *AGAIN), 2, id="an-empty-hand"
        ),
    ],
)
def test_mjlog_of_three_players_is_one_line(data, line):
    assert replayed(data) == ([(line, "F003")], [])
    assert converted(data)[1] == [(line, "F003")]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        pytest.param(mjlog(init(), DRAW, '<AGARI who="0" who="1"/>'), 4, id="attribute-twice"),
        pytest.param(mjlog(init(), DRAW, "<AGARI who=0/>"), 4, id="no-quotes"),
        pytest.param(mjlog(init(), DRAW, end=""), 4, id="cut-behind-a-tag"),
        pytest.param(mjlog(init(), DRAW, "<AGA", end=""), 4, id="cut-inside-a-tag"),
        pytest.param(mjlog(init(), "<T106", end=""), 3, id="cut-before-the-first-draw"),
        pytest.param(mjlog(init(), DRAW, '<UN n0="é"/>').decode().encode("latin-1"), 4, id="bytes"),
        pytest.param(b'<?xml version="1.0" encoding="klingon"?>' + mjlog(init()), 1, id="encoding"),
        pytest.param(b"<!DOCTYPE mjloggm []>" + mjlog(init()), 1, id="doctype"),
    ],
)
def test_xml_that_cannot_be_read_is_one_line(data, line):
    assert places(data) == [(line, "F001")]


def test_xml_in_other_encodings_is_read():
    text = mjlog('<UN n0="é" n1="b"/>', *AGAIN).decode()
    data = ('<?xml version="1.0" encoding="iso-8859-1"?>' + text).encode("latin-1")
    assert replayed(data)[0] == []
    assert places(b"\xef\xbb\xbf" + text.encode()) == []


# Tenhou's JSON


NINES = board([[39], [], [], []], [[], [], [], []], ["九種九牌"])
BROKEN = board([[39], [], [], []], [[], [], [], []], ["九種九牌"], scores=[1, 2, 3])


@pytest.mark.parametrize(
    ("data", "found", "hands"),
    [
        pytest.param(viewer(NINES, NINES), [], 2, id="clean"),
        pytest.param(viewer(NINES, name=[None, "b"]), [], 1, id="names"),
        pytest.param(viewer(NINES, name=None), [], 1, id="no-names"),
        pytest.param(viewer(BROKEN, NINES, BROKEN), [(2, "F003"), (4, "F003")], 1, id="broken"),
        pytest.param(viewer(BROKEN, BROKEN), [(2, "F003"), (3, "F003")], 0, id="both-broken"),
        pytest.param(
            viewer(board([[39], [], [], []], [[60, 60], [], [], []], ["九種九牌"])),
            [(2, "F003")],
            0,
            id="drawn-tile-twice",
        ),
        pytest.param(
            viewer(board([[39], [38], [], []], [[60], [0], [], []], ["九種九牌"])),
            [(2, "F003")],
            0,
            id="a-kong-that-was-not",
        ),
        pytest.param(viewer(NINES, 7), [(3, "F003")], 1, id="a-number"),
        pytest.param(b'{"title":1,\n"log":[[[0', [(1, "F001")], 0, id="cut"),
        pytest.param(viewer(NINES).replace(b'"a"', b'"\xd6\xd0"'), [(1, "F001")], 0, id="gbk"),
    ],
)
def test_viewer_json(data, found, hands):
    told, rows = replayed(data, form="tenhou")
    assert told == found
    assert len(rows) == hands


@pytest.mark.parametrize(
    ("puts", "told"),
    [
        pytest.param([60, 60], "discards more often than it takes a tile (seat 0)", id="drawn"),
        pytest.param([60, 0], "discards more often than it takes a tile (seat 0)", id="kong"),
    ],
)
def test_what_contradicts_the_lists_is_told(puts, told):
    [line] = messages(viewer(board([[39], [], [], []], [puts, [], [], []], ["九種九牌"])))
    assert line.startswith("log:2: F003 ")
    assert line.endswith(told)


def test_viewer_json_of_three_players_is_one_line():
    three = board([[39], [], [], []], [["f44"], [], [], []], ["流局"], hands=(*HANDS[:3], ""))
    data = viewer(three, three)
    assert replayed(data) == ([(1, "F003")], [])
    assert converted(data) == ([], [(1, "F003")])
    compact = b"".join(
        json.dumps(json.loads(each)).encode() + b"\n" for each in (data, viewer(NINES), data)
    )
    told, rows = replayed(compact)
    assert told == [(1, "F003"), (3, "F003")]
    assert len(rows) == 1


@pytest.mark.parametrize(
    ("number", "found"),
    [pytest.param({0, 1}, [1, 2], id="first"), pytest.param({2, 3}, [3, 4], id="last")],
)
@pytest.mark.parametrize("broken", [b"{", b'{"log": 5}', b"[]", b'{"log": "\xff"}'])
@pytest.mark.parametrize("form", ["tenhou", "botzone"])
def test_each_document_that_cannot_be_read_is_told(form, broken, number, found):
    good = json.dumps(json.loads(viewer(NINES))).encode()
    if form == "botzone":
        good = lines(match(*OPENING, PLAYED, FINISH)).strip()
    log = [broken if place in number else good for place in range(4)]
    told, rows = replayed(b"\n".join(log), form=form)
    assert [line for line, _ in told] == found
    assert len(rows) == 2


# Botzone


@pytest.mark.parametrize(
    ("turns", "found", "games"),
    [
        pytest.param([OPENING, PLAYED, FINISH], [], 1, id="clean"),
        pytest.param(
            [OPENING, PLAYED, {**FINISH, "content": {}}], [(1, "F003")], 0, id="end-unreadable"
        ),
        pytest.param([OPENING, PLAYED], [(1, "F006")], 0, id="no-end"),
        pytest.param([OPENING[:2]], [(1, "F006")], 0, id="no-draw"),
        pytest.param([dict(zip("0123", ["0 0 0"] * 4, strict=True))], [(1, "F003")], 0, id="flat"),
    ],
)
def test_botzone(turns, found, games):
    flat = [turn for part in turns for turn in (part if isinstance(part, tuple) else [part])]
    told, rows = replayed(lines(match(*flat)), form="botzone")
    assert (told, len(rows)) == (found, games)
    good = match(*OPENING, PLAYED, FINISH)
    told, rows = replayed(lines(match(*flat), good), form="botzone")
    assert (told, len(rows)) == (found, games + 1)


@pytest.mark.parametrize("indent", [None, 1])
def test_the_bare_list_of_turns_is_a_match(indent):
    game = write.long_play(3, own_walls=True)
    whole = json.loads(write.botzone_match(game))
    listed = json.dumps(whole["logs"], indent=indent).encode()
    told, rows = replayed(listed)
    assert told == []
    assert [row.points for row in rows] == [
        row.points for row in replayed(json.dumps(whole).encode())[1]
    ]
    assert places(listed, form="botzone") == []


# the competitions' text


TEXT = ["Match x", "Wind 0", *(f"Player {s} Deal {csm(hand)}" for s, hand in enumerate(HANDS))]
PLAY = [*TEXT, "Player 0 Draw T9", "Player 0 Hu T9", "Fan 8 x*1"]


@pytest.mark.parametrize(
    ("score", "found", "points"),
    [
        pytest.param("24 -8 -8 -8", [], [(24, -8, -8, -8)], id="clean"),
        pytest.param("+24 -8 -8 -8", [], [(24, -8, -8, -8)], id="plus"),
        pytest.param("24 -8 -8", [(10, "F003")], [], id="three"),
        pytest.param("24 -8 -8 x", [(10, "F003")], [], id="letters"),
    ],
)
def test_text(score, found, points):
    told, rows = replayed("\n".join([*PLAY, f"Score {score}"]).encode())
    assert told == found
    assert [row.points for row in rows] == points


# streams that are cut


PACKED = {
    "mjai": write.mjai([write.play(seed) for seed in range(9)]),
    "mjlog": write.tenhou_xml([write.play(seed) for seed in range(9)]),
    "viewer": write.tenhou_json([write.play(seed) for seed in range(9)]),
    "botzone": write.botzone([write.play(seed, own_walls=True) for seed in range(9)]),
    "text": write.ijcai([write.play(seed, own_walls=True) for seed in range(9)]),
}


@pytest.mark.parametrize("cut", [1, 9, 70, 400])
@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress], ids=["gz", "zst"])
def test_a_stream_that_is_cut_is_one_finding(name, cut, pack):
    told = places(pack(PACKED[name])[:-cut])
    assert [code for _, code in told] == ["F001"]


def test_a_fault_before_the_cut_is_told_too():
    data = PACKED["mjai"].replace(b'"tsumo"', b'"tumo"', 1)
    line = data[: data.index(b'"tumo"')].count(b"\n") + 1
    told = places(gzip.compress(data)[:-30])
    assert told[0] == (line, "F002")
    assert [code for _, code in told] == ["F002", "F001"]


# convert


def test_a_hand_that_has_no_start_has_no_end():
    log = [GAME, BAD, *HAND[1:], BAD, tsumo(0, "9s"), dahai(0, "9s"), DRAWN, END, *HAND, OVER]
    events, told = converted(lines(*log))
    assert told == [(2, "F003"), (6, "F003")]
    assert [event["type"] for event in events] == [
        "start_game", "start_hand", "washout", "end_hand", "end_game",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(lines(GAME, *HAND, BAD, *HAND[1:], OVER), id="mjai-start"),
        pytest.param(lines(GAME, *HAND, *HAND[:2], {**DRAWN, "deltas": 1}, END, OVER), id="mjai"),
        pytest.param(mjlog(*AGAIN, init(), DRAW, "<RYUUKYOKU/>"), id="mjlog"),
        pytest.param(viewer(NINES, board([[39], [], [], []], [[], [], [], []], 7)), id="viewer"),
        pytest.param(viewer(NINES, BROKEN), id="viewer-start"),
    ],
)
def test_totals_behind_a_hand_that_cannot_be_read_are_not_made_up(data):
    events, told = converted(data)
    assert [code for _, code in told] == ["F003"]
    assert events[-1] == {"type": "end_game"}


def test_nothing_is_converted_of_a_game_that_ended_before_it_began():
    assert converted(lines(END, OVER))[0] == [{"type": "end_game"}]
