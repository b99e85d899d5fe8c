/*
 * All winning hands without fixed sets, by what own patterns ask of them.
 *
 * A hand is four parts (three suits, the honors). Parts that add the same to every answer and word
 * are one; hands are then put together part by part, and each distinct sight (facts word and
 * answers) is kept once. Two walks: the first finds the sights there are, so that they can be
 * judged; the second, told what each is worth on two sides, counts the hands that differ.
 */
#ifndef MJ_OWN_CENSUS_H
#define MJ_OWN_CENSUS_H

#include <stddef.h>
#include <stdint.h>

#include "readings/asked.h"

typedef struct mj_own_census mj_own_census;

/* The parts of all hands that win in one of the `forms`; NULL where there is no memory. The
 * questions are copied. */
mj_own_census *mj_own_census_new(const mj_ask *asks, int n_asks, int forms);
void mj_own_census_free(mj_own_census *census);

/* One share of the walk: the first parts of which `share` of `shares` are this one's. */
typedef struct mj_own_walk mj_own_walk;

mj_own_walk *mj_own_walk_new(const mj_own_census *census, int share, int shares);
void mj_own_walk_free(mj_own_walk *walk);

/* First walk: find the sights. Returns how many, or -1 without memory. Sight i has its word at
 * words[i] and its answers at answers + i * n_asks. */
ptrdiff_t mj_own_walk_find(mj_own_walk *walk);
const uint64_t *mj_own_walk_words(const mj_own_walk *walk);
const uint8_t *mj_own_walk_answers(const mj_own_walk *walk);

/* What a side makes of each sight: its rank among readings (0: no reading there), and a number for
 * what it comes to (0: no win). */
typedef struct {
    const uint32_t *rank, *result;
} mj_own_side;

/* Hands that differ under one winning tile or another, by the best sights of both sides (-1: none)
 * under the first such tile; with one of them. */
typedef struct {
    int64_t best[2];
    uint64_t hands, ways;
    uint8_t example[34], win;
} mj_own_change;

/* Second walk: count. Returns the number of changes, or -1 without memory; `hands` are all that
 * win on a side. */
ptrdiff_t mj_own_walk_count(mj_own_walk *walk, const mj_own_side side[2], uint64_t *hands);
const mj_own_change *mj_own_walk_changes(const mj_own_walk *walk);

#endif
