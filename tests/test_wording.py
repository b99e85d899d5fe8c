"""What parsers say, in plain words: no name of a Python type reaches a person."""

import ast
import pickle
import subprocess
from pathlib import Path

import msgspec
import pytest

import mjtool
from mjtool import Finding, MjtoolError, RuleError, load_rules
from mjtool.cli.revisions import load_side
from mjtool.game_log.deal import rules_of
from mjtool.game_log.formats.native import explain
from mjtool.packed import BrokenStreamError
from mjtool.wording import of_json, of_value

PACKAGE = Path(mjtool.__file__).parent


@pytest.mark.parametrize(
    ("told", "english", "chinese"),
    [
        pytest.param(
            "Expected `int | null`, got `str`",
            "expected a whole number, not text",
            "应为整数，不是文字",
            id="type",
        ),
        pytest.param(
            "Expected `int | float`, got `null`",
            "expected a whole number or a number, not nothing",
            "应为整数或数字，不是空值",
            id="one-of-two",
        ),
        pytest.param(
            "Expected `int` <= 50",
            "expected a whole number <= 50",
            "应为 <= 50 的整数",
            id="range",
        ),
        pytest.param(
            "Object missing required field `kind`", "'kind' is missing", "缺少 'kind'", id="missing"
        ),
        pytest.param("Number out of range", "the number is too large", "数字太大", id="large"),
        pytest.param("Odd thing", "this value does not fit here", "这个值不能用在这里", id="new"),
    ],
)
def test_values(told, english, chinese):
    found = of_value(told)
    assert (found.text("en"), found.text("zh")) == (english, chinese)


@pytest.mark.parametrize(
    ("data", "english"),
    [
        pytest.param(b"", "it ends too early", id="empty"),
        pytest.param(b'"\xff"', "the text is not UTF-8", id="bytes"),
        pytest.param(b"1 2", "it is not written as JSON at byte 3", id="more"),
        pytest.param(b"{a}", "it is not written as JSON at byte 1", id="key"),
    ],
)
def test_json(data, english):
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as refused:
        msgspec.json.decode(data)
    assert of_json(refused.value).text() == english


def test_a_file_that_is_no_text(tmp_path):
    bad, child = tmp_path / "bad.toml", tmp_path / "child.toml"
    bad.write_bytes(b'cap = "\xff"\n')
    child.write_text('extends = "bad.toml"\n', "utf-8")
    with pytest.raises(RuleError) as refused:
        load_rules(bad)
    assert str(refused.value) == f"{bad}: cannot be read: the text is not UTF-8 at byte 8"
    assert refused.value.message("zh") == f"{bad}：无法读取：文字在第 8 字节不是 UTF-8"
    with pytest.raises(RuleError, match=r"extends: .*bad\.toml: the text is not UTF-8 at byte 8"):
        load_rules(child)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param('cap = "three"', "cap: expected a whole number, not text", id="type"),
        pytest.param(
            'scoring = "points"', "scoring: 'points' is none of fan, multiplier", id="choice"
        ),
        pytest.param(
            'rob.kinds = ["big"]',
            "rob.kinds: 'big' is none of exposed, added, concealed",
            id="choices-of-a-list",
        ),
        pytest.param("kong = 3", "kong: expected a table", id="table"),
    ],
)
def test_rule_files(tmp_path, text, told):
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "jipinghu"\n{text}\n', "utf-8")
    with pytest.raises(RuleError) as refused:
        load_rules(house)
    assert str(refused.value) == f"{house}: {told}"
    assert "`" not in refused.value.message("zh")


# no sentence of a library


def git(folder, *arguments):
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *arguments]
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("name", "english", "chinese"),
    [
        pytest.param(
            "house.toml@HEAD~7",
            "there is no revision 'HEAD~7'",
            "没有版本 'HEAD~7'",
            id="no-revision",
        ),
        pytest.param(
            "other.toml@HEAD", "other.toml is not in it", "其中没有 other.toml", id="no-file"
        ),
        pytest.param(
            "../house.toml@HEAD",
            "git finds no repository there",
            "git 在那里找不到仓库",
            id="no-repository",
        ),
        pytest.param("wide.toml@HEAD", "the text is not UTF-8", "文字不是 UTF-8", id="bytes"),
    ],
)
def test_what_git_refuses(tmp_path, monkeypatch, name, english, chinese):
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "house.toml").write_text('extends = "jipinghu"\n', "utf-8")
    (folder / "wide.toml").write_bytes(b"\xff\xfe")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    monkeypatch.chdir(folder)
    with pytest.raises(RuleError) as refused:
        load_side(name)
    assert refused.value.message("en") == f"{name}: cannot be read from git: {english}"
    assert refused.value.message("zh") == f"{name}：无法从 git 读取：{chinese}"


