import copy
import pickle
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import FIXED_SETS, fixed_sets, hands, tiles, winning_hands, writings
from work import counted

from mjtool.errors import NotationError
from mjtool.hand import FixedSet, Hand, SetKind, _read, _read_plain, winning_tile, won_hand
from mjtool.messages import texts
from mjtool.tiles import TILES, Tile, count


@pytest.mark.parametrize(
    ("text", "kind", "tile", "code"),
    [
        pytest.param("[123m]", SetKind.CHOW, Tile.M1, 0, id="chow"),
        pytest.param("[789s]", SetKind.CHOW, Tile.S7, 24, id="last-chow"),
        pytest.param("[111m]", SetKind.PUNG, Tile.M1, 34, id="pung"),
        pytest.param("[1111m]", SetKind.EXPOSED_KONG, Tile.M1, 68, id="exposed-kong"),
        pytest.param("[1111m+]", SetKind.ADDED_KONG, Tile.M1, 102, id="added-kong"),
        pytest.param("(7777z)", SetKind.CONCEALED_KONG, Tile.RED, 169, id="concealed-kong"),
    ],
)
def test_set_is_read_and_written(text, kind, tile, code):
    fixed = FixedSet.parse(text)
    assert (fixed.kind, fixed.tile, fixed.code) == (kind, tile, code)
    assert str(fixed) == text
    assert FixedSet.from_code(code) == fixed
    assert fixed.is_kong == ("1111" in text or "7777" in text)
    assert fixed.is_open == text.startswith("[")
    assert repr(fixed) == f"FixedSet.parse({text!r})"


def test_there_are_157_sets():
    assert len(FIXED_SETS) == len({fixed.code for fixed in FIXED_SETS}) == 21 + 4 * 34
    for fixed in FIXED_SETS:
        assert FixedSet.parse(str(fixed)) == fixed == FixedSet.from_code(fixed.code)
        assert len(fixed.tiles) == (4 if fixed.is_kong else 3)


@pytest.mark.parametrize(
    "text",
    [f"[{run}p]" for run in map("".join, permutations("456"))]
    + ["[4p5p6p]", "[6筒,四饼 5餅]", "[🀝🀜🀞]", "［４５６ｐ］", "[B6B4B5]"],
)
def test_tiles_of_a_set_come_in_any_order(text):
    assert str(FixedSet.parse(text)) == "[456p]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[055m]", "[555m]", id="red-five"),
        pytest.param("[1111m + ]", "[1111m+]", id="gap-before-plus"),
        pytest.param("（東東东东）", "(1111z)", id="full-width-parentheses"),
        pytest.param("[J1J1J1J1+]", "[7777z+]", id="letters"),
    ],
)
def test_set_in_other_dialects(text, expected):
    assert str(FixedSet.parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("[1m]", "[11m]", "[124m]", "[135m]", "[891m]", "[123z]", "[5z6z7z]", "[89m1p]"),
        *("[1m1p1s]", "[11111m]", "[1112m]", "[1234m]", "[]", "[ ]", "()", "(111m)", "(123m)"),
        *("(1111m+)", "[111m+]", "[123m+]", "[+]", "[123m", "(1111m", "123m]", "[123m)"),
        *("(1111m]", "[[123m]]", "[123m][123m]", "123m", ""),
    ],
)
def test_no_set(text):
    with pytest.raises(NotationError) as caught:
        FixedSet.parse(text)
    assert caught.value.code == "bad_set"


@pytest.mark.parametrize("code", [-1, 7, 8, 25, 27, 33, 170, 1000])
def test_no_set_has_this_code(code):
    with pytest.raises(NotationError) as caught:
        FixedSet.from_code(code)
    assert caught.value.code == "bad_set"


@pytest.mark.parametrize("tile", [Tile.M8, Tile.S9, Tile.EAST, Tile.RED])
def test_no_chow_begins_here(tile):
    with pytest.raises(NotationError) as caught:
        FixedSet(SetKind.CHOW, tile)
    assert caught.value.code == "bad_set"


