"""What is made of rule files, kept for as long as the files hold what they held."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from mjtool import limits
from mjtool.errors import RuleError
from mjtool.rules.load import BUILTINS, files_of, load_rules
from mjtool.rules.model import RuleSet

Made = TypeVar("Made")
Stamp = tuple[int, int, int, int, int]

_MOST: Final = 256
"""Names that are kept."""
_SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a change would show in a file's times, however coarse they are."""


class _File(NamedTuple):
    """A file as it was met: its times and place, None where it is missing, and what it holds."""

    path: str
    stamp: Stamp | None
    data: bytes | None
    settled: bool


class Kept(Generic[Made]):
    """What ``make`` makes of a rule set's name, or why it refuses; made once.

    It is made anew once one of the rule set's files holds something else: files that were not
    touched since are not read again. Of many names only the latest are kept.
    """

    def __init__(self, make: Callable[[str], Made]) -> None:
        self._make = make
        self._known: dict[str, tuple[Made | RuleError, list[_File]]] = {}
        self._limits = limits.now()

    def get(self, name: str) -> Made:
        """Return what is made of rule set ``name`` as its files stand now."""
        if self._limits is not limits.now():  # what was refused may be read now, and back
            self._limits = limits.now()
            self._known.clear()
        known = self._known.get(name)
        if known is None or (known[1] and not _unchanged(known[1])):
            known = self._made(name)
        if isinstance(known[0], RuleError):
            raise known[0].with_traceback(None)
        return known[0]

    def _made(self, name: str) -> tuple[Made | RuleError, list[_File]]:
        # looked at first: a change in between will show as one
        files = [] if name in BUILTINS else [_met(str(path)) for path in files_of(name)]
        try:
            made: Made | RuleError = self._make(name)
        except RuleError as error:
            made = error
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[name] = made, files
        return made, files


def _unchanged(files: list[_File]) -> bool:
    """Return whether ``files`` hold what they held; those that were only touched are met anew."""
    for at, file in enumerate(files):
        stamp = _stamp(file.path)
        if stamp != file.stamp or not (file.settled or stamp is None):
            again = _met(file.path)
            if again.data != file.data or (again.stamp is None) != (file.stamp is None):
                return False
            files[at] = again
    return True


def _met(path: str) -> _File:
    stamp = _stamp(path)
    data = None
    if os.path.isfile(path):  # noqa: PTH113  # pathlib breaks off at names that are too long
        try:
            with Path(path).open("rb") as stream:
                data = stream.read(4 * limits.now().rules)  # of a larger one, no rules are made
        except OSError:
            pass  # whoever loads it will say why
    settled = stamp is not None and time.time_ns() - max(stamp[:2]) > _SETTLED
    return _File(path, stamp, data, settled)


def _stamp(path: str) -> Stamp | None:
    try:
        found = os.stat(path)  # noqa: PTH116  # for every line of a batch: twice as fast
    except (OSError, ValueError):
        return None
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev)


_rules: Final = Kept(load_rules)


def current_rules(name: str) -> RuleSet:
    """Return the rule set called ``name`` as :func:`load_rules` would now; RuleError likewise."""
    return _rules.get(name)
