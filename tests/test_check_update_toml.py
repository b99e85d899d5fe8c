"""``check --update`` of TOML: every way to write a table, each updated as a person would."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool.cli.app import run
from mjtool.regression.compare import ABSENT
from mjtool.regression.toml_editor import TomlEditor
from mjtool.regression.writing import Style, identical, key, written

WAITS = """[[case]]
do = "waits"
hand = "1234567789m444p"
"""
SCORE = """[[case]]
do = "score"
hand = "[222p]333m444888s55z"
"""
SEATED = SCORE + 'seat = "E"\nfrom = "S"\n'
WRONG = '[[case]]\ndo = "score"\nhand = "123x"\n'

LAYOUTS = [
    pytest.param(
        SCORE + "expect.fan = 9 # was three\nexpect . points=4\n\n[[case]]\n",
        SCORE + "expect.fan = 2 # was three\nexpect . points=4\n\n[[case]]\n",
        id="dotted-keys",
    ),
    pytest.param(
        '[[case]]\nexpect.waits = [{left = 9}]\ndo = "waits"\nhand = "1234567789m444p"\n',
        "[[case]]\nexpect.waits = [{left = 3}, {left = 3}, {left = 2}]\n"
        'do = "waits"\nhand = "1234567789m444p"\n',
        id="dotted-rows-before-other-keys",
    ),
    pytest.param(
        WAITS + 'expect.waits = [ # all of them\n  { tile = "1m", left = 9 }, # the low end\n'
        '  { tile = "7m" } # the high end\n  # and no more\n]\n',
        WAITS + 'expect.waits = [ # all of them\n  { tile = "1m", left = 3 }, # the low end\n'
        '  { tile = "4m", left = 3 },\n  { tile = "7m" } # the high end\n  # and no more\n]\n',
        id="a-row-in-between",
    ),
    pytest.param(
        WAITS + 'expect.waits = [\n\t{tile = "1m"}, # low\n\t{tile = "4m"} # middle\n]\n',
        WAITS + 'expect.waits = [\n\t{tile = "1m"}, # low\n\t{tile = "4m"}, # middle\n'
        '\t{tile = "7m"}\n]\n',
        id="a-row-at-the-end-without-a-comma",
    ),
    pytest.param(
        WAITS + 'expect.waits = [\n  {tile = "1m"}, # low\n  {tile = "2m"},\n  {tile = "4m"},\n'
        '  {tile = "7m"},\n  {tile = "9m"}, # none\n]\n',
        WAITS + 'expect.waits = [\n  {tile = "1m"}, # low\n  {tile = "4m"},\n  {tile = "7m"},\n]\n',
        id="rows-that-are-gone",
    ),
    pytest.param(
        WAITS + 'expect.waits = [{tile = "1m"}, {tile = "2m"}, {tile = "4m"}, {tile = "7m"},\n'
        '  {tile = "9m"}]\n',
        WAITS + 'expect.waits = [{tile = "1m"}, {tile = "4m"}, {tile = "7m"}\n  ]\n',
        id="rows-that-are-gone-on-a-line",
    ),
    pytest.param(
        SCORE + "expect.patterns = [ # none yet\n]\nexpect.fan = 9\n",
        SCORE + 'expect.patterns = [ # none yet\n  "all_pungs",\n]\nexpect.fan = 2\n',
        id="a-list-with-a-comment-only",
    ),
    pytest.param(
        WAITS
        + "[case.expect]\n\n  # low\n  [[case.expect.waits]]\n  tile = '1m'\n  left = 9 # how many"
        "\n\n  [[case.expect.waits]]\n  tile = '7m'\n\n[[case]]\n",
        WAITS
        + "[case.expect]\n\n  # low\n  [[case.expect.waits]]\n  tile = '1m'\n  left = 3 # how many"
        '\n\n  [[case.expect.waits]]\n  tile = "4m"\n  left = 3\n\n  [[case.expect.waits]]\n'
        "  tile = '7m'\n\n[[case]]\n",
        id="rows-as-sections",
    ),
    pytest.param(
        WAITS + "\n[[case.expect.waits]]\ntile = '1m'\n\n[[case.expect.waits]]\ntile = '2m'\n\n"
        "[[case.expect.waits]]\ntile = '4m'\n\n[[case.expect.waits]]\ntile = '7m'\n\n[[case]]\n",
        WAITS + "\n[[case.expect.waits]]\ntile = '1m'\n\n[[case.expect.waits]]\ntile = '4m'\n\n"
        "[[case.expect.waits]]\ntile = '7m'\n\n[[case]]\n",
        id="a-section-that-is-gone",
    ),
    pytest.param(
        WAITS + "[case.expect]\ntotal = 9\n[[case.expect.waits]]\n[case.expect.waits.self_drawn]\n"
        "fan = 3\n[[case.expect.waits]]\n[[case.expect.waits]]\n",
        WAITS + "[case.expect]\ntotal = 8\n[[case.expect.waits]]\n[case.expect.waits.self_drawn]\n"
        "fan = 1\n[[case.expect.waits]]\n[[case.expect.waits]]\n",
        id="sections-inside-rows",
    ),
    pytest.param(
        SEATED + "[case.expect]\nfan = 2\n[case.expect.payments]\nS = 4 # owes\nW = 0\n",
        SEATED
        + "[case.expect]\nfan = 2\n[case.expect.payments]\nE = 4\nS = -4 # owes\nW = 0\nN = 0\n",
        id="a-whole-map-as-a-section",
    ),
    pytest.param(
        SEATED + "expect.payments.S = 4 # owes\n",
        SEATED + "expect.payments.E = 4\nexpect.payments.S = -4 # owes\n"
        "expect.payments.W = 0\nexpect.payments.N = 0\n",
        id="a-whole-map-in-dotted-keys",
    ),
    pytest.param(
        SEATED + "expect = {payments = {S=4, N=1}, fan = 2} # all\n",
        SEATED + "expect = {payments = {E=4, S=-4, W=0, N=0}, fan = 2} # all\n",
        id="a-whole-map-on-a-line",
    ),
    pytest.param(
        SCORE + "expect = {fan = 2, multiplier = 2, points = 4}\n",
        SCORE + "expect = {fan = 2, points = 4}\n",
        id="a-key-that-is-gone",
    ),
    pytest.param(
        SCORE + "[case.expect]\nfan = 2\nmultiplier = 2 # twice\n# four\npoints = 4",
        SCORE + "[case.expect]\nfan = 2\n# four\npoints = 4",
        id="a-line-that-is-gone",
    ),
    pytest.param(
        SCORE + "[case.expect.error]\ncode = 'bad_tile'\n\n# the next\n[[case]]\n",
        SCORE + "[case.expect]\nwon = true\nfan = 2\npoints = 4\ncapped = false\n"
        'patterns = ["all_pungs"]\n\n# the next\n[[case]]\n',
        id="no-error-any-more",
    ),
    pytest.param(
        SCORE + "expect.error.code = 'bad_tile' # so far\nnote = ''\n",
        SCORE + "expect.won = true\nexpect.fan = 2\nexpect.points = 4\nexpect.capped = false\n"
        "expect.patterns = [\"all_pungs\"]\nnote = ''\n",
        id="no-error-any-more-in-dotted-keys",
    ),
    pytest.param(
        WRONG + "expect.fan = 2\nexpect.points = 4\n[[case]]\n",
        WRONG + 'expect.error = {code = "bad_character"}\n[[case]]\n',
        id="an-error-now",
    ),
    pytest.param(
        WRONG + "\n[case.expect] # what counts\nfan = 2\n[case.expect.payments]\nE = 1\n",
        WRONG + '\n[case.expect] # what counts\nerror = {code = "bad_character"}\n',
        id="an-error-now-under-a-header",
    ),
    pytest.param(
        "  [[case]]\n  do = 'score'\n  hand = '123x'",
        "  [[case]]\n  do = 'score'\n  hand = '123x'\n"
        '  expect = {error = {code = "bad_character"}}',
        id="nothing-expected-yet",
    ),
    pytest.param(
        'note = "[[case]]"\ncase = [ # both\n  {do = "shanten", hand = "1234567789m444p",'
        ' expect.shanten = 4}, # one\n  {do = "shanten", hand = "1234567789m444p"},\n]\n',
        'note = "[[case]]"\ncase = [ # both\n  {do = "shanten", hand = "1234567789m444p",'
        ' expect = {shanten = 0}}, # one\n  {do = "shanten", hand = "1234567789m444p",'
        " expect = {shanten = 0, standard = 0, thirteen_orphans = 11}},\n]\n",
        id="a-list-of-cases",
    ),
    pytest.param(
        "\ufeff" + SCORE + "'expect' = {\"fan\" = 0x9, points = 0x4, patterns = ['all_chows']}\n",
        "\ufeff" + SCORE + "'expect' = {\"fan\" = 2, points = 0x4, patterns = ['all_pungs']}\n",
        id="a-mark-and-quotes",
    ),
]


@pytest.mark.parametrize(("before", "after"), LAYOUTS)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_case_is_updated_as_a_person_would(tmp_path, capsys, before, after, end):
    file = tmp_path / "x.mjcases.toml"
    file.write_bytes(before.replace("\n", end).encode())
    rest = before.count("[[case]]") > 1  # what follows is a case that asks nothing
    assert run(["check", "--update-errors", str(file)]) == int(rest)
    assert file.read_bytes().decode() == after.replace("\n", end)
    capsys.readouterr()
    assert run(["check", str(file)]) == int(rest)
    assert "0 failed" in capsys.readouterr().out


NAMES = st.sampled_from(["fan", "waits", "a b", "tile", "left", "中"])
SCALARS = st.booleans() | st.integers(-9, 99) | st.text("a'\"\\#[\n=中", max_size=3) | st.just(0.5)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
TABLES = st.dictionaries(NAMES, VALUES, min_size=1, max_size=4)
PLAIN = Style(is_toml=True)


class Layout:
    """Writes tables in ways drawn anew for each, many values with a comment of their own."""

    def __init__(self, draw):
        self.draw = draw
        self.comments = {}

    def comment(self, path):
        """Return a comment at the end of a line, to be found again."""
        if not self.draw(st.booleans()):
            return ""
        self.comments[path] = f"# {len(self.comments)}!"
        return f"  {self.comments[path]}"

    def value(self, value, path):
        """Return a value, a list perhaps with a line for each row."""
        if not isinstance(value, list) or not value or self.draw(st.booleans()):
            return written(value, PLAIN)
        comma = ["," for _ in value[1:]] + [self.draw(st.sampled_from(["", ","]))]
        rows = [
            f"  {self.value(row, (*path, at))}{comma[at]}{self.comment((*path, at))}\n"
            for at, row in enumerate(value)
        ]
        return f"[{self.comment((*path, None))}\n{''.join(rows)}]"

    def lines(self, table, path, lead=""):
        """Return the statements of a table, and the sections behind them."""
        here, behind = "", ""
        for name, value in table.items():
            inner = (*path, name)
            told = f"{lead}{key(name, PLAIN)}"
            way = self.draw(st.sampled_from(["line", "dotted", "section"]))
            if isinstance(value, dict) and value and way == "dotted":
                more, sections = self.lines(value, inner, f"{told}.")
                here, behind = here + more, behind + sections
            elif isinstance(value, dict) and way == "section" and not lead:
                behind += self.section(value, inner)
            elif is_rows(value) and way == "section" and not lead:
                behind += "".join(self.section(row, inner, "[[%s]]") for row in value)
            else:
                here += f"{told} = {self.value(value, inner)}{self.comment(inner)}\n"
        return here, behind

    def section(self, table, path, form="[%s]"):
        """Return a table under a header."""
        here, behind = self.lines(table, path)
        return f"\n{form % '.'.join(key(part, PLAIN) for part in path)}\n{here}{behind}"


def is_rows(value):
    """Return whether a value can be written as sections, one a row."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


