"""Shanten, useful and completing tiles of many hands, and whether they are complete."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjtool import kernel
from mjtool.arguments import AnyRules, AnyTile, AnyTiles, listed_of, whole_of
from mjtool.batch.rows import Rows, of_row, rows_of, view_of
from mjtool.errors import RequestError
from mjtool.notation import ANONYMOUS
from mjtool.stock import COPIES
from mjtool.tiles import KINDS
from mjtool.wild_completion import lacks_of
from mjtool.wild_sights import FOUR

Form = Literal["standard", "seven_pairs", "thirteen_orphans"]

_FORMS: Final[dict[str, int]] = {"standard": 1, "seven_pairs": 12, "thirteen_orphans": 2}
_PIECE: Final = 1 << 16
"""Rows that are under way at once, so that what is made on the way stays small."""
OUT_OF_REACH: Final = 127
"""The shanten of a hand with fixed sets towards forms that have none."""


def shanten(  # noqa: PLR0913
    counts: ArrayLike,
    rules: AnyRules,
    *,
    fixed: ArrayLike | None = None,
    sets: ArrayLike | None = None,
    wilds: ArrayLike | None = None,
    forms: Iterable[Form] | None = None,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
    threads: int = 1,
) -> NDArray[np.int8]:
    """Return the shanten of each row, shape (n,), int8: -1 complete, 0 ready.

    ``forms`` are those that count of what the rules allow; None: all. 127 stands where a row with
    fixed sets has none of them.
    """
    rows = rows_of(
        counts,
        rules,
        fixed=fixed,
        sets=sets,
        wilds=wilds,
        wild=wild,
        indicator=indicator,
        no_wild=no_wild,
    )
    return _asked("shanten", rows, _mask_of(forms, rows), threads).view(np.int8)


def useful(  # noqa: PLR0913
    counts: ArrayLike,
    rules: AnyRules,
    *,
    fixed: ArrayLike | None = None,
    sets: ArrayLike | None = None,
    wilds: ArrayLike | None = None,
    forms: Iterable[Form] | None = None,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
    threads: int = 1,
) -> NDArray[np.uint64]:
    """Return the useful tiles of each row as a mask, shape (n,), uint64: bit k for kind k.

    They lower the shanten; of none are all held. Of a full hand: those that, drawn in exchange for
    another tile, leave it nearer. Bits from 34 on are wild tiles of no kind. ``columns`` takes
    masks apart.
    """
    rows = rows_of(
        counts,
        rules,
        fixed=fixed,
        sets=sets,
        wilds=wilds,
        wild=wild,
        indicator=indicator,
        no_wild=no_wild,
    )
    among = _mask_of(forms, rows)
    found = _asked("useful", rows, among, threads)
    if rows.among_wilds:
        missing = _asked("shanten", rows, among, threads).view(np.int8)
        found &= ~_mask(rows.rules.wilds.kinds)
        found |= np.where((missing >= 0) & (missing != OUT_OF_REACH), _wild_draws(rows), _NONE)
    return found


def completing(  # noqa: PLR0913
    counts: ArrayLike,
    rules: AnyRules,
    *,
    fixed: ArrayLike | None = None,
    sets: ArrayLike | None = None,
    wilds: ArrayLike | None = None,
    forms: Iterable[Form] | None = None,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
    threads: int = 1,
) -> NDArray[np.uint64]:
    """Return the tiles that complete each row as a mask, shape (n,), uint64: bit k for kind k.

    Each row is a hand that waits, of 13 tiles; of no tile are all held. Bits from 34 on are wild
    tiles of no kind.
    """
    rows = rows_of(
        counts,
        rules,
        fixed=fixed,
        sets=sets,
        wilds=wilds,
        wild=wild,
        indicator=indicator,
        no_wild=no_wild,
    )
    return completing_rows(rows, _mask_of(forms, rows), threads)


def completing_rows(rows: Rows, forms: int, threads: int) -> NDArray[np.uint64]:
    """Return what completes rows that were checked."""
    found = _asked("completing", rows, forms, threads)
    if not rows.among_wilds:
        return found
    assert rows.wilds is not None
    chosen = rows.rules
    wild = _mask(chosen.wilds.kinds)
    there = _mask(chosen.stock.kinds) & ~wild
    drawn = _wild_draws(rows)
    missing = _asked("shanten", rows, forms, threads).view(np.int8)
    ready = missing <= 0
    found &= there
    if chosen.wild.four_win == "any_time":
        ready |= rows.wilds >= FOUR - 1
        every = rows.wilds >= FOUR  # whatever comes
        found = np.where(every, _can_come(rows) & there, found)
    found |= np.where(ready, drawn, _NONE)
    return found


def is_complete(  # noqa: PLR0913
    counts: ArrayLike,
    rules: AnyRules,
    *,
    fixed: ArrayLike | None = None,
    sets: ArrayLike | None = None,
    wilds: ArrayLike | None = None,
    forms: Iterable[Form] | None = None,
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
    threads: int = 1,
) -> NDArray[np.bool_]:
    """Return whether each row is complete, shape (n,), bool; one that waits never is."""
    rows = rows_of(
        counts,
        rules,
        fixed=fixed,
        sets=sets,
        wilds=wilds,
        wild=wild,
        indicator=indicator,
        no_wild=no_wild,
    )
    return _asked("is_complete", rows, _mask_of(forms, rows), threads).view(np.bool_)


def columns(masks: ArrayLike) -> NDArray[np.bool_]:
    """Return masks as a column for each kind, shape (n, 34), bool.

    >>> columns([0b101]).nonzero()[1].tolist()
    [0, 2]
    """
    return (np.asarray(masks, np.uint64)[:, None] >> _BITS & np.uint64(1)).astype(np.bool_)


_BITS: Final = np.arange(KINDS, dtype=np.uint64)
_NONE: Final = np.uint64(0)


def _mask(kinds: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << kind for kind in kinds))


def _mask_of(forms: Iterable[Form] | None, rows: Rows) -> int:
    """Return the kernel's bits of the forms that count."""
    allowed = rows.rules.form_mask
    if forms is None:
        return allowed
    found = 0
    for form in listed_of("forms", forms):
        if form not in _FORMS:
            raise RequestError.no_choice("forms", _FORMS, form)
        found |= _FORMS[form]
    if not found & allowed:
        there = [form for form, bits in _FORMS.items() if bits & allowed]
        raise RequestError.no_choice("forms", there, list(listed_of("forms", forms)))
    return found & allowed


