"""What parsers say of bad data, in plain words of every language.

msgspec and the codecs name types and bytes of their own; a person is told what was expected, and
no sentence of a library reaches a message.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Mapping, Sequence
from typing import Final

from mjtool.errors import did_you_mean
from mjtool.messages import Listed, Say

_TYPES: Final = frozenset(("int", "float", "str", "bool", "array", "object", "null"))
_WRONG_TYPE: Final = r"Expected `([^`]*)`, got `([^`]*)`"
_OUT_OF_RANGE: Final = r"Expected `(\w+)` (>=|<=|>|<) (\S+)"
_LENGTH: Final = r"Expected `array` of length (?:(>=|<=) )?(\d+)"
_NO_CHOICE: Final = r"Invalid enum value (.*)"
_MISSING: Final = r"Object missing required field `(.*)`"
_PLACE: Final = r"\(byte (\d+)\)"


def _named(types: str) -> Say | Listed:
    """Return what msgspec calls ``int | null``, but for the null: leaving out is always allowed."""
    kinds = [kind.strip() for kind in types.split("|")]
    kinds = [kind for kind in kinds if kind != "null"] or ["null"]
    named = [Say(f"word.{kind}") if kind in _TYPES else Say("word.value") for kind in kinds]
    return Listed(tuple(named), "list.or")


def of_value(told: str, choices: Sequence[str | int] = ()) -> Say:  # noqa: PLR0911
    """Return what is wrong with one value, as msgspec told it; ``choices`` are those there are.

    >>> of_value("Expected `int | null`, got `str`")
    expected a whole number, not text
    >>> of_value("Invalid enum value 'up'", ["left", "right"])
    'up' is none of left, right
    >>> of_value("Invalid enum value 'rigth'", ["left", "right"])
    'rigth' is none of left, right (did you mean 'right'?)
    >>> of_value("Invalid enum value 2", [4, 8])
    2 is none of 4, 8
    """
    if found := re.match(_WRONG_TYPE, told):
        return Say("word.expected", wanted=_named(found[1]), got=_named(found[2]))
    if found := re.match(_OUT_OF_RANGE, told):
        return Say("word.range", wanted=_named(found[1]), bound=f"{found[2]} {found[3]}")
    if found := re.match(_LENGTH, told):
        return Say("word.length", bound=" ".join(filter(None, found.groups())))
    if (found := re.match(_NO_CHOICE, told, re.DOTALL)) and choices:
        named = tuple(map(str, choices))  # numbers too
        hint = did_you_mean(found[1].strip("'"), named)
        return Say("word.choice", value=found[1], choices=Listed(named, "list.words"), hint=hint)
    if found := re.match(_MISSING, told):
        return Say("word.missing", name=repr(found[1]))
    if "out of range" in told:
        return Say("word.number_range")
    return Say("word.unfit")


def of_field(error: Exception, choices: Mapping[str, Sequence[str | int]] | None = None) -> Say:
    """Return which field of a record is wrong, and how; ``choices`` are those there are, by field.

    >>> of_field(ValueError("Expected `int`, got `str` - at `$.room.fee`"))
    room.fee: expected a whole number, not text
    """
    if isinstance(error, RecursionError):
        return Say("word.nested")
    told, _, place = str(error).partition(" - at `$")
    field = place.rstrip("`").removeprefix(".").replace("[...]", "")
    name = re.sub(r"\[.*?\]", "", field).rpartition(".")[2]
    detail = of_value(told, (choices or {}).get(name, ()))
    return Say("word.named", name=field, detail=detail) if field else detail


def of_json(error: Exception) -> Say:
    """Return why bytes are no JSON.

    >>> import msgspec
    >>> try:
    ...     msgspec.json.decode(b'{"hand": "1m"')
    ... except msgspec.DecodeError as error:
    ...     print(of_json(error))
    it ends too early
    """
    told = str(error)
    if isinstance(error, RecursionError):
        return Say("word.nested")
    if isinstance(error, UnicodeDecodeError) or "UTF-8" in told:
        return Say("word.not_utf8")
    if "truncated" in told:
        return Say("word.truncated")
    place = re.search(_PLACE, told)
    return Say("word.json_at", byte=place[1]) if place else Say("word.json")


_OS: Final = {
    errno.ENOENT: "missing",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EEXIST: "exists",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.ENAMETOOLONG: "name",
    errno.EINVAL: "name",
    errno.ELOOP: "loop",
    errno.EBUSY: "busy",
    errno.EROFS: "read_only",
    errno.EBADF: "closed",
}


def of_os(error: OSError) -> Say:
    """Return why the system refuses a file."""
    if error.errno in _OS:
        return Say(f"os.{_OS[error.errno]}")
    return Say("os.other", number=error.errno or 0)


def of_stream(error: Exception) -> Say:
    """Return why a packed or plain stream cannot be read any further.

    >>> of_stream(EOFError("Compressed file ended before the end-of-stream marker was reached"))
    it ends too early
    """
    if isinstance(error, EOFError):
        return Say("word.truncated")
    if isinstance(error, OSError) and error.errno is not None:
        return of_os(error)
    return Say("word.damaged")


def of_text(error: Exception) -> Say:
    """Return why a file cannot be read, or is no text or no TOML, with the line if one is told."""
    if isinstance(error, OSError):
        return of_os(error)
    if isinstance(error, UnicodeDecodeError):
        return Say("word.not_utf8_at", byte=error.start + 1)
    if isinstance(error, RecursionError):
        return Say("word.too_deep")
    place = re.search(r"line (\d+)(?:,? col(?:umn)? (\d+))?", str(error))
    if place and place[2]:
        return Say("word.toml_at", line=place[1], column=place[2])
    if place:
        return Say("word.toml_line", line=place[1])
    return Say("word.toml_end" if "end of document" in str(error) else "word.toml")
