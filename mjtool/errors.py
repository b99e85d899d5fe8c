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

from mjtool.messages import Say, text


class MjtoolError(Exception):
    """A refusal with a stable ``code``, a message in each language and its data as attributes.

    ``key`` names the message in :mod:`mjtool.messages`; the part before the first dot is the
    public ``code``. ``data`` fills the message.
    """

    def __init__(self, key: str, /, **data: object) -> None:
        self.key = key
        self.code = key.partition(".")[0]
        self.data = data
        super().__init__(text(key, "en", **data))

    def message(self, lang: str = "en") -> str:
        """Return the one-line message in ``lang`` (``en`` or ``zh``)."""
        return text(self.key, lang, **self.data)

    def as_json(self, lang: str = "en") -> dict[str, object]:
        """Return ``{"code", "message"}`` with the place, as it stands in batch output."""
        return {"code": self.code, "message": self.message(lang)}

    def __reduce__(self) -> tuple[object, ...]:
        # errors travel between the processes of a batch; constructors take more than the message
        return _restore, (type(self), self.args, self.__dict__)


def bug(error: Exception) -> MjtoolError:
    """Return what a run that must go on tells of an error that nobody foresaw."""
    return MjtoolError("bug", kind=type(error).__name__, detail=" ".join(str(error).split()))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return which of ``known`` somebody meant who wrote ``name``; None where none is near.

    >>> nearest("patern", ["points", "pattern"])
    'pattern'
    """
    import difflib  # noqa: PLC0415  # only a fault pays for it

    return next(iter(difflib.get_close_matches(name, known, 1)), None)


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

    def as_json(self, lang: str = "en") -> dict[str, object]:
        """Return ``{"code", "message", "column"}``."""
        return {**super().as_json(lang), "column": self.column}


class RequestError(MjtoolError, ValueError):
    """A request that no game can give, or a field of it that cannot be read."""

    @classmethod
    def unfit(cls, field: str, wanted: object, found: object) -> RequestError:
        """Return the error for an argument that cannot be meant; ``wanted`` is what could be."""
        shown = ascii(found) if isinstance(found, str) and not found.isprintable() else repr(found)
        shown = " ".join((shown if len(shown) <= 60 else shown[:57] + "...").split())
        return cls("bad_request.argument", field=field, wanted=wanted, found=shown)


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
        return f"{self._place}: {super().message(lang)}"

    def say(self) -> Say:
        """Return the message as a piece of another."""
        return Say("word.named", name=self._place, detail=Say(self.key, **self.data))

    @property
    def _place(self) -> str:
        return f"{self.source}: {self.path}" if self.path else self.source

    def __str__(self) -> str:
        return self.message("en")


class CaseError(MjtoolError, ValueError):
    """A case file with a line that is no case."""


class SourceError(MjtoolError, OSError):
    """A file or stream that cannot be read or written."""


class MissingExtraError(MjtoolError, ImportError):
    """An optional dependency is missing; the message says which extra installs it."""
