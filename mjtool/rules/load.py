"""Rule files in, rule sets out: merged along ``extends``, checked to the last key."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from mjtool import limits
from mjtool.errors import RequestError, RuleError, did_you_mean
from mjtool.messages import Listed, Say
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.consistency import contradictions
from mjtool.rules.model import RuleSet
from mjtool.wording import of_text, of_value

_FOLDER: Final = Path(__file__).parent / "builtin"

_TABLE: Final = Say("word.expected_table")

BUILTINS: Final = tuple(
    sorted(
        entry.name.removesuffix(".toml")
        for entry in _FOLDER.iterdir()
        if entry.name.endswith(".toml")
    )
)
"""Names of the built-in rule sets."""


def load_rules(name: str | Path) -> RuleSet:
    """Return the rule set called ``name``: a built-in, or the path of a TOML file.

    Raises RuleError with the file and the key path of what is wrong.

    >>> load_rules("jipinghu").cap
    3
    """
    if isinstance(name, str) and name in BUILTINS:
        return _builtin(name)
    if not isinstance(name, str | os.PathLike):
        raise RequestError.unfit("name", Say("word.a_path"), name)
    try:
        return build(resolve(name), str(name))
    except RuleError as error:
        raise placed(error, name) from None


@cache
def _builtin(name: str) -> RuleSet:
    return build(resolve(name), name)


def placed(
    error: RuleError, name: str | Path, files: Iterable[tuple[str, dict[str, Any]]] | None = None
) -> RuleError:
    """Return ``error`` with the file that has the faulty key, where another one is extended.

    ``files`` are the lineage of ``name``, where it is known.
    """
    keys = error.path.split(".")
    if error.source == str(name) and error.path:
        for source, table in lineage(name) if files is None else files:
            entry: Any = table
            for key in keys:
                entry = entry.get(key) if isinstance(entry, Mapping) else None
            if entry is not None:
                return error.moved(source)
    return error


def resolve(name: str | Path, folder: Path | None = None) -> dict[str, Any]:
    """Return the plain tables of ``name`` with all that it extends merged below it."""
    merged: dict[str, Any] = {}
    for _, table in reversed(list(lineage(name, folder))):
        merged = merge(merged, {key: value for key, value in table.items() if key != "extends"})
    return merged


def texts(name: str | Path) -> Iterator[str]:
    """Yield the text of rule file ``name``, then of what it extends, and so on."""
    for _, text, _ in _lineage(name, None):
        yield text


def files_of(name: str | Path) -> tuple[Path, ...]:
    """Return the files that rule set ``name`` is read from, one that is missing too."""
    found: list[Path] = []
    try:
        for _ in _lineage(name, None, found.append):
            pass
    except RuleError:
        pass  # whoever loads it will say why
    return tuple(found)


def lineage(name: str | Path, folder: Path | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (source, table) of ``name``, then of what it extends, and so on."""
    for source, _, table in _lineage(name, folder):
        yield source, table


