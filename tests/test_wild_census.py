"""The walk over all winning hands with wild tiles: known totals, and hands one by one."""

from array import array

import pytest

from mjtool import kernel
from mjtool.census.wild_hands import Looks, WildHands

ALL = (1 << 34) - 1
RED = 33
DRAWN = ALL & ~(1 << RED)
BUT_RED = frozenset(range(33))
QUESTIONS = [
    ("form", 0), ("chows", 0), ("quads", 0), ("wait", 0), ("win_copies", 0),
    ("straight", 0), ("concealed_pungs", 0), ("only", 0x1FF), ("tiles", 0b111 << 31),
    ("all_sets_have", 0b1111111_100000001_100000001_100000001), ("pair_of", 0x92492492492),
]  # fmt: skip


def walks(wilds, *, forms=1, asked=(), become=ALL, any_copies=False, plain=None, shares=2):
    """Yield each share of a walk with its sights."""
    census = kernel.WildCensus(kernel.Asked(asked), forms, wilds, become, DRAWN, any_copies, plain)
    for share in range(shares):
        walk = kernel.WildWalk(census, share, shares)
        yield walk, walk.find()


def number(wilds, *, sides=(False, True), **how):
    """Return hands and ways of the hands that win on a side, all of them changes."""
    hands = ways = 0
    for walk, sights in walks(wilds, **how):
        won = array("I", [plain in sides for *_, plain in sights])
        none = array("I", [0] * len(sights))
        found, changes = walk.count(won, won, none, none)
        assert found == sum(change[2] for change in changes)
        hands += found
        ways += sum(change[3] for change in changes)
    return hands, ways


@pytest.mark.parametrize("wilds", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("any_copies", [False, True])
@pytest.mark.parametrize("forms", [1, 2, 4, 11])
def test_hands_are_those_that_are_counted_by_table(wilds, any_copies, forms):
    told = WildHands(14 - wilds, BUT_RED, [Looks(forms, wilds, any_copies=any_copies)])
    assert number(wilds, forms=forms, any_copies=any_copies) == told.number


@pytest.mark.slow
@pytest.mark.parametrize(("wilds", "hands"), [(3, 134_143_482), (4, 115_337_715)])
def test_the_known_totals(wilds, hands):
    assert number(wilds)[0] == hands


def test_a_side_that_sees_ordinary_tiles():
    looks = [Looks(11, 1), Looks(11, 0, also=((RED, 1),))]
    for sides, of in (((False,), looks[:1]), ((True,), looks[1:]), ((False, True), looks)):
        told = WildHands(13, BUT_RED, of).number
        assert number(1, sides=sides, forms=11, plain=RED) == told


def test_kinds_that_no_tile_may_stand_for():
    become = frozenset(range(9)) | {31}
    told = WildHands(13, BUT_RED, [Looks(11, 1, become)]).number
    assert number(1, forms=11, become=sum(1 << kind for kind in become)) == told


@pytest.mark.parametrize(
    ("wilds", "forms", "any_copies", "plain"),
    [
        pytest.param(1, 11, False, None, id="one"),
        pytest.param(1, 11, False, RED, id="one-and-plain"),
        pytest.param(2, 3, False, None, id="two", marks=pytest.mark.slow),
        pytest.param(2, 9, True, RED, id="any-copies-and-plain", marks=pytest.mark.slow),
    ],
)
def test_an_example_has_the_sights_that_it_stands_for(wilds, forms, any_copies, plain):
    asked = kernel.Asked(QUESTIONS)
    census = kernel.WildCensus(asked, forms, wilds, ALL, DRAWN, any_copies, plain)
    walk = kernel.WildWalk(census, 0, 5 if wilds == 1 else 60)
    sights = walk.find()
    for side in (False, True)[: 1 + (plain is not None)]:
        ranks = array("I", [at + 1 if sight[2] == side else 0 for at, sight in enumerate(sights)])
        none = array("I", [0] * len(sights))
        _, changes = walk.count(ranks, ranks, none, none)
        assert changes
        numbered = {sight[:2]: at for at, sight in enumerate(sights) if sight[2] == side}
        for best, other, _, _, counts in changes[:: 1 + len(changes) // 800]:
            assert other == -1
            views = []
            for win in [-1, *(kind for kind in range(34) if counts[kind])]:
                if side:
                    held = bytearray(counts)
                    held[RED] += wilds
                    win = RED if win < 0 else win  # noqa: PLW2901
                    found = kernel.sights(bytes(held), b"", win, forms, False, asked)
                else:
                    found, _ = kernel.wild_sights(
                        *(counts, b"", forms, False, asked, wilds, win, wilds - 1, any_copies)
                    )
                if found:
                    views.append(max(numbered[sight] for sight in found))
            assert best in views


def test_what_cannot_be_asked():
    asked = kernel.Asked(())
    with pytest.raises(ValueError, match="5 wild tiles"):
        kernel.WildCensus(asked, 1, 5, ALL, DRAWN)
    with pytest.raises(ValueError, match="share"):
        kernel.WildWalk(kernel.WildCensus(asked, 2, 1, ALL, DRAWN), 2, 2)
