"""The command line: thin commands over the library, one module each."""

from __future__ import annotations

import gc
from typing import NoReturn


def main() -> NoReturn:
    """Run the program and exit with its code; every failure is one line on stderr."""
    # Hardly anything dies while the program starts, and looking for it costs a tenth of the time
    # that a single hand takes; the command switches it on again.
    gc.disable()
    try:
        from mjtool.cli.app import main as program  # noqa: PLC0415
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    program()
