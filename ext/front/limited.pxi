# The front of limited.c: exact answers where own fixed sets have used up tiles.


def limited_shanten(counts, used, sets, forms=STANDARD, wilds=None, any_copies=False, lacks=0):
    """Return the shanten with at most ``4 - used[k]`` of kind k in the concealed target."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef mj_wild_held held
    if wilds is not None:
        _wild_held(&held, hand, gone, n_sets, which, wilds, any_copies, lacks, 13, 14)
        return mj_wild_missing(&held) - 1
    _check_hand(hand, n_sets)
    _check_used(hand, gone, n_sets)
    return mj_limited_missing(hand, gone, n_sets, which) - 1


def wild_shantens(counts, kinds, others=0, sets=0, forms=STANDARD | ORPHANS, any_copies=False,
                  lacks=0):
    """Return the shanten of each form, None of those that are not asked, and how many are wild."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t naturals[N_ROOM]
    cdef uint64_t wild = kinds, gone = lacks
    cdef int n_wilds = _small(others, "others", 0, MJ_MOST_WILDS), kind
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef mj_wild_held held
    memcpy(naturals, _hand(counts, room, "counts"), N_KINDS)
    for kind in range(N_KINDS):
        if wild >> kind & 1:
            n_wilds += naturals[kind]
            naturals[kind] = 0
        elif gone >> kind & 1 and naturals[kind]:
            raise ValueError(f"kind {kind} is held, which the set lacks")
    _wild_held(&held, naturals, _NOTHING, n_sets, which, n_wilds, any_copies, lacks, 13, 14)
    return (
        _missing_of(&held, which & STANDARD),
        _missing_of(&held, which & (PAIRS | QUAD_PAIRS)),
        _missing_of(&held, which & ORPHANS),
        n_wilds,
    )


cdef object _missing_of(mj_wild_held* held, int forms):
    if not forms:
        return None
    held.forms = forms
    return mj_wild_missing(held) - 1


def limited_useful(counts, used, sets, forms=STANDARD, wilds=None, any_copies=False, lacks=0):
    """Return the kinds that lower ``limited_shanten``, bit k for kind k."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets), missing
    cdef mj_wild_held held
    if wilds is not None:
        _wild_held(&held, hand, gone, n_sets, which, wilds, any_copies, lacks, 13, 14)
        return mj_wild_useful(&held, &missing)
    _check_hand(hand, n_sets)
    _check_used(hand, gone, n_sets)
    return mj_limited_useful(hand, gone, n_sets, which, &missing)


def limited_discards(counts, used, sets, forms=STANDARD, wilds=None, any_copies=False, lacks=0):
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
    cdef mj_wild_held held
    if wilds is not None:
        _wild_held(&held, hand, gone, n_sets, which, wilds, any_copies, lacks, 14, 14)
        n = mj_wild_discards(&held, kinds, shanten, masks)
    else:
        _check_tiles(hand, n_sets, 1)
        _check_used(hand, gone, n_sets)
        n = mj_limited_discards(hand, gone, n_sets, which, kinds, shanten, masks)
    return tuple([(kinds[i], shanten[i], masks[i]) for i in range(n)])


def completing(counts, used, sets, forms=STANDARD, wilds=None, any_copies=False, lacks=0):
    """Return the kinds that complete 3n + 1 tiles: those that can come, and the dead ones."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t used_room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef const uint8_t* gone = _hand(used, used_room, "used")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef uint64_t live, dead
    cdef mj_wild_held held
    if wilds is not None:
        _wild_held(&held, hand, gone, n_sets, which, wilds, any_copies, lacks, 13, 13)
        mj_wild_completing(&held, &live, &dead)
    else:
        _check_tiles(hand, n_sets, 0)
        _check_used(hand, gone, n_sets)
        mj_completing(hand, gone, n_sets, which, &live, &dead)
    return live, dead
