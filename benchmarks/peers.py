"""Shanten libraries that may be installed, each behind the same two functions."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Peer:
    """A library: how it wants a hand, and what it says of it."""

    name: str
    prepare: Callable[[bytes], Any]
    shanten: Callable[[Any], int]
    shanten_loop: Callable[[list[Any]], None]
    useful: Callable[[Any], int] | None = None
    useful_loop: Callable[[list[Any]], None] | None = None
    hands: int = 5000


def one_argument(function: Callable[[Any], object]) -> Callable[[list[Any]], None]:
    """Return a loop that calls ``function`` on each hand, with nothing between."""

    def loop(hands: list[Any]) -> None:
        for hand in hands:
            function(hand)

    return loop


def _xiangting(module: Any) -> Peer:
    four = module.PlayerCount.FOUR
    number, tiles = module.calculate_replacement_number, module.calculate_necessary_tiles

    def numbers(hands: list[bytes]) -> None:
        for hand in hands:
            number(hand, four)

    def useful(hands: list[bytes]) -> None:
        for hand in hands:
            tiles(hand, four)

    return Peer(
        "xiangting",
        lambda counts: counts,
        lambda hand: number(hand, four) - 1,
        numbers,
        lambda hand: tiles(hand, four)[1],
        useful,
    )


def _riichienv(module: Any) -> Peer:
    def prepare(counts: bytes) -> list[int]:
        return [4 * kind + i for kind, n in enumerate(counts) for i in range(n)]

    shanten = module.calculate_shanten
    return Peer("riichienv", prepare, shanten, one_argument(shanten))


def _mahjong(module: Any) -> Peer:
    shanten = module.Shanten().calculate_shanten
    return Peer("mahjong", list, shanten, one_argument(shanten), hands=300)


_PEERS = (
    ("xiangting", _xiangting),
    ("riichienv", _riichienv),
    ("mahjong.shanten", _mahjong),
)


def installed() -> list[Peer]:
    """Return the peers that can be imported; they count seven different pairs and the orphans."""
    found = []
    for module, adapt in _PEERS:
        try:
            found.append(adapt(importlib.import_module(module)))
        except (ImportError, AttributeError):
            continue
    return found