def test_parts_of_a_hand():
    hand = Hand.parse("[222p](8888s)55z44s333m")
    assert hand.sets == (FixedSet.parse("[222p]"), FixedSet.parse("(8888s)"))
    assert hand.counts == count([Tile.M3] * 3 + [Tile.S4] * 2 + [Tile.WHITE] * 2)
    assert hand.codes == bytes([34 + Tile.P2, 136 + Tile.S8])
    assert hand.used == count([Tile.P2] * 3 + [Tile.S8] * 4)
    assert hand.own == bytes(a + b for a, b in zip(hand.counts, hand.used, strict=True))
    assert (hand.size, hand.is_waiting, hand.is_full, hand.last) == (7, True, False, Tile.M3)
    assert str(hand) == "[222p](8888s)333m44s55z"
    assert repr(hand) == "Hand.parse('[222p](8888s)333m44s55z')"


def test_sets_keep_their_order_and_may_stand_anywhere():
    first = Hand.parse("[111z][222z]123m456p99s")
    assert first != Hand.parse("[222z][111z]123m456p99s")
    assert Hand.parse("123m[111z]456p[222z]99s") == first
    trailing = Hand.parse("99s123m456p[111z][222z]")
    assert (trailing, trailing.last) == (first, Tile.P6)


@pytest.mark.parametrize(
    ("text", "expected", "last"),
    [
        pytest.param("123m456p789s11222z", "123m456p789s11222z", "2z", id="plain"),
        pytest.param("123m456p789s1122z", "123m456p789s1122z", "2z", id="waiting"),
        pytest.param("9s8s7s 6p5p4p 3m2m1m 1z1z,2z2z2z", "123m456p789s11222z", "2z", id="singles"),
        pytest.param("11222z789s456p123m", "123m456p789s11222z", "3m", id="suits-in-any-order"),
        pytest.param("123m11z456p22z789s2z", "123m456p789s11222z", "2z", id="suits-again"),
        pytest.param(
            "W1 W2 W3 T1T2T3 B1B2B3 F1F1 J1J1J1", "123m123p123s11777z", "7z", id="letters"
        ),
        pytest.param("(J1J1J1J1)W1W2W3T1T2T3F1F1B1B1B1", "(7777z)123m111p123s11z", "1p", id="kong"),
        pytest.param("[111m][222m][333m][444m]1p", "[111m][222m][333m][444m]1p", "1p", id="four"),
        pytest.param("[111m][222m][333m][444m]21p", "[111m][222m][333m][444m]12p", "1p", id="pair"),
    ],
)
def test_hands_are_read(text, expected, last):
    hand = Hand.parse(text)
    assert (str(hand), str(hand.last)) == (expected, last)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        pytest.param("", "empty_hand", 1, id="empty"),
        pytest.param(" ,|_\t", "empty_hand", 1, id="separators"),
        pytest.param("123x", "bad_character", 4, id="character"),
        pytest.param("[12x3m]", "bad_character", 4, id="character-in-a-set"),
        pytest.param("[1111+m]", "bad_character", 6, id="plus-in-a-run"),
        pytest.param("[11m+11m]", "bad_character", 5, id="plus-inside"),
        pytest.param("[W1+W2W3]", "bad_character", 4, id="plus-among-letters"),
        pytest.param("123m+", "bad_character", 5, id="plus-outside"),
        pytest.param("{123m}", "bad_character", 1, id="other-brackets"),
        pytest.param("m123p", "suit_without_digits", 1, id="suit"),
        pytest.param("[m]", "suit_without_digits", 2, id="suit-in-a-set"),
        pytest.param("123m456p789s1122", "digits_without_suit", 13, id="digits"),
        pytest.param("12[111m]", "digits_without_suit", 1, id="digits-before-a-set"),
        pytest.param("[123]m", "digits_without_suit", 2, id="suit-outside-the-set"),
        pytest.param("123m8z", "bad_tile", 5, id="tile"),
        pytest.param("[888z]", "bad_tile", 2, id="tile-in-a-set"),
        pytest.param("[111f]", "bad_tile", 2, id="flowers-in-a-set"),
        pytest.param("123m[124p]", "bad_set", 5, id="no-set"),
        pytest.param("[123m123p456s789m55z", "bad_set", 1, id="unclosed"),
        pytest.param("[123m][123p(456s)", "bad_set", 7, id="unclosed-before-another"),
        pytest.param("123m]", "bad_set", 5, id="unopened"),
        pytest.param("[11111m]123p", "bad_set", 1, id="five-in-a-set"),
        pytest.param("(111m)", "bad_set", 1, id="concealed-pung"),
        pytest.param("22222448m123p678s", "too_many_copies", 5, id="fifth"),
        pytest.param("[555z]555z666z777z11m", "too_many_copies", 8, id="fifth-with-a-set"),
        pytest.param("123m[111m]11m", "too_many_copies", 11, id="fifth-after-a-set"),
        pytest.param("[1111m][1111m]", "too_many_copies", 9, id="fifth-in-a-set"),
        pytest.param("一万1m🀇 🀇1萬", "too_many_copies", 8, id="fifth-in-dialects"),
        pytest.param("1m", "wrong_tile_count", 1, id="one"),
        pytest.param("[W1W2W3](J1J1J1J1)F1F1", "wrong_tile_count", 1, id="letters-too-few"),
        pytest.param("123m456p789s112233z", "wrong_tile_count", 1, id="fifteen"),
        pytest.param("[123m]123m456p789s1112z", "wrong_tile_count", 1, id="twelve-with-a-set"),
        pytest.param("[123m]123m456p789s", "wrong_tile_count", 1, id="nine-with-a-set"),
        pytest.param("[123m][123m][123m][123m]", "wrong_tile_count", 1, id="sets-only"),
        pytest.param("[123m][123m][123m][123m][123p]", "wrong_tile_count", 1, id="five-sets"),
        # faults of the text first, the leftmost; then copies, then the number
        pytest.param("[124m]8z", "bad_set", 1, id="set-before-tile"),
        pytest.param("8z[124m]", "bad_tile", 1, id="tile-before-set"),
        pytest.param("11111m8z", "bad_tile", 7, id="tile-before-copies"),
        pytest.param("11111m[124m]", "bad_set", 7, id="set-before-copies"),
        pytest.param("11111m", "too_many_copies", 5, id="copies-before-number"),
        pytest.param("22222m11111m", "too_many_copies", 5, id="leftmost-copies"),
    ],
)
def test_fault_has_code_and_column(text, code, column):
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert (caught.value.code, caught.value.column) == (code, column)
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        pytest.param(
            "1111m456p789s11222z", "declare the kong as a set, [1111m] or (1111m)", id="one"
        ),
        pytest.param(
            "[222p]3333m44488s555z", "the kong as a set, [3333m] or (3333m)", id="with-set"
        ),
        pytest.param("123m456p789s112233z", "a kong as a set, as in [1111m]", id="no-kong"),
        pytest.param("123m", "13 or 14 are needed", id="too-few"),
        pytest.param("[123m]123m", "10 or 11 are needed", id="too-few-with-set"),
    ],
)
def test_wrong_number_hints_at_the_kong(text, hint):
    with pytest.raises(NotationError, match="declare") as caught:
        Hand.parse(text)
    assert caught.value.code == "wrong_tile_count"
    assert hint in str(caught.value)


