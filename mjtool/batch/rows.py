"""Arrays of hands, checked, and what of each row is wild; one row of them as a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjtool import kernel
from mjtool.arguments import AnyHand, AnyRules, AnyTile, AnyTiles, hand_of, rules_of, told_wild
from mjtool.errors import MjtoolError, RequestError
from mjtool.hand import FixedSet, Hand
from mjtool.hand import hand_of as hand_from
from mjtool.in_play import held, most_wilds, rules_in_play
from mjtool.messages import Say
from mjtool.notation import ANONYMOUS
from mjtool.rules.model import RuleSet
from mjtool.stock import COPIES
from mjtool.tiles import KINDS, NAMES

Bytes = NDArray[np.uint8]

NO_SET: Final = 255
"""Stands in ``fixed`` where a row has no further set."""
NO_TILE: Final = 255
"""Stands for a winning tile where there is none."""
MOST_SETS: Final = 4


def _used_by_code() -> Bytes:
    """Return the 34 counts of the tiles of each set code, none for what is no code."""
    table = np.zeros((256, KINDS), np.uint8)
    for code in range(kernel.PAIR):
        kind = code % KINDS
        if code >= kernel.PUNG or (kind < 27 and kind % 9 <= 6):
            for tile in FixedSet.from_code(code).tiles:
                table[code, tile] += 1
    return table


_USED: Final = _used_by_code()
_IS_SET: Final = _USED.any(axis=1) | (np.arange(256) == NO_SET)


class Hands(NamedTuple):
    """Hands as arrays: what the other functions take, and the tile of each that is written last."""

    counts: Bytes
    """Shape (n, 34)."""
    fixed: Bytes
    """Shape (n, 4): set codes, filled up with ``NO_SET``."""
    wilds: Bytes
    """Shape (n,): flowers and wild tiles of no kind."""
    last: Bytes
    """Shape (n,): a kind, or ``NO_TILE``."""


def arrays(hands: Iterable[AnyHand]) -> Hands:
    """Return hands, as text or ``Hand``, as arrays; the error for one that is none names its row.

    >>> found = arrays(["[222p]333m444888s55z", "123m456p789s1122z"])
    >>> found.counts.shape, found.fixed[0].tolist(), found.last.tolist()
    ((2, 34), [44, 255, 255, 255], [31, 28])
    """
    counts, fixed, wilds, last = bytearray(), bytearray(), bytearray(), bytearray()
    for row, each in enumerate(hands):
        try:
            hand = hand_of(each)
        except MjtoolError as error:
            raise of_row(row, error) from None
        counts += hand.counts
        fixed += hand.codes.ljust(MOST_SETS, bytes([NO_SET]))
        wilds.append(len(hand.extra))
        last.append(NO_TILE if hand.last is None else hand.last)
    return Hands(
        np.frombuffer(counts, np.uint8).reshape(-1, KINDS),
        np.frombuffer(fixed, np.uint8).reshape(-1, MOST_SETS),
        np.frombuffer(wilds, np.uint8),
        np.frombuffer(last, np.uint8),
    )


def of_row(row: int, error: MjtoolError) -> RequestError:
    """Return the error of a hand as one of its row."""
    return RequestError("bad_row", row=row, detail=Say(error.key, **error.data))


class Rows(NamedTuple):
    """Rows that were checked but for what the kernel checks, and the rules of all of them.

    ``counts`` are those given, ``naturals`` those without tiles of wild kinds and ``wilds`` how
    many are wild in all, None under rules without wild tiles. ``fixed`` have their codes first.
    """

    rules: RuleSet
    counts: Bytes
    fixed: Bytes | None
    sets: Bytes | None
    extra: Bytes | None
    naturals: Bytes
    wilds: Bytes | None

    @property
    def among_wilds(self) -> bool:
        """Whether the rules have wild tiles, whether a hand holds one or not."""
        return self.wilds is not None

    def pieces(self, size: int) -> Iterator[tuple[int, Rows]]:
        """Yield the rows, so many at a time, each with the number of its first."""
        for start in range(0, len(self.counts), size):
            yield start, self._of(slice(start, start + size))

    def _of(self, part: slice) -> Rows:
        fields = [None if each is None else each[part] for each in self[1:]]
        return Rows(self.rules, *fields)  # type: ignore[arg-type]

    def used(self) -> Bytes | None:
        """Return what cannot come as a natural tile, row by row; None where all have the same."""
        if self.fixed is None:
            return None
        found = used_by(self.fixed)
        for kind in self.gone():
            found[:, kind] = COPIES
        return found

    def gone(self) -> list[int]:
        """Return the kinds of which no natural tile can come, whatever a row holds."""
        wild = self.rules.wilds.kinds if self.among_wilds else ()
        return sorted({*self.rules.stock.lacks, *(kind for kind in wild if kind < KINDS)})

    def hand(self, row: int) -> Hand:
        """Return a row as a hand; the error for one that is none."""
        codes = () if self.fixed is None else self.fixed[row].tolist()
        sets = tuple([FixedSet.from_code(code) for code in codes if code != NO_SET])
        extra = 0 if self.extra is None else int(self.extra[row])
        return hand_from(sets, self.counts[row].tobytes(), bytes([ANONYMOUS]) * extra)

    def refused(self, first: int = 0) -> RequestError:
        """Return the error of the first row that is no hand; ``first`` is the number of row 0."""
        for row in range(len(self.counts)):
            error = self.fault(row)
            if error is not None:
                return of_row(first + row, error)
        raise AssertionError("the kernel refuses what is a hand")

    def fault(self, row: int) -> MjtoolError | None:
        """Return what is wrong with a row; None where nothing is."""
        try:
            if self.sets is not None and self.fixed is None:
                self._count(row)
                return None
            hand = self.hand(row)
            if self.among_wilds:
                held(hand, self.rules)
            self.rules.stock.used(hand.counts, hand.used)
        except MjtoolError as error:
            return error
        return None

    def _count(self, row: int) -> None:
        """Raise the error of a row of whose fixed sets only the number is told."""
        assert self.sets is not None
        sets, counts = int(self.sets[row]), self.counts[row]
        number = int(counts.sum()) + (0 if self.extra is None else int(self.extra[row]))
        if sets > MOST_SETS:
            raise RequestError("bad_row.sets", number=sets)
        if counts.max() > COPIES:
            kind = int(counts.argmax())
            raise RequestError("bad_row.copies", number=int(counts[kind]), tile=NAMES[kind])
        if not 13 <= number + 3 * sets <= 14:
            least = 13 - 3 * sets
            raise RequestError("bad_row.tiles", number=number, least=least, most=least + 1)
        self.rules.stock.used(counts.tobytes(), bytes(KINDS))
        if self.among_wilds:
            assert self.wilds is not None
            most = most_wilds(self.rules)
            if self.wilds[row] > most:
                raise RequestError("bad_row.wilds", number=int(self.wilds[row]), most=most)


def rows_of(  # noqa: PLR0913
    counts: ArrayLike,
    rules: AnyRules,
    *,
    fixed: ArrayLike | None = None,
    sets: ArrayLike | None = None,
    wilds: ArrayLike | None = None,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
) -> Rows:
    """Return rows that are of the right shapes, and in which what is wild is where it can be."""
    tiles = array_of("counts", counts, (None, KINDS))
    number = len(tiles)
    if fixed is not None and sets is not None:
        raise RequestError("bad_array.both")
    codes, how_many = None, None
    if fixed is not None:
        codes = _codes_of(fixed, number)
    if codes is not None:
        how_many = (codes != NO_SET).sum(axis=1, dtype=np.uint8)
    elif sets is not None:
        how_many = array_of("sets", sets, (number,))
    extra = None if wilds is None else array_of("wilds", wilds, (number,))
    if extra is not None and not extra.any():
        extra = None
    chosen = rules_of(rules)
    told = told_wild(chosen, wild=wild, indicator=indicator, no_wild=no_wild)
    chosen = rules_in_play(chosen, **told, anonymous=extra is not None)
    if not chosen.wilds.there:
        return Rows(chosen, tiles, codes, how_many, None, tiles, None)
    kinds = [kind for kind in chosen.wilds.kinds if kind < KINDS]
    found = tiles[:, kinds].sum(axis=1, dtype=np.uint8)
    if extra is not None:
        found = np.minimum(found.astype(np.uint16) + extra, 255).astype(np.uint8)
    naturals = tiles.copy()
    naturals[:, kinds] = 0
    rows = Rows(chosen, tiles, codes, how_many, extra, naturals, found)
    _verify_wilds(rows, kinds)
    return rows


def used_by(fixed: Bytes) -> Bytes:
    """Return the 34 counts of the tiles in the fixed sets of each row."""
    found = _USED[fixed[:, 0]]
    for column in range(1, fixed.shape[1]):
        if (fixed[:, column] != NO_SET).any():
            found += _USED[fixed[:, column]]
    return found


def _codes_of(fixed: ArrayLike, number: int) -> Bytes | None:
    """Return four codes a row, those of sets first and in their order; None where none has any."""
    given = array_of("fixed", fixed, (number, None))
    if given.shape[1] > MOST_SETS:
        raise RequestError("bad_array.shape", field="fixed", wanted="(n, 4)", found=given.shape)
    wrong = ~_IS_SET[given]
    if wrong.any():
        row = int(wrong.any(axis=1).argmax())
        code = int(given[row][wrong[row]][0])
        raise RequestError("bad_row", row=row, detail=Say("bad_row.code", code=code))
    if (given == NO_SET).all():
        return None
    codes = np.full((number, MOST_SETS), NO_SET, np.uint8)
    codes[:, : given.shape[1]] = given
    if (codes[:, :-1] == NO_SET).any():
        order = np.argsort(codes == NO_SET, axis=1, kind="stable")
        codes = np.take_along_axis(codes, order, axis=1)
    return codes


def _verify_wilds(rows: Rows, kinds: list[int]) -> None:
    """Raise the error of the first row whose wild tiles are none that there are."""
    assert rows.wilds is not None
    wilds, stock = rows.rules.wilds, rows.rules.stock
    doubtful = rows.wilds > most_wilds(rows.rules)
    used = None if rows.fixed is None else used_by(rows.fixed)
    for kind in kinds:
        doubtful |= rows.counts[:, kind] > stock.copies(kind) - (kind == wilds.indicator)
        if used is not None:
            doubtful |= used[:, kind] > 0
    if wilds.indicator is not None:
        turned = rows.counts[:, wilds.indicator].astype(np.uint16)
        if used is not None:
            turned += used[:, wilds.indicator]
        doubtful |= turned + 1 > stock.copies(wilds.indicator)
    for row in np.flatnonzero(doubtful).tolist():
        error = rows.fault(row)
        if error is not None:
            raise of_row(row, error)


def array_of(field: str, values: Any, shape: tuple[int | None, ...]) -> Bytes:
    """Return ``values`` as uint8 in a row in memory; the error for what is of another shape."""
    try:
        found = np.asarray(values)
    except (TypeError, ValueError):  # rows of several lengths
        raise RequestError.unfit(field, Say("word.an_array"), values) from None
    if found.dtype.kind not in "iu":
        raise RequestError("bad_array.dtype", field=field, found=str(found.dtype))
    fits = len(shape) == found.ndim and all(
        wanted is None or wanted == there for wanted, there in zip(shape, found.shape, strict=True)
    )
    if not fits:
        told = ", ".join("n" if size is None else str(size) for size in shape)
        wanted = f"({told},)" if len(shape) == 1 else f"({told})"
        raise RequestError("bad_array.shape", field=field, wanted=wanted, found=found.shape)
    if found.dtype != np.uint8:
        wrong = (found < 0) | (found > 255)
        if wrong.any():
            row = int(np.argwhere(wrong)[0][0])
            value = int(found[wrong][0])
            told_ = Say("bad_row.number", field=field, value=value)
            raise RequestError("bad_row", row=row, detail=told_)
    return np.ascontiguousarray(found, np.uint8)


def view_of(array: Bytes | None) -> memoryview | None:
    """Return an array as the kernel takes it."""
    return None if array is None else np.ascontiguousarray(array).data
