"""Rule keys one by one: what each value changes in a score or a settlement.

Each test writes a house file that changes one key of a built-in. Keys that only a game can show
(missed wins, dealers, windows, kong chains) are tested with the replay.
"""

import msgspec
import pytest

from mjtool.analysis.efficiency import efficiency
from mjtool.analysis.waits import waits
from mjtool.answers import answer_score
from mjtool.errors import NotationError
from mjtool.hand import Hand
from mjtool.patterns import Options
from mjtool.requests import Request, RuleBook
from mjtool.rules import BUILTINS, load_rules
from mjtool.scoring import score
from mjtool.settlement import (
    HandResult,
    KongClaim,
    Room,
    Winner,
    coins,
    horse_seat,
    liable_seat,
    settle,
)
from mjtool.tiles import Flower, Tile, Wind

E, S, W, N = range(4)


@pytest.fixture
def house(tmp_path):
    """Return a function that loads a house file of these lines."""

    def load(base, *lines):
        path = tmp_path / "house.toml"
        path.write_text(f'extends = "{base}"\n' + "\n".join(lines) + "\n", "utf-8")
        return load_rules(str(path))

    return load


def worth(rules, text, win=None, *, drawn=True, events=(), seat=None):
    hand = Hand.parse(text)
    return score(
        hand,
        rules,
        hand.last if win is None else Tile[win],
        self_drawn=drawn,
        seat=seat,
        events=frozenset(events),
    )


@pytest.mark.parametrize(
    ("value", "fan", "capped"),
    [
        pytest.param(2, 2, True, id="2"),
        pytest.param(3, 3, True, id="3"),
        pytest.param(4, 4, False, id="4"),
    ],
)
def test_cap(house, value, fan, capped):
    found = worth(house("jipinghu", f"cap = {value}"), "[222p]333m444s77755z")
    assert (found.fan, found.points, found.capped) == (fan, 2**fan, capped)


@pytest.mark.parametrize(("value", "points"), [(1, 8), (5, 40)])
def test_base(house, value, points):
    assert worth(house("jipinghu", f"base = {value}"), "[222p]333m444888s55z").points == points


@pytest.mark.parametrize(
    ("value", "first", "second"),
    [
        pytest.param("pure", ("nine_gates", 6), ("full_flush", 4), id="pure"),
        pytest.param("loose", ("nine_gates", 6), ("nine_gates", 6), id="loose"),
    ],
)
def test_nine_gates(house, value, first, second):
    rules = house("jipinghu", f'nine_gates = "{value}"')
    for text, (key, fan) in (("11123456789995m", first), ("51112345678999m", second)):
        found = worth(rules, text)
        assert (found.pattern_ids, found.fan) == ((key,), fan)


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        pytest.param("sets", {"seven_pairs"}, id="sets"),
        pytest.param("any", {"all_honors", "seven_pairs"}, id="any"),
    ],
)
def test_all_honors(house, value, ids):
    rules = house("tuidaohu", f'all_honors = "{value}"')
    assert rules.options == Options(nine_gates="pure", all_honors=value)
    assert set(worth(rules, "11223344556677z").pattern_ids) == ids
    assert "all_honors" in worth(rules, "[111z]222z333z555z66z").pattern_ids


@pytest.mark.parametrize(
    ("value", "distinct", "quads"),
    [
        pytest.param("no", False, False, id="no"),
        pytest.param("distinct", True, False, id="distinct"),
        pytest.param("quads", True, True, id="quads"),
    ],
)
def test_seven_pairs(house, value, distinct, quads):
    rules = house("tuidaohu", "[forms]", f'seven_pairs = "{value}"')
    assert worth(rules, "1133m2255p446688s").won == distinct
    assert worth(rules, "1111m2255p446688s").won == quads


@pytest.mark.parametrize("value", [True, False])
def test_thirteen_orphans(house, value):
    rules = house("jipinghu", "[forms]", f"thirteen_orphans = {str(value).lower()}")
    found = worth(rules, "19m19p19s12345677z")
    assert found.won == value
    if not value:
        assert found.shanten > 0


