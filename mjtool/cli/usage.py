"""What is wrong with a command line, in one line of every language, and where help is.

Told from the class of the error and the parameter that it is about; what the library says itself is
never read: its sentences change from version to version.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any, Final

import typer

from mjtool.errors import MjtoolError, did_you_mean
from mjtool.messages import Listed, Say, text, texts

# Typer carries click or depends on it; either way these are the classes that it raises.
_ERRORS: Final[Any] = sys.modules[typer.BadParameter.__module__]
UsageError: Final[type[Exception]] = _ERRORS.UsageError
MissingParameter: Final[Any] = _ERRORS.MissingParameter


def refused(error: MjtoolError, command: str) -> MjtoolError:
    """Return ``error`` with the command that helps."""
    return MjtoolError("usage.see", told=Say(error.key, **error.data), command=command)


def of_parser(error: Any, context: Any) -> MjtoolError:
    """Return what is wrong with the arguments of a command, in our words."""
    if isinstance(error, _ERRORS.NoSuchOption):
        return _no_option(error.option_name, context)
    if isinstance(error, _ERRORS.BadOptionUsage):
        name = error.option_name
        found = next((each for each in context.command.params if name in _names(each)), None)
        key = "usage.no_value" if getattr(found, "is_flag", False) else "usage.value"
        return MjtoolError(key, option=name)
    param = getattr(error, "param", None)
    if isinstance(error, _ERRORS.MissingParameter):
        return MjtoolError(
            "usage.argument", name=Say("usage.nothing") if param is None else shown(param)
        )
    return MjtoolError("usage.bad_value", option="" if param is None else shown(param))


def metavar(param: Any) -> str | Say | None:
    """Return what stands for the value of a parameter; None for a flag.

    A metavar that names a message is told in the language asked for, others are as they are.
    """
    found: str | None = param.metavar
    return Say(f"metavar.{found}") if f"metavar.{found}" in texts("en") else found


def shown(param: Any) -> Any:
    """Return what a person calls a parameter: the option, or what stands for the argument."""
    return param.opts[0] if param.param_type_name == "option" else metavar(param)


def _names(param: Any) -> list[str]:
    return [*param.opts, *param.secondary_opts]


def _no_option(name: str, context: Any) -> MjtoolError:
    known = [each for param in context.command.params for each in _names(param)]
    return MjtoolError("usage.option", option=name, hint=did_you_mean(name, known))


def no_command(name: str | None, known: Iterable[str]) -> MjtoolError:
    """Return what to say where no command, or one that is none, is called."""
    known = tuple(known)
    if name is None:
        return MjtoolError("usage.no_command", known=Listed(known, "list.words"))
    listed = Say("word.there_are", known=Listed(known, "list.words"))
    return MjtoolError("usage.command", name=name, hint=did_you_mean(name, known) or listed)


_OPTIONS: Final = {"kongs": "--kong", "events": "--event", "horses": "--horse"}
"""The options that give fields of other names."""


def of_field(error: MjtoolError, command: str, lang: str) -> str:
    """Return why a hand is refused; the option is named that gave a field of a wrong value."""
    field = error.data.get("field")
    if error.key != "bad_request.value" or not isinstance(field, str):
        return error.message(lang)
    root = re.split(r"[.\[]", field)[0]
    option = _OPTIONS.get(root, f"--{root.replace('_', '-')}")
    told = Say(error.key, **{**error.data, "field": option})
    return text("usage.see", lang, told=told, command=command)
