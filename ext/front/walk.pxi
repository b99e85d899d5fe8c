# Parts of hands with their facts, for a census of all winning hands.


cdef tuple _words(const uint64_t* words, int n):
    if n == 1:
        return (words[0],)
    return tuple([words[i] for i in range(n)])


cdef class _Part:
    """A part of hands, and what is asked of each of its count vectors."""

    cdef int part, kinds
    cdef const uint8_t* classes
    cdef const uint8_t* costs

    def __cinit__(self, part):
        self.part = _small(part, "part", 0, 3)
        self.kinds = 7 if self.part == 3 else 9
        self.classes = &mj_honor_class[0] if self.part == 3 else &mj_suit_class[0]
        self.costs = &mj_honor_vector[0][0] if self.part == 3 else &mj_suit_vector[0][0]

    cdef bint splits(self, uint32_t index, int tiles) noexcept:
        """Return whether so many tiles are sets, or sets and the pair."""
        cdef int cell = tiles // 3 + 8 * (tiles % 3 == 2)
        return tiles <= 14 and tiles % 3 != 1 and (
            self.costs[16 * self.classes[index] + cell] == MJ_FREE)

    cdef mj_part open(self, const uint8_t* held, int win) noexcept:
        return mj_part_open(self.part, held, NULL, 0, 9 * self.part + win if win >= 0 else -1)

    cdef tuple words(self, const uint8_t* held, int win):
        """Return its facts words, sorted; ``win`` is the rank of the winning tile or -1."""
        cdef uint64_t words[MJ_MAX_READINGS]
        cdef mj_part opened = self.open(held, win)
        return _words(words, mj_part_words(&opened, words))

    cdef uint64_t among_pairs(self, const uint8_t* held) noexcept:
        cdef mj_part opened = self.open(held, -1)
        return mj_part_without_sets(&opened, MJ_FORM_PAIRS)

    cdef uint64_t ways(self, const uint8_t* held) noexcept:
        """Return in how many ways four of each kind give these tiles."""
        cdef uint64_t ways = 1
        cdef int rank
        for rank in range(self.kinds):
            ways *= 4 if held[rank] & 1 else 6 if held[rank] == 2 else 1
        return ways


cdef _gather(dict found, key, const uint8_t* held, int kinds, uint64_t ways):
    """Count one more vector of those that are alike; the first stands for all."""
    cdef list known = found.get(key)
    if known is None:
        found[key] = [1, ways, PyBytes_FromStringAndSize(<char*>held, kinds)]
    else:
        known[0] += 1
        known[1] += ways


def complete_parts(part):
    """Return what the count vectors of one part that split into sets and pair are, gathered."""
    cdef _Part here = _Part(part)
    cdef uint32_t index, vectors = MJ_HONOR_VECTORS if here.part == 3 else MJ_SUIT_VECTORS
    cdef uint8_t held[9]
    cdef int tiles = 0, rank, win
    cdef bint even
    cdef dict found = {}
    memset(held, 0, 9)
    for index in range(vectors):
        if here.splits(index, tiles):
            won = set()
            even = True
            for win in range(here.kinds):
                if held[win]:
                    won.add(here.words(held, win))
                    even = even and not held[win] & 1
            pairs = here.among_pairs(held) if even else None
            key = (tiles // 3, tiles % 3 == 2, pairs, here.words(held, -1), frozenset(won))
            _gather(found, key, held, here.kinds, here.ways(held))
        # The next vector: count up in base 5.
        for rank in range(here.kinds):
            tiles += 1
            held[rank] += 1
            if held[rank] < 5:
                break
            held[rank] = 0
            tiles -= 5
    return [(key, *alike) for key, alike in found.items()]


cdef _add_pairs(_Part here, dict found, uint8_t* held, int rank, uint32_t index, int pairs):
    """Gather the vectors of ``pairs`` pairs and more from ``rank`` on."""
    cdef int more
    if rank == here.kinds:
        beside = 2 * pairs % 3 // 2 if here.splits(index, 2 * pairs) else -1
        key = (pairs, beside, here.among_pairs(held))
        _gather(found, key, held, here.kinds, here.ways(held))
        return
    for more in range(3):
        if pairs + more <= 7:
            held[rank] = <uint8_t>(2 * more)
            _add_pairs(here, found, held, rank + 1, index + 2 * more * mj_weight[rank], pairs + more)
    held[rank] = 0


def paired_parts(part):
    """Return what the count vectors of one part that are nothing but pairs are, gathered."""
    cdef uint8_t held[9]
    cdef dict found = {}
    memset(held, 0, 9)
    _add_pairs(_Part(part), found, held, 0, 0, 0)
    return [(key, *alike) for key, alike in found.items()]


def orphan_part(part):
    """Return the facts word of a part of thirteen orphans."""
    cdef _Part here = _Part(part)
    cdef uint8_t held[9]
    cdef int rank
    for rank in range(9):
        held[rank] = here.part == 3 or rank == 0 or rank == 8
    cdef mj_part opened = here.open(held, -1)
    return mj_part_without_sets(&opened, MJ_FORM_ORPHANS)


def together(first, second):
    """Return the facts words of hands of which ``first`` and ``second`` are those of the parts."""
    cdef uint64_t words[MJ_MAX_READINGS]
    cdef uint64_t one
    cdef int n = 0
    cdef tuple some = first, others = second
    if len(some) * len(others) > MJ_MAX_READINGS:
        raise ValueError(f"{len(some)} by {len(others)} words are above {MJ_MAX_READINGS}")
    for a in some:
        one = a
        for b in others:
            words[n] = mj_together(one, b)
            n += 1
    return _words(words, mj_words_sorted(words, n))
