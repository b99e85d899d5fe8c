"""Writers of each foreign format, to compare the readers with what was played.

``books`` hold for each game the totals before it, the places of the discards that declare riichi,
the seats whose riichi came about, and the changes at the end.
"""

import json

from random_games import Action, Game, events, kind, long_play, play

__all__ = ["events", "kind", "long_play", "play"]


# mjai


def mjai_tile(tile: int) -> str:
    text = kind(tile)
    if text[1] == "z":
        return "ESWNPFC"[int(text[0]) - 1]
    return text + "r" if tile in (16, 52, 88) else text


FREE = [25000] * 4, (set(), [], [0] * 4)
"""The books of a game that nobody wins or loses anything in."""


def mjai(
    games: list[Game], *, old: bool = False, books: list | None = None, bare: bool = False
) -> bytes:
    lines: list[dict] = [{"type": "start_game", "names": ["a", "b", "c", "d"]}]
    for number, game in enumerate(games):
        scores, (places, paying, changes) = FREE if books is None else books[number]
        deltas = {} if bare else {"deltas": changes}
        start = {
            "type": "start_kyoku",
            "bakaze": "E",
            "oya": game.dealer,
            "dora_marker": "1m",
            "tehais": [list(map(mjai_tile, hand)) for hand in game.deal],
        }
        lines.append(start if old else {**start, "scores": scores})
        drawn = None
        for place, (name, *rest) in enumerate(game.actions):
            if name == "washout":
                lines.append(
                    {"type": "ryukyoku", **({"reason": "fanpai"} if old else {}), **deltas}
                )
                continue
            seat = rest[0]
            if name == "draw":
                drawn = rest[1]
                lines.append({"type": "tsumo", "actor": seat, "pai": mjai_tile(drawn)})
            elif name == "discard":
                line = {"type": "dahai", "actor": seat, "pai": mjai_tile(rest[1])}
                lines.append({**line, "tsumogiri": rest[1] == drawn})
                drawn = None
                if place in places and seat in paying:
                    lines.append({"type": "reach_accepted", "actor": seat})
            elif name == "win":
                line = {"type": "hora", "actor": seat, "target": seat, **deltas}
                if rest[2] is not None:
                    line["target"] = rest[2]
                lines.append({**line, "pai": mjai_tile(rest[1])} if old else line)
            elif name == "kong" and rest[1] != "exposed":
                tiles = [tile for tile in range(136) if tile // 4 == rest[2] // 4]
                line = {"type": "ankan" if rest[1] == "concealed" else "kakan", "actor": seat}
                if rest[1] == "concealed":
                    lines.append({**line, "consumed": list(map(mjai_tile, tiles))})
                else:
                    tiles.remove(rest[2])
                    line["pai"] = mjai_tile(rest[2])
                    lines.append({**line, "consumed": list(map(mjai_tile, tiles))})
            else:
                verb = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}[name]
                tile, source, own = rest[1:] if name != "kong" else rest[2:]
                lines.append(
                    {
                        "type": verb,
                        "actor": seat,
                        "target": source,
                        "pai": mjai_tile(tile),
                        "consumed": list(map(mjai_tile, own)),
                    }
                )
        lines.append({"type": "end_kyoku"})
    lines.append({"type": "end_game"})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


# Tenhou


