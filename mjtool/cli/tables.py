"""``-o`` and ``--pass`` of the commands that answer many: a table instead of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjtool.errors import RequestError
from mjtool.records import hands as records
from mjtool.records import tables as rows
from mjtool.records.record import Record, Refused
from mjtool.render.tables import Table, text_of
from mjtool.requests import Request

if TYPE_CHECKING:
    from mjtool.game_log import Item

_OF: Final[dict[str, tuple[type[Record], type[Record], Callable[..., list[Any]]]]] = {
    "score": (records.ScoreRecord, rows.ScoreRow, rows.score_rows),
    "waits": (records.WaitsRecord, rows.WaitRow, rows.waits_rows),
    "shanten": (records.ShantenRecord, rows.ShantenRow, rows.shanten_rows),
    "efficiency": (records.EfficiencyRecord, rows.EfficiencyRow, rows.efficiency_rows),
}
"""Each command on hands: its answer, the row of its table, how the one becomes the other."""


def verify_passed(command: str, fields: Iterable[str]) -> tuple[str, ...]:
    """Return the fields that are passed through, each once; the error for one of our own."""
    answer, row, _ = _OF[command]
    own = {
        *Request.__struct_encode_fields__,
        *answer.__struct_encode_fields__,
        *Refused.__struct_encode_fields__,
        *row.__struct_encode_fields__,
    }
    found = tuple(dict.fromkeys(fields))
    for field in found:
        if field in own or not field:
            raise RequestError("bad_option.pass", field=field)
    return found


class Answers:
    """Lines of JSON into the rows of a table."""

    def __init__(self, command: str, passed: tuple[str, ...]) -> None:
        answer, self.row, self._rows = _OF[command]
        self._decode: Callable[[bytes], Any] = msgspec.json.Decoder(answer).decode
        self._passed = passed

    def add(self, table: Table, number: int, line: bytes) -> None:
        """Add what a line of output tells; ``number`` is the number of the line."""
        told = self._decode(line)
        more = None
        if self._passed:
            whole = msgspec.json.decode(line)
            more = {field: whole.get(field) for field in self._passed}
        table.judged_by(told.rules)
        table.add(self._rows(number, text_of(told.id), told), more)


def of_logs(items: Iterable[Item], table: Table, hands: bool, lang: str) -> Iterator[Item]:
    """Yield what a replay tells but for the rows of hands; findings or these go into the table."""
    from mjtool.game_log import Finding, HandRow  # noqa: PLC0415

    for item in items:
        if isinstance(item, HandRow):
            table.judged_by(item.rules)
            if hands:
                table.add(rows.hand_rows(item.record(lang)))
            continue
        if isinstance(item, Finding) and not hands:
            told = item.record(lang)
            table.add(
                [
                    rows.FindingRow(
                        file=told.file,
                        line=told.line,
                        code=told.code,
                        seat=told.seat,
                        message=told.message,
                        expected=text_of(told.expected),
                        found=text_of(told.found),
                        hands=item.hands,
                    )
                ]
            )
        yield item
