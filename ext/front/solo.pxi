# The front of solo.c: playing alone.

# Kept between calls. Taken and given back, as points are, under a lock: there may be no GIL.
cdef mj_solo_room* _spare_room = NULL
cdef cython.pymutex _taking


cdef enum:
    _KEEP_SIGHTS = 1 << 15  # answers by sights that are kept


cdef class Points:
    """What hands are worth, asked of a function once for each facts word, or for all sights."""

    cdef mj_points memo
    cdef object ask
    cdef object error
    cdef bint busy
    cdef Asked asked
    cdef dict known
    cdef uint8_t codes[4]
    cdef int n_sets, forms
    cdef bint wilds, any_copies
    cdef uint64_t lacks
    cdef mj_wild_room* room

    def __cinit__(self, ask, Asked asked=None, wilds=False):
        if not callable(ask):
            raise TypeError(f"ask must be callable, not {type(ask).__name__}")
        if mj_points_open(&self.memo):
            raise MemoryError("no memory for points")
        self.ask = ask
        self.memo.miss = _miss
        self.memo.context = <void*>self
        self.asked = asked
        self.known = {}
        self.wilds = wilds
        if wilds:
            self.room = mj_wild_room_new()
            if self.room == NULL:
                raise MemoryError("no memory for points")
            self.memo.whole = _whole_wild
        elif asked is not None:
            self.memo.whole = _whole

    def __dealloc__(self):
        mj_points_close(&self.memo)
        mj_wild_room_free(self.room)


cdef double _miss(void* context, uint64_t word) noexcept with gil:
    """Return the points of a reading; -1 with the error kept."""
    cdef Points points = <Points>context
    cdef double found
    try:
        found = points.ask(word)
        if found < 0:
            raise ValueError(f"points {found} are below 0")
        return found
    except BaseException as error:
        points.error = error
        return -1


cdef double _whole(void* context, const uint8_t* counts, int win) noexcept with gil:
    """Return the points of a complete hand by its sights; -1 with the error kept."""
    cdef Points points = <Points>context
    cdef mj_sight found[MJ_MAX_SIGHTS]
    cdef uint64_t words[MJ_MAX_SIGHTS]
    cdef double worth
    cdef int n, size
    try:
        size = points.asked.number
        answers = PyBytes_FromStringAndSize(NULL, MJ_MAX_SIGHTS * size)
        n = mj_sights(counts, points.codes, points.n_sets, win, points.forms, False,
                      &points.asked.plan, found, words,
                      <uint8_t*>PyBytes_AS_STRING(answers))
        key = (PyBytes_FromStringAndSize(<char*>words, n * sizeof(uint64_t)),
               PyBytes_FromStringAndSize(PyBytes_AS_STRING(answers), n * size))
        kept = points.known.get(key)
        if kept is not None:
            return kept
        worth = points.ask(_sights_of(words, PyBytes_AS_STRING(answers), n, size))
        if worth < 0:
            raise ValueError(f"points {worth} are below 0")
        if len(points.known) >= _KEEP_SIGHTS:
            points.known.clear()
        points.known[key] = worth
        return worth
    except BaseException as error:
        points.error = error
        return -1


cdef double _whole_wild(void* context, const uint8_t* counts, int win) noexcept with gil:
    """Return the points of a complete hand by all that its wild tiles can stand for."""
    cdef Points points = <Points>context
    cdef Asked asked = _NOTHING_ASKED if points.asked is None else points.asked
    cdef mj_wild_hand hand
    cdef double worth
    cdef Py_ssize_t n
    try:
        hand.naturals = counts
        hand.fixed = points.codes
        hand.n_fixed, hand.forms, hand.given = points.n_sets, points.forms, False
        hand.wilds, hand.any, hand.lacks = counts[MJ_WILD], points.any_copies, points.lacks
        hand.win = -1 if win == MJ_WILD else win
        hand.win_at = hand.wilds - 1
        hand.plan = &asked.plan
        n = mj_wild_sights(points.room, &hand)
        if n < 0:
            raise MemoryError("no memory for wild tiles")
        key = hand.wilds, _wild_sights_of(points.room, n, points.asked)
        kept = points.known.get(key)
        if kept is not None:
            return kept
        worth = points.ask(key[1], key[0])
        if worth < 0:
            raise ValueError(f"points {worth} are below 0")
        if len(points.known) >= _KEEP_SIGHTS:
            points.known.clear()
        points.known[key] = worth
        return worth
    except BaseException as error:
        points.error = error
        return -1


def solo(counts, used, left, fixed, forms, draws, swaps, discards, Points points not None,
         figures=7, budget=1 << 20, cores_from=MJ_CORES_FROM, wilds=None, wilds_left=0,
         any_copies=False, lacks=0):
    """Return the figures after each discard, None where the budget did not last.

    Hands at ``cores_from``-shanten and further are taken by what matters of them (cores.inc);
    that changes the time it takes and nothing else, so only tests and benchmarks give it.
    """
    return _solo(counts, used, left, fixed, forms, draws, swaps, discards, points, figures,
                 budget, cores_from, wilds, wilds_left, any_copies, lacks)[0]


