"""The language of own patterns: what is read, what is refused and where, what it comes to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool.expressions import (
    Call,
    ExpressionError,
    build,
    circumstances,
    ordered,
    read_expression,
)
from mjtool.expressions.build import TEXT_CODES
from mjtool.expressions.names import CALLS, NAMES, TEXTS, described
from mjtool.expressions.reader import kinds_of
from mjtool.messages import LANGUAGES
from mjtool.patterns.facts import EVENTS, Circumstances

IDS = {"all_pungs": "truth", "seat_wind": "number"}


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        pytest.param("", "bad_expression", 1, id="empty"),
        pytest.param("   ", "bad_expression", 1, id="blank"),
        pytest.param("chows == 4 and", "bad_expression", 15, id="unfinished"),
        pytest.param("(chows == 4", "bad_expression", 1, id="unclosed"),
        pytest.param("1 < chows < 3", "bad_expression", 13, id="chain"),
        pytest.param("chows = 4", "bad_expression", 7, id="assignment"),
        pytest.param("chows.real == 4", "bad_expression", 6, id="attribute"),
        pytest.param("lambda: dealer", "bad_expression", 7, id="lambda"),
        pytest.param("dealer if dealer else dealer", "bad_expression", 1, id="if"),
        pytest.param("chows in chows", "bad_expression", 10, id="in"),
        pytest.param("chows is 4", "bad_expression", 10, id="is"),
        pytest.param("True", "bad_expression", 1, id="true"),
        pytest.param("None == None", "bad_expression", 1, id="none"),
        pytest.param("chows / 2 == 1", "bad_expression", 7, id="division"),
        pytest.param("chows ** 2 == 1", "bad_expression", 1, id="power"),
        pytest.param("chows == 1.5", "bad_expression", 11, id="fraction"),
        pytest.param("chows == 1e3", "bad_expression", 11, id="exponent"),
        pytest.param("chows == 0x1", "bad_expression", 11, id="hexadecimal"),
        pytest.param("chows == 007", "bad_expression", 10, id="leading-zero"),
        pytest.param("chows == 9999999999", "bad_expression", 10, id="huge-number"),
        pytest.param("form == 'seven' '_pairs'", "bad_expression", 17, id="two-texts"),
        pytest.param("form == f'x'", "bad_expression", 10, id="f-text"),
        pytest.param("dealer # comment", "bad_expression", 8, id="comment"),
        pytest.param("１ == 1", "bad_expression", 1, id="full-width"),
        pytest.param("dealer; dealer", "bad_expression", 7, id="semicolon"),
        pytest.param("tiles == 3", "bad_expression", 1, id="no-tiles"),
        pytest.param("tiles() == 3", "bad_expression", 1, id="empty-call"),
        pytest.param("only('1m', '2m')", "bad_expression", 1, id="two-arguments"),
        pytest.param("only('0z')", "bad_expression", 6, id="wild-kind"),
        pytest.param("only('1f')", "bad_expression", 6, id="flower-kind"),
        pytest.param("only('8z')", "bad_expression", 6, id="no-honor"),
        pytest.param("only('')", "bad_expression", 6, id="no-kind"),
        pytest.param("only('一万')", "bad_expression", 6, id="words"),
        pytest.param("dealer() and dealer", "bad_expression", 1, id="call-of-a-name"),
        pytest.param("(" * 21 + "dealer" + ")" * 21, "bad_expression", 21, id="parentheses"),
        pytest.param("not " * 30 + "dealer", "bad_expression", 81, id="nots"),
        pytest.param("dealer or " * 60 + "dealer", "bad_expression", 501, id="long"),
        pytest.param("x" * 10_000, "bad_expression", 501, id="very-long"),
        pytest.param("__class__ == 1", "unknown_name", 1, id="dunder"),
        pytest.param("  chowz == 4", "unknown_name", 3, id="near-name"),
        pytest.param("onli('1m')", "unknown_name", 1, id="near-call"),
        pytest.param("form == 'seven'", "unknown_name", 9, id="no-form"),
        pytest.param("'pairs' != wait", "unknown_name", 1, id="no-wait"),
        pytest.param("chows", "wrong_type", 1, id="number"),
        pytest.param("form", "wrong_type", 1, id="text"),
        pytest.param("chows and dealer", "wrong_type", 1, id="and-of-numbers"),
        pytest.param("not quads", "wrong_type", 5, id="not-of-a-number"),
        pytest.param("dealer + 1 == 2", "wrong_type", 1, id="sum-of-truths"),
        pytest.param("dealer < 1", "wrong_type", 1, id="order-of-truths"),
        pytest.param("form < 'x'", "wrong_type", 1, id="order-of-texts"),
        pytest.param("chows == 'x'", "wrong_type", 10, id="two-types"),
        pytest.param("only(19)", "wrong_type", 6, id="number-for-tiles"),
        pytest.param("all_pungs == 1", "wrong_type", 14, id="pattern-as-number"),
        pytest.param("seat_wind and dealer", "wrong_type", 1, id="bonus-as-truth"),
    ],
)
def test_what_is_no_expression(text, code, column):
    with pytest.raises(ExpressionError) as refused:
        read_expression(text, "truth", IDS)
    assert (refused.value.code, refused.value.column) == (code, column)
    assert "\n" not in refused.value.message("zh")


def test_a_near_name_is_named():
    with pytest.raises(ExpressionError, match="did you mean 'chows'"):
        read_expression("chowz == 4", "truth")


def run(text, wanted="truth", how=None, ids=IDS, known=None, **facts):
    """Return what ``text`` comes to where the facts have these values; calls by their text."""
    expression = read_expression(text, wanted, ids)
    program = build({"it": expression}, ["it"])
    values = [facts[str(fact) if isinstance(fact, str) else fact.name] for fact in program.asked]
    (found,) = program.judge(values, circumstances(how or Circumstances(False)), known or dict.get)
    return found


@pytest.mark.parametrize(
    ("text", "facts", "found"),
    [
        pytest.param("chows == 4", {"chows": 4}, True, id="equal"),
        pytest.param("chows != 4 or quads > 1", {"chows": 4, "quads": 2}, True, id="or"),
        pytest.param("not (chows >= 1 and quads <= 0)", {"chows": 1, "quads": 0}, False, id="not"),
        pytest.param("chows - quads * 2 + 1 == 1", {"chows": 4, "quads": 2}, True, id="sums"),
        pytest.param("-chows < 0", {"chows": 1}, True, id="minus"),
        pytest.param("+".join(["1"] * 240) + " == 240", {}, True, id="a-long-sum-is-one-level"),
        pytest.param("dealer\n  and\tdealer", {}, False, id="line-ends"),
        pytest.param('form == "seven_pairs"', {"form": TEXT_CODES["seven_pairs"]}, True, id="text"),
        pytest.param("'pair' != wait", {"wait": TEXT_CODES["pair"]}, False, id="text-first"),
        pytest.param("only('19m') == dealer", {"only": 0}, True, id="truths-alike"),
        pytest.param("tiles('1m23z') > 2", {"tiles": 3}, True, id="call"),
        pytest.param("only('1m')", {"only": 1}, True, id="call-alone"),
    ],
)
def test_what_an_expression_comes_to(text, facts, found):
    assert bool(run(text, **facts)) is found


def test_circumstances_are_asked_by_name():
    for at, name in enumerate(("self_drawn", "dealer", *EVENTS)):
        events = frozenset({name} & set(EVENTS))
        how = Circumstances(at == 0, 0 if at == 1 else 2, None, events)
        assert run(name, how=how)
        assert not run(name, how=Circumstances(False, 3))


def test_a_robbed_kong_has_two_names():
    how = Circumstances(True, events=frozenset({"robbing_kong"}))
    assert run("robbed and robbing_kong", how=how)
    assert not run("robbed or robbing_kong", how=Circumstances(True))


def test_own_winds_count_where_the_seat_is_known():
    def winds(seat, round):
        return run(
            "seat_pungs * 10 + round_pungs",
            "number",
            Circumstances(True, seat, round),
            wind_pungs=0b0110,
        )

    assert [winds(1, 2), winds(0, 1), winds(None, None), winds(2, None)] == [11, 1, 0, 10]


def test_a_definition_asks_for_others():
    ids = {"a": "truth", "b": "number", "c": "truth", "seven_pairs": "truth"}
    texts = {"a": "c and b == 2 and seven_pairs", "b": "quads * 2", "c": "quads == 1"}
    program_of = {
        id: read_expression(text, "number" if id == "b" else "truth", ids)
        for id, text in texts.items()
    }
    order = ordered(program_of)
    assert order.index("a") == 2
    program = build(program_of, order)
    how, known = circumstances(Circumstances(True)), {"seven_pairs": 1}.get
    assert dict(zip(program.ids, program.judge([1], how, known), strict=True))["a"]
    told = program.told("a", [1], how, known)
    assert told == [("c", True), ("b", 2), ("seven_pairs", 1)]


@pytest.mark.parametrize(
    ("texts", "circle"),
    [
        pytest.param({"a": "not a"}, {"a"}, id="itself"),
        pytest.param({"a": "b", "b": "c", "c": "a"}, {"a", "b", "c"}, id="three"),
        pytest.param({"x": "a", "a": "b", "b": "a"}, {"a", "b"}, id="behind-another"),
    ],
)
def test_circles_are_named(texts, circle):
    ids = dict.fromkeys(texts, "truth")
    found = ordered({id: read_expression(text, "truth", ids) for id, text in texts.items()})
    assert found in circle


def test_a_long_chain_is_no_circle():
    ids = {f"p{n}": "truth" for n in range(3000)}
    chain = {f"p{n}": read_expression(f"p{n + 1} and p{n + 1}", "truth", ids) for n in range(2999)}
    chain["p2999"] = read_expression("dealer", "truth", ids)
    order = ordered(chain)
    assert order[0] == "p2999"
    program = build(chain, order)
    assert all(program.judge([], circumstances(Circumstances(True, 0)), dict.get))


def test_names_come_before_ids():
    ids = {"chows": "truth", "straight": "number"}
    assert read_expression("chows == 1 and straight", "truth", ids).ids == ()


def test_kinds_of_a_text():
    assert kinds_of("19m") == 1 | 1 << 8
    assert kinds_of("1p7z") == 1 << 9 | 1 << 33
    assert [kinds_of(text) for text in ("", "m", "1", "0m", "8z", "1M", "1m 2m")] == [None] * 7


def test_every_name_is_told_in_every_language():
    for lang in LANGUAGES:
        assert len(described(lang)) == len(NAMES) + len(CALLS)
    assert set(TEXTS) == {name for name, kind in NAMES.items() if kind == "text"}


def test_a_call_is_written_as_it_was():
    (call,) = read_expression("tiles('91m') == 2", "truth").calls
    assert (call, str(call)) == (Call("tiles", 257, "91m"), "tiles('91m')")


@given(st.text(alphabet="chows()=<>'1m and ornt+-*quads,\n", max_size=60))
def test_any_text_is_read_or_refused(text):
    column = 1
    try:
        read_expression(text, "truth", IDS)
    except ExpressionError as error:
        column = error.column
    assert 1 <= column <= len(text) + 1
