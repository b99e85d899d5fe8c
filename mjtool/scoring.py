"""A hand under a rule set: the best reading, its patterns, fan and points, and the trace of why.

The kernel says what each reading is made of (facts words); predicates say what it shows; the rule
set says what that is worth. All of it depends on the words, the circumstances and the rules
alone, so a :class:`Judge` keeps its answers, with the rule set (:attr:`RuleSet.memo`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from msgspec import Struct, field

from mjtool import kernel
from mjtool.appraisal import (
    NONE_OWN,
    Appraisal,
    Own,
    Shown,
    Sighted,
    appraise,
    rank,
    sighted,
)
from mjtool.expressions.build import circumstances as given_of
from mjtool.hand import Hand, winning_tile
from mjtool.in_play import held
from mjtool.notation import format_tiles
from mjtool.patterns import BONUSES, PATTERNS, Circumstances, Facts
from mjtool.records import hands as records
from mjtool.records.record import WIND_NAMES
from mjtool.rules.model import EventName, RuleSet
from mjtool.tiles import HELD, KINDS, TILES, WINDS, WRITTEN, Anonymous, Piece, Tile, Wind
from mjtool.wild_completion import assignments, missing
from mjtool.wild_sights import (
    FOUR,
    Sight,
    assigned,
    best_of,
    four_wilds,
    four_win,
    how_with_wilds,
    seen_in,
)

Sights = tuple[Sight, ...]

BELOW_MINIMUM: Final = "below_minimum"
"""Why a complete hand does not win where the rules ask for more."""
WILD_DISCARD: Final = "wild_discard"
"""Why a complete hand does not win on another's wild tile."""

_NO_EVENTS: frozenset[str] = frozenset()


RANKS: Final = (("points", "patterns", "pungs"), ("fan", "sum", "pungs"))
"""What makes a reading the best, by multiplier and by fan: the first that tells them apart."""


class Verdict(Struct, frozen=True):
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
        second = max(map(rank, rest), default=None)
        if second is not None:
            for name, ours, theirs in zip(
                RANKS[best.total is not None], rank(best), second, strict=True
            ):
                if ours != theirs:
                    return name
        return "order"


