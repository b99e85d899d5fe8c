"""The source note beside each value of a rule file: its trailing comment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import tomlkit
from tomlkit.items import InlineTable, Item, Table

from mjtool.rules.load import texts


@lru_cache(maxsize=64)
def notes(name: str) -> dict[str, str]:
    """Return the note of each key path of rule set ``name``; of those it extends where kept.

    >>> notes("xinmajiang")["cap"], notes("xinmajiang")["missed_win"]
    ('000 三: 爆和为5番', '003 五: 漏胡')
    """
    found: dict[str, str] = {}
    for text in reversed(list(texts(name))):
        found.update(_notes(tomlkit.parse(text), ""))
    return found


def _notes(
    table: tomlkit.TOMLDocument | Table | InlineTable, path: str
) -> Iterator[tuple[str, str]]:
    for key in table:
        value = _item(table, key)
        here = f"{path}{key}"
        if isinstance(value, Table):
            yield from _notes(value, f"{here}.")
        elif isinstance(value, Item):
            yield here, value.trivia.comment.lstrip("# ").strip()


def _item(table: tomlkit.TOMLDocument | Table | InlineTable, key: str) -> object:
    """Return an entry with its trivia; plain look-up would turn a boolean into Python's own."""
    container = table if isinstance(table, tomlkit.TOMLDocument) else table.value
    return container.item(key)
