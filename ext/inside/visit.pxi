# Every winning hand visited one by one: the slow witness of the census in mjtool.census.

cdef struct mj_seen:
    uint64_t key        # 0: free
    uint64_t hands
    uint64_t ways
    uint8_t example[34]


cdef enum:
    N_SEEN = 1 << 18    # room for many more signatures than there are
    N_PARTS = 25000


cdef struct mj_whole_part:
    uint8_t counts[9]
    uint32_t ways


cdef inline uint64_t _mixed(uint64_t state, uint64_t word) noexcept nogil:
    state = (state ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return state ^ (state >> 29)


cdef uint64_t _signature(const uint8_t* counts) noexcept nogil:
    """Return a hash of the sets of facts words that the hand has under its winning tiles."""
    cdef uint64_t words[MJ_MAX_READINGS]
    cdef uint64_t variants[14]
    cdef uint64_t state
    cdef int win, n, i, n_variants = 0
    for win in range(N_KINDS):
        if counts[win]:
            n = mj_facts(counts, NULL, 0, win, STANDARD | ORPHANS | QUAD_PAIRS, words)
            n = mj_words_sorted(words, n)
            state = n
            for i in range(n):
                state = _mixed(state, words[i])
            variants[n_variants] = state
            n_variants += 1
    n_variants = mj_words_sorted(variants, n_variants)
    state = n_variants
    for i in range(n_variants):
        state = _mixed(state, variants[i])
    return state | 1


# What is asked of every hand instead of its facts words, and what that came to.
cdef const mj_plan* _plan = NULL
cdef uint64_t _won, _differ, _ways_differ


cdef void _worth(uint64_t word, const uint8_t* answers, int n, uint32_t* worth) noexcept nogil:
    """Make up what a sight is worth on two sides: rank and result of one, of the other."""
    cdef uint64_t state = _mixed(0, word)
    cdef int i
    for i in range(n):
        state = _mixed(state, answers[i])
    for i in range(4):
        state = _mixed(state, i)
        worth[i] = <uint32_t>(state >> 32) | 1 if i % 2 == 0 else <uint32_t>(state >> 40) % 3


cdef void _compare(const uint8_t* counts, uint64_t ways) noexcept nogil:
    """Count the hand: whether it wins on a side, whether it differs under some winning tile."""
    global _won, _differ, _ways_differ
    cdef mj_sight sights[MJ_MAX_SIGHTS]
    cdef uint64_t words[MJ_MAX_SIGHTS]
    cdef uint8_t answers[MJ_MAX_SIGHTS * 64]
    cdef uint32_t worth[4]
    cdef uint32_t best[4]
    cdef bint wins = False, differs = False
    cdef int win, n, i, side
    for win in range(N_KINDS):
        if not counts[win]:
            continue
        n = mj_sights(counts, NULL, 0, win, STANDARD | ORPHANS | QUAD_PAIRS, 0, _plan, sights,
                      words, answers)
        memset(best, 0, sizeof(best))
        for i in range(n):
            _worth(words[i], answers + i * _plan.n_asks, _plan.n_asks, worth)
            for side in range(0, 4, 2):
                if worth[side] > best[side]:
                    best[side] = worth[side]
                    best[side + 1] = worth[side + 1]
        wins = wins or best[1] or best[3]
        differs = differs or best[1] != best[3]
    _won += wins
    _differ += differs
    _ways_differ += ways if differs else 0


cdef void _see(mj_seen* table, const uint8_t* counts, uint64_t ways) noexcept nogil:
    if _plan != NULL:
        _compare(counts, ways)
        return
    cdef uint64_t key = _signature(counts)
    cdef uint64_t at = key >> 20 & (N_SEEN - 1)
    while table[at].key and table[at].key != key:
        at = (at + 1) & (N_SEEN - 1)
    if not table[at].key:
        table[at].key = key
        memcpy(table[at].example, counts, N_KINDS)
    table[at].hands += 1
    table[at].ways += ways


cdef uint32_t _part_ways(const uint8_t* counts, int kinds) noexcept nogil:
    cdef uint32_t ways = 1
    cdef int kind
    for kind in range(kinds):
        ways *= 4 if counts[kind] & 1 else 6 if counts[kind] == 2 else 1
    return ways


def suit_walk(honors=False):
    """Return every count vector of a suit, or of the honors, that splits, with its readings."""
    cdef int part = 3 if honors else 0, kinds = 7 if honors else 9
    cdef uint32_t index, vectors = MJ_HONOR_VECTORS if honors else MJ_SUIT_VECTORS
    cdef uint8_t held[9]
    cdef mj_reading found[MJ_MAX_READINGS]
    cdef int tiles = 0, rank, n, i
    cdef list walked = []
    memset(held, 0, 9)
    for index in range(vectors):
        n = mj_part_readings(part, held, found) if tiles <= 14 else 0
        if n:
            walked.append((
                PyBytes_FromStringAndSize(<char*>held, kinds), tiles // 3, tiles % 3 == 2,
                tuple([
                    PyBytes_FromStringAndSize(<char*>found[i].code, found[i].length)
                    for i in range(n)
                ])))
        # The next vector: count up in base 5.
        for rank in range(kinds):
            tiles += 1
            held[rank] += 1
            if held[rank] < 5:
                break
            held[rank] = 0
            tiles -= 5
    return walked


cdef int _parts_of(bint honors, mj_whole_part* parts, int* first) except -1:
    """Gather complete parts by sets and pair: those of 2 * sets + pair start at first[...]."""
    cdef int n = 0, index, kinds = 7 if honors else 9
    cdef bytes counts
    walked = suit_walk(honors)
    for index in range(10):
        first[index] = n
        for counts, sets, pair, _ in walked:
            if 2 * sets + pair == index:
                memset(parts[n].counts, 0, 9)
                memcpy(parts[n].counts, <const char*>counts, kinds)
                parts[n].ways = _part_ways(parts[n].counts, kinds)
                n += 1
    first[10] = n
    return n


cdef void _visit(
    mj_seen* table, const mj_whole_part* suits, const int* suit_at, const mj_whole_part* honors,
    const int* honor_at, int m, int p, int s, int z,
) noexcept nogil:
    """See each hand whose parts have these numbers of sets and pairs."""
    cdef uint8_t counts[34]
    cdef int i, j, k, h
    cdef uint64_t ways
    for i in range(suit_at[m], suit_at[m + 1]):
        memcpy(counts, suits[i].counts, 9)
        for j in range(suit_at[p], suit_at[p + 1]):
            memcpy(counts + 9, suits[j].counts, 9)
            for k in range(suit_at[s], suit_at[s + 1]):
                memcpy(counts + 18, suits[k].counts, 9)
                ways = <uint64_t>suits[i].ways * suits[j].ways * suits[k].ways
                for h in range(honor_at[z], honor_at[z + 1]):
                    memcpy(counts + 27, honors[h].counts, 7)
                    _see(table, counts, ways * honors[h].ways)


cdef void _visit_pairs(mj_seen* table, uint8_t* counts, int kind, int left) noexcept nogil:
    """See each hand of pairs from `kind` on that is not four sets and a pair as well."""
    if left == 0:
        if not mj_has_reading(counts, 0, STANDARD):
            _see(table, counts, _pair_ways(counts))
        return
    if kind == N_KINDS or left > 2 * (N_KINDS - kind):
        return
    cdef int count
    for count in range(0, 3 if left > 1 else 2):
        counts[kind] = <uint8_t>(2 * count)
        _visit_pairs(table, counts, kind + 1, left - count)
    counts[kind] = 0


cdef uint64_t _pair_ways(const uint8_t* counts) noexcept nogil:
    cdef uint64_t ways = 1
    cdef int kind
    for kind in range(N_KINDS):
        if counts[kind] == 2:
            ways *= 6
    return ways


def visit_all_hands():
    """Return (example, hands, ways) of each signature of all 27,907,837 winning hands.

    A signature is what ``facts`` gives under each winning tile. Takes half a minute: for tests.
    """
    cdef mj_whole_part* suits = <mj_whole_part*>calloc(N_PARTS, sizeof(mj_whole_part))
    cdef mj_whole_part* honors = <mj_whole_part*>calloc(N_PARTS, sizeof(mj_whole_part))
    cdef mj_seen* table = <mj_seen*>calloc(N_SEEN, sizeof(mj_seen))
    cdef int suit_at[11]
    cdef int honor_at[11]
    cdef int m, p, s, z, i
    cdef uint8_t counts[34]
    try:
        if not (suits and honors and table):
            raise MemoryError
        _parts_of(False, suits, suit_at)
        _parts_of(True, honors, honor_at)
        with nogil:
            for m in range(10):
                for p in range(10):
                    for s in range(10):
                        for z in range(10):
                            if (m // 2 + p // 2 + s // 2 + z // 2 == 4
                                    and m % 2 + p % 2 + s % 2 + z % 2 == 1):
                                _visit(table, suits, suit_at, honors, honor_at, m, p, s, z)
            memset(counts, 0, N_KINDS)
            _visit_pairs(table, counts, 0, 7)
            for i in range(N_KINDS):
                if _is_orphan(i):
                    memset(counts, 0, N_KINDS)
                    for m in range(N_KINDS):
                        counts[m] = _is_orphan(m) + (m == i)
                    _see(table, counts, 6 * (<uint64_t>1 << 24))
        return [
            (PyBytes_FromStringAndSize(<char*>table[i].example, N_KINDS),
             table[i].hands, table[i].ways)
            for i in range(N_SEEN) if table[i].key
        ]
    finally:
        free(suits)
        free(honors)
        free(table)


cdef inline bint _is_orphan(int kind) noexcept nogil:
    return kind >= 27 or kind % 9 == 0 or kind % 9 == 8


def sight_worth(word, bytes answers):
    """Return what ``compare_all_hands`` makes up for a sight: two ranks, each with its result."""
    cdef uint32_t worth[4]
    _worth(word, <const uint8_t*>PyBytes_AS_STRING(answers), <int>len(answers), worth)
    return worth[0], worth[1], worth[2], worth[3]


def compare_all_hands(Asked asked not None):
    """Return how many of all hands win on a side, how many differ, and in how many ways.

    Takes some minutes: for tests. What sights are worth is made up (``sight_worth``).
    """
    global _plan, _won, _differ, _ways_differ
    if asked.number > 64:
        raise ValueError(f"{asked.number} questions are above 64")
    _won = _differ = _ways_differ = 0
    _plan = &asked.plan
    try:
        visit_all_hands()
    finally:
        _plan = NULL
    return _won, _differ, _ways_differ