class Score(Struct, frozen=True, gc=False):
    """The result for one hand. ``verdict`` is None when the hand did not win.

    ``points`` is X, what one seat pays; ``shanten`` is given when the hand is not complete, and
    ``reason`` when the rules forbid the win. ``stand_for`` are the kinds that the wild tiles stand
    for, in the order in which they are written; empty where four of them win by themselves.
    """

    hand: Hand
    rules: RuleSet
    win: Piece
    how: Circumstances
    verdict: Verdict | None
    shanten: int | None = None
    reason: str | None = None
    stand_for: bytes = b""

    def __repr__(self) -> str:
        if self.verdict is None:
            told = self.reason or f"shanten {self.shanten}"
        else:
            worth = f"{self.multiplier}x" if self.fan is None else f"{self.fan} fan"
            told = f"{worth}, {self.points} points: {' '.join(self.pattern_ids)}"
        return f"<Score {self.hand} {told}>"

    @property
    def won(self) -> bool:
        """Whether the hand won: it may be complete and yet below the rules' minimum."""
        return self.verdict is not None and self.reason is None

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
        verdict = self.verdict
        return 0 if verdict is None else verdict.appraisals[verdict.best].points

    @property
    def capped(self) -> bool:
        """Whether the cap held the sum down."""
        return self.verdict is not None and self.verdict.winner.capped

    @property
    def lifted_by(self) -> str | None:
        """The event whose floor lifted the fan; None where none did."""
        return self.verdict.winner.lifted_by if self.verdict else None

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
        verdict = self.verdict
        return () if verdict is None else self._written(self._found()[verdict.best])

    @property
    def wilds(self) -> tuple[tuple[Piece, Tile], ...]:
        """The wild tiles of a win, each with what it stands for."""
        if not self.stand_for:
            return ()
        held_ = held(self.hand, self.rules)
        pairs = zip(held_.wilds, self.stand_for, strict=True)
        return tuple([(HELD[tile], TILES[kind]) for tile, kind in pairs])

    @property
    def assignments(self) -> int:
        """How many ways there are for the wild tiles to complete the hand, as sets of kinds."""
        return assignments(held(self.hand, self.rules), self.rules)

    @property
    def plain(self) -> tuple[Hand, Tile]:
        """The hand and the winning tile with wild tiles as what they stand for."""
        if not self.stand_for:
            assert isinstance(self.win, Tile)
            return self.hand, self.win
        hand = assigned(held(self.hand, self.rules), self.stand_for, self.win)
        assert isinstance(hand.last, Tile)
        return hand, hand.last

    def readings(self) -> tuple[tuple[str, ...], ...]:
        """Every reading, in the order of ``verdict.appraisals``."""
        return tuple(map(self._written, self._found()))

    def record(self, lang: str = "en") -> records.ScoreRecord:
        """Return the score as JSON output tells it, without what only a request knows."""
        how, verdict, hand = self.how, self.verdict, self.hand
        out = records.ScoreRecord(
            hand=str(hand),
            rules=self.rules.id,
            win=WRITTEN[self.win],
            self_drawn=how.self_drawn and "robbing_kong" not in how.events,
            won=verdict is not None and self.reason is None,
        )
        if how.seat is not None:
            out.seat = WIND_NAMES[how.seat]
        if how.round is not None:
            out.round = WIND_NAMES[how.round]
        if how.events:
            out.events = cast(list[EventName], sorted(how.events))
        if self.reason is not None:
            out.reason = self.reason
        if verdict is None:
            if self.shanten is not None:
                out.shanten = self.shanten
            return out
        best = verdict.appraisals[verdict.best]
        if best.fan is not None:
            out.fan = best.fan
        if best.multiplier is not None:
            out.multiplier = best.multiplier
        out.points, out.capped = best.points, best.capped
        out.patterns = self._told(verdict.patterns, lang)
        out.reading = [*self.reading]
        if self.stand_for:
            out.wilds = [
                records.StandsFor(tile=WRITTEN[tile], kind=WRITTEN[kind])
                for tile, kind in self.wilds
            ]
        return out

    def _told(self, shown: tuple[Shown, ...], lang: str) -> list[records.Shown]:
        """Return patterns as JSON output tells them; each is made once."""
        known: dict[Shown, records.Shown] | None = self.rules.memo.get(("told", lang))
        if known is None:
            known = self.rules.memo["told", lang] = {}
        for each in shown:
            if each not in known:
                known[each] = each.record(self.rules, lang)
        return [known[each] for each in shown]

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the score as plain tables, named as in JSON output."""
        return self.record(lang).to_dict()

    def _found(self) -> list[bytes]:
        return [codes for codes, _ in self._placed()]

    def places(self) -> tuple[str | None, ...]:
        """Return for each reading the set or pair that the winning tile completes.

        None where no other reading has the same sets, and the place of the tile tells nothing.
        """
        placed = self._placed()
        found = [codes for codes, _ in placed]
        return tuple(
            None if place is None or found.count(codes) == 1 else format_code(place)
            for codes, place in placed
        )

    def _placed(self) -> list[tuple[bytes, int | None]]:
        """Return each reading's codes, and that of the winning tile's place where it counts."""
        hand, sets, win = self.hand, len(self.hand.sets), self.win
        if self.how.wild:
            if self.is_four_wilds:
                return [(b"", None)]
            hand, win = self.plain
        forms = 1 if sets else self.rules.form_mask
        found = kernel.readings(hand.counts, sets, forms)
        if self.rules.program is None:
            return [(codes, None) for codes in found]
        places = kernel.places(hand.counts, hand.codes, win, forms)
        return [(found[reading], place) for reading, place in places]

    @property
    def is_four_wilds(self) -> bool:
        """Whether four wild tiles won by themselves."""
        return self.verdict is not None and self.how.wild > 0 and not self.stand_for

    def _written(self, codes: bytes) -> tuple[str, ...]:
        if not codes:
            return ()
        concealed = [_CODE_TEXTS[code] for code in codes]
        sets = self.hand.sets
        return (*map(str, sets), *concealed) if sets else tuple(concealed)


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
    win: Piece | None = None,
    *,
    self_drawn: bool,
    seat: Wind | None = None,
    round: Wind | None = None,
    events: frozenset[str] = _NO_EVENTS,
    wild_discarded: int = 0,
) -> Score:
    """Return what ``hand``, which holds the winning tile ``win``, is worth under ``rules``.

    Without ``win`` the last tile written wins; NotationError where none is known.
    ``seat`` and ``round`` are needed for wind bonuses only. The circumstances are taken as given:
    :func:`verify_circumstances` says whether a game can bring them about. ``wild_discarded`` are
    the wild tiles that the winner threw away.

    >>> from mjtool.rules import load_rules
    >>> hand = Hand.parse("[222p]333m444888s55z")
    >>> found = score(hand, load_rules("jipinghu"), self_drawn=True)
    >>> found.fan, found.points, found.pattern_ids
    (3, 8, ('all_pungs', 'self_draw'))
    """
    if win is None:
        win = winning_tile(hand)
    asked = (self_drawn, seat, round, events)
    way = rules.memo.get(asked) or way_of(rules, *asked)
    if wild_discarded and way.is_wild:
        return _with_wilds(hand, rules, win, way, wild_discarded)
    return score_so(hand, rules, win, way)


def score_so(hand: Hand, rules: RuleSet, win: Piece, way: Way) -> Score:
    """Return what :func:`score` returns of a hand won in a way of ``rules.memo``."""
    words: Sights
    if way.is_plain:  # nearly always
        if way.asked is not None:
            forms = 1 if hand.sets else way.forms
            given = not way.self_drawn
            words = kernel.sights(hand.counts, hand.codes, win, forms, given, way.asked)
        elif hand.sets:
            words = kernel.facts(hand.counts, hand.codes, win, 1)
        else:
            words = kernel.facts(hand.counts, b"", win, way.forms)
        if words:
            try:
                found = way.verdicts[words]
            except KeyError:
                found = way.judge.verdict(words)
            return Score(hand, rules, win, way.how, found)
    elif way.is_wild:
        return _with_wilds(hand, rules, win, way)
    elif rules.program is None:
        words = kernel.facts(hand.counts, hand.codes, win, forms_for(hand, rules))
    else:
        words = sights(hand, rules, win, forms_for(hand, rules), given=not way.self_drawn)
    if words:
        return _won(hand, rules, win, way, words)
    shanten = kernel.limited_shanten(
        hand.counts,
        rules.stock.used(hand.counts, hand.used),
        len(hand.sets),
        forms_for(hand, rules),
    )
    return Score(hand, rules, win, way.how, None, shanten)


def _won(hand: Hand, rules: RuleSet, win: Piece, way: Way, words: Sights) -> Score:
    """Return what a complete hand is worth, won in such a way."""
    if way.forbidden is not None:
        return Score(hand, rules, win, way.how, None, None, way.forbidden)
    found = way.verdicts.get(words) or way.judge.verdict(words)
    if found.appraisals[found.best].below:
        return Score(hand, rules, win, way.how, found, None, BELOW_MINIMUM)
    return Score(hand, rules, win, way.how, found)


def _with_wilds(hand: Hand, rules: RuleSet, win: Piece, way: Way, discarded: int = 0) -> Score:
    """Return what a hand is worth under rules with wild tiles, whether it holds one or not."""
    mine = held(hand, rules)
    if win == Anonymous.WILD and rules.wilds.one is not None:
        win = HELD[rules.wilds.one]
    hand, given, number = mine.hand, not way.self_drawn, len(mine.wilds)
    judge = way.judges.get((number, discarded))
    if judge is None:
        judge = judge_of(rules, how_with_wilds(rules, way.how, mine, discarded))
        way.judges[number, discarded] = judge
    how, forms = judge.how, 1 if hand.sets else way.forms
    if hand.size % 3 != 2:  # it waits: no reading is complete
        return Score(hand, rules, win, how, None, missing(mine, rules, forms))
    asked = (judge.kept, judge.bests)
    best = best_of(mine, rules, win, asked, forms=forms, given=given)
    four = None
    if number >= FOUR and four_win(rules, how, mine):
        four = judge.verdict((four_wilds(mine, rules, win),))
    if best is None and four is None:
        return Score(hand, rules, win, how, None, missing(mine, rules, forms))
    reason = way.forbidden
    if reason is None and given and win in mine.wilds and not rules.wild.win_on:
        reason = WILD_DISCARD
    if reason is not None:
        return Score(hand, rules, win, how, None, None, reason)
    stand_for = b""
    if best is None or (four is not None and rank(four.winner) >= rank(best.appraisal)):
        assert four is not None
        found = four
    else:
        stand_for = best.kinds
        seen = seen_in(mine, rules, win, stand_for, forms=forms, given=given)
        found = judge.verdicts.get(seen) or judge.verdict(seen)
    below = BELOW_MINIMUM if found.winner.below else None
    return Score(hand, rules, win, how, found, None, below, stand_for)


def score_both(
    hand: Hand, rules: RuleSet, win: Piece, seat: Wind | None, round: Wind | None
) -> tuple[Score, Score]:
    """Return what ``hand``, which is complete, is worth self-drawn and on a discard."""
    drawn, given = ways_of(rules, seat, round)
    if rules.program is not None or drawn.is_wild:  # own patterns may ask who gave the tile
        return score_so(hand, rules, win, drawn), score_so(hand, rules, win, given)
    words = kernel.facts(hand.counts, hand.codes, win, forms_for(hand, rules))
    if drawn.is_plain and given.is_plain:
        found = drawn.verdicts.get(words) or drawn.judge.verdict(words)
        other = given.verdicts.get(words) or given.judge.verdict(words)
        return Score(hand, rules, win, drawn.how, found), Score(hand, rules, win, given.how, other)
    return _won(hand, rules, win, drawn, words), _won(hand, rules, win, given, words)


def ways_of(rules: RuleSet, seat: Wind | None, round: Wind | None) -> tuple[Way, Way]:
    """Return the ways to win self-drawn and on a discard, without events."""
    found: tuple[Way, Way] | None = rules.memo.get((seat, round))
    if found is None:
        found = (
            way_of(rules, True, seat, round, _NO_EVENTS),
            way_of(rules, False, seat, round, _NO_EVENTS),
        )
        rules.memo[seat, round] = found
    return found


def sights(hand: Hand, rules: RuleSet, win: Piece, forms: int, *, given: bool) -> Sights:
    """Return the facts of every reading and place of the winning tile, as own patterns ask."""
    program = rules.program
    assert program is not None
    return kernel.sights(hand.counts, hand.codes, win, forms, given, program.questions)


def seen_by(found: Score) -> Sights:
    """Return the facts of every reading of a complete hand, in the order of its appraisals."""
    rules, how = found.rules, found.how
    forms = forms_for(found.hand, rules)
    given = not how.self_drawn or "robbing_kong" in how.events
    if how.wild:
        mine = held(found.hand, rules)
        if found.is_four_wilds:
            return (four_wilds(mine, rules, found.win),)
        return seen_in(mine, rules, found.win, found.stand_for, forms=forms, given=given)
    if rules.program is None:
        return kernel.facts(found.hand.counts, found.hand.codes, found.win, forms)
    return sights(found.hand, rules, found.win, forms, given=given)


def shows(found: Score, id: str) -> bool:
    """Return whether the reading that counts shows a pattern, counted or not."""
    if found.verdict is None:
        return False
    seen = seen_by(found)[found.verdict.best]
    facts, own = judge_of(found.rules, found.how).seen(seen)
    return bool(own[id] if id in own else PATTERNS[id](facts))


class Way(Struct, frozen=True):
    """A way to win under some rules: what counts of it, and who judges the hands won so.

    It is kept in ``rules.memo`` by whether the tile was drawn, seat, round and events.
    """

    how: Circumstances
    forbidden: str | None
    judge: Judge
    verdicts: dict[Sights, Verdict]
    self_drawn: bool
    is_plain: bool
    """Whether every complete hand wins so."""
    forms: int
    """The kernel's bits of the forms open to a hand without fixed sets."""
    asked: kernel.Asked | None
    """What the rules' own patterns ask of a reading; None where they define none."""
    is_wild: bool = False
    """Whether a tile may be wild."""
    judges: dict[tuple[int, int], Judge] = field(default_factory=dict)
    """The judges of hands with so many wild tiles, so many of them thrown away."""