@pytest.mark.parametrize("value", [True, False])
def test_winning_on_a_discard(house, value):
    rules = house("tuidaohu", "[win]", f"on_discard = {str(value).lower()}")
    found = worth(rules, "[123m]456m789p11222z", drawn=False)
    assert (found.won, found.reason) == (value, None if value else "discard_win_not_allowed")
    assert found.points == (1 if value else 0)  # no self-draw to double it
    assert worth(rules, "[123m]456m789p11222z").points == 2


@pytest.mark.parametrize("base", ["jipinghu", "tuidaohu"])
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        pytest.param((), None, id="added"),
        pytest.param(("[rob]", "kinds = []"), "robbing_not_allowed", id="none"),
    ],
)
def test_kinds_of_kong_that_can_be_robbed(house, base, lines, reason):
    rules = house(base, *lines)
    found = worth(rules, "123456m789s11p444z", "M3", drawn=False, events=["robbing_kong"])
    assert (found.won, found.reason) == (reason is None, reason)


@pytest.mark.parametrize(("value", "points"), [(1, 1), (3, 3)])
def test_factor_of_a_self_draw(house, value, points):
    rules = house("tuidaohu", "[multipliers]", f"self_draw = {value}")
    assert worth(rules, "[123m]456m789p11222z").points == points
    assert worth(rules, "[123p]456p789p23455p").points == 2 * points


@pytest.mark.parametrize("event", ["kong_draw", "last_tile", "robbing_kong", "triple_win"])
@pytest.mark.parametrize(("value", "fan"), [(0, 1), (2, 2), (5, 5)])
def test_floors(house, event, value, fan):
    rules = house("jipinghu", "[floor]", f"{event} = {value}")
    drawn = event in ("kong_draw", "last_tile")
    found = worth(rules, "[1111m]456m789p55p23s4s", "S4", drawn=drawn, events=[event])
    assert found.fan == (fan if value or event != "triple_win" else 0)


@pytest.mark.parametrize(
    ("value", "fan", "paid"),
    [pytest.param(True, 3, -24, id="as-self-drawn"), pytest.param(False, 3, -8, id="as-a-discard")],
)
def test_robbed_kong_as_self_drawn(house, value, fan, paid):
    rules = house("jipinghu", "[rob]", f"self_drawn = {str(value).lower()}")
    found = worth(rules, "[123m]456m789p55p234s", "S4", drawn=False, events=["robbing_kong"])
    assert (found.fan, "self_draw" in found.pattern_ids) == (fan, value)
    won = HandResult(dealer=E, winners=(Winner(S, found.points),), source=N, robbed=True)
    assert settle(rules, won).net()[N] == paid


@pytest.mark.parametrize(
    ("key", "kong", "accounts"),
    [
        pytest.param("exposed", (S, "exposed", N), (0, 7, 0, -7, 0), id="exposed"),
        pytest.param("added", (S, "added"), (-7, 21, -7, -7, 0), id="added"),
        pytest.param("concealed", (S, "concealed"), (-7, 21, -7, -7, 0), id="concealed"),
    ],
)
@pytest.mark.parametrize("base", ["jipinghu", "tuidaohu"])
def test_what_kongs_earn(house, base, key, kong, accounts):
    result = HandResult(dealer=E, kongs=(KongClaim(*kong),))
    assert settle(house(base, "[kong]", f"{key} = 7"), result).net() == accounts
    assert settle(house(base, "[kong]", f"{key} = 0"), result).net() == (0,) * 5


@pytest.mark.parametrize("value", [True, False])
def test_kongs_in_a_washout(house, value):
    rules = house("tuidaohu", "[kong]", f"pay_on_washout = {str(value).lower()}")
    kongs = (KongClaim(S, "concealed"),)
    washout = settle(rules, HandResult(dealer=E, kongs=kongs)).net()
    assert washout == ((-2, 6, -2, -2, 0) if value else (0,) * 5)
    won = settle(rules, HandResult(dealer=E, kongs=kongs, winners=(Winner(S, 2),))).net()
    assert won == (-4, 12, -4, -4, 0)


