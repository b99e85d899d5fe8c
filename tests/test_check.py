"""Cases checked: every kind of case, files and folders, exit codes."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

from mjtool.cli.app import run
from mjtool.errors import MjtoolError
from mjtool.regression import Checker, check, read_cases
from mjtool.regression.checker import Plan
from mjtool.regression.compare import ABSENT
from mjtool.regression.files import find_files
from mjtool.regression.keys import known_keys
from mjtool.regression.kinds import KINDS, CaseBook
from mjtool.render import text

CASES = Path(__file__).parent / "data" / "cases"
LOGS = Path(__file__).parent / "data" / "logs" / "native"
PLAN = Plan(text.VIEWS)
WIN = "[222p]333m444888s55z"
GOOD = {"id": "good", "do": "score", "hand": WIN, "expect": {"fan": 2}}
BAD = {"id": "bad", "do": "score", "hand": WIN, "expect": {"fan": 3}}


def outcome_of(case, folder=None):
    """Return the outcome of one case given as an object, or as a line of text."""
    file = Path(folder or ".") / "x.jsonl"
    line = case if isinstance(case, bytes) else json.dumps(case).encode()
    (found,) = check([next(read_cases_of(file, line))], PLAN)
    return found


def read_cases_of(file, line):
    """Yield the cases of a line as if it stood in ``file``."""
    for case in read_cases("-", stdin=BytesIO(line)):
        yield case._replace(file=str(file))


def write(path, *cases):
    """Write cases as JSON Lines and return the path as text."""
    path.write_text("".join(json.dumps(case) + "\n" for case in cases), "utf-8")
    return str(path)


@pytest.mark.parametrize("file", sorted(CASES.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_cases_of_the_project_pass(file):
    found = list(check(read_cases(str(file)), PLAN))
    assert found
    known = FIFTH_COPIES | BEFORE_WILD_TILES
    failed = [outcome for outcome in found if outcome.id not in known and not outcome.passed]
    assert failed == []


FIFTH_COPIES = {
    *(f"tuidaohu-{number}" for number in (84, 257, 272, 277, 290)),
    "payments-a286",
}
"""Cases that settle a horse of which the hand holds all four copies: no wall has such a tile.