def way_of(
    rules: RuleSet,
    self_drawn: bool,
    seat: Wind | None,
    round: Wind | None,
    events: frozenset[str],
) -> Way:
    """Return the way to win so under ``rules``, which keep it."""
    robbed = "robbing_kong" in events
    how = circumstances(rules, self_drawn=self_drawn, seat=seat, round=round, events=events)
    judge = judge_of(rules, how)
    forbidden = _forbidden(rules, self_drawn, robbed)
    is_wild = rules.wilds.there
    is_plain = not (forbidden or rules.win.minimum_fan or rules.win.minimum_points or is_wild)
    asked = None if rules.program is None else rules.program.questions
    forms = rules.form_mask
    way = Way(how, forbidden, judge, judge.verdicts, self_drawn, is_plain, forms, asked, is_wild)
    if rules.wilds.known:  # else whoever asks has to say first what is wild
        rules.memo[self_drawn, seat, round, events] = way
    return way


def circumstances(
    rules: RuleSet,
    *,
    self_drawn: bool,
    seat: Wind | None = None,
    round: Wind | None = None,
    events: frozenset[str] = _NO_EVENTS,
) -> Circumstances:
    """Return what of a win counts under ``rules``.

    A robbed kong may count as self-drawn, and no round wind counts where the rules have none.
    """
    return Circumstances(
        self_drawn or (rules.rob.self_drawn and "robbing_kong" in events),
        None if seat is None else WINDS.index(seat),
        None if round is None or not rules.rounds.winds else WINDS.index(round),
        events,
    )