@pytest.mark.parametrize(
    "order",
    [
        ["robbed", "pattern", "twelve_tiles", "kong_feeder"],
        ["kong_feeder", "twelve_tiles", "pattern", "robbed"],
        ["twelve_tiles", "robbed"],
    ],
    ids=["as-built-in", "turned", "two-only"],
)
def test_order_of_liability(house, order):
    written = ", ".join(f'"{kind}"' for kind in order)
    rules = house("jipinghu", "[liability]", f"order = [{written}]")
    fits = {"robbed": E, "pattern": S, "twelve_tiles": W, "kong_feeder": N}
    for kind in order:
        assert liable_seat(rules, fits) == (kind, fits.pop(kind))
    assert liable_seat(rules, fits) is None


@pytest.mark.parametrize(("value", "change"), [(True, -250), (False, 0)])
def test_fee_of_a_washout(house, value, change):
    rules = house("jipinghu", "[fee]", f"on_washout = {str(value).lower()}")
    assert coins(rules, (0,) * 5, Room(600, 250), washout=True) == (change,) * 4
    assert coins(rules, (4, -4, 0, 0, 0), Room(600, 250))[2:] == (-250, -250)


@pytest.mark.parametrize(
    ("lines", "accounts"),
    [
        pytest.param((), (0, 0, -8, 0, 8), id="8-by-default"),
        pytest.param(("points = 0",), (0, 0, 0, 0, 0), id="nothing"),
        pytest.param(("points = 12",), (0, 0, -12, 0, 12), id="12"),
        pytest.param(("compensation = 2",), (2, 2, -8, 2, 2), id="others-get-2"),
        pytest.param(("compensation = 4",), (4, 4, -8, 4, -4), id="the-bank-adds"),
    ],
)
@pytest.mark.parametrize("base", BUILTINS)
def test_escape(house, base, lines, accounts):
    rules = house(base, "[escape]", *lines)
    assert settle(rules, HandResult(dealer=E, escaped=W)).net() == accounts


@pytest.mark.parametrize(
    ("value", "accounts"),
    [
        pytest.param("bank", (-4 + 12, 12, -4, -4, -12), id="bank"),
        pytest.param("mirror", (-4 + 8, 12, -8, -8, 0), id="mirror"),
    ],
)
def test_funding_of_horses(house, value, accounts):
    rules = house("tuidaohu", "[horses]", f'funding = "{value}"')
    result = HandResult(dealer=E, winners=(Winner(S, 4),), horses=(Tile.M2,))
    assert settle(rules, result).net() == accounts


def test_honors_of_horses(house):
    rules = house("tuidaohu", "[horses]", 'honors = ["5z", "6z", "7z", "1z", "2z", "3z", "4z"]')
    seats = [horse_seat(rules, tile, E) for tile in (Tile.WHITE, Tile.GREEN, Tile.EAST)]
    assert seats == [0, 1, 3]


def test_a_flower_points_by_its_number(house):
    rules = house("tuidaohu", "[tiles]", "flowers = true")
    assert [horse_seat(rules, flower, S) for flower in Flower] == [1, 2, 3, 0, 1, 2, 3, 0]
    asked = Request(hand="123m456p789s11122z", rules=rules.id, self_drawn=True, seat="S")
    asked = msgspec.structs.replace(asked, horses=("2f", "夏", "🀤"))  # 2, 6 and 3
    net = answer_score(asked, RuleBook()).settled.net
    assert net == (-2 + 6 + 6 - 2, 6, -2, -2, -10)


def test_a_set_without_flowers_has_none_for_horses():
    asked = Request(hand="123m456p789s11122z", rules="tuidaohu", horses=("2f",))
    with pytest.raises(NotationError, match="flower"):
        answer_score(asked, RuleBook())


@pytest.mark.parametrize(
    ("lines", "ids", "fan"),
    [
        pytest.param(("fan = 3",), ("all_pungs", "self_draw"), 3, id="fan"),
        pytest.param(("fan = 5", "outside = true"), ("all_pungs",), 5, id="outside"),
        pytest.param(("enabled = false",), ("chicken_hand", "self_draw"), 1, id="removed"),
    ],
)
def test_a_pattern(house, lines, ids, fan):
    rules = house("jipinghu", "[patterns.all_pungs]", *lines)
    found = worth(rules, "[222p]333m444888s55z")
    assert (found.pattern_ids, found.fan) == (ids, fan)


