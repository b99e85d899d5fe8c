"""Rule files as they stand in a git revision: ``house.toml@HEAD~1``."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from mjtool import limits
from mjtool.census.diff import Side
from mjtool.errors import RuleError
from mjtool.messages import Say
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.sources import notes

_NO_REPOSITORY: Final = Say("git.no_repository")


def load_side(name: str) -> Side:
    """Return the rule set ``name``: a built-in, a file, or a file at a git revision."""
    file, at, revision = name.rpartition("@")
    if not at or name in BUILTINS or Path(name).exists():
        return Side(name, load_rules(name), notes(name))
    with _checked_out(name, Path(file), revision) as path:
        try:
            return Side(name, load_rules(path), notes(str(path)))
        except RuleError as error:
            raise error.moved(name) from None


@contextmanager
def _checked_out(name: str, file: Path, revision: str) -> Iterator[Path]:
    """Write the file, and the files it extends, as they were, into a folder for a while."""
    top = Path(_git(name, file.parent, _NO_REPOSITORY, "rev-parse", "--show-toplevel").strip())
    at = PurePosixPath(file.absolute().parent.resolve().relative_to(top).as_posix(), file.name)
    told = Say("git.no_revision", revision=repr(revision))
    verify = ("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    commit = _git(name, top, told, *verify)
    with TemporaryDirectory() as folder:
        _write(name, top, commit.split()[-1], at, Path(folder), set())
        # what the repository holds may be extended from where it may be in the repository
        before = limits.now()
        limits.use(before._replace(roots=(*before.roots, *_moved(before.roots, top, folder))))
        try:
            yield Path(folder, at)
        finally:
            limits.use(before)


def _moved(roots: Iterable[str], top: Path, folder: str) -> Iterator[str]:
    """Yield where the part of each root that lies in a repository is in its copy."""
    for root in map(Path, roots):
        real, whole = root.resolve(), top.resolve()
        if real.is_relative_to(whole):
            yield str(Path(folder, real.relative_to(whole)))
        elif whole.is_relative_to(real):
            yield folder


def _write(  # noqa: PLR0913, PLR0917
    name: str, top: Path, commit: str, at: PurePosixPath, folder: Path, done: set[PurePosixPath]
) -> None:
    """Write ``at`` of ``commit`` below ``folder``, then what it extends."""
    text = _git(name, top, Say("git.no_file", file=at), "show", f"{commit}:{at}")
    done.add(at)
    path = Path(folder, at)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    try:
        parent = limits.read_toml(text).get("extends")
    except (ValueError, RecursionError):
        return  # the loader tells
    if isinstance(parent, str) and parent not in BUILTINS:
        steps: list[str] = []
        for step in (at.parent / parent).parts:
            if step != "..":
                steps.append(step)
            elif steps:
                steps.pop()
        next_ = PurePosixPath(*steps)
        if next_ not in done:
            _write(name, top, commit, next_, folder, done)


def _git(name: str, folder: Path, refused: Say, *arguments: str) -> str:
    """Return what git prints; RuleError with ``refused`` where it does not do it."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            check=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise RuleError("unreadable_rules.revision", name, detail=Say("git.missing")) from None
    except UnicodeDecodeError:
        told = Say("word.not_utf8")
        raise RuleError("unreadable_rules.revision", name, detail=told) from None
    except subprocess.CalledProcessError:
        raise RuleError("unreadable_rules.revision", name, detail=refused) from None
    return done.stdout
