"""The fewest questions whose answers tell rule files apart, and pairs that no hand tells apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct

from mjtool.answers import ScoreAnswer, answer_score
from mjtool.asking.pool import Fields, about, questions
from mjtool.census.changes import changed_keys, only_names
from mjtool.census.diff import Side, diff
from mjtool.errors import MjtoolError, RequestError
from mjtool.records import asking as records
from mjtool.records.record import Problem
from mjtool.requests import RuleBook, request_of
from mjtool.rules.kept import current_rules
from mjtool.tiles import NAMES

Pair = tuple[int, int]
_MOST_TRIED: Final = 60_000
"""Choices of questions that are tried before the search takes the next best one each time."""
_EXAMPLES: Final = 40


class Question(NamedTuple):
    """One hand with its circumstances, and what each rule file says of it, or why it cannot."""

    fields: Fields
    answers: tuple[ScoreAnswer | MjtoolError, ...]

    @property
    def told(self) -> tuple[Any, ...]:
        """What the answers come to, file by file: equal where files answer alike, None for none."""
        return tuple(map(_told, self.answers))

    def tells(self, pair: Pair) -> bool:
        """Return whether the two files of ``pair`` answer, and differently."""
        told = self.told
        return _apart(told[pair[0]], told[pair[1]])


class AlikePair(NamedTuple):
    """Two rule files that no hand tells apart, and the keys that differ all the same."""

    a: str
    b: str
    keys: tuple[str, ...]


class Asked(Struct, frozen=True):
    """The questions, the most telling first, and the pairs of files that are equal over all hands.

    ``told`` has for each pair that is told apart the numbers of the questions that do, from 1.
    """

    files: tuple[str, ...]
    questions: tuple[Question, ...]
    told: tuple[tuple[str, str, tuple[int, ...]], ...]
    alike: tuple[AlikePair, ...]

    def record(self, lang: str = "en") -> records.AskRecord:
        """Return the answer as JSON output tells it."""
        return records.AskRecord(
            files=list(self.files),
            questions=[
                records.QuestionRecord(
                    request=each.fields, answers=list(_answers(self.files, each, lang))
                )
                for each in self.questions
            ],
            pairs=[
                records.PairRecord(a=a, b=b, told_by=list(numbers)) for a, b, numbers in self.told
            ]
            + [
                records.PairRecord(a=each.a, b=each.b, told_by=[], keys=list(each.keys))
                for each in self.alike
            ],
        )

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the answer as plain tables, named as in JSON output."""
        return self.record(lang).to_dict()


def _apart(one: Any, two: Any) -> bool:
    """Return whether two answers differ; files that have no such hand say nothing of it."""
    return one is not None and two is not None and bool(one != two)


def _told(answer: ScoreAnswer | MjtoolError) -> tuple[Any, ...] | None:
    if isinstance(answer, MjtoolError):
        return None
    found, settled = answer.score, answer.settled
    worth = (found.fan, found.multiplier, found.points) if found.won else ()
    return found.won, *worth, None if settled is None else settled.net


def _answers(files: Iterable[str], asked: Question, lang: str) -> Iterator[records.ToldRecord]:
    for file, answer in zip(files, asked.answers, strict=True):
        if isinstance(answer, MjtoolError):
            yield records.ToldRecord(rules=file, error=Problem(**answer.to_dict(lang)))
            continue
        found = answer.record(lang)
        yield records.ToldRecord(
            rules=file,
            won=found.won,
            fan=found.fan,
            multiplier=found.multiplier,
            points=found.points if found.won else UNSET,
            payments=found.payments,
            bank=found.bank,
        )


def ask(
    files: Sequence[str], progress: Callable[[str, int, int], None] = lambda stage, one, two: None
) -> Asked:
    """Return the fewest questions that tell rule files apart.

    Pairs that no question tells apart are equal over every winning hand, as ``rules diff`` counts
    them. RequestError where there are fewer than two files, RuleError where one cannot be used.

    >>> found = ask(["jipinghu", "xinmajiang"])
    >>> len(found.questions), found.alike
    (1, ())
    """
    names = tuple(dict.fromkeys(files))
    if len(names) < 2:
        raise RequestError("bad_option.two_files")
    for name in names:
        current_rules(name)
    return _Asking(names, progress).run()


