"""Sets that lack kinds: such a tile is refused, never counted on, never useful."""

import pytest

from mjtool import Hand, RuleError, load_rules
from mjtool.answers import ANSWERS
from mjtool.errors import RequestError
from mjtool.requests import RuleBook, request_of
from mjtool.stock import Stock

NO_WINDS = 'extends = "jipinghu"\n[tiles]\nwithout = ["1z", "2z", "3z", "4z"]\n'
ONLY_RED = 'extends = "tuidaohu"\n[tiles]\nwithout = ["1z", "2z", "3z", "4z", "5z", "6z"]\n'


@pytest.fixture
def house(tmp_path):
    def written(text):
        (tmp_path / "house.toml").write_text(text, "utf-8")
        return str(tmp_path / "house.toml")

    return written


def answer(do, rules, hand, **fields):
    found = ANSWERS[do](request_of({"hand": hand, "rules": rules, **fields}), RuleBook())
    return getattr(found, do)


@pytest.mark.parametrize("do", ["score", "waits", "shanten", "efficiency"])
def test_a_kind_that_the_set_lacks_is_refused_everywhere(house, do):
    hand = "123m456p789s1122z" + ("2z" if do == "score" else "")
    with pytest.raises(RequestError) as refused:
        answer(do, house(NO_WINDS), hand)
    assert refused.value.code == "not_in_set"


def test_a_visible_tile_that_the_set_lacks_is_refused(house):
    with pytest.raises(RequestError, match="1z"):
        answer("waits", house(NO_WINDS), "123m456p789s5566z", visible="1z")


def test_no_target_counts_on_a_lacking_kind(house):
    # The whole set has no honor to pair the last tile with but the tile itself.
    found = answer("waits", house(ONLY_RED), "123m456p789s1117s")
    assert [str(wait.tile) for wait in found.waits] == ["7s"]
    plain = answer("efficiency", "tuidaohu", "159m159p159s777z5m")
    less = answer("efficiency", house(ONLY_RED), "159m159p159s777z5m")
    honors = [str(tile) for row in less.rows for tile, _ in row.tiles if tile.is_honor]
    assert set(honors) <= {"7z"}
    assert any(tile.is_honor for row in plain.rows for tile, _ in row.tiles)


def test_a_lacking_kind_is_no_dead_wait(house):
    found = answer("waits", house(NO_WINDS), "111222333m444p5p")
    assert "1z" not in map(str, found.dead_waits)


def test_orphans_need_every_kind(house):
    assert answer("shanten", "jipinghu", "19m19p19s567z3333m").thirteen_orphans is not None
    found = answer("shanten", house(NO_WINDS), "19m19p19s567z3333m")
    assert (found.thirteen_orphans, found.sets_counted) == (None, True)


@pytest.mark.parametrize("ignore", [True, False])
def test_fixed_sets_beside_a_lacking_kind(house, ignore):
    hand = "[555z](6666z)123m4455p"
    found = answer("shanten", house(NO_WINDS), hand, ignore_sets=ignore)
    assert found.standard == answer("shanten", "jipinghu", hand, ignore_sets=ignore).standard == 0


def test_a_form_that_the_set_cannot_make_is_off(house):
    kinds = [f"{rank}{suit}" for suit in "mp" for rank in range(1, 10)]
    kinds += [f"{rank}z" for rank in range(1, 8)]
    with pytest.raises(RuleError) as refused:
        load_rules(house(f'extends = "tuidaohu"\n[tiles]\nwithout = {kinds[1:]}\n'))
    assert refused.value.path == "tiles.without"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        pytest.param('[tiles]\nwithout = ["8z"]\n', "tiles.without", id="no-tile"),
        pytest.param('[tiles]\nwithout = ["1f"]\n', "tiles.without", id="flower"),
        pytest.param("[wall]\nreserve = 83\n", "wall.reserve", id="whole-wall"),
    ],
)
def test_sets_that_cannot_be(house, text, path):
    with pytest.raises(RuleError) as refused:
        load_rules(house(f'extends = "jipinghu"\n{text}'))
    assert refused.value.path == path


def test_a_stock_tells_its_tiles():
    stock = Stock.of(["1z", "7z"], 8)
    assert stock.gone[27] == stock.gone[33] == 4
    assert (stock.size, stock.wall, len(stock.kinds)) == (136, 83, 32)
    assert [stock.copies(tile) for tile in (0, 27, 33, 34, 41)] == [4, 0, 0, 1, 1]
    hand = Hand.parse("[222z]123m456p789s1m")
    assert stock.used(hand.counts, hand.used)[27:34] == bytes([4, 3, 0, 0, 0, 0, 4])
    assert Stock().used(hand.counts, hand.used) == hand.used
