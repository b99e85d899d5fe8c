"""Write the names in docs/own-patterns.md from the code; ``make docs`` runs it, a test compares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mjtool.expressions.names import described
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules.meanings import of_predicate

PAGE = Path(__file__).with_name("own-patterns.md")
START, END = "<!-- names: written by docs/write_own_patterns.py -->\n", "<!-- end of names -->\n"

KINDS = {"truth": "true or false", "number": "number", "text": "text"}


def rows() -> Iterator[str]:
    """Yield the lines of the tables: the names of the language, then the ids of the program."""
    yield "| name | value | what it is |"
    yield "| --- | --- | --- |"
    for name, kind, about in described():
        yield f"| `{name}` | {KINDS[kind]} | {about} |"
    yield ""
    yield "| id | | what the program sees |"
    yield "| --- | --- | --- |"
    for known in (PATTERNS, BONUSES):
        kind = KINDS["truth" if known is PATTERNS else "number"]
        for id, predicate in known.items():
            if id not in {name for name, _, _ in described()}:
                title, about = of_predicate(id, predicate)
                yield f"| `{id}` {title} | {kind} | {about} |"


def page() -> str:
    """Return the page with its tables written anew."""
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(START)
    tail = rest.partition(END)[2]
    return head + START + "\n" + "\n".join(rows()) + "\n\n" + END + tail


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
