# Whether wild tiles fill a hand up: for tables and players, which ask of a hand only that. Tile by
# tile, each natural one goes into a set or the pair together with others or with wild ones.

cdef struct _Filling:
    uint8_t left[N_KINDS]     # natural tiles that have no place yet
    uint8_t total[N_KINDS]    # concealed tiles of each kind, wild ones as what they stand for
    uint64_t lacks            # kinds that no tile may stand for
    int most                  # concealed tiles of a kind


cdef inline bint _stand(_Filling* f, int kind, int number) noexcept:
    """Let so many wild tiles stand for a kind; False where they may not."""
    if f.lacks >> kind & 1 or f.total[kind] + number > f.most:
        return False
    f.total[kind] += <uint8_t>number
    return True


cdef bint _fills(_Filling* f, int kind, int wilds, int sets, int pairs) noexcept:
    """Return whether the tiles from ``kind`` on, and so many wild ones, are sets and pairs."""
    cdef int own, need, start, at, choice, asked
    cdef bint found = False
    cdef int taken[3]
    taken[0] = taken[1] = taken[2] = 0
    while kind < N_KINDS and f.left[kind] == 0:
        kind += 1
    if kind == N_KINDS:
        return wilds == 3 * sets + 2 * pairs  # any kinds that are not there yet
    if sets:
        for own in range(min(<int>f.left[kind], 3), 0, -1):
            need = 3 - own
            if need > wilds or not (need == 0 or _stand(f, kind, need)):
                continue
            f.left[kind] -= <uint8_t>own
            found = _fills(f, kind, wilds - need, sets - 1, pairs)
            f.left[kind] += <uint8_t>own
            f.total[kind] -= <uint8_t>need
            if found:
                return True
        if kind < 27:
            for start in range(kind, kind - 3, -1):
                if start < 0 or start // 9 != kind // 9 or start % 9 > 6:
                    continue
                # of the other two each is a tile of the hand or a wild one
                for choice in range(4):
                    need = asked = 0
                    found = True
                    for at in range(3):
                        taken[at] = 0
                        if start + at == kind:
                            taken[at] = 1
                        elif choice >> asked & 1:
                            asked += 1
                            found = found and _stand(f, start + at, 1)
                            if not found:
                                break
                            taken[at] = 2
                            need += 1
                        else:
                            asked += 1
                            found = found and start + at > kind and f.left[start + at] > 0
                            if not found:
                                break
                            taken[at] = 1
                    if found and need <= wilds:
                        for at in range(3):
                            f.left[start + at] -= taken[at] == 1
                        found = _fills(f, kind, wilds - need, sets - 1, pairs)
                        for at in range(3):
                            f.left[start + at] += taken[at] == 1
                    else:
                        found = False
                    for at in range(3):
                        f.total[start + at] -= taken[at] == 2
                        taken[at] = 0
                    if found:
                        return True
    if pairs:
        for own in range(min(<int>f.left[kind], 2), 0, -1):
            need = 2 - own
            if need > wilds or not (need == 0 or _stand(f, kind, need)):
                continue
            f.left[kind] -= <uint8_t>own
            found = _fills(f, kind, wilds - need, sets, pairs - 1)
            f.left[kind] += <uint8_t>own
            f.total[kind] -= <uint8_t>need
            if found:
                return True
    return False


cdef bint _is_filled(
    const uint8_t* naturals, int wilds, int sets, int forms, bint any_copies, uint64_t lacks
) noexcept:
    """Return whether 3n + 2 tiles, so many of them wild, are complete in one of the forms."""
    cdef _Filling f
    cdef int kind, pairs = 0, odd = 0, kinds = 0, missing = 0
    cdef bint is_other = False, has_three = False
    for kind in range(N_KINDS):
        f.left[kind] = f.total[kind] = naturals[kind]
        odd += naturals[kind] & 1
        kinds += naturals[kind] > 0
        has_three |= naturals[kind] > 2
        if kind >= 27 or kind % 9 == 0 or kind % 9 == 8:
            missing += naturals[kind] == 0
            pairs += naturals[kind] > 1
            is_other |= naturals[kind] > 2
            is_other |= naturals[kind] == 0 and lacks >> kind & 1
        else:
            is_other |= naturals[kind] > 0
    f.lacks = lacks
    f.most = 14 if any_copies else 4
    if forms & STANDARD and _fills(&f, 0, wilds, 4 - sets, 1):
        return True
    if sets:
        return False
    if forms & ORPHANS and not is_other and pairs <= 1 and missing <= wilds:
        return True
    if forms & QUAD_PAIRS and odd <= wilds:
        return True
    return forms & PAIRS and not has_three and odd <= wilds


def is_filled(naturals, sets, forms, wilds, any_copies=False, uint64_t lacks=0):
    """Return whether 3n + 2 tiles, ``wilds`` of them wild, are complete."""
    cdef uint8_t room[N_ROOM]
    cdef const uint8_t* hand = _hand(naturals, room, "naturals")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets), number = _small(wilds, "wilds", 0, 14)
    _check_natural(hand, n_sets, number, 1)
    return _is_filled(hand, number, n_sets, which, any_copies, lacks)


def filling(naturals, sets, forms, wilds, any_copies=False, uint64_t lacks=0):
    """Return the kinds that complete 3n + 1 tiles, ``wilds`` of them wild, as a mask."""
    cdef uint8_t room[N_ROOM]
    cdef uint8_t more[N_KINDS]
    cdef const uint8_t* hand = _hand(naturals, room, "naturals")
    cdef int n_sets = _sets(sets)
    cdef int which = _forms(forms, n_sets), number = _small(wilds, "wilds", 0, 13), kind
    cdef uint64_t found = 0
    _check_natural(hand, n_sets, number, 0)
    if not _is_filled(hand, number + 1, n_sets, which, True, lacks):
        return 0  # not even by a wild tile
    memcpy(more, hand, N_KINDS)
    for kind in range(N_KINDS):
        if more[kind] < 4 and not lacks >> kind & 1:
            more[kind] += 1
            if _is_filled(more, number, n_sets, which, any_copies, lacks):
                found |= <uint64_t>1 << kind
            more[kind] -= 1
    return found


cdef _check_natural(const uint8_t* naturals, int sets, int wilds, int more):
    """Refuse a hand that has not ``13 + more`` tiles with its wild ones, sets as three each."""
    cdef int kind, tiles = wilds
    for kind in range(N_KINDS):
        if naturals[kind] > 4:
            raise ValueError(f"count {naturals[kind]} of kind {kind} is above 4")
        tiles += naturals[kind]
    if tiles + 3 * sets != 13 + more:
        raise ValueError(
            f"{tiles} tiles, {wilds} of them wild: with {sets} fixed sets this asks for "
            f"{13 + more - 3 * sets}")
