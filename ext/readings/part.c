#include "part.h"

#include <string.h>

#include "shanten/shanten.h"

static inline int kinds_of(int part) { return part < 3 ? 9 : 7; }

static inline unsigned nibble(uint64_t nibbles, int rank)
{
    return (unsigned)(nibbles >> 4 * rank & 15);
}

int mj_quads(const mj_part *p)
{
    int n = 0;
    for (int rank = 0; rank < kinds_of(p->part); rank++)
        n += p->held[rank] / 4;
    return n;
}

int mj_nine_gates(const mj_part *p, int win)
{
    int extra = 0;
    for (int rank = 0; rank < 9; rank++) {
        int least = rank == 0 || rank == 8 ? 3 : 1;
        if (p->held[rank] < least)
            return 0;
        if (p->held[rank] > least)
            extra = rank;
    }
    return win < 0 || win == extra;
}

int mj_tiles_among(const mj_part *p, unsigned ranks)
{
    unsigned n = 0;
    for (unsigned left = p->there & ranks; left; left &= left - 1) {
        int rank = mj_lowest_bit(left);
        n += p->held[rank] + nibble(p->fixed_tiles, rank);
    }
    return (int)n;
}

int mj_pungs_among(const mj_part *p, unsigned ranks)
{
    unsigned n = (unsigned)mj_count_bits(p->pung_ranks & ranks);
    for (int rank = 0; p->pungs_again >> 2 * rank; rank++)
        n += ranks >> rank & 1 ? p->pungs_again >> 2 * rank & 3 : 0;
    return (int)n;
}

int mj_chows_among(const mj_part *p, unsigned ranks)
{
    unsigned n = 0;
    for (int rank = 0; p->chow_ranks >> 4 * rank; rank++)
        n += ranks >> rank & 1 ? nibble(p->chow_ranks, rank) : 0;
    return (int)n;
}

unsigned mj_chow_bits(const mj_part *p)
{
    unsigned bits = 0;
    for (int rank = 0; p->chow_ranks >> 4 * rank; rank++)
        bits |= (unsigned)(nibble(p->chow_ranks, rank) > 0) << rank;
    return bits;
}

unsigned mj_mixed_ways(const mj_part *p)
{
    static const uint8_t chow_of[6][3] = {{0, 3, 6}, {0, 6, 3}, {3, 0, 6},
                                          {3, 6, 0}, {6, 0, 3}, {6, 3, 0}};
    unsigned chows = mj_chow_bits(p), ways = 0;
    for (int way = 0; way < 6 && p->part < 3; way++)
        ways |= (chows >> chow_of[way][p->part] & 1) << way;
    return ways;
}

int mj_same_chows(const mj_part *p)
{
    unsigned most = 0;
    for (int rank = 0; p->chow_ranks >> 4 * rank; rank++)
        if (nibble(p->chow_ranks, rank) > most)
            most = nibble(p->chow_ranks, rank);
    return (int)most;
}

int mj_same_chow_pairs(const mj_part *p)
{
    unsigned pairs = 0;
    for (int rank = 0; p->chow_ranks >> 4 * rank; rank++)
        pairs += nibble(p->chow_ranks, rank) / 2;
    return (int)pairs;
}

int mj_longest_run(const mj_part *p)
{
    int longest = 0;
    for (unsigned run = p->part < 3 ? p->pung_ranks : 0; run; run &= run >> 1)
        longest++;
    return longest;
}

int mj_some_set_lacks(const mj_part *p, unsigned ranks)
{
    if ((p->pung_ranks | mj_bit(p->pair)) & ~ranks)
        return 1;
    for (int rank = 0; p->chow_ranks >> 4 * rank; rank++)
        if (nibble(p->chow_ranks, rank) && !(ranks >> rank & 7))
            return 1;
    return 0;
}

int mj_is_given_pung(const mj_part *p)
{
    return p->given && p->place >= MJ_PUNG && p->place < MJ_PAIR;
}