REST = "\n# between\n[[case]]\nid = 3\n[case.expect]\nfan = 1 # one\n"


@st.composite
def documents(draw):
    """Return a file of cases, its cases, and the comments on the expectation of the second."""
    layout = Layout(draw)
    old = draw(TABLES)
    here, behind = layout.lines({"do": "x", "expect": old, "last": 1}, ("case",))
    first = f"[[case]] # {draw(SCALARS)!r}\nnote = '# no'\n\n"
    text = f"# top\n{first}# the second\n[[case]]\n{here}{behind}"
    rest = draw(
        st.sampled_from(["", "\n# between\n[[case]]\nid = 3\n[case.expect]\nfan = 1 # one\n"])
    )
    return text, rest, old, layout.comments


def reached(value, path):
    """Return what stands at a path of keys; ABSENT where nothing does."""
    for part in path:
        if not isinstance(value, dict) or part not in value:
            return ABSENT
        value = value[part]
    return value


def same(before, now):
    """Return what stays as it is; ABSENT where nothing does."""
    return before if identical(before, now) else ABSENT


@st.composite
def changes(draw):
    """Return a file, the rest of it, what is expected, what shall be, and the comments."""
    text, rest, old, comments = draw(documents())
    return text, rest, old, draw(changed(old)), comments


