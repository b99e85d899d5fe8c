"""A hand under a rule set: the best reading, its patterns, fan and points, and the trace of why.

The kernel says what each reading is made of (facts words); predicates say what it shows; the rule
set says what that is worth. A verdict depends on the words, the circumstances and the rules
alone, so it is kept with the rule set (:attr:`RuleSet.memo`) for the next hand of its like.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from mjtool import kernel
from mjtool.errors import RequestError
from mjtool.hand import Hand
from mjtool.messages import add
from mjtool.notation import format_tiles
from mjtool.patterns import BONUSES, PATTERNS, Circumstances, Facts
from mjtool.rules.model import RuleSet
from mjtool.tiles import KINDS, TILES, WINDS, Tile, Wind

add(
    {
        "wrong_tile_count.no_winning_tile": (
            "a complete hand has 14 tiles, 3 fewer for each fixed set; this one has {size}",
            "胡牌要有14张牌（每副露一组少3张），这手牌有{size}张",
        ),
    }
)

_NO_EVENTS: frozenset[str] = frozenset()


class Shown(NamedTuple):
    """A pattern or bonus that counted: its id and its fan (None where there is no fan)."""

    id: str
    fan: int | None = None
    times: int = 1


class Appraisal(NamedTuple):
    """One reading: everything it shows, what of it counted, and what it comes to.

    ``total`` is the sum before cap and floor, ``fan`` the result; both None by multiplier.
    ``absorbed`` holds ids shown but not counted, because a pattern outside the cap stands alone
    or a better one does.
    """

    counted: tuple[Shown, ...]
    absorbed: tuple[Shown, ...]
    total: int | None
    fan: int | None
    points: int
    multiplier: int | None
    capped: bool
    lifted_by: str | None
    pungs: int


class Verdict(NamedTuple):
    """What the readings of a hand come to: the best one's index, and every appraisal."""

    best: int
    patterns: tuple[Shown, ...]
    appraisals: tuple[Appraisal, ...]

    @property
    def winner(self) -> Appraisal:
        """The appraisal that counts."""
        return self.appraisals[self.best]


class Score(Struct, frozen=True):
    """The result for one hand. ``verdict`` is None when the hand did not win.

    ``points`` is X, what one seat pays; ``shanten`` is given when the hand is not complete, and
    ``reason`` when the rules forbid the win.
    """

    hand: Hand
    rules: RuleSet
    win: Tile
    how: Circumstances
    verdict: Verdict | None
    shanten: int | None = None
    reason: str | None = None

    @property
    def won(self) -> bool:
        """Whether the hand won."""
        return self.verdict is not None

    @property
    def fan(self) -> int | None:
        """Fan after cap and floors; None by multiplier or without a win."""
        return self.verdict.winner.fan if self.verdict else None

    @property
    def multiplier(self) -> int | None:
        """Factor on the base points; None by fan or without a win."""
        return self.verdict.winner.multiplier if self.verdict else None

    @property
    def points(self) -> int:
        """X in points; 0 without a win."""
        return self.verdict.winner.points if self.verdict else 0

    @property
    def capped(self) -> bool:
        """Whether the cap held the sum down."""
        return self.verdict is not None and self.verdict.winner.capped

    @property
    def patterns(self) -> tuple[Shown, ...]:
        """The patterns and bonuses that made the result."""
        return self.verdict.patterns if self.verdict else ()

    @property
    def pattern_ids(self) -> tuple[str, ...]:
        """Ids of :attr:`patterns`."""
        return tuple(shown.id for shown in self.patterns)

    @property
    def reading(self) -> tuple[str, ...]:
        """The reading that counts, set by set, fixed sets first and the pair last."""
        return self._written(self._found()[self.verdict.best]) if self.verdict else ()

    def readings(self) -> tuple[tuple[str, ...], ...]:
        """Every reading, in the order of ``verdict.appraisals``."""
        return tuple(map(self._written, self._found()))

    def _found(self) -> list[bytes]:
        hand = self.hand
        return kernel.readings(hand.counts, len(hand.sets), forms_for(hand, self.rules))

    def _written(self, codes: bytes) -> tuple[str, ...]:
        concealed = [_CODE_TEXTS[code] for code in codes]
        return (*map(str, self.hand.sets), *concealed)


def forms_for(hand: Hand, rules: RuleSet) -> int:
    """Return the kernel's form bits open to ``hand``: with fixed sets only the standard one."""
    return 1 if hand.sets else rules.form_mask


def format_code(code: int) -> str:
    """Return a concealed set or pair, given as the kernel's code, in notation.

    >>> format_code(0), format_code(34 + 9), format_code(170 + 27)
    ('123m', '111p', '11z')
    """
    return _CODE_TEXTS[code]


