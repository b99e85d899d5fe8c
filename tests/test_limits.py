"""How far input may go: sizes, nesting, ratio, and paths that lead out of a folder."""

import gzip
import io
import json
import os
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from packing import zstd

from mjtool import limits
from mjtool.cli.app import run
from mjtool.errors import RequestError, RuleError
from mjtool.game_log.formats.opening import read_log
from mjtool.limits import Limits
from mjtool.rules import load_rules
from mjtool.table.fault import Fault

HAND = "123m456m789m123p11s"
START = b'{"type":"start_game","rules":"jipinghu","players":["","","",""]}\n'
SECRET = "this is no rule file\n"


@pytest.fixture
def within():
    """Give what sets the limits of the process for one test."""
    before = limits.now()
    yield lambda **sizes: limits.use(Limits(**sizes))
    limits.use(before)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder to work in, with rules, a file of cases and a file outside of it."""
    (tmp_path / "work" / "rules").mkdir(parents=True)
    (tmp_path / "base.toml").write_text('extends = "jipinghu"\ncap = 7\n', "utf-8")
    (tmp_path / "secret.txt").write_text(SECRET, "utf-8")
    (tmp_path / "work" / "base.toml").write_text('extends = "jipinghu"\ncap = 7\n', "utf-8")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def house(name: str, parent: object) -> Path:
    """Write a rule file that extends ``parent``."""
    path = Path("rules", name)
    path.write_text(f"extends = {json.dumps(str(parent))}\n", "utf-8")
    return path


def faults(data: bytes, name: str = "", format: str = "auto") -> list[str]:
    """Return the messages of the faults of a log's bytes."""
    return [item.key for _, item in read_log(io.BytesIO(data), name, format) if type(item) is Fault]


# --- paths -------------------------------------------------------------------------------------

