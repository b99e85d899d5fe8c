"""Small foreign logs written by hand, and what a replay tells of them."""

import io
import json

from foreign_games import json_tile

from mjtool.game_log import Finding
from mjtool.game_log.audit import Audit
from mjtool.game_log.convert import to_native
from mjtool.game_log.formats.opening import read_log
from mjtool.tiles import NAMES, parse_tiles

HANDS = (
    "111m234p567s1122z",
    "2345678m2234s55z",
    "99m116789p889s33z",
    "234m5556p123s467z",
)
"""Four hands that seat 0 deals."""
WINDS = dict(zip("1234567", "ESWNPFC", strict=True))
NOBODY = [0, 0, 0, 0]


def messages(data, name="log", form="auto", lang="en"):
    """Return what a person is told of a log."""
    found = Audit(name).run(read_log(io.BytesIO(data), name, form))
    return [finding.line_text(lang) for finding in found]


def replayed(data, name="log", form="auto"):
    """Return the findings of a log as (line, code), and its rows."""
    items = list(Audit(name, rows=True).items(read_log(io.BytesIO(data), name, form)))
    found = [(item.line, item.code) for item in items if isinstance(item, Finding)]
    return found, [item for item in items if not isinstance(item, Finding)]


def places(data, name="log", form="auto"):
    """Return the findings of a log as (line, code)."""
    return replayed(data, name, form)[0]


def converted(data, name="log"):
    """Return the native events that a log is converted to, and the lines of what is told."""
    made = list(to_native(name, read_log(io.BytesIO(data), name)))
    events = [json.loads(line) for line in made if isinstance(line, bytes)]
    return events, [(m.line, m.code) for m in made if not isinstance(m, bytes)]


def tiles(text):
    """Return the tiles of ``text`` as mjai writes them."""
    names = [NAMES[tile] for tile in parse_tiles(text)]
    return [WINDS[name[0]] if name[1] == "z" else name for name in names]


def lines(*events):
    """Return JSON Lines."""
    return "".join(json.dumps(event) + "\n" for event in events).encode()


# mjai

GAME = {"type": "start_game", "names": ["ann", "bob", "cid", "dee"]}
END = {"type": "end_kyoku"}
OVER = {"type": "end_game"}


def kyoku(hands=HANDS, dealer=0, **more):
    """Return a deal; a hand that is a number is so many hidden tiles."""
    dealt = [["?"] * hand if isinstance(hand, int) else tiles(hand) for hand in hands]
    return {"type": "start_kyoku", "bakaze": "E", "oya": dealer, "tehais": dealt, **more}


def tsumo(seat, tile):
    return {"type": "tsumo", "actor": seat, "pai": tile}


def dahai(seat, tile, **more):
    return {"type": "dahai", "actor": seat, "pai": tile, **more}


def hora(seat, source=None, **more):
    return {"type": "hora", "actor": seat, "target": seat if source is None else source, **more}


# Tenhou

MJLOG = '<mjloggm ver="2.3"><GO type="{go}" lobby="0"/><UN n0="a" n1="b" n2="c" n3="d"/>\n'


def numbers(hands=HANDS):
    """Return four hands as tile numbers, the first copies of each kind that are free."""
    used = [0] * 34
    dealt = []
    for hand in hands:
        dealt.append([])
        for tile in parse_tiles(hand):
            dealt[-1].append(4 * tile + used[tile])
            used[tile] += 1
    return dealt


def init(hands=HANDS, dealt=None, ten="250,250,250,250"):
    """Return the tag of a deal."""
    dealt = numbers(hands) if dealt is None else dealt
    hais = " ".join(f'hai{seat}="{",".join(map(str, hand))}"' for seat, hand in enumerate(dealt))
    return f'<INIT seed="0,0,0,1,1,135" ten="{ten}" oya="0" {hais}/>\n'


def mjlog(*tags, go=1, end="</mjloggm>"):
    """Return an mjlog."""
    return (MJLOG.format(go=go) + "".join(tags) + end).encode()


def viewer(*hands, **more):
    """Return the viewer's JSON with a line for each hand."""
    log = ",\n".join(json.dumps(hand, ensure_ascii=False) for hand in hands)
    head = json.dumps({"title": ["", ""], "name": list("abcd"), **more})[:-1]
    return f'{head}, "log": [\n{log}\n]}}\n'.encode()


def board(takes, puts, result, *, hands=HANDS, start=None, scores=(25000,) * 4):
    """Return a hand of the viewer's JSON."""
    columns = []
    for seat in range(4):
        dealt = [json_tile(4 * tile) for tile in parse_tiles(hands[seat])] if hands[seat] else []
        columns += [dealt, takes[seat], puts[seat]]
    return [start or [0, 0, 0], list(scores), [44], [], *columns, result]


# Botzone


def match(*turns, **more):
    """Return a match as a line."""
    return {"matchId": "x", "initdata": {}, **more, "log": list(turns)}


def asked(*requests):
    """Return a turn of requests."""
    return {"request": dict(zip("0123", requests, strict=True))}


def csm(text):
    """Return tiles as Botzone writes them."""
    letters = {"m": "W", "p": "B", "s": "T"}
    honors = {"5": "J3", "6": "J2", "7": "J1"}
    out = []
    for tile in parse_tiles(text):
        rank, suit = NAMES[tile]
        out.append(letters[suit] + rank if suit in letters else honors.get(rank, "F" + rank))
    return " ".join(out)


OPENING = (
    asked("0 0 0", "0 1 0", "0 2 0", "0 3 0"),
    asked(*(f"1 0 0 0 0 {csm(hand)}" for hand in HANDS)),
    asked("2 W5", "3 0 DRAW", "3 0 DRAW", "3 0 DRAW"),
)
PLAYED = asked(*["3 0 PLAY W5"] * 4)
FINISH = {
    "command": "finish",
    "content": {"0": 0, "1": 0, "2": 0, "3": 0},
    "display": {"action": "ERROR"},
}
