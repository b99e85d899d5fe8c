"""The foreign formats: what is written by the format's rules is read as what was played."""

import gzip
import io
import json

import foreign_games as write
import pytest

from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    EndGame,
    EndHand,
    Kong,
    Pung,
    StartGame,
    StartHand,
    Washout,
    Win,
)
from mjtool.game_log.formats import detect, load
from mjtool.table.fault import Fault


def told(read):
    """Return the events of one hand as tuples, and the faults."""
    out = []
    for _, event in read:
        match event:
            case Draw(seat, tile) | Discard(seat, tile) | Pung(seat, tile):
                out.append((type(event).__name__.lower(), seat, tile))
            case Chow(seat, tile, own):
                out.append(("chow", seat, tile, tuple(sorted(own))))
            case Kong(seat, kind, tile):
                out.append(("kong", seat, kind, tile))
            case Win(seat, tile, source):
                out.append(("win", seat, tile, source if isinstance(source, int) else None))
            case Washout():
                out.append(("washout",))
            case Fault(code):
                out.append(("fault", code))
    return out


def read(name, data):
    return list(load(name).read(io.BytesIO(data)))


WRITERS = {
    "mjai-old": ("mjai", lambda games: write.mjai(games, old=True), False),
    "mjai": ("mjai", write.mjai, False),
    "tenhou-xml": ("tenhou", write.tenhou_xml, False),
    "tenhou-xml-gz": ("tenhou", lambda games: gzip.compress(write.tenhou_xml(games)), False),
    "tenhou-json": ("tenhou", write.tenhou_json, False),
    "botzone": ("botzone", write.botzone, True),
    "botzone-match": ("botzone", lambda games: write.botzone_match(games[0]), True),
    "botzone-indented": ("botzone", lambda games: write.botzone_match(games[0], 2), True),
    "ijcai": ("ijcai", write.ijcai, True),
    "ijcai-crlf": ("ijcai", lambda games: write.ijcai(games, "\r\n"), True),
}


