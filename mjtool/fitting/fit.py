"""Which rules a room plays: the fewest changes to a base that explain all hands of its logs.

What is told was replayed over all the logs before: a hand is explained where the replay under the
changed rules finds nothing wrong in it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from msgspec import Struct

from mjtool.arguments import path_of, whole_of
from mjtool.errors import MjtoolError, RequestError, SourceError, did_you_mean
from mjtool.fitting.domains import Domains
from mjtool.fitting.games import LoggedGame, LoggedHand, games_of, is_judged
from mjtool.fitting.judge import Judge
from mjtool.fitting.paths import Changes, counted_keys, is_new, model_keys, value_at
from mjtool.fitting.search import NOTHING, Search
from mjtool.game_log.audit import Audit
from mjtool.game_log.events import EndGame, EndHand, StartGame, StartHand
from mjtool.game_log.finding import Finding
from mjtool.game_log.formats import FORMATS, Read
from mjtool.game_log.formats.opening import open_log, read_log, walk
from mjtool.messages import Say
from mjtool.outputs import Identity
from mjtool.records.fitting import (
    AlternativeRecord,
    ChangeRecord,
    FitRecord,
    OpenRecord,
    PlaceRecord,
    UnexplainedRecord,
)
from mjtool.rules.idle import idle_keys, idle_part
from mjtool.rules.kept import current_rules
from mjtool.rules.model import RuleSet

STDIN: Final = "-"
MOST_HANDS: Final = 1500
"""Hands that are searched at once; with more, those that fail and some of the others."""
_ROUNDS: Final = 4
_SHOWN: Final = 100
"""Hands that decide a change, and values that are open, that are told at most."""


class Place(NamedTuple):
    """Where a fault stands."""

    file: str
    line: int
    code: str = ""


class FittedChange(NamedTuple):
    """A key that another value explains, and the hands that show it: without it they fail."""

    key: str
    old: Any
    new: Any
    decided_by: tuple[Place, ...]
    hands: int


class OpenKey(NamedTuple):
    """A key that hands touch though they do not decide it, with the values that they allow."""

    key: str
    values: tuple[Any, ...]


class Fitted(Struct, frozen=True):
    """What the logs tell of the rules that they were played by.

    ``rules`` is the base with the changes. ``explained`` of ``hands`` have no finding under them;
    the others are ``unexplained``. ``is_explained``: no more of them than were allowed.
    ``not_judged``: further hands, of games by other rules, of which nothing is said.
    ``alternatives`` are other changes, as few, that explain as much. ``open`` and ``undecided`` are
    keys that the logs do not decide: they touch them, or never do. ``gave_up``: the search ended
    before everything was tried.
    """

    base: RuleSet
    rules: RuleSet
    changes: tuple[FittedChange, ...]
    hands: int
    not_judged: int
    explained: int
    unexplained: tuple[Place, ...]
    is_explained: bool
    alternatives: tuple[tuple[tuple[str, Any, Any], ...], ...]
    open: tuple[OpenKey, ...]
    undecided: tuple[str, ...]
    gave_up: bool
    unread: tuple[tuple[str, MjtoolError], ...] = ()

    def record(self) -> FitRecord:
        """Return the answer as JSON output tells it."""
        return FitRecord(
            from_=self.base.id,
            changes=[
                ChangeRecord(
                    key=each.key,
                    from_=each.old,
                    to=each.new,
                    decided_by=[PlaceRecord(file=p.file, line=p.line) for p in each.decided_by],
                    hands=each.hands,
                )
                for each in self.changes
            ],
            explained=self.explained,
            hands=self.hands,
            not_judged=self.not_judged,
            is_explained=self.is_explained,
            unexplained=[
                UnexplainedRecord(file=each.file, line=each.line, code=each.code)
                for each in self.unexplained
            ],
            open=[OpenRecord(key=each.key, values=list(each.values)) for each in self.open],
            alternatives=[
                [AlternativeRecord(key=key, from_=old, to=new) for key, old, new in changes]
                for changes in self.alternatives
            ],
            undecided=list(self.undecided),
            gave_up=self.gave_up,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain tables, named as in JSON output."""
        return self.record().to_dict()


