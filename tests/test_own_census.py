"""The walk over all winning hands by what own patterns ask, against hands one by one."""

from array import array

import pytest
from inside import kernel_inside

from mjtool import kernel
from mjtool.census.signatures import field_of

QUESTIONS = [
    ("form", 0), ("chows", 0), ("quads", 0), ("wait", 0), ("win_copies", 0),
    ("straight", 0), ("concealed_pungs", 0), ("only", 0x1FF), ("tiles", 0b111 << 31),
    ("all_sets_have", 0b1111111_100000001_100000001_100000001), ("stepped_pungs", 0),
    ("same_chow_pairs", 0), ("pair_of", 0x92492492492),
]  # fmt: skip
ALL_FORMS = 1 | 2 | 8


@pytest.fixture(scope="module")
def walked():
    census = kernel.OwnCensus(kernel.Asked(QUESTIONS))
    walk = kernel.OwnWalk(census)
    return walk, walk.find()


def test_the_totals_are_the_known_ones(walked):
    walk, sights = walked
    every = array("I", [1] * len(sights))
    real = array("I", [field_of(word, "form") != 1 for word, _ in sights])
    assert walk.count(every, every, every, every) == (27_907_837, [])
    assert walk.count(real, real, real, real) == (11_498_671, [])


def test_every_sight_is_once(walked):
    _, sights = walked
    assert len(set(sights)) == len(sights)


def test_shares_are_the_whole(walked):
    _, sights = walked
    census = kernel.OwnCensus(kernel.Asked(QUESTIONS))
    parts = [kernel.OwnWalk(census, share, 3) for share in range(3)]
    found = [part.find() for part in parts]
    assert set().union(*found) == set(sights)
    hands = 0
    for part, some in zip(parts, found, strict=True):
        every = array("I", [1] * len(some))
        hands += part.count(every, every, every, every)[0]
    assert hands == 27_907_837


@pytest.mark.parametrize(
    ("questions", "forms"),
    [
        pytest.param(QUESTIONS, ALL_FORMS, id="every-form"),
        pytest.param([("waits", ALL_FORMS), ("wait", 0)], ALL_FORMS, id="waits-for-pairs"),
        pytest.param([("waits", 3), ("suits", 0), ("wait", 0)], 3, id="waits-by-parts"),
        pytest.param([("waits", 9), ("waits", 1)], 9, id="waits-of-two-sides"),
    ],
)
def test_an_example_has_the_sights_that_it_stands_for(questions, forms):
    asked = kernel.Asked(questions)
    walk = kernel.OwnWalk(kernel.OwnCensus(asked, forms), 7, 900 if forms > 3 else 40)
    sights = walk.find()
    # Each sight is a result of its own on one side, and none on the other: every hand is a change,
    # told with its best sight under its first winning tile.
    number = array("I", range(1, len(sights) + 1))
    none = array("I", [0] * len(sights))
    _, changes = walk.count(number, number, none, none)
    assert changes
    numbered = {sight: at for at, sight in enumerate(sights)}
    for best, other, _, _, counts, win in changes[:: 1 + len(changes) // 3000]:
        assert other == -1
        found = [
            answers_of(sight, questions, counts, win) for sight in seen(counts, win, asked, forms)
        ]
        assert best == max(numbered[sight] for sight in found), (counts.hex(), win)


def seen(counts, win, asked, forms):
    return kernel.sights(counts, b"", win, forms, False, asked)


def answers_of(sight, questions, counts, win):
    """Return a sight with the waits as each question has their forms, which one hand cannot ask."""
    word, answers = sight
    told = bytearray(answers)
    for at, (name, forms) in enumerate(questions):
        if name == "waits":
            before = bytearray(counts)
            before[win] -= 1
            live, _ = kernel.completing(bytes(before), bytes(34), 0, forms)
            told[at] = live.bit_count()
    return word, bytes(told)


def test_what_cannot_be_asked():
    census = kernel.OwnCensus(kernel.Asked([]))
    with pytest.raises(ValueError, match="share"):
        kernel.OwnWalk(census, 2, 2)
    walk = kernel.OwnWalk(census, 0, 1000)
    walk.find()
    empty = array("I")
    with pytest.raises(ValueError, match="values"):
        walk.count(empty, empty, empty, empty)


@pytest.mark.slow
@pytest.mark.parametrize(
    "questions",
    [QUESTIONS, [("waits", ALL_FORMS), ("wait", 0)], [("mixed_straight", 0), ("winds", 0)]],
    ids=["many", "waits", "suits together"],
)
def test_every_hand_one_by_one_comes_to_the_same(questions):
    walk = kernel.OwnWalk(kernel.OwnCensus(kernel.Asked(questions), ALL_FORMS))
    worth = [kernel_inside.sight_worth(word, answers) for word, answers in walk.find()]
    hands, changes = walk.count(*(array("I", side) for side in zip(*worth, strict=True)))
    differ = sum(change[2] for change in changes), sum(change[3] for change in changes)
    assert (hands, *differ) == kernel_inside.compare_all_hands(kernel_inside.Asked(questions))
