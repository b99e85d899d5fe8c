# What every function asks of its arguments; C validates nothing else.

cdef enum:
    N_KINDS = 34
    N_ROOM = 48

cdef object _ZERO = 0
cdef uint8_t _NOTHING[N_ROOM]
memset(_NOTHING, 0, N_ROOM)


cdef inline const uint8_t* _hand(object counts, uint8_t* room, str name) except NULL:
    """Return 34 bytes: those of ``counts`` itself, or a copy in ``room``."""
    if PyBytes_CheckExact(counts) and PyBytes_GET_SIZE(counts) == N_KINDS:
        return <const uint8_t*>PyBytes_AS_STRING(counts)
    return _copied(counts, room, name)


cdef const uint8_t* _copied(object counts, uint8_t* room, str name) except NULL:
    cdef const uint8_t[::1] view = _flat(counts, name)
    memcpy(room, &view[0], N_KINDS)
    return room


cdef const uint8_t[::1] _flat(object counts, str name):
    """Return a view of 34 uint8 in one dimension."""
    cdef const uint8_t[::1] view
    if counts is None:  # which a view would take for an empty buffer
        raise TypeError(f"{name} must be a contiguous buffer of 34 uint8, not None")
    try:
        view = counts
    except (TypeError, ValueError, BufferError) as error:
        raise type(error)(f"{name} must be a contiguous buffer of 34 uint8: {error}") from None
    if view.shape[0] != N_KINDS:
        raise ValueError(f"{name} must have 34 entries, got {view.shape[0]}")
    return view


cdef const uint8_t[:, ::1] _rows(object counts):
    """Return a view of (N, 34) uint8."""
    cdef const uint8_t[:, ::1] rows
    if counts is None:
        raise TypeError("counts must be a C-contiguous (N, 34) buffer of uint8, not None")
    try:
        rows = counts
    except (TypeError, ValueError, BufferError) as error:
        raise type(error)(
            f"counts must be a C-contiguous (N, 34) buffer of uint8: {error}") from None
    if rows.shape[1] != N_KINDS:
        raise ValueError(f"counts must have 34 columns, got {rows.shape[1]}")
    return rows


cdef inline int _small(object value, str name, int least, int most) except -1:
    """Return an int from ``least`` (0 or more) to ``most``."""
    cdef int overflow = 0
    cdef long number
    if type(value) is int:
        number = PyLong_AsLongAndOverflow(value, &overflow)  # -1 where it is too large
        if least <= number <= most:
            return <int>number
    return _fitted(value, name, least, most)


cdef int _fitted(object value, str name, int least, int most) except -1:
    """Return what is no plain int within bounds as one; raise what is wrong with it."""
    cdef int overflow = 0
    cdef long number
    if not isinstance(value, int):
        if not hasattr(type(value), "__index__"):
            raise TypeError(f"{name} must be an int, not {type(value).__name__}")
        value = value.__index__()
    number = PyLong_AsLongAndOverflow(value, &overflow)
    if overflow or number < least or number > most:
        raise ValueError(f"{name} must be {least} to {most}, got {value}")
    return <int>number


cdef inline bint _some(object number) except -1:
    """Return whether a number is above 0; nearly always it is the 0 that there is but once."""
    return number is not _ZERO and bool(number)


cdef inline int _sets(object sets) except -1:
    return _small(sets, "sets", 0, 4)


cdef inline int _forms(object forms, int sets) except -1:
    """Return the forms that ``sets`` fixed sets allow; there must be one."""
    cdef int which = _small(forms, "forms", 1, ALL_FORMS)
    if sets:
        which &= STANDARD
        if which == 0:
            raise ValueError(f"forms {forms} cannot be had with fixed sets (sets={sets})")
    return which


cdef _refuse(const uint8_t* counts, int sets, row=None):
    """Raise the error of a hand that ``mj_path.check`` does not pass."""
    where = "" if row is None else f" in row {row}"
    cdef int kind, tiles = 0
    for kind in range(N_KINDS):
        if counts[kind] > 4:
            raise ValueError(f"count {counts[kind]} of kind {kind} is above 4{where}")
        tiles += counts[kind]
    raise ValueError(
        f"{tiles} tiles{where}: with {sets} fixed sets a hand has "
        f"{13 - 3 * sets} or {14 - 3 * sets}")


cdef _check_hand(const uint8_t* counts, int sets):
    if mj_active.check(counts, sets):
        _refuse(counts, sets)


