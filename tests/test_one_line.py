"""What strangers write is quoted in messages: those stay one line that a terminal only shows."""

from __future__ import annotations

import pytest

import mjtool
from mjtool.errors import MjtoolError, NotationError, RuleError, SourceError
from mjtool.game_log import Finding, replay
from mjtool.messages import name_of
from mjtool.regression.outcome import Outcome
from mjtool.render.findings import Tally, text_lines
from mjtool.render.outcomes import outcome_lines

BAD, SHOWN = "a\nb\x1b[31m\u2028\u202e", r"a\nb\x1b[31m\u2028\u202e"
LOG = '{"type":"start_game","rules":"jipinghu","players":["","","",""]}\n'


def refusal(error: type[MjtoolError], *arguments, **named) -> MjtoolError:
    return error(*arguments, **named)


@pytest.mark.parametrize(
    "error",
    [
        refusal(SourceError, "unreadable", path=BAD, reason="x"),
        refusal(RuleError, "bad_value", BAD, "cap", detail="x"),
        refusal(RuleError, "bad_value", "house.toml", BAD, detail="x"),
        refusal(NotationError, "too_many_copies.few", BAD, 1, tile="1f"),
    ],
    ids=["source", "rule-file", "rule-key", "notation"],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_refusal_is_one_line(error, lang):
    assert SHOWN in error.message(lang)
    assert SHOWN in str(error)
    assert BAD not in error.message(lang)


@pytest.fixture
def named_badly(tmp_path):
    try:
        (tmp_path / f"{BAD}.jsonl").write_text(LOG, "utf-8")
    except OSError:
        pytest.skip("no file can have such a name here")
    return tmp_path


@pytest.mark.parametrize("table", [False, True], ids=["plain", "table"])
def test_a_finding_is_one_line_whatever_its_file_is_called(named_badly, table):
    found = list(replay(named_badly, mjtool.Plan(table=table)))
    lines = list(text_lines(found, Tally(), "en"))
    assert f"{SHOWN}.jsonl:1: F006" in lines[0]
    assert [item.line_text() for item in found if isinstance(item, Finding)] == lines[:1]


def test_a_case_has_one_line_to_begin_with():
    outcome = Outcome(BAD, 1, 0, BAD, error=RuleError("bad_value", "x", detail="x"))
    assert next(iter(outcome_lines(outcome, "en"))).count(SHOWN) == 2


def test_a_name_of_a_rule_file_is_one_line():
    assert name_of(BAD, "", "zh") == name_of("x", BAD, "en") == SHOWN


def test_spaces_and_what_is_shown_anyway_stay():
    assert name_of("鸡胡\u3000二番 🀄", "", "zh") == "鸡胡\u3000二番 🀄"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"seat": "\ud800"}, "seat"),
        ({"streak": "\ud800"}, "streak"),
        ({"events": ["\udfff"]}, "events[0]"),
        ({"kongs": [{"seat": "E", "kind": "\ud800"}]}, "kongs[0].kind"),
    ],
    ids=["word", "number", "list", "table"],
)
def test_half_a_surrogate_pair_is_no_word_and_no_number(fields, field):
    with pytest.raises(MjtoolError) as caught:
        mjtool.answer("score", {"hand": "123m456p789s11122z", **fields})
    assert caught.value.code == "bad_request"
    assert caught.value.message().startswith(f"{field}: ")
