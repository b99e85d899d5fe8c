# The front of distance.c: how far a hand is from one of certain sets.


def distance(counts, used, sets, wishes, wilds=None, any_copies=False, lacks=0):
    """Return the tiles missing from the nearest of ``wishes``, and the kinds that lower it."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets), missing, least = MJ_OUT_OF_REACH
    cdef uint64_t mask = 0
    cdef mj_wish wish
    cdef mj_wild_held held
    cdef uint8_t limits[N_ROOM]
    if wilds is not None:
        _wild_held(&held, hand, gone, n_sets, STANDARD, wilds, any_copies, lacks, 13, 14)
    else:
        held.wilds = 0
        _check_hand(hand, n_sets)
        _check_used(hand, gone, n_sets)
    _limits(limits, gone, NULL if wilds is None else &held)
    for chows, pungs, pairs, wanted_pungs, wanted_pair, some_suit, some_honor in wishes:
        wish.chows = chows
        wish.pungs = pungs
        wish.pairs = pairs
        wish.wanted_pungs = wanted_pungs
        wish.wanted_pair = -1 if wanted_pair is None else _small(
            wanted_pair, "wanted_pair", 0, N_KINDS - 1)
        wish.some_suit = bool(some_suit)
        wish.some_honor = bool(some_honor)
        missing = mj_wish_missing(hand, limits, n_sets, &wish)
        if missing > least or missing == MJ_OUT_OF_REACH:
            continue
        if missing < least:
            least = missing
            mask = 0
        if missing > held.wilds:
            mask |= mj_wish_useful(hand, gone, limits, n_sets, &wish, missing)
    return None if least == MJ_OUT_OF_REACH else (least - held.wilds, mask)
