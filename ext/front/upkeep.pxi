# The upkeep of a table that a log is followed by: hands, wall, turns, as far as a draw or a discard
# changes nothing else. What is more than that is declined, and left to mjtool/table.

cdef enum:
    _PLACES = 43      # of a hand: kinds, flowers, tiles that nobody saw
    _OWN = 0          # states, as mjtool/table/position.py numbers them
    _CLAIMED = 1
    _LIVE = 2
    _LONGEST = 96     # bytes of the longest line that is read here, and some more


cdef class Pile:
    """What is drawn from: ``tiles`` from ``front`` on where they are told, ``left`` still to draw.

    ``sure``: it is known how many are left; ``own``: each seat draws from its own. Where no tiles
    are told, ``seen`` counts those that came, of ``copies``.
    """

    cdef public list tiles
    cdef public int front, left
    cdef public bint sure, own
    cdef readonly bytearray seen
    cdef readonly bytes copies
    cdef Py_buffer _seen

    def __cinit__(self, *args, **kwargs):
        self.seen = bytearray(_PLACES)
        PyObject_GetBuffer(self.seen, &self._seen, PyBUF_WRITABLE)
        self.copies = b""
        self.own = True

    def __dealloc__(self):
        PyBuffer_Release(&self._seen)

    def hold(self, bytes copies not None, list hands not None):
        """Take note of how many there are of each kind and flower, and of what was dealt."""
        cdef uint8_t* seen = <uint8_t*>self._seen.buf
        cdef int tile
        if len(copies) != _PLACES - 1:
            raise ValueError(f"copies must have {_PLACES - 1} entries, got {len(copies)}")
        self.copies = copies
        for hand in hands:
            for tile in <list?>hand:
                if not 0 <= tile < _PLACES:
                    raise ValueError(f"no tile: {tile}")
                seen[tile] += tile != _PLACES - 1

    cdef inline bint take(self, int tile) except -1:
        """Let a plain tile be drawn from the front; False, with nothing changed, where it cannot."""
        cdef uint8_t* seen = <uint8_t*>self._seen.buf
        if self.own or not self.sure or self.left <= 0 or not self.copies:
            return False
        if self.tiles is None:
            if seen[tile] >= <uint8_t>PyBytes_AS_STRING(self.copies)[tile]:
                return False
            seen[tile] += 1
        else:
            if not 0 <= self.front < len(self.tiles) or self.tiles[self.front] != tile:
                return False
            self.front += 1
        self.left -= 1
        return True


