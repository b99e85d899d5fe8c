# The front of distance.c: how far a hand is from one of certain sets.


def distance(counts, used, sets, wishes):
    """Return the tiles missing from the nearest of ``wishes``, and the kinds that lower it."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets), missing, least = MJ_OUT_OF_REACH
    cdef uint64_t mask = 0
    cdef mj_wish wish
    _check_hand(hand, n_sets)
    _check_used(hand, gone, n_sets)
    for chows, pungs, pairs, wanted_pungs, wanted_pair, some_suit, some_honor in wishes:
        wish.chows = chows
        wish.pungs = pungs
        wish.pairs = pairs
        wish.wanted_pungs = wanted_pungs
        wish.wanted_pair = -1 if wanted_pair is None else _small(
            wanted_pair, "wanted_pair", 0, N_KINDS - 1)
        wish.some_suit = bool(some_suit)
        wish.some_honor = bool(some_honor)
        missing = mj_wish_missing(hand, gone, n_sets, &wish)
        if missing > least or missing == MJ_OUT_OF_REACH:
            continue
        if missing < least:
            least = missing
            mask = 0
        if missing:
            mask |= mj_wish_useful(hand, gone, n_sets, &wish, missing)
    return None if least == MJ_OUT_OF_REACH else (least, mask)
