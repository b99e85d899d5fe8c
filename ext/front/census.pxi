# The front of census.c: all winning hands by what own patterns ask of them.

cdef class OwnCensus:
    """The parts of all winning hands, by what is asked of them."""

    cdef mj_census* census
    cdef Asked asked
    cdef readonly int number

    def __cinit__(self, Asked asked not None, forms=STANDARD | ORPHANS | QUAD_PAIRS):
        self.asked = asked
        self.number = asked.number
        self.census = mj_census_new(&asked.plan, _forms(forms, 0))
        if self.census == NULL:
            raise MemoryError

    def __dealloc__(self):
        mj_census_free(self.census)


cdef class OwnWalk:
    """One share of the walk over all winning hands."""

    cdef mj_walk* walk
    cdef OwnCensus census
    cdef Py_ssize_t sights

    def __cinit__(self, OwnCensus census not None, int share=0, int shares=1):
        if not 0 <= share < shares:
            raise ValueError(f"share {share} is none of {shares}")
        self.census = census
        self.walk = mj_walk_new(census.census, share, shares)
        if self.walk == NULL:
            raise MemoryError

    def __dealloc__(self):
        mj_walk_free(self.walk)

    def find(self):
        """Return the distinct sights, each its facts word and answers."""
        cdef Py_ssize_t n, i, size = self.census.number
        with nogil:
            n = mj_walk_find(self.walk)
        if n < 0:
            raise MemoryError
        self.sights = n
        cdef const uint64_t* words = mj_walk_words(self.walk)
        cdef const uint8_t* answers = mj_walk_answers(self.walk)
        return [
            (words[i], PyBytes_FromStringAndSize(<char*>answers + i * size, size))
            for i in range(n)
        ]

    def count(self, rank_a, result_a, rank_b, result_b):
        """Return how many hands win, and the changes; what the sights are worth as uint32 buffers.

        A change is (best sight of a or -1, of b, hands, ways, example counts, winning kind).
        """
        cdef mj_side sides[2]
        cdef const uint32_t[::1] one = rank_a, two = result_a, three = rank_b, four = result_b
        cdef Py_ssize_t n, i
        cdef uint64_t hands = 0
        for values in (rank_a, result_a, rank_b, result_b):
            if len(values) != self.sights:
                raise ValueError(f"{len(values)} values for {self.sights} sights")
        if self.sights == 0:
            return 0, []
        sides[0].rank, sides[0].result = &one[0], &two[0]
        sides[1].rank, sides[1].result = &three[0], &four[0]
        with nogil:
            n = mj_walk_count(self.walk, sides, &hands)
        if n < 0:
            raise MemoryError
        cdef const mj_change* found = mj_walk_changes(self.walk)
        return hands, [
            (found[i].best[0], found[i].best[1], found[i].hands, found[i].ways,
             PyBytes_FromStringAndSize(<char*>found[i].example, N_KINDS), found[i].win)
            for i in range(n)
        ]


cdef class WildCensus:
    """The parts of all winning hands that hold so many wild tiles."""

    cdef mj_wild_census* census
    cdef mj_wild_plan plan
    cdef Asked asked

    def __cinit__(self, Asked asked not None, forms, int wilds, become, drawn, any_copies=False,
                  plain=None):
        if not 0 <= wilds <= MJ_CENSUS_WILDS:
            raise ValueError(f"{wilds} wild tiles")
        self.asked = asked
        self.plan.plan = &asked.plan
        self.plan.forms = _forms(forms, 0)
        self.plan.wilds = wilds
        self.plan.become = become
        self.plan.drawn = drawn
        self.plan.any_copies = any_copies
        self.plan.plain = -1 if plain is None else _small(plain, "plain", 0, N_KINDS - 1)
        with nogil:
            self.census = mj_wild_census_new(&self.plan)
        if self.census == NULL:
            raise MemoryError

    def __dealloc__(self):
        mj_wild_census_free(self.census)


cdef class WildWalk:
    """One share of the walk over them."""

    cdef mj_wild_walk* walk
    cdef WildCensus census
    cdef Py_ssize_t sights

    def __cinit__(self, WildCensus census not None, int share=0, int shares=1):
        if not 0 <= share < shares:
            raise ValueError(f"share {share} is none of {shares}")
        self.census = census
        self.walk = mj_wild_walk_new(census.census, share, shares)
        if self.walk == NULL:
            raise MemoryError

    def __dealloc__(self):
        mj_wild_walk_free(self.walk)

    def find(self):
        """Return the distinct sights: facts word, answers, whether of the plain side."""
        cdef Py_ssize_t n, i, size = self.census.asked.number
        with nogil:
            n = mj_wild_walk_find(self.walk)
        if n < 0:
            raise MemoryError
        self.sights = n
        cdef const uint64_t* words = mj_wild_walk_words(self.walk)
        cdef const uint8_t* answers = mj_wild_walk_answers(self.walk)
        cdef const uint8_t* plain = mj_wild_walk_plain(self.walk)
        return [
            (words[i], PyBytes_FromStringAndSize(<char*>answers + i * size, size), bool(plain[i]))
            for i in range(n)
        ]

    def count(self, rank_a, result_a, rank_b, result_b, least_a=0, least_b=0):
        """Return how many hands win, and the changes, as OwnWalk does, without a winning kind."""
        cdef mj_side sides[2]
        cdef uint32_t least[2]
        cdef const uint32_t[::1] one = rank_a, two = result_a, three = rank_b, four = result_b
        cdef Py_ssize_t n, i
        cdef uint64_t hands = 0
        for values in (rank_a, result_a, rank_b, result_b):
            if len(values) != self.sights:
                raise ValueError(f"{len(values)} values for {self.sights} sights")
        least[0], least[1] = least_a, least_b
        if self.sights == 0:
            return 0, []
        sides[0].rank, sides[0].result = &one[0], &two[0]
        sides[1].rank, sides[1].result = &three[0], &four[0]
        with nogil:
            n = mj_wild_walk_count(self.walk, sides, least, &hands)
        if n < 0:
            raise MemoryError
        cdef const mj_change* found = mj_wild_walk_changes(self.walk)
        return hands, [
            (found[i].best[0], found[i].best[1], found[i].hands, found[i].ways,
             PyBytes_FromStringAndSize(<char*>found[i].example, N_KINDS))
            for i in range(n)
        ]
