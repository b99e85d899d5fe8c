"""Tables of TOML changed in their text, also where headers and dotted keys spread them over it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from mjtool.regression.editor import Editor
from mjtool.regression.layout import Entry, Section, toml_sections
from mjtool.regression.rows import paired
from mjtool.regression.writing import Style, identical, key, member

Path = tuple[str, ...]


class Statement(NamedTuple):
    """``key = value`` of a section, with the whole path of its value."""

    section: Section
    entry: Entry
    path: Path


class TomlEditor(Editor):
    """Collects changes of a TOML text: of its list ``name`` of tables, however it is written."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text, Style(is_toml=True))
        self.name = name
        self.top, *sections = toml_sections(text)
        self.rows = self._rows(sections, (name,))

    def change_row(self, number: int, old: dict[str, Any], new: dict[str, Any]) -> None:
        """Make row ``number`` of the list, which is ``old``, say ``new``."""
        if self.rows:
            self._change_spread(self.rows[number], (self.name,), old, new)
            return
        (entry,) = (each for each in self.top.statements if each.key == (self.name,))
        self.change(entry.value.entries[number].value, old, new)

    @staticmethod
    def _rows(sections: Sequence[Section], path: Path) -> list[list[Section]]:
        """Return the sections of each ``[[path]]``: its own and those of what is inside it."""
        out: list[list[Section]] = []
        for section in sections:
            if section.is_row and section.path == path:
                out.append([section])
            elif out and section.path[: len(path)] == path:
                out[-1].append(section)
        return out

    @staticmethod
    def _statements(scope: Sequence[Section], path: Path) -> list[Statement]:
        """Return what is said in ``scope`` of the table at ``path`` and of what is inside it."""
        return [
            Statement(section, entry, section.path + entry.key)
            for section in scope
            for entry in section.statements
            if len(section.path + entry.key) > len(path)
            and (section.path + entry.key)[: len(path)] == path
        ]

    def _change_spread(
        self, scope: Sequence[Section], path: Path, old: dict[str, Any], new: dict[str, Any]
    ) -> None:
        """Change a table that ``scope`` writes as sections and dotted keys."""
        added: list[str] = []
        for name, value in old.items():
            if name not in new:
                self._remove(scope, (*path, name))
            elif not identical(value, new[name]) and not self._change_member(
                scope, (*path, name), value, new[name]
            ):
                self._remove(scope, (*path, name))
                added.append(name)
        added = [name for name in new if name not in old or name in added]
        kept = [name for name in old if name in new and name not in added]
        if added:
            self._add(scope, path, new, added, kept)

    def _change_member(self, scope: Sequence[Section], path: Path, old: Any, new: Any) -> bool:
        """Change what stands at ``path``; return whether it can be said in the same way."""
        rows = self._rows(scope[1:], path)
        if rows:
            return self._change_rows(rows, path, old, new)
        said = self._statements(scope, path[:-1])
        whole = [each for each in said if each.path == path]
        if whole:
            self.change(whole[0].entry.value, old, new)
            return True
        if not isinstance(new, dict) or not new:
            return False
        self._change_spread(scope, path, old, new)
        return True

    def _change_rows(self, rows: list[list[Section]], path: Path, old: list[Any], new: Any) -> bool:
        """Change a list that is written as ``[[path]]``, a section a row."""
        if not isinstance(new, list) or not new or not all(isinstance(row, dict) for row in new):
            return False
        kept: list[Section] | None = None
        for at, to in paired(old, new):
            if to is None and at is not None:
                for section in rows[at]:
                    self._remove_section(section)
            elif at is None and to is not None:
                self._add_row(rows, kept, new[to])
            elif at is not None and to is not None:
                kept = rows[at]
                self._change_spread(kept, path, old[at], new[to])
        return True

    def _add_row(
        self, rows: list[list[Section]], behind: list[Section] | None, new: dict[str, Any]
    ) -> None:
        first = rows[0][0]
        indent = self.indent(first.start)
        header = self.text[first.start : first.head_end]
        lines = [header, *(member(name, value, self.style) for name, value in new.items())]
        text = "".join(f"{indent}{line}{self.newline}" for line in lines)
        if behind is None:
            at = self.line_start(first.start)
            self.put(at, at, text + self.newline)
        else:
            self._put_lines(self._end(behind[-1]), self.newline + text)

    def _put_lines(self, at: int, lines: str) -> None:
        """Put whole lines in at the beginning of a line, or behind a last line without an end."""
        if at and self.text[at - 1] != "\n":
            lines = self.newline + lines.removesuffix(self.newline)
        self.put(at, at, lines)

    def _remove(self, scope: Sequence[Section], path: Path) -> None:
        """Take out all that is said of ``path``, line by line."""
        for section in scope:
            if section.path[: len(path)] == path:
                self._remove_section(section)
                continue
            for entry in section.statements:
                if (section.path + entry.key)[: len(path)] == path:
                    self.put(self.line_start(entry.start), self.line_after(entry.end), "")

    def _remove_section(self, section: Section) -> None:
        """Take out a section with what is below its header; of blank lines around it one stays."""
        start, end = self.line_start(section.start), self._end(section)
        if start == 0 or not self.text[self.line_start(start - 1) : start].strip():
            while end < len(self.text) and not self.text[end : self.line_after(end)].strip():
                end = self.line_after(end)
        self.put(start, end, "")

    def _end(self, section: Section) -> int:
        """Return where the line behind the last statement of a section begins."""
        last = section.statements[-1].end if section.statements else section.head_end
        return self.line_after(last)

    def _add(
        self,
        scope: Sequence[Section],
        path: Path,
        new: dict[str, Any],
        added: list[str],
        kept: list[str],
    ) -> None:
        """Say more of the table at ``path``: where it is said already, in the order of ``new``."""
        said = [
            each for each in self._statements(scope, path) if len(each.section.path) <= len(path)
        ]
        own = next((each for each in scope if each.path == path), None)
        if own is not None:
            said = [each for each in said if each.section is own]
        home = own or (said[0].section if said else None)
        if home is None:
            self._add_header(scope, path, new, added)
            return
        said = [each for each in said if each.section is home]
        lead = "".join(f"{key(part, self.style)}." for part in path[len(home.path) :])
        texts: dict[int, list[str]] = {}
        for name in added:
            at = self._place(said, home, path, [*new][: [*new].index(name)], kept)
            texts.setdefault(at, []).append(self._line(said, home, lead, name, new[name]))
        for at, lines in texts.items():
            self._put_lines(at, "".join(lines))

    def _place(
        self, said: list[Statement], home: Section, path: Path, before: list[str], kept: list[str]
    ) -> int:
        """Return the beginning of the line where a member that has ``before`` it belongs."""
        named = [(each.path[len(path)], each.entry) for each in said]
        for name in reversed(before):
            ends = [entry.end for each, entry in named if each == name and name in kept]
            if ends:
                return self.line_after(max(ends))
        starts = [entry.start for each, entry in named if each in kept]
        if starts and len(path) > 1:  # the first of a map; a case begins as it does
            return self.line_start(min(starts))
        return self.line_after(named[-1][1].end) if named else self.line_after(home.head_end)

    def _line(self, said: list[Statement], home: Section, lead: str, name: str, value: Any) -> str:
        """Return a statement as a line, in the style of those beside it."""
        style, start = self.style, home.start
        if said:
            entry = said[-1].entry
            start = entry.start
            if self.text[entry.key_end : entry.value.start] == "=":
                style = style._replace(sign="=")
        return f"{self.indent(start)}{lead}{member(name, value, style)}{self.newline}"

    def _add_header(
        self, scope: Sequence[Section], path: Path, new: dict[str, Any], added: list[str]
    ) -> None:
        """Say more of a table, of which only those inside it have told, under its own header."""
        first = next(each for each in scope if each.path[: len(path)] == path)
        header = f"[{'.'.join(key(part, self.style) for part in path)}]"
        lines = chain([header], (member(name, new[name], self.style) for name in added))
        indent = self.indent(first.start)
        at = self.line_start(first.start)
        self.put(at, at, "".join(f"{indent}{line}{self.newline}" for line in lines))
