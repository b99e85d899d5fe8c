"""Differences of rule sets as a JSON object and as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields

from mjtool.census.diff import ROUND, SEAT, Example, KeyChange, RulesDiff
from mjtool.messages import text as message
from mjtool.regression.compare import ABSENT
from mjtool.render.columns import pad, width
from mjtool.render.phrases import worth
from mjtool.render.sides import beside
from mjtool.rules.model import BonusRule, PatternRule
from mjtool.scoring import Score


def diff_object(found: RulesDiff, examples: int) -> dict[str, Any]:
    """Return the object of one comparison."""
    sides = (("a", found.a), ("b", found.b))
    sources = {
        change.key: {
            side: told.notes[change.key] for side, told in sides if told.notes.get(change.key)
        }
        for change in found.keys
    }
    return {
        "a": found.a.name,
        "b": found.b.name,
        "keys": [change._asdict() for change in found.keys],
        "hands": found.hands,
        "changed": found.changed,
        "ways_changed": found.ways_changed,
        "examples": [_example(each) for each in chosen(found, examples)],
        "causes": [
            {"keys": cause.keys, "changed": cause.hands, "ways_changed": cause.ways}
            for cause in found.causes
        ],
        "sources": {key: told for key, told in sources.items() if told},
    }


def chosen(found: RulesDiff, number: int) -> list[Example]:
    """Return ``number`` examples: one of each cause, the most frequent first, then further ones."""
    turns = zip_longest(*(cause.examples for cause in found.causes))
    return list(islice((each for each in chain.from_iterable(turns) if each), number))


def _example(each: Example) -> dict[str, Any]:
    return {
        "hand": str(each.hand),
        "win": str(each.win),
        "a": _score(each.a),
        "b": _score(each.b),
    }


def _score(found: Score) -> dict[str, Any]:
    out: dict[str, Any] = {"won": found.won}
    if found.fan is not None:
        out["fan"] = found.fan
    if found.multiplier is not None:
        out["multiplier"] = found.multiplier
    if found.won:
        out |= {"points": found.points, "patterns": found.pattern_ids}
    return out


def diff_lines(found: RulesDiff, examples: int, lang: str) -> Iterator[str]:
    """Yield the changed keys with their sources, the numbers, and the causes with examples."""
    yield f"{found.a.name} -> {found.b.name}"
    if not found.keys:
        yield message("label.diff_same", lang)
    else:
        yield message("label.diff_keys", lang)
        yield from _key_lines(found)
    yield message(
        "label.diff_hands",
        lang,
        changed=f"{found.changed:,}",
        hands=f"{found.hands:,}",
        ways=f"{found.ways_changed:,}",
    )
    if not found.causes:
        return
    yield message("label.diff_causes", lang)
    wanted = {id(each) for each in chosen(found, examples)}
    first: Example | None = None
    for cause in found.causes:
        keys = " + ".join(cause.keys)
        yield "  " + message(
            "label.diff_cause", lang, keys=keys, hands=f"{cause.hands:,}", ways=f"{cause.ways:,}"
        )
        for each in cause.examples:
            if id(each) in wanted:
                first = first or each
                change = f"{_told(each.a, lang)} -> {_told(each.b, lang)}"
                hand = f"{each.hand} ({each.win})"
                yield "    " + message("word.named", lang, name=hand, detail=change)
    # A file at a git revision is not there for another command.
    here = [side.name for side in (found.a, found.b) if side.rules.id == side.name]
    if first is not None and here:
        yield message("label.diff_try", lang)
        yield (
            f"  mjtool score {first.hand} --win {first.win} --self-drawn --seat {SEAT} "
            f"--round {ROUND} --explain --rules {here[0]}"
        )


def _key_lines(found: RulesDiff) -> Iterator[str]:
    rows = [
        (change.key, *beside(*(ABSENT if value is None else value for value in change[1:])))
        for change in told_keys(found)
    ]
    column = max(width(row[0]) for row in rows)
    for key, one, two in rows:
        told = [
            f"{side}: {note}"
            for side, note in (("a", found.a.notes.get(key)), ("b", found.b.notes.get(key)))
            if note
        ]
        notes = f"  [{'; '.join(told)}]" if told else ""
        yield f"  {pad(key, column)}  {one} -> {two}{notes}"


def told_keys(found: RulesDiff) -> Iterator[KeyChange]:
    """Yield the changed keys worth telling: of a pattern or bonus on one side no defaults."""
    for change in found.keys:
        table, _, rest = change.key.partition(".")
        name, _, key = rest.rpartition(".")
        if table in _KINDS and name:
            sides = [getattr(side.rules, table) for side in (found.a, found.b)]
            default = _KINDS[table].get(key)
            added = any(name not in side for side in sides)
            if added and default is not None and default in change[1:]:
                continue
        yield change


def _defaults(kind: type[Struct]) -> dict[str, Any]:
    """Return the defaults of a pattern or bonus, but for its worth, which is always told."""
    return {
        field.name: list(field.default) if field.default == () else field.default
        for field in fields(kind)
        if not field.required and field.name != "fan"
    }


_KINDS: Final = {"patterns": _defaults(PatternRule), "bonuses": _defaults(BonusRule)}


def _told(found: Score, lang: str) -> str:
    if not found.won:
        return message("label.diff_no_win", lang)
    names = message("list.words", lang).join(
        found.rules.label(key, lang) for key in found.pattern_ids
    )
    return worth(found, lang) + message("label.in_brackets", lang, told=names)
