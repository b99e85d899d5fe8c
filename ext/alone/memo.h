/* What is known already: the answers of hands, and what was made by what it was made of. */
#ifndef MJ_MEMO_H
#define MJ_MEMO_H

#include <string.h>

#include "engine.h"
#include "processor.h"

static inline size_t slot_of_key(const engine *e, uint64_t key)
{
    return (size_t)(key * 0x9e3779b97f4a7c15u >> (64 - e->bits));
}

/* The number of the answer for these hands, 0 where there is none yet. */
static inline uint32_t find(const engine *e, uint64_t key)
{
    size_t last = ((size_t)1 << e->bits) - 1;
    for (size_t i = slot_of_key(e, key);; i = (i + 1) & last) {
        const mj_memo_entry *entry = &e->memo[i];
        if (entry->stamp != e->room->stamp)
            return 0;
        if (entry->key == key)
            return entry->answer;
    }
}

static inline void fetch_memo(const engine *e, uint64_t key)
{
    mj_prefetch(&e->memo[slot_of_key(e, key)]);
}

/* Note what is found for a key; 0 with a fault. */
static uint32_t solo_keep(engine *e, uint64_t key, uint32_t answer);

/* Note the answer for these hands; give it back, or 0 with a fault. */
static uint32_t solo_remember(engine *e, uint64_t key, uint32_t answer);

static inline double *row_at(const engine *e, uint32_t row)
{
    return e->room->chunk[row / MJ_ROWS_A_CHUNK]
           + (size_t)(row % MJ_ROWS_A_CHUNK) * (size_t)e->stride;
}

/* A new row, or 0 with a fault. */
static uint32_t solo_new_row(engine *e);

static inline mj_sign sign_of(uint64_t what)
{
    mj_sign sign = {what * 0x9e3779b97f4a7c15u + 1, what ^ 0x6a09e667f3bcc909u};
    return sign;
}

static inline void sign(mj_sign *s, uint64_t what)
{
    s->a = (s->a ^ what) * 0x9fb21c651e98df25u;
    s->a ^= s->a >> 32;
    s->b = (s->b + what) * 0xd6e8feb86659fd93u;
    s->b ^= s->b >> 29;
}

static inline void sign_number(mj_sign *s, double what)
{
    uint64_t bits;
    memcpy(&bits, &what, sizeof bits);
    sign(s, bits);
}

/* The entry of an answer made of this, or the empty one where it belongs. */
static inline mj_made_entry *made_at(const engine *e, mj_sign s)
{
    size_t last = ((size_t)1 << e->made_bits) - 1, i = (size_t)(s.a ^ s.b >> 7) & last;
    while (e->made[i].stamp == e->room->stamp
           && (e->made[i].sign.a != s.a || e->made[i].sign.b != s.b))
        i = (i + 1) & last;
    return &e->made[i];
}

/* The number of the answer made of this before; 0 where there is none. */
static inline uint32_t made_before(const engine *e, mj_sign s)
{
    const mj_made_entry *entry = made_at(e, s);
    return entry->stamp == e->room->stamp ? entry->answer : 0;
}

/* Note the number of what was made of this; 0 with a fault. */
static uint32_t solo_note_made(engine *e, mj_sign s, uint32_t number);

/* A number for a new answer; 0 with a fault. */
static uint32_t solo_new_answer(engine *e, mj_sign s, const mj_answer *answer);

/* Forget all hands, keep the memory. */
static int solo_start(engine *e, int figures);

#endif
