/*
 * Exact answers where own fixed sets have used up tiles: `used` is 34 bytes, the tiles of the fixed
 * sets (four for a kong); the target takes at most 4 - used[k] of kind k. counts[k] + used[k] <= 4.
 */
#ifndef MJ_LIMITED_H
#define MJ_LIMITED_H

#include "shanten.h"

/* Tiles missing, one more than the shanten. */
int mj_limited_missing(const uint8_t *counts, const uint8_t *used, int sets, int forms);

/* Kinds that lower it, without those of which counts and used hold all four. */
uint64_t mj_limited_useful(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                           int *missing);

/* As mj_path.discards: kinds, shanten and masks after each discard; at most 14 of them. */
int mj_limited_discards(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                        uint8_t *kinds, int8_t *shanten, uint64_t *masks);

/* Of these discards those after which fewest tiles are missing, in kinds and masks. */
int mj_limited_nearest(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                       uint8_t *kinds, uint64_t *masks, int *missing);

/* The kinds that complete 3n + 1 tiles: `live` those that can come, `dead` those that would but of
 * which counts and used hold all four. */
void mj_completing(const uint8_t *counts, const uint8_t *used, int sets, int forms, uint64_t *live,
                   uint64_t *dead);

/* The cost vector (tables.h) of one part alone, 9 counts of a suit or 7 honors as part 3, where the
 * target may have so many of each kind: `limits`, 0 to 14. */
void mj_limited_cost(const uint8_t *counts, const uint8_t *limits, int part, uint8_t *cost);

#endif
