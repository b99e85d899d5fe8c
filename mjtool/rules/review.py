"""All that is to be said of a rule file: every fault, and keys that can do nothing, with lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mjtool.errors import MjtoolError, RuleError
from mjtool.rules.idle import idle_keys, idle_part
from mjtool.rules.load import BUILTINS, faults, lineage, load_rules, placed, resolve
from mjtool.rules.model import RuleSet
from mjtool.rules.sources import Lines
from mjtool.rules.toml import flat


class Remark(NamedTuple):
    """Something about a file: what is wrong or idle, and the line where that stands.

    ``line`` is 0 where it is about no line.
    """

    error: MjtoolError
    line: int

    @property
    def file(self) -> str:
        """The file it is about; empty where it is about none."""
        return self.error.source if isinstance(self.error, RuleError) else ""

    def message(self, lang: str) -> str:
        """Return ``FILE:LINE: KEY.PATH: what is wrong``."""
        if not isinstance(self.error, RuleError) or not self.line:
            return self.error.message(lang)
        return self.error.moved(f"{self.file}:{self.line}").message(lang)


class Review(NamedTuple):
    """What was found in a rule file; ``rules`` is None where it cannot be used."""

    name: str
    rules: RuleSet | None
    faults: tuple[Remark, ...]
    warnings: tuple[Remark, ...]


def review(name: str) -> Review:
    """Return every fault of rule file ``name`` and of those it extends, and its idle keys."""
    try:
        files = list(lineage(name))
        found = [placed(error, name, files) for error in faults(resolve(name), name)]
        rules = None if found else load_rules(name)
    except MjtoolError as error:  # what cannot be read has this one fault
        return Review(name, None, (_remark(error, Lines()),), ())
    if rules is None:
        return Review(name, None, _in_order(name, found), ())
    return Review(name, rules, (), _in_order(name, _idle(name, rules)))


def _remark(error: MjtoolError, lines: Lines) -> Remark:
    if not isinstance(error, RuleError) or not (error.path or error.code == "bad_toml"):
        return Remark(error, 0)
    return Remark(error, lines.of(error))


def _in_order(name: str, found: Iterable[RuleError]) -> tuple[Remark, ...]:
    """Return remarks as the lines of the file come, then those on what it extends."""
    lines = Lines()
    remarks = [_remark(error, lines) for error in found]
    return tuple(sorted(remarks, key=lambda each: (each.file != name, each.file, each.line)))


def _idle(name: str, rules: RuleSet) -> Iterator[RuleError]:
    """Yield the keys that a person wrote and that can do nothing; none that are laid over."""
    idle = idle_keys(rules)
    seen: set[str] = set()
    for source, table in lineage(name):
        if source in BUILTINS:
            return
        for path, _ in flat(table):
            part = idle_part(path, idle)
            if part is not None and part not in seen and path not in seen:
                yield RuleError("idle_key", source, part, reason=idle[part])
                seen.add(part)
            seen.add(path)
