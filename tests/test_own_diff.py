"""Rule sets with own patterns or fewer tiles compared over every winning hand."""

import random
from itertools import combinations_with_replacement

import pytest

from mjtool import Hand, load_rules, score
from mjtool.census.diff import Side, diff
from mjtool.census.own import compared, is_needed
from mjtool.tiles import TILES, WINDS, parse_tiles
from tests.oracles_facts import tiles_of

TEN = """
extends = "tuidaohu"
[multipliers]
combine = "product"
[patterns.luxury]
name = "豪华七对"
when = "form == 'seven_pairs' and quads >= 1"
multiplier = 4
absorbs = ["seven_pairs"]
[patterns.pure_straight]
name = "一条龙"
when = "straight"
multiplier = 2
[patterns.single]
name = "单钓"
when = "wait == 'pair' and form == 'standard'"
multiplier = 2
[patterns.three_hidden]
name = "三暗刻"
when = "concealed_pungs == 3"
multiplier = 3
[patterns.steps]
name = "三节高"
when = "stepped_pungs >= 3"
multiplier = 3
[patterns.twins]
name = "两般高"
when = "same_chow_pairs == 2"
multiplier = 2
[patterns.ends]
name = "全带幺"
when = "all_sets_have('19m19p19s1234567z')"
multiplier = 2
[patterns.small]
name = "小于五"
when = "only('1234m1234p1234s')"
multiplier = 3
[bonuses.dragons]
name = "箭刻"
times = "pungs_of('567z')"
multiplier = 2
[bonuses.alike]
name = "四归一"
times = "quads"
multiplier = 2
"""


@pytest.fixture
def house(tmp_path):
    def written(text, name="house"):
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
        return load_rules(str(tmp_path / f"{name}.toml"))

    return written


def worth(hand, rules, win):
    found = score(hand, rules, win, self_drawn=True, seat=WINDS[1], round=WINDS[0])
    if not found.won:
        return None
    return (found.fan, found.points)


def test_both_ways_to_count_agree(house):
    plain = load_rules("jipinghu")
    other = house('extends = "jipinghu"\ncap = 2\n[patterns.full_flush]\nfan = 5\n')
    assert not is_needed(plain, other)
    found, told = compared(plain, other), diff(Side("a", plain), Side("b", other))
    assert found.hands == told.hands == 11_498_671
    assert sum(each.hands for each in found.changes) == told.changed
    assert sum(each.ways for each in found.changes) == told.ways_changed


def test_an_own_pattern_is_counted_like_the_programs(house):
    plain = load_rules("jipinghu")
    when = 'when = "suits == 1 and honors == 0"'
    own = house(f'extends = "jipinghu"\n[patterns.full_flush]\nfan = 5\n{when}\n')
    found = diff(Side("a", plain), Side("b", own))
    assert (found.hands, found.changed, found.ways_changed) == (11_498_671, 37_887, 1_318_878_012)
    assert [cause.keys for cause in found.causes] == [("patterns.full_flush.fan",)]


def test_a_pattern_defined_as_it_is_changes_nothing(house):
    own = house('extends = "jipinghu"\n[patterns.all_pungs]\nwhen = "pungs == 4"\n')
    found = diff(Side("a", load_rules("jipinghu")), Side("b", own))
    assert (found.hands, found.changed, found.causes) == (11_498_671, 0, ())
    assert found.differs


def test_hands_of_fewer_tiles(house):
    plain = load_rules("jipinghu")
    less = house('extends = "jipinghu"\n[tiles]\nwithout = ["1z", "2z", "3z", "4z"]\n')
    found = diff(Side("a", plain), Side("b", less))
    assert found.hands == 11_498_671
    alone = diff(Side("a", less), Side("b", less))
    assert alone.hands == found.hands - found.changed
    assert found.unmeasured == ()


def test_examples_are_worth_what_is_told(house):
    plain, own = load_rules("tuidaohu"), house(TEN)
    found = diff(Side("a", plain), Side("b", own), examples=2)
    assert found.hands == 27_907_837
    assert found.causes
    for cause in found.causes[:12]:
        for example in cause.examples:
            one, two = (worth(example.hand, rules, example.win) for rules in (plain, own))
            assert one != two


def vectors(kinds, sets):
    """Yield every hand of these kinds with so many sets and a pair, by its counts."""
    pool = [("pung", kind) for kind in kinds]
    starts = (kind for kind in kinds if kind < 27 and kind % 9 < 7)
    pool += [("chow", kind) for kind in starts if {kind + 1, kind + 2} <= set(kinds)]
    seen = set()
    for chosen in combinations_with_replacement(pool, sets):
        counts = [0] * 34
        for each in chosen:
            for kind in tiles_of(each):
                counts[kind] += 1
        if max(counts) > 4:
            continue
        for pair in kinds:
            if counts[pair] <= 2:
                counts[pair] += 2
                seen.add(bytes(counts))
                counts[pair] -= 2
    return seen


def pairs_of(kinds):
    """Yield every hand of seven pairs of these kinds, four alike as two, by its counts."""
    for chosen in combinations_with_replacement(kinds, 7):
        counts = bytes(2 * chosen.count(kind) for kind in range(34))
        if max(counts) <= 4:
            yield counts


WAITING = """
[patterns.only]
name = "独听"
when = "waits == 1 and wait != 'edge'"
multiplier = 5
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("there", "one", "other"),
    [
        pytest.param("12345m789m1p1s1234z", 'extends = "tuidaohu"', TEN, id="ten"),
        pytest.param(
            "1234567m12p5s1234z", TEN + WAITING, TEN + WAITING.replace("5", "6"), id="waits"
        ),
        pytest.param("12345m123p123s567z", TEN, TEN.replace('quads"', 'quads + 1"'), id="times"),
    ],
)
def test_every_hand_of_a_small_set_one_by_one(house, there, one, other):
    there = {TILES.index(tile) for tile in parse_tiles(there)}
    without = [str(tile) for tile in TILES if tile not in there]
    small = f"\n[horses]\nmost = 0\n[tiles]\nwithout = {without}\n"
    plain, own = house(one + small, "plain"), house(other + small, "own")
    found = compared(plain, own)
    hands = vectors(sorted(there), 4) | set(pairs_of(sorted(there)))
    assert found.hands == len(hands)
    changed = 0
    for counts in hands:
        for kind in range(34):
            if counts[kind]:
                hand = Hand.build((), counts, TILES[kind])
                if worth(hand, plain, TILES[kind]) != worth(hand, own, TILES[kind]):
                    changed += 1
                    break
    assert sum(each.hands for each in found.changes) == changed


def test_random_hands_are_judged_as_one_by_one(house):
    plain, own = load_rules("tuidaohu"), house(TEN)
    rng = random.Random(11)
    changes = compared(plain, own).changes
    for change in rng.sample(changes, 300):
        win = TILES[change.win]
        hand = Hand.build((), change.example, win)
        assert worth(hand, plain, win) != worth(hand, own, win)
