# Many hands at once, each row with fixed sets and wild tiles of its own: what mjtool.batch asks.

cdef enum:
    _ASK_SHANTEN
    _ASK_USEFUL
    _ASK_COMPLETING
    _ASK_COMPLETE

_ROW_QUESTIONS = {
    "shanten": _ASK_SHANTEN,
    "useful": _ASK_USEFUL,
    "completing": _ASK_COMPLETING,
    "is_complete": _ASK_COMPLETE,
}


cdef const uint8_t[::1] _column(object values, Py_ssize_t n, str name):
    """Return a view of N uint8, one for each row."""
    cdef const uint8_t[::1] view
    try:
        view = values
    except (TypeError, ValueError, BufferError) as error:
        raise type(error)(f"{name} must be a contiguous buffer of N uint8: {error}") from None
    if view.shape[0] != n:
        raise ValueError(f"{name} must have an entry for each row: {n}, got {view.shape[0]}")
    return view


cdef class _HandRows(_Rows):
    """Rows with what each has beside its concealed natural tiles."""

    cdef const uint8_t[:, ::1] used_rows
    cdef const uint8_t[::1] set_numbers, wild_numbers
    cdef const uint8_t* used
    cdef const uint8_t* n_sets
    cdef const uint8_t* n_wilds
    cdef uint8_t gone[N_ROOM]
    cdef int question, among, any, ignore, stride
    cdef uint64_t lacks

    cdef open(self, question, used, sets, wilds, uint64_t gone, lacks, any_copies, ignore_sets):
        """Take what there is beside the counts; None where no row has any."""
        cdef int kind
        self.question = _ROW_QUESTIONS[question]
        self.n_sets = self.n_wilds = NULL
        self.used, self.stride = &self.gone[0], 0
        self.lacks, self.any, self.ignore = lacks, bool(any_copies), bool(ignore_sets)
        self.among = wilds is not None
        if self.any and mj_tables_open_any():
            raise MemoryError("no memory for the kernel's tables")
        for kind in range(N_KINDS):
            self.gone[kind] = 4 if gone >> kind & 1 else 0
        if used is not None:
            self.used_rows = _rows(used)
            if self.used_rows.shape[0] != self.n:
                raise ValueError(f"used must have {self.n} rows, got {self.used_rows.shape[0]}")
            if self.n:
                self.used, self.stride = &self.used_rows[0, 0], N_KINDS
        if sets is not None:
            self.set_numbers = _column(sets, self.n, "sets")
            self.n_sets = &self.set_numbers[0] if self.n else NULL
        if wilds is not None:
            self.wild_numbers = _column(wilds, self.n, "wilds")
            self.n_wilds = &self.wild_numbers[0] if self.n else NULL

    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        cdef Py_ssize_t row
        for row in range(start, stop):
            if self.one(row) != 0:
                return row
        return stop

    cdef int one(self, Py_ssize_t row) noexcept nogil:
        """Answer for a row; -1 where it is no hand."""
        cdef const uint8_t* hand = self.first + N_KINDS * row
        cdef const uint8_t* used = self.used + self.stride * row
        cdef int sets = 0 if self.n_sets == NULL else self.n_sets[row]
        cdef int wilds = self.n_wilds[row] if self.among else 0
        cdef int forms = self.forms & STANDARD if sets else self.forms
        cdef int kind, missing, tiles = 3 * sets + wilds
        cdef uint64_t live = 0, dead
        cdef mj_wild_held held
        for kind in range(N_KINDS):
            if hand[kind] + used[kind] > 4:
                return -1
            tiles += hand[kind]
        if sets > 4 or wilds > MJ_MOST_WILDS or not 13 <= tiles <= 14:
            return -1
        if self.question == _ASK_COMPLETING and tiles == 14:
            return -1
        if self.among:
            held.naturals, held.used, held.sets, held.forms = hand, used, sets, forms
            held.wilds, held.any, held.lacks = wilds, self.any, self.lacks
        if forms == 0:
            missing = 128
        elif self.question == _ASK_COMPLETING:
            missing = 0
            if self.among:
                mj_wild_completing(&held, &live, &dead)
            else:
                mj_completing(hand, used, sets, forms, &live, &dead)
        elif self.question == _ASK_USEFUL:
            if self.among:
                live = mj_wild_useful(&held, &missing)
            elif self.ignore:
                live = mj_active.useful(hand, sets, forms)
            else:
                live = mj_limited_useful(hand, used, sets, forms, &missing)
        elif self.among:
            missing = mj_wild_missing(&held)
        elif self.ignore:
            missing = mj_active.missing(hand, sets, forms)
        else:
            missing = mj_limited_missing(hand, used, sets, forms)
        if self.question == _ASK_SHANTEN:
            self.out.data.as_schars[row] = <signed char>(missing - 1)
        elif self.question == _ASK_COMPLETE:
            self.out.data.as_schars[row] = missing == 0
        else:
            (<uint64_t*>self.out.data.as_voidptr)[row] = live
        return 0


