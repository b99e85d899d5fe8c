"""What fuzzing begins with: small inputs of every kind, made of the tests' own data and games."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import foreign_games as write
import foreign_hands as hands
import tomlkit
from packing import zstd

from fuzz.harnesses import BEHIND
from mjtool.rules import BUILTINS, load_rules
from mjtool.simulation import STYLES, Options, simulate
from mjtool.simulation.options import Room

DATA: Final = Path(__file__).resolve().parent.parent / "data"
LONGEST: Final = 6_000
"""Bytes of a seed: short ones are tried more often."""

HAND: Final = b'{"type":"start_hand"'

HANDS: Final = (
    "123m456p789s1122z",
    "[222p](7777z)333m44455s",
    "[1111m+]789m22p12334s",
    "[234s+] 一二三万 東東東 🀄🀄 ５５５ｐ 0z",
    "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 J1 J1",
    "幺鸡 红中 白板 發財 12f",
    "19m19p19s1234567z",
    "1122334455667m",
)


def _lines(file: str, each: int, most: int) -> Iterator[bytes]:
    lines = (DATA / "cases" / file).read_bytes().splitlines()
    return islice(lines, 0, each * most, each)


def _notation() -> Iterator[bytes]:
    yield from (hand.encode() for hand in HANDS)
    yield from (part.encode() for hand in HANDS for part in hand.split())


def _requests() -> Iterator[bytes]:
    yield from (hand.encode() for hand in HANDS[:6])
    for file in sorted(path.name for path in (DATA / "cases").glob("*.jsonl")):
        yield from _lines(file, 7, 12)


def _cases() -> Iterator[bytes]:
    for file in sorted(path.name for path in (DATA / "cases").glob("*.jsonl")):
        few = [*_lines(file, 11, 6)]
        yield b"\n".join(few[::2]) + b"\n"
        told = [json.loads(line) for line in few[1::2]]
        written = "\n".join(tomlkit.dumps({"case": [_without_null(case)]}) for case in told)
        yield f"# cases\n{written}".encode()


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_null(each) for key, each in value.items() if each is not None}
    return [_without_null(each) for each in value] if isinstance(value, list) else value


def _rules() -> Iterator[bytes]:
    for path in sorted((DATA / "cases" / "rules").glob("*.toml")):
        yield path.read_bytes()
    for name in BUILTINS:
        yield f'extends = "{name}"\n'.encode()
    yield (
        b'extends = "base.toml"\ncap = 4\n'
        + BEHIND
        + b'extends = "third.toml"\n'
        + BEHIND
        + (b'extends = "tuidaohu"\n[patterns.own]\nname = "x"\nmultiplier = 2\nwhen = "kongs"\n')
    )


def _native() -> Iterator[bytes]:
    for name in BUILTINS:
        rules = load_rules(name)
        for seed in range(3):
            options = Options(
                hands=1,
                players=(sorted(STYLES)[seed % len(STYLES)],),
                room=Room(100, 5) if seed == 1 else None,
                rigged=1.0 if seed == 2 else 0.3,
                escapes=0.2,
                props=0.2,
                dice=0.5,
                wall=seed != 1,
            )
            [game] = simulate(rules, 1, f"seed{seed}", options)
            yield b"".join(game.lines)
    for path in sorted((DATA / "logs" / "native" / "bad").glob("*.jsonl"))[::3]:
        head, *hands = path.read_bytes().split(HAND)
        if hands:
            yield head + HAND + min(hands, key=len)[:LONGEST]


def _written(*writers: Callable[[list[Any]], bytes], own_walls: bool = False) -> Iterator[bytes]:
    for writer in writers:
        games = [write.play(seed, own_walls=own_walls) for seed in range(60)]
        logs = {writer([game]): game for game in games}
        short = sorted(filter(lambda data: len(data) <= LONGEST, logs), key=len)
        yield from short[:: max(1, len(short) // 8)]
        yield writer([logs[short[0]], logs[short[1]]])


def _tenhou() -> Iterator[bytes]:
    yield from _written(write.tenhou_xml, write.tenhou_json)
    yield hands.mjlog(hands.init(), '<T52/><D52/><RYUUKYOKU ba="0,0"/>')


def _botzone() -> Iterator[bytes]:
    yield from _written(write.botzone, lambda games: write.botzone_match(games[0]), own_walls=True)


def _mjai() -> Iterator[bytes]:
    yield from _written(write.mjai, lambda games: write.mjai(games, old=True))


def _ijcai() -> Iterator[bytes]:
    yield from _written(write.ijcai, own_walls=True)


def _any() -> Iterator[bytes]:
    for kind in (_native, _tenhou, _botzone, _mjai, _ijcai):
        for data in islice(kind(), 0, None, 3):
            yield data[:LONGEST]
    packed = next(_native())
    yield gzip.compress(packed, mtime=0)
    yield zstd.compress(packed)
    yield from (b"", b"\xef\xbb\xbf{}", b"<?xml version='1.0'?><mjloggm/>", b"a letter\n")


SEEDS: Final[dict[str, Callable[[], Iterable[bytes]]]] = {
    "notation": _notation,
    "requests": _requests,
    "rules": _rules,
    "cases": _cases,
    "native": _native,
    "tenhou": _tenhou,
    "botzone": _botzone,
    "mjai": _mjai,
    "ijcai": _ijcai,
    "any": _any,
}


def kept(name: str) -> list[Path]:
    """Return the files of inputs that once led to a fault of harness ``name``, or far."""
    return sorted((DATA / "fuzz" / name).glob("*"))