class _Asking:
    """One search for questions."""

    def __init__(self, files: tuple[str, ...], progress: Callable[[str, int, int], None]) -> None:
        self._files = files
        self._progress = progress
        self._book = RuleBook()
        self._kept: dict[tuple[int | None, ...], Question] = {}
        self._pairs = list(combinations(range(len(files)), 2))

    def run(self) -> Asked:
        """Return what was found."""
        self._take(questions())
        alike: list[AlikePair] = []
        apart: list[Pair] = []
        for number, pair in enumerate(self._pairs):
            self._progress("ask", number, len(self._pairs))
            if not self._is_told(pair) and not self._compare(pair):
                alike.append(self._alike(pair))
            else:
                apart.append(pair)
        chosen = self._fewest(apart)
        return Asked(
            self._files,
            tuple(chosen),
            tuple(
                (
                    self._files[a],
                    self._files[b],
                    tuple(at for at, each in enumerate(chosen, 1) if each.tells((a, b))),
                )
                for a, b in apart
            ),
            tuple(alike),
        )

    def _take(self, asked: Iterable[Fields]) -> None:
        """Take in the questions that two files answer differently, one of those that tell the same.

        A file may have no answer to one: its set lacks a tile, or its game has no such thing.
        """
        for fields in asked:
            found = Question(fields, tuple(self._answer(fields, file) for file in self._files))
            told = found.told
            numbers: dict[Any, int | None] = {
                each: at for at, each in enumerate(dict.fromkeys(told))
            }
            numbers[None] = None
            parts = tuple(numbers[each] for each in told)
            if len({*parts} - {None}) > 1:
                self._kept.setdefault(parts, found)

    def _answer(self, fields: Fields, file: str) -> ScoreAnswer | MjtoolError:
        try:
            return answer_score(request_of({**fields, "rules": file}), self._book)
        except MjtoolError as error:
            return error

    def _is_told(self, pair: Pair) -> bool:
        a, b = pair
        return any(_apart(parts[a], parts[b]) for parts in self._kept)

    def _compare(self, pair: Pair) -> bool:
        """Return whether some winning hand tells a pair apart; it becomes a question."""
        a, b = (Side(self._files[at], current_rules(self._files[at])) for at in pair)
        if not any(not only_names(each.key) for each in changed_keys(a.rules, b.rules)):
            return False
        found = diff(a, b, _EXAMPLES)
        for example in found.chosen(_EXAMPLES):
            self._take(about(str(example.hand), NAMES[example.win]))
            if self._is_told(pair):
                return True
        return False

    def _alike(self, pair: Pair) -> AlikePair:
        a, b = (self._files[at] for at in pair)
        keys = changed_keys(current_rules(a), current_rules(b))
        return AlikePair(a, b, tuple(each.key for each in keys if not only_names(each.key)))

    def _fewest(self, apart: list[Pair]) -> list[Question]:
        """Return the fewest of the questions that tell all pairs apart, the most telling first."""
        known = list(self._kept.items())
        tells = [
            frozenset(at for at, (a, b) in enumerate(apart) if _apart(parts[a], parts[b]))
            for parts, _ in known
        ]
        missing = [parts.count(None) for parts, _ in known]
        order = sorted(range(len(known)), key=lambda at: (-len(tells[at]), missing[at], at))
        # what another tells and more is not needed
        useful: list[int] = []
        for at in order:
            if tells[at] and not any(tells[at] <= tells[other] for other in useful):
                useful.append(at)
        chosen = _cover(useful, tells, frozenset(range(len(apart))))
        return [known[at][1] for at in chosen]


def _cover(useful: list[int], tells: list[frozenset[int]], wanted: frozenset[int]) -> list[int]:
    """Return the fewest of ``useful`` that together tell all that is ``wanted``."""
    tried = 0
    for size in range(len(wanted) + 1):
        for chosen in combinations(useful, size):
            tried += 1
            if tried > _MOST_TRIED:
                return _greedy(useful, tells, wanted)
            if frozenset().union(*(tells[at] for at in chosen)) >= wanted:
                return list(chosen)
    return _greedy(useful, tells, wanted)


def _greedy(useful: list[int], tells: list[frozenset[int]], wanted: frozenset[int]) -> list[int]:
    """Return few of ``useful`` that tell all that is ``wanted``, none of them superfluous."""
    left, chosen = wanted, list[int]()
    while left:
        best = max(useful, key=lambda at: len(tells[at] & left))
        if not tells[best] & left:
            break
        chosen.append(best)
        left -= tells[best]
    for at in list(reversed(chosen)):
        rest = [each for each in chosen if each != at]
        if frozenset().union(*(tells[each] for each in rest)) >= wanted - left:
            chosen = rest
    return chosen
