import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import DIALECTS, mixed_words, tiles
from work import counted

from mjtool.errors import NotationError
from mjtool.notation import format_counts, format_tiles, tile_name, unicode_tile
from mjtool.tiles import NAMES, PIECES, TILES, Flower, Tile, count, parse_tile, parse_tiles


def names(text, **options):
    return " ".join(map(str, parse_tiles(text, **options)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("123m456p11z", "1m 2m 3m 4p 5p 6p 1z 1z", id="runs"),
        pytest.param("321m1m", "3m 2m 1m 1m", id="order-written"),
        pytest.param("1m2m3m", "1m 2m 3m", id="one-at-a-time"),
        pytest.param("12M3P4S5Z", "1m 2m 3p 4s 5z", id="upper-case"),
        pytest.param(" 1m, 2p_3s|4z\t5z\n", "1m 2p 3s 4z 5z", id="separators"),
        pytest.param("一万二万三万", "1m 2m 3m", id="chinese"),
        pytest.param("1万2万", "1m 2m", id="digit-and-word"),
        pytest.param("123万", "1m 2m 3m", id="run-and-word"),
        pytest.param("一二三万", "1m 2m 3m", id="chinese-run"),
        pytest.param("东南西北中发白", "1z 2z 3z 4z 7z 6z 5z", id="honors"),
        pytest.param("三筒3饼3同3餅", "3p 3p 3p 3p", id="dots"),
        pytest.param("七条7索7條", "7s 7s 7s", id="bamboos"),
        pytest.param("幺鸡幺雞一条", "1s 1s 1s", id="one-bamboo"),
        pytest.param("红中发财白板", "7z 6z 5z", id="dragons-in-full"),
        pytest.param("中红中发发财白白板", "7z 7z 6z 6z 5z 5z", id="short-and-full"),
        pytest.param("一萬東發紅中發財", "1m 1z 6z 7z 6z", id="traditional"),
        pytest.param("發财发財", "6z 6z", id="scripts-mixed"),
        pytest.param("１２３ｍ４Ｐ", "1m 2m 3m 4p", id="full-width"),
        pytest.param("1m，2p　3s｜4z＿5z", "1m 2p 3s 4z 5z", id="full-width-separators"),
        pytest.param("🀇🀙🀐🀀🀆🀅🀄", "1m 1p 1s 1z 5z 6z 7z", id="unicode"),
        pytest.param("🀄\ufe0f🀄\ufe0e🀇\ufe0e1m", "7z 7z 1m 1m", id="variation-selectors"),
        pytest.param("W1 B2 T3 F1F4", "1m 2p 3s 1z 4z", id="letters"),
        pytest.param("J1J2J3", "7z 6z 5z", id="letters-dragons"),
        pytest.param("Ｗ１,Ｂ９", "1m 9p", id="letters-full-width"),
        pytest.param("0m0p0s", "5m 5p 5s", id="red-fives"),
        pytest.param("406m", "4m 5m 6m", id="red-five-in-a-run"),
        pytest.param("1m二万3筒🀀東 5z", "1m 2m 3p 1z 1z 5z", id="mixed"),
        pytest.param("", "", id="nothing"),
        pytest.param(" ,_| \u3000", "", id="separators-only"),
    ],
)
def test_reads(text, expected):
    assert names(text) == expected


def test_flowers_where_they_are_allowed():
    assert names("1f8F梅兰竹菊春夏秋冬蘭", flowers=True) == "1f 8f 1f 2f 3f 4f 5f 6f 7f 8f 2f"
    assert names("12345678f", flowers=True) == " ".join(NAMES[34:])
    every = "".join(map(unicode_tile, Flower))
    assert parse_tiles(every, flowers=True) == tuple(Flower)
    assert names("F1 F4", flowers=True) == "1z 4z"  # the letters mean winds all the same


