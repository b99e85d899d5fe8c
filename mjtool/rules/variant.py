"""A new rule file that builds on another, with all it may change as comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
import tomlkit
from tomlkit.items import Table

from mjtool.messages import text
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.load import load_rules
from mjtool.rules.meanings import of_key, of_predicate
from mjtool.rules.model import BonusRule, PatternRule, RuleSet
from mjtool.rules.toml import tables

_INTRODUCTION = ("base", "change", "source", "check", "compare")

_OWN: Final[Mapping[str, tuple[str, str, Mapping[str, Any]]]] = {
    "patterns": (
        "pure_straight",
        "straight",
        {
            "name": "一条龙",
            "name_en": "Pure Straight",
            "when": "straight",
            "absorbs": ["all_chows"],
        },
    ),
    "bonuses": (
        "hidden_pungs",
        "concealed_pungs",
        {"name": "暗刻", "name_en": "Concealed Pungs", "times": "concealed_pungs"},
    ),
}
"""What a file may define itself: for each table an example to be uncommented as it is.

Its id, the fact that it asks for, and its keys.
"""


def variant_text(base: str, extends: str, lang: str = "en") -> str:
    """Return a new rule file that extends ``base`` and lists, as comments, all it may change.

    ``extends`` is how the file names its base: a built-in's name, or a path from its own folder.
    Every line ``# key = value`` can be uncommented by itself; what is said of it is in ``lang``.
    """
    rules = load_rules(base)
    document, table = tomlkit.document(), tables(rules)
    for part in _INTRODUCTION:
        document.add(tomlkit.comment(text(f"new.{part}", lang, base=extends)))
    document.add(tomlkit.nl())
    document.add("extends", tomlkit.item(extends))
    document.add("name", tomlkit.item(f"{rules.name}（自定）"))
    if rules.name_en:
        document.add("name_en", tomlkit.item(f"{rules.name_en} (house)"))
    writer = _Writer(document, "fan" if rules.scoring == "fan" else "multiplier", lang)
    document.add(tomlkit.nl())
    writer.comments(writer.options(RuleSet, table, "", skip=("name", "name_en", "id")))
    for key, kind in _sections():
        document.add(tomlkit.nl())
        writer.section(key, kind, table.get(key, {}))
    writer.counted("patterns", PatternRule, table["patterns"])
    writer.counted("bonuses", BonusRule, table["bonuses"])
    return tomlkit.dumps(document)


class _Writer:
    """Writes the parts of a variant one after the other; ``worth`` is what patterns have."""

    def __init__(self, document: tomlkit.TOMLDocument, worth: str, lang: str) -> None:
        self.document = document
        self.worth = worth
        self.lang = lang

    def comments(self, lines: Iterable[str], table: Table | None = None) -> None:
        """Add each line as a comment to ``table``, or to the document."""
        for line in lines:
            (self.document if table is None else table).add(tomlkit.comment(line))

    def section(self, key: str, kind: Any, values: Mapping[str, Any]) -> None:
        """Add a table with all its keys as comments."""
        inner, table = _bare(kind), tomlkit.table()
        if get_origin(inner) is dict:
            self.comments(self._names(key, kind, values, 0), table)
            self.document.add(key, table)
            return
        self.comments(self.options(inner, values, f"{key}."), table)
        self.document.add(key, table)
        for field in msgspec.structs.fields(inner):
            if get_origin(_bare(field.type)) is dict:
                sub = tomlkit.table()
                below = values.get(field.name, {})
                self.comments(self._names(f"{key}.{field.name}", field.type, below, False), sub)
                table.add(field.name, sub)

    def _names(self, path: str, kind: Any, values: Mapping[str, Any], unset: int) -> Iterator[str]:
        """Yield what a table of names means, then a line for each name it may have."""
        yield of_key(path, kind, self.lang)
        for name in get_args(_bare(get_args(_bare(kind))[0])):
            yield f"{name} = {tomlkit.item(values.get(name, unset)).as_string()}"

    def options(
        self,
        kind: type[msgspec.Struct],
        values: Mapping[str, Any],
        path: str,
        skip: tuple[str, ...] = (),
    ) -> Iterator[str]:
        """Yield what each plain key of a struct may be and means, then ``key = value``.

        The meaning stands above, for a comment behind a value is the value's source.
        """
        for field in msgspec.structs.fields(kind):
            name = field.encode_name
            if name in skip or _is_table(field.type):
                continue
            value = values.get(name)
            about = of_key(path + name, field.type, self.lang)
            choices = " | ".join(tomlkit.item(each).as_string() for each in _choices(field.type))
            if choices:
                about = text("word.named", self.lang, name=choices, detail=about)
            if value is None:
                yield text("new.not_set", self.lang, name=name, about=about)
            else:
                yield about
                yield f"{name} = {tomlkit.item(value).as_string()}"

    def counted(self, key: str, kind: type[msgspec.Struct], entries: Mapping[str, Any]) -> None:
        """Add a table for each pattern or bonus there is; as comments, those that could be."""
        fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
        outside = ["outside"] if "outside" in fields and self.worth == "fan" else []
        shown = ["name", self.worth, *outside, "enabled"]
        parent = tomlkit.table(is_super_table=True)
        for name, entry in entries.items():
            table = tomlkit.table()
            told = [each for each in shown if each in entry]  # a worth that does nothing is none
            lines = (f"{each} = {tomlkit.item(entry[each]).as_string()}" for each in told)
            self.comments(lines, table)
            table.add(tomlkit.nl())
            parent.add(name, table)
        self.document.add(tomlkit.nl())
        for each in (*shown, *(name for name in ("when", "times", "absorbs") if name in fields)):
            about = of_key(f"{key}.{each}", fields[each], self.lang)
            self.comments([text("word.named", self.lang, name=each, detail=about)])
        self.document.add(tomlkit.nl())
        self.document.add(key, parent)
        known = PATTERNS if kind is PatternRule else BONUSES
        missing = [name for name in known if name not in entries]
        if missing:
            self.comments([text(f"new.known_{key}", self.lang)])
        for name in missing:
            self.comments(self._known(key, name, known[name]))
        self.comments([text("new.own", self.lang)])
        self.comments(self._own(key))

    def _own(self, key: str) -> Iterator[str]:
        name, expression, entry = _OWN[key]
        yield f"[{key}.{name}] # {text(f'fact.{expression}', self.lang)}"
        for each, value in entry.items():
            yield f"{each} = {tomlkit.item(value).as_string()}"
        yield f"{self.worth} = 2"

    def _known(self, key: str, name: str, predicate: Any) -> Iterator[str]:
        title, meaning = of_predicate(name, predicate, self.lang)
        yield f"[{key}.{name}] # {meaning}"
        yield f"name = {tomlkit.item(title).as_string()}"
        yield f"name_en = {tomlkit.item(name.replace('_', ' ').title()).as_string()}"
        yield f"{self.worth} = 2"


def _sections() -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(RuleSet):
        if field.name not in ("patterns", "bonuses") and _is_table(field.type):
            yield field.name, field.type


def _is_table(kind: Any) -> bool:
    inner = _bare(kind)
    is_struct = isinstance(inner, type) and issubclass(inner, msgspec.Struct)
    return is_struct or get_origin(inner) is dict


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if hasattr(kind, "__metadata__") else kind


def _choices(kind: Any) -> tuple[Any, ...]:
    inner = _bare(kind)
    if get_origin(inner) is Literal:
        return get_args(inner)
    return (True, False) if inner is bool else ()
