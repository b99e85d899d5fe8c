"""What parsers say, in plain words: no name of a Python type reaches a person."""

import msgspec
import pytest

from mjtool import RuleError, load_rules
from mjtool.wording import of_json, of_value


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
    assert refused.value.message("zh") == f"{bad}: 无法读取：文字在第 8 字节不是 UTF-8"
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
