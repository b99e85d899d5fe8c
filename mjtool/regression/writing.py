"""Values as JSON and TOML write them, in the style of the text around them."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from mjtool.regression.layout import Value


class Style(NamedTuple):
    """How a text is written: what stands between rows, behind a key, and inside a brace."""

    is_toml: bool
    comma: str = ", "
    sign: str = " = "
    pad: str = ""


_COMMA: Final = re.compile(r",[ \t]*")
_SIGN: Final = re.compile(r" ?[=:] ?")
_PAD: Final = re.compile(r"[ \t]+")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def style_of(text: str, value: Value, style: Style) -> Style:
    """Return ``style`` with what the text of ``value`` shows of its own.

    >>> from mjtool.regression.layout import json_value
    >>> style_of('[{"a" : 1},{}]', json_value('[{"a" : 1},{}]'), Style(False, sign=": "))
    Style(is_toml=False, comma=',', sign=' : ', pad='')
    """
    first = value.entries[:1]
    for entry in first:
        style = style_of(text, entry.value, style)
        if entry.key and _SIGN.fullmatch(sign := text[entry.key_end : entry.value.start]):
            style = style._replace(sign=sign)
        pad = text[value.start + 1 : entry.start]
        if entry.key and (not pad or _PAD.fullmatch(pad)):
            style = style._replace(pad=pad)
    for one, other in zip(first, value.entries[1:2], strict=False):
        if _COMMA.fullmatch(comma := text[one.end : other.start]):
            style = style._replace(comma=comma)
    return style


def written(value: Any, style: Style, old: str = "") -> str:
    """Return ``value`` as text on one line; a string keeps the quotes that ``old`` has.

    ValueError for what the language cannot write.

    >>> written({"a b": ["x", True, 0.5]}, Style(is_toml=True))
    '{"a b" = ["x", true, 0.5]}'
    """
    if isinstance(value, dict):
        inner = style.comma.join(member(name, each, style) for name, each in value.items())
        return f"{{{style.pad}{inner}{style.pad}}}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{style.comma.join(written(each, style) for each in value)}]"
    return _in_toml(value, old) if style.is_toml else _in_json(value)


def member(name: str, value: Any, style: Style) -> str:
    """Return a key with its value."""
    return f"{key(name, style)}{style.sign}{written(value, style)}"


def key(name: str, style: Style) -> str:
    """Return a key as the language writes it."""
    return name if style.is_toml and _BARE.fullmatch(name) else _in_json(name)


def _in_json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if _is_unicode(text) else json.dumps(value)


def _in_toml(value: Any, old: str) -> str:
    if value is None:
        raise ValueError("TOML has no null")
    if isinstance(value, bool | int | float):
        return str(value).lower()
    if not isinstance(value, str):
        return str(value.isoformat())  # a date stays what it was
    if old.startswith("'") and "'" not in value and value.isprintable():
        return f"'{value}'"
    return _in_json(value).replace("\x7f", "\\u007f")


def _is_unicode(text: str) -> bool:
    return not re.search("[\ud800-\udfff]", text)


def identical(one: Any, other: Any) -> bool:
    """Return whether two values are the same down to their types; true is not 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(identical(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(identical, one, other))
    return bool(one == other) or (one != one and other != other)  # noqa: PLR0124  # not a number
