# A hand that four seats play: what each holds, and turns in which nobody has to think.
#
# Nothing of the rules is here but what counts and small numbers say of them; whatever is more than
# a plain discard and the next draw is left to who plays the hand (mjtool/simulation/play.py).

ACT, DISCARD, OTHERS, CLAIM, DRAW = range(5)
cdef enum:
    _ACT, _DISCARD, _OTHERS, _CLAIM, _DRAW


cdef int _wild_missing(
    const uint8_t* naturals, const uint8_t* lacking, bint lacks, int sets, int forms
) noexcept:
    """Return how many tiles are missing beside naturals, with wild ones counted as missing.

    Own sets limit nothing: a wild tile may stand for a kind of which they hold the others.
    """
    cdef int missing = 100, kind, found, pairs = 0, odd = 0, kinds = 0
    if forms & STANDARD:
        if lacks:
            missing = mj_limited_missing(naturals, lacking, sets, STANDARD)
        else:
            missing = mj_active.missing(naturals, sets, STANDARD)
    if sets:
        return missing
    if forms & ORPHANS:
        missing = min(missing, mj_active.missing(naturals, 0, ORPHANS))
    if forms & (PAIRS | QUAD_PAIRS):
        for kind in range(N_KINDS):
            kinds += naturals[kind] == 1
            odd += naturals[kind] & 1
            pairs += naturals[kind] // 2 if forms & QUAD_PAIRS else naturals[kind] > 1
        found = 14 - 2 * pairs - min(7 - pairs, odd if forms & QUAD_PAIRS else kinds)
        missing = min(missing, found)
    return missing


