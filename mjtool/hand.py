"""Hands: fixed sets and concealed tiles, checked once when they are built."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, Self

from mjtool import written
from mjtool.errors import NotationError, RequestError
from mjtool.messages import Say
from mjtool.notation import ANONYMOUS, Group, format_counts, format_tiles, read_groups
from mjtool.tiles import HELD, KINDS, NAMES, TILES, WRITTEN, Piece, Tile, parse_piece


class SetKind(IntEnum):
    """What a fixed set is; the order is that of the kernel's set codes."""

    CHOW = 0
    PUNG = 1
    EXPOSED_KONG = 2
    ADDED_KONG = 3
    CONCEALED_KONG = 4

    @classmethod
    def _missing_(cls, value: object) -> "SetKind":
        raise RequestError.no_choice("kind", cls.__members__, value)


KINDS_OF_SET: Final = tuple(SetKind)


@dataclass(frozen=True, slots=True)
class FixedSet:
    """A set that is out of the concealed tiles: claimed, or a declared kong.

    >>> FixedSet.parse("[321m]")
    FixedSet.parse('[123m]')
    >>> FixedSet.parse("(7777z)").kind
    <SetKind.CONCEALED_KONG: 4>
    """

    kind: SetKind
    tile: Tile
    """The tile of a pung or kong, the lowest of a chow."""
    code: int = field(init=False, compare=False)
    """The kernel's code: kind times 34 plus tile."""

    def __post_init__(self) -> None:
        if not (isinstance(self.kind, SetKind) and isinstance(self.tile, Tile)):
            object.__setattr__(self, "tile", Tile.of(self.tile))
            object.__setattr__(self, "kind", SetKind(self.kind))
        object.__setattr__(self, "code", self.kind * KINDS + self.tile)
        if self.kind == SetKind.CHOW and (self.tile >= Tile.EAST or self.tile % 9 > 6):
            source = f"{self.kind.name} {self.tile}"
            raise NotationError(
                "bad_set.parts", source, 1, kind=self.kind.name, tile=str(self.tile)
            )

    @classmethod
    def parse(cls, text: str) -> "FixedSet":
        """Return the one set that ``text`` writes."""
        groups = list(read_groups(text, brackets=True))
        if len(groups) != 1:
            raise NotationError("bad_set", text, 1, found=text[:40])
        return _set_of(groups[0], text)

    @classmethod
    def from_code(cls, code: int) -> "FixedSet":
        """Return the set of a kernel set code."""
        found = _SETS.get(code)
        if found is None:
            raise NotationError("bad_set", str(code), 1, found=str(code))
        return found

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The three or four tiles, ascending."""
        if self.kind == SetKind.CHOW:
            return TILES[self.tile : self.tile + 3]
        return (self.tile,) * (3 if self.kind == SetKind.PUNG else 4)

    @property
    def is_kong(self) -> bool:
        """Whether the set has four tiles."""
        return self.kind >= SetKind.EXPOSED_KONG

    @property
    def is_open(self) -> bool:
        """Whether the set was claimed; true for all but concealed kongs."""
        return self.kind != SetKind.CONCEALED_KONG

    def __str__(self) -> str:
        return _SET_TEXTS[self.code]

    def __repr__(self) -> str:
        return f"FixedSet.parse({str(self)!r})"


_STEPS: Final = ((0, 1, 2), (0, 0, 0), *[(0, 0, 0, 0)] * 3)
"""The tiles of a set counted from its own one, by kind."""
_AROUND: Final = (*[("[", "]")] * 3, ("[", "+]"), ("(", ")"))


def _write_set(code: int) -> str:
    kind, tile = divmod(code, KINDS)
    before, after = _AROUND[kind]
    name = NAMES[tile]
    return before + "".join([NAMES[tile + step][0] for step in _STEPS[kind]]) + name[1] + after


_SETS: Final = {
    fixed.code: fixed
    for kind in SetKind
    for tile in Tile
    if kind != SetKind.CHOW or (tile < Tile.EAST and tile % 9 <= 6)
    for fixed in (FixedSet(kind, tile),)
}
_SET_TEXTS: Final = {code: _write_set(code) for code in _SETS}

# Counts as one number, a byte for each kind: adding is one step, and a byte above 4 shows in its
# top bit once 123 is added. Four sets and four concealed tiles stay far below a carry.
_SET_BYTES: Final = {
    code: sum([1 << 8 * (code % KINDS + step) for step in _STEPS[code // KINDS]]) for code in _SETS
}
_ROOM: Final = int.from_bytes(bytes([123]) * KINDS, "little")
_FULL: Final = int.from_bytes(bytes([128]) * KINDS, "little")


def _set_of(group: Group, text: str) -> FixedSet:
    """Return the set that a group in brackets writes; its tiles come in any order."""
    tiles = sorted(group.tiles)
    for tile, column in zip(group.tiles, group.columns, strict=True):
        if tile == ANONYMOUS:
            raise NotationError("wild_in_set", text, column, tile=WRITTEN[tile])
        if tile >= KINDS:
            raise NotationError("bad_tile.flower", text, column, tile=WRITTEN[tile])
    kind = None
    if len(tiles) in (3, 4) and tiles[0] == tiles[-1]:
        kind = {
            (3, "[", False): SetKind.PUNG,
            (4, "[", False): SetKind.EXPOSED_KONG,
            (4, "[", True): SetKind.ADDED_KONG,
            (4, "(", False): SetKind.CONCEALED_KONG,
        }.get((len(tiles), group.bracket, group.added))
    elif group.bracket == "[" and not group.added and len(tiles) == 3:
        kind = SetKind.CHOW if [tile - tiles[0] for tile in tiles] == [0, 1, 2] else None
    found = _SETS.get(kind * KINDS + tiles[0]) if kind is not None else None
    if found is None:
        shown = group.source if len(group.source) <= 40 else group.source[:37] + "..."
        raise NotationError("bad_set", text, group.column, found=shown)
    return found


_NOTHING: Final = bytes(KINDS)


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """Fixed sets in the order written and concealed tiles without order; always a legal number.

    >>> hand = Hand.parse("[222p]55z888444s333m")
    >>> str(hand), hand.size, hand.is_waiting, hand.last
    ('[222p]333m444888s55z', 11, False, <Tile.M3: 2>)
    """

    sets: tuple[FixedSet, ...]
    counts: bytes
    """The 34 counts of the concealed tiles."""
    last: Piece | None = field(default=None, compare=False)
    """The concealed tile written last; None where nothing tells it."""
    size: int = field(init=False, compare=False)
    """The number of concealed tiles."""

    def __post_init__(self) -> None:
        if len(self.counts) != KINDS:
            found = list(self.counts[:40])
            raise NotationError("wrong_tile_count.counts", str(found), 1, found=found)
        object.__setattr__(self, "size", sum(self.counts) + len(self.extra))
        if not _is_legal(self.sets, self.counts, self.size):
            _read(str(self))  # raises the error that the text of the hand would give
        if self.last is not None and not self.holds(self.last):
            raise NotationError("winning_tile_not_held", str(self), 1, tile=str(self.last))

    @property
    def extra(self) -> bytes:
        """The concealed tiles that are of no kind, by value: flowers, anonymous wild tiles."""
        return b""

    @classmethod
    def build(
        cls, sets: Iterable[FixedSet], counts: Iterable[int], last: Tile | None = None
    ) -> Self:
        """Return the hand of these parts; the error for a hand that cannot be."""
        try:
            listed, fixed = list(counts), tuple(sets)
        except TypeError:
            raise RequestError.unfit("counts", Say("word.some_counts"), counts) from None
        for each in fixed:
            if not isinstance(each, FixedSet):
                raise RequestError.unfit("sets", Say("word.a_set"), each)
        if any(type(copies) is not int or not 0 <= copies <= 255 for copies in listed):
            raise NotationError("wrong_tile_count.counts", str(listed), 1, found=listed[:40])
        return cls(fixed, bytes(listed), None if last is None else Tile.of(last, "last"))

    @classmethod
    def parse(cls, text: str, *, flowers: bool = True) -> "Hand":
        """Return the hand that ``text`` writes, in any dialect.

        Flowers are read as wild tiles in the hand; without ``flowers`` they are faults.
        """
        try:
            return _read_plain(text, flowers) or _read(text, flowers=flowers)
        except TypeError:  # asked for afterwards, as nearly always there is text
            if isinstance(text, str):
                raise
            raise RequestError.unfit("hand", Say("word.str"), text) from None

    @property
    def codes(self) -> bytes:
        """The kernel's codes of the fixed sets."""
        return bytes([fixed.code for fixed in self.sets]) if self.sets else b""

    @property
    def used(self) -> bytes:
        """The 34 counts of the tiles in the fixed sets."""
        if not self.sets:
            return _NOTHING
        return sum(_SET_BYTES[fixed.code] for fixed in self.sets).to_bytes(KINDS, "little")

    @property
    def own(self) -> bytes:
        """The 34 counts of all tiles, concealed and in sets."""
        if not self.sets:
            return self.counts
        own = int.from_bytes(self.counts, "little")
        for fixed in self.sets:
            own += _SET_BYTES[fixed.code]
        return own.to_bytes(KINDS, "little")

    @property
    def is_waiting(self) -> bool:
        """Whether the hand waits for a tile: 13 tiles, 3 fewer for each set."""
        return self.size % 3 == 1

    @property
    def is_full(self) -> bool:
        """Whether the hand holds the winning or drawn tile: 14 tiles, 3 fewer for each set."""
        return self.size % 3 == 2

    def holds(self, tile: Piece) -> bool:
        """Return whether ``tile`` is among the concealed ones."""
        return self.counts[tile] > 0 if tile < KINDS else tile in self.extra

    def with_tile(self, tile: Piece) -> "Hand":
        """Return the hand with ``tile`` drawn, its last tile now."""
        if type(tile) is not Tile:
            tile = _piece_of(tile, "tile")
        if tile >= KINDS:
            return hand_of(self.sets, self.counts, bytes([*self.extra, tile]), tile)
        counts = bytearray(self.counts)
        counts[tile] += 1
        return hand_of(self.sets, bytes(counts), self.extra, tile)

    def without_tile(self, tile: Piece) -> "Hand":
        """Return the hand after ``tile`` is discarded; it tells no last tile."""
        if type(tile) is not Tile:
            tile = _piece_of(tile, "tile")
        if not self.holds(tile):
            raise NotationError("winning_tile_not_held", str(self), 1, tile=str(tile))
        if tile >= KINDS:
            return hand_of(self.sets, self.counts, self.extra.replace(bytes([tile]), b"", 1))
        counts = bytearray(self.counts)
        counts[tile] -= 1
        return hand_of(self.sets, bytes(counts), self.extra)

    def __str__(self) -> str:
        if not self.sets:
            return format_counts(self.counts)
        return "".join(map(str, self.sets)) + format_counts(self.counts)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class WildHand(Hand):
    """A hand with flowers or anonymous wild tiles, which only rules with wild tiles know.

    >>> hand = Hand.parse("123m456p789s22z1f0z")
    >>> str(hand), hand.size, hand.last
    ('123m456p789s22z1f0z', 13, <Anonymous.WILD: 42>)
    """

    others: bytes = b""
    """:attr:`extra`, in order."""

    @property
    def extra(self) -> bytes:
        """The concealed tiles that are of no kind, by value: flowers, anonymous wild tiles."""
        return self.others

    def __str__(self) -> str:
        return Hand.__str__(self) + format_tiles(self.others)

    def __repr__(self) -> str:
        return Hand.__repr__(self)