They stand as they were worked out, without a look at the horses' copies; a request that no game
can bring about is refused.
"""


BEFORE_WILD_TILES = {"pa-26"}
"""Cases of a time when ``0z`` was no tile; it is an anonymous wild tile now, under all rules."""


def test_a_wild_tile_alone_is_a_wrong_number():
    [case] = [
        each for each in read_cases(str(CASES / "bug-reports.jsonl")) if b"pa-26" in each.body
    ]
    [found] = check([case], PLAN)
    assert [each.found for each in found.differences] == ["wrong_tile_count"]


def test_a_horse_that_is_a_fifth_copy_is_refused():
    files = [str(CASES / name) for name in ("score-tuidaohu.jsonl", "payments.jsonl")]
    cases = [case for file in files for case in read_cases(file)]
    found = [each for each in check(cases, PLAN) if each.id in FIFTH_COPIES]
    codes = {each.id: [difference.found for difference in each.differences] for each in found}
    assert len(codes) == len(FIFTH_COPIES)
    assert all(found[0]["code"] == "too_many_copies" for found in codes.values())


def test_a_failing_case_tells_both_values_and_why():
    found = outcome_of(BAD)
    assert found.status == "failed"
    assert [tuple(item) for item in found.differences] == [("fan", 3, 2)]
    assert "All Pungs" in found.explanation
    assert "000" in found.explanation  # the source of the value


REFUSED = {"id": "r", "do": "score", "hand": "123x"}


def test_an_error_can_be_expected():
    assert outcome_of({**REFUSED, "expect": {"error": {"code": "bad_character"}}}).passed
    wrong = outcome_of({**REFUSED, "expect": {"error": {"code": "bad_tile"}}})
    assert [item.key for item in wrong.differences] == ["error.code"]
    none = outcome_of({**GOOD, "expect": {"error": {"code": "bad_tile"}}})
    assert [(item.key, item.found) for item in none.differences] == [("error", ABSENT)]


def test_an_error_that_is_not_expected_is_one_difference():
    found = outcome_of({**REFUSED, "expect": {"fan": 3, "points": 8}})
    assert [item.key for item in found.differences] == ["error"]
    assert "'x'" in found.explanation


def test_a_request_that_cannot_be_read_can_be_expected():
    case = {**GOOD, "seat": "Q", "expect": {"error": {"code": "bad_request"}}}
    assert outcome_of(case).passed


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"{nope", id="no-json"),
        pytest.param(b"[1, 2]", id="no-object"),
        pytest.param(b"3", id="number"),
        pytest.param(b"\xff\xfe", id="no-utf-8"),
        pytest.param(b"{" * 50_000, id="deep"),
        pytest.param(b'{"id": "x"}', id="nothing-to-do"),
        pytest.param(b'{"id": "x", "do": "scor"}', id="unknown-do"),
        pytest.param(b'{"id": "x", "do": ["score"]}', id="do-of-another-type"),
        pytest.param(b'{"id": "x", "do": "score", "hand": "11m"}', id="no-expectation"),
        pytest.param(
            b'{"id": "x", "do": "score", "hand": "11m", "expect": {}}', id="empty-expectation"
        ),
        pytest.param(
            b'{"id": "x", "do": "score", "hand": "11m", "expect": 3}', id="expectation-no-table"
        ),
        pytest.param(b'{"id": "x", "do": "replay", "expect": 3}', id="replay-without-log"),
    ],
)
def test_a_line_that_is_no_case_is_an_error_with_its_place(line):
    found = outcome_of(line)
    assert found.status == "error"
    assert found.line == 1
    assert found.error is not None


def test_numbers_of_any_size_are_compared():
    assert not outcome_of({**GOOD, "expect": {"fan": 10**40}}).passed
    assert not outcome_of({**GOOD, "expect": {"fan": 1e308}}).passed


def test_rules_are_found_beside_the_case_file(tmp_path, monkeypatch):
    (tmp_path / "house.toml").write_text(
        'extends = "jipinghu"\npatterns.all_pungs.fan = 3\n', "utf-8"
    )
    monkeypatch.chdir("/")
    case = {**BAD, "rules": "house.toml"}
    assert outcome_of(case, tmp_path).passed
    lost = outcome_of(case, tmp_path / "elsewhere")
    told = (
        f"house.toml: no such file (looked for {tmp_path / 'elsewhere' / 'house.toml'} house.toml)"
    )
    assert (lost.status, lost.error.message()) == ("error", told)
    assert lost.adopted is None
    expected = {**case, "expect": {"error": {"code": "unknown_rules"}}}
    assert outcome_of(expected, tmp_path / "elsewhere").passed


def test_a_rule_file_as_a_case(tmp_path):
    (tmp_path / "bad.toml").write_text('extends = "jipinghu"\n[kong]\nadd = 1\n', "utf-8")
    (tmp_path / "good.toml").write_text('extends = "jipinghu"\ncap = 4\n', "utf-8")
    wrong = {"id": "w", "do": "rules", "rules": "bad.toml"}
    expect = {"error": {"code": "unknown_key", "path": "kong.add"}}
    assert outcome_of({**wrong, "expect": expect}, tmp_path).passed
    assert not outcome_of({**wrong, "expect": {"valid": True}}, tmp_path).passed
    right = {"id": "r", "do": "rules", "rules": "good.toml"}
    assert outcome_of({**right, "expect": {"valid": True, "table": {"cap": 4}}}, tmp_path).passed
    changed = outcome_of({**right, "expect": {"table": {"cap": 3}}}, tmp_path)
    assert [tuple(item) for item in changed.differences] == [("table.cap", 3, 4)]
    assert not outcome_of({"id": "n", "do": "rules", "expect": {"valid": True}}).passed


def test_a_log_as_a_case():
    clean, broken = sorted((LOGS / "good").iterdir())[0], LOGS / "bad" / "jipinghu-A205-0.jsonl"
    case = {"id": "l", "do": "replay", "log": f"good/{clean.name}", "expect": {"findings": []}}
    assert outcome_of(case, LOGS).passed
    case = {"id": "l", "do": "replay", "log": f"bad/{broken.name}"}
    found = outcome_of({**case, "expect": {"findings": [{"code": "A205"}]}}, LOGS)
    assert found.passed
    missed = outcome_of({**case, "expect": {"findings": []}}, LOGS)
    assert [item.key for item in missed.differences] == ["findings[0]"]
    other = outcome_of({**case, "expect": {"findings": [{"code": "A205", "line": 1}]}}, LOGS)
    assert [item.key for item in other.differences] == ["findings[0].line"]
    assert outcome_of({**case, "ignore": ["A2"], "expect": {"findings": []}}, LOGS).passed
    lost = {"id": "l", "do": "replay", "log": "nothing"}
    gone = outcome_of({**lost, "expect": {"findings": []}}, LOGS)
    assert gone.error.message() == f"nothing: no such file (looked for {LOGS / 'nothing'} nothing)"
    assert outcome_of({**lost, "expect": {"error": {"code": "unreadable"}}}).passed


READY = {"id": "w", "do": "waits", "hand": "2223m456p789s555z"}


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(
            {**GOOD, "expect": {"fan": 2, "ponts": 4}},
            "expect: ponts: no answer has this key (did you mean 'points'?)",
            id="key",
        ),
        pytest.param(
            {**GOOD, "expect": {"colour": 4}},
            "expect: colour: no answer has this key",
            id="nothing-near",
        ),
        pytest.param(
            {**READY, "expect": {"waits": [{"tile": "1m"}, {"tlie": "3m"}, {"tile": "4m"}]}},
            "expect: waits[1].tlie: no answer has this key (did you mean 'tile'?)",
            id="row",
        ),
        pytest.param(
            {**GOOD, "expect": {"patterns": [{"id": "all_pungs", "fam": 2}]}},
            "expect: patterns[0].fam: no answer has this key (did you mean 'fan'?)",
            id="pattern",
        ),
        pytest.param(
            {**REFUSED, "expect": {"error": {"cod": "bad_tile"}}},
            "expect: error.cod: no answer has this key (did you mean 'code'?)",
            id="error",
        ),
        pytest.param(
            {**GOOD, "self_drwan": True},
            "self_drwan: unknown field (did you mean 'self_drawn'?)",
            id="field",
        ),
        pytest.param({"do": "rules", "expect": {"valid": True}}, "names no rules", id="no-rules"),
        pytest.param({"do": "score", "expect": {"fan": 2}}, "has no hand", id="no-hand"),
    ],
)
def test_a_case_that_cannot_be_compared_is_an_error_and_is_not_updated(case, told):
    found = outcome_of(case)
    assert (found.status, found.adopted) == ("error", None)
    assert told in found.error.message()


def test_a_new_case_that_asks_nothing_is_not_updated():
    for case in ({**GOOD, "self_drwan": True}, {**GOOD, "rules": "gone.toml"}):
        found = outcome_of({key: value for key, value in case.items() if key != "expect"})
        assert (found.status, found.adopted) == ("error", None)


RATES = {"id": "e", "do": "efficiency", "hand": "123566789m45699s"}


@pytest.mark.parametrize(
    ("expect", "status"),
    [
        pytest.param({"rates": [{"discard": "6m", "shanten": 0}]}, "passed", id="all-right"),
        pytest.param(
            {"rates": [{"discard": "6m", "shanten": 0}], "shanten": 3}, "failed", id="another-wrong"
        ),
        pytest.param({"rates": [{"discard": "6m", "shanten": 1}]}, "failed", id="itself-wrong"),
        pytest.param({"rates": [{"discard": "6m", "colour": 0}]}, "error", id="unknown"),
        pytest.param(
            {"rates": [{"discard": "6m", "shantne": 0}], "shanten": 3}, "error", id="near"
        ),
        pytest.param({"rates": []}, "failed", id="none"),
        pytest.param({"rates": [[1]]}, "failed", id="no-rows"),
    ],
)
def test_a_key_of_rates_is_compared_or_unknown_whatever_else_holds(expect, status):
    assert outcome_of({**RATES, "expect": expect}).status == status


def test_only_an_answer_with_rates_can_expect_them():
    ready = {"do": "waits", "hand": "123566789m45699s"}
    assert outcome_of({**ready, "expect": {"rates": [{"discard": "6m"}]}}).status == "error"
    assert outcome_of({**GOOD, "expect": {"rates": []}}).status == "error"


def test_a_misspelt_key_is_an_error_though_nothing_differs():
    found = outcome_of({**GOOD, "expect": {"fan": 2, "patterns": []}})
    assert found.status == "failed"
    found = outcome_of({**RATES, "expect": {"rates": [{"discard": "6m"}], "colour": None}})
    assert found.status == "error"


def test_what_stands_in_the_way_can_be_expected():
    case = {**GOOD, "self_drwan": True, "expect": {"error": {"code": "bad_request"}}}
    assert outcome_of(case).passed


def walked(found, known):
    """Yield each key of an answer that no expectation could name."""
    for name, value in found.items():
        if name not in known:
            yield name
        elif known[name] is not None:
            rows = value if isinstance(value, list) else [value]
            for row in rows:
                if isinstance(row, dict):
                    yield from walked(row, known[name])


@pytest.mark.parametrize("file", sorted(CASES.glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_key_of_an_answer_can_be_expected(file):
    book = CaseBook(None)
    book.folder = CASES
    for line in file.read_bytes().splitlines()[:200]:
        kind = KINDS[json.loads(line)["do"]]
        try:
            found = kind.view(kind.answer(kind.read(line), book), "en")
        except MjtoolError as error:
            found = {"error": error.to_dict("en")}
        assert list(walked(found, known_keys(json.loads(line)["do"]))) == []


TOML = """# cases of the house
note = "not a case"