FAULTS = [
    pytest.param("123x", "bad_character", 4, id="no-such-suit"),
    pytest.param("678s678p55m777h", "bad_character", 15, id="honors-by-h"),
    pytest.param("1m?", "bad_character", 3, id="stray"),
    pytest.param("1m+", "bad_character", 3, id="plus-outside-a-set"),
    pytest.param("1m\x002m", "bad_character", 3, id="nul"),
    pytest.param("1m\ud800", "bad_character", 3, id="surrogate"),
    pytest.param("1m\u0301", "bad_character", 3, id="combining"),
    pytest.param("1m🎲", "bad_character", 3, id="emoji"),
    pytest.param("1m🀫", "bad_character", 3, id="tile-back"),
    pytest.param("\ufe0f1m", "bad_character", 1, id="selector-alone"),
    pytest.param("中\ufe0f", "bad_character", 2, id="selector-after-a-word"),
    pytest.param("⑩m", "bad_character", 1, id="one-character-two-digits"),
    pytest.param("1㎡", "bad_character", 2, id="one-character-suit-and-digit"),
    pytest.param("W1 1m", "bad_character", 1, id="letters-mixed"),
    pytest.param("w1", "bad_character", 1, id="letters-lower-case"),
    pytest.param("W1W", "bad_character", 1, id="letters-unfinished"),
    pytest.param("H1", "bad_character", 1, id="letter-unknown"),
    pytest.param("m", "suit_without_digits", 1, id="suit-alone"),
    pytest.param("1mm", "suit_without_digits", 3, id="suit-twice"),
    pytest.param("东万", "suit_without_digits", 2, id="suit-word-alone"),
    pytest.param("1m ｐ", "suit_without_digits", 4, id="full-width-suit-alone"),
    pytest.param("123m456p789s1122", "digits_without_suit", 13, id="end-of-text"),
    pytest.param("1m23 m", "digits_without_suit", 3, id="gap-in-a-run"),
    pytest.param("1 2m", "digits_without_suit", 1, id="gap-between-digits"),
    pytest.param("12东", "digits_without_suit", 1, id="digits-before-a-word"),
    pytest.param("1m三中", "digits_without_suit", 3, id="rank-before-a-dragon"),
    pytest.param("1🀇", "digits_without_suit", 1, id="digit-before-unicode"),
    pytest.param("1鸡", "digits_without_suit", 1, id="digit-before-half-a-word"),
    pytest.param("8z", "bad_tile", 1, id="8z"),
    pytest.param("9z", "bad_tile", 1, id="9z"),
    pytest.param("0z", "bad_tile", 1, id="0z"),
    pytest.param("８z", "bad_tile", 1, id="8z-full-width"),
    pytest.param("1m 1238z", "bad_tile", 7, id="8z-inside-a-run"),
    pytest.param("1f", "bad_tile", 1, id="flower"),
    pytest.param("1m梅", "bad_tile", 3, id="flower-word"),
    pytest.param("🀢", "bad_tile", 1, id="flower-unicode"),
    pytest.param("9f", "bad_tile", 1, id="9f"),
    pytest.param("W1F5", "bad_tile", 3, id="F5"),
    pytest.param("J4", "bad_tile", 1, id="J4"),
    pytest.param("W0", "bad_tile", 1, id="W0"),
    pytest.param("1m红", "bad_tile", 3, id="half-of-red"),
    pytest.param("白鸡", "bad_tile", 2, id="half-of-one-bamboo"),
    pytest.param("东板", "bad_tile", 2, id="half-of-white"),
    # the leftmost fault is the one that is told
    pytest.param("8z9x", "bad_tile", 1, id="leftmost-tile"),
    pytest.param("x8z", "bad_character", 1, id="leftmost-character"),
    pytest.param("m8zx", "suit_without_digits", 1, id="leftmost-suit"),
    pytest.param("12 8zx", "digits_without_suit", 1, id="leftmost-digits"),
]


