"""Which circumstances of a win a game can bring about, pair by pair, and which are refused."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest
from msgspec.structs import replace

from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.requests import KongField
from mjtool.rules import load_rules
from mjtool.rules.model import HorsesSection, HumanHandSection
from mjtool.tiles import Tile, Wind
from mjtool.verify import verify_circumstances, verify_settlement

ALL = replace(load_rules("jipinghu"), horses=HorsesSection(first=1, most=4))
RULES = {
    "rules": ALL,
    "nearest": replace(ALL, multiple_wins="nearest"),
    "early": replace(ALL, human_hand=HumanHandSection(window="before_own_first_draw")),
}
CONCEALED = "123m456m789p11222z"


def verify(text, rules=ALL, *, win=None, kongs=(), horses=(), **asked):
    """Hold a request against what a game can bring about; seats by their letters."""
    hand = Hand.parse(text)
    tile = hand.last if win is None else Tile.parse(win)
    for name in ("seat", "source", "liable"):
        if asked.get(name) is not None:
            asked[name] = Wind(asked[name])
    asked["events"] = frozenset(asked.get("events", ()))
    verify_circumstances(hand, rules, tile, **asked)
    verify_settlement(
        hand,
        rules,
        tile,
        seat=asked.get("seat"),
        events=asked["events"],
        source=asked.get("source"),
        kongs=[KongField(*kong) for kong in kongs],
        horses=[Tile.parse(horse) for horse in horses],
    )


# Every pair of circumstances. What is not listed here, a game can bring about.

NEVER = {
    "self-drawn": "robbing_kong triple_win human_hand",
    "kong_draw": "robbing_kong triple_win heavenly_hand earthly_hand human_hand not-self-drawn "
    "concealed chow pair",
    "last_tile": "robbing_kong triple_win heavenly_hand earthly_hand human_hand not-self-drawn",
    "heavenly_hand": "robbing_kong triple_win earthly_hand human_hand not-self-drawn chow kong "
    "own-kong seat-S seat-N from-N-to-S",
    "earthly_hand": "robbing_kong triple_win human_hand not-self-drawn chow kong own-kong seat-E",
    "human_hand": "robbing_kong chow kong own-kong seat-E from-N-to-S",
    "robbing_kong": "pair horse-won from-N-of-four",
    "triple_win": "nearest",
    "own-kong": "concealed chow pair",
    "four-of-N": "seat-N",
    "horses-444p": "pair",
}
"""Circumstances that exclude each other."""
EVENTS = (
    *("kong_draw", "last_tile", "heavenly_hand", "earthly_hand"),
    *("robbing_kong", "human_hand", "triple_win"),
)
HANDS = {
    "concealed": CONCEALED,
    "chow": "[123m]456m789p11222z",
    "kong": "(4444z)456m789p11222z",
    "pair": "123m456m789p44p222z",
}
WON = {"concealed": "4m", "chow": "4m", "kong": "4m", "pair": "4p"}
"""The winning tile: the only one of its kind, but beside another in ``pair``."""
KONGS = {
    "no-kongs": (),
    "own-kong": None,
    "other-kong": (("W", "concealed"), ("W", "exposed", "S"), ("W", "added", "S")),
    "four-of-N": (("N", "concealed"),) * 4,
}
HORSES = {"no-horses": (), "horse": ("9s",), "horses-444p": ("4p",) * 3, "horse-won": None}


def every_request():
    """Yield the names of the circumstances of every request, and its fields."""
    happened = list(chain.from_iterable(combinations(EVENTS, number) for number in range(3)))
    for rules, hand, kongs, horses in product(RULES, HANDS, KONGS, HORSES):
        for self_drawn, seat, source in product((True, False), (None, *"ESN"), (None, *"ESN")):
            if source is not None and source == seat:
                continue  # in rows of its own
            if kongs == "own-kong" and seat is None:
                continue
            names = {rules, hand, kongs, horses, "self-drawn" if self_drawn else "not-self-drawn"}
            names |= {f"seat-{seat}"} if seat else set()
            names |= {f"from-{source}"} if source else set()
            if source == "N":
                names |= {"from-N-to-S"} if seat == "S" else set()
                names |= {"from-N-of-four"} if kongs == "four-of-N" else set()
            won = HORSES[horses] is None
            fields = {
                "text": HANDS[hand],
                "rules": RULES[rules],
                "win": WON[hand],
                "kongs": ((seat, "concealed"),) if KONGS[kongs] is None else KONGS[kongs],
                "horses": (WON[hand],) if won else HORSES[horses],
                "self_drawn": self_drawn,
                "seat": seat,
                "source": source,
            }
            for events in happened:
                yield names | set(events), {**fields, "events": events}


def forbidden(names):
    """Return the pairs of ``NEVER`` among ``names``."""
    return {(one, other) for one in NEVER for other in NEVER[one].split() if {one, other} <= names}


THREE = (
    # What excludes each other in the presence of a third only.
    {"human_hand", "from-S", "rules"},
    {"human_hand", "from-S", "nearest"},
    {"human_hand", "from-N", "rules"},
    {"human_hand", "from-N", "nearest"},
)


@pytest.fixture(scope="module")
def answers():
    """Return (names of the circumstances, whether they are accepted) of every request."""
    found = []
    for names, fields in every_request():
        try:
            verify(**fields)
        except RequestError:
            found.append((names, False))
        else:
            found.append((names, True))
    return found


def test_every_pair_is_decided_as_the_table_says(answers):
    """A pair can be where some request has both and is accepted."""
    met, possible = set(), set()
    for names, accepted in answers:
        pairs = {tuple(sorted(pair)) for pair in combinations(names, 2)}
        met |= pairs
        if accepted:
            possible |= pairs
    assert met - possible == {tuple(sorted((a, b))) for a in NEVER for b in NEVER[a].split()}


def test_a_request_is_refused_for_a_pair_or_three(answers):
    """Nothing else is refused, and nothing that the table forbids is settled."""
    for names, accepted in answers:
        named = bool(forbidden(names)) or any(three <= names for three in THREE)
        assert accepted is not named, sorted(names)


@pytest.mark.parametrize(
    ("text", "asked", "key"),
    [
        *[
            pytest.param(CONCEALED, {"events": [event]}, "self_drawn", id=f"{event}-self-drawn")
            for event in ("robbing_kong", "human_hand", "triple_win")
        ],
        *[
            pytest.param(
                "(1111m)456m789p11222z" if event == "kong_draw" else CONCEALED,
                {"self_drawn": False, "events": [event]},
                "not_self_drawn",
                id=f"{event}-on-a-discard",
            )
            for event in ("kong_draw", "last_tile", "heavenly_hand", "earthly_hand")
        ],
        pytest.param(
            "[111m]456m789p11222z", {"events": ["kong_draw"]}, "no_kong", id="a-pung-is-no-kong"
        ),
        *[
            pytest.param(
                CONCEALED,
                {"events": ["heavenly_hand"], "seat": seat},
                "dealer",
                id=f"heavenly-{seat}",
            )
            for seat in "SWN"
        ],
        pytest.param(
            CONCEALED, {"events": ["earthly_hand"], "seat": "E"}, "dealer", id="earthly-dealer"
        ),
        pytest.param(
            CONCEALED,
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
        *[
            pytest.param(CONCEALED, {"events": ["heavenly_hand", other]}, "both", id=other)
            for other in ("earthly_hand", "last_tile")
        ],
        pytest.param(
            CONCEALED, {"events": ["earthly_hand", "last_tile"]}, "both", id="first-and-last-draw"
        ),
        pytest.param(
            CONCEALED,
            {"self_drawn": False, "win": "4m", "events": ["human_hand", "robbing_kong"]},
            "both",
            id="a-discard-is-no-kong",
        ),
        *[
            pytest.param(
                CONCEALED,
                {"self_drawn": False, "events": ["human_hand"], "source": source},
                "first_discard",
                id=f"human-from-{source}",
            )
            for source in "SWN"
        ],
        pytest.param(
            CONCEALED,
            {"self_drawn": False, "rules": "early", "events": ["human_hand"], "seat": "W"}
            | {"source": "N"},
            "early_discard",
            id="human-from-a-seat-behind",
        ),
        pytest.param(
            CONCEALED,
            {"self_drawn": False, "rules": "nearest", "events": ["triple_win"]},
            "nearest",
            id="three-winners-where-one-wins",
        ),
        pytest.param(
            CONCEALED, {"self_drawn": False, "seat": "S", "source": "S"}, "own_tile", id="from-self"
        ),
        pytest.param(CONCEALED, {"seat": "S", "liable": "S"}, "own_tile", id="liable-to-oneself"),
        pytest.param(
            CONCEALED,
            {"self_drawn": False, "events": ["robbing_kong"]},
            "robbed_copy",
            id="robbed-tile-held",
        ),
        pytest.param(
            "[123m]345m11222z789p",
            {"self_drawn": False, "events": ["robbing_kong"], "win": "3m"},
            "robbed_copy",
            id="robbed-tile-in-a-set",
        ),
        pytest.param(CONCEALED, {"kongs": [("N", "concealed")] * 5}, "kongs", id="five-kongs"),
        pytest.param(
            CONCEALED,
            {"self_drawn": False, "win": "4m", "events": ["robbing_kong"], "source": "N"}
            | {"kongs": [("N", "concealed")] * 4},
            "kongs",
            id="a-fifth-kong-to-rob",
        ),
        *[
            pytest.param(
                "[2222z](3333z)456m789p11z",
                {"seat": "S", "kongs": kongs},
                "own_kongs",
                id=f"own-{name}",
            )
            for name, kongs in (
                ("added-not-shown", [("S", "added")]),
                ("concealed-twice", [("S", "concealed"), ("S", "concealed")]),
                ("exposed-twice", [("S", "exposed", "E"), ("S", "exposed", "W")]),
            )
        ],
        pytest.param(
            CONCEALED, {"kongs": [("N", "concealed", "E")]}, "kong_feeder", id="concealed-fed"
        ),
        pytest.param(CONCEALED, {"kongs": [("N", "added", "N")]}, "own_feeder", id="fed-by-itself"),
    ],
)
def test_impossible_requests(text, asked, key):
    asked = {"self_drawn": True, **asked}
    asked["rules"] = RULES[asked.get("rules", "rules")]
    with pytest.raises(RequestError) as refused:
        verify(text, **asked)
    assert refused.value.key == f"impossible_request.{key}"
    assert refused.value.code == "impossible_request"


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({"horses": ["2z", "2z"]}, id="beside-the-hand"),
        pytest.param({"horses": ["9s"] * 4 + ["9s"]}, id="five-alike"),
        pytest.param(
            {"horses": ["4m"], "win": "4m", "self_drawn": False, "events": ["robbing_kong"]},
            id="of-a-robbed-kong",
        ),
    ],
)
def test_a_horse_is_no_fifth_copy(asked):
    rules = replace(ALL, horses=HorsesSection(first=1, most=9))
    with pytest.raises(RequestError) as refused:
        verify(CONCEALED, rules, **{"self_drawn": True, **asked})
    assert refused.value.code == "too_many_copies"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        pytest.param("(1111m)456m789p11222z", {"events": ["kong_draw", "last_tile"]}, id="both"),
        pytest.param(CONCEALED, {"events": ["heavenly_hand"], "seat": "E"}, id="dealer"),
        pytest.param(CONCEALED, {"events": ["heavenly_hand"]}, id="seat-not-told"),
        pytest.param(CONCEALED, {"events": ["earthly_hand"], "seat": "N"}, id="earthly"),
        pytest.param(
            CONCEALED,
            {"events": ["triple_win", "robbing_kong"], "self_drawn": False, "win": "4m"},
            id="three-rob-one-kong",
        ),
        pytest.param(
            CONCEALED,
            {"events": ["triple_win", "human_hand"], "self_drawn": False, "source": "E"},
            id="three-on-the-first-discard",
        ),
        pytest.param(
            CONCEALED,
            {"events": ["human_hand"], "self_drawn": False, "seat": "N", "source": "W"}
            | {"rules": RULES["early"]},
            id="human-from-a-seat-before",
        ),
        pytest.param(
            CONCEALED,
            {"self_drawn": False, "seat": "S", "liable": "S"},
            id="liable-passed-over-on-a-discard",
        ),
        pytest.param(
            "[1111m](2222m)789p11222z",
            {"seat": "S", "kongs": [("S", "exposed", "E")]},
            id="an-own-kong-left-out",
        ),
        pytest.param(
            CONCEALED, {"kongs": [("S", "added", "W"), *[("E", "concealed")] * 4]}, id="kongs"
        ),
        pytest.param(
            CONCEALED,
            {"events": ["heavenly_hand"], "kongs": [("N", "concealed")]},
            id="kongs-of-others-are-taken-as-given",
        ),
    ],
)
def test_possible_requests(text, asked):
    verify(text, **{"self_drawn": True, **asked})
