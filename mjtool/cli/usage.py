"""What is wrong with a command line, in one line of both languages, and where help is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from mjtool.errors import MjtoolError, nearest
from mjtool.messages import text

_PATTERNS: Final = tuple(
    (re.compile(pattern, re.DOTALL), key)
    for pattern, key in (
        (r"(?P<found>'.*') is not one of (?P<known>.*)\.", "usage.choice"),
        (r"Input should be a valid integer|.* is not a valid int", "usage.whole"),
        (r"Input should be a valid number|.* is not a valid float", "usage.number"),
        (r"Input should be greater than or equal to (?P<least>\S+)", "usage.least"),
        (r"No such command '(?P<name>.*)'", "usage.command"),
        (r"No such option:? (?P<option>\S+)", "usage.option"),
        (r"Missing (?:argument|option|parameter) '(?P<name>[^']*)'", "usage.argument"),
        (r"Missing command", "usage.no_command"),
        (r"Option '(?P<option>.*)' requires an argument", "usage.value"),
        (r"Option '(?P<option>.*)' does not take a value", "usage.no_value"),
        (r"Got unexpected extra argument.*? \((?P<found>.*)\)", "usage.extra"),
    )
)


def refusal(error: Any, command: str, lang: str) -> str:
    """Return what click found wrong, in our words; ``command`` is what was called."""
    context = getattr(error, "ctx", None)
    if context is not None:
        command = context.command_path
    return see(_told(error, context, lang), command, lang)


def see(told: str, command: str, lang: str) -> str:
    """Return ``told`` with the command that helps."""
    return text("usage.see", lang, told=told, command=command)


def no_command(known: Iterable[str], lang: str) -> str:
    """Return what to say where the program was called with nothing."""
    return see(text("usage.no_command", lang, known=", ".join(known)), "mjtool", lang)


def _told(error: Any, context: Any, lang: str) -> str:
    # The message alone says nothing of a missing argument, and all the rest of an option.
    told = str(error.message or error.format_message()).removeprefix("Value error, ")
    param = getattr(error, "param", None)
    option = "" if param is None else param.opts[0]
    for pattern, key in _PATTERNS:
        if found := pattern.match(told):
            return _in_our_words(key, {"option": option, **found.groupdict("")}, context, lang)
    return f"{option}: {told}" if option else told


def _in_our_words(key: str, data: dict[str, Any], context: Any, lang: str) -> str:
    if key == "usage.choice":
        data["known"] = data["known"].replace("'", "")
    elif key == "usage.option" and context is not None:
        options = [name for param in context.command.params for name in param.opts]
        if near := nearest(data["option"], options):
            key, data["near"] = "usage.option_near", near
    elif key in ("usage.command", "usage.no_command"):
        commands = context.command.list_commands(context)
        data["known"] = ", ".join(commands)
        if key == "usage.command" and (near := nearest(data["name"], commands)):
            key, data["near"] = "usage.command_near", near
    return text(key, lang, **data)


_OPTIONS: Final = {"kongs": "--kong", "events": "--event", "horses": "--horse"}
"""The options that give fields of other names."""


def refused(error: MjtoolError, command: str, lang: str) -> str:
    """Return why a hand is refused; the option is named that gave a field of a wrong value."""
    field = error.data.get("field")
    if error.key != "bad_request.value" or not isinstance(field, str):
        return error.message(lang)
    root = re.split(r"[.\[]", field)[0]
    option = _OPTIONS.get(root, f"--{root.replace('_', '-')}")
    told = text(error.key, lang, **{**error.data, "field": option})
    return see(told, command, lang)
