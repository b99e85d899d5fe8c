"""Cases answered and compared, one at a time or spread over processes; order is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from mjtool import limits
from mjtool.errors import CaseError, MjtoolError, RuleError, SourceError, did_you_mean
from mjtool.messages import Listed, Say
from mjtool.regression.adopt import adopted, picked
from mjtool.regression.cases import Case
from mjtool.regression.compare import ABSENT, Difference, differences
from mjtool.regression.keys import known_keys, misspelt
from mjtool.regression.kinds import KINDS, Body, CaseBook, Kind
from mjtool.regression.outcome import Outcome
from mjtool.requests import Request
from mjtool.spread import Jobs, spread
from mjtool.wording import of_json

Text = Callable[[Any, str], str]


class Plan(NamedTuple):
    """What to do with every case; it travels to each process.

    ``texts`` show an answer to a person, by command; ``rules`` are for cases that name none. Paths
    in case files may lead below ``folders`` as well as below those files' own.
    """

    texts: Mapping[str, Text]
    rules: str | None = None
    select: tuple[str, ...] = ()
    lang: str = "en"
    folders: tuple[str, ...] = ()


class _Head(msgspec.Struct):
    do: Any = None
    id: Any = None


class _Expect(msgspec.Struct):
    expect: Any = None


_head = msgspec.json.Decoder(_Head).decode
_expect = msgspec.json.Decoder(_Expect).decode


def id_of(case: Case) -> str:
    """Return the id of a case; its line where it has none."""
    return case.file if isinstance(case.body, CaseError) else _headed(case.body, case.line)[0]


def _headed(body: Body, line: int) -> tuple[str, Any, MjtoolError | None]:
    """Return the id, what to do, and why neither can be read."""
    unnamed = f"line {line}"
    try:
        if isinstance(body, bytes):
            if limits.is_too_deep(body):
                return unnamed, None, CaseError("bad_case.json", detail=Say("word.too_deep"))
            body.decode()  # msgspec passes over bytes in values that nobody asks for
            head = _head(body)
        else:
            head = _head_of(body)
    except msgspec.ValidationError:
        return unnamed, None, CaseError("bad_case.shape")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return unnamed, None, CaseError("bad_case.json", detail=of_json(error))
    return unnamed if head.id is None else str(head.id), head.do, None


def _expect_of(body: Body) -> Any:
    """Return what a case expects; CaseError where that cannot be read."""
    if isinstance(body, dict):
        return body.get("expect")
    try:
        return _expect(body).expect
    except (msgspec.DecodeError, RecursionError) as error:
        raise CaseError("bad_case.json", detail=of_json(error)) from None


def _asked(request: Any) -> str | None:
    """Return what a case is about, in a word."""
    return request.hand if isinstance(request, Request) else getattr(request, "log", None)


def _head_of(fields: Mapping[str, Any]) -> _Head:
    return _Head(fields.get("do"), fields.get("id"))


ECHO: Final = frozenset(
    {"hand", "rules", "win", "self_drawn", "seat", "round", "events", "reading", "table"}
)
"""Keys of an answer that only repeat the request, or tell how rather than what."""


_UNASKED: Final = frozenset(
    {
        *("bad_request", "bad_request.value", "bad_request.unknown", "bad_request.unknown_near"),
        *("bad_request.hand", "bad_request.no_rules", "bad_request.outside"),
    }
)
"""Refusals of a case that asks nothing, rather than of what it asks."""


class Checker:
    """Answers one case at a time; keeps the rule sets it has met."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.book = CaseBook(plan.rules, plan.folders)
        self._file = ""

    def __call__(self, case: Case) -> Outcome | None:
        """Return what became of ``case``, None when it was not selected; never raises."""
        if isinstance(case.body, CaseError):
            return Outcome(case.file, case.line, 0, case.file, error=case.body)
        name, do, fault = _headed(case.body, case.line)
        if self.plan.select and not any(fnmatchcase(name, glob) for glob in self.plan.select):
            return None
        if fault is None and (not isinstance(do, str) or do not in KINDS):
            key = "bad_case.do" if do is None else "bad_case.unknown_do"
            hint = did_you_mean(do, KINDS) if isinstance(do, str) else ""
            known = Listed(tuple(KINDS), "list.words")
            fault = CaseError(key, found=do, known=known, hint=hint)
        if fault is not None:
            return Outcome(case.file, case.line, case.number, name, error=fault)
        if case.file != self._file:
            self._file, self.book.folder = case.file, Path(case.file).parent
        assert isinstance(do, str)
        return self._answered(case, case.body, name, do)

    def _answered(self, case: Case, body: Body, name: str, do: str) -> Outcome:
        kind = KINDS[do]
        request: Any = None
        refused: MjtoolError | None = None
        try:
            request = kind.read(body)
            found = kind.view(kind.answer(_telling(request), self.book), self.plan.lang)
        except MjtoolError as error:
            refused = error
            found = {"error": error.to_dict(self.plan.lang)}
        rules = request.rules if request is not None else None
        if rules is None and not kind.has_own_rules:
            rules = self.book.default
        asked = _asked(request)
        outcome = Outcome(case.file, case.line, case.number, name, do, rules, asked)
        try:
            expect = request.expect if request is not None else _expect_of(body)
        except CaseError as error:
            return outcome._replace(error=error)
        outcome = self._judged(outcome, request, expect, found, refused)
        return outcome._replace(body=body) if outcome.adopted else outcome

    def _judged(
        self,
        outcome: Outcome,
        request: Any,
        expect: Any,
        found: dict[str, Any],
        refused: MjtoolError | None,
    ) -> Outcome:
        """Return ``outcome`` with what differs, or why that cannot be told."""
        kind = KINDS[str(outcome.do)]
        if not isinstance(expect, dict) or not expect:
            if fault := self._fault(request, {}, refused):
                return outcome._replace(error=fault)  # nothing that --update should write down
            return outcome._replace(
                error=CaseError("bad_case.expect"), adopted=fresh(found, kind.fresh)
            )
        differing = compared(expect, found)
        # A key that no answer has makes it differ, but for rates, which are looked for elsewhere.
        if (differing or "rates" in expect) and (fault := misspelling(expect, str(outcome.do))):
            return outcome._replace(error=fault)
        if not differing:
            return outcome
        # Only now: whatever stands in the way of an answer makes it differ as well.
        if fault := self._fault(request, expect, refused):
            return outcome._replace(error=fault)
        told = refused.message(self.plan.lang) if refused else self._told(request, kind)
        return outcome._replace(
            differences=tuple(differing),
            explanation=told,
            adopted=self._adopted(expect, found, kind),
        )

    def _fault(
        self, request: Any, expect: dict[str, Any], refused: MjtoolError | None
    ) -> MjtoolError | None:
        """Return why the case cannot be answered: a misspelt field, a file that is not there."""
        if refused is None or "error" in expect:
            return None
        if refused.key in _UNASKED:
            return refused
        name = ""
        if isinstance(refused, SourceError):
            name = request.log
        elif isinstance(refused, RuleError) and refused.key == "unknown_rules":
            name = request.rules or self.book.default
        if not name:
            return None
        tried = " ".join(self.book.tried(name))
        return CaseError("bad_case.missing", name=name, tried=tried)

    @staticmethod
    def _adopted(expect: dict[str, Any], found: dict[str, Any], kind: Kind) -> dict[str, Any]:
        """Return what ``expect`` would have to say; nothing of it is kept beside a new error."""
        if "error" in found and "error" not in expect:
            return fresh(found, kind.fresh)
        return adopted(expect, found) or fresh(found, kind.fresh)

    def _told(self, request: Any, kind: Kind) -> str:
        """Return the answer as a person reads it, a score with its explanation."""
        view = self.plan.texts.get(request.do)
        if view is None or not isinstance(request, Request):
            return ""
        told = msgspec.structs.replace(request, explain=True)
        return view(kind.answer(told, self.book), self.plan.lang)


