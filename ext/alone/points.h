/* What complete hands are worth, by the facts words of their parts. */
#ifndef MJ_POINTS_H
#define MJ_POINTS_H

#include "engine.h"

/* Facts words of a part, one for each of its readings. */
typedef struct {
    const uint64_t *word;
    int n;
} readings_of;

/* The most points of a hand of the standard form, one reading of each part. */
static double solo_points_by_words(engine *e, const readings_of part[4]);

/* The facts words of a part's tiles, `win` (a kind, or -1) the one that came last; how many. */
static int solo_words_of(const engine *e, int part, const uint8_t *counts, int win, uint64_t *words);

/* Points when `win` completes the ready hand `h`. */
static double solo_points_of(engine *e, const hand *h, int win);

#endif
