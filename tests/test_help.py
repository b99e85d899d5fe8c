"""``--help``: every command, argument and option is told in every language, in its columns."""

from __future__ import annotations

import re

import pytest
import typer

from mjtool.cli.app import COMMANDS, app
from mjtool.cli.command import Command, Group
from mjtool.cli.manual import key_of
from mjtool.messages import LANGUAGES, is_chinese, texts
from mjtool.render.columns import width, wrapped
from mjtool.simulation import STYLES


def commands():
    """Return (path, command) of every command and group there is."""
    program = typer.main.get_command(app)
    found = [("mjtool", program)]
    for name in COMMANDS:
        command = program.get_command(None, name)
        found.append((name, command))
        if isinstance(command, Group):
            for inner in command.list_commands(None):
                found.append((f"{name}.{inner}", command.get_command(None, inner)))
    return found


ALL = commands()
IDS = [path for path, _ in ALL]
PARAMS = [(path, param) for path, command in ALL for param in command.params]


def help_of(mjtool, path, lang, *before):
    words = [] if path == "mjtool" else path.split(".")
    code, out, err = mjtool(*before, *words, "--help", *(("--lang", lang) if not before else ()))
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize(("path", "command"), ALL, ids=IDS)
def test_every_command_is_ours_and_told(path, command):
    assert isinstance(command, Command | Group)
    for lang in LANGUAGES:
        assert f"help.{path}" in texts(lang)
    assert isinstance(command, Group) or command.epilog.startswith(f"mjtool {path.split('.')[0]}")


@pytest.mark.parametrize(
    ("path", "param"), PARAMS, ids=[f"{path}-{param.name}" for path, param in PARAMS]
)
def test_every_parameter_is_told(path, param):
    assert key_of(param, path) in texts("en")
    written = param.metavar
    if written is not None and written.isalpha() and written.islower() and written != "native":
        assert f"metavar.{written}" in texts("en")


def test_nothing_is_told_of_what_is_not_there():
    used = {key_of(param, path) for path, param in PARAMS} | {"option.help"}
    known = {key for key in texts("en") if key.startswith(("option.", "argument."))}
    assert sorted(known - used) == []
    told = {f"help.{path}" for path in IDS} | {f"help.{path}.more" for path in IDS}
    frame = {"arguments", "commands", "default", "example", "options", "usage"}
    told |= {f"help.{name}" for name in frame}
    assert sorted({key for key in texts("en") if key.startswith("help.")} - told) == []
    shown = {f"metavar.{param.metavar}" for _, param in PARAMS}
    shown |= {"metavar.options", "metavar.commands"}
    assert sorted({key for key in texts("en") if key.startswith("metavar.")} - shown) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", IDS)
@pytest.mark.parametrize("columns", [60, 80])
def test_a_page_keeps_to_its_columns(mjtool, monkeypatch, path, lang, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = help_of(mjtool, path, lang).splitlines()
    example = texts(lang)["help.example"].partition("{")[0]
    assert [
        line for line in lines if width(line) > columns and not line.strip().startswith(example)
    ] == []


ENGLISH_WORDS = re.compile(r"\b(the|of|and|or|with|for|Options|Arguments|Commands|Usage|default)\b")


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if is_chinese(lang)])
@pytest.mark.parametrize("path", IDS)
def test_the_chinese_page_is_chinese(mjtool, path, lang):
    page = help_of(mjtool, path, lang)
    assert page.startswith("用法：")
    assert ENGLISH_WORDS.findall(page) == []
    told = re.findall(r"^  -\S.*?  +(\S.*)$", page, re.MULTILINE)
    assert told
    assert [line for line in told if line.isascii()] == []


def test_the_locale_and_the_program_s_own_option_choose_the_language(mjtool, monkeypatch):
    chinese = help_of(mjtool, "waits", "zh")
    assert help_of(mjtool, "waits", "", "--lang", "zh") == chinese
    assert mjtool("--help", "--lang", "zh")[1].startswith("用法：mjtool [选项] 命令")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert mjtool("waits", "--help")[1] == chinese
    assert mjtool("waits", "--help", "--lang", "en")[1].startswith("Usage: ")
    assert "Guangdong Chicken Hand\n" in mjtool("--lang", "en", "rules", "list")[1]
    assert "广东鸡平胡\n" in mjtool("--lang", "en", "rules", "list", "--lang", "zh")[1]


def test_the_styles_of_players_are_all_named():
    assert [
        (lang, style)
        for lang in LANGUAGES
        for style in STYLES
        if style not in texts(lang)["option.players"]
    ] == []


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        pytest.param("", 5, [""], id="nothing"),
        pytest.param("one two", 7, ["one two"], id="fits"),
        pytest.param("one two", 6, ["one", "two"], id="words"),
        pytest.param("unbreakable", 4, ["unbreakable"], id="long-word"),
        pytest.param("打这一张", 4, ["打这", "一张"], id="chinese"),
        pytest.param("胡了，好", 4, ["胡", "了，", "好"], id="no-comma-first"),
        pytest.param("胡（天和）", 4, ["胡", "（天", "和）"], id="no-bracket-last"),
        pytest.param("用 --lang 选", 8, ["用", "--lang", "选"], id="mixed"),
    ],
)
def test_lines_are_broken_where_they_may_be(text, columns, lines):
    assert wrapped(text, columns) == lines