@pytest.mark.parametrize(("name", "writer", "own_walls"), WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("seed", range(30))
def test_what_was_played_is_read(name, writer, own_walls, seed):
    game = write.play(seed, own_walls=own_walls)
    items = read(name, writer([game]))
    assert told(items) == write.events(game)
    start, hand = items[0][1], items[1][1]
    assert isinstance(start, StartGame)
    assert isinstance(hand, StartHand)
    assert isinstance(items[-1][1], EndGame)
    assert hand.dealer == game.dealer
    for seat, dealt in enumerate(game.deal):
        extra = [game.actions[0][2]] if seat == game.dealer else []
        assert hand.deal[seat] == [write.kind(tile) for tile in dealt + extra]
    assert start.rules.startswith("foreign:chinese-standard") is own_walls


@pytest.mark.parametrize(("name", "writer", "own_walls"), WRITERS.values(), ids=WRITERS)
def test_formats_are_recognised(name, writer, own_walls):
    data = writer([write.play(1, own_walls=own_walls)])
    head = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    assert detect(head[: 1 << 16], "log") == name


@pytest.mark.parametrize("name", ["mjai", "tenhou-xml", "tenhou-json", "botzone", "ijcai"])
def test_several_hands_or_games_follow_each_other(name):
    form, writer, own_walls = WRITERS[name]
    games = [write.play(seed, own_walls=own_walls) for seed in range(40, 44)]
    items = read(form, writer(games))
    assert told(items) == [event for game in games for event in write.events(game)]
    assert sum(isinstance(event, EndHand) for _, event in items) == 4
    starts = sum(isinstance(event, StartGame) for _, event in items)
    assert starts == (4 if own_walls else 1)
    lines = [line for line, _ in items]
    assert lines == sorted(lines)


def test_lines_of_json_over_several_lines_are_those_of_their_turn():
    game = write.play(3, own_walls=True)
    data = write.botzone_match(game, indent=1)
    lines = data.decode().split("\n")
    for line, event in read("botzone", data):
        if isinstance(event, Draw):
            turn = "\n".join(lines[line - 1 : line + 12])
            assert f'"3 {event.seat} DRAW"' in turn


def test_totals_run_and_the_bank_holds_what_is_missing():
    items = read(
        "mjai",
        b"""{"type":"start_game","names":["a","b","c","d"]}
{"type":"start_kyoku","oya":0,"bakaze":"S","scores":[30000,20000,25000,25000],"tehais":[%s]}
{"type":"tsumo","actor":0,"pai":"1m"}
{"type":"reach","actor":0}
{"type":"dahai","actor":0,"pai":"1m"}
{"type":"reach_accepted","actor":0}
{"type":"ryukyoku","reason":"fanpai","deltas":[3000,-1000,-1000,-1000]}
{"type":"end_kyoku"}
{"type":"end_game"}
"""
        % b",".join([json.dumps(["1m"] * 13).encode()] * 4),
    )
    end = next(event for _, event in items if isinstance(event, EndHand))
    assert end.points == [2000, -1000, -1000, -1000]
    assert end.bank == 1000
    assert end.scores == [32000, 19000, 24000, 24000]


def test_hidden_tiles_are_told_in_the_rules():
    hidden = json.dumps(["?"] * 13)
    seen = json.dumps(["1m", "2m", "3m", "E", "E", "E", "S", "S", "S", "W", "W", "W", "N"])
    data = f"""{{"type":"start_game","names":["a","b","c","d"]}}
{{"type":"start_kyoku","oya":3,"tehais":[{seen},{hidden},{hidden},{hidden}]}}
{{"type":"tsumo","actor":3,"pai":"?"}}
{{"type":"dahai","actor":3,"pai":"4m"}}
{{"type":"chi","actor":0,"target":3,"pai":"4m","consumed":["2m","3m"]}}
"""
    items = read("mjai", data.encode())
    assert items[0][1].rules == "foreign:riichi+hidden"
    assert items[1][1].deal[3] == ["?"] * 14
    assert told(items) == [("discard", 3, "4m"), ("chow", 0, "4m", ("2m", "3m"))]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param('{"type":"tsumo","actor":4,"pai":"1m"}', "F003", id="seat"),
        pytest.param('{"type":"tsumo","actor":true,"pai":"1m"}', "F003", id="bool"),
        pytest.param('{"type":"tsumo","actor":1}', "F003", id="no-tile"),
        pytest.param('{"type":"riichi","actor":1}', "F002", id="type"),
        pytest.param('{"actor":1}', "F002", id="no-type"),
        pytest.param("[1]", "F001", id="list"),
        pytest.param("{", "F001", id="broken"),
        pytest.param("[" * 100_000, "F001", id="deep"),
        pytest.param('{"type":"tsumo","actor":NaN}', "F001", id="nan"),
        pytest.param('{"type":"tsumo","actor":' + "9" * 5000 + "}", "F00", id="huge"),
        pytest.param(
            '{"type":"pon","actor":1,"target":3,"pai":"E","consumed":["E","S"]}', "F003", id="pon"
        ),
        pytest.param(
            '{"type":"dahai","actor":1,"pai":"1m","tsumogiri":true}', "F003", id="tsumogiri"
        ),
    ],
)
def test_a_bad_mjai_line_is_one_fault_there(line, code):
    lines = write.mjai([write.play(5)]).decode().splitlines()
    at = next(i for i, text in enumerate(lines) if '"dahai"' in text and i > 20)
    actor = json.loads(lines[at])["actor"]
    drawn = json.loads(lines[at - 1]).get("pai")
    line = line.replace(
        '"actor":1,"pai":"1m"', f'"actor":{actor},"pai":"{"1m" if drawn != "1m" else "2m"}"'
    )
    lines[at] = line
    faults = [
        (n, e.code) for n, e in read("mjai", "\n".join(lines).encode()) if isinstance(e, Fault)
    ]
    assert len(faults) == 1
    assert faults[0][0] == at + 1
    assert faults[0][1].startswith(code)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        pytest.param(b"<mjloggm>\n<GO/>\n<INIT", 3, id="cut"),
        pytest.param(b'<mjloggm>\n<INIT seed="0"/>\n</mjloggm>', 2, id="seed"),
        pytest.param(b"<mjloggm>\n<X1/></mjloggm>", 2, id="tag"),
        pytest.param(b"<mjloggm>\n<GO></mjloggm>", 2, id="nesting"),
        pytest.param(b'<?xml version="1.0" encoding="klingon"?><mjloggm/>', 1, id="encoding"),
        pytest.param(b"<mjloggm>\xff\xfe</mjloggm>", 1, id="bytes"),
        pytest.param(
            b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<mjloggm>&b;</mjloggm>',
            1,
            id="entities",
        ),
        pytest.param(b'<!DOCTYPE x SYSTEM "file:///etc/passwd">\n<mjloggm/>', 1, id="outside"),
    ],
)
def test_bad_xml_is_one_fault(data, line):
    items = read("tenhou", data)
    faults = [(number, event.code[0]) for number, event in items if isinstance(event, Fault)]
    assert faults == [(line, "F")]


def test_a_claim_that_names_the_wrong_seat_is_a_fault():
    game = next(g for g in map(write.play, range(50)) if any(a[0] == "pung" for a in g.actions))
    lines = write.mjai([game]).decode().splitlines()
    at = next(i for i, text in enumerate(lines) if '"pon"' in text)
    pon = json.loads(lines[at])
    pon["target"] = next(s for s in range(4) if s not in (pon["target"], pon["actor"]))
    lines[at] = json.dumps(pon)
    items = read("mjai", "\n".join(lines).encode())
    assert [(n, e.code) for n, e in items if isinstance(e, Fault)] == [(at + 1, "A202")]


def test_flowers_of_the_deal_and_of_a_draw_are_replaced():
    deal = ["1 1 0 0 0 " + " ".join(["W1"] * 13) + " H5"] + [
        "1 1 0 0 0 " + " ".join([t] * 13) + " H5" for t in ("B1", "T1", "F1")
    ]
    seats = "0123"
    log = [
        {"request": {s: f"0 {s} 0" for s in seats}},
        {"request": dict(zip(seats, deal, strict=True))},
        {"request": {**dict.fromkeys(seats, "3 0 DRAW"), "0": "2 W2"}},
        {"request": dict.fromkeys(seats, "3 0 PLAY W2")},
        {"request": dict.fromkeys(seats, "3 1 BUHUA H8")},
        {"request": {**dict.fromkeys(seats, "3 1 DRAW"), "1": "2 B3"}},
    ]
    items = read("botzone", json.dumps({"matchId": "x", "initdata": {}, "log": log}).encode())
    assert items[0][1].rules == "foreign:chinese-standard+flowers"
    assert items[1][1].deal[0] == ["1m"] * 12 + ["5f", "2m"]
    assert [type(event).__name__ for _, event in items[2:]] == [
        "Flower", "Draw", "Discard", "Draw", "Flower", "Draw",
    ]  # fmt: skip
