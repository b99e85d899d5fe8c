/*
 * All winning hands without fixed sets that hold so many wild tiles, by what is asked of them: like
 * census.h, with everything that the wild tiles can stand for.
 */
#ifndef MJ_WILD_CENSUS_H
#define MJ_WILD_CENSUS_H

#include "become.h"
#include "census.h"

typedef struct mj_wild_census mj_wild_census;

/* The kinds of parts; NULL where there is no memory. The plan of what is asked must stay. */
mj_wild_census *mj_wild_census_new(const mj_wild_plan *plan);
void mj_wild_census_free(mj_wild_census *census);

/* One share of the walk, as in census.h. Sights of the side that sees the wild kind as an ordinary one
 * are sights of their own: mj_wild_walk_plain has 1 for each of them. */
typedef struct mj_wild_walk mj_wild_walk;

mj_wild_walk *mj_wild_walk_new(const mj_wild_census *census, int share, int shares);
void mj_wild_walk_free(mj_wild_walk *walk);
ptrdiff_t mj_wild_walk_find(mj_wild_walk *walk);
const uint64_t *mj_wild_walk_words(const mj_wild_walk *walk);
const uint8_t *mj_wild_walk_answers(const mj_wild_walk *walk);
const uint8_t *mj_wild_walk_plain(const mj_wild_walk *walk);

/* Count as in census.h; examples are natural tiles, without the winning one. `least` is what a side
 * makes of a hand in which it reads nothing: 0, or the number of what wins whatever the rest. */
ptrdiff_t mj_wild_walk_count(mj_wild_walk *walk, const mj_side side[2], const uint32_t least[2],
                             uint64_t *hands);
const mj_change *mj_wild_walk_changes(const mj_wild_walk *walk);

#endif
