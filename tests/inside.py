"""The inside of the kernel, which no one but tests and benchmarks asks: ``kernel_inside``.

An extension of its own (ext/inside), built here when it is not there or older than its sources.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / ("inside-sanitize" if os.environ.get("MJTOOL_SANITIZE") else "inside")


def built() -> ModuleType:
    """Return the extension, as new as its sources."""
    library = BUILD / f"kernel_inside{sysconfig.get_config_var('EXT_SUFFIX')}"
    sources = [ROOT / "setup.py", *(path for path in (ROOT / "ext").rglob("*") if path.is_file())]
    newest = max(path.stat().st_mtime for path in sources)
    if not library.exists() or library.stat().st_mtime < newest:
        subprocess.run(
            [
                *(sys.executable, "setup.py", "--quiet", "build_ext"),
                *("--build-lib", str(BUILD), "--build-temp", str(BUILD / "temp")),
            ],
            cwd=ROOT,
            env={**os.environ, "MJTOOL_INSIDE": "1"},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        library.touch()
    spec = importlib.util.spec_from_file_location("kernel_inside", library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


kernel_inside = built()
