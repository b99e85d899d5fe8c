"""A hand under a rule set: the best reading, its patterns, fan and points, and the trace of why.

The kernel says what each reading is made of (facts words); predicates say what it shows; the rule
set says what that is worth. All of it depends on the words, the circumstances and the rules
alone, so a :class:`Judge` keeps its answers, with the rule set (:attr:`RuleSet.memo`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.notation import format_tiles
from mjtool.patterns import BONUSES, PATTERNS, Circumstances, Facts
from mjtool.patterns.reads import mask_of, reads
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
        found = way.verdicts.get(words) or way.judge.verdict(words)
        return Score(hand, rules, win, way.how, found)
    if words:
        return Score(hand, rules, win, way.how, None, None, "discard_win_not_allowed")
    forms = forms_for(hand, rules)
    shanten = kernel.limited_shanten(hand.counts, hand.used, len(hand.sets), forms)
    return Score(hand, rules, win, way.how, None, shanten)


class _Way(NamedTuple):
    """A way to win under some rules: what counts of it, and who judges the hands won so."""

    how: Circumstances
    allowed: bool
    judge: Judge
    verdicts: dict[tuple[int, ...], Verdict]


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
    judge = judge_of(rules, how)
    way = _Way(how, self_drawn or robbed or rules.win.on_discard, judge, judge.verdicts)
    rules.memo[self_drawn, seat, round, events] = way
    return way


def verdict(words: tuple[int, ...], how: Circumstances, rules: RuleSet) -> Verdict:
    """Return what readings with these facts words come to."""
    return judge_of(rules, how).verdict(words)


def judge_of(rules: RuleSet, how: Circumstances) -> Judge:
    """Return the judge of hands won so under ``rules``; there is one for each."""
    key = ("judge", how)
    found: Judge | None = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = Judge(rules, how)
    return found


class _Line(NamedTuple):
    """A pattern or bonus of a rule set, with all that judging it needs."""

    shows: Callable[[Facts], int]
    mask: int
    shown: Shown
    rule: PatternRule | None
    """None for a bonus, which is worth ``shown.fan`` for each time it is earned."""


_VERDICTS_KEPT: Final = 1 << 11
_PART_BITS: Final = 12
_PUNGS: Final = mask_of({"pungs"})


class Judge:
    """What readings come to under one rule set, won in one way; answers are kept.

    Patterns are looked up, not asked, wherever possible: a predicate reads a few fields of a facts
    word, and they have few values. So the lines of the rule set are put into parts that read few
    bits together, each part remembers what it shows for those bits, and each combination of shown
    lines is appraised once.
    """

    __slots__ = ("_appraised", "_lines", "_parts", "how", "rules", "verdicts")

    def __init__(self, rules: RuleSet, how: Circumstances) -> None:
        self.rules = rules
        self.how = how
        self.verdicts: dict[tuple[int, ...], Verdict] = {}
        self._appraised: dict[tuple[object, ...], Appraisal] = {}
        self._lines = _lines_of(rules)
        self._parts: list[tuple[int, list[int], dict[int, list[tuple[int, int]]]]] = [
            (mask, places, {}) for mask, places in _parts_of(self._lines)
        ]

    def verdict(self, words: tuple[int, ...]) -> Verdict:
        """Return what readings with these facts words come to."""
        if len(self.verdicts) >= _VERDICTS_KEPT:
            self.verdicts.clear()  # memory stays flat, however many hands a batch has
        found = self.verdicts[words] = self._verdict([self._appraisal(word) for word in words])
        return found

    def _verdict(self, appraisals: list[Appraisal]) -> Verdict:
        if len(appraisals) == 1:
            return Verdict(0, appraisals[0].counted, tuple(appraisals))
        best = max(range(len(appraisals)), key=lambda i: (*_rank(appraisals[i]), -i))
        counted = appraisals[best].counted
        if self.rules.scoring == "multiplier":
            # Every big pattern that any reading shows is listed, in the order of the rule file.
            found = {item for appraisal in appraisals for item in appraisal.counted}
            big = [line.shown for line in self._lines if line.rule and not line.rule.fallback]
            counted = tuple([shown for shown in big if shown in found]) or counted
        return Verdict(best, counted, tuple(appraisals))

    def _appraisal(self, word: int) -> Appraisal:
        seen: list[tuple[int, int]] = []
        for mask, places, known in self._parts:
            bits = word & mask
            shown = known.get(bits)
            if shown is None:
                shown = known[bits] = self._shown(bits, places)
            seen += shown
        key = (word & _PUNGS, *seen)
        found = self._appraised.get(key)
        if found is None:
            appraise = self._by_fan if self.rules.scoring == "fan" else self._by_multiplier
            lines = [(self._lines[place], times) for place, times in sorted(seen)]
            found = self._appraised[key] = appraise(lines, Facts(word, self.how).pungs)
        return found

    def _shown(self, bits: int, places: list[int]) -> list[tuple[int, int]]:
        """Return the places of the lines that ``bits`` of a word show, and how many times."""
        facts = Facts(bits, self.how, self.rules.options)
        shown = [(place, int(self._lines[place].shows(facts))) for place in places]
        return [(place, times) for place, times in shown if times]

    def _by_fan(self, lines: list[tuple[_Line, int]], pungs: int) -> Appraisal:
        rules = self.rules
        outside: list[Shown] = []
        inside: list[Shown] = []
        fallback: list[Shown] = []
        bonuses: list[Shown] = []
        for (_, _, shown, rule), times in lines:
            if rule is None:
                bonuses.append(Shown(shown.id, _fan_of(shown) * times, times))
            else:
                (fallback if rule.fallback else outside if rule.outside else inside).append(shown)
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
        for event, floor in rules.floor.items():
            if event in self.how.events and fan < floor:
                fan, lifted_by = floor, event
        points = rules.base << fan
        return Appraisal(counted, absorbed, total, fan, points, None, capped, lifted_by, pungs)

    def _by_multiplier(self, lines: list[tuple[_Line, int]], pungs: int) -> Appraisal:
        rules = self.rules
        patterns = [(shown, rule) for (_, _, shown, rule), _ in lines if rule is not None]
        patterns = [entry for entry in patterns if not entry[1].fallback] or patterns
        counted = tuple([shown for shown, _ in patterns])
        big = max(rule.multiplier or 1 for _, rule in patterns)
        multiplier = big * (rules.multipliers.self_draw if self.how.self_drawn else 1)
        points = rules.base * multiplier
        return Appraisal(counted, (), None, None, points, multiplier, False, None, pungs)


def _lines_of(rules: RuleSet) -> list[_Line]:
    """Return the enabled patterns, then the bonuses, in the order of the rule file."""
    known: list[_Line] | None = rules.memo.get("lines")
    if known is not None:
        return known
    by_fan = rules.scoring == "fan"
    lines = rules.memo["lines"] = []
    for key, rule in rules.counted:
        shown = Shown(key, rule.fan if by_fan else None)
        lines.append(_Line(PATTERNS[key], mask_of(reads(PATTERNS[key])), shown, rule))
    for key, bonus in rules.earned:
        shown = Shown(key, bonus.fan)
        lines.append(_Line(BONUSES[key], mask_of(reads(BONUSES[key])), shown, None))
    return lines


def _parts_of(lines: list[_Line]) -> list[tuple[int, list[int]]]:
    """Return the lines' places in parts: the bits that a part reads, and the places in it."""
    parts: list[tuple[int, list[int]]] = []
    for place, line in enumerate(lines):
        for at, (mask, places) in enumerate(parts):
            if (mask | line.mask).bit_count() <= _PART_BITS:
                parts[at] = (mask | line.mask, [*places, place])
                break
        else:
            parts.append((line.mask, [place]))
    return parts


def _rank(appraisal: Appraisal) -> tuple[int, int, int]:
    """Return what makes one reading better than another: the result, then the sum, then pungs."""
    if appraisal.total is None:
        return appraisal.points, len(appraisal.counted), appraisal.pungs
    return appraisal.fan or 0, appraisal.total, appraisal.pungs


def _fan_of(shown: Shown) -> int:
    return shown.fan or 0