cdef class Upkeep:
    """The table of one hand, kept in place: nothing here is judged.

    ``hands`` count every tile, hidden ones last; ``used`` are the kinds in the fixed sets of
    ``codes``. ``waits`` and ``barred`` are masks, -1 of ``waits``: not worked out. ``plain`` is the
    mask of kinds that a line may name, ``lets_go`` whether a tile that goes by bars who waits for
    it, of ``own_waits`` who threw it too. With ``has_wild`` a method ``waits_of`` works waits out.
    """

    cdef readonly tuple hands, used
    cdef public list codes, opening, kongs, passed
    cdef readonly array waits, barred, draws, thrown
    cdef public Pile wall
    cdef public int state, turn, drawn, live_seat, live_tile, discards, chain_feeder, forms
    cdef public bint after_kong, kong_discard, followed, called, has_flowers, lets_go, own_waits
    cdef public bint has_chow, has_wild
    cdef public object feeders
    cdef public uint64_t plain
    cdef Py_buffer _buffers[8]
    cdef uint8_t* hand[4]
    cdef uint8_t* gone[4]
    cdef int64_t* _waits
    cdef int64_t* _barred
    cdef int64_t* _draws
    cdef int64_t* _thrown
    cdef int _taken

    def __cinit__(self, *args, **kwargs):
        cdef int seat
        self._taken = 0
        self.hands = (bytearray(_PLACES), bytearray(_PLACES), bytearray(_PLACES), bytearray(_PLACES))
        self.used = (bytearray(N_KINDS), bytearray(N_KINDS), bytearray(N_KINDS), bytearray(N_KINDS))
        for seat in range(4):
            PyObject_GetBuffer(self.hands[seat], &self._buffers[seat], PyBUF_WRITABLE)
            self._taken = seat + 1
            self.hand[seat] = <uint8_t*>self._buffers[seat].buf
        for seat in range(4):
            PyObject_GetBuffer(self.used[seat], &self._buffers[4 + seat], PyBUF_WRITABLE)
            self._taken = 5 + seat
            self.gone[seat] = <uint8_t*>self._buffers[4 + seat].buf
        self.waits = array("q", (-1, -1, -1, -1))
        self.barred = array("q", (0, 0, 0, 0))
        self.draws = array("q", (0, 0, 0, 0))
        self.thrown = array("q", (0, 0, 0, 0))
        self._thrown = <int64_t*>self.thrown.data.as_voidptr
        self._waits = <int64_t*>self.waits.data.as_voidptr
        self._barred = <int64_t*>self.barred.data.as_voidptr
        self._draws = <int64_t*>self.draws.data.as_voidptr
        self.codes = [[], [], [], []]
        self.passed = [{}, {}, {}, {}]
        self.opening = []
        self.kongs = []
        self.forms = STANDARD
        self.live_seat = self.live_tile = self.chain_feeder = -1

    def __dealloc__(self):
        cdef int at
        for at in range(self._taken):
            PyBuffer_Release(&self._buffers[at])

    cdef int waiting(self, int seat, int tile) except -2:
        """Return whether a seat waits for a tile, -1 where its tiles are no hand."""
        cdef uint64_t live, dead
        cdef int sets, kind, tiles = 0
        cdef uint8_t* hand = self.hand[seat]
        if self._waits[seat] < 0:
            if self.has_wild:
                return self.waits_of(seat) >> tile & 1
            if self.has_flowers:
                for kind in range(N_KINDS, _PLACES - 1):
                    if hand[kind]:
                        return 0
            sets = <int>len(<list>self.codes[seat])
            if sets > 4:
                return -1
            for kind in range(N_KINDS):
                if hand[kind] + self.gone[seat][kind] > 4:
                    return -1
                tiles += hand[kind]
            if tiles != 13 - 3 * sets:
                return -1
            mj_completing(
                hand, self.gone[seat], sets, STANDARD if sets else self.forms, &live, &dead)
            self._waits[seat] = <int64_t>live
        return self._waits[seat] >> tile & 1

    cdef bint drawn_plainly(self, int seat, int tile) except -1:
        """Let a seat draw behind a discard; False, with nothing changed, where more comes of it."""
        cdef int other
        if self.state != _LIVE or seat != (self.live_seat + 1) & 3 or not 0 <= self.live_tile < 34:
            return False
        if self.lets_go:
            for other in range(4):
                if (self.own_waits or (other != seat and other != self.live_seat)) and self.waiting(
                        other, self.live_tile):
                    return False
            if self.own_waits and len(<dict>self.passed[seat]):
                return False
        if self.wall is None or not self.wall.take(tile):
            return False
        self.after_kong = False
        self.hand[seat][tile] += 1
        self._draws[seat] += 1
        self._barred[seat] = 0
        self._waits[seat] = -1
        self.turn = seat
        self.drawn = tile
        self.state = _OWN
        return True

    cdef bint thrown_plainly(self, int seat, int tile) except -1:
        """Let a seat discard what it holds; False, with nothing changed, where it cannot."""
        if self.state > _CLAIMED or seat != self.turn or not self.hand[seat][tile]:
            return False
        self.hand[seat][tile] -= 1
        self._waits[seat] = -1
        self._thrown[seat] += 1
        self.live_seat = seat
        self.live_tile = tile
        if self.discards < 4:
            self.opening.append(tile)
            self.followed = (
                not self.called and not self.kongs and self.opening == [tile, tile, tile, tile])
        self.discards += 1
        self.kong_discard = self.after_kong
        self.after_kong = False
        self.chain_feeder = -1
        self.state = _LIVE
        return True

    cdef bint is_claimable(self, int seat, int tile) except -1:
        """Return whether a claim of the live discard changes nothing but hands and turns."""
        cdef int other
        if (self.state != _LIVE or seat == self.live_seat or tile != self.live_tile
                or len(<list>self.codes[seat]) > 3):
            return False
        if self.lets_go:
            for other in range(4):
                if (self.own_waits or (other != seat and other != self.live_seat)) and self.waiting(
                        other, tile):
                    return False
        return True

    cdef int claim(self, int seat, int code, int tile) except -1:
        cdef list codes = self.codes[seat]
        codes.append(code)
        self.feeders.claimed(seat, code, tile, self.live_seat, codes)
        self._barred[seat] = 0
        self._waits[seat] = -1
        self.called = True
        self.turn = seat
        self.state = _CLAIMED
        return 0

    cdef bint punged_plainly(self, int seat, int tile) except -1:
        """Let a seat make a pung; False, with nothing changed, where more comes of it."""
        if self.hand[seat][tile] < 2 or not self.is_claimable(seat, tile):
            return False
        self.claim(seat, N_KINDS + tile, tile)
        self.hand[seat][tile] -= 2
        self.gone[seat][tile] += 3
        return True

    cdef bint chowed_plainly(self, int seat, int tile, int first, int second) except -1:
        """Let a seat make a chow with two of its own; False where more comes of it."""
        cdef int low = min(tile, first, second), high = max(tile, first, second)
        if (not self.has_chow or seat != (self.live_seat + 1) & 3 or high != low + 2
                or tile + first + second != 3 * low + 3 or low >= 27 or low % 9 > 6
                or tile == first or tile == second or first == second):
            return False
        if not self.hand[seat][first] or not self.hand[seat][second]:
            return False
        if not self.is_claimable(seat, tile):
            return False
        self.claim(seat, low, tile)
        self.hand[seat][first] -= 1
        self.hand[seat][second] -= 1
        for high in range(low, low + 3):
            self.gone[seat][high] += 1
        return True

    def deal(self, list hands not None):
        """Give the four seats what they are dealt."""
        cdef int seat, tile
        for seat in range(4):
            for tile in <list?>hands[seat]:
                if not 0 <= tile < _PLACES:
                    raise ValueError(f"no tile: {tile}")
                self.hand[seat][tile] += 1

    def run(self, bytes lines not None, Py_ssize_t at):
        """Follow the log from ``at`` on over what is plain; return how far, and over how many.

        Of a line that is anything else, or is not written as it always is, nothing is taken.
        """
        cdef const char* first = PyBytes_AS_STRING(lines)
        cdef Py_ssize_t size = PyBytes_GET_SIZE(lines)
        cdef int taken = 0, length
        cdef _Move move
        if at < 0:
            raise ValueError(f"no place in the log: {at}")
        while size - at >= _LONGEST:
            length = _read_move(first + at, self.plain, &move)
            if length == 0:
                break
            if move.what == c'r':
                if not self.drawn_plainly(move.seat, move.tile):
                    break
            elif move.what == c'i':
                if not self.thrown_plainly(move.seat, move.tile):
                    break
            elif move.what == c'h':
                if not self.chowed_plainly(move.seat, move.tile, move.own, move.other):
                    break
            elif not self.punged_plainly(move.seat, move.tile):
                break
            taken += 1
            at += length
        return at, taken


