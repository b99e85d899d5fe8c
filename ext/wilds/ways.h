/* Ways of parts of a hand to be complete, each row of facts with its least assignment. */
#ifndef MJ_WAYS_OF_WILDS_H
#define MJ_WAYS_OF_WILDS_H

#include <stddef.h>
#include <stdint.h>

#define MJ_NOT_HERE 255

/* What wild tiles stand for: `wilds` of them, rising, but for the winning one where that is wild. */
typedef struct {
    uint8_t wilds, pair; /* pair: whether the pair is here */
    uint8_t win;         /* the kind of the winning tile, or MJ_NOT_HERE */
    uint8_t stand_for[14];
} mj_way;

/* A list of ways with their rows; a way that differs from one in the list by what it stands for only
 * is not added, but the lesser one stays. */
typedef struct {
    int words; /* of a row */
    uint64_t *rows;
    mj_way *ways;
    uint32_t *slot;
    size_t n, rows_room, ways_room, slots;
} mj_ways;

void mj_ways_clear(mj_ways *ways, int words);
void mj_ways_free(mj_ways *ways);
int mj_ways_has(const mj_ways *ways, const uint64_t *row, const mj_way *way);
/* -1 without memory. */
int mj_ways_add(mj_ways *ways, const uint64_t *row, const mj_way *way);

#endif