def _lineage(
    name: str | Path, folder: Path | None, note: Callable[[Path], None] | None = None
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    seen: list[str] = []
    at: tuple[str, str] | None = None  # the file and key that named the next one
    while True:
        if str(name) not in BUILTINS:
            path = (folder or Path()) / name
            if at and not limits.is_within(path, folder or Path()):
                raise RuleError("unreadable_rules.outside", *at, name=name)
            if note is not None:
                note(path)
        source, text, folder = _read(name, folder, at)
        place = str(folder / Path(source).name) if folder else source
        if place in seen:
            chain = " -> ".join(Path(step).name for step in [*seen, place])
            raise RuleError("circular_extends", str(at and at[0]), "extends", chain=chain)
        seen.append(place)
        try:
            table = limits.read_toml(text)
        except (ValueError, RecursionError) as error:  # a number of too many digits, too
            raise RuleError("bad_toml", source, detail=of_text(error)) from None
        yield source, text, table
        parent = table.get("extends")
        if parent is None:
            return
        if not isinstance(parent, str):
            raise RuleError(
                "bad_value",
                source,
                "extends",
                detail=Say("word.expected_name"),
            )
        name, at = parent, (source, "extends")


def _read(
    name: str | Path, folder: Path | None, at: tuple[str, str] | None
) -> tuple[str, str, Path | None]:
    """Return (source, text, folder of the file or None for a built-in)."""
    if str(name) in BUILTINS:
        return str(name), (_FOLDER / f"{name}.toml").read_text("utf-8"), None
    path = (folder or Path()) / name
    source = str(name)
    if at:  # as a person would write it who wrote the name of the first file
        source = os.path.normpath(Path(at[0]).parent / name)
    try:
        text = _content(path)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError) or "\0" in str(name) or not str(name)
        where, key = at or (str(name), "")
        hint = did_you_mean(str(name), BUILTINS) if missing else ""
        if missing and not at:
            known = Listed(BUILTINS, "list.words")
            raise RuleError("unknown_rules", where, key, known=known, hint=hint) from None
        detail = error.detail if isinstance(error, _UnfitError) else of_text(error)
        if at:
            detail = Say("word.named", name=name, detail=detail)
        raise RuleError("unreadable_rules", where, key, detail=detail, hint=hint) from None
    return source, text, path.resolve().parent


class _UnfitError(ValueError):
    """A file that is not read, and why."""

    def __init__(self, detail: Say) -> None:
        super().__init__(detail.text())
        self.detail = detail