cdef struct _Move:
    char what           # dRaw, dIscard, cHow, pUng
    int seat, tile, own, other, spaces


cdef int _read_move(const char* line, uint64_t plain, _Move* move) noexcept:
    """Read a line as it is always written, with or without spaces; return its length, or 0.

    At least ``_LONGEST`` bytes must be there.
    """
    cdef const char* p = line
    cdef char what
    move.spaces = 0
    if memcmp(p, b'{"type":', 8):
        return 0
    p = _behind(p + 8, move)
    what = move.what = p[2]
    if what == c'r':
        if memcmp(p, b'"draw",', 7):
            return 0
        p += 7
    elif what == c'i':
        if memcmp(p, b'"discard",', 10):
            return 0
        p += 10
    else:
        if memcmp(p, b'"chow",', 7) and memcmp(p, b'"pung",', 7):
            return 0
        p += 7
    p = _behind(p, move)
    if memcmp(p, b'"seat":', 7):
        return 0
    p = _behind(p + 7, move)
    move.seat = p[0] - c'0'
    if move.seat < 0 or move.seat > 3 or p[1] != c',':
        return 0
    p = _behind(p + 2, move)
    if memcmp(p, b'"tile":', 7):
        return 0
    p = _behind(p + 7, move)
    move.tile = _read_tile(p, plain)
    if move.tile < 0:
        return 0
    p += 4
    if what == c'h':
        if p[0] != c',':
            return 0
        p = _behind(p + 1, move)
        if memcmp(p, b'"with":', 7):
            return 0
        p = _behind(p + 7, move)
        if p[0] != c'[':
            return 0
        move.own = _read_tile(p + 1, plain)
        if move.own < 0 or p[5] != c',':
            return 0
        p = _behind(p + 6, move)
        move.other = _read_tile(p, plain)
        if move.other < 0 or p[4] != c']':
            return 0
        p += 5
    if p[0] != c'}' or p[1] != c'\n':
        return 0
    return <int>(p + 2 - line)


