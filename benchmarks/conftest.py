"""Benchmarks measure the inside of the kernel as the tests see it."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