cdef _check_assigned(const uint8_t* counts, int sets):
    """Refuse a hand of the wrong number of tiles; wild ones may make more than four alike."""
    cdef int kind, tiles = 3 * sets
    if mj_active.check(counts, sets):
        for kind in range(N_KINDS):
            tiles += counts[kind]
        if tiles != 13 and tiles != 14:
            _refuse(counts, sets)


cdef _check_tiles(const uint8_t* counts, int sets, int more):
    """Refuse a hand that has not ``13 + more`` tiles, its sets counted as three each."""
    cdef int kind, tiles = 0
    _check_hand(counts, sets)
    for kind in range(N_KINDS):
        tiles += counts[kind]
    if tiles + 3 * sets != 13 + more:
        raise ValueError(
            f"{tiles} tiles: with {sets} fixed sets this asks for {13 + more - 3 * sets}")


cdef _check_used(const uint8_t* counts, const uint8_t* used, int sets):
    """Refuse ``used`` that no ``sets`` fixed sets hold, or more than four of a kind."""
    # a kind of which all four are used may be one that the set of tiles lacks
    cdef int kind, tiles = 0, gone = 0
    for kind in range(N_KINDS):
        if counts[kind] + used[kind] > 4:
            raise ValueError(
                f"kind {kind}: {counts[kind]} concealed and {used[kind]} used are above 4")
        tiles += used[kind]
        gone += 4 * (used[kind] == 4)
    if tiles > 4 * sets + gone or (tiles < 3 * sets and not gone):
        raise ValueError(f"{tiles} tiles used, but {sets} fixed sets hold {3 * sets} to {4 * sets}")


cdef int _wild_held(
    mj_wild_held* held, const uint8_t* naturals, const uint8_t* used, int sets, int forms,
    object wilds, object any_copies, object lacks, int least, int most
) except -1:
    """Fill ``held`` with ``least`` to ``most`` tiles, its wild ones and sets counted."""
    cdef int kind, tiles
    held.naturals, held.used, held.sets, held.forms = naturals, used, sets, forms
    held.wilds = _small(wilds, "wilds", 0, MJ_MOST_WILDS)
    held.any = bool(any_copies)
    held.lacks = lacks
    if held.any and mj_tables_open_any():
        raise MemoryError("no memory for the kernel's tables")
    tiles = held.wilds + 3 * sets
    for kind in range(N_KINDS):
        if naturals[kind] + used[kind] > 4:
            raise ValueError(
                f"kind {kind}: {naturals[kind]} concealed and {used[kind]} used are above 4")
        tiles += naturals[kind]
    if not least <= tiles <= most:
        asked = " or ".join(str(number - 3 * sets) for number in range(least, most + 1))
        raise ValueError(
            f"{tiles - 3 * sets} tiles, {held.wilds} of them wild: with {sets} fixed sets this "
            f"asks for {asked}")
    return 0


cdef void _limits(uint8_t* limits, const uint8_t* used, const mj_wild_held* held):
    """Tell how many of each kind a target may have, beside wild tiles if there are ``held``."""
    cdef int kind
    for kind in range(N_KINDS):
        if held == NULL:
            limits[kind] = 4 - used[kind]
        else:
            limits[kind] = 0 if held.lacks >> kind & 1 else MJ_ANY_ALIKE if held.any else 4


cdef int _fixed(object fixed, uint8_t* codes) except -1:
    """Copy the codes of the fixed sets; they must be sets, and have no kind five times."""
    # beside them a wild tile may stand for the fifth
    cdef const uint8_t[::1] view
    cdef uint8_t held[N_KINDS]
    cdef int n, i, j, kind, size
    if PyBytes_CheckExact(fixed) and PyBytes_GET_SIZE(fixed) == 0:
        return 0
    if fixed is None:
        raise TypeError("fixed must be a buffer of set codes, not None")
    try:
        view = fixed
    except (TypeError, ValueError, BufferError) as error:
        raise type(error)(f"fixed must be a buffer of set codes: {error}") from None
    n = <int>min(view.shape[0], 5)
    if n > 4:
        raise ValueError(f"fixed must be at most 4 sets, got {view.shape[0]}")
    memset(held, 0, N_KINDS)
    for i in range(n):
        codes[i] = view[i]
        kind = view[i] % N_KINDS
        size = 1 if view[i] < MJ_PUNG else 3 if view[i] < MJ_EXPOSED_KONG else 4
        if view[i] >= MJ_PAIR or (size == 1 and (kind >= 27 or kind % 9 > 6)):
            raise ValueError(f"fixed: {view[i]} is not the code of a set")
        for j in range(3 if size == 1 else 1):
            if held[kind + j] + size > 4:
                raise ValueError(f"more than 4 tiles of kind {kind + j} in fixed")
            held[kind + j] += size
    return n
