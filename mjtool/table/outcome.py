"""How a hand ended: who won how, what each win is worth, who is liable, what is to be settled.

An :class:`Outcome` says what had happened; the replay makes one of its table, the simulation of its
play, and both ask the same functions here.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mjtool.hand import FixedSet, Hand, hand_of, trusted_hand
from mjtool.rules.model import EventName, RuleSet
from mjtool.scoring import Score, score, shows
from mjtool.settlement import HandResult, KongClaim, Winner, liable_seat
from mjtool.table.feeders import Feeders
from mjtool.tiles import PIECES, TILES, WINDS


class Outcome(NamedTuple):
    """The end of a hand, as far as scores and payments ask.

    ``source`` is the discarder or the robbed seat, None where nobody won or the win is self-drawn;
    ``kong_feeder`` who fed the kong whose replacement was drawn last; ``is_last`` whether nothing
    is left to draw. ``called``: sets were claimed; draws and swaps count by seat.
    ``kong_discard``: the last discard followed its seat's kong draw; ``followed``: the first four
    discards were of one kind, and nothing was claimed before the fourth. ``thrown`` and
    ``wild_thrown``: discards by seat, and those of wild tiles.
    """

    dealer: int
    winners: tuple[int, ...] = ()
    source: int | None = None
    robbed: bool = False
    escaped: int | None = None
    after_kong: bool = False
    kong_feeder: int | None = None
    is_last: bool = False
    called: bool = False
    concealed_kongs: int = 0
    discards: int = 0
    draws: Sequence[int] = (0, 0, 0, 0)
    swapped: Sequence[bool] = (False, False, False, False)
    kong_discard: bool = False
    followed: bool = False
    thrown: Sequence[int] = (0, 0, 0, 0)
    wild_thrown: Sequence[int] = (0, 0, 0, 0)

    @property
    def self_drawn(self) -> bool:
        """Whether a winner drew the tile itself."""
        return bool(self.winners) and self.source is None


def circumstances(rules: RuleSet, outcome: Outcome, seat: int) -> Iterator[str]:
    """Yield the names of the events that go with the win of ``seat``."""
    if not outcome.thrown[seat] and asks_of(rules, "before_discard"):
        yield "before_discard"
    yield from _circumstances(rules, outcome, seat)


def _circumstances(rules: RuleSet, outcome: Outcome, seat: int) -> Iterator[str]:
    is_dealer = seat == outcome.dealer
    calm = not outcome.called
    kongs = outcome.concealed_kongs
    if outcome.source is None:
        calm = calm and not outcome.swapped[seat]
        if outcome.after_kong:
            yield "kong_draw"
        if outcome.is_last:
            yield "last_tile"
        if is_dealer and calm and not outcome.discards and not kongs:
            yield "heavenly_hand"
        first = not is_dealer and calm and outcome.draws[seat] == 1
        if first and not (kongs and rules.earthly_hand.kong_cancels):
            yield "earthly_hand"
        return
    if outcome.robbed:
        yield "robbing_kong"
    else:
        if outcome.kong_discard:
            yield "kong_discard"
        if outcome.is_last:
            yield "last_discard"
    if not outcome.robbed and not is_dealer and calm and not kongs:
        early = rules.human_hand.window == "before_own_first_draw" and not outcome.draws[seat]
        if outcome.discards == 1 or early:
            yield "human_hand"
    if len(outcome.winners) == 3:
        yield "triple_win"


def asks_of(rules: RuleSet, event: EventName) -> bool:
    """Return whether anything under the rules hangs on an event."""
    found: bool | None = rules.memo.get(("asks of", event))
    if found is None:
        factor: int = getattr(rules.multipliers, event)
        found = rules.memo["asks of", event] = (
            factor > 1
            or event in rules.floor
            or event in rules.patterns
            or any(event in (each.when or "") for each in rules.patterns.values())
            or any(event in (each.times or "") for each in rules.bonuses.values())
            or (event == "before_discard" and rules.wild.four_win == "before_first_discard")
        )
    return found


def winning_hand(codes: Iterable[int], counts: bytes, tile: int, extra: bytes = b"") -> Hand:
    """Return the hand that won: its fixed sets and its other tiles, the winning one among them.

    ``extra`` are wild tiles that are of no kind, by value.
    """
    sets = tuple([FixedSet.from_code(code) for code in codes])
    if extra:
        return hand_of(sets, counts, extra, PIECES[tile])
    return trusted_hand(sets, counts, TILES[tile], sum(counts))


def score_win(  # noqa: PLR0913, PLR0917
    rules: RuleSet, outcome: Outcome, seat: int, hand: Hand, tile: int, round_wind: int | None
) -> Score:
    """Return what the win of ``seat`` on ``tile`` is worth; no ``round_wind``: none is known."""
    return score(
        hand,
        rules,
        PIECES[tile],
        self_drawn=outcome.source is None,
        seat=WINDS[(seat - outcome.dealer) & 3],
        round=None if round_wind is None else WINDS[round_wind],
        events=frozenset(circumstances(rules, outcome, seat)),
        wild_discarded=outcome.wild_thrown[seat],
    )


def numbers_of_winners(
    winners: Sequence[int], seat: int, able: Iterable[int], source: int
) -> set[int]:
    """Return how many may win on a tile of ``source`` that ``seat`` wins on behind ``winners``.

    At least those; at most also who of ``able`` comes behind it in turn order.

    >>> numbers_of_winners([1], 2, [3], 0)
    {2, 3}
    """
    number = len(winners) + 1
    behind = sum((other - source) & 3 > (seat - source) & 3 for other in able)
    return {number, number + behind}


def has_minimum(rules: RuleSet) -> bool:
    """Return whether a complete hand may be worth too little to win."""
    return bool(rules.win.minimum_fan or rules.win.minimum_points)


def liability(
    rules: RuleSet, feeders: Feeders, outcome: Outcome, seat: int, found: Score
) -> tuple[str, int] | None:
    """Return the kind of liability and the seat that pays the win of ``seat`` for all, if one does.

    ``found`` is what the win is worth: what it shows may decide.

    Whoever robs a kong drew nothing for it, so that nobody is liable for having fed one.
    """
    source = outcome.source
    fits: dict[str, int] = {}
    if source is None:
        if outcome.after_kong and outcome.kong_feeder is not None and rules.liability.kong_feeder:
            fits["kong_feeder"] = outcome.kong_feeder
    elif outcome.robbed and rules.rob.self_drawn:
        fits["robbed"] = source
    else:
        return None
    if seat in feeders.pattern:
        fits["pattern"] = feeders.pattern[seat]
    if seat in feeders.twelve_tiles and _twelve_tiles_count(rules, found):
        fits["twelve_tiles"] = feeders.twelve_tiles[seat]
    payer = liable_seat(rules, fits)
    # a robbed seat that the house's order leaves out still pays where nobody else is liable
    return ("robbed", source) if payer is None and source is not None else payer


def _twelve_tiles_count(rules: RuleSet, found: Score) -> bool:
    listed = rules.liability.twelve_tiles
    return listed if isinstance(listed, bool) else any(shows(found, id) for id in listed)


def hand_result(
    outcome: Outcome,
    winners: Iterable[Winner],
    kongs: Iterable[KongClaim],
    horses: Iterable[int] | None,
    streak: int = 0,
) -> HandResult:
    """Return what is to be settled of a hand that ended so; ``horses`` None: not known."""
    return HandResult(
        dealer=outcome.dealer,
        winners=tuple(winners),
        source=outcome.source,
        robbed=outcome.robbed,
        kongs=tuple(kongs),
        horses=None if horses is None else tuple(horses),
        escaped=outcome.escaped,
        streak=streak,
        followed=outcome.followed,
    )
