"""Text to tiles and back, in every dialect: one scanner reads them all.

Canonical text is mpsz runs (``123m456p11z``). On input the dialects mix freely: runs, single tiles,
Chinese words, Unicode tiles, full-width characters. The letters of the Chinese-standard programs
(``W1 B2 T3 F4 J1``) are read when the whole text is written so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple
from unicodedata import normalize

from mjtool import written
from mjtool.errors import NotationError, RequestError
from mjtool.messages import Say, texts

KINDS: Final = 34
"""Kinds of tiles that enter a hand: values 0 to 33, the eight flowers behind them."""
NAMES: Final[tuple[str, ...]] = tuple(
    f"{rank}{suit}"
    for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    for rank in range(1, ranks + 1)
)
"""Canonical text of each tile by value, the flowers after the 34 kinds."""
TILE_BY_NAME: Final[dict[str, int]] = {name: value for value, name in enumerate(NAMES)}
"""Value of each canonical name, the flowers included: ``"1m"`` 0 .. ``"8f"`` 41."""

ANONYMOUS: Final = 42
"""The value of a wild tile that is not told any closer, behind the flowers; written ``0z``."""
WRITTEN: Final[tuple[str, ...]] = (*NAMES, "0z")
"""Canonical text by value, of the anonymous wild tile too."""

_RANKS: Final = "一二三四五六七八九"
_HONORS: Final = "东南西北白发中"
_FLOWERS: Final = "梅兰竹菊春夏秋冬"
_EAST: Final = 27  # the first honor
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
            0x1F02A,  # the joker, an anonymous wild tile
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
    | {char: value for value, char in enumerate(_HONORS + _FLOWERS, _EAST)}
    | {char: _CHINESE.index(plain) for char, plain in ("東东", "發发", "蘭兰")}
)
_PAIRED: Final = {
    word: _CHINESE.index(plain)
    for plain, words in (
        ("一条", ("幺鸡", "幺雞")),
        ("白", ("白板",)),
        ("发", ("发财", "發財", "发財", "發财")),
        ("中", ("红中", "紅中")),
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


def read_groups(
    text: str, *, flowers: bool = False, brackets: bool = False, wild: bool = False
) -> Iterator[Group]:
    """Yield the groups of ``text`` in the order written; the one way to read tiles.

    Flowers and anonymous wild tiles (``0z``) are read where they are asked for, else faults.

    A fault raises :class:`NotationError` when the reading comes to it, so whoever judges a group
    as soon as it comes reports the leftmost fault. Without ``brackets`` there is one group at most.
    """
    scanner = _Scanner(text, flowers, wild)
    clean = scanner.clean
    size = len(clean)
    start = 0
    while start < size:
        found = _BRACKET.search(clean, start) if brackets else None
        end = found.start() if found else size
        tiles, columns = scanner.tiles(start, end)
        if tiles:
            yield Group("", columns[0], tiles, columns, False, text[start:end])
        if found is None:
            return
        bracket = found.group()
        if bracket not in _BRACKETS:
            raise scanner.fault("bad_set.unopened", end, bracket=bracket)
        closing = _BRACKET.search(clean, end + 1)
        if closing is None or closing.group() != _BRACKETS[bracket]:
            raise scanner.fault("bad_set.unclosed", end, bracket=bracket)
        inside, stop = end + 1, closing.start()
        while stop > inside and _is_separator(clean[stop - 1]):
            stop -= 1
        added = stop > inside and clean[stop - 1] == "+"
        tiles, columns = scanner.tiles(inside, stop - added)
        start = closing.end()
        yield Group(bracket, end + 1, tiles, columns, added, text[end:start])


class _Scanner:
    """Reads stretches of one text that hold tiles and separators, no brackets."""

    __slots__ = ("clean", "flowers", "letters", "text", "wild")

    def __init__(self, text: str, flowers: bool, wild: bool) -> None:
        if not isinstance(text, str):
            raise RequestError.unfit("text", Say("word.str"), text)
        self.text = text
        self.flowers = flowers
        self.wild = wild
        self.clean = _fold(text)
        self.letters = _LETTER_TEXT.fullmatch(self.clean) is not None

    def fault(self, key: str, at: int, **data: object) -> NotationError:
        """Return the error ``key`` for the character with index ``at``."""
        return NotationError(key, self.text, at + 1, **data)

    def stranger(self, at: int) -> NotationError:
        """Return that the character with index ``at`` is part of no tile, or of no text at all."""
        char = self.text[at]
        if char == "\0" or "\udc80" <= char <= "\udcff":  # UTF-16, or bytes that are not UTF-8
            return self.fault("bad_character.not_utf8", at)
        return self.fault("bad_character", at, char=char)

    def tiles(self, start: int, end: int) -> tuple[list[int], list[int]]:
        """Return the tiles written from ``start`` to ``end``, and the column of each."""
        clean = self.clean
        tiles: list[int] = []
        columns: list[int] = []
        at = start
        while at < end:
            char = clean[at]
            if _is_separator(char):
                at += 1
            elif char in _DIGITS:
                run, stop = self._run(at, end)
                tiles += run
                columns += range(at + 1, stop)
                at = stop
            elif self.letters and char in _LETTERS:
                tiles.append(self._letter(at))
                columns.append(at + 1)
                at += 2
            else:
                value, stop = self._word(at, end)
                tiles.append(value)
                columns.append(at + 1)
                at = stop
        return tiles, columns

    def _run(self, start: int, end: int) -> tuple[list[int], int]:
        """Return the tiles of the run that begins at ``start``, and where it ends."""
        clean = self.clean
        stop = start + 1
        while stop < end and clean[stop] in _DIGITS:
            stop += 1
        closer = clean[stop] if stop < end else " "
        first = _SUITS.get(closer)
        if first is None:
            if closer in _KNOWN or closer.isspace():
                digits = _cut(self.text[start:stop], 20)
                raise self.fault("digits_without_suit", start, digits=digits)
            raise self.stranger(stop)
        kinds = 9 if first < _EAST else 7 if first == _EAST else 8
        tiles = []
        for at in range(start, stop):
            rank = _DIGITS[clean[at]]
            if rank == 0 and kinds == 9:
                rank = 5  # the red five of Japanese logs
            if rank == 0 and first == _EAST and self.wild:
                tiles.append(ANONYMOUS)
                continue
            if not 1 <= rank <= kinds:
                raise self.fault("bad_tile", at, tile=self.text[at] + self.text[stop])
            if first == KINDS and not self.flowers:
                raise self.fault("bad_tile.flower", at, tile=self.text[at] + self.text[stop])
            tiles.append(first + rank - 1)
        return tiles, stop + 1

    def _letter(self, at: int) -> int:
        """Return the tile of a letter and the digit after it."""
        letter, rank = self.clean[at], int(self.clean[at + 1])
        first, kinds = _LETTERS[letter]
        if not 1 <= rank <= kinds:
            raise self.fault("bad_tile", at, tile=self.text[at : at + 2])
        # J1 J2 J3 are 中 发 白, the other way round
        return KINDS - rank if letter == "J" else first + rank - 1

    def _word(self, at: int, end: int) -> tuple[int, int]:
        """Return the tile that a word or a Unicode tile at ``at`` names, and where it ends."""
        char = self.clean[at]
        stop = min(at + 2, end)
        value = _PAIRED.get(self.clean[at:stop])
        if value is None:
            value, stop = _SINGLES.get(char), at + 1
        if value is None:
            if char in _SUITS:
                raise self.fault("suit_without_digits", at, char=self.text[at])
            if char in _HALVES:
                raise self.fault("bad_tile.half", at, tile=char)
            raise self.stranger(at)
        if value == ANONYMOUS and not self.wild:
            raise self.fault("bad_tile", at, tile=self.text[at])
        if KINDS <= value < ANONYMOUS and not self.flowers:
            raise self.fault("bad_tile.flower", at, tile=self.text[at])
        return value, stop


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


def _cut(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 3] + "..."


def format_tiles(tiles: Iterable[int]) -> str:
    """Return the canonical text: sorted m p s z, one run a suit, then flowers and wild tiles.

    >>> format_tiles([2, 27, 1, 0]), format_tiles([34, 42, 37, 42])
    ('123m1z', '14f00z')
    """
    counts = [0] * KINDS
    others: list[int] = []
    for tile in tiles:
        if tile < KINDS:
            counts[tile] += 1
        else:
            others.append(tile)
    flowers = "".join(str(tile - KINDS + 1) for tile in sorted(others) if tile != ANONYMOUS)
    zeros = "0" * others.count(ANONYMOUS)
    return _format_listed(counts) + (flowers and flowers + "f") + (zeros and zeros + "z")


def _format_listed(counts: list[int]) -> str:
    if max(counts) < 256:  # what a byte holds
        return format_counts(counts)
    # more than any hand has: a list of tiles that somebody wrote
    text = ""
    for first in range(0, KINDS, 9):
        run = "".join(NAMES[kind][0] * counts[kind] for kind in range(first, min(first + 9, KINDS)))
        text += run and run + NAMES[first][1]
    return text


def format_counts(counts: bytes | Sequence[int]) -> str:
    """Return the canonical text of 34 counts.

    >>> format_counts(bytes([1, 1, 1, *[0] * 24, 2, *[0] * 6]))
    '123m11z'
    """
    return written.write_counts(bytes(counts))


def tile_name(tile: int, lang: str) -> str:
    """Return the tile's name for people: the language's word, or its notation.

    >>> tile_name(0, "zh"), tile_name(33, "zh"), tile_name(33, "en")
    ('一万', '中', '7z')
    """
    return texts(lang).get(f"tile.{NAMES[tile]}", NAMES[tile])


def unicode_tile(tile: int) -> str:
    """Return the tile's character in the Unicode block Mahjong Tiles.

    >>> hex(ord(unicode_tile(9)))
    '0x1f019'
    """
    return _UNICODE[tile]
