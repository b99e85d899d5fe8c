# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False
"""What only tests and benchmarks ask of the kernel's C; an extension of its own, never shipped.

It has the C of the kernel once more, with tables and a path of its own.
"""

cimport cython
from cpython.array cimport array, clone
from cpython.bytes cimport (
    PyBytes_AS_STRING,
    PyBytes_CheckExact,
    PyBytes_FromStringAndSize,
    PyBytes_GET_SIZE,
)
from cpython.long cimport PyLong_AsLongAndOverflow
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from time import thread_time_ns as _now


include "externs.pxi"


cdef extern from "alone/ways.h" nogil:
    unsigned mj_ways_using(int, const uint8_t*, uint32_t, int)


cdef array _INT8 = array("b")
cdef array _UINT64 = array("Q")

include "checks.pxi"
include "asked.pxi"
include "wilds.pxi"
include "solo.pxi"
include "visit.pxi"
include "bench.pxi"

if mj_tables_open():
    raise MemoryError("no memory for the kernel's tables")
mj_choose_path()


def use_path(name):
    """Compute by the path of this name ("portable", "v2", "avx2")."""
    if mj_use_path(name.encode()):
        raise ValueError(f"no path {name!r} on this processor")


cdef list _costs(const uint8_t* vectors, int classes):
    """Return the ten costs of each class: sets 0 to 4, and again with the pair."""
    cdef const uint8_t* row
    cdef int c, cell
    rows = []
    for c in range(classes):
        row = vectors + 16 * c
        rows.append(tuple([
            MJ_FREE - row[cell] if row[cell] else None
            for cell in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12)
        ]))
    return rows


def tables():
    """Return the class of each suit and honor vector, and the costs of the classes."""
    return (
        PyBytes_FromStringAndSize(<char*>mj_suit_class, MJ_SUIT_VECTORS),
        PyBytes_FromStringAndSize(<char*>mj_honor_class, MJ_HONOR_VECTORS),
        _costs(&mj_suit_vector[0][0], mj_tables_sizes().suit_classes),
        _costs(&mj_honor_vector[0][0], mj_tables_sizes().honor_classes),
    )


def solo_work(counts, used, left, fixed, forms, draws, swaps, discards, ask, figures=7,
              budget=1 << 20, cores_from=MJ_CORES_FROM):
    """Return how many hands, parts and rows ``solo`` looks at; ``ask`` as for kernel.Points."""
    return _solo(counts, used, left, fixed, forms, draws, swaps, discards, Points(ask), figures,
                 budget, cores_from)[1]


def ways_using(counts):
    """Return for each kind of one suit or the honors the goals that a nearest way uses it for.

    ``counts`` are those of nine kinds, or of the seven honors; the goals are bits, as in ways.h.
    """
    cdef bytes held = bytes(counts)
    cdef uint8_t own[9]
    cdef int i, kinds = len(held), part = 3 if kinds == 7 else 0
    cdef uint32_t index = 0
    if kinds not in (7, 9) or max(held) > 4 or sum(held) > 14:
        raise ValueError(f"{list(held)} are no counts of a suit or of the honors")
    for i in range(kinds - 1, -1, -1):
        own[i] = held[i]
        index = 5 * index + own[i]
    return tuple([mj_ways_using(part, own, index, i) if own[i] else 0 for i in range(kinds)])
