# Chance as Python's random.Random has it (MT19937), seeded alike: the same numbers, in C.

cdef enum:
    _WORDS = 624
    _AHEAD = 397


try:
    from _sha512 import sha512 as _sha512
except ImportError:  # of Python 3.12 and later
    from hashlib import sha512 as _sha512


cdef class Chance:
    """A stream of chance that depends on its seed alone."""

    cdef uint32_t state[_WORDS]
    cdef int at

    def __init__(self, str seed not None):
        # as random.seed(text, version=2) has it: the text and its digest are one number
        cdef bytes text = seed.encode("utf-8", "surrogatepass")
        text = text + _sha512(text).digest()
        cdef Py_ssize_t size = len(text), n, i
        cdef const unsigned char* byte = <const unsigned char*>PyBytes_AS_STRING(text)
        cdef Py_ssize_t first = 0
        while first < size - 1 and byte[first] == 0:
            first += 1
        n = (size - first + 3) // 4
        cdef uint32_t* key = <uint32_t*>malloc(4 * n)
        if key == NULL:
            raise MemoryError
        memset(key, 0, 4 * n)
        for i in range(size - first):
            key[i >> 2] |= <uint32_t>byte[size - 1 - i] << (8 * (i & 3))
        self.fill(key, n)
        free(key)

    cdef void fill(self, const uint32_t* key, Py_ssize_t length) noexcept:
        """Begin with an array of numbers (init_by_array of MT19937)."""
        cdef uint32_t* s = self.state
        cdef Py_ssize_t i = 1, j = 0, k
        s[0] = 19650218u
        for k in range(1, _WORDS):
            s[k] = 1812433253u * (s[k - 1] ^ (s[k - 1] >> 30)) + <uint32_t>k
        for k in range(max(_WORDS, length)):
            s[i] = ((s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u))
                    + key[j] + <uint32_t>j)
            i += 1
            j += 1
            if i >= _WORDS:
                s[0] = s[_WORDS - 1]
                i = 1
            if j >= length:
                j = 0
        for k in range(_WORDS - 1):
            s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - <uint32_t>i
            i += 1
            if i >= _WORDS:
                s[0] = s[_WORDS - 1]
                i = 1
        s[0] = 0x80000000u
        self.at = _WORDS

    cdef void turn(self) noexcept:
        """Make the next 624 words."""
        cdef uint32_t* s = self.state
        cdef uint32_t y
        cdef int i
        for i in range(_WORDS):
            y = (s[i] & 0x80000000u) | (s[(i + 1) % _WORDS] & 0x7fffffffu)
            s[i] = s[(i + _AHEAD) % _WORDS] ^ (y >> 1) ^ (0x9908b0dfu if y & 1 else 0u)
        self.at = 0

    cdef inline uint32_t word(self) noexcept:
        cdef uint32_t y
        if self.at >= _WORDS:
            self.turn()
        y = self.state[self.at]
        self.at += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9d2c5680u
        y ^= (y << 15) & 0xefc60000u
        return y ^ (y >> 18)

    cdef inline uint32_t below(self, uint32_t n) noexcept:
        """Return a number from 0 up to ``n``, which is 1 at least."""
        cdef int bits = 0
        cdef uint32_t found
        while bits < 32 and n >> bits:
            bits += 1
        found = self.word() >> (32 - bits)
        while found >= n:
            found = self.word() >> (32 - bits)
        return found

    def random(self):
        """Return a number from 0.0 up to 1.0."""
        cdef uint32_t a = self.word() >> 5
        cdef uint32_t b = self.word() >> 6
        return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0)

    def randrange(self, int64_t start, stop=None):
        """Return a whole number from ``start`` up to ``stop``, or from 0 up to ``start``."""
        cdef int64_t first = 0 if stop is None else start
        cdef int64_t n = (start if stop is None else <int64_t>stop) - first
        if n < 1 or n > 0xffffffff:
            raise ValueError(f"no range of chance: {n}")
        return first + self.below(<uint32_t>n)

    def choice(self, choices):
        """Return one of ``choices``, a sequence that is not empty."""
        cdef Py_ssize_t n = len(choices)
        if n < 1 or n > 0xffffffff:
            raise IndexError("nothing to choose from")
        return choices[self.below(<uint32_t>n)]

    def shuffle(self, list items not None):
        """Put ``items`` into an order of chance."""
        cdef Py_ssize_t i, j
        for i in range(len(items) - 1, 0, -1):
            j = self.below(<uint32_t>i + 1)
            items[i], items[j] = items[j], items[i]
