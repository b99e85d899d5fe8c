"""Logs for reports: games with faults, wins, foreign ones, and players with hostile names."""

from __future__ import annotations

import json
from pathlib import Path

import foreign_games as write

from mjtool.rules import load_rules
from mjtool.simulation import Options, simulate
from tests.logs import DATA

HOSTILE = [
    "<script>document.title='x'</script>",
    '"><img src=x onerror="document.title=\'x\'">',
    "</noscript></style><h1 id=evil>' {{ 7 * 7 }} {% raw %}",
    ']]>--> &lt;b&gt; \u202e\u0000\ufffe stroke="#010101" role="x"',
]


def game(folder: Path, name: str, rules: str, seed: int, hands: int = 4, **more: object) -> Path:
    """Write a game between simple players, and return its file."""
    path = folder / f"{name}.jsonl"
    (played,) = simulate(load_rules(rules), 1, seed, Options(hands=hands, **more))
    path.write_bytes(b"".join(played.lines))
    return path


def renamed(path: Path, players: list[str]) -> Path:
    """Give the players of a log other names, and return it."""
    first, _, rest = path.read_text("utf-8").partition("\n")
    start = {**json.loads(first), "players": players}
    path.write_text(json.dumps(start) + "\n" + rest, "utf-8")
    return path


def logs(folder: Path) -> list[Path]:
    """Write logs of many kinds, and return their files."""
    foreign = folder / "foreign.mjson"
    foreign.write_bytes(write.mjai([write.play(1)]))
    return [
        game(folder, "first", "jipinghu", 5),
        renamed(game(folder, "hostile", "tuidaohu", 2), HOSTILE),
        *sorted((DATA / "bad").glob("jipinghu-[TW]30[13]*"))[:2],
        *sorted((DATA / "bad").glob("jipinghu-S50[24]*"))[:2],
        foreign,
        game(folder, "wild", "hongzhong_mil", 3),
    ]
