"""What is shipped: the source distribution builds the wheel, and the wheel runs on its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from mjtool.rules import BUILTINS
from tests.test_docs import consoles, in_chinese

ROOT = Path(__file__).resolve().parent.parent
NOT_SHIPPED = shutil.ignore_patterns(
    ".*", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyc"
)


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Return what a command prints; its errors are shown when it fails."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """Return a folder: tree/, and dist/ with its source distribution and the wheel from that."""
    work = tmp_path_factory.mktemp("packaging")
    shutil.copytree(ROOT, work / "tree", ignore=NOT_SHIPPED)
    run(
        *(sys.executable, "-m", "build", "--no-isolation", "--outdir", work / "dist"),
        cwd=work / "tree",
    )
    return work


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory) -> Path:
    """Return a fresh environment that holds the wheel, and our dependencies by a path entry."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home / "venv", symlinks=os.name != "nt")
    python = home / "venv" / "bin" / "python"
    wheel = next((built / "dist").glob("*.whl"))
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--quiet"),
        *("--no-index", "--no-deps", wheel),
        cwd=home,
    )
    # A path entry brings the packages but not the editable mjtool of this environment.
    site = Path(
        run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home
        ).strip()
    )
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return home


def test_source_distribution_holds_the_sources_and_nothing_built(built):
    with tarfile.open(next((built / "dist").glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    sources = {
        str(path.relative_to(built / "tree"))
        for folder, patterns in {
            "ext": ("*.pyx", "*.pxi", "*.c", "*.h", "*.inc", "*.py"),
            "mjtool": ("*.py", "*.pyi", "*.toml", "py.typed"),
            "docs": ("*.md",),
            "tests": ("*.py",),
        }.items()
        for pattern in patterns
        for path in (built / "tree" / folder).rglob(pattern)
    }
    assert sorted(sources - names) == []
    assert {"LICENSE", "README.md", "CHANGELOG.md", "Makefile", "setup.py"} <= names
    assert [name for name in names if name.endswith((".so", ".pyc", ".o"))] == []


def test_wheel_holds_the_package_and_nothing_else(built):
    with zipfile.ZipFile(next((built / "dist").glob("*.whl"))) as archive:
        names = archive.namelist()
    wanted = {
        str(path.relative_to(built / "tree"))
        for pattern in ("*.py", "*.pyi", "*.toml", "py.typed")
        for path in (built / "tree" / "mjtool").rglob(pattern)
    }
    assert sorted(wanted - set(names)) == []
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"mjtool"}
    assert any(name.endswith("/man/man1/mjtool.1") for name in names)
    compiled = [name for name in names if name.endswith((".so", ".pyd"))]
    assert sorted(name.partition(".")[0] for name in compiled) == [
        "mjtool/kernel",
        "mjtool/written",
    ]


WITHOUT_A_COMPILER = {"CC": "/nowhere/cc", "CXX": "/nowhere/c++"}


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_wheel_runs_the_readme_where_there_is_no_compiler(installed, tmp_path, environment, page):
    path = os.pathsep.join([str(installed / "venv" / "bin"), "/usr/bin", "/bin"])
    settings = environment if page == "README.md" else in_chinese(environment)
    for example in [each for block in consoles(ROOT / page) for each in block]:
        done = subprocess.run(
            ["bash", "-c", example.command],
            cwd=tmp_path,
            env={**settings, **WITHOUT_A_COMPILER, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.stdout == example.output, example.command


def test_wheel_brings_the_man_page(installed):
    page = installed / "venv" / "share" / "man" / "man1" / "mjtool.1"
    assert page.read_text("utf-8") == (ROOT / "docs" / "mjtool.1").read_text("utf-8")


def test_wheel_knows_how_shells_complete(installed):
    program = installed / "venv" / "bin" / "mjtool"
    assert "#compdef mjtool" in run(program, "--show-completion", "--shell", "zsh", cwd=installed)


@pytest.mark.parametrize(
    ("platform", "systems"),
    [
        pytest.param(
            "linux",
            ["manylinux_x86_64", "manylinux_aarch64", "musllinux_x86_64", "musllinux_aarch64"],
            id="linux",
        ),
        pytest.param("macos", ["macosx_x86_64", "macosx_arm64"], id="macos"),
        pytest.param("windows", ["win_amd64", "win_arm64"], id="windows"),
    ],
)
def test_wheels_are_asked_for_of_every_system_and_python(platform, systems):
    pythons = ["cp311", "cp312", "cp313", "cp314", "cp314t"]  # the last has no GIL
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    found = run(*command, "--platform", platform, cwd=ROOT).split()
    assert sorted(found) == sorted(f"{each}-{system}" for each in pythons for system in systems)


def test_wheel_runs_in_a_fresh_environment(installed):
    program = installed / "venv" / "bin" / "mjtool"
    out = run(program, "score", "[222p]333m444888s55z", "--self-drawn", "--json", cwd=installed)
    assert '"fan":3,"points":8' in out
    where = run(
        *(
            installed / "venv" / "bin" / "python",
            "-c",
            "import mjtool.kernel as k; print(k.__file__)",
        ),
        cwd=installed,
    )
    assert where.startswith(str(installed))


@pytest.mark.parametrize("name", BUILTINS)
def test_wheel_holds_the_rule_sets(installed, name):
    program = installed / "venv" / "bin" / "mjtool"
    out = run(program, "shanten", "123m456p789s1122s", "--rules", name, "--json", cwd=installed)
    told = json.loads(out)
    assert (told["rules"], told["shanten"]) == (name, 0)
