"""Logs followed undecoded: what is plain is taken, all else is left as it was to the table."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjtool import kernel
from mjtool.game_log.audit import Audit
from mjtool.game_log.formats import native
from mjtool.game_log.formats.native import Block
from mjtool.rules import BUILTINS, load_rules
from mjtool.simulation import Options, simulate

RARE = Options(hands=6).rare()


def told(lines, *, ahead):
    """Return findings and counts of a log, its lines followed undecoded or one event each."""
    text = b"".join(line + b"\n" for line in lines)
    block = (text.count(b"\n"), Block(1, text))
    audit = Audit("x.jsonl", rows=True)
    found = list(audit.items([block] if ahead else native.in_full([block])))
    return found, audit.counts


def lines_of(rules, seed, options=RARE):
    [game] = simulate(load_rules(rules), 1, seed, options)
    return [line.rstrip(b"\n") for line in game.lines]


@pytest.mark.parametrize("rules", BUILTINS)
def test_followed_or_event_by_event_it_is_the_same(rules):
    for seed in range(8):
        lines = lines_of(rules, seed)
        found, counts = told(lines, ahead=True)
        assert (found, counts) == told(lines, ahead=False)
        assert counts.findings == 0
        assert counts.events == len(lines)


@given(st.integers(0, 1 << 30), st.sampled_from(BUILTINS))
@settings(max_examples=150)
def test_damage_is_found_alike(seed, rules):
    random = Random(seed)
    lines = lines_of(rules, seed % 16)
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[random.randrange(len(lines))])
            case 2:
                lines[at] = lines[at].replace(b'"seat":1', b'"seat":2')
            case 3:
                event = json.loads(lines[at])
                if "tile" in event:
                    event["tile"] = random.choice(("1m", "7z", "5p", "1f", "x", "?"))
                lines[at] = json.dumps(event, separators=(",", ":")).encode()
            case 4:
                lines[at] = lines[at][: random.randrange(len(lines[at]))]
    lines = [line for line in lines if line.strip()] + [b"{}"]
    assert told(lines, ahead=True) == told(lines, ahead=False)


@pytest.mark.parametrize(
    "spelled",
    [
        pytest.param(json.dumps, id="with spaces"),
        pytest.param(lambda event: json.dumps(dict(reversed(event.items()))), id="reversed"),
        pytest.param(lambda event: json.dumps(event, indent=None) + " ", id="space behind"),
        pytest.param(lambda event: json.dumps(event | {"time": 3}), id="more fields"),
        pytest.param(
            lambda event: json.dumps(event).replace('"5m"', '"五萬"'), id="in other notation"
        ),
    ],
)
def test_however_a_log_is_written(spelled):
    lines = [spelled(json.loads(line)).encode() for line in lines_of("jipinghu", 3)]
    found, counts = told(lines, ahead=True)
    assert (found, counts) == told(lines, ahead=False)
    assert (counts.findings, counts.events) == (0, len(lines))


def test_blank_lines_between_events_are_one_finding():
    lines = lines_of("jipinghu", 3)
    lines[40:40] = [b"", b"  "]
    found, counts = told(lines, ahead=True)
    assert (found, counts) == told(lines, ahead=False)
    assert [(item.line, item.code) for item in found if hasattr(item, "code")] == [(41, "F001")]


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        pytest.param(b"", 0, id="nothing"),
        pytest.param(b'{"type":"draw","seat":1,"tile":"5m"}\n', 0, id="too near the end"),
        pytest.param(b" " * 200, 7, id="blanks"),
        pytest.param(b'{"type":"draw","seat":7,"tile":"5m"}\n' * 9, 0, id="no seat"),
        pytest.param(b'{"type":"draw","seat":1,"tile":"8z"}\n' * 9, 0, id="no tile"),
        pytest.param(b'{"type":"chow","seat":1,"tile":"8m"}\n' * 9, 0, id="half a chow"),
    ],
)
def test_what_is_no_plain_line_is_left(lines, at):
    assert kernel.Upkeep().run(lines, at) == (at, 0)


def test_places_in_no_log_are_refused():
    with pytest.raises(ValueError, match="no place"):
        kernel.Upkeep().run(b"x" * 99, -1)
    with pytest.raises(ValueError, match="no tile"):
        kernel.Upkeep().deal([[43], [], [], []])
    with pytest.raises(ValueError, match="copies"):
        kernel.Pile().hold(b"", [])


def test_whole_sets_are_told_from_others():
    copies = bytes([4] * 34 + [0] * 8)
    tiles = [kind for kind in range(34) for _ in range(4)]
    hands = [tiles[:13], tiles[13:26], tiles[26:39], tiles[39:53]]
    assert kernel.are_whole(hands, tiles[53:], copies)
    assert not kernel.are_whole(hands, tiles[52:], copies)
    assert not kernel.are_whole(hands, [*tiles[54:], 5], copies)
    assert not kernel.are_whole(hands, [*tiles[54:], 99], copies)
    assert kernel.tiles_of(["1m", "7z"], {"1m": 0, "7z": 33}) == [0, 33]
    assert kernel.tiles_of(["1m", "x"], {"1m": 0}) is None
