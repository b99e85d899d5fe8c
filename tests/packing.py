"""Zstandard as the tests pack it: the standard library's, or its backport."""

import sys
from importlib import import_module

_NAME = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
zstd = import_module(_NAME)


def skippable(data: bytes) -> bytes:
    """Return a frame that holds ``data`` for whoever knows of it, and nothing to unpack."""
    return b"\x5a\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data