@pytest.mark.parametrize(("outside", "ids", "fan"), [("true", 0, 4), ("false", 1, 3)])
def test_a_fallback_outside_the_cap_stands_alone(house, outside, ids, fan):
    lines = ("[patterns.chicken_hand]", "fan = 4", f"outside = {outside}")
    found = worth(house("jipinghu", *lines), "[123m]456m789p11222z")
    assert (found.pattern_ids, found.fan) == (("chicken_hand", "self_draw")[: ids + 1], fan)
    assert worth(house("jipinghu", *lines), "[222p]333m444888s55z").fan == 3


@pytest.mark.parametrize(
    ("lines", "ids", "fan"),
    [
        pytest.param(("fan = 2",), ("chicken_hand", "self_draw"), 2, id="fan"),
        pytest.param(("enabled = false",), ("chicken_hand",), 0, id="removed"),
    ],
)
def test_a_bonus(house, lines, ids, fan):
    rules = house("jipinghu", "[bonuses.self_draw]", *lines)
    found = worth(rules, "[123m]456m789p11222z")
    assert (found.pattern_ids, found.fan) == (ids, fan)


def test_a_bonus_that_the_base_lacks(house):
    rules = house("jipinghu", "[bonuses.concealed_hand]", 'name = "门前清"')
    assert worth(rules, "123m456m789p11222z", drawn=False).fan == 1


@pytest.mark.parametrize(("value", "points"), [(2, 4), (3, 6)])
def test_a_multiplier(house, value, points):
    rules = house("tuidaohu", "[patterns.full_flush]", f"multiplier = {value}")
    assert worth(rules, "[123p]456p789p23455p").points == points


def test_of_two_big_hands_the_bigger_counts(house):
    rules = house("tuidaohu", "[patterns.seven_pairs]", "multiplier = 4")
    found = worth(rules, "11223344556677p")
    assert (found.multiplier, set(found.pattern_ids)) == (8, {"full_flush", "seven_pairs"})
    assert len(found.reading) == 7


def test_a_house_of_ten_lines(house):
    rules = house(
        "tuidaohu",
        'name = "我家推倒胡"',
        "[forms]",
        'seven_pairs = "distinct"  # four alike are not two pairs',
        "[horses]",
        'funding = "mirror"',
        "[patterns.half_flush]",
        'name = "混一色"',
        "multiplier = 2",
    )
    assert rules.name == "我家推倒胡"
    assert not worth(rules, "1111m2255p446688s").won
    found = worth(rules, "[123p]456p789p11122z")
    assert (found.pattern_ids, found.multiplier) == (("half_flush",), 4)
    assert worth(rules, "[123p]456p789s11122z").pattern_ids == ("small_hand",)
    result = HandResult(dealer=E, winners=(Winner(S, 4),), horses=(Tile.M2,))
    assert settle(rules, result).net() == (4, 12, -8, -8, 0)


def test_house_rules_share_nothing_with_what_they_extend(house):
    worth(load_rules("jipinghu"), "[222p]333m444888s55z")
    rules = house("jipinghu", "[patterns.all_pungs]", "fan = 1")
    assert worth(rules, "[222p]333m444888s55z").fan == 2
    assert worth(load_rules("jipinghu"), "[222p]333m444888s55z").fan == 3


@pytest.mark.parametrize(("value", "fan"), [("true", 2), ("false", 1)])
def test_round_winds(house, value, fan):
    rules = house("jipinghu", "[rounds]", f"winds = {value}")
    north = {"seat": Wind.EAST, "round": Wind.NORTH}
    assert score(Hand.parse("[123m]456m789p11444z"), rules, self_drawn=True, **north).fan == fan
    (wait,) = waits(Hand.parse("[123m]456m789p1444z"), rules, **north).waits
    assert (wait.self_drawn.fan, wait.discard.fan) == (fan, fan - 1)
    [row] = efficiency(Hand.parse("[123m]456m789p1444z"), rules, draws=1, **north).rows
    assert row.rates.value == pytest.approx(row.rates.win * 2**fan)


def test_wind_bonuses_need_the_seat(house):
    rules = house("jipinghu", "[bonuses.seat_wind]", "fan = 2")
    text = "[123m]456m789p11222z"
    assert worth(rules, text, drawn=False).fan == 0
    assert worth(rules, text, drawn=False, seat=Wind.SOUTH).fan == 2