@pytest.mark.parametrize(("text", "code", "column"), FAULTS)
def test_fault_has_code_and_column(text, code, column):
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (caught.value.code, caught.value.column) == (code, column)
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        pytest.param("[111m]", "bad_character", 1, id="set"),
        pytest.param("1m]", "bad_character", 3, id="bracket"),
        pytest.param("12(", "bad_character", 3, id="bracket-for-a-suit"),
        pytest.param("[W1]", "bad_character", 1, id="letters-in-brackets"),
        pytest.param("W1+", "bad_character", 3, id="letters-and-plus"),
    ],
)
def test_loose_tiles_have_no_sets(text, code, column):
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (caught.value.code, caught.value.column) == (code, column)


@pytest.mark.parametrize("text", ["0f", "9f"])
def test_no_such_flower(text):
    with pytest.raises(NotationError) as caught:
        parse_tiles(text, flowers=True)
    assert caught.value.code == "bad_tile"


@pytest.mark.parametrize("text", ["", "1m2m", "12m", " "])
def test_one_tile_is_one(text):
    with pytest.raises(NotationError) as caught:
        parse_tile(text)
    assert (caught.value.code, caught.value.column) == ("wrong_tile_count", 1)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_names_all_kinds(dialect):
    for tile in TILES:
        for word in DIALECTS[dialect](tile):
            assert parse_tiles(word) == (tile,), word


@pytest.mark.parametrize("first", TILES, ids=str)
def test_words_stand_beside_each_other(first):
    for left in mixed_words(first):
        for second in TILES:
            for right in mixed_words(second):
                assert parse_tiles(left + right) == (first, second), left + right


@given(st.lists(tiles, max_size=20))
def test_format_reads_back_sorted(written):
    text = format_tiles(written)
    assert list(parse_tiles(text)) == sorted(written)
    assert format_tiles(parse_tiles(text)) == text


@given(st.lists(st.sampled_from(PIECES), max_size=20))
def test_format_reads_back_with_flowers(written):
    assert list(parse_tiles(format_tiles(written), flowers=True)) == sorted(written)


@given(st.lists(tiles, max_size=20))
def test_counts_and_tiles_format_alike(written):
    counts = count(written)
    assert format_counts(counts) == format_counts(list(counts)) == format_tiles(written)


def test_canonical_order():
    assert format_tiles([Tile.RED, Tile.EAST, Tile.S9, Tile.P1, Tile.M3, Tile.M1]) == "13m1p9s17z"
    assert format_tiles([Flower.WINTER, Flower.PLUM, Tile.M1]) == "1m18f"
    assert format_tiles([]) == format_counts(bytes(34)) == ""


def test_names_for_people():
    words = [tile_name(tile, "zh") for tile in TILES]
    assert " ".join(words[:9]) == "一万 二万 三万 四万 五万 六万 七万 八万 九万"
    assert words[9:11] + words[18:20] == ["一筒", "二筒", "一条", "二条"]
    assert words[27:] == list("东南西北白发中")
    assert [tile_name(tile, "en") for tile in PIECES] == list(NAMES)
    assert [parse_tile(word) for word in words] == list(TILES)


@given(st.text())
def test_any_text_gives_tiles_or_one_error(text):
    error = None
    try:
        found = parse_tiles(text, flowers=True)
    except NotationError as refusal:
        error = refusal
    if error is None:
        assert parse_tiles(format_tiles(found), flowers=True) == tuple(sorted(found))
        return
    assert 1 <= error.column <= len(text)
    assert len(error.message("en").splitlines()) == len(error.message("zh").splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1" * 50_000, id="digits"),
        pytest.param("1m" * 25_000 + "?", id="tiles"),
        pytest.param("W1" * 25_000 + "W", id="letters"),
        pytest.param(" " * 50_000 + "x", id="spaces"),
        pytest.param("一" * 50_000, id="numerals"),
        pytest.param("ﷺ" * 50_000, id="long-compatibility-forms"),
        pytest.param("1m" + "\u0301" * 50_000, id="combining"),
    ],
)
def test_long_garbage_is_refused_at_once(text):
    with counted() as work, pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert work.steps < 10 * len(text)
    assert len(str(caught.value)) < 300
