/* The nearest ways of a suit or of the honors to each number of sets with or without the pair. */
#ifndef MJ_WAYS_H
#define MJ_WAYS_H

#include <stdint.h>

/*
 * The goals to which a nearest way uses `kind` (0..8, from the part's first), as bits: m for m sets,
 * 8 + m with the pair. `index` is that of the counts (nine bytes, seven for part 3).
 */
unsigned mj_ways_using(int part, const uint8_t *counts, uint32_t index, int kind);

#endif
