"""Build the kernel and what reads hands; everything else about the project is in pyproject.toml.

MJTOOL_INSIDE=1 builds ext/inside instead, which tests and benchmarks use (tests/inside.py).
MJTOOL_SANITIZE=1 builds with the sanitizers (make sanitize), and what they must see: tests/planted.
"""

import os
import runpy
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

EXT = Path("ext")
SANITIZE = os.environ.get("MJTOOL_SANITIZE") == "1"
INSIDE = os.environ.get("MJTOOL_INSIDE") == "1"


def compile_args() -> list[str]:
    """Return the flags of the C compiler."""
    if sys.platform == "win32":
        return ["/O2"]
    # -g0: Python's own flags ask for debug information, several times the size of the code.
    flags = ["-O3", "-g0", "-std=gnu11", "-fno-math-errno", "-fvisibility=hidden"]
    # The figures of playing alone are the same bits on every processor: a * b + c in two steps.
    flags.append("-ffp-contract=off")
    # Cython's own C is not written for all warnings.
    flags += ["-Wall", "-Wextra"]
    flags += ["-Wno-unused-parameter", "-Wno-cast-function-type", "-Wno-missing-field-initializers"]
    if SANITIZE:
        flags += ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        # Python's own flags ask for -fwrapv, with which no sum is ever too large.
        flags.append("-fno-wrapv")
    return flags


class build_kernel(build_ext):
    """Generate the table before the C files that include it are compiled."""

    def run(self) -> None:
        """Write ``table_data.h`` into the build folder, then build."""
        folder = Path(self.build_temp) / "generated"
        folder.mkdir(parents=True, exist_ok=True)
        runpy.run_path(str(EXT / "tables" / "generate.py"))["write"](folder / "table_data.h")
        for extension in self.extensions:
            extension.include_dirs.append(str(folder))
            extension.depends.append(str(folder / "table_data.h"))
        super().run()


def extension(name: str, front: Path) -> Extension:
    """Return an extension with all of the kernel's C below its Cython."""
    return Extension(
        name,
        [str(front), *sorted(str(path) for path in EXT.glob("*/*.c"))],
        depends=sorted(
            str(path) for pattern in ("*.h", "*/*.h", "*/*.inc") for path in EXT.glob(pattern)
        ),
        include_dirs=[str(EXT)],
        extra_compile_args=compile_args(),
        extra_link_args=["-fsanitize=address,undefined"] if SANITIZE else [],
    )


def alone(name: str, source: Path) -> Extension:
    """Return an extension of one file of Cython."""
    return Extension(
        name,
        [str(source)],
        extra_compile_args=compile_args(),
        extra_link_args=["-fsanitize=address,undefined"] if SANITIZE else [],
    )


chosen = (
    [extension("kernel_inside", EXT / "inside" / "kernel_inside.pyx")]
    if INSIDE
    else [
        extension("mjtool.kernel", EXT / "front" / "kernel.pyx"),
        alone("mjtool.written", EXT / "written" / "written.pyx"),
    ]
)
if SANITIZE and not INSIDE:
    chosen.append(alone("planted", Path("tests", "planted", "planted.pyx")))

setup(
    ext_modules=cythonize(
        chosen,
        include_path=[str(EXT / "front"), str(EXT / "inside")],
        build_dir="build/cython",
        # Nothing of ours is shared between threads but under a lock (tests/test_threads.py).
        compiler_directives={"freethreading_compatible": True},
    ),
    cmdclass={"build_ext": build_kernel},
)
