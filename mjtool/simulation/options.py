"""What a simulated game is like: who plays, how many hands, how often something rare comes up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from mjtool.errors import RequestError, did_you_mean
from mjtool.messages import Listed
from mjtool.settlement import Room
from mjtool.simulation.players import STYLES, Style

MOST_COINS: Final = 10**12
"""The largest coefficient and fee of a room."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a simulated game is like; the shares are chances between 0 and 1.

    ``rigged``: hands whose deal is laid out for something rare; ``escapes``: hands that a seat
    leaves; ``props``: events with a prop at their side; ``dice``: hands with dice and built walls;
    ``wall``: whether the log tells the wall.
    """

    hands: int = 8
    players: tuple[str, ...] = ("greedy",)
    room: Room | None = None
    rigged: float = 0.0
    escapes: float = 0.0
    props: float = 0.0
    dice: float = 0.0
    wall: bool = True

    def __post_init__(self) -> None:
        if self.hands < 1:
            raise RequestError(
                "impossible_request.at_least", field="hands", least=1, value=self.hands
            )
        if self.room is not None:
            for name, value in zip(Room._fields, self.room, strict=True):
                if value < 0:
                    raise RequestError(
                        "impossible_request.at_least", field=name, least=0, value=value
                    )
                if value > MOST_COINS:
                    raise RequestError(
                        "impossible_request.at_most", field=name, most=MOST_COINS, value=value
                    )
        for style in self.players:
            if style not in STYLES:
                raise RequestError(
                    "impossible_request.style",
                    style=style,
                    styles=Listed(tuple(STYLES), "list.words"),
                    hint=did_you_mean(style, STYLES),
                )
        if len(self.players) not in (1, 4):
            raise RequestError("impossible_request.players", number=len(self.players))
        for name in ("rigged", "escapes", "props", "dice"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise RequestError("impossible_request.share", field=name, value=value)

    @property
    def styles(self) -> tuple[Style, ...]:
        """The four seats' styles."""
        names = self.players * 4 if len(self.players) == 1 else self.players
        return tuple(STYLES[name] for name in names)

    def rare(self) -> Options:
        """Return these options with everything rare made frequent that is not set already."""
        return replace(
            self,
            players=("greedy", "eager", "patient", "wild")
            if self.players == ("greedy",)
            else self.players,
            rigged=self.rigged or 0.6,
            escapes=self.escapes or 0.02,
            props=self.props or 0.01,
            dice=self.dice or 0.2,
        )
