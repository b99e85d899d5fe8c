"""The architecture as a test: who imports whom, and what does not happen below the commands."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from mjtool.rules import BUILTINS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "mjtool"

STATIONS = (
    "messages",
    "errors",
    "wording",
    "written",
    "limits",
    "packed",
    "outputs",
    "notation",
    "tiles",
    "stock",
    "wild",
    "kernel",
    "hand",
    "patterns",
    "expressions",
    "rules",
    "in_play",
    "records",
    "appraisal",
    "wild_completion",
    "wild_sights",
    "scoring",
    "explained",
    "horses",
    "settlement",
    "analysis",
    "census",
    "cluster",
    "spread",
    "requests",
    "verify",
    "answers",
    "asking",
    "arguments",
    "front",
    "batch",
    "table",
    "game_log",
    "review",
    "fitting",
    "simulation",
    "impact",
    "regression",
    "schemas",
    "render",
    "lines",
    "cli",
    "pytest_plugin",
    "__main__",
)
"""The walk of the data. A module belongs to the longest name that starts its own."""

OPENS_FILES = {
    *("messages", "outputs", "rules.load", "rules.kept", "regression"),
    *("game_log.formats", "game_log.run", "cli"),
}
DEFAULTS = {("requests", "DEFAULT_RULES"), ("game_log.deal", "FOLLOWED_BY")}
"""The only places that name a rule set: what is used where nobody names one."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    """Return the dotted name of a module below the package; the package itself is ``""``."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


TREES = {name_of(path): ast.parse(path.read_text("utf-8")) for path in MODULES}
KNOWN = {*TREES, "kernel", "written"} - {""}


def station(module: str) -> str | None:
    """Return the station of a module, None where it has none."""
    inside = [each for each in STATIONS if module == each or module.startswith(each + ".")]
    return max(inside, key=len, default=None)


def at_run_time(tree: ast.Module) -> ast.Module:
    """Return ``tree`` without what only type checkers read."""
    body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING")
    ]
    return ast.Module(body, [])


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules of the package that ``tree`` imports, at its top or inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in inner if name.removeprefix("mjtool.") in KNOWN]
            names = modules if len(modules) == len(inner) else [*modules, str(node.module)]
        else:
            assert not isinstance(node, ast.ImportFrom), "imports are absolute"
            continue
        for name in names:
            if name == "mjtool" or name.startswith("mjtool."):
                yield name.removeprefix("mjtool").removeprefix(".")


def below_cli() -> Iterator[tuple[str, ast.AST]]:
    """Yield every node of the modules below the command line, with the module's name."""
    for module, tree in TREES.items():
        if station(module) not in ("cli", "__main__"):
            for node in ast.walk(tree):
                yield module, node


def test_every_module_has_a_station():
    assert [module for module in TREES if module and station(module) is None] == []
    assert [each for each in STATIONS if each not in KNOWN] == []


def test_imports_point_to_an_earlier_station():
    wrong = []
    for module, tree in TREES.items():
        if not module:
            continue  # the front names everything, lazily
        here = station(module)
        for target in imported(tree):
            there = station(target)
            if here is None or there is None:
                wrong.append(f"{module} imports mjtool.{target}")
            elif STATIONS.index(there) > STATIONS.index(here):
                wrong.append(f"{module} ({here}) imports {target} ({there})")
    assert wrong == []


def test_no_import_goes_in_a_circle():
    graph = {
        module: {target for target in imported(at_run_time(tree)) if target != module}
        for module, tree in TREES.items()
        if module
    }
    done: set[str] = set()
    while ready := [
        module
        for module in graph.keys() - done
        # a package's own front may gather its modules
        if not {each for each in graph[module] & graph.keys() if each not in done}
        - {module.rpartition(".")[0]}
    ]:
        done.update(ready)
    assert sorted(graph.keys() - done) == []


def test_nothing_below_the_command_line_prints():
    wrong = [
        module
        for module, node in below_cli()
        if (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print")
        or (
            isinstance(node, ast.Attribute)
            and node.attr in ("stdout", "stderr", "stdin")
            and getattr(node.value, "id", "") == "sys"
        )
    ]
    assert wrong == []


def test_nothing_below_the_command_line_reads_the_environment():
    wrong = [
        module
        for module, node in below_cli()
        if (isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv", "environb"))
        or (isinstance(node, ast.ImportFrom) and node.module == "os")
    ]
    assert wrong == []


def test_nothing_below_the_command_line_knows_typer():
    wrong = []
    for module, node in below_cli():
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [str(node.module)]
        else:
            continue
        wrong += [f"{module}: {name}" for name in names if name.partition(".")[0] in FRONTS]
    assert wrong == []


FRONTS = {"typer", "click", "rich", "argparse"}
OPENERS = {
    "open",
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "mkstemp",
    "NamedTemporaryFile",
}


def test_files_are_opened_in_few_places():
    opens = {
        module
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "attr", None) or getattr(node.func, "id", "")) in OPENERS
    }
    allowed = {
        module
        for module in opens
        if any(module == each or module.startswith(each + ".") for each in OPENS_FILES)
    }
    assert sorted(opens - allowed) == []


def docstrings(tree: ast.Module) -> set[ast.AST]:
    """Return the nodes of the docstrings and bare strings of a module."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def test_no_rule_set_is_named_in_code():
    wrong = []
    for module, tree in TREES.items():
        if station(module) == "cli":
            continue  # help may name examples; a decision there is caught by the next test
        passed = docstrings(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if (module, getattr(target, "id", "")) in DEFAULTS and node.value:
                    passed.add(node.value)
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named = [each for each in BUILTINS if each in node.value]
                if named and node not in passed:
                    wrong.append(f"{module}:{node.lineno} names {named}")
    assert wrong == []


def test_no_decision_hangs_on_the_name_of_a_rule_set():
    wrong = [
        f"{module}:{node.lineno}"
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare | ast.MatchValue)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Constant) and inner.value in BUILTINS
    ]
    assert wrong == []


@pytest.mark.parametrize("pattern", ["*.py", "*.pyx", "*.c", "*.h", "*.pxi", "*.inc"])
def test_the_kernel_names_no_rule_set(pattern):
    wrong = [
        path.name
        for path in (ROOT / "ext").rglob(pattern)
        if any(name in path.read_text("utf-8") for name in BUILTINS)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["util", "utils", "helper", "helpers", "common", "misc"])
def test_no_file_has_a_name_that_explains_nothing(name):
    assert list(PACKAGE.rglob(f"{name}.py")) == []


def test_the_page_on_architecture_names_every_station():
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    tops = {module.partition(".")[0] for module in TREES if module} - {"__main__"}
    missing = [top for top in tops if f"`{top}.py`" not in page and f"`{top}/`" not in page]
    assert sorted(missing) == []
