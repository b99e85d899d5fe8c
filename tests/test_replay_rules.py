"""The rule keys that only a game shows, each with each of its values."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjtool.game_log import Finding, Plan, replay
from tests.logs import DATA, Log, drawn_out, rest_of

# Seat 1 waits for 4p 7p, seat 2 for 3s 6s; seats 0 and 3 are far from anything.
CALM = "19m19p19s11223345z"
HANDS = [CALM, "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
FAR = "258m258p258s1447z"


@pytest.fixture
def house(tmp_path):
    """Return a function that writes a rule file on top of a built-in and gives its path."""

    def write(text: str, base: str = "jipinghu") -> str:
        path = Path(tmp_path) / f"house{len(list(tmp_path.iterdir()))}.toml"
        path.write_text(f'extends = "{base}"\nname = "我家"\n{text}\n', "utf-8")
        return str(path)

    return write


def rulings(log: Log) -> list[tuple[int, str]]:
    """Return the findings of play and wins, the end of the cut log aside."""
    return log.codes(select=("T", "A", "W"))


def paid(log: Log) -> list[int]:
    """Return the payments that the rules give for the log's one hand, the bank's last."""
    log.end(points=[12345, -12345, 0, 0]).over()
    [found] = log.findings(select=("S504",))
    assert isinstance(found.expected, list)
    return found.expected


MISSED = "d0:5z t1:5z d1:5z t2:1m d2:6s t3:7p d3:7p"  # seat 1 lets 7p go


@pytest.mark.parametrize(
    ("value", "words", "code"),
    [
        ("same_tile", "t0:7p d0:7p w1:7p:0", "W303"),
        ("same_tile", "t0:4p d0:4p w1:4p:0", None),
        ("same_tile", "t0:1z d0:1z t1:9m d1:9m t2:7p d2:7p w1:7p:2", None),
        ("same_tile", "t0:1z d0:1z t1:7p w1:7p", None),
        ("all_tiles", "t0:4p d0:4p w1:4p:0", "W303"),
        ("all_tiles", "t0:1z d0:1z t1:9m d1:9m t2:4p d2:4p w1:4p:2", None),
        ("off", "t0:7p d0:7p w1:7p:0", None),
    ],
)
def test_missed_win(house, value, words, code):
    log = Log(house(f'missed_win = "{value}"')).hand(*HANDS).play(f"{MISSED} {words}")
    assert rulings(log) == ([] if code is None else [(len(log.events), code)])


@pytest.mark.parametrize(("tile", "code"), [("7p", "W303"), ("4p", None)])
def test_a_claimed_discard_is_let_go_by_who_could_have_won(tile, code):
    log = Log().hand(CALM, HANDS[1], "345m34577p345s13z", HANDS[3])
    log.play("d0:1m t1:1m d1:1m t2:1m d2:1m t3:7p d3:7p p2:7p d2:1z")
    log.play(f"t3:{tile} d3:{tile} w1:{tile}:3")
    assert rulings(log) == ([] if code is None else [(len(log.events), code)])


def test_a_kong_tile_let_go_bars_too(house):
    log = Log(house('missed_win = "all_tiles"'))
    log.hand(CALM, HANDS[1], "345m34577p345s13z", FAR)
    log.play("d0:1m t1:1m d1:1m t2:1m d2:1m t3:3p d3:3p t0:7p d0:7p p2:7p d2:1z t3:1s d3:1s")
    log.play("t0:2z d0:2z t1:6s d1:6s t2:7p k2:7p:added t2:1s d2:4p w1:4p:2")
    assert rulings(log) == [(len(log.events), "W303")]


@pytest.mark.parametrize(("value", "codes"), [("true", []), ("false", ["W304"])])
def test_own_fed_pung(house, value, codes):
    log = Log(house(f"[rob]\nown_fed_pung = {value}"))
    log.hand(CALM, HANDS[3], "345m34577p345s13z", "123m123567p3499s")
    log.play("d0:1m t1:1m d1:1m t2:1m d2:1m t3:2s d3:7p p2:7p d2:1z t3:2z d3:2z t0:9m d0:9m")
    log.play("t1:9p d1:9p t2:7p k2:7p:added w3:7p:2")
    assert [code for _, code in rulings(log)] == codes


@pytest.mark.parametrize(("winner", "codes"), [(1, []), (3, ["W304"])])
def test_nobody_robs_the_kong_of_the_own_discard(house, winner, codes):
    # Seats 1 and 3 wait for 7p; seat 3 throws one, and seat 2 makes a kong of it.
    rules = house('missed_win = "off"\n[rob]\nkinds = ["exposed"]\n[win]\non_discard = false')
    log = Log(rules).hand("19m19p19s11223345z", HANDS[1], "345m34777p1134s6z", "789m12356p34555s")
    log.play("d0:1m t1:1m d1:1m t2:1m d2:1m t3:7p d3:7p k2:7p:exposed")
    assert [code for _, code in rulings(log.play(f"w{winner}:7p:2"))] == codes


TWO_WAIT = ["19m17p19s11223345z", HANDS[1], "456m45656p23488s", HANDS[3]]


@pytest.mark.parametrize(
    ("value", "words", "codes"),
    [
        ("all", "d0:7p w1:7p:0 w2:7p:0", []),
        ("all", "d0:7p w2:7p:0 w1:7p:0", ["W305"]),
        ("all", "d0:7p w1:7p:0 w1:7p:0", ["W305"]),
        ("nearest", "d0:7p w1:7p:0", []),
        ("nearest", "d0:7p w1:7p:0 w2:7p:0", ["W305"]),
        ("all", "d0:1m t1:7p w1:7p w1:7p", ["W305"]),
    ],
)
def test_multiple_wins(house, value, words, codes):
    log = Log(house(f'multiple_wins = "{value}"')).hand(*TWO_WAIT).play(words)
    assert [code for _, code in rulings(log)] == codes


@pytest.mark.parametrize(("value", "codes"), [("true", []), ("false", ["W302"])])
def test_win_on_discard(house, value, codes):
    log = Log(house(f"[win]\non_discard = {value}")).hand(*TWO_WAIT).play("d0:7p w1:7p:0")
    assert [code for _, code in rulings(log)] == codes


@pytest.mark.parametrize(("value", "codes"), [('["added"]', ["W304"]), ('["concealed"]', [])])
def test_rob_kinds(house, value, codes):
    log = Log(house(f"[rob]\nkinds = {value}"))
    log.hand("7777p5p19s1233467z", HANDS[1], HANDS[2].replace("7", ""), HANDS[3])
    log.events[-1]["deal"][2].append("9m")
    log.play("k0:7p:concealed w1:7p:0")
    assert [code for _, code in rulings(log)] == codes


@pytest.mark.parametrize(("value", "codes"), [("true", ["T104"]), ("false", [])])
def test_a_kong_needs_a_tile_to_draw(house, value, codes):
    hands = [CALM, "123m1235p234s777z", HANDS[2], "258m258p258s4566z"]
    wall = [tile for tile in rest_of(hands) if tile != "7z"] + ["7z"]
    log = Log(house(f"[kong]\nneeds_wall = {value}")).hand(*hands)
    log.play(drawn_out(wall, 0, "1m")).play("k1:7z:exposed washout").end().over()
    assert [code for _, code in log.codes()] == codes


KONG = ["11112m34p567s1122z", "222m345p789s3344z", "345m678p234s5566z", "678m999p111s5777z"]


@pytest.mark.parametrize(("value", "points"), [("true", [6, -2, -2, -2, 0]), ("false", [0] * 5)])
def test_kongs_pay_on_a_washout(house, value, points):
    rules = house(
        f"[kong]\npay_on_washout = {value}\n[horses]\nfirst = 0\nstep = 0\nmost = 0", "tuidaohu"
    )
    wall = rest_of(KONG)
    log = Log(rules).hand(*KONG, wall=wall).play(f"k0:1m:concealed t0:{wall[-1]}")
    assert paid(log.play(drawn_out(wall[:-1], 0, wall[-1])).play("washout")) == points


@pytest.mark.parametrize(("value", "codes"), [("first_feeder", set()), ("last_only", {"S507"})])
def test_kong_chain(house, value, codes):
    rules = house(f'kong_chain = "{value}"')
    log = DATA / "good" / "jipinghu-kong-chain.jsonl"
    found = {item.code for item in replay([log], Plan(rules=rules)) if isinstance(item, Finding)}
    assert found == codes  # the payments follow from the liable seat that the log names


# Seat 1 shows three dragons, one of them as a concealed kong; seat 3 feeds the last.
DRAGONS = (
    "d0:5z p1:5z d1:1p t2:1s d2:1s t3:2s d3:2s t0:3s d0:3s t1:8p k1:6z:concealed t1:9p d1:8p "
    "t2:1s d2:1s t3:2s d3:7z p1:7z d1:9p t2:1p d2:1p t3:2s d3:2s t0:8s d0:8s t1:1m w1:1m"
)


@pytest.mark.parametrize(
    ("value", "points"),
    [("false", [-64, 192, -64, -64, 0]), ("true", [0, 192, 0, -192, 0])],
)
def test_concealed_kongs_in_liability(house, value, points):
    log = Log(house(f"[liability]\nconcealed_kong_counts = {value}"))
    log.hand(CALM, "23m1p99s55666677z", HANDS[2], FAR, round="E")
    assert paid(log.play(DRAGONS)) == points


# Seat 3 feeds the third dragon, seat 0 the fourth exposed set.
FOUR = (
    "d0:5z p1:5z d1:1p t2:6z d2:6z p1:6z d1:3p t2:1s d2:1s t3:2s d3:7z p1:7z d1:5p t2:4s d2:4s "
    "t3:2s d3:2s t0:8s d0:1m c1:1m:23m d1:8p t2:1s d2:1s t3:2s d3:2s t0:8s d0:8s t1:9s w1:9s"
)


@pytest.mark.parametrize(
    ("text", "payer"),
    [
        ("", 3),
        ('order = ["robbed", "twelve_tiles", "pattern", "kong_feeder"]', 0),
        ("pattern = { big_three_dragons = false }", 0),
        ("twelve_tiles = false", 3),
        ("twelve_tiles = false\npattern = { big_three_dragons = false }", None),
    ],
)
def test_liability_and_its_order(house, text, payer):
    log = Log(house(f"[liability]\n{text}"))
    log.hand(CALM, "23m1358p9s556677z", HANDS[2], FAR, round="E").play(FOUR)
    expected = [-64, 192, -64, -64, 0] if payer is None else [0, 192, 0, 0, 0]
    if payer is not None:
        expected[payer] = -192
    assert paid(log) == expected


@pytest.mark.parametrize(
    ("text", "winner", "dealer"),
    [
        ('after_win = "stays_if_won"', 2, 1),
        ('after_win = "stays_if_won"', 0, 0),
        ('after_win = "winner"', 2, 2),
        ('after_washout = "stays"', None, 0),
        ('after_washout = "next"', None, 1),
    ],
)
def test_who_deals_next(house, text, winner, dealer):
    rules = house(f"[dealer]\n{text}")
    for following in range(4):
        log = Log(rules)
        if winner is None:
            log.hand(*HANDS).play(drawn_out(rest_of(HANDS), 0, "1m")).play("washout")
        else:
            hands = [HANDS[2] + "6s", *HANDS[:2], FAR] if winner == 0 else HANDS
            if winner == 0:
                hands[1] = "19m19p19s1122334z"
                log.hand(*hands).play("w0:6s")
            else:
                log.hand(*hands).play("d0:1m t1:1m d1:1m t2:6s w2:6s")
        log.end().hand(*rotated(following), dealer=following, number=2)
        expected = [] if following == dealer else ["D401"]
        assert [code for _, code in log.codes(select=("D", "A", "T"))] == expected


def rotated(dealer: int) -> list[str]:
    """Return hands of which ``dealer`` has fourteen tiles."""
    hands = [HANDS[1], HANDS[2], HANDS[3]]
    hands.insert(dealer, CALM)
    return hands


@pytest.mark.parametrize(
    ("value", "points"), [("dealer_first_discard", 2), ("before_own_first_draw", 64)]
)
def test_human_hand_window(house, value, points):
    log = Log(house(f'[human_hand]\nwindow = "{value}"'))
    log.hand(CALM, HANDS[3], HANDS[2], HANDS[1], round="E")
    log.play("d0:1m t1:7p d1:7p w3:7p:1")
    assert paid(log) == [0, -points, 0, points, 0]


@pytest.mark.parametrize(("value", "points"), [("true", 4), ("false", 64)])
def test_kongs_cancel_an_earthly_hand(house, value, points):
    log = Log(house(f"[earthly_hand]\nkong_cancels = {value}"))
    log.hand("9999m1p19s1122334z", HANDS[1], HANDS[2], HANDS[3], round="E")
    log.play("k0:9m:concealed t0:1z d0:1s t1:7p w1:7p")
    assert paid(log) == [-points, 3 * points, -points, -points, 0]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", [0, 0, -8, 0, 8]),
        ("points = 5", [0, 0, -5, 0, 5]),
        ("compensation = 2", [2, 2, -8, 2, 2]),
    ],
)
def test_escape(house, text, points):
    assert paid(Log(house(f"[escape]\n{text}")).hand(*HANDS).play("d0:1m e2")) == points


@pytest.mark.parametrize(("value", "coins"), [("true", -250), ("false", 0)])
def test_the_fee_of_a_washout(house, value, coins):
    rules = house(f"[fee]\non_washout = {value}")
    log = Log(rules, room={"coefficient": 600, "fee": 250}).hand(*HANDS)
    log.play(drawn_out(rest_of(HANDS), 0, "1m")).play("washout").end(coins=[coins] * 4)
    log.over(scores=[coins] * 4)
    assert log.codes() == []


@pytest.mark.parametrize(
    ("fan", "points", "codes"),
    [
        pytest.param(6, 100, [], id="right"),
        pytest.param(6, 64, ["S502"], id="without-factor-and-limit"),
        pytest.param(6, 192, ["S502"], id="beyond-the-limit"),
        pytest.param(1, 6, ["S501"], id="another-fan-carried-through"),
        pytest.param(1, 2, ["S501", "S502"], id="another-fan-without-the-factor"),
    ],
)
def test_points_follow_from_the_logged_fan_by_the_rules(house, fan, points, codes):
    rules = house("multipliers.self_draw = 3\nlimit.points = 100")
    log = Log(rules).hand(*TWO_WAIT, round="E").play("d0:1m t1:7p w1:7p")
    log.end({"seat": 1, "fan": fan, "points": points}).over()
    assert log.codes(select=("S501", "S502")) == [(6, code) for code in codes]


def test_props_must_be_allowed(house):
    for rules, codes in (("jipinghu", []), (house("[props]\nallowed = []"), ["A204"])):
        log = Log(rules).hand(*HANDS).add("prop", seat=0, name="voice")
        assert [code for _, code in rulings(log)] == codes


SPRING = ["19m19p19s112233z5f4z", *HANDS[1:]]


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("f0:5f t0:1f f0:1f t0:5z d0:1m", []),
        ("d0:1m t1:6f f1:6f t1:1m d1:1m", []),
        ("f0:5f d0:1m", ["A201"]),
        ("f0:6f", ["T102"]),
        ("d0:1m t1:5f", ["T101"]),
        ("d0:1m f1:6f", ["A201"]),
    ],
)
def test_flowers(house, words, codes):
    log = Log(house("[tiles]\nflowers = true")).hand(*SPRING).play(words)
    assert [code for _, code in rulings(log)] == codes


def test_flowers_are_replaced_from_the_tail(house):
    wall = rest_of(SPRING, flowers=True)
    rules = house("[tiles]\nflowers = true")
    assert len(wall) == 91
    good = Log(rules).hand(*SPRING, wall=wall).play(f"f0:5f t0:{wall[-1]}")
    assert rulings(good) == []
    bad = Log(rules).hand(*SPRING, wall=wall).play(f"f0:5f t0:{wall[0]}")
    assert rulings(bad) == [(4, "T103")]


def test_a_dealt_flower_set_aside_leaves_the_dealer_its_kong_draw(house):
    hands = ["1111m23456p44678s", "258m258p258s1234z", "369m369p369s567z1f", "77789m99p99s1122z"]
    log = Log(house("[tiles]\nflowers = true")).hand(*hands, round="E")
    log.play("k0:1m:concealed t0:1p f2:1f t2:1z w0:1p")
    assert paid(log) == [24, -8, -8, -8, 0]


@pytest.mark.parametrize("wild", ["", "[wild]\ntiles = ['7z']\n"], ids=["plain", "wild"])
@pytest.mark.parametrize("words", ["d0:1m t1:9p", "d0:1m t1:9p f1:1f t1:2s d1:2s", "d0:1m w1:1m:0"])
def test_who_holds_a_flower_waits_for_nothing(house, words, wild):
    """Dealt flowers stay in the hand until they are set aside; no wild tile changes that."""
    hands = ["19m19p19s112233z5s4z", "11m5p258p258s123z1f", *HANDS[2:]]
    log = Log(house(f'missed_win = "all_tiles"\n[tiles]\nflowers = true\n{wild}'))
    log.hand(*hands, round="E").play(words)
    assert [code for _, code in log.codes()] == (["W301"] if "w" in words else []) + ["F006"]


EARLY = ["777999m111p445z12f", *HANDS[1:]]  # the dealer waits for two 5z, seat 1 for 4p 7p


@pytest.mark.parametrize(
    ("words", "points"),
    [
        pytest.param("f0:1f t0:3f f0:3f t0:5z f0:2f t0:5z w0:5z", 192, id="heavenly"),
        pytest.param("f0:1f t0:9m f0:2f t0:5z d0:9m t1:8f f1:8f t1:7p w1:7p", 192, id="earthly"),
        pytest.param("f0:1f t0:7p f0:2f t0:5z d0:7p w1:7p:0", 64, id="human"),
    ],
)
def test_an_early_win_after_flowers_stands(house, words, points):
    log = Log(house("[tiles]\nflowers = true")).hand(*EARLY, round="E").play(words)
    assert paid(log)[int(words.split()[-1][1])] == points


@pytest.mark.parametrize(("value", "code"), [("true", None), ("false", "A204")])
def test_chow(house, value, code):
    log = Log(house(f"[claims]\nchow = {value}")).hand(*HANDS).play("d0:1m c1:1m:23m")
    assert rulings(log) == ([] if code is None else [(4, code)])


def test_rules_are_found_beside_the_log(tmp_path, monkeypatch):
    (tmp_path / "logs").mkdir()
    house = 'extends = "jipinghu"\nname = "我家"\n[claims]\nchow = false\n'
    (tmp_path / "logs" / "house.toml").write_text(house, "utf-8")
    log = Log("house.toml").hand(*HANDS).play("d0:1m c1:1m:23m")
    path = tmp_path / "logs" / "game.jsonl"
    path.write_bytes(b"\n".join(log.lines))
    for folder in (tmp_path, tmp_path / "logs"):
        monkeypatch.chdir(folder)
        items = replay([path], Plan(select=("A", "F003")))
        assert [item.code for item in items if isinstance(item, Finding)] == ["A204"]
