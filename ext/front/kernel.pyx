# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False
"""Exact answers about counts of tiles: shanten, useful kinds, readings and their facts.

The functions here check and convert; the work is done in C. What each takes and gives
is written in kernel.pyi.
"""

cimport cython
from cpython.array cimport array, clone
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport (
    PyBytes_AS_STRING,
    PyBytes_CheckExact,
    PyBytes_FromStringAndSize,
    PyBytes_GET_SIZE,
)
from cpython.list cimport PyList_GET_SIZE
from cpython.long cimport PyLong_AsLongAndOverflow
from libc.stdlib cimport free, malloc
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from time import thread_time_ns as _now


include "externs.pxi"


cdef array _BYTES = array("B")
cdef array _INT8 = array("b")
cdef array _UINT64 = array("Q")

include "checks.pxi"
include "shanten.pxi"
include "batch.pxi"
include "limited.pxi"
include "readings.pxi"
include "asked.pxi"
include "wilds.pxi"
include "census.pxi"
include "walk.pxi"
include "solo.pxi"
include "distance.pxi"
include "chance.pxi"
include "filling.pxi"
include "turns.pxi"
include "upkeep.pxi"


def _use_path(name):
    """Compute by the path of this name ("portable", "v2", "avx2"), for tests and benchmarks."""
    if mj_use_path(name.encode()):
        raise ValueError(f"no path {name!r} on this processor")
    TABLE_INFO["path"] = name


cdef _open():
    """Expand the tables and choose a path; return TABLE_INFO."""
    start = _now()
    if mj_tables_open():
        raise MemoryError("no memory for the kernel's tables")
    ready = _now()
    mj_choose_path()
    cdef mj_table_sizes sizes = mj_tables_sizes()
    return {
        "stored_bytes": sizes.stored_bytes,
        "expanded_bytes": sizes.expanded_bytes,
        "suit_classes": sizes.suit_classes,
        "honor_classes": sizes.honor_classes,
        "suit_pair_classes": sizes.suit_pair_classes,
        "mixed_classes": sizes.mixed_classes,
        "expand_ns": ready - start,
        "path": mj_active.name.decode(),
    }


TABLE_INFO = _open()
