# The front of limited.c: exact answers where own fixed sets have used up tiles.


def limited_shanten(counts, used, sets, forms=STANDARD):
    """Return the shanten with at most ``4 - used[k]`` of kind k in the concealed target."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    _check_hand(hand, n_sets)
    _check_used(hand, gone, n_sets)
    return mj_limited_missing(hand, gone, n_sets, which) - 1


def limited_useful(counts, used, sets, forms=STANDARD):
    """Return the kinds that lower ``limited_shanten``, bit k for kind k."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets), missing
    _check_hand(hand, n_sets)
    _check_used(hand, gone, n_sets)
    return mj_limited_useful(hand, gone, n_sets, which, &missing)


def limited_discards(counts, used, sets, forms=STANDARD):
    """Return (kind, shanten, useful kinds) after each discard of 3n + 2 tiles."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef uint8_t kinds[14]
    cdef int8_t shanten[14]
    cdef uint64_t masks[14]
    cdef int n, i
    _check_tiles(hand, n_sets, 1)
    _check_used(hand, gone, n_sets)
    n = mj_limited_discards(hand, gone, n_sets, which, kinds, shanten, masks)
    return tuple([(kinds[i], shanten[i], masks[i]) for i in range(n)])


def completing(counts, used, sets, forms=STANDARD):
    """Return the kinds that complete 3n + 1 tiles: those that can come, and the dead ones."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef uint64_t live, dead
    _check_tiles(hand, n_sets, 0)
    _check_used(hand, gone, n_sets)
    mj_completing(hand, gone, n_sets, which, &live, &dead)
    return live, dead