OUTSIDE = [
    pytest.param("../../base.toml", id="climbing"),
    pytest.param("../../secret.txt", id="climbing-to-no-rules"),
    pytest.param("../../nothing.toml", id="climbing-to-nothing"),
    pytest.param("../base.toml", id="one-up"),
    pytest.param("deep/../../base.toml", id="climbing-behind-a-folder"),
    pytest.param(os.devnull, id="device"),
    pytest.param("/proc/self/environ", id="absolute"),
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_rule_file_extends_nothing_outside_its_folder(folder, name):
    with pytest.raises(RuleError) as found:
        load_rules(house("house.toml", name))
    assert found.value.key == "unreadable_rules.outside"
    assert found.value.path == "extends"
    assert found.value.data["name"] == name  # nothing that tells whether it is there


def test_a_link_that_leads_out_of_the_folder_is_not_followed(folder):
    Path("rules", "link.toml").symlink_to(folder.parent / "base.toml")
    with pytest.raises(RuleError) as found:
        load_rules(house("house.toml", "link.toml"))
    assert found.value.key == "unreadable_rules.outside"
    assert load_rules("rules/link.toml").cap == 7  # who names the link means the file


def test_below_its_folder_a_rule_file_may_extend_any(folder):
    Path("rules", "deep").mkdir()
    Path("rules", "deep", "base.toml").write_text('extends = "jipinghu"\ncap = 7\n', "utf-8")
    assert load_rules(house("a.toml", "deep/base.toml")).cap == 7
    assert load_rules(house("b.toml", folder / "rules" / "deep" / "base.toml")).cap == 7
    assert load_rules(house("c.toml", "deep/../a.toml")).cap == 7


def test_each_file_of_a_chain_stays_below_its_own_folder(folder):
    Path("rules", "deep").mkdir()
    Path("rules", "top.toml").write_text('extends = "jipinghu"\n', "utf-8")
    Path("rules", "deep", "base.toml").write_text('extends = "../top.toml"\n', "utf-8")
    with pytest.raises(RuleError) as found:
        load_rules(house("house.toml", "deep/base.toml"))
    assert found.value.source == str(Path("rules", "deep", "base.toml"))


@pytest.mark.parametrize("root", [".", "..", "/"])
def test_root_allows_what_is_below_it(folder, capsys, root):
    house("house.toml", "../base.toml")
    assert run(["score", HAND, "--rules", "rules/house.toml"]) == 2
    assert "--root" in capsys.readouterr().err
    assert run(["--root", root, "score", HAND, "--rules", "rules/house.toml"]) == 0
    assert run(["score", HAND, "--rules", "rules/house.toml"]) == 2  # for one run only
    assert "--root" in capsys.readouterr().err


def test_root_may_be_told_by_the_environment_and_more_than_once(folder, capsys, monkeypatch):
    house("house.toml", "../base.toml")
    house("other.toml", "../../base.toml")
    monkeypatch.setenv("MJTOOL_ROOT", os.pathsep.join([".", str(folder.parent)]))
    assert run(["score", HAND, "--rules", "rules/house.toml"]) == 0
    assert run(["score", HAND, "--rules", "rules/other.toml"]) == 0
    monkeypatch.delenv("MJTOOL_ROOT")
    assert (
        run(["--root", "rules", "--root", ".", "score", HAND, "--rules", "rules/house.toml"]) == 0
    )
    assert run(["--root", "rules", "score", HAND, "--rules", "rules/house.toml"]) == 2
    capsys.readouterr()


def case(path: str, field: str, name: str) -> str:
    """Write a file with one case and return its path."""
    Path(path).parent.mkdir(exist_ok=True)
    told = {"do": "score", "hand": HAND} if field == "rules" else {"do": "replay"}
    expect = {"fan": 1} if field == "rules" else {"findings": []}
    Path(path).write_text(json.dumps({**told, field: name, "expect": expect}) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("field", ["rules", "log"])
@pytest.mark.parametrize("name", OUTSIDE)
def test_a_case_names_nothing_outside_its_folder(folder, capsys, field, name):
    assert run(["check", case("cases/c.jsonl", field, name), "--json"]) == 1
    told = capsys.readouterr().out
    assert f"{field}: leads out of the folder of the case file" in told
    assert SECRET.strip() not in told


def test_a_case_names_what_lies_beside_it_or_below_the_current_folder(folder, capsys):
    Path("cases").mkdir()
    Path("cases", "mine.toml").write_text('extends = "jipinghu"\n', "utf-8")
    assert run(["check", case("cases/a.jsonl", "rules", "mine.toml")]) == 0
    assert run(["check", case("cases/b.jsonl", "rules", "base.toml")]) == 0
    assert run(["check", case("cases/c.jsonl", "rules", str(folder / "cases" / "mine.toml"))]) == 0
    capsys.readouterr()


def test_a_case_names_what_lies_below_a_folder_that_is_checked(folder, capsys):
    case("cases/c.jsonl", "rules", "../base.toml")
    assert run(["check", "cases"]) == 1
    assert run(["check", "."]) == 0
    assert run(["check", str(folder)]) == 0
    assert run(["--root", ".", "check", "cases/c.jsonl"]) == 0
    assert run(["--root", ".", "check", "cases/c.jsonl", "--jobs", "2"]) == 0
    capsys.readouterr()


def test_a_log_names_its_rules_wherever_they_are_and_tells_nothing_of_other_files(folder, capsys):
    """What simulate was given it writes into the log."""
    outside = str(folder.parent / "base.toml")
    assert (
        run(["simulate", "--rules", outside, "--games", "1", "--hands", "1", "-o", "g.jsonl"]) == 0
    )
    assert run(["replay", "g.jsonl"]) == 0
    capsys.readouterr()
    told = []
    for name in ("secret.txt", "nothing.txt"):
        line = START.replace(b'"jipinghu"', json.dumps(f"../{name}").encode())
        Path("h.jsonl").write_bytes(line)
        assert run(["replay", "h.jsonl", "--json"]) == 1
        told.append(capsys.readouterr().out.replace(name, "NAME"))
    assert told[0] == told[1]


@given(st.lists(st.sampled_from(["..", ".", "a", "b", "/", "link"]), max_size=6))
def test_what_is_within_is_below_after_all_steps(parts):
    name = "/".join(parts)
    real = os.path.normpath(os.path.join("/top/folder", name))  # noqa: PTH118
    assert limits.is_within(Path("/top/folder", name), "/top/folder") == (
        real == "/top/folder" or real.startswith("/top/folder/")
    )


# --- sizes -------------------------------------------------------------------------------------


def test_a_line_of_a_batch_is_as_long_as_allowed(capfd, monkeypatch, tmp_path):
    lines = [json.dumps({"hand": HAND, "note": "x" * size}) for size in (10, 500, 10)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), "utf-8")
    arguments = ["score", "--input", str(tmp_path / "in.jsonl")]
    assert run(["--limit", "line=400", *arguments]) == 1
    alone = capfd.readouterr().out
    told = [json.loads(line) for line in alone.splitlines()]
    assert [each.get("error", {}).get("code") for each in told] == [None, "bad_line", None]
    assert run(["--limit", "line=400", *arguments, "--jobs", "2"]) == 1
    assert capfd.readouterr().out == alone
    assert run(["--limit", "line=1k", *arguments]) == 0
    monkeypatch.setenv("MJTOOL_LIMIT", "line=400 nesting=7")
    assert run(arguments) == 1
    capfd.readouterr()


@given(
    st.lists(
        st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), min_size=1, max_size=12
    ),
    st.integers(1, 30),
    st.integers(1, 50),
)
def test_lines_are_those_of_the_stream_and_none_is_longer(texts, most, chunk):
    data = b"\n".join(texts) + b"\n"

    class Slow(io.RawIOBase):
        """A stream that gives a few bytes at once."""

        def __init__(self):
            self.rest = data

        def read1(self, size):
            """Return some bytes."""
            size = min(size, chunk)
            found, self.rest = self.rest[:size], self.rest[size:]
            return found

    before = limits.use(Limits(line=most))
    try:
        found = list(limits.lines(Slow()))
        assert len(found) == len(texts)
        for line, text in zip(found, texts, strict=True):
            if len(text) <= most:
                assert line == text
            else:
                assert limits.is_too_long(line)
                assert len(line) == most + 1
    finally:
        limits.use(before)


