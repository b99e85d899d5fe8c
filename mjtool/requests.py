"""Requests: one record of a batch, a case or a command line, read and checked field by field."""

# No annotations as text here: they are read whenever the program starts, and text is compiled.
import re
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from mjtool import limits
from mjtool.errors import RequestError, did_you_mean
from mjtool.hand import Hand, won_hand
from mjtool.in_play import in_play
from mjtool.messages import Say
from mjtool.notation import format_tiles
from mjtool.records.record import WindName, fitted
from mjtool.rules import RuleSet
from mjtool.rules.kept import current_rules
from mjtool.rules.model import EventName, KongKind
from mjtool.stock import FLOWERS
from mjtool.tiles import (
    KINDS,
    WRITTEN,
    Flower,
    Piece,
    Tile,
    Wind,
    parse_piece,
    parse_tile,
    parse_tiles,
)
from mjtool.wild import NO_WILDS
from mjtool.wording import of_json, of_value

DEFAULT_RULES = "jipinghu"

Order = Literal["tiles", "win", "value"]
Hands = Annotated[int, Meta(ge=0, le=1_000)]
Coins = Annotated[int, Meta(ge=0, le=1_000_000_000_000)]


class KongField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of ``kongs``: a kong of any seat that settles with the hand."""

    seat: Annotated[WindName, Meta(description="who made it")]
    kind: Annotated[KongKind, Meta(description="which kind it is")]
    source: Annotated[WindName | None, Meta(description="who fed an exposed one")] = msgspec.field(
        name="from", default=None
    )
    late: Annotated[bool, Meta(description="an added one whose tile was drawn before")] = False


class RoomField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``room``: coins for a point and the fee a hand."""

    coefficient: Annotated[Coins, Meta(description="coins for a point")]
    fee: Annotated[Coins, Meta(description="coins that every seat pays for a hand")]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a record may ask; each command reads the fields it knows.

    ``do``, ``expect``, ``source`` and ``note`` belong to cases and are passed over elsewhere.
    """

    hand: Annotated[str | None, Meta(description="the hand, in any notation")] = None
    rules: Annotated[
        str | None, Meta(description="a built-in rule set or a file; else the command's")
    ] = None
    win: Annotated[
        str | None,
        Meta(description="the winning tile, which 13 tiles take in; else the last one written"),
    ] = None
    self_drawn: Annotated[bool, Meta(description="whether the winner drew the tile")] = False
    seat: Annotated[WindName | None, Meta(description="the own seat; E is the dealer")] = None
    round: Annotated[WindName | None, Meta(description="the round wind")] = None
    events: Annotated[tuple[EventName, ...], Meta(description="what goes with the win")] = ()
    discarder: Annotated[WindName | None, Meta(description="the discarder or the robbed seat")] = (
        msgspec.field(name="from", default=None)
    )
    liable: Annotated[
        WindName | None, Meta(description="who pays a self-drawn win for all; taken as given")
    ] = None
    room: Annotated[RoomField | None, Meta(description="to reckon coins")] = None
    kongs: Annotated[
        tuple[KongField, ...], Meta(description="kongs that settle with the hand")
    ] = ()
    horses: Annotated[
        tuple[str, ...] | None,
        Meta(
            description="horses that settle with the hand; an empty list: none was left to turn up"
        ),
    ] = None
    streak: Annotated[Hands, Meta(description="which hand of a deal streak it is, from 0")] = 0
    winner_streak: Annotated[
        Hands, Meta(description="the winner's wins in a row before this one")
    ] = 0
    follow: Annotated[bool, Meta(description="whether the first four discards were alike")] = False
    wild: Annotated[
        str | None, Meta(description="which kinds are wild, where the rules do not tell")
    ] = None
    indicator: Annotated[
        str | None, Meta(description="the tile that was turned up and tells what is wild")
    ] = None
    no_wild: Annotated[bool, Meta(description="whether wild kinds are ordinary")] = False
    wild_discarded: Annotated[
        int, Meta(ge=0, le=1_000, description="wild tiles that the winner threw away")
    ] = 0
    visible: Annotated[str, Meta(description="tiles seen elsewhere")] = ""
    ignore_sets: Annotated[
        bool, Meta(description="shanten: leave out the tiles of the own sets")
    ] = False
    improvements: Annotated[
        bool, Meta(description="efficiency: add draws that widen without coming nearer")
    ] = False
    targets: Annotated[bool, Meta(description="efficiency: add the distance to each pattern")] = (
        False
    )
    draws: Annotated[
        int | None, Meta(description="efficiency: add rates within so many own draws, 1 to 20")
    ] = None
    swaps: Annotated[
        int, Meta(description="efficiency: tiles that may be kept in exchange, 0 to 4")
    ] = 0
    sort: Annotated[Order, Meta(description="efficiency: what the rows are sorted by")] = "tiles"
    explain: Annotated[bool, Meta(description="score: add readings and the ledger")] = False
    id: Annotated[Any, Meta(description="anything; comes back with the answer")] = msgspec.UNSET
    do: Annotated[str | None, Meta(description="in cases: what is asked")] = None
    expect: Annotated[Any, Meta(description="in cases: what the answer must hold")] = None
    source: Annotated[Any, Meta(description="in cases: where it is from")] = None
    note: Annotated[Any, Meta(description="in cases: a remark")] = None

    def parsed_hand(self) -> Hand:
        """Return the hand; NotationError where its text is none."""
        if self.hand is None:
            raise RequestError("bad_request.hand")
        return Hand.parse(self.hand)

    def won_hand(self) -> tuple[Hand, Piece]:
        """Return the hand with its winning tile: the one named, else the last one written.

        NotationError where the text is none, or the hand holds no such tile.
        """
        return won_hand(self.parsed_hand(), self.win)

    def in_play(self, rules: RuleSet) -> tuple[RuleSet, Hand]:
        """Return the rules of the hand of play, in which it is known what is wild, and the hand."""
        hand = self.parsed_hand()
        if rules.wilds is NO_WILDS and type(hand) is Hand and not self._tells_wild:
            return rules, hand
        found, whole, _ = self._played(rules, hand, None)
        return found, whole

    def won_in_play(self, rules: RuleSet) -> tuple[RuleSet, Hand, Piece]:
        """Return the rules of the hand of play, the hand, and its winning tile."""
        hand = self.parsed_hand()
        plain = rules.wilds is NO_WILDS and type(hand) is Hand and not self._tells_wild
        if plain and self.win != "0z":
            hand, tile = won_hand(hand, self.win)
            if tile >= KINDS:  # a flower that the hand took in
                raise RequestError("not_in_set", tile=WRITTEN[tile])
            return rules, hand, tile
        named = None if self.win is None else parse_piece(self.win)
        found, whole, win = self._played(rules, hand, named)
        whole, tile = won_hand(whole, win)
        return found, whole, tile

    @property
    def _tells_wild(self) -> object:
        """Whether it is told what is wild."""
        return self.wild or self.indicator or self.no_wild

    def _played(
        self, rules: RuleSet, hand: Hand, win: Piece | None
    ) -> tuple[RuleSet, Hand, Piece | None]:
        flowers = rules.stock.flowers > 0
        wild = parse_tiles(self.wild, flowers=flowers) if self.wild else ()
        indicator = parse_tile(self.indicator, flowers=flowers) if self.indicator else None
        if rules.tiles.flowers != "wild" and not any(tile >= KINDS for tile in wild):
            Hand.parse(self.hand or "", flowers=False)  # they are none of a hand
        no_wild = self.no_wild
        return in_play(rules, hand, win, wild=wild, indicator=indicator, no_wild=no_wild)

    def visible_counts(self, rules: RuleSet) -> bytes:
        """Return the 34 counts of the tiles seen elsewhere; behind them flowers that are wild."""
        flowers = any(tile >= KINDS for tile in rules.wilds.kinds)
        size = KINDS + FLOWERS if flowers else KINDS
        if not self.visible.strip():
            return bytes(size)
        # A fifth copy is refused where the hand is known; more than a byte holds is no less of one.
        seen: Counter[int] = Counter(parse_tiles(self.visible, flowers=flowers))
        return bytes([min(seen[kind], 255) for kind in range(size)])

    def visible_text(self) -> str:
        """Return the tiles seen elsewhere in canonical notation; empty where there are none."""
        return format_tiles(parse_tiles(self.visible, flowers=True)) if self.visible else ""

    def wild_text(self) -> str:
        """Return the wild tiles that are told in canonical notation; empty where none are."""
        return format_tiles(parse_tiles(self.wild, flowers=True)) if self.wild else ""

    def indicator_text(self) -> str:
        """Return the indicator in canonical notation; empty where none is told."""
        return str(parse_tile(self.indicator, flowers=True)) if self.indicator else ""

    def horse_tiles(self, rules: RuleSet) -> tuple[Tile | Flower, ...] | None:
        """Return the horses as tiles, flowers where ``rules`` have them; None: not known."""
        if self.horses is None:
            return None
        flowers = rules.stock.flowers > 0
        return tuple([parse_tile(text, flowers=flowers) for text in self.horses])


NOTHING_ASKED: Final[dict[str, Any]] = msgspec.to_builtins(Request())
"""The fields of a request and what they are where nothing is said; ``id`` is left out."""


def seat_of(name: WindName | None) -> Wind | None:
    """Return the wind of a field."""
    return None if name is None else _WIND_OF[name]


_WIND_OF: dict[str, Wind] = {str(wind): wind for wind in Wind}


_decode: Callable[[bytes], Request] = msgspec.json.Decoder(Request).decode


def read_request(line: bytes, defaults: dict[str, Any] | None = None) -> Request:
    """Return the request of a batch line: a JSON object, or a hand as bare text.

    ``defaults`` are fields for every line; what the line says itself wins.
    """
    if limits.is_too_long(line):
        raise RequestError("bad_line", most=limits.now().line)
    if line.lstrip()[:1] != b"{":
        hand = line.decode("utf-8", "surrogateescape").strip("\r\n")
        return request_of({**defaults, "hand": hand}) if defaults else Request(hand=hand)
    if limits.is_too_deep(line):
        raise RequestError("bad_json", detail=Say("word.too_deep"))
    try:
        if not defaults:
            return _decode(line)
        return fitted({**defaults, **msgspec.json.decode(line)}, Request)
    except msgspec.ValidationError as error:
        raise bad_field(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        detail = Say("word.not_utf8") if b"\0" in line else of_json(error)  # UTF-16 has zeros
        raise RequestError("bad_json", detail=detail) from None


def request_of(fields: dict[str, Any]) -> Request:
    """Return the request of a table of fields, such as a case of a TOML file."""
    try:
        return fitted(fields, Request)
    except msgspec.ValidationError as error:
        raise bad_field(error) from None


class _Named(msgspec.Struct):
    id: Any = msgspec.UNSET


_decode_id: Callable[[bytes], _Named] = msgspec.json.Decoder(_Named).decode


def id_of(line: bytes) -> Any:
    """Return the ``id`` of a batch line that may be no request otherwise, UNSET without one."""
    if line.lstrip()[:1] != b"{" or limits.is_too_long(line) or limits.is_too_deep(line):
        return msgspec.UNSET
    try:
        return _decode_id(line).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return msgspec.UNSET


_FIELDS: Final = (
    *Request.__struct_encode_fields__,
    *KongField.__struct_encode_fields__,
    *RoomField.__struct_encode_fields__,
)
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("seat", "round", "from", "liable"), get_args(WindName)),
    "events": get_args(EventName),
    "kind": get_args(KongKind),
    "sort": get_args(Order),
}
"""The values that a field takes, where they are few."""

_UNKNOWN_FIELD = r"Object contains unknown field `(.*)`"


def bad_field(error: msgspec.ValidationError) -> RequestError:
    """Return the one-line error for a field of the wrong name or type."""
    if unknown := re.match(_UNKNOWN_FIELD, str(error)):
        hint = did_you_mean(unknown[1], _FIELDS)
        return RequestError("bad_request.unknown", field=unknown[1], hint=hint)
    told, _, place = str(error).partition(" - at `$.")
    field = place.rstrip("`")
    name = re.sub(r"\[.*?\]", "", field).rpartition(".")[2]
    detail = of_value(told, _CHOICES.get(name, ()))
    if not field:
        return RequestError("bad_request", detail=detail)
    return RequestError("bad_request.value", field=field, detail=detail)


class RuleBook:
    """The rule sets of a run by name, with the one for requests that name none."""

    def __init__(self, default: str | None = None, override: bool = False) -> None:
        self.default = default or DEFAULT_RULES
        self.override = override

    def get(self, name: str | None) -> RuleSet:
        """Return the rule set ``name``, or the run's default, as its files stand now; or RuleError.

        Read once for as long as nobody writes the files.
        """
        return current_rules(name if name is not None and not self.override else self.default)