class FitPlan(Struct, frozen=True, kw_only=True):
    """How rules are fitted: ``most`` changes, among ``keys`` but not ``not_keys`` (globs).

    ``outliers`` is the share of the hands that may stay unexplained.
    """

    most: int = 4
    outliers: float = 0.0
    keys: tuple[str, ...] = ()
    not_keys: tuple[str, ...] = ()
    format: str = "auto"


PLAIN: Final = FitPlan()
Progress = Callable[[str, int, int], None]
"""Is told how far a fit is: a stage (``read``, ``search``, ``open``) and two numbers."""


def _silent(stage: str, one: int, two: int) -> None:
    """Tell nobody how far it is."""


def fit(  # noqa: PLR0913
    logs: str | Path | Iterable[str | Path],
    base: str,
    plan: FitPlan = PLAIN,
    *,
    stdin: BinaryIO | None = None,
    passing: Container[Identity] = (),
    progress: Progress = _silent,
) -> Fitted:
    """Return the fewest changes to rule set ``base`` under which ``logs`` have no finding.

    ``-`` among the logs is ``stdin``. A log that cannot be read is told in ``unread``. RuleError
    where the base cannot be used, RequestError where the plan asks for what cannot be.
    """
    if not 0 <= plan.outliers <= 1:
        raise RequestError("impossible_request.share", field="outliers", value=plan.outliers)
    whole_of("most", plan.most)
    if plan.format not in ("auto", *FORMATS):
        raise RequestError.no_choice("format", ("auto", *FORMATS), plan.format)
    rules = current_rules(path_of("base", base))
    _verify_globs(rules, plan)
    found = [logs] if isinstance(logs, str | Path) else list(logs)
    source = _Source(found, plan.format, stdin, passing)
    return _Fit(rules, source, plan, progress).run()


def _verify_globs(rules: RuleSet, plan: FitPlan) -> None:
    """Raise a RequestError where a glob of keys meets none: it would choose nothing unseen."""
    known = [key.path for key in (*model_keys(), *counted_keys(rules))]
    for field, globs in (("keys", plan.keys), ("not_keys", plan.not_keys)):
        for glob in globs:
            if not any(fnmatchcase(path, glob) for path in known):
                hint = did_you_mean(glob, known)
                raise RequestError("impossible_request.keys", field=field, glob=glob, hint=hint)


class _Source:
    """The logs, which can be read more than once: stdin is kept."""

    def __init__(
        self,
        logs: Iterable[str | Path],
        format: str,
        stdin: BinaryIO | None,
        passing: Container[Identity],
    ) -> None:
        self._format = format
        self._kept: dict[str, list[Read]] = {}
        self.unread: dict[str, MjtoolError] = {}
        self.files: list[str] = []
        for log in logs:
            if path_of("logs", log) == STDIN:
                self.files.append(STDIN)
                if stdin is None:
                    reason = Say("os.closed")
                    self.unread[STDIN] = SourceError("unreadable", path=STDIN, reason=reason)
                elif STDIN not in self._kept:
                    self._kept[STDIN] = list(read_log(stdin, "", format))
            else:
                self.files += map(str, walk([Path(log)], passing))
        self.files = list(dict.fromkeys(self.files))

    def read(self) -> Iterator[tuple[str, Iterator[Read]]]:
        """Yield each log that can be read with its events."""
        for file in self.files:
            if file in self.unread:
                continue
            try:
                with self._open(file) as events:
                    yield file, events
            except SourceError as error:
                self.unread[file] = error

    def _open(self, file: str) -> AbstractContextManager[Iterator[Read]]:
        if file in self._kept:
            return _given(self._kept[file])
        return open_log(Path(file), self._format)

    def games(self) -> Iterator[LoggedGame]:
        """Yield every game that our rules could judge."""
        for file, events in self.read():
            yield from games_of(events, file)


@contextmanager
def _given(events: list[Read]) -> Iterator[Iterator[Read]]:
    yield iter(events)


class _Replayed(NamedTuple):
    """What the replay of all logs says: hands, those with findings, by the first of each.

    ``not_judged``: hands of games by other rules.
    """

    hands: int
    failing: tuple[Place, ...]
    number: int
    not_judged: int


