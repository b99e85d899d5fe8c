#include "nearness.h"

#include <string.h>

#include "processor.h"
#include "limited.h"
#include "tables/cost.h"

#define ALL_KINDS (((uint64_t)1 << MJ_KINDS) - 1)

static uint64_t kinds_of_part(int part)
{
    return (uint64_t)(part < 3 ? 0x1ff : 0x7f) << 9 * part;
}

static uint32_t index_of(int part, const uint8_t *counts)
{
    uint32_t index = 0;
    for (int rank = part < 3 ? 8 : 6; rank >= 0; rank--)
        index = 5 * index + counts[rank];
    return index;
}

/* The cost of a part's counts; of no table where the set lacks some of its kinds, or where a tile
 * that cannot come is counted as the fifth of its kind. */
static mj_cost cost_of(const mj_wild_held *held, int part, const uint8_t *counts, int fifth)
{
    if (!(held->lacks & kinds_of_part(part)) && !fifth) {
        uint32_t index = index_of(part, counts);
        return held->any ? mj_any_part_cost(part, index) : mj_part_cost(part, index);
    }
    uint8_t limits[9], cost[16];
    for (int rank = 0; rank < (part < 3 ? 9 : 7); rank++)
        limits[rank] = (uint8_t)(held->lacks >> (9 * part + rank) & 1 ? 0
                                 : held->any                         ? 14
                                 : counts[rank] > 4                  ? counts[rank]
                                                                     : 4);
    mj_limited_cost(counts, limits, part, cost);
    return mj_cost_load(cost);
}

void mj_wild_cost(const mj_wild_held *held, int part, const uint8_t *counts, uint8_t *cost)
{
    mj_cost_store(cost, cost_of(held, part, counts, 0));
}

/* Kinds of which there are so many, and sums over kinds. */
typedef struct {
    uint64_t one, two, odd;
    int pairs; /* four alike are two */
} kinds_held;

static kinds_held kinds_of(const mj_wild_held *held)
{
    kinds_held kinds = {0, 0, 0, 0};
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        unsigned n = held->naturals[kind];
        uint64_t bit = (uint64_t)1 << kind;
        if (n > 4 && !held->any)
            n = 4; /* the fifth is in no pair */
        kinds.one |= n >= 1 ? bit : 0;
        kinds.two |= n >= 2 ? bit : 0;
        kinds.odd |= n & 1 ? bit : 0;
        kinds.pairs += (int)(n / 2);
    }
    return kinds;
}

static int quads_missing(const kinds_held *kinds)
{
    int still = 7 - kinds->pairs, odd = mj_count_bits(kinds->odd);
    return 14 - 2 * kinds->pairs - (odd < still ? odd : still);
}

typedef struct {
    int missing;
    uint64_t bits;
} nearness;

static void consider(nearness *nearest, int missing, uint64_t bits)
{
    if (missing < nearest->missing)
        nearest->bits = 0;
    if (missing <= nearest->missing) {
        nearest->missing = missing;
        nearest->bits |= bits;
    }
}

#define ORPHAN_KINDS \
    (0x101 | (uint64_t)0x101 << 9 | (uint64_t)0x101 << 18 | (uint64_t)0x7f << 27)

/* All forms but the standard one, for any number of natural tiles. */
static nearness by_kinds(const mj_wild_held *held)
{
    nearness nearest = {99, 0};
    int forms = held->sets ? 0 : held->forms;
    if (!(forms & (MJ_ORPHANS | MJ_PAIRS | MJ_QUAD_PAIRS)))
        return nearest;
    kinds_held kinds = kinds_of(held);
    if (forms & MJ_ORPHANS && !(held->lacks & ORPHAN_KINDS)) {
        uint64_t twice = kinds.two & ORPHAN_KINDS;
        consider(&nearest, 14 - mj_count_bits(kinds.one & ORPHAN_KINDS) - (twice != 0),
                 twice ? ORPHAN_KINDS & ~kinds.one : ORPHAN_KINDS);
    }
    if (forms & MJ_QUAD_PAIRS) {
        int more = mj_count_bits(kinds.odd) < 7 - kinds.pairs;
        consider(&nearest, quads_missing(&kinds), more ? ALL_KINDS : kinds.odd);
    } else if (forms & MJ_PAIRS) {
        int one = mj_count_bits(kinds.one), two = mj_count_bits(kinds.two);
        consider(&nearest, 7 - two + (one < 7 ? 7 - one : 0),
                 (one < 7 ? ALL_KINDS : kinds.one) & ~kinds.two);
    }
    return nearest;
}

/* The costs of the four parts, and what the tiles of each are worth to the other three. */
typedef struct {
    mj_cost cost[4], ending[4];
    int value; /* what the nearest target leaves of MJ_FREE */
} parts_held;

static int value_of(mj_cost cost, mj_cost ending) { return mj_cost_most(mj_cost_meet(cost, ending)); }

static void join_parts(parts_held *parts, int sets)
{
    mj_cost front = mj_cost_join(parts->cost[0], parts->cost[1]);
    mj_cost back = mj_cost_join(parts->cost[2], parts->cost[3]);
    for (int part = 0; part < 4; part++)
        parts->ending[part] = mj_cost_ending(
            mj_cost_join(part < 2 ? back : front, parts->cost[part ^ 1]), 4 - sets);
    parts->value = value_of(front, mj_cost_ending(back, 4 - sets));
}

