"""What all records have in common: keys in a fixed order, absent ones left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

WindName = Literal["E", "S", "W", "N"]
WIND_NAMES: Final[tuple[WindName, ...]] = ("E", "S", "W", "N")
Seats = Annotated[dict[WindName, int], Meta(description="one number a seat; E is the dealer")]
TileName = Annotated[str, Meta(description="a tile in notation, as 5z")]
Id = Annotated[Any, Meta(description="the id of the request, whatever it was")]
Code = Annotated[str, Meta(description="what is wrong, as a word that never changes")]

Kind = TypeVar("Kind")

_encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


def encode(value: Any) -> bytes:
    """Return a record as one line of UTF-8, without the line break.

    Of text that is none, such as the name of a file of another encoding, what can be told.
    """
    try:
        return _encode(value)
    except UnicodeEncodeError:
        return _encode(printable(msgspec.to_builtins(value)))


def fitted(value: Any, kind: type[Kind]) -> Kind:
    """Return plain tables as a ``kind``; msgspec.ValidationError where they are none.

    msgspec itself breaks off at half a surrogate pair where a number or one of few words is due.
    """
    try:
        return msgspec.convert(value, kind)
    except UnicodeEncodeError:
        return msgspec.convert(printable(value), kind)


def printable(value: Any) -> Any:
    """Return plain tables with text that any output can carry: no half of a surrogate pair."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {printable(key): printable(entry) for key, entry in value.items()}
    return [printable(each) for each in value] if isinstance(value, list | tuple) else value


class Record(Struct, kw_only=True):
    """One object of output. Its fields are the keys, in their order; what is UNSET is left out."""

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain tables and lists, as its JSON reads."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class Problem(Record, kw_only=True):
    """Why something is refused."""

    code: Code
    message: Annotated[str, Meta(description="one line for people, in the language asked for")]
    column: (
        Annotated[int, Meta(description="character of the text that is at fault, from 1")]
        | UnsetType
    ) = UNSET
    file: Annotated[str, Meta(description="the rule file that is at fault")] | UnsetType = UNSET
    path: (
        Annotated[str, Meta(description="its key path, as patterns.full_flush.fan")] | UnsetType
    ) = UNSET
    line: Annotated[int, Meta(ge=1, description="the line of the key in that file")] | UnsetType = (
        UNSET
    )


class Refused(Record, kw_only=True):
    """A line of a batch that is refused."""

    line: Annotated[int, Meta(ge=1, description="its number in the input")]
    id: Id | UnsetType = UNSET
    error: Problem


class OutputRecord(Record, kw_only=True):
    """One input or output that there is a schema of."""

    output: Annotated[str, Meta(description="its name")]
    about: Annotated[str, Meta(description="what it is, in the language asked for")]