@st.composite
def changed(draw, old):
    """Return a table like ``old``: some of its values and rows, some others, at any depth."""
    if isinstance(old, dict) and old:
        kept = [name for name in old if draw(st.integers(0, 3))]
        more = draw(st.dictionaries(NAMES, VALUES, min_size=not kept, max_size=2))
        return {**more, **{name: draw(changed(old[name])) for name in kept}}
    if isinstance(old, list):
        rows = [draw(changed(row)) for row in old if draw(st.integers(0, 3))]
        return [*rows, *draw(st.lists(VALUES, max_size=1))]
    return old if draw(st.booleans()) else draw(VALUES)


@given(changes(), st.sampled_from(["\n", "\r\n"]))
def test_whatever_is_written_reads_back_and_the_rest_stays(found, end):
    text, rest, old, new, comments = found
    whole = (text + rest).replace("\n", end)
    cases = tomllib.loads(whole)["case"]
    assert identical(cases[1]["expect"], old)
    wanted = {**cases[1], "expect": new}
    editor = TomlEditor(whole, "case")
    editor.change_row(1, cases[1], wanted)
    after = editor.result()
    assert identical(tomllib.loads(after)["case"], [cases[0], wanted, *cases[2:]])
    assert after.startswith(whole[: whole.index("# the second")])
    assert after.endswith(rest.replace("\n", end))
    for path, comment in comments.items():
        keys = path[2 : next((at for at, each in enumerate(path) if type(each) is not str), None)]
        depths = range(1, len(keys) + 1)
        before, now = ([reached(each, keys[:depth]) for depth in depths] for each in (old, new))
        if any(each is not ABSENT for each in map(same, before, now)):
            assert comment in after
    again = TomlEditor(whole, "case")
    again.change_row(1, cases[1], cases[1])
    assert again.result() == whole