cdef _solo(counts, used, left, fixed, forms, draws, swaps, discards, Points points, figures,
           budget, cores_from, wilds=None, wilds_left=0, any_copies=False, lacks=0):
    """Return the answer of ``solo`` and how many hands, parts and rows it took."""
    global _spare_room
    cdef uint8_t hand[N_ROOM]
    cdef uint8_t wall[N_ROOM]
    cdef uint8_t limits[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef uint8_t kinds[14]
    cdef uint8_t codes[4]
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef mj_wild_held held
    memcpy(hand, _hand(counts, limits, "counts"), N_KINDS)
    memcpy(wall, _hand(left, limits, "left"), N_KINDS)
    hand[MJ_WILD] = wall[MJ_WILD] = 0
    cdef const uint8_t[::1] code_view
    cdef mj_solo_request request
    cdef mj_solo_row rows[14]
    cdef mj_solo_work work
    cdef mj_solo_room* room
    cdef int i, kind, failed, more, n = len(discards)
    cdef bint is_busy
    code_view = bytes(fixed)
    cdef int n_sets = <int>code_view.shape[0]
    if n_sets > 4:
        raise ValueError(f"{n_sets} fixed sets; a hand has four at most")
    for i in range(n_sets):
        if code_view[i] >= MJ_PAIR:
            raise ValueError(f"{code_view[i]} is no code of a fixed set")
        codes[i] = code_view[i]
    request.forms = _forms(forms, n_sets)
    request.draws = _small(draws, "draws", 1, MJ_MOST_DRAWS)
    request.swaps = _small(swaps, "swaps", 0, MJ_MOST_SWAPS)
    request.figures = _small(figures, "figures", 1, 7)
    request.cores_from = _small(cores_from, "cores_from", 0, 14)
    request.budget = <uint32_t>_small(budget, "budget", 0, 1 << 30)
    request.wild = wilds is not None
    request.any = bool(any_copies)
    request.lacks = lacks
    if points.wilds != request.wild:
        raise ValueError("points are asked with wild tiles where there are some, and only there")
    if request.wild:
        _wild_held(&held, hand, gone, n_sets, request.forms, wilds, any_copies, lacks, 13, 14)
        hand[MJ_WILD] = held.wilds
        wall[MJ_WILD] = _small(wilds_left, "wilds_left", 0, MJ_MOST_WILDS)
    else:
        _check_hand(hand, n_sets)
        _check_used(hand, gone, n_sets)
    _limits(limits, gone, &held if request.wild else NULL)
    for kind in range(N_KINDS):
        if hand[kind] + gone[kind] + wall[kind] > 4:
            raise ValueError(
                f"kind {kind}: {hand[kind] + gone[kind]} own and {wall[kind]} left are above 4")
    if n > 14:
        raise ValueError(f"{n} discards; a hand has 14 kinds at most")
    for i in range(n):
        kinds[i] = 255
        if discards[i] is not None:
            kinds[i] = <uint8_t>_small(discards[i], "discard", 0, MJ_WILD)
            if hand[kinds[i]] == 0:
                raise ValueError(f"discard {kinds[i]} is not in the hand")
        more = 0 if discards[i] is None else 1
        if request.wild:
            _wild_held(&held, hand, gone, n_sets, request.forms, wilds, any_copies, lacks,
                       13 + more, 13 + more)
        else:
            _check_tiles(hand, n_sets, more)
    request.counts = hand
    request.used = gone
    request.limits = limits
    request.left = wall
    request.fixed = codes
    request.sets = n_sets
    with _taking:
        is_busy = points.busy
        points.busy = True
    if is_busy:  # another thread is in it: this call asks for itself
        points = Points(points.ask, points.asked, points.wilds)
        points.busy = True
    request.points = &points.memo
    with _taking:
        room = _spare_room
        _spare_room = NULL
    if room == NULL:
        room = mj_solo_room_new()
        if room == NULL:
            points.busy = False
            raise MemoryError("no memory for playing alone")
    points.codes[:] = codes
    points.n_sets, points.forms = n_sets, request.forms
    points.any_copies, points.lacks = request.any, request.lacks
    points.error = None
    with nogil:
        failed = mj_solo(room, &request, kinds, n, rows, &work)
    with _taking:
        points.busy = False
        if _spare_room == NULL and work.hands < _KEEP_HANDS:
            _spare_room = room
            room = NULL
    if room != NULL:
        mj_solo_room_free(room)
    if failed:
        if points.error is not None:
            raise points.error
        raise MemoryError("no memory for playing alone")
    found = tuple([
        (rows[i].figure[0], rows[i].figure[1], rows[i].figure[2]) if rows[i].known else None
        for i in range(n)
    ])
    return found, (work.hands, work.parts, work.rows)


cdef enum:
    _KEEP_HANDS = 1 << 17  # memory of calls beyond it is given back
