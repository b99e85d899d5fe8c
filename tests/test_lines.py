"""A line of a batch is the record of its answer, whatever short way it is written by."""

from __future__ import annotations

import pytest

from mjtool.answers import ANSWERS
from mjtool.records.record import encode
from mjtool.requests import RuleBook, request_of

HAND = "[222p]333m444888s55z"
FULL = "123566789m45699s"

REQUESTS = [
    pytest.param("score", {"hand": HAND, "self_drawn": True, "seat": "S", "id": [1]}, id="score"),
    pytest.param("score", {"hand": FULL}, id="score of no win"),
    pytest.param(
        "score", {"hand": HAND, "seat": "E", "from": "N", "explain": True}, id="explained"
    ),
    pytest.param("waits", {"hand": "2223m456p789s555z", "visible": "1m"}, id="waits"),
    pytest.param("waits", {"hand": FULL}, id="waits after discards"),
    pytest.param("shanten", {"hand": "(1111z)55m56667p444z", "ignore_sets": True}, id="shanten"),
    pytest.param("efficiency", {"hand": FULL, "id": "x"}, id="efficiency"),
    pytest.param("efficiency", {"hand": "147m258p369s1234z"}, id="efficiency of 13 tiles"),
    pytest.param("efficiency", {"hand": "[123m]19m19p19s12344z"}, id="efficiency beside a set"),
    pytest.param(
        "efficiency",
        {"hand": FULL, "draws": 3, "improvements": True, "targets": True, "visible": "4444m1z"},
        id="efficiency with all there is",
    ),
]


@pytest.mark.parametrize("rules", ["jipinghu", "tuidaohu"])
@pytest.mark.parametrize(("command", "fields"), REQUESTS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_line_is_the_record(command, fields, rules, lang):
    answer = ANSWERS[command](request_of({**fields, "rules": rules}), RuleBook())
    assert answer.line(lang) == encode(answer.record(lang))
