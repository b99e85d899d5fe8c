"""What many tests need: the program as a user starts it, and other people's logs where present."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every run, and no failure because a machine is busy.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

collect_ignore = ["fuzz/one.py"]  # needs the extra, and has nothing to collect

Program = Callable[..., subprocess.CompletedProcess[str]]


def pytest_configure(config: pytest.Config) -> None:
    """Build the kernel's inside once, before several processes want it at a time."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        import tests.inside  # noqa: F401, PLC0415  # importing builds it


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """Return the environment to start programs in: English, without the settings of the caller."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("MJTOOL_")}
    folder = str(Path(sys.executable).parent)
    path = os.pathsep.join([folder, kept.get("PATH", "")])
    return {**kept, "PATH": path, "LC_ALL": "C.UTF-8", "COLUMNS": "80", "PYTHONUTF8": "1"}


@pytest.fixture(scope="session")
def program(environment: dict[str, str]) -> Program:
    """Return a function that runs ``mjtool`` with arguments and input as a process of its own."""

    def run(
        *arguments: str, stdin: str = "", cwd: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "mjtool", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=cwd,
            env={**environment, **more},
            timeout=120,
            check=False,
        )

    return run


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Leave tests marked ``no_cover`` untraced on every core, as pytest-cov does on one alone.

    Such tests go long ways through code that shorter ones run too.
    """
    tracer = sys.gettrace() if item.get_closest_marker("no_cover") else None
    if tracer is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture
def heeding_ctrl_c() -> Iterator[None]:
    """Start programs that heed Ctrl-C, also where a shell in the background took it away.

    Such a shell lets the programs that it starts ignore SIGINT, and so do those that they start.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def mjtool(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs the program in this process: (code, stdout, stderr)."""
    from mjtool.cli.app import run  # noqa: PLC0415  # the program loads its commands by itself

    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "MJTOOL_RULES", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def ran(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return ran