int mj_wait(const mj_part *p)
{
    if (p->win < 0)
        return 0;
    if (p->form != MJ_FORM_STANDARD)
        return p->form == MJ_FORM_PAIRS ? MJ_TEXT_PAIR : MJ_TEXT_ORPHANS;
    if (p->place == MJ_NO_PLACE)
        return 0;
    if (p->place >= MJ_PAIR)
        return MJ_TEXT_PAIR;
    if (p->place >= MJ_PUNG)
        return MJ_TEXT_PUNGS;
    int lowest = p->place - 9 * p->part;
    if (p->win == lowest + 1)
        return MJ_TEXT_CLOSED;
    int edge = p->win == lowest ? lowest == 6 : lowest == 0;
    return edge ? MJ_TEXT_EDGE : MJ_TEXT_SIDES;
}

/* Whether so many tiles of a part, with one more of `rank` (or -1), are sets, or sets and the pair;
 * `index` is theirs then. */
static int splits(int part, const uint8_t *held, int rank, uint32_t index, int tiles)
{
    if (tiles > 14 || tiles % 3 == 1)
        return 0;
    for (int other = 0; other < kinds_of(part); other++)
        if (held[other] > 4) { /* by wild tiles, which no table knows */
            uint8_t all[9];
            memcpy(all, held, (size_t)kinds_of(part));
            if (rank >= 0)
                all[rank]++;
            return mj_part_readings(part, all, NULL) > 0;
        }
    const uint8_t *cost = part < 3 ? mj_suit_vector[mj_suit_class[index]]
                                   : mj_honor_vector[mj_honor_class[index]];
    return cost[tiles / 3 + 8 * (tiles % 3 == 2)] == MJ_FREE;
}

/*
 * The 13 tiles before the win, by parts: which of them split, and how many kinds would make each part
 * split. All parts split: what makes one of the two with a pair sets alone is waited for. All but one:
 * what makes that one split. For seven pairs one kind alone is held an odd number of times.
 */
enum {
    BROKEN = 0,        /* parts that do not split */
    FOR_BROKEN = 3,    /* kinds that make them split */
    FOR_WHOLE = 9,     /* kinds that make others split again */
    WITH_PAIR = 15,    /* parts that split, with the pair */
    NO_PAIRS = 18,     /* parts that forbid seven pairs */
    ODD = 21,          /* kinds held an odd number of times, where they do not */
    ODD_BROKEN = 24,   /* ... and this kind is among those for broken parts, for whole ones */
    ODD_WHOLE = 27,
    NO_ORPHANS = 30,   /* parts that forbid thirteen orphans */
    ORPHANS = 33,      /* different orphans of the others */
};

static uint64_t pairs_waits(const uint8_t *held, int kinds, int forms, uint64_t completing,
                            int broken)
{
    int odd = -1;
    for (int rank = 0; rank < kinds; rank++) {
        if (held[rank] > 2 && !(forms & MJ_QUAD_PAIRS))
            return (uint64_t)1 << NO_PAIRS;
        if (held[rank] & 1) {
            if (odd >= 0)
                return (uint64_t)1 << NO_PAIRS;
            odd = rank;
        }
    }
    if (odd < 0)
        return 0;
    return (uint64_t)1 << ODD | (completing >> odd & 1) << (broken ? ODD_BROKEN : ODD_WHOLE);
}

static uint64_t orphans_waits(int part, const uint8_t *held, int kinds)
{
    uint64_t different = 0;
    for (int rank = 0; rank < kinds; rank++)
        if (held[rank]) {
            if (part < 3 && !(MJ_ENDS >> rank & 1))
                return (uint64_t)1 << NO_ORPHANS;
            different++;
        }
    return different << ORPHANS;
}

