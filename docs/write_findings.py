"""Write docs/findings.md: each code, what it tells, and a log that has it; ``make docs`` runs it.

The logs in docs/findings are short and made for this: ``python docs/write_findings.py --logs`` cuts
them out of the logs of the tests. A test replays each and compares the page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mjtool.game_log import CODES, Finding, replay
from mjtool.messages import texts
from mjtool.rules import load_rules
from mjtool.simulation import Options, simulate

PAGE = Path(__file__).with_name("findings.md")
LOGS = Path(__file__).with_name("findings")
ROOT = Path(__file__).resolve().parent.parent

HEAD = """\
# Findings, code by code

Written by `make docs`, from the messages and by replaying the example logs beside this page; do
not edit.

A code is a letter and a number: **F** form, **T** tiles, **A** actions, **W** wins, **D** dealer
and rounds, **S** settlement, **P** props. `mjtool replay --select S,W` and `--ignore D402` choose
by the beginning of a code. One fault is told once: what follows from it alone is not told again.
[Game logs](log-format.md) tells what is checked in which order.

Each example log has exactly one finding, the one below it.
"""
KINDS = {
    "F": "Form",
    "T": "Tiles",
    "A": "Actions",
    "W": "Wins",
    "D": "Dealer and rounds",
    "S": "Settlement",
    "P": "Props",
}


def found(log: Path) -> list[Finding]:
    """Return the findings of a log."""
    return [item for item in replay(str(log)) if isinstance(item, Finding)]


def example(code: str) -> Iterator[str]:
    """Yield the example of a code: the line that is wrong, and what is told of it."""
    log = LOGS / f"{code}.jsonl"
    (finding,) = found(log)
    assert finding.code == code, f"{log}: {finding.code}"
    lines = log.read_text("utf-8", "replace").splitlines()
    yield f"Example: [findings/{code}.jsonl](findings/{code}.jsonl), line {finding.line}:"
    yield ""
    yield "```text"
    yield lines[min(finding.line, len(lines)) - 1]
    place = f"{code}.jsonl:{finding.line}:"
    yield f"{place} {code} {finding.told('en')}"
    yield f"{place} {code} {finding.told('zh')}"
    yield "```"


def page() -> str:
    """Return the whole page."""
    out, kind = [HEAD], ""
    for code in sorted(CODES, key=lambda code: (list(KINDS).index(code[0]), code)):
        if code[0] != kind:
            kind = code[0]
            out.append(f"## {kind}: {KINDS[kind]}\n")
        out.append(f"### {code}\n")
        told = {key: each for key, each in texts("en").items() if key.partition(".")[0] == code}
        out += [f"- {each}" for each in dict.fromkeys(told.values())]
        out += ["", *example(code), ""]
    return "\n".join(out).rstrip("\n") + "\n"


def is_example(log: Path, lines: list[bytes], code: str) -> bool:
    """Write ``lines``, and return whether they have that finding and no other."""
    log.write_bytes(b"".join(lines))
    return [each.code for each in found(log)] == [code]


def alone(lines: list[bytes]) -> list[bytes]:
    """Return the lines of one hand as a game of its own: its points are all there is."""
    *events, last = lines
    end = json.loads(last)
    scores = end["scores"] = end["points"]
    return [*events, encode(end), encode({"type": "end_game", "scores": scores})]


def encode(event: dict[str, Any]) -> bytes:
    """Return an event as logs have it."""
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def cut(head: bytes, lines: list[bytes], line: int, log: Path, code: str) -> bool:
    """Write the shortest part of a log that has its finding: its hand, else all of it."""
    starts = [at for at, each in enumerate(lines[:line]) if b'"type":"start_hand"' in each]
    ends = [at + 1 for at, each in enumerate(lines) if b'"type":"end_hand"' in each]
    end = next((at for at in ends if at >= line), 0)
    if starts and end:
        try:
            hand = alone(lines[starts[-1] : end])
        except (ValueError, KeyError):
            hand = []
        if hand and is_example(log, [head, *hand], code):
            return True
    return is_example(log, [head, *lines[1:]], code)


def write_logs() -> None:
    """Cut an example for every code out of the logs of the tests."""
    LOGS.mkdir(exist_ok=True)
    first: dict[str, list[tuple[int, Path]]] = {}
    for source in sorted((ROOT / "tests" / "data" / "logs" / "native" / "bad").iterdir()):
        for finding in found(source)[:1]:
            first.setdefault(finding.code, []).append((finding.line, source))
    for code, sources in first.items():
        best: bytes | None = None
        log = LOGS / f"{code}.jsonl"
        for line, source in sorted(sources):
            lines = source.read_bytes().splitlines(keepends=True)
            if cut(lines[0], lines, line, log, code):
                made = log.read_bytes()
                best = made if best is None or len(made) < len(best) else best
        if best is None:
            raise SystemExit(f"no example of {code}")
        log.write_bytes(best)
    write_minimum(LOGS / "W306.jsonl")
    write_wild(LOGS / "D404.jsonl")


def write_minimum(log: Path) -> None:
    """Write a hand won below the minimum of its rules."""
    good = ROOT / "tests" / "data" / "logs" / "native" / "good"
    (LOGS / "W306.toml").write_text('extends = "jipinghu"\n[win]\nminimum_fan = 3\n', "utf-8")
    for source in sorted(good.glob("jipinghu-*.jsonl")):
        lines = source.read_bytes().splitlines(keepends=True)
        start = json.loads(lines[0])
        head = encode({**start, "rules": "W306.toml"})
        wins = [at + 1 for at, each in enumerate(lines) if b'"type":"win"' in each]
        if any(cut(head, lines, win, log, "W306") for win in wins):
            return
    raise SystemExit("no example of W306")


def write_wild(log: Path) -> None:
    """Write a hand whose wild tiles are not those that the tile turned up makes wild."""
    rules = LOGS / "D404.toml"
    rules.write_text('extends = "jipinghu"\n[wild]\nindicator = "next"\n', "utf-8")
    (game,) = simulate(load_rules(str(rules)), 1, 4, Options(hands=1))
    lines = [each.replace(str(rules).encode(), rules.name.encode()) for each in game.lines]
    start = json.loads(lines[1])
    start["wild"] = ["1z" if "1z" not in start["wild"] else "2z"]
    assert is_example(log, [lines[0], encode(start), *lines[2:]], "D404"), found(log)


if __name__ == "__main__":
    if "--logs" in sys.argv:
        write_logs()
    PAGE.write_text(page(), "utf-8")
