# Loops without Python, for the benchmarks.


def bench(work, counts, sets=0, forms=STANDARD | ORPHANS, repeat=1):
    """Return nanoseconds of the thread, a hand, of a loop over (N, 34) counts that calls C only."""
    cdef const uint8_t[:, ::1] rows = _rows(counts)
    cdef Py_ssize_t n = rows.shape[0], times = repeat, i, j
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef const uint8_t* first = &rows[0, 0]
    cdef const mj_path* path = mj_active
    cdef array shanten = clone(_INT8, n, False)
    cdef array masks = clone(_UINT64, n, False)
    cdef uint8_t kinds[14]
    cdef int8_t after[14]
    cdef uint64_t useful_after[14]
    cdef int8_t* shanten_out = shanten.data.as_schars
    cdef uint64_t* masks_out = <uint64_t*>masks.data.as_voidptr
    if work not in ("call", "shanten", "useful", "discards"):
        raise ValueError(f"no work {work!r}")
    cdef int kind = ("call", "shanten", "useful", "discards").index(work)
    start = _now()
    with nogil:
        for j in range(times):
            if kind == 0:
                for i in range(n):
                    shanten_out[i] = <int8_t>(
                        path.missing(first + N_KINDS * i, n_sets, which) - 1)
            elif kind == 1:
                path.shanten_rows(first, n, n_sets, which, shanten_out)
            elif kind == 2:
                path.useful_rows(first, n, n_sets, which, masks_out)
            else:
                for i in range(n):
                    path.discards(
                        first + N_KINDS * i, n_sets, which, kinds, after, useful_after)
                    masks_out[i] = useful_after[0]
    return (_now() - start) / (n * times)