uint64_t mj_part_waits(const mj_part *p, uint64_t how)
{
    int part = p->part, kinds = kinds_of(part), forms = (int)(how & 15);
    unsigned lacking = (unsigned)(how >> MJ_LACKING >> 9 * part);
    uint8_t held[9];
    uint32_t index = 0;
    int tiles = p->tiles - (p->win >= 0);
    uint64_t completing = 0;
    memcpy(held, p->held, (size_t)kinds);
    if (p->win >= 0)
        held[p->win]--;
    for (int rank = 0; rank < kinds; rank++)
        index += held[rank] * mj_weight[9 * part + rank];
    for (int rank = 0; rank < kinds; rank++)
        if (held[rank] + nibble(p->fixed_tiles, rank) < 4 && !(lacking >> rank & 1))
            completing |= (uint64_t)splits(part, held, rank,
                                                    index + mj_weight[9 * part + rank], tiles + 1)
                          << rank;
    int broken = !splits(part, held, -1, index, tiles);
    uint64_t waits = (uint64_t)broken << BROKEN
                     | (uint64_t)mj_count_bits(completing) << (broken ? FOR_BROKEN : FOR_WHOLE)
                     | (uint64_t)(!broken && tiles % 3 == 2) << WITH_PAIR;
    if (p->fixed)
        return waits | (uint64_t)1 << NO_PAIRS | (uint64_t)1 << NO_ORPHANS;
    if (forms & (MJ_PAIRS | MJ_QUAD_PAIRS))
        waits |= pairs_waits(held, kinds, forms, completing, broken);
    if (forms & MJ_ORPHANS)
        waits |= orphans_waits(part, held, kinds);
    return waits;
}

int mj_waits(uint64_t parts, uint64_t how)
{
#define FIELD(shift, bits) ((int)(parts >> (shift) & ((1u << (bits)) - 1)))
    int forms = (int)(how & 15), broken = FIELD(BROKEN, 3), waits = 0, odd_too = 0;
    if (forms & MJ_STANDARD && broken == 0) {
        waits = FIELD(FOR_WHOLE, 6);
        odd_too = FIELD(ODD_WHOLE, 3);
    } else if (forms & MJ_STANDARD && broken == 1 && FIELD(WITH_PAIR, 3) < 3) {
        waits = FIELD(FOR_BROKEN, 6);
        odd_too = FIELD(ODD_BROKEN, 3);
    }
    if (forms & (MJ_PAIRS | MJ_QUAD_PAIRS) && FIELD(NO_PAIRS, 3) == 0 && FIELD(ODD, 3) == 1)
        waits += !odd_too;
    if (forms & MJ_ORPHANS && FIELD(NO_ORPHANS, 3) == 0 && FIELD(ORPHANS, 4) >= 12)
        waits += FIELD(ORPHANS, 4) == 13 ? 13 : 1;
    return waits;
#undef FIELD
}

void mj_part_fix(mj_part *p, int code)
{
    int rank = code % MJ_KINDS - 9 * p->part;
    int tiles = code < MJ_PUNG ? 0x111 : code < MJ_EXPOSED_KONG ? 3 : 4;
    mj_part_add(p, code < MJ_PUNG ? code : MJ_PUNG + code % MJ_KINDS);
    p->fixed_tiles += (uint64_t)tiles << 4 * rank;
    p->there |= (uint16_t)((code < MJ_PUNG ? 7u : 1u) << rank);
    p->fixed++;
    p->kongs += code >= MJ_EXPOSED_KONG;
    p->exposed += code < MJ_CONCEALED_KONG;
    p->open_pungs += code >= MJ_PUNG && code < MJ_CONCEALED_KONG;
}

mj_part mj_part_open(int part, const uint8_t *held, const uint8_t *fixed, int n_fixed, int win)
{
    mj_part p = mj_part_of_tiles(part, held, win);
    for (int i = 0; i < n_fixed; i++)
        if (mj_part_of_kind(fixed[i] % MJ_KINDS) == part)
            mj_part_fix(&p, fixed[i]);
    return p;
}
