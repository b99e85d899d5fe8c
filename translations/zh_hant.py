"""Write the Traditional Chinese texts from the Simplified ones; ``make languages`` runs it.

OpenCC turns characters and phrases into those of Hong Kong. It knows everyday Chinese, not the
game: zh_hant.json lists the game's own words and what each becomes, which goes before OpenCC. The
file is shipped as it is written, so that the program needs no converter; a test compares.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import opencc

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ROOT / "mjtool" / "languages"
SOURCE, TARGET = LANGUAGES / "zh.json", LANGUAGES / "zh-hant.json"
OWN: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
"""The game's own words: OpenCC takes some for others that are written alike."""
OWN_WORD = re.compile("|".join(sorted(map(re.escape, OWN), key=len, reverse=True)))


@cache
def converter() -> Any:
    """Return the converter to the characters of Hong Kong."""
    return opencc.OpenCC("s2hk")


def traditional(text: str) -> str:
    """Return ``text`` in Traditional Chinese; the game's own words by our table."""
    out, start = [], 0
    for found in OWN_WORD.finditer(text):
        out += [converter().convert(text[start : found.start()]), OWN[found[0]]]
        start = found.end()
    return "".join([*out, converter().convert(text[start:])])


def names(value: Any) -> Iterator[str]:
    """Yield every Chinese name in the tables of a rule file."""
    if isinstance(value, dict):
        if isinstance(value.get("name"), str):
            yield value["name"]
        for inner in value.values():
            yield from names(inner)


def written() -> dict[str, str]:
    """Return the texts of the language: every message, and the names in the rule files."""
    source: dict[str, str] = json.loads(SOURCE.read_text("utf-8"))
    texts = dict(source)
    for file in (ROOT / "mjtool" / "rules" / "builtin").glob("*.toml"):
        for name in names(tomllib.loads(file.read_text("utf-8"))):
            texts[f"name.{name}"] = name
    found = {key: traditional(text) for key, text in texts.items()}
    # a name that is written alike needs no entry
    return {key: text for key, text in sorted(found.items()) if key in source or text != texts[key]}


if __name__ == "__main__":
    text = json.dumps(written(), ensure_ascii=False, indent=2) + "\n"
    TARGET.write_text(text, "utf-8")
