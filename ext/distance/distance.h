/*
 * How far a hand is from a complete one of which some sets are wanted and others not allowed: the
 * standard form, exact beside own fixed sets.
 */
#ifndef MJ_DISTANCE_H
#define MJ_DISTANCE_H

#include <stdint.h>

/* What the concealed part of the target may and must hold; a bit a kind, of a chow its lowest. */
typedef struct {
    uint64_t chows, pungs, pairs; /* allowed */
    uint64_t wanted_pungs;        /* must be there, beside the allowed ones */
    int wanted_pair;              /* a kind that must be the pair, or -1 */
    int some_suit, some_honor;    /* something of the suits, of the honors must be there */
} mj_wish;

#define MJ_OUT_OF_REACH 99

/* Tiles missing, or MJ_OUT_OF_REACH; `limits`: how many of each kind the target may have. Of natural
 * tiles beside wild ones: what they lack. */
int mj_wish_missing(const uint8_t *counts, const uint8_t *limits, int sets, const mj_wish *wish);

/* The kinds that lower `missing`, without those of which counts and used hold all four. */
uint64_t mj_wish_useful(const uint8_t *counts, const uint8_t *used, const uint8_t *limits, int sets,
                        const mj_wish *wish, int missing);

#endif
