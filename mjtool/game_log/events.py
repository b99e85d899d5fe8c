"""The events of a game log: one frozen record for each type, as the native format writes them.

A record's fields are the JSON fields (``from``, ``with`` and ``in`` have a ``_`` behind them in
Python). Tiles stay text here: whether a text is a tile of the set in play is for the table to
say (F004), since only the rules know the set. :func:`encode` gives a record's native line.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from mjtool.records import record

Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=10**15)]
Amount = int  # of any size: points double with each fan
Die = Annotated[int, Meta(ge=1, le=6)]
FourNames = Annotated[list[str], Meta(min_length=4, max_length=4)]
FourAmounts = Annotated[list[Amount], Meta(min_length=4, max_length=4)]
FourLists = Annotated[list[list[str]], Meta(min_length=4, max_length=4)]
TwoTiles = Annotated[list[str], Meta(min_length=2, max_length=2)]
ThreeDice = Annotated[list[Die], Meta(min_length=3, max_length=3)]
KongKind = Literal["exposed", "concealed", "added"]
PropName = Literal[
    "great_shift",
    "swap_chosen",
    "swap_random",
    "clairvoyance",
    "clairaudience",
    "golden_finger",
    "voice",
]
RoundName = Literal["E", "S", "W", "N"]


class Room(Struct, frozen=True, gc=False, omit_defaults=True):
    """The stakes of a room: coins a point, and the fee of a hand."""

    coefficient: Count
    fee: Count


class _Event(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """What all events share: the ``type`` that names them."""


class StartGame(_Event, frozen=True, tag="start_game"):
    """A game begins: its rules, its players, its stakes."""

    rules: str
    players: FourNames
    room: Room | UnsetType = UNSET
    scores: FourAmounts | UnsetType = UNSET
    id: object = UNSET
    version: Literal[1] | UnsetType = UNSET


class StartHand(_Event, frozen=True, tag="start_hand"):
    """A hand is dealt.

    ``indicator`` is the tile turned up that says which kinds are ``wild``. ``walls`` (a wall for
    each seat, front first) counts only where the game has them; in all others it is a field like
    any that the format does not know, whatever it holds.
    """

    hand: Annotated[int, Meta(ge=1, le=10**15)]
    dealer: Seat
    deal: FourLists
    indicator: str | UnsetType = UNSET
    wild: list[str] | UnsetType = UNSET
    round: RoundName | UnsetType = UNSET
    wall: list[str] | UnsetType = UNSET
    horses: Annotated[int, Meta(ge=0, le=91)] | UnsetType = UNSET  # the longest wall
    dice: ThreeDice | UnsetType = UNSET
    wall_built: FourLists | UnsetType = UNSET
    walls: Any = UNSET


class Draw(_Event, frozen=True, tag="draw"):
    """A seat draws a tile."""

    seat: Seat
    tile: str


class Discard(_Event, frozen=True, tag="discard"):
    """A seat discards a tile."""

    seat: Seat
    tile: str


class Chow(_Event, frozen=True, tag="chow"):
    """A seat claims the discard for a chow with two tiles of its own."""

    seat: Seat
    tile: str
    with_: TwoTiles = field(name="with")


class Pung(_Event, frozen=True, tag="pung"):
    """A seat claims the discard for a pung."""

    seat: Seat
    tile: str


class Kong(_Event, frozen=True, tag="kong"):
    """A seat declares a kong."""

    seat: Seat
    kind: KongKind
    tile: str


class Flower(_Event, frozen=True, tag="flower"):
    """A seat sets a flower aside."""

    seat: Seat
    tile: str


class Prop(_Event, frozen=True, tag="prop"):
    """A seat uses a prop 道具."""

    seat: Seat
    name: PropName
    tile: str | UnsetType = UNSET
    out: str | UnsetType = UNSET
    in_: str | UnsetType = field(name="in", default=UNSET)


class Win(_Event, frozen=True, tag="win"):
    """A seat wins; without ``from_``, or with its own seat there, self-drawn."""

    seat: Seat
    tile: str
    from_: Seat | UnsetType = field(name="from", default=UNSET)


class Washout(_Event, frozen=True, tag="washout"):
    """The wall is used up and nobody won; ``reason`` where a foreign game ends a hand early."""

    reason: Any = UNSET


class Escape(_Event, frozen=True, tag="escape"):
    """A seat left the game 逃跑."""

    seat: Seat


class LoggedWild(Struct, frozen=True, gc=False):
    """What a wild tile of a winner stands for."""

    tile: str
    as_: str = field(name="as")


class LoggedWin(Struct, frozen=True, gc=False, omit_defaults=True):
    """What ``end_hand`` tells of one winner; no ``points`` only where a foreign log tells none."""

    seat: Seat
    points: Amount | UnsetType = UNSET
    fan: Amount | UnsetType = UNSET
    patterns: list[str] | UnsetType = UNSET
    liable: Seat | UnsetType = UNSET
    wilds: list[LoggedWild] | UnsetType = UNSET


class EndHand(_Event, frozen=True, tag="end_hand"):
    """A hand is settled; no ``points`` only where a foreign log tells none."""

    wins: list[LoggedWin]
    points: FourAmounts | UnsetType = UNSET
    bank: Amount | UnsetType = UNSET
    horses: list[str] | UnsetType = UNSET
    coins: FourAmounts | UnsetType = UNSET
    scores: FourAmounts | UnsetType = UNSET


class EndGame(_Event, frozen=True, tag="end_game"):
    """A game ends."""

    scores: FourAmounts | UnsetType = UNSET


Event = (
    StartGame
    | StartHand
    | Draw
    | Discard
    | Chow
    | Pung
    | Kong
    | Flower
    | Prop
    | Win
    | Washout
    | Escape
    | EndHand
    | EndGame
)

TYPES: Final[dict[str, type[Event]]] = {
    "start_game": StartGame,
    "start_hand": StartHand,
    "draw": Draw,
    "discard": Discard,
    "chow": Chow,
    "pung": Pung,
    "kong": Kong,
    "flower": Flower,
    "prop": Prop,
    "win": Win,
    "washout": Washout,
    "escape": Escape,
    "end_hand": EndHand,
    "end_game": EndGame,
}
"""The record of each ``type``."""


def encode(event: Event) -> bytes:
    """Return the native line of ``event``, without a line end.

    >>> encode(Win(seat=1, tile="5z", from_=0))
    b'{"type":"win","seat":1,"tile":"5z","from":0}'
    """
    return record.encode(event)
