"""What parsers say of bad data, in plain words of both languages.

msgspec and the codecs name types and bytes of their own; a person is told what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mjtool.messages import Words

_TYPES: Final = {
    "int": Words("a whole number", "整数"),
    "float": Words("a number", "数字"),
    "str": Words("text", "文字"),
    "bool": Words("true or false", "true 或 false"),
    "array": Words("a list", "列表"),
    "object": Words("a table", "表"),
    "null": Words("nothing", "空值"),
}
_WRONG_TYPE: Final = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_OUT_OF_RANGE: Final = re.compile(r"Expected `(\w+)` (>=|<=|>|<) (\S+)")
_NO_CHOICE: Final = re.compile(r"Invalid enum value (.*)", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_PLACE: Final = re.compile(r"\(byte (\d+)\)")


def _named(types: str) -> Words:
    """Return what msgspec calls ``int | null``, but for the null: leaving out is always allowed."""
    kinds = [kind.strip() for kind in types.split("|")]
    named = [_TYPES.get(kind, Words(kind, kind)) for kind in kinds if kind != "null"]
    named = named or [_TYPES["null"]]
    return Words(" or ".join(each.en for each in named), " 或 ".join(each.zh for each in named))


def of_value(told: str, choices: Sequence[str] = ()) -> Words:
    """Return what is wrong with one value, as msgspec told it; ``choices`` are those there are.

    >>> of_value("Expected `int | null`, got `str`").en
    'expected a whole number, not text'
    >>> of_value("Invalid enum value 'up'", ["left", "right"]).en
    "'up' is none of left, right"
    """
    if found := _WRONG_TYPE.match(told):
        wanted, got = _named(found[1]), _named(found[2])
        return Words(f"expected {wanted.en}, not {got.en}", f"应为{wanted.zh}，不是{got.zh}")
    if found := _OUT_OF_RANGE.match(told):
        wanted, bound = _named(found[1]), f"{found[2]} {found[3]}"
        return Words(f"expected {wanted.en} {bound}", f"应为 {bound} 的{wanted.zh}")
    if (found := _NO_CHOICE.match(told)) and choices:
        listed = ", ".join(choices)
        return Words(f"{found[1]} is none of {listed}", f"{found[1]} 不在 {listed} 之内")
    if found := _MISSING.match(told):
        return Words(f"{found[1]!r} is missing", f"缺少 {found[1]!r}")
    plain = told[:1].lower() + told[1:]
    return Words(plain, plain)


def of_json(error: Exception) -> Words:
    """Return why bytes are no JSON.

    >>> import msgspec
    >>> try:
    ...     msgspec.json.decode(b'{"hand": "1m"')
    ... except msgspec.DecodeError as error:
    ...     print(of_json(error).en)
    it ends too early
    """
    told = str(error)
    if isinstance(error, RecursionError):
        return Words("nested too deeply", "嵌套太深")
    if isinstance(error, UnicodeDecodeError) or "UTF-8" in told:
        return Words("the text is not UTF-8", "文字不是 UTF-8")
    if "truncated" in told:
        return Words("it ends too early", "内容不完整")
    place = _PLACE.search(told)
    at = Words(f" at byte {place[1]}", f"第 {place[1]} 字节：") if place else Words("", "")
    what = _PLACE.sub("", told.removeprefix("JSON is malformed: ")).strip()
    return Words(f"{what}{at.en}", f"{at.zh}{what}")


def of_text(error: Exception) -> Words | str:
    """Return why a file is no text or no TOML: the parser's own words, but for the codec's."""
    if isinstance(error, UnicodeDecodeError):
        at = error.start + 1
        return Words(f"the text is not UTF-8 at byte {at}", f"文字在第 {at} 字节不是 UTF-8")
    if isinstance(error, RecursionError):
        return Words("nested too deeply", "嵌套太深")
    return str(error).partition(";")[0]
