"""The harnesses by name: each takes any bytes; what it raises is a fault of the program."""

from __future__ import annotations

import gzip
import io
import tomllib
from collections.abc import Callable
from contextlib import chdir
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zlib import crc32

import mjtool
from fuzz.laws import (
    refusing,
    verify_finding,
    verify_items,
    verify_json,
    verify_line,
    verify_refusal,
)
from mjtool import limits
from mjtool.answers import ANSWERS
from mjtool.cli.render import hand_of
from mjtool.game_log import Finding, HandStory, Plan, replay
from mjtool.game_log.convert import to_native
from mjtool.game_log.formats import native
from mjtool.game_log.formats.opening import read_ahead
from mjtool.game_log.run import STDIN
from mjtool.hand import FixedSet, Hand
from mjtool.lines import Job, Worker
from mjtool.notation import format_tiles
from mjtool.records.record import encode
from mjtool.regression.cases import read_cases
from mjtool.regression.checker import Plan as CheckPlan
from mjtool.regression.checker import check
from mjtool.regression.outcome import Outcome
from mjtool.regression.update import updating
from mjtool.render import outcomes, svg, text
from mjtool.render import rules as rules_view
from mjtool.render.drawing import THEMES
from mjtool.render.standing import scores_in
from mjtool.render.steps import steps_page
from mjtool.requests import RuleBook, read_request
from mjtool.rules import RuleSet, load_rules
from mjtool.rules.review import review
from mjtool.rules.toml import resolved_text
from mjtool.rules.variant import variant_text
from mjtool.simulation import Options, simulate
from mjtool.table.fault import Fault
from mjtool.tiles import parse_tile, parse_tiles

Harness = Callable[[bytes], None]

_folder: Final = TemporaryDirectory(prefix="mjtool-fuzz-")
NOWHERE: Final = _folder.name
"""An empty folder: rules that an input names lead nowhere."""


def notation(data: bytes) -> None:
    """Read text as tiles, as a set and as a hand in each way that there is."""
    told = data.decode("utf-8", "surrogateescape")
    for flowers in (False, True):
        refusing(parse_tile, told, flowers=flowers)
        tiles = refusing(parse_tiles, told, flowers=flowers)
        if tiles is not None:
            again = format_tiles(tiles)
            assert sorted(parse_tiles(again, flowers=flowers)) == sorted(tiles)
    fixed = refusing(FixedSet.parse, told)
    if fixed is not None:
        assert FixedSet.parse(str(fixed)) == fixed
    refusing(Hand.parse, told, flowers=False)
    hand = refusing(Hand.parse, told)
    for rules in ("jipinghu", "tuidaohu"):
        refusing(mjtool.shanten, told, rules)
        refusing(mjtool.waits, told, rules)
        refusing(mjtool.score, told, rules, self_drawn=True)
    if hand is not None:
        assert Hand.parse(str(hand)) == hand
        verify_line(repr(hand))
        drawn = svg.picture([svg.Marked(hand)], captions=True, theme=THEMES["light"])
        assert svg.encode(drawn, ".svg")


MOST_LINES: Final = 4


def requests(data: bytes) -> None:
    """Answer lines of a batch, each by every command, in every view."""
    book = RuleBook()
    with chdir(NOWHERE):
        for line in data.split(b"\n")[:MOST_LINES]:
            refusing(hand_of, line, {}, book)
            request = refusing(read_request, line)
            for command, answer in ANSWERS.items():
                found = None if request is None else refusing(answer, request, book)
                if found is not None:
                    verify_json(found.line("zh"))
                    assert text.VIEWS[command](found, "en")
                    assert text.VIEWS[command](found, "zh")
                told = WORKERS[command]((2, line))
                filled = FILLED[command]((1, line))
                assert not filled.broken, filled.text
                verify_json(filled.text.removesuffix(b"\n"))
                assert not told.broken, told.text
                assert told.refused == (found is None)
                verify_json(told.text.removesuffix(b"\n"))


WORKERS: Final = {command: Worker(Job(command, {})) for command in ANSWERS}
FILLED: Final = {
    command: Worker(
        Job(command, {"seat": "E", "explain": True}, "tuidaohu", "zh", passed=("x", "id"))
    )
    for command in ANSWERS
}
"""Workers as options make them: with fields for every line, and fields that are passed on."""


SHORT: Final = 120
BEHIND: Final = b"#---\n"
"""Stands between the rule file and what it may extend."""
NAMES: Final = ("house.toml", "base.toml", "third.toml")


def rules(data: bytes) -> None:
    """Read rule files that may extend each other, tell all about them, and use them."""
    with chdir(NOWHERE):
        try:
            for name, content in zip(NAMES, data.split(BEHIND), strict=False):
                Path(name).write_bytes(content)
            _rule_file(NAMES[0], data)
        finally:
            for name in NAMES:
                Path(name).unlink(missing_ok=True)


