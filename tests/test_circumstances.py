"""Which circumstances of a win a game can bring about, and which are refused."""

import pytest

from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.requests import verify_circumstances
from mjtool.tiles import Tile, Wind


@pytest.mark.parametrize(
    ("text", "asked_for", "key"),
    [
        *[
            pytest.param(
                "123m456m789p11222z",
                {"self_drawn": True, "events": [event]},
                "self_drawn",
                id=f"{event}-self-drawn",
            )
            for event in ("robbing_kong", "human_hand", "triple_win")
        ],
        *[
            pytest.param(
                "(1111m)456m789p11222z" if event == "kong_draw" else "123m456m789p11222z",
                {"self_drawn": False, "events": [event]},
                "not_self_drawn",
                id=f"{event}-on-a-discard",
            )
            for event in ("kong_draw", "last_tile", "heavenly_hand", "earthly_hand")
        ],
        pytest.param(
            "[111m]456m789p11222z",
            {"self_drawn": True, "events": ["kong_draw"]},
            "no_kong",
            id="kong-draw-without-kong",
        ),
        *[
            pytest.param(
                "123m456m789p11222z",
                {"self_drawn": True, "events": ["heavenly_hand"], "seat": seat},
                "dealer",
                id=f"heavenly-{seat}",
            )
            for seat in "SWN"
        ],
        pytest.param(
            "123m456m789p11222z",
            {"self_drawn": True, "events": ["earthly_hand"], "seat": "E"},
            "dealer",
            id="earthly-dealer",
        ),
        pytest.param(
            "123m456m789p11222z",
            {"self_drawn": False, "events": ["human_hand"], "seat": "E"},
            "dealer",
            id="human-dealer",
        ),
        *[
            pytest.param(
                "(1111m)456m789p11222z",
                {"self_drawn": event != "human_hand", "events": [event]},
                "fixed_sets",
                id=f"{event}-with-sets",
            )
            for event in ("heavenly_hand", "earthly_hand", "human_hand")
        ],
        pytest.param(
            "123m456m789p11222z",
            {"self_drawn": True, "events": ["heavenly_hand", "earthly_hand"]},
            "both",
            id="heavenly-and-earthly",
        ),
        pytest.param(
            "123m456m789p11222z",
            {"self_drawn": False, "seat": "S", "source": "S"},
            "own_tile",
            id="from-oneself",
        ),
        pytest.param(
            "123m456m789p11222z",
            {"self_drawn": True, "seat": "S", "liable": "S"},
            "own_tile",
            id="liable-to-oneself",
        ),
        pytest.param(
            "123m456m789p11222z",
            {"self_drawn": False, "events": ["robbing_kong"]},
            "robbed_copy",
            id="robbed-tile-held",
        ),
        pytest.param(
            "[123m]345m11222z789p",
            {"self_drawn": False, "events": ["robbing_kong"], "win": "M3"},
            "robbed_copy",
            id="robbed-tile-in-a-set",
        ),
    ],
)
def test_impossible_requests(text, asked_for, key):
    hand = Hand.parse(text)
    given_ = dict(asked_for)
    win = Tile[given_.pop("win")] if "win" in given_ else hand.last
    for name in ("seat", "source", "liable"):
        if name in given_:
            given_[name] = Wind(given_[name])
    given_["events"] = frozenset(given_.get("events", ()))
    with pytest.raises(RequestError) as refused:
        verify_circumstances(hand, win, **given_)
    assert refused.value.key == f"impossible_request.{key}"
    assert refused.value.code == "impossible_request"


@pytest.mark.parametrize(
    ("text", "asked_for"),
    [
        pytest.param("(1111m)456m789p11222z", {"events": ["kong_draw", "last_tile"]}, id="both"),
        pytest.param("123m456m789p11222z", {"events": ["heavenly_hand"], "seat": "E"}, id="dealer"),
        pytest.param("123m456m789p11222z", {"events": ["heavenly_hand"]}, id="seat-not-told"),
        pytest.param("123m456m789p11222z", {"events": ["earthly_hand"], "seat": "N"}, id="earthly"),
        pytest.param(
            "123m456m789p11222z",
            {"events": ["triple_win", "robbing_kong"], "self_drawn": False, "win": "M1"},
            id="three-rob-one-kong",
        ),
        pytest.param(
            "123m456m789p11222z",
            {"self_drawn": False, "seat": "S", "liable": "S"},
            id="liable-passed-over-on-a-discard",
        ),
    ],
)
def test_possible_requests(text, asked_for):
    hand = Hand.parse(text)
    given_ = {"self_drawn": True, **asked_for}
    win = Tile[given_.pop("win")] if "win" in given_ else hand.last
    for name in ("seat", "liable"):
        if name in given_:
            given_[name] = Wind(given_[name])
    given_["events"] = frozenset(given_.get("events", ()))
    verify_circumstances(hand, win, **given_)