def hand_of(
    sets: tuple[FixedSet, ...], counts: bytes, extra: bytes, last: Piece | None = None
) -> Hand:
    """Return the hand of these parts; the error for a hand that cannot be."""
    return WildHand(sets, counts, last, bytes(sorted(extra))) if extra else Hand(sets, counts, last)


def _is_legal(sets: tuple[FixedSet, ...], counts: bytes, size: int) -> bool:
    """Return whether hand and sets hold four of a kind at most and the right number of tiles."""
    if not 13 <= size + 3 * len(sets) <= 14 or len(sets) > 4 or max(counts) > 4:
        return False
    own = int.from_bytes(counts, "little")
    for fixed in sets:
        own += _SET_BYTES[fixed.code]
    return not (own + _ROOM) & _FULL


def _check_size(sets: int, counts: list[int], size: int, text: str) -> None:
    """Raise ``wrong_tile_count`` unless the hand has a legal number of tiles."""
    if sets > 4:
        raise NotationError("wrong_tile_count.sets", text, 1, sets=sets)
    waiting = 13 - 3 * sets
    if size in (waiting, waiting + 1):
        return
    numbers = {"found": size, "sets": sets, "waiting": waiting, "full": waiting + 1}
    if size > waiting + 1 and 4 in counts:
        kong = SetKind.EXPOSED_KONG * KINDS + counts.index(4)
        exposed, concealed = _SET_TEXTS[kong], _SET_TEXTS[kong + 2 * KINDS]
        raise NotationError(
            "wrong_tile_count.kong", text, 1, **numbers, exposed=exposed, concealed=concealed
        )
    raise NotationError("wrong_tile_count", text, 1, **numbers)


