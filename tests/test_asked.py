"""What own patterns ask of a reading, against the slow oracle: every name, every place."""

import random

import pytest

from mjtool import kernel
from mjtool.expressions import Call
from mjtool.expressions.build import TEXT_CODES, WIND_PUNGS
from mjtool.expressions.names import CALLS, FORMS, NAMES, WAITS
from mjtool.expressions.reader import kinds_of
from tests.oracles_facts import candidates, tiles_of

CODES = {
    "chow": kernel.CHOW,
    "pung": kernel.PUNG,
    "exposed": kernel.EXPOSED_KONG,
    "added": kernel.ADDED_KONG,
    "concealed": kernel.CONCEALED_KONG,
}
MASKS = ("19m19p19s1234567z", "123456789m", "258m258p258s", "567z", "2468p5m1s", "7z")
PLAIN = [name for name in (*NAMES, WIND_PUNGS) if name in kernel.QUESTIONS]
ASKED = [
    *PLAIN,
    *(Call(name, kinds_of(text), text) for name in CALLS for text in MASKS),
]
QUESTIONS = kernel.Asked((q, 0) if isinstance(q, str) else (q.name, q.kinds) for q in ASKED)


def random_hand(rng):
    """Return fixed sets, concealed counts and the winning kind of a random complete hand."""
    while True:
        pool = rng.choice([range(34), range(9), range(9, 18), [*range(18, 34)], range(27, 34)])
        pool = list(pool)
        left = [4] * 34
        fixed, counts = [], [0] * 34
        n_fixed = rng.choice([0, 0, 0, 1, 2, 3, 4])
        for at in range(4):
            what = rng.choice(["chow", "chow", "pung", "exposed", "added", "concealed"])
            if at >= n_fixed and what not in ("chow", "pung"):
                what = "pung"
            kind = rng.choice(pool)
            if what == "chow" and (kind >= 27 or kind % 9 > 6):
                what = "pung"
            tiles = tiles_of((what, kind))
            for tile in tiles:
                left[tile] -= 1
            if at < n_fixed:
                fixed.append((what, kind))
            else:
                for tile in tiles:
                    counts[tile] += 1
        pair = rng.choice(pool)
        left[pair] -= 2
        counts[pair] += 2
        if min(left) >= 0:
            return fixed, counts, rng.choice([k for k in range(34) if counts[k]])


def random_pairs(rng):
    kinds = rng.choices(range(34), k=7)
    counts = [2 * kinds.count(kind) for kind in range(34)]
    return [], counts, kinds[0]


def random_orphans(rng):
    orphans = [k for k in range(34) if k >= 27 or k % 9 in (0, 8)]
    counts = [int(k in orphans) for k in range(34)]
    counts[rng.choice(orphans)] += 1
    return [], counts, rng.choice(orphans)


def plain(value):
    """Return an answer of the oracle as the kernel's number."""
    return TEXT_CODES[value] if isinstance(value, str) else int(value)


def told(candidate):
    """Return the oracle's answers to ASKED for one candidate."""
    found = []
    for question in ASKED:
        if isinstance(question, str):
            found.append(plain(candidate.get(question, 0)))
        else:
            kinds = {kind for kind in range(34) if question.kinds >> kind & 1}
            found.append(plain(candidate[question.name](kinds)))
    return bytes(found)


def compare(hand, seven_pairs, given):
    fixed, counts, win = hand
    forms = 1 if fixed else 3 | {"no": 0, "distinct": 4, "quads": 8}[seven_pairs]
    codes = bytes(CODES[what] + kind for what, kind in fixed)
    found = kernel.sights(bytes(counts), codes, win, forms, given, QUESTIONS)
    wanted = candidates(fixed, counts, win, given=given, seven_pairs=seven_pairs)
    assert sorted(answers for _, answers in found) == sorted(map(told, wanted)), hand
    places = kernel.places(bytes(counts), codes, win, forms)
    words = kernel.facts(bytes(counts), codes, win, forms)
    assert [word for word, _ in found] == [words[reading] for reading, _ in places]
    return len(found)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seven_pairs", ["no", "distinct", "quads"])
def test_every_name_means_what_the_page_says(seed, seven_pairs):
    rng = random.Random(f"{seed} {seven_pairs}")
    several = 0
    for _ in range(120):
        several += compare(random_hand(rng), seven_pairs, rng.random() < 0.5) > 1
    for deal in (random_pairs, random_orphans):
        for _ in range(10):
            hand = deal(rng)
            if max(hand[1]) <= 4:
                compare(hand, seven_pairs, given=True)
    assert several > 3


def test_the_names_of_texts_are_the_kernels():
    assert set(kernel.TEXTS) == {*FORMS, *WAITS}
    assert len(kernel.TEXTS) == len(TEXT_CODES)


def test_every_fact_of_the_language_is_a_question():
    circumstances = {name for name, kind in NAMES.items() if kind == "truth"}
    asked = {*NAMES, *CALLS} - circumstances
    assert asked - kernel.QUESTIONS.keys() == {"seat_pungs", "round_pungs", "wild"}
    assert circumstances & kernel.QUESTIONS.keys() == {
        "straight",
        "mixed_straight",
        "three_suit_chows",
        "three_suit_pungs",
    }


@pytest.mark.parametrize(
    ("call", "error"),
    [
        pytest.param(lambda: kernel.Asked([("chowz", 0)]), ValueError, id="no-question"),
        pytest.param(
            lambda: kernel.sights(bytes(34), b"", 0, 1, False, None), TypeError, id="none-asked"
        ),
        pytest.param(
            lambda: kernel.sights(bytes(33), b"", 0, 1, False, QUESTIONS), ValueError, id="counts"
        ),
        pytest.param(
            lambda: kernel.places(bytes([3, 3, 3, 3, 2, *[0] * 29]), b"", 9), ValueError, id="win"
        ),
    ],
)
def test_what_cannot_be_asked(call, error):
    with pytest.raises(error):
        call()
