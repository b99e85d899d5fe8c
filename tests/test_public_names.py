"""What ``import mjtool`` offers, and that it costs nothing until it is used."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import types
from importlib.metadata import version
from pathlib import Path

import pytest

import mjtool

ROOT = Path(__file__).resolve().parent.parent
FRONT = ast.parse((ROOT / "mjtool" / "__init__.py").read_text("utf-8"))


def loaded(code: str) -> set[str]:
    """Return the modules that are loaded after ``code`` ran in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("name", mjtool.__all__)
def test_name_is_there_and_documented(name):
    found = getattr(mjtool, name)
    if isinstance(found, type | types.FunctionType | types.ModuleType):
        assert inspect.getdoc(found)
    assert name in dir(mjtool)


def test_the_names_types_see_are_the_names_there_are():
    block = next(node for node in FRONT.body if isinstance(node, ast.If))
    seen = {
        alias.asname or alias.name
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(seen) == mjtool.__all__ == sorted(mjtool.__all__)


def test_the_names_of_the_command_line_page_are_there():
    for name in ("load_rules", "score", "waits", "shanten", "efficiency"):
        assert callable(getattr(mjtool, name))
    assert mjtool.Hand.parse("123m456p789s11222z").size == 14
    assert isinstance(mjtool.replay, types.FunctionType)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'shantne'"):
        mjtool.shantne  # noqa: B018


def test_star_import_gives_exactly_the_public_names():
    namespace: dict[str, object] = {}
    exec("from mjtool import *", namespace)
    assert sorted(namespace.keys() - {"__builtins__"}) == mjtool.__all__


def test_version_is_that_of_the_package():
    assert mjtool.__version__ == version("mjtool")


def test_import_alone_loads_nothing_of_ours():
    assert {name for name in loaded("import mjtool") if name.startswith("mjtool")} == {"mjtool"}


def test_the_kernel_needs_nothing_else_of_ours():
    found = {name for name in loaded("from mjtool import kernel") if name.startswith("mjtool")}
    assert found == {"mjtool", "mjtool.kernel"}


SCORE = "from mjtool.cli.app import run; run(['score', '123m456p789s11222z'])"


@pytest.mark.parametrize(
    "module",
    [
        "asyncio",
        "concurrent.futures",
        "defusedxml",
        "mjtool.analysis.efficiency",
        "mjtool.game_log.events",
        "multiprocessing",
        "numpy",
        "rich",
        "tomlkit",
    ],
)
def test_a_plain_score_loads_nothing_heavy(module):
    assert module not in loaded(SCORE)


@pytest.mark.parametrize("module", ["mjtool.rules.load", "mjtool.scoring", "msgspec", "rich"])
def test_version_alone_loads_no_rules(module):
    code = "from mjtool.cli.app import run; run(['--version'])"
    assert module not in loaded(code)
