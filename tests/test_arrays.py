"""``mjtool.batch``: every row as the single hand; one clear error for what is no array of hands."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mjtool
from mjtool import FixedSet, Hand, MjtoolError, batch, kernel
from mjtool.hand import hand_of
from mjtool.in_play import held
from mjtool.tiles import HELD, KINDS, TILES
from mjtool.wild_completion import useful as useful_with_wilds

GAMES = {
    "jipinghu": ("jipinghu", {}),
    "xinmajiang": ("xinmajiang", {}),
    "tuidaohu": ("tuidaohu", {}),
    "mil": ("guangdong_mil", {}),
    "told-wild": ("jipinghu", {"wild": "5z"}),
    "two-wild": ("tuidaohu", {"wild": "1m9p"}),
    "hongzhong": ("hongzhong_mil", {}),
}
"""Rules with what is told of wild tiles, by name."""


def own_pattern(folder):
    """Return a rule file with a pattern of its own."""
    file = folder / "own.toml"
    file.write_text(
        'extends = "jipinghu"\n[patterns.honor_rich]\nname = "字多"\nname_en = "Honors"\n'
        "when = \"honors >= 5 or wait == 'closed'\"\nfan = 2\n",
        "utf-8",
    )
    return str(file)


def deal(rng, rules, told, size):
    """Return a hand that is near to complete more often than not, or None where none came about."""
    stock = rules.stock
    kinds = [kind for kind in stock.kinds if rng.random() < rng.choice((0.3, 1))] or [*stock.kinds]
    wild = told.get("wild")
    wilds = set(rules.wilds.kinds) | ({int(t) for t in mjtool.parse_tiles(wild)} if wild else set())
    plain = [kind for kind in wilds if kind < KINDS]
    left = [4 if kind in stock.kinds else 0 for kind in range(KINDS)]
    counts, sets = [0] * KINDS, []

    def take(tiles):
        if any(left[tile] < tiles.count(tile) for tile in tiles):
            return False
        for tile in tiles:
            left[tile] -= 1
        return True

    fixed = rng.choice((0, 0, 1, 2, 4))
    parts = 0
    for _ in range(60):
        if parts == 4:
            break
        kind = rng.choice(kinds)
        code = rng.choice((kernel.CHOW, kernel.PUNG, kernel.CONCEALED_KONG, kernel.EXPOSED_KONG))
        if code == kernel.CHOW and (kind >= 27 or kind % 9 > 6):
            code = kernel.PUNG
        each = FixedSet.from_code(code + kind)
        if parts >= fixed and each.is_kong:
            continue
        tiles = [int(tile) for tile in each.tiles]
        if (parts < fixed and wilds & set(tiles)) or not take(tiles):
            continue
        parts += 1
        if parts <= fixed:
            sets.append(each)
        else:
            for tile in tiles:
                counts[tile] += 1
    pair = next((kind for kind in rng.sample(range(KINDS), KINDS) if left[kind] >= 2), None)
    if parts < 4 or pair is None:
        return None
    take([pair, pair])
    counts[pair] += 2
    held_ = [kind for kind in range(KINDS) for _ in range(counts[kind])]
    rng.shuffle(held_)
    for _ in range(rng.choice((0, 0, 1, 2, 3))):  # some give way to others, wild ones above all
        pool = [kind for kind in (*plain, *plain, *stock.kinds) if left[kind]]
        new = rng.choice(pool)
        left[new] -= 1
        left[held_[0]] += 1
        held_ = [*held_[1:], new]
    held_ = held_[: size - 3 * len(sets)]
    counts = bytearray(KINDS)
    for tile in held_:
        counts[tile] += 1
    return with_flowers(rng, tuple(sets), counts, [kind for kind in wilds if kind >= KINDS])


def with_flowers(rng, sets, counts, flowers):
    """Return the hand with some of its tiles given away for flowers, where these are wild."""
    mine = min(rng.choice((0, 1, 2)), sum(counts) - 1) if flowers else 0
    for _ in range(mine):
        counts[next(kind for kind in range(KINDS) if counts[kind])] -= 1
    return hand_of(sets, bytes(counts), bytes([42] * mine))


def dealt(seed, game, *, size=None, number=6):
    """Return rules, what is told of wild tiles, and hands."""
    rng = Random(seed)
    name, told = game
    rules = mjtool.load_rules(name)
    hands = []
    while len(hands) < number:
        hand = deal(rng, rules, told, size or rng.choice((13, 14)))
        if hand is not None:
            hands.append(hand)
    return rng, rules, told, hands


def play(hand, rules, told):
    """Return the rules of play, and the hand as these see it."""
    return mjtool.score(
        hand, rules, next(t for t in TILES if hand.counts[t]), self_drawn=True, **told
    )


SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_shanten_and_completeness_are_those_of_the_hands(game, seed):
    _, rules, told, hands = dealt(seed, game)
    rows = batch.arrays(hands)
    single = [mjtool.shanten(hand, rules, **told) for hand in hands]
    asked = {"fixed": rows.fixed, "wilds": rows.wilds, **told}
    found = batch.shanten(rows.counts, rules, **asked)
    assert found.dtype == np.int8
    assert found.tolist() == [each.shanten for each in single]
    whole = batch.is_complete(rows.counts, rules, **asked)
    assert whole.dtype == np.bool_
    assert whole.tolist() == [each.shanten == -1 for each in single]
    none = [hand for hand in hands if not hand.sets]
    few = batch.arrays(none)
    asked_few = {"wilds": few.wilds, **told}
    assert batch.shanten(few.counts, rules, **asked_few).tolist() == [
        mjtool.shanten(hand, rules, **told).shanten for hand in none
    ]
    standard = batch.shanten(rows.counts, rules, forms=["standard"], **asked)
    assert standard.tolist() == [each.standard for each in single]
    if rules.form_mask & 12:
        pairs = batch.shanten(rows.counts, rules, forms=["seven_pairs"], **asked).tolist()
        assert pairs == [127 if each.seven_pairs is None else each.seven_pairs for each in single]
    ignoring = batch.shanten(
        rows.counts, rules, sets=[len(h.sets) for h in hands], wilds=rows.wilds, **told
    )
    alone = [mjtool.shanten(hand, rules, ignore_sets=True, **told).shanten for hand in hands]
    assert ignoring.tolist() == alone


@every_game
@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_useful_and_completing_tiles_are_those_of_the_hands(game, seed):
    _, rules, told, hands = dealt(seed, game, size=13)
    rows = batch.arrays(hands)
    found = batch.useful(rows.counts, rules, fixed=rows.fixed, wilds=rows.wilds, **told)
    assert found.dtype == np.uint64
    assert found.tolist() == [
        mjtool.efficiency(hand, rules, **told).rows[0].useful for hand in hands
    ]
    done = batch.completing(rows.counts, rules, fixed=rows.fixed, wilds=rows.wilds, **told)
    assert done.dtype == np.uint64
    waits = [mjtool.waits(hand, rules, **told).waits for hand in hands]
    assert done.tolist() == [sum(1 << wait.tile for wait in each) for each in waits]
    kinds = batch.columns(done)
    assert kinds.shape == (len(hands), KINDS)
    assert [set(row.nonzero()[0]) for row in kinds] == [
        {int(wait.tile) for wait in each if wait.tile < KINDS} for each in waits
    ]


def best_of(scores):
    """Return what counts of the scores of a hand with each of its winning tiles."""
    won = [score for score in scores if score.won]
    if not won:
        return (False, -1, -1, 0, 255)

    def worth(score):
        return (score.points, -1 if score.fan is None else score.fan, -int(score.win))

    best = max(won, key=worth)
    fan = -1 if best.fan is None else best.fan
    multiplier = -1 if best.multiplier is None else best.multiplier
    return (True, fan, multiplier, best.points, int(best.win))


WAYS = [
    {"self_drawn": True},
    {"self_drawn": False, "seat": "S", "round": "E"},
    {"self_drawn": True, "seat": "E", "round": "E", "events": ["last_tile"]},
    {"self_drawn": False, "seat": "W", "events": ["robbing_kong"]},
]


@every_game
@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_the_best_is_that_of_the_hands(game, seed):
    rng, rules, told, hands = dealt(seed, game)
    compare_best(rng, rules, told, hands)


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_the_best_by_own_patterns_is_that_of_the_hands(tmp_path_factory, seed):
    file = own_pattern(tmp_path_factory.mktemp("own"))
    compare_best(*dealt(seed, (file, {})))


def compare_best(rng, rules, told, hands):
    way = rng.choice(WAYS)
    rows = batch.arrays(hands)
    wanted = []
    for hand in hands:
        if hand.is_full:
            tiles = [tile for tile in TILES if hand.counts[tile]]
            tiles += [HELD[tile] for tile in set(hand.extra)]
        else:
            tiles = [wait.tile for wait in mjtool.waits(hand, rules, **told).waits]
        wanted.append(best_of([mjtool.score(hand, rules, t, **way, **told) for t in tiles]))
    found = batch.best(rows.counts, rules, fixed=rows.fixed, wilds=rows.wilds, **way, **told)
    assert [*zip(*(column.tolist() for column in found), strict=True)] == wanted
    none = [at for at, hand in enumerate(hands) if not hand.sets]
    few = batch.best(rows.counts[none], rules, wilds=rows.wilds[none], **way, **told)
    assert [*zip(*(column.tolist() for column in few), strict=True)] == [wanted[at] for at in none]
    wins = [rng.choice([tile for tile in TILES if hand.counts[tile]] or [0]) for hand in hands]
    wins = [
        win
        if hand.is_full
        else next(t for t in TILES if hand.own[t] < 4 and t in rules.stock.kinds)
        for win, hand in zip(wins, hands, strict=True)
    ]
    found = batch.best(
        rows.counts, rules, fixed=rows.fixed, win=wins, wilds=rows.wilds, **way, **told
    )
    alone = [
        best_of([mjtool.score(hand, rules, win, **way, **told)])
        for hand, win in zip(hands, wins, strict=True)
    ]
    assert [*zip(*(column.tolist() for column in found), strict=True)] == alone


def test_rules_with_a_minimum_win_below_it_nothing(tmp_path):
    file = tmp_path / "least.toml"
    file.write_text('extends = "jipinghu"\n[win]\nminimum_fan = 3\n', "utf-8")
    hands = ["[222p]333m444888s55z", "123m456p789s11222z", "111222333m44455z"]
    rows = batch.arrays(hands)
    for drawn in (True, False):
        found = batch.best(
            rows.counts, str(file), fixed=rows.fixed, win=rows.last, self_drawn=drawn
        )
        alone = [mjtool.score(hand, str(file), self_drawn=drawn) for hand in hands]
        assert found.won.tolist() == [each.won for each in alone]
        assert found.points[found.won].tolist() == [each.points for each in alone if each.won]


def test_useful_tiles_of_full_hands_with_wild_tiles():
    rules = mjtool.load_rules("hongzhong_mil")
    hand = Hand.parse("123m456p7899s127m7z")
    rows = batch.arrays([hand])
    mine = held(hand, rules)
    found = int(batch.useful(rows.counts, rules)[0])
    assert found & ~(1 << 33) == useful_with_wilds(mine, rules, 1 | rules.form_mask) & ~(1 << 33)


def test_wild_tiles_of_no_kind():
    texts = ["123m456p789s11z20z", "0000z11122233m4s", "123m456p789s1122z"]
    rows = batch.arrays(texts)
    assert rows.wilds.tolist() == [Hand.parse(text).extra.count(42) for text in texts]
    found = batch.shanten(rows.counts[:2], "jipinghu", wilds=rows.wilds[:2]).tolist()
    assert found == [mjtool.shanten(text, "jipinghu").shanten for text in texts[:2]]
    done = batch.completing(rows.counts[1:2], "jipinghu", wilds=rows.wilds[1:2]).tolist()
    waits = mjtool.waits(texts[1], "jipinghu").waits
    assert done == [sum(1 << wait.tile for wait in waits)]
    worth = batch.best(rows.counts[1:2], "jipinghu", wilds=rows.wilds[1:2], self_drawn=True)
    best = max(waits, key=lambda wait: (wait.self_drawn.points, wait.self_drawn.fan or -1))
    assert worth.points.tolist() == [best.self_drawn.points]
    assert worth.win[0] in [int(tile) for tile in HELD]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_answer_the_same(threads):
    hands = dealt(7, GAMES["jipinghu"], number=300)[3]
    rows = batch.arrays(hands)
    counts, fixed = np.tile(rows.counts, (60, 1)), np.tile(rows.fixed, (60, 1))
    for ask in (batch.shanten, batch.useful, batch.is_complete):
        once = ask(rows.counts, "jipinghu", fixed=rows.fixed)
        many = ask(counts, "jipinghu", fixed=fixed, threads=threads)
        assert (many == np.tile(once, 60)).all()
    once = batch.best(rows.counts, "jipinghu", fixed=rows.fixed, self_drawn=True)
    many = batch.best(counts, "jipinghu", fixed=fixed, self_drawn=True, threads=threads)
    for few, all_ in zip(once, many, strict=True):
        assert (all_ == np.tile(few, 60)).all()


def odd(values):
    """Return the same array as a view that is not one piece of memory."""
    return np.repeat(values, 2, axis=0)[::2]


def frozen(values):
    values = values.copy()
    values.flags.writeable = False
    return values


@pytest.mark.parametrize(
    "shaped",
    [
        pytest.param(odd, id="not-contiguous"),
        pytest.param(np.asfortranarray, id="fortran"),
        pytest.param(frozen, id="read-only"),
        pytest.param(lambda values: values.astype(np.int64), id="int64"),
        pytest.param(lambda values: values.astype(">i2"), id="big-endian"),
        pytest.param(lambda values: values.tolist(), id="list"),
    ],
)
def test_arrays_of_every_make_are_taken(shaped):
    rows = batch.arrays(dealt(3, GAMES["jipinghu"], number=40)[3])
    found = batch.shanten(shaped(rows.counts), "jipinghu", fixed=shaped(rows.fixed))
    assert (found == batch.shanten(rows.counts, "jipinghu", fixed=rows.fixed)).all()
    one = batch.best(shaped(rows.counts), "jipinghu", fixed=shaped(rows.fixed), self_drawn=True)
    other = batch.best(rows.counts, "jipinghu", fixed=rows.fixed, self_drawn=True)
    assert all((a == b).all() for a, b in zip(one, other, strict=True))


@every_game
def test_no_rows_have_no_answers(game):
    name, told = game
    none = np.zeros((0, KINDS), np.uint8)
    for ask in (batch.shanten, batch.useful, batch.completing, batch.is_complete):
        assert ask(none, name, **told).shape == (0,)
    for column in batch.best(none, name, self_drawn=True, **told):
        assert column.shape == (0,)
    assert batch.arrays([]).counts.shape == (0, KINDS)


def counts_of(*texts):
    return np.array(batch.arrays(texts).counts)


GOOD = "123m456p789s1122z"


def spoiled(change, dtype=np.int64):
    rows = counts_of(GOOD, GOOD, GOOD).astype(dtype)
    change(rows)
    return rows


def put(row, kind, number):
    def change(rows):
        rows[row, kind] = number

    return change


@pytest.mark.parametrize("ask", ["shanten", "useful", "completing", "is_complete", "best"])
@pytest.mark.parametrize(
    ("counts", "more", "told"),
    [
        pytest.param(spoiled(put(1, 0, -1)), {}, "row 1: -1 in 'counts'", id="negative"),
        pytest.param(spoiled(put(2, 0, 300)), {}, "row 2: 300 in 'counts'", id="300"),
        pytest.param(spoiled(put(2, 0, 5)), {}, "row 2: ", id="five-alike"),
        pytest.param(spoiled(put(2, 0, 255), np.uint8), {}, "row 2: ", id="255-alike"),
        pytest.param(spoiled(put(1, 0, 0)), {}, "row 1: ", id="too-few"),
        pytest.param(np.zeros((3, 33), np.uint8), {}, r"shape \(n, 34\)", id="33-columns"),
        pytest.param(np.zeros(34, np.uint8), {}, r"shape \(n, 34\)", id="one-dimension"),
        pytest.param(np.zeros((1, 1, 34), np.uint8), {}, r"shape \(n, 34\)", id="three"),
        pytest.param(np.zeros((3, 34)), {}, "whole numbers, not of float64", id="float"),
        pytest.param(np.zeros((3, 34), np.bool_), {}, "not of bool", id="bool"),
        pytest.param(np.full((3, 34), None), {}, "not of object", id="object"),
        pytest.param([[1, 2], [3]], {}, "an array of whole numbers is", id="ragged"),
        pytest.param(None, {}, "must be", id="none"),
        pytest.param("123m", {}, "must be", id="text"),
        pytest.param(counts_of(GOOD), {"fixed": [[44]]}, "row 0: .*tiles", id="a-set-too-many"),
        pytest.param(counts_of(GOOD), {"fixed": [[240]]}, "row 0: 240 is not", id="no-set"),
        pytest.param(
            counts_of(GOOD), {"fixed": [[255], [255]]}, r"\(1, n\)", id="fixed-of-two-rows"
        ),
        pytest.param(counts_of(GOOD), {"fixed": [[255] * 5]}, r"\(n, 4\)", id="five-sets"),
        pytest.param(
            counts_of("[222z]112z456m7899s"),
            {"fixed": [[kernel.PUNG + 27]]},
            "row 0: .*1z",
            id="five-with-a-set",
        ),
        pytest.param(
            counts_of(GOOD), {"threads": 0}, "'?threads'? must be at least 1", id="threads"
        ),
        pytest.param(counts_of(GOOD), {"wilds": [15]}, "row 0: ", id="fifteen-wild"),
        pytest.param(counts_of(GOOD), {"wilds": [-1]}, "row 0: -1 in 'wilds'", id="minus-wild"),
        pytest.param(counts_of(GOOD), {"wild": "1q"}, "1q", id="no-wild-tile"),
        pytest.param(counts_of(GOOD), {"rules": "jipinhu"}, "jipinhu", id="no-rules"),
    ],
)
def test_what_is_no_array_of_hands_is_one_error(ask, counts, more, told):
    arguments = {"rules": "jipinghu", **more}
    if ask == "best":
        arguments["self_drawn"] = True
    with pytest.raises(MjtoolError, match=told) as caught:
        getattr(batch, ask)(counts, **arguments)
    assert "\n" not in caught.value.message("zh")


@pytest.mark.parametrize(
    ("win", "told"),
    [
        pytest.param([0, 34], "row 1: 34 is no winning tile", id="34"),
        pytest.param([0, 255], "row 1: 255 is no winning tile", id="none"),
        pytest.param([0, 33], "row 1: .*7z", id="not-held"),
        pytest.param([0], r"\(2,\)", id="one"),
    ],
)
def test_a_winning_tile_that_is_not_there_is_an_error(win, told):
    rows = counts_of("123m456p789s11222z", "123m456p789s11222z")
    with pytest.raises(MjtoolError, match=told):
        batch.best(rows, "jipinghu", self_drawn=True, win=win)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        pytest.param({"sets": [5]}, "5 fixed sets", id="five"),
        pytest.param({"sets": [3]}, "there must be 4 or 5", id="three"),
        pytest.param({"sets": [1], "fixed": [[0]]}, "'sets'", id="both"),
    ],
)
def test_a_number_of_sets_that_cannot_be_is_an_error(row, told):
    with pytest.raises(MjtoolError, match=told):
        batch.shanten(counts_of(GOOD), "jipinghu", **row)


def test_a_full_hand_is_not_completed():
    with pytest.raises(MjtoolError, match="row 1: a full hand"):
        batch.completing(counts_of(GOOD, "123m456p789s11222z"), "jipinghu")


@pytest.mark.parametrize("forms", [["pairs"], [], ["seven_pairs"], "standard", 3])
def test_forms_that_the_rules_lack_are_an_error(forms):
    with pytest.raises(MjtoolError, match="forms"):
        batch.shanten(counts_of(GOOD), "jipinghu", forms=forms)


def test_a_hand_that_is_none_names_its_row():
    with pytest.raises(MjtoolError, match=r"row 1: .*'x'") as caught:
        batch.arrays([GOOD, "123x"])
    assert caught.value.message("zh").startswith("第 1 行：")


def test_without_numpy_the_extra_is_named():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import mjtool\n"
        "try:\n mjtool.batch\n"
        "except mjtool.MissingExtraError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "mjtool.batch needs the numpy extra: pip install 'mjtool[numpy]'\n"


FULL = bytes([3, 1, 1, 1, 1, 1, 1, 1, 4, *[0] * 25])
SHORT = bytes([2, *[0] * 33])


def rows_of(counts, number=2):
    return memoryview(counts * number).cast("B", (number, KINDS))


@pytest.mark.parametrize(
    ("counts", "fixed", "sets", "wins"),
    [
        pytest.param(FULL, None, None, b"\0\x21", id="win-not-held"),
        pytest.param(FULL, None, None, b"\0\xff", id="win-no-kind"),
        pytest.param(SHORT, [34, 35, 36, 170] * 2, b"\4\4", b"\0\0", id="a-pair"),
        pytest.param(SHORT, [34, 35, 36, 255] * 2, b"\4\4", b"\0\0", id="no-code"),
        pytest.param(SHORT, [34, 35, 36, 7] * 2, b"\4\4", b"\0\0", id="no-chow"),
        pytest.param(SHORT, [34, 35, 36, 30] * 2, b"\4\4", b"\0\0", id="chow-of-honors"),
        pytest.param(SHORT, [35, 35, 36, 37] * 2, b"\4\4", b"\0\0", id="six-alike"),
        pytest.param(SHORT, [34, 35, 36, 37] * 2, b"\5\4", b"\0\0", id="five-sets"),
        pytest.param(SHORT, [34, 35, 36, 37] * 2, b"\3\3", b"\0\0", id="too-few-tiles"),
    ],
)
def test_the_kernel_reads_only_full_hands(counts, fixed, sets, wins):
    codes = None if fixed is None else memoryview(bytes(fixed)).cast("B", (2, 4))
    with pytest.raises(ValueError, match=r"row [01] is no full hand"):
        kernel.facts_batch(rows_of(counts), codes, sets, wins, 3)


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"sets": b"\0"}, id="few-sets"),
        pytest.param({"sets": b"\5\0"}, id="five-sets"),
        pytest.param({"wilds": b"\0\x0f"}, id="fifteen-wilds"),
        pytest.param({"used": bytes(34)}, id="flat"),
        pytest.param({"used": rows_of(bytes([255] * 34))}, id="all-used"),
        pytest.param({"used": rows_of(bytes(34), 3)}, id="three-rows"),
        pytest.param({"gone": 1}, id="gone"),
        pytest.param({"threads": 0}, id="threads"),
    ],
)
@pytest.mark.parametrize("question", ["shanten", "useful", "is_complete"])
def test_the_kernel_refuses_rows_that_are_no_hands(question, more):
    with pytest.raises(ValueError, match=r"row|used|sets|threads|dimension"):
        kernel.rows_batch(question, rows_of(FULL), 3, **more)
