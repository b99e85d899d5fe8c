"""Findings: what a log check reports, each with its place and one sentence in each language."""

from typing import Any, Final

from msgspec import UNSET, Struct

from mjtool.messages import Listed, Say, on_one_line, text
from mjtool.records.logs import FindingRecord
from mjtool.table.fault import Fault

CODES: Final = (
    *("F001", "F002", "F003", "F004", "F005", "F006"),
    *("T101", "T102", "T103", "T104", "T105", "T106"),
    *("A201", "A202", "A203", "A204", "A205"),
    *("W301", "W302", "W303", "W304", "W305", "W306"),
    *("D401", "D402", "D403", "D404"),
    *("S501", "S502", "S503", "S504", "S505", "S506", "S507", "S508", "S509"),
    "P601",
)
"""Every code there is; codes never change meaning."""


class Finding(Struct, frozen=True, gc=False):
    """One fault of a log: its file and line, its code, the seat, what was expected and found.

    ``hands`` counts the hands that it shows in, where one fault shows in several.
    """

    file: str
    line: int
    code: str
    key: str
    seat: int | None = None
    expected: object = None
    found: object = None
    hands: int = 1

    @classmethod
    def of(cls, file: str, line: int, fault: Fault) -> "Finding":
        """Return ``fault`` as a finding of ``line``."""
        expected, found = _printable(fault.expected), _printable(fault.found)
        return cls(file, line, fault.code, fault.key, fault.seat, expected, found, fault.hands)

    def message(self, lang: str = "en") -> str:
        """Return why this is a fault, in one sentence."""
        expected, found = self.values(lang)
        data = {"seat": self.seat, "expected": show(expected), "found": show(found)}
        return text(self.key, lang, hands=self.hands, **data)

    def values(self, lang: str = "en") -> tuple[object, object]:
        """Return what was expected and what was found, where they are words in ``lang``."""
        return _said(self.expected, lang), _said(self.found, lang)

    def told(self, lang: str = "en") -> str:
        """Return the message with the seat, the expected and the found value behind it."""
        expected, found = self.values(lang)
        values = (("seat", self.seat), ("expected", expected), ("found", found))
        parts = [
            f"{text(f'finding.{name}', lang)} {show(value)}"
            for name, value in values
            if value is not None
        ]
        values_told = text("list.comma", lang).join(parts)
        return self.message(lang) + (
            text("label.in_brackets", lang, told=values_told) if parts else ""
        )

    def line_text(self, lang: str = "en") -> str:
        """Return ``FILE:LINE: CODE message`` with the seat, the expected and the found value."""
        return f"{on_one_line(self.file)}:{self.line}: {self.code} {self.told(lang)}"

    def record(self, lang: str = "en") -> FindingRecord:
        """Return the finding as JSON output tells it; ``hands`` where there are several."""
        expected, found = self.values(lang)
        return FindingRecord(
            file=self.file,
            line=self.line,
            code=self.code,
            seat=self.seat,
            message=self.message(lang),
            expected=expected,
            found=found,
            hands=UNSET if self.hands == 1 else self.hands,
        )

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the finding as plain tables, named as in JSON output."""
        return self.record(lang).to_dict()


def _said(value: object, lang: str) -> object:
    return value.text(lang) if isinstance(value, Say | Listed) else value


def _printable(value: object) -> object:
    """Return ``value`` with text that any output can carry: no half of a surrogate pair."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list | tuple):
        return [_printable(each) for each in value]
    return value


def show(value: object) -> str:
    """Return ``value`` as a message shows it: lists without quotes, on one line, cut where long."""
    if isinstance(value, str):
        shown = value
    elif isinstance(value, list | tuple):
        shown = " ".join(map(str, value)) or "-"
    else:
        shown = "-" if value is None else str(value)
    shown = shown if len(shown) <= 120 else shown[:117] + "..."
    return shown if shown.isprintable() else "".join(map(_visible, shown))


def _visible(char: str) -> str:
    return char if char.isprintable() else "\ufffd"
