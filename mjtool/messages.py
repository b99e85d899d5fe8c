"""Every message in English and Chinese: one table, so that no pair can drift apart.

A key is ``code`` or ``code.variant``. Both texts are :meth:`str.format` templates over the same
fields; a test compares them. Areas that own many messages register them with :func:`add`.
"""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "zh")

MESSAGES: Final[dict[str, tuple[str, str]]] = {}


def add(messages: dict[str, tuple[str, str]]) -> None:
    """Register messages; a key that exists already is a programming error."""
    for key, pair in messages.items():
        if key in MESSAGES:
            raise KeyError(f"message {key!r} is registered twice")
        MESSAGES[key] = pair


def text(key: str, lang: str = "en", /, **data: object) -> str:
    """Return the message ``key`` in ``lang``, filled with ``data``.

    >>> text("empty_hand", text="", column=1)
    'the hand is empty'
    """
    return MESSAGES[key][lang == "zh"].format(**data)


add(
    {
        # notation and hands
        "empty_hand": ("the hand is empty", "没有牌"),
    }
)
