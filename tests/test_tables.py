"""``-o FILE.parquet|csv`` and ``--pass``: what lines tell, as rows with typed columns."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mjtool import MjtoolError, load_rules
from mjtool.cli.app import run
from mjtool.records import tables as rows
from mjtool.render import tables
from tests.test_docs import consoles

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "tests" / "data" / "logs" / "native" / "good"
HANDS = [
    {"id": "a", "hand": "[222p]333m444888s55z", "self_drawn": True, "seat": "S", "round": "E"},
    {"id": {"k": 1}, "hand": "123m456p789s1122z"},
    {"hand": "12x"},
    {"hand": "2223456m5556667z", "events": ["last_tile"], "self_drawn": True},
    {"hand": "1122m3344p5566s77z", "rules": "tuidaohu", "self_drawn": True},
]
COMMANDS = ("score", "waits", "shanten", "efficiency")
ROWS = (
    *(rows.ScoreRow, rows.WaitRow, rows.ShantenRow),
    *(rows.EfficiencyRow, rows.FindingRow, rows.HandRow),
)


@pytest.fixture
def asked(tmp_path):
    """Return a file of lines, one of which cannot be answered."""
    file = tmp_path / "asked.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in HANDS), "utf-8")
    return file


def answers(command, asked, capsys, *more):
    """Return the lines that a batch answers, but for refused ones, by their number."""
    run([command, "--input", str(asked), "--json", *more])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {at: line for at, line in enumerate(lines, 1) if "error" not in line}


def parquet(file):
    return pytest.importorskip("pyarrow.parquet").read_table(file).to_pylist()


def metadata(file):
    found = pytest.importorskip("pyarrow.parquet").ParquetFile(file).metadata.metadata
    return json.loads(found[b"mjtool.rules"])


@pytest.mark.parametrize("row", ROWS)
def test_every_column_has_a_type(row):
    types = tables.columns_of(row)
    assert list(types) == list(row.__struct_fields__)
    assert set(types.values()) <= {str, int, float, bool, list}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_table_tells_what_the_lines_tell(command, asked, tmp_path, capsys):
    told = answers(command, asked, capsys)
    file = tmp_path / "told.parquet"
    assert run([command, "--input", str(asked), "-o", str(file)]) == 1
    (refused,) = capsys.readouterr().out.splitlines()
    assert json.loads(refused)["line"] == 3
    found = parquet(file)
    assert {row["line"] for row in found} == set(told)
    for row in found:
        line = told[row["line"]]
        assert (row["hand"], row["rules"]) == (line["hand"], line["rules"])
        id = line.get("id")
        assert row["id"] == (id if isinstance(id, str | None) else json.dumps(id).replace(" ", ""))
        for name in ("fan", "multiplier", "points", "won", "reading", "events", "standard"):
            if name in row and not (row[name] == [] and name not in line):
                assert row[name] == line.get(name)
        if command == "score":
            assert row["patterns"] == [each["id"] for each in line.get("patterns", [])]
            assert row["payment_S"] == line.get("payments", {}).get("S")
    listed = {
        "waits": lambda line: sum(
            len(each["waits"]) for each in line.get("discards", [line]) if "waits" in each
        ),
        "efficiency": lambda line: len(line.get("discards", [line])),
    }.get(command, lambda line: 1)
    assert len(found) == sum(max(1, listed(line)) for line in told.values())


@pytest.mark.parametrize("command", COMMANDS)
def test_csv_holds_the_same(command, asked, tmp_path, capsys):
    for name in ("told.parquet", "told.csv"):
        run([command, "--input", str(asked), "-o", str(tmp_path / name)])
    capsys.readouterr()
    text = (tmp_path / "told.csv").read_text("utf-8")
    found = list(csv.DictReader(text.splitlines()))

    def cell(value):
        if value is None:
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        return " ".join(value) if isinstance(value, list) else str(value)

    wanted = parquet(tmp_path / "told.parquet")
    assert found == [{name: cell(value) for name, value in row.items()} for row in wanted]


@pytest.mark.parametrize("name", ["told.parquet", "told.csv"])
@pytest.mark.parametrize("command", COMMANDS)
def test_processes_write_the_same_bytes(command, name, tmp_path, capsys):
    file = tmp_path / "many.jsonl"
    lines = [json.dumps({**each, "src": at}) for at, each in enumerate(HANDS * 130)]
    file.write_text("\n".join(lines), "utf-8")
    made = []
    for jobs in ("1", "2"):
        out = tmp_path / jobs / name
        out.parent.mkdir()
        run([command, "--input", str(file), "--pass", "src", "--jobs", jobs, "-o", str(out)])
        made.append((out.read_bytes(), capsys.readouterr().out))
    assert made[0] == made[1]


def test_hands_as_arguments_are_rows_too(tmp_path, capsys):
    file = tmp_path / "told.csv"
    assert run(["shanten", "123m456p789s1122z", "12x", "19m19p19s1234567z", "-o", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["line"] == 2
    assert [line[:2] for line in file.read_text().splitlines()[1:]] == ["1,", "3,"]


def test_rows_are_written_group_by_group(tmp_path, monkeypatch, capsys):
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(tables, "GROUP", 4)
    file = tmp_path / "told.parquet"
    run(["shanten", *["123m456p789s1122z"] * 1, "-o", str(file)])
    assert pq.ParquetFile(file).num_row_groups == 1
    many = tmp_path / "many.txt"
    many.write_text("123m456p789s1122z\n" * 10)
    run(["shanten", "--input", str(many), "-o", str(file)])
    capsys.readouterr()
    assert pq.ParquetFile(file).num_row_groups == 3
    assert len(parquet(file)) == 10


def test_no_rows_have_their_columns_and_types(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    file = tmp_path / "told.parquet"
    run(["score", "--input", str(empty), "-o", str(file)])
    schema = pq.read_schema(file)
    assert schema.names == list(rows.ScoreRow.__struct_fields__)
    assert [str(schema.field(name).type) for name in ("hand", "won", "points")] == [
        *("string", "bool", "int64"),
    ]
    assert metadata(file) == []


def test_the_metadata_name_the_rules_and_hash_their_keys(tmp_path, asked, capsys):
    file = tmp_path / "told.parquet"
    run(["score", "--input", str(asked), "-o", str(file)])
    found = metadata(file)
    assert [each["id"] for each in found] == ["jipinghu", "tuidaohu"]
    assert found[0]["name"] == load_rules("jipinghu").name
    assert found[0]["sha256"] == tables.hash_of(load_rules("jipinghu"))
    hashes = set()
    for cap in (3, 4, 3):
        own = tmp_path / "own.toml"
        own.write_text(f'extends = "jipinghu"\ncap = {cap}\n', "utf-8")
        run(["shanten", "123m456p789s1122z", "--rules", str(own), "-o", str(file)])
        hashes.add((cap, metadata(file)[0]["sha256"]))
    capsys.readouterr()
    assert len(hashes) == 2


def test_hands_of_logs_are_rows(tmp_path, capsys):
    log = LOGS / "jipinghu-010.jsonl"
    run(["replay", str(log), "--table", "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    hands = [line["table"] for line in lines if "table" in line]
    file = tmp_path / "hands.parquet"
    assert run(["replay", str(log), "--table", "-o", str(file)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    found = parquet(file)
    assert len(found) == sum(max(1, len(hand["wins"])) for hand in hands)
    first = {row["line"]: row for row in reversed(found)}
    for hand in hands:
        row = first[hand["line"]]
        assert (row["ended"], row["wins"]) == (hand["ended"], len(hand["wins"]))
        assert [row[f"change_{seat}"] for seat in range(4)] == hand["points"]
        assert [row[f"score_{seat}"] for seat in range(4)] == hand["scores"]
        if hand["wins"]:
            assert (row["points"], row["hand"]) == tuple(
                hand["wins"][0][name] for name in ("points", "hand")
            )
    assert [each["id"] for each in metadata(file)] == [hands[0]["rules"]]


def test_findings_are_rows(tmp_path, capsys):
    log, more = LOGS / "jipinghu-010.jsonl", ["--rules", "tuidaohu"]
    code = run(["replay", str(log), *more, "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wanted = [line for line in lines if "code" in line]
    assert wanted
    file = tmp_path / "findings.parquet"
    assert run(["replay", str(log), *more, "--json", "-o", str(file)]) == code
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == lines
    names = ("file", "line", "code", "seat", "message")
    found = parquet(file)
    assert [[row[name] for name in names] for row in found] == [
        [row[name] for name in names] for row in wanted
    ]
    assert [each["id"] for each in metadata(file)] == ["tuidaohu"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["-o", "told.json"], "ends in .parquet or .csv, not 'told.json'", id="json"),
        pytest.param(["-o", "-"], "ends in .parquet or .csv", id="stdout"),
        pytest.param(["-o", ""], "ends in .parquet or .csv", id="empty"),
        pytest.param(["-o", "no/folder/told.csv"], "no/folder/told.csv", id="folder"),
        pytest.param(["--pass", "hand"], "'hand' is a field", id="hand"),
        pytest.param(["--pass", "points"], "'points' is a field", id="points"),
        pytest.param(["--pass", "line"], "'line' is a field", id="line"),
        pytest.param(["--pass", "error"], "'error' is a field", id="error"),
        pytest.param(["--pass", ""], "'' is a field", id="nothing"),
    ],
)
def test_what_cannot_be_written_is_one_error(arguments, told, asked, monkeypatch, capsys):
    monkeypatch.chdir(asked.parent)
    assert run(["score", "--input", str(asked), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1
    assert sorted(each.name for each in asked.parent.iterdir()) == ["asked.jsonl"]


def test_its_own_input_is_not_written_over(tmp_path, capsys):
    file = tmp_path / "hands.csv"
    file.write_text("123m456p789s1122z\n")
    assert run(["shanten", "--input", str(file), "-o", str(file)]) == 2
    assert file.read_text() == "123m456p789s1122z\n"
    log = tmp_path / "log.csv"
    log.write_bytes((LOGS / "jipinghu-010.jsonl").read_bytes())
    assert run(["replay", str(log), "-o", str(log)]) == 2
    assert log.read_bytes() == (LOGS / "jipinghu-010.jsonl").read_bytes()
    capsys.readouterr()


def test_a_folder_of_logs_may_hold_the_table(tmp_path, capsys):
    (tmp_path / "log.jsonl").write_bytes((LOGS / "jipinghu-010.jsonl").read_bytes())
    made = []
    for _ in range(2):
        assert run(["replay", str(tmp_path), "--table", "-o", str(tmp_path / "t.csv")]) == 0
        made.append((tmp_path / "t.csv").read_bytes())
    assert made[0] == made[1]
    capsys.readouterr()


@pytest.mark.parametrize("command", ["shanten", "replay"])
def test_without_pyarrow_the_extra_is_named_before_the_run(command, tmp_path):
    code = "import sys; sys.modules['pyarrow'] = None\nfrom mjtool.cli.app import run\n"
    asked = {"shanten": "123m456p789s1122z", "replay": str(LOGS)}[command]
    code += f"sys.exit(run([{command!r}, {asked!r}, '-o', 'told.parquet']))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'mjtool[parquet]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_number_beyond_64_bits_is_one_error(tmp_path, capsys):
    pytest.importorskip("pyarrow")
    file = tmp_path / "told.parquet"
    row = dict.fromkeys(rows.ShantenRow.__struct_fields__, 0)
    told = {**row, "id": "a", "hand": "", "rules": "", "shanten": 1 << 63}
    with (
        pytest.raises(MjtoolError, match="beyond 64 bits"),
        file.open("wb") as out,
        tables.Table(out, str(file), rows.ShantenRow) as table,
    ):
        table.add([rows.ShantenRow(**told)])


@pytest.mark.parametrize("name", ["told.parquet", "told.csv"])
def test_a_run_that_breaks_off_leaves_no_file(name, asked, tmp_path, monkeypatch, capsys):
    def broken(*_):
        raise OSError(28, "")

    monkeypatch.setattr(tables.Table, "add", broken)
    out = tmp_path / "out"
    out.mkdir()
    assert run(["shanten", "--input", str(asked), "-o", str(out / name)]) not in (0, 1)
    assert list(out.iterdir()) == []
    _, err = capsys.readouterr()
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_passed_fields_come_back(command, tmp_path, capsys):
    file = tmp_path / "asked.jsonl"
    values = ["x", 7, None, {"a": [1, 2.5]}, "中\n", True]
    lines = [{"hand": "123m456p789s1122z", "tag": each, "other": 1} for each in values]
    lines += [{"hand": "12x", "tag": "bad"}, {"hand": "123m456p789s1122z"}]
    text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)
    file.write_text("\ufeff" + text + "123m456p789s1122z\n{broken\n", "utf-8")
    more = ["--pass", "tag", "--pass", "other", "--pass", "tag"]
    assert run([command, "--input", str(file), *more]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row.get("tag", "-") for row in found] == [*values, "bad", "-", "-", "-"]
    assert [row.get("other", 0) for row in found] == [1] * 6 + [0] * 4
    assert ["error" in row for row in found] == [False] * 6 + [True, False, False, True]
    assert [found[at]["line"] for at in (6, 9)] == [7, 10]
    out = tmp_path / "told.csv"
    run([command, "--input", str(file), *more, "-o", str(out)])
    capsys.readouterr()
    with out.open(newline="", encoding="utf-8") as stream:
        told = {row["line"]: row["tag"] for row in csv.DictReader(stream)}
    wanted = ["x", "7", "", '{"a":[1,2.5]}', "中\n", "true", "", ""]
    assert told == dict(zip(("1", "2", "3", "4", "5", "6", "8", "9"), wanted, strict=True))


def test_a_field_that_is_not_passed_is_an_error_still(tmp_path, capsys):
    file = tmp_path / "asked.jsonl"
    file.write_text('{"hand":"123m456p789s1122z","tag":1,"more":2}\n')
    assert run(["shanten", "--input", str(file), "--pass", "tag"]) == 1
    assert "more: unknown field" in capsys.readouterr().out


def test_fields_are_passed_in_batches_only(capsys):
    assert run(["shanten", "123m456p789s1122z", "--pass", "tag"]) == 2
    assert "--pass is for batches" in capsys.readouterr().err


def test_the_queries_of_the_page_answer_what_it_shows(tmp_path, environment, monkeypatch):
    duckdb = pytest.importorskip("duckdb")
    page = ROOT / "docs" / "analyst.md"
    for example in [each for block in consoles(page) for each in block]:
        subprocess.run(
            ["bash", "-c", example.command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=False,
        )
    monkeypatch.chdir(tmp_path)
    queries = re.findall(
        r"```sql\n(.*?)```\n\n```text\n(.*?)```\n", page.read_text("utf-8"), re.DOTALL
    )
    assert len(queries) >= 5
    for query, shown in queries:
        found = duckdb.connect().execute(query)
        lines = [[each[0] for each in found.description], *found.fetchall()]
        assert "".join("  ".join(map(str, line)) + "\n" for line in lines) == shown, query
