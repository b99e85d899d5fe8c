"""Text to tiles and back, in every dialect: one scanner reads them all.

Canonical text is mpsz runs (``123m456p11z``). On input the dialects mix freely: runs, single tiles,
Chinese words, Unicode tiles, full-width characters. The letters of the Chinese-standard programs
(``W1 B2 T3 F4 J1``) are read when the whole text is written so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, overload
from unicodedata import normalize

from mjtool.errors import NotationError
from mjtool.tiles import KINDS, NAMES, TILES, Flower, Tile, count

TILE_BY_NAME: Final[dict[str, int]] = {name: value for value, name in enumerate(NAMES)}
"""Value of each canonical name, the flowers included: ``"1m"`` 0 .. ``"8f"`` 41."""

PIECES: Final[tuple[Tile | Flower, ...]] = (*Tile, *Flower)
"""The 34 kinds and the eight flowers by value."""

_RANKS: Final = "一二三四五六七八九"
_HONORS: Final = "东南西北白发中"
_FLOWERS: Final = "梅兰竹菊春夏秋冬"
_CHINESE: Final = (*(rank + suit for suit in "万筒条" for rank in _RANKS), *_HONORS, *_FLOWERS)

# Unicode orders its block winds, Red Green White, characters, bamboos, dots, flowers.
_UNICODE: Final = "".join(
    map(
        chr,
        (
            *range(0x1F007, 0x1F010),
            *range(0x1F019, 0x1F022),
            *range(0x1F010, 0x1F019),
            *range(0x1F000, 0x1F004),
            *range(0x1F006, 0x1F003, -1),
            *range(0x1F022, 0x1F02A),
        ),
    )
)

_DIGITS: Final = {str(rank): rank for rank in range(10)} | {
    char: rank for rank, char in enumerate(_RANKS, 1)
}
_SUITS: Final = {
    char: first
    for first, chars in ((0, "mM万萬"), (9, "pP筒饼餅同"), (18, "sS条條索"), (27, "zZ"), (34, "fF"))
    for char in chars
}
_SINGLES: Final = (
    {char: value for value, char in enumerate(_UNICODE)}
    | {char: value for value, char in enumerate(_HONORS + _FLOWERS, Tile.EAST)}
    | {"東": Tile.EAST, "發": Tile.GREEN, "蘭": Flower.ORCHID}
)
_PAIRED: Final = {
    word: value
    for value, words in (
        (Tile.S1, ("幺鸡", "幺雞")),
        (Tile.WHITE, ("白板",)),
        (Tile.GREEN, ("发财", "發財", "发財", "發财")),
        (Tile.RED, ("红中", "紅中")),
    )
    for word in words
} | {char + selector: value for value, char in enumerate(_UNICODE) for selector in "\ufe0e\ufe0f"}
_HALVES: Final = frozenset("幺鸡雞板财財红紅")  # mean a tile together with a neighbour only

_LETTERS: Final = {"W": (0, 9), "B": (9, 9), "T": (18, 9), "F": (27, 4), "J": (31, 3)}
_LETTER_TEXT: Final = re.compile(r"(?:[\s,_|()\[\]+]*+[WBTFJ][0-9])++[\s,_|()\[\]+]*+")

_SEPARATORS: Final = frozenset(" ,_|")
_BRACKETS: Final = {"[": "]", "(": ")"}
_BRACKET: Final = re.compile(r"[\[\]()]")
_KNOWN: Final = frozenset((*_DIGITS, *_SUITS, *_SINGLES, *_HALVES, *_SEPARATORS))


class Group(NamedTuple):
    """Tiles that stand together: in one pair of brackets, or outside of any."""

    bracket: str
    """``"["`` or ``"("``; empty for concealed tiles."""
    column: int
    """Where the group begins, counted from 1."""
    tiles: list[int]
    columns: list[int]
    """Where each tile stands, counted from 1."""
    added: bool
    """Whether a ``+`` closes the brackets."""
    source: str
    """The text of the group."""


def read_groups(text: str, *, flowers: bool = False, brackets: bool = False) -> Iterator[Group]:
    """Yield the groups of ``text`` in the order written; the one way to read tiles.

    A fault raises :class:`NotationError` when the reading comes to it, so whoever judges a group
    as soon as it comes reports the leftmost fault. Without ``brackets`` there is one group at most.
    """
    clean = _fold(text)
    letters = _LETTER_TEXT.fullmatch(clean) is not None
    size = len(clean)
    start = 0
    while start < size:
        found = _BRACKET.search(clean, start) if brackets else None
        end = found.start() if found else size
        if end > start:
            tiles, columns = _read_tiles(text, clean, start, end, letters, flowers)
            if tiles:
                yield Group("", start + 1, tiles, columns, False, text[start:end])
        if found is None:
            return
        bracket = found.group()
        if bracket not in _BRACKETS:
            raise NotationError("bad_set.unopened", text=text, column=end + 1, bracket=bracket)
        closing = _BRACKET.search(clean, end + 1)
        if closing is None or closing.group() != _BRACKETS[bracket]:
            raise NotationError("bad_set.unclosed", text=text, column=end + 1, bracket=bracket)
        inside, stop = end + 1, closing.start()
        while stop > inside and _is_separator(clean[stop - 1]):
            stop -= 1
        added = stop > inside and clean[stop - 1] == "+"
        tiles, columns = _read_tiles(text, clean, inside, stop - added, letters, flowers)
        start = closing.end()
        yield Group(bracket, end + 1, tiles, columns, added, text[end:start])


def _fold(text: str) -> str:
    """Return ``text`` with full-width and other compatibility characters made plain.

    One character stays one character, so that columns hold: what NFKC would take apart (``⑩``) is
    left as it is, and is part of no tile.
    """
    if text.isascii():
        return text
    return "".join(char if char in _KNOWN else _plain(char) for char in text)


def _plain(char: str) -> str:
    folded = normalize("NFKC", char)
    return folded if len(folded) == 1 else char


def _is_separator(char: str) -> bool:
    return char in _SEPARATORS or char.isspace()


def _read_tiles(
    text: str, clean: str, start: int, end: int, letters: bool, flowers: bool
) -> tuple[list[int], list[int]]:
    """Return the tiles of ``clean[start:end]`` and the column of each."""
    tiles: list[int] = []
    columns: list[int] = []
    at = start
    while at < end:
        char = clean[at]
        if _is_separator(char):
            at += 1
            continue
        if letters and char in _LETTERS:
            first, kinds = _LETTERS[char]
            rank = int(clean[at + 1])
            if not 1 <= rank <= kinds:
                raise NotationError("bad_tile", text=text, column=at + 1, tile=text[at : at + 2])
            # J1 J2 J3 are 中 发 白, the other way round
            tiles.append(first + rank - 1 if char != "J" else Tile.RED + 1 - rank)
            columns.append(at + 1)
            at += 2
        elif char in _DIGITS:
            at = _read_run(text, clean, at, end, flowers, tiles, columns)
        else:
            pair = clean[at : min(at + 2, end)]
            value = _PAIRED.get(pair)
            width = 1 if value is None else 2
            if value is None:
                value = _SINGLES.get(char)
            if value is None:
                raise _misplaced(text, clean, at)
            if value >= KINDS and not flowers:
                raise NotationError("bad_tile.flower", text=text, column=at + 1, tile=text[at])
            tiles.append(value)
            columns.append(at + 1)
            at += width
    return tiles, columns


def _read_run(
    text: str,
    clean: str,
    start: int,
    end: int,
    flowers: bool,
    tiles: list[int],
    columns: list[int],
) -> int:
    """Add the run of digits and its suit that begins at ``start``; return where it ends."""
    stop = start + 1
    while stop < end and clean[stop] in _DIGITS:
        stop += 1
    closer = clean[stop] if stop < end else " "
    first = _SUITS.get(closer)
    if first is None:
        if closer in _KNOWN or closer.isspace():
            shown = text[start:stop] if stop - start <= 20 else text[start : start + 17] + "..."
            raise NotationError("digits_without_suit", text=text, column=start + 1, digits=shown)
        raise NotationError("bad_character", text=text, column=stop + 1, char=text[stop])
    kinds = 9 if first < Tile.EAST else 7 if first == Tile.EAST else 8
    for at in range(start, stop):
        rank = _DIGITS[clean[at]]
        if rank == 0 and kinds == 9:
            rank = 5  # the red five of Japanese logs
        if not 1 <= rank <= kinds or (first == KINDS and not flowers):
            key = "bad_tile.flower" if first == KINDS and 1 <= rank <= kinds else "bad_tile"
            raise NotationError(key, text=text, column=at + 1, tile=text[at] + text[stop])
        tiles.append(first + rank - 1)
        columns.append(at + 1)
    return stop + 1


def _misplaced(text: str, clean: str, at: int) -> NotationError:
    """Return the error for a character that begins no tile."""
    char = text[at]
    if clean[at] in _SUITS:
        return NotationError("suit_without_digits", text=text, column=at + 1, char=char)
    if clean[at] in _HALVES:
        return NotationError("bad_tile.half", text=text, column=at + 1, tile=char)
    return NotationError("bad_character", text=text, column=at + 1, char=char)


@overload
def parse_tiles(text: str, *, flowers: Literal[False] = False) -> tuple[Tile, ...]: ...
@overload
def parse_tiles(text: str, *, flowers: bool) -> tuple[Tile | Flower, ...]: ...
def parse_tiles(text: str, *, flowers: bool = False) -> tuple[Tile | Flower, ...]:
    """Return the tiles of ``text`` in the order written; none for blank text.

    >>> [str(tile) for tile in parse_tiles("一万 2筒,33s 红中")]
    ['1m', '2p', '3s', '3s', '7z']
    """
    return tuple(PIECES[tile] for group in read_groups(text, flowers=flowers) for tile in group.tiles)


def parse_tile(text: str) -> Tile:
    """Return the one tile that ``text`` names.

    >>> parse_tile("白板")
    <Tile.WHITE: 31>
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError("wrong_tile_count.one", text=text, column=1, found=len(tiles))
    return tiles[0]


