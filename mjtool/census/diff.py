"""What a change of rules does to every winning hand: how many, how many ways, and why.

Hands are self-drawn, without fixed sets, in seat S and round E, each of their kinds once the
winning tile. Scores come from :mod:`mjtool.scoring`; the hands from
:mod:`mjtool.census.signatures`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, islice, zip_longest
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from mjtool import kernel
from mjtool.census import own as own_census
from mjtool.census import wild as wild_census
from mjtool.census.causes import Causes
from mjtool.census.changes import KeyChange, changed_keys, only_names, weighed
from mjtool.census.own import is_needed
from mjtool.census.signatures import allowed, signatures
from mjtool.census.worth import ROUND, SEAT, Change, Won, Worths
from mjtool.hand import Hand
from mjtool.records import rules as records
from mjtool.rules.model import RuleSet
from mjtool.scoring import Score, circumstances, score
from mjtool.tiles import HELD, KINDS, Piece
from mjtool.wild_sights import Sight


class Side(NamedTuple):
    """A rule set to compare, and the source of each of its values by key path."""

    name: str
    rules: RuleSet
    notes: Mapping[str, str] = {}


class Example(NamedTuple):
    """A hand that changed, with its score on both sides."""

    hand: Hand
    win: Piece
    a: Score
    b: Score

    def record(self, lang: str = "en") -> records.ExampleRecord:
        """Return the example as JSON output tells it."""
        return records.ExampleRecord(
            hand=str(self.hand),
            win=str(self.win),
            a=_side(self.a, lang),
            b=_side(self.b, lang),
        )


def _side(score: Score, lang: str) -> records.SideRecord:
    found = score.record(lang)
    return records.SideRecord(
        won=found.won,
        fan=found.fan,
        multiplier=found.multiplier,
        points=found.points,
        patterns=found.patterns,
    )


class Cause(NamedTuple):
    """The hands that change for the same reasons: changed keys, patterns that come or go."""

    keys: tuple[str, ...]
    hands: int
    ways: int
    examples: tuple[Example, ...]


Seen = tuple[Iterable[Sight], Iterable[Sight]]
"""The readings that there are, on each side."""


class Held(NamedTuple):
    """The winning hands with so many wild tiles, and those of them that change.

    ``sample`` is how many hands were looked at where that were not all; what changes is then
    estimated, and ``error`` the standard error of its number.
    """

    wilds: int
    hands: int
    changed: int
    ways_changed: int
    sample: int | None = None
    error: int | None = None

    def record(self) -> records.HeldRecord:
        """Return the numbers as JSON output tells them."""
        return records.HeldRecord(
            wilds=self.wilds,
            hands=self.hands,
            changed=self.changed,
            ways_changed=self.ways_changed,
            sample=UNSET if self.sample is None else self.sample,
            error=UNSET if self.error is None else self.error,
        )


class RulesDiff(NamedTuple):
    """What differs between two rule sets, and what that does to every winning hand.

    ``unmeasured`` are the changed keys whose doing no hand of the census can show; ``held`` splits
    the hands by the wild tiles in them, where a side has such.
    """

    a: Side
    b: Side
    keys: tuple[KeyChange, ...]
    hands: int
    changed: int
    ways_changed: int
    causes: tuple[Cause, ...]
    unmeasured: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether any key or hand differs."""
        return bool(self.keys or self.changed)

    def chosen(self, number: int) -> list[Example]:
        """Return ``number`` examples: one of each cause, the most frequent first, then others."""
        turns = zip_longest(*(cause.examples for cause in self.causes))
        return list(islice((each for each in chain.from_iterable(turns) if each), number))

    def record(self, examples: int = 10, lang: str = "en") -> records.DiffRecord:
        """Return the comparison as JSON output tells it, with so many examples."""
        sources = {
            change.key: records.NotesRecord(
                a=self.a.notes.get(change.key) or UNSET, b=self.b.notes.get(change.key) or UNSET
            )
            for change in self.keys
        }
        return records.DiffRecord(
            a=self.a.name,
            b=self.b.name,
            keys=[records.KeyRecord(key=key, a=a, b=b) for key, a, b in self.keys],
            hands=self.hands,
            changed=self.changed,
            ways_changed=self.ways_changed,
            examples=[each.record(lang) for each in self.chosen(examples)],
            causes=[
                records.CauseRecord(
                    keys=list(cause.keys), changed=cause.hands, ways_changed=cause.ways
                )
                for cause in self.causes
            ],
            unmeasured=list(self.unmeasured),
            by_wilds=[each.record() for each in self.held] if self.held else UNSET,
            sources={
                key: told
                for key, told in sources.items()
                if told.a is not UNSET or told.b is not UNSET
            },
        )

    def to_dict(self, examples: int = 10, lang: str = "en") -> dict[str, Any]:
        """Return the comparison as plain tables, named as in JSON output."""
        return self.record(examples, lang).to_dict()


