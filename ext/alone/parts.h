/* Parts of hands, each met but once, and how near a hand is. */
#ifndef MJ_PARTS_H
#define MJ_PARTS_H

#include "engine.h"
#include "shanten/shanten.h"

/* Which kind of `part` the first discard has thrown, 1 for the part's first; 0 where it is of another
 * part. */
static inline int thrown_of(int discard, int part)
{
    return discard < MJ_KINDS_WITH_WILD && mj_part_of_kind(discard) == part ? discard - 9 * part + 1 : 0;
}

/* What can still be drawn: the wall at the start, less what was drawn and kept since the first
 * discard. */
static inline int copies_of(const engine *e, int part, const uint8_t *counts, int thrown, int kind)
{
    int whole = 9 * part + kind, own = e->request->counts[whole] - (kind + 1 == thrown);
    int drawn = counts[kind] - own;
    return e->request->left[whole] - (drawn > 0 ? drawn : 0);
}

/* How many draws of the thrown kind it takes until fewer copies are left than if it was not thrown. */
static inline int draws_again(const engine *e, int part, const uint8_t *counts, int thrown)
{
    int more = e->request->counts[9 * part + thrown - 1] + 1 - counts[thrown - 1];
    return more > 1 ? more : 1;
}

/* A part's vector with its wild tiles, and what was thrown of it, in one number. */
static inline uint32_t part_name(uint32_t index, int thrown, int wilds)
{
    return (uint32_t)wilds << 25 | (uint32_t)thrown << 21 | index;
}

/* The id of a part, new or not; 0 with a fault where there is no room. */
static int solo_part_id(engine *e, int part, const uint8_t *counts, int thrown);

/* The part with one tile of `kind` (counted from its first) more or less. */
static int solo_neighbour(engine *e, int part, int id, int kind, int by);

static inline uint64_t drawn_key(engine *e, const hand *h, int kind)
{
    int part = mj_part_of_kind(kind), own = kind - 9 * part, next = h->part[part]->up[own];
    if (next == 0)
        next = solo_neighbour(e, part, id_of(h->key, part), own, 1);
    return with_part(h->key, part, next);
}

static inline uint64_t thrown_key(engine *e, const hand *h, int kind)
{
    int part = mj_part_of_kind(kind), own = kind - 9 * part, next = h->part[part]->down[own];
    if (next == 0)
        next = solo_neighbour(e, part, id_of(h->key, part), own, -1);
    return with_part(h->key, part, next);
}

static inline void open_hand(engine *e, uint64_t key, hand *h)
{
    h->key = key;
    h->part[0] = e->room->part[0] + id_of(key, 0);
    h->part[1] = e->room->part[1] + id_of(key, 1);
    h->part[2] = e->room->part[2] + id_of(key, 2);
    h->part[3] = e->room->part[3] + id_of(key, 3);
}

#define KINDS(h, field) \
    ((uint64_t)(h)->part[0]->field | (uint64_t)(h)->part[1]->field << 9 \
     | (uint64_t)(h)->part[2]->field << 18 | (uint64_t)(h)->part[3]->field << 27)
#define ORPHAN_KINDS (0x101 | (uint64_t)0x101 << 9 | (uint64_t)0x101 << 18 | (uint64_t)0x7f << 27)

static inline uint64_t tally_of(const hand *h)
{
    return h->part[0]->tally + h->part[1]->tally + h->part[2]->tally + h->part[3]->tally;
}

#define TALLIED(tally, byte) ((int)((tally) >> 8 * (byte)&0xff))

static inline int orphans_missing(uint64_t tally)
{
    return 14 - TALLIED(tally, 3) - (TALLIED(tally, 4) > 0);
}

static inline int pairs_missing(const engine *e, uint64_t tally)
{
    if (e->request->forms & MJ_QUAD_PAIRS) {
        int still = 7 - TALLIED(tally, 1) - TALLIED(tally, 2), odd = TALLIED(tally, 5);
        return 2 * still - (odd < still ? odd : still);
    }
    int short_of = 7 - TALLIED(tally, 0);
    return 7 - TALLIED(tally, 1) + (short_of > 0 ? short_of : 0);
}

/* Tiles that the natural ones lack by the classes of this call, beside fixed sets. */
static int solo_limited_missing(engine *e, int m, int p, int s, int z);

static inline int missing_of_classes(engine *e, int m, int p, int s, int z)
{
    if (e->limited)
        return solo_limited_missing(e, m, p, s, z);
    return e->answers[mj_two_suits[m * MJ_SUIT_STRIDE + p] * MJ_MIXED_STRIDE
                      + mj_suit_honors[s * MJ_HONOR_STRIDE + z]];
}

static inline int standard_missing(engine *e, const hand *h)
{
    return missing_of_classes(e, h->part[0]->class_, h->part[1]->class_, h->part[2]->class_,
                              h->part[3]->class_);
}

/*
 * The hand as it is where nothing was thrown, if that makes no difference any more; else 0. With
 * `now` tiles missing, copies of the thrown kind tell hands apart only where it can be drawn `again`
 * times, each draw of use but for swaps.
 */
static uint64_t solo_elsewhere(engine *e, const hand *h, int now);

/* The kinds that can come and lower the `now` missing tiles, and their copies. */
static uint64_t solo_useful_of(engine *e, const hand *h, int now, int *copies);

/* The kinds of 3n + 2 tiles that can go without more than `now` tiles being missing. */
static uint64_t solo_spare_of(engine *e, const hand *h, int now);

#endif
