"""Which files hold cases: those named, those called so, and what a folder has besides."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mjtool.outputs import Identity, identity_of

SUFFIXES: Final = (".jsonl", ".toml")
"""What a file in a folder is looked at for."""
STDIN: Final = "-"

_CASE_FILE: Final = re.compile(r"\.mjcases\.\w+(\.(gz|bz2|xz|zst|zip))?$", re.IGNORECASE)


class Found(NamedTuple):
    """A file to look at. ``certain``: it was named or is called a case file, so it must be one.

    ``fault`` says why a folder cannot be walked; ``file`` is that folder then.
    """

    file: str
    certain: bool = True
    fault: OSError | None = None


def is_called_cases(name: str) -> bool:
    """Return whether a file of that name says that it holds cases.

    >>> is_called_cases("house.mjcases.toml"), is_called_cases("house.toml")
    (True, False)
    """
    return _CASE_FILE.search(name) is not None


def find_files(paths: Iterable[str], passing: Container[Identity] = ()) -> Iterator[Found]:
    """Yield each file that may hold cases, folders in sorted order; one met twice comes once.

    In folders the files ``passing`` are passed over.
    """
    seen: set[str] = set()
    for name in paths:
        is_folder = name != STDIN and Path(name).is_dir()
        for found in _walked(Path(name), passing) if is_folder else (Found(str(Path(name))),):
            real = found.file if found.file == STDIN else _real(Path(found.file))
            if real not in seen:
                seen.add(real)
                yield found


def _walked(top: Path, passing: Container[Identity]) -> list[Found]:
    """Return what lies in a folder, links followed, in order and without what is hidden."""
    out: list[Found] = []
    entered: set[str] = set()

    def refused(error: OSError) -> None:
        out.append(Found(str(Path(error.filename or top)), True, error))

    for name, folders, files in os.walk(top, onerror=refused, followlinks=True):
        folder = Path(name)
        if (real := _real(folder)) in entered:  # a link that leads back
            folders.clear()
            continue
        entered.add(real)
        folders[:] = [each for each in folders if not each.startswith(".")]
        for path in (folder / each for each in files if not each.startswith(".")):
            certain = is_called_cases(path.name)
            if certain or path.suffix.lower() in SUFFIXES:
                is_lost = path.is_symlink() and not path.exists()
                if (path.is_file() and identity_of(path) not in passing) or (certain and is_lost):
                    out.append(Found(str(path), certain))
    return sorted(out, key=lambda found: Path(found.file))


def _real(path: Path) -> str:
    """Return where a path leads; as it stands where its links go in a circle."""
    try:
        return str(path.resolve())
    except (OSError, RuntimeError, ValueError):  # ValueError: a name with a null byte
        return str(path)
