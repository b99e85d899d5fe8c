/*
 * The dynamic programme of generate.py run on one suit, with limits of its own: forwards for the
 * cost of the suit, and backwards (no limit above four) from what the rest of the hand is worth for
 * the useful kinds.
 */
#ifndef MJ_SUIT_PROGRAMME_H
#define MJ_SUIT_PROGRAMME_H

#include "tables/cost.h"

/* Costs before each kind, by the chows begun two kinds (x) and one kind (y) ago. */
typedef struct {
    mj_cost before[10][3][3];
} mj_forward;

static inline int mj_owed(int wanted, int held) { return wanted > held ? wanted - held : 0; }

/* How many chows can have begun two kinds and one kind before `kind`, and can begin there. Three
 * equal ones are three pungs. */
static inline int mj_most_x(int kind) { return kind >= 2 ? 2 : 0; }
static inline int mj_most_y(int kind) { return kind >= 1 && kind <= 7 ? 2 : 0; }
static inline int mj_most_z(int kind) { return kind <= 6 ? 2 : 0; }

/* Of a kind more than four: pungs, and perhaps the pair. */
static inline mj_cost mj_more_alike(mj_cost cost, int n, int held, int limit)
{
    mj_cost best = mj_cost_none();
    for (int pungs = 1; pungs <= 4 && n + 3 * pungs <= limit; pungs++) {
        mj_cost sets = mj_cost_sets(cost, pungs);
        n += 3 * pungs;
        if (pungs > 1)
            best = mj_cost_best(best, mj_cost_pay(sets, mj_owed(n, held)));
        if (n + 2 <= limit)
            best = mj_cost_best(best, mj_cost_pay(mj_cost_pair(sets), mj_owed(n + 2, held)));
        n -= 3 * pungs;
    }
    return best;
}

/* `limits`: how many of each kind the target may have. */
static inline mj_cost mj_suit_forward(mj_forward *f, const uint8_t *counts, const uint8_t *limits)
{
    for (int kind = 0; kind <= 9; kind++)
        for (int x = 0; x < 3; x++)
            for (int y = 0; y < 3; y++)
                f->before[kind][x][y] = mj_cost_none();
    f->before[0][0][0] = mj_cost_start();
    for (int kind = 0; kind < 9; kind++) {
        int held = counts[kind], limit = limits[kind];
        for (int x = 0; x <= mj_most_x(kind); x++)
            for (int y = 0; y <= mj_most_y(kind) && x + y <= limit; y++)
                for (int z = 0; z <= mj_most_z(kind) && x + y + z <= limit; z++) {
                    int n = x + y + z;
                    mj_cost cost = mj_cost_sets(f->before[kind][x][y], z);
                    mj_cost best = mj_cost_pay(cost, mj_owed(n, held));
                    if (n + 2 <= limit)
                        best = mj_cost_best(
                            best, mj_cost_pay(mj_cost_pair(cost), mj_owed(n + 2, held)));
                    if (n + 3 <= limit)
                        best = mj_cost_best(
                            best, mj_cost_pay(mj_cost_sets(cost, 1), mj_owed(n + 3, held)));
                    if (limit > 4)
                        best = mj_cost_best(best, mj_more_alike(cost, n, held, limit));
                    f->before[kind + 1][y][z] = mj_cost_best(f->before[kind + 1][y][z], best);
                }
    }
    return f->before[9][0][0];
}

/*
 * The kinds of which a nearest target has more than are held: one more of them brings the hand
 * nearer. `value` is what the nearest target leaves of MJ_FREE.
 */
static inline unsigned mj_suit_useful(const mj_forward *f, const uint8_t *counts,
                                      const uint8_t *limits, mj_cost ending, int value)
{
    mj_cost after[3][3], before[3][3];
    unsigned bits = 0;
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++)
            after[x][y] = mj_cost_none();
    after[0][0] = ending;
    for (int kind = 8; kind >= 0; kind--) {
        int held = counts[kind], limit = limits[kind], found = 0;
        for (int x = 0; x < 3; x++)
            for (int y = 0; y < 3; y++)
                before[x][y] = mj_cost_none();
        for (int x = 0; x <= mj_most_x(kind); x++)
            for (int y = 0; y <= mj_most_y(kind) && x + y <= limit; y++) {
                /* What is best of all, and of that what wants more than is held. */
                mj_cost best = mj_cost_none(), more = mj_cost_none();
                for (int z = 0; z <= mj_most_z(kind) && x + y + z <= limit; z++) {
                    int n = x + y + z;
                    mj_cost rest = mj_cost_before_sets(after[y][z], z), way;
                    way = mj_cost_pay(rest, mj_owed(n, held));
                    best = mj_cost_best(best, way);
                    if (n > held)
                        more = mj_cost_best(more, way);
                    if (n + 2 <= limit) {
                        way = mj_cost_pay(mj_cost_before_pair(rest), mj_owed(n + 2, held));
                        best = mj_cost_best(best, way);
                        if (n + 2 > held)
                            more = mj_cost_best(more, way);
                    }
                    if (n + 3 <= limit) {
                        way = mj_cost_pay(mj_cost_before_sets(rest, 1), mj_owed(n + 3, held));
                        best = mj_cost_best(best, way);
                        if (n + 3 > held)
                            more = mj_cost_best(more, way);
                    }
                }
                before[x][y] = best;
                found |= mj_cost_has(mj_cost_meet(f->before[kind][x][y], more), value);
            }
        bits |= (unsigned)found << kind;
        memcpy(after, before, sizeof after);
    }
    return bits;
}

/* The same for the honors, which have no chows; the costs before each kind. */
static inline mj_cost mj_honor_forward(mj_cost *before, const uint8_t *counts, const uint8_t *limits)
{
    before[0] = mj_cost_start();
    for (int kind = 0; kind < 7; kind++) {
        int held = counts[kind], limit = limits[kind];
        mj_cost now = before[kind], next = now;
        if (limit >= 2)
            next = mj_cost_best(next, mj_cost_pay(mj_cost_pair(now), mj_owed(2, held)));
        if (limit >= 3)
            next = mj_cost_best(next, mj_cost_pay(mj_cost_sets(now, 1), mj_owed(3, held)));
        if (limit > 4)
            next = mj_cost_best(next, mj_more_alike(now, 0, held, limit));
        before[kind + 1] = next;
    }
    return before[7];
}

static inline unsigned mj_honor_useful(const mj_cost *before, const uint8_t *counts,
                                       const uint8_t *limits, mj_cost ending, int value)
{
    unsigned bits = 0;
    mj_cost after = ending;
    for (int kind = 6; kind >= 0; kind--) {
        int held = counts[kind], limit = limits[kind];
        mj_cost best = after, more = mj_cost_none(), way;
        if (limit >= 2) {
            way = mj_cost_pay(mj_cost_before_pair(after), mj_owed(2, held));
            best = mj_cost_best(best, way);
            if (held < 2)
                more = way;
        }
        if (limit >= 3) {
            way = mj_cost_pay(mj_cost_before_sets(after, 1), mj_owed(3, held));
            best = mj_cost_best(best, way);
            if (held < 3)
                more = mj_cost_best(more, way);
        }
        bits |= (unsigned)mj_cost_has(mj_cost_meet(before[kind], more), value) << kind;
        after = best;
    }
    return bits;
}

#endif
