#include "ways.h"

#include "shanten/shanten.h"
#include "tables/cost.h"

/* The cost where a set or the pair is made first, of `tiles` tiles of a kind or as a chow from it. */
static mj_cost cost_with(int part, const uint8_t *counts, uint32_t index, int kind, int tiles,
                         int chow)
{
    int missing = 0;
    for (int j = kind; j <= kind + 2 * chow; j++) {
        int here = counts[j] < tiles ? counts[j] : tiles;
        index -= (uint32_t)here * mj_weight[9 * part + j];
        missing += tiles - here;
    }
    mj_cost rest = mj_part_cost(part, index);
    return mj_cost_pay(tiles == 2 ? mj_cost_pair(rest) : mj_cost_sets(rest, 1), missing);
}

unsigned mj_ways_using(int part, const uint8_t *counts, uint32_t index, int kind)
{
    /* What is left may take four of a kind once more, which no hand can. That this never makes a
     * way nearer than the nearest or as near without the kind, tests/test_solo_cores.py shows by
     * trying all counts that there are. */
    mj_cost cost = mj_part_cost(part, index);
    mj_cost best = mj_cost_best(cost_with(part, counts, index, kind, 3, 0),
                                cost_with(part, counts, index, kind, 2, 0));
    if (part < 3)
        for (int low = kind < 2 ? 0 : kind - 2; low <= kind && low < 7; low++)
            best = mj_cost_best(best, cost_with(part, counts, index, low, 1, 1));
    return mj_cost_reaches(best, cost) & mj_cost_some(cost);
}
