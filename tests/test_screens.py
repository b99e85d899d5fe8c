"""Every command on a terminal: what it shows, within the columns there are, in every language."""

from __future__ import annotations

import re

import pytest
import typer
from wcwidth import wcswidth, wcwidth

from mjtool.cli.app import app
from mjtool.messages import LANGUAGES
from mjtool.render.columns import JOINER, fitted, pad, table, width, wrapped
from mjtool.render.look import Look
from mjtool.tiles import Tile
from tests.screens import COMMANDS, WIDTHS, file_of, folder, page, screen

STYLE = re.compile(r"\033\[[0-9;]*m")
DATA = re.compile(r"^[# ]*[\w.\"-]+ = |^  mjtool .*[^\\]$|^\{")
"""What is no text for people: keys of a rule file, JSON; and no command is broken but as a shell
reads on.
"""


COLOURED = [
    each
    for each in COMMANDS
    if each.split()[1] in ("score", "waits", "efficiency", "replay", "review", "check")
    and "--help" not in each
    and "--seat X" not in each
]


@pytest.fixture(scope="module", autouse=True)
def _files():
    with folder():
        yield


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", WIDTHS)
def test_the_screens_are_those_of_the_pages(lang, columns):
    """``make screens`` writes them anew: look at what changes."""
    wanted = file_of(lang, columns).read_text("utf-8").splitlines()
    assert "\n".join(page(lang, columns)).splitlines() == wanted[:-1]


def test_every_command_has_its_screen():
    program = typer.main.get_command(app)
    paths = []
    for name in program.list_commands(None):
        command = program.get_command(None, name)
        inner = command.list_commands(None) if hasattr(command, "list_commands") else []
        paths += [f"mjtool {name} {each}" for each in inner] or [f"mjtool {name}"]
    paths.remove("mjtool rules schema")  # JSON Schema, the same on every screen
    shown = [f"{command} " for command in COMMANDS]
    assert [path for path in paths if not any(each.startswith(f"{path} ") for each in shown)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[7:40])
def test_no_line_is_wider_than_the_screen(command, lang, columns):
    for line in screen(command, lang, columns)[0].splitlines():
        assert wcswidth(line) <= columns or DATA.search(line), line
        assert wcswidth(line) == width(line)
        assert JOINER not in line


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", COLOURED, ids=lambda each: each[7:40])
def test_colour_tells_nothing_alone(command, lang, monkeypatch):
    """Without it the text is the same to the letter."""
    plain = screen(command, lang, 80)[0]
    colored = screen(command, lang, 80, "--color", "always")[0]
    assert STYLE.sub("", colored) == plain
    assert colored.count("\033[1m") == colored.count("\033[22m")
    assert len(re.findall(r"\033\[3[1-6]m", colored)) == colored.count("\033[39m")


def test_the_best_rows_are_marked_without_colour():
    out = screen("mjtool efficiency 123566789m45699s", "zh", 80)[0]
    assert [line[:12].split() for line in out.splitlines() if line.startswith("*")] == [
        ["*", "1=", "六万"],
        ["*", "1=", "九万"],
    ]
    out = screen("mjtool waits 22233m456p789s555z", "en", 80)[0]
    assert [line for line in out.splitlines() if line.startswith("*")] == ["* discard 3m: 10 tiles"]


@pytest.mark.parametrize(
    ("tiles", "lang", "shown"),
    [
        pytest.param("words", "zh", "[二二二筒] (中中中中) 三三三万 四四五条", id="words"),
        pytest.param("words", "zh-hant", "[二二二筒] (中中中中) 三三三萬 四四五條", id="hant"),
        pytest.param("words", "en", "[二二二筒] (中中中中) 三三三万 四四五条", id="words-en"),
        pytest.param("unicode", "en", "[🀚🀚🀚] (🀄🀄🀄🀄) 🀉🀉🀉 🀓🀓🀔", id="unicode"),
        pytest.param("mpsz", "zh", "[222p](7777z)333m445s", id="mpsz"),
    ],
)
def test_a_hand_in_every_look(tiles, lang, shown):
    hand = "[222p](7777z)333m445s"
    assert Look(tiles=tiles).hand(hand, lang) == shown
    colored = Look(True, tiles, 80).hand(hand, lang)
    assert STYLE.sub("", colored).replace(JOINER, "") == shown


