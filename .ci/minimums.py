"""Print what pyproject.toml asks for at its lowest: constraints for ``make test-minimums``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def constraints(text: str) -> Iterator[str]:
    """Yield ``name==version`` of everything that runs or tests the program, build tools too."""
    table = tomllib.loads(text)
    extras = table["project"]["optional-dependencies"]
    asked = [
        *table["build-system"]["requires"],
        *table["project"]["dependencies"],
        *(each for name in ("zst", "junit", "png", "report", "test") for each in extras[name]),
    ]
    for each in sorted(set(asked)):
        found = re.match(r"([\w.-]+)>=([\w.]+)", each)
        if found:
            yield f"{found[1]}=={found[2]}"


if __name__ == "__main__":
    print("\n".join(dict.fromkeys(constraints(PROJECT.read_text("utf-8")))))
