"""Differences of rule sets as a JSON object, as text, and as Markdown for pull requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields

from mjtool.census.changes import KeyChange
from mjtool.census.diff import Example, RulesDiff
from mjtool.census.worth import ROUND, SEAT
from mjtool.messages import text as message
from mjtool.regression.compare import ABSENT
from mjtool.render import markdown
from mjtool.render.columns import table
from mjtool.render.look import PLAIN, Look
from mjtool.render.phrases import worth
from mjtool.render.sides import beside
from mjtool.rules.model import BonusRule, PatternRule
from mjtool.scoring import Score


def diff_lines(found: RulesDiff, examples: int, lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield the changed keys with their sources, the numbers, and the causes with examples."""
    return look.fit(_diff_lines(found, examples, lang, look))


def _diff_lines(found: RulesDiff, examples: int, lang: str, look: Look) -> Iterator[str]:
    yield f"{found.a.name} -> {found.b.name}"
    if not found.keys:
        yield message("label.diff_same", lang)
    else:
        yield message("label.diff_keys", lang)
        yield from _key_lines(found, look)
    yield _hands_line(found, lang)
    yield from (f"  {line}" for line in _held_lines(found, lang))
    if found.unmeasured:
        keys = message("list.comma", lang).join(found.unmeasured)
        yield message("label.diff_unmeasured", lang, keys=keys)
    if not found.causes:
        return
    yield message("label.diff_causes", lang)
    wanted = {id(each) for each in found.chosen(examples)}
    first: Example | None = None
    for cause in found.causes:
        keys = " + ".join(cause.keys)
        yield "  " + message(
            "label.diff_cause", lang, keys=keys, hands=f"{cause.hands:,}", ways=f"{cause.ways:,}"
        )
        for each in cause.examples:
            if id(each) in wanted:
                first = first or each
                hand = look.hand(f"{each.hand} ({each.win})", lang)
                change = _change(each, lang)
                yield "    " + message("word.named", lang, name=hand, detail=change)
    # A file at a git revision is not there for another command.
    here = [side.name for side in (found.a, found.b) if side.rules.id == side.name]
    if first is not None and here:
        yield message("label.diff_try", lang)
        yield from look.command(
            f"mjtool score {first.hand} --win {first.win} --self-drawn --seat {SEAT} "
            f"--round {ROUND} --explain --rules {here[0]}"
        )


def _hands_line(found: RulesDiff, lang: str) -> str:
    return message(
        "label.diff_hands",
        lang,
        changed=f"{found.changed:,}",
        hands=f"{found.hands:,}",
        ways=f"{found.ways_changed:,}",
    )


def _held_lines(found: RulesDiff, lang: str) -> Iterator[str]:
    """Yield the numbers by wild tiles held; an estimate says so."""
    for each in found.held:
        key = "label.diff_held" if each.sample is None else "label.diff_held_sample"
        yield message(
            key,
            lang,
            wilds=each.wilds,
            hands=f"{each.hands:,}",
            changed=f"{each.changed:,}",
            ways=f"{each.ways_changed:,}",
            sample=f"{each.sample or 0:,}",
            error=f"{each.error or 0:,}",
        )


def markdown_lines(found: RulesDiff, examples: int, lang: str) -> Iterator[str]:
    """Yield the comparison as a pull request shows it: what changes, why, and the keys.

    A comment has room for so much; rows beyond it are counted.
    """
    yield from (f"**{markdown.code(found.a.name)} → {markdown.code(found.b.name)}**", "")
    if not found.keys:
        yield from (message("label.diff_same", lang), "")
    yield from (_hands_line(found, lang), "")
    if found.held:
        yield from (*(f"- {line}" for line in _held_lines(found, lang)), "")
    room = _Room()
    if found.causes:
        wanted = {id(each) for each in found.chosen(examples)}
        columns = ("why", "hands", "ways", "example")
        yield from room.table(_headed(columns, lang), _cause_rows(found, wanted, lang))
    if found.keys:
        head = [message("label.case_key", lang), "a", "b", *_headed(("source",), lang)]
        yield from room.table(head, _key_cells(found))
    if found.unmeasured:
        shown = [markdown.code(key) for key in found.unmeasured[:_KEYS_SHOWN]]
        shown += ["..."] * (len(found.unmeasured) > _KEYS_SHOWN)
        keys = message("list.comma", lang).join(shown)
        yield from (message("label.diff_unmeasured", lang, keys=keys), "")
    if room.unshown:
        yield message("label.diff_unshown", lang, number=room.unshown)


_KEYS_SHOWN: Final = 100
"""Keys that a line of Markdown names at most."""


def _headed(names: Iterable[str], lang: str) -> list[str]:
    return [message(f"label.diff_{name}_column", lang) for name in names]


class _Room:
    """What is left of the room for a report, and how many rows found none."""

    def __init__(self) -> None:
        self._left = markdown.ROOM * 3 // 4  # the rest is for the lines between
        self.unshown = 0

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
        """Yield a table with as many of the rows as there is room for."""
        shown: list[Sequence[str]] = []
        for row in rows:
            self._left -= sum(len(cell) + 4 for cell in row)
            if self._left < 0:
                self.unshown += 1
            else:
                shown.append(row)
        if shown:
            yield from (*markdown.table(head, shown), "")


def _cause_rows(found: RulesDiff, wanted: set[int], lang: str) -> Iterator[Sequence[str]]:
    for cause in found.causes:
        told = [
            f"{markdown.code(f'{each.hand} ({each.win})')} {markdown.code(_change(each, lang))}"
            for each in cause.examples
            if id(each) in wanted
        ]
        keys = " + ".join(map(markdown.code, cause.keys))
        yield keys, f"{cause.hands:,}", f"{cause.ways:,}", "<br>".join(told)


def _key_cells(found: RulesDiff) -> Iterator[Sequence[str]]:
    for change in told_keys(found):
        sides = beside(*(ABSENT if value is None else value for value in change[1:]))
        notes = dict.fromkeys(side.notes.get(change.key, "") for side in (found.a, found.b))
        told = "<br>".join(markdown.code(note) for note in notes if note)
        yield (*map(markdown.code, (change.key, *sides)), told)


def _change(each: Example, lang: str) -> str:
    return f"{_told(each.a, lang)} -> {_told(each.b, lang)}"


def _key_lines(found: RulesDiff, look: Look) -> Iterator[str]:
    rows = [
        (change.key, *beside(*(ABSENT if value is None else value for value in change[1:])))
        for change in told_keys(found)
    ]
    told = []
    for key, one, two in rows:
        notes = [
            f"{side}: {note}"
            for side, note in (("a", found.a.notes.get(key)), ("b", found.b.notes.get(key)))
            if note
        ]
        beside_it = f"  [{'; '.join(notes)}]" if notes else ""
        told.append((key, f"{one} -> {two}{beside_it}"))
    for lines in table(told, look.columns, indent=2, under=0):
        yield from lines


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
        field.encode_name: list(field.default) if field.default == () else field.default
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
