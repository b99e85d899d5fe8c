"""Playing alone: the chances to win and to be ready, and the points to expect, within T draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.messages import add
from mjtool.rules.model import RuleSet
from mjtool.tiles import Tile, Wind

add(
    {
        "bad_request.draws": (
            "draws must be 1 to {most}, not {found}",
            "摸牌次数应为 1 到 {most}，不是 {found}",
        ),
        "bad_request.swaps": (
            "swaps must be 0 to {most}, not {found}",
            "换牌次数应为 0 到 {most}，不是 {found}",
        ),
        "bad_request.swaps_alone": (
            "swaps need a number of draws",
            "换牌次数要和摸牌次数一起给出",
        ),
    }
)

MOST_DRAWS: Final = 20
MOST_SWAPS: Final = 4


@dataclass(frozen=True, slots=True)
class Rates:
    """Chances and points to expect; None throughout, and why, where they were not found."""

    win: float | None
    ready: float | None
    value: float | None
    reason: str | None = None

    @property
    def known(self) -> bool:
        """Whether the figures were found."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class Solo:
    """A hand that plays on alone: the copies left, the draws, the swaps, seat and round."""

    hand: Hand
    rules: RuleSet
    left: bytes
    draws: int
    swaps: int = 0
    seat: Wind | None = None
    round: Wind | None = None


def verify_solo(draws: int | None, swaps: int) -> None:
    """Raise RequestError for a number of draws or swaps that is not answered."""
    if draws is None:
        if swaps:
            raise RequestError("bad_request.swaps_alone")
    elif not 1 <= draws <= MOST_DRAWS:
        raise RequestError("bad_request.draws", most=MOST_DRAWS, found=draws)
    if not 0 <= swaps <= MOST_SWAPS:
        raise RequestError("bad_request.swaps", most=MOST_SWAPS, found=swaps)


def solo(asked: Solo, discards: tuple[Tile | None, ...]) -> tuple[Rates, ...]:
    """Return the rates after each of ``discards``; None stands for the hand as it is."""
    raise NotImplementedError
