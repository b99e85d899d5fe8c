"""What the keys of rule files and the patterns mean, in every language.

The model and the predicates say it in English where they stand; another language has the messages
``rule.KEY.PATH`` and ``pattern.ID``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from mjtool.messages import texts


def of_key(path: str, kind: Any, lang: str = "en") -> str:
    """Return what the key ``path`` of that type means; below patterns and bonuses without id."""
    told = (getattr(meta, "description", None) for meta in getattr(kind, "__metadata__", ()))
    english = next((each for each in told if each), "")
    return texts(lang).get(f"rule.{path}", english)


def of_predicate(id: str, predicate: Callable[..., Any], lang: str = "en") -> tuple[str, str]:
    """Return the Chinese name of a pattern or bonus that the program knows, and what it is.

    >>> from mjtool.patterns import PATTERNS
    >>> of_predicate("all_chows", PATTERNS["all_chows"])
    ('平胡', 'four chows and any pair')
    """
    name, _, english = (inspect.getdoc(predicate) or id).partition(":")
    return name, texts(lang).get(f"pattern.{id}", english.strip().rstrip("."))
