"""What a result looks like at the prompt: short, with what matters."""

import pytest

from mjtool import Hand, NotationError, Tile, efficiency, load_rules, score, waits

PUNGS = Hand.parse("[222p]333m444888s55z")
FAN, TIMES = load_rules("jipinghu"), load_rules("tuidaohu")


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        pytest.param(FAN, "<RuleSet jipinghu>", id="rules"),
        pytest.param(
            score(PUNGS, FAN, self_drawn=True),
            "<Score [222p]333m444888s55z 3 fan, 8 points: all_pungs self_draw>",
            id="fan",
        ),
        pytest.param(
            score(PUNGS, TIMES, self_drawn=True),
            "<Score [222p]333m444888s55z 2x, 2 points: small_hand>",
            id="multiplier",
        ),
        pytest.param(
            score(PUNGS, TIMES, self_drawn=False),
            "<Score [222p]333m444888s55z discard_win_not_allowed>",
            id="forbidden",
        ),
        pytest.param(
            waits(Hand.parse("2223m456p789s555z"), FAN),
            "<Waits 2223m456p789s555z 1m:4 3m:3 4m:4>",
            id="waits",
        ),
        pytest.param(
            waits(Hand.parse("159m159p159s1234z"), FAN),
            "<Waits 159m159p159s1234z none>",
            id="no-waits",
        ),
        pytest.param(
            waits(Hand.parse("123m456p789s11223z"), FAN),
            "<Waits 123m456p789s11223z 3z out: 1z:2 2z:2>",
            id="discards",
        ),
        pytest.param(
            waits(Hand.parse("123m456p789s1122z"), FAN).waits[0], "<Wait 1z 2 left>", id="wait"
        ),
    ],
)
def test_reprs_are_short(shown, told):
    assert repr(shown) == told


def test_no_repr_holds_the_rules_whole():
    found = efficiency(Hand.parse("123566789m45699s"), FAN, draws=2)
    assert "patterns" not in repr(found)


def test_without_a_winning_tile_the_last_one_wins():
    assert score(PUNGS, FAN, self_drawn=True) == score(PUNGS, FAN, Tile.WHITE, self_drawn=True)
    with pytest.raises(NotationError):
        score(Hand(PUNGS.sets, PUNGS.counts), FAN, self_drawn=True)