def _telling(request: Any) -> Any:
    """Return the request so that its answer tells what the case expects.

    How many assignments there are is told with what explains a score.
    """
    if not isinstance(request, Request) or not isinstance(request.expect, dict):
        return request
    if request.explain or "assignments" not in request.expect:
        return request
    return msgspec.structs.replace(request, explain=True)


def misspelling(expect: dict[str, Any], do: str) -> CaseError | None:
    """Return the error of the first key that no answer of this kind has."""
    for path, name, known in misspelt(expect, known_keys(do)):
        return CaseError("bad_case.key", path=path, hint=did_you_mean(name, known))
    return None


def compared(expect: Mapping[str, Any], found: dict[str, Any]) -> list[Difference]:
    """Return the differences; an error on one side only is one difference."""
    if "error" in found and "error" not in expect:
        return [Difference("error", ABSENT, found["error"])]
    return differences(expect, found)


def fresh(found: dict[str, Any], keys: tuple[str, ...] | None) -> dict[str, Any]:
    """Return what a new ``expect`` would say: ``keys``, else all that does not echo the request."""
    if "error" in found:
        return {"error": picked(found["error"], ("code", "path"))}
    return picked(found, (key for key in found if key not in ECHO) if keys is None else keys)


def _lost(case: Case) -> Outcome:
    """Return the outcome of a case whose process was killed."""
    error = MjtoolError("process_lost")
    return Outcome(case.file, case.line, case.number, id_of(case), error=error)


def check(cases: Iterable[Case], plan: Plan, jobs: Jobs = 1) -> Iterator[Outcome]:
    """Yield the outcome of each selected case, in order, from ``jobs`` processes."""
    for outcome in spread(cases, Checker, plan, jobs, lost=_lost):
        if outcome is not None:
            yield outcome