static void read_parts(parts_held *parts, const mj_wild_held *held)
{
    for (int part = 0; part < 4; part++)
        parts->cost[part] = cost_of(held, part, held->naturals + 9 * part, 0);
}

/* Kinds of which one more lowers what is missing. */
static uint64_t nearer(const parts_held *parts, const mj_wild_held *held, uint64_t come)
{
    uint8_t room[MJ_KINDS];
    uint64_t bits = 0;
    memcpy(room, held->naturals, MJ_KINDS);
    for (uint64_t left = come; left; left &= left - 1) {
        int kind = mj_lowest_bit(left), part = mj_part_of_kind(kind);
        room[kind]++;
        mj_cost more = cost_of(held, part, room + 9 * part, 0);
        room[kind]--;
        bits |= (uint64_t)(value_of(more, parts->ending[part]) > parts->value) << kind;
    }
    return bits;
}

static uint64_t full_kinds(const mj_wild_held *held)
{
    uint64_t full = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++)
        full |= (uint64_t)(held->naturals[kind] + held->used[kind] >= 4) << kind;
    return full;
}

static int is_plain(const mj_wild_held *held) { return !held->any && held->lacks == 0; }

/* Tiles missing from the standard form. */
static int standard_missing(const mj_wild_held *held)
{
    if (is_plain(held))
        return mj_missing_tiles(held->naturals, held->sets, MJ_STANDARD);
    if (held->lacks == 0) {
        mj_handle hand = mj_handle_of(held->naturals);
        return mj_any_handle_missing(&hand, held->sets);
    }
    parts_held parts;
    read_parts(&parts, held);
    mj_cost front = mj_cost_join(parts.cost[0], parts.cost[1]);
    mj_cost back = mj_cost_join(parts.cost[2], parts.cost[3]);
    return MJ_FREE - value_of(front, mj_cost_ending(back, 4 - held->sets));
}

int mj_wild_missing(const mj_wild_held *held)
{
    int least = held->forms & MJ_STANDARD ? standard_missing(held) : 99;
    if (held->forms != MJ_STANDARD) {
        int other = by_kinds(held).missing;
        least = other < least ? other : least;
    }
    return least - held->wilds;
}

/* Without the kinds that cannot come; nothing where nothing is missing. */
static uint64_t useful_among(const mj_wild_held *held, uint64_t come, int *missing)
{
    nearness nearest = by_kinds(held);
    if (held->forms & MJ_STANDARD) {
        parts_held parts;
        read_parts(&parts, held);
        join_parts(&parts, held->sets);
        if (MJ_FREE - parts.value <= nearest.missing)
            consider(&nearest, MJ_FREE - parts.value, nearer(&parts, held, come));
    }
    *missing = nearest.missing - held->wilds;
    return *missing > 0 ? nearest.bits & come : 0;
}

uint64_t mj_wild_useful(const mj_wild_held *held, int *missing)
{
    return useful_among(held, ALL_KINDS & ~full_kinds(held), missing);
}

int mj_wild_discards(const mj_wild_held *held, uint8_t *kinds, int8_t *shanten, uint64_t *masks)
{
    uint64_t full = full_kinds(held);
    uint8_t room[MJ_KINDS];
    mj_wild_held after = *held;
    int n = 0;
    after.naturals = room;
    memcpy(room, held->naturals, MJ_KINDS);
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        if (room[kind] == 0)
            continue;
        int missing;
        room[kind]--;
        kinds[n] = (uint8_t)kind;
        masks[n] = useful_among(&after, ALL_KINDS & ~(full & ~((uint64_t)1 << kind)), &missing);
        shanten[n++] = (int8_t)(missing - 1);
        room[kind]++;
    }
    return n;
}

int mj_wild_nearest(const mj_wild_held *held, uint8_t *kinds, uint64_t *masks, int *missing)
{
    int8_t shanten[14];
    int all = mj_wild_discards(held, kinds, shanten, masks), n = 0, least = 99;
    for (int i = 0; i < all; i++) {
        if (shanten[i] > least)
            continue;
        if (shanten[i] < least)
            n = 0;
        least = shanten[i];
        kinds[n] = kinds[i];
        masks[n++] = masks[i];
    }
    *missing = least + 1;
    return n;
}

/* Whether the hand is complete with one more of a kind of which four are there, perhaps a fifth. */
static int would_complete(const mj_wild_held *held, int kind)
{
    uint8_t room[MJ_KINDS];
    mj_wild_held with = *held;
    int of = mj_part_of_kind(kind);
    memcpy(room, held->naturals, MJ_KINDS);
    room[kind]++;
    with.naturals = room;
    int least = by_kinds(&with).missing;
    if (held->forms & MJ_STANDARD) {
        parts_held parts;
        for (int part = 0; part < 4; part++)
            parts.cost[part] = cost_of(&with, part, room + 9 * part, part == of);
        join_parts(&parts, held->sets);
        least = MJ_FREE - parts.value < least ? MJ_FREE - parts.value : least;
    }
    return least == held->wilds;
}

void mj_wild_completing(const mj_wild_held *held, uint64_t *live, uint64_t *dead)
{
    int missing;
    uint64_t useful = mj_wild_useful(held, &missing);
    *live = missing == 1 ? useful : 0;
    *dead = 0;
    for (uint64_t full = full_kinds(held) & ~held->lacks; full; full &= full - 1) {
        int kind = mj_lowest_bit(full);
        *dead |= (uint64_t)would_complete(held, kind) << kind;
    }
}
