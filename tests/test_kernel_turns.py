"""What the kernel does for hands that are played: chance, discards of greed, turns, refusals."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool import kernel
from mjtool.kernel import Chance, Holding, Turns
from mjtool.tiles import KINDS

PUNG, EXPOSED, ADDED, CONCEALED = KINDS, 2 * KINDS, 3 * KINDS, 4 * KINDS


@given(st.text(max_size=40), st.data())
def test_chance_is_that_of_python(seed, data):
    chance, random = Chance(seed), Random(seed)
    for _ in range(60):
        match data.draw(st.sampled_from(("random", "randrange", "between", "choice", "shuffle"))):
            case "random":
                assert chance.random() == random.random()
            case "randrange":
                number = data.draw(st.integers(1, 2**32 - 1))
                assert chance.randrange(number) == random.randrange(number)
            case "between":
                start = data.draw(st.integers(-5, 5))
                assert chance.randrange(start, start + 7) == random.randrange(start, start + 7)
            case "choice":
                assert chance.choice("abcdefg") == random.choice("abcdefg")
            case "shuffle":
                one, other = list(range(97)), list(range(97))
                chance.shuffle(one)
                random.shuffle(other)
                assert one == other


def test_chance_goes_on_behind_its_first_words():
    chance, random = Chance("far"), Random("far")
    assert [chance.random() for _ in range(5000)] == [random.random() for _ in range(5000)]


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(lambda chance: chance.randrange(0), id="nothing"),
        pytest.param(lambda chance: chance.randrange(3, 3), id="empty range"),
        pytest.param(lambda chance: chance.randrange(1 << 33), id="too much"),
        pytest.param(lambda chance: chance.choice([]), id="no choice"),
    ],
)
def test_chance_of_nothing_is_refused(asked):
    with pytest.raises((ValueError, IndexError)):
        asked(Chance("x"))


def holding(seed, sets=None, more=1):
    """Return a holding with random sets and tiles, and what lies open elsewhere."""
    random = Random(seed)
    left = [4] * KINDS
    number = random.randrange(5) if sets is None else sets
    found = Holding(0, 3, bytes(KINDS))
    while len(found.codes) < number:
        code = random.choice((0, PUNG, EXPOSED, ADDED, CONCEALED)) + random.randrange(KINDS)
        kind = code % KINDS
        if code < PUNG and (kind >= 27 or kind % 9 > 6):
            continue
        copies = {0: 1, PUNG: 3}.get(code - kind, 4)
        kinds = (kind, kind + 1, kind + 2) if code < PUNG else (kind,)
        if all(left[each] >= copies for each in kinds):
            found.codes.append(code)
            for each in kinds:
                left[each] -= copies
                found.used[each] += copies
    wall = [kind for kind in range(KINDS) for _ in range(left[kind])]
    random.shuffle(wall)
    for _ in range(13 - 3 * number + more):
        found.counts[wall.pop()] += 1
    visible = bytearray(KINDS)
    for _ in range(random.randrange(len(wall))):
        visible[wall.pop()] += 1
    return found, bytes(visible)


def slow_choice(found, visible, spared):
    """Return what :meth:`Holding.best_discards` is to, from the kernel's rows."""
    forms = 1 if found.codes else 3
    rows = kernel.limited_discards(found.counts, found.used, len(found.codes), forms)
    least = min(shanten for _, shanten, _ in rows)
    live = {
        tile: sum(
            4 - visible[kind] - found.counts[kind] for kind in range(KINDS) if useful >> kind & 1
        )
        for tile, shanten, useful in rows
        if shanten == least and tile not in spared
    }
    best = [tile for tile, number in live.items() if number == max(live.values())]
    best = best or [tile for tile, _, _ in rows]
    honors = [tile for tile in best if tile >= 27]
    return honors or sorted(best, key=lambda tile: (0 < tile % 9 < 8, tile))


@given(st.integers(0, 1 << 40), st.sets(st.integers(0, KINDS - 1), max_size=12))
def test_best_discards_are_those_of_the_rows(seed, spared):
    found, visible = holding(seed)
    assert found.best_discards(visible, sorted(spared)) == slow_choice(found, visible, spared)


@given(st.integers(0, 1 << 40))
def test_a_holding_takes_stock(seed):
    found, _ = holding(seed, more=0)
    found.settle()
    forms = 1 if found.codes else 3
    asked = (found.counts, found.used, len(found.codes), forms)
    assert found.shanten == kernel.limited_shanten(*asked)
    assert found.waits == (kernel.completing(*asked)[0] if found.shanten == 0 else 0)


@pytest.mark.parametrize(
    ("code", "own", "laid", "drawn"),
    [
        pytest.param(PUNG, 2, 3, 0, id="pung"),
        pytest.param(EXPOSED, 3, 4, 0, id="exposed kong"),
        pytest.param(ADDED, 1, 1, 1, id="added kong"),
        pytest.param(CONCEALED, 4, 4, 1, id="concealed kong"),
    ],
)
@given(seed=st.integers(0, 1 << 40))
def test_what_a_set_would_leave(seed, code, own, laid, drawn):
    found, _ = holding(seed, sets=Random(seed).randrange(4), more=drawn)
    for kind in range(KINDS):
        counts, used = bytearray(found.counts), bytearray(found.used)
        if counts[kind] < own or used[kind] + laid > 4:
            with pytest.raises(ValueError, match=r"kind|laid"):
                found.after(code + kind)
            continue
        counts[kind] -= own
        used[kind] += laid
        if code != ADDED or PUNG + kind in found.codes:
            sets = len(found.codes) + (code != ADDED)
            assert found.after(code + kind) == kernel.limited_shanten(counts, used, sets)


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(lambda: Holding(0, 0, bytes(KINDS)), id="no form"),
        pytest.param(lambda: Holding(0, 3, bytes(3)), id="used too short"),
        pytest.param(lambda: Holding(0, 3, bytes(KINDS)).settle(), id="no tiles"),
        pytest.param(lambda: Holding(0, 3, bytes(KINDS)).waits, id="no tiles to wait"),
        pytest.param(lambda: Holding(0, 3, bytes(KINDS)).after(PUNG), id="nothing to claim with"),
        pytest.param(lambda: Holding(0, 3, bytes(KINDS)).after(5), id="a chow"),
        pytest.param(lambda: Holding(0, 3, bytes(KINDS)).after_chow(8, 9), id="no chow"),
        pytest.param(lambda: Turns().go(0, Chance("x")), id="nobody there"),
        pytest.param(lambda: Turns().sit_down((1, 2, 3, 4), bytes(KINDS), None), id="no seats"),
    ],
)
def test_what_is_no_hand_is_refused(made):
    with pytest.raises((ValueError, TypeError, BufferError)):
        made()


def test_turns_of_hands_that_are_none_are_refused():
    turns = Turns()
    turns.sit_down(tuple(Holding(seat, 3, bytes(KINDS)) for seat in range(4)), bytes(KINDS), None)
    turns.is_quick = True
    with pytest.raises(ValueError, match="tiles"):
        turns.go(kernel.ACT, Chance("x"))


def test_the_tiles_of_a_holding_stay_where_they_are():
    found = Holding(0, 3, bytes(KINDS))
    with pytest.raises(BufferError):
        found.counts.append(1)
