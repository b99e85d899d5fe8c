"""Values changed in their text: what stays the same keeps its bytes, comments keep their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from mjtool.regression.layout import Entry, Value
from mjtool.regression.rows import Pair, matched, paired
from mjtool.regression.writing import Style, identical, member, style_of, written

_LINE_REST: Final = re.compile(r"[ \t]*,?[ \t]*(?:\#[^\n]*?)?(\r?\n|\Z)")
_COMMA_BEHIND: Final = re.compile(r"(?:[ \t\r\n]|\#[^\n]*)*(,)")


class Editor:
    """Collects changes of a text of JSON or TOML."""

    def __init__(self, text: str, style: Style) -> None:
        self.text = text
        self.style = style
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self._changes: list[tuple[int, int, str]] = []

    def put(self, start: int, end: int, new: str) -> None:
        """Put ``new`` in the place of the text from ``start`` to ``end``."""
        self._changes.append((start, end, new))

    def result(self) -> str:
        """Return the text with its changes; ValueError where two of them overlap."""
        parts: list[str] = []
        at = 0
        for start, end, new in sorted(self._changes, key=lambda change: change[:2]):
            if start < at:
                raise ValueError("changes overlap")
            parts += self.text[at:start], new
            at = end
        return "".join(parts) + self.text[at:]

    def change(self, place: Value, old: Any, new: Any) -> None:
        """Make the value at ``place``, which is ``old``, say ``new``."""
        if identical(old, new):
            return
        opening = self.text[place.start]
        style = style_of(self.text, place, self.style)
        is_dotted = any(len(entry.key) > 1 for entry in place.entries)
        if opening == "{" and isinstance(new, dict) and new and not is_dotted:
            self._change_table(place, old, new, style)
        elif opening == "[" and isinstance(new, list) and new:
            self._sequence(
                place,
                list(paired(old, new)),
                lambda at, to: self.change(place.entries[at].value, old[at], new[to]),
                lambda to: written(new[to], style),
                is_strict=not style.is_toml,
            )
        else:
            before = self.text[place.start : place.end]
            self.put(place.start, place.end, written(new, style, before))

    def _change_table(
        self, place: Value, old: dict[str, Any], new: dict[str, Any], style: Style
    ) -> None:
        entries = place.entries
        last = {entry.key: at for at, entry in enumerate(entries)}  # JSON may say a key twice
        counted = sorted(last.values())
        said = [entries[at].key[0] for at in counted]
        names = list(new)
        if [name for name in said if name in new] != [name for name in new if name in old]:
            names.sort(key=lambda name: said.index(name) if name in old else len(said))
        pairs = matched(said, names)

        def change(at: int, to: int) -> None:
            (name,) = entries[at].key
            if name == names[to]:
                self.change(entries[at].value, old[name], new[name])
            else:
                told = member(names[to], new[names[to]], style)
                self.put(entries[at].start, entries[at].end, told)

        self._sequence(
            place,
            [(None if at is None else counted[at], to) for at, to in pairs],
            change,
            lambda to: member(names[to], new[names[to]], style),
            is_strict=True,  # an inline table has no comma at its end
        )

    def _sequence(
        self,
        place: Value,
        pairs: Iterable[Pair],
        change: Callable[[int, int], None],
        told: Callable[[int], str],
        is_strict: bool,
    ) -> None:
        """Change the rows of a list or the members of a table as ``pairs`` say."""
        entries = place.entries
        comma = style_of(self.text, place, self.style).comma
        front: list[str] = []
        behind: dict[int, list[str]] = {}
        gone: set[int] = set()
        kept: int | None = None
        for at, to in pairs:
            if at is None and to is not None:
                (front if kept is None else behind.setdefault(kept, [])).append(told(to))
            elif at is not None and to is None:
                gone.add(at)
            elif at is not None and to is not None:
                change(at, to)
                kept = at
        if not entries:
            self._fill(place, front, comma)
        elif front:
            first = next(entry for at, entry in enumerate(entries) if at not in gone)
            self._put_before(first, front, comma)
        for at, texts in behind.items():
            self._put_behind(entries[at], texts, comma)
        self._cut(entries, gone, is_strict)

    def _fill(self, place: Value, texts: list[str], comma: str) -> None:
        """Put the first entries in; a comment that stands alone inside stays."""
        inside = self.text[place.start + 1 : place.end - 1]
        if inside.strip():
            lead = f"{self.indent(place.end - 1)}  "
            at = self.line_start(place.end - 1)
            self.put(at, at, "".join(f"{lead}{text},{self.newline}" for text in texts))
        else:
            self.put(place.start + 1, place.end - 1, comma.join(texts))

    def _put_before(self, entry: Entry, texts: list[str], comma: str) -> None:
        if self.has_own_line(entry):
            comma = f",{self.newline}{self.indent(entry.start)}"
        self.put(entry.start, entry.start, "".join(text + comma for text in texts))

    def _put_behind(self, entry: Entry, texts: list[str], comma: str) -> None:
        if not self.has_own_line(entry):
            self.put(entry.end, entry.end, "".join(comma + text for text in texts))
            return
        lead = self.newline + self.indent(entry.start)
        found = _COMMA_BEHIND.match(self.text, entry.end)
        if found:
            lines = "".join(f"{lead}{text}," for text in texts)
        else:
            self.put(entry.end, entry.end, ",")
            lines = lead + f",{lead}".join(texts)
        end = self.line_end(entry.end)
        self.put(end, end, lines)

    def _cut(self, entries: tuple[Entry, ...], gone: set[int], is_strict: bool) -> None:
        """Take entries out with the comma behind them, those at the end with that before them."""
        tail = len(entries)
        while tail - 1 in gone:
            tail -= 1
        for at in gone:
            entry = entries[at]
            if self.has_own_line(entry):
                self.put(self.line_start(entry.start), self.line_after(entry.end), "")
            elif at < tail:
                following = entries[at + 1].start
                if "\n" in self.text[entry.end : following]:
                    found = _COMMA_BEHIND.match(self.text, entry.end)
                    following = found.end() if found else entry.end
                self.put(entry.start, following, "")
            else:
                before = entries[at - 1].end if at else entry.start
                if "\n" in self.text[before : entry.start]:
                    before = entry.start
                self.put(before, entry.end, "")
        if 0 < tail < len(entries):
            self._cut_comma(entries, tail, is_strict)

    def _cut_comma(self, entries: tuple[Entry, ...], tail: int, is_strict: bool) -> None:
        """Take out the comma behind the last entry that stays, where it stands on another line."""
        end = entries[tail - 1].end
        found = _COMMA_BEHIND.match(self.text, end)
        on_line = "\n" not in self.text[end : entries[tail].start]
        keeps_comma = not is_strict and _COMMA_BEHIND.match(self.text, entries[-1].end)
        if found and not on_line and not keeps_comma:
            self.put(found.start(1), found.end(1), "")

    def has_own_line(self, entry: Entry) -> bool:
        """Return whether ``entry`` has its lines alone, but for a comma and a comment."""
        head = self.text[self.line_start(entry.start) : entry.start]
        return not head.strip(" \t") and _LINE_REST.match(self.text, entry.end) is not None

    def indent(self, at: int) -> str:
        """Return what a line begins with before ``at``, where that is blank."""
        head = self.text[self.line_start(at) : at]
        return "" if head.strip(" \t") else head

    def line_start(self, at: int) -> int:
        """Return where the line of ``at`` begins."""
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Return where the line of ``at`` ends, before its line break."""
        return at + len(self.text[at : self.line_after(at)].rstrip("\r\n"))

    def line_after(self, at: int) -> int:
        """Return where the line behind that of ``at`` begins."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1
