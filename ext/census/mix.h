/* Lists of rows by how many wild tiles were used for them, put together and united. */
#ifndef MJ_MIX_H
#define MJ_MIX_H

#include "store.h"

#define MJ_CENSUS_WILDS 4

/*
 * A graded list is a list in the store: what it is of, then the lists of rows with 0, 1, ... wild
 * tiles used, then the plain one, where wild tiles are ordinary. Its head has the natural tiles, whether they
 * are read as pairs, and the tiles of the plain reading.
 */
enum { MJ_HEAD, MJ_GRADES };
#define MJ_HEAD_OF(tiles, paired, plain) \
    ((uint32_t)(tiles) | (uint32_t)(paired) << 5 | (uint32_t)(plain) << 8)

typedef struct {
    mj_store *store;
    int wilds;
    mj_pairs unions, products, grades, finals;
    uint32_t *scratch;
    size_t scratch_room;
} mj_mix;

/* A mix for so many wild tiles over a store that it owns; 0, or -1 without memory. */
int mj_mix_open(mj_mix *mix, mj_store *store, int wilds);
void mj_mix_close(mj_mix *mix);

/* All rows of both lists. */
uint32_t mj_mix_union(mj_mix *mix, uint32_t a, uint32_t b);

/* The number of a graded list; MJ_NONE where no list is there. */
uint32_t mj_mix_grades(mj_mix *mix, const uint32_t *items);

/* Two graded lists of parts put together; both of the same tiles united. */
uint32_t mj_mix_together(mj_mix *mix, uint32_t a, uint32_t b);
uint32_t mj_mix_both(mj_mix *mix, uint32_t a, uint32_t b);

/* Two graded lists of halves as a pair of lists, with all wild tiles used and the plain one; MJ_NONE
 * where both are none. */
uint32_t mj_mix_final(mj_mix *mix, uint32_t a, uint32_t b);

#endif
