# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False
"""Hands as they are written the canonical way: read, built and written without a detour.

What each function takes and gives is written in written.pyi. Nothing here knows a rule.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.object cimport PyTypeObject
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    const char *PyUnicode_DATA(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 maxchar)
    PyTypeObject *Py_TYPE(object thing)
    object PyType_GenericAlloc(PyTypeObject *type, Py_ssize_t items)


cdef enum:
    KINDS = 34
    MOST_SETS = 4
    PUNG = 34
    EXPOSED_KONG = 68
    ADDED_KONG = 102
    CONCEALED_KONG = 136
    FLOWERS = 8
    ANONYMOUS = 42
    MOST_ANONYMOUS = 8

cdef const char *SUITS = b"mpsz"

cdef object _class = None
cdef object _wild_class = None
cdef object _others = None
cdef tuple _slots = ()
cdef dict _set_of_code = {}
cdef tuple _tiles = ()
cdef tuple _names = ()


def is_deeper(bytes data not None, Py_ssize_t most):
    """Return whether lists and objects of JSON stand in each other more than ``most`` times."""
    cdef const char *text = PyBytes_AS_STRING(data)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data), at = 0, depth = 0
    cdef char letter
    while at < size:
        letter = text[at]
        at += 1
        if letter == c'"':
            while at < size and text[at] != c'"':
                at += 2 if text[at] == c'\\' else 1
            at += 1
        elif letter == c'[' or letter == c'{':
            depth += 1
            if depth > most:
                return True
        elif letter == c']' or letter == c'}':
            depth -= 1
    return False


def prepare(hand, slots, wild_hand, others, set_of_code, pieces, names):
    """Tell what hands are made of; once, by the module that defines them."""
    global _class, _wild_class, _others, _slots, _set_of_code, _tiles, _names
    _class, _wild_class, _set_of_code = hand, wild_hand, dict(set_of_code)
    _slots = tuple([hand.__dict__[name] for name in slots])
    _others = wild_hand.__dict__[others]
    _tiles, _names = tuple(pieces), tuple(names)


cdef inline int _put(object slot, object hand, object value) except -1:
    return Py_TYPE(slot).tp_descr_set(slot, hand, value)


cdef object _hand(object of, object sets, object counts, object last, object size):
    cdef object hand = PyType_GenericAlloc(<PyTypeObject *> of, 0)
    _put(_slots[0], hand, sets)
    _put(_slots[1], hand, counts)
    _put(_slots[2], hand, last)
    _put(_slots[3], hand, size)
    return hand


def trusted_hand(tuple sets, bytes counts, last, size):
    """Return the hand of parts that are known to be legal; nothing is checked."""
    return _hand(_class, sets, counts, last, size)


cdef inline int _rank(char written) noexcept nogil:
    """Return the rank of a digit from 0, or something out of range."""
    return <int> written - 49  # b"1"


cdef int _first_kind(char suit) noexcept nogil:
    """Return the first kind of a suit, -1 where the letter is none."""
    cdef int at
    for at in range(4):
        if SUITS[at] == suit:
            return 9 * at
    return -1


cdef int _read_set(const char *text, Py_ssize_t size, int *code, uint8_t *own) noexcept nogil:
    """Read one set in brackets; return how many characters it takes, 0 where it is none."""
    cdef int number = 0, kind, first, rank, step, at
    cdef char closing = c']' if text[0] == c'[' else c')'
    while number < 4 and 1 + number < size and 0 <= _rank(text[1 + number]) < 9:
        number += 1
    if number < 3 or number + 2 >= size:
        return 0
    first = _first_kind(text[1 + number])
    rank = _rank(text[1])
    if first < 0 or (first == 27 and rank > 6):
        return 0
    kind = first + rank
    step = _rank(text[2]) - rank
    if step == 1 and number == 3 and first < 27:
        if _rank(text[3]) != rank + 2 or closing != c']' or text[5] != closing:
            return 0
        code[0] = kind
        for at in range(3):
            own[kind + at] += 1
        return 6
    for at in range(1, number):
        if text[1 + at] != text[1]:
            return 0
    at = number + 2
    own[kind] += number
    if number == 3:
        code[0] = PUNG + kind
        return at + 1 if closing == c']' and text[at] == closing else 0
    if closing == c')':
        code[0] = CONCEALED_KONG + kind
        return at + 1 if text[at] == closing else 0
    if text[at] == closing:
        code[0] = EXPOSED_KONG + kind
        return at + 1
    code[0] = ADDED_KONG + kind
    return at + 2 if text[at] == c'+' and at + 1 < size and text[at + 1] == closing else 0


cdef int _read_others(
    const char **from_, const char *end, char *others, int *last
) noexcept nogil:
    """Read flowers, then anonymous wild tiles, and go on behind them; return how many there are.

    Of what is written in another way nothing is read.
    """
    cdef const char *at = from_[0]
    cdef const char *run = at
    cdef int number = 0, flower, first
    cdef unsigned seen = 0
    while at < end and 0 <= _rank(at[0]) < FLOWERS:
        at += 1
    if at > run and at < end and at[0] == c'f':
        while run < at:
            flower = _rank(run[0])
            if seen >> flower & 1:
                return 0
            seen |= 1u << flower
            last[0] = KINDS + flower
            run += 1
        for flower in range(FLOWERS):
            if seen >> flower & 1:
                others[number] = <char> (KINDS + flower)
                number += 1
        at += 1
    else:
        at = run
    run = at
    first = number
    while at < end and at[0] == c'0' and number - first < MOST_ANONYMOUS:
        others[number] = ANONYMOUS
        number += 1
        at += 1
    if at > run:
        if at == end or at[0] != c'z':
            return 0
        last[0] = ANONYMOUS
        at += 1
    from_[0] = at
    return number


def read_hand(text, flowers=True):
    """Return the hand of text written the canonical way, None for any other."""
    if type(text) is not str or not PyUnicode_IS_ASCII(text):
        if not isinstance(text, str):
            raise TypeError("text is wanted")
        return None
    cdef const char *at = PyUnicode_DATA(text)
    cdef const char *end = at + PyUnicode_GET_LENGTH(text)
    cdef uint8_t counts[KINDS]
    cdef uint8_t own[KINDS]
    cdef int codes[MOST_SETS]
    cdef char others[FLOWERS + MOST_ANONYMOUS]
    cdef int sets = 0, size = 0, last = -1, before = -1, first, rank, kind, taken, n_others = 0
    cdef const char *run
    memset(counts, 0, KINDS)
    memset(own, 0, KINDS)
    while at < end and (at[0] == c'[' or at[0] == c'('):
        if sets == MOST_SETS:
            return None
        taken = _read_set(at, end - at, &codes[sets], own)
        if not taken:
            return None
        at += taken
        sets += 1
    while at < end:
        run = at
        while at < end and 0 <= _rank(at[0]) < 9:
            at += 1
        if at == end or at - run > 14:
            return None
        if at == run or at[0] == c'f':
            at = run
            n_others = _read_others(&at, end, others, &last)
            if not n_others or at != end or not flowers:
                return None
            size += n_others
            break
        first = _first_kind(at[0])
        if first <= before:
            return None
        before = first
        while run < at:
            rank = _rank(run[0])
            if first == 27 and rank > 6:
                return None
            last = first + rank
            counts[last] += 1
            run += 1
            size += 1
        at += 1
    if last < 0 or not 13 <= size + 3 * sets <= 14:
        return None
    for kind in range(KINDS):
        if counts[kind] + own[kind] > 4:
            return None
    cdef tuple fixed = ()
    if sets == 1:
        fixed = (_set_of_code[codes[0]],)
    elif sets:
        fixed = tuple([_set_of_code[codes[kind]] for kind in range(sets)])
    cdef bytes held = PyBytes_FromStringAndSize(<const char *> counts, KINDS)
    cdef object hand
    if n_others:
        hand = _hand(_wild_class, fixed, held, _tiles[last], size)
        _put(_others, hand, PyBytes_FromStringAndSize(others, n_others))
        return hand
    return _hand(_class, fixed, held, _tiles[last], size)


def write_counts(bytes counts):
    """Return the canonical text of 34 counts."""
    if PyBytes_GET_SIZE(counts) != KINDS:
        raise ValueError("34 counts are wanted")
    cdef const uint8_t *held = <const uint8_t *> PyBytes_AS_STRING(counts)
    cdef Py_ssize_t size = 0, suit_size
    cdef int suit, kind, kinds, copy
    for suit in range(4):
        suit_size = 0
        for kind in range(9 * suit, 9 * suit + (9 if suit < 3 else 7)):
            suit_size += held[kind]
        size += suit_size + (suit_size > 0)
    if not size:
        return ""
    cdef object text = PyUnicode_New(size, 127)
    cdef char *out = <char *> PyUnicode_DATA(text)
    cdef char *run
    for suit in range(4):
        run = out
        kinds = 9 if suit < 3 else 7
        for kind in range(kinds):
            for copy in range(held[9 * suit + kind]):
                out[0] = <char> (49 + kind)
                out += 1
        if out != run:
            out[0] = SUITS[suit]
            out += 1
    return text


def one_more(bytes counts, int kind):
    """Return 34 counts with one more of a kind."""
    if PyBytes_GET_SIZE(counts) != KINDS or not 0 <= kind < KINDS:
        raise ValueError("34 counts and a kind are wanted")
    cdef bytes more = PyBytes_FromStringAndSize(PyBytes_AS_STRING(counts), KINDS)
    cdef uint8_t *held = <uint8_t *> PyBytes_AS_STRING(more)
    held[kind] += 1
    return more


def copies_left(bytes own, seen, bytes gone):
    """Return the copies that are left of each kind; None where more than four are told."""
    cdef Py_ssize_t kind
    cdef int told
    if not isinstance(seen, bytes):
        seen = bytes(seen)
    cdef bytes visible = seen
    if not KINDS == PyBytes_GET_SIZE(own) == PyBytes_GET_SIZE(visible) == PyBytes_GET_SIZE(gone):
        raise ValueError("34 counts are wanted")
    cdef const uint8_t *a = <const uint8_t *> PyBytes_AS_STRING(own)
    cdef const uint8_t *b = <const uint8_t *> PyBytes_AS_STRING(visible)
    cdef const uint8_t *c = <const uint8_t *> PyBytes_AS_STRING(gone)
    cdef bytes left = PyBytes_FromStringAndSize(NULL, KINDS)
    cdef uint8_t *out = <uint8_t *> PyBytes_AS_STRING(left)
    for kind in range(KINDS):
        told = a[kind] + b[kind]
        if told > 4 or (b[kind] and c[kind]):
            return None
        told += c[kind]
        out[kind] = <uint8_t> (4 - told if told < 4 else 0)
    return left


def total(uint64_t mask, bytes left):
    """Return the copies left of the kinds in a mask, added up."""
    if PyBytes_GET_SIZE(left) != KINDS or mask >> KINDS:
        raise ValueError("34 counts and a mask of kinds are wanted")
    cdef const uint8_t *copies = <const uint8_t *> PyBytes_AS_STRING(left)
    cdef int kind, found = 0
    for kind in range(KINDS):
        if mask >> kind & 1:
            found += copies[kind]
    return found


def kinds(uint64_t mask):
    """Return the kinds of a mask, ascending."""
    if mask >> KINDS:
        raise ValueError("a mask of kinds is wanted")
    cdef int kind
    cdef list found = []
    for kind in range(KINDS):
        if mask >> kind & 1:
            found.append(kind)
    return tuple(found)


def by_name(uint64_t mask, bytes left):
    """Return the copies left of each kind in a mask, by the tile's name, ascending."""
    if PyBytes_GET_SIZE(left) != KINDS or mask >> KINDS:
        raise ValueError("34 counts and a mask of kinds are wanted")
    cdef const uint8_t *copies = <const uint8_t *> PyBytes_AS_STRING(left)
    cdef int kind
    cdef dict found = {}
    for kind in range(KINDS):
        if mask >> kind & 1:
            found[_names[kind]] = copies[kind]
    return found


