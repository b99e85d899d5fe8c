"""``python -m mjtool``."""

from __future__ import annotations

from mjtool.cli import main

main()
