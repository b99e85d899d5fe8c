"""Where the values of valid JSON and TOML stand in their text, so that one can be replaced."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Final, NamedTuple


class Value(NamedTuple):
    """A value from ``start`` to ``end``; the entries of a list or an inline table, in order."""

    start: int
    end: int
    entries: tuple[Entry, ...] = ()


class Entry(NamedTuple):
    """A row of a list, or a key with its value: ``key = value``, perhaps ``dotted.key = value``."""

    start: int
    key: tuple[str, ...]
    key_end: int
    value: Value

    @property
    def end(self) -> int:
        """Where the entry ends: with its value."""
        return self.value.end


class Section(NamedTuple):
    """A ``[header]`` of TOML, or ``[[header]]``, with the statements below it; the top has none."""

    start: int
    path: tuple[str, ...]
    is_row: bool
    head_end: int
    statements: tuple[Entry, ...]


_BASIC: Final = r'"(?:\\.|[^"\\\n])*"'
_LITERAL: Final = r"'[^'\n]*'"
_LONG: Final = r"""'{3}.*?'{3,5}|"{3}(?:\\.|[^\\])*?"{3,5}"""
_STRING: Final = re.compile(f"{_LONG}|{_BASIC}|{_LITERAL}", re.DOTALL)
_KEY: Final = re.compile(f"{_BASIC}|{_LITERAL}|[A-Za-z0-9_-]+")
_PLAIN: Final = re.compile(r"[^,\]}\#\r\n]*[^,\]}\#\s]")
_BLANK: Final = re.compile(r"[ \t]*")
_SPACE: Final = re.compile(r"(?:[ \t\r\n]|\#[^\n]*)*")


def json_value(text: str, at: int = 0) -> Value:
    """Return where the JSON value at ``at`` stands.

    >>> text = '{"fan": [1, 20]}'
    >>> [text[row.start:row.end] for row in json_value(text).entries[0].value.entries]
    ['1', '20']
    """
    return _Reader(text, json.loads).value(at)


def toml_sections(text: str) -> list[Section]:
    r"""Return the sections of valid TOML in order, the top first.

    >>> [(each.path, len(each.statements)) for each in toml_sections("a = 1\n[[b.c]]\nd.e = 2\n")]
    [((), 1), (('b', 'c'), 1)]
    """
    return _Reader(text, lambda key: tomllib.loads(f"x = {key}")["x"]).sections()


class _Reader:
    """Walks over text that a parser has found valid; ``unquoted`` reads a quoted key."""

    def __init__(self, text: str, unquoted: Callable[[str], str]) -> None:
        self.text = text
        self.unquoted = unquoted

    def sections(self) -> list[Section]:
        out: list[Section] = []
        head = Section(0, (), False, 0, ())
        statements: list[Entry] = []
        at = self.past(_SPACE, 0)
        while at < len(self.text):
            if self.text[at] == "[":
                out.append(head._replace(statements=tuple(statements)))
                statements = []
                is_row = self.text.startswith("[[", at)
                path, end = self.key(self.past(_BLANK, at + 1 + is_row))
                end = self.past(_BLANK, end) + 1 + is_row
                head = Section(at, path, is_row, end, ())
                at = end
            else:
                statements.append(self.entry(at))
                at = statements[-1].end
            at = self.past(_SPACE, at)
        return [*out, head._replace(statements=tuple(statements))]

    def past(self, pattern: re.Pattern[str], at: int) -> int:
        found = pattern.match(self.text, at)
        return found.end() if found else at

    def key(self, at: int) -> tuple[tuple[str, ...], int]:
        """Return the parts of the key at ``at``, and where it ends."""
        parts: list[str] = []
        while found := _KEY.match(self.text, at):
            part = found[0]
            parts.append(self.unquoted(part) if part[0] in "\"'" else part)
            dot = self.past(_BLANK, found.end())
            if not self.text.startswith(".", dot):
                return tuple(parts), found.end()
            at = self.past(_BLANK, dot + 1)
        raise ValueError(f"no key at {at}")

    def entry(self, at: int) -> Entry:
        key, end = self.key(at)
        sign = self.past(_SPACE, end)  # = or :
        return Entry(at, key, end, self.value(self.past(_SPACE, sign + 1)))

    def value(self, at: int) -> Value:
        opening = self.text[at]
        if opening not in "[{":
            found = (_STRING if opening in "\"'" else _PLAIN).match(self.text, at)
            if not found:
                raise ValueError(f"no value at {at}")
            return Value(at, found.end())
        entries: list[Entry] = []
        place = self.past(_SPACE, at + 1)
        while self.text[place] not in "]}":
            if opening == "{":
                entries.append(self.entry(place))
            else:
                entries.append(Entry(place, (), place, self.value(place)))
            place = self.past(_SPACE, entries[-1].end)
            if self.text[place] == ",":
                place = self.past(_SPACE, place + 1)
        return Value(at, place + 1, tuple(entries))