cdef class Holding:
    """The tiles of one seat: ``counts`` concealed, ``used`` in the sets of ``codes``.

    ``shanten`` and ``waits`` are of the 3n + 1 tiles that it held when it was settled last. The
    two flags say that its discards and its claims follow from its tiles alone.
    """

    cdef readonly bytearray counts, used
    cdef Py_buffer _held, _gone
    cdef uint8_t* held
    cdef uint8_t* gone
    cdef public list codes
    cdef public int number, draws, discards, shanten
    cdef int forms
    cdef public int64_t barred
    cdef public object passed
    cdef int64_t _waits
    cdef public bint plain_discards, plain_claims
    cdef public int wilds
    cdef readonly bint has_wild, any_copies
    cdef public int most_sets
    cdef uint8_t lacking[N_KINDS]
    cdef bint lacks

    def __cinit__(self, *args, **kwargs):
        self.held = self.gone = NULL
        self.shanten = 8
        self.most_sets = 4
        self._waits = -1
        self.codes = []

    def __init__(self, int number, forms, bytes used not None):
        if len(used) != N_KINDS:
            raise ValueError(f"used must have 34 entries, got {len(used)}")
        if self.held != NULL:
            raise TypeError("a holding is made once")
        self.number = number
        self.forms = _forms(forms, 0)
        self.counts = bytearray(N_KINDS)
        self.used = bytearray(used)
        # as long as a buffer is taken, the bytes stay where they are
        PyObject_GetBuffer(self.counts, &self._held, PyBUF_WRITABLE)
        self.held = <uint8_t*>self._held.buf
        PyObject_GetBuffer(self.used, &self._gone, PyBUF_WRITABLE)
        self.gone = <uint8_t*>self._gone.buf

    def play_with_wild(self, bytes lacking not None, bint any_copies):
        """Take note that tiles may be wild: they are ``wilds``, and no ``counts``.

        ``lacking`` is 4 for kinds that the set lacks; ``any_copies``: more than four may be alike.
        """
        cdef int kind
        if len(lacking) != N_KINDS:
            raise ValueError(f"lacking must have 34 entries, got {len(lacking)}")
        self.has_wild, self.any_copies = True, any_copies
        for kind in range(N_KINDS):
            self.lacking[kind] = 4 if lacking[kind] else 0
            self.lacks |= lacking[kind] != 0

    def find_waits(self):
        """Return the tiles that complete 3n + 1 tiles, wild ones among them; for players to say."""
        raise NotImplementedError

    def fills(self):
        """Return whether 3n + 2 tiles win, wild ones among them; for players to say."""
        raise NotImplementedError

    def __dealloc__(self):
        if self.held != NULL:
            PyBuffer_Release(&self._held)
        if self.gone != NULL:
            PyBuffer_Release(&self._gone)

    cdef inline int sets(self) noexcept:
        return <int>PyList_GET_SIZE(self.codes)

    cdef inline int ways(self) noexcept:
        return STANDARD if PyList_GET_SIZE(self.codes) else self.forms

    cdef int check(self, int more) except -1:
        """Refuse tiles that are no hand of 13 + ``more``; what C below takes on trust."""
        if self.sets() > 4:
            raise ValueError(f"{self.sets()} fixed sets")
        if self.has_wild:
            _check_natural(self.held, self.sets(), self.wilds, more)
            return 0
        _check_tiles(self.held, self.sets(), more)
        _check_used(self.held, self.gone, self.sets())
        return 0

    cdef inline int64_t waiting(self) except -2:
        cdef uint64_t live, dead
        if self._waits < 0 and self.has_wild:
            self._waits = self.find_waits()
        elif self._waits < 0:
            mj_completing(self.held, self.gone, self.sets(), self.ways(), &live, &dead)
            self._waits = <int64_t>live
        return self._waits

    cdef inline void take_stock(self, int shanten) noexcept:
        self.shanten = shanten
        # of wild tiles four may win whatever the rest, or more than four be alike
        self._waits = -1 if shanten <= 0 or self.wilds > 2 or self.any_copies else 0

    cdef inline int missing(self) noexcept:
        """Return how many tiles are missing, one more than the shanten."""
        if self.has_wild:
            return _wild_missing(
                self.held, self.lacking, self.lacks, self.sets(), self.ways()) - self.wilds
        return mj_limited_missing(self.held, self.gone, self.sets(), self.ways())

    def settle(self):
        """Take stock after the tiles have changed to 3n + 1."""
        self.check(0)
        self.take_stock(self.missing() - 1)

    def now(self):
        """Return the shanten of the 3n + 2 tiles."""
        self.check(1)
        return self.missing() - 1

    def changed(self):
        """Forget the waits: the tiles have changed."""
        self._waits = -1

    @property
    def waits(self):
        """The kinds that complete the 3n + 1 tiles, as a mask."""
        if self._waits < 0:
            self.check(0)
        return self.waiting()

    @property
    def is_complete(self):
        """Whether the 3n + 2 tiles win."""
        self.check(1)
        return self.fills() if self.has_wild else self.completed()

    cdef inline bint completed(self) noexcept:
        """Return whether the tiles win; with wild ones among them, whether they may."""
        if self.has_wild:
            return self.wilds > 3 or self.missing() <= (self.wilds if self.any_copies else 0)
        return mj_active.missing(self.held, self.sets(), self.ways()) == 0

    def after(self, int code):
        """Return the shanten with one more set, its tiles taken from the hand.

        Of a claimed set all tiles but the claimed one: the lowest code above that of a chow is a
        pung, then an exposed kong, an added, a concealed one; a chow of which one tile is claimed
        has its own function.
        """
        cdef int which = code // N_KINDS, kind = code % N_KINDS
        if code < N_KINDS or which > 4:
            raise ValueError(f"{code} is not the code of a pung or kong")
        if self.held[kind] < (0, 2, 3, 1, 4)[which] or self.sets() > 4 - (which != 3):
            raise ValueError(f"{code} cannot be laid open")
        if self.gone[kind] + (0, 3, 4, 1, 4)[which] > 4:
            raise ValueError(f"more than 4 tiles of kind {kind}")
        return self.with_copies(which, kind)

    cdef int with_copies(self, int which, int kind) noexcept:
        """Return the shanten with a pung 1, an exposed 2, added 3 or concealed 4 kong of a kind."""
        cdef int own = 2 if which == 1 else 3 if which == 2 else 1 if which == 3 else 4
        cdef int laid = 3 if which == 1 else 1 if which == 3 else 4
        cdef int sets = self.sets() + (which != 3)
        cdef int found
        self.held[kind] -= <uint8_t>own
        self.gone[kind] += <uint8_t>laid
        found = self.missing_of(sets) - 1
        self.held[kind] += <uint8_t>own
        self.gone[kind] -= <uint8_t>laid
        return found

    cdef int missing_of(self, int sets) noexcept:
        if self.has_wild:
            return _wild_missing(
                self.held, self.lacking, self.lacks, sets, STANDARD) - self.wilds
        return mj_limited_missing(self.held, self.gone, sets, STANDARD)

    cdef int with_chow(self, int low, int tile) noexcept:
        """Return the shanten with a chow from ``low`` on, for which ``tile`` is claimed."""
        cdef int each, found
        for each in range(low, low + 3):
            self.held[each] -= each != tile
            self.gone[each] += 1
        found = self.missing_of(self.sets() + 1) - 1
        for each in range(low, low + 3):
            self.held[each] += each != tile
            self.gone[each] -= 1
        return found

    def after_chow(self, int low, int tile):
        """Return the shanten with a chow from ``low`` on, for which ``tile`` is claimed."""
        if not 0 <= low < 27 or low % 9 > 6 or not low <= tile < low + 3:
            raise ValueError(f"{low} and {tile} make no chow")
        for each in range(low, low + 3):
            if self.gone[each] > 3 or (each != tile and not self.held[each]):
                raise ValueError(f"{low} and {tile} make no chow here")
        if self.sets() > 3:
            raise ValueError("five fixed sets")
        return self.with_chow(low, tile)

    def best_discards(self, const uint8_t[::1] visible not None, list spared not None):
        """Return what a greedy player chooses from, in the order of its choice."""
        cdef uint8_t found[14]
        cdef uint64_t kept = 0
        cdef int i, n, shanten
        if visible.shape[0] < N_KINDS:
            raise ValueError(f"visible must have 34 entries, got {visible.shape[0]}")
        self.check(1)
        for tile in spared:
            kept |= <uint64_t>1 << (<int>tile % 64)
        n = self.best(&visible[0], kept, found, &shanten)
        return [found[i] for i in range(n)]

    cdef int best(
        self, const uint8_t* visible, uint64_t spared, uint8_t* found, int* shanten
    ) noexcept:
        """Write the discards between which nothing decides: of the least shanten those with most
        useful tiles to come, of these honors, or else terminals before others."""
        cdef uint8_t kinds[14]
        cdef uint64_t masks[14]
        cdef uint8_t chosen[14]
        cdef uint64_t useful
        cdef int n, i, kind, live, width = -1, kept = 0, out = 0
        cdef int has_honor = 0
        if self.has_wild:
            n = self.wild_nearest(kinds, masks, shanten)
        else:
            n = mj_limited_nearest(
                self.held, self.gone, self.sets(), self.ways(), kinds, masks, shanten)
        shanten[0] -= 1
        for i in range(n):
            if spared >> kinds[i] & 1:
                continue
            live = 0
            useful = masks[i]
            while useful:
                kind = mj_lowest_bit(useful)
                useful &= useful - 1
                live += 4 - <int>visible[kind] - <int>self.held[kind]
            if live > width:
                width, kept = live, 0
            if live == width:
                chosen[kept] = kinds[i]
                kept += 1
        if kept == 0:  # nothing but what is to be spared: any tile will do
            for kind in range(N_KINDS):
                if self.held[kind]:
                    chosen[kept] = <uint8_t>kind
                    kept += 1
        for i in range(kept):
            has_honor |= chosen[i] >= 27
        for i in range(kept):
            if has_honor and chosen[i] >= 27 or not has_honor and chosen[i] % 9 % 8 == 0:
                found[out] = chosen[i]
                out += 1
        for i in range(kept):
            if not has_honor and chosen[i] % 9 % 8 != 0:
                found[out] = chosen[i]
                out += 1
        return out


    cdef int wild_nearest(self, uint8_t* kinds, uint64_t* masks, int* missing) noexcept:
        """As mj_limited_nearest, of the tiles that are not wild."""
        cdef int kind, more, found, least = 100, n = 0, i
        for kind in range(N_KINDS):
            if self.held[kind] == 0:
                continue
            self.held[kind] -= 1
            found = self.missing()
            self.held[kind] += 1
            if found > least:
                continue
            if found < least:
                n = 0
            least = found
            kinds[n] = <uint8_t>kind
            n += 1
        for i in range(n):
            masks[i] = 0
            self.held[kinds[i]] -= 1
            for more in range(N_KINDS):
                if self.held[more] + self.gone[more] < 4 and not self.lacking[more]:
                    self.held[more] += 1
                    masks[i] |= <uint64_t>(self.missing() < least) << more
                    self.held[more] -= 1
            self.held[kinds[i]] += 1
        missing[0] = least
        return n