def _code_texts() -> Iterator[str]:
    orphans = [tile for tile in TILES if tile.is_honor or tile.is_terminal]
    for code in range(kernel.THIRTEEN_ORPHANS + KINDS):
        kind = code % KINDS
        if code < kernel.PUNG:
            yield format_tiles(range(kind, min(kind + 3, KINDS)))
        elif code < kernel.PAIR:
            yield format_tiles((kind,) * 3)
        elif code < kernel.THIRTEEN_ORPHANS:
            yield format_tiles((kind,) * 2)
        else:
            yield format_tiles((*orphans, kind))


_CODE_TEXTS: Final = tuple(_code_texts())


def score(  # noqa: PLR0913
    hand: Hand,
    rules: RuleSet,
    win: Tile,
    *,
    self_drawn: bool,
    seat: Wind | None = None,
    round: Wind | None = None,
    events: frozenset[str] = _NO_EVENTS,
) -> Score:
    """Return what ``hand``, which holds the winning tile ``win``, is worth under ``rules``.

    ``seat`` and ``round`` are needed for wind bonuses only. The circumstances are taken as given:
    :func:`verify_circumstances` says whether a game can bring them about.

    >>> from mjtool.rules import load_rules
    >>> hand = Hand.parse("[222p]333m444888s55z")
    >>> found = score(hand, load_rules("jipinghu"), Tile.WHITE, self_drawn=True)
    >>> found.fan, found.points, found.pattern_ids
    (3, 8, ('all_pungs', 'self_draw'))
    """
    asked = (self_drawn, seat, round, events)
    way: _Way = rules.memo.get(asked) or _new_way(rules, *asked)
    words = kernel.facts(hand.counts, hand.codes, win, 1 if hand.sets else rules.form_mask)
    if words and way.allowed:
        found = way.verdicts.get(words) or _new_verdict(rules, way, words)
        return Score(hand, rules, win, way.how, found)
    if words:
        return Score(hand, rules, win, way.how, None, None, "discard_win_not_allowed")
    forms = forms_for(hand, rules)
    shanten = kernel.limited_shanten(hand.counts, hand.used, len(hand.sets), forms)
    return Score(hand, rules, win, way.how, None, shanten)


class _Way(NamedTuple):
    """A way to win under some rules: what counts of it, and the verdicts found for it."""

    how: Circumstances
    allowed: bool
    verdicts: dict[tuple[int, ...], Verdict]


_VERDICTS_KEPT: Final = 1 << 10


def _new_way(
    rules: RuleSet,
    self_drawn: bool,
    seat: Wind | None,
    round: Wind | None,
    events: frozenset[str],
) -> _Way:
    robbed = "robbing_kong" in events
    how = Circumstances(
        self_drawn or (robbed and rules.rob.self_drawn),
        None if seat is None else WINDS.index(seat),
        None if round is None else WINDS.index(round),
        events,
    )
    way = _Way(how, self_drawn or robbed or rules.win.on_discard, {})
    rules.memo[self_drawn, seat, round, events] = way
    return way


def _new_verdict(rules: RuleSet, way: _Way, words: tuple[int, ...]) -> Verdict:
    if len(way.verdicts) >= _VERDICTS_KEPT:
        way.verdicts.clear()  # memory stays flat, however many hands a batch has
    found = way.verdicts[words] = verdict(words, way.how, rules)
    return found


def verdict(words: tuple[int, ...], how: Circumstances, rules: RuleSet) -> Verdict:
    """Return what readings with these facts words come to."""
    readings = [Facts(word, how, rules.options) for word in words]
    if rules.scoring == "fan":
        appraisals = tuple(_by_fan(facts, rules) for facts in readings)
        best = max(
            range(len(appraisals)),
            key=lambda i: (appraisals[i].fan, appraisals[i].total, appraisals[i].pungs, -i),
        )
        return Verdict(best, appraisals[best].counted, appraisals)
    appraisals = tuple(_by_multiplier(facts, rules) for facts in readings)
    best = max(
        range(len(appraisals)),
        key=lambda i: (appraisals[i].points, len(appraisals[i].counted), appraisals[i].pungs, -i),
    )
    # Every big pattern that any reading shows is listed, in the order of the rule file.
    shown = {item.id: item for appraisal in appraisals for item in appraisal.counted}
    fallback = {key for key, rule in rules.counted if rule.fallback}
    listed = tuple(shown[key] for key, _ in rules.counted if key in shown and key not in fallback)
    return Verdict(best, listed or appraisals[best].counted, appraisals)


def _patterns(facts: Facts, rules: RuleSet) -> tuple[list[str], list[str]]:
    """Return the ids of the patterns shown, and of the fallbacks where there are none."""
    shown: list[str] = []
    fallback: list[str] = []
    for key, rule in rules.counted:
        if PATTERNS[key](facts):
            (fallback if rule.fallback else shown).append(key)
    return shown, fallback