def format_tiles(tiles: Iterable[int]) -> str:
    """Return the canonical text: sorted m p s z, one run a suit, flowers last.

    >>> format_tiles(parse_tiles("3m1z2m1m"))
    '123m1z'
    """
    kinds: list[int] = []
    flowers: list[int] = []
    for tile in tiles:
        (kinds if tile < KINDS else flowers).append(tile)
    end = "".join(str(tile - KINDS + 1) for tile in sorted(flowers)) + "f" if flowers else ""
    return format_counts(count(kinds)) + end


class _Runs(dict[bytes, str]):
    """Text of the counts of one suit, remembered up to a limit so that memory stays flat."""

    __slots__ = ("suit",)
    LIMIT: Final = 1 << 14

    def __init__(self, suit: str) -> None:
        super().__init__()
        self.suit = suit

    def __missing__(self, counts: bytes) -> str:
        run = "".join(str(rank) * copies for rank, copies in enumerate(counts, 1))
        if run:
            run += self.suit
        if len(self) < self.LIMIT:
            self[counts] = run
        return run


_M, _P, _S, _Z = map(_Runs, "mpsz")


def format_counts(counts: bytes | Sequence[int]) -> str:
    """Return the canonical text of 34 counts.

    >>> format_counts(bytes([1, 1, 1, *[0] * 24, 2, *[0] * 6]))
    '123m11z'
    """
    counts = bytes(counts)
    return _M[counts[:9]] + _P[counts[9:18]] + _S[counts[18:27]] + _Z[counts[27:]]


def tile_name(tile: int, lang: str) -> str:
    """Return the tile's name for people: the Chinese word, or its notation in English.

    >>> tile_name(Tile.M1, "zh"), tile_name(Tile.RED, "zh"), tile_name(Tile.RED, "en")
    ('一万', '中', '7z')
    """
    return _CHINESE[tile] if lang == "zh" else NAMES[tile]


def unicode_tile(tile: int) -> str:
    """Return the tile's character in the Unicode block Mahjong Tiles.

    >>> unicode_tile(Tile.P1) == "\\N{MAHJONG TILE ONE OF CIRCLES}"
    True
    """
    return _UNICODE[tile]
