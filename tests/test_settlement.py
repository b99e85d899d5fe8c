"""Who pays whom: a row for each line of the payment tables, and a ledger that adds up."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool.rules import BUILTINS, load_rules
from mjtool.settlement import (
    BANK,
    HandResult,
    KongClaim,
    Ledger,
    Payment,
    Room,
    Winner,
    coins,
    horse_seat,
    liable_seat,
    settle,
)
from mjtool.tiles import Tile

E, S, W, N = range(4)


def net(rules, **result):
    given_ = {"dealer": E, **result}
    given_["winners"] = tuple(Winner(*winner) for winner in given_.get("winners", ()))
    given_["kongs"] = tuple(KongClaim(*kong) for kong in given_.get("kongs", ()))
    return settle(load_rules(rules), HandResult(**given_)).net()


@pytest.mark.parametrize("rules", ["jipinghu", "xinmajiang"])
@pytest.mark.parametrize(
    ("result", "accounts"),
    [
        pytest.param({"winners": [(S, 4)], "source": N}, (0, 4, 0, -4, 0), id="on-a-discard"),
        pytest.param({"winners": [(S, 4)]}, (-4, 12, -4, -4, 0), id="self-drawn"),
        pytest.param({"winners": [(E, 1)]}, (3, -1, -1, -1, 0), id="the-dealer-too"),
        pytest.param(
            {"winners": [(E, 1), (S, 8), (W, 2)], "source": N},
            (1, 8, 2, -11, 0),
            id="three-winners-each-their-own",
        ),
        pytest.param(
            {"winners": [(S, 8)], "source": N, "robbed": True},
            (0, 24, 0, -24, 0),
            id="robbing-a-kong-three-shares",
        ),
        pytest.param(
            {"winners": [(S, 8), (W, 8)], "source": N, "robbed": True},
            (0, 24, 24, -48, 0),
            id="two-rob-one-kong",
        ),
        pytest.param({"winners": [(S, 8, W)]}, (0, 24, -24, 0, 0), id="a-liable-seat-for-all"),
        pytest.param(
            {"winners": [(S, 8, W)], "source": N},
            (0, 8, 0, -8, 0),
            id="liable-on-a-discard-is-passed-over",
        ),
        pytest.param(
            {"winners": [(S, 8, N)], "source": N, "robbed": True},
            (0, 24, 0, -24, 0),
            id="the-robbed-seat-is-liable",
        ),
        pytest.param(
            {"winners": [(S, 8, E), (W, 2, N)], "source": N, "robbed": True},
            (-24, 24, 6, -6, 0),
            id="each-robber-paid-by-whoever-is-liable-to-it",
        ),
        pytest.param({}, (0, 0, 0, 0, 0), id="washout"),
        pytest.param(
            {"kongs": [(S, "exposed", E), (S, "added"), (W, "concealed")]},
            (0, 0, 0, 0, 0),
            id="kongs-earn-nothing",
        ),
    ],
)
def test_payments_by_fan(rules, result, accounts):
    assert net(rules, **result) == accounts


@pytest.mark.parametrize(
    ("result", "accounts"),
    [
        # 001's worked example: a big hand takes 4 from each of three, 12 in all
        pytest.param({"winners": [(S, 4)]}, (-4, 12, -4, -4, 0), id="big-hand"),
        pytest.param({"winners": [(S, 2)]}, (-2, 6, -2, -2, 0), id="small-hand"),
        pytest.param(
            {"winners": [(S, 2)], "source": W, "robbed": True},
            (0, 6, -6, 0, 0),
            id="the-robbed-seat-pays-all-three-shares",
        ),
        pytest.param({"winners": [(S, 4, N)]}, (0, 12, 0, -12, 0), id="kong-feeder-pays-all"),
        pytest.param({"kongs": [(S, "exposed", N)]}, (0, 3, 0, -3, 0), id="exposed-kong"),
        pytest.param({"kongs": [(S, "added")]}, (-1, 3, -1, -1, 0), id="added-kong"),
        pytest.param({"kongs": [(S, "concealed")]}, (-2, 6, -2, -2, 0), id="concealed-kong"),
        pytest.param(
            {"winners": [(E, 4)], "kongs": [(S, "exposed", E), (W, "concealed"), (N, "added")]},
            (12 - 3 - 2 - 1, -4 + 3 - 2 - 1, -4 + 6 - 1, -4 - 2 + 3, 0),
            id="all-seats-kongs-with-a-win",
        ),
    ],
)
def test_payments_by_multiplier(result, accounts):
    assert net("tuidaohu", **result) == accounts


@pytest.mark.parametrize("rules", BUILTINS)
def test_escape(rules):
    left = {"escaped": W, "kongs": [(S, "concealed")], "horses": (Tile.M1,)}
    # 8 points to the bank; kongs and horses of that hand do not settle
    assert net(rules, **left) == (0, 0, -8, 0, 8)
    assert not HandResult(dealer=E, escaped=W).is_washout
    assert HandResult(dealer=E).is_washout
    assert not HandResult(dealer=E, winners=(Winner(S, 1),)).is_washout


@pytest.mark.parametrize(
    ("tile", "number"),
    [
        *[pytest.param(f"{suit}{n}", n, id=f"{suit}{n}") for suit in "MPS" for n in range(1, 10)],
        pytest.param("EAST", 1, id="east"),
        pytest.param("SOUTH", 2, id="south"),
        pytest.param("WEST", 3, id="west"),
        pytest.param("NORTH", 4, id="north"),
        pytest.param("RED", 5, id="red"),
        pytest.param("GREEN", 6, id="green"),
        pytest.param("WHITE", 7, id="white"),
    ],
)
def test_where_a_horse_points(tile, number):
    rules = load_rules("tuidaohu")
    for dealer in range(4):
        # 1 the dealer, 2 the next, 3 the opposite, 4 the previous, 5 the dealer again
        assert horse_seat(rules, Tile[tile], dealer) == (dealer + number - 1) % 4


@pytest.mark.parametrize(
    ("horses", "accounts"),
    [
        # the dealer's own change, -4, once more
        pytest.param((Tile.M1,), (-4 - 4, 12, -4, -4, 4), id="points-at-the-dealer"),
        pytest.param((Tile.M2,), (-4 + 12, 12, -4, -4, -12), id="points-at-the-winner"),
        pytest.param((Tile.M3,), (-4 - 4, 12, -4, -4, 4), id="points-at-a-payer"),
        pytest.param((Tile.M2, Tile.P6), (-4 + 24, 12, -4, -4, -24), id="twice-the-same-seat"),
        pytest.param((Tile.M2, Tile.M4), (-4 + 12 - 4, 12, -4, -4, -8), id="two-horses"),
        pytest.param((Tile.RED,), (-4 - 4, 12, -4, -4, 4), id="red-points-at-the-dealer"),
        pytest.param((Tile.GREEN,), (-4 + 12, 12, -4, -4, -12), id="green-points-at-the-next"),
    ],
)
def test_horses_by_the_bank(horses, accounts):
    assert net("tuidaohu", winners=[(S, 4)], horses=horses) == accounts


def test_a_horse_counts_kong_points_too_but_no_other_horse():
    won = {"winners": [(S, 4)], "kongs": [(W, "concealed")]}
    # W: -4 from the win, +6 by its kong: the dealer wins 2 for each horse on it
    assert net("tuidaohu", **won, horses=(Tile.M3,)) == (-4 - 2 + 2, 12 - 2, 2, -4 - 2, -2)
    assert net("tuidaohu", **won, horses=(Tile.M3, Tile.M1)) == (-6 + 2 - 6, 10, 2, -6, 4)


def test_a_horse_on_a_seat_that_breaks_even_moves_nothing():
    assert net("tuidaohu", kongs=[(S, "exposed", N)], horses=(Tile.M3,)) == (0, 3, 0, -3, 0)


@pytest.fixture
def mirror():
    rules = load_rules("tuidaohu")
    return msgspec.structs.replace(
        rules, horses=msgspec.structs.replace(rules.horses, funding="mirror")
    )


@pytest.mark.parametrize(
    ("horses", "accounts"),
    [
        # S's three payments with E in S's place; E's to itself vanishes
        pytest.param((Tile.M2,), (-4 + 8, 12, -8, -8, 0), id="on-the-winner"),
        # W's one payment of 4 to S, paid by E once more
        pytest.param((Tile.M3,), (-8, 16, -4, -4, 0), id="on-a-payer"),
        # E's own payment once more
        pytest.param((Tile.M1,), (-8, 16, -4, -4, 0), id="on-the-dealer"),
    ],
)
def test_horses_by_mirror(mirror, horses, accounts):
    result = HandResult(dealer=E, winners=(Winner(S, 4),), horses=horses)
    assert settle(mirror, result).net() == accounts


def test_coins_of_the_rule_texts_example():
    # 003: N 600, X 4, self-draw, A 250: the winner gets 600 x 4 x 3 = 7200, each other loses 2400
    rules = load_rules("jipinghu")
    changes = settle(rules, HandResult(dealer=E, winners=(Winner(S, 4),))).net()
    assert coins(rules, changes, Room(600, 250)) == (-2650, 6950, -2650, -2650)
    assert coins(rules, (0, 0, 0, 0, 0), Room(600, 250), washout=True) == (-250,) * 4


def test_the_order_of_liability():
    rules = load_rules("jipinghu")
    fits = {"kong_feeder": N, "twelve_tiles": W, "pattern": S, "robbed": E}
    expected = [("robbed", E), ("pattern", S), ("twelve_tiles", W), ("kong_feeder", N)]
    for kind, seat in expected:
        assert liable_seat(rules, fits) == (kind, seat)
        del fits[kind]
    assert liable_seat(rules, fits) is None


def test_every_payment_says_why():
    ledger = settle(
        load_rules("tuidaohu"),
        HandResult(
            dealer=E,
            winners=(Winner(S, 4),),
            kongs=(KongClaim(W, "concealed"), KongClaim(N, "exposed", E), KongClaim(S, "added")),
            horses=(Tile.M2, Tile.M4),
        ),
    )
    assert [payment.reason for payment in ledger.payments] == [
        *["self_drawn"] * 3,
        *["concealed_kong"] * 3,
        "exposed_kong",
        *["added_kong"] * 3,
        *["horse"] * 2,
    ]
    assert {payment.payer for payment in ledger.payments if payment.reason == "horse"} == {BANK, E}


# Laws

seats = st.integers(0, 3)


@st.composite
def results(draw):
    """Draw any way for a hand to end, whatever the rules say of it."""
    source = draw(st.none() | seats)
    others = [seat for seat in range(4) if seat != source]
    most = 3 if source is not None else 1
    winners = draw(st.lists(st.sampled_from(others), unique=True, max_size=most))
    kong = st.builds(
        KongClaim, seats, st.sampled_from(["exposed", "added", "concealed"]), st.none() | seats
    )
    return HandResult(
        dealer=draw(seats),
        winners=tuple(
            Winner(seat, draw(st.integers(0, 1 << 12)), draw(st.none() | seats)) for seat in winners
        ),
        source=source if winners else None,
        robbed=draw(st.booleans()),
        kongs=tuple(draw(st.lists(kong, max_size=6))),
        horses=tuple(draw(st.lists(st.sampled_from(Tile), max_size=4))),
        escaped=draw(st.none() | seats),
    )


@st.composite
def rule_sets(draw):
    rules = load_rules(draw(st.sampled_from(BUILTINS)))
    points = st.integers(0, 20)
    change = msgspec.structs.replace
    return change(
        rules,
        horses=change(rules.horses, funding=draw(st.sampled_from(["bank", "mirror"]))),
        kong=change(
            rules.kong,
            exposed=draw(points),
            added=draw(points),
            concealed=draw(points),
            pay_on_washout=draw(st.booleans()),
        ),
        escape=change(rules.escape, points=draw(points), compensation=draw(points)),
        rob=change(rules.rob, self_drawn=draw(st.booleans())),
    )


@given(rule_sets(), results())
def test_payments_and_bank_add_up_to_zero(rules, result):
    ledger = settle(rules, result)
    assert sum(ledger.net()) == 0
    assert all(payment.points >= 0 for payment in ledger.payments)


@given(rule_sets(), results())
def test_mirror_horses_need_no_bank(rules, result):
    if rules.horses.funding == "mirror" and result.escaped is None:
        assert settle(rules, result).net()[BANK] == 0


@given(st.permutations(range(4)), results())
def test_the_table_can_be_turned(turned, result):
    # Without horses, which count from the dealer, no seat is special.
    rules = load_rules("tuidaohu")
    plain = msgspec.structs.replace(result, horses=())
    move = lambda seat: None if seat is None else turned[seat]  # noqa: E731
    moved = msgspec.structs.replace(
        plain,
        dealer=move(plain.dealer),
        winners=tuple(
            Winner(move(seat), points, move(liable)) for seat, points, liable, _ in plain.winners
        ),
        source=move(plain.source),
        kongs=tuple(KongClaim(move(k.seat), k.kind, move(k.feeder)) for k in plain.kongs),
        escaped=move(plain.escaped),
    )
    before, after = settle(rules, plain).net(), settle(rules, moved).net()
    assert all(before[seat] == after[turned[seat]] for seat in range(4))
    assert before[BANK] == after[BANK]


def test_ledgers_add_up():
    first = Ledger((Payment(E, S, 3, "a"),))
    second = Ledger((Payment(S, BANK, 5, "b"),))
    assert Ledger(first.payments + second.payments).net() == (-3, -2, 0, 0, 5)