def _content(path: Path) -> str:
    """Return the text of a file; names of rules come in logs and batches, and may lead anywhere."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise _UnfitError(Say("os.irregular"))  # a pipe that nobody fills would be waited for
    with path.open(encoding="utf-8-sig") as stream:  # some editors mark UTF-8 so
        most = limits.now().rules
        text = stream.read(most + 1)
    if len(text) > most:
        raise _UnfitError(Say("word.too_large", most=most, name="rules"))
    return text


def name_from(folder: Path, base: str) -> str:
    """Return how a rule file in ``folder`` names ``base`` to extend it.

    RequestError where the path would lead where none may.
    """
    if base in BUILTINS:
        return base
    if not limits.is_within(Path(base), folder):
        raise RequestError("bad_option.outside", base=base, folder=folder)
    return Path(os.path.relpath(base, folder)).as_posix()


def merge(base: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    """Lay ``variant`` over ``base``: tables merge by key, everything else replaces."""
    merged = dict(base)
    for key, value in variant.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            merged[key] = merge(old, value)
        else:
            merged[key] = value
    return merged


def build(table: Mapping[str, Any], source: str) -> RuleSet:
    """Return the rule set that the merged ``table`` describes; RuleError names the first fault."""
    whole = {**table, "id": source}
    rules = None
    if "id" not in table:
        try:
            rules = msgspec.convert(whole, RuleSet)
        except msgspec.ValidationError:
            rules = None  # the slow walk names the fault
    for error in faults(table, source, rules):
        raise error
    return rules or msgspec.convert(whole, RuleSet)


def faults(
    table: Mapping[str, Any], source: str, rules: RuleSet | None = None
) -> Iterator[RuleError]:
    """Yield everything that is wrong with a merged table, in the order of the file.

    ``rules`` is the table as a rule set, where it is known to be one in form. What contradicts
    itself is looked for where every key of its tables can be read.
    """
    if rules is None:
        unknown = list(_unknown_ids(table, source))
        closed = frozenset(error.path for error in unknown)
        found = [*unknown, *_shape(table, RuleSet, source, "", closed)]
        yield from found
        if found:
            yield from _other_faults(table, source, [error.path for error in found])
            return
        rules = msgspec.convert({**table, "id": source}, RuleSet)
    yield from contradictions(rules, source)


_COUNTED: Final = ("patterns", "bonuses")


def _other_faults(
    table: Mapping[str, Any], source: str, paths: Iterable[str]
) -> Iterator[RuleError]:
    """Yield contradictions in a table that has faults at ``paths``, none that may come of those."""
    left = _copied(table)
    faulty: set[str] = set()
    for path in paths:
        top = path.partition(".")[0]
        faulty.update(_COUNTED if top in _COUNTED else (top,))
        _drop(left, path.split("."))
    try:
        rules = msgspec.convert({**left, "id": source}, RuleSet)
    except msgspec.ValidationError:
        return  # a key that must be there is not
    if "scoring" in faulty:
        return  # what another scoring would need is no fault
    for error in contradictions(rules, source):
        if error.path.partition(".")[0] not in faulty:
            yield error


def _copied(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _copied(value) if isinstance(value, Mapping) else value for key, value in table.items()
    }


def _drop(table: dict[str, Any], keys: list[str]) -> None:
    """Take the value at a key path, or the nearest above it, out of ``table``."""
    for key in keys[:-1]:
        inner = table.get(key)
        if not isinstance(inner, dict):
            table.pop(key, None)
            return
        table = inner
    table.pop(keys[-1], None)


def _unknown_ids(table: Mapping[str, Any], source: str) -> Iterator[RuleError]:
    """Yield patterns and bonuses that neither the program knows nor the file defines."""
    for section, known, defines in (("patterns", PATTERNS, "when"), ("bonuses", BONUSES, "times")):
        entries = table.get(section)
        for id, entry in entries.items() if isinstance(entries, Mapping) else ():
            if id not in known and not (isinstance(entry, Mapping) and defines in entry):
                yield _unknown("unknown_pattern", source, f"{section}.{id}", known)


def _shape(
    value: Any, kind: Any, source: str, path: str, closed: Container[str] = ()
) -> Iterator[RuleError]:
    """Yield a RuleError for each key below ``path`` that ``kind`` does not allow.

    Into tables at paths that are ``closed`` nobody looks.
    """
    here = f"{path}." if path else ""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if not isinstance(value, Mapping):
            yield RuleError("bad_value", source, path, detail=_TABLE)
            return
        fields = _fields(kind)
        for key, entry in value.items():
            if key not in fields:
                yield _unknown("unknown_key", source, here + key, fields)
            else:
                yield from _shape(entry, _bare(fields[key].type), source, here + key, closed)
        for key, field in fields.items():
            if field.required and key not in value:
                yield RuleError("missing_key", source, here + key)
    elif get_origin(kind) is dict:
        if not isinstance(value, Mapping):
            yield RuleError("bad_value", source, path, detail=_TABLE)
            return
        key_kind, entry_kind = get_args(kind)
        for key, entry in value.items():
            yield from _fits(key, key_kind, source, here + key)
            if here + key not in closed or not isinstance(entry, Mapping):
                yield from _shape(entry, _bare(entry_kind), source, here + key, closed)
    else:
        yield from _fits(value, kind, source, path)


@cache  # msgspec works them out anew each time
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the keys of a table and what each takes; the id is none that a file has."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    fields.pop("id", None)
    return fields


def _bare(kind: Any) -> Any:
    """Return ``kind`` without its description, where it is a table of its own."""
    inner = get_args(kind)[0] if hasattr(kind, "__metadata__") else kind
    is_table = isinstance(inner, type) and issubclass(inner, msgspec.Struct)
    return inner if is_table or get_origin(inner) is dict else kind


def _fits(value: Any, kind: Any, source: str, path: str) -> Iterator[RuleError]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        detail = of_value(str(error).partition(" - at ")[0], _choices(kind))
        yield RuleError("bad_value", source, path, detail=detail)


def _choices(kind: Any) -> tuple[str, ...]:
    """Return the words that ``kind`` allows, alone or in a list; empty where it takes others."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next(filter(None, map(_choices, get_args(kind))), ())


def _unknown(code: str, source: str, path: str, known: Iterable[str]) -> RuleError:
    return RuleError(code, source, path, hint=did_you_mean(path.rpartition(".")[2], known))
