"""Scoring one complete hand from Python, beside PyMahjongGB and mahjong: other rules, same work."""

import importlib

import pairs
import pytest
from deals import winning_hands

from mjtool import score
from mjtool.hand import Hand
from mjtool.notation import format_tiles
from mjtool.rules import load_rules
from mjtool.tiles import NAMES, TILES, Wind, parse_tiles

HANDS = 400
LETTERS = {"m": "W", "p": "B", "s": "T"}
HONORS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")


def ours(rules):
    """Return a function that scores prepared hands, and how to prepare one."""
    known = load_rules(rules) if isinstance(rules, str) else rules
    south, east = Wind.SOUTH, Wind.EAST

    def prepare(tiles):
        hand = Hand.parse("".join(NAMES[tile] for tile in tiles))
        return hand, hand.last

    def ask(prepared):
        hand, win = prepared
        return score(hand, known, win, self_drawn=True, seat=south, round=east)

    return prepare, ask


def from_text(rules):
    """Like ``ours``, but from the hand's canonical text."""
    known, south, east = load_rules(rules), Wind.SOUTH, Wind.EAST

    def ask(text):
        hand = Hand.parse(text)
        return score(hand, known, hand.last, self_drawn=True, seat=south, round=east)

    return format_tiles, ask


def mahjong_gb(module):
    """PyMahjongGB: C++ behind Python, the rules of the Chinese competitions."""

    def name(tile):
        shown = TILES[tile]
        return HONORS[tile - 27] if tile >= 27 else f"{LETTERS[shown.suit]}{shown.rank}"

    def prepare(tiles):
        *held, win = map(name, tiles)
        return tuple(held), win

    def ask(prepared):
        held, win = prepared
        return module.MahjongFanCalculator((), held, win, 0, True, False, False, False, 1, 0)

    return prepare, ask


def mahjong(module):
    """mahjong: pure Python, the rules of Japan."""
    del module
    calculator = importlib.import_module("mahjong.hand_calculating.hand").HandCalculator()
    config = importlib.import_module("mahjong.hand_calculating.hand_config").HandConfig
    asked = config(is_tsumo=True, player_wind=28, round_wind=27)

    def prepare(tiles):
        seen = [0] * 34
        numbers = []
        for tile in tiles:
            numbers.append(4 * tile + seen[tile])
            seen[tile] += 1
        return sorted(numbers), numbers[-1]

    def ask(prepared):
        numbers, win = prepared
        return calculator.estimate_hand_value(numbers, win, config=asked)

    return prepare, ask


PEERS = {"MahjongGB": mahjong_gb, "mahjong": mahjong}


def side(prepare, ask, hands):
    """Return the loop that scores all hands, prepared as the library wants them."""
    return pairs.over(ask, [prepare(tiles) for tiles in hands])


def full_flush(found):
    """Tell whether our score knows the hand as one suit, counted or absorbed."""
    best = found.verdict.winner
    return any(item.id == "full_flush" for item in (*best.counted, *best.absorbed))


@pytest.mark.parametrize("rules", ["jipinghu", "xinmajiang", "tuidaohu"])
def test_score(benchmark, rules):
    prepare, ask = ours(rules)
    hands = [prepare(tiles) for tiles in winning_hands(HANDS)]
    assert all(ask(hand).won for hand in hands)
    benchmark(lambda: [ask(hand) for hand in hands])


TEN = """
extends = "tuidaohu"
multipliers.combine = "product"
[patterns]
luxury = {name = "豪华七对", when = "form == 'seven_pairs' and quads >= 1", multiplier = 4}
pure_straight = {name = "一条龙", when = "straight", multiplier = 2}
single = {name = "单钓", when = "wait == 'pair' and waits == 1", multiplier = 2}
three_hidden = {name = "三暗刻", when = "concealed_pungs == 3", multiplier = 3}
steps = {name = "三节高", when = "stepped_pungs >= 3", multiplier = 3}
twins = {name = "两般高", when = "same_chow_pairs == 2", multiplier = 2}
ends = {name = "全带幺", when = "all_sets_have('19m19p19s1234567z')", multiplier = 2}
small = {name = "小于五", when = "only('1234m1234p1234s')", multiplier = 3}
[bonuses]
dragons = {name = "箭刻", times = "pungs_of('567z')", multiplier = 2}
alike = {name = "四归一", times = "quads", multiplier = 2}
"""
"""Ten patterns and bonuses that the file defines itself."""


@pytest.mark.parametrize("first", [False, True], ids=["kept", "first"])
@pytest.mark.parametrize("waits", [False, True], ids=["ten", "ten-with-waits"])
def test_ratio_of_own_patterns(tmp_path, capsys, waits, first):
    file = tmp_path / "ten.toml"
    file.write_text(TEN if waits else TEN.replace(" and waits == 1", ""), "utf-8")
    hands = winning_hands(HANDS)
    found = pairs.compare(
        *(
            # What readings are worth is kept with the rules; "first hands" begin without any of it.
            side(*ours(rules), hands)._replace(before=rules.memo.clear if first else lambda: None)
            for rules in (load_rules("tuidaohu"), load_rules(str(file)))
        )
    )
    with capsys.disabled():
        print(
            f"\n{'first hands' if first else 'score'}: without {found.ours / 1000:.2f} us, "
            f"with ten own patterns{', waits among them' if waits else ''} "
            f"{found.theirs / 1000:.2f} us: {found}",
            end="",
        )


@pytest.mark.parametrize("name", sorted(PEERS))
def test_ratio_to_peer(name, capsys):
    module = pytest.importorskip(name)
    prepare, ask = PEERS[name](module)
    our_prepare, our_ask = ours("jipinghu")
    hands = winning_hands(HANDS)
    for tiles in hands:
        found, other = our_ask(our_prepare(tiles)), ask(prepare(tiles))
        assert found.won
        if name == "mahjong":
            # The peer is satisfied too: self-drawn and concealed is always enough there.
            assert other.error is None
            one_suit = any("Chinitsu" in str(each) or "Gates" in str(each) for each in other.yaku)
        else:
            assert other
            one_suit = any(each[-1] in ("清一色", "九莲宝灯") for each in other)
        if one_suit:
            assert full_flush(found)
    theirs = side(prepare, ask, hands)
    # What readings are worth is kept with the rules; "first hands" begin without any of it.
    forget = load_rules("jipinghu").memo.clear
    sides = {
        "score": side(our_prepare, our_ask, hands),
        "first hands": side(our_prepare, our_ask, hands)._replace(before=forget),
        "from text": side(*from_text("jipinghu"), hands),
    }
    for what, mine in sides.items():
        found = pairs.compare(mine, theirs)
        with capsys.disabled():
            print(
                f"\n{what}: mjtool {found.ours / 1000:.2f} us, "
                f"{name} {found.theirs / 1000:.2f} us: {found}",
                end="",
            )


def test_notation_of_hands_is_the_peers(capsys):
    # The same tiles reach every peer: the letters are read back by our own reader.
    prepare, _ = mahjong_gb(None)
    for tiles in winning_hands(50):
        held, win = prepare(tiles)
        assert list(parse_tiles("".join([*held, win]))) == tiles
