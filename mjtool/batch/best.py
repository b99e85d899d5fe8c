"""What many hands are worth: the best winning tile and reading of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjtool import kernel, scoring
from mjtool.appraisal import Appraisal, rank
from mjtool.arguments import AnyRules, AnySeat, AnyTile, AnyTiles, events_of, flag_of, seat_of
from mjtool.batch.answers import check_threads, columns, completing_rows
from mjtool.batch.rows import NO_TILE, Bytes, Rows, array_of, of_row, rows_of, view_of
from mjtool.errors import MjtoolError, RequestError
from mjtool.hand import won_hand
from mjtool.messages import Say
from mjtool.scoring import Score, Way, way_of
from mjtool.tiles import HELD, KINDS, Wind

_PIECE: Final = 1 << 13
"""Rows that are under way at once: each may win with up to 14 tiles."""
_READINGS: Final = 64
"""More than the readings of one hand."""


class Best(NamedTuple):
    """What each row wins at best, arrays of shape (n,)."""

    won: NDArray[np.bool_]
    """Whether the row wins; where it does not, the others hold what stands for nothing."""
    fan: NDArray[np.int32]
    """Fan after cap and floors; -1 without a win, and under rules by multiplier."""
    multiplier: NDArray[np.int64]
    """The factor on the base points; -1 without a win, and under rules by fan."""
    points: NDArray[np.int64]
    """X, what one seat pays; 0 without a win."""
    win: Bytes
    """The winning tile, the kind or the value of a wild tile of no kind; 255 without a win."""

    def of(self, part: slice) -> Best:
        """Return some rows."""
        return Best(*(each[part] for each in self))  # type: ignore[arg-type]


def best(  # noqa: PLR0913
    counts: ArrayLike,
    rules: AnyRules,
    *,
    self_drawn: bool,
    win: ArrayLike | None = None,
    fixed: ArrayLike | None = None,
    wilds: ArrayLike | None = None,
    seat: AnySeat | None = None,
    round: AnySeat | None = None,
    events: Iterable[str] = (),
    wild: AnyTiles | None = None,
    indicator: AnyTile | None = None,
    no_wild: bool = False,
    threads: int = 1,
) -> Best:
    """Return what each row is worth in its best reading, won in this way.

    ``win`` are the winning tiles, kinds of shape (n,): one that a full hand holds, or that a hand
    of 13 tiles takes in. Without it the tile counts that wins most points, then most fan, the first
    of equals: of those a full hand holds, of those that complete a hand that waits. Nothing is
    verified that a single row does not tell. Rules with own patterns, and those with wild tiles,
    are judged hand by hand in Python, all others in the kernel.

    >>> from mjtool.batch import arrays
    >>> hands = arrays(["[222p]333m444888s55z", "123m456p789s1122z"])
    >>> found = best(hands.counts, "jipinghu", fixed=hands.fixed, self_drawn=True)
    >>> found.fan.tolist(), found.points.tolist(), found.win.tolist()
    ([3, 1], [8, 2], [2, 27])
    """
    rows = rows_of(
        counts,
        rules,
        fixed=fixed,
        wilds=wilds,
        wild=wild,
        indicator=indicator,
        no_wild=no_wild,
    )
    wins = None if win is None else array_of("win", win, (len(rows.counts),))
    check_threads(threads)
    way = way_of(
        rows.rules,
        flag_of("self_drawn", self_drawn),
        None if seat is None else seat_of("seat", seat),
        None if round is None else seat_of("round", round),
        events_of(events),
    )
    out = _nothing(len(rows.counts))
    for start, piece in rows.pieces(_PIECE * threads):
        part = slice(start, start + len(piece.counts))
        of = out.of(part)
        named = None if wins is None else wins[part]
        if rows.among_wilds or rows.rules.program is not None:
            _one_by_one(piece, way, named, start, of)
        else:
            _together(piece, way, named, start, of, threads)
    return out


def _nothing(rows: int) -> Best:
    return Best(
        np.zeros(rows, np.bool_),
        np.full(rows, -1, np.int32),
        np.full(rows, -1, np.int64),
        np.zeros(rows, np.int64),
        np.full(rows, NO_TILE, np.uint8),
    )


def _full(rows: Rows, first: int) -> NDArray[np.bool_]:
    """Return which rows have 14 tiles, once all have been found to be hands."""
    tiles = rows.counts.sum(axis=1, dtype=np.int32)
    legal = rows.counts.max(axis=1, initial=0) <= 4
    if rows.sets is not None:
        tiles += 3 * rows.sets.astype(np.int32)
        used = rows.used()
        assert used is not None
        legal &= (rows.counts + used).max(axis=1, initial=0) <= 4
    for kind in rows.gone():
        if not rows.among_wilds:
            legal &= rows.counts[:, kind] == 0
    if rows.extra is not None:
        tiles += rows.extra
    legal &= (tiles == 13) | (tiles == 14)
    if rows.among_wilds and rows.sets is not None:
        legal[:] = False  # what is used tells wild kinds as gone: asked one by one
    if not legal.all():
        for row in np.flatnonzero(~legal).tolist():
            error = rows.fault(row)
            if error is not None:
                raise of_row(first + row, error)
    full: NDArray[np.bool_] = tiles == 14
    return full


def _not_held(rows: Rows, row: int, first: int, win: int) -> RequestError:
    """Return the error of a winning tile that a row does not hold, or cannot take in."""
    if win >= KINDS:
        return RequestError("bad_row", row=first + row, detail=Say("bad_row.win", value=win))
    try:
        won_hand(rows.hand(row), HELD[win])
    except MjtoolError as error:
        return of_row(first + row, error)
    return of_row(first + row, RequestError("not_in_set", tile=str(HELD[win])))


class _Tried(NamedTuple):
    """Full hands, each with a winning tile, and of which row it is; rows in order."""

    row: NDArray[np.intp]
    win: Bytes
    counts: Bytes


def _tried(rows: Rows, wins: Bytes | None, first: int, threads: int) -> _Tried:
    """Return the hands that rows win with, as they may be."""
    full = _full(rows, first)
    if wins is not None:
        at = np.arange(len(rows.counts))
        counts = rows.counts.copy()
        known = wins < KINDS
        kinds = np.where(known, wins, 0)
        counts[at, kinds] += ~full & known
        own, used = counts[at, kinds].astype(np.int32), rows.used()
        if used is not None:
            own += used[at, kinds]
        gone = np.isin(kinds, rows.gone())
        right = known & (counts[at, kinds] > 0) & (own <= 4) & ~gone
        if not right.all():
            row = int(right.argmin())
            raise _not_held(rows, row, first, int(wins[row]))
        return _Tried(at, kinds.astype(np.uint8), counts)
    able = rows.counts > 0
    waiting = np.flatnonzero(~full)
    if waiting.size:
        picked = Rows(rows.rules, *(None if each is None else each[waiting] for each in rows[1:]))  # type: ignore[arg-type]
        able[waiting] = columns(completing_rows(picked, rows.rules.form_mask, threads))
    at, kinds = able.nonzero()
    counts = rows.counts[at]
    counts[np.arange(len(at)), kinds] += ~full[at]
    return _Tried(at, kinds.astype(np.uint8), counts)


def _together(  # noqa: PLR0913, PLR0917
    rows: Rows, way: Way, wins: Bytes | None, first: int, out: Best, threads: int
) -> None:
    """Judge rows by the facts of all their readings, each different one once."""
    tried = _tried(rows, wins, first, threads)
    if way.forbidden is not None or not len(tried.row):
        return
    fixed = sets = None
    if rows.fixed is not None:
        assert rows.sets is not None
        fixed, sets = rows.fixed[tried.row], rows.sets[tried.row]
    found, number = kernel.facts_batch(
        tried.counts.data,
        view_of(fixed),
        view_of(sets),
        tried.win.data,
        rows.rules.form_mask,
        threads,
    )
    words, readings = np.frombuffer(found, np.uint64), np.frombuffer(number, np.uint8)
    if not len(words):
        return
    judged = _judged(words, way)
    there = np.flatnonzero(readings)
    starts = np.zeros(len(there), np.intp)
    np.cumsum(readings[there][:-1], out=starts[1:])
    place = np.arange(len(words)) - np.repeat(starts, readings[there])
    key = judged.order * _READINGS + (_READINGS - 1 - place)  # the first of equals
    winner = np.maximum.reduceat(key, starts)
    of = judged.worth[starts + (_READINGS - 1 - winner % _READINGS)]
    counts = ~judged.below[of]
    at, of, kinds = tried.row[there][counts], of[counts], tried.win[there][counts]
    if not len(at):
        return
    # The tiles of a row that wins stand together, by kind: again the first of equals.
    firsts = np.flatnonzero(np.diff(at, prepend=-1))
    key = judged.value[of] * _READINGS + (_READINGS - 1 - kinds.astype(np.int64))
    most = np.maximum.reduceat(key, firsts)
    row = at[firsts]
    which = of[np.flatnonzero(key == np.repeat(most, np.diff(firsts, append=len(at))))]
    out.won[row] = True
    out.fan[row], out.multiplier[row] = judged.fan[which], judged.multiplier[which]
    out.points[row] = judged.points[which]
    out.win[row] = _READINGS - 1 - most % _READINGS


class _Judged(NamedTuple):
    """Readings by what they are worth: ``worth`` is the place of a word's in the other columns.

    ``order`` is by what makes a reading the best of its hand, a number for each word; ``value`` by
    what makes a winning tile the best of its row.
    """

    order: NDArray[np.int64]
    worth: NDArray[np.intp]
    value: NDArray[np.int64]
    fan: NDArray[np.int32]
    multiplier: NDArray[np.int64]
    points: NDArray[np.int64]
    below: NDArray[np.bool_]


def _judged(words: NDArray[np.uint64], way: Way) -> _Judged:
    different, inverse = np.unique(words, return_inverse=True)
    worths: dict[Appraisal, int] = {}
    place = np.array(
        [worths.setdefault(way.judge.kept(word), len(worths)) for word in different.tolist()],
        np.intp,
    )
    listed = list(worths)
    order = _places([rank(each) for each in listed])
    worth = place[inverse]
    try:
        points = np.array([each.points for each in listed], np.int64)
        multiplier = np.array([_or_none(each.multiplier) for each in listed], np.int64)
        fan = np.array([_or_none(each.fan) for each in listed], np.int32)
    except OverflowError:
        raise RequestError("bad_array.points") from None
    return _Judged(
        order[worth],
        worth,
        _places([(each.points, _or_none(each.fan)) for each in listed]),
        fan,
        multiplier,
        points,
        np.array([each.below for each in listed], np.bool_),
    )


def _or_none(number: int | None) -> int:
    return -1 if number is None else number


def _places(keys: list[Any]) -> NDArray[np.int64]:
    """Return the place of each key among all different ones, from the least."""
    place = {key: at for at, key in enumerate(sorted(set(keys)))}
    return np.array([place[key] for key in keys], np.int64)


def _one_by_one(rows: Rows, way: Way, wins: Bytes | None, first: int, out: Best) -> None:
    """Judge rows as single hands are."""
    full = _full(rows, first)
    how = way.how
    asked = {
        "self_drawn": way.self_drawn,
        "seat": None if how.seat is None else list(Wind)[how.seat],
        "round": None if how.round is None else list(Wind)[how.round],
        "events": how.events,
    }
    for row, found in _scores(rows, full, wins, first, asked):
        if not found.won:
            continue
        value = (found.points, _or_none(found.fan))
        if out.won[row] and value <= (int(out.points[row]), int(out.fan[row])):
            continue
        out.won[row], out.win[row] = True, int(found.win)
        try:
            out.fan[row], out.points[row] = _or_none(found.fan), found.points
            out.multiplier[row] = _or_none(found.multiplier)
        except OverflowError:
            raise RequestError("bad_array.points") from None


def _scores(
    rows: Rows, full: NDArray[np.bool_], wins: Bytes | None, first: int, asked: dict[str, Any]
) -> Iterator[tuple[int, Score]]:
    """Yield each row with its score, once for each tile that it may have won with."""
    completing = None
    if wins is None and not full.all():
        waiting = np.flatnonzero(~full)
        picked = Rows(rows.rules, *(None if each is None else each[waiting] for each in rows[1:]))  # type: ignore[arg-type]
        completing = np.zeros(len(full), np.uint64)
        completing[waiting] = completing_rows(picked, rows.rules.form_mask, 1)
    for row in range(len(rows.counts)):
        hand = rows.hand(row)
        if wins is not None:
            if wins[row] >= len(HELD):
                raise _not_held(rows, row, first, int(wins[row]))
            tiles = [int(wins[row])]
        elif full[row]:
            tiles = [*np.flatnonzero(rows.counts[row]).tolist(), *sorted(set(hand.extra))]
        else:
            assert completing is not None
            mask = int(completing[row])
            tiles = [tile for tile in range(len(HELD)) if mask >> tile & 1]
        for tile in tiles:
            try:
                whole, win = won_hand(hand, HELD[tile])
                yield row, scoring.score(whole, rows.rules, win, **asked)
            except MjtoolError as error:
                raise of_row(first + row, error) from None
