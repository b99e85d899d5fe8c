"""What wild tiles may stand for in a complete hand, and how a hand with them is won.

The kernel finds every sight that one assignment or another gives, each with the least assignment
that has it; the sights are worth what they are without wild tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from mjtool import kernel
from mjtool.appraisal import Appraisal, rank
from mjtool.expressions import Call
from mjtool.expressions.build import TEXT_CODES
from mjtool.hand import Hand, trusted_hand
from mjtool.in_play import Held
from mjtool.patterns import Circumstances
from mjtool.patterns.facts import FOUR_WILDS
from mjtool.rules.model import RuleSet
from mjtool.tiles import KINDS, TILES, Piece
from mjtool.wild_completion import completing, lacks_of

Sight = int | tuple[int, bytes]
"""The facts of a reading: the kernel's word; with own patterns also what they ask for."""

FOUR: Final = 4
"""So many wild tiles win whatever the rest, where the rules say so."""

_HEAVENLY: Final = frozenset(("heavenly_hand", "earthly_hand", "human_hand"))
_BEFORE_DISCARD: Final = _HEAVENLY | {"before_discard"}
"""Events of a winner who has not discarded yet."""


def how_with_wilds(
    rules: RuleSet, how: Circumstances, held: Held, discarded: int = 0
) -> Circumstances:
    """Return how a hand was won, as it counts with the wild tiles that it holds."""
    if not held.wilds and not discarded:
        return how
    events = how.events
    if held.wilds and events and not rules.wild.heavenly:
        events -= _HEAVENLY
    return Circumstances(how.self_drawn, how.seat, how.round, events, len(held.wilds), discarded)


def four_win(rules: RuleSet, how: Circumstances, held: Held) -> bool:
    """Return whether the wild tiles of a hand win by themselves."""
    allowed = rules.wild.four_win
    if len(held.wilds) < FOUR or allowed == "no":
        return False
    return allowed == "any_time" or bool(how.events & _BEFORE_DISCARD)


class Best(NamedTuple):
    """What counts of a hand: its wild tiles as kinds, in the order in which they are written."""

    kinds: bytes
    appraisal: Appraisal


def best_of(  # noqa: PLR0913
    held: Held,
    rules: RuleSet,
    win: Piece,
    asked: tuple[Callable[[Sight], Appraisal], dict[tuple[Sight, ...], int]],
    *,
    forms: int,
    given: bool,
) -> Best | None:
    """Return the best that the wild tiles of ``held`` can stand for; None where it is no win.

    ``win`` is the winning tile: of several alike wild ones the last; ``given`` by another seat.
    Of what is worth the same the least assignment counts. ``asked`` is what a sight is worth, and
    keeps which of some is the best.
    """
    questions, any_copies, lacks, waits_at = rules.memo.get(_ASKED) or _asked(rules)
    hand, naturals, wilds = held
    place = wilds.rfind(win)  # or a natural tile has won
    of, nth = (win, 0) if place < 0 else (-1, place)
    codes, number = hand.codes if hand.sets else b"", len(wilds)
    sights: tuple[Sight, ...]
    sights, kinds = kernel.wild_sights(
        naturals, codes, forms, given, questions, number, of, nth, any_copies, lacks
    )
    if not sights:
        return None
    if waits_at is not None:
        sights = _with_waits(sights, waits_at, waits_before(held, rules, win, forms))
    appraise, bests = asked
    at = bests.get(sights)
    if at is None:
        if len(bests) >= _KEPT:
            bests.clear()
        worths = [rank(appraise(sight)) for sight in sights]
        at = bests[sights] = worths.index(max(worths))  # they stand by rising assignment
    return Best(kinds[at], appraise(sights[at]))


_KEPT: Final = 1 << 12


_ASKED: Final = "asked of wild tiles"


def _asked(rules: RuleSet) -> tuple[kernel.Asked | None, bool, int, int | None]:
    """Return what the kernel is asked under these rules, kept: questions, copies, what lacks.

    And at which of the answers the waits stand, None where no pattern asks for them.
    """
    program = rules.program
    asks_waits = program is not None and "waits" in program.asked
    found = rules.memo[_ASKED] = (
        None if program is None else program.questions,
        rules.wild.copies == "any",
        lacks_of(rules),
        program.asked.index("waits") if program is not None and asks_waits else None,
    )
    return found


def assigned(held: Held, kinds: bytes, win: Piece) -> Hand:
    """Return the hand with its wild tiles as what they stand for, the winning tile the last."""
    tile = TILES[_winning_kind(held, kinds, win)]
    return trusted_hand(held.hand.sets, _counts_with(held, kinds), tile, held.hand.size)


def _counts_with(held: Held, kinds: bytes) -> bytes:
    """Return the counts of the natural tiles and of what the wild ones stand for."""
    if not kinds:
        return held.naturals
    counts = bytearray(held.naturals)
    for kind in kinds:
        counts[kind] += 1
    return bytes(counts)


