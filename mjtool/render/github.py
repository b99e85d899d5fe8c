"""Workflow commands of GitHub: each problem as an annotation of its line."""

from __future__ import annotations


def annotation(file: str, line: int, title: str, message: str, level: str = "error") -> str:
    """Return the workflow command that annotates ``line`` of ``file``.

    >>> annotation("a,b.jsonl", 7, "T103", "100% wrong")
    '::error file=a%2Cb.jsonl,line=7,title=T103::100%25 wrong'
    """
    place = f"file={_property(file)},line={line},title={_property(title)}"
    return f"::{level} {place}::{_data(message)}"


def notice(message: str) -> str:
    """Return the workflow command that tells ``message`` of the whole run.

    >>> notice("wins not judged")
    '::notice title=mjtool::wins not judged'
    """
    return f"::notice title=mjtool::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