@given(hands())
def test_canonical_text_reads_back(hand):
    again = Hand.parse(str(hand))
    assert again == hand
    assert hash(again) == hash(hand)
    assert str(again) == str(hand)
    assert again.size == hand.size == sum(hand.counts)


@given(st.data(), hands())
def test_every_writing_gives_the_hand(data, hand):
    assert Hand.parse(data.draw(writings(hand))) == hand


@given(hands(), st.randoms())
def test_fast_path_reads_as_the_scanner(hand, random):
    runs = []
    for suit, start in zip("mpsz", (0, 9, 18, 27), strict=True):
        ranks = [t.rank for t in TILES[start : start + 9] for _ in range(hand.counts[t])]
        random.shuffle(ranks)
        runs.append("".join(map(str, ranks)) + suit if ranks else "")
    text = "".join(map(str, hand.sets)) + "".join(runs)
    fast, slow = _read_plain(text), _read(text)
    assert fast == slow == hand
    assert fast is not None
    assert (fast.last, fast.size) == (slow.last, slow.size)


@given(st.text("[]()+1234509mpsz", max_size=24) | st.text("12m[]", max_size=20))
def test_fast_path_never_reads_what_the_scanner_refuses(text):
    fast = _read_plain(text)
    if fast is not None:
        slow = _read(text)
        assert (fast, fast.last, fast.size) == (slow, slow.last, slow.size)


def outcome(read, text):
    """Return what reading gives: the hand, or the error's code and column."""
    try:
        return read(text)
    except NotationError as error:
        return error.code, error.column


@given(hands(), st.integers(0, 40), st.sampled_from("0123456789mpszf[]()+ "))
def test_one_wrong_character_is_told_alike(hand, place, char):
    text = str(hand)
    text = text[:place] + char + text[place + 1 :]
    assert outcome(Hand.parse, text) == outcome(_read, text)