def test_what_is_behind_a_line_that_is_too_long_does_not_count_as_read(within):
    """The part that is kept would be an event by itself."""
    within(line=2000)
    line = START.rstrip() + b" " * 3000 + b"garbage\n"
    assert faults(line + b'{"type":"end_game"}\n') == ["F001.long"]
    within(line=4000)
    assert faults(line) == ["F001"]


@pytest.mark.parametrize("format", ["mjai", "ijcai"])
def test_foreign_lines_are_as_long_as_allowed(within, format):
    within(line=1000)
    line = b'{"type":"start_game","note":"' + b"x" * 2000 + b'"}\n'
    assert faults(line, format=format)


def test_a_line_of_cases_is_as_long_as_allowed(tmp_path, capsys):
    good = json.dumps({"do": "score", "hand": HAND, "expect": {"fan": 1}})
    long = json.dumps({"do": "score", "hand": HAND, "expect": {"fan": 1}, "note": "x" * 500})
    path = tmp_path / "c.jsonl"
    path.write_text(f"{long}\n{good}\n", "utf-8")
    assert run(["check", str(path)]) == 0
    assert run(["--limit", "line=300", "check", str(path)]) == 1
    assert "1 passed, 0 failed, 1 error" in capsys.readouterr().out


def test_a_document_and_a_rule_file_are_as_large_as_allowed(tmp_path, capsys):
    cases = tmp_path / "c.toml"
    cases.write_text(f'[[case]]\ndo = "score"\nhand = "{HAND}"\nexpect = {{ fan = 1 }}\n', "utf-8")
    assert run(["check", str(cases)]) == 0
    assert run(["--limit", "document=20", "check", str(cases)]) == 2
    assert "document=SIZE" in capsys.readouterr().err
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "jipinghu"\n' + "# " + "x" * 500 + "\n", "utf-8")
    assert run(["score", HAND, "--rules", str(rules)]) == 0
    assert run(["--limit", "rules=300", "score", HAND, "--rules", str(rules)]) == 2
    assert "rules=SIZE" in capsys.readouterr().err
    assert run(["score", HAND, "--rules", str(rules)]) == 0


