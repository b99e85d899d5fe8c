"""Foreign logs through the audit: clean ones are clean, broken ones are found, all convert."""

import gzip
import io
import json
import random
import re

import foreign_games as write
import pytest
from packing import zstd

from mjtool.errors import SourceError
from mjtool.game_log.audit import Audit
from mjtool.game_log.convert import to_native
from mjtool.game_log.events import Win
from mjtool.game_log.formats import load
from mjtool.game_log.formats.opening import open_log, read_log, walk
from mjtool.game_log.stream import priced
from mjtool.limits import Limits
from mjtool.rules import load_rules
from mjtool.table.fault import Fault

LINES = {
    "mjai-old": ("mjai", lambda games: write.mjai(games, old=True), False),
    "mjai": ("mjai", write.mjai, False),
    "tenhou-xml": ("tenhou", write.tenhou_xml, False),
    "ijcai": ("ijcai", write.ijcai, True),
}
ALL = LINES | {
    "tenhou-json": ("tenhou", write.tenhou_json, False),
    "botzone": ("botzone", write.botzone, True),
    "botzone-match": ("botzone", lambda games: write.botzone_match(games[0], 1), True),
}


def audit(name, data):
    return list(Audit("log").run(load(name).read(io.BytesIO(data))))


def worths(rules, events):
    """Return what the wins of a log without findings are worth."""
    return list(priced(Audit("log", wins=True).items(events), "log", load_rules(rules)))


def places(findings):
    return [(finding.line, finding.code) for finding in findings]


@pytest.mark.parametrize(("name", "writer", "own_walls"), ALL.values(), ids=ALL)
@pytest.mark.parametrize("seed", range(40))
def test_legal_games_give_no_finding_and_convert(name, writer, own_walls, seed):
    data = writer([write.play(seed, own_walls=own_walls)])
    items = list(load(name).read(io.BytesIO(data)))
    assert places(Audit("log").run(items)) == []
    lines = list(to_native("log", items))
    assert all(isinstance(line, bytes) for line in lines)
    again = list(load("native").read(io.BytesIO(b"".join(lines))))
    assert [event for _, event in again] == [event for _, event in items]
    assert places(Audit("log").run(again)) == []


# one change to a log of lines


def another_tile(line, rng):
    """Write another tile into a draw or discard."""
    if match := re.fullmatch(r"<([T-WD-G])(\d+)/>", line):
        return f"<{match[1]}{(int(match[2]) + 4 * rng.randint(1, 33)) % 136}/>"
    if match := re.search(r'"type": "(?:tsumo|dahai)".*"pai": "([^"]+)"', line):
        tiles = [tile for tile in ("1m", "5p", "9s", "E", "C") if tile != match[1]]
        return line[: match.start(1)] + rng.choice(tiles) + line[match.end(1) :]
    if match := re.fullmatch(r"(Player \d (?:Draw|Play)) (\w\d)", line):
        tiles = [tile for tile in ("W1", "B5", "T9", "F1", "J1") if tile != match[2]]
        return f"{match[1]} {rng.choice(tiles)}"
    return None


def another_seat(line, rng):
    """Let another seat draw or discard."""
    step = rng.randint(1, 3)
    if match := re.fullmatch(r"<([T-WD-G])(\d+)/>", line):
        letters = "TUVW" if match[1] in "TUVW" else "DEFG"
        return f"<{letters[(letters.index(match[1]) + step) % 4]}{match[2]}/>"
    pattern = r'"type": "(?:tsumo|dahai)", "actor": (\d)|Player (\d) (?:Draw|Play)'
    if match := re.search(pattern, line):
        at = match.start(match.lastindex)
        return line[:at] + str((int(line[at]) + step) % 4) + line[at + 1 :]
    return None


@pytest.mark.parametrize(("name", "writer", "own_walls"), LINES.values(), ids=LINES)
@pytest.mark.parametrize("change", [another_seat, None, "double"], ids=["seat", "drop", "double"])
def test_turns_out_of_order_are_found_where_they_are(name, writer, own_walls, change):
    rng = random.Random(7)
    for seed in range(12):
        lines = writer([write.long_play(seed, own_walls=own_walls)]).decode().split("\n")
        moves = [i for i, line in enumerate(lines) if another_seat(line, rng) is not None]
        at = rng.choice(moves[1:-1])
        broken = list(lines)
        if change is None:
            del broken[at]
        elif change == "double":
            broken.insert(at, lines[at])
        else:
            broken[at] = change(lines[at], rng)
        found = audit(name, "\n".join(broken).encode())
        assert len(found) == 1, (lines[at], found)
        # a line that is missing or doubled shows at the next one
        assert found[0].line - 1 in (at, at + 1)
        assert found[0].code[0] in "AF"


