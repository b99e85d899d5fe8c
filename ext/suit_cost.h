/* Sixteen-byte cost vectors (tables.h says how they are laid out) and what is done with them. */
#ifndef MJ_SUIT_COST_H
#define MJ_SUIT_COST_H

#include <stdint.h>
#include <string.h>

#include "tables.h"

#if defined(__SSE2__)
#include <emmintrin.h>

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

#endif

/* The best of both parts of a hand together, cell by cell. */
static inline mj_cost mj_cost_join(mj_cost a, mj_cost b)
{
    uint8_t of_a[16];
    mj_cost joined = mj_cost_none();
    mj_cost_store(of_a, a);
    for (int m = 0; m < 5; m++) {
        mj_cost moved = mj_cost_sets(b, m);
        /* A cell of `a` that no target reaches costs more than there is to pay. */
        joined = mj_cost_best(joined, mj_cost_pay(moved, of_a[m] ? MJ_FREE - of_a[m] : 255));
        joined = mj_cost_best(
            joined, mj_cost_pay(mj_cost_pair(moved), of_a[8 + m] ? MJ_FREE - of_a[8 + m] : 255));
    }
    return joined;
}

/* Tiles missing for `sets` sets and the pair from both parts together. */
static inline int mj_cost_total(const uint8_t *a, const uint8_t *b, int sets)
{
    int best = 0;
    for (int m = 0; m <= sets; m++) {
        int with_pair_in_b = a[m] && b[8 + sets - m] ? a[m] + b[8 + sets - m] : 0;
        int with_pair_in_a = a[8 + m] && b[sets - m] ? a[8 + m] + b[sets - m] : 0;
        int more = with_pair_in_b > with_pair_in_a ? with_pair_in_b : with_pair_in_a;
        best = more > best ? more : best;
    }
    return 2 * MJ_FREE - best;
}

#endif
