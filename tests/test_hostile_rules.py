"""Rule files that mean harm, as whole files through the command: one line, exit code 2, at once."""

import json

import pytest
from work import counted

from mjtool.errors import LONGEST, RequestError

FAN, MULTIPLIER = (
    'extends = "jipinghu"\n',
    'extends = "tuidaohu"\nmultipliers.combine = "product"\n',
)
HUGE = "*".join(["999999999"] * 40)


def pattern(when, id="own", more=""):
    return (
        f'[patterns.{id}]\nname = "x"\nfan = 1\nmultiplier = 2\nwhen = {json.dumps(when)}\n{more}'
    )


def bonus(times, id="often", worth=2):
    return (
        f'[bonuses.{id}]\nname = "x"\nfan = 1\nmultiplier = {worth}\ntimes = {json.dumps(times)}\n'
    )


def patterns(count, when, more=lambda at: ""):
    return "".join(pattern(when(at), f"p{at}", more(at)) for at in range(count))


FILES = [
    pytest.param(FAN + pattern("dealer or " * 1000 + "dealer"), id="10-kB"),
    pytest.param(FAN + pattern("(" * 5000 + "dealer" + ")" * 5000), id="10-kB-of-parentheses"),
    pytest.param(FAN + pattern("x" * 900_000), id="a-name-of-900-kB"),
    pytest.param(FAN + pattern("(" * 240 + "dealer" + ")" * 240), id="deep"),
    pytest.param(FAN + pattern("not " * 100 + "dealer"), id="deep-nots"),
    pytest.param(FAN + bonus("-" * 400 + "1"), id="deep-signs"),
    pytest.param(FAN + pattern("(" * 400), id="unclosed"),
    pytest.param(FAN + pattern("__class__ == 1"), id="dunder"),
    pytest.param(FAN + pattern("().__class__.__bases__[0] == 1"), id="attributes"),
    pytest.param(FAN + pattern("__import__('os') == 1"), id="import"),
    pytest.param(FAN + pattern("(lambda: dealer)()"), id="lambda"),
    pytest.param(FAN + pattern("f'{dealer}' == wait"), id="f-text"),
    pytest.param(FAN + pattern("dealer\u0000"), id="nul"),
    pytest.param(FAN + pattern("dealer", "__class__"), id="dunder-id"),
    pytest.param(FAN + pattern("not own"), id="itself"),
    pytest.param(FAN + patterns(2, lambda at: f"p{1 - at}"), id="two-in-a-circle"),
    pytest.param(
        FAN + patterns(2000, lambda at: f"p{(at + 1) % 2000} and p{(at + 1) % 2000}"),
        id="2000-in-a-circle",
    ),
    pytest.param(
        FAN + patterns(900, lambda _: "dealer", lambda at: f'absorbs = ["p{(at + 1) % 900}"]\n'),
        id="900-absorb-in-a-circle",
    ),
    pytest.param(FAN + pattern("chows == " + "9" * 400), id="huge-constant"),
    pytest.param(FAN + pattern(f"{HUGE} > 1"), id="huge-in-a-comparison"),
    pytest.param(FAN + bonus(HUGE), id="huge-times"),
    pytest.param(MULTIPLIER + bonus(HUGE, worth=1_000_000), id="huge-power"),
    pytest.param(MULTIPLIER + bonus("tiles('19m') * 9999999", worth=3), id="large-power"),
    pytest.param(
        MULTIPLIER
        + "".join(bonus(f"b{at + 1} * b{at + 1}", f"b{at}") for at in range(60))
        + bonus("2", "b60"),
        id="squares-of-squares",
    ),
    pytest.param(
        MULTIPLIER
        + patterns(900, lambda _: "self_drawn").replace("multiplier = 2", "multiplier = 99999"),
        id="huge-product",
    ),
    pytest.param(
        'extends = "jipinghu"\ncap = false\n' + pattern("dealer"), id="a-cap-that-is-none"
    ),
    pytest.param(FAN + "cap = 9223372036854775808\n", id="huge-cap"),
    pytest.param(FAN + "base = " + "9" * 6000 + "\n", id="a-number-of-6000-digits"),
    pytest.param(FAN + "base = 0x" + "f" * 6000 + "\n", id="a-hexadecimal-of-6000-digits"),
    pytest.param(FAN + "base = inf\n", id="infinite"),
    pytest.param("a = " + "[" * 5000 + "]" * 5000 + "\n", id="deep-lists"),
    pytest.param(FAN + ".".join("a" * 3000) + " = 1\n", id="a-deep-key"),
    pytest.param(FAN + ".".join("a" * 300_000) + " = 1\n", id="a-key-of-600-kB"),
    pytest.param(FAN + "[kong]\n" + " . ".join(["added"] * 900) + " = 1\n", id="deep-in-a-table"),
    pytest.param(FAN + "x = {" + '"a".' * 400 + "b = 1}\n", id="deep-in-braces"),
    pytest.param(FAN + "[a" + ".a" * 90 + "]\na" + ".a" * 90 + " = 1\n", id="deep-together"),
    pytest.param(patterns(20_000, lambda _: "dealer"), id="two-megabytes"),
]

