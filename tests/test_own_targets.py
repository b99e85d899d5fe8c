"""The distance to patterns that a rule file defines, against lists of all hands that show them."""

from __future__ import annotations

import json
import random

import pytest
from oracles_efficiency import nearest_by_exchange, nearest_by_listing
from test_targets import deal, found

from mjtool.analysis.targets import left_out, targets
from mjtool.hand import Hand
from mjtool.rules import load_rules

OWN = {
    "low": "only('1234m1234p1234s')",
    "green": "only('23468s6z') and pungs >= 0",
    "no_ends": "terminals == 0 and honors == 0",
    "chows": "chows == 4",
    "pungs": "4 <= pungs",
    "two_pungs": "pungs == 2",
    "three_pungs": "pungs >= 3 and only('123456m123p1234z')",
    "one_chow": "chows == 1 and suits == 1",
    "one_suit": "suits == 1",
    "two_suits": "suits <= 2 and form == 'standard'",
    "honored": "honors >= 1 and terminals == 0",
    "numbered": "tiles('123456789m123456789p123456789s') > 0 and only('19m19p19s1234567z')",
    "either": "only('123456789m') or pungs == 4 and tiles('1234567z') == 0",
    "pairs": "form == 'seven_pairs'",
    "pairs_flush": "form == 'seven_pairs' and honors >= 1 and suits == 1",
    "no_pairs": "form != 'seven_pairs' and only('123456789m1234567z')",
    "orphans": "form == 'thirteen_orphans'",
    "low_or_pungs": "low or pungs_all",
    "pungs_all": "pungs == 4 or form == 'thirteen_orphans'",
}
WITHOUT = {
    "drawn": "self_drawn",
    "dragon": "straight and suits == 1",
    "some": "tiles('5m') >= 2",
    "closed": "wait == 'closed'",
    "more": "not only('1m')",
    "sum": "chows + pungs == 4",
    "asks": "full_flush",
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "own.toml"
    lines = ['extends = "tuidaohu"', 'name = "自家"']
    for id, when in {**OWN, **WITHOUT}.items():
        lines += [f"[patterns.{id}]", f'name = "{id}"', f'when = "{when}"', "multiplier = 2"]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return load_rules(str(path))


@pytest.mark.no_cover
@pytest.mark.parametrize("sets", [2, 3, 4])
def test_agrees_with_a_list_of_all_hands(rules, sets):
    rng = random.Random(7 * sets)
    for _ in range({2: 1, 3: 12, 4: 40}[sets]):
        hand = deal(rng, sets, rng.choice((13, 14)))
        wanted = {
            key: (missing, {kind for kind in useful if hand.own[kind] < 4})
            for key, (missing, useful) in nearest_by_listing(hand, rules).items()
            if key in OWN
        }
        here = {key: each for key, each in found(hand, rules).items() if key in OWN}
        assert here == wanted, str(hand)


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_trying_every_exchange(rules, seed):
    rng = random.Random(seed)
    text = (
        "11223344556677z",
        "[222m]123m456m111p99s",
        "19m19p19s12345677z",
        "111222333p44555z",
        "223344m556677p88s",
        "111m222p345s666s77z",
    )[seed]
    hand = Hand.parse(text)
    counts = bytearray(hand.counts)
    for _ in range(seed % 2):
        away = rng.choice([kind for kind in range(34) if counts[kind]])
        counts[away] -= 1
        counts[rng.choice([kind for kind in range(34) if counts[kind] + hand.used[kind] < 4])] += 1
    hand = Hand(hand.sets, bytes(counts))
    tried = nearest_by_exchange(hand, rules, 1)
    here = found(hand, rules)
    for key in OWN:
        missing = here[key][0] if key in here else 99
        assert (missing if missing <= 1 else None) == tried.get(key), (str(hand), key)


def test_what_says_nothing_of_a_distance_is_named(rules, tmp_path, mjtool):
    assert left_out(rules) == tuple(WITHOUT)
    hand = "123456789m1122p3s"
    shown = {each.pattern for each in targets(Hand.parse(hand), rules, bytes(34))}
    assert shown & set(WITHOUT) == set()
    code, out, _ = mjtool("efficiency", hand, "--targets", "--rules", rules.id, "--json")
    assert code == 0
    assert json.loads(out)["targets_left_out"] == list(WITHOUT)
    told = mjtool("efficiency", hand, "--targets", "--rules", rules.id)[1]
    assert told.splitlines()[-1].strip().startswith("no distance is known to: drawn")


def test_without_own_patterns_nothing_is_left_out(mjtool):
    found = json.loads(mjtool("efficiency", "123456789m1122p3s", "--targets", "--json")[1])
    assert "targets_left_out" not in found
