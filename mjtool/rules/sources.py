"""Where a value of a rule file stands, and the note beside it: its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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


def line_of(error: RuleError) -> int:
    """Return the line of the file ``error.source`` that the error is about; 1 where none is."""
    told = re.search(r"at line (\d+)", str(error.data.get("detail", "")))
    if told:
        return int(told[1])
    try:
        return _line_of(next(texts(error.source)), error.path.split("."))
    except MjtoolError:
        return 1


def _line_of(text: str, keys: list[str]) -> int:
    r"""Return the line of a key path in valid TOML, or of the table nearest to it.

    >>> _line_of("cap = 3\n[kong]\nadded = 1\n", ["kong", "added"])
    3
    """
    table: list[str] = []
    best, line = 0, 1
    for number, written in _statements(text):
        header = re.match(r"\s*\[+([^\]]+)\]", written)
        entry = re.match(r"\s*([\w.\-\"' ]+?)\s*=", written)
        if header:
            here = table = _parts(header[1])
        elif entry:
            here = [*table, *_parts(entry[1])]
        else:
            continue
        if best < len(here) <= len(keys) and keys[: len(here)] == here:
            best, line = len(here), number
    return line


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that begins a key or a table, with its number: none inside of a value."""
    depth, quotes = 0, ""
    for number, written in enumerate(text.splitlines(), 1):
        if not depth and not quotes:
            yield number, written
            if re.match(r"\s*\[", written):
                continue  # the brackets of a table's name
        for token in re.findall(_TOKEN, written):
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
    return [part.strip(" \"'") for part in written.split(".")]