cdef class Turns:
    """The turns of one hand: the four holdings, the wall, what lies open, whose turn it is.

    ``wall`` is drawn from ``front``, replacements from below ``tail``; ``reserve`` tiles stay.
    ``drawn`` is the tile drawn last, ``thrown`` the one discarded last. What was done is appended
    to ``events``, where that is not None: of ``drawing`` and ``throwing``, a hundred for each
    seat. With ``own_waits`` a seat's own discard counts among those it lets go. ``wild`` is the
    mask of wild tiles, which are won on where ``may_win_wild``.
    """

    cdef readonly tuple seats
    cdef public list wall, opening, kongs
    cdef public list events
    cdef readonly bytearray visible
    cdef Py_buffer _visible
    cdef uint8_t* open
    cdef public int front, tail, reserve, turn, drawn, thrown, discards
    cdef public bint after_kong, kong_discard, followed, called
    cdef public bint is_quick, own_waits, has_chow, kong_needs_wall, may_win, may_win_wild
    cdef public uint64_t wild
    cdef public object chain_feeder
    cdef public int claimer, claimed
    cdef tuple drawing, throwing

    def __cinit__(self, *args, **kwargs):
        self.open = NULL

    def sit_down(self, tuple seats not None, bytes visible not None, tuple events):
        """Begin with the four seats and the kinds of which nothing will be seen any more."""
        if self.open != NULL:
            raise TypeError("a hand begins once")
        if len(seats) != 4 or not all(isinstance(seat, Holding) for seat in seats):
            raise TypeError("seats must be four holdings")
        if len(visible) != N_KINDS:
            raise ValueError(f"visible must have 34 entries, got {len(visible)}")
        self.seats = seats
        self.visible = bytearray(visible)
        PyObject_GetBuffer(self.visible, &self._visible, PyBUF_WRITABLE)
        self.open = <uint8_t*>self._visible.buf
        self.opening = []
        self.kongs = []
        if events is None:
            self.events = None
        else:
            self.drawing, self.throwing = events
            self.events = []

    def __dealloc__(self):
        if self.open != NULL:
            PyBuffer_Release(&self._visible)

    cdef inline Holding seat(self, int number):
        return <Holding>self.seats[number & 3]

    def go(self, int stage, rng):
        """Play on from ``stage`` to where somebody has to think, and return that stage.

        ACT: ``turn`` has drawn and may win or make a kong; DISCARD: it is to discard; OTHERS: it
        has discarded ``thrown``, on which somebody could win; CLAIM: or which somebody may claim;
        DRAW: nobody did, ``turn`` is the next, and what it draws is no plain tile, or none is left.
        """
        cdef Chance chance = rng if type(rng) is Chance else None
        cdef Holding seat, other
        cdef int number, tile, n, shanten, i
        cdef uint8_t found[14]
        if self.open == NULL:
            raise TypeError("nobody has sat down")
        if not self.is_quick:
            return stage
        if not _ACT <= stage <= _DRAW or not 0 <= self.thrown < 63:
            raise ValueError(f"no stage: {stage} of {self.thrown}")
        for i in range(4):  # from here on every hand stays one
            self.seat(i).check(i == self.turn & 3 and stage <= _DISCARD)
        while True:
            number = self.turn & 3
            seat = self.seat(number)
            if stage == _ACT:
                if not seat.plain_discards or seat.completed() or self.may_kong(seat):
                    return _ACT
                stage = _DISCARD
            if stage == _DISCARD:
                if not seat.plain_discards or seat.wilds + 3 * seat.sets() > 13:
                    return _DISCARD
                n = seat.best(self.open, 0, found, &shanten)
                if n == 1:
                    tile = found[0]
                elif chance is not None:
                    tile = found[chance.below(n)]
                else:
                    tile = found[<int>rng.randrange(n)]
                self.throw(seat, tile, shanten)
                stage = _OTHERS
            tile = self.thrown
            if stage == _OTHERS:
                if self.may_win and (self.may_win_wild or not self.wild >> tile & 1):
                    for i in range(4):
                        if i != number or self.own_waits:
                            other = self.seat(i)
                            if other.waiting() >> tile & 1:
                                return _OTHERS
                stage = _CLAIM
            if stage == _CLAIM:
                if self.may_claim(number, tile):
                    return _CLAIM
                self.turn = number = (number + 1) & 3
                self.chain_feeder = None
                stage = _DRAW
            if stage == _DRAW:
                if self.tail - self.front - self.reserve <= 0:
                    return _DRAW
                tile = self.wall[self.front]
                seat = self.seat(number)
                if not 0 <= tile < N_KINDS or self.wild >> tile & 1:
                    return _DRAW
                if seat.held[tile] + seat.gone[tile] > 3:
                    return _DRAW
                self.front += 1
                seat.barred = 0
                seat.passed = None
                seat.draws += 1
                seat.held[tile] += 1
                self.after_kong = False
                self.drawn = tile
                if self.events is not None:
                    self.events.append(self.drawing[100 * number + tile])
                stage = _ACT

    def discard(self, int tile):
        """Let the seat on its turn throw a tile that it holds."""
        cdef Holding seat = self.seat(self.turn)
        cdef int missing
        seat.check(1)
        if 0 <= tile < 63 and self.wild >> tile & 1 and seat.wilds:
            seat.wilds -= 1
            missing = seat.missing()
            seat.wilds += 1
        else:
            if not 0 <= tile < N_KINDS or not seat.held[tile]:
                raise ValueError(f"the seat does not hold {tile}")
            seat.held[tile] -= 1
            missing = seat.missing()
            seat.held[tile] += 1
        self.throw(seat, tile, missing - 1)

    cdef int throw(self, Holding seat, int tile, int shanten) except -1:
        cdef int number = seat.number
        if self.wild >> tile & 1:
            seat.wilds -= 1
        else:
            seat.held[tile] -= 1
        seat.discards += 1
        seat.take_stock(shanten)
        if tile < N_KINDS:
            self.open[tile] += 1
        self.thrown = tile
        self.kong_discard, self.after_kong = self.after_kong, False
        self.discards += 1
        if self.discards <= 4:
            self.opening.append(tile)
            if self.discards == 4:
                self.followed = (
                    len(set(self.opening)) == 1 and not self.called and not self.kongs)
        if self.events is not None:
            self.events.append(self.throwing[100 * number + tile])
        return 0

    cdef bint may_kong(self, Holding seat) except -1:
        """Return whether the seat could declare a kong on its own turn."""
        cdef int kind, code
        if self.tail - self.front - self.reserve <= 0 and self.kong_needs_wall:
            return False
        for kind in range(N_KINDS):
            if seat.held[kind] == 4:
                return True
        for each in seat.codes:
            code = each
            if N_KINDS <= code < 2 * N_KINDS and seat.held[code - N_KINDS]:
                return True
        return False

    cdef bint may_claim(self, int source, int tile) except -1:
        """Return whether a seat claims the discard, or has to think about it.

        ``claimer`` is then the seat, ``claimed`` the code of its set, -1 where it has to think.
        """
        cdef Holding seat
        cdef int i, low, held
        cdef bint kongs = self.tail - self.front - self.reserve > 0 or not self.kong_needs_wall
        if tile >= N_KINDS or self.wild >> tile & 1:
            return False
        for i in range(1, 4):
            seat = self.seat(source + i)
            held = seat.held[tile]
            if held < 2 or held + seat.gone[tile] > 3 or seat.sets() >= seat.most_sets:
                continue
            self.claimer, self.claimed = seat.number, -1
            if not seat.plain_claims:
                return True
            if held == 3 and kongs and seat.with_copies(2, tile) <= seat.shanten:
                self.claimed = 2 * N_KINDS + tile
                return True
            if seat.with_copies(1, tile) < seat.shanten:
                self.claimed = N_KINDS + tile
                return True
        if not self.has_chow or tile >= 27:
            return False
        seat = self.seat(source + 1)
        if seat.sets() >= seat.most_sets:
            return False
        for low in range(max(tile - 2, tile - tile % 9), tile + 1):
            if low % 9 > 6:
                continue
            for i in range(low, low + 3):
                if not seat.held[i] and i != tile or seat.held[i] + seat.gone[i] > 3 + (i != tile):
                    break
            else:
                self.claimer, self.claimed = seat.number, -1
                if not seat.plain_claims:
                    return True
                if seat.with_chow(low, tile) < seat.shanten:
                    self.claimed = low
                    return True
        return False

    def waiting(self, int tile):
        """Return the seats that wait for a tile, bit k for seat k."""
        cdef Holding seat
        cdef int i, found = 0
        for i in range(4):
            seat = self.seat(i)
            if seat._waits != 0 and seat.waits >> tile & 1:
                found |= 1 << i
        return found

    def lay(self, int number, int code):
        """Let a seat claim ``thrown`` for a set, which is laid open; it is its turn."""
        cdef Holding seat = self.seat(number)
        cdef int tile = self.thrown, kind = code % N_KINDS, each, own
        if not 0 <= code < 3 * N_KINDS or seat.sets() > 3:
            raise ValueError(f"{code} is not the code of a claimed set")
        if code < N_KINDS:
            if kind >= 27 or kind % 9 > 6 or not kind <= tile < kind + 3:
                raise ValueError(f"{kind} and {tile} make no chow")
            for each in range(kind, kind + 3):
                if each != tile and not seat.held[each]:
                    raise ValueError(f"the seat does not hold {each}")
            for each in range(kind, kind + 3):
                seat.gone[each] += 1
                if each != tile:
                    seat.held[each] -= 1
                    self.open[each] += 1
        else:
            own = 2 if code < 2 * N_KINDS else 3
            if kind != tile or seat.held[tile] < own:
                raise ValueError(f"the seat does not hold {own} of {tile}")
            seat.held[tile] -= <uint8_t>own
            seat.gone[tile] += <uint8_t>(own + 1)
            self.open[tile] += <uint8_t>own
        seat.codes.append(code)
        seat._waits = -1
        seat.barred = 0
        self.turn, self.drawn = seat.number, -1
        self.called = True
