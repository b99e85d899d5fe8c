# The front of wilds/: what wild tiles can stand for.

cdef mj_wild_room* _spare_wild_room = NULL  # kept between calls; taken and given back under the GIL


cdef enum:
    _KEEP_SIGHTS_OF_WILDS = 1 << 12  # the memory of calls that found more is given back


def wild_sights(naturals, fixed, forms, given, asked, wilds, win, win_at=0, any_copies=False,
                lacks=0):
    """Return the sights of all that the wild tiles can stand for, and the least assignments."""
    global _spare_wild_room
    cdef uint8_t room[N_ROOM]
    cdef uint8_t codes[4]
    cdef mj_wild_hand hand
    cdef mj_wild_held held
    cdef mj_wild_room* work
    cdef Asked questions = _NOTHING_ASKED if asked is None else asked
    cdef Py_ssize_t n, i
    hand.naturals = _hand(naturals, room, "naturals")
    hand.n_fixed = _fixed(fixed, codes)
    hand.fixed = codes
    hand.forms = _forms(forms, hand.n_fixed)
    _wild_held(&held, hand.naturals, _NOTHING, hand.n_fixed, hand.forms, wilds, any_copies, lacks,
               14, 14)
    hand.wilds, hand.any, hand.lacks = held.wilds, held.any, held.lacks
    hand.given = bool(given)
    hand.plan = &questions.plan
    hand.win = -1 if win == -1 else _small(win, "win", 0, N_KINDS - 1)
    hand.win_at = 0
    if hand.win >= 0:
        if hand.naturals[hand.win] == 0:
            raise ValueError(f"the winning kind {hand.win} is not among the naturals")
    elif hand.wilds:
        hand.win_at = _small(win_at, "win_at", 0, hand.wilds - 1)
    else:
        raise ValueError("the winning tile is wild, but no wild tile is held")
    work = _spare_wild_room
    _spare_wild_room = NULL
    if work == NULL:
        work = mj_wild_room_new()
        if work == NULL:
            raise MemoryError("no memory for wild tiles")
    with nogil:
        n = mj_wild_sights(work, &hand)
    try:
        if n < 0:
            raise MemoryError("no memory for wild tiles")
        return _wild_sights_of(work, n, asked), tuple([
            PyBytes_FromStringAndSize(<const char*>mj_wild_assignment(work, i), hand.wilds)
            for i in range(n)
        ])
    finally:
        if _spare_wild_room == NULL and 0 <= n < _KEEP_SIGHTS_OF_WILDS:
            _spare_wild_room = work
        else:
            mj_wild_room_free(work)


cdef tuple _wild_sights_of(const mj_wild_room* room, Py_ssize_t n, Asked asked):
    """Return the words that were found, with their answers where something was asked."""
    cdef Py_ssize_t i
    if asked is None:
        return tuple([mj_wild_word(room, i) for i in range(n)])
    return tuple([
        (mj_wild_word(room, i), PyBytes_FromStringAndSize(
            <const char*>mj_wild_answers(room, i), asked.number))
        for i in range(n)
    ])


cdef class _Assignments:
    """What the wild tiles of a hand can stand for, found."""

    cdef mj_assignments* found
    cdef int wilds
    cdef list listed

    def __cinit__(self, naturals, sets, forms, wilds, any_copies, lacks):
        cdef uint8_t room[N_ROOM]
        cdef mj_wild_hand hand
        cdef mj_wild_held held
        memset(&hand, 0, sizeof(hand))
        hand.naturals = _hand(naturals, room, "naturals")
        hand.n_fixed = _sets(sets)
        hand.forms = _forms(forms, hand.n_fixed)
        _wild_held(&held, hand.naturals, _NOTHING, hand.n_fixed, hand.forms, wilds, any_copies,
                   lacks, 14, 14)
        hand.wilds, hand.any, hand.lacks = held.wilds, held.any, held.lacks
        self.wilds = held.wilds
        with nogil:
            self.found = mj_assignments_of(&hand)
        if self.found == NULL:
            raise MemoryError("no memory for wild tiles")

    def __dealloc__(self):
        mj_assignments_free(self.found)


cdef int _list_assignment(void* to, const uint8_t* kinds) noexcept with gil:
    cdef _Assignments found = <_Assignments>to
    found.listed.append(PyBytes_FromStringAndSize(<const char*>kinds, found.wilds))
    return 0


def assignments(naturals, sets, forms, wilds, any_copies=False, lacks=0):
    """Return every multiset of kinds with which the hand is complete, rising."""
    cdef _Assignments of = _Assignments(naturals, sets, forms, wilds, any_copies, lacks)
    of.listed = []
    mj_assignments_each(of.found, _list_assignment, <void*>of)
    return sorted(of.listed)


def count_assignments(naturals, sets, forms, wilds, any_copies=False, lacks=0):
    """Return how many ``assignments`` there are."""
    cdef _Assignments of = _Assignments(naturals, sets, forms, wilds, any_copies, lacks)
    return mj_assignments_count(of.found)
