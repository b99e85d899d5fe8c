"""In what order the lists of a hand in Tenhou's JSON were played: found by search."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from mjtool.game_log.formats.parts import Malformed

_PATIENCE: Final = 20_000
"""How many steps the search for an order of a hand may take."""


@dataclass(frozen=True, slots=True)
class Call:
    """A claim or a kong: ``kind`` is its letter, ``source`` whose discard it takes."""

    kind: str
    tile: str
    own: tuple[str, ...]
    source: int


Take = str | Call
"""What a seat takes: a tile from the wall, or a claim."""


@dataclass(frozen=True, slots=True)
class Put:
    """What a seat does on its turn: a discard (``tile`` None: the drawn one) or a kong."""

    tile: str | None = None
    kong: Call | None = None
    nothing: bool = False
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens: ``seat`` takes (``take``) or puts down (``put``) something."""

    seat: int
    take: Take | None = None
    put: Put | None = None


@dataclass(frozen=True, slots=True)
class _State:
    """A point in the search: how far each list is used, whose turn it is, what was done."""

    took: tuple[int, ...]
    did: tuple[int, ...]
    seat: int
    live: str | None = None  # the discard of ``seat``, when the next move is another's
    trail: "_Trail | None" = None


@dataclass(frozen=True, slots=True)
class _Trail:
    """The steps so far: the last one, and those before it."""

    step: Step
    before: "_Trail | None"


def order(takes: list[list[Take]], puts: list[list[Put]], dealer: int) -> tuple[list[Step], bool]:
    """Return the steps of a hand in the order they were taken, and whether they are all.

    Where no order uses up all lists, it is the longest that was found, with what contradicts it as
    its last step.
    """
    best: tuple[int, _State] | None = None
    stack = [_State((0, 0, 0, 0), (0, 0, 0, 0), dealer)]
    total = sum(map(len, takes)) + sum(map(len, puts))
    for _ in range(_PATIENCE):
        if not stack:
            break
        state = stack.pop()
        following = list(_next(state, takes, puts))
        used = sum(state.took) + sum(state.did)
        if not following and (best is None or used > best[0]):
            best = (used, state)
            if used == total:
                break
        stack.extend(reversed(following))
    if best is None:
        raise Malformed(None, key="order")
    used, state = best
    steps: list[Step] = []
    trail = state.trail
    while trail is not None:
        steps.append(trail.step)
        trail = trail.before
    steps.reverse()
    if used < total:
        steps.append(_odd(state, takes, puts))
    return steps, used == total


def _next(state: _State, takes: list[list[Take]], puts: list[list[Put]]) -> Iterator[_State]:
    """Yield what may follow, the likeliest first."""
    if state.live is None:
        seat = state.seat
        if state.took[seat] < len(takes[seat]):
            yield from _turn(state, takes[seat][state.took[seat]], puts)
        return
    for distance in (1, 2, 3):
        seat = (state.seat + distance) % 4
        if state.took[seat] < len(takes[seat]):
            take = takes[seat][state.took[seat]]
            if isinstance(take, Call) and (take.source, take.tile) == (state.seat, state.live):
                yield from _turn(replace(state, seat=seat), take, puts)
    seat = (state.seat + 1) % 4
    if state.took[seat] < len(takes[seat]):
        take = takes[seat][state.took[seat]]
        if isinstance(take, str):
            yield from _turn(replace(state, seat=seat), take, puts)


def _bump(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + (s == seat) for s, count in enumerate(counts))


def _turn(state: _State, take: Take, puts: list[list[Put]]) -> Iterator[_State]:
    """Yield the state after ``state.seat`` takes ``take`` and answers it."""
    seat = state.seat
    state = replace(
        state,
        took=_bump(state.took, seat),
        live=None,
        trail=_Trail(Step(seat, take=take), state.trail),
    )
    if state.did[seat] >= len(puts[seat]):
        yield replace(state, live="")  # a win, or the hand was broken off
        return
    put = puts[seat][state.did[seat]]
    if put.nothing != (isinstance(take, Call) and take.kind == "m"):
        return
    state = replace(state, did=_bump(state.did, seat))
    if put.nothing:
        yield state
        return
    if put.tile is None and put.kong is None:
        if isinstance(take, Call):
            return
        put = replace(put, tile=take)
    trail = _Trail(Step(seat, put=put), state.trail)
    yield replace(state, live=put.tile if put.kong is None else None, trail=trail)


def _odd(state: _State, takes: list[list[Take]], puts: list[list[Put]]) -> Step:
    """Return a step that is in the lists and cannot follow, so that the table objects to it."""
    seats = [(state.seat + distance) % 4 for distance in (1, 2, 3, 0)]
    for seat in seats:
        if state.took[seat] < len(takes[seat]):
            return Step(seat, take=takes[seat][state.took[seat]])
    seat = next(seat for seat in seats if state.did[seat] < len(puts[seat]))
    return Step(seat, put=puts[seat][state.did[seat]])
