"""The build with sanitizers does see faults: each of these is planted, and ends its process.

Not a test_*.py: ``make sanitize`` names it, as nothing else builds what it asks.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FAULTS = [
    pytest.param("heap", 7, 8, "AddressSanitizer: heap-buffer-overflow", id="past the heap's end"),
    pytest.param("heap", 0, -1, "AddressSanitizer: heap-buffer-overflow", id="before its begin"),
    pytest.param(
        "given", 8, 9, "AddressSanitizer: heap-buffer-overflow", id="past bytes of Python"
    ),
    pytest.param("release", 1, 2, "AddressSanitizer: attempting double-free", id="freed twice"),
    pytest.param("stack", 7, 8, "runtime error: index 8 out of bounds", id="past the stack's end"),
    pytest.param("table", 7, 8, "runtime error: index 8 out of bounds", id="past a table's end"),
    pytest.param("total", 2**31 - 2, 2**31 - 1, "runtime error: signed integer overflow", id="sum"),
    pytest.param("shift", 30, 32, "runtime error: shift exponent 32 is too large", id="shift"),
]


def run(function: str, number: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"import planted; print(planted.{function}({number}))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("function", "right", "wrong", "report"), FAULTS)
def test_a_planted_fault_ends_the_process_with_its_report(function, right, wrong, report):
    assert run(function, right).returncode == 0
    done = run(function, wrong)
    assert done.returncode != 0
    assert report in done.stderr, done.stderr
    assert done.stdout == ""