ALPHABET = (
    "0123456789mpszfMPSZFWBTJ[]()+ ,_|一九万萬筒条鸡幺东發财白板红中🀇🀄🀢\ufe0f８ｚ［\x00\ud800⑩"
)


@given(st.text() | st.text(ALPHABET))
def test_any_text_gives_a_hand_or_one_error(text):
    error = None
    try:
        hand = Hand.parse(text)
    except NotationError as refusal:
        error = refusal
    if error is None:
        assert Hand.parse(str(hand)) == hand
        return
    assert 1 <= error.column <= max(len(text), 1)
    for lang in ("en", "zh"):
        assert len(error.message(lang).splitlines()) == 1
        error.message(lang).encode()  # a message can always be printed


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[" * 50_000, id="brackets"),
        pytest.param("[111m]" * 8_000, id="sets"),
        pytest.param("[123m" + " " * 50_000 + "x", id="spaces-in-a-set"),
        pytest.param("[1111m" + "+" * 50_000 + "]", id="pluses"),
        pytest.param("1m" * 25_000, id="tiles"),
        pytest.param("[" + "1m" * 25_000 + "]", id="tiles-in-a-set"),
        pytest.param("[W1]" * 12_000, id="letters"),
        pytest.param("\x00\ud800" * 25_000, id="nul-and-surrogates"),
    ],
)
def test_long_garbage_is_refused_at_once(text):
    with counted() as work, pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert work.steps < 10 * len(text)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("sets", "counts", "code"),
    [
        pytest.param((), bytes(33), "wrong_tile_count", id="33-counts"),
        pytest.param((), [], "wrong_tile_count", id="no-counts"),
        pytest.param((), [300, *[0] * 33], "wrong_tile_count", id="above-a-byte"),
        pytest.param((), [-1, *[0] * 33], "wrong_tile_count", id="negative"),
        pytest.param((), bytes(34), "empty_hand", id="no-tiles"),
        pytest.param((), bytes([5, *[1] * 8, *[0] * 25]), "too_many_copies", id="fifth"),
        pytest.param((), bytes([255] * 34), "too_many_copies", id="all-full"),
        pytest.param(("[111m]",), bytes([2] * 5 + [0] * 29), "too_many_copies", id="fifth-in-set"),
        pytest.param((), bytes([4] * 4 + [0] * 30), "wrong_tile_count", id="sixteen"),
        pytest.param(("[123m]",) * 5, bytes(34), "too_many_copies", id="five-like-sets"),
        pytest.param(("[1111m]",) * 200, bytes(34), "too_many_copies", id="very-many-sets"),
        pytest.param(("[123m]",) * 4, bytes(34), "wrong_tile_count", id="sets-only"),
    ],
)
def test_parts_that_are_no_hand(sets, counts, code):
    with pytest.raises(NotationError) as caught:
        Hand.build(map(FixedSet.parse, sets), counts)
    assert caught.value.code == code


def test_last_must_be_held():
    counts = Hand.parse("123m456p789s1122z").counts
    assert Hand.build((), counts, Tile.M1).last is Tile.M1
    with pytest.raises(NotationError) as caught:
        Hand.build((), counts, Tile.M4)
    assert caught.value.code == "winning_tile_not_held"


@given(hands(full=False), tiles)
def test_drawing_and_discarding_undo_each_other(hand, tile):
    if hand.own[tile] == 4:
        with pytest.raises(NotationError) as caught:
            hand.with_tile(tile)
        assert caught.value.code == "too_many_copies"
        return
    drawn = hand.with_tile(tile)
    assert (drawn.last, drawn.size, drawn.sets) == (tile, hand.size + 1, hand.sets)
    assert drawn.is_full
    assert drawn.without_tile(tile) == hand
    assert drawn.without_tile(tile).last is None


def test_a_full_hand_draws_no_more():
    hand = Hand.parse("123m456p789s11222z")
    with pytest.raises(NotationError, match="15 concealed tiles"):
        hand.with_tile(Tile.M1)
    with pytest.raises(NotationError, match="does not hold 9m"):
        hand.without_tile(Tile.M9)


@pytest.mark.parametrize(
    ("text", "win", "expected"),
    [
        pytest.param("123m456p789s11222z", None, Tile.SOUTH, id="last"),
        pytest.param("123m456p789s22211z", None, Tile.EAST, id="last-written"),
        pytest.param("123m456p789s11222z", "1m", Tile.M1, id="named"),
        pytest.param("123m456p789s11222z", "东", Tile.EAST, id="named-in-chinese"),
        pytest.param("123m456p789s11222z", "F2", Tile.SOUTH, id="named-by-letters"),
        pytest.param("123m456p789s11222z", Tile.P5, Tile.P5, id="tile"),
    ],
)
def test_winning_tile(text, win, expected):
    assert winning_tile(Hand.parse(text), win) is expected


