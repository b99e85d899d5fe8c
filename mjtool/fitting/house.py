"""A rule file of what was fitted: it extends the base, each change with its evidence beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjtool.fitting.fit import Fitted, FittedChange
from mjtool.fitting.paths import is_new
from mjtool.messages import text

if TYPE_CHECKING:
    import tomlkit


def house_text(found: Fitted, extends: str, lang: str = "en") -> str:
    """Return the rule file of the fitted rules; ``extends`` is how it names the base.

    Each changed key has the hands that decide it as its comment, which is its source.
    """
    import tomlkit  # noqa: PLC0415  # most runs write no file

    base = found.base
    document = tomlkit.document()
    document.add("extends", tomlkit.item(extends))
    document.add("name", tomlkit.item(f"{base.name}（自定）"))
    if base.name_en:
        document.add("name_en", tomlkit.item(f"{base.name_en} (house)"))
    for change in sorted(found.changes, key=lambda each: "." in each.key):
        *tables, key = change.key.split(".")
        holder = _holder(document, tables)
        if is_new(base, change.key) and len(tables) == 2:  # patterns.<id>
            rule = getattr(found.rules, tables[0])[tables[1]]
            for name in ("name", "name_en"):
                if name not in holder:
                    holder.add(name, tomlkit.item(getattr(rule, name)))
        item = tomlkit.item(_plain(change.new))
        item.comment(evidence(change, lang))
        holder.add(key, item)
    return tomlkit.dumps(document)


def _holder(document: tomlkit.TOMLDocument, tables: list[str]) -> Any:
    import tomlkit  # noqa: PLC0415  # as above
    from tomlkit.items import Table  # noqa: PLC0415

    holder: Any = document
    for at, name in enumerate(tables):
        if name not in holder:
            holder.add(name, tomlkit.table(is_super_table=at < len(tables) - 1))
        holder = holder[name]
        assert isinstance(holder, Table)
    return holder


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def evidence(change: FittedChange, lang: str = "en") -> str:
    """Return which hands decide a change: the first, and how many more."""
    if not change.decided_by:
        return text("fit.undecided_change", lang)
    first = change.decided_by[0]
    place = f"{first.file}:{first.line}"
    if change.hands == 1:
        return text("fit.decided", lang, place=place)
    return text("fit.decided_more", lang, place=place, more=change.hands - 1)