@pytest.mark.parametrize(
    ("line", "english", "chinese"),
    [
        pytest.param(
            '{"type":"draw","seat":"1","tile":"1m"}',
            "seat: expected a whole number, not text",
            "seat：应为整数，不是文字",
            id="type",
        ),
        pytest.param(
            '{"type":"draw","seat":7,"tile":"1m"}',
            "seat: expected a whole number <= 3",
            "seat：应为 <= 3 的整数",
            id="range",
        ),
        pytest.param('{"type":"draw","seat":1}', "'tile' is missing", "缺少 'tile'", id="missing"),
        pytest.param(
            '{"type":"kong","seat":1,"tile":"1m","kind":"big"}',
            "kind: 'big' is none of exposed, concealed, added",
            "kind：'big' 不在 exposed、concealed、added 之内",
            id="choice",
        ),
        pytest.param(
            '{"type":"start_game","rules":"jipinghu","players":["",""]}',
            "players: expected a list of >= 4 entries",
            "players：列表应有 >= 4 项",
            id="length",
        ),
        pytest.param(
            '{"type":"end_hand","wins":[{"seat":true}],"points":[0,0,0,0]}',
            "wins[0].seat: expected a whole number, not true or false",
            "wins[0].seat：应为整数，不是true 或 false",
            id="inside",
        ),
    ],
)
def test_fields_of_a_log(line, english, chinese):
    fault = explain(line.encode())
    finding = Finding.of("a.jsonl", 1, fault)
    for lang, told in (("en", english), ("zh", chinese)):
        assert finding.to_dict(lang)["found"] == told
        assert told in finding.line_text(lang)


def test_rules_that_a_log_cannot_use(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\ncap = "three"\n', "utf-8")
    fault = rules_of("house.toml", tmp_path)
    finding = Finding.of("a.jsonl", 1, fault)
    assert finding.to_dict("en")["found"] == f"{house}: cap: expected a whole number, not text"
    assert finding.to_dict("zh")["found"] == f"{house}：cap：值不对：应为整数，不是文字"
    assert pickle.loads(pickle.dumps(finding)) == finding


HOLDING = {"wording", "errors", "requests"}
"""Modules that may look at what an error of a library says, to say it in our words."""


def test_no_module_tells_what_an_error_of_a_library_says():
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.stem in HOLDING:
            continue
        for handler in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(handler, ast.ExceptHandler)
                and handler.name
                and not is_ours(handler.type)
            ):
                wrong += [
                    f"{path.relative_to(PACKAGE)}:{node.lineno}"
                    for node in telling(handler)
                    if tells(node, handler.name)
                ]
    assert wrong == []


def is_ours(kind):
    """Return whether an except clause takes errors of this package only."""
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    ours = [MjtoolError, *MjtoolError.__subclasses__(), BrokenStreamError]
    names = {each.__name__ for each in ours}
    return all(isinstance(each, ast.Name) and each.id in names for each in kinds)


def telling(node):
    """Yield the nodes below ``node``, but for what is compared or given to mjtool.wording."""
    for child in ast.iter_child_nodes(node):
        called = getattr(child.func, "id", "") if isinstance(child, ast.Call) else ""
        if not called.startswith("of_") and not isinstance(child, ast.Compare):
            yield child
            yield from telling(child)


def tells(node, name):
    """Return whether ``node`` makes text of the error called ``name``."""
    if isinstance(node, ast.FormattedValue):
        return isinstance(node.value, ast.Name) and node.value.id == name
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("str", "repr", "format"):
        return any(isinstance(each, ast.Name) and each.id == name for each in node.args)
    if not isinstance(node, ast.Attribute) or getattr(node.value, "id", "") != name:
        return False
    return node.attr in ("msg", "reason", "strerror", "stderr", "getMessage", "message")