def check_threads(threads: int) -> int:
    """Return the number of threads, which is one or more."""
    if whole_of("threads", threads) < 1:
        raise RequestError("impossible_request.at_least", field="threads", least=1, value=threads)
    return threads


def _asked(question: str, rows: Rows, forms: int, threads: int) -> NDArray[Any]:
    """Return the kernel's answers; the error of the first row that is no hand."""
    small = question in ("shanten", "is_complete")
    out = np.empty(len(rows.counts), np.uint8 if small else np.uint64)
    check_threads(threads)
    for start, piece in rows.pieces(_PIECE * threads):
        try:
            out[start : start + len(piece.counts)] = np.frombuffer(
                _answers(question, piece, forms, threads), out.dtype
            )
        except ValueError:
            if question == "completing":
                raise _waits_not(piece, start) from None
            raise piece.refused(start) from None
    return out


def _answers(question: str, rows: Rows, forms: int, threads: int) -> Any:
    chosen = rows.rules
    plain = rows.sets is None and not rows.among_wilds and not chosen.stock.lacks
    if plain and question == "shanten":
        return kernel.shanten_batch(rows.counts.data, 0, forms, threads)
    if plain and question == "useful":
        return kernel.useful_batch(rows.counts.data, 0, forms, threads)
    return kernel.rows_batch(
        question,
        rows.naturals.data,
        forms,
        used=view_of(rows.used()),
        sets=view_of(rows.sets),
        wilds=view_of(rows.wilds),
        gone=int(_mask(rows.gone())),
        lacks=lacks_of(chosen),
        any_copies=chosen.wild.copies == "any" and rows.among_wilds,
        ignore_sets=rows.fixed is None and not rows.gone(),
        threads=threads,
    )


def _waits_not(rows: Rows, first: int) -> RequestError:
    """Return the error of the first row that is no hand that waits."""
    for row in range(len(rows.counts)):
        error = rows.fault(row)
        if error is not None:
            return of_row(first + row, error)
        tiles = int(rows.counts[row].sum()) + (0 if rows.extra is None else int(rows.extra[row]))
        if tiles + 3 * (0 if rows.sets is None else int(rows.sets[row])) == 14:
            return of_row(first + row, RequestError("bad_row.full"))
    raise AssertionError("the kernel refuses what waits")


def _wild_draws(rows: Rows) -> NDArray[np.uint64]:
    """Return the wild tiles that can be drawn, row by row: one of which all are held cannot."""
    wilds, stock = rows.rules.wilds, rows.rules.stock
    found = np.zeros(len(rows.counts), np.uint64)
    assert rows.wilds is not None
    if wilds.anonymous:
        return np.where(rows.wilds < COPIES, np.uint64(1 << ANONYMOUS), _NONE)
    for kind in wilds.kinds:
        own: NDArray[Any] = np.zeros(len(rows.counts), np.uint8)
        if wilds.one is not None:
            own = rows.wilds
        elif kind < KINDS:
            own = rows.counts[:, kind]
        found |= np.where(own < stock.copies(kind), np.uint64(1 << kind), _NONE)
    return found


def _can_come(rows: Rows) -> NDArray[np.uint64]:
    """Return the kinds of which a row does not hold all four."""
    own = rows.counts.copy()
    used = rows.used()
    if used is not None:
        own += used
    bits: NDArray[np.uint64] = np.left_shift(np.uint64(1), _BITS)
    found: NDArray[np.uint64] = np.where(own < COPIES, bits, _NONE).sum(axis=1, dtype=np.uint64)
    return found
