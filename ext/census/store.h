/* Rows and lists of numbers, each kept once and known by a number of its own. */
#ifndef MJ_STORE_H
#define MJ_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "readings/rows.h"

/* A map from two numbers to one; value 0 is none. */
typedef struct {
    uint64_t *key;
    uint32_t *value;
    size_t room, known; /* room: a power of two, or 0 */
} mj_pairs;

typedef struct {
    const mj_plan *plan;
    uint64_t *rows;
    uint32_t *items, *list_at; /* list i: items list_at[i] to list_at[i + 1] */
    uint32_t *row_slot, *list_slot;
    size_t n_rows, rows_room, n_items, items_room, n_lists, lists_room, row_slots, list_slots;
    mj_pairs rows_together, lists_together;
    int failed; /* no memory: every number is worth nothing */
} mj_store;

/* Numbers begin with 1; 0 is none. */
#define MJ_NONE 0

mj_store *mj_store_new(const mj_plan *plan);
mj_store *mj_store_copy(const mj_store *store);
void mj_store_free(mj_store *store);

static inline const uint64_t *mj_store_row_at(const mj_store *s, uint32_t row)
{
    return s->rows + (size_t)row * (size_t)s->plan->words;
}
static inline const uint32_t *mj_store_list_at(const mj_store *s, uint32_t list, int *n)
{
    *n = (int)(s->list_at[list + 1] - s->list_at[list]);
    return s->items + s->list_at[list];
}

/* The number of a row, of a list. */
uint32_t mj_store_row(mj_store *s, const uint64_t *row);
uint32_t mj_store_list(mj_store *s, const uint32_t *items, int n);

/* Sort a list of row numbers, each but once; how many there are then. */
int mj_store_sorted(uint32_t *items, int n);

/* Two rows put together; two lists of rows, all of one with all of the other. 0 with 0 is none. */
uint32_t mj_store_rows_together(mj_store *s, uint32_t a, uint32_t b);
uint32_t mj_store_lists_together(mj_store *s, uint32_t a, uint32_t b);

/* The place for the value of two numbers, 0 where there is none yet; NULL without memory. Good until
 * the next call. */
uint32_t *mj_pairs_at(mj_pairs *pairs, uint32_t a, uint32_t b);
void mj_pairs_free(mj_pairs *pairs);

/* The next room of a growing array of `size` bytes an item; -1 without memory. */
int mj_grow(void *array, size_t *room, size_t needed, size_t size);

#endif
