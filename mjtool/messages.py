"""Every message in English and Chinese: one table, so that no pair can drift apart.

A key is ``code`` or ``code.variant``. Both texts are :meth:`str.format` templates over the same
fields; a test compares them. ``{files:file|files}`` is a number with its noun. Areas that own many
messages register them with :func:`add`.
"""

from __future__ import annotations

from string import Formatter
from typing import Any, Final, NamedTuple

LANGUAGES: Final = ("en", "zh")

MESSAGES: Final[dict[str, tuple[str, str]]] = {}


def add(messages: dict[str, tuple[str, str]]) -> None:
    """Register messages; a key that exists already is a programming error."""
    for key, pair in messages.items():
        if key in MESSAGES:
            raise KeyError(f"message {key!r} is registered twice")
        MESSAGES[key] = pair


class Words(NamedTuple):
    """A piece of a message that is itself in both languages."""

    en: str
    zh: str


class _Numbers(Formatter):
    """Fills templates with numbers and their nouns."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return format(value, format_spec)
        return f"{value} {one if value in (1, '1') else many}"


def text(key: str, lang: str = "en", /, **data: object) -> str:
    """Return the message ``key`` in ``lang``, filled with ``data``.

    >>> text("empty_hand", text="", column=1)
    'the hand is empty'
    """
    at = lang == "zh"
    for name, value in data.items():
        if isinstance(value, Words):
            data[name] = value[at]
    template = MESSAGES[key][at]
    if ":" in template and "|" in template:
        return _Numbers().vformat(template, (), data)
    return template.format(**data)


add(
    {
        # notation and hands
        "empty_hand": ("the hand is empty", "没有牌"),
        "bad_character": (
            "{char!r} at column {column} of {text!r} is not part of any tile",
            "{text!r} 第 {column} 个字符 {char!r} 不属于任何牌",
        ),
        "suit_without_digits": (
            "suit {char!r} at column {column} of {text!r} has no digits before it",
            "{text!r} 第 {column} 个字符：花色 {char!r} 前面没有数字",
        ),
        "digits_without_suit": (
            "digits {digits!r} at column {column} of {text!r} have no suit after them",
            "{text!r} 第 {column} 个字符：数字 {digits!r} 后面没有花色",
        ),
        "bad_tile": (
            "{tile!r} at column {column} of {text!r} is no tile",
            "{text!r} 第 {column} 个字符：没有 {tile!r} 这种牌",
        ),
        "bad_tile.flower": (
            "flower {tile!r} at column {column} of {text!r} has no place here",
            "{text!r} 第 {column} 个字符：这里不能有花牌 {tile!r}",
        ),
        "bad_tile.half": (
            "{tile!r} at column {column} of {text!r} is only part of a tile's name",
            "{text!r} 第 {column} 个字符：{tile!r} 只是牌名的一部分",
        ),
        "bad_set": (
            "{found!r} at column {column} of {text!r} is no set: a chow [123m], a pung [111m], "
            "an exposed kong [1111m], an added kong [1111m+] or a concealed kong (1111m)",
            "{text!r} 第 {column} 个字符：{found!r} 不是副露：吃 [123m]、碰 [111m]、明杠 [1111m]、"
            "加杠 [1111m+]、暗杠 (1111m)",
        ),
        "bad_set.unclosed": (
            "bracket {bracket!r} at column {column} of {text!r} is not closed",
            "{text!r} 第 {column} 个字符：括号 {bracket!r} 没有关上",
        ),
        "bad_set.unopened": (
            "bracket {bracket!r} at column {column} of {text!r} closes nothing",
            "{text!r} 第 {column} 个字符：括号 {bracket!r} 前面没有打开的括号",
        ),
        "bad_set.parts": (
            "no set has kind {kind!r} and tile {tile!r}",
            "没有种类 {kind!r}、牌 {tile!r} 的副露",
        ),
        "too_many_copies": (
            "a fifth {tile} at column {column} of {text!r}; there are four of a kind",
            "{text!r} 第 {column} 个字符：第五张 {tile}，每种牌只有四张",
        ),
        "wrong_tile_count": (
            "{found:concealed tile|concealed tiles} with {sets:fixed set|fixed sets}; "
            "{waiting} or {full} are needed "
            "(declare a kong as a set, as in [1111m] or (1111m))",
            "副露 {sets} 组时手牌应为 {waiting} 或 {full} 张，现有 {found} 张"
            "（杠要写成副露，如 [1111m] 或 (1111m)）",
        ),
        "wrong_tile_count.kong": (
            "{found:concealed tile|concealed tiles} with {sets:fixed set|fixed sets}; "
            "{waiting} or {full} are needed: "
            "declare the kong as a set, {exposed} or {concealed}",
            "副露 {sets} 组时手牌应为 {waiting} 或 {full} 张，现有 {found} 张："
            "杠要写成副露 {exposed} 或 {concealed}",
        ),
        "wrong_tile_count.sets": (
            "{sets:fixed set|fixed sets}; a hand has four at most",
            "副露 {sets} 组，最多四组",
        ),
        "wrong_tile_count.one": (
            "one tile is needed, {text!r} has {found}",
            "需要一张牌，{text!r} 有 {found} 张",
        ),
        "wrong_tile_count.counts": (
            "{found!r} are not the counts of 34 kinds",
            "{found!r} 不是 34 种牌的张数",
        ),
        "winning_tile_not_held": (
            "the hand does not hold {tile}",
            "手牌里没有 {tile}",
        ),
        "winning_tile_not_held.unknown": (
            "no winning tile is named, and the hand tells no last tile",
            "没有指明和牌张，手牌也没有最后一张的记录",
        ),
    }
)