class _Fit:
    """One fit: the search over some hands, the replay of all, and once more where that fails."""

    def __init__(self, base: RuleSet, source: _Source, plan: FitPlan, progress: Progress) -> None:
        self._base = base
        self._source = source
        self._plan = plan
        self._progress = progress

    def run(self) -> Fitted:
        """Return what the logs tell."""
        before = self.replayed(self._base)
        if not before.number:
            return self._told(self._judge(before.failing), [NOTHING], before, gave_up=False)
        faulty = list(before.failing)
        for _ in range(_ROUNDS):
            judge = self._judge(faulty)
            search = Search(judge, self._domains(judge), self._plan.most, self._searching)
            found = [each for each in search.run() if judge.rules(each) is not None]
            best = self._verified(judge, found)
            if best is None:
                return self._told(judge, [NOTHING], before, gave_up=search.spent)
            answers, after = best
            known = {(hand.file, hand.line) for hand in judge.hands}
            hands = {(each.file, each.line) for each in faulty}
            new = [each for each in after.failing if (each.file, each.line) not in hands]
            if not new or len(judge.hands) == before.hands or not known:
                break
            faulty += new  # hands that were not searched: they are now
        return self._told(judge, answers, after, gave_up=search.spent)

    def _searching(self, size: int, looks: int) -> None:
        self._progress("search", size, looks)

    def _domains(self, judge: Judge) -> Domains:
        return Domains(judge, self._plan.keys, self._plan.not_keys)

    def _judge(self, faulty: Iterable[Place]) -> Judge:
        """Return a judge of all hands; of very many, of games with faults and some others."""
        lines: dict[str, list[int]] = {}
        for each in faulty:
            lines.setdefault(each.file, []).append(each.line)
        kept: list[LoggedGame] = []
        others: list[LoggedGame] = []
        number = spare = 0
        for game in self._source.games():
            if not game.hands:
                continue
            first, last = game.hands[0].line, game.hands[-1].last_line
            fails = any(first <= line <= last for line in lines.get(game.file, ()))
            if fails and number < MOST_HANDS:
                kept.append(game)
                number += len(game.hands)
            elif spare < MOST_HANDS // 2:
                others.append(game)
                spare += len(game.hands)
        return Judge(self._base, sorted(kept + others, key=lambda each: each.file))

    def replayed(self, rules: RuleSet) -> _Replayed:
        """Return what a replay of all logs under ``rules`` finds."""
        hands = number = not_judged = 0
        failing: list[Place] = []
        for file, events in self._source.read():
            audit, spans = Audit(file, rules), _Spans()
            found = list(audit.run(spans.noting(events)))
            hands += spans.hands
            not_judged += spans.not_judged
            first, more = spans.first_of_hands(found)
            failing += [Place(file, each.line, each.code) for each in first]
            number += len(first) + more
            self._progress("read", hands, number)
        return _Replayed(hands, tuple(failing), number, not_judged)

    def _verified(
        self, judge: Judge, found: list[Changes]
    ) -> tuple[list[Changes], _Replayed] | None:
        """Return the answers under which the replay finds the fewest hands wrong, and what."""
        told: dict[Changes, _Replayed] = {}
        for changes in found[:16]:
            rules = judge.rules(changes)
            if rules is not None:
                told[changes] = self.replayed(rules)
        if not told:
            return None
        least = min(each.number for each in told.values())
        kept = [changes for changes, each in told.items() if each.number == least]
        kept.sort(key=lambda changes: _oddness(judge, changes))
        return kept, told[kept[0]]

    def _told(
        self, judge: Judge, answers: list[Changes], after: _Replayed, *, gave_up: bool
    ) -> Fitted:
        changes, *others = answers
        rules = judge.rules(changes)
        assert rules is not None
        is_explained = after.hands > 0 and after.number <= self._plan.outliers * after.hands
        domains = self._domains(judge)
        domains.suggest(judge.verdict(hand, NOTHING) for hand in judge.hands)
        touched = {
            key for key in domains.keys if any(judge.touches.has(h, key) for h in judge.hands)
        }
        made = tuple(_made(judge, changes, key) for key in sorted(dict(changes)))
        idle = idle_keys(rules)
        idle_ = {key for key in domains.keys if idle_part(key, idle) is not None}
        return Fitted(
            base=self._base,
            rules=rules,
            changes=made,
            hands=after.hands,
            not_judged=after.not_judged,
            explained=after.hands - after.number,
            unexplained=after.failing,
            is_explained=is_explained,
            alternatives=tuple(
                tuple((key, value_at(self._base, key), new) for key, new in sorted(other))
                for other in others
            ),
            open=tuple(self._open(judge, domains, changes, sorted(touched), idle))
            if is_explained
            else (),
            undecided=tuple(key for key in domains.keys if key not in touched or key in idle_),
            gave_up=gave_up,
            unread=tuple(self._source.unread.items()),
        )

    def _open(
        self,
        judge: Judge,
        domains: Domains,
        changes: Changes,
        keys: Iterable[str],
        idle: dict[str, Say],
    ) -> Iterator[OpenKey]:
        """Yield the keys of which other values explain as much, with those values."""
        made = dict(changes)
        failing = {hand for hand in judge.hands if judge.verdict(hand, changes)}
        order = list(domains.keys)
        for key in sorted(keys, key=order.index):
            if idle_part(key, idle) is not None:
                continue
            now = domains.canonical(key, made.get(key, value_at(judge.base, key)))
            rest = frozenset(each for each in changes if each[0] != key)
            old = [value_at(judge.base, key)] if key in made else []
            hands = [h for h in judge.hands if h not in failing and judge.touches.has(h, key)]
            tried = domains.values(key)
            fitting = [
                value
                for value in (*old, *tried)
                if domains.canonical(key, value) != now
                and _fits(judge, rest | {(key, value)}, hands)
            ]
            if fitting and max(fitting, key=_size) == max(tried, key=_size):
                more = domains.further(key)
                fitting += [v for v in more if _fits(judge, rest | {(key, v)}, hands)]
            if fitting:
                self._progress("open", order.index(key), len(order))
                yield OpenKey(key, tuple(fitting[:_SHOWN]))