def test_xml_is_as_large_as_allowed(within):
    text = b'<mjloggm ver="2.3"><SHUFFLE seed=""/>' + b'<GO type="9"/>' * 500 + b"</mjloggm>"
    assert "F001.large" not in faults(text)
    within(document=1000)
    assert faults(text) == ["F001.large"]


def deep(levels: int) -> bytes:
    """Return JSON of so many levels."""
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize("levels", [100, 101, 5_000, 200_000])
def test_nesting_is_as_deep_as_allowed(levels, capsys, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_bytes(b'{"hand":"%s","id":%s}\n' % (HAND.encode(), deep(levels - 1)))
    code = run(["score", "--input", str(path)])
    told = capsys.readouterr().out
    if levels <= 100:
        assert code == 0
    else:
        assert code == 1
        assert "nesting=LEVELS" in told
    if levels == 101:
        assert run(["--limit", "nesting=101", "score", "--input", str(path)]) == 0
        capsys.readouterr()


@pytest.mark.parametrize("levels", [101, 5_000, 200_000])
@pytest.mark.parametrize(
    ("text", "format"),
    [
        pytest.param(b'{"type":"draw","seat":%s}\n', "native", id="native"),
        pytest.param(b'{"type":"start_game","names":%s}\n', "mjai", id="mjai"),
        pytest.param(b'{"log":[%s]}', "tenhou", id="tenhou"),
        pytest.param(b'{"log":%s}', "botzone", id="botzone"),
        pytest.param(b"%s", "botzone", id="botzone-list"),
    ],
)
def test_nesting_in_logs_is_told_as_what_it_is(levels, text, format):
    assert faults(text % deep(levels), format=format)[:1] == ["F001.nested"]


@pytest.mark.parametrize("levels", [101, 200_000])
def test_nesting_in_cases_is_told_as_what_it_is(levels, tmp_path, capsys):
    case = b'{"do":"score","hand":"%s","expect":{"fan":%s}}\n' % (HAND.encode(), deep(levels))
    (tmp_path / "c.mjcases.jsonl").write_bytes(case)
    assert run(["check", str(tmp_path)]) == 1
    assert "nesting=LEVELS" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = " + "[" * 101 + "]" * 101, id="lists"),
        pytest.param("x = " + "[" * 5_000 + "]" * 5_000, id="many-lists"),
        pytest.param("x = " + "{a=" * 101 + "1" + "}" * 101, id="tables"),
        pytest.param(".".join("a" * 101) + " = 1", id="a-key"),
        pytest.param(".".join("a" * 300_000) + " = 1", id="a-long-key"),
        pytest.param(f"[{'.'.join('a' * 60)}]\n{'.'.join('a' * 60)} = 1", id="a-key-in-a-table"),
        pytest.param("[" + '"a b" . ' * 300 + "x]", id="quoted"),
    ],
)
def test_nesting_in_toml_is_told_as_what_it_is(text, tmp_path, capsys):
    (tmp_path / "rules.toml").write_text(f'extends = "jipinghu"\n{text}\n', "utf-8")
    (tmp_path / "c.mjcases.toml").write_text(f"{text}\n", "utf-8")
    (tmp_path / "expect.toml").write_text(f"{text}\n", "utf-8")
    rules = str(tmp_path / "rules.toml")
    for call in (
        ["rules", "validate", rules],
        ["check", str(tmp_path / "c.mjcases.toml")],
        ["rules", "impact", "jipinghu", "--expect", str(tmp_path / "expect.toml")],
    ):
        assert run(call) == 2
        told = capsys.readouterr()
        assert "nesting=LEVELS" in told.out + told.err, call