def _winning_kind(held: Held, kinds: bytes, win: Piece) -> int:
    """Return the kind that the winning tile is: of a wild one what it stands for."""
    place = held.wilds.rfind(win)
    return win if place < 0 else kinds[place]


def waits_before(held: Held, rules: RuleSet, win: Piece, forms: int) -> int:
    """Return how many kinds completed the tiles before the win, wild ones as they are."""
    naturals, wilds = bytearray(held.naturals), held.wilds
    if win in wilds:
        wilds = wilds.replace(bytes([win]), b"", 1)
    else:
        naturals[win] -= 1
    before = Held(held.hand, bytes(naturals), wilds)
    live, _ = completing(before, rules, forms)
    return live.bit_count() + (len(rules.wilds.kinds) or 1)


def _with_waits(sights: Iterable[Sight], at: int, waits: int) -> tuple[Sight, ...]:
    """Return sights that answer with the waits of the real tiles, wild ones as wild."""
    number = bytes([waits])
    out: list[Sight] = []
    for sight in sights:
        assert isinstance(sight, tuple)
        word, told = sight
        out.append((word, told[:at] + number + told[at + 1 :]))
    return tuple(out)


def seen_in(  # noqa: PLR0913
    held: Held, rules: RuleSet, win: Piece, kinds: bytes, *, forms: int, given: bool
) -> tuple[Sight, ...]:
    """Return the facts of every reading of the hand with its wild tiles as these kinds."""
    questions, _, _, waits_at = rules.memo.get(_ASKED) or _asked(rules)
    hand, counts, tile = held.hand, _counts_with(held, kinds), _winning_kind(held, kinds, win)
    codes = hand.codes if hand.sets else b""
    if questions is None:
        return kernel.facts(counts, codes, tile, forms)
    found = kernel.sights(counts, codes, tile, forms, given, questions)
    if waits_at is not None:
        return _with_waits(found, waits_at, waits_before(held, rules, win, forms))
    return found


def four_wilds(held: Held, rules: RuleSet, win: Piece) -> Sight:
    """Return the facts of a hand whose wild tiles win by themselves: they stand for nothing.

    There is no reading; what is told is of the fixed sets and the natural tiles.
    """
    hand, program = held.hand, rules.program
    tiles = bytes(map(sum, zip(held.naturals, hand.used, strict=True)))
    word = _FORM_FOUR_WILDS
    for name, value in (
        ("kongs", sum(fixed.is_kong for fixed in hand.sets)),
        ("exposed", sum(fixed.is_open for fixed in hand.sets)),
        ("fixed", len(hand.sets)),
        ("suits", sum(any(tiles[9 * suit : 9 * suit + 9]) << suit for suit in range(3))),
        ("honors", int(any(tiles[27:]))),
        ("terminals", int(any(tiles[kind] for kind in _TERMINALS))),
        ("simples", int(any(tiles[kind] for kind in _SIMPLES))),
    ):
        word |= value << kernel.FACT_FIELDS[name][0]
    if program is None:
        return word
    asked = [_of_four_wilds(each, held, tiles, win) for each in program.asked]
    return word, bytes(asked)


_FORM_FOUR_WILDS: Final = FOUR_WILDS << kernel.FACT_FIELDS["form"][0]
_TERMINALS: Final = tuple(tile for tile in TILES if tile.is_terminal)
_SIMPLES: Final = tuple(tile for tile in TILES if not tile.is_terminal and not tile.is_honor)
_OF_KINDS: Final = {
    "honors": range(27, 34),
    "winds": range(27, 31),
    "dragons": range(31, 34),
    "terminals": _TERMINALS,
    "simples": _SIMPLES,
}


def _of_four_wilds(fact: str | Call, held: Held, tiles: bytes, win: Piece) -> int:
    """Return what an expression is told of four wild tiles: of sets in the hand there are none."""
    sets = held.hand.sets
    if isinstance(fact, Call):
        kinds = [kind for kind in range(KINDS) if fact.kinds >> kind & 1]
        inside = sum(tiles[kind] for kind in kinds)
        return {"only": int(inside == sum(tiles)), "tiles": inside}.get(fact.name, 0)
    if fact in _OF_KINDS:
        return sum(tiles[kind] for kind in _OF_KINDS[fact])
    return {
        "form": TEXT_CODES["four_wilds"],
        "wait": TEXT_CODES["pair"],
        "kongs": sum(fixed.is_kong for fixed in sets),
        "concealed_kongs": sum(not fixed.is_open for fixed in sets),
        "exposed": sum(fixed.is_open for fixed in sets),
        "fixed": len(sets),
        "quads": sum(copies >= FOUR for copies in held.naturals),
        "suits": sum(any(tiles[9 * suit : 9 * suit + 9]) for suit in range(3)),
        "win_copies": held.naturals[win] if win < KINDS else 1,
    }.get(fact, 0)