_MOST: Final = (*[4] * KINDS, *[1] * (ANONYMOUS - KINDS), 8)
"""How many tiles of each value a set has at most: flowers are one of each, wild or not."""


def _read(text: str, *, flowers: bool = True) -> Hand:
    """Return the hand that ``text`` writes, by way of the scanner."""
    sets: list[FixedSet] = []
    counts = [0] * (ANONYMOUS + 1)
    own = [0] * (ANONYMOUS + 1)
    last: int | None = None
    beyond: tuple[int, int] | None = None
    size = 0
    for group in read_groups(text, brackets=True, flowers=flowers, wild=True):
        if group.bracket:
            sets.append(_set_of(group, text))
        else:
            size += len(group.tiles)
            last = group.tiles[-1]
            for tile in group.tiles:
                counts[tile] += 1
        for tile, column in zip(group.tiles, group.columns, strict=True):
            own[tile] += 1
            if own[tile] > _MOST[tile] and beyond is None:
                beyond = tile, column
    if not sets and not size:
        raise NotationError("empty_hand", text, 1)
    if beyond is not None:
        key = "too_many_copies" if beyond[0] < KINDS else "too_many_copies.few"
        raise NotationError(key, text, beyond[1], tile=WRITTEN[beyond[0]])
    _check_size(len(sets), counts[:KINDS], size, text)
    kinds, written_last = bytes(counts[:KINDS]), None if last is None else HELD[last]
    extra = bytes([tile for tile in range(KINDS, ANONYMOUS + 1) for _ in range(counts[tile])])
    if extra:
        return WildHand(tuple(sets), kinds, written_last, extra)
    assert written_last is None or isinstance(written_last, Tile)
    return trusted_hand(tuple(sets), kinds, written_last, size)


