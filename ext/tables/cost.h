/* Sixteen-byte cost vectors (tables.h says how they are laid out) and what is done with them. */
#ifndef MJ_COST_H
#define MJ_COST_H

#include <stdint.h>
#include <string.h>

#include "processor.h"
#include "tables.h"

#if MJ_SSE2

typedef __m128i mj_cost;

static inline mj_cost mj_cost_none(void) { return _mm_setzero_si128(); }
static inline mj_cost mj_cost_start(void) { return _mm_cvtsi32_si128(MJ_FREE); }
static inline mj_cost mj_cost_load(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)bytes);
}
static inline void mj_cost_store(uint8_t *bytes, mj_cost cost)
{
    _mm_storeu_si128((__m128i *)bytes, cost);
}
static inline mj_cost mj_cost_best(mj_cost a, mj_cost b) { return _mm_max_epu8(a, b); }
/* The same with `sets` sets more. */
static inline mj_cost mj_cost_sets(mj_cost cost, int sets)
{
    return _mm_sll_epi64(cost, _mm_cvtsi32_si128(8 * sets));
}
/* The same with the pair, which it must not have yet. */
static inline mj_cost mj_cost_pair(mj_cost cost) { return _mm_slli_si128(cost, 8); }
static inline mj_cost mj_cost_pay(mj_cost cost, int tiles)
{
    return _mm_subs_epu8(cost, _mm_set1_epi8((char)tiles));
}
/* From the end backwards: what `rest` is worth before `sets` sets more, or before the pair. */
static inline mj_cost mj_cost_before_sets(mj_cost rest, int sets)
{
    return _mm_srl_epi64(rest, _mm_cvtsi32_si128(8 * sets));
}
static inline mj_cost mj_cost_before_pair(mj_cost rest) { return _mm_srli_si128(rest, 8); }
/* What both cost together, cell by cell: `rest` is the cost of the rest where `cost` leaves off. */
static inline mj_cost mj_cost_meet(mj_cost cost, mj_cost rest)
{
    return _mm_subs_epu8(cost, _mm_subs_epu8(_mm_set1_epi8((char)MJ_FREE), rest));
}
static inline int mj_cost_most(mj_cost cost)
{
    cost = _mm_max_epu8(cost, _mm_srli_si128(cost, 8));
    cost = _mm_max_epu8(cost, _mm_srli_si128(cost, 4));
    cost = _mm_max_epu8(cost, _mm_srli_si128(cost, 2));
    cost = _mm_max_epu8(cost, _mm_srli_si128(cost, 1));
    return _mm_cvtsi128_si32(cost) & 255;
}
/* Whether a cell has just this value. */
static inline int mj_cost_has(mj_cost cost, int value)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi8(cost, _mm_set1_epi8((char)value))) != 0;
}
/* Cells as bits: where both cost the same, where `cost` has this value, where `cost` is no more than
 * `other` costs. */
static inline unsigned mj_cost_alike(mj_cost cost, mj_cost other)
{
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(cost, other));
}
static inline unsigned mj_cost_where(mj_cost cost, int value)
{
    return mj_cost_alike(cost, _mm_set1_epi8((char)value));
}
static inline unsigned mj_cost_reaches(mj_cost cost, mj_cost other)
{
    return mj_cost_alike(mj_cost_best(cost, other), cost);
}
/* Whether `more` differs from `cost` in a cell where `met` has this value. */
static inline int mj_cost_differs(mj_cost more, mj_cost cost, mj_cost met, int value)
{
    __m128i there = _mm_cmpeq_epi8(met, _mm_set1_epi8((char)value));
    return _mm_movemask_epi8(_mm_andnot_si128(_mm_cmpeq_epi8(more, cost), there)) != 0;
}

#else

typedef struct {
    uint8_t byte[16];
} mj_cost;

