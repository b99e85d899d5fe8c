"""Cases answered and compared, one at a time or spread over processes; order is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from mjtool.answers import ANSWERS
from mjtool.errors import CaseError, MjtoolError, RuleError
from mjtool.messages import add
from mjtool.regression.cases import Case
from mjtool.regression.compare import ABSENT, Difference, adopted, differences
from mjtool.regression.outcome import Outcome
from mjtool.requests import Request, RuleBook, read_request, request_of
from mjtool.rules import BUILTINS, RuleSet
from mjtool.spread import spread

add(
    {
        "bad_case.do": (
            "the case does not say what to do ('do': {known})",
            "用例没有写明要做什么（do：{known}）",
        ),
        "bad_case.unknown_do": (
            "unknown 'do': {found!r} (known: {known})",
            "不认识的 do：{found!r}（可用：{known}）",
        ),
        "bad_case.expect": ("the case expects nothing", "用例没有写期望（expect）"),
        "bad_case.json": ("not valid JSON: {detail}", "不是有效的 JSON：{detail}"),
        "bad_case.shape": ("a case is a JSON object", "用例应为 JSON 对象"),
    }
)

View = Callable[[Any, str], dict[str, Any]]
Text = Callable[[Any, str, bool], str]


class Views(NamedTuple):
    """How answers are shown, by command: as objects, which are compared, and as text."""

    objects: Mapping[str, View]
    texts: Mapping[str, Text]


class Plan(NamedTuple):
    """What to do with every case; it travels to each process."""

    views: Views
    rules: str | None = None
    select: tuple[str, ...] = ()
    lang: str = "en"


class CaseBook(RuleBook):
    """Rule sets by name, or by a path from the folder of the case file."""

    def __init__(self, default: str | None) -> None:
        super().__init__(default)
        self.folder = Path()

    def get(self, name: str | None) -> RuleSet:
        """Return the rule set; a path is looked up beside the case file, then as it stands."""
        return super().get(name if name is None else beside(self.folder, name))


def beside(folder: Path, name: str) -> str:
    """Return the path of ``name`` from ``folder`` where such a file is there, else ``name``."""
    if name in BUILTINS or "\0" in name:
        return name
    path = folder / name
    return str(path) if path.is_file() else name


class _Head(msgspec.Struct):
    do: Any = None
    id: Any = None


class _Expect(msgspec.Struct):
    expect: Any = None


_head = msgspec.json.Decoder(_Head).decode
_expect = msgspec.json.Decoder(_Expect).decode


def _head_of(fields: Mapping[str, Any]) -> _Head:
    return _Head(fields.get("do"), fields.get("id"))


ECHO = frozenset({"hand", "rules", "win", "self_drawn", "seat", "round", "events", "reading"})
"""Keys of an answer that only repeat the request, or tell how rather than what."""


class Checker:
    """Answers one case at a time; keeps the rule sets it has met."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.book = CaseBook(plan.rules)

    def __call__(self, case: Case) -> Outcome | None:
        """Return what became of ``case``, None when it was not selected; never raises."""
        unnamed, do = f"line {case.line}", None
        fault: MjtoolError | None = None
        try:
            head = _head(case.body) if isinstance(case.body, bytes) else _head_of(case.body)
            do, name = head.do, unnamed if head.id is None else str(head.id)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            fault, name = _unreadable(error), unnamed
        if self.plan.select and not any(fnmatchcase(name, glob) for glob in self.plan.select):
            return None
        if fault is None and (not isinstance(do, str) or do not in self.plan.views.objects):
            known = ", ".join(self.plan.views.objects)
            key = "bad_case.do" if do is None else "bad_case.unknown_do"
            fault = CaseError(key, found=do, known=known)
        if fault is not None:
            return Outcome(case.file, case.line, name, error=fault)
        assert isinstance(do, str)
        self.book.folder = Path(case.file).parent
        return self._answered(case, name, do)

    def _answered(self, case: Case, name: str, do: str) -> Outcome:
        request: Request | None = None
        refused: MjtoolError | None = None
        found: dict[str, Any]
        try:
            if isinstance(case.body, bytes):
                request = read_request(case.body)
            else:
                request = request_of(case.body)
            found = self.plan.views.objects[do](ANSWERS[do](request, self.book), self.plan.lang)
        except MjtoolError as error:
            refused = error
            found = {"error": error_object(error, self.plan.lang)}
        if request is not None:
            expect, asked, rules = request.expect, request.hand, request.rules
        else:
            body = case.body
            expect = _expect(body).expect if isinstance(body, bytes) else body.get("expect")
            asked = rules = None
        outcome = Outcome(case.file, case.line, name, do, rules or self.book.default, asked)
        if not isinstance(expect, Mapping) or not expect:
            return outcome._replace(error=CaseError("bad_case.expect"), adopted=fresh(found))
        differing = compared(expect, found)
        if not differing:
            return outcome
        return outcome._replace(
            differences=tuple(differing),
            explanation=refused.message(self.plan.lang) if refused else self._told(request, do),
            adopted=adopted(expect, found, tuple(fresh(found))),
        )

    def _told(self, request: Request | None, do: str) -> str:
        """Return the answer as a person reads it, a score with its explanation."""
        view = self.plan.views.texts.get(do)
        if view is None or request is None:
            return ""
        told = msgspec.structs.replace(request, explain=True)
        return view(ANSWERS[do](told, self.book), self.plan.lang, False)


def compared(expect: Mapping[str, Any], found: dict[str, Any]) -> list[Difference]:
    """Return the differences; an error on one side only is one difference."""
    if "error" in found and "error" not in expect:
        return [Difference("error", ABSENT, found["error"])]
    return differences(expect, found)


def fresh(found: dict[str, Any]) -> dict[str, Any]:
    """Return what a new ``expect`` would say: everything found that does not echo the request."""
    if "error" in found:
        return {"error": {"code": found["error"]["code"]}}
    return adopted(None, found, [key for key in found if key not in ECHO])  # type: ignore[no-any-return]


def error_object(error: MjtoolError, lang: str) -> dict[str, Any]:
    """Return an error as cases see it: code, message and place."""
    out: dict[str, Any] = dict(error.as_json(lang))
    if isinstance(error, RuleError):
        out |= {"file": error.source, "path": error.path}
    return out


def _unreadable(error: Exception) -> MjtoolError:
    if isinstance(error, msgspec.ValidationError):
        return CaseError("bad_case.shape")
    return CaseError("bad_case.json", detail=str(error))


def check(cases: Iterable[Case], plan: Plan, jobs: int = 1) -> Iterator[Outcome]:
    """Yield the outcome of each selected case, in order, from ``jobs`` processes."""
    for outcome in spread(cases, Checker, plan, jobs):
        if outcome is not None:
            yield outcome