@pytest.mark.parametrize(("name", "writer", "own_walls"), LINES.values(), ids=LINES)
def test_a_tile_that_is_not_there_is_found(name, writer, own_walls):
    rng = random.Random(11)
    found_at, legal = 0, 0
    for seed in range(60):
        lines = writer([write.long_play(seed, own_walls=own_walls)]).decode().split("\n")
        moves = [i for i, line in enumerate(lines) if another_tile(line, rng) is not None]
        at = rng.choice(moves[1:-1])
        lines[at] = another_tile(lines[at], rng)
        found = audit(name, "\n".join(lines).encode())
        assert len(found) <= 1
        if not found:
            legal += 1  # the other tile happens to be possible to the end
        else:
            assert found[0].line - 1 >= at
            assert found[0].code[0] in "TAF"
            found_at += found[0].line - 1 == at
    assert found_at >= 20
    assert legal <= 35


def test_tiles_are_compared_with_the_walls_of_the_log():
    game = write.play(2, own_walls=True)
    match = json.loads(write.botzone([game]))
    tiles = match["initdata"]["walltiles"].split()
    seat = game.actions[4][1] if game.actions[4][0] == "draw" else 1
    place = 34 * seat + 33 - 13  # the seat's first tile after the deal
    other = next(i for i in range(34) if tiles[34 * seat + i] != tiles[place])
    other += 34 * seat
    tiles[place], tiles[other] = tiles[other], tiles[place]
    match["initdata"]["walltiles"] = " ".join(tiles)
    found = audit("botzone", json.dumps(match).encode())
    assert [finding.code for finding in found] in (["T103"], ["T106"])


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        pytest.param('"3 1 DRAW"', '"3 2 DRAW"', "F003", id="draw"),
        pytest.param('"PLAY ', '"PLAYS ', "F003", id="answer"),
        pytest.param('"1 0 0 0 0 ', '"1 0 0 0 0 W1 ', "F003", id="deal"),
    ],
)
def test_contradictions_of_a_match_are_found_once(old, new, code):
    text = write.botzone([write.play(3, own_walls=True)]).decode()
    assert old in text
    found = audit("botzone", text.replace(old, new, 1).encode())
    assert [finding.code for finding in found] == [code]


def test_a_call_that_fits_no_order_is_found():
    for seed in range(40):
        log = json.loads(write.tenhou_json([write.play(seed)]))
        hand = log["log"][0]
        calls = [
            (column, i) for s in range(4) for column in [hand[5 + 3 * s]]
            for i, item in enumerate(column) if isinstance(item, str) and "p" in item
        ]  # fmt: skip
        if not calls:
            continue
        column, i = calls[0]
        digits = column[i].replace("p", "")
        column[i] = "p" + ("99" if digits[:2] != "99" else "11") + digits[2:]
        found = audit("tenhou", json.dumps(log).encode())
        assert [finding.code for finding in found] == ["F003"]
        column[i] = "p" + ("39" if digits[:2] != "39" else "38") * 3
        found = audit("tenhou", json.dumps(log).encode())
        assert len(found) == 1
        assert found[0].code[0] in "AT"


def test_a_log_that_stops_is_a_finding_of_its_last_line():
    lines = write.ijcai([write.play(1, own_walls=True)]).decode().split("\n")[:30]
    assert places(audit("ijcai", "\n".join(lines).encode())) == [(30, "F006")]


def test_one_broken_match_of_many_spares_the_others():
    matches = write.botzone([write.play(seed, own_walls=True) for seed in range(3)]).splitlines()
    matches[1] = matches[1].replace(b'"request"', b'"rquest"', 4)
    data = b"\n".join(matches)
    check = Audit("log")
    found = list(check.run(load("botzone").read(io.BytesIO(data))))
    assert [finding.line for finding in found] == [2]
    assert check.counts.games == 3


# opening