static inline mj_cost mj_cost_none(void)
{
    mj_cost cost = {{0}};
    return cost;
}
static inline mj_cost mj_cost_start(void)
{
    mj_cost cost = {{MJ_FREE}};
    return cost;
}
static inline mj_cost mj_cost_load(const uint8_t *bytes)
{
    mj_cost cost;
    memcpy(cost.byte, bytes, 16);
    return cost;
}
static inline void mj_cost_store(uint8_t *bytes, mj_cost cost) { memcpy(bytes, cost.byte, 16); }
static inline mj_cost mj_cost_best(mj_cost a, mj_cost b)
{
    for (int i = 0; i < 16; i++)
        if (b.byte[i] > a.byte[i])
            a.byte[i] = b.byte[i];
    return a;
}
static inline mj_cost mj_cost_sets(mj_cost cost, int sets)
{
    mj_cost moved = {{0}};
    for (int i = sets; i < 8; i++) {
        moved.byte[i] = cost.byte[i - sets];
        moved.byte[8 + i] = cost.byte[8 + i - sets];
    }
    return moved;
}
static inline mj_cost mj_cost_pair(mj_cost cost)
{
    mj_cost moved = {{0}};
    memcpy(moved.byte + 8, cost.byte, 8);
    return moved;
}
static inline mj_cost mj_cost_pay(mj_cost cost, int tiles)
{
    for (int i = 0; i < 16; i++)
        cost.byte[i] = (uint8_t)(cost.byte[i] > tiles ? cost.byte[i] - tiles : 0);
    return cost;
}
static inline mj_cost mj_cost_before_sets(mj_cost rest, int sets)
{
    mj_cost moved = {{0}};
    for (int i = sets; i < 8; i++) {
        moved.byte[i - sets] = rest.byte[i];
        moved.byte[8 + i - sets] = rest.byte[8 + i];
    }
    return moved;
}
static inline mj_cost mj_cost_before_pair(mj_cost rest)
{
    mj_cost moved = {{0}};
    memcpy(moved.byte, rest.byte + 8, 8);
    return moved;
}
static inline mj_cost mj_cost_meet(mj_cost cost, mj_cost rest)
{
    for (int i = 0; i < 16; i++) {
        int both = cost.byte[i] + rest.byte[i] - MJ_FREE;
        cost.byte[i] = (uint8_t)(both > 0 ? both : 0);
    }
    return cost;
}
static inline int mj_cost_most(mj_cost cost)
{
    int most = 0;
    for (int i = 0; i < 16; i++)
        most = cost.byte[i] > most ? cost.byte[i] : most;
    return most;
}
static inline int mj_cost_has(mj_cost cost, int value)
{
    int found = 0;
    for (int i = 0; i < 16; i++)
        found |= cost.byte[i] == value;
    return found;
}
static inline unsigned mj_cost_alike(mj_cost cost, mj_cost other)
{
    unsigned bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (unsigned)(cost.byte[i] == other.byte[i]) << i;
    return bits;
}
static inline unsigned mj_cost_where(mj_cost cost, int value)
{
    unsigned bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (unsigned)(cost.byte[i] == value) << i;
    return bits;
}
static inline unsigned mj_cost_reaches(mj_cost cost, mj_cost other)
{
    unsigned bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (unsigned)(cost.byte[i] >= other.byte[i]) << i;
    return bits;
}
static inline int mj_cost_differs(mj_cost more, mj_cost cost, mj_cost met, int value)
{
    int found = 0;
    for (int i = 0; i < 16; i++)
        found |= met.byte[i] == value && more.byte[i] != cost.byte[i];
    return found;
}

#endif

/* The best of both parts of a hand together, cell by cell. */
static inline mj_cost mj_cost_join(mj_cost a, mj_cost b)
{
    uint8_t of_a[16];
    mj_cost joined = mj_cost_none();
    mj_cost_store(of_a, a);
    for (int m = 0; m < 5; m++) { /* only the cells of `a` that a target reaches */
        mj_cost moved = mj_cost_sets(b, m);
        if (of_a[m])
            joined = mj_cost_best(joined, mj_cost_pay(moved, MJ_FREE - of_a[m]));
        if (of_a[8 + m])
            joined = mj_cost_best(joined, mj_cost_pay(mj_cost_pair(moved), MJ_FREE - of_a[8 + m]));
    }
    return joined;
}

/* What `rest` is worth to a part that has made so many sets (and the pair) of `sets` and the pair. */
static inline mj_cost mj_cost_ending(mj_cost rest, int sets)
{
    uint8_t of_rest[16], ending[16] = {0};
    mj_cost_store(of_rest, rest);
    for (int m = 0; m <= sets; m++) {
        ending[m] = of_rest[8 + sets - m];
        ending[8 + m] = of_rest[sets - m];
    }
    return mj_cost_load(ending);
}

/* The cost of a suit's counts, or of the honors' (part 3), by their index. */
static inline mj_cost mj_part_cost(int part, uint32_t index)
{
    return mj_cost_load(part < 3 ? mj_suit_vector[mj_suit_class[index]]
                                 : mj_honor_vector[mj_honor_class[index]]);
}

/* The same where a target may have any number of a kind (mj_tables_open_any first). */
static inline mj_cost mj_any_part_cost(int part, uint32_t index)
{
    return mj_cost_load(part < 3 ? mj_suit_vector[mj_any_suit_class[index]]
                                 : mj_honor_vector[mj_any_honor_class[index]]);
}

/* The cells that a target reaches. */
static inline unsigned mj_cost_some(mj_cost cost) { return 0xffff & ~mj_cost_where(cost, 0); }

/* Tiles missing for `sets` sets and the pair from both parts together. */
static inline int mj_cost_total(const uint8_t *a, const uint8_t *b, int sets)
{
    mj_cost ending = mj_cost_ending(mj_cost_load(b), sets);
    return MJ_FREE - mj_cost_most(mj_cost_meet(mj_cost_load(a), ending));
}

#endif
