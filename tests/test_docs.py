"""The documentation tells the truth: its examples run, its links lead somewhere."""

from __future__ import annotations

import doctest
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import mjtool
from mjtool.game_log import CODES
from mjtool.rules import BUILTINS
from mjtool.schemas import NAMES, schema

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
    ]
)


class Example(NamedTuple):
    """A command of a page with the output that the page shows."""

    line: int
    command: str
    output: str


def consoles(page: Path) -> Iterator[list[Example]]:
    """Yield the commands of each block marked console."""
    text = page.read_text("utf-8")
    for block in re.finditer(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        first = text[: block.start(1)].count("\n") + 1
        found: list[Example] = []
        for offset, line in enumerate(block[1].splitlines(keepends=True)):
            if line.startswith("$ "):
                found.append(Example(first + offset, line[2:].rstrip("\n"), ""))
            elif found and line.startswith("> ") and not found[-1].output:
                found[-1] = found[-1]._replace(command=f"{found[-1].command}\n{line[2:-1]}")
            else:
                assert found, f"{page.name}:{first}: a console block starts with a command"
                found[-1] = found[-1]._replace(output=found[-1].output + line)
        yield found


def in_chinese(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment of someone whose system speaks Chinese."""
    kept = {name: value for name, value in environment.items() if not name.startswith("LC_")}
    return {**kept, "LANG": "zh_CN.UTF-8"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_the_page_shows(page, environment, tmp_path):
    for example in [example for block in consoles(page) for example in block]:
        done = subprocess.run(
            ["bash", "-c", example.command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment if page.suffixes != [".zh", ".md"] else in_chinese(environment),
            timeout=120,
            check=False,
        )
        assert done.stdout == example.output, f"{page.name}:{example.line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_hold(page):
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page):
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.M | re.S)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_of_the_docs_is_named_in_the_readme():
    text = (ROOT / "README.md").read_text("utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")}
    assert sorted(name for name in pages if f"docs/{name}" not in text) == []


def test_the_page_of_the_command_line_is_what_help_says():
    writer = runpy.run_path(str(ROOT / "docs" / "write_cli.py"))
    for lang, page in writer["PAGES"].items():
        assert writer["page"](lang) == page.read_text("utf-8")


@pytest.mark.parametrize("name", ["families", "findings"])
def test_a_page_is_what_the_code_says(name):
    writer = runpy.run_path(str(ROOT / "docs" / f"write_{name}.py"))
    assert writer["page"]() == writer["PAGE"].read_text("utf-8"), "run: make docs"


def test_every_finding_has_an_example():
    logs = {file.stem for file in (ROOT / "docs" / "findings").glob("*.jsonl")}
    assert logs == set(CODES)


def test_the_site_builds_without_a_warning(tmp_path, environment):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", tmp_path],
        cwd=ROOT,
        env={**environment, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for name in NAMES:
        published = json.loads((tmp_path / "schemas" / f"{name}.json").read_text("utf-8"))
        assert published == json.loads(json.dumps(schema(name)))
    told = (tmp_path / "api.html").read_text("utf-8")
    missing = [
        name for name in mjtool.__all__ if not re.search(rf'id="mjtool[\w.]*\.{name}"', told)
    ]
    assert set(missing) <= {"BUILTINS"}
    outside = re.compile(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?//')
    pages = tmp_path.glob("*.html")
    assert [page.name for page in pages if outside.search(page.read_text("utf-8"))] == []


def test_the_man_page_is_what_help_says():
    writer = runpy.run_path(str(ROOT / "docs" / "write_man.py"))
    assert writer["page"]() == writer["PAGE"].read_text("utf-8")


def test_the_man_page_is_set_without_a_warning():
    if shutil.which("groff") is None:
        told = "groff is not installed (Debian: apt-get install groff)"
        assert not os.environ.get("CI"), told
        pytest.skip(told)
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", str(ROOT / "docs" / "mjtool.1")],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stderr == ""
    shown = re.sub("\033\\[[0-9;]*m|.\b", "", done.stdout)
    sections = re.findall(r"^##+ (mjtool .*)$", (ROOT / "docs" / "cli.md").read_text("utf-8"), re.M)
    assert [each for each in sections if each not in shown] == []


def test_every_command_has_help_with_an_example():
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    sections = re.split(r"^##+ ", text, flags=re.MULTILINE)[1:]
    missing = [
        section.splitlines()[0]
        for section in sections
        if "Example" not in section and "\nCommands:\n" not in section
    ]
    assert missing == []


def test_the_chinese_readme_has_the_commands_of_the_english_one():
    seats = str.maketrans("东南西北", "ESWN")

    def commands(name: str) -> list[str]:
        found = [example.command for block in consoles(ROOT / name) for example in block]
        plain = [re.sub(r"(--seat|--round) \S+", lambda m: m[0].translate(seats), c) for c in found]
        return [command.removesuffix(" --lang zh") for command in plain]

    assert commands("README.zh.md") == commands("README.md")


def test_the_chinese_readme_links_to_every_page_of_the_chinese_docs():
    text = (ROOT / "README.zh.md").read_text("utf-8")
    pages = [page.name for page in (ROOT / "docs").glob("*.zh.md")]
    assert [name for name in pages if f"docs/{name}" not in text] == []


def test_the_readme_has_an_example_of_every_command():
    blocks = list(consoles(ROOT / "README.md"))
    shown = " ".join(example.command for block in blocks for example in block)
    commands = runpy.run_path(str(ROOT / "docs" / "write_cli.py"))["COMMANDS"]
    assert [name for name in commands if f"mjtool {name}" not in shown] == []


def test_the_demo_scores_hands_of_every_family(environment):
    done = subprocess.run(
        ["sh", str(ROOT / "docs" / "demo.sh")],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=True,
    )
    assert [name for name in BUILTINS if f"--rules {name}" not in done.stdout] == []
    assert "payments: E -8  S +24  W -8  N -8" in done.stdout
    assert done.stderr == ""
