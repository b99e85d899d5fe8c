"""What a person may write as the value of an option, read by us.

The library below the commands is handed plain text: what it would say of a wrong value is a
sentence of its own in one language, and differs from version to version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from mjtool.errors import MjtoolError, did_you_mean
from mjtool.messages import LANGUAGES, Listed, Say, serving, texts

Number = TypeVar("Number", int, float)

SEATS: Final = {
    char: seat
    for seat, chars in (("E", "东東"), ("S", "南"), ("W", "西"), ("N", "北"))
    for char in chars
}
"""The seats as they are called in Chinese."""


def one_of(
    option: str, *choices: str, also: Callable[[], Mapping[str, str]] = dict
) -> Callable[[str], str]:
    """Return what reads one of ``choices``; ``also`` gives further words for them."""

    def read(value: str) -> str:
        if value in choices:
            return value
        if (meant := also().get(value)) is not None:
            return meant
        raise no_choice(option, value, choices)

    return read


def language(option: str) -> Callable[[str], str]:
    """Return what reads a language: its code, or a locale or tag that one serves, as ``zh-TW``."""

    def read(value: str) -> str:
        found = serving(value)
        if found is None:  # whoever asks for one is not answered in another
            raise no_choice(option, value, LANGUAGES)
        return found

    return read


def seat(option: str) -> Callable[[str], str]:
    """Return what reads a seat by its wind: E, S, W, N, or its word in any language."""
    words = named("seat.{}", *"ESWN")

    def read(value: str) -> str:
        if value in SEATS.values():
            return value
        if value in SEATS:
            return SEATS[value]
        if (meant := words().get(value)) is not None:
            return meant
        known = Listed(tuple(Say(f"seat.{name}") for name in "ESWN"), "list.words")
        raise MjtoolError("usage.choice", option=option, found=repr(value), known=known, hint="")

    return read


def no_choice(option: str, value: str, choices: tuple[str, ...]) -> MjtoolError:
    """Return the error for a value that is none of ``choices``; the near one is named."""
    return MjtoolError(
        "usage.choice",
        option=option,
        found=repr(value),
        known=Listed(choices, "list.words"),
        hint=did_you_mean(value, choices),
    )


def whole(option: str, least: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number, ``least`` or more."""
    return _number(option, int, least, "usage.whole")


def number(option: str) -> Callable[[str], float]:
    """Return what reads a number."""
    return _number(option, float, None, "usage.number")


def jobs(option: str) -> Callable[[str], int]:
    """Return what reads a number of processes; ``auto`` is one for each processor that is ours."""
    read_number = _number(option, int, 1, "usage.jobs")

    def read(value: str) -> int:
        return processors() if value == "auto" else read_number(value)

    return read


def processors() -> int:
    """Return how many processors this process may use; those of the machine where none can tell."""
    import os  # noqa: PLC0415  # only who asks for it

    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _number(
    option: str, kind: Callable[[str], Number], least: int | None, wrong: str
) -> Callable[[str], Number]:
    def read(value: str) -> Number:
        try:
            found = kind(value)
        except ValueError:
            raise MjtoolError(wrong, option=option) from None
        if least is not None and found < least:
            raise MjtoolError("usage.least", option=option, least=least)
        return found

    return read


def named(key: str, *names: str) -> Callable[[], Mapping[str, str]]:
    """Return what gives each of ``names`` by the message ``key`` about it, in every language."""

    def words() -> Mapping[str, str]:
        return {texts(lang)[key.format(name)]: name for lang in LANGUAGES for name in names}

    return words
