/* The dynamic programme of one part, with sets left out; and the parts joined. */
#include "distance.h"

#include <string.h>

#include "tables/cost.h"

typedef struct {
    uint8_t counts[MJ_KINDS], limit[MJ_KINDS]; /* what the wanted sets take is gone already */
    int sets;                                  /* still to be made */
    int paid;                                  /* missing from the wanted sets */
} rest;

static inline int owed(int wanted, int held) { return wanted > held ? wanted - held : 0; }

/* Cost of a part by sets and pair, the state being the chows begun one and two kinds ago. */
static mj_cost part_cost(const rest *r, const mj_wish *wish, int part)
{
    const uint8_t *counts = r->counts + 9 * part, *limits = r->limit + 9 * part;
    uint64_t chows = wish->chows >> 9 * part, pungs = wish->pungs >> 9 * part;
    uint64_t pairs = wish->pairs >> 9 * part;
    int kinds = part < 3 ? 9 : 7;
    mj_cost now[5][5], next[5][5];
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 5; y++)
            now[x][y] = mj_cost_none();
    now[0][0] = mj_cost_start();
    for (int kind = 0; kind < kinds; kind++) {
        int held = counts[kind], limit = limits[kind];
        int most = part < 3 && kind <= 6 && chows >> kind & 1 ? 2 : 0;
        if (most && ~pungs >> kind & 7)
            most = 4; /* three chows of a kind are three pungs only where those may be */
        for (int y = 0; y < 5; y++)
            for (int z = 0; z < 5; z++)
                next[y][z] = mj_cost_none();
        for (int x = 0; x < 5; x++)
            for (int y = 0; y < 5 && x + y <= limit; y++)
                for (int z = 0; z <= most && x + y + z <= limit; z++) {
                    int wanted = x + y + z;
                    mj_cost cost = mj_cost_sets(now[x][y], z);
                    mj_cost best = mj_cost_pay(cost, owed(wanted, held));
                    if (pairs >> kind & 1 && wanted + 2 <= limit)
                        best = mj_cost_best(
                            best, mj_cost_pay(mj_cost_pair(cost), owed(wanted + 2, held)));
                    for (int n = 1; pungs >> kind & 1 && n <= 4 && wanted + 3 * n <= limit; n++) {
                        mj_cost more = mj_cost_sets(cost, n); /* several only beside wild tiles */
                        int all = wanted + 3 * n;
                        best = mj_cost_best(best, mj_cost_pay(more, owed(all, held)));
                        if (pairs >> kind & 1 && all + 2 <= limit)
                            best = mj_cost_best(
                                best, mj_cost_pay(mj_cost_pair(more), owed(all + 2, held)));
                    }
                    next[y][z] = mj_cost_best(next[y][z], best);
                }
        memcpy(now, next, sizeof now);
    }
    return now[0][0];
}

/* Without the target that has nothing here. */
static mj_cost something(mj_cost cost)
{
    uint8_t bytes[16];
    mj_cost_store(bytes, cost);
    bytes[0] = 0;
    return mj_cost_load(bytes);
}

static int joined(const rest *r, const mj_wish *wish, const mj_cost *cost)
{
    uint8_t front[16], back[16];
    mj_cost suits = mj_cost_join(mj_cost_join(cost[0], cost[1]), cost[2]), honors = cost[3];
    if (wish->some_suit)
        suits = something(suits);
    if (wish->some_honor)
        honors = something(honors);
    mj_cost_store(front, suits);
    mj_cost_store(back, honors);
    int best = 0, sets = r->sets, pair = wish->wanted_pair < 0;
    for (int m = 0; m <= sets; m++) {
        int one = front[m], other = back[8 * pair + sets - m];
        if (one && other && one + other > best)
            best = one + other;
        one = front[8 * pair + m];
        other = back[sets - m];
        if (one && other && one + other > best)
            best = one + other;
    }
    return best ? 2 * MJ_FREE - best + r->paid : MJ_OUT_OF_REACH;
}

/* Take the wanted sets out of the hand; 0 where there is no room for them. */
static int take_wanted(rest *r, const uint8_t *counts, const uint8_t *limits, int sets,
                       const mj_wish *wish)
{
    memcpy(r->counts, counts, MJ_KINDS);
    r->sets = 4 - sets;
    r->paid = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        r->limit[kind] = limits[kind];
        int wanted = wish->wanted_pungs >> kind & 1 ? 3 : kind == wish->wanted_pair ? 2 : 0;
        if (wanted == 0)
            continue;
        if (wanted > r->limit[kind])
            return 0;
        int held = counts[kind] < wanted ? counts[kind] : wanted;
        r->limit[kind] = (uint8_t)(r->limit[kind] - wanted);
        r->counts[kind] = (uint8_t)(r->counts[kind] - held);
        r->paid += wanted - held;
        r->sets -= wanted == 3;
    }
    return r->sets >= 0;
}

int mj_wish_missing(const uint8_t *counts, const uint8_t *limits, int sets, const mj_wish *wish)
{
    rest r;
    mj_cost cost[4];
    if (!take_wanted(&r, counts, limits, sets, wish))
        return MJ_OUT_OF_REACH;
    for (int part = 0; part < 4; part++)
        cost[part] = part_cost(&r, wish, part);
    return joined(&r, wish, cost);
}

uint64_t mj_wish_useful(const uint8_t *counts, const uint8_t *used, const uint8_t *limits, int sets,
                        const mj_wish *wish, int missing)
{
    uint8_t room[MJ_KINDS];
    uint64_t mask = 0;
    memcpy(room, counts, MJ_KINDS);
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        if (counts[kind] + used[kind] >= 4)
            continue;
        room[kind]++;
        mask |= (uint64_t)(mj_wish_missing(room, limits, sets, wish) < missing) << kind;
        room[kind]--;
    }
    return mask;
}