def _by_fan(facts: Facts, rules: RuleSet) -> Appraisal:
    shown, fallback = _patterns(facts, rules)
    outside = [key for key in shown if rules.patterns[key].outside]
    inside = [_shown(key, rules) for key in shown if not rules.patterns[key].outside]
    bonuses = [
        Shown(key, rule.fan * times, times)
        for key, rule in rules.earned
        if (times := BONUSES[key](facts))
    ]
    if not inside:
        inside = [_shown(key, rules) for key in fallback]
    capped = False
    if outside:
        # max() keeps the first of equals: the order of the rule file breaks ties.
        best = max(outside, key=lambda key: rules.patterns[key].fan or 0)
        counted: tuple[Shown, ...] = (_shown(best, rules),)
        rest = [_shown(key, rules) for key in outside if key != best]
        absorbed = (*rest, *(s for s in inside if s.id not in fallback), *bonuses)
        total = fan = counted[0].fan or 0
    else:
        counted, absorbed = (*inside, *bonuses), ()
        total = fan = sum(item.fan or 0 for item in counted)
        if rules.cap is not None and fan > rules.cap:
            fan, capped = rules.cap, True
    lifted_by = None
    for event, floor in rules.floor.items():
        if facts.happened(event) and fan < floor:
            fan, lifted_by = floor, event
    return Appraisal(
        counted, absorbed, total, fan, rules.base << fan, None, capped, lifted_by, facts.pungs
    )


def _by_multiplier(facts: Facts, rules: RuleSet) -> Appraisal:
    shown, fallback = _patterns(facts, rules)
    counted = [Shown(key) for key in shown or fallback]
    big = max(rules.patterns[item.id].multiplier or 1 for item in counted)
    multiplier = big * (rules.multipliers.self_draw if facts.how.self_drawn else 1)
    points = rules.base * multiplier
    return Appraisal(tuple(counted), (), None, None, points, multiplier, False, None, facts.pungs)


def _shown(key: str, rules: RuleSet) -> Shown:
    return Shown(key, rules.patterns[key].fan)


def verify_circumstances(  # noqa: PLR0913
    hand: Hand,
    win: Tile,
    *,
    self_drawn: bool,
    seat: Wind | None = None,
    events: frozenset[str] = _NO_EVENTS,
    source: Wind | None = None,
    liable: Wind | None = None,
) -> None:
    """Raise RequestError (``impossible_request``) for what no game can bring about."""
    if events:
        _verify_events(hand, win, self_drawn, seat, events)
    if seat is None:
        return
    if source is seat:
        raise RequestError("impossible_request.own_tile", field="from")
    if liable is seat and self_drawn:  # on another's tile nobody asks who is liable
        raise RequestError("impossible_request.own_tile", field="liable")


_ALWAYS_CLAIMED: Final = ("robbing_kong", "human_hand", "triple_win")
_ALWAYS_DRAWN: Final = ("kong_draw", "last_tile", "heavenly_hand", "earthly_hand")
_BEFORE_ANY_SET: Final = ("heavenly_hand", "earthly_hand", "human_hand")


def _verify_events(
    hand: Hand, win: Tile, self_drawn: bool, seat: Wind | None, events: frozenset[str]
) -> None:
    for event in _ALWAYS_CLAIMED if self_drawn else _ALWAYS_DRAWN:
        if event in events:
            key = "self_drawn" if self_drawn else "not_self_drawn"
            raise RequestError(f"impossible_request.{key}", event=event)
    if "kong_draw" in events and not any(fixed.is_kong for fixed in hand.sets):
        raise RequestError("impossible_request.no_kong")
    for event in _BEFORE_ANY_SET:
        if event in events:
            if hand.sets:
                raise RequestError("impossible_request.fixed_sets", event=event)
            if seat is not None and (seat is Wind.EAST) != (event == "heavenly_hand"):
                raise RequestError("impossible_request.dealer", event=event, seat=str(seat))
    if events.issuperset(("heavenly_hand", "earthly_hand")):  # one is the dealer's, one is not
        raise RequestError("impossible_request.both", event="heavenly_hand", other="earthly_hand")
    if "robbing_kong" in events and hand.own[win] > 1:
        raise RequestError("impossible_request.robbed_copy", tile=str(win))


add(
    {
        "impossible_request.self_drawn": (
            "{event} is never self-drawn",
            "{event} 不可能是自摸",
        ),
        "impossible_request.not_self_drawn": (
            "{event} is always self-drawn",
            "{event} 一定是自摸",
        ),
        "impossible_request.no_kong": (
            "kong_draw needs a kong in the hand",
            "kong_draw（杠上开花）要有一副杠",
        ),
        "impossible_request.fixed_sets": (
            "{event} cannot have fixed sets",
            "{event} 不能有副露",
        ),
        "impossible_request.dealer": (
            "{event} cannot happen to seat {seat}",
            "{seat} 位不可能有 {event}",
        ),
        "impossible_request.both": (
            "{event} and {other} exclude each other",
            "{event} 和 {other} 不能同时发生",
        ),
        "impossible_request.own_tile": (
            "{field!r} cannot be the winner's own seat",
            "{field!r} 不能是胡牌者自己",
        ),
        "impossible_request.robbed_copy": (
            "another {tile} is in the hand, so no seat can have had four of them to rob",
            "手里另有一张{tile}，别人不可能开得出这个杠",
        ),
    }
)
