"""``python -m fuzz.one NAME [libFuzzer's options and folders]``: one harness under atheris."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["mjtool", "tomllib"]):
    from fuzz.harnesses import HARNESSES

from fuzz.mutate import Mutator
from fuzz.seeds import SEEDS


def main() -> None:
    """Run the harness that the first argument names, until libFuzzer's options end it."""
    name = sys.argv.pop(1)
    mutator = Mutator([*SEEDS[name]()], _plainly)
    atheris.Setup(sys.argv, HARNESSES[name], custom_mutator=mutator)
    atheris.Fuzz()


def _plainly(data: bytes, most: int) -> bytes:
    """Return ``data`` changed by libFuzzer: atheris has another function for it once it runs."""
    return atheris.Mutate(data, most)


if __name__ == "__main__":
    main()