def test_toml_within_the_limit_is_read_whole():
    deep = ".".join("a" * 50)
    table = limits.read_toml(f"[{deep}]\nx = {'[' * 49}{']' * 49}\n# {deep}.{deep}\n")
    for key in "a" * 50:
        table = table[key]
    assert str(table["x"]) == "[" * 49 + "]" * 49


JSON = st.recursive(
    st.none() | st.integers() | st.text('[]{}"\\ a', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text('[{"\\', max_size=3), inner)
    ),
)


def levels_of(value: object) -> int:
    """Return how many lists and objects stand in each other."""
    if isinstance(value, dict):
        return 1 + max(map(levels_of, value.values()), default=0)
    return 1 + max(map(levels_of, value), default=0) if isinstance(value, list) else 0


@given(JSON, st.integers(1, 6))
def test_levels_are_counted_as_json_has_them(value, most):
    before = limits.use(Limits(nesting=most))
    try:
        assert limits.is_too_deep(msgspec.json.encode(value)) == (levels_of(value) > most)
    finally:
        limits.use(before)


@given(st.text('[]{}"\\x', max_size=30))
def test_levels_of_what_is_no_json_are_counted_without_reading_past_its_end(text):
    limits.is_too_deep(text.encode())


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_log_that_unpacks_to_far_more_than_it_is(within, suffix, monkeypatch):
    monkeypatch.setattr(limits, "UNPACKED", 1 << 16)
    data = START + b"\n" * (1 << 22)
    packed = {"gz": gzip, "zst": zstd}[suffix].compress(data)
    within(ratio=100)
    found = [item for _, item in read_log(io.BytesIO(packed)) if type(item) is Fault]
    assert [each.key for each in found][-1] == "F001.stream"
    assert "100" in str(found[-1].found)
    within(ratio=10**9)
    assert "F001.stream" not in faults(packed)


def test_what_is_packed_twice_is_no_way_around(within, monkeypatch):
    monkeypatch.setattr(limits, "UNPACKED", 1 << 16)
    within(ratio=50)
    text = b'<mjloggm ver="2.3">' + b"\n" * (1 << 22)
    assert "F001.stream" in faults(gzip.compress(gzip.compress(text)), "x.mjlog")
    cut = gzip.compress(b'<mjloggm ver="2.3">' + os.urandom(5000).hex().encode())[:-500]
    assert faults(gzip.compress(cut), "x.mjlog")


# --- the option --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "key"),
    [
        pytest.param("lines=3", "bad_option.limit_name", id="misspelt"),
        pytest.param("roots=3", "bad_option.limit_name", id="not-a-size"),
        pytest.param("line", "bad_option.limit_size", id="no-size"),
        pytest.param("line=", "bad_option.limit_size", id="empty"),
        pytest.param("line=0", "bad_option.limit_size", id="nothing"),
        pytest.param("line=-1", "bad_option.limit_size", id="negative"),
        pytest.param("line=1.5m", "bad_option.limit_size", id="fraction"),
        pytest.param("line=1t", "bad_option.limit_size", id="unit"),
        pytest.param("line=" + "9" * 5000, "bad_option.limit_size", id="huge"),
    ],
)
def test_a_limit_that_is_none_is_one_line(told, key, capsys):
    with pytest.raises(RequestError) as found:
        limits.read([told])
    assert found.value.key == key
    assert run(["--limit", told, "score", HAND]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_limits_are_those_of_the_page():
    page = (Path(__file__).parent.parent / "docs" / "limits.md").read_text("utf-8")
    rows = [row.split("|")[1].strip(" `") for row in page.splitlines() if row.startswith("| `")]
    assert tuple(rows) == limits.SIZES == Limits._fields[:-1]
    assert sys.getrecursionlimit() >= Limits().nesting