[[case]]
id = "one"
do = "score"
hand = "[222p]333m444888s55z"
note = '''
[[case]]
'''
expect = { fan = 2 }

  [[case]]
id = "two"
do = "shanten"
hand = "123456789m1111z"
[case.expect]
shanten = 0
"""


def test_cases_in_toml_have_the_line_of_their_header(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text(TOML, "utf-8")
    found = list(check(read_cases(str(file)), PLAN))
    assert [(each.id, each.line, each.status) for each in found] == [
        ("one", 4, "passed"),
        ("two", 13, "failed"),
    ]


def test_cases_in_toml_may_be_one_list_and_keep_their_lines(tmp_path):
    file = tmp_path / "x.toml"
    case = '{do = "score", hand = "11m", expect = {fan = 1}}'
    file.write_text(f'note = "case = ["\ncase = [\n  {case}, # [[case]]\n  {case}]\n', "utf-8")
    found = check(read_cases(str(file)), PLAN)
    assert [(each.line, each.status) for each in found] == [(3, "failed"), (4, "failed")]


def test_folders_are_walked_for_case_files_only(tmp_path):
    write(tmp_path / "a.jsonl", GOOD)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.toml").write_text(TOML, "utf-8")
    (tmp_path / "house.toml").write_text('extends = "jipinghu"\n', "utf-8")
    (tmp_path / "log.jsonl").write_text('{"type":"start_game"}\n', "utf-8")
    (tmp_path / "readme.md").write_text("nothing", "utf-8")
    (tmp_path / ".hidden").mkdir()
    write(tmp_path / ".hidden" / "c.jsonl", BAD)
    files = find_files([str(tmp_path), str(tmp_path / "a.jsonl")])
    found = check((case for file in files for case in read_cases(file)), PLAN)
    assert [each.id for each in found] == ["good", "one", "two"]


def test_a_file_named_itself_is_always_taken_as_cases(tmp_path):
    log, house = tmp_path / "log.jsonl", tmp_path / "house.toml"
    log.write_text('{"type":"start_game"}\n', "utf-8")
    house.write_text('extends = "jipinghu"\n', "utf-8")
    for file in (log, house):
        (found,) = check(read_cases(str(file)), PLAN)
        assert found.status == "error"


def test_a_log_named_as_cases_is_one_error(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.jsonl").write_text('\n{"type":"start_game"}\n{"type":"end_game"}\n', "utf-8")
    assert run(["check", "game.jsonl"]) == 2
    out, err = capsys.readouterr()
    assert (err.count("\n"), "game.jsonl: a game log, not cases" in err) == (1, True)
    assert out == "1 case in 1 file: 0 passed, 0 failed, 1 error\n"


def test_a_file_that_is_not_there_is_told_once(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["check", "nope"]) == 2
    out, err = capsys.readouterr()
    assert err == "error: nope: cannot be read: there is no such file\n"
    assert "nope" not in out


def test_an_id_that_no_case_has_is_told(tmp_path, capsys):
    file = write(tmp_path / "x.jsonl", GOOD)
    assert run(["check", file, "--select", "nope", "--select", "bad*"]) == 5
    assert capsys.readouterr().err == "note: no case has an id like nope bad*\n"
    assert run(["check", file, "--select", "nope", "--select", "goo*"]) == 0
    assert capsys.readouterr().err == "note: no case has an id like nope\n"
    assert run(["check", write(tmp_path / "none.jsonl"), "--select", "nope"]) == 5
    assert capsys.readouterr().err == ""


def test_blank_lines_and_a_byte_order_mark_are_passed_over(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_bytes(
        b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\n\n  \r\n" + json.dumps(BAD).encode()
    )
    assert [(each.line, each.status) for each in check(read_cases(str(file)), PLAN)] == [
        (1, "passed"),
        (4, "failed"),
    ]


def test_the_order_and_the_outcomes_are_the_same_over_processes():
    files = sorted(map(str, CASES.glob("s*.jsonl")))
    alone, together = (
        list(check((case for file in files for case in read_cases(file)), PLAN, jobs))
        for jobs in (1, 2)
    )
    assert alone == together
    assert len(alone) > 1000


def test_a_checker_never_raises_on_half_a_case():
    checker = Checker(PLAN)
    line = (CASES / "score-tuidaohu.jsonl").read_bytes().splitlines()[0]
    for end in range(0, len(line), 3):
        for case in read_cases_of("x.jsonl", line[:end]):
            outcome = checker(case)
            assert outcome is not None
            assert not outcome.passed


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["good.jsonl"], 0, id="passed"),
        pytest.param(["good.jsonl", "bad.jsonl"], 1, id="failed"),
        pytest.param(["broken.jsonl"], 1, id="no-case"),
        pytest.param(["bad.jsonl", "nothing.jsonl"], 2, id="missing-file"),
        pytest.param(["broken.toml"], 2, id="no-toml"),
        pytest.param(["empty.jsonl"], 5, id="empty"),
        pytest.param(["."], 2, id="folder-with-a-broken-file"),
        pytest.param(["bad.jsonl", "--select", "go*"], 5, id="nothing-selected"),
        pytest.param(["good.jsonl", "bad.jsonl", "--select", "go*"], 0, id="selected"),
        pytest.param(["good.jsonl", "--rules", "nothing.toml"], 2, id="no-such-rules"),
        pytest.param(["good.jsonl", "--rules", "xinmajiang"], 0, id="other-rules"),
        pytest.param([], 2, id="nothing-named"),
        pytest.param(["good.jsonl", "--output-format", "yaml"], 2, id="no-such-format"),
    ],
)
def test_exit_codes(tmp_path, monkeypatch, capsys, arguments, code):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "good.jsonl", GOOD)
    write(tmp_path / "bad.jsonl", BAD)
    write(tmp_path / "empty.jsonl")
    (tmp_path / "broken.jsonl").write_text("{nope\n", "utf-8")
    (tmp_path / "broken.toml").write_text("a = \n", "utf-8")
    assert run(["check", *arguments]) == code
    shown = capsys.readouterr()
    assert (code == 2) == shown.err.startswith("error: ")
    assert "Traceback" not in shown.err


def test_cases_from_stdin(program):
    done = program("check", "-", stdin=json.dumps(BAD) + "\n")
    assert done.returncode == 1
    assert "-:1: FAILED bad" in done.stdout


def test_select_takes_globs(tmp_path, capsys):
    file = write(tmp_path / "x.jsonl", GOOD, BAD, {**GOOD, "id": 7}, {**GOOD, "id": None})
    assert run(["check", file, "--json", "--select", "g*", "--select", "7"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["id"] for row in rows[:-1]] == ["good", "7"]


def test_messages_in_chinese(tmp_path, capsys):
    file = write(tmp_path / "x.jsonl", BAD)
    assert run(["check", file, "--lang", "zh"]) == 1
    shown = capsys.readouterr().out
    assert "应为" in shown
    assert "  结果说明：\n" in shown
    assert run(["check", file, "--lang", "zh", "-q"]) == 1
    assert capsys.readouterr().out.endswith(" bad：fan：应为 3，实为 2\n")
    assert run(["check", file, "--lang", "zh", "--update"]) == 0
    assert "，1个已更新\n" in capsys.readouterr().out
    assert "碰碰胡" in shown
