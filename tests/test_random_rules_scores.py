"""Random rule files again: any hand's score and any hand's payments, against the plain ones."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mjtool.game_log.events import KongKind
from mjtool.patterns.facts import EVENTS
from mjtool.scoring import score
from mjtool.settlement import HandResult, KongClaim, Room, Winner, coins, settle
from mjtool.tiles import NAMES, TILES, Wind
from tests.oracles_scoring import readings_of
from tests.plain_worth import ORPHANS, Ended, Won, in_coins, payments, worth
from tests.random_rules import listed, random_rules
from tests.strategies import winning_hands

MARKS = ("chow", "pung", "exposed", "added", "concealed")
FORMS = ("standard", "standard", "standard", "seven_pairs", "thirteen_orphans")


def many_rules():
    """Return random rule sets."""
    with TemporaryDirectory() as folder:
        return [random_rules(Random(f"scores {number}"), Path(folder)) for number in range(150)]


RULES = many_rules()
rule_sets = st.sampled_from(RULES)
seats = st.integers(0, 3)


@pytest.mark.no_cover
@settings(max_examples=1500)
@given(
    rules=rule_sets,
    hand=winning_hands(forms=FORMS),
    self_drawn=st.booleans(),
    seat=st.sampled_from(list(Wind)),
    round_wind=st.sampled_from(list(Wind)),
    events=st.frozensets(st.sampled_from(EVENTS), max_size=2),
)
def test_scores(rules, hand, self_drawn, seat, round_wind, events):
    assume(not any(hand.counts[kind] or hand.used[kind] for kind in rules.stock.lacks))
    found = score(
        hand, rules, hand.last, self_drawn=self_drawn, seat=seat, round=round_wind, events=events
    )
    fixed = [(MARKS[each.kind], [str(tile) for tile in each.tiles]) for each in hand.sets]
    tiles = [str(tile) for tile in TILES for _ in range(hand.counts[tile])]
    forms = rules.forms
    orphans = forms.thirteen_orphans and not ORPHANS.intersection(rules.tiles.without)
    complete = readings_of(fixed, tiles, forms.seven_pairs, orphans)
    robbed = "robbing_kong" in events
    allowed = rules.rob.kinds if robbed else self_drawn or rules.win.on_discard
    assert found.won or found.reason == "below_minimum" or not (complete and allowed)
    if found.verdict:
        how = Won(str(hand.last), self_drawn, str(seat), str(round_wind), events)
        expected = worth(rules, fixed, tiles, how)
        assert (found.points, found.fan) == expected[:2]
        assert found.won != expected.below
        assert set(found.pattern_ids) in expected.patterns


@st.composite
def ends(draw):
    """Draw rules and any way for a hand to end, whatever the rules say of it."""
    rules = draw(rule_sets)
    source = draw(st.none() | seats)
    others = [seat for seat in range(4) if seat != source]
    winners = draw(
        st.lists(st.sampled_from(others), unique=True, max_size=3 if len(others) == 3 else 1)
    )
    source = source if winners else None
    robbed = source is not None and draw(st.booleans())
    wins = []
    for seat in winners:
        liable = draw(st.none() | st.sampled_from([each for each in range(4) if each != seat]))
        wins.append(
            (seat, draw(st.integers(0, 1000)), source if liable is None and robbed else liable)
        )
    kongs = []
    for _ in range(draw(st.integers(0, 4))):
        seat, kind = draw(seats), draw(st.sampled_from(listed(KongKind)))
        others = [each for each in range(4) if each != seat]
        feeder = draw(st.sampled_from(others)) if kind == "exposed" else None
        kongs.append((seat, kind, feeder, kind == "added" and draw(st.booleans())))
    faces = NAMES[: 34 + rules.stock.flowers]
    most = rules.horses.most if rules.horses.owner == "dealer" else rules.horses.count
    horses = draw(st.lists(st.sampled_from(faces), max_size=4)) if most else []
    won = draw(st.tuples(*[st.integers(0, 5)] * 4))
    escaped = None if wins else draw(st.none() | seats)
    ended = Ended(
        *(draw(seats), wins, source, robbed, kongs, horses, escaped),
        *(draw(st.integers(0, 9)), won, draw(st.booleans())),
    )
    return rules, ended


@settings(max_examples=1000)
@given(ends())
def test_payments(ended):
    rules, hand = ended
    result = HandResult(
        dealer=hand.dealer,
        winners=tuple(Winner(*win, hand.won[win[0]]) for win in hand.wins),
        source=hand.source,
        robbed=hand.robbed,
        kongs=tuple(KongClaim(*kong) for kong in hand.kongs),
        horses=tuple(NAMES.index(tile) for tile in hand.horses),
        escaped=hand.escaped,
        streak=hand.stayed,
        followed=hand.followed,
    )
    net = settle(rules, result).net()
    assert list(net) == payments(rules, hand)
    washed = result.is_washout
    room = {"coefficient": 600, "fee": 250}
    paid = coins(rules, net, Room(**room), washout=washed)
    assert list(paid) == in_coins(rules, list(net), room, washed=washed)