def diff(a: Side, b: Side, examples: int = 3) -> RulesDiff:
    """Return the changed keys and hands, with up to ``examples`` hands for each cause.

    >>> from mjtool.rules.load import load_rules
    >>> same = Side("jipinghu", load_rules("jipinghu"))
    >>> diff(same, same)[3:]
    (11498671, 0, 0, (), (), ())
    """
    keys = tuple(changed_keys(a.rules, b.rules))
    causes_of = Causes(a.rules, b.rules, [change.key for change in keys])
    worths_a, worths_b = Worths(a.rules), Worths(b.rules)
    found = _compared(a.rules, b.rules, worths_a, worths_b)
    counts: Counter[tuple[str, ...]] = Counter()
    ways: Counter[tuple[str, ...]] = Counter()
    shown: dict[tuple[str, ...], list[Example]] = {}
    for change in found.changes:
        one, two = worths_a.of(change.readings), worths_b.of(change.readings)
        cause = causes_of.of(change.readings, one, two)
        counts[cause] += change.hands
        ways[cause] += change.ways
        listed = shown.setdefault(cause, [])
        if len(listed) < examples:
            listed.append(_example(change, a.rules, b.rules))
    causes = tuple(
        Cause(cause, counts[cause], ways[cause], tuple(shown[cause]))
        for cause in sorted(counts, key=lambda cause: (-counts[cause], cause))
    )
    unmeasured = tuple(_unmeasured(a.rules, b.rules, keys, found.sights))
    totals = (found.hands, counts.total(), ways.total())
    return RulesDiff(a, b, keys, *totals, causes, unmeasured, found.held)


class _Compared(NamedTuple):
    """The hands that win on a side, the changes among them, and the sights of each side."""

    hands: int
    changes: Iterable[Change]
    sights: Seen
    held: tuple[Held, ...] = ()


def _compared(a: RuleSet, b: RuleSet, worths_a: Worths, worths_b: Worths) -> _Compared:
    """Return what is to be told of all hands: each way to go over them counts the same."""
    if wild_census.is_needed(a, b):
        wild = wild_census.compared(a, b)
        held = tuple(map(_held, wild.splits))
        changes = [change for split in wild.splits for change in split.changes]
        return _Compared(sum(each.hands for each in held), changes, wild.sights, held)
    if is_needed(a, b):
        return _Compared(*own_census.compared(a, b))
    hands = _number_of_hands(a, b)
    return _Compared(hands, _changes(worths_a, worths_b), (_words(), _words()))


def _held(split: wild_census.Split) -> Held:
    return Held(
        split.wilds,
        split.hands,
        sum(change.hands for change in split.changes),
        sum(change.ways for change in split.changes),
        split.sample,
        split.error,
    )


def _number_of_hands(a: RuleSet, b: RuleSet) -> int:
    """Return how many hands are complete under either."""
    forms = a.form_mask | b.form_mask
    return sum(each.hands for each in signatures() if allowed(each.variants[0], forms))


def _changes(a: Worths, b: Worths) -> Iterator[Change]:
    """Yield the hands that are worth something else, each once, for the first tile that does it."""
    for signature in signatures():
        for words in signature.variants:
            if a.of(words).worth != b.of(words).worth:
                yield Change(signature.hands, signature.ways, words, signature.example)
                break


def _unmeasured(a: RuleSet, b: RuleSet, keys: Iterable[KeyChange], sights: Seen) -> Iterator[str]:
    """Yield the changed keys whose doing the census cannot see, or not all of it.

    A pattern or bonus that no hand of the census shows is one of them, whole where only one side
    has it.
    """
    told: dict[str, frozenset[str]] = {}  # keys, each with what a hand must show for it to act
    for change in keys:
        table, _, inner = change.key.partition(".")
        if only_names(change.key):
            continue
        if table not in ("patterns", "bonuses"):
            told[change.key] = ALWAYS if weighed(change.key) else NEVER
            continue
        id, _, option = inner.partition(".")
        needs = frozenset((id,))
        if option == "absorbs":
            needs |= frozenset(change.a or ()) ^ frozenset(change.b or ())
        alone = (id in getattr(a, table)) != (id in getattr(b, table))
        key = f"{table}.{id}" if alone else change.key
        told[key] = told.get(key, ALWAYS) | needs
    seen = _seen(a, b, frozenset().union(*told.values()) - NEVER, sights)
    yield from (key for key, needs in told.items() if not needs <= seen)


ALWAYS: Final[frozenset[str]] = frozenset()
NEVER: Final = frozenset(("",))
"""An id that no hand shows."""


def _seen(a: RuleSet, b: RuleSet, ids: frozenset[str], sights: Seen) -> frozenset[str]:
    """Return which patterns and bonuses among ``ids`` some hand of the census shows."""
    wanted = ids
    for rules, some in zip((a, b), sights, strict=True):
        worths = Worths(rules)
        for sight in some:
            if not wanted:
                break
            wanted -= worths.shows(sight, wanted)
    return ids - wanted


@cache
def _words() -> tuple[int, ...]:
    """Return every facts word of the census, in one order always."""
    words = (word for each in signatures() for words in each.variants for word in words)
    return tuple(dict.fromkeys(words))


def _example(change: Change, a: RuleSet, b: RuleSet) -> Example:
    """Return the example of a change with a winning tile that brings it about."""
    counts, win = change.example, change.win
    if win is None:
        win = next(
            kind
            for kind in range(KINDS)
            if counts[kind]
            and set(kernel.facts(counts, b"", kind, 1 | 2 | 8)) == set(change.readings)
        )
    loose = change.readings.loose if isinstance(change.readings, Won) else ()
    won = Won(counts, win, loose)
    return Example(won.hand(), HELD[win], *(_scored(won, rules) for rules in (a, b)))


def _scored(won: Won, rules: RuleSet) -> Score:
    """Return the score of a hand; one with tiles that the set lacks does not win."""
    rules = wild_census.settled(rules)
    hand, win = won.hand(), HELD[won.win]
    lacking = any(hand.counts[kind] for kind in rules.stock.lacks)
    if lacking or any(tile not in rules.wilds.kinds for tile in won.loose):
        how = circumstances(rules, self_drawn=True, seat=SEAT, round=ROUND)
        return Score(hand, rules, win, how, None)
    return score(hand, rules, win, self_drawn=True, seat=SEAT, round=ROUND)
