/*
 * How near a hand with wild tiles is, and what brings it nearer. Each wild tile stands for one that
 * the natural tiles lack, so what these lack less the wild tiles is what the hand lacks.
 *
 * Own fixed sets do not limit the target: a wild tile may stand for the fifth of a kind. They only
 * leave fewer tiles to come.
 */
#ifndef MJ_NEARNESS_H
#define MJ_NEARNESS_H

#include <stdint.h>

typedef struct {
    const uint8_t *naturals; /* concealed tiles that are not wild */
    const uint8_t *used;     /* of these with the naturals of a kind four: it cannot come */
    int sets, forms, wilds;
    int any;        /* whether the target may have more than four of a kind (mj_tables_open_any) */
    uint64_t lacks; /* kinds that it must not have */
} mj_wild_held;

/* Tiles missing, one more than the shanten. */
int mj_wild_missing(const mj_wild_held *held);

/* The natural kinds that can come and lower it. */
uint64_t mj_wild_useful(const mj_wild_held *held, int *missing);

/* The same after each discard of a natural tile; at most 14 of them. */
int mj_wild_discards(const mj_wild_held *held, uint8_t *kinds, int8_t *shanten, uint64_t *masks);

/* Of these discards those after which fewest tiles are missing. */
int mj_wild_nearest(const mj_wild_held *held, uint8_t *kinds, uint64_t *masks, int *missing);

/* The natural kinds that complete 3n + 1 tiles: those that can come, those of which all are held. */
void mj_wild_completing(const mj_wild_held *held, uint64_t *live, uint64_t *dead);

/* The cost vector of one part's counts, as limits and copies have it. */
void mj_wild_cost(const mj_wild_held *held, int part, const uint8_t *counts, uint8_t *cost);

#endif