def meld_bits(action: Action) -> int:
    """Pack a call into Tenhou's sixteen bits."""
    name, seat, *rest = action
    if name == "kong" and rest[0] == "concealed":
        return rest[1] // 4 * 4 << 8
    if name == "kong" and rest[0] == "added":
        return (rest[1] // 4 * 3 << 9) | (rest[1] % 4 << 5) | 16
    if name == "kong":
        return (rest[1] << 8) | (rest[2] - seat) % 4
    tile, source, own = rest
    toward = (source - seat) % 4
    if name == "pung":
        trio = sorted([tile, *own])
        spare = next(t for t in range(tile // 4 * 4, tile // 4 * 4 + 4) if t not in trio)
        return (tile // 4 * 3 + trio.index(tile) << 9) | (spare % 4 << 5) | 8 | toward
    trio = sorted([tile, *own])
    low = trio[0] // 4
    pattern = low // 9 * 7 + low % 9
    copies = sum(t % 4 << (3 + 2 * place) for place, t in enumerate(trio))
    return (pattern * 3 + trio.index(tile) << 10) | copies | 4 | toward


def tenhou_xml(games: list[Game], books: list | None = None) -> bytes:
    out = ['<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="1" lobby="0"/>']
    out.append('<UN n0="%61" n1="b" n2="c" n3="d" dan="0,0,0,0" rate="1,1,1,1" sx="M,M,M,M"/>')
    out.append(f'<TAIKYOKU oya="{games[0].dealer}"/>')
    for number, game in enumerate(games):
        start, (places, paying, changes) = FREE if books is None else books[number]
        pairs = [(start[s] // 100 - 10 * paying.count(s), changes[s] // 100) for s in range(4)]
        scores = f'sc="{",".join(f"{now},{change}" for now, change in pairs)}"'
        ten = ",".join(str(score // 100) for score in start)
        hands = " ".join(f'hai{s}="{",".join(map(str, h))}"' for s, h in enumerate(game.deal))
        out.append(f'<INIT seed="{number},0,0,1,1,7" ten="{ten}" oya="{game.dealer}" {hands}/>')
        over = ' owari="250,0,250,0,250,0,250,0"' if number == len(games) - 1 else ""
        for place, action in enumerate(game.actions):
            name, *rest = action
            if name == "washout":
                out.append(f'<RYUUKYOKU ba="0,0" {scores}{over}/>')
            elif name == "draw":
                out.append(f"<{'TUVW'[rest[0]]}{rest[1]}/>")
            elif name == "discard":
                out.append(f"<{'DEFG'[rest[0]]}{rest[1]}/>")
                if place in places and rest[0] in paying:
                    out.append(f'<REACH who="{rest[0]}" step="2"/>')
            elif name == "win":
                source = rest[0] if rest[2] is None else rest[2]
                out.append(
                    f'<AGARI ba="0,0" hai="" machi="{rest[1]}" ten="30,{changes[rest[0]]},0" '
                    f'yaku="1,1" doraHai="7" who="{rest[0]}" fromWho="{source}" {scores}{over}/>'
                )
            else:
                out.append(f'<N who="{rest[0]}" m="{meld_bits(action)}"/>')
    return "\n".join([*out, "</mjloggm>"]).encode()


def json_tile(tile: int) -> int:
    if tile in (16, 52, 88):
        return 51 + tile // 36
    text = kind(tile)
    return 10 * ("mpsz".index(text[1]) + 1) + int(text[0])


def json_call(letter: str, seat: int, source: int, tile: int, own: list[int]) -> str:
    parts = [str(json_tile(t)) for t in own]
    place = {3: 0, 2: 1, 1: len(own)}[(source - seat) % 4]
    parts.insert(place, letter + str(json_tile(tile)))
    return "".join(parts)


def tenhou_json(games: list[Game], books: list | None = None) -> bytes:
    hands = []
    for number, game in enumerate(games):
        takes: list[list] = [[], [], [], []]
        puts: list[list] = [[], [], [], []]
        drawn = source_of = None
        start, (places, _, changes) = FREE if books is None else books[number]
        result: list = ["流局", changes]
        fed: dict = {}
        for place, (name, *rest) in enumerate(game.actions):
            seat = rest[0] if rest else 0
            if name == "draw":
                drawn = rest[1]
                takes[seat].append(json_tile(drawn))
            elif name == "discard":
                put = 60 if rest[1] == drawn else json_tile(rest[1])
                puts[seat].append(f"r{put}" if place in places else put)
                drawn = None
            elif name == "chow":
                takes[seat].append(json_call("c", seat, (seat - 1) % 4, rest[1], rest[3]))
            elif name == "pung":
                fed[seat, rest[1] // 4] = rest[2]
                takes[seat].append(json_call("p", seat, rest[2], rest[1], rest[3]))
            elif name == "kong" and rest[1] == "exposed":
                takes[seat].append(json_call("m", seat, rest[3], rest[2], rest[4]))
                puts[seat].append(0)
            elif name == "kong" and rest[1] == "added":
                alike = [json_tile(rest[2] // 4 * 4 + 1)] * 4
                source_of = (fed[seat, rest[2] // 4] - seat) % 4
                at = {3: 0, 2: 1, 1: 2}[source_of]
                parts = list(map(str, alike))
                parts[at] = "k" + parts[at]
                puts[seat].append("".join(parts))
            elif name == "kong":
                text = str(json_tile(rest[2] // 4 * 4 + 1))
                puts[seat].append(text * 3 + "a" + text)
            elif name == "win":
                source = seat if rest[2] is None else rest[2]
                result = ["和了", changes, [seat, source, seat, "30符1飜"]]
        columns = [
            column
            for seat in range(4)
            for column in (list(map(json_tile, game.deal[seat])), takes[seat], puts[seat])
        ]
        meta = [number * 4 + game.dealer, 0, 0]
        hands.append([meta, start, [11], [], *columns, result])
    return json.dumps({"title": ["", ""], "name": list("abcd"), "log": hands}).encode()


# Botzone and the competitions' text


def csm_tile(tile: int) -> str:
    text = kind(tile)
    if text[1] != "z":
        return "WBT"["mps".index(text[1])] + text[0]
    return f"F{text[0]}" if text[0] < "5" else {"5": "J3", "6": "J2", "7": "J1"}[text[0]]


def middle(tiles: list[int]) -> int:
    return sorted(tiles)[1]


def ijcai(games: list[Game], end: str = "\n") -> bytes:
    lines: list[str] = []
    for number, game in enumerate(games):
        lines += [f"Match game{number}", "Wind 1"]
        for seat, hand in enumerate(game.deal):
            lines.append(f"Player {seat} Deal {' '.join(map(csm_tile, hand))}")
        verbs = {"draw": "Draw", "discard": "Play", "pung": "Peng", "win": "Hu"}
        kongs = {"exposed": "Gang", "concealed": "AnGang", "added": "BuGang"}
        for name, *rest in game.actions:
            if name == "washout":
                lines.append("Huang")
            elif name == "chow":
                lines.append(f"Player {rest[0]} Chi {csm_tile(middle([rest[1], *rest[3]]))}")
            elif name == "kong":
                lines.append(f"Player {rest[0]} {kongs[rest[1]]} {csm_tile(rest[2])}")
            else:
                lines.append(f"Player {rest[0]} {verbs[name]} {csm_tile(rest[1])}")
                if name == "win":
                    lines.append("Fan 8 无番和*1")
        lines += ["Score 0 0 0 0", ""]
    return end.join(lines).encode()


def botzone_turns(game: Game) -> list[dict]:
    """Return requests and responses of a match, and its end."""
    seats = "0123"
    turns: list[dict] = []

    def request(told: dict, answer: dict | None = None) -> None:
        turns.append({"request": told})
        turns.append({"response": {s: (answer or {}).get(s, "PASS") for s in seats}})

    request({s: f"0 {s} 2" for s in seats})
    request({s: f"1 0 0 0 0 {' '.join(map(csm_tile, game.deal[int(s)]))}" for s in seats})
    actions = iter(game.actions)
    finish: dict = {"action": "HUANG"}

    def reply(seat: int, text: str) -> None:
        turns[-1]["response"][str(seat)] = text

    for name, *rest in actions:
        if name == "washout":
            break
        seat = rest[0]
        if name == "draw":
            told = dict.fromkeys(seats, f"3 {seat} DRAW")
            request({**told, str(seat): f"2 {csm_tile(rest[1])}"})
            continue
        if name == "win":
            reply(seat, "HU")
            finish = {"action": "HU", "player": seat, "fanCnt": 8}
            break
        if name == "kong":
            text = {"exposed": "GANG", "concealed": "GANG"}.get(rest[1], "")
            if rest[1] == "concealed":
                reply(seat, f"GANG {csm_tile(rest[2])}")
            elif rest[1] == "added":
                text = f"BUGANG {csm_tile(rest[2])}"
                reply(seat, text)
            else:
                reply(seat, text)
        elif name == "discard":
            text = f"PLAY {csm_tile(rest[1])}"
            reply(seat, text)
        else:
            out = csm_tile(next(actions)[2])
            text = f"PENG {out}"
            if name == "chow":
                text = f"CHI {csm_tile(middle([rest[1], *rest[3]]))} {out}"
            reply(seat, text)
        request(dict.fromkeys(seats, f"3 {seat} {text}"))
    content = dict.fromkeys(seats, 0)
    turns.append({"command": "finish", "content": content, "display": finish})
    return turns


def botzone(games: list[Game]) -> bytes:
    lines = []
    for number, game in enumerate(games):
        tiles = [tile for wall in game.walls or [] for tile in wall[::-1]]
        start = {"quan": 2, "walltiles": " ".join(map(csm_tile, tiles))}
        match = {"matchId": f"m{number}", "initdata": start, "players": list("abcd")}
        lines.append(json.dumps({**match, "log": botzone_turns(game)}) + "\n")
    return "".join(lines).encode()


def botzone_match(game: Game, indent: int | None = None) -> bytes:
    """Write one match as the site's own JSON."""
    logs = []
    for turn in botzone_turns(game):
        if "response" in turn:
            logs.append({s: {"verdict": "OK", "response": r} for s, r in turn["response"].items()})
        elif "request" in turn:
            logs.append(
                {"output": {"command": "request", "content": turn["request"], "display": {}}}
            )
        else:
            logs.append({"output": turn})
    tiles = [tile for wall in game.walls or [] for tile in wall[::-1]]
    start = json.dumps({"quan": 2, "walltiles": " ".join(map(csm_tile, tiles))})
    names = [{"name": name} for name in "abcd"]
    document = {"status": "finished", "logs": logs, "players": names, "initdata": start}
    return json.dumps(document, indent=indent).encode()
