# The front of readings.c and facts.c.

# A code is one of these plus a kind.
CHOW = MJ_CHOW
PUNG = MJ_PUNG
EXPOSED_KONG = MJ_EXPOSED_KONG
ADDED_KONG = MJ_ADDED_KONG
CONCEALED_KONG = MJ_CONCEALED_KONG
PAIR = MJ_PAIR
THIRTEEN_ORPHANS = MJ_THIRTEEN

FACT_FIELDS = {
    mj_fact_fields[_i].name.decode(): (mj_fact_fields[_i].shift, mj_fact_fields[_i].width)
    for _i in range(mj_n_fact_fields)
}


cdef int _field(uint64_t word, int i) noexcept:
    return <int>(word >> mj_fact_fields[i].shift & ((<uint64_t>1 << mj_fact_fields[i].width) - 1))


def fields(uint64_t word):
    """Return the value of each field of a facts word, in the order of ``FACT_FIELDS``."""
    cdef int i
    return tuple([_field(word, i) for i in range(mj_n_fact_fields)])


def readings(counts, sets=0, forms=STANDARD | ORPHANS):
    """Return every reading of the concealed counts as a list of bytes of codes."""
    cdef uint8_t room[N_ROOM]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets)
    cdef mj_reading found[MJ_MAX_READINGS]
    cdef int n, i
    _check_assigned(hand, n_sets)
    n = mj_readings(hand, n_sets, which, found)
    return [PyBytes_FromStringAndSize(<char*>found[i].code, found[i].length) for i in range(n)]


def facts(counts, fixed, win, forms=STANDARD | ORPHANS):
    """Return one facts word for each reading, in the order of ``readings``."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t codes[4]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef int n_fixed = _fixed(fixed, codes)
    cdef int which = _forms(forms, n_fixed)
    cdef int won = _small(win, "win", 0, N_KINDS - 1)
    cdef uint64_t found[MJ_MAX_READINGS]
    cdef int n, i
    _check_assigned(hand, n_fixed)
    if hand[won] == 0:
        raise ValueError(f"the winning kind {won} is not among the counts")
    n = mj_facts(hand, codes, n_fixed, won, which, found)
    if n == 1:
        return (found[0],)
    return tuple([found[i] for i in range(n)])
