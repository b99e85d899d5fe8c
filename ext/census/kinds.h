/* Kinds of parts and of halves of hands: what is alike to all that is asked. */
#ifndef MJ_KINDS_OF_PARTS_H
#define MJ_KINDS_OF_PARTS_H

#include "store.h"

/*
 * `bare` is the list of its rows, one a reading, where it splits into sets, or sets and the pair (else
 * MJ_NONE); `paired` its row among seven pairs where it is nothing but pairs. `variants` is a list of
 * the same two numbers for one of its tiles after the other as the winning one.
 */
typedef struct {
    uint32_t bare, paired, variants;
    uint8_t sets, pair, pairs; /* pairs: how many, where it is paired */
    uint8_t held[18];          /* tiles of the first such vector */
    uint64_t hands, ways;
} mj_kind;

typedef struct {
    mj_kind *kind;
    size_t n, room;
    uint32_t *slot;
    size_t slots;
} mj_kinds;

/* Add hands of a kind, new or not; -1 without memory. */
int mj_kinds_add(mj_kinds *kinds, const mj_kind *kind);
void mj_kinds_free(mj_kinds *kinds);

/* All kinds of a part of hands of these forms; -1 without memory. */
int mj_kinds_of_part(mj_kinds *kinds, mj_store *store, int part, int forms);

/* Kinds of two parts put together, of the one `from` this on every `step`th; -1 without memory. */
int mj_kinds_join(mj_kinds *kinds, mj_store *store, const mj_kinds *one, const mj_kinds *other,
                  size_t from, size_t step);

/* Whether both together can be read as sets and at most one pair, as nothing but pairs. */
static inline int mj_can_split(const mj_kind *a, const mj_kind *b)
{
    return a->bare && b->bare && a->sets + b->sets <= 4 && a->pair + b->pair <= 1;
}
static inline int mj_can_pair(const mj_kind *a, const mj_kind *b)
{
    return a->paired && b->paired && a->pairs + b->pairs <= 7;
}

/* The variants of two kinds together, the one's tiles first; the number of the list. */
uint32_t mj_variants_together(mj_store *store, const mj_kind *a, const mj_kind *b, int split,
                              int paired);

#endif
