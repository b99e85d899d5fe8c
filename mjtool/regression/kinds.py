"""The kinds of cases, by ``do``: how each is read, answered, and shown as a plain object."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from mjtool import limits
from mjtool.answers import ANSWERS, Answer
from mjtool.errors import RequestError
from mjtool.records.record import fitted
from mjtool.requests import Request, RuleBook, bad_field, read_request, request_of
from mjtool.rules import BUILTINS, RuleSet
from mjtool.rules.toml import tables
from mjtool.wording import of_json

if TYPE_CHECKING:
    from mjtool.game_log import Counts, Finding

Body = bytes | dict[str, Any]


class CaseBook(RuleBook):
    """Rule sets by name, or by a path from the folder of the case file.

    ``folders`` are those that were named to be checked: paths may lead anywhere below them.
    """

    def __init__(self, default: str | None, folders: tuple[str, ...] = ()) -> None:
        super().__init__(default)
        self.folder = Path()
        self._folders = folders

    def get(self, name: str | None) -> RuleSet:
        """Return the rule set; a path is looked up beside the case file, then as it stands."""
        return super().get(None if name is None else self.beside(name, "rules"))

    def beside(self, name: str, field: str) -> str:
        """Return the path of ``name`` from the case file where such a file is, else ``name``.

        RequestError where it leads out of the case file's folder, and out of the current one.
        """
        if name in BUILTINS or "\0" in name:
            return name
        tried = self.tried(name)
        if not tried:
            raise RequestError("bad_request.outside", field=field, name=name)
        return next((path for path in tried if Path(path).is_file()), name)

    def tried(self, name: str) -> tuple[str, ...]:
        """Return the paths where a file of that name is looked for, in order."""
        beside = str(self.folder / name)
        found = [beside] if limits.is_within(Path(beside), self.folder, *self._folders) else []
        if limits.is_within(Path(name), ""):
            found.append(name)
        return tuple(dict.fromkeys(found))


class ReplayCase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A case that replays ``log``: its findings are compared in order."""

    log: str
    rules: str | None = None
    format: str = "auto"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    id: Any = None
    do: str | None = None
    expect: Any = None
    source: Any = None
    note: Any = None


class Replayed(NamedTuple):
    """What a log came to."""

    findings: tuple[Finding, ...]
    counts: Counts


class Kind(NamedTuple):
    """A kind of case. ``fresh`` are the keys that a new expectation would name; None: all.

    ``has_own_rules``: what it asks about names its rules itself, where the case names none.
    """

    read: Callable[[Body], Any]
    answer: Callable[[Any, CaseBook], Any]
    view: Callable[[Any, str], dict[str, Any]]
    fresh: tuple[str, ...] | None = None
    has_own_rules: bool = False


def _read_hand(body: Body) -> Request:
    return read_request(body) if isinstance(body, bytes) else request_of(body)


_replay_case = msgspec.json.Decoder(ReplayCase).decode


def _read_log(body: Body) -> ReplayCase:
    try:
        if isinstance(body, bytes):
            return _replay_case(body)
        return fitted(body, ReplayCase)
    except msgspec.ValidationError as error:
        raise bad_field(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("bad_json", detail=of_json(error)) from None


def _replayed(case: ReplayCase, book: CaseBook) -> Replayed:
    """Return the findings of a log; MjtoolError when it cannot be read."""
    # Cases of hands start faster without it.
    from mjtool.game_log import Counts, Finding, Plan, Unread, replay  # noqa: PLC0415

    plan = Plan(
        format=case.format,
        rules=None if case.rules is None else book.beside(case.rules, "rules"),
        select=case.select,
        ignore=case.ignore,
    )
    counts, findings = Counts(), []
    items: Iterable[Any] = replay([book.beside(case.log, "log")], plan)
    for item in items:
        if isinstance(item, Unread):
            raise item.error
        if isinstance(item, Finding):
            findings.append(item)
        elif isinstance(item, Counts):
            counts.add(item)
    return Replayed(tuple(findings), counts)


def _replay_object(found: Replayed, lang: str) -> dict[str, Any]:
    rows = []
    for finding in found.findings:
        row = finding.to_dict(lang)
        del row["file"], row["message"]
        rows.append(row)
    counts = found.counts
    return {
        "findings": rows,
        "games": counts.games,
        "hands": counts.hands,
        "events": counts.events,
        "wins_not_judged": counts.unjudged,
    }


def _answer_object(answer: Answer, lang: str) -> dict[str, Any]:
    found = answer.to_dict(lang)
    found.pop("id", None)  # that of the case itself
    return found


def _loaded(request: Request, book: CaseBook) -> RuleSet:
    if request.rules is None:
        raise RequestError("bad_request.no_rules")
    return book.get(request.rules)


def _rules_object(rules: RuleSet, lang: str) -> dict[str, Any]:  # as all views
    return {"rules": rules.id, "valid": True, "table": tables(rules)}


KINDS: Final[dict[str, Kind]] = {
    **{do: Kind(_read_hand, ANSWERS[do], _answer_object) for do in ANSWERS},
    "replay": Kind(_read_log, _replayed, _replay_object, ("findings",), has_own_rules=True),
    "rules": Kind(_read_hand, _loaded, _rules_object, ("valid",)),
}
"""Every kind of case, by its ``do``."""

FIELDS: Final = frozenset(Request.__struct_encode_fields__ + ReplayCase.__struct_encode_fields__)
"""Every field that a case of some kind has."""
