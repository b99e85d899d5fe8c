import ast
import builtins
import pickle
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

import mjtool
from mjtool import messages
from mjtool.errors import MjtoolError, NotationError, RuleError, SourceError


def fields(template):
    return sorted({name for _, name, _, _ in string.Formatter().parse(template) if name})


NOT_ENGLISH = ("rule.", "pattern.", "tile.", "name.")
"""What the model and the predicates say in English where they stand, tiles that English writes in
letters, and names that rule files have in English; others translate it."""


@pytest.mark.parametrize("lang", messages.LANGUAGES)
def test_all_languages_have_the_same_keys_and_fields(lang):
    english, other = messages.texts("en"), messages.own_texts(lang)
    assert list(other) == sorted(other)
    other = {key: text for key, text in other.items() if not key.startswith(NOT_ENGLISH)}
    assert set(other) == set(english)
    for key, template in other.items():
        assert fields(template) == fields(english[key]), key
        assert template.strip(" ") != "", key
        assert "\n" not in template, key


def test_english_is_ascii_and_chinese_is_not():
    assert [key for key, text in messages.texts("en").items() if not text.isascii()] == []
    chinese = messages.texts("zh").items()
    bare = {key: re.sub(r"\{.*?\}", "", text) for key, text in chinese}
    assert [key for key, text in bare.items() if text.isascii() and text.strip(" :,;|-+=")] == []


def literals(tree):
    """Yield every text in the code that could name a message, alone or as a template of names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z_.A-Z0-9]+"
                for part in node.values
            ]
            yield re.compile("".join(parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


SOURCES = {
    path: ast.parse(path.read_text("utf-8")) for path in Path(mjtool.__file__).parent.rglob("*.py")
}
TELLING = ("text", "message", "Say", "Fault", "title", "label")


def test_every_message_is_used():
    words, patterns = set(), []
    for tree in SOURCES.values():
        for found in literals(tree):
            if isinstance(found, str):
                words.add(found)
            elif len(found.pattern.replace("[a-z_.A-Z0-9]+", "")) > 3:
                patterns.append(found)

    def is_named(key):
        code, _, variant = key.partition(".")
        if re.fullmatch(r"[A-Z]\d{3}", code) and variant in words:  # readers put the two together
            return True
        return key in words or any(pattern.fullmatch(key) for pattern in patterns)

    unused = [key for key in messages.texts("en") if not is_named(key)]
    assert unused == []


PLACES = {
    "RuleError": {"source", "path"},
    "NotationError": {"text", "column"},
    "RequestError": set(),
    "SourceError": {"source"},
}
"""What each error tells in its message of what it is given in order."""


def calls(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in TELLING or name.endswith("Error"):
                yield name, node


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_key_that_code_names_is_there_with_its_fields(path):
    for name, call in calls(SOURCES[path]):
        at = 1 if name == "Fault" else 0
        if len(call.args) <= at or not isinstance(call.args[at], ast.Constant):
            continue
        key = call.args[at].value
        if not isinstance(key, str) or not re.fullmatch(r"[A-Za-z_0-9]+(\.[A-Za-z_0-9.]+)?", key):
            continue
        if key in messages.LANGUAGES or (name.endswith("Error") and name in dir(builtins)):
            continue
        assert key in messages.texts("en"), f"{path.name}:{call.lineno}: {key}"
        given = {word.arg for word in call.keywords}
        if name in ("Say", "text", "message") and None not in given:
            wanted = set(fields(messages.texts("en")[key]))
            assert wanted <= given, f"{path.name}:{call.lineno}: {key} needs {wanted - given}"
        if name in PLACES and None not in given:
            lacks = set(fields(messages.texts("en")[key])) - given - PLACES[name]
            assert not lacks, f"{path.name}:{call.lineno}: {key} needs {lacks}"


def test_nothing_is_registered_by_import():
    code = (
        "from mjtool.messages import text, texts; before = len(texts('zh'));"
        "import mjtool.game_log, mjtool.render.explain, mjtool.cli.app;"
        "assert len(texts('zh')) == before; print(text('T105.foreign'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("the deal has the wrong size", "")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        pytest.param(0, "0 concealed tiles with 1 fixed set; 10 or 11 are needed", id="none"),
        pytest.param(1, "1 concealed tile with 1 fixed set; 10 or 11 are needed", id="one"),
        pytest.param(2, "2 concealed tiles with 1 fixed set; 10 or 11 are needed", id="two"),
    ],
)
def test_a_number_has_the_noun_that_fits(number, told):
    data = {"found": number, "sets": 1, "waiting": 10, "full": 11}
    assert messages.text("wrong_tile_count", "en", **data).startswith(told)
    assert f"{number} 张" in messages.text("wrong_tile_count", "zh", **data)


def test_a_piece_of_a_message_speaks_both_languages():
    error = MjtoolError("bad_value", detail=messages.Say("word.nested"))
    assert (error.message(), error.message("zh")) == (
        "nested too deeply",
        "值不对：嵌套太深",
    )


def test_error_speaks_both_languages():
    error = NotationError("bad_tile", "8z", 1, tile="8z")
    assert error.message("en") == str(error) == "'8z' at column 1 of '8z' is no tile"
    assert error.message("zh") == "'8z' 第 1 个字符：没有 '8z' 这种牌"
    assert error.to_dict("zh") == {"code": "bad_tile", "message": error.message("zh"), "column": 1}


@pytest.mark.parametrize(
    "error",
    [
        NotationError("bad_tile", "8z", 1, tile="8z"),
        MjtoolError("empty_hand"),
        SourceError("empty_hand"),
        RuleError("empty_hand", source="house.toml", path="patterns.x"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_travel_between_processes(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_long_text_is_cut_in_the_message_only():
    text = "1" * 50_000
    error = NotationError("digits_without_suit", text, 1, digits="111")
    assert len(str(error)) < 200
    assert error.text == text
