"""Who pays a win for all: each winner by itself, in whatever order a house puts the liabilities."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from mjtool.game_log import Plan, audit_lines
from mjtool.rules import load_rules
from mjtool.simulation import Options, simulate
from tests.logs import Log
from tests.plain_replay import first_bad_line

BUILT_IN = ["robbed", "pattern", "twelve_tiles", "kong_feeder"]
KONG_FIRST = ["kong_feeder", "robbed", "twelve_tiles", "pattern"]
PATTERN_FIRST = ["pattern", "robbed", "twelve_tiles", "kong_feeder"]

HANDS = ["19m197p189s112257z", "13568p99s556677z", "456m45656p23488s", "258m2577p257s446z"]
# Seat 1 shows three dragons, the third fed by seat 0; seat 3 makes a kong of its pung of 7p.
TWO_ROBBERS = (
    "d0:5z p1:5z d1:1p t2:1s d2:1s t3:2s d3:6z p1:6z d1:3p t2:1s d2:1s t3:2s d3:2s t0:8s d0:7p "
    "p3:7p d3:2m t0:3s d0:7z p1:7z d1:8p t2:1s d2:1s t3:7p k3:7p:added w1:7p:3 w2:7p:3"
)
# Seat 3 makes a kong of seat 0's discard, and of the replacement another, which seat 1 robs.
AFTER_A_KONG = (
    "d0:7p p3:7p d3:2m t0:3s d0:4z k3:4z:exposed t3:7p k3:7p:added w1:7p:3",
    ["19m197p189s112245z", "123m12356p23499s", "345m345689p135s5z", "258m2577p25s4446z"],
)
# The exposed kong robbed itself.
EXPOSED = (
    "d0:7p k3:7p:exposed w1:7p:3",
    ["19m197p189s112244z", "123m12356p23499s", "345m345689p135s5z", "258m25777p25s446z"],
)

NO_DISCARDS = "[win]\non_discard = false"


def house(tmp_path, base="jipinghu", text="", **liability):
    """Return the path of rules with these keys in ``[liability]`` and ``text`` behind them."""
    keys = "\n".join(f"{name} = {json.dumps(value)}" for name, value in liability.items())
    path = tmp_path / "house.toml"
    path.write_text(f'extends = "{base}"\nname = "h"\n[liability]\n{keys}\n{text}\n', "utf-8")
    return str(path)


def settled(log: Log, liable: dict[int, int | None]) -> tuple[list[int], list[int]]:
    """Return the payments that the rules give, and the seats whose liable seat is another."""
    wins = [
        {"seat": seat, "points": 0, **({} if payer is None else {"liable": payer})}
        for seat, payer in liable.items()
    ]
    log.end(*wins, points=[12345, -12345, 0, 0]).over()
    [found] = log.findings(select=("S504",))
    return found.expected, [each.seat for each in log.findings(select=("S507",))]


@pytest.mark.parametrize(
    ("order", "payers"),
    [
        pytest.param(BUILT_IN, (3, 3), id="as-built-in"),
        pytest.param(PATTERN_FIRST, (0, 3), id="pattern-first"),
        pytest.param(KONG_FIRST, (3, 3), id="kong-feeder-first"),
        pytest.param(["pattern", "twelve_tiles"], (0, 3), id="the-robbed-seat-left-out"),
        pytest.param([], (3, 3), id="all-left-out"),
    ],
)
def test_each_robber_has_a_liability_of_its_own(tmp_path, order, payers):
    log = Log(house(tmp_path, order=order)).hand(*HANDS, round="E").play(TWO_ROBBERS)
    expected = [0, 192, 24, 0, 0]
    expected[payers[0]] -= 192
    expected[payers[1]] -= 24
    assert settled(log, dict(zip((1, 2), payers, strict=True))) == (expected, [])


@pytest.mark.parametrize("order", [BUILT_IN, KONG_FIRST, ["kong_feeder"]])
@pytest.mark.parametrize("scene", [AFTER_A_KONG, EXPOSED], ids=["added", "exposed"])
def test_who_robs_a_kong_is_not_paid_by_a_feeder(tmp_path, order, scene):
    words, hands = scene
    text = f'{NO_DISCARDS}\n[rob]\nkinds = ["exposed", "added", "concealed"]'
    log = Log(house(tmp_path, text=text, order=order)).hand(*hands, round="E").play(words)
    assert settled(log, {1: 3}) == ([0, 24, 0, -24, 0], [])


@pytest.mark.parametrize("payer", [None, 0, 3])
def test_a_robbed_kong_that_counts_as_a_discard_makes_nobody_liable(tmp_path, payer):
    log = Log(house(tmp_path, text=f"{NO_DISCARDS}\n[rob]\nself_drawn = false"))
    log.hand(*AFTER_A_KONG[1], round="E").play(AFTER_A_KONG[0])
    assert settled(log, {1: payer}) == ([0, 8, 0, -8, 0], [] if payer is None else [1])


@pytest.mark.parametrize("seed", range(12))
def test_simulation_replay_and_plain_replay_agree_on_who_is_liable(tmp_path, seed):
    rng = Random(f"liable {seed}")
    kinds = rng.sample(["exposed", "added", "concealed"], rng.choice((1, 2, 3)))
    path = house(
        tmp_path,
        rng.choice(("jipinghu", "tuidaohu")),
        f"pattern.big_three_dragons = {rng.choice(('true', 'false'))}\n"
        f"[rob]\nkinds = {json.dumps(kinds)}\n"
        f"[win]\non_discard = {rng.choice(('true', 'false'))}",
        order=rng.sample(BUILT_IN, rng.choice((2, 4, 4, 4))),
        twelve_tiles=rng.random() < 0.8,
        kong_feeder=rng.random() < 0.8,
        concealed_kong_counts=rng.random() < 0.5,
    )
    rules = load_rules(path)
    seen: Counter[str] = Counter()
    for game in simulate(rules, 12, f"liable {seed}", Options(hands=6, rigged=0.9).rare()):
        lines = [line.rstrip(b"\n") for line in game.lines]
        assert audit_lines(lines, Plan(rules=path)) == []
        assert first_bad_line(lines, rules) is None
        seen.update(name for name in game.tally if name.startswith("liable_"))
    assert seen
