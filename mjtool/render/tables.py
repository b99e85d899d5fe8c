"""Rows to parquet and CSV: typed columns, so many rows at a time, the rule sets in the metadata."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, get_args, get_type_hints

import msgspec

from mjtool.errors import MissingExtraError, MjtoolError, RequestError
from mjtool.records.record import Record, printable
from mjtool.rules.kept import current_rules

GROUP: Final = 20_000
"""Rows that are in memory at once: a row group of a parquet file."""
ENDINGS: Final = (".parquet", ".csv")


def verify(name: str) -> None:
    """Raise an error where no table can be written to a file of this name."""
    if Path(name).suffix.lower() not in ENDINGS:
        raise RequestError("bad_option.table", file=name)
    if Path(name).suffix.lower() == ".parquet":
        try:
            import_module("pyarrow.parquet")
        except ImportError:
            raise MissingExtraError("missing_extra.parquet") from None


def columns_of(row: type[Record]) -> dict[str, type]:
    """Return the columns of a table by name, each with the type of what it holds.

    >>> from mjtool.records.tables import ShantenRow
    >>> columns_of(ShantenRow)["shanten"], columns_of(ShantenRow)["id"]
    (<class 'int'>, <class 'str'>)
    """
    hints = get_type_hints(row)
    return {name: _type_of(hints[name]) for name in row.__struct_fields__}


def _type_of(hint: Any) -> type:
    """Return str, int, float, bool or list for what a field may hold beside None."""
    if hint in (str, int, float, bool):
        return hint  # type: ignore[no-any-return]
    if getattr(hint, "__origin__", None) is list:
        return list
    kinds = [each for each in get_args(hint) if each is not type(None)]
    (only,) = {str if isinstance(each, str) else _type_of(each) for each in kinds}
    return only


def text_of(value: Any) -> str | None:
    """Return text as it is, None as it is, anything else as JSON."""
    if value is None or value is msgspec.UNSET:
        return None
    if isinstance(value, str):
        return str(printable(value))
    return msgspec.json.encode(printable(value)).decode()


class Table:
    """A table that is being written: rows are added in a ``with`` block, which ends it.

    ``more`` are the names of further columns, of text. Rule sets are told by their ids, as rows
    tell them; the file says of each its name and a hash of all its keys.
    """

    def __init__(
        self, out: BinaryIO, name: str, row: type[Record], more: Iterable[str] = ()
    ) -> None:
        columns = {**columns_of(row), **dict.fromkeys(more, str)}
        self.row = row
        self._more = tuple(more)
        self._rows: list[tuple[Any, ...]] = []
        self._rules: dict[str, None] = {}
        write = _Parquet if Path(name).suffix.lower() == ".parquet" else _Csv
        self._writer: _Parquet | _Csv = write(out, columns)
        self._get: Callable[[Record], tuple[Any, ...]] = msgspec.structs.astuple

    def add(self, rows: Iterable[Record], more: dict[str, Any] | None = None) -> None:
        """Add rows, each with what the further columns hold."""
        beside = tuple([text_of((more or {}).get(name)) for name in self._more])
        self._rows += [self._get(row) + beside for row in rows]
        if len(self._rows) >= GROUP:
            self._write()

    def judged_by(self, rules: str) -> None:
        """Take down the id of a rule set that counted in this run."""
        self._rules.setdefault(rules)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Write what is left, and which rule sets there were."""
        try:
            if kind is None:
                if self._rows:
                    self._write()
                self._writer.tell([_described(id) for id in self._rules])
        except BaseException:
            self._writer.close(broken=True)
            raise
        self._writer.close(broken=kind is not None)

    def _write(self) -> None:
        self._writer.write(self._rows)
        self._rows = []


def _described(id: str) -> dict[str, str]:
    """Return a rule set's id, its name and the hash of its keys, as far as they are known."""
    try:
        rules = current_rules(id)
    except MjtoolError:  # of a log whose wins are not judged
        return {"id": id}
    return {"id": id, "name": rules.name, "sha256": hash_of(rules)}


def hash_of(rules: Any) -> str:
    """Return a hash of the values of all keys of a rule set: of the same rules the same."""
    plain = msgspec.json.encode(rules.to_dict(), order="sorted")
    return hashlib.sha256(plain).hexdigest()


class _Csv:
    def __init__(self, out: BinaryIO, columns: dict[str, type]) -> None:
        self._text = io.TextIOWrapper(out, "utf-8", "replace", newline="", write_through=True)
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._writer.writerow(columns)

    def write(self, rows: list[tuple[Any, ...]]) -> None:
        self._writer.writerows([[_cell(value) for value in row] for row in rows])

    def tell(self, rules: list[dict[str, str]]) -> None:
        """Tell nothing: a CSV file has no room for it."""

    def close(self, broken: bool) -> None:
        self._text.detach()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(value) if isinstance(value, list) else value


class _Parquet:
    def __init__(self, out: BinaryIO, columns: dict[str, type]) -> None:
        import pyarrow  # noqa: PLC0415  # an extra
        import pyarrow.parquet  # noqa: PLC0415

        types = {
            str: pyarrow.string(),
            int: pyarrow.int64(),
            float: pyarrow.float64(),
            bool: pyarrow.bool_(),
            list: pyarrow.list_(pyarrow.string()),
        }
        self._pa = pyarrow
        self._schema = pyarrow.schema([(name, types[of]) for name, of in columns.items()])
        self._writer = pyarrow.parquet.ParquetWriter(out, self._schema, compression="zstd")

    def write(self, rows: list[tuple[Any, ...]]) -> None:
        columns = zip(zip(*rows, strict=True), self._schema, strict=True)
        try:
            arrays = [self._pa.array(values, field.type) for values, field in columns]
        except (OverflowError, self._pa.ArrowInvalid):  # a number beyond 64 bits
            raise RequestError("bad_option.table_value") from None
        self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema))

    def tell(self, rules: list[dict[str, str]]) -> None:
        self._writer.add_key_value_metadata({"mjtool.rules": msgspec.json.encode(rules).decode()})

    def close(self, broken: bool) -> None:
        # The end of a file that is given up is written too, else it is written where nobody looks.
        with suppress(OSError, self._pa.ArrowException) if broken else nullcontext():
            self._writer.close()