@pytest.mark.parametrize(
    ("text", "win", "code", "column"),
    [
        pytest.param("123m456p789s11222z", "9m", "winning_tile_not_held", 1, id="not-held"),
        pytest.param("123m456p789s11222z", Tile.M9, "winning_tile_not_held", 1, id="tile"),
        pytest.param("[111m]456p789s11222z", "1m", "winning_tile_not_held", 1, id="in-a-set-only"),
        pytest.param("123m456p789s11222z", "8z", "bad_tile", 1, id="no-tile"),
        pytest.param("123m456p789s11222z", "1x", "bad_character", 2, id="character"),
        pytest.param("123m456p789s11222z", "12m", "wrong_tile_count", 1, id="two"),
        pytest.param("123m456p789s11222z", "", "wrong_tile_count", 1, id="none"),
    ],
)
def test_no_winning_tile(text, win, code, column):
    with pytest.raises(NotationError) as caught:
        winning_tile(Hand.parse(text), win)
    assert (caught.value.code, caught.value.column) == (code, column)


@pytest.mark.parametrize(
    ("text", "win", "whole"),
    [
        pytest.param("123m456p789s11222z", None, "123m456p789s11222z", id="last"),
        pytest.param("123m456p789s11222z", "1m", "123m456p789s11222z", id="held"),
        pytest.param("123m456p789s1122z", "1z", "123m456p789s11122z", id="taken-in"),
        pytest.param(
            "[111m](5555z)456p789s1z", Tile.EAST, "[111m](5555z)456p789s11z", id="with-sets"
        ),
    ],
)
def test_a_waiting_hand_takes_in_its_winning_tile(text, win, whole):
    hand, tile = won_hand(Hand.parse(text), win)
    assert hand == Hand.parse(whole)
    assert tile is (hand.last if win is None else Tile.parse(str(win)))


def test_winning_tile_of_counts_must_be_named():
    hand = Hand.build((), Hand.parse("123m456p789s11222z").counts)
    with pytest.raises(NotationError, match="no winning tile") as caught:
        winning_tile(hand)
    assert caught.value.code == "winning_tile_not_held"
    assert winning_tile(hand, Tile.M1) is Tile.M1


@given(hands(), fixed_sets)
def test_values_copy_and_travel(hand, fixed):
    for value in (hand, fixed):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(hand)).last == hand.last


def test_hands_do_not_change():
    hand = Hand.parse("123m456p789s11222z")
    with pytest.raises(AttributeError):
        hand.counts = bytes(34)
    with pytest.raises(AttributeError):
        FixedSet.parse("[111m]").tile = Tile.M2


@given(winning_hands(forms=("standard", "seven_pairs", "thirteen_orphans")))
def test_winning_hands_are_full(hand):
    assert hand.is_full
    assert hand.last is not None
    assert winning_tile(hand) == hand.last
    assert Hand.parse(str(hand)) == hand


def rows(columns, heading):
    """Return the rows of the table under a heading of docs/notation.md, without code marks."""
    text = (Path(__file__).parent.parent / "docs" / "notation.md").read_text("utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip(" ").strip("`") for cell in line.split("|")[1:-1]] for line in lines]
    return [row for row in cells if len(row) == columns][2:]


@pytest.mark.parametrize(("text", "hand", "last"), rows(3, "Hands"))
def test_documented_hands(text, hand, last):
    found = Hand.parse(text)
    assert (str(found), str(found.last)) == (hand, last)


@pytest.mark.parametrize(("code", "_what", "column", "text"), rows(4, "Errors")[:-1])
def test_documented_errors(code, _what, column, text):
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert (caught.value.code, caught.value.column) == (code, int(column))


def test_every_code_is_documented():
    documented = [row[0] for row in rows(4, "Errors")]
    keys = "empty bad_character suit_ digits_ bad_tile bad_set wild_in_ "
    keys += "too_many_ wrong_tile_ winning_tile_"
    codes = {key.partition(".")[0] for key in texts("en") if key.startswith(tuple(keys.split()))}
    assert len(documented) == 10
    assert set(documented) == codes