def _size(value: Any) -> int:
    """Return a number, and less than any for what is none."""
    return value if type(value) is int else -1


def _fits(judge: Judge, changes: Changes, hands: list[LoggedHand]) -> bool:
    """Return whether none of ``hands`` fails under ``changes``; one that does comes to the front.

    What refuses one value of a key most often refuses the next.
    """
    if judge.rules(changes) is None:
        return False
    for at, hand in enumerate(hands):
        if judge.verdict(hand, changes):
            hands.insert(0, hands.pop(at))
            return False
    return True


def _made(judge: Judge, changes: Changes, key: str) -> FittedChange:
    """Return a change with the hands that fail without it."""
    rest = frozenset(each for each in changes if each[0] != key)
    places = []
    if judge.rules(rest) is not None:
        for hand in judge.hands:
            if judge.touches.has(hand, key) and not judge.verdict(hand, changes):
                seen = judge.verdict(hand, rest)
                if seen:
                    places.append(Place(hand.file, seen[0].line, seen[0].code))
    value = dict(changes)[key]
    return FittedChange(key, value_at(judge.base, key), value, tuple(places[:_SHOWN]), len(places))


def _oddness(judge: Judge, changes: Changes) -> tuple[Any, ...]:
    """Return what makes one of equal answers stranger than another: new patterns, few hands."""
    new = sum(is_new(judge.base, key) for key, _ in changes)
    decided = [_made(judge, changes, key).hands for key, _ in changes]
    return new, -min(decided, default=0), sorted(key for key, _ in changes)


class _Spans:
    """The lines of a log's hands, noted while they pass.

    ``not_judged``: hands of games by other rules, which our rules say nothing of.
    """

    def __init__(self) -> None:
        self.hands = 0
        self.not_judged = 0
        self._is_judged = True
        self._ends: list[tuple[int, bool]] = []

    def noting(self, events: Iterator[Read]) -> Iterator[Read]:
        """Yield ``events``, and note where hands end."""
        for read in events:
            line, event = read
            if isinstance(event, StartGame):
                self._is_judged = is_judged(event)
            elif isinstance(event, StartHand):
                self.hands += self._is_judged
                self.not_judged += not self._is_judged
            if isinstance(event, EndHand | StartGame | EndGame):
                self._ends.append((line, self._is_judged))
            yield read

    def first_of_hands(self, found: list[Finding]) -> tuple[list[Finding], int]:
        """Return the first finding of each hand, and of how many hands more some of them stand."""
        ends = sorted(self._ends)
        firsts: dict[int, Finding] = {}
        at = more = 0
        for finding in sorted(found, key=lambda each: each.line):
            while at < len(ends) and ends[at][0] < finding.line:
                at += 1
            if ends[at][1] if at < len(ends) else self._is_judged:
                firsts.setdefault(at, finding)
                more += finding.hands - 1
        return list(firsts.values()), more