def _forbidden(rules: RuleSet, self_drawn: bool, robbed: bool) -> str | None:
    """Return why the rules forbid such a win, None where they allow it."""
    if robbed and not rules.rob.kinds:
        return "robbing_not_allowed"
    if not (self_drawn or robbed or rules.win.on_discard):
        return "discard_win_not_allowed"
    return None


def verdict(words: Sights, how: Circumstances, rules: RuleSet) -> Verdict:
    """Return what readings with these facts words come to."""
    return judge_of(rules, how).verdict(words)


def judge_of(rules: RuleSet, how: Circumstances) -> Judge:
    """Return the judge of hands won so under ``rules``; there is one for each."""
    judges: dict[Circumstances, Judge] = rules.memo.setdefault("judges", {})
    found = judges.get(how)
    if found is None:
        found = judges[how] = Judge(rules, how)
        if len(judges) > _SHARING:
            for each in judges.values():
                each.keep(len(judges))
    return found


_KEPT: Final = 1 << 12
"""Answers that are kept of a way to win."""
_SHARING: Final = 8
"""Ways to win that keep so many; more of them keep as many together, a game has over a hundred."""


class Judge:
    """What readings come to under one rule set, won in one way; answers are kept.

    What is kept is bounded, so that memory stays flat however many hands a batch has: once there
    are so many answers they become the older ones, of which those that are asked for again stay.
    """

    __slots__ = (
        *("_appraised", "_given", "_judged", "_kept", "_older", "_older_verdicts", "_worths"),
        *("bests", "how", "rules", "verdicts"),
    )

    def __init__(self, rules: RuleSet, how: Circumstances) -> None:
        self.rules = rules
        self.how = how
        self.verdicts: dict[Sights, Verdict] = {}
        self.bests: dict[Sights, int] = {}
        self._older_verdicts: dict[Sights, Verdict] = {}
        self._appraised: dict[Sight, Appraisal] = {}
        self._older: dict[Sight, Appraisal] = {}
        self._judged: dict[tuple[int, tuple[int, ...]], Appraisal] = {}
        self._worths: dict[Sighted, Appraisal] = {}
        self._given = given_of(how)
        self.keep(1)

    def keep(self, judges: int) -> None:
        """Keep as much as falls to one of so many judges."""
        whole = _KEPT if self.rules.program is None else 2 * _KEPT  # they tell more hands apart
        self._kept = max(whole * _SHARING // max(judges, _SHARING), 1)
        if len(self.verdicts) > self._kept:
            self.verdicts.clear()
        self._older_verdicts, self._older = {}, {}

    def verdict(self, words: Sights) -> Verdict:
        """Return what readings with these facts come to."""
        found = self._older_verdicts.get(words)
        if found is None:
            known = self._appraised
            found = self._verdict([known.get(word) or self._appraise(word) for word in words])
        if len(self.verdicts) >= self._kept:
            self._older_verdicts = self.verdicts.copy()
            self.verdicts.clear()  # the dictionary itself is known elsewhere
        self.verdicts[words] = found
        return found

    def kept(self, sight: Sight) -> Appraisal:
        """Return what a reading is worth, and keep it."""
        return self._appraised.get(sight) or self._appraise(sight)

    def _verdict(self, appraisals: list[Appraisal]) -> Verdict:
        if len(appraisals) == 1:
            return Verdict(0, appraisals[0].counted, tuple(appraisals))
        best = max(range(len(appraisals)), key=lambda i: (*rank(appraisals[i]), -i))
        counted = appraisals[best].counted
        if self.rules.lists_all:
            # Every big pattern that any reading shows is listed, in the order of the rule file.
            found = {item.id: item for appraisal in appraisals for item in appraisal.counted}
            big = [key for key, rule in self.rules.counted if not rule.fallback]
            listed = [found[key] for key in big if key in found]
            earned = [item for item in counted if item.id not in self.rules.patterns]
            counted = (*listed, *earned) if listed else counted
        return Verdict(best, counted, tuple(appraisals))

    def _appraise(self, sight: Sight) -> Appraisal:
        found = self._older.get(sight) or self.appraisal(sight)
        if len(self._appraised) >= self._kept:
            self._older, self._appraised = self._appraised, {}
        self._appraised[sight] = found
        return found

    def appraisal(self, sight: Sight) -> Appraisal:
        """Return what a reading is worth; the same object where the same shows."""
        if isinstance(sight, int):
            return self._worth(Facts(sight, self.how, self.rules.options), NONE_OWN)
        # What own patterns ask tells many readings apart, what they show tells few.
        word, program = sight[0], self.rules.program
        assert program is not None
        known = KnownOf(word, self.how, self.rules.options)
        values = program.judge(sight[1], self._given, known)
        found = self._judged.get((word, values))
        if found is None:
            if len(self._judged) >= self._kept:
                self._judged.clear()
            found = self._worth(known.facts, dict(zip(program.ids, values, strict=True)))
            self._judged[word, values] = found
        return found

    def _worth(self, facts: Facts, own: Own) -> Appraisal:
        seen = sighted(self.rules, facts, own)
        found = self._worths.get(seen)
        if found is None:
            if len(self._worths) >= self._kept:
                self._worths.clear()
            found = self._worths[seen] = appraise(self.rules, self.how, seen)
        return found

    def seen(self, sight: Sight) -> tuple[Facts, Own]:
        """Return the facts of a reading, and what the rules' own definitions show in it."""
        program = self.rules.program
        if program is None:
            assert isinstance(sight, int)
            return Facts(sight, self.how, self.rules.options), NONE_OWN
        assert isinstance(sight, tuple)
        word, values = sight
        known = KnownOf(word, self.how, self.rules.options)
        found = program.judge(values, self._given, known)
        return known.facts, dict(zip(program.ids, found, strict=True))


class KnownOf:
    """What the program's own predicates show for a reading, asked by id: seldom at all."""

    __slots__ = ("_facts", "_of")

    def __init__(self, *of: Any) -> None:
        self._of = of
        self._facts: Facts | None = None

    @property
    def facts(self) -> Facts:
        """The facts that predicates read."""
        if self._facts is None:
            self._facts = Facts(*self._of)
        return self._facts

    def __call__(self, id: str) -> int:
        """Return what the pattern or bonus shows."""
        return int(PATTERNS[id](self.facts) if id in PATTERNS else BONUSES[id](self.facts))
