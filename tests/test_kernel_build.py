"""How the kernel is compiled: the same figures everywhere, and compilers that lack what gcc has."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXT = ROOT / "ext"
SOURCES = sorted(path for path in EXT.rglob("*") if path.suffix in (".c", ".h", ".inc"))
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", f"-I{EXT}")

PROGRAM = """
#include <inttypes.h>
#include <stdio.h>
#include "processor.h"
int main(void)
{
    uint64_t word = 1;
    for (int i = 0; i < 2000; i++) {
        word = word * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = word >> i % 61 | (uint64_t)1 << i % 64;
        printf("%" PRIu64 " %d %d\\n", bits, mj_lowest_bit(bits), mj_count_bits(bits));
        mj_prefetch(&word);
    }
    return 0;
}
"""


def compiled(*arguments: str | Path) -> None:
    if COMPILER is None:
        pytest.skip("no C compiler")
    done = subprocess.run([COMPILER, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_products_and_sums_are_not_joined_into_one_step():
    assert '"-ffp-contract=off"' in (ROOT / "setup.py").read_text("utf-8")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_one_header_knows_compilers(path):
    named = re.findall(
        r"__builtin_\w+|__attribute__|__GNUC__|__clang__|_MSC_VER|__SSE\w+|__x86_64__",
        path.read_text("utf-8"),
    )
    assert path.name == "processor.h" or named == []


@pytest.mark.parametrize("plain", [(), ("-DMJ_PLAIN",)], ids=["built in", "plain"])
def test_what_is_built_in_and_what_stands_for_it(tmp_path, plain):
    (tmp_path / "bits.c").write_text(PROGRAM, "utf-8")
    compiled(*FLAGS, *plain, tmp_path / "bits.c", "-o", tmp_path / "bits")
    done = subprocess.run([tmp_path / "bits"], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        word, lowest, count = map(int, line.split())
        assert (lowest, count) == ((word & -word).bit_length() - 1, word.bit_count())


def test_an_unknown_compiler_needs_nothing_built_in(tmp_path):
    """Windows' compiler has none of it; here another one is told to do without."""
    runpy.run_path(str(EXT / "tables" / "generate.py"))["write"](tmp_path / "table_data.h")
    for path in EXT.glob("*/*.c"):
        compiled(*FLAGS, "-DMJ_PLAIN", f"-I{tmp_path}", "-fsyntax-only", path)
