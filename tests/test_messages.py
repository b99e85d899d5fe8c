import importlib
import pickle
import pkgutil
import string

import pytest

import mjtool
from mjtool import messages
from mjtool.errors import MjtoolError, NotationError, RuleError, SourceError


def all_messages():
    """Return the whole table: every module that registers messages is imported first."""
    for module in pkgutil.walk_packages(mjtool.__path__, "mjtool."):
        if "__main__" not in module.name:
            try:
                importlib.import_module(module.name)
            except ImportError:  # an optional dependency that is not installed
                continue
    return sorted(messages.MESSAGES.items())


def fields(template):
    return sorted({name for _, name, _, _ in string.Formatter().parse(template) if name})


@pytest.mark.parametrize(
    ("key", "pair"), all_messages(), ids=lambda v: v if isinstance(v, str) else ""
)
def test_both_languages_fill_the_same_fields(key, pair):
    english, chinese = pair
    assert fields(english) == fields(chinese)
    assert english.strip() == english != ""
    assert chinese.strip() == chinese != ""
    assert "\n" not in english + chinese
    assert english.isascii()
    assert not chinese.isascii()


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
    error = MjtoolError("bad_value", detail=messages.Words("too much", "太多"))
    assert (error.message(), error.message("zh")) == ("too much", "值不对：太多")


def test_a_key_is_registered_once():
    with pytest.raises(KeyError, match="twice"):
        messages.add({"empty_hand": ("a", "一")})


def test_error_speaks_both_languages():
    error = NotationError("bad_tile", "8z", 1, tile="8z")
    assert error.message("en") == str(error) == "'8z' at column 1 of '8z' is no tile"
    assert error.message("zh") == "'8z' 第 1 个字符：没有 '8z' 这种牌"
    assert error.as_json("zh") == {"code": "bad_tile", "message": error.message("zh"), "column": 1}


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