def json_by_name(uint64_t mask, bytes left):
    """Return what ``by_name`` returns as JSON."""
    if PyBytes_GET_SIZE(left) != KINDS or mask >> KINDS:
        raise ValueError("34 counts and a mask of kinds are wanted")
    cdef const uint8_t *copies = <const uint8_t *> PyBytes_AS_STRING(left)
    cdef char text[8 * KINDS + 2]  # "1m":4 and a comma, and the braces
    cdef char *out = text
    cdef int kind
    out[0] = c'{'
    out += 1
    for kind in range(KINDS):
        if mask >> kind & 1:
            if copies[kind] > 9:
                raise ValueError("a digit for each kind is wanted")
            out[0] = b'"'[0]
            out[1] = <char> (49 + kind % 9)
            out[2] = SUITS[kind // 9]
            out[3] = b'"'[0]
            out[4] = c':'
            out[5] = <char> (48 + copies[kind])
            out[6] = c','
            out += 7
    if out - text > 1:
        out -= 1  # the last comma
    out[0] = c'}'
    return PyBytes_FromStringAndSize(text, out - text + 1)


cdef object _slow = None
cdef object _score_so = None
cdef object _rules_class = None
cdef object _tile_class = None
cdef object _score_class = None
cdef object _facts = None
cdef object _nothing = frozenset()
cdef object _zero = 0


def prepare_score(slow, score_so, rules, tile, score, facts):
    """Tell what a score is asked of and made of; once, by the module that offers it."""
    global _slow, _score_so, _rules_class, _tile_class, _score_class, _facts
    _slow, _score_so, _rules_class, _tile_class = slow, score_so, rules, tile
    _score_class, _facts = score, facts


cdef object _tile_won(object hand, object win):
    """Return the tile that wins; None where it is not just a tile of this full hand."""
    cdef object last = hand.last
    if hand.size % 3 != 2:
        return None
    if win is None or win is last:
        return last
    return win if type(win) is _tile_class and hand.counts[win] else None


def score(
    hand,
    rules,
    win=None,
    *,
    self_drawn,
    seat=None,
    round=None,
    events=_nothing,
    verify=False,
    wild=None,
    indicator=None,
    no_wild=False,
    wild_discarded=_zero,
):
    """Return what ``front.score`` returns; where all is what it should be, on the short way."""
    cdef object last, way, words, found
    cdef bint is_plain = type(hand) is _class
    if (
        (is_plain or type(hand) is _wild_class)
        and type(rules) is _rules_class
        and type(events) is frozenset
        and verify is False
        and wild is None
        and indicator is None
        and no_wild is False
        and wild_discarded is _zero
    ):
        last = _tile_won(hand, win)
        try:
            way = None if last is None else (<dict> rules.memo)[self_drawn, seat, round, events]
        except (KeyError, TypeError):  # the first one; or what has no hash, and is no seat
            way = None
        # What was asked before, or is equal to it, is what it should be.
        if way is not None and way.self_drawn is self_drawn:
            if is_plain and way.is_plain and way.asked is None:
                if hand.sets:
                    words = _facts(hand.counts, hand.codes, last, 1)
                else:
                    words = _facts(hand.counts, b"", last, way.forms)
                found = (<dict> way.verdicts).get(words)
                if found is not None:
                    return _score_class(hand, rules, last, way.how, found)
            if is_plain or way.is_wild:
                return _score_so(hand, rules, last, way)
    return _slow(
        hand,
        rules,
        win,
        self_drawn=self_drawn,
        seat=seat,
        round=round,
        events=events,
        verify=verify,
        wild=wild,
        indicator=indicator,
        no_wild=no_wild,
        wild_discarded=wild_discarded,
    )
