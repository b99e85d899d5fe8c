/*
 * Every way in which a part of a hand is complete once wild tiles stand for some of it: as sets, or
 * sets and the pair; as nothing but pairs; as a part of thirteen orphans.
 */
#ifndef MJ_COMPLETIONS_H
#define MJ_COMPLETIONS_H

#include <stdint.h>

#include "readings/readings.h"

/* A part without its wild tiles, and what is asked of it. */
typedef struct {
    const uint8_t *held; /* natural tiles by rank */
    uint8_t part;        /* 0..2 a suit, 3 the honors */
    uint8_t most[9];     /* tiles of a rank, wild ones as what they stand for */
} mj_natural_part;

/* What is found, one after the other: all tiles by rank, and how they are read (nothing where the
 * form has no sets). */
typedef void (*mj_completed)(void *to, const uint8_t *held, const mj_reading *reading);

/* With just so many wild tiles, all of them in use. */
void mj_complete_sets(const mj_natural_part *part, int wilds, mj_completed found, void *to);
/* Four alike are two pairs where `alike`. */
void mj_complete_pairs(const mj_natural_part *part, int wilds, int alike, mj_completed found,
                       void *to);
void mj_complete_orphans(const mj_natural_part *part, int wilds, mj_completed found, void *to);

#endif