def rows_batch(question, counts, forms, used=None, sets=None, wilds=None, gone=0, lacks=0,
               any_copies=False, ignore_sets=False, threads=1):
    """Return the answer to a question for each row, or raise the error of the first bad row."""
    cdef const uint8_t[:, ::1] rows = _rows(counts)
    cdef int which = _small(forms, "forms", 0, ALL_FORMS)
    cdef bint small = question in ("shanten", "is_complete")
    cdef array out = clone(_INT8 if small else _UINT64, rows.shape[0], False)
    cdef _HandRows hands = _HandRows(rows, 0, which, out)
    hands.open(question, used, sets, wilds, gone, lacks, any_copies, ignore_sets)
    bad = _over(hands, threads)
    if bad is not None:
        raise ValueError(f"row {bad} is no hand")
    return out


cdef int _are_sets(const uint8_t* codes, int sets) noexcept nogil:
    """Return whether codes are those of sets, none with a tile for the fifth time."""
    cdef uint8_t held[N_KINDS]
    cdef int i, j, kind, size
    memset(held, 0, N_KINDS)
    for i in range(sets):
        kind = codes[i] % N_KINDS
        size = 1 if codes[i] < MJ_PUNG else 3 if codes[i] < MJ_EXPOSED_KONG else 4
        if codes[i] >= MJ_PAIR or (size == 1 and (kind >= 27 or kind % 9 > 6)):
            return 0
        for j in range(3 if size == 1 else 1):
            held[kind + j] += size
            if held[kind + j] > 4:
                return 0
    return 1


cdef class _FactRows(_Rows):
    """Rows that are read: so many words in the room of each."""

    cdef const uint8_t[:, ::1] fixed_rows
    cdef const uint8_t[::1] wins, set_numbers
    cdef const uint8_t* codes  # four a row; NULL where no row has fixed sets
    cdef uint64_t* words
    cdef uint8_t* number

    def __dealloc__(self):
        free(self.words)
        free(self.number)

    cdef open(self, fixed, sets, wins):
        self.codes = NULL
        if fixed is not None and self.n:
            self.fixed_rows = fixed
            if self.fixed_rows.shape[0] != self.n or self.fixed_rows.shape[1] != 4:
                raise ValueError("fixed must have four codes for each row")
            self.codes = &self.fixed_rows[0, 0]
            self.set_numbers = _column(sets, self.n, "sets")
        self.wins = _column(wins, self.n, "wins")
        self.words = <uint64_t*>malloc((self.n + 1) * MJ_MAX_READINGS * sizeof(uint64_t))
        self.number = <uint8_t*>malloc(self.n + 1)
        if self.words == NULL or self.number == NULL:
            raise MemoryError("no memory for so many rows")

    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        cdef Py_ssize_t row
        cdef int sets, forms, i, win, tiles
        cdef const uint8_t* codes = NULL
        cdef const uint8_t* hand
        for row in range(start, stop):
            hand, win, sets = self.first + N_KINDS * row, self.wins[row], 0
            if self.codes != NULL:
                sets, codes = self.set_numbers[row], self.codes + 4 * row
                if sets > 4:
                    return row
                if not _are_sets(codes, sets):
                    return row
            tiles = 3 * sets
            for i in range(N_KINDS):
                if hand[i] > 4:
                    return row
                tiles += hand[i]
            if tiles != 14 or win >= N_KINDS or hand[win] == 0:
                return row
            forms = self.forms & STANDARD if sets else self.forms
            self.number[row] = <uint8_t>mj_facts(
                hand, codes, sets, win, forms, self.words + MJ_MAX_READINGS * row)
        return stop


def facts_batch(counts, fixed, sets, wins, forms, threads=1):
    """Return the facts words of all rows one after the other, and how many each row has."""
    cdef const uint8_t[:, ::1] rows = _rows(counts)
    cdef int which = _small(forms, "forms", 1, ALL_FORMS)
    cdef array number = clone(_BYTES, rows.shape[0], False), words
    cdef _FactRows read = _FactRows(rows, 0, which, number)
    cdef Py_ssize_t row, at = 0
    cdef int i
    cdef uint64_t* out
    read.open(fixed, sets, wins)
    bad = _over(read, threads)
    if bad is not None:
        raise ValueError(f"row {bad} is no full hand with its winning tile")
    for row in range(read.n):
        at += read.number[row]
    words = clone(_UINT64, at, False)
    out = <uint64_t*>words.data.as_voidptr
    at = 0
    with nogil:
        for row in range(read.n):
            for i in range(read.number[row]):
                out[at] = read.words[MJ_MAX_READINGS * row + i]
                at += 1
    memcpy(number.data.as_voidptr, read.number, read.n)
    return words, number
