"""Rule sets as text for people and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET

from mjtool.messages import name_of
from mjtool.messages import text as message
from mjtool.records.record import Problem, encode
from mjtool.records.rules import ListedRecord, ResolvedRecord, ValidatedRecord
from mjtool.render import github
from mjtool.rules.model import RuleSet
from mjtool.rules.sources import notes
from mjtool.rules.toml import flat, tables

if TYPE_CHECKING:
    from mjtool.rules.review import Remark, Review


def listed(rules: RuleSet) -> ListedRecord:
    """Return one row of ``rules list``."""
    return ListedRecord(
        rules=rules.id,
        name=rules.name,
        name_en=rules.name_en,
        scoring=rules.scoring,
        cap=rules.cap,
        pattern_count=len(rules.counted),
    )


def listed_line(rules: RuleSet, lang: str, width: int) -> str:
    """Return one line of ``rules list``: the id, filled to ``width``, and the name."""
    name = name_of(rules.name, rules.name_en, lang)
    return f"{rules.id:{width}}  {name}"


def resolved(rules: RuleSet) -> ResolvedRecord:
    """Return the resolved table, and the source of each value by key path."""
    table, told = tables(rules), notes(rules.id)
    sources = {key: told[key] for key, _ in flat(table) if told.get(key)}
    return ResolvedRecord(rules=rules.id, table=table, sources=sources)


def validated(found: Iterable[Review], view: str, lang: str) -> Iterator[str]:
    """Yield a line a rule file: an object in JSON, in text only of those that can be used."""
    for each in found:
        if view == "json":
            yield encode(_validated(each, lang)).decode()
        elif each.rules is not None:
            patterns = len(each.rules.counted)
            yield message("label.rules_valid", lang, file=each.rules.id, patterns=patterns)


def warning_annotations(found: Iterable[Review], lang: str) -> Iterator[str]:
    """Yield an annotation of GitHub for each warning."""
    for each in found:
        for warning in each.warnings:
            told = warning.error.message(lang)
            yield github.annotation(warning.file, warning.line, each.name, told, "warning")


def _validated(found: Review, lang: str) -> ValidatedRecord:
    """Return the record of one file; ``error`` is the first fault, as in every refusal."""
    out = ValidatedRecord(rules=found.name, valid=found.rules is not None)
    if found.rules is not None:
        out.pattern_count = len(found.rules.counted)
    else:
        out.faults = [_problem(each, lang) for each in found.faults]
        out.error = out.faults[0]
    if found.warnings:
        out.warnings = [_problem(each, lang) for each in found.warnings]
    return out


def _problem(found: Remark, lang: str) -> Problem:
    return Problem(**found.error.to_dict(lang), line=found.line or UNSET)