# The fast path reads sets and runs written the canonical way. Whatever does not match, or is no
# legal hand, goes to the scanner, which knows every fault.
written.prepare(Hand, ("sets", "counts", "last", "size"), WildHand, "others", _SETS, HELD, NAMES)
_read_plain = written.read_hand
trusted_hand = written.trusted_hand

_TILE_NAMED: Final = dict(zip(NAMES, TILES, strict=False))


def winning_tile(hand: Hand, win: str | Piece | None = None) -> Piece:
    """Return the tile that wins: the one named, or the hand's last tile.

    >>> hand = Hand.parse("123m456p789s11222z")
    >>> winning_tile(hand), winning_tile(hand, "东")
    (<Tile.SOUTH: 28>, <Tile.EAST: 27>)
    """
    if win is None:
        if hand.last is None:
            raise NotationError("winning_tile_not_held.unknown", str(hand), 1)
        return hand.last
    tile = _piece_of(win, "win")
    if not hand.holds(tile):
        raise NotationError("winning_tile_not_held", str(win), 1, tile=str(tile))
    return tile


def won_hand(hand: Hand, win: str | Piece | None = None) -> tuple[Hand, Piece]:
    """Return the hand with its winning tile, and that tile.

    A hand that waits takes in the tile that is named; a full one must hold it.

    >>> won_hand(Hand.parse("123m456p789s1122z"), "2z")
    (Hand.parse('123m456p789s11222z'), <Tile.SOUTH: 28>)
    """
    if win is None or hand.is_full:
        return hand, winning_tile(hand, win)
    tile = _piece_of(win, "win")
    return hand.with_tile(tile), tile


def _piece_of(tile: str | Piece, field: str) -> Piece:
    """Return the tile that is meant; ``field`` is what an error calls it."""
    if isinstance(tile, Piece):
        return tile
    if not isinstance(tile, str):
        return Tile.of(tile, field)
    named = _TILE_NAMED.get(tile)
    return parse_piece(tile) if named is None else named
