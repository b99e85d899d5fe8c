/*
 * All winning hands without fixed sets, by what is asked of them.
 *
 * Count vectors of a part with the same facts, whatever tile wins, are one kind of part. Kinds of
 * parts are put together to halves of hands (two suits; a suit and the honors), halves of the same
 * facts are one again, and pairs of halves are all hands. A walk finds the distinct sights (a reading
 * with its facts word and answers), so that they can be judged; told what each is worth on two
 * sides, it counts the hands that differ.
 */
#ifndef MJ_CENSUS_H
#define MJ_CENSUS_H

#include <stddef.h>
#include <stdint.h>

#include "readings/rows.h"

typedef struct mj_census mj_census;

/* The kinds of parts of all hands that win in one of the `forms`; NULL where there is no memory. The
 * plan must stay. */
mj_census *mj_census_new(const mj_plan *plan, int forms);
void mj_census_free(mj_census *census);

/* One share of the walk: of the first halves those of which `share` of `shares` are this one's.
 * Several may walk at once. */
typedef struct mj_walk mj_walk;

mj_walk *mj_walk_new(const mj_census *census, int share, int shares);
void mj_walk_free(mj_walk *walk);

/* Find the sights; how many, or -1 without memory. Sight i has its word at words[i] and its answers
 * at answers + i * n_asks. */
ptrdiff_t mj_walk_find(mj_walk *walk);
const uint64_t *mj_walk_words(const mj_walk *walk);
const uint8_t *mj_walk_answers(const mj_walk *walk);

/* What a side makes of each sight: its rank among readings (0: no reading there), and a number for
 * what it comes to (0: no win). */
typedef struct {
    const uint32_t *rank, *result;
} mj_side;

/* Hands that differ under one winning tile or another, by the best sights of both sides (-1: none)
 * under the first such tile; with one of them. */
typedef struct {
    int64_t best[2];
    uint64_t hands, ways;
    uint8_t example[34], win;
} mj_change;

/* Count, after the sights were found; the number of changes, or -1 without memory. `hands` are all
 * that win on a side. */
ptrdiff_t mj_walk_count(mj_walk *walk, const mj_side side[2], uint64_t *hands);
const mj_change *mj_walk_changes(const mj_walk *walk);

#endif
