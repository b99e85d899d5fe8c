"""Every message in every language: one table a language, loaded whole.

``languages/CODE.json`` holds the texts of one language by key; to add a language is to add its
file, named as BCP 47 names it, in small letters. What it does not tell is told in the language
before it: that of a longer code in the shorter one, else in English. A key is ``code`` or
``code.variant``. A text is a :meth:`str.format` template; ``{files:file|files}`` is a number with
its noun. All languages fill the same fields of a key, and a test compares them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

_FOLDER: Final = Path(__file__).with_name("languages")

LANGUAGES: Final = tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))
"""The codes of the languages there are."""


_SCRIPTS: Final = {"zh_tw": "zh-hant", "zh_hk": "zh-hant", "zh_mo": "zh-hant"}
"""The script that is read in a region, where its language is written in two."""


def language_of(locale: str) -> str:
    """Return the code of the language that serves a locale; English where none does.

    >>> language_of("zh_CN.UTF-8"), language_of("zh_HK"), language_of("C")
    ('zh', 'zh-hant', 'en')
    """
    return serving(locale) or "en"


def serving(locale: str) -> str | None:
    """Return the code of the language that serves a locale or a tag, None where none does.

    >>> serving("zh-TW"), serving("zh-Hans-CN"), serving("en-GB"), serving("de-AT")
    ('zh-hant', 'zh', 'en', None)
    """
    asked = locale.partition(".")[0].lower().replace("-", "_")
    asked = _SCRIPTS.get(asked[:5], asked).replace("_", "-")
    fitting = (code for code in LANGUAGES if f"{asked}-".startswith(f"{code}-"))
    return max(fitting, key=len, default=None)


def tag_of(lang: str) -> str:
    """Return the tag by which a page of HTML says that it is in ``lang``.

    >>> tag_of("zh"), tag_of("zh-hant"), tag_of("en")
    ('zh-Hans', 'zh-Hant', 'en')
    """
    return _TAGS.get(lang, lang)


_TAGS: Final = {"zh": "zh-Hans", "zh-hant": "zh-Hant"}


def fallback(lang: str) -> str | None:
    """Return the language that tells what ``lang`` does not; None for English.

    >>> fallback("zh-hant"), fallback("zh"), fallback("en")
    ('zh', 'en', None)
    """
    shorter = lang.rpartition("-")[0]
    return shorter or (None if lang == "en" else "en")


def is_chinese(lang: str) -> bool:
    """Return whether ``lang`` is written in Chinese, of whichever script."""
    return lang.partition("-")[0] == "zh"


def name_of(name: str, name_en: str, lang: str) -> str:
    """Return what a thing of the rule files is called in ``lang``: the key ``name.NAME``, if any.

    NAME is the Chinese name in Chinese, elsewhere the English one.

    >>> name_of("鸡胡", "Chicken hand", "zh-hant"), name_of("我的", "", "zh-hant")
    ('雞胡', '我的')
    """
    name = name if is_chinese(lang) else name_en or name
    return texts(lang).get(f"name.{name}") or on_one_line(name)


class Say:
    """A piece of a message that is itself a message: told in the language of the whole.

    >>> text("bad_value", "zh", detail=Say("word.nested"))
    '值不对：嵌套太深'
    """

    __slots__ = ("data", "key")

    def __init__(self, key: str, /, **data: object) -> None:
        self.key = key
        self.data = data

    def text(self, lang: str = "en") -> str:
        """Return the piece in ``lang``."""
        return text(self.key, lang, **self.data)

    def __repr__(self) -> str:
        return self.text()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Say) and (self.key, self.data) == (other.key, other.data)

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, ...]:
        return _say, (self.key, self.data)


def _say(key: str, data: dict[str, object]) -> Say:
    return Say(key, **data)


class Listed:
    """Pieces of a message side by side, joined as the language joins them: ``list.comma``, ..."""

    __slots__ = ("by", "parts")

    def __init__(self, parts: tuple[object, ...], by: str = "list.comma") -> None:
        self.parts = parts
        self.by = by

    def text(self, lang: str = "en") -> str:
        """Return the pieces in ``lang``."""
        return texts(lang)[self.by].join(str(_told(part, lang)) for part in self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Listed) and (self.parts, self.by) == (other.parts, other.by)

    def __hash__(self) -> int:
        return hash((self.parts, self.by))

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self.parts, self.by)


class _Numbers(Formatter):
    """Fills templates with numbers and their nouns."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return format(value, format_spec)
        return f"{value} {one if value in (1, '1') else many}"


@cache
def texts(lang: str) -> dict[str, str]:
    """Return the whole table of ``lang``: key to template."""
    base = fallback(lang)
    return own_texts(lang) if base is None else {**texts(base), **own_texts(lang)}


def own_texts(lang: str) -> dict[str, str]:
    """Return what the file of ``lang`` itself holds."""
    import msgspec  # noqa: PLC0415  # `mjtool --version` starts faster without it

    found: dict[str, str] = msgspec.json.decode((_FOLDER / f"{lang}.json").read_bytes())
    return found


def text(key: str, lang: str = "en", /, **data: object) -> str:
    """Return the message ``key`` in ``lang``, filled with ``data``.

    >>> text("empty_hand", text="", column=1)
    'the hand is empty'
    """
    for name, value in data.items():
        if isinstance(value, Say | Listed):
            data[name] = value.text(lang)
    template = texts(lang)[key]
    if ":" in template and "|" in template:
        return _Numbers().vformat(template, (), data)
    return template.format(**data)


def on_one_line(told: str) -> str:
    r"""Return a message that quotes strangers so that it is a line, and a terminal only shows it.

    >>> print(on_one_line("1m\n2m\x1b[31m"), on_one_line("a\u3000b") == "a\u3000b")
    1m\n2m\x1b[31m True
    """
    if told.isprintable():
        return told
    from unicodedata import category  # noqa: PLC0415  # nearly always all can be shown

    return "".join(
        char
        if char.isprintable() or category(char) == "Zs"
        else char.encode("unicode_escape").decode()
        for char in told
    )


def _told(part: object, lang: str) -> object:
    return part.text(lang) if isinstance(part, Say | Listed) else part