def _rule_file(name: str, data: bytes) -> None:
    found = review(name)
    for remark in (*found.faults, *found.warnings):
        verify_line(remark.message("en"))
        verify_line(remark.message("zh"))
    for line in rules_view.validated([found], "json", "en"):
        verify_json(line.encode())
    loaded = refusing(load_rules, name)
    assert (loaded is None) == bool(found.faults)
    if loaded is None:
        return
    verify_line(rules_view.listed_line(loaded, "en", 10))
    book = _One(loaded)
    for line in HANDS:
        request = read_request(line)
        for command in ("score", "waits", "shanten"):
            found = refusing(ANSWERS[command], request, book)
            assert found is None or text.VIEWS[command](found, "zh")
    # What takes long, of an input always the same; of a short one all.
    chosen = range(8) if len(data) <= SHORT else (crc32(data) % 8,)
    if 0 in chosen or 1 in chosen:
        _played(loaded)
    if 2 in chosen:
        verify_json(encode(rules_view.resolved(loaded)))
    if 3 in chosen:
        assert tomllib.loads(resolved_text(loaded, "zh"))
    if 4 in chosen:
        assert tomllib.loads(variant_text(name, name, "en"))


class _One(RuleBook):
    """One rule set, whatever is asked for."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules

    def get(self, name: str | None) -> RuleSet:
        return self.rules


HANDS: Final = (
    b'{"hand":"19m19p19s12345677z","self_drawn":true,"seat":"E","round":"E","explain":true}',
    b'{"hand":"[222p](7777z)333m44455s","self_drawn":true,"seat":"E","horses":["1m","5z"]}',
    b'{"hand":"11223344556677m","seat":"S","from":"E","events":["robbing_kong"],"explain":true}',
    b'{"hand":"[123m]456m789m11122z","seat":"W","from":"N","streak":3,"winner_streak":2}',
    b"123m456p789s1122z",
)


def _played(loaded: RuleSet) -> None:
    """Play a hand by rules; the replay finds nothing in it."""
    game = refusing(lambda: list(simulate(loaded, 1, 7, Options(hands=1, rigged=0.5))))
    if game:
        lines = b"".join(game[0].lines)
        told = _replayed(lines, Plan(format="native", table=True))
        assert not told, [each.line_text() for each in told]


def cases(data: bytes) -> None:
    """Check cases, as JSON lines or TOML; what was found is put into the file, and passes then."""
    name = "x.mjcases.toml" if TOML_CASE in data else "x.mjcases.jsonl"
    with chdir(NOWHERE):
        try:
            Path(name).write_bytes(data)
            told = _checked(name)
            updated = [each.updated for each in updating(told, errors=True)]
            again = _checked(name)
        finally:
            Path(name).unlink(missing_ok=True)
    assert len(updated) == len(again) == len(told)
    for each, is_updated in zip(again, updated, strict=True):
        assert each.passed or not is_updated, each


TOML_CASE: Final = b"[[case]]"


def _checked(name: str) -> list[Outcome]:
    found = list(check(read_cases(name), CheckPlan(text.VIEWS)))
    for outcome in found:
        if outcome.error is not None:
            verify_refusal(outcome.error)
    for view in ("text", "json", "github", "tap", "markdown"):
        for line in outcomes.lines(view, found, outcomes.Tally(), "zh"):
            line.encode()
            if view == "json":
                verify_json(line.encode())
    return found


PACKED: Final = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\x50\x2a", b"\x5f\x2a")
"""How what is packed begins, gzip and Zstandard: it is unpacked once, and no second time."""


def log(data: bytes, format: str = "auto") -> None:
    """Replay a log and convert it, in each way that a log is gone through."""
    with chdir(NOWHERE):
        plain = _replayed(data, Plan(format=format))
        views = _replayed(data, Plan(format=format, stories=True, score_as="tuidaohu"))
        assert plain == views
        if not data.startswith(PACKED):
            assert _replayed(gzip.compress(data, 1), Plan(format=format, table=True)) == plain
        match crc32(data) % 16:  # what takes long, of an input always the same
            case 0:
                _shown(data, format)
            case 1 | 2:
                _narrowly(data, format)
        for line in to_native(STDIN, read_ahead(io.BytesIO(data), "", format)):
            if isinstance(line, Finding):
                verify_finding(line)
            else:
                for each in line.splitlines():
                    assert not isinstance(native.event_of(each, 2), Fault), each


def _replayed(data: bytes, plan: Plan) -> list[Finding]:
    return verify_items(replay(STDIN, plan, stdin=io.BytesIO(data)))


def _narrowly(data: bytes, format: str) -> None:
    """Replay a log where everything is soon too long, too large or too deep."""
    before = limits.use(limits.Limits(line=300, document=2_000, nesting=3))
    try:
        _replayed(data, Plan(format=format))
    finally:
        limits.use(before)


def _shown(data: bytes, format: str) -> None:
    """Show each hand of a log step by step."""
    items = list(replay(STDIN, Plan(format=format, stories=True), stdin=io.BytesIO(data)))
    for at, item in enumerate(items, 1):
        if isinstance(item, HandStory):
            scores = scores_in(item, iter(items[at:]))
            assert "".join(steps_page(item, item.first, "zh", scores)).encode()


def native_log(data: bytes) -> None:
    """Replay a native log; its lines mean the same alone and many at a time."""
    log(data, "native")
    lines = limits.lines(io.BytesIO(data))
    assert list(native.read(io.BytesIO(data))) == list(native.events(lines))


HARNESSES: Final[dict[str, Harness]] = {
    "notation": notation,
    "requests": requests,
    "rules": rules,
    "cases": cases,
    "native": native_log,
    "tenhou": partial(log, format="tenhou"),
    "botzone": partial(log, format="botzone"),
    "mjai": partial(log, format="mjai"),
    "ijcai": partial(log, format="ijcai"),
    "any": log,
}
