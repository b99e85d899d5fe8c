"""Pieces of Markdown as pull requests and job summaries show it; what is told is shown, not read.

Whatever comes from files stands in code, so that no name mentions a person and no value makes a
link, a heading or another column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

ROOM: Final = 60_000
"""Characters that a report may take: a comment on a pull request has room for 65,536."""

_UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f]+")


def code(text: str, longest: int = 200) -> str:
    r"""Return ``text`` as code on one line, such as a cell takes it, cut where it is too long.

    >>> code("a|b"), code("`"), code("")
    ('`a\\|b`', '`` ` ``', '')
    """
    if len(text) > longest:
        text = text[: longest - 3] + "..."
    text = _UNSEEN.sub(" ", text).strip().replace("|", "\\|")
    if not text:
        return ""
    fence = "`" * (_longest_run(text) + 1)
    space = " " if "`" in (text[0], text[-1]) else ""
    return f"{fence}{space}{text}{space}{fence}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; the cells are Markdown already.

    >>> list(table(["key"], [["`fan`"]]))
    ['| key |', '| --- |', '| `fan` |']
    """
    for cells in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cells)} |"


def folded(title: str, text: str) -> Iterator[str]:
    """Yield a block that opens on a click, with ``text`` as it stands; ``title`` is plain."""
    fence = "`" * max(3, _longest_run(text) + 1)
    shown = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    yield f"<details><summary><code>{_UNSEEN.sub(' ', shown)}</code></summary>"
    yield from ("", f"{fence}text", *text.split("\n"), fence, "", "</details>", "")


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
