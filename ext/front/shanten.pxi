# The front of shanten.c: how far a hand is, and what brings it nearer.


def shanten(counts, sets=0, forms=STANDARD | ORPHANS, wilds=0, any_copies=False):
    """Return the shanten of 34 concealed counts: -1 complete, 0 ready."""
    cdef uint8_t room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef int n_wilds, found
    cdef mj_wild_held held
    if _some(wilds) or any_copies:
        n_wilds = _small(wilds, "wilds", 0, MJ_MOST_WILDS)
        if any_copies and mj_tables_open_any():
            raise MemoryError("no memory for the kernel's tables")
        found = mj_active.wild_shanten_checked(hand, n_sets, which, n_wilds, bool(any_copies))
        if found < -1:  # to say why
            _wild_held(&held, hand, _NOTHING, n_sets, which, wilds, any_copies, 0, 13, 14)
        return found
    found = mj_active.shanten_checked(hand, n_sets, which)
    if found < -1:
        _refuse(hand, n_sets)
    return found


def is_complete(counts, sets=0, forms=STANDARD | ORPHANS):
    """Return whether the concealed counts and ``sets`` fixed sets are a complete hand."""
    cdef uint8_t room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef int found = mj_active.shanten_checked(hand, n_sets, which)
    if found < -1:
        _check_assigned(hand, n_sets)
        return mj_has_reading(hand, n_sets, which) > 0
    return found == -1


def useful(counts, sets=0, forms=STANDARD | ORPHANS, wilds=0, any_copies=False):
    """Return the kinds that lower the shanten, bit k for kind k."""
    cdef uint8_t room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets), missing
    cdef mj_wild_held held
    if _some(wilds) or any_copies:
        _wild_held(&held, hand, _NOTHING, n_sets, which, wilds, any_copies, 0, 13, 14)
        return mj_wild_useful(&held, &missing)
    if mj_active.check(hand, n_sets):
        _refuse(hand, n_sets)
    return mj_active.useful(hand, n_sets, which)


def shanten_batch(counts, sets=0, forms=STANDARD | ORPHANS, threads=1):
    """Return the shanten of each row of an (N, 34) buffer as an ``array('b')``."""
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef const uint8_t[:, ::1] rows = _rows(counts)
    cdef array out = clone(_INT8, rows.shape[0], False)
    _run(_ShantenRows(rows, n_sets, which, out), threads)
    return out


def useful_batch(counts, sets=0, forms=STANDARD | ORPHANS, threads=1):
    """Return the useful kinds of each row of an (N, 34) buffer as an ``array('Q')``."""
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef const uint8_t[:, ::1] rows = _rows(counts)
    cdef array out = clone(_UINT64, rows.shape[0], False)
    _run(_UsefulRows(rows, n_sets, which, out), threads)
    return out


cdef class _Rows:
    """A batch that may be worked on in parts, by several threads at once."""

    cdef const uint8_t[:, ::1] rows
    cdef const uint8_t* first
    cdef Py_ssize_t n
    cdef int sets, forms
    cdef array out

    def __cinit__(self, const uint8_t[:, ::1] rows, int sets, int forms, array out):
        self.rows = rows
        self.n = rows.shape[0]
        self.first = &rows[0, 0] if self.n else NULL
        self.sets = sets
        self.forms = forms
        self.out = out

    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        """Return the first bad row from ``start`` on, or ``stop``."""
        return stop

    def part(self, Py_ssize_t start, Py_ssize_t stop, list bad):
        """Work on rows ``start`` to ``stop`` and append the first bad row, if any, to ``bad``."""
        cdef Py_ssize_t reached
        with nogil:
            reached = self.work(start, stop)
        if reached < stop:
            bad.append(reached)


cdef class _ShantenRows(_Rows):
    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        return start + mj_active.shanten_rows(
            self.first + N_KINDS * start, stop - start, self.sets, self.forms,
            self.out.data.as_schars + start)


cdef class _UsefulRows(_Rows):
    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        return start + mj_active.useful_rows(
            self.first + N_KINDS * start, stop - start, self.sets, self.forms,
            <uint64_t*>self.out.data.as_voidptr + start)


# Fewer rows than this are done before a thread has started.
cdef enum:
    _ROWS_A_THREAD = 4096


cdef _run(_Rows batch, threads):
    """Work on all rows; raise the error of the first that is no hand."""
    cdef object row = _over(batch, threads)
    if row is not None:
        _refuse(batch.first + N_KINDS * <Py_ssize_t>row, batch.sets, row)


cdef object _over(_Rows batch, threads):
    """Work on all rows with ``threads`` threads, this one among them; return the first bad row."""
    cdef Py_ssize_t n = batch.n, n_threads, i
    cdef list bad = []
    if not isinstance(threads, int):
        raise TypeError(f"threads must be an int, not {type(threads).__name__}")
    if threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    n_threads = min(threads, n // _ROWS_A_THREAD, 256)
    if n_threads <= 1:
        batch.part(0, n, bad)
    else:
        from threading import Thread
        others = [
            Thread(target=batch.part, args=(i * n // n_threads, (i + 1) * n // n_threads, bad))
            for i in range(1, n_threads)
        ]
        for other in others:
            other.start()
        batch.part(0, n // n_threads, bad)
        for other in others:
            other.join()
    return min(bad) if bad else None
