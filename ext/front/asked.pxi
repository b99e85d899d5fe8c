# The front of rows.c: what own patterns ask of the readings of a hand.

QUESTIONS = {mj_question_names[_i].decode(): _i for _i in range(MJ_N_QUESTIONS)}
TEXTS = tuple([mj_texts[_i].decode() for _i in range(MJ_N_TEXTS)])


cdef class Asked:
    """Questions in the order of their answers."""

    cdef mj_plan plan
    cdef mj_ask* asks
    cdef readonly int number

    def __cinit__(self, questions):
        cdef int i
        listed = list(questions)
        self.number = len(listed)
        self.asks = <mj_ask*>malloc(max(1, self.number) * sizeof(mj_ask))
        if self.asks == NULL:
            raise MemoryError
        for i, (name, kinds) in enumerate(listed):
            if name not in QUESTIONS:
                raise ValueError(f"{name!r} is no question")
            self.asks[i].what = QUESTIONS[name]
            self.asks[i].kinds = kinds
        if mj_plan_open(&self.plan, self.asks, self.number):
            raise ValueError(f"{self.number} questions are too many")

    def __dealloc__(self):
        free(self.asks)


def sights(counts, fixed, win, forms, given, Asked asked not None):
    """Return (facts word, answers) for each reading and place of the winning tile."""
    cdef mj_sight found[MJ_MAX_SIGHTS]
    cdef uint64_t words[MJ_MAX_SIGHTS]
    cdef char few[MJ_MAX_SIGHTS * 16]
    cdef bytes more
    cdef char* answers = few
    cdef int n
    if asked.number > 16:
        more = PyBytes_FromStringAndSize(NULL, MJ_MAX_SIGHTS * asked.number)
        answers = PyBytes_AS_STRING(more)
    n = _sights(counts, fixed, win, forms, given, asked, found, words, <uint8_t*>answers)
    return _sights_of(words, answers, n, asked.number)


cdef tuple _sights_of(uint64_t* words, char* answers, int n, int size):
    cdef int i
    if n == 1:  # mostly
        return ((words[0], PyBytes_FromStringAndSize(answers, size)),)
    return tuple([
        (words[i], PyBytes_FromStringAndSize(answers + i * size, size)) for i in range(n)
    ])


def places(counts, fixed, win, forms=STANDARD | ORPHANS):
    """Return (number of the reading, code of the winning tile's place) for each of ``sights``."""
    cdef mj_sight found[MJ_MAX_SIGHTS]
    cdef uint64_t words[MJ_MAX_SIGHTS]
    cdef int i, n
    n = _sights(counts, fixed, win, forms, False, _NOTHING_ASKED, found, words, NULL)
    return tuple([(found[i].reading, found[i].place) for i in range(n)])


_NOTHING_ASKED = Asked(())


cdef int _sights(object counts, object fixed, object win, object forms, object given, Asked asked,
                 mj_sight* found, uint64_t* words, uint8_t* answers) except -1:
    cdef uint8_t room[N_ROOM]
    cdef uint8_t codes[4]
    cdef const uint8_t* hand = _hand(counts, room, "counts")
    cdef int n_fixed = _fixed(fixed, codes)
    cdef int which = _forms(forms, n_fixed)
    cdef int won = _small(win, "win", 0, N_KINDS - 1)
    _check_assigned(hand, n_fixed)
    if hand[won] == 0:
        raise ValueError(f"the winning kind {won} is not among the counts")
    return mj_sights(hand, codes, n_fixed, won, which, given, &asked.plan, found, words, answers)