@pytest.mark.parametrize("tiles", ["words", "unicode", "mpsz"])
@pytest.mark.parametrize("lang", ["zh", "zh-hant"])
def test_what_is_shown_can_be_read_again(tiles, lang, mjtool):
    shown = Look(tiles=tiles).hand("[222p](7777z)333m44455s", lang)
    assert (
        mjtool("score", shown, "--json")[1]
        == mjtool("score", "[222p](7777z)333m44455s", "--json")[1]
    )


def test_the_tiles_option_is_for_pipes_too(mjtool):
    out = mjtool("waits", "2223m456p789s555z", "--tiles", "words", "--lang", "zh")[1]
    assert "\n二二二三万 四五六筒 七八九条 白白白  听牌" in out
    assert JOINER not in out
    assert "\033" not in out


def test_no_color_is_honoured_and_asking_for_colour_goes_before_it():
    assert "\033" not in screen("mjtool score 123m456p789s11122z", "zh", 80)[0]
    assert "\033" in screen("mjtool score 123m456p789s11122z --color always", "zh", 80)[0]


def test_widths_are_those_of_terminals():
    shown = {
        char
        for lang in LANGUAGES
        for columns in WIDTHS
        for char in file_of(lang, columns).read_text("utf-8")
    }
    every = shown | {
        chr(code) for code in (*range(0x20, 0x7F), *range(0x4E00, 0x9FA6), *range(0x1F000, 0x1F02A))
    }
    assert [char for char in every - {"\n"} if width(char) != wcwidth(char)] == []
    assert width("e\u0301\033[1m中\033[22m") == 3


@pytest.mark.parametrize(
    ("line", "columns", "lines"),
    [
        pytest.param("  one two six", 12, ["  one two", "    six"], id="hangs"),
        pytest.param("fits", 4, ["fits"], id="fits"),
        pytest.param("a   b   c", 7, ["a   b", "  c"], id="gaps-stay"),
        pytest.param(f"见 四{JOINER}万 五{JOINER}万", 7, ["见 四万", "  五万"], id="joined"),
        pytest.param("\033[1m打一出\033[22m张", 7, ["\033[1m打一出\033[22m", "  张"], id="styles"),
        pytest.param("打出\033[1m一张\033[22m", 7, ["打出\033[1m一", "  张\033[22m"], id="inside"),
    ],
)
def test_a_line_is_fitted(line, columns, lines):
    assert fitted(line, columns) == lines


def test_a_table_puts_a_long_cell_below_where_there_is_no_room():
    rows = [("a", "10", "one two three"), ("bcd", "9", "four")]
    assert [*table(rows, numbers=[1])] == [["a    10  one two three"], ["bcd   9  four"]]
    assert [*table(rows, 16, numbers=[1])] == [
        ["a    10  one two", "         three"],
        ["bcd   9  four"],
    ]
    assert [*table(rows, 13, numbers=[1], most=1)] == [
        ["a    10", "     one two", "     three"],
        ["bcd   9  four"],
    ]


def test_a_command_goes_on_as_a_shell_reads_it():
    lines = [*Look(columns=30).command("mjtool score 123m456p789s11122z --self-drawn --seat S")]
    assert max(map(len, lines)) <= 30
    assert "".join(line.removesuffix("\\") for line in lines).split() == [
        "mjtool",
        "score",
        "123m456p789s11122z",
        "--self-drawn",
        "--seat",
        "S",
    ]


def test_comments_of_rule_files_go_before_long_lines():
    look = Look(columns=20)
    assert [*look.toml(['key = "a # b" # why it is so'])] == ["# why it is so", 'key = "a # b"']
    assert [*look.toml(["", '# key = "a long text of many words"'])] == [
        "",
        '# key = "a long text of many words"',
    ]


def test_padding_counts_columns():
    assert [pad("中", 4), wrapped("打一张", 4)] == ["中  ", ["打一", "张"]]
    assert Look(tiles="words").counted([(Tile.parse("1m"), 3)], "zh") == "一万×3"
