"""A command run twice in one process: what it takes the second time is its work, not its start.

    python benchmarks/twice.py again|parsed ARGUMENT ...

``parsed`` does not run the command itself the second time: the line is taken apart and nothing is
done. So ``again`` less ``parsed`` is the work. A run less its work is the start: modules, tables,
rules, and whatever else is there from then on. bench_start.py counts.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Callable
from typing import Any

gc.disable()  # as the program itself does; its commands switch it on again

import typer.main  # noqa: E402

from mjtool.cli.app import program, run  # noqa: E402


class Commands:
    """Makes the functions of commands so that they can be told to do nothing."""

    def __init__(self) -> None:
        self.idle = False
        self._make = typer.main.get_callback
        typer.main.get_callback = self._made

    def _made(self, *, callback: Callable[..., Any] | None = None, **others: Any) -> Any:
        if callback is None or callback is program:
            return self._make(callback=callback, **others)

        @functools.wraps(callback)  # with the parameters that it has
        def called(*args: Any, **kwargs: Any) -> Any:
            return None if self.idle else callback(*args, **kwargs)

        return self._make(callback=called, **others)


def main() -> None:
    """Run the command named on the command line twice."""
    way, *arguments = sys.argv[1:]
    commands = Commands()
    code = run(arguments)
    commands.idle = way == "parsed"
    run(arguments)
    sys.exit(code)


if __name__ == "__main__":
    main()
