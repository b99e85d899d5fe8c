"""What ``--help`` shows, from the messages of the language asked for.

A page is set by us, in columns as wide as a terminal shows them: Chinese takes two columns and may
be broken anywhere, and the page is the same whichever version of the library reads the arguments.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from typing import Any, Final

from mjtool.cli.usage import metavar
from mjtool.messages import Say, text, texts
from mjtool.render.columns import pad, width, wrapped

WIDEST: Final = 80
"""Columns of a page on a wide terminal."""
NAMES: Final = 30
"""Columns of the names of options at most; after a longer one a new line begins."""


def page(command: Any, context: Any, lang: str) -> str:
    """Return the help of a command, or of a group of them."""
    return "\n".join(_page(command, context, lang))


def summary(path: str, lang: str) -> str:
    """Return what the command of that path does, in one sentence."""
    return text(f"help.{path}", lang)


def _page(command: Any, context: Any, lang: str) -> Iterator[str]:
    columns = max(min(shutil.get_terminal_size().columns, WIDEST), 40) - 2
    path, params = _path(context), command.get_params(context)
    yield from _usage(command, context, params, lang, columns)
    yield ""
    for key in (f"help.{path}", f"help.{path}.more"):
        if key in texts(lang):
            yield from _indented(text(key, lang), columns)
            yield ""
    if command.epilog:
        yield "  " + text("help.example", lang, command=command.epilog)
        yield ""
    for kind in ("argument", "option"):
        rows = [
            (_named(param, lang), _about(param, path, lang))
            for param in params
            if param.param_type_name == kind
        ]
        if rows:
            yield text("help.arguments" if kind == "argument" else "help.options", lang)
            yield from _table(rows, columns)
            yield ""
    if hasattr(command, "list_commands"):
        yield text("help.commands", lang)
        names = command.list_commands(context)
        prefix = "" if context.parent is None else f"{path}."
        yield from _table([(name, summary(prefix + name, lang)) for name in names], columns)


def _path(context: Any) -> str:
    """Return the words of a command as they stand in a key: ``mjtool``, ``rules.diff``."""
    words = context.command_path.split()
    return ".".join(words[1:] or words)


def _usage(command: Any, context: Any, params: list[Any], lang: str, columns: int) -> Iterator[str]:
    parts = [text("metavar.options", lang)]
    for param in params:
        if param.param_type_name == "argument":
            told = _told(metavar(param), lang)
            parts.append(told if param.required else f"[{told}]")
    if hasattr(command, "list_commands"):
        parts.append(text("metavar.commands", lang))
    line = text("help.usage", lang, command=context.command_path, parts=" ".join(parts))
    first, *rest = wrapped(line, columns)
    yield first
    yield from (f"    {each}" for each in rest)


def _indented(told: str, columns: int) -> Iterator[str]:
    yield from (f"  {line}" for line in wrapped(told, columns - 2))


def _named(param: Any, lang: str) -> str:
    """Return a parameter as a person writes it, with what stands for its value."""
    told = _told(metavar(param), lang)
    if param.param_type_name == "argument":
        return told
    names = ", ".join(param.opts) + "".join(f" / {name}" for name in param.secondary_opts)
    return f"{names} {told}" if told else names


def _about(param: Any, path: str, lang: str) -> str:
    told = text(key_of(param, path), lang)
    default = _default(param)
    return told if default is None else text("help.default", lang, told=told, value=default)


def key_of(param: Any, path: str) -> str:
    """Return the message about a parameter: of that command alone, or of all that have it."""
    if param.param_type_name == "argument":
        return f"argument.{param.name}"
    name = max(param.opts, key=len).lstrip("-").replace("-", "_")
    own = f"option.{path}.{name}"
    return own if own in texts("en") else f"option.{name}"


def _default(param: Any) -> str | None:
    """Return the default value to show; None where nothing is set, or the text tells it."""
    default: Any = param.default
    if param.secondary_opts:
        return str((param.opts if default else param.secondary_opts)[0])
    # what stands for no default at all is a different thing in every version of the library
    shown = isinstance(default, str | int | float) and not isinstance(default, bool)
    return str(default) if shown and default != "" else None


def _told(piece: str | Say | None, lang: str) -> str:
    return piece.text(lang) if isinstance(piece, Say) else piece or ""


def _table(rows: Iterable[tuple[str, str]], columns: int) -> Iterator[str]:
    """Yield names with what is said of each beside it."""
    rows = list(rows)
    first = min(max(width(name) for name, _ in rows), NAMES)
    for name, told in rows:
        beside = name if width(name) <= first else ""
        if not beside:
            yield f"  {name}"
        for line in wrapped(told, columns - first - 4):
            yield f"  {pad(beside, first)}  {line}".rstrip()
            beside = ""