def test_folders_are_walked_once_whatever_links_say(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    for name in ("x.jsonl", "x.MJLOG", "x.txt", "x.jsonl.gz", "x.md"):
        (inner / name).write_text("")
    (inner / "loop").symlink_to(tmp_path / "a")
    (inner / "self").symlink_to(inner / "self")
    names = [path.name for path in walk([tmp_path])]
    assert names == ["x.MJLOG", "x.jsonl", "x.jsonl.gz", "x.txt"]


def test_packed_logs_are_known_by_their_first_bytes(tmp_path):
    data = write.tenhou_xml([write.long_play(4)])
    plain = list(read_log(io.BytesIO(data)))
    assert len(plain) > 20
    two_frames = zstd.compress(data[:100]) + zstd.compress(data[100:])
    for number, packed in enumerate([gzip.compress(data), zstd.compress(data), two_frames]):
        path = tmp_path / f"{number}.log"
        path.write_bytes(packed)
        with open_log(path) as items:
            assert list(items) == plain


@pytest.mark.parametrize("cut", [1, 9, 40, 300])
def test_a_cut_stream_is_a_finding(cut):
    data = write.mjai([write.play(seed) for seed in range(30)])
    for packed in (gzip.compress(data), zstd.compress(data)):
        *_, (line, last) = read_log(io.BytesIO(packed[:-cut]))
        assert isinstance(last, Fault)
        assert last.key == "F001.stream"
        assert line >= 1


def test_a_log_that_cannot_be_opened_is_an_error(tmp_path):
    with pytest.raises(SourceError, match="cannot read"), open_log(tmp_path / "none.json"):
        pass


# what wins are worth


def test_wins_are_scored_under_other_rules():
    hands = [
        ["1m", "1m", "1m", "2m", "2m", "2m", "3p", "3p", "3p", "4s", "4s", "4s", "E"],
        ["1s", "9s", "S", "W", "N", "P", "F", "C", "1p", "9p", "1m", "9m", "5m"],
        ["2p", "4p", "6p", "8p", "2p", "4p", "6p", "8p", "1s", "3s", "5s", "7s", "9s"],
        ["2s", "3s", "6s", "8s", "2s", "3s", "6s", "8s", "5p", "7p", "5p", "7p", "E"],
    ]
    lines = [
        {"type": "start_game", "names": ["a", "b", "c", "d"]},
        {"type": "start_kyoku", "bakaze": "E", "oya": 3, "tehais": hands},
        {"type": "tsumo", "actor": 3, "pai": "9p"},
        {"type": "dahai", "actor": 3, "pai": "E", "tsumogiri": False},
        {"type": "hora", "actor": 0, "target": 3, "deltas": [8000, 0, 0, -8000]},
        {"type": "end_kyoku"},
        {"type": "end_game"},
    ]
    data = "\n".join(map(json.dumps, lines)).encode()
    [out] = worths("jipinghu", load("mjai").read(io.BytesIO(data)))
    worth = out.to_dict()["worth"]
    assert (worth["line"], worth["seat"], worth["from"], worth["win"]) == (5, 0, 3, "1z")
    # the winner's first discard to win on is the dealer's first
    assert [shown["id"] for shown in worth["patterns"]] == ["human_hand"]
    assert worth["fan"] == 6
    assert out.line_text("en").startswith("log:5: seat 0 wins ")
    [out] = worths("tuidaohu", load("mjai").read(io.BytesIO(data)))
    assert out.to_dict()["worth"]["reason"] == "discard_win_not_allowed"


@pytest.mark.parametrize(("name", "writer", "own_walls"), ALL.values(), ids=ALL)
def test_every_win_is_priced(name, writer, own_walls):
    for seed in range(12):
        data = writer([write.play(seed, own_walls=own_walls)])
        items = list(load(name).read(io.BytesIO(data)))
        out = worths("jipinghu", items)
        assert len(out) == sum(isinstance(event, Win) for _, event in items)
        assert all(worth.score.won or worth.score.shanten is not None for worth in out)


def test_a_player_s_view_may_stop_anywhere():
    hidden = [["1m"] * 4 + ["2m"] * 4 + ["3m"] * 4 + ["E"]] + [["?"] * 13] * 3
    view = [
        {"type": "start_game", "names": ["a", "b", "c", "d"]},
        {"type": "start_kyoku", "oya": 1, "tehais": hidden},
        {"type": "tsumo", "actor": 1, "pai": "?"},
        {"type": "dahai", "actor": 1, "pai": "9p"},
    ]
    data = "".join(json.dumps(line) + "\n" for line in view).encode()
    assert audit("mjai", data) == []
    assert audit("mjai", data + write.mjai([write.long_play(1)])) == []
    # what the player holds is known all the same
    wrong = json.dumps(
        {"type": "pon", "actor": 0, "target": 1, "pai": "9p", "consumed": ["9p"] * 2}
    )
    assert places(audit("mjai", data + wrong.encode())) == [(5, "T102")]
    # and five of a kind are too many, whoever shows them
    shown = json.dumps({"type": "tsumo", "actor": 2, "pai": "1m"})
    assert places(audit("mjai", data + shown.encode())) == [(5, "T101")]


@pytest.mark.parametrize("name", ["tenhou", "botzone"])
def test_a_document_larger_than_any_log_is_not_read(name, monkeypatch):
    monkeypatch.setattr("mjtool.limits._now", Limits(document=1000))
    text = b'{"log":[' + b"1," * 2000 + b"1]}"
    assert places(audit(name, text)) == [(1, "F001")]
    assert places(audit(name, text.replace(b",", b",\n"))) == [(1, "F001")]


@pytest.mark.parametrize(("name", "writer", "own_walls"), ALL.values(), ids=ALL)
def test_random_damage_never_raises(name, writer, own_walls):
    rng = random.Random(5)
    data = writer([write.long_play(seed, own_walls=own_walls) for seed in range(2)])
    bits = [
        b"null",
        b"-1",
        b"9" * 30,
        b'"',
        b"{",
        b"]",
        b"\xff",
        b"\x00",
        b"60",
        b"?",
        b"<",
        b"NaN",
    ]
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(broken))
            broken[at : at + rng.choice([0, 0, 1, 3, 30])] = rng.choice(bits)
        for finding in Audit("log").run(load(name).read(io.BytesIO(bytes(broken)))):
            assert finding.line_text("en")
            assert finding.line_text("zh")
