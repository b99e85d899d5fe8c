"""Rule sets as TOML text: resolved, with the source of each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mjtool.messages import text
from mjtool.rules.model import RuleSet
from mjtool.rules.sources import legend, notes

if TYPE_CHECKING:
    import tomlkit


def tables(rules: RuleSet) -> dict[str, Any]:
    """Return the resolved rules as TOML could hold them: without the keys that have no value."""
    out: dict[str, Any] = _without_none(rules.to_dict())
    return out


def _without_none(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_none(entry) for key, entry in value.items() if entry is not None}
    return list(value) if isinstance(value, tuple) else value


def flat(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (key path, value) of every value in nested tables.

    >>> list(flat({"cap": 3, "kong": {"added": 1}}))
    [('cap', 3), ('kong.added', 1)]
    """
    for key, value in table.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from flat(value, here)
        else:
            yield here, value


def resolved_text(rules: RuleSet, lang: str = "en") -> str:
    """Return ``rules`` as a whole TOML file that stands alone, each value with its source."""
    import tomlkit  # noqa: PLC0415  # only who writes TOML pays for it

    document, told = tomlkit.document(), notes(rules.id)
    for line in legend(told.values(), lang):
        document.add(tomlkit.comment(line))
    _fill(document, tables(rules), "", told, lang)
    return tomlkit.dumps(document)


def _fill(
    container: tomlkit.TOMLDocument | tomlkit.items.Table,
    table: Mapping[str, Any],
    path: str,
    told: Mapping[str, str],
    lang: str,
) -> None:
    import tomlkit  # noqa: PLC0415

    nested = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    default, untold = text("rules.default", lang), text("rules.untold", lang)
    for key, value in table.items():
        if key not in nested:
            item = tomlkit.item(value)
            item.comment(told.get(path + key, default) or untold)
            container.add(key, item)
    for key, value in nested.items():
        only_tables = value and all(isinstance(entry, Mapping) for entry in value.values())
        inner = tomlkit.table(is_super_table=bool(only_tables))
        _fill(inner, value, f"{path}{key}.", told, lang)
        container.add(key, inner)
