"""Which files are case files: nothing that holds cases, or should, is passed over unsaid."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mjtool.cli.app import run
from mjtool.regression.files import find_files

WIN = "[222p]333m444888s55z"
GOOD = json.dumps({"id": "good", "do": "score", "hand": WIN, "expect": {"fan": 2}}) + "\n"
TABLE = f'''[[case]]
do = "score"
hand = "{WIN}"
expect = {{fan = 2}}
'''
EVENT = '{"type":"start_game","rules":"jipinghu"}\n'
HOUSE = 'extends = "jipinghu"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with one good case file, the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.mjcases.jsonl").write_text(GOOD, "utf-8")
    return tmp_path


BROKEN = [
    pytest.param("x.mjcases.jsonl", "", 1, "no cases in it", id="empty"),
    pytest.param("x.mjcases.jsonl", "\n \n", 1, "no cases in it", id="blank-lines"),
    pytest.param("x.mjcases.toml", "# soon\n", 1, "no cases in it", id="only-a-comment"),
    pytest.param("x.mjcases.toml", 'note = "soon"\n', 1, "no cases in it", id="only-a-note"),
    pytest.param("x.mjcases.toml", "case = []\n", 1, "no cases in it", id="an-empty-list"),
    pytest.param("x.mjcases.jsonl", EVENT + GOOD, 2, "a game log, not cases", id="an-event-first"),
    pytest.param("x.mjcases.json", "[]", 1, "a case is a JSON object", id="another-suffix"),
    pytest.param("x.mjcases.TOML", "[[case]]", 1, "what to do", id="suffix-in-capitals"),
    pytest.param("x.mjcases.toml", HOUSE, 2, "extends", id="rules-called-cases"),
    pytest.param(
        "x.mjcases.toml",
        TABLE.replace("case]", "cases]"),
        2,
        "x.mjcases.toml: cases: a file of cases has no such key (did you mean 'case'?)",
        id="cases",
    ),
    pytest.param("x.toml", TABLE.replace("case]", "caes]"), 2, "mean 'case'?)", id="caes"),
    pytest.param("x.toml", TABLE.replace("[[case]]", "[test]"), 2, "test: a file of", id="a-table"),
    pytest.param("x.toml", TABLE.replace("[[case]]", "[case]"), 2, "[[case]]", id="one-bracket"),
    pytest.param(
        "x.toml",
        TABLE.replace("[[case]]", "") + TABLE,
        2,
        "x.toml: do stands outside of any case (it belongs below a [[case]])",
        id="no-header",
    ),
    pytest.param("x.toml", 'rules = "house.toml"\n' + TABLE, 2, "rules stands", id="stray-rules"),
    pytest.param("x.toml", 'name = "x"\n' + TABLE, 2, "name: a file of", id="stray-key"),
    pytest.param("x.toml", TABLE + "[other]\na = 1\n", 2, "other: a file of", id="stray-table"),
    pytest.param(
        "x.jsonl", '{"type": "score", "expect": {"fan": 2}}\n', 1, "what to do", id="type-for-do"
    ),
]


@pytest.mark.parametrize(("name", "text", "code", "told"), BROKEN)
@pytest.mark.parametrize("way", ["folder", "named"])
def test_a_case_file_that_gives_no_cases_is_red(folder, capsys, way, name, text, code, told):
    (folder / name).write_text(text, "utf-8")
    paths = ["."] if way == "folder" else ["good.mjcases.jsonl", name]
    assert run(["check", *paths]) == code
    shown = capsys.readouterr()
    assert told in shown.out + shown.err
    assert shown.err.count("\n") == (code == 2)
    assert "1 passed" in shown.out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("x.jsonl", "", id="empty"),
        pytest.param("x.jsonl", EVENT, id="log"),
        pytest.param("x.toml", HOUSE, id="rules"),
        pytest.param("x.toml", "", id="empty-toml"),
    ],
)
def test_what_holds_no_cases_is_passed_over_and_counted(folder, capsys, name, text):
    (folder / name).write_text(text, "utf-8")
    assert run(["check", "."]) == 0
    told = "1 case in 1 file: 1 passed, 0 failed, 0 errors; 1 file without cases passed over\n"
    assert capsys.readouterr().out == told
    assert run(["check", ".", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["summary"]["passed_over"] == 1


def test_a_folder_without_cases_is_nothing_to_check(tmp_path, capsys):
    (tmp_path / "x.toml").write_text(HOUSE, "utf-8")
    assert run(["check", str(tmp_path)]) == 5
    assert capsys.readouterr().out.endswith("; 1 file without cases passed over\n")


@pytest.mark.parametrize("text", ["", "[[case]]\n"], ids=["jsonl", "toml"])
def test_a_named_file_without_cases_alone_is_nothing_to_check(tmp_path, capsys, text):
    file = tmp_path / "x.jsonl"
    file.write_text("", "utf-8")
    assert run(["check", str(file)]) == 5
    assert "no cases in it" in capsys.readouterr().out


def test_the_line_of_a_stray_key_is_told(folder, capsys):
    text = f"{TABLE}\n[more.deep]\nb = 1\n"
    (folder / "x.toml").write_text(text, "utf-8")
    assert run(["check", "x.toml", "--output-format", "github"]) == 2
    assert "::error file=x.toml,line=6," in capsys.readouterr().out


def test_a_note_may_stand_at_the_top(folder):
    (folder / "x.toml").write_text(f'note = "of the house"\nsource = "us"\n{TABLE}', "utf-8")
    assert run(["check", "x.toml"]) == 0


def test_links_are_followed_once(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "deep.mjcases.jsonl").write_text(GOOD, "utf-8")
    (other / "back").symlink_to(folder)
    (folder / "there").symlink_to(other)
    (folder / "again.jsonl").symlink_to(folder / "good.mjcases.jsonl")
    names = [Path(each.file).name for each in find_files([".", "good.mjcases.jsonl"])]
    assert names == ["again.jsonl", "deep.mjcases.jsonl"]


def test_a_link_that_leads_nowhere_is_red_where_it_is_called_cases(folder, capsys):
    (folder / "gone.mjcases.jsonl").symlink_to("nowhere")
    (folder / "gone.jsonl").symlink_to("nowhere")
    (folder / "loop.mjcases.toml").symlink_to("loop.mjcases.toml")
    assert run(["check", "."]) == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in told] == ["gone.mjcases.jsonl", "loop.mjcases.toml"]


def test_a_folder_that_cannot_be_walked_is_told(folder, monkeypatch, capsys):
    (folder / "locked").mkdir()
    scan = os.scandir

    def locked(path):
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", locked)
    assert run(["check", "."]) == 2
    assert capsys.readouterr().err == "error: locked: cannot be read: access is denied\n"


def test_what_is_no_file_is_not_waited_for(folder):
    os.mkfifo(folder / "pipe.mjcases.jsonl")
    os.mkfifo(folder / "pipe.toml")
    assert run(["check", "."]) == 0


ENCODINGS = [
    pytest.param("utf-16", 2, id="utf-16"),
    pytest.param("utf-16-le", 2, id="utf-16-le"),
    pytest.param("utf-16-be", 2, id="utf-16-be"),
    pytest.param("utf-32", 2, id="utf-32"),
]


@pytest.mark.parametrize(("encoding", "code"), ENCODINGS)
@pytest.mark.parametrize("name", ["x.jsonl", "x.toml"])
def test_wide_text_is_told_once(folder, capsys, name, encoding, code):
    text = GOOD + GOOD if name == "x.jsonl" else TABLE
    (folder / name).write_bytes(text.encode(encoding))
    assert run(["check", name]) == code
    shown = capsys.readouterr()
    assert shown.err.startswith(f"error: {name}: cannot be read: the text is not UTF-8")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("field", ["note", "hand", "seat", "id", "do", "expect"])
def test_gbk_is_told_as_no_utf_8_wherever_it_stands(folder, capsys, field):
    case = {**json.loads(GOOD), field: "红中"}
    line = json.dumps(case, ensure_ascii=False)
    (folder / "x.jsonl").write_bytes(f"{GOOD}{line}\n".encode("gbk"))
    assert run(["check", "--update", "x.jsonl"]) == 1
    shown = capsys.readouterr().out
    assert "x.jsonl:2: ERROR line 2\n  not valid JSON: the text is not UTF-8\n" in shown
    assert "1 passed, 0 failed, 1 error" in shown
    (folder / "x.toml").write_bytes(TABLE.replace("[[case]]", "[[case]]\n# 红中").encode("gbk"))
    assert run(["check", "x.toml"]) == 2
    told = "error: x.toml: cannot be read: the text is not UTF-8 at byte 12\n"
    assert capsys.readouterr().err == told
