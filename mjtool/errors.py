"""The exception tree: what a caller did wrong, with its place.

::

    MjtoolError                 anything this package refuses; exit code 2 on the command line
    |-- NotationError           text that is no tile, set or hand (column)
    |-- RequestError            a readable hand with an impossible or unreadable request (field)
    |-- RuleError               a rule file that cannot be used (file, key path)
    |-- CaseError               a case file that cannot be read (file, line)
    |-- SourceError             a file or stream that cannot be read or written (path)
    `-- MissingExtraError       an optional dependency that is not installed

Faults inside a game log are findings, never exceptions. Anything else that escapes is a bug.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from mjtool.messages import Listed, Say, on_one_line, text


class MjtoolError(Exception):
    """A refusal with a stable ``code``, a message in each language and its data as attributes.

    ``key`` names the message in :mod:`mjtool.messages`; the part before the first dot is the
    public ``code``. ``data`` fills the message.
    """

    def __init__(self, key: str, /, **data: object) -> None:
        self.key = key
        self.code = key.partition(".")[0]
        self.data = data
        super().__init__(_shown(text(key, "en", **data)))

    def message(self, lang: str = "en") -> str:
        """Return the one-line message in ``lang`` (``en`` or ``zh``)."""
        return _shown(text(self.key, lang, **self.data))

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return ``{"code", "message"}`` with the place, named as in JSON output."""
        return {"code": self.code, "message": self.message(lang)}

    def __reduce__(self) -> tuple[object, ...]:
        # errors travel between the processes of a batch; constructors take more than the message
        return _restore, (type(self), self.args, self.__dict__)


LONGEST: Final = 4000
"""Characters of a message at most: what it quotes may be a whole file on one line."""


def _shown(told: str) -> str:
    """Return a message as one line, its middle left out where it quotes without end."""
    if len(told) > LONGEST:
        told = f"{told[: LONGEST * 3 // 4]} ... {told[-LONGEST // 4 + 5 :]}"
    return on_one_line(told)


def bug(error: Exception) -> MjtoolError:
    """Return what a run that must go on tells of an error that nobody foresaw."""
    return MjtoolError("bug", kind=type(error).__name__, detail=" ".join(str(error).split()))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return which of ``known`` somebody meant who wrote ``name``; None where none is near.

    Near is a name with one slip (a letter too many, too few, another, or two that changed places)
    in each three letters of the longer one at most, or the only one that begins so; dashes, case
    and what stands between words are no slips.

    >>> nearest("patern", ["points", "pattern"]), nearest("--visible", ["--liable", "--seat"])
    ('pattern', None)
    >>> nearest("eff", ["score", "efficiency"]), nearest("--self_draw", ["--self-drawn"])
    ('efficiency', '--self-drawn')
    """
    meant = _plain(name)
    plain = {each: _plain(each) for each in known}
    slips = {each: _slips(meant, word) for each, word in plain.items() if _is_like(meant, word)}
    near = [each for each, number in slips.items() if number <= _most(meant, plain[each])]
    if near:
        return min(near, key=slips.__getitem__)
    longer = [each for each, word in plain.items() if len(meant) >= 3 and word.startswith(meant)]
    return longer[0] if len(longer) == 1 else None


def did_you_mean(name: str, known: Iterable[str]) -> Say | str:
    """Return the end of a message that names the near one of ``known``; empty where none is near.

    >>> did_you_mean("patern", ["points", "pattern"])
     (did you mean 'pattern'?)
    """
    near = nearest(name, known)
    return Say("word.did_you_mean", near=near) if near else ""


def _most(one: str, two: str) -> int:
    return max(len(one), len(two)) // 3


def _is_like(one: str, two: str) -> bool:
    """Return whether two words are of lengths that can be near: counting slips takes a while."""
    return abs(len(one) - len(two)) <= _most(one, two)


def _plain(name: str) -> str:
    """Return the letters of a name."""
    return "".join(char for char in name.casefold() if char not in "-_ ")


def _slips(one: str, two: str) -> int:
    """Return how many letters must be added, dropped, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, char in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for to, other in enumerate(two, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (char != other))
            if at > 1 and to > 1 and char == two[to - 2] and other == one[at - 2]:
                cost = min(cost, earlier[to - 2] + 1)
            row.append(cost)
    return row[-1]


def _restore(
    kind: type[MjtoolError], args: tuple[object, ...], state: dict[str, object]
) -> MjtoolError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class NotationError(MjtoolError, ValueError):
    """Text that cannot be read as tiles; ``column`` counts characters from 1."""

    def __init__(self, key: str, /, text: str, column: int, **data: object) -> None:
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(key, text=shown, column=column, **data)
        self.text = text
        self.column = column

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return ``{"code", "message", "column"}``."""
        return {**super().to_dict(lang), "column": self.column}


class RequestError(MjtoolError, ValueError):
    """A request that no game can give, or a field of it that cannot be read."""

    @classmethod
    def unfit(cls, field: str, wanted: object, found: object) -> RequestError:
        """Return the error for an argument that cannot be meant; ``wanted`` is what could be."""
        return cls._argument(field, wanted, found, "")

    @classmethod
    def no_choice(cls, field: str, choices: Iterable[str], found: object) -> RequestError:
        """Return the error for an argument that is none of few words; the near one is named."""
        words = tuple(choices)
        hint = did_you_mean(found, words) if isinstance(found, str) else ""
        wanted = Say("word.one_of", choices=Listed(words, "list.words"))
        return cls._argument(field, wanted, found, hint)

    @classmethod
    def _argument(cls, field: str, wanted: object, found: object, hint: object) -> RequestError:
        shown = ascii(found) if isinstance(found, str) and not found.isprintable() else repr(found)
        shown = " ".join((shown if len(shown) <= 60 else shown[:57] + "...").split())
        return cls("bad_request.argument", field=field, wanted=wanted, found=shown, hint=hint)


class RuleError(MjtoolError, ValueError):
    """A rule file that cannot be used: ``source`` is the file, ``path`` the key path."""

    def __init__(self, key: str, /, source: str, path: str = "", **data: object) -> None:
        super().__init__(key, source=source, path=path, **data)
        self.source = source
        self.path = path

    def moved(self, source: str) -> RuleError:
        """Return the same fault as one of the file ``source``."""
        data = {key: value for key, value in self.data.items() if key not in ("source", "path")}
        return RuleError(self.key, source, self.path, **data)

    def message(self, lang: str = "en") -> str:
        """Return ``FILE: KEY.PATH: what is wrong``."""
        return _shown(self.say().text(lang))

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return ``{"code", "message", "file", "path"}``."""
        return {**super().to_dict(lang), "file": self.source, "path": self.path}

    def say(self) -> Say:
        """Return the message as a piece of another."""
        told = Say(self.key, **self.data)
        if self.path:
            told = Say("word.named", name=self.path, detail=told)
        return Say("word.named", name=self.source, detail=told)

    def __str__(self) -> str:
        return self.message("en")


class CaseError(MjtoolError, ValueError):
    """A case file with a line that is no case."""


class SourceError(MjtoolError, OSError):
    """A file or stream that cannot be read or written."""


class MissingExtraError(MjtoolError, ImportError):
    """An optional dependency is missing; the message says which extra installs it."""
