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
from mjtool.hand import Hand
from mjtool.notation import format_tiles
from mjtool.patterns import BONUSES, PATTERNS, Circumstances, Facts
from mjtool.patterns.registry import Counter, Predicate
from mjtool.rules.model import PatternRule, RuleSet
from mjtool.tiles import KINDS, TILES, WINDS, Tile, Wind

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


RANKS: Final = (("points", "patterns", "pungs"), ("fan", "sum", "pungs"))
"""What makes a reading the best, by multiplier and by fan: the first that tells them apart."""


class Verdict(NamedTuple):
    """What the readings of a hand come to: the best one's index, and every appraisal."""

    best: int
    patterns: tuple[Shown, ...]
    appraisals: tuple[Appraisal, ...]

    @property
    def winner(self) -> Appraisal:
        """The appraisal that counts."""
        return self.appraisals[self.best]

    @property
    def best_by(self) -> str:
        """What sets the best reading apart from the next: see ``RANKS``; ``order`` where equal."""
        best = self.winner
        rest = [each for at, each in enumerate(self.appraisals) if at != self.best]
        second = max(map(_rank, rest), default=None)
        if second is not None:
            for name, ours, theirs in zip(
                RANKS[best.total is not None], _rank(best), second, strict=True
            ):
                if ours != theirs:
                    return name
        return "order"


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
    table: _Table = rules.memo.get("table") or _new_table(rules)
    appraise = _by_fan if rules.scoring == "fan" else _by_multiplier
    appraisals = tuple([appraise(Facts(word, how, rules.options), rules, table) for word in words])
    if len(appraisals) == 1:
        return Verdict(0, appraisals[0].counted, appraisals)
    best = max(range(len(appraisals)), key=lambda i: (*_rank(appraisals[i]), -i))
    if rules.scoring == "fan":
        return Verdict(best, appraisals[best].counted, appraisals)
    # Every big pattern that any reading shows is listed, in the order of the rule file.
    found = {item for appraisal in appraisals for item in appraisal.counted}
    listed = [
        line.shown for line in table.patterns if line.shown in found and not line.rule.fallback
    ]
    return Verdict(best, tuple(listed) or appraisals[best].counted, appraisals)


def _rank(appraisal: Appraisal) -> tuple[int, int, int]:
    """Return what makes one reading better than another: the result, then the sum, then pungs."""
    if appraisal.total is None:
        return appraisal.points, len(appraisal.counted), appraisal.pungs
    return appraisal.fan or 0, appraisal.total, appraisal.pungs


class _Line(NamedTuple):
    """A pattern of a rule set, with all that judging it needs."""

    shows: Predicate
    rule: PatternRule
    shown: Shown


class _Table(NamedTuple):
    """The enabled patterns and bonuses of a rule set, in its order."""

    patterns: tuple[_Line, ...]
    bonuses: tuple[tuple[Counter, str, int], ...]


def _new_table(rules: RuleSet) -> _Table:
    by_fan = rules.scoring == "fan"
    patterns = [
        _Line(PATTERNS[key], rule, Shown(key, rule.fan if by_fan else None))
        for key, rule in rules.counted
    ]
    bonuses = [(BONUSES[key], key, rule.fan) for key, rule in rules.earned]
    table = rules.memo["table"] = _Table(tuple(patterns), tuple(bonuses))
    return table


def _by_fan(facts: Facts, rules: RuleSet, table: _Table) -> Appraisal:
    outside: list[Shown] = []
    inside: list[Shown] = []
    fallback: list[Shown] = []
    for shows, rule, shown in table.patterns:
        if shows(facts):
            (fallback if rule.fallback else outside if rule.outside else inside).append(shown)
    bonuses = [
        Shown(key, fan * times, times)
        for counter, key, fan in table.bonuses
        if (times := counter(facts))
    ]
    capped = False
    if outside:
        # max() keeps the first of equals: the order of the rule file breaks ties.
        best = max(outside, key=_fan_of)
        outside.remove(best)
        counted: tuple[Shown, ...] = (best,)
        absorbed = (*outside, *inside, *bonuses)
        total = fan = _fan_of(best)
    else:
        counted, absorbed = (*(inside or fallback), *bonuses), ()
        total = fan = sum(map(_fan_of, counted))
        if rules.cap is not None and fan > rules.cap:
            fan, capped = rules.cap, True
    lifted_by = None
    if facts.how.events:
        for event, floor in rules.floor.items():
            if facts.happened(event) and fan < floor:
                fan, lifted_by = floor, event
    return Appraisal(
        counted, absorbed, total, fan, rules.base << fan, None, capped, lifted_by, facts.pungs
    )


def _fan_of(shown: Shown) -> int:
    return shown.fan or 0


def _by_multiplier(facts: Facts, rules: RuleSet, table: _Table) -> Appraisal:
    lines = [line for line in table.patterns if line.shows(facts)]
    lines = [line for line in lines if not line.rule.fallback] or lines
    counted = tuple([line.shown for line in lines])
    big = max(line.rule.multiplier or 1 for line in lines)
    multiplier = big * (rules.multipliers.self_draw if facts.how.self_drawn else 1)
    points = rules.base * multiplier
    return Appraisal(counted, (), None, None, points, multiplier, False, None, facts.pungs)