cdef inline const char* _behind(const char* p, _Move* move) noexcept:
    """Return the place behind a space, where there is one."""
    cdef bint space = p[0] == c' '
    move.spaces += space
    return p + space


def plain_lines(bytes lines not None, Py_ssize_t at):
    """Return how far, and over how many, lines go that are written as this program writes them."""
    cdef const char* first = PyBytes_AS_STRING(lines)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(lines)
    cdef int taken = 0, length
    cdef _Move move
    if at < 0:
        raise ValueError(f"no place in the log: {at}")
    while size - at >= _LONGEST:
        length = _read_move(first + at, <uint64_t>-1, &move)
        if length == 0 or move.spaces:
            break
        taken += 1
        at += length
    return at, taken


cdef inline int _read_tile(const char* p, uint64_t plain) noexcept:
    """Return the kind of a text such as "5m" in quotes, -1 where it is none of these kinds."""
    cdef int kind = p[1] - c'1'
    if p[0] != c'"' or kind < 0 or kind > 8 or p[3] != c'"':
        return -1
    if p[2] == c'p':
        kind += 9
    elif p[2] == c's':
        kind += 18
    elif p[2] == c'z' and kind < 7:
        kind += 27
    elif p[2] != c'm':
        return -1
    return kind if plain >> kind & 1 else -1


def tiles_of(list texts not None, dict known not None):
    """Return the value of each text, None where one is not ``known``."""
    cdef list found = []
    for text in texts:
        value = known.get(text)
        if value is None:
            return None
        found.append(value)
    return found


def are_whole(list hands not None, list wall not None, const uint8_t[::1] copies not None):
    """Return whether hands and wall are ``copies`` of each kind and flower, no more, no less."""
    cdef int counts[_PLACES]
    cdef int tile, at
    memset(counts, 0, sizeof(counts))
    for hand in hands:
        for tile in <list?>hand:
            if not 0 <= tile < _PLACES:
                return False
            counts[tile] += 1
    for tile in wall:
        if not 0 <= tile < _PLACES:
            return False
        counts[tile] += 1
    for at in range(_PLACES):
        if counts[at] != (copies[at] if at < copies.shape[0] else 0):
            return False
    return True