UNCAPPED = """
name = "x"
scoring = "fan"
[patterns.chicken_hand]
name = "x"
fan = 50
fallback = true
"""


@pytest.fixture
def refused(mjtool, tmp_path, monkeypatch):
    """Return a function that holds every command that reads rules to one line about a text."""
    monkeypatch.chdir(tmp_path)

    def check(text):
        (tmp_path / "bad.toml").write_text(text, "utf-8")
        for command in (
            "rules validate bad.toml",
            "rules diff jipinghu bad.toml",
            "score 123m456p789s11222z --self-drawn --rules bad.toml",
            "simulate --rules bad.toml --hands 1",
        ):
            with counted() as work:
                code, out, err = mjtool(*command.split())
            assert work.steps < 5_000_000, command
            told = (out + err).splitlines()
            assert (code, len(told)) == (2, 1), (command, told[:3])
            assert told[0].startswith("error: bad.toml:"), told[0][:200]
            assert len(told[0]) < 300

    return check


@pytest.mark.parametrize("text", FILES)
def test_a_hostile_file_gets_one_line(refused, text):
    refused(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("".join(f"k{at} = 1\n" for at in range(2000)), id="keys"),
        pytest.param("".join(f"[patterns.p{at}]\nx = 1\n" for at in range(1000)), id="patterns"),
        pytest.param("".join(f"[patterns.p{at}]\nwhen = 1\n" for at in range(1000)), id="values"),
    ],
)
def test_many_faults_take_as_many_times_the_work(mjtool, tmp_path, text):
    """A file of a megabyte has room for a hundred thousand."""
    steps = []
    for share in (4, 1):
        file = tmp_path / "bad.toml"
        lines = text.splitlines(keepends=True)
        file.write_text(FAN + "".join(lines[: len(lines) // share]), "utf-8")
        with counted() as work:
            assert mjtool("rules", "validate", str(file))[0] == 2
        steps.append(work.steps)
    assert steps[1] < 5 * steps[0]


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(bonus("tiles('1m') * 9999"), id="times"),
        pytest.param(patterns(80, lambda _: "self_drawn").replace("fan = 1", "fan = 50"), id="fan"),
    ],
)
def test_fan_without_a_cap_stay_numbers_that_can_be_told(refused, more):
    refused(UNCAPPED + more)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(UNCAPPED + bonus("tiles('19m19p19s1234567z') * 2"), id="many-fan"),
        pytest.param(UNCAPPED + bonus("quads * 3"), id="a-few"),
        pytest.param(MULTIPLIER + bonus("tiles('19m')", worth=10), id="powers-of-ten"),
        pytest.param(MULTIPLIER + bonus("999999 - chows * 9", worth=1), id="a-factor-of-one"),
        pytest.param(FAN + bonus("tiles('1m') * 999999 + 7"), id="under-a-cap"),
    ],
)
def test_large_numbers_that_can_be_told_are(mjtool, tmp_path, text):
    file = tmp_path / "large.toml"
    file.write_text(text, "utf-8")
    code, out, _ = mjtool(
        *("score", "123m456p789s11222z", "--self-drawn", "--json", "--rules", str(file))
    )
    assert code == 0
    assert json.loads(out)["won"]


LONG = "k" * 300_000


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f'extends = "jipinghu"\n{LONG} = 3\n', id="key"),
        pytest.param(f'extends = "{LONG}"\n', id="extends"),
        pytest.param(f'extends = "jipinghu"\nmissed_win = "{LONG}"\n', id="value"),
        pytest.param(f'extends = "jipinghu"\n[patterns.{LONG}]\nfan = 1\n', id="pattern"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_message_quotes_what_can_be_read(text, lang, tmp_path, mjtool):
    path = tmp_path / "long.toml"
    path.write_text(text, "utf-8")
    for command in (("rules", "validate", path), ("score", "11m", "--rules", path)):
        code, out, err = mjtool(*map(str, command), "--lang", lang)
        assert code in {1, 2}
        assert len(out + err) < LONGEST + 200
        assert "long.toml" in out + err


def test_a_message_without_end_keeps_its_begin_and_its_end():
    told = RequestError("impossible_request.at_least", field=LONG, least=1, value="v").message()
    assert len(told) <= LONGEST
    assert told.startswith("kkk")
    assert told.endswith("kkk must be at least 1, not v")
