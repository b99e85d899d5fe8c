"""Where a value of a rule file stands, and the note beside it: its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from mjtool import messages
from mjtool.errors import MjtoolError, RuleError
from mjtool.rules.kept import Kept
from mjtool.rules.load import texts

if TYPE_CHECKING:
    from tomlkit.container import Container


def notes(name: str) -> dict[str, str]:
    """Return the note of each key path of rule set ``name``; of those it extends where kept.

    >>> notes("xinmajiang")["cap"], notes("xinmajiang")["missed_win"]
    ('000 三: 爆和为5番', '003 五: 漏胡')
    """
    return _notes_kept.get(name)


def _all_notes(name: str) -> dict[str, str]:
    import tomlkit  # noqa: PLC0415  # only who asks for sources pays for it

    found: dict[str, str] = {}
    for text in reversed(list(texts(name))):
        found.update(_notes(tomlkit.parse(text), "", ""))
    return found


_notes_kept = Kept(_all_notes)


def _notes(table: Container, path: str, note: str) -> Iterator[tuple[str, str]]:
    """Yield (key path, note) of each value; one in an inline table has the note of the table."""
    from tomlkit.items import InlineTable, Table  # noqa: PLC0415

    for key, value in table.body:  # as written: one table may stand in several places
        if key is None:
            continue
        here = f"{path}{key.key}"
        own = value.trivia.comment.lstrip("# ").strip() or note
        if isinstance(value, Table):
            yield from _notes(value.value, f"{here}.", "")
        elif isinstance(value, InlineTable):
            yield from _notes(value.value, f"{here}.", own)
        else:
            yield here, own


def legend(told: Iterable[str], lang: str) -> Iterator[str]:
    """Yield a line for each rule text that the notes name: what it is called there, and its title.

    >>> list(legend(["003 七.2", "decided"], "en"))[0]
    'sources (docs/sources.md):'
    """
    words = {word for note in told for word in re.findall(r"\w+", note)}
    known = (key.partition(".") for key in messages.texts(lang) if key.startswith("source."))
    named = [name for _, _, name in known if name in words]
    if named:
        yield messages.text("label.sources", lang)
    for name in named:
        yield f"  {name}  {messages.text(f'source.{name}', lang)}"


class Lines:
    """Where key paths stand in rule files; each file is read once."""

    def __init__(self) -> None:
        self._files: dict[str, dict[tuple[str, ...], int]] = {}

    def of(self, error: RuleError) -> int:
        """Return the line of the file ``error.source`` that the error is about; 1 where none is."""
        told = re.search(r"at line (\d+)", str(error.data.get("detail", "")))
        if told:
            return int(told[1])
        if error.source not in self._files:
            try:
                self._files[error.source] = _lines(next(texts(error.source)))
            except MjtoolError:
                self._files[error.source] = {}
        return _nearest(self._files[error.source], error.path.split("."))


def _nearest(lines: Mapping[tuple[str, ...], int], keys: list[str]) -> int:
    """Return the line of a key path, or of the table nearest to it; 1 where there is none."""
    most = min(len(keys), _DEEPEST)
    paths = (tuple(keys[:size]) for size in range(most, 0, -1))
    return next((lines[path] for path in paths if path in lines), 1)


_DEEPEST: Final = 8
"""Keys of a path that are looked at: no key of a rule file is as deep."""


def _lines(text: str) -> dict[tuple[str, ...], int]:
    r"""Return the line of each key path that valid TOML writes, and of each table.

    >>> _lines("cap = 3\n[kong]\nadded = 1\n")
    {('cap',): 1, ('kong',): 2, ('kong', 'added'): 3}
    """
    table: list[str] = []
    found: dict[tuple[str, ...], int] = {}
    for number, written in _statements(text):
        header = re.match(r"\s*\[+([^\]]+)\]", written)
        key, sign, _ = written.partition("=")
        if header:
            here = table = _parts(header[1])
        elif sign and re.fullmatch(r"[\w.\-\"' ]+", key.strip()):
            here = [*table, *_parts(key)]
        else:
            continue
        if len(here) <= _DEEPEST:
            found.setdefault(tuple(here), number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that begins a key or a table, with its number: none inside of a value."""
    depth, quotes = 0, ""
    for number, written in enumerate(text.splitlines(), 1):
        if not depth and not quotes:
            yield number, written
            if re.match(r"\s*\[", written):
                continue  # the brackets of a table's name
        for found in re.finditer(_TOKEN, written):
            token = found.group()
            if quotes:
                quotes = "" if token == quotes else quotes
            elif token in ('"""', "'''"):
                quotes = token
            elif token in ("[", "{"):
                depth += 1
            elif token in ("]", "}"):
                depth -= 1
            elif token == "#":
                break


_TOKEN: Final = r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|[\[\]{}#]'
"""What opens, closes or hides brackets in a line of TOML."""


def _parts(written: str) -> list[str]:
    return [part.strip(" \t\"'") for part in written.split(".", _DEEPEST)]
