# All complete parts of hands, for a census of all winning hands.


def suit_walk(honors=False):
    """Return every count vector of one suit, or of the honors, that splits into sets."""
    cdef bint of_honors = bool(honors)
    cdef int kinds = 7 if of_honors else 9
    cdef uint8_t counts[9]
    cdef mj_reading found[MJ_MAX_READINGS]
    cdef uint32_t index, vectors = MJ_HONOR_VECTORS if of_honors else MJ_SUIT_VECTORS
    cdef int tiles = 0, sets, pair, kind, n, i
    cdef const uint8_t* cost
    cdef list walked = []
    memset(counts, 0, 9)
    for index in range(vectors):
        if tiles <= 14 and tiles % 3 != 1:
            sets = tiles // 3
            pair = tiles % 3 == 2
            if of_honors:
                cost = mj_honor_vector[mj_honor_class[index]]
            else:
                cost = mj_suit_vector[mj_suit_class[index]]
            if cost[8 * pair + sets] == MJ_FREE:
                n = mj_part_readings(counts, of_honors, sets, pair, found)
                walked.append((
                    PyBytes_FromStringAndSize(<char*>counts, kinds), sets, bool(pair),
                    tuple([
                        PyBytes_FromStringAndSize(<char*>found[i].code, found[i].length)
                        for i in range(n)
                    ])))
        # The next vector: count up in base 5.
        for kind in range(kinds):
            tiles += 1
            counts[kind] += 1
            if counts[kind] < 5:
                break
            counts[kind] = 0
            tiles -= 5
    return walked


cdef list _costs(const uint8_t* vectors, int classes):
    """Return the ten costs of each class: sets 0 to 4, and again with the pair."""
    cdef const uint8_t* row
    cdef int c, cell
    rows = []
    for c in range(classes):
        row = vectors + 16 * c
        rows.append(tuple([
            MJ_FREE - row[cell] if row[cell] else None
            for cell in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12)
        ]))
    return rows


def _tables():
    """Return the class of each suit and honor vector, and the costs of the classes, for tests."""
    return (
        PyBytes_FromStringAndSize(<char*>mj_suit_class, MJ_SUIT_VECTORS),
        PyBytes_FromStringAndSize(<char*>mj_honor_class, MJ_HONOR_VECTORS),
        _costs(&mj_suit_vector[0][0], TABLE_INFO["suit_classes"]),
        _costs(&mj_honor_vector[0][0], TABLE_INFO["honor_classes"]),
    )
